import { randomId } from './ids.ts'
import { invalidTransition } from './errors.ts'
import type { Paise } from './money.ts'
import { discountOf, type OfferTerms, termsOf } from './offer.ts'
import {
  type DietType,
  type ItemStatus,
  ORDER_TYPES,
  type OrderStatus,
  type OrderType,
  type PaymentStatus,
  type PRINT_CHANGES,
} from './statuses.ts'
import { price, type OrderTaxes, type PricedLine, type Totals, unitPriceOf } from './tax.ts'
import { tableName } from './text.ts'

/**
 * An order with its tickets, lines and totals, and the rule when it may be changed at all. The steps of its items are in itemStatus.ts; payment and completion
 * are in payment.ts.
 */
export * from './statuses.ts'

/** A line of a ticket as it was sold: names and prices are copies from the menu at that moment, prices in paise. */
export type Line = {
  lineId: string
  /** The menu item's id. */
  itemId: string
  itemName: string
  /** The dish's name on paper; null: its name. */
  printName: string | null
  categoryName: string
  quantity: number
  price: Paise
  variants: { name: string; additionalPrice: Paise }[]
  addonGroups: { name: string; addons: { name: string; quantity: number; price: Paise }[] }[]
  status: ItemStatus
  /** UTC, when the status was last set. */
  statusAt: string
  dietType: DietType
  isAlcohol: boolean
  /** The dish's own GST in percent; null: the order's. */
  gstRate: number | null
  /** Its price includes the tax. */
  taxIncluded: boolean
  image: string | null
  station: string | null
  additionalItemNote: string
  cancelReason: string | null
  /** The name of whoever cancelled it. */
  cancelledBy: string | null
  /** For a cancelled line: it was already cooked, so its ingredients are booked as waste. For a Preparing one: `isMade` (itemStatus.ts). */
  prepared: boolean
  /** For a cancelled line: the business day on which the cancellation was booked (`withBookings`). */
  bookedDate: string | null
}

export type KotKind = 'new' | 'addition'

export type Ticket = {
  kotId: string
  /** null while not sent to the kitchen (SPEC §3). */
  kotNumber: number | null
  /** YYYYMMDD of its business day. */
  date: string
  createdAt: string
  kind: KotKind
  sentBy: string
  sentAt: string | null
  held: boolean
  /** The table it was sent from; lines of merged tables keep it. */
  tableId: string | null
  /** For a guest's ticket: the allowance that it counts against (domain/limits.ts). Never in an answer. */
  allowance?: string | null
  lines: Line[]
}

export const PAYMENT_KINDS = ['received', 'returned', 'corrected', 'transferred', 'tip'] as const
export type PaymentKind = (typeof PAYMENT_KINDS)[number]
/** A bill as it was printed: its total, the instant, and the name of whoever printed it. */
export type Printed = { total: Paise; at: string; by: string }
/** The money received by one method and not given back: always above 0, one entry for each method. */
export type Payment = { method: string; amount: Paise }

/**
 * A payment row of an order (CONTRACT §9). Rows are only ever added. `amount` is negative for money that left the order: given back, corrected away, or
 * transferred to another order. A tip's rows are all of kind `tip`, also those that correct it or give it back.
 */
export type PaymentRow = {
  id: string
  kind: PaymentKind
  method: string
  amount: Paise
  /** UTC. */
  at: string
  /** The restaurant's business day on which it moved, YYYY-MM-DD. */
  businessDate: string
  /** The name of whoever did it. */
  by: string
  reason: string | null
  /** The random id of the device, when it sends one. */
  deviceId: string | null
  /** Of a correction: the row that it corrects. */
  corrects: string | null
  /** Of money that was given back by another method than it was received by: the method of which the order has that much less. */
  of: string | null
  /** Of a transfer: the business day on which the first of the money that it carries was received; null in rows from before 28 November 2026. */
  since: string | null
}

/** What made a printed bill cheaper. `by`: a name, null where none was recorded. */
export type PrintChange = { what: (typeof PRINT_CHANGES)[number]; by: string | null }
/**
 * The last print of a bill, and its print with the highest total, which a later print for less doesn't replace, with the changes that made the bill cheaper
 * since (printed.ts). `revision` counts the changes after the first print, which was at `issuedAt`; both are missing in older rows.
 */
export type LastPrinted = Printed & {
  highest: Printed & { discount: Paise; offerId?: string | null; serviceCharge: Paise; changes?: PrintChange[] }
  revision?: number
  issuedAt?: string
  /** It was marked as printed while printing was switched off: nothing has printed it. */
  paperless?: boolean
  /** Its dishes were printed on another order's bill, which they were merged with or taken out of. The order's own bill was not printed yet. */
  elsewhere?: boolean
}
/** The business day and hour of the refund; `hour` is 0 to 23 on the restaurant's own clock. */
export type Refund = { amount: Paise; reason: string; at: string; by: string; businessDate: string; hour?: number }

