import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Kot, OrderShape } from '#domain/api/order.ts'
import { randomId } from '#domain/ids.ts'
import { whyGstinStays, whyNameStays } from '#domain/paid.ts'
import { type Draft, isEmpty, toSent } from '#domain/ticket.ts'
import { ApiError, call, messageOf } from '#web/core/api.ts'
import { leavesOpen } from '#web/core/attempt.ts'
import { apiQuery } from '#web/core/query.ts'
import { hasKotPrinter, sentHere } from '#web/shared/print/host.tsx'
import { markOwn } from './changes.ts'
import {
  changeDraft,
  detailsOf,
  type DraftMeta,
  draftNow,
  draftsNow,
  ownerNow,
  settleDraft,
  type StoredDraft,
  withoutDetails,
} from './drafts.ts'
import { absorb } from '#web/core/liveCache.ts'
import { showError, snack } from '#web/app/feedback/snack.tsx'
import { playSound } from '#web/app/feedback/sound.ts'
import { createStore, useStore } from '#web/core/store.ts'
import { isMergedAway } from './label.ts'
import { orderOfRefusal } from './refused.ts'

/** The result of sending a ticket. It is sent only when a person presses Send, never queued; a retry sends the same ticket (SCREENS G5). */
type SendResult =
  | { ok: true; order: OrderShape; kot: Kot | null }
  | { ok: false; reason: 'empty' }
  /** An item is unavailable: its line is marked, "Remove and send rest" drops it. */
  | { ok: false; reason: 'unavailable'; itemId: string; message: string }
  /** The order ended meanwhile, or an earlier send of the ticket did arrive: ConflictDialog asks what to do. */
  | { ok: false; reason: 'over'; message: string; order: OrderShape | null }
  /** It may not have arrived: the tray offers Retry. */
  | { ok: false; reason: 'network'; message: string }
  | { ok: false; reason: 'refused'; message: string; error: unknown }

const sending = createStore<ReadonlySet<string>>(new Set())
const underWay = new Map<string, Promise<SendResult>>()
const busy = (key: string, on: boolean) => sending.set((set) => new Set([...set].filter((k) => k !== key).concat(on ? key : [])))

/** Sends a draft. A second press while it is being sent returns the same promise. */
export function sendKot(client: QueryClient, key: string): Promise<SendResult> {
  const owner = ownerNow()
  const id = `${owner} ${key}`
  const known = underWay.get(id)
  if (known) return known
  busy(key, true)
  const made = send(client, key, owner).finally(() => {
    underWay.delete(id)
    busy(key, false)
  })
  underWay.set(id, made)
  return made
}

async function send(client: QueryClient, at: string, owner: string, rounds = 0): Promise<SendResult> {
  let key = at
  const stored = draftNow(key, owner)
  const failed = stored?.failed ?? null
  if (!stored || (isEmpty(stored.draft) && !failed)) return { ok: false, reason: 'empty' }
  if (failed && !holds(stored.draft, failed.ticket)) {
    // Lines were removed since the failed send. Resending the old ticket would have them cooked; dropping it might have the rest cooked twice. So check first whether it arrived.
    const answer = await arrived(client, failed.ticket.kotId)
    if (answer === 'unknown') return { ok: false, reason: 'network', message: failed.message }
    if (answer) settleDraft(key, { ...failed, orderId: answer._id }, owner)
    else changeDraft(key, (s) => ({ ...s, failed: null }), owner)
    return rounds < 3 ? send(client, key, owner, rounds + 1) : { ok: false, reason: 'empty' }
  }
  const ticket = failed?.ticket ?? (stored.draft as Draft)
  const own = openOrderOf(client, stored)
  const orderId = failed ? failed.orderId : isToFill(stored.meta, own) ? null : stored.meta.orderId
  const idempotencyKey = failed?.idempotencyKey ?? randomId()
  const meta = withoutLateGstin(own, stored, owner)
  // A retry says what was said first, or the server would refuse it under the same key. What was typed since follows.
  const details = failed?.details ?? detailsOf(meta)
  const kots = [toSent(ticket)]
  markOwn({ kind: 'ticket', kotId: ticket.kotId })
  // Of a repeat nobody knows whether the first one arrived, and was printed. A printer may have printed it although it was removed since.
  if (!failed && !hasKotPrinter()) sentHere.add(ticket.kotId)
  // Stored before it is sent, so that after a reload the same ticket is sent again with the same key, and never a second one.
  const attempt = { idempotencyKey, ticket, orderId, details, message: failed?.message ?? '' }
  changeDraft(key, (s) => ({ ...s, failed: attempt }), owner)
  // It may go to another table while it is under way.
  const found = () => draftsNow(owner).find((d) => d.failed?.idempotencyKey === idempotencyKey)?.key ?? key
  try {
    const { order } = orderId
      ? await call('PUT /pos/order', { body: { orderId, orderData: { ...details, kots } }, idempotencyKey })
      : await call('POST /pos/order', { body: { ...details, tableId: meta.tableId, orderType: meta.orderType, kots }, idempotencyKey })
    key = found()
    settleDraft(key, { ticket, orderId: order._id, details }, owner)
    absorb(client, { order })
    const kot = order.kots.find((k) => k.kotId === ticket.kotId) ?? null
    // A retry sent the old ticket. Send what was added since right after it, because the person sent all of it.
    if (failed && !isEmpty(draftNow(key, owner)?.draft ?? null) && rounds < 3) return send(client, key, owner, rounds + 1)
    return { ok: true, order: (await sendDetails(client, key, owner, order._id)) ?? order, kot }
  } catch (error) {
    const there = rounds < 3 ? await guestsGoOnIn(error) : null
    key = found()
    if (there && draftNow(key, owner)?.failed) {
      changeDraft(key, (s) => ({ ...s, failed: null, meta: { ...s.meta, orderId: there._id } }), owner)
      absorb(client, (error as ApiError).details)
      absorb(client, { order: there })
      return send(client, key, owner, rounds + 1)
    }
    return failure(error, { client, key, owner, attempt, before: failed })
  }
}

