import type { QueryClient } from '@tanstack/react-query'
import type { OrderShape } from '#domain/api/order.ts'
import type { TableShape } from '#domain/api/tables.ts'
import { tableLabel } from '#domain/table.ts'
import { plural } from '#domain/text.ts'
import { draftCount } from '#domain/ticket.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { isKept } from '#web/core/kept.ts'
import { onLive } from '#web/core/live.ts'
import { apiQuery } from '#web/core/query.ts'
import { movedHere } from './changes.ts'
import { changeDraft, draftNow, draftsNow, moveTableDraft, tableKey } from './drafts.ts'
import { rememberDrafts } from './rememberDrafts.ts'

/**
 * Unsent tickets go where their guests go (SCREENS G6): with an order that moves, with a table that is merged, and back again when that is undone, by this device
 * or another. What this page has missed, because it was closed or without a connection, is seen in the next lists that it fetches.
 */
type Table = Pick<TableShape, '_id' | 'tableNumber'>
type Gone = { from: string; to: string } & Pick<ReturnType<typeof rememberDrafts>, 'giveBack'>

/** The tickets that went to another table, newest last, so that they can go back. After a reload they stay where they are. */
let gone: readonly Gone[] = []
const LONGEST = 20

function follow(from: Table, to: Table, orderId: string | null): void {
  if (!draftNow(tableKey(from._id))) return
  const { merged, giveBack } = rememberDrafts({ id: to._id }, [{ id: from._id }])
  moveTableDraft({ id: from._id }, { id: to._id, tableNumber: to.tableNumber }, orderId)
  merged()
  if (!draftNow(tableKey(from._id))) gone = [...gone, { from: from._id, to: to._id, giveBack }].slice(-LONGEST)
}

const hasLinesOf = (order: Pick<OrderShape, 'kots'>, tableId: string) =>
  order.kots.some((kot) => kot.items.some((item) => item.tableId === tableId))

/** Is the table's unsent ticket for this order? One that was typed for the next guests stays when an order that stood there for a moment moves on. */
function isFor(order: OrderShape, tableId: string): boolean {
  const begunFor = draftNow(tableKey(tableId))?.meta.orderId
  return begunFor ? begunFor === order._id : hasLinesOf(order, tableId)
}

/** The order went from one table to another. If it goes back, each table gets back the ticket that it had. */
export function orderMoved(from: Table, to: Table, order: OrderShape): void {
  if (!isFor(order, from._id)) return
  const last = gone.findLast((one) => one.from === to._id && one.to === from._id)
  gone = gone.filter((one) => one !== last)
  if (!last?.giveBack((id) => (id === to._id ? order._id : null))) follow(from, to, order._id)
}

/** `orderId` is the parent's order. */
export const tablesMerged = (children: readonly Table[], parent: Table, orderId: string | null): void =>
  children.forEach((child) => follow(child, parent, orderId))

/** Each of the tables that left a merge gets back the ticket that it brought, unless the parent's was changed since. `orders` are those that they have again. */
export function tablesParted({
  parent,
  children,
  order,
  orders,
}: {
  parent: Table
  children: readonly Table[]
  order: OrderShape | null
  orders: readonly OrderShape[]
}): void {
  const now = order ? [order, ...orders] : orders
  const begunFor = () => draftNow(tableKey(parent._id))?.meta.orderId
  // Otherwise it is a ticket of earlier guests, which is asked about.
  if (now.some(({ _id }) => _id === begunFor()))
    for (const one of gone.toReversed()) {
      if (one.to !== parent._id || !children.some(({ _id }) => _id === one.from)) continue
      gone = gone.filter((other) => other !== one)
      one.giveBack((id) => now.find(({ tableId }) => tableId === id)?._id ?? null)
    }
  // The parent had no order of its own: the one that it had goes back. What was typed at the parent goes along, or is for the order of what stays there.
  for (const { _id, tableId } of orders) {
    const child = children.find((table) => table._id === tableId)
    if (!child || _id !== begunFor()) continue
    if (order) changeDraft(tableKey(parent._id), (stored) => ({ ...stored, meta: { ...stored.meta, orderId: order._id } }))
    else follow(parent, child, _id)
  }
}

