import { describe, expect, it } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import type { Role } from '#domain/roles.ts'
import { randomId } from '#domain/ids.ts'
import { makeRestaurant, type World } from '../test/world.ts'
import { newSettings } from '#domain/settings.ts'

type Status = OrderShape['kots'][number]['items'][number]['status']
const REASON = { reason: 'Guest changed their mind' }

const set = (w: World, order: OrderShape, change: Record<string, unknown>, role: Role = 'superuser') =>
  w.does(role, 'PUT /orders/item/status', { orderId: order._id, kotId: order.kots[0]?.kotId, ...change })

const linesOf = (order: OrderShape | undefined) => order?.kots.flatMap((k) => k.items) ?? []

/** An order of a dosa, which has come to `status`, and of fries that keep the order open. */
async function orderAt(w: World, status: Status): Promise<OrderShape> {
  const order = await w.order([w.line('dosa'), w.line('plain')])
  const way: Record<Status, Status[]> = {
    'In Cart': [],
    Preparing: [],
    Ready: ['Ready'],
    Served: ['Ready', 'Served'],
    Cancelled: ['Cancelled'],
  }
  for (const step of way[status]) {
    const reply = await set(w, order, { itemId: w.items.dosa, status: step, ...REASON })
    if (reply.status !== 200) throw new Error(reply.text)
  }
  return order
}

