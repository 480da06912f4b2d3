import { describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { call, makeRestaurant, type World } from '../test/world.ts'

const put = (w: World, orderId: string, orderData: Record<string, unknown>) => w.does('waiter', 'PUT /pos/order', { orderId, orderData })

const anOffer = async (w: World): Promise<string> => {
  const body = { title: 'Half', type: 'percentage', value: 50, startsAt: '2020-01-01T00:00:00Z', endsAt: '2099-01-01T00:00:00Z' }
  return (await w.does('superuser', 'POST /restaurant/offers/create', body)).body.offer._id
}

describe('POST /pos/order for a table whose order the sender had not seen', () => {
  const sends = async (w: World, details: Record<string, unknown>) =>
    (
      await w.does('cashier', 'POST /pos/order', {
        tableId: w.tables[0],
        orderType: 'Dine In',
        kots: [w.kot([w.line('dosa')])],
        ...details,
      })
    ).body.order

  it('leaves the customer, GST number and guests as they are, and adds its note', async () => {
    const w = await makeRestaurant()
    const ravi = { customer_name: 'Ravi', mobile_number: '98200 12345', customerGstin: '29AABCI1681G1ZK', guests: 6 }
    const first = await sends(w, { ...ravi, additionalNote: 'nut allergy', specialInstructions: 'no nuts' })
    const typed = { customer_name: 'Asha', mobile_number: '98480 22110', customerGstin: '27AAPFU0939F1ZV', guests: 2 }
    const after = await sends(w, { ...typed, additionalNote: 'Birthday', specialInstructions: 'cake' })
    expect(after).toMatchObject({ _id: first._id, ...ravi, additionalNote: 'nut allergy; Birthday', specialInstructions: 'no nuts' })
    // A name and a number of two customers are not mixed.
    const nameless = await sends(w, { tableId: w.tables[1], mobile_number: '98200 12345' })
    expect(await sends(w, { ...typed, tableId: w.tables[1], customerGstin: '' })).toMatchObject({ _id: nameless._id, customer_name: '' })
  })

  it('fills what the order doesn’t have', async () => {
    const w = await makeRestaurant()
    const first = await sends(w, { customer_name: 'Asha' })
    const typed = { customer_name: 'Asha', mobile_number: '98480 22110', customerGstin: '27AAPFU0939F1ZV', guests: 2 }
    expect(await sends(w, { ...typed, additionalNote: 'Birthday' })).toMatchObject({ _id: first._id, ...typed, additionalNote: 'Birthday' })
  })

  it('empties no note, and leaves out a GST number that the bill can’t have any more', async () => {
    const w = await makeRestaurant()
    const first = await sends(w, { additionalNote: 'nut allergy' })
    await w.does('cashier', `POST /orders/${first._id}/bill`)
    await w.settle(first._id, { complete: false })
    const after = await sends(w, { additionalNote: '', customerGstin: '27AAPFU0939F1ZV' })
    expect(after).toMatchObject({ _id: first._id, additionalNote: 'nut allergy', customerGstin: '' })
  })
})

describe('PUT /pos/order', () => {
  it('sends tickets without a number and never rewrites sent ones', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    const sent = order.kots[0]
    const reply = await put(w, order._id, {
      kots: [
        { kotId: sent?.kotId, kotNumber: 1, items: [w.line('beer', 9)] },
        { ...w.kot([w.line('dosa', 2)]), kotNumber: null },
      ],
    })
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body.order.kots[0]).toEqual(sent)
    expect(reply.body.order.kots[1]).toMatchObject({
      kotNumber: 2,
      kind: 'addition',
      items: [{ itemName: 'Masala Dosa', quantity: 2, status: 'Preparing' }],
    })
    expect(reply.body.order).toMatchObject({ totalPrice: 478, version: 2 })
    const events = await w.events()
    expect(events.at(-1)).toMatchObject({ event: 'orderUpdated', data: { orderId: order._id, order: { version: 2 } } })
  })

  it('changes only the details named', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')], { customer_name: 'Meera', guests: 3 })
    const reply = await put(w, order._id, {
      mobile_number: '+91 98200 12345',
      additionalNote: 'window',
      specialInstructions: 'nuts!',
      guests: 4,
    })
    expect(reply.body.order).toMatchObject({
      customer_name: 'Meera',
      mobile_number: '+91 98200 12345',
      user: { name: 'Meera', mobile_number: '+91 98200 12345' },
      additionalNote: 'window',
      specialInstructions: 'nuts!',
      guests: 4,
      version: 2,
    })
    expect((await put(w, order._id, { mobile_number: 'call me' })).status).toBe(422)
  })

  it('takes the number of guests off', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')], { guests: 4 })
    expect((await put(w, order._id, { additionalNote: 'window' })).body.order).toMatchObject({ guests: 4 })
    expect((await put(w, order._id, { guests: null })).body.order).toMatchObject({ guests: null, additionalNote: 'window' })
    expect((await put(w, order._id, { guests: 0 })).status).toBe(422)
  })

  it('gives a Delivery order its address, and takes it off when the order becomes another type', async () => {
    const w = await makeRestaurant()
    const deliveryAddress = 'Flat 302, Lakeview Residency\nRoad No. 12'
    const order = await w.order([w.line('plain')], { orderType: 'Delivery', deliveryAddress: ` ${deliveryAddress} ` })
    expect(order.deliveryAddress).toBe(deliveryAddress)
    expect((await w.events()).at(-1)).toMatchObject({ data: { order: { deliveryAddress } } })
    const changed = await put(w, order._id, { deliveryAddress: '7, Church Street' })
    expect(changed.body.order).toMatchObject({ deliveryAddress: '7, Church Street', version: 2 })
    expect((await put(w, order._id, { customer_name: 'Meera' })).body.order.deliveryAddress).toBe('7, Church Street')
    expect((await put(w, order._id, { orderType: 'Take Away' })).body.order.deliveryAddress).toBe('')
    const back = await put(w, order._id, { orderType: 'Delivery', deliveryAddress: '7, Church Street' })
    expect(back.body.order).toMatchObject({ orderType: 'Delivery', deliveryAddress: '7, Church Street' })
    expect((await w.settle(order._id)).body.order.deliveryAddress).toBe('7, Church Street')
    expect((await put(w, order._id, { deliveryAddress: '8, Church Street' })).status).toBe(409)
  })

  it.each([
    ['of another type of order', { orderType: 'Take Away', deliveryAddress: '7, Church Street' }, 'Only a Delivery order has an address.'],
    ['that is too long', { orderType: 'Delivery', deliveryAddress: 'x'.repeat(301) }, expect.any(String)],
    ['with a printer’s command', { orderType: 'Delivery', deliveryAddress: 'x\u001b@' }, 'Has characters that can’t be read.'],
    [
      'that turns the text after it round',
      { orderType: 'Delivery', deliveryAddress: '7 \u202ehcruhC' },
      'Has characters that can’t be read.',
    ],
  ])('refuses an address %s', async (_what, details, message) => {
    const w = await makeRestaurant()
    const sent = await w.does('waiter', 'POST /pos/order', { ...details, kots: [w.kot([w.line('plain')])] })
    expect([sent.status, sent.body.errors]).toEqual([422, [{ path: 'deliveryAddress', message }]])
    const order = await w.order([w.line('plain')], { orderType: 'Take Away' })
    const changed = await put(w, order._id, details)
    expect([changed.status, changed.body.errors]).toEqual([422, [{ path: 'orderData.deliveryAddress', message }]])
  })

  it('with a GST number is another bill under another name: a revision before it is paid', async () => {
    const w = await makeRestaurant()
    const company = { customer_name: 'Infosys Ltd', customerGstin: '29AABCI1681G1ZK' }
    const order = await w.order([w.line('plain')], company)
    await w.does('cashier', `POST /orders/${order._id}/bill`)
    expect((await put(w, order._id, { customer_name: 'Infosys Limited' })).body.order.billPrintedAt).toBeNull()
    expect((await w.does('cashier', `POST /orders/${order._id}/bill`)).body.order.lastPrinted.revision).toBe(1)
    const plain = await w.order([w.line('plain')], { tableId: w.tables[1] })
    await w.does('cashier', `POST /orders/${plain._id}/bill`)
    expect((await put(w, plain._id, { customer_name: 'Asha' })).body.order.billPrintedAt).not.toBeNull()
  })

  it('puts a company’s GST number on the bill: a printed bill prints anew, and a paid one keeps it', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')], { customer_name: 'Infosys Limited', customerGstin: ' 29aabci1681g1zk ' })
    expect(order.customerGstin).toBe('29AABCI1681G1ZK')
    const bill = async () => (await w.does('cashier', `POST /orders/${order._id}/bill`)).body.order
    const printed = await bill()
    expect((await put(w, order._id, { additionalNote: 'window' })).body.order.billPrintedAt).toBe(printed.billPrintedAt)
    expect((await put(w, order._id, { customerGstin: '' })).body.order).toMatchObject({ customerGstin: '', billPrintedAt: null })
    expect((await bill()).lastPrinted.revision).toBe(1)
    expect((await put(w, order._id, { customerGstin: '29AABCI1681G1ZK' })).status).toBe(200)
    expect((await w.settle(order._id, { complete: false })).body.order.customerGstin).toBe('29AABCI1681G1ZK')
    const late = await put(w, order._id, { customerGstin: '' })
    expect([late.status, late.body.code]).toEqual([409, 'invalid_transition'])
    expect(late.body.message).toMatch(/^Money was received for this bill, so its GST number, and the name beside one, stay as they are\./)
    // Nor when something is added, so that it is paid in part only.
    expect((await put(w, order._id, { kots: [w.kot([w.line('dosa')])] })).body.order.paymentStatus).toBe('partial')
    expect((await put(w, order._id, { customerGstin: '' })).status).toBe(409)
    // Beside it the name says whose tax invoice it is.
    const other = await put(w, order._id, { customer_name: 'Wipro Limited' })
    expect([other.status, other.body.message]).toEqual([409, expect.stringContaining('the name beside one')])
    expect((await put(w, order._id, { customer_name: 'Infosys Limited', mobile_number: '98480 22110' })).status).toBe(200)
    // The same number again, as the till sends it with other details, changes nothing of it.
    expect((await put(w, order._id, { customerGstin: '29AABCI1681G1ZK', additionalNote: 'door' })).status).toBe(200)
  })

  it.each([
    ['with a wrong check character', '29AABCI1681G1ZJ'],
    ['that is too short', '29AABCI1681'],
    ['with a printer’s command', '29AABCI1681G1Z\u001b'],
  ])('refuses a GST number %s, and stores none', async (_what, customerGstin) => {
    const w = await makeRestaurant()
    const sent = await w.does('waiter', 'POST /pos/order', { orderType: 'Take Away', customerGstin, kots: [w.kot([w.line('plain')])] })
    expect([sent.status, sent.body.errors.map((e: { path: string }) => e.path)]).toEqual([422, ['customerGstin']])
    const order = await w.order([w.line('plain')])
    const changed = await put(w, order._id, { customerGstin })
    expect([changed.status, changed.body.errors.map((e: { path: string }) => e.path)]).toEqual([422, ['orderData.customerGstin']])
    expect((await w.read(order._id))?.customerGstin).toBe('')
  })

  it('takes no GST number from a guest', async () => {
    const w = await makeRestaurant()
    const { token } = await w.guest(0)
    const order = { tableId: w.tables[0], customerGstin: '29AABCI1681G1ZK', kots: [w.kot([w.line('plain')])] }
    const sent = await call('POST /orders', { token, body: { order } })
    expect([sent.status, (await w.read(sent.body.order._id))?.customerGstin]).toEqual([201, ''])
  })

  it('keeps a guest’s number, and not the name, on a paid bill with a GST number and no customer yet', async () => {
    const w = await makeRestaurant()
    const first = await w.order([w.line('plain')], { customerGstin: '29AABCI1681G1ZK' })
    await w.does('cashier', `POST /orders/${first._id}/bill`)
    await w.settle(first._id, { complete: false })
    const { token } = await w.guest(0)
    const order = { tableId: w.tables[0], customer_name: 'Meera', mobile_number: '98480 22110', kots: [w.kot([w.line('plain')])] }
    const sent = await call('POST /orders', { token, body: { order } })
    expect([sent.status, sent.body.order?._id], sent.text).toEqual([201, first._id])
    expect(await w.read(first._id)).toMatchObject({ customer_name: '', mobile_number: '98480 22110' })
  })

  it('adds the service charge only with the guest’s consent, and removes it again', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain'), w.line('beer')])
    expect(order).toMatchObject({ serviceChargeAccepted: false, additionalCharges: { serviceCharge: 0 }, grandTotal: 347 })
    const on = await put(w, order._id, { serviceChargeAccepted: true })
    // 5 % of 320, and no GST on it.
    expect(on.body.order).toMatchObject({ additionalCharges: { cgst: 2.5, sgst: 2.5, vat: 22, serviceCharge: 16 }, grandTotal: 363 })
    expect((await put(w, order._id, { serviceChargeAccepted: false })).body.order.grandTotal).toBe(347)
  })

  it('can’t change discount and service charge once money was taken, so that nobody pays twice for a toggle', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    await w.settle(order._id, { complete: false })
    const paid = await w.read(order._id)
    for (const change of [{ serviceChargeAccepted: true }, { offerId: await anOffer(w) }]) {
      const reply = await w.does('cashier', 'PUT /pos/order', { orderId: order._id, orderData: change })
      expect([reply.status, reply.body.code, reply.body.message]).toEqual([
        409,
        'invalid_transition',
        expect.stringContaining('Money has been received'),
      ])
      expect(reply.body.order).toEqual(paid)
    }
    // What stands already may be sent again with other details.
    const same = { customer_name: 'Meera', serviceChargeAccepted: false, offerId: null }
    expect((await put(w, order._id, same)).body.order).toMatchObject({ customer_name: 'Meera', paymentStatus: 'paid' })
    expect((await put(w, order._id, { kots: [w.kot([w.line('plain')])] })).body.order).toMatchObject({ paymentStatus: 'partial' })
  })

  it('frees the table when the order becomes Take Away', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    expect((await put(w, order._id, { orderType: 'take away' })).body.order).toMatchObject({ orderType: 'Take Away', tableId: null })
    expect((await w.table(0)).status).toBe('available')
    expect((await put(w, order._id, { orderType: 'Dine In' })).status).toBe(422)
  })

  it('refuses details for an outdated version, but never an addition', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    await w.order([w.line('plain')])
    const details = await put(w, order._id, { customer_name: 'Meera', version: 1 })
    expect([details.status, details.body.code, details.body.order.version]).toEqual([409, 'version_conflict', 2])
    const beside = { orderId: order._id, version: 1, orderData: { customer_name: 'Meera' } }
    expect((await w.does('superuser', 'PUT /pos/order', beside)).body).toMatchObject({ code: 'version_conflict', order: { version: 2 } })
    expect((await put(w, order._id, { kots: [w.kot([w.line('dosa')])], version: 1 })).body.order.version).toBe(3)
  })

  it.each([
    ['PUT /orders/status', { orderStatus: 'cancelled', reason: 'Left' }],
    ['PUT /orders/payment/status', { paymentStatus: 'paid', paymentMethod: 'Cash', complete: true }],
  ])('refuses %s that has seen an older order, and returns the current order', async (address, body) => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    await w.order([w.line('plain')])
    const stale = await w.does('superuser', address, { orderId: order._id, version: 1, ...body })
    expect([stale.status, stale.body.code, stale.body.order.version, stale.body.order.orderStatus]).toEqual([
      409,
      'version_conflict',
      2,
      'pending',
    ])
    expect((await w.does('superuser', address, { orderId: order._id, version: 2, ...body })).status).toBe(200)
  })

  it('refuses the whole send when one item is off', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    const before = await w.everything()
    const reply = await put(w, order._id, { customer_name: 'Meera', kots: [w.kot([w.line('dosa')]), w.kot([w.line('off')])] })
    expect(reply.body).toMatchObject({ code: 'item_unavailable', message: 'Item "Sold Out Soup" is unavailable.', itemId: w.items.off })
    expect(await w.everything()).toEqual(before)
  })

  it('answers 409 with the order when it has ended, 404 when it is unknown', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    await w.settle(order._id)
    const reply = await put(w, order._id, { customer_name: 'Meera' })
    expect([reply.status, reply.body.code, reply.body.order.orderStatus]).toEqual([409, 'invalid_transition', 'completed'])
    expect((await put(w, randomId(), { customer_name: 'Meera' })).status).toBe(404)
  })

  it('never changes what was sent when the menu or taxes change later', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    await w.rows("UPDATE menu_items SET price = 99900, name = 'Gold Fries' WHERE id = ?", w.items.plain)
    const after = (await put(w, order._id, { customer_name: 'Meera' })).body.order
    expect(after).toMatchObject({ totalPrice: 100, grandTotal: 105 })
    expect(after.kots[0].items[0]).toMatchObject({ itemName: 'Peri Peri Fries', price: 100 })
  })

  it('makes no kitchen ticket with `isKOT: false`', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')], { isKOT: false, orderType: 'Take Away' })
    expect(order.kots[0]).toMatchObject({ kotNumber: null })
    expect((await w.order([w.line('plain')])).kots[0]?.kotNumber).toBe(1)
  })
})

