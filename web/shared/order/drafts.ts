import type { QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { ORDER_DETAILS, type OrderType } from '#domain/statuses.ts'
import { tableLabel } from '#domain/table.ts'
import { plural } from '#domain/text.ts'
import {
  addItem,
  afterSend,
  decrement,
  type Draft,
  draftCount,
  dropUnavailable,
  increment,
  type NewDraftLine,
  removeItem,
  replaceLine,
  setNote,
  setQuantity,
} from '#domain/ticket.ts'
import { confirm } from '#web/app/feedback/confirm.tsx'
import { onLive } from '#web/core/live.ts'
import { restaurantIdNow, sessionNow, useRestaurantId, useSession } from '#web/core/session.ts'
import { createStore, readStored, readText, storedKeys, useStore, writeStored } from '#web/core/store.ts'

/**
 * Open tickets, stored on this device only (SCREENS G5): they survive a reload, a locked screen and an ended session, and all tabs share them. They belong to
 * the person who typed them, in one restaurant: another who signs in on this device sees none of them.
 * A key is `table:<id>`, `takeaway:<n>` or `delivery:<n>`.
 */
export type DraftMeta = Details & {
  tableId: string | null
  /** For messages: "T7: 3 items not sent". */
  tableNumber: string | null
  orderType: OrderType
  /** The open order the ticket is added to; if null, the server finds the table's order. */
  orderId: string | null
  /** The details were typed before that order was seen: they only fill what it doesn't have. */
  unseen?: boolean
}

/** What is typed about the order and its customer before there is an order. It is sent once, with the ticket: afterwards the order has it. */
export type Details = {
  customer_name?: string
  mobile_number?: string
  /** The GST number that the bill is to name. */
  customerGstin?: string
  /** Of a delivery. */
  deliveryAddress?: string
  guests?: number
  additionalNote?: string
  specialInstructions?: string
}
const some = (meta: Details, which: (key: keyof Details) => boolean): Details =>
  Object.fromEntries(ORDER_DETAILS.filter(which).map((key) => [key, meta[key]]))
/** The address is kept while the ticket is a take-away's for a moment, or a table's; only a delivery sends it. */
const has = (meta: Details & { orderType?: OrderType }, key: keyof Details): boolean =>
  Boolean(meta[key]) && (key !== 'deliveryAddress' || meta.orderType === 'Delivery')
/** The details that an order of this type has and that are not empty. */
export const detailsOf = (meta: Partial<DraftMeta>): Details => some(meta, (key) => has(meta, key))
const isTyped = (meta: Details): boolean => ORDER_DETAILS.some((key) => meta[key])
/** For `setMeta`: the order has them now. */
export const NO_DETAILS: Partial<DraftMeta> = { ...some({}, () => true), unseen: undefined }
/** Without those that it doesn't have, and without those that were sent and are still the same. */
export const withoutDetails = (meta: DraftMeta, sent: Details): DraftMeta => ({
  ...meta,
  ...NO_DETAILS,
  ...some(meta, (key) => has(meta, key) && meta[key] !== sent[key]),
})
const isUnseen = (meta: DraftMeta, orderId: string | null) => isTyped(meta) && (meta.unseen || meta.orderId !== orderId)
/** With another place or order. Details that were typed before must not be sent over the ones that this order has. */
export function placed(meta: DraftMeta, place: Partial<DraftMeta>): DraftMeta {
  const now = { ...meta, ...place }
  return { ...now, unseen: isUnseen(meta, now.orderId) }
}

/**
 * A send without an answer. It is stored before it is made, so that the same ticket is sent with the same Idempotency-Key, even after a reload.
 * `message` is empty while the answer may still come.
 */
type FailedSend = {
  idempotencyKey: string
  ticket: Draft
  orderId: string | null
  /** Missing if an earlier version of the app sent it. */
  details?: Details
  message: string
}
export type StoredDraft = {
  key: string
  draft: Draft | null
  meta: DraftMeta
  failed: FailedSend | null
  /** Its last change, in ms. Missing if an earlier version of the app stored it. */
  at?: number
}
type Drafts = Record<string, StoredDraft>

export const tableKey = (tableId: string) => `table:${tableId}`
const STORED = 'tawa_drafts:'
const storageKey = (owner: string) => STORED + owner
/** As long as a session can last: after that the same person has signed in again, or is not coming back. */
const MAX_AGE_MS = 7 * 86_400_000
const UNANSWERED = 'The page was closed before the kitchen answered'
const now = () => new Date().toISOString()

// ------------------------------------------------------------ the store

const EMPTY: Drafts = {}
/** Drafts by owner, for those this page has loaded. */
const store = createStore<Record<string, Drafts>>({})

const ownerOf = (restaurantId: string, personId: string | null | undefined) =>
  restaurantId && personId ? `${restaurantId}:${personId}` : ''
/** The owner of the drafts now: restaurant and person. */
export const ownerNow = (): string => ownerOf(restaurantIdNow(), sessionNow().user?._id ?? readText('employeeId'))

function read(owner: string): Drafts {
  const stored = readStored<Drafts>(storageKey(owner)) ?? {}
  return Object.fromEntries(
    Object.entries(stored).filter(
      ([key, d]) => d && typeof d === 'object' && d.key === key && d.meta && (d.draft === null || Array.isArray(d.draft?.lines)),
    ),
  )
}

function load(owner: string): Drafts {
  const held = store.get()[owner]
  if (held) return held
  const drafts = owner ? read(owner) : EMPTY
  // This page has sent nothing yet, so no answer to an earlier page's send will arrive here.
  for (const [key, d] of Object.entries(drafts))
    if (d.failed?.message === '') drafts[key] = { ...d, failed: { ...d.failed, message: UNANSWERED } }
  store.set((all) => ({ ...all, [owner]: drafts }))
  return drafts
}

function save(owner: string, drafts: Drafts) {
  if (!owner) return
  store.set((all) => ({ ...all, [owner]: drafts }))
  writeStored(storageKey(owner), Object.keys(drafts).length === 0 ? null : drafts)
}

/** Keeps the drafts in sync with other tabs, which share the storage, and with orders that end or turn out to have a ticket that was sent. */
export function watchDrafts(client: QueryClient): void {
  dropOld()
  onLive(['orderUpdated', 'orderItemUpdated', 'orderCompleted'], ({ order }) => {
    if (order.orderStatus !== 'pending') forgetOrder(order._id)
  })
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[0] !== 'GET /orders/restaurant/pending') return
    settleArrived((query.state.data as { orders: OrderShape[] } | undefined)?.orders ?? [])
  })
  addEventListener('storage', (event) => {
    if (!event.key?.startsWith(STORED)) return
    const owner = event.key.slice(STORED.length)
    store.set((all) => ({ ...all, [owner]: read(owner) }))
  })
}