// ------------------------------------------------------------ what was missed

type Missed = { from: Table; to: Table; orderId: string | null; merged: boolean }
const pages = new Set<(missed: Missed) => void>()
/** Calls the page that is open when its ticket goes to another table without an event. Returns a function that stops it. */
export function onMissedMove(page: (missed: Missed) => void): () => void {
  pages.add(page)
  return () => void pages.delete(page)
}

const TABLES = apiQuery('GET /tables').queryKey
const PENDING = apiQuery('GET /orders/restaurant/pending').queryKey

/** Does the list of open orders include this event already? It comes again when live updates are back; meanwhile the table may have its next guests. */
const isListed = (client: QueryClient, seq = Infinity): boolean => (client.getQueryData(PENDING)?.seq ?? -1) >= seq

/** Does the table have its next guests by a list that includes this event: an order, or a ticket that is begun for them? */
export const hasNextGuests = (client: QueryClient, tableId: string, seq?: number): boolean =>
  isListed(client, seq) &&
  (Boolean(draftNow(tableKey(tableId))?.draft) || (client.getQueryData(PENDING)?.orders ?? []).some((order) => order.tableId === tableId))

/** Takes each unsent ticket to the table where its order, or the guests of its table, are by the server's lists. */
function followMissed(client: QueryClient): void {
  const tables = client.getQueryData(TABLES)?.tables
  const orders = client.getQueryData(PENDING)?.orders
  // An answer that was kept on the device may be older than the ticket.
  if (!tables || !orders || isKept(TABLES) || isKept(PENDING)) return
  const tableOf = (id: string | null | undefined) => tables.find(({ _id }) => _id === id)
  for (const { key, draft, meta } of draftsNow()) {
    const from = tableOf(meta.tableId)
    if (!from || key !== tableKey(from._id)) continue
    const own = orders.find(({ _id }) => _id === meta.orderId)
    const stands = tableOf(own?.tableId) ?? from
    const to = tableOf(stands.mergedInto) ?? stands
    if (to === from) continue
    const there = orders.find(({ tableId }) => tableId === to._id)
    // Its order is over. Unless it was merged into the one that is there, sending the ticket asks what to do. Dishes of its table that are newer than the ticket are the next guests'.
    const older = (kot: OrderShape['kots'][number]) => !draft || kot.createdAt <= draft.updatedAt
    const isOver = meta.orderId && !own && !(there && hasLinesOf({ kots: there.kots.filter(older) }, from._id))
    const orderId = isOver ? meta.orderId : (there?._id ?? meta.orderId)
    follow(from, to, orderId)
    if (draftNow(key)) continue
    const merged = from.mergedInto === to._id
    if (draft && !movedHere(from._id))
      snack.info(
        `${tableLabel(from.tableNumber)} ${merged ? 'merged into' : 'moved to'} ${tableLabel(to.tableNumber)} with your ${plural(draftCount(draft), 'unsent item')}`,
        { id: 'moved' },
      )
    for (const page of pages) page({ from, to, orderId, merged })
  }
}

/** Called once, in main.tsx. */
export function watchTables(client: QueryClient): void {
  onLive('tableMoved', ({ from, to, order, orderId }, { seq }) => {
    if (isListed(client, seq)) followMissed(client)
    else if (order) orderMoved(from, to, order)
    else tablesMerged([from], to, orderId)
  })
  onLive('tablesUnmerged', tablesParted)
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    // Only answers of the server: what events change is followed above, and may still be under way in another tab.
    if (event.action.manual || (event.query.queryKey[0] !== TABLES[0] && event.query.queryKey[0] !== PENDING[0])) return
    followMissed(client)
  })
  // What came before this was loaded.
  followMissed(client)
}
