/** One listener for all presses on the menu's HTML, so that rows need none of their own, however often the HTML is replaced. */
export type Presses = {
  add: (id: string) => void
  open: (id: string) => void
  save: (id: string) => void
  /** "Not Table 7?" */
  notHere: () => void
  /** "Show all dishes", where a search or the veg filter has found none */
  all: () => void
}

declare global {
  interface Window {
    /** What was pressed on dishes before the page's script ran, in order (scripts/lib/paintFirst.ts). */
    tawaPressed?: Element[]
  }
}

/** Shows that a press was felt which is answered later, with how often (the document's own script does the same: scripts/lib/paintFirst.ts). */
function showWaiting(target: Element): void {
  const button = target.closest('button')
  if (button) button.dataset.waits = String(Number(button.dataset.waits ?? 0) + 1)
}

/**
 * Presses on dishes wait until `begin`, when the menu's data is there; those from before the script ran are done first. `stop` ends it;
 * what still waits then is left to the next listener, as the buttons show it.
 */
export function listen(menu: HTMLElement, { add, open, save, notHere, all }: Presses): { begin: () => void; stop: () => void } {
  let waiting: Element[] | null = window.tawaPressed ?? []
  delete window.tawaPressed
  const pressDish = (target: Element) => {
    const id = target.closest<HTMLElement>('[data-item]')?.dataset.item
    if (!id) return
    if (target.closest('.heart')) save(id)
    else if (target.closest('.add')) add(id)
    else open(id)
  }
  const press = (event: MouseEvent) => {
    const target = event.target as Element
    const chip = target.closest<HTMLAnchorElement>('.chips a')
    if (chip) {
      // Not followed as a link, because each category would then be a step for the back button.
      event.preventDefault()
      const section = menu.querySelector<HTMLElement>(`[id="${chip.hash.slice(1)}"]`)
      section?.scrollIntoView()
      return
    }
    if (target.closest('[data-not-here]')) return notHere()
    if (target.closest('#no-match button')) return all()
    if (!waiting) return pressDish(target)
    if (!target.closest('[data-item]')) return
    waiting.push(target)
    showWaiting(target)
  }
  menu.addEventListener('click', press)
  return {
    begin: () => {
      const early = waiting ?? []
      waiting = null
      for (const target of early) {
        delete target.closest('button')?.dataset.waits
        pressDish(target)
      }
    },
    stop: () => {
      menu.removeEventListener('click', press)
      if (waiting) window.tawaPressed = waiting
    },
  }
}
