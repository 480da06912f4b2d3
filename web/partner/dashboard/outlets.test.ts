import { describe, expect, it } from 'vitest'
import { averageBill } from '#domain/averageBill.ts'
import {
  cancelledPercent,
  exceptionsOf,
  overlay,
  pressed,
  readSort,
  rowsOf,
  salesChange,
  sorted,
  sortText,
  together,
  writeSort,
} from './outlets.ts'
import { periodText, zonesText } from './words.ts'

const range = { startDate: '2026-10-24', endDate: '2026-11-22', timezone: 'Asia/Kolkata' }
const figures = (sales: number, orders: number, cancelledOrders = 0) => ({
  sales,
  orders,
  averageOrderValue: orders === 0 ? 0 : Math.round((sales / orders) * 100) / 100,
  refunds: 0,
  cancelledOrders,
})
const outlet = (id: string, now: ReturnType<typeof figures>, previous?: ReturnType<typeof figures>) => ({
  outletId: id,
  name: `Outlet ${id}`,
  timezone: 'Asia/Kolkata',
  resetTime: '00:00',
  ...now,
  series: [
    { bucket: '2026-11-21', sales: 0.1, orders: 1 },
    { bucket: '2026-11-22', sales: now.sales, orders: now.orders },
  ],
  ...(previous ? { previous } : null),
})
const lost = (id: string) => ({ ...outlet(id, figures(0, 0)), series: [], failed: true })
const insights = (...outlets: (ReturnType<typeof outlet> & { failed?: boolean })[]) => ({ range, total: figures(0, 0), outlets })

describe('all outlets together', () => {
  it('combined equals sum of rows, to the paisa, without those that did not answer', () => {
    const rows = rowsOf(insights(outlet('A', figures(0.1, 1, 1), figures(0.2, 2)), outlet('B', figures(0.2, 3)), lost('C')))
    expect(together(rows)).toEqual({
      sums: { sales: 30, refunds: 0, orders: 4, cancelled: 1 },
      before: { sales: 20, refunds: 0, orders: 2, cancelled: 0 },
      known: 2,
    })
    expect(rows[2]?.sums).toBeNull()
  })

  it('includes an outlet that has answered since', () => {
    const late = {
      totalSales: 1.5,
      refunds: 0.5,
      totalOrders: 2,
      cancelledOrders: 1,
      series: [{ bucket: '2026-11-22', sales: 1.5, orders: 2 }],
    }
    const rows = rowsOf(insights(outlet('A', figures(1, 1)), lost('C')), new Map([['C', late as never]]))
    expect(together(rows)).toMatchObject({ sums: { sales: 250, refunds: 50, orders: 3, cancelled: 1 }, known: 2 })
    expect(rows[1]?.series).toEqual([{ bucket: '2026-11-22', sales: 150 }])
  })

  it('divides nothing by nothing', () => {
    const none = { sales: 0, refunds: 0, orders: 0, cancelled: 0 }
    expect([averageBill(none), cancelledPercent(none), salesChange({ sums: none, before: none })]).toEqual([0, null, null])
    expect(averageBill({ sales: 100, refunds: 0, orders: 3 })).toBe(33)
  })
})

describe('the order', () => {
  const rows = rowsOf(
    insights(
      outlet('10', figures(10, 9), figures(20, 9)),
      outlet('2', figures(30, 1), figures(10, 1)),
      lost('1'),
      outlet('3', figures(20, 5)),
    ),
  )
  const ids = (text: string | null) => sorted(rows, readSort(text)).map(({ _id }) => _id)
  it('ranks by sales by default; unknown values come last in both directions', () => {
    expect(ids(null)).toEqual(['2', '3', '10', '1'])
    expect(ids('sales')).toEqual(['10', '3', '2', '1'])
    expect(ids('-change')).toEqual(['2', '10', '1', '3'])
    expect(ids('name')).toEqual(['1', '2', '3', '10'])
  })
  it('is in the address, and a press on a header begins with the highest', () => {
    expect(readSort('-nonsense')).toEqual({ by: 'sales', down: true })
    expect(pressed(readSort(null), 'orders')).toEqual({ by: 'orders', down: true })
    expect(pressed(readSort(null), 'sales')).toEqual({ by: 'sales', down: false })
    expect(pressed(readSort(null), 'name')).toEqual({ by: 'name', down: false })
    expect([writeSort(readSort(null)), writeSort(readSort('orders'))]).toEqual([null, 'orders'])
    expect([sortText(readSort('-orders')), sortText(readSort('name'))]).toEqual([
      'Sorted by orders, highest first',
      'Sorted by name, A to Z',
    ])
  })
})