describe('item status', () => {
  const allowed: [Status, Status][] = [
    ['Preparing', 'Ready'],
    ['Preparing', 'Served'],
    ['Preparing', 'Cancelled'],
    ['Ready', 'Served'],
    ['Ready', 'Preparing'],
    ['Ready', 'Cancelled'],
    ['Served', 'Ready'],
  ]
  const statuses: Status[] = ['In Cart', 'Preparing', 'Ready', 'Served', 'Cancelled']
  const refused = statuses
    .filter((from) => from !== 'In Cart')
    .flatMap((from) => statuses.map((to): [Status, Status] => [from, to]))
    .filter(([from, to]) => !allowed.some(([a, b]) => a === from && b === to))

  it.each(allowed)('changes from %s to %s', async (from, to) => {
    const w = await makeRestaurant()
    const order = await orderAt(w, from)
    const reply = await set(w, order, { itemId: w.items.dosa, status: to, ...REASON })
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body.allItemsCancelled).toBe(false)
    expect(linesOf(reply.body.order).map((l) => l.status)).toEqual([to, 'Preparing'])
    expect(linesOf(await w.read(order._id)).map((l) => l.status)).toEqual([to, 'Preparing'])
    expect((await w.events()).at(-1)).toMatchObject({
      event: 'orderItemUpdated',
      data: {
        orderId: order._id,
        itemId: w.items.dosa,
        kotId: order.kots[0]?.kotId,
        status: to,
        quantityChange: 0,
        tableUpdated: false,
        order: reply.body.order,
      },
    })
  })

  it.each(refused)('never changes from %s to %s', async (from, to) => {
    const w = await makeRestaurant()
    const order = await orderAt(w, from)
    const before = await w.everything()
    const reply = await set(w, order, { itemId: w.items.dosa, status: to, ...REASON })
    expect([reply.status, reply.body.code]).toEqual([409, 'invalid_transition'])
    expect(reply.body.order._id).toBe(order._id)
    expect(await w.everything()).toEqual(before)
  })

  it('goes from Preparing to Served and back in one step without the Ready step', async () => {
    const w = await makeRestaurant({
      settings: {
        kotSettings: { ...newSettings().kotSettings, readyStep: false },
      },
    })
    const order = await w.order([w.line('dosa')])
    expect((await set(w, order, { itemId: w.items.dosa, status: 'Served' })).status).toBe(200)
    expect((await set(w, order, { itemId: w.items.dosa, status: 'Preparing' })).status).toBe(200)
  })

  it.each<[Role, boolean, boolean, boolean]>([
    ['superuser', true, true, true],
    ['managerialHead', true, true, true],
    ['generalManager', true, true, true],
    ['cashier', true, false, true],
    ['captain', true, false, false],
    ['waiter', true, false, false],
    ['kitchen', true, true, false],
    ['delivery', false, false, false],
    ['mobileAdmin', false, false, false],
  ])('%s: forward %s, recall %s, cancel %s', async (role, forward, recall, cancel) => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('dosa'), w.line('plain')])
    const verdict = (may: boolean) => (may ? 200 : 403)
    expect((await set(w, order, { itemId: w.items.dosa, status: 'Ready' }, role)).status).toBe(verdict(forward))
    await set(w, order, { itemId: w.items.dosa, status: 'Ready' })
    expect((await set(w, order, { itemId: w.items.dosa, status: 'Preparing' }, role)).status).toBe(verdict(recall))
    expect((await set(w, order, { itemId: w.items.plain, status: 'Cancelled', ...REASON }, role)).status).toBe(verdict(cancel))
  })

  it('makes a whole ticket Ready in one call, and recalls it in one', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('dosa'), w.line('plain'), w.line('brownie')])
    await set(w, order, { itemId: w.items.brownie, status: 'Cancelled', ...REASON })
    const reply = await set(w, order, { status: 'Ready' }, 'kitchen')
    expect(linesOf(reply.body.order).map((l) => l.status)).toEqual(['Ready', 'Ready', 'Cancelled'])
    expect((await set(w, order, { status: 'Ready' }, 'kitchen')).body.code).toBe('invalid_transition')
    expect((await set(w, order, { status: 'Preparing' }, 'captain')).status).toBe(403)
    expect(linesOf((await set(w, order, { status: 'Preparing' }, 'kitchen')).body.order).map((l) => l.status)).toEqual([
      'Preparing',
      'Preparing',
      'Cancelled',
    ])
  })

  it('leaves served lines as they are when a whole ticket is cancelled', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('dosa'), w.line('plain')])
    await set(w, order, { itemId: w.items.dosa, status: 'Served' })
    const reply = await set(w, order, { status: 'Cancelled', ...REASON }, 'cashier')
    expect(linesOf(reply.body.order).map((l) => l.status)).toEqual(['Served', 'Cancelled'])
    expect(reply.body).toMatchObject({ allItemsCancelled: false, order: { orderStatus: 'pending', totalPrice: 189 } })
  })

  it('leaves served lines as they are when a whole ticket is made Ready', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('dosa'), w.line('beer')])
    await set(w, order, { itemId: w.items.beer, status: 'Served' })
    const reply = await set(w, order, { status: 'Ready' }, 'kitchen')
    expect(linesOf(reply.body.order).map((l) => l.status)).toEqual(['Ready', 'Served'])
  })

  it.each([
    ['whole ticket', {}],
    ['line', { lineId: true }],
    ['screen of a station', { stations: ['Mains', 'Drinks', 'Starters'] }],
  ])('a late press says where it began: served food stays served (%s)', async (_name, { lineId, ...more }: Record<string, unknown>) => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('dosa'), w.line('plain')])
    const [first, second] = linesOf(order)
    const served = await set(w, order, { status: 'Served' }, 'waiter')
    const before = await w.everything()
    const late = await set(
      w,
      order,
      { status: 'Ready', from: 'Preparing', ...(lineId ? { lineId: first?.lineId } : {}), ...more },
      'kitchen',
    )
    expect([late.status, late.body.code, late.body.order]).toEqual([409, 'invalid_transition', served.body.order])
    expect(await w.everything()).toEqual(before)
    // A recall says that it begins with served food.
    const recall = { status: 'Ready', from: 'Served', lineId: second?.lineId }
    expect(linesOf((await set(w, order, recall, 'kitchen')).body.order).map((l) => l.status)).toEqual(['Served', 'Ready'])
  })

  it('a late press changes the lines that still have the status it began with, and says so when a named one has not', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('dosa'), w.line('plain'), w.line('brownie')])
    const [dosa] = linesOf(order)
    await set(w, order, { status: 'Ready', itemId: w.items.plain }, 'kitchen')
    const some = await set(w, order, { status: 'Served', from: 'Ready' }, 'waiter')
    expect(linesOf(some.body.order).map((l) => l.status)).toEqual(['Preparing', 'Served', 'Preparing'])
    const undone = await set(w, order, { status: 'Served', from: 'Ready', lineId: dosa?.lineId }, 'waiter')
    expect([undone.status, undone.body.code, undone.body.message]).toEqual([
      409,
      'invalid_transition',
      `${dosa?.itemName} is Preparing now.`,
    ])
  })

  it('leaves two portions when one of three is cancelled', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain', 3)])
    const reply = await set(w, order, { itemId: w.items.plain, status: 'Cancelled', quantityChange: -1, ...REASON })
    expect(reply.status, reply.text).toBe(200)
    expect(linesOf(reply.body.order).map((l) => [l.quantity, l.status, l.cancelReason])).toEqual([
      [2, 'Preparing', null],
      [1, 'Cancelled', REASON.reason],
    ])
    expect(reply.body).toMatchObject({ allItemsCancelled: false, order: { totalPrice: 200, grandTotal: 210, version: 2 } })
    expect((await w.events()).at(-1)?.data.quantityChange).toBe(-1)
    const rest = await set(w, order, { itemId: w.items.plain, status: 'Cancelled', quantityChange: -2, ...REASON })
    expect(rest.body).toMatchObject({ allItemsCancelled: true, order: { orderStatus: 'cancelled' } })
  })

  it.each([
    ['more than there is', -4],
    ['a fraction', -0.5],
    ['a positive number', 1],
    ['none', 0],
  ])('refuses to cancel %s: 422', async (_name, quantityChange) => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain', 3)])
    const before = await w.everything()
    const reply = await set(w, order, { itemId: w.items.plain, status: 'Cancelled', quantityChange, ...REASON })
    expect(reply.status).toBe(422)
    expect(reply.body.errors[0].path).toBe('quantityChange')
    expect(await w.everything()).toEqual(before)
  })

  it('takes a quantity only for a cancellation', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain', 3)])
    expect((await set(w, order, { itemId: w.items.plain, status: 'Ready', quantityChange: -1 })).status).toBe(422)
  })

  it('needs a reason to cancel what was sent', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    for (const reason of [undefined, '   ']) {
      const reply = await set(w, order, { itemId: w.items.plain, status: 'Cancelled', reason })
      expect([reply.status, reply.body.errors[0].path]).toEqual([422, 'reason'])
    }
  })

  it('distinguishes lines by their variant', async () => {
    const w = await makeRestaurant()
    const order = await w.order([
      w.line('burger', 1, { variants: [{ name: 'Lamb Patty' }] }),
      w.line('burger', 1, { variants: [{ name: 'Double' }] }),
    ])
    expect((await set(w, order, { itemId: w.items.burger, status: 'Ready' })).body.code).toBe('ambiguous_line')
    const reply = await set(w, order, { itemId: w.items.burger, variants: [{ name: 'Double' }], status: 'Ready' })
    expect(linesOf(reply.body.order).map((l) => [l.variants[0]?.name, l.status])).toEqual([
      ['Lamb Patty', 'Preparing'],
      ['Double', 'Ready'],
    ])
  })

  it('needs the lineId for identical lines', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain', 1, { additionalItemNote: 'no salt' }), w.line('plain')])
    const reply = await set(w, order, { itemId: w.items.plain, status: 'Ready' })
    expect([reply.status, reply.body.code]).toEqual([409, 'ambiguous_line'])
    const lineId = linesOf(order)[1]?.lineId
    const named = await set(w, order, { itemId: w.items.plain, lineId, status: 'Ready' })
    expect(linesOf(named.body.order).map((l) => l.status)).toEqual(['Preparing', 'Ready'])
  })

  it('all items cancelled → order cancelled, and its table is free', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain'), w.line('dosa')])
    const sitting = w.sittings[0]
    await set(w, order, { itemId: w.items.plain, status: 'Cancelled', ...REASON })
    const reply = await set(w, order, { itemId: w.items.dosa, status: 'Cancelled', ...REASON })
    expect(reply.body).toMatchObject({
      allItemsCancelled: true,
      order: { orderStatus: 'cancelled', cancelReason: REASON.reason, totalPrice: 0, grandTotal: 0, paymentStatus: 'unpaid' },
    })
    expect(await w.table(0)).toMatchObject({ status: 'available', currentOrderId: null })
    expect((await w.rows('SELECT sitting_id FROM dining_tables WHERE id = ?', w.tables[0]))[0].sitting_id).not.toBe(sitting)
    const events = await w.events()
    expect(events.filter((e) => e.event === 'orderItemUpdated').map((e) => e.data.tableUpdated)).toEqual([false, true])
    expect(events.at(-1)).toMatchObject({ event: 'tableChanged', data: { table: { status: 'available' } } })
    const next = await w.order([w.line('plain')])
    expect(next._id).not.toBe(order._id)
  })

  it('gives a portion back when it is cancelled before it is Ready, and not after', async () => {
    const w = await makeRestaurant()
    const left = async () => (await w.rows('SELECT remaining FROM menu_items WHERE id = ?', w.items.brownie))[0].remaining
    const order = await w.order([w.line('brownie', 3), w.line('plain')])
    expect(await left()).toBe(2)
    await set(w, order, { itemId: w.items.brownie, status: 'Cancelled', quantityChange: -1, ...REASON })
    expect(await left()).toBe(3)
    await set(w, order, { itemId: w.items.brownie, status: 'Ready' })
    const reply = await set(w, order, { itemId: w.items.brownie, status: 'Cancelled', quantityChange: -1, ...REASON })
    expect(linesOf(reply.body.order).find((l) => l.status === 'Cancelled' && l.prepared)).toBeTruthy()
    expect(await left()).toBe(3)
    await set(w, order, { itemId: w.items.brownie, status: 'Cancelled', prepared: false, ...REASON })
    expect(await left()).toBe(4)
    expect((await w.events()).at(-1)).toMatchObject({
      event: 'menuItemUpdated',
      table_id: '*',
      data: { itemId: w.items.brownie, item: { remaining: 4, available: true } },
    })
  })

  it('refuses an outdated version with the current order', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    await w.order([w.line('dosa')])
    const reply = await set(w, order, { status: 'Ready', version: 1 })
    expect(reply.body).toMatchObject({ code: 'version_conflict', order: { version: 2 } })
  })

  it.each([
    ['order', { orderId: randomId() }],
    ['ticket', { kotId: randomId() }],
    ['item', { itemId: randomId() }],
    ['line', { lineId: randomId() }],
  ])('answers 404 for an unknown %s', async (_name, wrong) => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    const before = await w.everything()
    expect((await set(w, order, { itemId: w.items.plain, status: 'Ready', ...wrong })).status).toBe(404)
    expect(await w.everything()).toEqual(before)
  })

  it('changes nothing of a cancelled order', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    await w.does('cashier', 'PUT /orders/status', { orderId: order._id, orderStatus: 'cancelled', ...REASON })
    const reply = await set(w, order, { itemId: w.items.plain, status: 'Ready' })
    expect([reply.status, reply.body.code, reply.body.order.orderStatus]).toEqual([409, 'invalid_transition', 'cancelled'])
  })
})

