import { createStore, readStored, readText, useStore, writeStored, writeText } from '#web/core/store.ts'
import { currentToken } from '#web/core/tokens.ts'
import { followTabs } from './tabs.ts'

/**
 * Where this phone is: the restaurant whose menu it shows and, when a printed code was scanned, the table. Kept on the device, `restaurantId` and `tableId`
 * under the names of CONTRACT §2.
 */
export type Place = {
  restaurantId: string
  restaurantName: string
  tableId: string | null
  tableNumber: string | null
  /** The code that was scanned: `/t/<qrToken>`. */
  qrToken: string | null
}

const KEY = 'tawa_place'

/** How long a scanned code counts, in ms: somebody who scanned it yesterday has left the table, and must not call its waiter from home. */
const VISIT_MS = 12 * 3600_000

/** A place's restaurant, without the table. */
export const withoutTable = (place: Place): Place => ({ ...place, tableId: null, tableNumber: null, qrToken: null })

/** The place that was stored at `at` (ms); `now` (ms) decides whether its table still counts. Exported for its test. */
export function placeKept(kept: (Place & { at?: number }) | null, now: number): Place | null {
  if (!kept) return null
  const { at = 0, ...place } = kept
  return now - at < VISIT_MS ? place : withoutTable(place)
}

function stored(): Place | null {
  const place = placeKept(readStored<Place & { at?: number }>(KEY), Date.now())
  // If somebody of the staff signed in since then, these ids are theirs.
  return place && (isStaffDevice() || readText('restaurantId') === place.restaurantId) ? place : null
}

/** On a device of staff, `restaurantId` is their own restaurant's, also while they look at a guest's page. */
const isStaffDevice = () => currentToken()?.family === 'restaurant'

const store = createStore<Place | null>(stored())
/** When the stored place was set (ms). */
const storedAt = () => readStored<{ at?: number }>(KEY)?.at ?? 0
/** When this tab's place was set (ms). */
let placedAt = storedAt()

export const placeNow = (): Place | null => store.get()
export const usePlace = (): Place | null => useStore(store)
export const onPlaceChange = store.subscribe

/** `isVisitor`: this tab alone is there, and after a reload the phone is where it was. */
export function setPlace(place: Place | null, at = Date.now(), isVisitor = false): void {
  placedAt = at
  store.set(place)
  if (isVisitor) return
  writeStored(KEY, place && { ...place, at })
  if (!isStaffDevice()) {
    writeText('restaurantId', place?.restaurantId)
    writeText('tableId', place?.tableId)
  }
}

/** After a move (SPEC §4): the table is another one, the restaurant the same. */
export function moveTo(table: { tableId: string; tableNumber: string; qrToken?: string | null }): void {
  const place = store.get()
  if (place) setPlace({ ...place, tableId: table.tableId, tableNumber: table.tableNumber, qrToken: table.qrToken ?? null })
}

/**
 * Leaves a table that was scanned too long ago, in a page that was not loaded again since. True if another tab has stored another place meanwhile: this tab is there
 * then too, as if it were loaded again.
 */
export function leaveOldTable(): boolean {
  const place = store.get()
  if (Date.now() - placedAt < VISIT_MS) return false
  if (storedAt() > placedAt) {
    placedAt = storedAt()
    store.set(stored())
    return true
  }
  // Its time stays, so that a table that is scanned in another tab afterwards counts as newer.
  if (place?.tableId) {
    const kept = placeKept({ ...place, at: placedAt }, Date.now())
    // What another tab has forgotten, because the order ended, stays forgotten.
    if (storedAt() === placedAt) setPlace(kept, placedAt)
    else store.set(kept)
  }
  return false
}

/**
 * Called once: another tab has been to a table, which is this tab's too if it shows the same restaurant, or has forgotten where the phone is, because the order ended.
 */
export const watchPlace = (): void =>
  followTabs(KEY, () => {
    const place = store.get()
    // Not `stored()`: the other tab may be writing `restaurantId` only now. Its age is looked at by `leaveOldTable`.
    const there = placeKept(readStored(KEY), 0)
    if (there && place && there.restaurantId !== place.restaurantId) return
    placedAt = storedAt()
    store.set(there ?? (place && withoutTable(place)))
  })

/** The order ended (SPEC §4): the phone forgets the table and the restaurant. */
export const leavePlace = (): void => setPlace(null)
