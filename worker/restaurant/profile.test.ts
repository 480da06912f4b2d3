import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { all, run } from '../db/index.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { call, makeRestaurant, testEnv, type World } from '../test/world.ts'

let w: World
beforeEach(async () => {
  w = await makeRestaurant()
})
const put = (body: object) => w.does('superuser', 'PUT /restaurant/profile', body)
const banner = (more: object = {}) => ({ image: '/v1/media/a.png', title: 'Diwali', ...more })
const inDays = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString()
const profile = async () => (await w.does('superuser', 'GET /restaurant/profile')).body.restaurant

describe('KOT settings', () => {
  it('have a new restaurant’s value when they were added after the restaurant was created', async () => {
    await run(testEnv.PLATFORM, sql`UPDATE restaurants SET kot_settings = '{"resetTime":"04:00"}' WHERE id = ${w.id}`)
    expect((await profile()).kotSettings).toEqual({
      resetTime: '04:00',
      readyStep: true,
      warnMinutes: 10,
      lateMinutes: 20,
      deductStock: true,
      autoPrintKOT: false,
    })
  })

  it('keep what another device saved while the reset time changes', async () => {
    const reply = await w.does(
      'superuser',
      'POST /kot/reset-time',
      { resetTime: '05:00' },
      { via: meanwhile(() => put({ kotSettings: { readyStep: false } })) },
    )
    expect(reply.status, reply.text).toBe(200)
    expect((await profile()).kotSettings.readyStep).toBe(false)
    expect((await w.does('superuser', 'GET /kot')).body.kot.nextClock).toMatchObject({ resetTime: '05:00' })
  })

  it('never warn after they are late, also when two devices change one of both at the same moment', async () => {
    await put({ kotSettings: { warnMinutes: 10, lateMinutes: 40 } })
    const reply = await w.does(
      'superuser',
      'PUT /restaurant/profile',
      { kotSettings: { warnMinutes: 25 } },
      { via: meanwhile(() => put({ kotSettings: { lateMinutes: 20 } })) },
    )
    expect([reply.status, reply.body.errors?.[0]], reply.text).toEqual([
      422,
      { path: 'kotSettings.lateMinutes', message: 'Must be more than the 25 minutes of the warning.' },
    ])
    expect((await profile()).kotSettings).toMatchObject({ warnMinutes: 10, lateMinutes: 20 })
    expect((await put({ kotSettings: { readyStep: false } })).status).toBe(200)
  })

  it('may change both at the same moment while they still fit, with a default that was never stored', async () => {
    await run(testEnv.PLATFORM, sql`UPDATE restaurants SET kot_settings = '{"resetTime":"04:00"}' WHERE id = ${w.id}`)
    const reply = await w.does(
      'superuser',
      'PUT /restaurant/profile',
      { kotSettings: { warnMinutes: 15 } },
      { via: meanwhile(() => put({ kotSettings: { lateMinutes: 30 } })) },
    )
    expect(reply.status, reply.text).toBe(200)
    expect((await profile()).kotSettings).toMatchObject({ warnMinutes: 15, lateMinutes: 30 })
  })
})

describe('whether a KOT prints by itself', () => {
  const both = async () => {
    const { printSettings, kotSettings } = await profile()
    return [printSettings.autoPrintKOT, kotSettings.autoPrintKOT]
  }

  it('is one setting with two names: writing either changes it, and both show it', async () => {
    expect(await both()).toEqual([false, false])
    await put({ kotSettings: { autoPrintKOT: true } })
    expect(await both()).toEqual([true, true])
    await put({ printSettings: { autoPrintKOT: false } })
    expect(await both()).toEqual([false, false])
    await put({ kotSettings: { autoPrintKOT: false }, printSettings: { autoPrintKOT: true } })
    expect(await both()).toEqual([true, true])
    await put({ kotSettings: { warnMinutes: 5 }, printSettings: { footer: 'Thanks' } })
    expect(await both()).toEqual([true, true])
  })

  it('is the print setting where an older restaurant has stored both', async () => {
    await run(
      testEnv.PLATFORM,
      sql`UPDATE restaurants SET kot_settings = json_set(kot_settings, '$.autoPrintKOT', json('true')), print_settings = '{"autoPrintKOT":false}' WHERE id = ${w.id}`,
    )
    expect(await both()).toEqual([false, false])
  })
})

