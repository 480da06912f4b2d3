import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { all } from '../db/index.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { makeRestaurant, testEnv, type World } from '../test/world.ts'

let w: World
const day = (n: number, from = '1100') => ({ open: { day: n, time: from }, close: { day: n, time: '2200' } })
const put = (body: object) => w.does('superuser', 'PUT /restaurant/profile', body)
const profile = async () => (await w.does('superuser', 'GET /restaurant/profile')).body.restaurant

describe('the documents of an application', () => {
  const [gst, fssai, deed] = ['GST', 'FSSAI', 'Deed'].map((name) => ({ name, url: `/v1/media/p-${name}.pdf` }))
  beforeEach(async () => {
    w = await makeRestaurant({ approvalStatus: 'pending' })
  })

  it('409 documents_changed with those that are there: an older list takes away none that another device added', async () => {
    expect((await put({ documents: [gst], documentsBefore: [] })).body.restaurant.documents).toEqual([gst])
    const late = await put({ address: 'Elsewhere', documents: [fssai], documentsBefore: [] })
    expect([late.status, late.body.code, late.body.documents], late.text).toEqual([409, 'documents_changed', [gst]])
    expect(await profile()).toMatchObject({ documents: [gst], address: expect.not.stringMatching('Elsewhere') })
    // Keys in another order are the same document. Without the field the list replaces whatever is there, and without a list nothing is checked.
    const turned = gst && { url: gst.url, name: gst.name }
    expect((await put({ documents: [gst, fssai], documentsBefore: [turned] })).body.restaurant.documents).toEqual([gst, fssai])
    expect((await put({ documents: [deed] })).body.restaurant.documents).toEqual([deed])
    expect((await put({ address: 'Here', documentsBefore: [] })).status).toBe(200)
    const stored = await all<{ profile: string }>(testEnv.PLATFORM, sql`SELECT profile FROM restaurants WHERE id = ${w.id}`)
    expect(stored[0]?.profile).not.toContain('documentsBefore')
  })

  it('409 documents_changed, too, when another device adds one at the moment of saving', async () => {
    const send = (documents: unknown[]) => ({ documents, documentsBefore: [] })
    const reply = await w.does('superuser', 'PUT /restaurant/profile', send([fssai]), {
      via: meanwhile(() => put(send([gst]))),
    })
    expect([reply.status, reply.body.code, reply.body.documents], reply.text).toEqual([409, 'documents_changed', [gst]])
    expect((await profile()).documents).toEqual([gst])
  })
})

describe('the payment methods', () => {
  const put = (paymentTypes: string[], paymentTypesBefore?: string[]) =>
    w.does('superuser', 'PUT /restaurant/profile', { paymentTypes, paymentTypesBefore })
  beforeEach(async () => {
    w = await makeRestaurant()
    await put(['Cash', 'UPI'])
  })

  it('409 payment_types_changed with those that are there: an older list takes away none that another device added', async () => {
    expect((await put(['Cash', 'UPI', 'Zomato'], ['Cash', 'UPI'])).status).toBe(200)
    const late = await put(['Cash', 'UPI', 'Sodexo'], ['Cash', 'UPI'])
    expect([late.status, late.body.code, late.body.paymentTypes], late.text).toEqual([
      ...[409, 'payment_types_changed'],
      ['Cash', 'UPI', 'Zomato'],
    ])
    expect(late.body.message).toBe('The payment types were changed since you looked. Look at them and save again.')
    expect((await profile()).paymentTypes).toEqual(['Cash', 'UPI', 'Zomato'])
    // Without the field the list replaces whatever is there.
    expect((await put(['Cash', 'UPI'])).status).toBe(200)
  })

  it('409 payment_types_changed, too, when another device saves at that moment', async () => {
    const late = await w.does(
      'superuser',
      'PUT /restaurant/profile',
      { paymentTypes: ['Cash'], paymentTypesBefore: ['Cash', 'UPI'] },
      { via: meanwhile(() => put(['Cash', 'UPI', 'Zomato'])) },
    )
    expect([late.status, late.body.code, late.body.paymentTypes], late.text).toEqual([
      ...[409, 'payment_types_changed'],
      ['Cash', 'UPI', 'Zomato'],
    ])
  })
})

describe('the opening hours', () => {
  const [monday, sunday] = [day(1), day(0)]
  const put = (periods: unknown[], openingHoursBefore?: unknown[], more: object = {}) =>
    w.does('superuser', 'PUT /restaurant/profile', { opening_hours: { periods }, openingHoursBefore, ...more })
  const hours = async () => (await profile()).opening_hours.periods
  beforeEach(async () => {
    w = await makeRestaurant()
    await put([sunday, monday])
  })

  it('409 opening_hours_changed with those that are there: an older week opens no day that another device closed', async () => {
    expect((await put([monday], [sunday, monday])).status).toBe(200)
    const late = await put([sunday, day(1, '1200')], [sunday, monday], { address: 'Elsewhere' })
    expect([late.status, late.body.code, late.body.opening_hours?.periods], late.text).toEqual([409, 'opening_hours_changed', [monday]])
    expect(late.body.message).toBe('The opening hours were changed since you looked. Look at them and save again.')
    expect(await profile()).toMatchObject({ opening_hours: { periods: [monday] }, address: expect.not.stringMatching('Elsewhere') })
    // Another order is the same week. Without the field the week replaces whatever is there, and without a week nothing is checked.
    expect((await put([sunday, monday])).status).toBe(200)
    expect((await put([monday], [monday, sunday])).status).toBe(200)
    expect((await w.does('superuser', 'PUT /restaurant/profile', { address: 'Here', openingHoursBefore: [] })).status).toBe(200)
    expect(await hours()).toEqual([monday])
    const stored = await all<{ profile: string }>(testEnv.PLATFORM, sql`SELECT profile FROM restaurants WHERE id = ${w.id}`)
    expect(stored[0]?.profile).not.toContain('openingHoursBefore')
  })

  it('409 opening_hours_changed, too, when another device saves at that moment, and for the app’s listing', async () => {
    const late = await w.does(
      'superuser',
      'PUT /restaurant/profile',
      { opening_hours: { periods: [sunday] }, openingHoursBefore: [sunday, monday] },
      { via: meanwhile(() => put([monday])) },
    )
    expect([late.status, late.body.code, late.body.opening_hours?.periods], late.text).toEqual([409, 'opening_hours_changed', [monday]])
    const listed = await w.does('mobileAdmin', `PUT /restaurant/${w.id}/update`, {
      opening_hours: { periods: [] },
      openingHoursBefore: [sunday],
    })
    expect([listed.status, listed.body.code], listed.text).toEqual([409, 'opening_hours_changed'])
    expect(await hours()).toEqual([monday])
  })
})
