import { type KeyboardEvent, startTransition, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { findDishes } from '#domain/dishSearch.ts'
import { afterPaint } from '#web/app/afterPaint.ts'
import { createStore } from '#web/core/store.ts'
import { lookup } from '#web/shared/menu/lookup.ts'
import type { MenuData } from '#web/shared/menu/menu.ts'

export const RESULTS = 'pos-results'
export const resultId = (index: number): string => `${RESULTS}-${index}`
/** The most results that are shown; for others, one types another letter. */
export const RESULTS_SHOWN = 12

/**
 * The search of the counter: codes, names and quantities (SCREENS §6.29). Arrows choose, Enter adds and clears the text for the next dish. A typed letter
 * renders its field alone and its results follow, so that a long menu never slows down typing. Enter takes the result for the typed text, even before it is
 * shown.
 */
export function useDishSearch(menu: MenuData, onPick: (item: MenuItemShape, at: HTMLElement, quantity: number) => void) {
  const [typed] = useState(() => createStore(lookup.get()))
  /** The text of the results. */
  const [read, setRead] = useState(typed.get)
  const [at, setAt] = useState(0)
  const atNow = useRef(0)
  const choose = (next: number) => setAt((atNow.current = next))
  const type = (next: string) => {
    typed.set(next)
    startTransition(() => {
      setRead(next)
      choose(0)
    })
  }
  // A search from the palette: made before the counter opened (above), or now.
  const typeFound = useEffectEvent(type)
  useEffect(() => {
    lookup.set('')
    return lookup.subscribe(() => {
      const name = lookup.get()
      if (!name) return
      lookup.set('')
      typeFound(name)
    })
  }, [])
  const search = useMemo(() => (read.trim() ? findDishes(menu.items, read, menu.best) : null), [menu.items, read, menu.best])
  const shown = Math.min(search?.found.length ?? 0, RESULTS_SHOWN)
  const chosen = Math.min(at, Math.max(0, shown - 1))
  return {
    search,
    chosen,
    /** A tapped result. The text stays, so that another of the same results can be tapped. */
    tap: (item: MenuItemShape, row: HTMLElement) =>
      onPick(item, row, search?.found.find((one) => one.item._id === item._id)?.quantity ?? 1),
    field: {
      typed,
      onChange: type,
      'aria-controls': search ? RESULTS : undefined,
      'aria-activedescendant': shown > 0 ? resultId(chosen) : undefined,
      onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
        const { currentTarget: field, key } = event
        const text = typed.get()
        const by = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
        if (by !== 0 && search) {
          event.preventDefault()
          if (shown > 0) choose((chosen + by + shown) % shown)
        } else if (by === 1) {
          event.preventDefault()
          document.querySelector<HTMLElement>('[data-tile][tabindex="0"]')?.focus()
        } else if (key === 'Enter' && !event.ctrlKey && !event.metaKey && text.trim()) {
          event.preventDefault()
          const found = read === text ? search?.found[chosen] : findDishes(menu.items, text, menu.best).found[atNow.current]
          if (!found) return
          type('')
          // The empty field answers first.
          afterPaint(() => onPick(found.item, field, found.quantity))
        }
      },
    },
  }
}