/** The terms of an order besides its tickets and money: a merge joins them, and an unmerge restores them (merge.ts). */
export const MERGE_TERMS = [
  'userId',
  'customerName',
  'mobileNumber',
  'customerGstin',
  'guests',
  'additionalNote',
  'specialInstructions',
  'orderType',
  'isKOT',
  'taxPercentages',
  'roundOffEnabled',
  'createdAt',
  'offer',
  'offerId',
  'discountTitle',
  'discountBy',
  'serviceChargeAccepted',
  'serviceChargeBy',
] as const
export type MergeTerms = Pick<Order, (typeof MERGE_TERMS)[number]> & {
  /** Used only without an offer, because an offer computes it. */
  discount: Paise
}

/** An order that a merge took over. An unmerge restores it with these terms, tickets and money. */
export type MergedPart = {
  tableId: string
  tableNumber: string
  kotIds: string[]
  payments: (Payment & Partial<Pick<PaymentRow, 'since'>>)[]
  was: MergeTerms
  /** When it was merged (UTC), and the last print of its bill before that; both are missing in rows from before 28 November 2026. */
  at?: string
  printed?: LastPrinted | null
}

/** What an order remembers of its merges, so that they can be undone. It stays after an unmerge, without parts. */
export type Merged = {
  /** The order's own terms before the first merge; null when the parent table had no order, so that all of it came from `parts`. */
  own: MergeTerms | null
  parts: MergedPart[]
  /** By method, the order's money when it was first merged or last unmerged, and what later merges brought: as long as it is the order's money, each part has its own. */
  payments: Payment[]
  /** The last unmerge; `by` is a name. `before`: the last one of each other name, in rows from before `LastPrinted` kept its changes. */
  undone: { at: string; by: string; before?: { at: string; by: string }[] } | null
}

/** An order in full, money in paise, instants UTC ISO-8601. */
export type Order = {
  id: string
  restaurantId: string
  version: number
  tableId: string | null
  tableNumber: string | null
  sittingId: string | null
  userId: string | null
  customerName: string
  mobileNumber: string
  /** The GST number of the company that the bill is for, on request; '' without one. */
  customerGstin: string
  /** Of a Delivery order; empty on every other. */
  deliveryAddress: string
  guests: number | null
  orderType: OrderType
  additionalNote: string
  specialInstructions: string
  isKOT: boolean
  serialNumber: number
  billNumber: number | null
  invoiceNumber: string | null
  billPrintedAt: string | null
  taxPercentages: OrderTaxes
  roundOffEnabled: boolean
  serviceChargeAccepted: boolean
  offerId: string | null
  /** The offer's terms at the moment it was applied. */
  offer: OfferTerms | null
  discountTitle: string | null
  totals: Totals
  orderStatus: OrderStatus
  paymentStatus: PaymentStatus
  paymentMethod: string | null
  /** The net of its payment rows by method. */
  payments: Payment[]
  /** The payment rows that a change adds, for `saveOrder`; [] in an order as it was read. */
  moves: PaymentRow[]
  refund: Refund | null
  biller: string | null
  cancelReason: string | null
  /** Names of those who cancelled the order, gave its discount, and switched its service charge last. */
  cancelledBy: string | null
  discountBy: string | null
  serviceChargeBy: string | null
  lastPrinted: LastPrinted | null
  /** What it took over from merged tables. */
  merged: Merged | null
  feedbackToken: string
  businessDate: string
  createdAt: string
  completedAt: string | null
  /** The business day and the hour (0 to 23) on which its completion or cancellation was booked (`withBookings`). */
  endedDate: string | null
  endedHour: number | null
  tickets: Ticket[]
}

/** A new order without tickets. `from` gives the known fields; businessDate is YYYY-MM-DD, createdAt UTC. */
export function emptyOrder(
  from: Pick<Order, 'restaurantId' | 'orderType' | 'taxPercentages' | 'roundOffEnabled' | 'businessDate' | 'createdAt'> & Partial<Order>,
): Order {
  const at = Date.parse(from.createdAt)
  return {
    id: randomId(at),
    version: 1,
    tableId: null,
    tableNumber: null,
    sittingId: null,
    userId: null,
    customerName: '',
    mobileNumber: '',
    customerGstin: '',
    deliveryAddress: '',
    guests: null,
    additionalNote: '',
    specialInstructions: '',
    isKOT: true,
    serialNumber: 0,
    billNumber: null,
    invoiceNumber: null,
    billPrintedAt: null,
    serviceChargeAccepted: false,
    offerId: null,
    offer: null,
    discountTitle: null,
    totals: {
      subtotal: 0,
      discount: 0,
      cgst: 0,
      sgst: 0,
      vat: 0,
      serviceCharge: 0,
      charges: 0,
      taxIncluded: 0,
      roundOff: 0,
      grandTotal: 0,
    },
    orderStatus: 'pending',
    paymentStatus: 'unpaid',
    paymentMethod: null,
    payments: [],
    moves: [],
    refund: null,
    biller: null,
    cancelReason: null,
    cancelledBy: null,
    discountBy: null,
    serviceChargeBy: null,
    lastPrinted: null,
    merged: null,
    feedbackToken: randomId(at),
    completedAt: null,
    endedDate: null,
    endedHour: null,
    tickets: [],
    ...from,
  }
}

