import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import type { Role } from '#domain/roles.ts'
import { all, batch, first, run } from '../db/index.ts'
import { claimed, complete, desk, document, email, file, from, linkTo, linksTo, owners, process } from '../test/claims.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { configured, sentTo } from '../test/messages.ts'
import { download, FILES } from '../test/upload.ts'
import { call, makeAccount, makeRestaurant, testEnv, type World } from '../test/world.ts'

/** What the desk's lists say of the claims' `hasOwner`, in the order asked for. */
async function owned(token: string, ids: string[]): Promise<boolean[]> {
  const listed = new Map<string, boolean>()
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { body } = await call(`GET /backoffice/restaurants/claims?limit=100&page=${page}`, { token })
    pages = body.totalPages
    for (const claim of body.claims) listed.set(claim._id, claim.hasOwner)
  }
  for (const claim of await waiting(token)) if (ids.includes(claim._id)) expect(claim.hasOwner).toBe(listed.get(claim._id))
  return ids.map((id) => listed.get(id) ?? expect.unreachable(`${id} is not listed`))
}
/** Its link was mailed a while ago. */
const aged = (id: string) =>
  batch(testEnv.PLATFORM, [
    sql`UPDATE claims SET processed_at = '2026-01-01T00:00:00.000Z' WHERE id = ${id}`,
    sql`UPDATE codes SET data = json_set(data, '$.approvedAt', '2026-01-01T00:00:00.000Z') WHERE purpose = 'claim' AND json_extract(data, '$.claimId') = ${id}`,
  ])

/** All waiting claims, other tests' included, the oldest first. */
async function waiting(token: string): Promise<{ _id: string; hasOwner: boolean; documents: { url: string }[] }[]> {
  const page = async (n: number) => (await call(`GET /backoffice/restaurants/claims/pending?page=${n}`, { token })).body
  const first = await page(1)
  const others = await Promise.all(Array.from({ length: first.totalPages - 1 }, (_, i) => page(i + 2)))
  return [first, ...others].flatMap((p) => p.claims)
}

describe('a claim', () => {
  it('is stored with its documents, which the back office opens by signed links', async () => {
    const w = await makeRestaurant()
    const [pdf, png] = [FILES.pdf(randomId()), FILES.png(randomId())]
    const to = email()
    const reply = await file(w, { email: to.toUpperCase() }, [document(pdf, '../../etc/deed.pdf'), document(png, 'shop.html')])
    expect([reply.status, reply.body]).toEqual([201, { claim: { _id: expect.any(String), status: 'pending' } }])
    const { body } = await call('GET /backoffice/restaurants/claims?limit=100', { token: await desk() })
    const claim = body.claims.find((c: { _id: string }) => c._id === reply.body.claim._id)
    expect(claim).toMatchObject({
      restaurantId: w.id,
      restaurantName: 'Test Yard ',
      name: 'Meera',
      email: to,
      message: 'It is mine',
      status: 'pending',
      reason: null,
    })
    expect(claim.documents.map((d: { name: string }) => d.name)).toEqual(['deed.pdf', 'shop.html'])
    const served = await Promise.all(claim.documents.map((d: { url: string }) => download(d.url)))
    expect(served.map((s) => [s.status, s.headers.get('Content-Type')])).toEqual([
      [200, 'application/pdf'],
      [200, 'image/png'],
    ])
    expect(served[0]?.bytes).toEqual(pdf)
    expect((await download(claim.documents[0].url.split('?')[0])).status).toBe(404)
  })

  it('and its documents can’t be listed, decided or opened by any restaurant', async () => {
    const w = await makeRestaurant({ partnerId: randomId() })
    const { id, token } = await claimed(w)
    const url = (await waiting(token)).find((c) => c._id === id)?.documents[0]?.url.split('?')[0] ?? ''
    const foreign = await makeRestaurant()
    for (const [world, role] of [
      [w, 'superuser'],
      [foreign, 'superuser'],
      [w, 'mobileAdmin'],
      [w, 'partner'],
      [foreign, 'managerialHead'],
    ] as [World, Role][]) {
      const theirs = await world.as(role)
      expect((await download(url, { Authorization: `Bearer ${theirs}` })).status).toBe(404)
      for (const address of ['GET /backoffice/restaurants/claims', 'GET /backoffice/restaurants/claims/pending'])
        expect((await call(address, { token: theirs })).status).toBe(403)
      expect((await process(theirs, id, 'approve')).status).toBe(403)
    }
  })

  it('is 409 when one of the same restaurant and address is pending; another restaurant or a decided claim doesn’t matter', async () => {
    const [w, other] = [await makeRestaurant(), await makeRestaurant()]
    const { id, to, token } = await claimed(w)
    const again = await file(w, { email: to })
    expect([again.status, again.body.code]).toEqual([409, 'claim_pending'])
    const both = await Promise.all([file(other, { email: to }, []), file(other, { email: to }, [])])
    expect(both.map((r) => r.status).sort()).toEqual([201, 409])
    await process(token, id, 'reject', 'No deed')
    expect((await file(w, { email: to })).status).toBe(201)
  })

  it('for a restaurant that is unknown or not open is 404', async () => {
    for (const id of [randomId(), (await makeRestaurant({ approvalStatus: 'pending' })).id]) expect((await file({ id })).status).toBe(404)
  })

  it('takes at most five documents of at most 10 MiB, pdf, jpg or png', async () => {
    const w = await makeRestaurant()
    expect(
      (
        await file(
          w,
          {},
          Array.from({ length: 6 }, () => document(FILES.pdf())),
        )
      ).status,
    ).toBe(422)
    for (const bytes of [FILES.html(), FILES.webp()]) expect((await file(w, {}, [document(bytes)])).status).toBe(415)
    const huge = new Uint8Array(10 * 1024 * 1024 + 1)
    huge.set(FILES.pdf())
    expect((await file(w, {}, [document(huge)])).status).toBe(413)
    expect((await file(w, { email: 'nobody' })).status).toBe(422)
    expect(
      (
        await file(
          w,
          {},
          Array.from({ length: 5 }, () => document(FILES.pdf())),
        )
      ).status,
    ).toBe(201)
  })
})