describe('PUT /restaurant/profile', () => {
  it('changes only the fields named', async () => {
    const before = await profile()
    const reply = await put({
      establishment_name: 'New Yard',
      gstNumber: '36AAAAA0000A1Z3',
      qrSettings: { acceptOrders: true },
      printSettings: { footer: 'Come again' },
      taxPercentages: { gst: 18 },
      kotSettings: { readyStep: false },
      paymentTypes: ['Cash', 'UPI', 'Cash', 'cash', 'Ca\u200bsh', 'U\u2060pi'],
      pos_default_order_type: 'take away',
      imageBase64ForBill: 'data:image/png;base64,AAAA',
      costForTwo: 650.5,
    })
    expect(reply.status, reply.text).toBe(200)
    const after = await profile()
    expect(after).toEqual(reply.body.restaurant)
    expect(after).toEqual({
      ...before,
      establishment_name: 'New Yard',
      restaurantName: 'New Yard',
      gstNumber: '36AAAAA0000A1Z3',
      qrSettings: { ...before.qrSettings, acceptOrders: true },
      printSettings: { ...before.printSettings, footer: 'Come again' },
      taxPercentages: { ...before.taxPercentages, gst: 18 },
      kotSettings: { ...before.kotSettings, readyStep: false },
      paymentTypes: ['Cash', 'UPI'],
      pos_default_order_type: 'Take Away',
      imageBase64ForBill: 'data:image/png;base64,AAAA',
      costForTwo: 650.5,
    })
    await put({ image: '/v1/media/x.png' })
    await put({ image: null, imageBase64ForBill: null })
    expect(await profile()).toMatchObject({ image: null, imageBase64ForBill: null, establishment_name: 'New Yard' })
  })

  it.each([
    [{ gstNumber: '36AAAAA0000A1Z4' }, 'This is not a GST number: check its 15 characters.'],
    [{ fssaiNumber: '1362601200014' }, 'An FSSAI number has 14 digits.'],
    [{ upiId: 'smash yard' }, 'This is not a UPI ID, like name@bank.'],
    [{ invoicePrefix: 'SMASH' }, 'One to four letters and digits.'],
    [{ invoicePrefix: '' }, 'One to four letters and digits.'],
  ])('refuses %j beside its field', async (body, message) => {
    const reply = await put(body)
    expect([reply.status, reply.body.errors]).toEqual([422, [{ path: Object.keys(body)[0], message }]])
  })

  it('charges no tax under the composition scheme, and the stored rates again afterwards', async () => {
    expect((await profile()).taxSettings).toEqual({ roundOff: false, composition: false })
    await put({ taxPercentages: { gst: 5, vat: 10, serviceCharge: 0 } })
    const before = await w.order([w.line('plain')], { orderType: 'Take Away' })
    expect((await put({ taxSettings: { composition: true } })).body.restaurant).toMatchObject({
      taxSettings: { roundOff: false, composition: true },
      taxPercentages: { gst: 0, vat: 0, serviceCharge: 0, composition: true },
    })
    const under = await w.order([w.line('plain')], { orderType: 'Take Away' })
    expect([under.additionalCharges.cgst, under.additionalCharges.vat, under.grandTotal]).toEqual([0, 0, under.totalPrice])
    await put({ taxSettings: { composition: false } })
    expect((await profile()).taxPercentages).toEqual({ gst: 5, vat: 10, serviceCharge: 0 })
    // Each order keeps what it was sent with, and so the kind of its bill.
    const kept = async (id: string) => (await w.read(id))?.taxPercentages
    expect(await kept(before._id)).toEqual({ gst: 5, vat: 10, serviceCharge: 0 })
    expect(await kept(under._id)).toEqual({ gst: 0, vat: 0, serviceCharge: 0, composition: true })
  })

  it('refuses a tax under the composition scheme, also in the change that begins it', async () => {
    const message = 'No tax is charged under the composition scheme.'
    const refused = async (body: object) => {
      const reply = await put(body)
      return [reply.status, reply.body.errors]
    }
    expect(await refused({ taxSettings: { composition: true }, taxPercentages: { gst: 5 } })).toEqual([
      422,
      [{ path: 'taxPercentages.gst', message }],
    ])
    await put({ taxSettings: { composition: true } })
    expect(await refused({ taxPercentages: { gst: 0, vat: 10 } })).toEqual([422, [{ path: 'taxPercentages.vat', message }]])
    expect((await put({ taxPercentages: { serviceCharge: 5 } })).status).toBe(200)
  })

  it('keeps the UPI ID, and takes the legal numbers away again', async () => {
    await put({ gstNumber: '36aaaaa0000a1z3', fssaiNumber: '13626012000145', upiId: 'smashyard@ybl' })
    expect(await profile()).toMatchObject({ gstNumber: '36AAAAA0000A1Z3', fssaiNumber: '13626012000145', upiId: 'smashyard@ybl' })
    await put({ gstNumber: '', fssaiNumber: '', upiId: '' })
    expect(await profile()).toMatchObject({ gstNumber: '', fssaiNumber: '', upiId: '' })
  })

  it('gives the next invoice the changed prefix, and goes on counting', async () => {
    const settled = async () => {
      const order = await w.order([w.line('plain')], { orderType: 'Take Away' })
      return (await w.settle(order._id)).body.order.invoiceNumber as string
    }
    const [, year, first] = (await settled()).split('/')
    expect((await put({ invoicePrefix: 'yd' })).body.restaurant.invoicePrefix).toBe('YD')
    expect(await settled()).toBe(`YD/${year}/${Number(first) + 1}`)
  })

  it('counts both of two changes of different settings at once', async () => {
    await Promise.all([
      put({ qrSettings: { acceptOrders: true } }),
      put({ qrSettings: { enableQrMenu: false } }),
      put({ gstNumber: '36AAAAA0000A1Z3' }),
      put({ fssaiNumber: '13626012000145' }),
    ])
    expect(await profile()).toMatchObject({
      qrSettings: { acceptOrders: true, enableQrMenu: false },
      gstNumber: '36AAAAA0000A1Z3',
      fssaiNumber: '13626012000145',
    })
  })

  it('says whether it is a partner’s outlet', async () => {
    expect((await profile()).hasPartner).toBe(false)
    await run(testEnv.PLATFORM, sql`UPDATE restaurants SET partner_id = 'p1' WHERE id = ${w.id}`)
    expect((await profile()).hasPartner).toBe(true)
  })

  it('says when it was signed up', async () => {
    const at = '2026-11-21T15:01:40.000Z'
    await run(testEnv.PLATFORM, sql`UPDATE restaurants SET created_at = ${at} WHERE id = ${w.id}`)
    expect((await profile()).createdAt).toBe(at)
  })

  it('returns the restaurant’s offers, banners and, for those who may see employees, its people', async () => {
    const offer = { title: 'Ten', type: 'flat', value: 10, startsAt: inDays(-1), endsAt: inDays(1) }
    expect((await w.does('superuser', 'POST /restaurant/offers/create', offer)).status).toBe(201)
    await w.does('mobileAdmin', 'POST /restaurant/promotional-banner', { banner: banner() })
    const whole = await profile()
    expect(whole.offers).toMatchObject([{ title: 'Ten', value: 10 }])
    expect(whole.promotionalBanner).toMatchObject([{ title: 'Diwali' }])
    const seen = async (role: 'generalManager' | 'waiter') => {
      const { restaurantUsers } = (await w.does(role, 'GET /restaurant/profile')).body.restaurant
      return restaurantUsers.map((u: { role: string }) => u.role)
    }
    expect(await seen('generalManager')).toEqual(expect.arrayContaining(['superuser', 'generalManager']))
    expect(await seen('waiter')).toEqual([])
  })

  it('takes effect at once: the next order is taxed by it, an open one is not', async () => {
    const open = await w.order([w.line('plain')])
    await put({ taxPercentages: { gst: 18 } })
    expect((await w.order([w.line('plain')], { tableId: w.tables[1] })).additionalCharges.cgst).toBe(9)
    expect((await w.order([w.line('plain')])).additionalCharges.cgst).toBe(5)
    expect(open.additionalCharges.cgst).toBe(2.5)
  })

  it('accepts tax with three decimals of a percent, and halves it exactly', async () => {
    const refused = await put({ taxPercentages: { gst: 4.5555 } })
    expect(refused.body.errors).toEqual([{ path: 'taxPercentages.gst', message: 'At most three decimals.' }])
    expect((await put({ taxPercentages: { gst: 4.555, vat: 12.125, serviceCharge: 0.001 } })).status).toBe(200)
    const order = await w.order([w.line('plain', 200)])
    expect(order).toMatchObject({ totalPrice: 20_000, taxPercentages: { gst: 4.555, vat: 12.125, serviceCharge: 0.001 } })
    expect(order.additionalCharges).toMatchObject({ cgst: 455.5, sgst: 455.5 })
  })

  it('ignores the reset time, which has a call of its own', async () => {
    await put({ kotSettings: { resetTime: '05:00', warnMinutes: 5 } })
    expect((await profile()).kotSettings).toMatchObject({ resetTime: '00:00', warnMinutes: 5 })
  })

  it.each([
    ['no such zone', { timezone: 'Asia/Nowhere' }],
    ['an abbreviation', { timezone: 'IST' }],
    ['late before warn', { kotSettings: { warnMinutes: 10, lateMinutes: 10 } }],
    ['late before the warn that is there', { kotSettings: { lateMinutes: 9 } }],
    ['no way to pay', { paymentTypes: [] }],
    ['more than all', { taxPercentages: { gst: 101 } }],
    ['a GST of four decimals', { taxPercentages: { gst: 4.5555 } }],
    ['a VAT of four decimals', { taxPercentages: { vat: 12.0001 } }],
    ['a service charge without an end', { taxPercentages: { serviceCharge: 10 / 3 } }],
    ['a script for an address', { url: 'javascript:alert(1)' }],
    ['no colour', { accentColor: 'red' }],
    ['off the globe', { location: { latitude: 91, longitude: 0 } }],
    ['no order type', { pos_default_order_type: 'Buffet' }],
  ])('422: %s', async (_name, body) => {
    const before = await profile()
    expect((await put(body)).status).toBe(422)
    expect(await profile()).toEqual(before)
  })

  it('accepts a zone and opening hours', async () => {
    const always = { periods: [{ open: { day: 0, time: '0000' } }], weekday_text: ['Always'] }
    expect((await put({ timezone: 'Europe/London', opening_hours: always })).body.restaurant).toMatchObject({
      nextClock: { timezone: 'Europe/London' },
      opening_hours: { ...always, open_now: true },
    })
    const never = {
      periods: [
        { open: { day: (new Date().getUTCDay() + 3) % 7, time: '1000' }, close: { day: (new Date().getUTCDay() + 3) % 7, time: '1001' } },
      ],
    }
    expect((await put({ opening_hours: never })).body.restaurant.opening_hours.open_now).toBe(false)
  })

  it('corrects an application while it waits, and submits a rejected one again', async () => {
    w = await makeRestaurant({ approvalStatus: 'pending' })
    expect(
      (await put({ gstNumber: '36AAAAA0000A1Z3', documents: [{ name: 'PAN', url: '/v1/media/p-x.pdf' }], resubmit: true })).body.restaurant,
    ).toMatchObject({ gstNumber: '36AAAAA0000A1Z3', approvalStatus: 'pending' })
    await run(testEnv.PLATFORM, sql`UPDATE restaurants SET approval_status = 'rejected', rejection_reason = 'No GST' WHERE id = ${w.id}`)
    expect((await put({ gstNumber: '27AAAAA0000A1Z2' })).body.restaurant).toMatchObject({
      approvalStatus: 'rejected',
      rejectionReason: 'No GST',
    })
    expect((await put({ resubmit: true })).body.restaurant).toMatchObject({
      approvalStatus: 'pending',
      rejectionReason: null,
      gstNumber: '27AAAAA0000A1Z2',
      approved: false,
    })
    await run(testEnv.PLATFORM, sql`UPDATE restaurants SET approval_status = 'approved' WHERE id = ${w.id}`)
    expect((await put({ resubmit: true })).body.code).toBe('invalid_transition')
  })
})

