import { beforeEach, describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import type { Role } from '#domain/roles.ts'
import { call, makeAccount, makeRestaurant, type Reply, signIn, type World } from '../world.ts'

/** Nobody gives, changes or removes a role above their own; one active owner always remains; nobody locks themselves out. */

type Who = Awaited<ReturnType<typeof signIn>>
type Employee = { _id: string; role: Role; isActive: boolean; name: string; email: string }

let w: World
let owner: Who
let admin: Who
let partnerId = ''
beforeEach(async () => {
  partnerId = randomId()
  w = await makeRestaurant({ partnerId })
  owner = await person('superuser')
  admin = await signIn('admin')
})
const person = (role: Role) => signIn(role, { restaurantId: w.id, shard: w.shard })
const hire = (role: Role) => makeAccount(role, { restaurantId: w.id })
const by = (who: { token: string }, address: string, body?: unknown) => call(address, { token: who.token, body })
const entering = (who: { token: string }, address: string, body?: unknown) =>
  call(address, { token: who.token, body, headers: { 'X-Restaurant-Id': w.id } })
const people = async (): Promise<Employee[]> => (await entering(admin, 'GET /restaurant/employees')).body.employees
const one = async (id: string) => (await people()).find((e) => e._id === id)
const activeOwners = async () => (await people()).filter((e) => e.role === 'superuser' && e.isActive).length
const codeOf = (r: Reply) => [r.status, r.body.code]
const toggle = (id: string) => `PUT /restaurant/employees/${id}/toggle-status`
const remove = (id: string) => `DELETE /restaurant/employees/${id}`
const newcomer = (role: Role) => ({ name: 'New', email: `${randomId()}@test.test`, role, password: 'a good password' })

describe.each([
  ['generalManager', ['superuser', 'managerialHead']],
  ['managerialHead', ['superuser']],
] as [Role, Role[]][])('a %s', (role, above) => {
  it.each(above)('can’t add, become, change, deactivate or remove a %s', async (higher) => {
    const who = await person(role)
    const target = await hire(higher)
    const waiter = await hire('waiter')
    const before = await people()
    for (const [address, body] of [
      ['POST /restaurant/employees', newcomer(higher)],
      ['PUT /restaurant/employees', { _id: waiter.id, role: higher }],
      ['PUT /restaurant/employees', { _id: who.accountId, role: higher }],
      ['PUT /restaurant/employees', { _id: target.id, role: 'waiter' }],
      ['PUT /restaurant/employees', { _id: target.id, password: 'mine from now on' }],
      ['PUT /restaurant/employees', { _id: target.id, email: `${randomId()}@test.test` }],
      ['PUT /restaurant/employees', { _id: target.id, name: 'Nobody' }],
      [toggle(target.id), undefined],
      [remove(target.id), undefined],
    ] as [string, unknown][])
      expect([address, body, ...codeOf(await by(who, address, body))]).toEqual([address, body, 403, 'role_above'])
    expect(await people()).toEqual(before)
  })

  it('can’t do so either while that person’s role is being changed', async () => {
    const who = await person(role)
    const target = await hire('waiter')
    // The owner makes the waiter an owner while the manager switches the waiter off.
    const [raised, switched] = await Promise.all([
      by(owner, 'PUT /restaurant/employees', { _id: target.id, role: 'superuser' }),
      by(who, toggle(target.id)),
    ])
    const after = await one(target.id)
    // Either may come first; but a manager never switched an owner off, and no answer was false.
    if (raised.status === 200 && switched.status === 200) expect(after).toMatchObject({ role: 'superuser', isActive: false })
    else if (raised.status === 200) expect([after?.isActive, [403, 409].includes(switched.status)]).toEqual([true, true])
    else expect([raised.status, after?.role]).toEqual([409, 'waiter'])
    if (raised.status === 200 && switched.status === 200) expect(raised.body.employee.isActive).toBe(false)
  })
})

it('a cashier, captain, waiter, kitchen, delivery and mobileAdmin add, change and remove nobody', async () => {
  const target = await hire('waiter')
  for (const role of ['cashier', 'captain', 'waiter', 'kitchen', 'delivery', 'mobileAdmin'] as const) {
    const who = await person(role)
    for (const [address, body] of [
      ['POST /restaurant/employees', newcomer('waiter')],
      ['PUT /restaurant/employees', { _id: who.accountId, role: 'superuser' }],
      ['PUT /restaurant/employees', { _id: target.id, name: 'x' }],
      [toggle(target.id), undefined],
      [remove(target.id), undefined],
    ] as [string, unknown][])
      expect([role, address, (await by(who, address, body)).status]).toEqual([role, address, 403])
  }
  expect(await one(target.id)).toMatchObject({ role: 'waiter', isActive: true })
})

describe('the last active superuser', () => {
  it('can’t be removed, lowered or deactivated: by themselves, the partner, the back office or an administrator', async () => {
    const retired = await makeAccount('superuser', { restaurantId: w.id, isActive: false })
    const id = owner.accountId
    for (const who of [owner, await signIn('partner', { partnerId }), await signIn('backoffice'), admin])
      for (const [address, body] of [
        ['PUT /restaurant/employees', { _id: id, role: 'managerialHead' }],
        [toggle(id), undefined],
        [remove(id), undefined],
      ] as [string, unknown][])
        expect([address, ...codeOf(await entering(who, address, body))]).toEqual([address, 409, 'last_superuser'])
    expect(await one(id)).toMatchObject({ role: 'superuser', isActive: true })
    // One who is retired is no other owner, and may go.
    expect((await by(owner, remove(retired.id))).status).toBe(200)
    expect((await call('GET /auth/me', { token: owner.token })).status).toBe(200)
  })
  it.each([
    ['deactivate each other', (target: Who): [string, unknown] => [toggle(target.accountId), undefined]],
    ['remove each other', (target: Who): [string, unknown] => [remove(target.accountId), undefined]],
    ['lower each other', (target: Who): [string, unknown] => ['PUT /restaurant/employees', { _id: target.accountId, role: 'waiter' }]],
  ])('remains when all of them %s at the same moment', async (_what, act) => {
    for (let round = 0; round < 3; round++) {
      const crew = [owner, await person('superuser'), await person('superuser')]
      const replies = await Promise.all(
        crew.flatMap((actor, i) => crew.filter((_, j) => j !== i).map((target) => by(actor, ...act(target)))),
      )
      expect(await activeOwners(), JSON.stringify(replies.map(codeOf))).toBeGreaterThanOrEqual(1)
      // A new owner for the next round, added by someone above all roles.
      const made = await person('superuser')
      for (const e of await people())
        if (e.role === 'superuser' && e.isActive && e._id !== made.accountId) await entering(admin, remove(e._id))
      owner = made
    }
  })

  it('remains when one is removed while the other steps down', async () => {
    const second = await person('superuser')
    const replies = await Promise.all([
      entering(admin, remove(second.accountId)),
      by(owner, 'PUT /restaurant/employees', { _id: owner.accountId, role: 'managerialHead' }),
      by(second, toggle(owner.accountId)),
    ])
    expect(await activeOwners(), JSON.stringify(replies.map(codeOf))).toBe(1)
  })
})

describe('nobody', () => {
  it.each(['superuser', 'managerialHead', 'generalManager'] as const)('of rank %s deactivates or removes themselves', async (role) => {
    await hire('superuser')
    const who = role === 'superuser' ? owner : await person(role)
    for (const address of [toggle(who.accountId), remove(who.accountId)])
      expect([address, ...codeOf(await by(who, address))]).toEqual([address, 403, 'own_account'])
    expect((await one(who.accountId))?.isActive).toBe(true)
    expect((await call('GET /auth/me', { token: who.token })).status).toBe(200)
  })

  it('finds another restaurant’s people, by whatever id', async () => {
    const other = await makeRestaurant()
    const theirs = await makeAccount('waiter', { restaurantId: other.id })
    const partner = await makeAccount('partner', { partnerId: randomId() })
    const desk = await makeAccount('backoffice')
    for (const { id } of [theirs, partner, desk])
      for (const [address, body] of [
        ['PUT /restaurant/employees', { _id: id, role: 'cashier' }],
        [toggle(id), undefined],
        [remove(id), undefined],
      ] as [string, unknown][])
        expect([address, (await by(owner, address, body)).status]).toEqual([address, 404])
  })
})