export const isOpen = (order: { orderStatus: string }): boolean => order.orderStatus === 'pending'
export const linesOf = (order: Pick<Order, 'tickets'>): Line[] => order.tickets.flatMap((t) => t.lines)
export const isCancelled = (line: { status: string }): boolean => line.status === 'Cancelled'
export const paidSoFar = (order: Pick<Order, 'payments'>): Paise => order.payments.reduce((sum, p) => sum + p.amount, 0)
export const leftToPay = (order: Pick<Order, 'payments' | 'totals'>): Paise => Math.max(0, order.totals.grandTotal - paidSoFar(order))

/** A line as it is priced, in paise. */
export const pricedLine = (l: Line): PricedLine => ({ ...l, unitPrice: unitPriceOf(l), cancelled: isCancelled(l) })

/**
 * The order with its totals computed again from its lines, and its discount from its offer's terms. An order that was paid in full and now costs more becomes
 * partially paid: fewer dishes can cost more too, when they come to less than the offer's minimum.
 */
export function repriced(order: Order): Order {
  const lines = linesOf(order).map(pricedLine)
  const subtotal = lines.reduce((sum, l) => (l.cancelled ? sum : sum + l.unitPrice * l.quantity), 0)
  const {
    lineDiscounts: _,
    chargeRows: _rows,
    rates: _rates,
    ...totals
  } = price({
    lines,
    taxPercentages: order.taxPercentages,
    orderType: order.orderType,
    discount: order.offer ? discountOf(order.offer, subtotal) : order.totals.discount,
    serviceChargeAccepted: order.serviceChargeAccepted,
    roundOff: order.roundOffEnabled,
  })
  return withRestOwed({ ...order, totals })
}

/** The order; `partial` if it is said to be paid and something is left to pay. */
export const withRestOwed = (order: Order): Order =>
  order.paymentStatus === 'paid' && leftToPay(order) > 0 ? { ...order, paymentStatus: 'partial' } : order

/** Throws 409 `invalid_transition` once money was taken: the bill's discount, service charge and charges then stay as they are (CONTRACT §9). */
export function mustNotBeFrozen(order: Order): void {
  if (paidSoFar(order) > 0)
    throw invalidTransition(
      'Money has been received for this order, so its discount and charges stay as they are. Give the money back first.',
    )
}

/** The order with its service charge accepted or not; unchanged if it already is. `by`: the name of whoever switches it. Throws 409 once money was taken. */
export function withServiceCharge(order: Order, serviceChargeAccepted: boolean, by: string): Order {
  if (serviceChargeAccepted === order.serviceChargeAccepted) return order
  mustNotBeFrozen(order)
  return repriced({ ...order, serviceChargeAccepted, serviceChargeBy: by })
}

/**
 * Applies an offer to an order or, with null, removes it; the bill must then be printed again. `by`: the name of whoever does it. `whyNotApplicable` decides
 * whether it may be applied. Throws 409 once money was taken.
 */
export function withOffer(order: Order, offer: OfferTerms | null, by: string): Order {
  mustNotBeFrozen(order)
  const none = { ...order.totals, discount: 0 }
  return repriced({
    ...order,
    offer: offer && termsOf(offer),
    offerId: offer?.id ?? null,
    discountTitle: offer?.title ?? null,
    discountBy: offer && by,
    totals: none,
    billPrintedAt: null,
  })
}

/** An order that is over can't be changed, whichever device asks (CONTRACT §3). Throws 409 `invalid_transition`. */
export function mustBeOpen(order: Order): void {
  if (isOpen(order)) return
  const what = wordsFor(order)
  throw invalidTransition(order.orderStatus === 'completed' ? `${what} was billed.` : `${what} was cancelled.`)
}

/** Throws 409 `invalid_transition` if a guest's tickets can't be accepted: the order is over, or nothing on one of them is left to cook. */
export function mustBeAcceptable(order: Order, kotIds: readonly string[]): void {
  mustBeOpen(order)
  if (order.tickets.some((t) => kotIds.includes(t.kotId) && !isWaiting(t))) throw invalidTransition('It was declined meanwhile.')
}

