import { describe, expect, it } from 'vitest'
import { stockOf } from '../test/stock.ts'
import { makeRestaurant, type World } from '../test/world.ts'

/** What a cancellation gives back goes into the lots that it was drawn from, so that no expiry is lost (CONTRACT §4 "the lot that expires first is used first"). */

async function dairy() {
  const w = await makeRestaurant()
  const stock = stockOf(w)
  const milk = await stock.material('Milk', { unit: 'l' })
  await stock.recipe('plain', [[milk, 1, 'l']])
  await stock.recipe('dosa', [[milk, 300, 'ml']])
  const left = async (): Promise<Record<string, number>> =>
    Object.fromEntries(
      (await w.rows('SELECT id, quantity FROM stocks WHERE restaurant_id = ? AND deleted_at IS NULL AND quantity > 0', w.id)).map((r) => [
        r.id,
        r.quantity,
      ]),
    )
  return { w, stock, milk, left }
}
const change = (w: World, order: any, line: any, more: object) =>
  w.does('cashier', 'PUT /orders/item/status', {
    orderId: order._id,
    kotId: order.kots[0].kotId,
    lineId: line.lineId,
    reason: 'x',
    ...more,
  })
const cancel = (w: World, order: any, n: number, more: object = {}) =>
  change(w, order, order.kots[0].items[n], { status: 'Cancelled', ...more })

describe('stock that is given back', () => {
  it('returns to the expiring lot that it was taken from', async () => {
    const { w, stock, milk, left } = await dairy()
    const [keeps, expires] = [await stock.buy(milk, 2), await stock.buy(milk, 1, { expiryDate: '2026-11-22' })]
    const order = await w.order([w.line('plain'), w.line('beer')])
    expect(await left()).toEqual({ [keeps]: 2000 })
    expect((await cancel(w, order, 0)).status).toBe(200)
    expect(await left()).toEqual({ [keeps]: 2000, [expires]: 1000 })
    await stock.mustAddUp()
  })

  it('in parts returns first what was taken last, each part once', async () => {
    const { w, stock, milk, left } = await dairy()
    const [first, second, last] = [
      await stock.buy(milk, 2, { expiryDate: '2027-01-01' }),
      await stock.buy(milk, 2, { expiryDate: '2027-02-01' }),
      await stock.buy(milk, 5),
    ]
    const order = await w.order([w.line('plain', 5), w.line('beer')])
    expect(await left()).toEqual({ [last]: 4000 })
    await cancel(w, order, 0, { quantityChange: -2 })
    expect(await left()).toEqual({ [second]: 1000, [last]: 5000 })
    // Cooked: it was of the first.
    await cancel(w, order, 0, { quantityChange: -1, prepared: true })
    await cancel(w, order, 0)
    expect(await left()).toEqual({ [first]: 1000, [second]: 2000, [last]: 5000 })
    await stock.mustAddUp()
  })

  it('for two lines of one ticket returns to each line’s own lot', async () => {
    const { w, stock, milk, left } = await dairy()
    const [first, second] = [await stock.buy(milk, 1, { expiryDate: '2027-01-01' }), await stock.buy(milk, 3, { expiryDate: '2027-02-01' })]
    const order = await w.order([w.line('plain'), w.line('plain', 1, { additionalItemNote: 'x' }), w.line('beer')])
    expect(await left()).toEqual({ [second]: 2000 })
    await cancel(w, order, 0)
    await cancel(w, order, 1)
    expect(await left()).toEqual({ [first]: 1000, [second]: 3000 })
    await stock.mustAddUp()
  })

  it('goes to the lot in use when its own lot was taken out meanwhile', async () => {
    const { w, stock, milk, left } = await dairy()
    const [first, second] = [await stock.buy(milk, 2, { expiryDate: '2027-01-01' }), await stock.buy(milk, 3)]
    const order = await w.order([w.line('plain'), w.line('beer')])
    await w.does('kitchen', `DELETE /restaurant/inventory/stocks/${first}`)
    await cancel(w, order, 0)
    expect(await left()).toEqual({ [second]: 4000 })
    await stock.mustAddUp()
  })
})

