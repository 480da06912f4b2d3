/** How long the pay panel may take to open, in milliseconds. After that, keys work as usual again. */
const LONGEST = 10_000

interface Typed {
  key: string
  /** When it was pressed, in milliseconds of `performance.now()`. */
  at: number
}

/** `end` when no panel will open. `mayOpen`: false once the person has typed something else, or has waited too long: Enter would then settle a bill that nobody has seen. */
interface Keeping {
  end: () => void
  mayOpen: () => boolean
}

let kept: (Keeping & { typed: Typed[] }) | null = null

/**
 * Keeps the digits typed between pressing Bill & settle and the opened pay panel, for `takeTyped`: a cashier types the cash while the ticket is still being sent. In the
 * search field the digits would be lost, and Enter would then settle the exact amount. Enter itself is dropped, because nobody has seen the bill yet. Any other key,
 * a dialog that opens, and any press of the pointer end it.
 */
export function keepTyped(): Keeping {
  if (kept) return kept
  const typed: Typed[] = []
  let wentOn = false
  const onKey = (event: KeyboardEvent) => {
    const { key } = event
    const asked = (event.target as Element | null)?.closest?.('[role=dialog], [role=alertdialog]')
    if (asked || !/^(\d|Backspace|Enter)$/.test(key) || event.ctrlKey || event.metaKey || event.altKey) {
      // A second F9, an arrow or Tab says nothing.
      if (!asked && /^(.|F2|Escape)$/.test(key)) wentOn = true
      return end()
    }
    event.preventDefault()
    event.stopImmediatePropagation()
    if (key !== 'Enter' && !event.repeat) typed.push({ key, at: performance.now() })
  }
  const end = () => {
    clearTimeout(timer)
    removeEventListener('keydown', onKey, true)
    removeEventListener('pointerdown', end, true)
    if (kept?.typed === typed) kept = null
  }
  const timer = setTimeout(() => {
    wentOn = true
    end()
  }, LONGEST)
  addEventListener('keydown', onKey, true)
  addEventListener('pointerdown', end, true)
  const keeping = { typed, end, mayOpen: () => !wentOn }
  kept = keeping
  return keeping
}

/** The kept digits, for the opened panel. */
export function takeTyped(): readonly Typed[] {
  const typed = kept?.typed ?? []
  kept?.end()
  return typed
}