/** The ticket's order in the list of open ones, null if it isn't there, undefined while there is no list. */
const openOrderOf = (client: QueryClient, { meta }: StoredDraft): OrderShape | null | undefined => {
  const list = client.getQueryData(apiQuery('GET /orders/restaurant/pending').queryKey)
  return list && (list.orders.find(({ _id }) => _id === meta.orderId) ?? null)
}

/**
 * Are the details sent without the order, so that the server finds the table's and fills only what it doesn't have? Not when the order seems to be over or
 * elsewhere: sent to it, the ticket is refused and asked about.
 */
const isToFill = ({ unseen, tableId }: DraftMeta, order: OrderShape | null | undefined) =>
  unseen && tableId !== null && (order === undefined || order?.tableId === tableId)

/**
 * A GST number, or a name beside one, that was typed before money was received for the order's bill can't be saved any more: the server would refuse the whole ticket
 * with it.
 */
function withoutLateGstin(order: OrderShape | null | undefined, { key, meta }: StoredDraft, owner: string): DraftMeta {
  if (!order) return meta
  const late = (field: 'customerGstin' | 'customer_name', stays: string | null) =>
    meta[field] && meta[field] !== order[field] ? stays : null
  const name = late('customer_name', whyNameStays(order))
  const stays = late('customerGstin', whyGstinStays(order)) ?? name
  if (!stays) return meta
  snack.warning(stays, { id: 'gstin' })
  const kept = { ...meta, customerGstin: undefined, ...(name && { customer_name: undefined }) }
  changeDraft(key, (s) => ({ ...s, meta: kept }), owner)
  return kept
}

/** Saves the details that were typed while the ticket was under way; null if there are none. If that fails they stay, and go with the next ticket. */
async function sendDetails(client: QueryClient, key: string, owner: string, orderId: string): Promise<OrderShape | null> {
  const stored = draftNow(key, owner)
  const details = detailsOf(stored?.meta ?? {})
  if (!stored || stored.draft || Object.keys(details).length === 0) return null
  try {
    const { order } = await call('PUT /pos/order', { body: { orderId, orderData: details }, idempotencyKey: randomId() })
    changeDraft(key, (s) => ({ ...s, meta: withoutDetails(s.meta, details) }), owner)
    absorb(client, { order })
    return order
  } catch {
    return null
  }
}

/** The result of a successful send, for a ticket that is found in one of the server's open orders. */
function shownSince(client: QueryClient, kotId: string): SendResult | null {
  const lists = client.getQueriesData<{ orders: OrderShape[] }>({ queryKey: ['GET /orders/restaurant/pending'] })
  for (const order of lists.flatMap(([, list]) => list?.orders ?? [])) {
    const kot = order.kots.find((one) => one.kotId === kotId)
    if (kot) return { ok: true, order, kot }
  }
  return null
}

/**
 * The open order in which the guests of an order go on that was merged into another, which is why a ticket was refused; null if there is none, or for any other
 * refusal. It is known by the lines that it took over: the next guests of the table have newer ones.
 */
