import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { aMobile, anEmail } from '../stage.ts'
import { download, FILES, upload } from '../upload.ts'
import { call, makeRestaurant, signIn, type World } from '../world.ts'

/** The documents with which claimants prove who they are can be seen only by the back office, through signed links that expire. */

afterEach(() => void vi.useRealTimers())

let claimed: World
let foreign: World
let desk = ''
let claimId = ''
let secret: Uint8Array = new Uint8Array()
/** The two documents' links, as the back office has just been given them. */
let links: string[] = []

const listed = async (token = desk) => {
  const { claims } = (await call('GET /backoffice/restaurants/claims/pending', { token })).body
  return claims.find((c: { _id: string }) => c._id === claimId)?.documents.map((d: { url: string }) => d.url) as string[]
}
beforeEach(async () => {
  const partnerId = randomId()
  claimed = await makeRestaurant({ partnerId })
  foreign = await makeRestaurant({ partnerId: randomId(), shard: 'OUTLETS_1' })
  desk = (await signIn('backoffice')).token
  secret = FILES.pdf(`deed of ${randomId()}`)
  const reply = await upload(
    `POST /restaurant/${claimed.id}/claim`,
    { name: 'Meera', email: anEmail(), mobile_number: aMobile(), message: 'It is mine' },
    [
      { field: 'documents', bytes: secret, name: 'deed.pdf', type: 'application/pdf' },
      { field: 'documents', bytes: FILES.png(randomId()), name: 'shop.png' },
    ],
  )
  expect(reply.status, reply.text).toBe(201)
  claimId = reply.body.claim._id
  links = await listed()
  expect(links).toHaveLength(2)
})
const [pathOf, queryOf] = [(url: string) => url.split('?')[0] ?? '', (url: string) => new URLSearchParams(url.split('?')[1])]

/** Whoever is not the back office, the claimed restaurant's own people among them. */
async function tenants(): Promise<[who: string, token: string | null][]> {
  const account = await signIn('user')
  const staff = ['superuser', 'managerialHead', 'generalManager', 'cashier', 'mobileAdmin', 'waiter'] as const
  const of = (name: string, w: World) =>
    Promise.all(([...staff, 'partner'] as const).map(async (role): Promise<[string, string]> => [`${name}'s ${role}`, await w.as(role)]))
  const pending = await makeRestaurant({ approvalStatus: 'pending' })
  return [
    ['nobody', null],
    ...(await of('the claimed', claimed)),
    ...(await of('a foreign', foreign)),
    ['a guest of the claimed', (await claimed.guest()).token],
    ['a diner with an account', account.token],
    ['an applicant', await pending.as('superuser')],
  ]
}

