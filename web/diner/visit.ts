import type { Necessary } from '#domain/api/listing.ts'
import type { OrderShape } from '#domain/api/order.ts'
import type { AlertShape } from '#domain/api/tables.ts'
import { createStore, readStored, useStore, writeStored } from '#web/core/store.ts'
import { followTabs } from './tabs.ts'

/** What this phone knows of its table: the order, the calls for service, and whether changes reach it at once. live.ts keeps it up to date. */
export type Visit = {
  order: OrderShape | null
  alerts: readonly AlertShape[]
  line: 'idle' | 'connecting' | 'connected' | 'reconnecting'
  /** The table's order was read at least once: without one, nothing was ordered. */
  isRead: boolean
  /** Why the last reading failed; null when it did not. */
  failed: string | null
  /** The phone's clock minus the server's, in milliseconds. */
  skew: number
  /** The sheet with the calls is open; it closes with the visit. */
  callsOpen: boolean
  /** Calls under way, and those that failed, by their type. `back`: taking one back has failed. */
  sendings: Readonly<Record<string, { failed: string | null; back?: boolean } | undefined>>
  /** The calls that this page has made, by their ids. */
  ownCalls: readonly string[]
  /** How the last visit ended without a bill; shown until the next one begins. */
  ended: Ended | null
}

/** `order`: one that was cancelled, whose dishes can be put into the cart again. */
export type Ended = { title: string; text: string; order?: Pick<OrderShape, 'restaurantId' | 'kots'> }

const NONE: Visit = {
  order: null,
  alerts: [],
  line: 'idle',
  isRead: false,
  failed: null,
  skew: 0,
  callsOpen: false,
  sendings: {},
  ownCalls: [],
  ended: null,
}
export const visit = createStore<Visit>(NONE)
export const useVisit = (): Visit => useStore(visit)
export const changeVisit = (change: Partial<Visit>): void => visit.set((old) => ({ ...old, ...change }))
/** The table's open calls as the room tells them. A call that is new among them has arrived, so it is no failed one although its answer was lost; nor is one that is gone to be taken back. */
export const takeAlerts = (alerts: Visit['alerts']): void =>
  visit.set((old) => ({
    ...old,
    alerts,
    sendings: Object.fromEntries(
      Object.entries(old.sendings).filter(
        ([type, sending]) => !sending?.failed || (sending.back ? idOf(type, alerts) : !isNewer(type, alerts, old.alerts)),
      ),
    ),
  }))
const idOf = (type: string, alerts: Visit['alerts']) => alerts.find((a) => a.alertType === type)?._id
/** True if the open call of a type is another one than before. */
export function isNewer(type: string, now: Visit['alerts'], before: Visit['alerts']): boolean {
  const id = idOf(type, now)
  return id !== undefined && id !== idOf(type, before)
}
export const clearVisit = (ended: Visit['ended'] = null): void => visit.set({ ...NONE, ended })

// ------------------------------------------------------------ the order as it was seen last

const LAST = 'tawa_last_order'
/** An order that an earlier version of this page kept has no `restaurant`. */
export type Last = { order: OrderShape; restaurant?: ReceiptRestaurant; at: string }

/** Kept, because a phone that sleeps while the bill is settled misses `orderCompleted`, and can't read the order with its token afterwards. */
export const keepLast = (last: Omit<Last, 'at'> | null): void => writeStored(LAST, last && { ...last, at: new Date().toISOString() })
const MAX_AGE_MS = 12 * 3_600_000
export function lastOrder(): Last | null {
  const last = readStored<Last>(LAST)
  return last?.order && Date.now() - Date.parse(last.at) < MAX_AGE_MS ? last : null
}

// ------------------------------------------------------------ the receipt (CONTRACT §2: `tawa_receipt_print`)

export type ReceiptRestaurant = Pick<Necessary, 'establishment_name' | 'timezone'> &
  Partial<Pick<Necessary, 'address' | 'international_phone_number' | 'gstNumber' | 'fssaiNumber' | 'vatNumber'>>
export type Receipt = {
  order: OrderShape
  restaurant: ReceiptRestaurant
  /** The name of this phone's guest, because several guests of a table have the same receipt. */
  guestName?: string
  feedbackToken: string | null
  /** UTC ISO. If the phone missed the end, the order is as it was at this time, and the restaurant's own bill counts. */
  seenAt: string
  isFinal: boolean
  /** The guest's own, one to five stars; 0 when another phone of the table gave the order's feedback. */
  rating?: number
}

const RECEIPT = 'tawa_receipt_print'
const receipt = createStore<Receipt | null>(readReceipt())
function readReceipt(): Receipt | null {
  const kept = readStored<Receipt>(RECEIPT)
  return kept?.order?.kots && kept.restaurant ? kept : null
}
/** Called once: the visit may end in another tab of this phone. */
export const watchReceipt = (): void => followTabs(RECEIPT, () => receipt.set(readReceipt()))
export const receiptNow = receipt.get
export const useReceipt = (): Receipt | null => useStore(receipt)
export function keepReceipt(next: Receipt | null): void {
  writeStored(RECEIPT, next)
  receipt.set(next)
}