/** A simple model of the same: lots in the order of their use, sales with what they took, and the shortage. */
function model() {
  const lots: { id: string; expiry: string; quantity: number; gone: boolean }[] = []
  const sales = new Map<string, { lot: (typeof lots)[number]; quantity: number }[]>()
  let missing = 0
  const inUse = () => lots.filter((l) => !l.gone && l.quantity > 0)
  return {
    lots,
    left: () => Object.fromEntries(inUse().map((l) => [l.id, l.quantity])),
    current: () => lots.reduce((n, l) => n + (l.gone ? 0 : l.quantity), 0) - missing,
    buy(id: string, expiry: string, quantity: number) {
      const filled = Math.min(missing, quantity)
      missing -= filled
      lots.push({ id, expiry, quantity: quantity - filled, gone: false })
      lots.sort((a, b) => (a.expiry < b.expiry ? -1 : 1))
    },
    sell(line: string, quantity: number) {
      const draws = []
      for (const lot of inUse()) {
        const taken = Math.min(lot.quantity, quantity)
        if (taken === 0) break
        lot.quantity -= taken
        quantity -= taken
        draws.push({ lot, quantity: taken })
      }
      missing += quantity
      sales.set(line, draws)
    },
    back(line: string, quantity: number) {
      const filled = Math.min(missing, quantity)
      missing -= filled
      quantity -= filled
      for (const draw of (sales.get(line) ?? []).toReversed()) {
        if (draw.lot.gone) continue
        const put = Math.min(draw.quantity, quantity)
        draw.lot.quantity += put
        draw.quantity -= put
        quantity -= put
      }
      return quantity
    },
    count(id: string, quantity: number) {
      const lot = lots.find((l) => l.id === id)!
      if (quantity > lot.quantity) missing = 0
      lot.quantity = quantity
    },
    remove(id: string) {
      lots.find((l) => l.id === id)!.gone = true
    },
    /** Stock without a lot of its own goes into the first lot in use, or whichever the ledger has chosen. */
    rest(quantity: number, chosen: string | undefined) {
      const lot = inUse()[0] ?? lots.find((l) => l.id === chosen)
      if (lot) lot.quantity += quantity
      else if (chosen) lots.push({ id: chosen, expiry: '9999', quantity, gone: false })
    },
  }
}

it.each([1, 2, 3])(
  'after any history the lots equal those of a hand-written model (%i)',
  async (seed) => {
    const { w, stock, milk, left } = await dairy()
    let state = seed * 7919
    const random = (n: number) => {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
      return Math.floor((state / 0x80000000) * n)
    }
    const book = model()
    const TAKES: Record<string, number> = { [w.items.plain]: 1000, [w.items.dosa]: 300 }
    const gone = new Set<string>()
    const live: { order: any; line: any; quantity: number }[] = []
    // No two lots of one expiry, and one that keeps for ever: their order is never a matter of chance.
    const days = Array.from({ length: 28 }, (_, i) => `2027-01-${String(i + 1).padStart(2, '0')}`).sort(() => random(2) - 0.5)
    const buy = async (quantity: number, expiryDate: string | undefined = days.pop()) => {
      if (expiryDate === undefined) return
      const keeps = expiryDate === 'never'
      book.buy(await stock.buy(milk, quantity, keeps ? {} : { expiryDate }), keeps ? '8888' : expiryDate, quantity * 1000)
    }
    await buy(3, 'never')
    await buy(1 + random(3))
    for (let n = 0; n < 45; n++) {
      const what = random(10)
      if (what < 4) {
        const order: any = await w.order(
          [w.line('plain', 1 + random(2)), w.line('dosa', 1 + random(6)), w.line('plain', 1, { additionalItemNote: 'x' }), w.line('beer')],
          { orderType: 'Take Away' },
        )
        const lines = order.kots[0].items.filter((l: any) => l._id in TAKES)
        // Of one ticket the lines draw in the order of their ids.
        for (const line of lines.toSorted((a: any, b: any) => (a.lineId < b.lineId ? -1 : 1)))
          book.sell(line.lineId, TAKES[line._id]! * line.quantity)
        if (book.current() < 0) gone.add('more sold than was there')
        live.push(...lines.map((line: any) => ({ order, line, quantity: line.quantity })))
      } else if (what < 8 && live.length > 0) {
        const at = random(live.length)
        const { order, line, quantity } = live[at]!
        const portions = 1 + random(quantity)
        const prepared = random(4) === 0
        const before = await left()
        const reply = await change(w, order, line, { status: 'Cancelled', quantityChange: -portions, prepared })
        expect(reply.status, reply.text).toBe(200)
        if (portions === quantity) live.splice(at, 1)
        else live[at]!.quantity -= portions
        const given = prepared ? 0 : TAKES[line._id]! * portions
        const rest = book.back(line.lineId, given)
        if (given > rest) gone.add('back where it was')
        if (rest > 0) gone.add('back elsewhere')
        if (prepared) gone.add('waste')
        const grown = Object.entries(await left()).filter(([id, q]) => q > (before[id] ?? 0))
        if (rest > 0) book.rest(rest, grown.find(([id, q]) => q !== book.left()[id])?.[0])
      } else if (what === 8) await buy(1 + random(4))
      else {
        const lots = Object.keys(book.left())
        const id = lots[random(lots.length)]
        if (id === undefined) continue
        const removes = random(2) === 0
        const quantity = random(2500)
        const base = '/restaurant/inventory/stocks'
        if (removes) await w.does('kitchen', `DELETE ${base}/${id}`)
        else await w.does('kitchen', `PUT ${base}/update/${id}`, { stockQuantity: quantity / 1000 })
        if (removes) book.remove(id)
        else book.count(id, quantity)
      }
      expect({ n, lots: await left(), current: Math.round((await stock.current(milk)) * 1000) }).toEqual({
        n,
        lots: book.left(),
        current: book.current(),
      })
    }
    await stock.mustAddUp()
    // Both cases occurred: stock returned to its own lot, and stock without one.
    expect(book.lots.length).toBeGreaterThan(2)
  },
  120_000,
)
