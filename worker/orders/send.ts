import { DINER, isOwnNumber, withNote } from '#domain/diner.ts'
import { type SQL, sql } from '../db/sql.ts'
import type { SentKot } from '#domain/api/order.ts'
import { conflict, forbidden, invalid, invalidTransition, itemUnavailable, mustBeVersion, notFound } from '#domain/errors.ts'
import { invalidFields } from '#domain/fields.ts'
import { MESSAGES } from '#domain/messages.ts'
import { randomId } from '#domain/ids.ts'
import { checkRemaining, resolveLine } from '#domain/menu.ts'
import { filling } from '#domain/orderDetails.ts'
import { whyGstinStays, whyNameStays } from '#domain/paid.ts'
import { orderCan, REFUSED } from '#domain/orderCan.ts'
import type { Role } from '#domain/roles.ts'
import { fitsType, type Offer, whyNotApplicable, wrongType } from '#domain/offer.ts'
import { isOnPaper, withActs } from '#domain/printed.ts'
import { mustTakeQrOrders, qrSwitchesOf } from '#domain/qr.ts'
import {
  addTickets,
  emptyOrder,
  type Line,
  mustBeAcceptable,
  type Order,
  type OrderType,
  paidSoFar,
  repriced,
  type Ticket,
  withAccepted,
  withOffer,
  withServiceCharge,
} from '#domain/order.ts'
import { withCharges } from '#domain/orderCharges.ts'
import { stationsByLine } from '#domain/station.ts'
import { mustFitOrder, mustFitRow, mustFitSums, mustFitTicket, mustFitTotal, mustLeaveRoom } from '#domain/orderSize.ts'
import { kotDate } from '#domain/time.ts'
import { seatAt } from '#domain/table.ts'
import { arm, command, type Decision, type ReadAhead, readAhead } from '../command/command.ts'
import { mustSit, readSitting } from '../access/sitting.ts'
import type { Context } from '../http/context.ts'
import { exists, map, no, none, noRows, only, type Read, readOne, rows, type ValuesOf } from '../db/reads.ts'
import { column, columns } from '../db/rows.ts'
import type { Answer } from '../http/answer.ts'
import { deductSale } from '../inventory/ledger.ts'
import { itemsForSend } from '../menu/store.ts'
import { offerByCode, offerById } from '../offers/store.ts'
import { printTickets } from '../printing/make.ts'
import { counterValue, raiseCounter } from '../realtime/events.ts'
import { kotNumbers } from '../realtime/publish.ts'
import type { KotNumber } from '../realtime/rpc.ts'
import { rateLimited } from '../http/limit.ts'
import { dinerOf } from '../access/session.ts'
import { readReservations, type Reservation } from '../reservations/store.ts'
import { type DiningTable, occupy, readTableGroup, tableChanged } from '../tables/store.ts'
import type { Details } from './details.ts'
import { countPortions, endTables, orderEvent, portions } from './effects.ts'
import { findOrder, isTakenOut, openOrderOfTable, orderById, orderToRead, readOrders, saveOrder, withCurrent } from './store.ts'

export type Send = {
  /** Of an existing order. */
  orderId?: string
  tableId?: string | null
  orderType: OrderType
  isKOT: boolean
  kots: SentKot[]
  details: Details
  /** The place of the details in the body, for the paths of a 422. */
  at: '' | 'order.' | 'orderData.'
  /** The version that the caller has seen. It matters only for details: additions never conflict. */
  version?: number
}

const itemIds = (send: Send) => send.kots.flatMap((k) => k.items.map((i) => i._id))
const kotIds = (send: Send) => send.kots.flatMap((k) => (k.kotId ? [k.kotId] : []))