describe('what a bill and a diner need', () => {
  it('invoice-details returns the order with its restaurant', async () => {
    const order = await w.order([w.line('dosa')])
    await put({ imageBase64ForBill: 'AAAA' })
    const reply = await w.does('cashier', `GET /restaurant/invoice-details/${order._id}`)
    expect(reply.body).toMatchObject({
      order: { _id: order._id, grandTotal: order.grandTotal },
      restaurant: { _id: w.id, imageBase64ForBill: 'AAAA' },
    })
    expect((await (await makeRestaurant()).does('superuser', `GET /restaurant/invoice-details/${order._id}`)).status).toBe(404)
    expect((await w.does('waiter', `GET /restaurant/invoice-details/${order._id}`)).status).toBe(403)
  })

  it('the necessary details are public for an approved restaurant', async () => {
    await put({ accentColor: '#123456' })
    const { restaurant } = (await call(`GET /restaurant/profile/necessary/${w.id}`)).body
    expect(restaurant).toMatchObject({ _id: w.id, accentColor: '#123456', open_now: true, acceptsOrders: true, taxPercentages: { gst: 5 } })
    // What a guest's bill and its offers need.
    const { address, gstNumber, fssaiNumber, kotSettings } = (await w.does('superuser', 'GET /restaurant/profile')).body.restaurant
    expect(restaurant).toMatchObject({ address, gstNumber, fssaiNumber, resetTime: kotSettings.resetTime })
    await put({ qrSettings: { enableOrderViaQr: false } })
    expect((await call(`GET /restaurant/profile/necessary/${w.id}`)).body.restaurant.acceptsOrders).toBe(false)
    const pending = await makeRestaurant({ approvalStatus: 'pending' })
    for (const id of [pending.id, 'nothing']) expect((await call(`GET /restaurant/profile/necessary/${id}`)).status).toBe(404)
  })
})