const wordsFor = (order: Pick<Order, 'tableNumber' | 'serialNumber'>) =>
  order.tableNumber ? tableName(order.tableNumber) : `Order ${order.serialNumber}`

/** Is this a guest's ticket that waits to be accepted? A ticket whose lines are all cancelled was declined (SCREENS §6.8). */
export const isWaiting = (ticket: { held: boolean; lines: readonly { status: string }[] }): boolean =>
  ticket.held && !ticket.lines.every(isCancelled)

/**
 * Was the line cancelled before staff accepted the guest's ticket? Then the kitchen never got it, and it does not count as a cancelled sale.
 */
export const isDeclined = (ticket: Pick<Ticket, 'held' | 'sentAt'>, line: Pick<Line, 'status' | 'statusAt'>): boolean =>
  isCancelled(line) && (ticket.held || (ticket.sentAt !== null && line.statusAt < ticket.sentAt))

/**
 * The instant at which a ticket that is accepted at `at` (UTC ISO) counts as sent: after every decline of its lines. Of two simultaneous requests, the later
 * one may be stored first.
 */
export const acceptedAt = ({ lines }: Pick<Ticket, 'lines'>, at: string): string =>
  lines.reduce((last, l) => (isCancelled(l) && l.statusAt >= last ? new Date(Date.parse(l.statusAt) + 1).toISOString() : last), at)

/**
 * Why an open order can't be billed, settled or completed yet, in words for the cashier; null when it can. A guest's waiting ticket is in the total, but the
 * kitchen has not received it and stock was not deducted, so it must be accepted or declined first (docs/decisions/012).
 */
export const whyNotAccepted = (
  order: Pick<Order, 'orderStatus' | 'tableNumber' | 'serialNumber'> & { tickets: readonly Parameters<typeof isWaiting>[0][] },
): string | null =>
  isOpen(order) && order.tickets.some(isWaiting) ? `${wordsFor(order)}’s guest has a ticket to accept: accept or decline it first.` : null

/** Throws 409 `invalid_transition` while a guest's held ticket is waiting. */
export function mustBeAccepted(order: Order): void {
  const why = whyNotAccepted(order)
  if (why !== null) throw invalidTransition(why)
}

/** The advice when an order with payments, or a part of it, can't be cancelled. A waiting ticket must be accepted before the order can be settled. */
export const refundInstead = (order: Order): string =>
  whyNotAccepted(order) === null
    ? 'Give the money back first, or settle and refund it instead.'
    : 'Give the money back first, or accept the guest’s ticket, then settle the order and refund it instead.'

/**
 * What the kitchen calls a ticket: the first one that it gets of an order is `new`, whatever a guest had sent before and staff declined or has yet to accept. A guest's
 * ticket that waits counts those that wait before it; what it is is decided when it is accepted.
 */
const kindAfter = (before: readonly Ticket[], held: boolean): KotKind =>
  before.every((t) => t.held && !(held && isWaiting(t))) ? 'new' : 'addition'

/** Adds tickets to an open order, each with its kind: an order paid so far becomes `partial`, and the bill must be printed again. */
export function addTickets(order: Order, tickets: readonly Ticket[]): Order {
  mustBeOpen(order)
  const all = tickets.reduce<Ticket[]>((before, t) => [...before, { ...t, kind: kindAfter(before, t.held) }], [...order.tickets])
  return repriced({ ...order, tickets: all, billPrintedAt: null })
}

/** The order with a guest's held tickets accepted: they count as sent at `at` (UTC ISO), by the name `by`. They get their numbers with the new tickets. */
export const withAccepted = (order: Order, kotIds: readonly string[], at: string, by: string): Order => ({
  ...order,
  tickets: kotIds.reduce(
    (all, kotId) =>
      all.map((t) => {
        if (t.kotId !== kotId) return t
        const lines = t.lines.map((l) => (l.status === 'In Cart' ? { ...l, status: 'Preparing' as const, statusAt: at } : l))
        const kind = kindAfter(
          all.filter((other) => other !== t),
          false,
        )
        return { ...t, kind, held: false, sentAt: acceptedAt(t, at), sentBy: by, lines }
      }),
    order.tickets,
  ),
})

/** Reads the name of an order as screens show it, `Take Away 105`; null for any other text. Numbers restart each business day. */
export function orderNamed(text: string): { orderType: OrderType; serialNumber: number } | null {
  const [, words = '', digits] = /^([a-z ]+?) ?(\d{1,9})$/i.exec(text.trim()) ?? []
  const plain = (name: string) => name.toLowerCase().replace(/ /g, '')
  const orderType = ORDER_TYPES.find((type) => plain(type) === plain(words))
  return orderType && digits ? { orderType, serialNumber: Number(digits) } : null
}