describe('a note on a line', () => {
  it('can be set on one line, reaches the kitchen, and can be removed', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain'), w.line('dosa')])
    const note = (text: string) =>
      w.does('waiter', 'PUT /orders/note', { orderId: order._id, kotId: order.kots[0]?.kotId, itemId: w.items.dosa, note: text })
    const reply = await note('  less spicy ')
    expect(linesOf(reply.body.order).map((l) => l.additionalItemNote)).toEqual(['', 'less spicy'])
    expect((await w.events()).at(-1)).toMatchObject({ event: 'orderUpdated', data: { orderId: order._id } })
    expect(linesOf((await note('')).body.order)[1]?.additionalItemNote).toBe('')
    expect((await note('x'.repeat(281))).status).toBe(422)
    const stale = { orderId: order._id, kotId: order.kots[0]?.kotId, itemId: w.items.dosa, note: 'no salt', version: 1 }
    expect((await w.does('waiter', 'PUT /orders/note', stale)).body).toMatchObject({ code: 'version_conflict', order: { version: 3 } })
    await w.settle(order._id)
    expect((await note('too late')).status).toBe(409)
  })

  it('needs the lineId where two lines match', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain'), w.line('plain', 2)])
    const body = { orderId: order._id, kotId: order.kots[0]?.kotId, itemId: w.items.plain, note: 'crisp' }
    expect((await w.does('captain', 'PUT /orders/note', body)).body.code).toBe('ambiguous_line')
    const reply = await w.does('captain', 'PUT /orders/note', { ...body, lineId: linesOf(order)[1]?.lineId })
    expect(linesOf(reply.body.order).map((l) => l.additionalItemNote)).toEqual(['', 'crisp'])
  })
})
