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

let kept: (Keeping & { typed: Typed[]; keepsDigits: boolean }) | null = null

/**
 * Keeps the digits typed between pressing Bill & settle and the opened pay panel, for `takeTyped`: a cashier types the cash while the ticket is still being sent. In the
 * search field the digits would be lost, and Enter would then settle the exact amount. Enter itself is dropped, because nobody has seen the bill yet. Any other key
 * but F9 once more, a dialog that opens, and any press of the pointer end it. What is typed after that is watched until `end`: it is meant for something else.
 */
export function keepTyped(): Keeping {
  if (kept?.keepsDigits) return kept
  kept?.end()
  const typed: Typed[] = []
  let wentOn = false
  const onKey = (event: KeyboardEvent) => {
    const { key } = event
    // Its keys answer the dialog.
    if ((event.target as Element | null)?.closest?.('[role=dialog], [role=alertdialog]')) return stop()
    if (keeping.keepsDigits && key === 'F9') return
    if (!keeping.keepsDigits || !/^(\d|Backspace|Enter)$/.test(key) || event.ctrlKey || event.metaKey || event.altKey) {
      // An arrow or Tab says nothing.
      if (/^(.|F2|Escape)$/.test(key)) leave()
      return stop()
    }
    event.preventDefault()
    event.stopImmediatePropagation()
    if (key !== 'Enter' && !event.repeat) typed.push({ key, at: performance.now() })
  }
  const stop = () => void (keeping.keepsDigits = false)
  const end = () => {
    clearTimeout(timer)
    removeEventListener('keydown', onKey, true)
    removeEventListener('pointerdown', stop, true)
    if (kept === keeping) kept = null
  }
  const leave = () => {
    wentOn = true
    end()
  }
  const timer = setTimeout(leave, LONGEST)
  addEventListener('keydown', onKey, true)
  addEventListener('pointerdown', stop, true)
  const keeping = { typed, keepsDigits: true, end, mayOpen: () => !wentOn }
  kept = keeping
  return keeping
}

/** The kept digits, for the opened panel. */
export function takeTyped(): readonly Typed[] {
  // Typed before a press of the pointer, they were meant for something else.
  const typed = kept?.keepsDigits ? kept.typed : []
  kept?.end()
  return typed
}
