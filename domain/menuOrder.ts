import { conflict, notFound } from './errors.ts'

/** A list with one of its entries taken to another place; the others close up. The same list when nothing moves or a place does not exist. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  if (from === to || !(from in list) || !(to in list)) return list
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(to, 0, ...list.slice(from, from + 1))
}

/**
 * Checks that a new order names every id of the place exactly once, because an id left out would have no position. `current`: the present ids. Throws 404 for
 * an id that is not, or no longer, in the place; 409 `menu_changed` with the current `ids` when something was added since.
 */
export function checkOrder(ids: readonly string[], current: readonly string[]): void {
  if (ids.some((id) => !current.includes(id))) throw notFound('Something in the list is no longer there. Look at the menu again.')
  if (current.some((id) => !ids.includes(id)))
    throw conflict('menu_changed', 'Something was added on another device. Look at the menu and put it in order again.', { ids: current })
}
