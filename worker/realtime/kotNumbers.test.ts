import { runInDurableObject } from 'cloudflare:test'
import { describe, expect, test } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { env } from '../test/env.ts'
import { newRoom, upTo } from '../test/room.ts'
import { withinOneWindow } from '../test/limits.ts'
import { armRoom, currentNumber, kotNumbers, room, type Where } from './publish.ts'

describe('ticket numbers', () => {
  const day = { businessDate: '20261121', epoch: 0 }

  test('are 1 to 200 for 200 tickets at once, with no socket ever opened', async () => {
    const where = newRoom()
    const given = await Promise.all(upTo(200).map((n) => kotNumbers(env, where, { ...day, kotIds: [`k${n}`] })))
    expect(given.map(({ numbers }, i) => numbers[`k${i + 1}`]?.number).sort((a, b) => Number(a) - Number(b))).toEqual(upTo(200))
    expect(await currentNumber(env, where, day)).toBe(200)
  })

  test('keep the first number, day and epoch when a ticket is sent again', async () => {
    const where = newRoom()
    const first = await kotNumbers(env, where, { ...day, kotIds: ['a', 'b', 'a'] })
    expect(first.numbers).toEqual({ a: { number: 1, date: '20261121', epoch: 0 }, b: { number: 2, date: '20261121', epoch: 0 } })
    expect((await kotNumbers(env, where, { businessDate: '20261122', epoch: 1, kotIds: ['b', 'c'] })).numbers).toEqual({
      b: { number: 2, date: '20261121', epoch: 0 },
      c: { number: 1, date: '20261122', epoch: 1 },
    })
  })

  test('begin at 1 after a reset and on a new day, each counted separately', async () => {
    const where = newRoom()
    const next = async (businessDate: string, epoch: number) =>
      Object.values((await kotNumbers(env, where, { businessDate, epoch, kotIds: [randomId()] })).numbers)[0]?.number
    expect([
      await next('20261121', 0),
      await next('20261121', 0),
      await next('20261121', 1),
      await next('20261122', 1),
      await next('20261121', 1),
    ]).toEqual([1, 2, 1, 1, 2])
    expect(await currentNumber(env, where, { businessDate: '20261123', epoch: 1 })).toBe(0)
  })

  test('are deleted after three business days', async () => {
    const where = newRoom()
    for (const d of [17, 18, 19, 20, 21]) await kotNumbers(env, where, { businessDate: `202611${d}`, epoch: 0, kotIds: [`k${d}`] })
    const days = await runInDurableObject(room(env, where.restaurantId), (_, state) =>
      state.storage.sql
        .exec('SELECT business_date AS d FROM kot_numbers ORDER BY d')
        .toArray()
        .map((r) => r.d),
    )
    expect(days).toEqual(['20261118', '20261119', '20261120', '20261121'])
  })

  // Each isolate of the Worker counts what it sees; the room counts what all of them see (issue 9, point 1).
  test.each([
    ['to the kitchen', (where: Where, guest: string) => kotNumbers(env, where, { ...day, kotIds: [randomId()], guest })],
    ['to be held', async (where: Where, guest: string) => ({ wait: await armRoom(env, where, guest) })],
  ])('are limited for a guest who sends %s: after ten in a minute the room says how long to wait', async (_what, send) => {
    const where = newRoom()
    const waits = async (guest: string) => (await send(where, guest)).wait ?? 0
    await withinOneWindow(async () => {
      for (const _ of upTo(10)) expect(await waits('one')).toBe(0)
      const wait = await waits('one')
      expect(wait).toBeGreaterThan(0)
      expect(wait).toBeLessThanOrEqual(60)
      expect(await waits('another')).toBe(0)
      expect(await currentNumber(env, where, day)).toBeLessThanOrEqual(11)
    })
  })

  test('may come with fields that a neighbouring version has added', async () => {
    const where = { ...newRoom(), region: 'new' }
    const more = { ...day, kotIds: ['a'], priority: true }
    expect((await kotNumbers(env, where, more)).numbers.a?.number).toBe(1)
  })
})