describe('the app', () => {
  const list = (more: object) => w.does('mobileAdmin', `PUT /restaurant/${w.id}/update`, more)

  it('shows only what mobileAdmin has entered', async () => {
    const reply = await list({ cuisines: ['South Indian'], costForTwo: 400, showInMobileApp: true, gstNumber: 'no business of theirs' })
    expect(reply.status, reply.text).toBe(200)
    const { restaurant } = (await call(`GET /restaurant/${w.id}/details`)).body
    expect(restaurant).toEqual(reply.body.restaurant)
    expect(restaurant).toMatchObject({
      cuisines: ['South Indian'],
      costForTwo: 400,
      showInMobileApp: true,
      open_now: true,
      promotionalBanner: [],
    })
    expect((await profile()).gstNumber).toBe('')
    expect((await list({ costForTwo: -1 })).status).toBe(422)
    const other = await makeRestaurant()
    expect((await w.does('mobileAdmin', `PUT /restaurant/${other.id}/update`, {})).status).toBe(404)
    expect((await w.does('superuser', `PUT /restaurant/${w.id}/update`, {})).status).toBe(403)
    expect((await call('GET /restaurant/nothing/details')).status).toBe(404)
  })

  it('has banners while they run', async () => {
    const add = (more: object) => w.does('mobileAdmin', 'POST /restaurant/promotional-banner', { restaurantId: w.id, banner: banner(more) })
    const made = await add({})
    expect(made.status, made.text).toBe(201)
    expect(made.body.banners).toMatchObject([{ title: 'Diwali', link: null, startsAt: null, endsAt: null }])
    await add({ title: 'Later', startsAt: inDays(1) })
    const { banners } = (await add({ title: 'Over', endsAt: inDays(1) })).body
    await w.rows('UPDATE banners SET ends_at = ? WHERE id = ?', inDays(-1), banners[2].id)
    expect(banners.map((b: { title: string }) => b.title)).toEqual(['Diwali', 'Later', 'Over'])
    const seen = async (token: string | null) =>
      (await call(`GET /restaurant/${w.id}/details`, { token })).body.restaurant.promotionalBanner.map((b: { title: string }) => b.title)
    expect(await seen(null)).toEqual(['Diwali'])
    expect(await seen(await w.as('mobileAdmin'))).toEqual(['Diwali', 'Later', 'Over'])
    expect((await add({ startsAt: inDays(2), endsAt: inDays(1) })).status).toBe(422)
    for (const startsAt of [undefined, inDays(-2)])
      expect((await add({ startsAt, endsAt: inDays(-1) })).body.errors).toEqual([
        { path: 'banner.endsAt', message: 'Must be later than now.' },
      ])
    expect((await add({ link: 'javascript:alert(1)' })).status).toBe(422)
    const other = await makeRestaurant()
    expect((await w.does('mobileAdmin', 'POST /restaurant/promotional-banner', { restaurantId: other.id, banner: banner() })).status).toBe(
      404,
    )
    expect((await other.does('mobileAdmin', `DELETE /restaurant/promotional-banner/${banners[0].id}`, {})).status).toBe(404)
    const left = await w.does('mobileAdmin', `DELETE /restaurant/promotional-banner/${banners[0].id}`, { restaurantId: w.id })
    expect(left.body.banners.map((b: { title: string }) => b.title)).toEqual(['Later', 'Over'])
  })
})

