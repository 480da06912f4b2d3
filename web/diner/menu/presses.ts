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

/** Also does what was pressed before. Returns a function that stops it. */
export function listen(menu: HTMLElement, { add, open, save, notHere, all }: Presses): () => void {
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
    pressDish(target)
  }
  menu.addEventListener('click', press)
  const early = window.tawaPressed ?? []
  delete window.tawaPressed
  for (const target of early) pressDish(target)
  return () => menu.removeEventListener('click', press)
}
