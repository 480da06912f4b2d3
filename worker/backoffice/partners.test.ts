import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { all } from '../db/index.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { sentTo } from '../test/messages.ts'
import { call, makeRestaurant, signIn, testEnv } from '../test/world.ts'

const desk = async () => (await signIn('backoffice')).token
const as = async (address: string, sent?: unknown) => call(address, { token: await desk(), body: sent })
const body = (more: Record<string, unknown>) => ({
  name: `Partner ${randomId().slice(-6)}`,
  email: `${randomId()}@test.test`,
  mobile_number: '9000012345',
  password: 'a long password',
  ...more,
})

describe('a partner’s outlets that another device changes', () => {
  it('409 outlets_changed with the partner as it is now: who saves a list that was looked at before takes back no outlet that another partner got', async () => {
    const [a, b, x] = [await makeRestaurant(), await makeRestaurant(), await makeRestaurant()]
    const add = async (ids: string[]) => (await as('POST /backoffice/partners', body({ restaurantIds: ids }))).body.partner._id
    const [partnerId, other] = [await add([a.id, b.id]), await add([])]
    const save = (restaurantIdsBefore?: string[]) =>
      as('PUT /backoffice/partners', {
        partnerId,
        restaurantIdsBefore,
        updateData: { name: 'New name', restaurantIds: [a.id, b.id, x.id] },
      })
    expect((await as('PUT /backoffice/partners', { partnerId: other, updateData: { restaurantIds: [b.id] } })).status).toBe(200)
    const late = await save([a.id, b.id])
    expect([late.status, late.body.code], late.text).toEqual([409, 'outlets_changed'])
    expect(late.body.partner).toMatchObject({ _id: partnerId, outlets: [{ _id: a.id, establishment_name: expect.any(String) }] })
    expect(late.body.partner.name).not.toBe('New name')
    const owners = sql`SELECT partner_id FROM restaurants WHERE id IN (${b.id}, ${x.id}) ORDER BY id = ${x.id}`
    expect(await all(testEnv.PLATFORM, owners)).toEqual([{ partner_id: other }, { partner_id: null }])
    // Whoever has seen what is there now may take it; a call that names no other outlets changes none.
    const plain = { partnerId, restaurantIdsBefore: [], updateData: { name: 'Another' } }
    expect((await as('PUT /backoffice/partners', plain)).body.partner).toMatchObject({ name: 'Another', outlets: [{ _id: a.id }] })
    expect((await save([a.id])).body.partner.outlets).toHaveLength(3)
    // Without the field as before.
    expect((await save()).status).toBe(200)
  })

  it.each(['comes', 'goes'])('409 outlets_changed, too, when an outlet %s at the moment of saving', async (what) => {
    const [a, b, x] = [await makeRestaurant(), await makeRestaurant(), await makeRestaurant()]
    const partnerId = (await as('POST /backoffice/partners', body({ restaurantIds: [a.id, b.id] }))).body.partner._id
    const now = what === 'comes' ? [a.id, b.id, x.id] : [a.id]
    const reply = await call('PUT /backoffice/partners', {
      token: await desk(),
      body: { partnerId, restaurantIdsBefore: [a.id, b.id], updateData: { restaurantIds: [b.id] } },
      via: meanwhile(() => as('PUT /backoffice/partners', { partnerId, updateData: { restaurantIds: now } })),
    })
    expect([reply.status, reply.body.code], reply.text).toEqual([409, 'outlets_changed'])
    expect(reply.body.partner.outlets.map((o: { _id: string }) => o._id).sort()).toEqual(now.sort())
  })
})

describe('a partner’s new address', () => {
  it('is not confirmed, the one before gets a mail, and the partner can correct it; the same address changes nothing', async () => {
    const sent = body({})
    const { _id: partnerId } = (await as('POST /backoffice/partners', sent)).body.partner
    const save = (updateData: object) => as('PUT /backoffice/partners', { partnerId, updateData })
    const listed = async () => (await as(`GET /backoffice/partners?search=${sent.name.slice(8)}`)).body.partners[0]
    expect((await save({ email: sent.email, mobile_number: '9000012399' })).body.partner.emailConfirmed).toBe(true)
    expect((await listed()).emailConfirmed).toBe(true)
    const email = `${randomId()}@test.test`
    expect((await save({ email })).body.partner).toMatchObject({ email, emailConfirmed: false })
    expect(await listed()).toMatchObject({ email, emailConfirmed: false })
    expect((await sentTo(sent.email)).map(({ subject }) => subject)).toEqual(['Your sign-in address was changed'])
    const { token } = (await call('POST /auth/partner/login', { body: { email, password: sent.password } })).body
    const corrected = await call('PUT /auth/email', { token, body: { email: sent.email, password: sent.password } })
    expect(corrected.status, corrected.text).toBe(200)
  })
})
