import { afterEach, describe, expect, it, vi } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { deviceFrom } from '../test/limits.ts'
import { call, makeAccount, makeRestaurant, PASSWORD } from '../test/world.ts'
import { type Asker, hashesWaiting, hashTurn } from './hashTurn.ts'
import { hashPassword } from './password.ts'

/** Holds the turn until it is called. */
async function held(): Promise<() => Promise<unknown>> {
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const turn = hashTurn(async () => {
    begun.resolve()
    await end.promise
  })
  await begun.promise
  return () => (end.resolve(), turn)
}
/** Sets all timers, so that only the test lets time pass. */
const stopTime = () => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout'], now: Date.now() + 60_000 })
const passes = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
/** The longest time between two questions for a turn. */
const ASKS = 20

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('passwords', () => {
  it('are hashed one at a time', async () => {
    const release = await held()
    let hashed = ''
    const hash = hashPassword('a password').then((text) => (hashed = text))
    await vi.waitFor(() => expect(hashesWaiting()).toBe(1))
    await scheduler.wait(60)
    expect(hashed).toBe('')
    await release()
    expect(await hash).toContain('scrypt$')
  })

  it.each([
    [200, 200],
    [3000, 500],
  ])('rest after a hash of %i ms for %i ms, in which the isolate does what else there is', async (takes, rests) => {
    stopTime()
    const first = hashTurn(() => new Promise((done) => void setTimeout(done, takes)))
    let starts = 0
    const next = hashTurn(async () => void (starts = Date.now()))
    const began = Date.now()
    while (starts === 0) await passes(1)
    expect(starts - began - takes).toBeGreaterThanOrEqual(rests)
    expect(starts - began - takes).toBeLessThanOrEqual(rests + ASKS + 1)
    await passes(1)
    await Promise.all([first, next])
  })

  it('of strangers wait for all others, and take turns by address: a flood keeps nobody at another address out', async () => {
    const release = await held()
    const order: string[] = []
    const asks = (name: string, by?: Asker) => hashTurn(async () => void order.push(name), by)
    const all = [
      ...['flood 1', 'flood 2', 'flood 3'].map((name) => asks(name, { stranger: 'a' })),
      asks('another address', { stranger: 'b' }),
      asks('known'),
    ]
    await release()
    await Promise.all(all)
    expect(order).toEqual(['known', 'flood 1', 'another address', 'flood 2', 'flood 3'])
  })

  it('of those who are known take turns by account: who floods with the own one waits for itself', async () => {
    const release = await held()
    const order: string[] = []
    const asks = (name: string, by?: Asker) => hashTurn(async () => void order.push(name), by)
    const all = [
      ...['flood 1', 'flood 2', 'flood 3'].map((name) => asks(name, { stranger: null, account: 'anybody@x.test' })),
      asks('a till', { stranger: null, account: 'cashier@x.test' }),
      asks('an owner who adds somebody'),
    ]
    await release()
    await Promise.all(all)
    expect(order).toEqual(['flood 1', 'a till', 'an owner who adds somebody', 'flood 2', 'flood 3'])
  })

  it('of a stranger wait no longer than two seconds and a hash for others, however many come', async () => {
    stopTime()
    const takes = 200
    let goesOn = true
    const floods = async () => {
      while (goesOn) await hashTurn(() => new Promise<void>((done) => void setTimeout(done, takes)), { account: 'anybody@x.test' })
    }
    const flood = Array.from({ length: 20 }, floods)
    let starts = 0
    const began = Date.now()
    const stranger = hashTurn(async () => void (starts = Date.now()), { stranger: 'a' })
    await passes(1900)
    expect(starts).toBe(0)
    for (let n = 0; n < 100 && starts === 0; n++) await passes(20)
    goesOn = false
    expect(starts).toBeGreaterThan(0)
    // A hash, its rest, and another one that began just before.
    expect(starts - began).toBeLessThanOrEqual(2000 + 4 * takes)
    await passes(20 * 3 * takes)
    await Promise.all([stranger, ...flood])
  })

  it('of strangers who have waited that long, at many addresses, alternate with those of others', async () => {
    stopTime()
    const release = await held()
    const order: string[] = []
    const asks = (name: string, by: Asker) => hashTurn(async () => void order.push(name), by)
    const all = ['a', 'b', 'c'].map((stranger) => asks(stranger, { stranger }))
    await passes(2100)
    all.push(...['till', 'pass'].map((account) => asks(account, { account })))
    const done = release()
    await passes(3000)
    await Promise.all([done, ...all])
    expect(order).toEqual(['a', 'till', 'b', 'pass', 'c'])
  })

  it('of requests that were cut off hold up nobody for long', async () => {
    stopTime()
    const began = Date.now()
    void hashTurn(() => new Promise<void>(() => {}))
    // It asks no more.
    vi.spyOn(globalThis, 'setTimeout').mockImplementationOnce(() => 0 as never)
    void hashTurn(async () => {})
    let starts = 0
    const next = hashTurn(async () => void (starts = Date.now()))
    await passes(9_990)
    expect(starts).toBe(0)
    await passes(10 + ASKS)
    expect(starts - began).toBeGreaterThanOrEqual(10_000)
    await passes(1)
    await next
    expect(hashesWaiting()).toBe(0)
  })

  it('at a sign-in on an unknown device wait for those of colleagues, of known devices and of who is signed in', async () => {
    const w = await makeRestaurant()
    const cashier = await makeAccount('cashier', { restaurantId: w.id })
    const login = (password: string, headers = {}) =>
      call('POST /auth/restaurant/login', { body: { email: cashier.email, password, terminate_existing: true }, headers })
    const till = deviceFrom(await login(PASSWORD))
    const owner = await w.as('superuser')
    const person = { name: 'Asha', email: `${randomId()}@test.test`, mobile_number: '', role: 'waiter', password: PASSWORD }
    const calls = {
      stranger: () => login('a wrong one'),
      partner: () =>
        call('POST /auth/partner/signup', { body: { ...person, mobile_number: '9876543210', email: `${randomId()}@test.test` } }),
      till: () => login('a wrong one', till),
      owner: () => call('POST /restaurant/employees', { token: owner, body: person }),
    }
    const release = await held()
    const order: string[] = []
    const all = []
    for (const [name, make] of Object.entries(calls)) {
      all.push(make().then(({ status }) => order.push(`${name} ${status}`)))
      await vi.waitFor(() => expect(hashesWaiting()).toBe(all.length), 10_000)
    }
    await release()
    await Promise.all(all)
    expect(order.slice(0, 2).sort()).toEqual(['owner 201', 'till 401'])
    expect(order.slice(2).sort()).toEqual(['partner 201', 'stranger 401'])
  })
})