describe('what stands out', () => {
  it('names outlets without an answer, then large drops, then cancellations far above the others', () => {
    const rows = rowsOf(
      insights(
        outlet('A', figures(78, 90), figures(100, 100)),
        outlet('B', figures(60, 10), figures(100, 100)),
        lost('C'),
        outlet('D', figures(100, 100, 9), figures(100, 100)),
        outlet('E', figures(100, 1000, 0), figures(105, 100)),
      ),
    )
    expect(exceptionsOf(rows, together(rows).sums).map(({ kind, title }) => [kind, title])).toEqual([
      ['failed', 'Outlet C did not answer'],
      ['drop', 'Outlet B −40.0%'],
      ['drop', 'Outlet A −22.0%'],
      ['cancelled', 'Outlet D cancels 8.3%'],
    ])
  })
  it('ignores a share of only a few orders', () => {
    const rows = rowsOf(insights(outlet('A', figures(1, 3, 3)), outlet('B', figures(1, 100))))
    expect(exceptionsOf(rows, together(rows).sums)).toEqual([])
  })
})

it('the chart has a point for every day of any of them, and a gap where one has none', () => {
  const [a, b] = rowsOf(
    insights(outlet('A', figures(1, 1)), { ...outlet('B', figures(2, 1)), series: [{ bucket: '2026-11-23', sales: 2, orders: 1 }] }),
  )
  expect(overlay([a!, b!])).toEqual({
    buckets: ['2026-11-21', '2026-11-22', '2026-11-23'],
    values: [
      [10, 100, null],
      [null, null, 200],
    ],
  })
})

describe('a single day by hour', () => {
  const hourly = (resetTime: string) => ({
    ...outlet('A', figures(24, 24)),
    resetTime,
    series: Array.from({ length: 24 }, (_, hour) => ({ bucket: String(hour).padStart(2, '0'), sales: hour, orders: 1 })),
  })
  const day = { ...range, startDate: '2026-11-22', endDate: '2026-11-22' }
  // 15:20 in Kolkata.
  const now = new Date('2026-11-22T09:50:00Z')
  const courses = (at: Date, today: boolean, ...resets: string[]) =>
    rowsOf({ ...insights(...resets.map(hourly)), range: day }, new Map(), { now: at, today })
  const hoursOf = (at: Date, today: boolean, reset: string) => courses(at, today, reset)[0]?.series.map(({ bucket }) => Number(bucket))

  it('begins when the business day does: what was sold after midnight is its end', () => {
    const later = new Date('2026-11-24T09:50:00Z')
    expect(hoursOf(later, false, '04:00')).toEqual([...Array.from({ length: 20 }, (_, i) => i + 4), 0, 1, 2, 3])
    expect(overlay(courses(later, false, '04:00', '00:00')).buckets.map(Number)).toEqual(hoursOf(later, false, '04:00'))
  })

  it('ends at the present hour while the day runs, so that hours to come are not drawn as Rs. 0', () => {
    expect(hoursOf(now, true, '04:00')).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
    expect(hoursOf(now, false, '00:00')?.at(-1)).toBe(15)
    expect(hoursOf(new Date('2026-11-22T20:10:00Z'), true, '04:00')?.slice(-3)).toEqual([23, 0, 1])
    // 04:10, before 04:30: the last minutes of the business day.
    expect(hoursOf(new Date('2026-11-22T22:40:00Z'), true, '04:30')).toHaveLength(24)
    expect(hoursOf(new Date('2026-11-22T23:10:00Z'), true, '04:30')).toEqual([4])
  })
})

it('names the days, what they are compared with, the time zone and the currency', () => {
  const at = Date.parse('2026-11-22T16:10:00Z')
  expect(periodText(range, { period: '30d', from: null, to: null }, at)).toBe(
    '24 Oct to 22 Nov 2026, against the 30 days before, as of 21:40 IST',
  )
  expect(periodText({ ...range, startDate: '2026-11-22' }, { period: 'today', from: null, to: null }, at)).toBe(
    'Sun 22 Nov 2026, against the same day last week to this time, as of 21:40 IST',
  )
  const today = { ...range, startDate: '2026-11-22' }
  expect(periodText(today, { period: 'custom', from: today.startDate, to: today.endDate }, at)).toBe(
    'Sun 22 Nov 2026, against the same day last week to this time, as of 21:40 IST',
  )
  expect(zonesText([{ name: 'A', timezone: 'Asia/Kolkata' }])).toBe('All amounts in rupees, business days in IST.')
  expect(
    zonesText([
      { name: 'Pune', timezone: 'Asia/Kolkata' },
      { name: 'Dubai', timezone: 'Asia/Dubai' },
    ]),
  ).toBe('All amounts in rupees. Each outlet counts by its own business days: Pune IST, Dubai GST.')
})
