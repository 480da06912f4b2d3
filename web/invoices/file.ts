import type { OrderShape } from '#domain/api/order.ts'
import { issueOf } from '#domain/bill.ts'
import { plainPaise, toPaise } from '#domain/money.ts'
import { netOf, receivedBy } from '#domain/moves.ts'
import { isOpen, type Payment } from '#domain/order.ts'
import type { TaxRate } from '#domain/tax.ts'
import { ratesOf } from '#domain/taxRates.ts'
import type { Column } from '#web/app/list/columns.ts'
import type { Dates } from '#web/core/dates.ts'
import { isOfRefund, refundedText } from '#web/shared/order/refunded.ts'

/** A bill, or in the accountant's file its refund: a row of its own on the day of the refund, with negative amounts. */
export type Bill = OrderShape & { back?: true }

/** Its payment rows without tips: of a bill how it was paid, of its refund how that was given back. Null where they are not known: an event has none. */
function movesOf({ back, refund, paymentHistory }: Bill) {
  return paymentHistory?.filter((move) => move.kind !== 'tip' && isOfRefund(move, refund) === (back === true)) ?? null
}

type Move = { method: string; amount: number; of?: string | undefined }
/** Money by the method by which it moved, in paise, without methods that come to nothing. */
const byMethod = (moves: readonly Move[]): Payment[] => netOf(moves.map(({ method, amount }) => ({ method, amount: toPaise(amount) })))
/** The same by the method by which it was received, wherever some was given back by another before the bill was settled. */
const byReceived = (moves: readonly Move[]): Payment[] => byMethod(moves.map((move) => ({ ...move, method: receivedBy(move) })))

function paidBy(order: Bill): string[] {
  const moves = movesOf(order) ?? order.payments
  return (order.back ? byMethod(moves) : byReceived(moves)).map(({ method }) => method)
}
/** Of an open order they are in no report yet, as its amounts. Null where they are not known. */
function tips(order: Bill): Payment[] | null {
  if (order.back || isOpen(order)) return []
  return order.paymentHistory ? byReceived(order.paymentHistory.filter(({ kind }) => kind === 'tip')) : null
}
const sumOf = (list: readonly Payment[]): string => plainPaise(list.reduce((sum, { amount }) => sum + amount, 0))

/** How a bill was paid. It stays after a refund, whose own method is `refundedBy`. */
export function methodOf(order: Bill): string {
  if (order.back) return ['Refund', ...paidBy(order)].join(', ')
  if (order.orderStatus === 'cancelled') return 'Cancelled'
  if (isOpen(order) && order.paymentStatus !== 'paid') return 'Open'
  const paid = paidBy(order).join(', ') || (order.refund ? 'Refunded' : (order.paymentMethod ?? 'No charge'))
  // Its amounts are in no report yet.
  return isOpen(order) ? `${paid}, still open` : paid
}

/** `Refunded in Cash by Divya`; null for a bill that was not refunded. */
export const refundedBy = ({ refund, paymentHistory }: OrderShape): string | null => refund && refundedText(refund, paymentHistory)

const inFile = { hidden: 'hidden', card: 'none' } as const
/**
 * An amount of the accountant's file. A bill that was cancelled or is still open keeps its row, so that no number is missing, but it counts in no report either:
 * an open one is a sale of the day on which it is completed, and then in that day's file.
 */
export const amount = (order: Bill, rupees: number): string =>
  plainPaise(order.orderStatus === 'completed' ? (order.back ? -1 : 1) * toPaise(rupees) : 0)
const rupees = (key: string, head: string, of: (order: OrderShape) => number): Column<Bill> => ({
  key,
  head,
  value: (o) => amount(o, of(o)),
  ...inFile,
})

/** The rates of a tax by which a bill was taxed, in paise. */
const ratesFor = (tax: TaxRate['tax'], order: Bill): TaxRate[] => ratesOf(order).filter((r) => r.tax === tax && r.taxable !== 0)
const valueFor = (tax: TaxRate['tax'], order: Bill): number => ratesFor(tax, order).reduce((sum, r) => sum + r.taxable, 0) / 100

