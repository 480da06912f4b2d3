import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { findDishes } from '#domain/dishSearch.ts'
import { lookup } from '#web/shared/menu/lookup.ts'
import type { MenuData } from '#web/shared/menu/menu.ts'

export const RESULTS = 'pos-results'
export const resultId = (index: number): string => `${RESULTS}-${index}`
/** The most results that are shown; for others, one types another letter. */
export const RESULTS_SHOWN = 12

/**
 * The search of the counter: codes, names and quantities (SCREENS §6.29). Arrows choose, Enter adds and clears the text for the next dish. A typed letter
 * shows at once and its results follow, so that a long menu never slows down typing. Enter takes the result for the typed text, even before it is shown.
 */
export function useDishSearch(menu: MenuData, onPick: (item: MenuItemShape, at: HTMLElement, quantity: number) => void) {
  const [text, setText] = useState(lookup.get)
  const [at, setAt] = useState(0)
  // A search from the palette: made before the counter opened (above), or now.
  useEffect(() => {
    lookup.set('')
    return lookup.subscribe(() => {
      const name = lookup.get()
      if (!name) return
      lookup.set('')
      setText(name)
      setAt(0)
    })
  }, [])
  const read = useDeferredValue(text)
  const search = useMemo(() => (read.trim() ? findDishes(menu.items, read, menu.best) : null), [menu.items, read, menu.best])
  const shown = Math.min(search?.found.length ?? 0, RESULTS_SHOWN)
  const chosen = Math.min(at, Math.max(0, shown - 1))
  const type = (next: string) => {
    setText(next)
    setAt(0)
  }
  return {
    search,
    chosen,
    clear: () => type(''),
    /** A tapped result. The text stays, so that another of the same results can be tapped. */
    tap: (item: MenuItemShape, row: HTMLElement) =>
      onPick(item, row, search?.found.find((one) => one.item._id === item._id)?.quantity ?? 1),
    input: {
      value: text,
      onChange: type,
      'aria-controls': search ? RESULTS : undefined,
      'aria-activedescendant': shown > 0 ? resultId(chosen) : undefined,
      onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
        const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
        if (by !== 0 && search) {
          event.preventDefault()
          if (shown > 0) setAt((chosen + by + shown) % shown)
        } else if (by === 1) {
          event.preventDefault()
          document.querySelector<HTMLElement>('[data-tile][tabindex="0"]')?.focus()
        } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && text.trim()) {
          event.preventDefault()
          const found = read === text ? search?.found[chosen] : findDishes(menu.items, text, menu.best).found[at]
          if (!found) return
          onPick(found.item, event.currentTarget, found.quantity)
          type('')
        }
      },
    },
  }
}