/** All that a send needs, in one batch. Knows the caller from the token alone (DESIGN, "three remote calls"). */
export function readsForSend(c: Context, send: Send) {
  const { restaurantId } = c.where
  const { orderId, tableId } = send
  const ofOrder = sql`(SELECT table_id FROM orders WHERE id = ${orderId} AND restaurant_id = ${restaurantId})`
  return {
    /** Is the sitting of a diner's token still active? */
    sittingActive: c.claims?.sittingId ? exists(readSitting(restaurantId, c.claims.sittingId)) : no,
    /** A new parcel has neither a table nor an order. */
    group: orderId || tableId ? readTableGroup(restaurantId, orderId ? ofOrder : (tableId ?? '')) : noRows,
    order: orderId
      ? only(readOrders(orderById(restaurantId, orderId)))
      : tableId
        ? only(readOrders(openOrderOfTable(restaurantId, tableId)))
        : none,
    items: itemsForSend(restaurantId, itemIds(send), kotIds(send)),
    kots: readKots(restaurantId, kotIds(send)),
    /** The offer that the details name; a code takes precedence over an id. */
    offer: send.details.offerCode
      ? only(offerByCode(restaurantId, send.details.offerCode))
      : send.details.offerId
        ? only(offerById(restaurantId, send.details.offerId))
        : none,
  }
}
type State = ValuesOf<ReturnType<typeof readsForSend>>

/** A ticket that was sent before. */
type SentBefore = { kotId: string; orderId: string; tableId: string | null; createdAt: string; portions: Portions[] }
const KOTS = columns({ epoch: column.number('epoch'), takenOut: column.flag('taken_out'), sent: column.json<SentBefore[]>('sent') })

/** By kotId, which of the tickets were sent before and with what on them; the reset epoch of KOT numbers; and whether the outlet was taken out. One row. */
const readKots = (
  restaurantId: string,
  ids: readonly string[],
): Read<{ epoch: number; takenOut: boolean; sent: Map<string, SentBefore> }> =>
  map(
    rows(
      KOTS,
      sql`SELECT (SELECT epoch FROM kot_epochs WHERE restaurant_id = ${restaurantId}) AS epoch, ${isTakenOut(restaurantId)} AS taken_out,
            (SELECT json_group_array(json_object('kotId', k.kot_id, 'orderId', k.order_id, 'tableId', k.table_id, 'createdAt', k.created_at, 'portions', json(
              (SELECT json_group_array(json_object('itemId', l.item_id, 'quantity', l.quantity)) FROM lines l WHERE l.order_id = k.order_id AND l.kot_id = k.kot_id))))
             FROM tickets k WHERE k.restaurant_id = ${restaurantId} AND k.kot_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))) AS sent`,
    ),
    ([found]) => ({ epoch: found?.epoch ?? 0, takenOut: found?.takenOut ?? false, sent: new Map(found?.sent.map((t) => [t.kotId, t])) }),
  )

/** Reads ahead of the session. The room is armed later: by the call for KOT numbers, if there is one. */
export const readForSend = (c: Context, send: Send) => readAhead(c, readsForSend(c, send), { arms: false })

/**
 * Sends tickets: creates an order, or adds to the open one of its table, so that two devices can never make two (CONTRACT §5). Each new ticket
 * gets its number from the room; a kotId that was sent before is left alone. Throws 404, 409 item_unavailable and kot_id_taken, 422, and for guests 429 and 409 tickets_waiting.
 */
