import { describe, expect, it } from 'vitest'
import { isDue, overlap } from '#domain/reservation.ts'
import { makeReservations, withRemarks, makeCustomers } from './guests.ts'
import { makePast } from './history.ts'
import { numberOpen } from './numbers.ts'
import { makeOpen } from './open.ts'
import { ONE, TWO } from './people.ts'
import { makeStock } from './stock.ts'
import { pavBhaji } from './stock/pav-bhaji.ts'
import { smashYard } from './stock/smash-yard.ts'
import { clock, house } from './test/house.ts'

/** Times at which the demo may be loaded: in the middle of the night, before the first delivery, at noon, on the first of a month. */
const HOURS = [
  '2026-11-20T18:31:00.000Z',
  '2026-11-21T02:30:00.000Z',
  '2026-11-21T07:00:00.000Z',
  '2026-04-01T05:00:00.000Z',
  '2026-03-01T17:00:00.000Z',
]

const known = new Map<string, ReturnType<typeof make>>()

/** An outlet as the demo makes it at a time. Made once: several tests look at each. */
function at(id: string, now: Date) {
  const key = `${id} ${now.toISOString()}`
  const made = known.get(key) ?? make(id, now)
  known.set(key, made)
  return made
}

function make(id: string, now: Date) {
  const h = house(id, now)
  const past = makePast(h, now)
  const open = makeOpen(h, now)
  const orders = [...past.orders, ...numberOpen(h, open.orders, { ...past.counters })]
  return { house: h, orders, tables: open.tables }
}

describe.each(HOURS)('at %s', (time) => {
  const now = new Date(time)

  it.each([
    ['one', ONE, smashYard],
    ['two', TWO, pavBhaji],
  ] as const)('the storeroom of outlet %s adds up', (_which, id, file) => {
    const { house: h, orders } = at(id, now)
    const stock = makeStock({ restaurantId: id, clock, items: h.items, orders, file, cook: 'Cook', receiptImage: null }, now)
    const sum = (list: readonly { rawMaterialId: string }[], of: (row: never) => number) => {
      const out = new Map<string, number>()
      for (const row of list) out.set(row.rawMaterialId, (out.get(row.rawMaterialId) ?? 0) + of(row as never))
      return out
    }
    const ledger = sum(stock.stockMoves, (m: { delta: number }) => m.delta)
    const lots = sum(stock.stocks, (s: { quantity: number }) => s.quantity)
    for (const { id: material, name, currentStock = 0 } of stock.rawMaterials) {
      expect({ name, ledger: ledger.get(material), lots: lots.get(material) }).toEqual({ name, ledger: currentStock, lots: currentStock })
      expect(currentStock, name).toBeGreaterThanOrEqual(0)
    }
    for (const lot of stock.stocks) expect(lot.quantity).toBeGreaterThanOrEqual(0)
    for (const m of stock.stockMoves) {
      expect(Number.isInteger(m.delta)).toBe(true)
      expect(m.at <= now.toISOString()).toBe(true)
    }
    // The ledger names the lot that each purchase made, and the lots to which ingredients of unfinished dishes could be returned.
    const made = new Map(stock.stockMoves.flatMap((m) => (m.kind === 'purchase' ? (m.lots ?? []).map((l) => [l[0], l[1]] as const) : [])))
    expect([...made].filter(([lot]) => stock.stocks.every((s) => s.id !== lot))).toEqual([])
    expect(made.size).toBe(stock.stockMoves.filter((m) => m.kind === 'purchase').length)
    const takenBack = new Set(stock.stockMoves.filter((m) => m.kind === 'back').map((m) => m.key.replace('back:', 'sale:')))
    for (const m of stock.stockMoves.filter((m) => m.kind === 'sale' && !takenBack.has(m.key)))
      expect((m.lots ?? []).reduce((n, [, quantity]) => n + quantity, 0)).toBe(-m.delta)
    expect(new Set(stock.stockMoves.map((m) => `${m.key} ${m.rawMaterialId}`)).size).toBe(stock.stockMoves.length)
    const low = stock.rawMaterials.filter((m) => (m.currentStock ?? 0) <= (m.minimumStock ?? 0)).map((m) => m.name)
    expect(low).toEqual(expect.arrayContaining([...(file.late ?? []), ...(file.spoilt ? [file.spoilt] : [])]))
    expect(low.length, low.join(', ')).toBeLessThanOrEqual(7)
    const today = now.toISOString().slice(0, 10)
    const left = stock.stocks.filter((s) => s.quantity > 0 && s.expiryDate)
    expect(left.filter((s) => (s.expiryDate ?? '') < today)).toEqual([])
    // Dishes and materials named in the file exist.
    const names = new Set(h.items.map((i) => i.name))
    expect(Object.keys(file.recipes).filter((dish) => !names.has(dish))).toEqual([])
  })

  it('the reservations have one guest due at a free table, no overlap at any table, and nothing in the past that is still booked', () => {
    const { house: h, orders, tables } = at(ONE, now)
    const book = makeReservations({ restaurantId: ONE, tables, orders, regulars: h.guests.regulars, clock }, now)
    const due = book.filter((r) => isDue({ ...r, status: r.status ?? '' }, now))
    expect(due).toHaveLength(1)
    const free = tables.filter((t) => !t.currentOrderId).map((t) => t.id)
    expect(free).toContain(due[0]?.tableId)
    for (const [i, a] of book.entries())
      for (const b of book.slice(i + 1))
        if (a.tableId && a.tableId === b.tableId) expect(overlap(a, b), `${a.date} ${a.time} ${b.date} ${b.time}`).toBe(false)
    for (const r of book) if (r.endsAt < now.toISOString()) expect(['completed', 'noShow', 'cancelled']).toContain(r.status)
    for (const r of book) expect(r.createdAt < now.toISOString() && r.createdAt < r.startsAt).toBe(true)
    expect(book.filter((r) => r.startsAt > now.toISOString()).length).toBeGreaterThan(10)
  })

  it('customers’ birthdays are dates that exist', () => {
    const { orders } = at(TWO, now)
    const customers = withRemarks(makeCustomers(TWO, orders, clock).customers, now, clock)
    expect(customers.filter((c) => c.birthday).length).toBeGreaterThan(20)
    for (const { birthday } of customers) if (birthday) expect(new Date(`${birthday}T00:00:00Z`).toISOString().slice(0, 10)).toBe(birthday)
  })
})
