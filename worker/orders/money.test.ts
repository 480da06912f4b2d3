import { expect, it } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { toPaise } from '#domain/money.ts'
import { draftTotals } from '#domain/ticket.ts'
import { type ItemName, makeRestaurant, MENU } from '../test/world.ts'

/** Mulberry32: the same orders at every run. */
function random(seed: number) {
  let a = seed
  const next = () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return { below: (n: number) => Math.floor(next() * n), pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T }
}

/** n / d, half up, in BigInt. */
const halfUp = (n: bigint, d: bigint) => (2n * n + d) / (2n * d)

/** CONTRACT §5's formula once more, by other hands: BigInt paise, percentages in thousandths. */
function reckon(
  lines: { unit: bigint; quantity: bigint; alcohol: boolean; cancelled: boolean }[],
  tax: { gst: number; vat: number; serviceCharge: number },
  consent: boolean,
  roundOff: boolean,
) {
  const sum = (only: (l: (typeof lines)[number]) => boolean) =>
    lines.filter((l) => !l.cancelled && only(l)).reduce((s, l) => s + l.unit * l.quantity, 0n)
  const milli = (percent: number) => BigInt(Math.round(percent * 1000))
  const subtotal = sum(() => true)
  const cgst = halfUp(sum((l) => !l.alcohol) * milli(tax.gst), 200_000n)
  const vat = halfUp(sum((l) => l.alcohol) * milli(tax.vat), 100_000n)
  const serviceCharge = consent ? halfUp(subtotal * milli(tax.serviceCharge), 100_000n) : 0n
  const exact = subtotal + 2n * cgst + vat + serviceCharge
  const grandTotal = roundOff ? halfUp(exact, 100n) * 100n : exact
  return { subtotal, cgst, sgst: cgst, vat, serviceCharge, roundOff: grandTotal - exact, grandTotal }
}

const paise = (rupees: number) => BigInt(Math.round(rupees * 100))
const totalsOf = (o: OrderShape) => ({
  subtotal: paise(o.totalPrice),
  ...Object.fromEntries(Object.entries(o.additionalCharges).map(([k, v]) => [k, paise(v)])),
  roundOff: paise(o.roundOff),
  grandTotal: paise(o.grandTotal),
})