export function sendTickets(c: Context, send: Send, reads: ReadAhead<ReturnType<typeof readsForSend>>): Promise<Answer> {
  // A caller that names no kotId gets one for this request; the retries below keep it.
  const named: Send = { ...send, kots: send.kots.map((k) => ({ ...k, kotId: k.kotId ?? randomId() })) }
  const orderId = randomId()
  const lineIds = new Map<string, string>()
  const lineIdOf = (kotId: string, i: number) => {
    const key = `${kotId} ${i}`
    const id = lineIds.get(key) ?? randomId()
    lineIds.set(key, id)
    return id
  }
  let numbers = null as Awaited<ReturnType<typeof kotNumbers>> | null
  return command(c, { reads, decide, arms: false })

  async function decide(state: State): Promise<Decision> {
    const { restaurant, at } = c
    if (state.kots.takenOut) throw notFound(MESSAGES.noRestaurant)
    const held = state.order?.tickets.filter((t) => t.held && t.kotNumber === null).map((t) => t.kotId) ?? []
    // Staff accept a held ticket by an update (CONTRACT §5). A send without `orderId` that names one is the guest's own send, repeated.
    const accepted = named.orderId ? named.kots.flatMap((k) => (k.kotId && held.includes(k.kotId) ? [k.kotId] : [])) : []
    const fresh = named.kots.filter((k) => k.kotNumber == null && k.items.length > 0 && !state.kots.sent.has(k.kotId ?? ''))
    const repeated = named.kots.find((k) => k.kotId && state.kots.sent.has(k.kotId) && !accepted.includes(k.kotId))
    if (!named.orderId && fresh.length === 0) {
      if (!repeated) throw invalid('A ticket needs at least one item.', [{ path: 'kots', message: 'Add at least one item.' }])
      const order = await findOrder(c.db, restaurant.id, state.kots.sent.get(repeated.kotId ?? '')?.orderId ?? '')
      // A guest can't read an order by the kotId of another sitting, be it another table's or that of earlier guests of this table.
      const theirs = c.principal.role === 'user' && order?.sittingId !== tableFor(c, named, state)?.sittingId
      if (!order || theirs) throw notFound('Order not found')
      mustBeNewOrRepeated(c, named, state, accepted, false)
      return { statements: [], body: { order: orderToRead(c, order) } }
    }
    mustBeNewOrRepeated(c, named, state, accepted, fresh.length > 0)
    if (c.principal.role === 'user') mustTakeQrOrders(restaurant.qrSettings)
    const table = tableFor(c, named, state)
    const prev = state.order
    const detailed = Object.values(named.details).some((value) => value !== undefined)
    if (named.orderId) {
      if (!prev) throw notFound('Order not found')
      withCurrent(c, prev, () => mustBeAcceptable(prev, accepted))
      if (detailed) withCurrent(c, prev, () => mustBeVersion(named.version, prev))
      // Nothing new: the send is a repeat, or empty.
      if (fresh.length === 0 && accepted.length === 0 && !detailed) return { statements: [], body: { order: orderToRead(c, prev) } }
    }
    const details = withCurrent(c, prev, () => detailsBy(c, prev, named))
    const byId = new Map(state.items.map((i) => [i.id, i]))
    const guest = c.principal.role === 'user' ? c.principal.allowance : undefined
    const hold = guest !== undefined && qrSwitchesOf(restaurant.qrSettings).acceptOrders
    if (fresh.length > 0) withCurrent(c, prev, () => mustFit(prev, fresh, { guest, hold }))
    const lines = fresh.map((kot) =>
      kot.items.map((sent, i): Line => {
        const item = byId.get(sent._id)
        if (!item)
          throw invalid('An item is not on the menu.', [{ path: 'kots', message: `There is no item ${sent._id}.` }], 'unknown_item')
        const line = resolveLine(sent, item, { lineId: lineIdOf(kot.kotId ?? '', i) }, at, restaurant.taxSettings)
        return hold ? { ...line, status: 'In Cart' } : named.isKOT ? line : { ...line, status: 'Served' }
      }),
    )
    // A ticket that waits reserves no portions: they are asked for and counted when staff accept it (CONTRACT §9).
    const fromHeld = (prev?.tickets ?? [])
      .filter((t) => accepted.includes(t.kotId))
      .flatMap((t) => t.lines.filter((l) => l.status !== 'Cancelled'))
    const gone = fromHeld.find((l) => !byId.has(l.itemId))
    if (gone) throw itemUnavailable(gone.itemName, gone.itemId)
    const taken = [...lines.flat(), ...fromHeld]
    checkRemaining(
      state.items,
      taken.map((l) => ({ _id: l.itemId, quantity: l.quantity })),
    )
    const businessDate = kotDate(c.today)
    const tickets = fresh.map((kot, i): Ticket => ({
      kotId: kot.kotId ?? '',
      kotNumber: null,
      date: businessDate,
      createdAt: at,
      kind: 'new',
      sentBy: nameOf(c),
      sentAt: hold ? null : at,
      held: hold,
      tableId: table?.id ?? prev?.tableId ?? null,
      allowance: guest ?? null,
      lines: lines[i] ?? [],
    }))
    const base = prev ?? newOrder(c, named, table, { id: orderId, party: await partyAt(c, table) })
    const order = withCurrent(c, prev, () =>
      withDetails(withAccepted(base, accepted, at, c.by), details, { by: nameOf(c), at: named.at, role: c.principal.role }),
    )
    const added = tickets.length > 0 || prev === null ? addTickets(order, tickets) : order
    const priced = withCurrent(c, prev, () => withAskedOffer(c, added, named, state.offer))
    const unnumbered: Order = { ...(prev ? withActs(prev, priced, nameOf(c)) : priced), version: (prev?.version ?? 0) + 1 }
    if (guest !== undefined) withCurrent(c, prev, () => mustFitSums(priced, guest))
    withCurrent(c, prev, () => mustFitTotal(priced, prev))
    if (prev) withCurrent(c, prev, () => mustFitBill(prev, priced, { guest: guest !== undefined }))
    if (tickets.length > 0) withCurrent(c, prev, () => mustFitRow(unnumbered, { guest: guest !== undefined }))

    // The room is asked for numbers only here, after every refusal: a number that is given and not used would be missing from the day's tickets.
    const unsent = named.isKOT && !hold ? [...tickets.map((t) => t.kotId), ...accepted] : []
    if (!numbers && unsent.length > 0)
      numbers = await kotNumbers(c.env, c.where, {
        businessDate,
        epoch: state.kots.epoch,
        kotIds: unsent,
        lines: Object.fromEntries(
          unnumbered.tickets.flatMap((t) => (unsent.includes(t.kotId) ? [[t.kotId, stationsByLine(t.lines)]] : [])),
        ),
        guest,
      })
    // The same call counts what guests send.
    const wait = (numbers ? numbers.wait : await arm(c, guest)) ?? 0
    if (wait > 0) throw rateLimited(wait)
    const given = numbers?.numbers ?? {}
    const next = withNumbers(unnumbered, given)

    const epochs = new Map(next.tickets.map((t) => [t.kotId, given[t.kotId]?.epoch ?? state.kots.epoch]))
    const serial = `serial:${kotDate(next.businessDate)}`
    const created = prev === null
    const fill: Record<string, SQL> = created ? { '$.order.serialNumber': counterValue(restaurant.id, serial) } : {}
    const occupied = created && table ? [occupy(table, next.id)] : []
    const counted = countPortions(c, state.items, portions(hold ? [] : taken, -1))
    const left =
      prev && prev.tableId !== null && next.tableId === null
        ? endTables(c, prev, { ...prev, orderStatus: 'cancelled' }, state.group)
        : { statements: [], events: [] }
    const ids = JSON.stringify([...new Set(taken.map((l) => l.itemId))])
    const prints = printTickets(c, next, unsent, created ? counterValue(restaurant.id, serial) : undefined)
    return {
      statements: [
        ...(created ? [raiseCounter(restaurant.id, serial)] : []),
        ...saveOrder(prev, next, { epochs, given: created ? { serialNumber: counterValue(restaurant.id, serial) } : {} }),
        // The dish must still be on sale at the commit, and the outlet still be there: either may have changed since it was read.
        sql`INSERT INTO guard (available) SELECT NULL WHERE EXISTS (SELECT 1 FROM menu_items WHERE restaurant_id = ${restaurant.id} AND id IN (SELECT value FROM json_each(${ids})) AND available = 0) OR ${isTakenOut(restaurant.id)}`,
        ...counted.statements,
        ...deductSale(
          c,
          next.id,
          hold ? [] : taken,
          state.items.flatMap((i) => i.recipes),
        ),
        ...occupied.flatMap((w) => w.statements),
        ...left.statements,
        ...prints.statements,
      ],
      events: [
        orderEvent(prev, next, fill, {
          kotIds: [...tickets.map((t) => t.kotId), ...accepted],
          // Its table begins a new sitting; the room tells the guests who sat there.
          ...(left.events.length > 0 ? { tableLeft: true } : {}),
        }),
        ...occupied.map(tableChanged(c.now)),
        ...left.events,
        ...counted.events,
        ...prints.events,
      ],
      body: { order: orderToRead(c, next) },
      fill,
    }
  }
}

