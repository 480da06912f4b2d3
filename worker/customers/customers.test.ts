import { beforeEach, describe, expect, it } from 'vitest'
import { meanwhile } from '../test/meanwhile.ts'
import { call, makeRestaurant, signIn, type Via, type World } from '../test/world.ts'

let w: World
beforeEach(async () => {
  w = await makeRestaurant()
})
const body = (more: object = {}) => ({ name: 'Meera', mobile_number: '98200 12345', ...more })
const add = (more: object = {}) => w.does('generalManager', 'POST /restaurant/customer', body(more))
const list = async (query = '', role: 'generalManager' | 'waiter' | 'mobileAdmin' = 'generalManager') =>
  w.does(role, `GET /restaurant/customers${query}`)
const names = async (query: string) => (await list(query)).body.customers.map((c: { name: string }) => c.name).sort()

describe('customers', () => {
  it('are added, changed and deleted', async () => {
    const made = await add({ email: 'M@X.test', birthday: '1990-02-01' })
    expect(made.status, made.text).toBe(201)
    expect(made.body.customer).toMatchObject({
      name: 'Meera',
      email: 'm@x.test',
      birthday: '1990-02-01',
      note: '',
      visits: 0,
      totalSpent: 0,
      lastVisitAt: null,
    })
    const { _id } = made.body.customer
    await w.does('generalManager', `PUT /restaurant/customer?id=${_id}`, { note: 'Window table' })
    const byBody = await w.does('generalManager', 'PUT /restaurant/customer', { _id, name: 'Meera K', email: null })
    expect(byBody.body.customer).toEqual({ ...made.body.customer, name: 'Meera K', note: 'Window table', email: null })
    expect((await w.does('generalManager', `DELETE /restaurant/customer?id=${_id}`)).status).toBe(200)
    expect((await list()).body).toMatchObject({ customers: [], totalCustomers: 0, totalPages: 1 })
    expect((await add()).status).toBe(201)
  })

  it('one customer per number, however it is written: 409 with the existing customer', async () => {
    const { customer } = (await add()).body
    const twice = await add({ mobile_number: '+91-98200-12345', name: 'Other' })
    expect([twice.status, twice.body.code, twice.body.customer]).toEqual([409, 'duplicate', customer])
    const other = (await add({ mobile_number: '9800000000' })).body.customer
    const clash = await w.does('superuser', `PUT /restaurant/customer?id=${other._id}`, { mobile_number: '098200 12345' })
    expect([clash.status, clash.body.customer._id]).toEqual([409, customer._id])
    const all = await Promise.all([1, 2, 3, 4].map(() => add({ mobile_number: '9811111111' })))
    expect(all.map((r) => r.status).sort()).toEqual([201, 409, 409, 409])
    expect((await (await makeRestaurant()).does('superuser', 'POST /restaurant/customer', body())).status).toBe(201)
  })

  it('409 also when the number was given to another customer at the same moment', async () => {
    const [a, b] = [await add(), await add({ mobile_number: '98200 54321' })]
    const put = (id: string, via?: Via) =>
      w.does('generalManager', `PUT /restaurant/customer?id=${id}`, { mobile_number: '98200 99999' }, { via })
    const reply = await put(
      a.body.customer._id,
      meanwhile(() => put(b.body.customer._id)),
    )
    expect([reply.status, reply.body.code, reply.body.customer?._id]).toEqual([409, 'duplicate', b.body.customer._id])
  })

  it('422: an update without a customer’s id', async () => {
    const reply = await w.does('generalManager', 'PUT /restaurant/customer', { name: 'X' })
    expect([reply.status, reply.body.message, reply.body.code]).toEqual([422, 'User ID is required', 'user_id_required'])
    expect((await w.does('generalManager', 'PUT /restaurant/customer?id=', { name: 'X' })).body.code).toBe('user_id_required')
  })

  it('422: no number, no name', async () => {
    for (const more of [{ mobile_number: '+- +- +-' }, { mobile_number: '12' }, { name: '' }, { birthday: '2001-13-01' }])
      expect((await add(more)).status).toBe(422)
  })

  it('404: another restaurant’s', async () => {
    const { _id } = (await add()).body.customer
    const other = await makeRestaurant()
    expect((await other.does('superuser', `PUT /restaurant/customer?id=${_id}`, { name: 'X' })).status).toBe(404)
    expect((await other.does('superuser', `DELETE /restaurant/customer?id=${_id}`)).status).toBe(404)
    expect((await other.does('superuser', 'GET /restaurant/customers?mobile_number=9820012345')).body.customers).toEqual([])
  })

  it('staff below manager look up one customer by the number', async () => {
    await add()
    const refused = await list('', 'waiter')
    expect([refused.status, refused.body.code]).toEqual([403, 'mobile_number_required'])
    expect((await list('?search=Mee', 'waiter')).status).toBe(403)
    expect((await list('?mobile_number=%2B91%209820012345', 'waiter')).body.customers.map((c: { name: string }) => c.name)).toEqual([
      'Meera',
    ])
    expect((await list('?mobile_number=98200', 'waiter')).body.customers).toEqual([])
    expect((await list('?mobile_number=', 'waiter')).body.customers).toEqual([])
    expect((await list('', 'mobileAdmin')).status).toBe(200)
  })

  it('are searched by name and number, and grouped by when they came', async () => {
    const days = (n: number) => new Date(Date.now() - n * 86_400_000).toISOString()
    const seed = async (name: string, mobile_number: string, visits: number, last: number | null) => {
      const { _id } = (await add({ name, mobile_number })).body.customer
      await w.rows('UPDATE customers SET visits = ?, last_visit_at = ? WHERE id = ?', visits, last === null ? null : days(last), _id)
    }
    await seed('meera', '9820012345', 0, null)
    await seed('Meena', '9820099999', 1, 3)
    await seed('Ravi', '9900000001', 5, 10)
    await seed('Zoya', '9900000002', 5, 61)
    expect(await names('?search=MEE')).toEqual(['Meena', 'meera'])
    expect(await names('?search=%2B91%2098200%2012345')).toEqual(['meera'])
    expect(await names('?search=98200')).toEqual(['Meena', 'meera'])
    expect(await names('?search=%2B91%20982')).toEqual(['Meena', 'meera'])
    expect(await names('?segment=new')).toEqual(['Meena', 'meera'])
    expect(await names('?segment=regular')).toEqual(['Ravi'])
    expect(await names('?segment=lapsed')).toEqual(['Zoya'])
    const page = (await list('?limit=2&page=2')).body
    expect([
      page.totalCustomers,
      page.totalPages,
      page.currentPage,
      page.itemsPerPage,
      page.customers.map((c: { name: string }) => c.name),
    ]).toEqual([4, 2, 2, 2, ['Zoya', 'meera']])
  })
})

