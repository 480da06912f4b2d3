import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { describe, expect, test } from 'vitest'
import { env } from '../test/env.ts'
import { alarm, diner, newRoom, open, seatGuest, sessionOf, staff, upTo } from '../test/room.ts'
import { acknowledgeTickets, kotNumbers, room, type Where } from './publish.ts'

const DAY = '20261121'
/** `lines`: the station of each line of these tickets. */
const give = (where: Where, kotIds: string[], businessDate = DAY, lines: Record<string, string> = { line: 'kitchen' }) =>
  kotNumbers(env, where, { businessDate, epoch: 0, kotIds, lines: Object.fromEntries(kotIds.map((kotId) => [kotId, lines])) })
const shows = (where: Where, kotIds: string[], elsewhere: string[] = []) =>
  acknowledgeTickets(env, where, { by: 'screen', tickets: kotIds.map((kotId) => ({ kotId, elsewhere })) })
const told = (where: Where, kotIds: string[]) =>
  acknowledgeTickets(env, where, { by: 'person', tickets: kotIds.map((kotId) => ({ kotId, elsewhere: [] })) })
const unseen = async (where: Where) => (await (await open(where, sessionOf(where))).join('joinRestaurant')).data.unseenKots

/** Moves all waiting tickets and planned alarms `seconds` into the past. */
const pass = (where: Where, seconds: number) =>
  runInDurableObject(room(env, where.restaurantId), (_, state) => {
    state.storage.sql.exec('UPDATE unseen_kots SET at = at - ?', seconds * 1000)
    state.storage.sql.exec("UPDATE due SET at = at - ? WHERE kind = 'kitchen'", seconds * 1000)
  })

/** How many alarms are set for tickets. */
const planned = (where: Where) =>
  runInDurableObject(room(env, where.restaurantId), (_, state) =>
    Number(state.storage.sql.exec("SELECT count(*) AS n FROM due WHERE kind = 'kitchen'").one().n),
  )

/** A restaurant whose kitchen screen has shown all tickets of the day before. */
async function withScreen(): Promise<Where> {
  const where = newRoom()
  await give(where, ['first'], '20261120')
  await shows(where, ['first'])
  return where
}

describe('a ticket that no kitchen screen acknowledges', () => {
  test('is reported to staff after 30 s, live and at each join, and to no diner', async () => {
    const where = await withScreen()
    const [till, guest] = [await staff(where), await diner(where, await seatGuest(where, '1'))]
    await give(where, ['a', 'b'])
    await pass(where, 25)
    expect(await unseen(where)).toEqual([])
    await pass(where, 6)
    await alarm(where)
    expect((await till.settled()).named('ticketsUnseen').map((m) => m.data)).toEqual([{ unseenKots: ['a', 'b'] }])
    expect(await unseen(where)).toEqual(['a', 'b'])
    expect((await guest.settled()).named('ticketsUnseen')).toEqual([])
    expect(guest.named('joined')[0]?.data).not.toHaveProperty('unseenKots')
  })

  test('leaves the list of every device as soon as a screen shows it, and again changes nothing', async () => {
    const where = await withScreen()
    await give(where, ['a', 'b'])
    await pass(where, 31)
    const till = await staff(where)
    expect(await shows(where, ['a'])).toEqual(['b'])
    expect(await shows(where, ['a', 'first', 'nobodys'])).toEqual(['b'])
    expect((await till.settled()).named('ticketsUnseen').map((m) => m.data)).toEqual([{ unseenKots: ['b'] }])
    // The same ticket is sent again: it is not new.
    await give(where, ['a'])
    await pass(where, 31)
    expect(await unseen(where)).toEqual(['b'])
  })

  test('leaves it too when a person has told the kitchen', async () => {
    const where = await withScreen()
    await give(where, ['a'])
    await pass(where, 31)
    expect(await told(where, ['a'])).toEqual([])
  })

  test('that is acknowledged in time is never reported', async () => {
    const where = await withScreen()
    const till = await staff(where)
    await give(where, ['a'])
    await shows(where, ['a'])
    await pass(where, 31)
    await alarm(where)
    expect((await till.settled()).named('ticketsUnseen')).toEqual([])
  })

  test('waits until each of its lines was on a screen, where each station has its own', async () => {
    const where = newRoom()
    const lines = { curry: 'kitchen', beer: 'bar', naan: 'tandoor' }
    await give(where, ['first'], '20261120', lines)
    await shows(where, ['first'])
    await give(where, ['a'], DAY, lines)
    await pass(where, 31)
    expect(await shows(where, ['a'], ['beer', 'naan'])).toEqual(['a'])
    expect(await shows(where, ['a'], ['beer', 'naan'])).toEqual(['a'])
    expect(await shows(where, ['a'], ['curry', 'beer'])).toEqual(['a'])
    // The bar's screen.
    expect(await shows(where, ['a'], ['curry', 'naan'])).toEqual([])
  })

  test('waits for no station that has a printer and no screen, and for its own stations however much the bar sells', async () => {
    const where = newRoom()
    const [grill, bar, mixed] = [{ tikka: 'grill' }, { beer: 'bar' }, { tikka: 'grill', beer: 'bar' }]
    // Yesterday three in four tickets were the bar's alone.
    await give(where, ['grill'], '20261120', grill)
    await give(where, ['bar1', 'bar2', 'bar3'], '20261120', bar)
    await shows(where, ['grill'])
    await give(where, ['mixed'], DAY, mixed)
    await give(where, ['drinks'], DAY, bar)
    await shows(where, ['mixed'], ['beer'])
    await pass(where, 31)
    expect(await unseen(where)).toEqual([])
    // The grill's screen is off.
    await give(where, ['late'], DAY, mixed)
    await pass(where, 31)
    expect(await unseen(where)).toEqual(['late'])
  })

  test('is known after the object was evicted', async () => {
    const where = await withScreen()
    await give(where, ['a'])
    await pass(where, 31)
    await evictDurableObject(room(env, where.restaurantId))
    expect(await unseen(where)).toEqual(['a'])
  })
})