/** As long as an Idempotency-Key is kept (CONTRACT §1). */
const REPEATED_MS = 24 * 60 * 60_000

/**
 * A ticket whose kotId was sent before is left alone, because it is the same ticket once more. Throws 409 `kot_id_taken` where it can't be: it has other
 * portions, or was sent to another order (a parcel's, beside a new ticket that makes a `further` order), or more than a day ago. Its items would be lost, although the answer says that they were sent. Throws 422 for a
 * number that no ticket has.
 */
function mustBeNewOrRepeated(c: Context, send: Send, state: State, accepted: readonly string[], further: boolean): void {
  for (const [i, { kotId = '', kotNumber, items }] of send.kots.entries()) {
    const before = state.kots.sent.get(kotId)
    // A number means that the ticket was sent before. If it never was, its items would not be cooked.
    if (kotNumber != null && items.length > 0 && !before && !state.order?.tickets.some((t) => t.kotNumber === kotNumber))
      throw invalid('The restaurant gives each new ticket its number. Leave kotNumber out.', [
        { path: `${send.at}kots.${i}.kotNumber`, message: 'There is no ticket with this number.' },
      ])
    if (!before || kotNumber != null || items.length === 0 || accepted.includes(kotId)) continue
    const sameOrder = before.orderId === (send.orderId ?? state.order?.id)
    const sameTable =
      !send.orderId &&
      !(further && before.tableId === null) &&
      (before.tableId === (send.tableId ?? null) || before.tableId === tableFor(c, send, state)?.id)
    const recent = c.now.getTime() - Date.parse(before.createdAt) < REPEATED_MS
    const same = samePortions(
      items.map((i) => ({ itemId: i._id, quantity: i.quantity })),
      before.portions,
    )
    if (same && (sameOrder || (sameTable && recent))) continue
    throw conflict('kot_id_taken', 'The kitchen already has an earlier version of this ticket.', { kotId })
  }
}