/** Removes what nobody has come back for, with dishes or without: a parcel's order and what was typed count too. What has no date counts from now on. */
function dropOld(): void {
  for (const key of storedKeys(STORED)) {
    const drafts = Object.entries(read(key.slice(STORED.length)))
    const kept = drafts.filter(([, stored]) => Date.now() - (stored.at ??= Date.now()) < MAX_AGE_MS)
    writeStored(key, kept.length > 0 ? Object.fromEntries(kept) : null)
  }
}

const blankMeta = (key: string): DraftMeta => ({
  tableId: key.startsWith('table:') ? key.slice(6) : null,
  tableNumber: null,
  orderType: key.startsWith('table:') ? 'Dine In' : key.startsWith('delivery:') ? 'Delivery' : 'Take Away',
  orderId: null,
})

/** Nothing worth keeping: no lines, no failed send, no customer details, no open order. */
const isBlank = ({ draft, meta, failed }: StoredDraft) => !draft && !failed && !isTyped(meta) && !(meta.orderId && !meta.tableId)

export function changeDraft(key: string, change: (stored: StoredDraft) => StoredDraft | null, owner = ownerNow()): void {
  const drafts = load(owner)
  const next = change(drafts[key] ?? { key, draft: null, meta: blankMeta(key), failed: null })
  const { [key]: old, ...rest } = drafts
  if (next === old) return
  save(owner, next && !isBlank(next) ? { ...rest, [key]: { ...next, at: Date.now() } } : rest)
}

export const draftNow = (key: string, owner = ownerNow()): StoredDraft | null => load(owner)[key] ?? null
export const draftsNow = (owner = ownerNow()): StoredDraft[] => Object.values(load(owner))

const edit = (key: string, change: (draft: Draft | null) => Draft | null, base: Partial<DraftMeta> = {}) =>
  changeDraft(key, (stored) => {
    const draft = change(stored.draft)
    if (draft === stored.draft) return stored
    const { meta } = stored
    return { ...stored, draft, meta: stored.draft === null ? placed(meta, base) : meta }
  })
