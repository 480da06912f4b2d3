import { beforeEach, describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { run } from '../../db/index.ts'
import { partners } from '../../db/platform.ts'
import { insert } from '../../db/rows.ts'
import { CALLS, operation } from '../calls.ts'
import { openSocket, upgrade } from '../sockets.ts'
import { download, FILES, upload } from '../upload.ts'
import { call, makeAccount, makeRestaurant, PASSWORD, type Reply, signIn, testEnv, type World } from '../world.ts'

/** The token of a restaurant that waits for approval opens its application, and nothing else. */

/** Every call that the token may make, written by hand from CONTRACT §2 and, for the address, §9. */
const OPENS = [
  'GET /auth/email',
  'GET /auth/me',
  'GET /restaurant/profile',
  'POST /auth/email/code',
  'POST /auth/email/confirm',
  'POST /auth/logout',
  'POST /media',
  'PUT /auth/email',
  'PUT /restaurant/profile',
]
const REASON = 'The licence can’t be read'

let w: World
/** An approved outlet of the same partner, which must not be reachable either. */
let sister: World
let desk = ''
let email = ''
beforeEach(async () => {
  const partnerId = randomId()
  w = await makeRestaurant({ approvalStatus: 'pending', partnerId })
  sister = await makeRestaurant({ partnerId })
  desk = (await signIn('backoffice')).token
  email = (await makeAccount('superuser', { restaurantId: w.id })).email
})
const login = (password = PASSWORD) => call('POST /auth/restaurant/login', { body: { email, password } })
/** The limited token, as the login gives it. */
async function limited(): Promise<string> {
  const reply = await login()
  expect([reply.status, reply.body]).toMatchObject([403, { approved: false, restaurantName: 'Test Yard ' }])
  return reply.body.token
}
const reject = () => call('POST /backoffice/restaurants/reject', { token: desk, body: { restaurantId: w.id, rejectionReason: REASON } })
const approve = () => call('POST /backoffice/restaurants/approve', { token: desk, body: { restaurantId: w.id } })
/** A request that is refused because of its caller: that is checked before its body. */
const plain = (address: string, token: string | null, headers: Record<string, string> = {}): Promise<Reply> => {
  const op = operation(address as (typeof CALLS)[number])
  const path = address.replace(/:\w+/g, w.id)
  return op.upload ? upload(path, {}, [], { token, headers }) : call(path, { token, headers, body: op.body ? {} : undefined })
}

describe.each([
  ['pending', async () => {}, {}],
  ['rejected', reject, { rejectionReason: REASON }],
] as const)('the token of a %s restaurant', (_state, make, more) => {
  it('makes no other call of the contract, whatever restaurant it says it enters', async () => {
    await make()
    const token = await limited()
    const closed = CALLS.filter((address) => !operation(address).roles.includes('public') && !OPENS.includes(address))
    expect(closed.length).toBeGreaterThan(100)
    const odd: unknown[] = []
    for (const headers of [{}, { 'X-Restaurant-Id': sister.id }] as Record<string, string>[]) {
      const replies = await Promise.all(closed.map((address) => plain(address, token, headers)))
      for (const [i, reply] of replies.entries())
        if (reply.status !== 403 || reply.body?.approved !== false || reply.body?.restaurantName !== 'Test Yard ')
          odd.push([closed[i], reply.status, reply.text])
        else expect(reply.body).toMatchObject(more)
    }
    expect(odd).toEqual([])
    // The contract opens to it what CONTRACT §2 names, no call more and none less.
    expect(CALLS.filter((address) => operation(address).whilePending).sort()).toEqual(OPENS)
  })

  it('sees of public calls only what everybody sees', async () => {
    await make()
    const token = await limited()
    const open = CALLS.filter((address) => operation(address).roles.includes('public') && !/ \/auth\/| \/dev\//.test(address))
    const replies = await Promise.all(
      open.map(async (address) => [address, await plain(address, token), await plain(address, null)] as const),
    )
    for (const [address, known, unknown] of replies) {
      const answerOf = ({ status, body }: Reply) => [address, status, body?.code, { ...body, requestId: undefined, version: undefined }]
      expect(answerOf(known)).toEqual(answerOf(unknown))
    }
    for (const address of [`GET /restaurant/${w.id}/details`, `GET /restaurant/offers/${w.id}`])
      expect([address, (await call(address, { token })).status]).toEqual([address, 404])
    expect((await call('POST /menus/restaurant', { token, body: { restaurantId: w.id } })).status).toBe(404)
  })

  it('connects to no restaurant: neither its own nor another', async () => {
    await make()
    const token = await limited()
    for (const id of [w.id, sister.id, randomId()]) expect([id, (await upgrade(id, token)).status]).toEqual([id, 403])
  })

  it('reads and corrects its application, with documents that it can’t publish; reads who it is, and signs out', async () => {
    await make()
    const token = await limited()
    expect((await call('GET /auth/me', { token })).body.user).toMatchObject({ approved: false, restaurantId: w.id })
    expect((await call('GET /restaurant/profile', { token })).body.restaurant).toMatchObject({ _id: w.id, approved: false, ...more })
    const paper = { field: 'file', bytes: FILES.pdf(randomId()), name: 'licence.pdf', type: 'application/pdf' }
    const kept = await upload('POST /media', { purpose: 'application' }, [paper], { token })
    expect(kept.status, kept.text).toBe(201)
    expect((await download(kept.body.url)).status).toBe(404)
    for (const purpose of ['menu', 'profile', 'banner', 'receipt']) {
      const picture = { field: 'file', bytes: FILES.png(randomId()) }
      const refused = await upload('POST /media', { purpose }, [picture], { token })
      expect([purpose, refused.status, refused.body.approved]).toEqual([purpose, 403, false])
    }
    const body = {
      establishment_name: 'Corrected Yard',
      gstNumber: '36ABCDE1234F1Z1',
      documents: [{ name: 'licence.pdf', url: kept.body.url }],
    }
    expect((await call('PUT /restaurant/profile', { token, body })).body.restaurant.establishment_name).toBe('Corrected Yard')
    // It is shown what it handed in, so that it can hand it in again.
    expect((await call('GET /restaurant/profile', { token })).body.restaurant.documents).toEqual(body.documents)
    expect((await call('POST /auth/logout', { token })).status).toBe(200)
    expect((await call('GET /restaurant/profile', { token })).status).toBe(401)
  })

  it('can’t approve itself through any field', async () => {
    await make()
    const token = await limited()
    const state = async () => (await signedRow()).approval_status
    const before = await state()
    const forged = {
      approved: true,
      approvalStatus: 'approved',
      approval_status: 'approved',
      rejectionReason: null,
      shard: 'OUTLETS_1',
      partnerId: null,
    }
    expect((await call('PUT /restaurant/profile', { token, body: { ...forged, profile: forged } })).status).toBe(200)
    expect(await state()).toBe(before)
    expect((await call('GET /tables', { token })).status).toBe(403)
  })
})
const signedRow = async () =>
  ((await w.everything()).restaurants as { approval_status: string; partner_id: string | null }[])[0] ?? {
    approval_status: '',
    partner_id: null,
  }

describe.each([
  ['pending', async () => {}, {}],
  ['rejected', reject, { rejectionReason: REASON }],
] as const)('the partner in a %s outlet of its own', (_state, make, more) => {
  let token = ''
  let partnerId = ''
  const inside = () => ({ 'X-Restaurant-Id': w.id })
  beforeEach(async () => {
    await make()
    partnerId = String((await signedRow()).partner_id)
    await run(
      testEnv.PLATFORM,
      insert(partners, { id: partnerId, name: 'Kavita', email: `${partnerId}@test.test`, createdAt: new Date().toISOString() }),
    )
    token = (await signIn('partner', { partnerId })).token
  })

  it('makes no staff call there, and gets the same refusals as the outlet’s staff', async () => {
    const closed = CALLS.filter((address) => operation(address).scope === 'restaurant' && !operation(address).roles.includes('public'))
    const refused = closed.filter((address) => !OPENS.includes(address))
    expect(refused.length).toBeGreaterThan(80)
    const odd: unknown[] = []
    const replies = await Promise.all(refused.map((address) => plain(address, token, inside())))
    for (const [i, reply] of replies.entries())
      if (reply.status !== 403 || reply.body?.approved !== false) odd.push([refused[i], reply.status, reply.text])
      else expect(reply.body).toMatchObject({ restaurantName: 'Test Yard ', ...more })
    expect(odd).toEqual([])
    // In its approved one the same calls are let in.
    expect((await call('GET /tables', { token, headers: { 'X-Restaurant-Id': sister.id } })).status).toBe(200)
  })

  it('keeps the partner’s own calls, and may read the application', async () => {
    for (const address of ['GET /partner', 'GET /partner/outlets', `GET /partner/permissions/restaurant/${w.id}`])
      expect([address, (await call(address, { token, headers: inside() })).status]).toEqual([address, 200])
    const renamed = await call(`PUT /partner/restaurant/${w.id}`, { token, headers: inside(), body: { establishment_name: 'Kavita’s' } })
    expect(renamed.body.restaurant).toMatchObject({ establishment_name: 'Kavita’s', approved: false })
    expect((await call('GET /restaurant/profile', { token, headers: inside() })).body.restaurant).toMatchObject({
      approved: false,
      ...more,
    })
    expect((await call('GET /auth/me', { token, headers: inside() })).body.user).toMatchObject({ role: 'partner', partnerId })
  })

  it('stores documents of the application, and can’t publish an image from it', async () => {
    const send = (purpose: string) =>
      upload('POST /media', { purpose }, [{ field: 'file', bytes: FILES.png(randomId()) }], { token, headers: inside() })
    expect((await send('application')).status).toBe(201)
    for (const purpose of ['menu', 'profile', 'banner', 'receipt'])
      expect([purpose, await send(purpose)]).toMatchObject([purpose, { status: 403, body: { approved: false } }])
  })

  it('sees of public calls only what everybody sees, and connects to no restaurant', async () => {
    for (const address of [`GET /restaurant/${w.id}/details`, `GET /restaurant/offers/${w.id}`])
      expect([address, (await call(address, { token, headers: inside() })).status]).toEqual([address, 404])
    expect((await call('POST /menus/restaurant', { token, headers: inside(), body: { restaurantId: w.id } })).status).toBe(404)
    expect((await upgrade(w.id, token)).status).toBe(403)
  })

  it('works in it once it is approved; the back office could read it before', async () => {
    expect((await call('GET /tables', { token: desk, headers: inside() })).status).toBe(200)
    if (Object.keys(more).length > 0) await call('PUT /restaurant/profile', { token, headers: inside(), body: { resubmit: true } })
    expect((await call('GET /tables', { token, headers: inside() })).body.code).toBe('pending_approval')
    expect((await approve()).status).toBe(200)
    expect((await call('GET /tables', { token, headers: inside() })).status).toBe(200)
  })
})

describe('a rejected restaurant', () => {
  it('sees the reason, corrects its application, submits it again and is approved', async () => {
    await reject()
    const refused = await login()
    expect(refused.body).toMatchObject({ approved: false, rejectionReason: REASON, restaurantName: 'Test Yard ' })
    const { token } = refused.body
    const waiting = async () =>
      (await call('GET /backoffice/restaurants/pending', { token: desk })).body.restaurants.find((r: { _id: string }) => r._id === w.id)
    const sent = "UPDATE restaurants SET created_at = '2026-11-01T06:00:00.000Z' WHERE id = ?"
    await testEnv.PLATFORM.prepare(sent).bind(w.id).run()
    const before = new Date().toISOString()
    // Corrected only: it does not wait again yet.
    await call('PUT /restaurant/profile', { token, body: { gstNumber: '36ABCDE1234F1Z1' } })
    expect(await waiting()).toBeUndefined()
    expect((await approve()).body.code).toBe('already_decided')
    const again = await call('PUT /restaurant/profile', { token, body: { fssaiNumber: '10012345678901', resubmit: true } })
    expect(again.body.restaurant).toMatchObject({ approved: false, rejectionReason: null })
    expect(await waiting()).toMatchObject({ gstNumber: '36ABCDE1234F1Z1', fssaiNumber: '10012345678901', rejectionReason: null })
    // It waits since it was sent again, behind those that came in meanwhile; sending it twice changes nothing.
    const { createdAt } = await waiting()
    expect(createdAt >= before).toBe(true)
    await call('PUT /restaurant/profile', { token, body: { resubmit: true } })
    expect((await waiting()).createdAt).toBe(createdAt)
    const still = await call('GET /tables', { token })
    expect([still.status, still.body.code, 'rejectionReason' in still.body]).toEqual([403, 'pending_approval', false])
    expect((await approve()).status).toBe(200)
    // An approval takes effect at once for everyone who is signed in.
    expect((await call('GET /tables', { token })).status).toBe(200)
    const socket = await openSocket(w.id, token)
    expect((await socket.join('joinRestaurant')).event).toBe('joined')
    socket.close()
    const late = await call('PUT /restaurant/profile', { token, body: { resubmit: true } })
    expect([late.status, late.body.code]).toEqual([409, 'invalid_transition'])
    expect((await login()).body.code).toBe('active_sessions')
  })

  it('that is submitted again while a colleague decides is decided once', async () => {
    await reject()
    const token = await limited()
    const replies = await Promise.all([
      call('PUT /restaurant/profile', { token, body: { resubmit: true } }),
      approve(),
      reject(),
      approve(),
    ])
    const decided = replies.slice(1).filter((r) => r.status === 200)
    expect(decided.length).toBeLessThanOrEqual(1)
    const state = (await signedRow()).approval_status
    if (decided.length === 0) expect(state).toBe('pending')
    else expect(state).toBe(decided[0]?.body.restaurant.approvalStatus)
  })
})

it('with a wrong password nobody learns anything about the application', async () => {
  const reply = await login('not the password')
  expect([reply.status, reply.text.includes('Test Yard'), reply.body.token]).toEqual([401, false, undefined])
})
