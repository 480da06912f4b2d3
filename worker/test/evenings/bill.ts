import { type BillCharge, chargesOn } from './charges.ts'
import type { Actor } from './rights.ts'
import { ratesOn, type Tax } from './taxes.ts'

/** A bill of the ledger, in whole paise, and its totals: written from SPEC §9 and CONTRACT §5 without anything of domain/. */

export const METHODS = ['Cash', 'UPI', 'Card'] as const
export type Method = (typeof METHODS)[number]
export type OrderType = 'Dine In' | 'Take Away' | 'Delivery'
/** A discount off the subtotal: a percentage, at most `most`, or a flat amount; none on a bill below `least`. Amounts in paise. */
export type Offer = { name: string; percent?: number; flat?: number; most?: number; least?: number; dineInOnly?: boolean }
type LineStatus = 'In Cart' | 'Preparing' | 'Ready' | 'Served' | 'Cancelled'
/** `gst`: its dish's own, null for the bill's; `included`: its price includes the tax. */
export type Line = {
  name: string
  unit: number
  quantity: number
  alcohol: boolean
  gst: number | null
  included: boolean
  status: LineStatus
  declined?: true
}
/** `id` is its kotId. A guest's ticket is `held` until staff accept it. */
export type Ticket = { id: string; held: boolean; lines: Line[] }
/** A payment row: rows are added and never changed. Money received is positive, money given back negative. */
export type Row = {
  kind: 'received' | 'returned' | 'corrected' | 'transferred' | 'tip'
  method: Method
  amount: number
  day: string
  by: Actor
  corrected?: true
  /** Given back by another method than it was received by: the one received. */
  of?: Method
  /** One of the pair that corrects a tip. */
  mends?: true
  /** The Worker's id of the row, once a reply has shown it. */
  id?: string
}

/** What a merge joins, and an unmerge gives back. */
export type Terms = Pick<Bill, 'offer' | 'discountBy' | 'service' | 'serviceBy' | 'regular' | 'tax' | 'charges' | 'rounded'>
export const termsOf = ({ offer, discountBy, service, serviceBy, regular, tax, charges, rounded }: Bill): Terms => ({
  offer,
  discountBy,
  service,
  serviceBy,
  regular,
  tax,
  charges,
  rounded,
})
/** A bill that was merged into another, as it was. */
/** `printed` is of its own bill before the merge, `prints` how often the other one had been printed by then. */
export type Part = { table: number; tickets: Ticket[]; money: Money; was: Terms; printed: Bill['printed']; prints: number }
export type Money = Partial<Record<Method, number>>

export type Bill = {
  /** A, B, C … in the order in which the bills were opened, for the log of a failed evening. */
  name: string
  id: string
  table: number | null
  type: OrderType
  tax: Tax
  /** For packing and delivery, also those of other order types. */
  charges: BillCharge[]
  rounded: boolean
  tickets: Ticket[]
  /** Its own terms before the first merge (null where the table had no bill), what came from other tables, and its money at the first merge with what was brought since. */
  merged: { own: Terms | null; parts: Part[]; money: Money } | null
  offer: Offer | null
  service: boolean
  rows: Row[]
  /** Tips, and what was given back or corrected of them: no money of the bill. */
  tips: Row[]
  status: 'pending' | 'completed' | 'cancelled'
  paid: 'unpaid' | 'partial' | 'paid' | 'refunded'
  /** Whether the regular guest's mobile number is on the bill. */
  regular: boolean
  number: number | null
  /** The highest total that was ever printed, and whether less was then to be paid for packing or delivery. */
  printed: { total: number; by: Actor; charges?: true } | null
  /** How often its own bill was printed, and who did it last. */
  prints: number
  lastPrintBy: Actor | null
  discountBy: Actor | null
  serviceBy: Actor | null
  cancelledBy: Actor | null
  /** The business day on which it ended. */
  ended: string | null
  /** When it was completed, in UTC milliseconds. */
  endedAt: number
  /** The business day on which it was opened. */
  day: string
}

export const newBill = (start: Pick<Bill, 'name' | 'table' | 'type' | 'tax' | 'charges' | 'rounded' | 'day'>): Bill => ({
  ...start,
  id: '',
  tickets: [],
  merged: null,
  offer: null,
  service: false,
  rows: [],
  tips: [],
  status: 'pending',
  paid: 'unpaid',
  regular: false,
  number: null,
  printed: null,
  prints: 0,
  lastPrintBy: null,
  endedAt: 0,
  discountBy: null,
  serviceBy: null,
  cancelledBy: null,
  ended: null,
})

// ---------------------------------------------------------------- what a bill comes to (SPEC §9, CONTRACT §5)

/** n/d to the nearest whole, halves up; neither is negative. */
const nearest = (n: bigint, d: bigint): number => Number((n + n + d) / (d + d))
/** A percentage has at most three decimals. */
const share = (paise: number, percent: number): number => nearest(BigInt(paise) * BigInt(Math.round(percent * 1000)), 100_000n)
export const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)

