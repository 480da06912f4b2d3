import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { filter } from './filter.ts'
import { Icon } from '../Icon.tsx'
import { menuElement } from './document.ts'
import { forgetSearches, rememberText, useSearches } from './search.ts'

/** The head that stays at the top, and the space above the field. */
const HEAD_PX = 72
const input = () => menuElement().querySelector<HTMLInputElement>('#search')

/** The search field is the Worker's HTML; this listens to it and shows the six latest searches below it while it is empty and has the focus. */
export function SearchBox({ restaurantId }: { restaurantId: string }) {
  const searches = useSearches(restaurantId)
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const menu = menuElement()
    const typed = () => {
      const search = input()?.value ?? ''
      filter.set((now) => ({ ...now, search }))
      const hasFocus = document.activeElement === input()
      setOpen(search.trim() === '' && hasFocus)
      // Right below the head, because a phone's keyboard leaves half of the screen for the results.
      if (hasFocus) scrollBy(0, Math.max(0, (input()?.getBoundingClientRect().top ?? 0) - HEAD_PX))
    }
    const finished = () => rememberText(restaurantId, input()?.value ?? '')
    // On the menu, because its HTML may be replaced. A press on one of the searches takes the focus from the field before it is a press.
    const inField = (listener: (event: KeyboardEvent) => void) => (event: Event) => {
      if ((event.target as Element).id === 'search') listener(event as KeyboardEvent)
    }
    const listeners = {
      input: inField(typed),
      focusin: inField(typed),
      focusout: inField(() => setTimeout(() => placeOf()?.contains(document.activeElement) || setOpen(false), 0)),
      change: inField(finished),
      keydown: inField(({ key }) => key === 'Enter' && input()?.blur()),
    }
    for (const [name, listener] of Object.entries(listeners)) menu.addEventListener(name, listener)
    typed()
    return () => {
      for (const [name, listener] of Object.entries(listeners)) menu.removeEventListener(name, listener)
    }
  }, [restaurantId])

  const place = placeOf()
  if (!open || searches.length === 0 || !place) return null
  const choose = (text: string) => {
    const field = input()
    if (!field) return
    field.value = text
    field.focus()
    // The field's own listener takes it from here.
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return createPortal(
    <div className="searches">
      <h2>Latest searches</h2>
      <ul>
        {searches.map((search) => (
          <li key={search.name}>
            <button type="button" onPointerDown={(event) => event.preventDefault()} onClick={() => choose(search.name)}>
              <Icon name="clock" />
              {search.name}
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="link" onPointerDown={(event) => event.preventDefault()} onClick={() => forgetSearches(restaurantId)}>
        Clear
      </button>
    </div>,
    place,
  )
}

const placeOf = () => menuElement().querySelector<HTMLElement>('#searches')
