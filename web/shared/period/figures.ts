import { printLabel } from '#domain/printJob.ts'
import type { Dashboard } from '#domain/api/analytics.ts'
import type { AlertShape } from '#domain/api/tables.ts'
import { formatPaise, formatRupees, type Paise, toPaise } from '#domain/money.ts'
import { stockText } from '#domain/stock.ts'
import { tableLabel } from '#domain/table.ts'
import { plural } from '#domain/text.ts'
import { durationText } from '#domain/time.ts'

// ------------------------------------------------------------ sales by hour

type HourRow = {
  hour: number
  /** Paise, less what was refunded in that hour */
  sales: Paise
  /** Paise, of the days compared with */
  before: Paise
  /** The current hour, which is not over */
  soFar: boolean
}
type Hourly = Dashboard['hourly']

/**
 * The hours from the first to the last in which anything was sold, on these days or on those they are compared with. One day's hours begin with the
 * business day, at `startHour`. Of several days (`startHour` null) each hour is the sum of all days, and the list begins after the longest run of hours
 * without sales. `nowHour` is the current hour, given for today only.
 */
export function hoursOf(
  hourly: Hourly,
  before: Hourly,
  { startHour, nowHour }: { startHour: number | null; nowHour: number | null },
): HourRow[] {
  const find = (list: Hourly, hour: number) => toPaise(list.find((h) => h.hour === hour)?.sales ?? 0)
  const sold = (hour: number) => find(hourly, hour) !== 0 || find(before, hour) !== 0
  const begin = startHour ?? morningOf(sold)
  const order = Array.from({ length: 24 }, (_, i) => (begin + i) % 24)
  const rows = order.map((hour): HourRow => ({ hour, sales: find(hourly, hour), before: find(before, hour), soFar: hour === nowHour }))
  const used = rows.map((r) => sold(r.hour))
  const first = used.indexOf(true)
  if (first < 0) return []
  const last = used.lastIndexOf(true)
  const now = rows.findIndex((r) => r.soFar)
  // The current hour is shown when it is at most two hours from a sale: later, the restaurant is probably closed.
  const reach = (at: number) => (now >= 0 && Math.abs(now - at) <= 2 ? now : at)
  return rows.slice(Math.min(first, reach(first)), Math.max(last, reach(last)) + 1)
}

/** The hour after the longest run of hours without a sale; 0 when nothing was sold. */
function morningOf(sold: (hour: number) => boolean): number {
  let best = { hour: 0, quiet: -1 }
  for (let hour = 0; hour < 24; hour += 1) {
    if (!sold(hour)) continue
    let quiet = 0
    while (quiet < 23 && !sold((hour - 1 - quiet + 24) % 24)) quiet += 1
    if (quiet > best.quiet) best = { hour, quiet }
  }
  return best.hour
}

/** `9:00 to 10:00` */
export const hourText = (hour: number): string => `${hour}:00 to ${hour + 1}:00`

/** The chart in one sentence, for screen readers. */
export function chartSummary(rows: readonly HourRow[], now: string, then: string): string {
  if (rows.length === 0) return 'Sales by hour: nothing was sold.'
  const best = rows.reduce((a, b) => (b.sales > a.sales ? b : a))
  const peak = best.sales > 0 ? ` Highest: ${hourText(best.hour)}, ${formatPaise(best.sales)}.` : ' No sales so far.'
  return `Sales by hour, ${now}${then ? ` compared with ${then}` : ''}, ${rows[0]?.hour}:00 to ${(rows.at(-1)?.hour ?? 0) + 1}:00.${peak}`
}

// ------------------------------------------------------------ payments and items

/** `percent` is null for a method that comes to less than nothing. */
export type Share = { method: string; paise: Paise; percent: number | null }

/**
 * Each payment method's net amount and its part of what was received, in paise. The percentages are whole numbers that add up to 100. A method that comes to
 * nothing is left out; `total` is the net of all.
 */
export function sharesOf(methods: Dashboard['paymentMethods']): { total: Paise; shares: Share[] } {
  const known = methods.map((m) => ({ method: m.method, paise: toPaise(m.amount) })).filter((m) => m.paise !== 0)
  const received = known.filter((m) => m.paise > 0)
  const sum = received.reduce((s, m) => s + m.paise, 0)
  const exact = received.map((m) => (m.paise / sum) * 100)
  const down = exact.map(Math.floor)
  const missing = received.length > 0 ? 100 - down.reduce((a, b) => a + b, 0) : 0
  const rest = exact.map((e, i) => ({ i, part: e - (down[i] ?? 0) })).sort((a, b) => b.part - a.part)
  for (const { i } of rest.slice(0, missing)) down[i] = (down[i] ?? 0) + 1
  return {
    total: known.reduce((s, m) => s + m.paise, 0),
    shares: [
      ...received.map((m, i) => ({ ...m, percent: down[i] ?? 0 })),
      ...known.filter((m) => m.paise < 0).map((m) => ({ ...m, percent: null })),
    ],
  }
}