describe('customers and their orders', () => {
  const eat = async (more: object = {}) => {
    const order = await w.order([w.line('dosa')], {
      orderType: 'Take Away',
      customer_name: 'Ravi',
      mobile_number: '+91 99000 00001',
      ...more,
    })
    const settled = await w.settle(order._id)
    expect(settled.status, settled.text).toBe(200)
    return settled.body.order
  }
  const ravi = async () => (await list('?mobile_number=9900000001')).body.customers[0]
  const visits = () => w.rows('SELECT order_id, amount, is_first FROM visits WHERE restaurant_id = ? ORDER BY rowid', w.id)
  const refund = (orderId: string) =>
    w.does('cashier', 'PUT /orders/payment/status', { orderId, paymentStatus: 'refunded', reason: 'cold' })

  it('a completed order counts as a visit of its number, and a refund takes it back', async () => {
    const a = await eat()
    expect(await ravi()).toMatchObject({
      name: 'Ravi',
      mobile_number: '+91 99000 00001',
      visits: 1,
      totalSpent: a.grandTotal,
      lastVisitAt: a.completedAt,
    })
    const b = await eat({ mobile_number: '9900000001', customer_name: 'Somebody' })
    expect(await ravi()).toMatchObject({
      name: 'Ravi',
      visits: 2,
      totalSpent: Math.round((a.grandTotal + b.grandTotal) * 100) / 100,
      lastVisitAt: b.completedAt,
    })
    expect(await visits()).toEqual([
      { order_id: a._id, amount: a.grandTotal * 100, is_first: 1 },
      { order_id: b._id, amount: b.grandTotal * 100, is_first: 0 },
    ])
    expect((await refund(b._id)).status).toBe(200)
    expect(await ravi()).toMatchObject({ visits: 1, totalSpent: a.grandTotal, lastVisitAt: a.completedAt })
    expect((await refund(a._id)).status).toBe(200)
    expect(await ravi()).toMatchObject({ visits: 0, totalSpent: 0, lastVisitAt: null })
    expect(await visits()).toEqual([])
  })

  it('a customer known only by number gets the name from a later order, and keeps it', async () => {
    await eat({ customer_name: '' })
    expect((await ravi()).name).toBe('+91 99000 00001')
    for (const customer_name of ['', 'Ravi', 'Somebody']) await eat({ customer_name, mobile_number: '9900000001' })
    expect(await ravi()).toMatchObject({ name: 'Ravi', visits: 4 })
  })

  it('a look-up by number has the address of the number’s last Delivery order; a list has none', async () => {
    const address = async () => (await ravi()).lastAddress
    await eat()
    expect(await address()).toBeUndefined()
    await eat({ orderType: 'Delivery', deliveryAddress: '7, Church Street' })
    await eat({ orderType: 'Delivery' })
    expect(await address()).toBe('7, Church Street')
    await w.order([w.line('dosa')], { orderType: 'Delivery', mobile_number: '099000 00001', deliveryAddress: '12, MG Road' })
    expect(await address()).toBe('12, MG Road')
    // Another country's, and another restaurant's.
    await w.order([w.line('dosa')], { orderType: 'Delivery', mobile_number: '+44 99000 00001', deliveryAddress: '1, High Street' })
    const other = await makeRestaurant()
    await other.order([other.line('dosa')], { orderType: 'Delivery', mobile_number: '9900000001', deliveryAddress: '2, Low Street' })
    expect(await address()).toBe('12, MG Road')
    expect((await list('?search=Ravi')).body.customers[0]).not.toHaveProperty('lastAddress')
  })

  it('the same ten digits in another country are another customer', async () => {
    await eat()
    await eat({ mobile_number: '+44 99000 00001', customer_name: 'Rob' })
    await eat({ mobile_number: '0044 9900000001', customer_name: 'Robert' })
    expect(await ravi()).toMatchObject({ name: 'Ravi', visits: 1 })
    expect((await list('?mobile_number=%2B449900000001')).body.customers).toMatchObject([{ name: 'Rob', visits: 2 }])
    const books = await call('POST /backoffice/rebuild', {
      token: (await signIn('admin')).token,
      body: { restaurantId: w.id, check: true },
    })
    expect(books.body.rebuild, books.text).toMatchObject({ visits: 0, customers: 0 })
  })

  it('when the first visit is refunded, the next one becomes the first', async () => {
    const a = await eat()
    const b = await eat()
    await refund(a._id)
    expect(await visits()).toMatchObject([{ order_id: b._id, is_first: 1 }])
    expect((await w.rows('SELECT first_visit_at FROM customers WHERE restaurant_id = ?', w.id))[0].first_visit_at).toBe(b.completedAt)
  })

  it('the last visit is the latest one, even when zones named its business day differently', async () => {
    const zone = async (timezone: string) => expect((await w.does('superuser', 'PUT /restaurant/profile', { timezone })).status).toBe(200)
    await zone('Pacific/Kiritimati')
    const first = await eat()
    // A day earlier by its wall clock.
    await zone('Pacific/Niue')
    const last = await eat()
    await refund((await eat())._id)
    expect(await ravi()).toMatchObject({ visits: 2, lastVisitAt: last.completedAt })
    expect(await w.rows('SELECT first_visit_at FROM customers WHERE restaurant_id = ?', w.id)).toEqual([
      { first_visit_at: first.completedAt },
    ])
  })

  it('orders without a number, cancelled orders and open orders are not visits', async () => {
    await eat({ mobile_number: undefined })
    const open = await w.order([w.line('plain')], { mobile_number: '9900000001' })
    await w.does('cashier', 'PUT /orders/status', { orderId: open._id, orderStatus: 'cancelled', reason: 'left' })
    expect(await visits()).toEqual([])
    expect((await list()).body.totalCustomers).toBe(0)
  })

  it('two orders settled at once both count, and insights agree', async () => {
    const orders = await Promise.all(
      [1, 2, 3, 4].map(() => w.order([w.line('dosa')], { orderType: 'Take Away', mobile_number: '9900000001' })),
    )
    await Promise.all(orders.map((o) => w.settle(o._id)))
    expect((await ravi()).visits).toBe(4)
    expect((await visits()).filter((v) => v.is_first)).toHaveLength(1)
    const { insights } = (await w.does('superuser', 'POST /api/analytics/customer-insights', { period: 'today' })).body
    expect(insights).toMatchObject({ totalCustomers: 1, newCustomers: 1 })
  })

  it('a customer’s visits stay with them when the number changes', async () => {
    const a = await eat()
    const before = await ravi()
    await w.does('superuser', `PUT /restaurant/customer?id=${before._id}`, { mobile_number: '9911111111' })
    await refund(a._id)
    expect((await list('?mobile_number=9911111111')).body.customers[0]).toMatchObject({ _id: before._id, visits: 0 })
  })
})