describe('a claimant’s address', () => {
  it.each([
    'Eve<owner@test.test>',
    'a,owner@test.test',
    'owner@test.test,b',
    'owner@test.test;b.c',
    'a:owner@test.test',
    'unlinked:owner@test.test:1',
    '"a"@test.test',
    'a\\b@test.test',
    'a\u200bb@test.test',
    '\u043ewner@test.test',
    '\u212a@test.test',
    'owner@t\u0435st.test',
    'owner@[127.0.0.1]',
    'owner@test..test',
    'owner@-test.test',
  ])('that mail could take to somebody else, or a person for another one, is none: %s', async (address) => {
    const reply = await file(await makeRestaurant(), { email: address }, [])
    expect([reply.status, reply.body.errors?.[0]?.path]).toEqual([422, 'email'])
  })

  it('may have what real ones have', async () => {
    const w = await makeRestaurant()
    for (const address of [`Meera.O'Neil+till_1@${randomId()}.co.in`, `7-up@3com.${randomId()}.test`])
      expect((await file(w, { email: address }, [])).status).toBe(201)
  })
})

describe('the claims desk', () => {
  it('pages claims by status', async () => {
    const w = await makeRestaurant()
    const token = await desk()
    const ids: string[] = []
    for (let i = 0; i < 3; i++) ids.push((await file(w, {}, [])).body.claim._id)
    await process(token, ids[0] ?? '', 'reject')
    const page = async (query: string) => (await call(`GET /backoffice/restaurants/claims?${query}`, { token })).body
    // Other tests' claims are in the list, too, and some are of a later day.
    const idsOf = (list: { claims: { _id: string }[] }) => list.claims.map((c) => c._id)
    const own = async (query: string) => idsOf(await page(`${query}&limit=100`)).filter((id) => ids.includes(id))
    expect(await own('status=rejected')).toEqual([ids[0]])
    expect(await own('status=pending')).toEqual([ids[2], ids[1]])
    expect(await own('status=approved')).toEqual([])
    const [one, two, both] = [await page('limit=2'), await page('limit=2&page=2'), await page('limit=4')]
    expect([one.currentPage, two.currentPage, one.itemsPerPage]).toEqual([1, 2, 2])
    expect([...idsOf(one), ...idsOf(two)]).toEqual(idsOf(both))
    expect(one.totalPages).toBe(Math.ceil(one.totalClaims / 2))
    expect((await page('')).itemsPerPage).toBe(10)
    expect((await waiting(token)).map((c) => c._id).filter((id) => ids.includes(id))).toEqual([ids[1], ids[2]])
    const all = await page('status=all&limit=4')
    expect([idsOf(all), all.totalClaims]).toEqual([idsOf(both), both.totalClaims])
    expect((await call('GET /backoffice/restaurants/claims?status=lost', { token })).status).toBe(422)
  })

  it('pages pending claims, the oldest first', async () => {
    const w = await makeRestaurant()
    const token = await desk()
    for (let i = 0; i < 3; i++) await file(w, {}, [])
    const page = async (query: string) => (await call(`GET /backoffice/restaurants/claims/pending?${query}`, { token })).body
    const idsOf = (list: { claims: { _id: string }[] }) => list.claims.map((c) => c._id)
    const [one, two, both] = [await page('limit=2'), await page('limit=2&page=2'), await page('limit=4')]
    expect([...idsOf(one), ...idsOf(two)]).toEqual(idsOf(both))
    expect(one).toMatchObject({ currentPage: 1, itemsPerPage: 2, totalPages: Math.ceil(one.totalClaims / 2) })
    const { totalClaims } = (await call('GET /backoffice/restaurants/claims?status=pending', { token })).body
    expect(one.totalClaims).toBe(totalClaims)
    expect((await page('')).itemsPerPage).toBe(200)
    expect((await page('page=100000')).claims).toEqual([])
    for (const query of ['page=0', 'limit=201', 'limit=ten'])
      expect((await call(`GET /backoffice/restaurants/claims/pending?${query}`, { token })).status).toBe(422)
  })

  it('approves a claim by mailing a single-use link, which creates the owner’s account and signs in', async () => {
    const w = await makeRestaurant({ shard: 'OUTLETS_1' })
    const { id, to, token } = await claimed(w)
    const approved = await configured({ PUBLIC_URL: 'https://app.tawa.test' }, () => process(token, id, 'approve'))
    expect([approved.status, approved.body.claim.status]).toEqual([200, 'approved'])
    expect((await sentTo(to))[0]?.text).toContain('https://app.tawa.test/claim/')
    const link = await linkTo(to)
    // Only its hash is kept.
    expect(await first(testEnv.PLATFORM, sql`SELECT id FROM codes WHERE subject = ${link} OR code_hash = ${link}`)).toBeNull()
    const done = await complete(link)
    expect(done.status, done.text).toBe(200)
    expect(done.body.user).toMatchObject({ role: 'superuser', email: to, restaurantId: w.id, approved: true })
    expect((await call('GET /restaurant/profile', { token: done.body.token })).body.restaurant._id).toBe(w.id)
    expect([(await complete(link)).status, (await complete(link)).body.code]).toEqual([401, 'invalid_token'])
    const list = (await call('GET /backoffice/restaurants/claims?status=completed&limit=100', { token })).body.claims
    expect(list.map((c: { _id: string }) => c._id)).toContain(id)
    expect(
      (
        await call('POST /auth/restaurant/login', {
          body: { email: to, password: 'a long password', terminate_existing: true },
          headers: from(),
        })
      ).status,
    ).toBe(200)
  })

  it('two uses of a link at once create one account', async () => {
    const { id, to, token } = await claimed(await makeRestaurant())
    await process(token, id, 'approve')
    const link = await linkTo(to)
    const replies = await Promise.all([complete(link), complete(link), complete(link)])
    expect(replies.filter((r) => r.status === 200)).toHaveLength(1)
    expect((await first<{ n: number }>(testEnv.PLATFORM, sql`SELECT count(*) AS n FROM accounts WHERE email = ${to}`))?.n).toBe(1)
  })

  it('an address that has an account already is 409 and keeps the link; an expired or invented link is 401', async () => {
    const w = await makeRestaurant()
    const account = await makeAccount('partner', { partnerId: randomId() })
    const token = await desk()
    const { body } = await file(w, { email: account.email })
    await process(token, body.claim._id, 'approve')
    const link = await linkTo(account.email)
    for (let i = 0; i < 2; i++) expect([(await complete(link)).status, (await complete(link)).body.code]).toEqual([409, 'email_taken'])
    await run(
      testEnv.PLATFORM,
      sql`UPDATE codes SET expires_at = '2020-01-01T00:00:00.000Z' WHERE purpose = 'claim' AND json_extract(data, '$.claimId') = ${body.claim._id}`,
    )
    for (const bad of [link, 'invented']) expect((await complete(bad)).status).toBe(401)
    expect((await complete(link, 'short')).status).toBe(422)
  })

  it('rejects a claim with a mail that gives the reason; a second decision is 409 with the claim', async () => {
    const { id, to, token } = await claimed(await makeRestaurant())
    const reply = await process(token, id, 'reject', 'The deed is not readable')
    expect(reply.body.claim).toMatchObject({ status: 'rejected', reason: 'The deed is not readable' })
    expect((await sentTo(to))[0]?.text).toContain('The deed is not readable')
    const late = await process(token, id, 'approve')
    expect([late.status, late.body.code, late.body.claim.status]).toEqual([409, 'already_decided', 'rejected'])
    expect((await process(token, randomId(), 'approve')).status).toBe(404)
  })

  it('409 already_decided says whether the caller decided it, who may have got no answer', async () => {
    const w = await makeRestaurant()
    const { id, token } = await claimed(w)
    await process(token, id, 'reject', 'No deed')
    const late = [await process(token, id, 'reject', 'No deed'), await process(await desk(), id, 'reject', 'No deed')]
    expect(late.map(({ body }) => [body.code, body.mine])).toEqual([
      ['already_decided', true],
      ['already_decided', false],
    ])
  })

  it('approving again mails a new link and voids the one before; approving a completed claim is 409', async () => {
    const { id, to, token } = await claimed(await makeRestaurant())
    await process(token, id, 'approve', 'The deed is good')
    const old = await linkTo(to)
    await aged(id)
    const again = await process(token, id, 'approve')
    expect([again.status, again.body.claim]).toMatchObject([200, { status: 'approved', reason: 'The deed is good' }])
    const mails = await sentTo(to)
    const links = mails.map((m) => /\/claim\/(\S+)/.exec(m.text)?.[1] ?? '')
    expect(links).toHaveLength(2)
    const fresh = links.find((link) => link !== old) ?? ''
    expect([(await complete(old)).status, (await complete(old)).body.code]).toEqual([401, 'invalid_token'])
    expect((await complete(fresh)).status).toBe(200)
    await aged(id)
    const late = await process(token, id, 'approve')
    expect([late.status, late.body.code, late.body.claim.status]).toEqual([409, 'already_decided', 'completed'])
  })

  it('completing a claim voids the links of the restaurant’s other approved claims, until the desk mails new ones', async () => {
    const w = await makeRestaurant()
    const token = await desk()
    const claimOf = async (at: World) => {
      const to = email()
      const id = (await file(at, { email: to })).body.claim._id as string
      expect((await process(token, id, 'approve')).status).toBe(200)
      return { id, to, link: await linkTo(to) }
    }
    const [first_, second, waits] = [await claimOf(w), await claimOf(w), (await file(w)).body.claim._id as string]
    const elsewhere = await claimOf(await makeRestaurant())
    expect(await owned(token, [first_.id, second.id, waits])).toEqual([false, false, false])
    expect((await complete(first_.link)).status).toBe(200)
    for (let i = 0; i < 2; i++) {
      const late = await complete(second.link)
      expect([late.status, late.body.code]).toEqual([401, 'invalid_token'])
    }
    expect(await owners(w)).toEqual([first_.to])
    expect(await owned(token, [first_.id, second.id, waits, elsewhere.id])).toEqual([true, true, true, false])
    expect((await complete(elsewhere.link)).status).toBe(200)
    // The desk may approve a second owner; it is mailed at once, because no other link is valid.
    const again = await process(token, second.id, 'approve')
    expect([again.status, again.body.claim]).toMatchObject([200, { status: 'approved', hasOwner: true }])
    const fresh = await linksTo(second.to)
    expect(fresh).toHaveLength(2)
    expect((await complete(fresh.find((link) => link !== second.link) ?? '')).status).toBe(200)
    expect(await owners(w)).toEqual([first_.to, second.to].sort())
  })

  it.each(['without', 'with'])(
    'two claims of a restaurant that are completed at once make one owner: %s one who was there',
    async (there) => {
      const w = await makeRestaurant()
      const token = await desk()
      if (there === 'with') await makeAccount('superuser', { restaurantId: w.id })
      const links: string[] = []
      for (let i = 0; i < 3; i++) {
        const to = email()
        await process(token, (await file(w, { email: to })).body.claim._id, 'approve')
        links.push(await linkTo(to))
      }
      const replies = await Promise.all(links.map((link) => complete(link)))
      expect(replies.map((r) => [r.status, r.body.code]).sort()).toEqual([
        [200, undefined],
        [401, 'invalid_token'],
        [401, 'invalid_token'],
      ])
      expect(await owners(w)).toHaveLength(there === 'with' ? 2 : 1)
    },
  )

  it('a link that was approved for a restaurant without an owner is void once it has got one in another way, also at that moment; a new one is good', async () => {
    const w = await makeRestaurant()
    const { id, to, token } = await claimed(w)
    await process(token, id, 'approve')
    const old = await linkTo(to)
    const owner = { via: meanwhile(() => makeAccount('superuser', { restaurantId: w.id })) }
    const late = await call('POST /restaurant/claim/complete', { body: { claimToken: old, password: 'a long password' }, ...owner })
    expect([late.status, late.body.code]).toEqual([401, 'invalid_token'])
    expect((await complete(old)).status).toBe(401)
    expect(await owners(w)).toHaveLength(1)
    await aged(id)
    expect((await process(token, id, 'approve')).body.claim.hasOwner).toBe(true)
    expect((await complete((await linksTo(to)).find((link) => link !== old) ?? '')).status).toBe(200)
    expect(await owners(w)).toHaveLength(2)
  })

  it('409 owner_changed: who looked at a claim before the restaurant got its owner makes no second one without knowing', async () => {
    const w = await makeRestaurant()
    const { id, token } = await claimed(w)
    const approve = (more: object) =>
      call('POST /backoffice/restaurants/claims/process', { token, body: { claimId: id, action: 'approve', ...more } })
    await makeAccount('superuser', { restaurantId: w.id })
    const late = await approve({ hasOwner: false })
    expect([late.status, late.body.code, late.body.claim.hasOwner]).toEqual([409, 'owner_changed', true])
    expect((await approve({ hasOwner: true })).body.claim.status).toBe('approved')
  })

  it('409 restaurant_gone: of a removed restaurant it can only be rejected, also one that is removed at that moment, and gets no new link', async () => {
    const w = await makeRestaurant()
    const [one, two, three] = [await claimed(w), await claimed(w), await claimed(w)]
    await process(one.token, one.id, 'approve')
    await aged(one.id)
    const remove = () => run(testEnv.PLATFORM, sql`UPDATE restaurants SET deleted_at = '2026-11-01T00:00:00.000Z' WHERE id = ${w.id}`)
    const late = await call('POST /backoffice/restaurants/claims/process', {
      token: two.token,
      body: { claimId: two.id, action: 'approve' },
      via: meanwhile(remove),
    })
    const replies = [late, await process(one.token, one.id, 'approve'), await process(two.token, two.id, 'approve')]
    for (const reply of replies)
      expect([reply.status, reply.body.code, reply.body.claim?.restaurantName]).toEqual([409, 'restaurant_gone', ''])
    expect([await linksTo(one.to), await linksTo(two.to)]).toEqual([[expect.any(String)], []])
    expect((await process(three.token, three.id, 'reject', 'It has closed')).body.claim).toMatchObject({ status: 'rejected' })
    // The claimant reads which restaurant is meant.
    expect((await sentTo(three.to)).at(-1)?.text).toBe('Your claim for Test Yard  was not accepted.\n\nReason: It has closed')
  })

  it('shows with a claim whether the restaurant has an active superuser', async () => {
    const w = await makeRestaurant()
    const { id, token } = await claimed(w)
    await makeAccount('generalManager', { restaurantId: w.id })
    await makeAccount('superuser', { restaurantId: w.id, isActive: false })
    expect(await owned(token, [id])).toEqual([false])
    await makeAccount('superuser', { restaurantId: w.id })
    expect(await owned(token, [id])).toEqual([true])
    expect((await process(token, id, 'reject')).body.claim.hasOwner).toBe(true)
  })

  it('an approved claim can’t be rejected, and approving twice at once or within a minute mails once', async () => {
    const { id, to, token } = await claimed(await makeRestaurant())
    const replies = await Promise.all(Array.from({ length: 4 }, () => process(token, id, 'approve')))
    expect(replies.map((r) => r.status).sort()).toEqual([200, 409, 409, 409])
    expect((await process(token, id, 'approve')).body.code).toBe('already_decided')
    expect(await sentTo(to)).toHaveLength(1)
    await aged(id)
    expect((await process(token, id, 'reject')).body).toMatchObject({ code: 'already_decided', claim: { status: 'approved' } })
    const anew = await Promise.all(Array.from({ length: 4 }, () => process(token, id, 'approve')))
    expect(anew.map((r) => r.status).sort()).toEqual([200, 409, 409, 409])
    expect(await sentTo(to)).toHaveLength(2)
  })

  it('when a new link can’t be mailed, the one before stays valid: 502', async () => {
    const { id, to, token } = await claimed(await makeRestaurant())
    await process(token, id, 'approve')
    await aged(id)
    const reply = await configured({ ENVIRONMENT: 'production' }, () => process(token, id, 'approve'))
    expect([reply.status, reply.body.code]).toEqual([502, 'delivery_failed'])
    expect((await complete(await linkTo(to))).status).toBe(200)
  })

  it('when the first link can’t be mailed, the claim stays undecided: 502', async () => {
    const { id, to, token } = await claimed(await makeRestaurant())
    const reply = await configured({ ENVIRONMENT: 'production' }, () => process(token, id, 'approve'))
    expect([reply.status, reply.body.code]).toEqual([502, 'delivery_failed'])
    expect((await process(token, id, 'approve')).status).toBe(200)
    expect((await complete(await linkTo(to))).status).toBe(200)
  })

  it('leaves each decision with who, when and why, and its completion; mailing the link again or a mail that fails decides nothing', async () => {
    const w = await makeRestaurant()
    const read = async () =>
      all(
        testEnv.PLATFORM,
        sql`SELECT kind, by, reason, since = (SELECT min(created_at) FROM claims WHERE restaurant_id = ${w.id}) AS first FROM desk_decisions WHERE restaurant_id = ${w.id} ORDER BY rowid`,
      )
    const { id, to, token } = await claimed(w)
    const me = (await call('GET /auth/me', { token })).body.user.name
    await configured({ ENVIRONMENT: 'production' }, () => process(token, id, 'approve'))
    expect(await read()).toEqual([])
    await process(token, id, 'approve')
    await aged(id)
    expect((await process(token, id, 'approve')).status).toBe(200)
    const other = (await file(w)).body.claim._id
    await process(token, other, 'reject', 'Licence has run out')
    await complete(await linkTo(to))
    expect(await read()).toEqual([
      { kind: 'claimApproved', by: me, reason: null, first: 1 },
      { kind: 'claimRejected', by: me, reason: 'Licence has run out', first: 0 },
      { kind: 'claimCompleted', by: 'Meera', reason: null, first: 1 },
    ])
  })

  it('sorts claims by the claimant’s name or by when they came in, also those that wait', async () => {
    const token = await desk()
    const w = await makeRestaurant()
    const made: string[] = []
    for (const name of ['zara', 'Asha', 'bina']) made.push((await file(w, { name })).body.claim._id)
    const list = async (path: string, query: string) => {
      const page = async (n: number) => (await call(`GET /backoffice/restaurants/${path}?${query}&limit=100&page=${n}`, { token })).body
      const one = await page(1)
      const rest = await Promise.all(Array.from({ length: one.totalPages - 1 }, (_, i) => page(i + 2)))
      return [one, ...rest]
        .flatMap((p) => p.claims)
        .filter((c) => made.includes(c._id))
        .map((c) => c.name)
    }
    for (const [path, more] of [
      ['claims', ''],
      ['claims', '&status=pending'],
      ['claims/pending', ''],
    ] as const) {
      expect(await list(path, `sort=name${more}`)).toEqual(['Asha', 'bina', 'zara'])
      expect(await list(path, `sort=-name${more}`)).toEqual(['zara', 'bina', 'Asha'])
      expect(await list(path, `sort=added${more}`)).toEqual(['zara', 'Asha', 'bina'])
      expect(await list(path, `sort=-added${more}`)).toEqual(['bina', 'Asha', 'zara'])
    }
    expect((await call('GET /backoffice/restaurants/claims?sort=email', { token })).status).toBe(422)
  })
})
