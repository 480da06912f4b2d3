import { describe, expect, it } from 'vitest'
import { isCancelled, linesOf, type Order, paidSoFar, repriced } from '#domain/order.ts'
import { addDays, businessDate } from '#domain/time.ts'
import { makePast } from './history.ts'
import { numberOpen } from './numbers.ts'
import { makeOpen } from './open.ts'
import { menuRows } from './menu.ts'
import { MENUS } from './outlets.ts'
import { ONE, TWO } from './people.ts'
import { clock, house } from './test/house.ts'

const NOON = new Date('2026-11-21T06:30:00.000Z')
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)
const numbers = (list: (number | null)[]) => list.filter((n) => n !== null).sort((a, b) => a - b)

describe('the demo’s menus', () => {
  it('have what is needed to try the screens', () => {
    const { items, subcategories } = menuRows(ONE, MENUS[ONE]!, NOON)
    expect(items.length).toBeGreaterThanOrEqual(60)
    expect(items.filter((i) => i.variants.length > 0).length).toBeGreaterThanOrEqual(10)
    expect(items.filter((i) => i.variants.length === 0 && i.addonGroups.length === 0).length).toBeGreaterThanOrEqual(30)
    expect(new Set(items.map((i) => i.station))).toEqual(new Set(['Grill', 'Fryer', 'Cold', 'Bar']))
    expect(items.filter((i) => !i.available).length).toBeGreaterThanOrEqual(2)
    expect(items.filter((i) => i.remaining === 3)).toHaveLength(1)
    expect(items.some((i) => i.isAlcohol)).toBe(true)
    expect(subcategories.length).toBeGreaterThan(5)
  })
})

describe.each([
  ['outlet one', ONE],
  ['outlet two', TWO],
])('the past of %s', (_name, id) => {
  const h = house(id, NOON)
  const past = makePast(h, NOON)
  const done = past.orders.filter((o) => o.orderStatus === 'completed')

  it('is two trial days, 30 days and today so far', () => {
    const days = Map.groupBy(past.orders, (o) => o.businessDate)
    const today = businessDate(NOON, clock)
    const trial = [...days.keys()].filter((date) => date < addDays(today, -30))
    expect(trial).toHaveLength(2)
    expect(days.size).toBe(2 + 31)
    for (const [date, orders] of days) if (date !== today && !trial.includes(date)) expect(orders.length, date).toBeGreaterThanOrEqual(38)
    for (const o of past.orders) expect(o.completedAt! <= NOON.toISOString()).toBe(true)
  })

  it('is priced by the pricing function and paid to the paisa', () => {
    for (const o of past.orders) expect(repriced(o).totals).toEqual(o.totals)
    for (const o of done) expect(paidSoFar(o)).toBe(o.refund ? 0 : o.totals.grandTotal)
    if (h.roundOff) for (const o of done) expect(o.totals.grandTotal % 100).toBe(0)
  })

  it('has split tenders, cancellations, notes and each order type', () => {
    expect(done.some((o) => o.paymentMethod === 'Split')).toBe(true)
    expect(past.orders.some((o) => o.orderStatus === 'cancelled')).toBe(true)
    expect(done.some((o) => linesOf(o).some(isCancelled))).toBe(true)
    expect(done.some((o) => linesOf(o).some((l) => l.additionalItemNote))).toBe(true)
    expect(new Set(done.map((o) => o.orderType))).toEqual(new Set(['Dine In', 'Take Away', 'Delivery']))
    for (const o of past.orders) expect(o.deliveryAddress !== '', o.orderType).toBe(o.orderType === 'Delivery')
  })

  it('has numbers without a gap, and counters at the last number', () => {
    expect(numbers(done.map((o) => o.billNumber))).toEqual(upTo(done.length))
    expect(past.counters.bill).toBe(done.length)
    for (const [date, orders] of Map.groupBy(past.orders, (o) => o.businessDate)) {
      expect(numbers(orders.map((o) => o.serialNumber))).toEqual(upTo(orders.length))
      expect(past.counters[`serial:${date.replaceAll('-', '')}`]).toBe(orders.length)
    }
    for (const o of done) expect(o.invoiceNumber?.length).toBeLessThanOrEqual(16)
  })

  it('has rollups that add up to its orders', () => {
    const sum = (kind: string) => past.rollups.filter((r) => r.kind === kind).reduce((s, r) => s + r.amount, 0)
    const sold = done.reduce((s, o) => s + o.totals.grandTotal, 0)
    // A refund subtracts its sale from every figure.
    const refunded = done.reduce((s, o) => s + (o.refund?.amount ?? 0), 0)
    expect(refunded).toBeGreaterThan(0)
    const total = sold - refunded
    expect(sum('refund')).toBe(refunded)
    for (const kind of ['sales', 'hour', 'type', 'method']) expect(sum(kind), kind).toBe(total)
    expect(sum('item') - sum('discount') + sum('tax')).toBe(total)
  })

  it('is the same each time it is made', () => {
    const bare = (orders: Order[]) => orders.map((o) => [o.createdAt, o.totals.grandTotal, o.customerName])
    expect(bare(makePast(house(id, NOON), NOON).orders)).toEqual(bare(past.orders))
  })
})

describe('the demo at any hour', () => {
  it.each([
    '2026-11-20T18:31:00.000Z',
    '2026-11-20T20:00:00.000Z',
    '2026-11-21T02:30:00.000Z',
    '2026-04-01T05:00:00.000Z',
    '2026-11-21T17:00:00.000Z',
  ])('at %s', (at) => {
    const now = new Date(at)
    const h = house(ONE, now)
    const past = makePast(h, now)
    const { orders, tables } = makeOpen(h, now)
    const counters = { ...past.counters }
    const open = numberOpen(h, orders, counters)
    const all = [...past.orders, ...open]
    for (const o of all) expect(o.createdAt <= now.toISOString()).toBe(true)
    expect(new Set(all.map((o) => `${o.businessDate} ${o.serialNumber}`)).size).toBe(all.length)
    const billed = numbers(all.map((o) => o.billNumber))
    expect(billed).toEqual(upTo(billed.length))
    expect(tables.filter((t) => t.currentOrderId).length).toBe(open.filter((o) => o.tableId).length)
    for (const o of open) expect(repriced(o).totals).toEqual(o.totals)
    // From two hours after the day began there are sales.
    const today = businessDate(now, clock)
    if (now.getTime() - Date.parse(`${today}T00:00:00+05:30`) > 2 * 3_600_000)
      expect(past.orders.filter((o) => o.businessDate === today).length).toBeGreaterThanOrEqual(5)
  })
})