type Portions = Pick<Line, 'itemId' | 'quantity'>
/** Are the portions of each dish equal in both? Portions are compared and not lines, because a partly cancelled line is split. */
function samePortions(one: readonly Portions[], other: readonly Portions[]): boolean {
  const count = (list: readonly Portions[], id: string) => list.reduce((sum, p) => sum + (p.itemId === id ? p.quantity : 0), 0)
  return [...one, ...other].every(({ itemId }) => count(one, itemId) === count(other, itemId))
}

/** The caller's name as it appears on tickets and bills. A guest's is for its own order's customer. */
const nameOf = (c: Context): string => (c.principal.role === 'user' ? DINER : c.by)

/**
 * Throws 409 `order_full` for tickets that are too large, or that the order has no room for, and for a guest's, named by its allowance, 409 `tickets_waiting`.
 */
function mustFit(prev: Order | null, fresh: readonly SentKot[], { guest, hold }: { guest?: string; hold: boolean }): void {
  const [before, added] = [prev?.tickets ?? [], fresh.map((kot) => ({ lines: kot.items }))]
  for (const { lines } of added) mustFitTicket(lines.length, { guest: guest !== undefined })
  if (guest !== undefined) mustLeaveRoom(before, added, { allowance: guest, hold })
  mustFitOrder([...before, ...added])
}

/** Throws 409 `invalid_transition` where a guest would make a printed bill cheaper, or anybody an order cheaper than what was received for it. */
function mustFitBill(prev: Order, priced: Order, { guest }: { guest: boolean }): void {
  // A guest's dishes may bring the order to an offer's minimum that the printed bill had not reached.
  if (guest && isOnPaper(prev) && priced.totals.grandTotal < prev.totals.grandTotal)
    throw invalidTransition('The bill was printed, and this would make it cheaper. Ask the staff to add it.')
  if (paidSoFar(priced) > priced.totals.grandTotal)
    throw invalidTransition('More has been received for this order than it would then cost.')
}

/** The table that a new ticket goes to, merges resolved. Throws 404, 422, and for diners 403. */
function tableFor(c: Context, send: Send, state: State): DiningTable | null {
  const asked = state.group.find((t) => t.id === send.tableId)
  const resolved = asked?.mergedInto ? state.group.find((t) => t.id === asked.mergedInto) : asked
  if (c.principal.role === 'user') {
    if (!seatAt(state.group, send.tableId ?? '', mustSit(c))) throw notFound('Table not found')
    return resolved ?? null
  }
  if (send.orderId) return state.group.find((t) => t.id === state.order?.tableId) ?? null
  if (send.orderType !== 'Dine In') return null
  if (!send.tableId) throw invalid('A Dine In order needs a table.', [{ path: 'tableId', message: 'Choose a table.' }])
  if (!resolved) throw notFound('Table not found')
  return resolved
}

/** The booking whose guests sit at a table: the order that they begin is in their name, on whichever device it is made. Only such a table costs a statement. */
const partyAt = async (c: Context, table: DiningTable | null): Promise<Party | null> =>
  table?.seatedBooking
    ? ((await readOne(c.db, readReservations(c.where.restaurantId, sql`r.id = ${table.seatedBooking}`)))[0] ?? null)
    : null
