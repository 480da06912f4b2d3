import type { MoneyBack } from '#domain/api/analytics.ts'
import type { OrderShape } from '#domain/api/order.ts'
import type { World } from '../world.ts'
import { movedBy, totalsOf } from './bill.ts'
import type { Ledger } from './ledger.ts'
import type { Actor } from './rights.ts'

/** What reports say of a day, beside what the ledger says. Amounts in paise. */

export const paise = (rupees: number): number => Math.round(rupees * 100)

/** Bills that ended on this day for less than was once printed on them, each with the names of those who lowered it, and whether a charge for packing or delivery was lowered. */
export function lessThanPrinted(
  ledger: Ledger,
  day: string,
): Record<string, [printed: number, total: number, by: Actor, named: true, charges: boolean]> {
  const found = ledger.bills.flatMap((b): [string, [number, number, Actor, true, boolean]][] => {
    const total = b.status === 'cancelled' ? 0 : totalsOf(b).total
    return b.ended === day && b.printed && total < b.printed.total
      ? [[b.name, [b.printed.total, total, b.printed.by, true, b.printed.charges === true]]]
      : []
  })
  return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** By the day on which it moved. */
export const methodsOf = (ledger: Ledger, days: readonly string[]) =>
  movedBy(ledger.bills.flatMap((b) => b.rows).filter((r) => days.includes(r.day)))
export const tipsOf = (ledger: Ledger, days: readonly string[]) =>
  movedBy(ledger.bills.flatMap((b) => b.tips).filter((r) => days.includes(r.day)))
/** Names of tests' people begin with their role. */
export const roleOf = (name: string | null): string | null => name && (name.split(' ')[0] ?? '')

export const netOf = (list: readonly { method: string; amount: number }[]): Record<string, number> => {
  const net: Record<string, number> = {}
  for (const method of ['Cash', 'UPI', 'Card']) {
    const amount = list.filter((p) => p.method === method).reduce((n, p) => n + paise(p.amount), 0)
    if (amount !== 0) net[method] = amount
  }
  return net
}

type Books = Record<string, unknown>

/**
 * What an accountant lays beside the day-end, as the reports have it and as it must be: the day's invoices, the same day on the dashboard and as the outlet's partner sees it,
 * and every row of money that was given back or corrected on it, each with a name and a reason.
 */
export async function booksOf(w: World, ledger: Ledger, day: string): Promise<[got: Books, expected: Books]> {
  const filter = { period: 'custom', startDate: day, endDate: day }
  const { orders } = (await w.does('superuser', `GET /orders?billed=true&limit=100&startDate=${day}&endDate=${day}`)).body
  const { dashboard } = (await w.does('generalManager', 'POST /api/analytics/dashboard-analytics', filter)).body
  const { sales } = (await w.does('partner', 'POST /api/analytics/outlet/sales', { ...filter, outletId: w.id })).body
  const { insights } = (await w.does('partner', 'POST /api/analytics/partner/aggregated-insights', filter)).body
  const { money } = (await w.does('superuser', 'POST /api/analytics/changed-after-print', filter)).body.changed
  const bills = ledger.bills.filter((b) => b.number !== null && (b.ended ?? b.day) === day)
  const moved = ledger.bills
    .flatMap((b) => [...b.rows, ...b.tips])
    .filter((r) => r.day === day && (r.kind === 'returned' || r.kind === 'corrected' || (r.kind === 'tip' && (r.amount < 0 || r.mends))))
  const sold = ledger.sum('sales', [day])
  const expected = { sales: sold.amount, orders: sold.count, methods: methodsOf(ledger, [day]), tips: tipsOf(ledger, [day]) }
  return [
    {
      invoices: orders.map((o: OrderShape) => [o.billNumber, o.orderStatus, paise(o.grandTotal)]).sort(byNumber),
      dashboard: {
        sales: paise(dashboard.sales),
        orders: dashboard.orders,
        methods: netOf(dashboard.paymentMethods),
        tips: netOf(dashboard.tips),
      },
      partner: { sales: paise(sales.totalSales), orders: sales.totalOrders, methods: netOf(sales.paymentMethods), tips: netOf(sales.tips) },
      sideBySide: insights.outlets.map((o: { sales: number; orders: number }) => [paise(o.sales), o.orders]),
      moneyBack: money.rows.map((r: MoneyBack) => [r.kind, r.method, paise(r.amount), roleOf(r.by), (r.reason ?? '') !== '']).sort(),
      // Sales of a day are its completed invoices, less what was refunded on it.
      reconciled: orders.reduce((n: number, o: OrderShape) => (o.orderStatus === 'completed' ? n + paise(o.grandTotal) : n), 0),
    },
    {
      invoices: bills.map((b) => [b.number, b.status, totalsOf(b).total]).sort(byNumber),
      dashboard: expected,
      partner: expected,
      sideBySide: [[sold.amount, sold.count]],
      moneyBack: moved.map((r) => [r.kind, r.method, r.amount, r.by, true]).sort(),
      reconciled: sold.amount + ledger.sum('refund', [day]).amount,
    },
  ]
}

const byNumber = ([a]: unknown[], [b]: unknown[]): number => Number(a) - Number(b)

const TAXED = ['charges', 'taxIncluded', 'cgst', 'sgst', 'vat', 'serviceCharge']
/** Taxes and charges, of which answers have some only where there are any. */
export const inPaise = (amounts: Record<string, number>) => ({
  charges: 0,
  taxIncluded: 0,
  ...Object.fromEntries(Object.entries(amounts).map(([k, v]) => [k, paise(v)])),
})
/** The same of what was sold, less refunds, on these days until an instant. */
export const taxesOf = (ledger: Ledger, days: readonly string[], until?: number) =>
  Object.fromEntries(TAXED.map((key) => [key, ledger.sum('tax', days, key, until).amount]))

type TaxRates = readonly { tax: string; rate: number | null; taxable: number | null; amount: number }[]
/** What was charged on what at each rate, of a report and of the ledger, without what is 0. */
export const ratesIn = (list: TaxRates) => {
  const of = (amount: (r: TaxRates[number]) => number) =>
    Object.fromEntries(
      list
        .map((r) => [`${r.tax} ${r.rate}`, amount(r)] as const)
        .filter(([, n]) => n !== 0)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    )
  return [of((r) => paise(r.taxable ?? 0)), of((r) => paise(r.amount))]
}
export const ratesOf = (ledger: Ledger, days: readonly string[]) => [ledger.byKey('taxable', days), ledger.byKey('taxed', days)]
