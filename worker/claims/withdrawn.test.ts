import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { all } from '../db/index.ts'
import { claimed, complete, linkTo, process } from '../test/claims.ts'
import { sentTo } from '../test/messages.ts'
import { makeRestaurant, testEnv } from '../test/world.ts'

it('an approval is withdrawn with a reason, which the claimant is mailed: its link is void, and the decision stays listed', async () => {
  const w = await makeRestaurant()
  const { id, to, token } = await claimed(w)
  expect((await process(token, id, 'withdraw', 'No')).body).toMatchObject({ code: 'already_decided', claim: { status: 'pending' } })
  await process(token, id, 'approve')
  const link = await linkTo(to)
  const silent = await process(token, id, 'withdraw')
  expect([silent.status, silent.body.errors]).toEqual([422, [{ path: 'reason', message: 'Say why the approval is withdrawn.' }]])
  const reason = 'The deed is another house’s'
  expect((await process(token, id, 'withdraw', reason)).body.claim).toMatchObject({ status: 'rejected', reason })
  const mails = await sentTo(to)
  expect(mails.map(({ text }) => text).filter((text) => text.includes('was withdrawn') && text.includes(reason))).toHaveLength(1)
  expect((await complete(link)).status).toBe(401)
  const again = await process(token, id, 'withdraw', reason)
  expect([again.status, again.body.code, again.body.mine]).toEqual([409, 'already_decided', true])
  expect((await process(token, id, 'approve')).status).toBe(409)
  expect(await all(testEnv.PLATFORM, sql`SELECT kind, reason FROM desk_decisions WHERE restaurant_id = ${w.id} ORDER BY rowid`)).toEqual([
    { kind: 'claimApproved', reason: null },
    { kind: 'claimWithdrawn', reason },
  ])
  const { id: other, to: address } = await claimed(w)
  await process(token, other, 'approve')
  expect((await complete(await linkTo(address))).status).toBe(200)
  expect((await process(token, other, 'withdraw', reason)).body).toMatchObject({
    code: 'already_decided',
    claim: { status: 'completed' },
  })
})