const editLine = (key: string, change: (draft: Draft) => Draft | null) => edit(key, (draft) => (draft ? change(draft) : draft))

/** The first number not used by a take-away (or delivery) on this device. */
export function freeParcelKey(type: 'Take Away' | 'Delivery'): string {
  const prefix = type === 'Delivery' ? 'delivery' : 'takeaway'
  const taken = load(ownerNow())
  let n = 1
  while (taken[`${prefix}:${n}`]) n += 1
  return `${prefix}:${n}`
}

/** The first ticket with the lines of the second after its own. */
const joined = (first: Draft, second: Draft | null): Draft =>
  (second?.lines ?? []).reduce<Draft>((d, { key: _, ...line }) => addItem(d, line, now()), first)

/**
 * Moves an unsent ticket to another table or parcel, which `place` describes; if that has one too, they are joined. A ticket that may have been sent is not
 * joined to another, where its arrival could not be told from the rest and it would be cooked twice: it stays until it is answered.
 */
export function moveDraft(from: string, to: string, place: Partial<DraftMeta> = {}): void {
  const moving = from === to ? null : draftNow(from)
  if (!moving || (moving.failed && draftNow(to)?.draft)) return
  changeDraft(from, () => null)
  changeDraft(to, (there) => {
    const meta = { ...moving.meta, ...there.meta, orderId: there.meta.orderId ?? moving.meta.orderId, ...place }
    meta.unseen = isUnseen(moving.meta, meta.orderId) || isUnseen(there.meta, meta.orderId)
    if (!there.draft) return { key: there.key, draft: moving.draft, meta, failed: moving.failed ?? there.failed }
    return { key: there.key, draft: joined(there.draft, moving.draft), meta, failed: there.failed }
  })
}

/**
 * Moves the unsent ticket when its order moves to another table. `orderId` is the order that is at that table now: after a merge it is not the one that the
 * ticket was begun for.
 */
export function moveTableDraft(from: { id: string } | null, to: { id: string; tableNumber: string } | null, orderId: string | null): void {
  if (from && to) moveDraft(tableKey(from.id), tableKey(to.id), { tableId: to.id, tableNumber: to.tableNumber, orderId })
}

type Arrived = { ticket: Draft; orderId: string; details?: Details }
/**
 * Removes what was sent from the draft, its items and the customer's details, and keeps the order for the next ticket. Details that were typed while it was under way
 * stay. The next ticket must not send the others again: another device may have changed them since.
 */
export function settleDraft(key: string, { ticket, orderId, details = {} }: Arrived, owner?: string): void {
  changeDraft(
    key,
    (s) => ({
      ...s,
      draft: afterSend(s.draft, ticket, now()),
      failed: null,
      meta: { ...withoutDetails(s.meta, details), orderId },
    }),
    owner,
  )
}

/** For the server's open orders: a draft's ticket that is in one of them has arrived, even if no answer came. */
export function settleArrived(orders: readonly OrderShape[]): void {
  for (const { key, failed } of draftsNow()) {
    const order = failed && orders.find((o) => o.kots.some((k) => k.kotId === failed.ticket.kotId))
    if (order) settleDraft(key, { ...failed, orderId: order._id })
  }
}

/** For an order that has ended: drops its drafts without unsent items. */
export function forgetOrder(orderId: string): void {
  for (const { key, draft, failed, meta } of draftsNow()) if (meta.orderId === orderId && !draft && !failed) discardDraft(key)
}

/** Drops the lines and all customer details. */
export const discardDraft = (key: string): void => changeDraft(key, () => null)

/**
 * Before a sign-out, which removes this person's drafts from the device: asks when something in them was not sent. Returns whether to sign out.
 */
export async function mayDropDrafts(ask: typeof confirm = confirm): Promise<boolean> {
  // Of all outlets in which this person has worked here, as a partner does.
  const person = sessionNow().user?._id ?? readText('employeeId')
  const others = storedKeys(STORED).map((key) => key.slice(STORED.length))
  const owners = new Set([ownerNow(), ...others.filter((owner) => person && owner.endsWith(`:${person}`))])
  const unsent = [...owners].flatMap(draftsNow).filter(({ draft, failed, meta }) => draft || failed || isTyped(meta))
  const count = unsent.reduce((n, { draft, failed }) => n + draftCount(draft ?? failed?.ticket ?? null), 0)
  const yes =
    unsent.length === 0 ||
    (await ask({
      title: `Sign out and discard ${count > 0 ? plural(count, 'unsent item') : 'what was typed'}?`,
      body: `${count > 0 ? `The kitchen has not received ${count === 1 ? 'it' : 'them'}` : 'Not sent'}: ${unsent.map((one) => draftLabel(one, tableLabel)).join(', ')}.`,
      confirmLabel: 'Sign out',
      tone: 'danger',
    }))
  if (yes) for (const owner of owners) save(owner, EMPTY)
  return yes
}