/** The note of the sales: what they are less; null without refunds. */
export const refundsNote = (refunds: number): string | null => (refunds > 0 ? `less refunds ${formatRupees(refunds)}` : null)

/** The note of an average, which is of the bills as they were settled; null without refunds. */
export const beforeRefunds = (refunds: number): string | null => (refunds > 0 ? 'before refunds' : null)

/**
 * How the money that moved follows from the sales: payments = sales + money received on open orders. If that is below zero, the sales contain money that was received
 * on an earlier day. What refunds gave back is a line of its own; with one, the first line has another name than the sales above, which are less refunds.
 */
export function sourcesOf({
  sales,
  refunds,
  receivedOnOpenOrders,
}: Pick<Dashboard, 'sales' | 'refunds' | 'receivedOnOpenOrders'>): { label: string; rupees: number }[] {
  return [
    ...(refunds > 0
      ? [
          { label: 'Sales before refunds', rupees: (toPaise(sales) + toPaise(refunds)) / 100 },
          { label: 'Given back as refunds', rupees: -refunds },
        ]
      : [{ label: 'Sales', rupees: sales }]),
    { label: receivedOnOpenOrders < 0 ? 'Received on an earlier day' : 'Received on open orders', rupees: receivedOnOpenOrders },
  ]
}

/** All tips in one line, where there were any: they are in none of the payments. */
export function tipsOf({ tips }: Pick<Dashboard, 'tips'>): { label: string; rupees: number }[] {
  const paise = tips.reduce((sum, { amount }) => sum + toPaise(amount), 0)
  return paise === 0 ? [] : [{ label: 'Tips, not in payments', rupees: paise / 100 }]
}

// ------------------------------------------------------------ what needs attention

export type Attention = {
  key: 'late' | 'alerts' | 'unprinted' | 'soldOut' | 'lowStock'
  title: string
  detail: string
  bad: boolean
  orderId?: string
}

/** The first few, then `and 2 more`, or `and many more` of the server’s longest list. */
const several = (words: readonly string[], shown = 3): string =>
  [...words.slice(0, shown), ...(words.length > shown ? [`and ${words.length < 50 ? words.length - shown : 'many'} more`] : [])].join(', ')

/** One row for each kind of problem there is, the urgent ones first. `now` in milliseconds. */
export function attentionOf(
  { lateTickets, unavailableItems, lowStock, unprinted }: Omit<Dashboard['attention'], 'alerts'>,
  alerts: readonly Pick<AlertShape, 'tableNumber' | 'alertType' | 'timestamp'>[],
  { now, alertWord }: { now: number; alertWord: (type: string) => string },
): Attention[] {
  const age = (iso: string) => durationText(now - Date.parse(iso))
  const rows: Attention[] = []
  if (lateTickets.length > 0)
    rows.push({
      key: 'late',
      bad: true,
      title: plural(lateTickets.length, 'late ticket'),
      detail: several(lateTickets.map((t) => `${t.label} ${age(t.createdAt)}`)),
      orderId: lateTickets[0]?.orderId,
    })
  if (alerts.length > 0)
    rows.push({
      key: 'alerts',
      bad: true,
      title: `${plural(alerts.length, 'alert')} waiting`,
      detail: several(alerts.map((a) => `${tableLabel(a.tableNumber)} ${alertWord(a.alertType).toLowerCase()} ${age(a.timestamp)}`)),
    })
  if (unprinted.length > 0) {
    const names = unprinted.map(printLabel)
    rows.push({
      key: 'unprinted',
      bad: true,
      title: unprinted.length === 1 ? `${names[0]} not printed` : `${unprinted.length} papers not printed`,
      detail: unprinted.length === 1 ? 'Reprint it from its order' : several(names),
    })
  }
  if (unavailableItems.length > 0)
    rows.push({
      key: 'soldOut',
      bad: false,
      title: `${plural(unavailableItems.length, 'item')} sold out`,
      detail: several(unavailableItems.map((i) => i.name)),
    })
  if (lowStock.length > 0)
    rows.push({
      key: 'lowStock',
      bad: false,
      // The server lists 50 at most.
      title: `${lowStock.length < 50 ? plural(lowStock.length, 'material') : '50 or more materials'} low`,
      detail: several(
        lowStock.map((m) => `${m.name}: ${stockText(m.currentStock, m.unit)}${m.currentStock < 0 ? '' : ` of ${m.minimumStock}`}`),
        2,
      ),
    })
  return rows
}