type Party = Pick<Reservation, 'customerName' | 'mobileNumber' | 'partySize'>

function newOrder(c: Context, send: Send, table: DiningTable | null, { id, party }: { id: string; party: Party | null }): Order {
  const { restaurant, at } = c
  const guest = c.principal.role === 'user' ? c.principal : null
  if (guest && !table) throw forbidden('Your table was not found.', 'sitting_ended')
  return emptyOrder({
    id,
    restaurantId: restaurant.id,
    version: 0,
    tableId: table?.id ?? null,
    tableNumber: table?.tableNumber ?? null,
    sittingId: table?.sittingId ?? null,
    userId: guest?.accountId ?? null,
    // A guest who orders by phone is the customer, and not whoever booked.
    customerName: (guest ? guest.name : party?.customerName) ?? '',
    mobileNumber: (guest ? guest.mobileNumber : party?.mobileNumber) ?? '',
    guests: party?.partySize ?? null,
    orderType: send.orderType,
    isKOT: send.isKOT,
    taxPercentages: restaurant.taxPercentages,
    roundOffEnabled: restaurant.taxSettings.roundOff,
    businessDate: c.today,
    createdAt: at,
  })
}

/**
 * What the caller may say of the order. Its note, service charge and offer are for staff and the guest who opened it to change (CONTRACT §9): throws 403
 * for another diner who would change them, and 409 `invalid_transition` for any diner who would change the total of a printed bill. A diner names its customer
 * where nobody has, or where it is that customer, and replaces no one's name and number. A diner's notes are added to the earlier ones. So is that of staff who
 * named no order: what they typed for a table whose order they had not seen fills only what that order doesn't have.
 */
function detailsBy(c: Context, prev: Order | null, { details, at, orderId }: Send): Details {
  const { principal } = c
  if (!prev || (principal.role !== 'user' && orderId)) return details
  const d = { ...details, additionalNote: withNote(prev.additionalNote, details.additionalNote, `${at}additionalNote`) }
  if (principal.role !== 'user') return filling({ ...prev, customer_name: prev.customerName, mobile_number: prev.mobileNumber }, d)
  d.specialInstructions = withNote(prev.specialInstructions, details.specialInstructions, `${at}specialInstructions`)
  if (prev.userId !== principal.accountId && changesBill(prev, d))
    throw forbidden(
      'Ask the staff: only they and the guest who opened this order change its note, service charge and offer.',
      'not_order_opener',
    )
  // A printed bill may be made cheaper only by a person whose name is recorded; a member of staff could also act as a guest.
  if (isOnPaper(prev) && changesTotal(prev, d))
    throw invalidTransition('The bill was printed. Ask the staff to change its offer or service charge.')
  const isNamed = prev.customerName !== '' || prev.mobileNumber !== ''
  const isTheirs = !isNamed || isOwnNumber({ userId: prev.userId, mobile_number: prev.mobileNumber }, dinerOf(principal))
  if (!isTheirs) return { ...d, customer_name: undefined, mobile_number: undefined }
  // The name beside the GST number of a paid bill stays, and a guest's ticket is not refused for it.
  return whyNameStays(prev) ? { ...d, customer_name: undefined } : d
}

type Term = 'additionalNote' | 'specialInstructions' | 'serviceChargeAccepted' | 'offerId'
const changesOneOf = (terms: readonly Term[], prev: Order, d: Details) =>
  terms.some((term) => d[term] !== undefined && d[term] !== prev[term])
const changesTotal = (prev: Order, d: Details): boolean =>
  d.offerCode !== undefined || changesOneOf(['serviceChargeAccepted', 'offerId'], prev, d)
const changesBill = (prev: Order, d: Details): boolean =>
  changesTotal(prev, d) || changesOneOf(['additionalNote', 'specialInstructions'], prev, d)

/**
 * The order with these details. Only a Delivery order has an address: it goes when the order becomes another type. `at` is where the details are in the body.
 * A bill that was paid keeps its GST number and the name beside it: it is corrected by a refund alone (CONTRACT §9 "Printed"). Throws 409 for that, 403 for who may not take a printed bill
 * off its table, 422 for an address of another order, and for Dine In without a table.
 */