async function guestsGoOnIn(error: unknown): Promise<OrderShape | null> {
  const gone = error instanceof ApiError && error.code === 'invalid_transition' ? orderOfRefusal(error) : null
  if (!gone || !isMergedAway(gone)) return null
  const { tableId, createdAt: from, completedAt: to } = gone
  const isOfGone = ({ createdAt, items }: Kot) =>
    createdAt >= from && to !== null && createdAt <= to && items.some((item) => item.tableId === tableId)
  try {
    const { orders } = await call('GET /orders/restaurant/pending')
    const found = orders.filter(({ kots }) => kots.some(isOfGone))
    return found.length === 1 ? (found[0] ?? null) : null
  } catch {
    return null
  }
}

type Sent = NonNullable<StoredDraft['failed']>
type Attempt = { client: QueryClient; key: string; owner: string; attempt: Sent; before: Sent | null }

function failure(error: unknown, { client, key, owner, attempt, before }: Attempt): SendResult {
  const message = messageOf(error)
  const { orderId } = attempt
  const forgetTry = () => changeDraft(key, (s) => (s.failed ? { ...s, failed: null } : s), owner)
  if (!(error instanceof ApiError) || error.network || error.status >= 500) {
    if (draftNow(key, owner)?.failed?.idempotencyKey === attempt.idempotencyKey) {
      playSound('failure')
      changeDraft(key, (s) => ({ ...s, failed: { ...attempt, message } }), owner)
    } else {
      // An event has shown that the ticket arrived, so only its answer is lost. It counts as sent: nobody needs to press again.
      const shown = shownSince(client, attempt.ticket.kotId)
      if (shown) return shown
    }
    return { ok: false, reason: 'network', message }
  }
  absorb(client, error.details)
  if (error.code === 'item_unavailable') {
    forgetTry()
    const itemId = String(error.details.itemId ?? '')
    void client.invalidateQueries({ queryKey: ['POST /menus/restaurant'] })
    return { ok: false, reason: 'unavailable', itemId, message }
  }
  // kot_id_taken: an earlier send arrived without an answer, and its order has ended since. Only a person knows whether these lines were in it.
  if (
    error.code === 'kot_id_taken' ||
    (orderId && (error.code === 'invalid_transition' || error.code === 'version_conflict' || error.status === 404))
  ) {
    const order = orderOfRefusal(error)
    if (order && order.orderStatus === 'pending') {
      forgetTry()
      showError(error, { id: 'send-kot' })
      return { ok: false, reason: 'refused', message, error }
    }
    forgetTry()
    askAbout({ key, owner, message, order })
    return { ok: false, reason: 'over', message, order }
  }
  // Refused before anything was done (signed out, rate limited): only an earlier attempt can have arrived.
  if (leavesOpen(error)) changeDraft(key, (s) => ({ ...s, failed: before }), owner)
  else forgetTry()
  showError(error, { id: 'send-kot' })
  return { ok: false, reason: 'refused', message, error }
}

/** True if the draft still has all lines of a ticket that may have been sent. */
function holds(draft: Draft | null, ticket: Draft): boolean {
  return ticket.lines.every((line) => {
    const now = draft?.lines.find((l) => l.key === line.key)
    return (
      now !== undefined &&
      now.quantity >= line.quantity &&
      now.additionalItemNote === line.additionalItemNote &&
      JSON.stringify([now.variants, now.addonGroups]) === JSON.stringify([line.variants, line.addonGroups])
    )
  })
}

async function arrived(client: QueryClient, kotId: string): Promise<OrderShape | null | 'unknown'> {
  try {
    const { orders } = await call('GET /orders/restaurant/pending')
    const order = orders.find((o) => o.kots.some((k) => k.kotId === kotId)) ?? null
    if (order) absorb(client, { order })
    return order
  } catch {
    return 'unknown'
  }
}

/** `send(key)` for POS and captain. A network failure shows in the tray by itself. */
export function useSendKot(): { send: (key: string) => Promise<SendResult>; isSending: (key: string) => boolean } {
  const client = useQueryClient()
  const now = useStore(sending)
  return useMemo(() => ({ send: (key) => sendKot(client, key), isSending: (key) => now.has(key) }), [client, now])
}

// ------------------------------------------------------------ conflicts: the order ended while items were unsent

export type Conflict = { key: string; owner: string; message: string; order: OrderShape | null; /** The ticket's. */ kotId?: string }
const conflicts = createStore<Conflict[]>([])
export const askAbout = (conflict: Conflict) => {
  // The ticket may go without an answer, such as by another tab. The next one of its table is not asked about.
  const kotId = draftNow(conflict.key, conflict.owner)?.draft?.kotId
  conflicts.set((all) => [...all.filter((c) => c.key !== conflict.key), { ...conflict, kotId }])
}
export const answered = (key: string) => conflicts.set((all) => all.filter((c) => c.key !== key))
/** A draft's conflict, for `ConflictDialog`. */
export const useConflict = (key: string): Conflict | undefined => useStore(conflicts, (all) => all.find((c) => c.key === key))
