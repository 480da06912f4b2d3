/** The dish that a guest reads: a row at the top of the window, and its distance from there in CSS pixels. */
export type Spot = { section: string; dish: string; top: number }

const sections = () => [...document.querySelectorAll<HTMLElement>('#menu section')]

/** The section at the top of the window: it counts from where its heading meets the chips, and `line` is just below that. */
export function sectionAtTop(): { section: HTMLElement | undefined; line: number } {
  const line = (document.querySelector('.chips')?.getBoundingClientRect().bottom ?? 0) + 24
  const shown = sections().filter((s) => !s.hidden)
  return { section: shown.findLast((s) => s.getBoundingClientRect().top <= line) ?? shown[0], line }
}

/** Null at the end of the menu, where no dish is at the top. */
export function spotNow(): Spot | null {
  const { section, line } = sectionAtTop()
  // Only the rows of one section are measured, because those out of view have no layout yet (menu.css).
  for (const row of section?.querySelectorAll<HTMLElement>('[data-item]') ?? []) {
    const { top, bottom } = row.getBoundingClientRect()
    if (bottom > line) return { section: section?.id ?? '', dish: row.dataset.item ?? '', top }
  }
  return null
}

/** Scrolls so that the spot is where it was. False when its dish is no longer on the menu. */
export function scrollToSpot({ section, dish, top }: Spot): boolean {
  const row = document.querySelector(`[id="${section}"] [data-item="${dish}"]`)
  if (!row) return false
  // The height of a section that was never in view is a guess, and where its dishes are would be one too.
  for (const each of sections()) each.style.contentVisibility = 'visible'
  scrollBy(0, row.getBoundingClientRect().top - top)
  return true
}