describe('an outlet', () => {
  test('without a kitchen screen is never told, nor woken up', async () => {
    const where = newRoom()
    const till = await staff(where)
    await give(where, ['a'])
    await pass(where, 31)
    await alarm(where)
    expect((await till.settled()).named('ticketsUnseen')).toEqual([])
    expect(await unseen(where)).toEqual([])
    expect(await planned(where)).toBe(0)
  })

  test('uses kitchen screens when they showed half of a day’s tickets: a look at the board of one evening is not enough', async () => {
    const where = newRoom()
    await give(where, upTo(10).map(String))
    await shows(where, upTo(4).map(String))
    await pass(where, 31)
    expect(await unseen(where)).toEqual([])
    await shows(where, ['5'])
    expect(await unseen(where)).toEqual(upTo(10, 6).map(String).sort())
  })

  test('that told the kitchen itself doesn’t use kitchen screens', async () => {
    const where = newRoom()
    await give(where, ['a', 'b'])
    await told(where, ['a'])
    await pass(where, 31)
    expect(await unseen(where)).toEqual([])
  })

  test('sets no alarm for a ticket of stations without a screen', async () => {
    const where = await withScreen()
    await give(where, ['drinks'], DAY, { beer: 'bar' })
    expect(await planned(where)).toBe(0)
    await give(where, ['food'], DAY, { beer: 'bar', tikka: 'kitchen' })
    expect(await planned(where)).toBe(1)
  })

  test('whose screen is off since yesterday is told all of today, and from tomorrow on no more', async () => {
    const where = await withScreen()
    await give(where, ['a', 'b', 'c'])
    await pass(where, 31)
    expect(await unseen(where)).toEqual(['a', 'b', 'c'])
    await give(where, ['d'], '20261122')
    await pass(where, 31)
    expect(await unseen(where)).toEqual([])
  })

  test('forgets tickets after a day', async () => {
    const where = await withScreen()
    await give(where, ['old'])
    await pass(where, 24 * 3600)
    await give(where, ['new'])
    await pass(where, 31)
    expect(await unseen(where)).toEqual(['new'])
  })

  test('is told of the newest 200 tickets at most', async () => {
    const where = await withScreen()
    const early = upTo(3).map((n) => `early${n}`)
    const late = upTo(200).map((n) => `late${n}`)
    await give(where, early)
    await pass(where, 1)
    await give(where, late)
    await pass(where, 31)
    expect([...((await unseen(where)) as string[])].sort()).toEqual([...late].sort())
  })
})
