import type { z } from 'zod'
import type { Aggregated, Sales } from '#domain/api/analytics.ts'
import { averageBill } from '#domain/averageBill.ts'
import { changePercent, changeText } from '#domain/change.ts'
import { type Paise, toPaise } from '#domain/money.ts'
import { compareNaturally } from '#domain/text.ts'
import { type BusinessClock, businessDate, wallClock } from '#domain/time.ts'

type Insights = z.infer<typeof Aggregated>
type OutletSales = z.infer<typeof Sales>

/** An outlet's sums of a period. `sales`, less `refunds`, in paise. */
type Sums = { sales: Paise; refunds: Paise; orders: number; cancelled: number }
/** An outlet in the comparison. `sums` is null when its figures could not be read. */
export type Row = {
  _id: string
  name: string
  timezone: string
  sums: Sums | null
  /** Of the period before; null without any. */
  before: Sums | null
  /** By day, of a single day by hour, in the order of the business day and without the hours to come: sales in paise. */
  series: { bucket: string; sales: Paise }[]
}

type Figures = { sales: number; refunds: number; orders: number; cancelledOrders: number }
const sumsOf = ({ sales, refunds, orders, cancelledOrders }: Figures): Sums => ({
  sales: toPaise(sales),
  refunds: toPaise(refunds),
  orders,
  cancelled: cancelledOrders,
})
const figuresOf = ({
  totalSales,
  refunds,
  totalOrders,
  cancelledOrders,
}: Pick<OutletSales, 'totalSales' | 'refunds' | 'totalOrders' | 'cancelledOrders'>) => ({
  sales: totalSales,
  refunds,
  orders: totalOrders,
  cancelledOrders,
})

/** A single day by hour: from the hour in which the business day begins, and while it runs (`now`) up to the present one. */
function hours<T extends { bucket: string }>(series: readonly T[], { timezone, resetTime }: BusinessClock, now: Date | null): T[] {
  const begin = Number(resetTime.slice(0, 2))
  const inOrder = [...series.slice(begin), ...series.slice(0, begin)]
  if (!now) return inOrder
  const { hour, minutes } = wallClock(now, timezone)
  // A day that begins at 04:30 also ends in hour 4.
  const isEnd = hour === begin && minutes % 60 < Number(resetTime.slice(3))
  return isEnd ? inOrder : inOrder.slice(0, ((hour - begin + 24) % 24) + 1)
}

/**
 * The outlets of an answer that was fetched at `now`; `today`: of the business day that runs, which may have another date in another zone. `again` has the sales of outlets that failed in it and were asked for again later.
 */
export const rowsOf = (
  insights: Insights,
  again: ReadonlyMap<string, OutletSales> = new Map(),
  { now, today }: { now: Date; today: boolean } = { now: new Date(), today: false },
): Row[] =>
  insights.outlets.map((outlet) => {
    const { startDate, endDate } = insights.range
    const points = (series: OutletSales['series']): Row['series'] => {
      const runs = today || businessDate(now, outlet) === startDate
      return (startDate === endDate ? hours(series, outlet, runs ? now : null) : series).map(({ bucket, sales }) => ({
        bucket,
        sales: toPaise(sales),
      }))
    }
    const known = { _id: outlet.outletId, name: outlet.name, timezone: outlet.timezone }
    const late = outlet.failed ? again.get(outlet.outletId) : undefined
    if (late)
      return {
        ...known,
        sums: sumsOf(figuresOf(late)),
        before: late.previous ? sumsOf(figuresOf(late.previous)) : null,
        series: points(late.series),
      }
    if (outlet.failed) return { ...known, sums: null, before: null, series: [] }
    return { ...known, sums: sumsOf(outlet), before: outlet.previous ? sumsOf(outlet.previous) : null, series: points(outlet.series) }
  })

const NOTHING: Sums = { sales: 0, refunds: 0, orders: 0, cancelled: 0 }
const add = (a: Sums, b: Sums): Sums => ({
  sales: a.sales + b.sales,
  refunds: a.refunds + b.refunds,
  orders: a.orders + b.orders,
  cancelled: a.cancelled + b.cancelled,
})

/** All outlets together: the sum of the rows that are shown, to the paisa. `before` is null when nothing is compared. */
export function together(rows: readonly Row[]): { sums: Sums; before: Sums | null; known: number } {
  const known = rows.filter((row) => row.sums !== null)
  // Before its first order an outlet has nothing to be compared with.
  const compared = known.flatMap(({ before }) => (before && before.orders + before.cancelled > 0 ? [before] : []))
  return {
    sums: known.reduce((sum, row) => add(sum, row.sums ?? NOTHING), NOTHING),
    before: compared.length > 0 ? compared.reduce(add, NOTHING) : null,
    known: known.length,
  }
}

/** Of all orders that ended, in percent; null without any. */
export const cancelledPercent = ({ orders, cancelled }: Sums): number | null =>
  orders + cancelled === 0 ? null : (cancelled / (orders + cancelled)) * 100
/** Sales against the period before, in percent; null where there is nothing to compare with. */
export const salesChange = ({ sums, before }: Pick<Row, 'sums' | 'before'>): number | null =>
  sums && before && changePercent(sums.sales, before.sales)

export const percentText = (percent: number | null): string => (percent === null ? '–' : `${percent.toFixed(1)}%`)

// ------------------------------------------------------------ order