it('30 random orders: order, list and reports agree with an independent calculation to the paisa', async () => {
  const r = random(20261121)
  const tax = { gst: 18, vat: 12.5, serviceCharge: 7.25 }
  for (const roundOff of [false, true]) {
    const w = await makeRestaurant({ remaining: 100_000, settings: { taxPercentages: tax, taxSettings: { roundOff } } })
    // Odd prices, so that every rounding is put to work.
    const price = {} as Record<ItemName, number>
    for (const name of Object.keys(MENU) as ItemName[]) {
      price[name] = MENU[name].price + r.below(997)
      await w.rows('UPDATE menu_items SET price = ? WHERE id = ?', price[name], w.items[name])
    }
    const randomLine = () => {
      const name = r.pick(['plain', 'dosa', 'beer', 'burger', 'thali', 'brownie'] as const)
      const quantity = 1 + r.below(4)
      const item = MENU[name]
      let unit = price[name]
      const more: Record<string, unknown> = {}
      if ('variants' in item) {
        const variant = r.pick(item.variants)
        unit += variant.additionalPrice
        more.variants = [{ name: variant.name }]
      }
      if ('addonGroups' in item) {
        const [group] = item.addonGroups
        const addon = r.pick<{ name: string; price: number }>(group.addons)
        const n = group.min + r.below(group.max - group.min + 1)
        unit += addon.price * n
        more.addonGroups = n === 0 ? [] : [{ name: group.name, addons: [{ name: addon.name, quantity: n }] }]
      }
      return {
        sent: w.line(name, quantity, more),
        unit: BigInt(unit),
        quantity: BigInt(quantity),
        alcohol: item.isAlcohol,
        cancelled: false,
      }
    }

    let [sales, taxes, refunds] = [0n, 0n, 0n]
    for (let i = 0; i < 15; i++) {
      const sent = Array.from({ length: 1 + r.below(5) }, randomLine)
      const order = await w.order(
        sent.map((l) => l.sent),
        { orderType: 'Take Away' },
      )
      const lines = [...sent]
      const consent = r.below(2) === 0
      const added = Array.from({ length: r.below(3) }, randomLine)
      const update = await w.does('captain', 'PUT /pos/order', {
        orderId: order._id,
        orderData: { serviceChargeAccepted: consent, ...(added.length > 0 ? { kots: [w.kot(added.map((l) => l.sent))] } : {}) },
      })
      expect(update.status, update.text).toBe(200)
      lines.push(...added)
      if (lines.length > 1 && r.below(3) === 0) {
        const first = lines[0]
        const line = (update.body.order as OrderShape).kots[0]?.items[0]
        const some = 1 + r.below(Number(first?.quantity))
        const cancel = await w.does('cashier', 'PUT /orders/item/status', {
          orderId: order._id,
          kotId: order.kots[0]?.kotId,
          lineId: line?.lineId,
          status: 'Cancelled',
          quantityChange: -some,
          reason: 'dropped',
        })
        expect(cancel.status, cancel.text).toBe(200)
        if (first) first.quantity -= BigInt(some)
      }
      const expected = reckon(lines, tax, consent, roundOff)
      const part = expected.grandTotal / 3n
      const payments = [
        { method: 'Cash', amount: Number(part) / 100 },
        { method: 'UPI', amount: Number(expected.grandTotal - part) / 100 },
      ]
      const paid = await w.settle(order._id, { paymentMethod: undefined, payments })
      expect(paid.status, paid.text).toBe(200)
      expect(totalsOf(paid.body.order)).toEqual(expected)
      expect(totalsOf((await w.read(order._id)) as OrderShape)).toEqual(expected)
      sales += expected.grandTotal
      taxes += expected.grandTotal - expected.subtotal
      if (r.below(5) === 0) {
        await w.does('cashier', 'PUT /orders/payment/status', { orderId: order._id, paymentStatus: 'refunded', reason: 'cold' })
        refunds += expected.grandTotal
        taxes -= expected.grandTotal - expected.subtotal
      }
    }
    const rollup = async (kind: string) =>
      BigInt((await w.rows('SELECT coalesce(sum(amount), 0) n FROM rollups WHERE restaurant_id = ? AND kind = ?', w.id, kind))[0].n)
    // What was given back today is taken back from every figure of today.
    expect(await rollup('sales')).toBe(sales - refunds)
    expect(await rollup('refund')).toBe(refunds)
    for (const kind of ['hour', 'type', 'method']) expect(await rollup(kind), kind).toBe(sales - refunds)
    expect(await rollup('tax')).toBe(taxes)
    expect(await rollup('item')).toBe(sales - refunds - taxes)
    expect(await rollup('category')).toBe(sales - refunds - taxes)
    const dashboard = (await w.does('superuser', 'POST /api/analytics/dashboard-analytics', {})).body.dashboard
    expect(paise(dashboard.sales)).toBe(sales - refunds)
    expect(dashboard.orders).toBe(15)
  }
}, 60_000)

it('an open order says whether its total is rounded, as it was when it was opened: the total on the screen is what the server charges after a switch', async () => {
  for (const roundOff of [false, true]) {
    const w = await makeRestaurant({ settings: { taxPercentages: { gst: 5, vat: 10, serviceCharge: 0 }, taxSettings: { roundOff } } })
    const opened = await w.order([w.line('dosa')])
    expect([opened.roundOffEnabled, opened.roundOff !== 0]).toEqual([roundOff, roundOff])
    const switched = await w.does('superuser', 'PUT /restaurant/profile', { taxSettings: { roundOff: !roundOff } })
    expect(switched.status, switched.text).toBe(200)
    const { order: more } = (
      await w.does('captain', 'PUT /pos/order', { orderId: opened._id, orderData: { kots: [w.kot([w.line('plain')])] } })
    ).body as { order: OrderShape }
    const draft = { kotId: '', lines: more.kots[1]!.items.map((line) => ({ ...line, key: line.lineId })), modified: true, updatedAt: '' }
    const shown = draftTotals(draft, opened, more.taxPercentages, { roundOff: !roundOff })
    expect([shown.grandTotal, shown.roundOff]).toEqual([toPaise(more.grandTotal), toPaise(more.roundOff)])
    await w.settle(more._id)
    expect(await w.read(more._id)).not.toHaveProperty('roundOffEnabled')
  }
})