describe('the documents of a claim', () => {
  it('open by their links for the back office, and can’t be stored anywhere else', async () => {
    const served = await download(links[0] ?? '', { Authorization: `Bearer ${desk}` })
    expect([served.status, served.headers.get('Cache-Control')]).toEqual([200, 'private, no-store'])
    expect(served.bytes).toEqual(secret)
    const admin = (await signIn('admin')).token
    expect(await listed(admin)).toHaveLength(2)
  })

  it('refuse every restaurant: their addresses, the lists that name them, and the claim itself', async () => {
    for (const [who, token] of await tenants()) {
      const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {}
      for (const url of links) {
        const bare = await download(pathOf(url), headers)
        expect([who, bare.status, new TextDecoder().decode(bare.bytes).includes('deed of')]).toEqual([who, 404, false])
      }
      const refused = token ? 403 : 401
      for (const address of [
        'GET /backoffice/restaurants/claims',
        'GET /backoffice/restaurants/claims?status=pending&limit=100',
        'GET /backoffice/restaurants/claims/pending',
      ]) {
        const reply = await call(address, { token, headers: { 'X-Restaurant-Id': claimed.id } })
        expect([who, address, reply.status]).toEqual([who, address, refused])
        expect(reply.text).not.toContain('/v1/media/')
      }
      const body = { claimId, action: 'approve' }
      expect([who, (await call('POST /backoffice/restaurants/claims/process', { token, body })).status]).toEqual([who, refused])
    }
    // And the claim still waits.
    expect(await listed()).toHaveLength(2)
  })

  it('refuse a sync key of the claimed restaurant', async () => {
    const { key } = (await claimed.does('superuser', 'GET /restaurant/keys/generate')).body
    const headers = { 'X-Sync-Key': key }
    expect((await download(pathOf(links[0] ?? ''), headers)).status).toBe(404)
    expect((await call('GET /backoffice/restaurants/claims', { headers })).status).toBe(401)
  })

  it('refuse an expired link, the back office’s too, which gets a new one', async () => {
    const ends = Number(queryOf(links[0] ?? '').get('exp')) * 1000
    vi.useFakeTimers({ toFake: ['Date'], now: ends - 1_000 })
    expect((await download(links[0] ?? '')).status).toBe(200)
    vi.useFakeTimers({ toFake: ['Date'], now: ends + 1_000 })
    const lapsed = await download(links[0] ?? '', { Authorization: `Bearer ${desk}` })
    expect([lapsed.status, JSON.parse(new TextDecoder().decode(lapsed.bytes)).code]).toEqual([403, 'link_expired'])
    const [again] = await listed()
    expect((await download(again ?? '')).bytes).toEqual(secret)
  })

  it('refuse a wrong signature: changed, cut, prolonged, of another document, or none', async () => {
    const [one = '', two = ''] = links
    const q = queryOf(one)
    const sig = q.get('sig') ?? ''
    const exp = q.get('exp') ?? ''
    const flipped = sig.startsWith('A') ? `B${sig.slice(1)}` : `A${sig.slice(1)}`
    const with_ = (more: Record<string, string>) => `${pathOf(one)}?${new URLSearchParams({ exp, sig, ...more })}`
    const forged = {
      'a changed signature': with_({ sig: flipped }),
      'a cut signature': with_({ sig: sig.slice(0, -2) }),
      'a signature with more behind it': with_({ sig: `${sig}AAAA` }),
      'no signature': `${pathOf(one)}?exp=${exp}`,
      'no time': `${pathOf(one)}?sig=${sig}`,
      'a day more': with_({ exp: String(Number(exp) + 86_400) }),
      'the same time written otherwise': with_({ exp: `0${exp}` }),
      'a time that is none': with_({ exp: 'Infinity' }),
      'the other document’s signature': `${pathOf(one)}?${queryOf(two)}`,
      'another document behind this signature': `${pathOf(two)}?${q}`,
    }
    for (const [what, url] of Object.entries(forged)) {
      const reply = await download(url, { Authorization: `Bearer ${desk}` })
      const text = new TextDecoder().decode(reply.bytes)
      expect([what, reply.status, text.includes('deed of')]).toEqual([what, 404, false])
    }
  })

  it('can’t be used as the image of a dish, a bill or a banner', async () => {
    // Their address is not public, wherever it is written.
    const image = pathOf(links[1] ?? '')
    await foreign.does('superuser', 'PUT /restaurant/profile', { image })
    expect((await download(image)).status).toBe(404)
    const { restaurants } = (await call('GET /backoffice/restaurants?limit=100', { token: desk })).body
    const theirs = restaurants.find((r: { _id: string }) => r._id === foreign.id)
    expect(JSON.stringify(theirs ?? {})).not.toContain('sig=')
  })

  it('of an applicant are just as private: only its own application names them, and only the back office opens them', async () => {
    const pending = await makeRestaurant({ approvalStatus: 'pending' })
    const other = await makeRestaurant({ approvalStatus: 'pending' })
    const own = await pending.as('superuser')
    const paper = FILES.pdf(`licence ${randomId()}`)
    const { url } = (
      await upload('POST /media', { purpose: 'application' }, [{ field: 'file', bytes: paper, name: 'licence.pdf' }], { token: own })
    ).body
    await call('PUT /restaurant/profile', { token: own, body: { documents: [{ name: 'licence.pdf', url }] } })
    for (const token of [own, await other.as('superuser'), await claimed.as('superuser')])
      expect((await download(url, { Authorization: `Bearer ${token}` })).status).toBe(404)
    const { restaurants } = (await call('GET /backoffice/restaurants/pending', { token: desk })).body
    const [document] = restaurants.find((r: { _id: string }) => r._id === pending.id).documents
    expect((await download(document.url)).bytes).toEqual(paper)
  })
})