export const SORTS = {
  sales: { label: 'Sales', words: 'sales' },
  orders: { label: 'Orders', words: 'orders' },
  average: { label: 'Average bill', words: 'average bill' },
  cancelled: { label: 'Cancelled', words: 'share of cancelled orders' },
  change: { label: 'Change in sales', words: 'change in sales' },
  name: { label: 'Outlet', words: 'name' },
} as const
export type SortKey = keyof typeof SORTS
export type Sort = { by: SortKey; down: boolean }
const FIRST: Sort = { by: 'sales', down: true }

/** The order in an address: `-sales` is highest first, `name` is A to Z. Without one, the ranking by sales. */
export function readSort(text: string | null): Sort {
  const by = text?.replace(/^-/, '') as SortKey
  return text && Object.hasOwn(SORTS, by) ? { by, down: text.startsWith('-') } : FIRST
}
/** Null for the default order, which the address leaves out. */
export const writeSort = ({ by, down }: Sort): string | null => (by === FIRST.by && down === FIRST.down ? null : `${down ? '-' : ''}${by}`)
/** What a press on a column's head does: figures from the highest, names from A; a second press reverses the order. */
export const pressed = (sort: Sort, by: SortKey): Sort => (sort.by === by ? { by, down: !sort.down } : { by, down: by !== 'name' })

export function sortText({ by, down }: Sort): string {
  const order = by === 'name' ? (down ? 'Z to A' : 'A to Z') : down ? 'highest first' : 'lowest first'
  return `Sorted by ${SORTS[by].words}, ${order}`
}

function valueOf(row: Row, by: Exclude<SortKey, 'name'>): number | null {
  if (row.sums === null) return null
  if (by === 'sales') return row.sums.sales
  if (by === 'orders') return row.sums.orders
  if (by === 'average') return averageBill(row.sums)
  return by === 'cancelled' ? cancelledPercent(row.sums) : salesChange(row)
}

/** The rows in this order; unknown values come last in both directions, and equal rows are sorted by name. */
export function sorted(rows: readonly Row[], { by, down }: Sort): Row[] {
  const byName = (a: Row, b: Row) => compareNaturally(a.name, b.name)
  const turn = down ? -1 : 1
  if (by === 'name') return rows.toSorted((a, b) => turn * byName(a, b))
  return rows.toSorted((a, b) => {
    const [x, y] = [valueOf(a, by), valueOf(b, by)]
    if (x === null || y === null) return x === y ? byName(a, b) : x === null ? 1 : -1
    return x === y ? byName(a, b) : turn * (x - y)
  })
}

// ------------------------------------------------------------ exceptions

export type Exception = { _id: string; kind: 'drop' | 'cancelled' | 'failed'; title: string; detail: string }

/** A drop of sales from here on is an exception, in percent. */
const DROP = 10
/** A share of cancelled orders from here on, in percent, if it is also twice that of all outlets together. */
const CANCELLED = 5
/** With fewer orders a share says nothing. */
const ENOUGH = 20

export const isDrop = (row: Row): boolean => (salesChange(row) ?? 0) <= -DROP
export function isCancelling(row: Row, all: Sums): boolean {
  if (row.sums === null || row.sums.orders + row.sums.cancelled < ENOUGH) return false
  const own = cancelledPercent(row.sums) ?? 0
  return own >= CANCELLED && own >= 2 * (cancelledPercent(all) ?? 0)
}

/** What stands out, the gravest first: outlets without an answer, then the largest drops, then cancellations. */
export function exceptionsOf(rows: readonly Row[], all: Sums): Exception[] {
  const failed = rows.filter((row) => row.sums === null)
  const drops = rows.filter(isDrop).toSorted((a, b) => (salesChange(a) ?? 0) - (salesChange(b) ?? 0))
  const cancelling = rows.filter((row) => isCancelling(row, all))
  return [
    ...failed.map(({ _id, name }): Exception => ({
      _id,
      kind: 'failed',
      title: `${name} did not answer`,
      detail: 'Left out of the figures below',
    })),
    ...drops.map((row): Exception => ({
      _id: row._id,
      kind: 'drop',
      title: `${row.name} ${changeText(salesChange(row))}`,
      detail: 'Sales, against the time before',
    })),
    ...cancelling.map((row): Exception => ({
      _id: row._id,
      kind: 'cancelled',
      title: `${row.name} cancels ${percentText(row.sums && cancelledPercent(row.sums))}`,
      detail: `All outlets together ${percentText(cancelledPercent(all))}`,
    })),
  ]
}

// ------------------------------------------------------------ the chart of two to four

export const MOST_COMPARED = 4

/** Values of a few outlets over the same days (or hours of one day). In different zones they can be different days: then every day of one of them is a point. */
export function overlay(rows: readonly Row[]): { buckets: string[]; values: (Paise | null)[][] } {
  // Hours have two digits and stand in the order of the first outlet's business day.
  const begin = Number(rows[0]?.series[0]?.bucket)
  const place = (bucket: string) => (bucket.length === 2 ? String((Number(bucket) - begin + 24) % 24).padStart(2, '0') : bucket)
  const buckets = [...new Set(rows.flatMap(({ series }) => series.map(({ bucket }) => bucket)))].toSorted((a, b) =>
    place(a).localeCompare(place(b)),
  )
  return {
    buckets,
    values: rows.map(({ series }) => {
      const known = new Map(series.map(({ bucket, sales }) => [bucket, sales]))
      return buckets.map((bucket) => known.get(bucket) ?? null)
    }),
  }
}
