import { beforeEach, describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { sentTo } from '../test/messages.ts'
import { anEmail } from '../test/stage.ts'
import { upload } from '../test/upload.ts'
import { call, makeAccount, makeRestaurant, type Reply, signIn, testEnv, type World } from '../test/world.ts'

/**
 * Money, cancellations and prints name people (docs/decisions/030-names.md). What a dishonest cashier, manager and partner tried against a running server (issue 9, "fresh
 * eyes"): another name for as long as the money moves, the name of somebody who left, and a colleague's name from outside.
 */
type Person = { id: string; name: string; token: string }
let w: World
let cashier: Person
let colleague: Person
beforeEach(async () => {
  w = await makeRestaurant({ partnerId: randomId() })
  ;[cashier, colleague] = [await hired('cashier'), await hired('cashier')]
})

async function hired(role: 'cashier' | 'generalManager'): Promise<Person> {
  const { accountId: id, token } = await signIn(role, { restaurantId: w.id, shard: w.shard })
  const { name } = (await call('GET /auth/me', { token })).body.user
  return { id, name, token }
}
const renames = ({ token }: Person, name: string) => call('PUT /auth/me', { token, body: { name } })
const owner = (address: string, body?: unknown) => w.does('superuser', address, body)
const removes = ({ id }: Person) => owner(`DELETE /restaurant/employees/${id}`)
const hires = (name: string) => owner('POST /restaurant/employees', { name, email: anEmail(), role: 'waiter', password: 'a good password' })
const formerNames = async () => (await owner('GET /restaurant/employees')).body.formerNames as object[]
const sold = async () => {
  const { _id } = await w.order([w.line('plain')], { tableId: null, orderType: 'Take Away' })
  await w.settle(_id)
  return _id
}
const refunds = (orderId: string, token: string, headers: Record<string, string> = {}) =>
  call('PUT /orders/payment/status', { token, headers, body: { orderId, paymentStatus: 'refunded', reason: 'Cold' } })
const returnedBy = async (orderId: string) =>
  (await owner(`GET /orders/${orderId}/payments`)).body.paymentHistory.find((row: { kind: string }) => row.kind === 'returned').by
const codeOf = ({ status, body }: Reply) => [status, body.code]
const TAKEN = [409, 'name_taken']
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

it('a colleague’s name is refused before the address is looked at, so that such a refusal says nothing of an address', async () => {
  const { email } = await makeAccount('partner', { partnerId: randomId() })
  const person = { name: cashier.name, email, role: 'waiter', password: 'a good password' }
  expect(codeOf(await owner('POST /restaurant/employees', person))).toEqual(TAKEN)
  expect(codeOf(await owner('PUT /restaurant/employees', { _id: colleague.id, name: cashier.name, email }))).toEqual(TAKEN)
})

describe('a name that money was moved under', () => {
  it('is known as its person’s, who had it for a minute: by whom, until when, and also once they are removed', async () => {
    const orderId = await sold()
    expect((await renames(cashier, 'Floor Services')).status).toBe(200)
    expect((await refunds(orderId, cashier.token)).status).toBe(200)
    expect((await renames(cashier, cashier.name)).status).toBe(200)
    expect(await returnedBy(orderId)).toBe('Floor Services')
    const row = { employeeId: cashier.id, until: instant, isRemoved: false, now: cashier.name }
    expect(await formerNames()).toEqual([
      { ...row, name: 'Floor Services' },
      { ...row, name: cashier.name },
    ])
    expect((await removes(cashier)).status).toBe(200)
    expect((await formerNames()).slice(0, 2)).toEqual([
      { ...row, name: cashier.name, isRemoved: true },
      { ...row, name: 'Floor Services' },
    ])
  })

  it('is nobody else’s later: neither by oneself, nor by a manager, nor for somebody new', async () => {
    await renames(cashier, 'Floor Services')
    await renames(cashier, cashier.name)
    expect(codeOf(await renames(colleague, 'floor  services'))).toEqual(TAKEN)
    expect(codeOf(await owner('PUT /restaurant/employees', { _id: colleague.id, name: 'Floor Services' }))).toEqual(TAKEN)
    expect(codeOf(await hires('Floor Services'))).toEqual(TAKEN)
    expect((await renames(cashier, 'Floor Services')).status).toBe(200)
  })

  it('is one person’s also when two take it at once: by themselves, by a manager, or for somebody new', async () => {
    const takes = (name: string, first: () => Promise<unknown>) =>
      call('PUT /auth/me', { token: cashier.token, body: { name }, via: meanwhile(first) })
    expect(codeOf(await takes('Floor One', () => renames(colleague, 'Floor One')))).toEqual(TAKEN)
    expect(codeOf(await takes('Floor Two', () => hires('Floor Two')))).toEqual(TAKEN)
    const body = { _id: cashier.id, name: 'Floor Three' }
    const via = meanwhile(() => renames(colleague, 'Floor Three'))
    expect(codeOf(await w.does('superuser', 'PUT /restaurant/employees', body, { via }))).toEqual(TAKEN)
    const more = { name: 'Floor Four', email: anEmail(), role: 'waiter', password: 'a good password' }
    const late = meanwhile(() => renames(colleague, 'Floor Four'))
    expect(codeOf(await w.does('superuser', 'POST /restaurant/employees', more, { via: late }))).toEqual(TAKEN)
  })

  it('of somebody who left is taken by nobody who is there; somebody new may be called the same', async () => {
    await removes(colleague)
    expect(codeOf(await renames(cashier, colleague.name))).toEqual(TAKEN)
    const manager = await hired('generalManager')
    expect(
      codeOf(await call('PUT /restaurant/employees', { token: manager.token, body: { _id: manager.id, name: colleague.name } })),
    ).toEqual(TAKEN)
    expect((await hires(colleague.name)).status).toBe(201)
  })

  it('is given by managers ten times a day at most, to others and to themselves; the same name again counts for nothing', async () => {
    const manager = await hired('generalManager')
    const gives = (id: string, name: string) => call('PUT /restaurant/employees', { token: manager.token, body: { _id: id, name } })
    for (const { id } of [colleague, manager]) {
      for (let n = 0; n < 10; n++) expect((await gives(id, `Name ${n} of ${id.slice(-6)}`)).status).toBe(200)
      expect((await gives(id, `Name 9 of ${id.slice(-6)}`)).status).toBe(200)
      const one = await gives(id, `Name 10 of ${id.slice(-6)}`)
      expect([one.status, one.body.code]).toEqual([429, 'rate_limited'])
      expect((await owner('PUT /restaurant/employees', { _id: id, name: 'Somebody Else' })).status).toBe(429)
    }
    expect((await gives(cashier.id, 'Name of the cashier')).status).toBe(200)
  })

  it('is found by looking it up, however many names there were since', async () => {
    await renames(cashier, 'Floor Services')
    await renames(cashier, cashier.name)
    await testEnv.PLATFORM.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1100)
       INSERT INTO former_names (restaurant_id, account_id, name, until, is_removed) SELECT ?1, 'gone' || i, 'Person ' || i, '2099-01-01T00:00:00.000Z', 1 FROM n`,
    )
      .bind(w.id)
      .run()
    expect(await formerNames()).toHaveLength(1000)
    const found = await owner('GET /restaurant/employees?formerName=floor%20services')
    expect(found.body.formerNames).toMatchObject([{ employeeId: cashier.id, name: 'Floor Services', now: cashier.name }])
  })

  it('stays written, and is another restaurant’s business nowhere', async () => {
    await renames(cashier, 'Floor Services')
    await renames(cashier, cashier.name)
    const tried = (change: string) =>
      testEnv.PLATFORM.prepare(`${change} WHERE restaurant_id = ?`)
        .bind(w.id)
        .run()
        .then(
          () => 'done',
          (error: Error) => error.message,
        )
    for (const change of ['DELETE FROM former_names', "UPDATE former_names SET name = 'Nobody'"])
      expect(await tried(change), change).toContain('only ever added')
    w = await makeRestaurant()
    expect(await formerNames()).toEqual([])
    expect((await renames(await hired('cashier'), 'Floor Services')).status).toBe(200)
  })
})

describe('who comes from outside', () => {
  it.each(['partner', 'backoffice', 'admin'] as const)(
    'a %s who has a colleague’s name is told apart by the role beside it',
    async (role) => {
      const orderId = await sold()
      const token = await w.as(role)
      expect((await call('PUT /auth/me', { token, body: { name: cashier.name } })).status).toBe(200)
      expect((await refunds(orderId, token, { 'X-Restaurant-Id': w.id })).status).toBe(200)
      const marks = { partner: 'Partner', backoffice: 'Back office', admin: 'Administrator' }
      expect(await returnedBy(orderId)).toBe(`${cashier.name} (${marks[role]})`)
    },
  )

  it('nobody of the staff is named like one, nor like guests', async () => {
    for (const name of [
      'dіner',
      'Kavita Iyer (Partner)',
      'Kavita Iyer(PARTNER )',
      'Support (Back office)',
      'Root （Administrator）',
      'Kavita (Partner).',
      'Kavita (Partner) 2',
      'Neha (\u0392ack office)',
      'Dev (Adm\u0131nistrator)',
    ]) {
      expect(codeOf(await renames(cashier, name)), name).toEqual(TAKEN)
      expect(codeOf(await owner('PUT /restaurant/employees', { _id: colleague.id, name })), name).toEqual(TAKEN)
      expect(codeOf(await hires(name)), name).toEqual(TAKEN)
    }
    expect((await renames(cashier, 'Sneha (evening)')).status).toBe(200)
  })

  it('nobody is named as boards show guests, as paper shows people whom it can’t spell, or by signs alone', async () => {
    for (const name of ['Guest Services', 'The Gu\u0435st', 'Staff 2', 'St\u0251ff', '🙂', 'Kavita \u2768Partner\u2769']) {
      expect(codeOf(await renames(cashier, name)), name).toEqual(TAKEN)
      expect(codeOf(await owner('PUT /restaurant/employees', { _id: colleague.id, name })), name).toEqual(TAKEN)
      expect(codeOf(await hires(name)), name).toEqual(TAKEN)
    }
    expect((await renames(cashier, 'Kim Guest')).status).toBe(200)
  })

  it('an owner who claimed the restaurant by such a name gets a number beside it, and the decision names them so', async () => {
    const ownerOf = async (name: string, first?: () => Promise<unknown>) => {
      const email = anEmail()
      const token = await w.as('backoffice')
      const fields = { name, email, mobile_number: '9820012345', message: 'It is mine.' }
      const claimed = await upload(`POST /restaurant/${w.id}/claim`, fields, [], { headers: { 'CF-Connecting-IP': randomId() } })
      await call('POST /backoffice/restaurants/claims/process', { token, body: { claimId: claimed.body.claim._id, action: 'approve' } })
      const claimToken = /\/claim\/(\S+)/.exec((await sentTo(email))[0]?.text ?? '')?.[1]
      // Another owner is there already or not: a link that is good says so (claims.test.ts).
      const done = await call('POST /restaurant/claim/complete', {
        body: { claimToken, password: 'a long password' },
        ...(first ? { via: meanwhile(first) } : {}),
      })
      expect(done.status, done.text).toBe(200)
      const decisions = (await call('GET /backoffice/decisions?limit=20', { token })).body.decisions as {
        kind: string
        restaurantId: string
        by: string
      }[]
      expect(decisions.find((d) => d.kind === 'claimCompleted' && d.restaurantId === w.id)?.by).toBe(done.body.user.name)
      return done.body.user.name
    }
    await removes(colleague)
    expect(await ownerOf(cashier.name)).toBe(`${cashier.name} 2`)
    expect(await ownerOf(cashier.name)).toBe(`${cashier.name} 3`)
    expect(await ownerOf(colleague.name)).toBe(`${colleague.name} 2`)
    expect(await ownerOf('Kavita Iyer (Partner)')).toBe('Kavita Iyer Partner')
    expect(await ownerOf('Guest')).toBe('Owner Guest')
    expect(await ownerOf('Asha')).toBe('Asha')
    // Taken by a colleague at the moment when the owner is let in.
    const [, other] = [await ownerOf('Bina'), await hired('cashier')]
    expect(await ownerOf('Chitra', () => renames(other, 'Chitra'))).toBe('Chitra 2')
  })
})

describe('a name of Tawa’s own staff', () => {
  const hiredAtDesk = async (role: 'backoffice' | 'admin' = 'backoffice'): Promise<Person> => {
    const { accountId: id, token } = await signIn(role)
    const { name } = (await call('GET /auth/me', { token })).body.user
    return { id, name, token }
  }
  const fresh = () => `Neha ${randomId().slice(-8)}`
  const adds = (name: string, token: string, via?: ReturnType<typeof meanwhile>) =>
    call('POST /backoffice/users', {
      ...{ token, body: { name, email: anEmail(), role: 'backoffice', password: 'a good password' } },
      ...(via ? { via } : {}),
    })

  it('is one person’s: nobody else there takes one that somebody has or had, nor gets it when they are added', async () => {
    const [dev, meera] = [await hiredAtDesk(), await hiredAtDesk('admin')]
    const minute = fresh()
    expect(codeOf(await renames(dev, meera.name))).toEqual(TAKEN)
    expect((await renames(meera, minute)).status).toBe(200)
    expect((await renames(meera, meera.name)).status).toBe(200)
    expect(codeOf(await renames(dev, minute))).toEqual(TAKEN)
    expect(codeOf(await adds(minute, dev.token))).toEqual(TAKEN)
    expect(codeOf(await adds(meera.name, dev.token))).toEqual(TAKEN)
    expect(codeOf(await renames(dev, 'Meera (Administrator)'))).toEqual(TAKEN)
    expect((await renames(meera, minute)).status).toBe(200)
    // An employee of a restaurant may have it: in the books they are told apart by the role.
    expect((await renames(cashier, minute)).status).toBe(200)
  })

  it('is one person’s also when two take it at once', async () => {
    const [dev, meera] = [await hiredAtDesk(), await hiredAtDesk()]
    const [one, two] = [fresh(), fresh()]
    const late = await call('PUT /auth/me', { token: dev.token, body: { name: one }, via: meanwhile(() => renames(meera, one)) })
    expect(codeOf(late)).toEqual(TAKEN)
    expect(
      codeOf(
        await adds(
          two,
          dev.token,
          meanwhile(() => renames(meera, two)),
        ),
      ),
    ).toEqual(TAKEN)
  })

  it('that they had leads to them: it stands with them and finds them', async () => {
    const dev = await hiredAtDesk()
    const minute = fresh()
    await renames(dev, minute)
    await renames(dev, dev.name)
    const found = (await call(`GET /backoffice/users?search=${encodeURIComponent(minute)}`, { token: dev.token })).body.users
    expect(found).toMatchObject([{ _id: dev.id, name: dev.name, formerNames: [minute] }])
  })
})
