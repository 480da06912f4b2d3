import type { Place } from '../place.ts'
import { scannedAt } from '../sitting.ts'

/** The menu that the Worker wrote into the document: `#menu`, with restaurant and table as data attributes (worker/diner/document.ts). */
export const menuElement = (): HTMLElement => {
  const found = document.getElementById('menu')
  if (!found) throw new Error('The document has no #menu')
  return found
}

/** Called once, before anything is rendered: a scanned code sets where this phone is. */
export function startMenu(): void {
  const { restaurant, name, table, number, code } = menuElement().dataset
  if (!restaurant || !table) return
  const place: Place = {
    restaurantId: restaurant,
    restaurantName: name ?? '',
    tableId: table,
    tableNumber: number ?? null,
    qrToken: code ?? null,
  }
  scannedAt(place)
}
