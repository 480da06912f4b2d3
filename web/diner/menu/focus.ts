import { menuElement } from './document.ts'

/** Where the focus is in the menu, as a selector that finds the same place in newer HTML; null when it is elsewhere. */
export function focusedPlace(): string | null {
  const focused = document.activeElement
  if (!focused || !menuElement().contains(focused)) return null
  const row = focused.closest<HTMLElement>('[data-item]')
  const part = ['.add', '.heart', '[data-open]'].find((one) => focused.matches(one))
  if (row && part) return `[id="${row.closest('section')?.id}"] [data-item="${row.dataset.item}"] ${part}`
  const named = ['id', 'href', 'aria-label', 'data-not-here'].find((name) => focused.hasAttribute(name))
  return named ? `[${named}=${JSON.stringify(focused.getAttribute(named))}]` : null
}

/** Gives the focus to a place in the menu, unless something has it. */
export function focusPlace(place: string | null): void {
  if (place && document.activeElement === document.body) menuElement().querySelector<HTMLElement>(place)?.focus({ preventScroll: true })
}