/** `2026-11-21 20:14`, as spreadsheets read it. The date and time that stand on the invoice: a move to another zone doesn't change them. Older bills have none. */
export function fileDate(order: Bill, dates: Dates): string {
  const instant = (at: string) => `${dates.date(at)} ${dates.clock(at)}`
  if (order.back && order.refund) return instant(order.refund.at)
  const [, date, time] = /^(\S+) (\S+)$/.exec(order.taxPercentages.issued?.date ?? '') ?? []
  return date ? `${date.split('-').reverse().join('-')} ${time}` : instant(issueOf(order))
}

/** `5%: 100.00 + 5.00; 18%: 33.90 + 6.10`: of a bill with several rates of GST, the value for each and the tax on it. */
function gstByRate(order: Bill): string {
  const rates = ratesFor('gst', order)
  const text = (r: TaxRate) => `${r.rate}%: ${amount(order, r.taxable / 100)} + ${amount(order, r.amount / 100)}`
  return rates.length > 1 ? rates.map(text).join('; ') : ''
}

/**
 * For the accountant's file; on the screen they are on the bill. What was sold less the discount and the tax that the prices include, with packing and delivery, are GST's and VAT's values. These, the taxes,
 * service charge and rounding add up to the total, and so does what was paid by each method; tips are beside all of it. For people who don't get the payments, what was paid
 * for a refunded bill and the tips are empty: it is not known to be nothing. A refunded bill stays as it was billed and paid, and names the day of its refund,
 * which is a row of its own with the method by which it was given back. `methods` are the outlet's; others are one column.
 */
export const fileColumns = (methods: readonly string[], businessDay: (order: Bill) => string | null): readonly Column<Bill>[] => [
  { key: 'day', head: 'Business day', value: businessDay, ...inFile },
  { key: 'invoice', head: 'Invoice', value: (o) => o.invoiceNumber, ...inFile },
  { key: 'customer', head: 'Customer', value: (o) => o.customer_name, ...inFile },
  { key: 'gstin', head: 'Customer GSTIN', value: (o) => o.customerGstin, ...inFile },
  rupees('subtotal', 'Subtotal', (o) => o.totalPrice),
  rupees('discount', 'Discount', (o) => o.discount),
  { key: 'offer', head: 'Offer', value: (o) => (o.discount > 0 ? o.discountTitle : ''), ...inFile },
  rupees('charges', 'Packing and delivery', (o) => o.additionalCharges.charges ?? 0),
  rupees('taxIncluded', 'Tax in prices', (o) => o.additionalCharges.taxIncluded ?? 0),
  rupees('gstValue', 'Value for GST', (o) => valueFor('gst', o)),
  {
    key: 'gstRate',
    head: 'GST %',
    value: (o) =>
      ratesFor('gst', o)
        .map((r) => r.rate)
        .join(' + ') || o.taxPercentages.gst,
    ...inFile,
  },
  { key: 'gstByRate', head: 'GST by rate', value: gstByRate, ...inFile },
  rupees('cgst', 'CGST', (o) => o.additionalCharges.cgst),
  rupees('sgst', 'SGST', (o) => o.additionalCharges.sgst),
  rupees('vatValue', 'Value for VAT', (o) => valueFor('vat', o)),
  { key: 'vatRate', head: 'VAT %', value: (o) => o.taxPercentages.vat, ...inFile },
  rupees('vat', 'VAT', (o) => o.additionalCharges.vat),
  rupees('service', 'Service charge', (o) => o.additionalCharges.serviceCharge),
  rupees('roundOff', 'Round off', (o) => o.roundOff),
  { key: 'refundedOn', head: 'Refunded on', value: (o) => o.refund?.businessDate, ...inFile },
  ...[...methods, null].map((method): Column<Bill> => ({
    key: `by ${method}`,
    head: method === null ? 'By another method' : `By ${method}`,
    value(o) {
      if (o.refund && !o.paymentHistory) return ''
      const paid = o.orderStatus === 'completed' ? byMethod(movesOf(o) ?? o.payments) : []
      return sumOf(paid.filter((p) => (method === null ? !methods.includes(p.method) : p.method === method)))
    },
    ...inFile,
  })),
  {
    key: 'tip',
    head: 'Tip',
    value(o) {
      const list = tips(o)
      return list && sumOf(list)
    },
    ...inFile,
  },
  {
    key: 'tipBy',
    head: 'Tip by',
    value: (o) =>
      tips(o)
        ?.map(({ method }) => method)
        .join(', '),
    ...inFile,
  },
]
