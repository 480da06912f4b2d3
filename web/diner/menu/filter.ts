import { createStore } from '#web/core/store.ts'
import { cartNow, inCart, onCartChange } from '../cart.ts'
import { menuElement } from './document.ts'
import { onPlaceChange, placeNow } from '../place.ts'
import { onDishesChange, onMenuData } from './page.ts'
import { paint, paintTable } from './rows.ts'
import { isSaved, onSavedChange } from './saved.ts'

/** What the guest looks for in the menu. */
export const filter = createStore({ search: '', vegOnly: false })

/** Clears the search and the veg filter, in the menu's HTML too. */
export function showAll(): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('#menu .find input')) {
    input.value = ''
    input.checked = false
  }
  filter.set({ search: '', vegOnly: false })
}

/** Paints a restaurant's rows and the table's line now and whenever cart, hearts, dishes, the filter or the table change. Returns a function that stops it. */
export function keepPainted(restaurantId: string): () => void {
  const again = () => {
    const cart = cartNow(restaurantId)
    paint(menuElement(), { ...filter.get(), inCart: (id) => inCart(cart, id), isSaved })
    const place = placeNow()
    paintTable(menuElement(), place?.restaurantId === restaurantId ? place.tableNumber : null)
  }
  const veg = (event: Event) => {
    const { id, checked } = event.target as HTMLInputElement
    if (id === 'veg-only') filter.set((now) => ({ ...now, vegOnly: checked }))
  }
  again()
  const stops = [onMenuData, onCartChange, onDishesChange, onSavedChange, onPlaceChange, filter.subscribe].map((on) => on(again))
  menuElement().addEventListener('change', veg)
  return () => {
    for (const stop of stops) stop()
    menuElement().removeEventListener('change', veg)
  }
}
