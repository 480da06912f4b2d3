import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { run } from '../db/index.ts'
import { claimed, complete, linkTo, process } from '../test/claims.ts'
import { sentTo } from '../test/messages.ts'
import { makeAccount, makeRestaurant, testEnv } from '../test/world.ts'

describe('a completed claim', () => {
  it('of a restaurant with owners is told to each active one when somebody else becomes an owner too, and to nobody before', async () => {
    const w = await makeRestaurant()
    const { id, to, token } = await claimed(w)
    const [one, two, off] = await Promise.all([
      makeAccount('superuser', { restaurantId: w.id }),
      makeAccount('superuser', { restaurantId: w.id }),
      makeAccount('superuser', { restaurantId: w.id, isActive: false }),
    ])
    const manager = await makeAccount('generalManager', { restaurantId: w.id })
    const told = () => Promise.all([one, two, off, manager].map(async ({ email }) => (await sentTo(email)).length))
    await process(token, id, 'approve')
    expect(await told()).toEqual([0, 0, 0, 0])
    const link = await linkTo(to)
    expect((await complete(link)).status).toBe(200)
    expect((await complete(link)).status).toBe(401)
    expect(await told()).toEqual([1, 1, 0, 0])
    for (const said of [to, 'the page “Employees”']) expect((await sentTo(one.email))[0]?.text).toContain(said)
  })

  it('of a partner’s outlet is told to its partner when it has a new owner, and to no other partner', async () => {
    const w = await makeRestaurant()
    const partners = await Promise.all([0, 1].map(() => makeAccount('partner', { partnerId: randomId() })))
    await run(testEnv.PLATFORM, sql`UPDATE restaurants SET partner_id = ${partners[0]?.partnerId ?? null} WHERE id = ${w.id}`)
    const { id, to, token } = await claimed(w)
    await process(token, id, 'approve')
    expect((await complete(await linkTo(to))).status).toBe(200)
    expect((await Promise.all(partners.map(({ email }) => sentTo(email)))).map((mails) => mails.map((mail) => mail.subject))).toEqual([
      [expect.stringContaining('has a new owner')],
      [],
    ])
  })
})
