import { describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { call, makeRestaurant, many, type Reply, type World } from '../test/world.ts'

describe('placing an order', () => {
  it('takes prices from the menu, gives the KOT its number and occupies the table', async () => {
    const w = await makeRestaurant()
    const reply = await w.send(
      [
        w.line('burger', 2, {
          variants: [{ name: 'Double' }],
          addonGroups: [{ name: 'Choose Your Addons', addons: [{ name: 'Cheese Slice', quantity: 2 }] }],
          additionalItemNote: 'No onion',
        }),
        w.line('beer'),
      ],
      { totalPrice: 1, grandTotal: 1 },
    )
    expect(reply.status).toBe(201)
    const { order } = reply.body
    // 2 × (375 + 99 + 2 × 30) = 1068; beer 220
    expect(order).toMatchObject({
      totalPrice: 1288,
      additionalCharges: { cgst: 26.7, sgst: 26.7, vat: 22, serviceCharge: 0 },
      grandTotal: 1363.4,
      orderStatus: 'pending',
      paymentStatus: 'unpaid',
      serialNumber: 1,
      version: 1,
      tableNumber: '1',
      billNumber: null,
    })
    expect(order.kots).toHaveLength(1)
    expect(order.kots[0]).toMatchObject({ kotNumber: 1, kind: 'new' })
    expect(order.kots[0].items[0]).toMatchObject({
      itemName: 'Louis Spice Burger',
      status: 'Preparing',
      additionalItemNote: 'No onion',
      quantity: 2,
    })
    expect(await w.table(0)).toMatchObject({ status: 'occupied', currentOrderId: order._id })
    expect((await w.events()).map((e) => [e.seq, e.event])).toEqual([
      [1, 'orderCreated'],
      [2, 'tableChanged'],
    ])
    expect((await w.events())[0]?.data.order.serialNumber).toBe(1)
  })

  it('adds to the open order of an occupied table', async () => {
    const w = await makeRestaurant()
    const first = await w.order([w.line('plain')])
    const second = await w.order([w.line('dosa')])
    expect(second._id).toBe(first._id)
    expect(second.kots.map((k) => [k.kotNumber, k.kind])).toEqual([
      [1, 'new'],
      [2, 'addition'],
    ])
    expect(second.totalPrice).toBe(289)
    expect(second.version).toBe(2)
  })

  it('needs a table for Dine In, none for Take Away, and reads the type case-insensitively', async () => {
    const w = await makeRestaurant()
    expect((await w.send([w.line('plain')], { tableId: undefined })).status).toBe(422)
    const away = await w.send([w.line('plain')], { tableId: undefined, orderType: 'take away' })
    expect(away.body.order).toMatchObject({ orderType: 'Take Away', tableId: null, serialNumber: 1 })
    expect((await w.send([w.line('plain')], { tableId: randomId() })).status).toBe(404)
  })

  it('refuses all of it when one item is off, and names the item', async () => {
    const w = await makeRestaurant()
    const reply = await w.send([w.line('plain'), w.line('off')])
    expect(reply.status).toBe(409)
    expect(reply.body).toMatchObject({
      status: 'error',
      code: 'item_unavailable',
      message: 'Item "Sold Out Soup" is unavailable.',
      itemId: w.items.off,
    })
    expect(await w.rows('SELECT count(*) n FROM orders WHERE restaurant_id = ?', w.id)).toEqual([{ n: 0 }])
  })

  it('accepts a line with just the fields of SPEC §3', async () => {
    const w = await makeRestaurant()
    const items = [
      {
        _id: w.items.thali,
        itemName: 'x',
        quantity: 1,
        price: 1,
        status: 'In Cart',
        variants: [],
        addonGroups: [{ addons: [{ name: 'Roti', quantity: 1, price: 1 }] }],
      },
    ]
    const order = {
      tableId: w.tables[0],
      restaurantId: w.id,
      totalPrice: 1,
      orderStatus: 'pending',
      orderType: 'dine in',
      kots: [{ items }],
    }
    const reply = await w.does('waiter', 'POST /orders/', { order })
    expect([reply.status, reply.body.order?.kots[0].items[0].addonGroups]).toMatchObject([
      201,
      [{ name: 'Bread', addons: [{ name: 'Roti', quantity: 1 }] }],
    ])
  })

  it.each([
    ['an unknown item', { _id: randomId(), quantity: 1 }],
    ['an unknown variant', { quantity: 1, variants: [{ name: 'Gold' }], item: 'burger' }],
    ['no variant of an item that has some', { quantity: 1, item: 'burger' }],
    ['a group below its minimum', { quantity: 1, item: 'thali' }],
    [
      'a group above its maximum',
      { quantity: 1, item: 'thali', addonGroups: [{ name: 'Bread', addons: [{ name: 'Roti', quantity: 3 }] }] },
    ],
    ['a quantity of zero', { quantity: 0, item: 'plain' }],
    ['a negative quantity', { quantity: -1, item: 'plain' }],
    ['a fractional quantity', { quantity: 1.5, item: 'plain' }],
  ])('refuses %s with 422', async (_name, { item, ...line }: any) => {
    const w = await makeRestaurant()
    const reply = await w.send([{ _id: item ? (w.items as any)[item] : undefined, ...line }])
    expect(reply.status).toBe(422)
    expect(await w.events()).toEqual([])
  })
})

describe('a refused send', () => {
  it.each<[string, (w: World, orderId: string, offerId: string) => Promise<Reply>]>([
    ['an offer that does not apply', (w, _, offerId) => w.send([w.line('dosa')], { tableId: w.tables[1], offerId })],
    ['an unknown code', (w) => w.send([w.line('dosa')], { offerCode: 'NOSUCH' })],
    [
      'an addition with an offer that does not apply',
      (w, orderId, offerId) => w.does('waiter', 'PUT /pos/order', { orderId, orderData: { kots: [w.kot([w.line('dosa')])], offerId } }),
    ],
  ])('for %s uses no KOT number', async (_name, send) => {
    const w = await makeRestaurant()
    const made = await w.does('superuser', 'POST /restaurant/offers/create', {
      title: 'Feast',
      type: 'flat',
      value: 100,
      minOrderAmount: 5000,
      startsAt: new Date(Date.now() - 86_400_000).toISOString(),
      endsAt: new Date(Date.now() + 86_400_000).toISOString(),
    })
    const { _id } = await w.order([w.line('dosa')])
    const refused = await send(w, _id, made.body.offer._id)
    expect([refused.status, refused.body.code]).toEqual([422, 'offer_not_applicable'])
    expect((await w.order([w.line('dosa')])).kots.map((k) => k.kotNumber)).toEqual([1, 2])
  })
})

describe('races', () => {
  it('20 concurrent sends for one free table make one open order', async () => {
    const w = await makeRestaurant()
    await w.as('cashier')
    const replies = await many(20, () => w.send([w.line('plain')]))
    expect(replies.map((r) => r.status)).toEqual(Array(20).fill(201))
    expect(new Set(replies.map((r) => r.body.order._id)).size).toBe(1)
    const order = await w.read(replies[0]!.body.order._id)
    expect(order?.kots).toHaveLength(20)
    expect(order?.totalPrice).toBe(2000)
  })

  it('50 parallel additions from two devices are all kept and all in the total', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    const [a, b] = [await w.as('captain'), await w.as('waiter')]
    const replies = await many(50, (i) =>
      call('POST /pos/order', {
        token: i % 2 ? a : b,
        body: { tableId: w.tables[0], orderType: 'Dine In', kots: [w.kot([w.line('dosa')])] },
      }),
    )
    expect(replies.filter((r) => r.status !== 201).map((r) => r.text)).toEqual([])
    const after = await w.read(order._id)
    expect(after?.kots).toHaveLength(51)
    expect(after?.totalPrice).toBe(100 + 50 * 189)
    expect(after?.grandTotal).toBeCloseTo(9550 * 1.05, 2)
  }, 120_000)

  it('of 50 sends for 5 portions, 5 are accepted', async () => {
    const w = await makeRestaurant()
    await w.as('cashier')
    const replies = await many(50, () => w.send([w.line('brownie')], { orderType: 'Take Away' }))
    expect(replies.filter((r) => r.status === 201)).toHaveLength(5)
    expect(replies.filter((r) => r.status === 409).every((r) => r.body.code === 'item_unavailable')).toBe(true)
    expect(await w.rows('SELECT remaining FROM menu_items WHERE id = ?', w.items.brownie)).toEqual([{ remaining: 0 }])
  }, 120_000)

  it('an item switched off before the commit refuses the whole send', async () => {
    const w = await makeRestaurant()
    await Promise.all([w.as('cashier'), w.as('kitchen')])
    const off = () => w.does('kitchen', `PATCH /menus/item/${w.items.dosa}/availability`, { available: false })
    const reply = await w.send([w.line('plain'), w.line('dosa')], {}, { via: meanwhile(off) })
    expect([reply.status, reply.body]).toMatchObject([409, { code: 'item_unavailable', itemId: w.items.dosa }])
    expect(await w.rows('SELECT count(*) n FROM orders WHERE restaurant_id = ?', w.id)).toEqual([{ n: 0 }])
    expect(await w.table(0)).toMatchObject({ status: 'available' })
  })

  it('the last portion sold before the commit refuses the whole send', async () => {
    const w = await makeRestaurant({ remaining: 2 })
    await w.as('cashier')
    const sold = () => w.order([w.line('brownie')], { tableId: w.tables[1] })
    const reply = await w.send([w.line('plain'), w.line('brownie', 2)], {}, { via: meanwhile(sold) })
    expect([reply.status, reply.body]).toMatchObject([409, { code: 'item_unavailable', itemId: w.items.brownie }])
    expect(await w.rows('SELECT remaining FROM menu_items WHERE id = ?', w.items.brownie)).toEqual([{ remaining: 1 }])
  })

  it('an order that another device settled before the commit takes no addition', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    const reply = await w.does(
      'waiter',
      'PUT /pos/order',
      { orderId: order._id, orderData: { kots: [w.kot([w.line('dosa')])] } },
      { via: meanwhile(() => w.settle(order._id)) },
    )
    expect([reply.status, reply.body]).toMatchObject([409, { code: 'invalid_transition', order: { orderStatus: 'completed' } }])
    expect((await w.read(order._id))?.kots).toHaveLength(1)
  })

  it('of two settlements at once, one succeeds', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    const token = await w.as('cashier')
    const replies = await many(6, () =>
      call('PUT /orders/payment/status', {
        token,
        body: { orderId: order._id, paymentStatus: 'paid', paymentMethod: 'Cash', complete: true },
      }),
    )
    expect(replies.map((r) => r.status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    expect(replies.find((r) => r.status === 409)?.body.order.orderStatus).toBe('completed')
    expect(await w.rows("SELECT amount, count FROM rollups WHERE restaurant_id = ? AND kind = 'sales'", w.id)).toEqual([
      { amount: 10500, count: 1 },
    ])
  })

  it('200 KOTs at once get the numbers 1 to 200, and 200 commands a gap-free seq', async () => {
    const w = await makeRestaurant()
    await w.as('cashier')
    const replies = await many(200, () => w.send([w.line('plain')], { orderType: 'Take Away' }))
    expect(replies.map((r) => r.body.order.kots[0].kotNumber).sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, i) => i + 1))
    expect(replies.map((r) => r.body.order.serialNumber).sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, i) => i + 1))
    expect((await w.events()).map((e) => e.seq)).toEqual(Array.from({ length: 200 }, (_, i) => i + 1))
  }, 120_000)

  it('the same key 20 times at once: one order, identical answers', async () => {
    const w = await makeRestaurant()
    const token = await w.as('cashier')
    const body = { tableId: w.tables[0], orderType: 'Dine In', kots: [w.kot([w.line('plain')])] }
    const replies = await many(20, () => call('POST /pos/order', { token, body, key: 'same-key' }))
    expect(new Set(replies.map((r) => r.text)).size).toBe(1)
    expect(replies.map((r) => r.status)).toEqual(Array(20).fill(201))
    expect(replies.filter((r) => r.headers.get('Idempotency-Replayed') === 'true')).toHaveLength(19)
    expect(await w.rows('SELECT count(*) n FROM tickets WHERE restaurant_id = ?', w.id)).toEqual([{ n: 1 }])
    const other = await call('POST /pos/order', { token, body: { ...body, orderType: 'Take Away' }, key: 'same-key' })
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch'])
  })

  it('the same kotId sent again is the same ticket with the same number', async () => {
    const w = await makeRestaurant()
    const kot = w.kot([w.line('plain')])
    const replies = await many(8, () => w.send([], { kots: [kot] }))
    expect(replies.map((r) => r.status)).toEqual(Array(8).fill(201))
    expect(new Set(replies.map((r) => r.body.order.kots[0].kotNumber))).toEqual(new Set([1]))
    const after = await w.read(replies[0]!.body.order._id)
    expect([after?.kots.length, after?.kots[0]?.items.length, after?.totalPrice]).toEqual([1, 1, 100])
    expect(await w.rows('SELECT count(*) n FROM lines WHERE restaurant_id = ?', w.id)).toEqual([{ n: 1 }])
  })

  it('an outdated version is 409 with the current order', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    await w.order([w.line('dosa')])
    const reply = await call('PUT /pos/order', {
      token: await w.as('cashier'),
      body: { orderId: order._id, orderData: { customer_name: 'Meera', version: 1 } },
    })
    expect(reply.status).toBe(409)
    expect(reply.body).toMatchObject({ code: 'version_conflict', order: { version: 2 } })
  })
})
