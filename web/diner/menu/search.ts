import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { createStore, readStored, useStore, writeStored } from '#web/core/store.ts'

/** The six latest searches in a restaurant's menu, on this device (SPEC §3 "Search history"): of a dish, or of any text. */
export type Searched = { id: string; name: string; isFreeText: boolean }
const KEPT = 6
const KEY = 'tawa_searches:'

const store = createStore<Record<string, readonly Searched[]>>({})
const NONE: readonly Searched[] = []
const listOf = (restaurantId: string) => store.get()[restaurantId] ?? readStored<Searched[]>(KEY + restaurantId) ?? NONE

let read: { id: string; list: readonly Searched[] } | null = null
export const useSearches = (restaurantId: string): readonly Searched[] =>
  useStore(store, (all) => {
    const known = all[restaurantId]
    if (known) return known
    if (read?.id !== restaurantId) read = { id: restaurantId, list: listOf(restaurantId) }
    return read.list
  })

/** The list with one more, newest first; the same text again moves to the front. */
export const withSearch = (list: readonly Searched[], search: Searched): Searched[] =>
  [search, ...list.filter((other) => other.name.toLowerCase() !== search.name.toLowerCase())].slice(0, KEPT)

function keep(restaurantId: string, list: readonly Searched[]): void {
  store.set((all) => ({ ...all, [restaurantId]: list }))
  writeStored(KEY + restaurantId, list.length > 0 ? list : null)
}

/** Remembers a text that was searched for; one of a single letter is no search. */
export function rememberText(restaurantId: string, text: string): void {
  const name = text.trim().slice(0, 60)
  if (name.length > 1) keep(restaurantId, withSearch(listOf(restaurantId), { id: name, name, isFreeText: true }))
}
/** Remembers a dish that was opened from the search's results, in place of the text that found it. */
export function rememberDish(restaurantId: string, dish: Pick<MenuItemShape, '_id' | 'name'>, text: string): void {
  const others = listOf(restaurantId).filter((s) => !(s.isFreeText && s.name.toLowerCase() === text.trim().toLowerCase()))
  keep(restaurantId, withSearch(others, { id: dish._id, name: dish.name, isFreeText: false }))
}
export const forgetSearches = (restaurantId: string): void => keep(restaurantId, [])

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
const words = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** A longer word may lack letters, one at a place: "burgr". */
const begins = (other: string, word: string): boolean =>
  other.startsWith(word) || (word.length > 4 && RegExp(`^${[...word].join('.?')}`).test(other))

/**
 * True if each typed word begins a word of the text, or all of them together are in it: "king fisher". Accents and case don't matter. An empty search fits everything.
 */
export function fits(text: string, typed: string): boolean {
  const [have, wanted] = [words(text), words(typed)]
  return wanted.every((word) => have.some((other) => begins(other, word))) || (wanted.length > 1 && have.join('').includes(wanted.join('')))
}