function withDetails(order: Order, d: Details, { by, at, role }: { by: string; at: Send['at']; role: Role }): Order {
  const next: Order = {
    ...order,
    customerName: d.customer_name ?? order.customerName,
    mobileNumber: d.mobile_number ?? order.mobileNumber,
    customerGstin: d.customerGstin ?? order.customerGstin,
    deliveryAddress: d.deliveryAddress ?? order.deliveryAddress,
    guests: d.guests === undefined ? order.guests : d.guests,
    additionalNote: d.additionalNote ?? order.additionalNote,
    specialInstructions: d.specialInstructions ?? order.specialInstructions,
  }
  if (d.orderType && d.orderType !== order.orderType) {
    if (d.orderType === 'Dine In' && !order.tableId)
      throw invalid('A Dine In order needs a table.', [{ path: 'orderType', message: 'This order has no table.' }])
    // The guests have the paper, and an order that left its table is one of many parcels.
    if (order.tableId && isOnPaper(order) && !orderCan.leaveTable(role)) throw forbidden(`${REFUSED.leaveTable}.`)
    next.orderType = d.orderType
    if (d.orderType !== 'Dine In') Object.assign(next, { tableId: null, tableNumber: null, sittingId: null })
  }
  if (next.orderType !== 'Delivery') {
    if (d.deliveryAddress) throw invalidFields([{ path: `${at}deliveryAddress`, message: 'Only a Delivery order has an address.' }])
    next.deliveryAddress = ''
  }
  const served = withServiceCharge(next, d.serviceChargeAccepted ?? next.serviceChargeAccepted, by)
  const priced = repriced(d.charges ? withCharges(served, d.charges, { by, at }) : served)
  const renamed = next.customerGstin !== order.customerGstin || (next.customerGstin !== '' && next.customerName !== order.customerName)
  const gstinStays = renamed ? whyGstinStays(order) : null
  if (gstinStays) throw invalidTransition(gstinStays)
  // Its paper says the type. After payment there is no revision (CONTRACT §9 "Printed").
  const retyped = next.orderType !== order.orderType && paidSoFar(order) === 0
  // A bill that was printed with another total or type, or for somebody else by its GST number, is no longer valid.
  const stands = priced.totals.grandTotal === order.totals.grandTotal && !renamed && !retyped
  return stands ? priced : { ...priced, billPrintedAt: null }
}

const offerRefusedAt = (path: string, why: string) => invalid(why, [{ path, message: why }], 'offer_not_applicable')
const offerRefused = ({ at, details }: Send, why: string) =>
  offerRefusedAt(`${at}${details.offerCode === undefined ? 'offerId' : 'offerCode'}`, why)
/** 422: `path` is the field of the body that has the code. */
export const noSuchCode = (path: string) => offerRefusedAt(path, 'No offer has this code.')

/** The offer that the details name, put on or taken off the order as it then is. Throws 404, 422 `offer_not_applicable`. */
function withAskedOffer(c: Context, order: Order, send: Send, offer: (Offer & { code: string | null }) | null): Order {
  const { offerCode, orderType } = send.details
  if (offerCode !== undefined && !offer) throw noSuchCode(`${send.at}offerCode`)
  const offerId = offerCode === undefined ? send.details.offerId : offer?.id
  if (offerId === null) return order.offerId === null ? order : withOffer(order, null, nameOf(c))
  // An offer that is already applied stays, even if it has ended since, unless the order type changes to one that it excludes.
  if (offerId === undefined || offerId === order.offerId) {
    if (orderType && order.offer && !fitsType(order.offer, order.orderType))
      throw offerRefused(send, `${wrongType(order.offer)} Take it off first.`)
    return order
  }
  if (!offer) throw notFound('Offer not found')
  if (offer.code !== null && offerCode === undefined) throw offerRefused(send, `${offer.title} needs its code.`)
  const why = whyNotApplicable(offer, { at: c.now, clock: c.clock, orderType: order.orderType, subtotal: order.totals.subtotal })
  if (why) throw offerRefused(send, why)
  return withOffer(order, offer, nameOf(c))
}

/** The order with the numbers that the room gave to its tickets, each with the day that it counts for. */
const withNumbers = (order: Order, given: Record<string, KotNumber>): Order => ({
  ...order,
  tickets: order.tickets.map((t) => {
    const numbered = given[t.kotId]
    return numbered ? { ...t, kotNumber: numbered.number, date: numbered.date } : t
  }),
})
