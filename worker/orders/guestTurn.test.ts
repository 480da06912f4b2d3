import { afterEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '#domain/errors.ts'
import { randomId } from '#domain/ids.ts'
import { Recorder } from '../test/recorder.ts'
import { makeRestaurant } from '../test/world.ts'
import type { Claims } from '../access/session.ts'
import type { Env } from '../env.ts'
import { Context } from '../http/context.ts'
import { guestCall, staffCall } from '../http/staffFirst.ts'
import { guestTurn } from './guestTurn.ts'

const asked = (restaurantId: string, sittingId = 'one', allowance = 'guest') => ({
  where: { restaurantId, shard: 'OUTLETS_0' },
  claims: { sub: 'account', sittingId, allowance } as Claims,
  atEnd: [] as (() => void)[],
  stepAside: () => {},
  comeBack: async () => {},
})
const end = (c: ReturnType<typeof asked>) => c.atEnd.forEach((work) => work())
/** Whether it has its turn by now. */
const hasTurn = (turn: Promise<void>) => Promise.race([turn.then(() => true), scheduler.wait(120).then(() => false)])
afterEach(() => void vi.useRealTimers())

describe('guests’ sends of a restaurant', () => {
  it('run one at a time, with a pause of twice their length; other restaurants have turns of their own', async () => {
    const here = randomId()
    const now = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now })
    const one = asked(here)
    expect(await hasTurn(guestTurn(one))).toBe(true)
    const second = guestTurn(asked(here))
    expect([await hasTurn(second), await hasTurn(guestTurn(asked(randomId())))]).toEqual([false, true])
    vi.setSystemTime(now + 100)
    end(one)
    vi.setSystemTime(now + 250)
    expect(await hasTurn(second)).toBe(false)
    vi.setSystemTime(now + 301)
    expect(await hasTurn(second)).toBe(true)
  })

  it('wait for the staff’s calls when they have their turn, 0.4 s at most, and come before other guests’ calls', async () => {
    const now = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now })
    const sending = async (restaurantId: string) => {
      const c = new Context({} as Env, new Request('http://tawa.test'), '', new Date(), () => {})
      c.claims = { restaurantId, shard: 'OUTLETS_0' } as Claims
      await c.guestCall(restaurantId)
      return c
    }
    const here = randomId()
    const one = await sending(here)
    const endStaff = staffCall(here, randomId())
    const others = [guestCall(here), guestCall(here)]
    const turn = guestTurn(one)
    expect(await hasTurn(turn)).toBe(false)
    const order: string[] = []
    void turn.then(() => order.push('send'))
    for (const other of others) void other.then(() => order.push('other'))
    endStaff()
    await Promise.all([turn, others[0]])
    expect(order[0]).toBe('send')

    const there = randomId()
    const late = await sending(there)
    staffCall(there, randomId())
    const patient = guestTurn(late)
    expect(await hasTurn(patient)).toBe(false)
    vi.setSystemTime(now + 401)
    expect(await hasTurn(patient)).toBe(true)
  })

  it('take turns by table, at each table by allowance, and then in the order they came', async () => {
    const here = randomId()
    const began: string[] = []
    const send = async (name: string, sitting: string, allowance: string) => {
      const c = asked(here, sitting, allowance)
      await guestTurn(c)
      began.push(name)
      end(c)
    }
    const first = asked(here, 'flood', 'a')
    await guestTurn(first)
    const flood = [1, 2, 3].flatMap((n) => [send(`a${n}`, 'flood', 'a'), send(`b${n}`, 'flood', 'b')])
    const others = [send('friend', 'flood', 'c'), send('neighbour', 'quiet', 'd'), send('late', 'other', 'e')]
    end(first)
    await Promise.all([...flood, ...others])
    expect(began).toEqual(['neighbour', 'late', 'b1', 'friend', 'a1', 'b2', 'a2', 'b3', 'a3'])
  })

  it('keep no place while their request is cut off', async () => {
    const here = randomId()
    const now = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now })
    const first = asked(here)
    await guestTurn(first)
    // A request that is cut off asks no more, as a wait that never ends.
    const wait = vi.spyOn(scheduler, 'wait').mockImplementationOnce(() => new Promise(() => {}))
    void guestTurn(asked(here, 'two', 'cut'))
    const next = guestTurn(asked(here, 'three', 'next'))
    wait.mockRestore()
    end(first)
    expect(await hasTurn(next)).toBe(false)
    vi.setSystemTime(now + 301)
    expect(await hasTurn(next)).toBe(true)
  })

  it('pause a second at most', async () => {
    const one = asked(randomId())
    const now = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now })
    await guestTurn(one)
    vi.setSystemTime(now + 3000)
    end(one)
    vi.setSystemTime(now + 4001)
    expect(await hasTurn(guestTurn(asked(one.where.restaurantId)))).toBe(true)
  })

  it('give up after 8 s with 429; the turn of an aborted request ends after 15 s', async () => {
    const here = randomId()
    const now = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now })
    await guestTurn(asked(here))
    const second = guestTurn(asked(here)).catch((error: unknown) => error)
    await scheduler.wait(60)
    vi.setSystemTime(now + 9000)
    const refused = await second
    expect(refused).toBeInstanceOf(AppError)
    expect(refused).toMatchObject({ status: 429, code: 'rate_limited', details: { retryAfter: 1 } })
    vi.setSystemTime(now + 16_000)
    expect(await hasTurn(guestTurn(asked(here)))).toBe(true)
  })

  it('end their turns with their answers, also when refused; staff don’t wait for them', async () => {
    const w = await makeRestaurant()
    const guest = await w.guest()
    const send = (token: string, address: string, tableId = w.tables[0]) => {
      const kots = [w.kot([w.line('plain')])]
      return new Recorder({ latency: 0 }).call(
        address,
        token,
        address === 'POST /orders' ? { order: { tableId, kots } } : { tableId, kots },
      )
    }
    // A token whose sitting is over: the session refuses it while its turn is under way.
    const gone = await w.guest(1)
    await w.rows("UPDATE dining_tables SET sitting_id = 'new' || sitting_id WHERE id = ?", w.tables[1])
    expect((await send(gone.token, 'POST /orders', w.tables[1])).status).toBe(401)
    const next = asked(w.id)
    expect(await Promise.race([guestTurn(next).then(() => true), scheduler.wait(5000).then(() => false)])).toBe(true)
    end(next)
    for (let i = 0; i < 2; i++) expect((await send(gone.token, 'POST /orders', w.tables[1])).status).toBe(401)
    expect((await send(guest.token, 'POST /orders')).status).toBe(201)
    const held = asked(w.id)
    await guestTurn(held)
    const waiting = send(guest.token, 'POST /orders')
    expect((await send(await w.as('waiter'), 'POST /pos/order')).status).toBe(201)
    expect(await hasTurn(waiting.then(() => {}))).toBe(false)
    end(held)
    expect((await waiting).status).toBe(201)
  })
})