describe('nearby', () => {
  /** A place of a test's own: restaurants of other tests are far away. */
  let spot = { latitude: 0, longitude: 0 }
  beforeEach(() => {
    spot = { latitude: Math.random() * 100 - 50, longitude: Math.random() * 300 - 150 }
  })
  const open = async (name: string, metresNorth: number, more: object = {}, shard: 'OUTLETS_0' | 'OUTLETS_1' = 'OUTLETS_0') => {
    const r = await makeRestaurant({ shard, settings: { establishmentName: name } })
    await r.does('mobileAdmin', `PUT /restaurant/${r.id}/update`, {
      location: { latitude: spot.latitude + metresNorth / 111_195, longitude: spot.longitude },
      showInMobileApp: true,
      ...more,
    })
    return r
  }
  const near = async (query = '') =>
    (await call(`GET /restaurant/nearby?latitude=${spot.latitude}&longitude=${spot.longitude}${query}`)).body
  const names = async (query = '') => (await near(query)).restaurants.map((r: { establishment_name: string }) => r.establishment_name)

  it('lists, by distance and in pages, the listed and approved restaurants within the radius', async () => {
    await open('Far', 30_000)
    await open('Near', 1_000, {}, 'OUTLETS_1')
    await open('Nearer', 200)
    await open('Beyond', 51_000)
    await open('Unlisted', 10, { showInMobileApp: false })
    const all = await near()
    expect(all.restaurants.map((r: { establishment_name: string; distance: number }) => [r.establishment_name, r.distance])).toEqual([
      ['Nearer', 200],
      ['Near', 1000],
      ['Far', 30_000],
    ])
    expect(all).toMatchObject({ totalCount: 3, totalPages: 1, page: 1, pageSize: 15, currentPage: 1, hasMore: false })
    expect(await near('&page=1&pageSize=2')).toMatchObject({ totalCount: 3, totalPages: 2, hasMore: true })
    expect(await names('&page=2&pageSize=2')).toEqual(['Far'])
    expect(await near('&page=3&pageSize=2')).toMatchObject({ restaurants: [], hasMore: false })
    expect(await names('&search=NEAR')).toEqual(['Nearer', 'Near'])
  })

  it('follows each change', async () => {
    const r = await open('Yard', 100)
    expect(await names()).toEqual(['Yard'])
    await r.does('superuser', 'PUT /restaurant/profile', { establishment_name: 'Yard Two' })
    expect(await names()).toEqual(['Yard Two'])
    await r.does('superuser', 'PUT /restaurant/profile', {
      location: { latitude: -spot.latitude, longitude: spot.longitude > 0 ? spot.longitude - 100 : spot.longitude + 100 },
    })
    expect(await names()).toEqual([])
    await r.does('mobileAdmin', `PUT /restaurant/${r.id}/update`, { location: spot })
    expect(await names()).toEqual(['Yard Two'])
    await r.does('mobileAdmin', `PUT /restaurant/${r.id}/update`, { location: null })
    expect(await names()).toEqual([])
    expect(await all(testEnv.PLATFORM, sql`SELECT * FROM listings WHERE restaurant_id = ${r.id}`)).toEqual([])
  })

  it('shows who is open in the restaurant’s own hours, across midnight', async () => {
    // Open from an hour ago until an hour ahead in Tokyo, whatever day it is there.
    const tokyo = new Date(Date.now() + 9 * 3_600_000)
    const at = (hours: number) => {
      const d = new Date(tokyo.getTime() + hours * 3_600_000)
      return { day: d.getUTCDay(), time: d.toISOString().slice(11, 16).replace(':', '') }
    }
    const here = await open('Open', 10, { opening_hours: { periods: [{ open: at(-1), close: at(1) }] } })
    const closed = await open('Closed', 20, { opening_hours: { periods: [{ open: at(1), close: at(2) }] } })
    const zone = (r: World, timezone: string) =>
      run(testEnv.PLATFORM, sql`UPDATE restaurants SET timezone = ${timezone} WHERE id = ${r.id}`)
    for (const r of [here, closed]) await zone(r, 'Asia/Tokyo')
    expect((await near()).restaurants.map((r: { open_now: boolean }) => r.open_now)).toEqual([true, false])
    await zone(here, 'Europe/London')
    expect((await near()).restaurants.map((r: { open_now: boolean }) => r.open_now)).toEqual([false, false])
  })

  it('includes the banners of every shard, and no rows of others', async () => {
    const r = await open('Yard', 100, {}, 'OUTLETS_1')
    await r.does('mobileAdmin', 'POST /restaurant/promotional-banner', {
      banner: { image: '/v1/media/a.png', title: `Banner ${randomId()}` },
    })
    const [found] = (await near()).restaurants
    expect(found.promotionalBanner).toHaveLength(1)
    expect(Object.keys(found)).not.toContain('paymentTypes')
  })

  it.each([
    'latitude=91&longitude=0',
    'latitude=0&longitude=181',
    'latitude=0',
    '',
    'latitude=&longitude=',
    'latitude=10.1&longitude=',
    'latitude=10.1&longitude=%20',
    'latitude=north&longitude=0',
    'latitude=-91&longitude=0',
    'latitude=0&longitude=-180.5',
    'latitude=0&longitude=0&pageSize=51',
    'latitude=0&longitude=0&page=0',
  ])('422: %s', async (query) => expect((await call(`GET /restaurant/nearby?${query}`)).status).toBe(422))

  it.each([
    ['', ['latitude', 'longitude']],
    ['search=%20', ['latitude', 'longitude']],
    ['longitude=', ['longitude']],
    ['latitude=&longitude=181', ['latitude', 'longitude']],
    ['latitude=10.1', ['longitude']],
    ['longitude=10.1&search=yard', ['latitude']],
  ])('422 names each coordinate that is missing or invalid: %s', async (query, paths) => {
    const { body } = await call(`GET /restaurant/nearby?${query}`)
    expect([body.code, body.errors.map((e: { path: string }) => e.path)]).toEqual(['validation_failed', paths])
  })
})
