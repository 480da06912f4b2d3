import type { z } from 'zod'
import type { DaySummary } from './api/orders.ts'
import { toPaise } from './money.ts'
import {
  amountLines,
  BLANK,
  centred,
  type Columns,
  cutName,
  type PaperLine,
  type PaperRestaurant,
  rs,
  rule,
  storeLines,
} from './receipt.ts'
import { plural } from './text.ts'
import { paperTime } from './time.ts'

type Summary = z.infer<typeof DaySummary>

/** How many items the paper has room for (SPEC §9). */
export const topItemsFor = (columns: Columns): 10 | 15 => (columns === 48 ? 15 : 10)

/**
 * The day-end report on paper (SPEC §3 "Day-end summary", SCREENS journey 12). `at`: when it is printed, `by`: by whom. All figures are the server's, the same
 * as in Reports. It says when orders are still open, and when the KOT counter was reset.
 */
export function dayReportLines(
  summary: Summary,
  restaurant: PaperRestaurant,
  { columns, at, by }: { columns: Columns; at: Date; by: string },
): PaperLine[] {
  const line = (label: string, rupees: number) => amountLines(label, rs(toPaise(rupees)), columns)
  const count = (label: string, n: number) => amountLines(label, String(n), columns)
  const above = (label: string, rupees: number) => (rupees === 0 ? [] : line(label, rupees))
  const bold = (lines: PaperLine[]) => lines.map((l) => ({ ...l, bold: true }))
  const [year, month, day] = summary.date.split('-')
  const { taxes, items, paymentMethods, receivedOnOpenOrders: early } = summary
  const top = topItemsFor(columns)
  const sold = items.reduce((sum, item) => sum + toPaise(item.revenue), 0) / 100
  const received = paymentMethods.reduce((sum, m) => sum + toPaise(m.amount), 0) / 100
  const [nameWidth, countWidth] = columns === 48 ? [24, 6] : [15, 4]
  return [
    ...storeLines(restaurant, columns),
    BLANK,
    ...centred(`DAY SUMMARY ${day}-${month}-${year}`, columns, { bold: true }),
    ...(summary.pendingOrders > 0 ? centred(`Day still open, ${plural(summary.pendingOrders, 'open order')}`, columns) : []),
    ...centred(`Printed ${paperTime(at, restaurant.timezone)} by ${by}`, columns),
    ...(summary.kotReset ? centred('KOT counter was reset', columns) : []),
    rule(columns),
    ...count('Orders', summary.totalOrders),
    ...count('  Completed', summary.completedOrders),
    ...count('  Cancelled', summary.cancelledOrders),
    ...count('  Open', summary.pendingOrders),
    rule(columns),
    ...line('Items before discount', sold),
    ...above('Discounts', -summary.discounts),
    ...above('CGST', taxes.cgst),
    ...above('SGST', taxes.sgst),
    ...above('VAT', taxes.vat),
    ...above('Service charge, voluntary', taxes.serviceCharge),
    ...above('Round off', summary.roundOff),
    rule(columns, '='),
    ...bold(line('SALES', summary.totalSales)),
    rule(columns, '='),
    ...above('Refunds, already taken out', summary.refunds),
    ...above('Cancelled, not in sales', summary.cancelledValue),
    ...paymentMethods.flatMap((m) => line(m.method, m.amount)),
    rule(columns),
    ...above(early < 0 ? 'Received on an earlier day' : 'Received on open orders', early),
    ...bold(line('RECEIVED', received)),
    rule(columns),
    { text: `Top ${top} by sales` },
    ...items.slice(0, top).map(({ name, count: n, revenue }) => {
      const left = cutName(name, columns).padEnd(nameWidth) + String(n).padStart(countWidth)
      return { text: left + ` ${rs(toPaise(revenue))}`.padStart(columns - left.length) }
    }),
    ...(summary.changedAfterPrint.length > 0
      ? [rule(columns), ...count('Bills changed after printing', summary.changedAfterPrint.length)]
      : []),
  ]
}