describe("a diner's order", () => {
  const qrSettings = { enableQrMenu: true, enableOrderViaQr: true, requireLoginForMenu: false, acceptOrders: true }

  it('goes straight to the kitchen where orders needn’t be accepted', async () => {
    const w = await makeRestaurant()
    const guest = await w.guest(0)
    const reply = await w.does(
      'waiter',
      'POST /orders',
      { order: { tableId: w.tables[0], totalPrice: 1, kots: [w.kot([w.line('plain')])] } },
      { token: guest.token },
    )
    expect(reply.status, reply.text).toBe(201)
    expect(reply.body.order.kots[0]).toMatchObject({ kotNumber: 1, held: false, sentBy: 'Diner' })
    expect(reply.body.order).toMatchObject({ userId: guest.accountId, grandTotal: 105 })
    // For the phone that sleeps at the end; staff don't get it.
    const staffs = await w.order([w.line('plain')])
    expect([typeof reply.body.order.feedbackToken, 'feedbackToken' in staffs]).toEqual(['string', false])
  })

  it('waits until staff accept it by naming its kotId', async () => {
    const w = await makeRestaurant({ settings: { qrSettings } })
    const { token } = await w.guest(0)
    const held = (
      await w.does('waiter', 'POST /orders', { order: { tableId: w.tables[0], kots: [w.kot([w.line('brownie', 2)])] } }, { token })
    ).body.order
    expect(held.kots[0]).toMatchObject({ kotNumber: null, held: true, sentAt: null, items: [{ status: 'In Cart' }] })
    const { kotId } = held.kots[0]
    const ready = await w.does('kitchen', 'PUT /orders/item/status', { orderId: held._id, kotId, status: 'Ready' })
    expect([ready.status, ready.body.code]).toEqual([409, 'invalid_transition'])
    const reply = await put(w, held._id, { kots: [{ kotId, kotNumber: null, items: [] }] })
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body.order.kots).toMatchObject([{ kotId, kotNumber: 1, held: false, items: [{ status: 'Preparing', quantity: 2 }] }])
    expect(reply.body.order.kots[0].sentBy).toMatch(/^waiter /)
    // Accepted again by another device: the same ticket.
    expect((await put(w, held._id, { kots: [{ kotId, items: [] }] })).body.order.kots).toMatchObject([{ kotNumber: 1 }])
    expect(await w.rows('SELECT remaining FROM menu_items WHERE id = ?', w.items.brownie)).toEqual([{ remaining: 3 }])
  })

  it('that is held can be declined by whoever may send', async () => {
    const w = await makeRestaurant({ settings: { qrSettings } })
    const { token } = await w.guest(0)
    const held = (
      await w.does('waiter', 'POST /orders', { order: { tableId: w.tables[0], kots: [w.kot([w.line('brownie', 2)])] } }, { token })
    ).body.order
    const reply = await w.does('waiter', 'PUT /orders/item/status', {
      orderId: held._id,
      kotId: held.kots[0].kotId,
      status: 'Cancelled',
      reason: 'kitchen closed',
    })
    expect(reply.body).toMatchObject({ allItemsCancelled: true, order: { orderStatus: 'cancelled' } })
    expect(await w.rows('SELECT remaining FROM menu_items WHERE id = ?', w.items.brownie)).toEqual([{ remaining: 5 }])
    expect((await w.table(0)).status).toBe('available')
  })

  it('is possible only at the guest’s own table, and shows no other table’s order', async () => {
    const w = await makeRestaurant()
    const theirs = await w.order([w.line('beer')], { tableId: w.tables[1] })
    const { token, accountId } = await w.guest(0)
    const ask = (order: Record<string, unknown>) => w.does('waiter', 'POST /orders', { order }, { token })
    const before = await w.everything()
    expect((await ask({ tableId: w.tables[1], kots: [w.kot([w.line('plain')])] })).status).toBe(404)
    expect((await ask({ tableId: w.tables[0], orderType: 'Take Away', kots: [w.kot([w.line('plain')])] })).status).toBe(404)
    // A kotId that another table has sent is no key to its order.
    expect((await ask({ tableId: w.tables[0], kots: [{ kotId: theirs.kots[0]?.kotId, items: [w.line('plain')] }] })).status).toBe(404)
    expect((await w.does('waiter', 'POST /orders/active', { tableId: w.tables[1] }, { token })).status).toBe(404)
    expect((await w.does('waiter', `GET /orders/user/${accountId}`, undefined, { token })).body).toEqual({
      orders: [],
      current: null,
      table: { tableId: w.tables[0], tableNumber: '1' },
    })
    expect(await w.everything()).toEqual(before)
  })

  it('is not shown again for the kotId of earlier guests of the table', async () => {
    const w = await makeRestaurant()
    const first = await w.guest(0)
    const send = (token: string, kotId: string) =>
      w.does('waiter', 'POST /orders', { order: { tableId: w.tables[0], kots: [{ kotId, items: [w.line('plain')] }] } }, { token })
    const kotId = randomId()
    const { order } = (await send(first.token, kotId)).body
    // For the guests who sit here it is their own ticket, sent again.
    expect((await send((await w.guest(0)).token, kotId)).body.order._id).toBe(order._id)
    await w.settle(order._id)
    expect((await send((await w.guest(0)).token, kotId)).status).toBe(404)
  })

  it('is returned to the guest with the sitting’s open orders, and to nobody else', async () => {
    const w = await makeRestaurant()
    const [guest, other] = [await w.guest(0), await w.guest(1)]
    const order = await w.order([w.line('plain')])
    expect((await w.does('waiter', `GET /orders/user/${guest.accountId}`, undefined, { token: guest.token })).body.orders).toMatchObject([
      { _id: order._id },
    ])
    expect((await w.does('waiter', `GET /orders/user/${guest.accountId}`, undefined, { token: other.token })).status).toBe(404)
    const own = (
      await w.does('waiter', 'POST /orders', { order: { tableId: w.tables[1], kots: [w.kot([w.line('plain')])] } }, { token: other.token })
    ).body.order
    for (const role of ['cashier', 'captain', 'delivery', 'mobileAdmin'] as const)
      expect((await w.does(role, `GET /orders/user/${other.accountId}`)).body.orders).toMatchObject([{ _id: own._id }])
    expect((await w.does('waiter', `GET /orders/user/${other.accountId}`)).status).toBe(403)
    expect((await w.does('cashier', `GET /orders/user/${randomId()}`)).status).toBe(404)
  })
})