// ------------------------------------------------------------ for pages

const useDrafts = (): Drafts => {
  const { user } = useSession()
  const owner = ownerOf(useRestaurantId(), user?._id)
  load(owner)
  return useStore(store, (all) => all[owner] ?? EMPTY)
}

export type DraftActions = {
  add: (item: NewDraftLine) => void
  addAll: (items: readonly NewDraftLine[]) => void
  increment: (lineKey: string) => void
  decrement: (lineKey: string) => void
  remove: (lineKey: string) => void
  setQuantity: (lineKey: string, quantity: number) => void
  setNote: (lineKey: string, note: string) => void
  replace: (lineKey: string, item: NewDraftLine) => void
  dropUnavailable: (itemIds: readonly string[]) => void
  /** Drops the lines; what is known of the customer stays. */
  drop: () => void
  /** Gives discarded lines back, for Undo. What was added since stays. */
  giveBack: (discarded: Draft | null) => void
  setMeta: (meta: Partial<DraftMeta>) => void
  clear: () => void
}

export function draftActions(key: string, base?: Partial<DraftMeta>): DraftActions {
  return {
    add: (item) => edit(key, (d) => addItem(d, item, now()), base),
    addAll: (items) => edit(key, (d) => items.reduce<Draft | null>((all, item) => addItem(all, item, now()), d), base),
    increment: (line) => editLine(key, (d) => increment(d, line, now())),
    decrement: (line) => editLine(key, (d) => decrement(d, line, now())),
    remove: (line) => editLine(key, (d) => removeItem(d, line, now())),
    setQuantity: (line, quantity) => editLine(key, (d) => setQuantity(d, line, quantity, now())),
    setNote: (line, note) => editLine(key, (d) => setNote(d, line, note, now())),
    replace: (line, item) => editLine(key, (d) => replaceLine(d, line, item, now())),
    dropUnavailable: (ids) => editLine(key, (d) => dropUnavailable(d, ids, now())),
    drop: () => edit(key, () => null, base),
    giveBack: (discarded) => edit(key, (d) => (d ? joined(d, discarded) : discarded), base),
    setMeta: (meta) => changeDraft(key, (s) => ({ ...s, meta: { ...s.meta, ...meta } })),
    clear: () => discardDraft(key),
  }
}

/**
 * The open ticket of a table or parcel, and its actions. `base` is stored with the first line: the table's number, and the open
 * order it is for, so that sending after that order has ended asks first instead of opening another order.
 */
export function useDraft(
  key: string,
  base?: Partial<DraftMeta>,
): { draft: Draft | null; meta: DraftMeta; failed: FailedSend | null; count: number } & DraftActions {
  const drafts = useDrafts()
  const stored = drafts[key]
  const noted = JSON.stringify(base ?? {})
  const actions = useMemo(() => draftActions(key, JSON.parse(noted) as Partial<DraftMeta>), [key, noted])
  const meta = useMemo(() => stored?.meta ?? blankMeta(key), [stored, key])
  return { draft: stored?.draft ?? null, meta, failed: stored?.failed ?? null, count: draftCount(stored?.draft ?? null), ...actions }
}

export const useAllDrafts = (): StoredDraft[] => {
  const drafts = useDrafts()
  return useMemo(() => Object.values(drafts), [drafts])
}

/** True for a parcel's key with a number of this device, false for one made from the id of an order that was opened from a list. */
export const isNumbered = (key: string): boolean => /:\d{1,4}$/.test(key)

export const draftLabel = ({ meta, key }: Pick<StoredDraft, 'meta' | 'key'>, label: (n: string) => string): string =>
  meta.tableNumber
    ? label(meta.tableNumber)
    : meta.tableId
      ? 'Table'
      : [meta.orderType, isNumbered(key) && key.split(':')[1]].filter(Boolean).join(' ')