export const linesOf = (bill: Pick<Bill, 'tickets'>): Line[] => bill.tickets.flatMap((t) => t.lines)
export const isLive = (line: Line): boolean => line.status !== 'Cancelled'
export const worth = (line: Line): number => line.unit * line.quantity
export const worthOf = (lines: readonly Line[]): number => sum(lines.filter(isLive).map(worth))

function discount(offer: Offer | null, subtotal: number): number {
  if (!offer || subtotal < (offer.least ?? 0)) return 0
  const off = offer.flat ?? Math.min(share(subtotal, offer.percent ?? 0), offer.most ?? Infinity)
  return Math.min(off, subtotal)
}

type Priced = Pick<Bill, 'tickets' | 'type' | 'offer' | 'tax' | 'charges' | 'service' | 'rounded'>

function parted(bill: Priced) {
  const lines = linesOf(bill).filter(isLive)
  const subtotal = worthOf(lines)
  const off = discount(bill.offer, subtotal)
  // The discount is taken off each line before tax, in proportion; the remainder goes to the largest line.
  const parts = lines.map((l) => Number((BigInt(off) * BigInt(worth(l))) / BigInt(Math.max(1, subtotal))))
  const largest = lines.reduce((best, l, i) => (worth(l) > worth(lines[best]!) ? i : best), 0)
  if (lines.length > 0) parts[largest]! += off - sum(parts)
  const charges = chargesOn(bill, sum(lines.map((l) => l.quantity)))
  const rates = ratesOn(
    lines.map((l, i) => ({ ...l, net: worth(l) - parts[i]! })),
    charges,
    bill.tax,
  )
  return { subtotal, off, charges, rates }
}

/** What a bill is taxed on at each rate. */
export const ratesOfBill = (bill: Priced) => parted(bill).rates

export function totalsOf(bill: Priced) {
  const { subtotal, off, charges, rates } = parted(bill)
  const cgst = sum(rates.map((r) => (r.gst ? r.tax : 0))) / 2
  const vat = sum(rates.map((r) => (r.gst ? 0 : r.tax)))
  const taxIncluded = sum(rates.map((r) => r.included))
  const serviceCharge = bill.service ? share(subtotal, bill.tax.serviceCharge) : 0
  const exact = subtotal - off - taxIncluded + charges + 2 * cgst + vat + serviceCharge
  const total = bill.rounded ? nearest(BigInt(exact), 100n) * 100 : exact
  return { subtotal, discount: off, cgst, sgst: cgst, vat, serviceCharge, charges, taxIncluded, roundOff: total - exact, total }
}

export const receivedOn = (bill: Pick<Bill, 'rows'>): number => sum(bill.rows.map((r) => r.amount))
export const leftOn = (bill: Bill): number => Math.max(0, totalsOf(bill).total - receivedOn(bill))
const sums = (rows: readonly Row[], keyOf: (row: Row) => Method): Partial<Record<Method, number>> =>
  Object.fromEntries(
    METHODS.map((m) => [m, sum(rows.filter((r) => keyOf(r) === m).map((r) => r.amount))] as const).filter(([, amount]) => amount !== 0),
  )
/** What there is by each method by which it was received. */
export const byMethod = (rows: readonly Row[]) => sums(rows, (r) => r.of ?? r.method)
/** What came and went by each method. */
export const movedBy = (rows: readonly Row[]) => sums(rows, (r) => r.method)
/** The row of money that is given back, by the method received or `as` another. */
export const goesBack = (method: Method, amount: number, as: Method | null | undefined): Pick<Row, 'method' | 'amount' | 'of'> => ({
  method: as ?? method,
  amount: -amount,
  ...(as && as !== method ? { of: method } : {}),
})
/** A guest's ticket still waits to be accepted. */
export const waits = (bill: Bill): boolean => bill.tickets.some((t) => t.held && t.lines.some(isLive))

/** How long a settled bill's food is cooked, in milliseconds. */
export const COOK_WITHIN = 12 * 3_600_000
/** The lines that this step moves forward, and those that it takes back. */
export function steps(ticket: Ticket, to: 'Preparing' | 'Ready' | 'Served'): Record<'forward' | 'back', Line[]> {
  const forward = ticket.lines.filter(
    (l) =>
      (l.status === 'Preparing' && to !== 'Preparing') ||
      (l.status === 'Ready' && to === 'Served') ||
      (l.status === 'In Cart' && to === 'Preparing'),
  )
  const back = ticket.lines.filter((l) => (l.status === 'Ready' && to === 'Preparing') || (l.status === 'Served' && to === 'Ready'))
  return { forward, back }
}

/** Discount and service charge can't change once money was taken. */
export const frozen = (bill: Bill): 409 | null => (receivedOn(bill) > 0 ? 409 : null)
/** With more dishes an offer may count that did not before, and the bill come to less than was received. */
export const tooCheap = (bill: Bill, ticket: Ticket): 409 | null =>
  receivedOn(bill) > totalsOf({ ...bill, tickets: [...bill.tickets, ticket] }).total ? 409 : null
export const mustBeOpen = (bill: Bill): 409 | null => (bill.status === 'pending' ? null : 409)
/** A, B … Z, A2, B2 … */
export const nameOf = (n: number): string => `${String.fromCharCode(65 + (n % 26))}${n < 26 ? '' : Math.floor(n / 26) + 1}`
