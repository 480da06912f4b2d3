import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { batch } from '../db/index.ts'
import { room, type Where } from '../realtime/publish.ts'
import { alarm, open, sessionOf, staff } from '../test/room.ts'
import { env } from '../test/env.ts'
import { type PrintWorld, withPrinters } from '../test/printers.ts'

/** A job that nothing prints is reported to the staff, whatever pages are open. */

const where = (w: PrintWorld): Where => ({ restaurantId: w.id, shard: w.shard })
const joined = async (w: PrintWorld) =>
  (await (await open(where(w), sessionOf(where(w)))).join('joinRestaurant')).data.unprinted as { _id: string }[]
const send = async (w: PrintWorld) => {
  const order = await w.order([w.line('plain')])
  await staff(where(w))
  return order
}

/** Lets the room's and the database's jobs have waited for so much longer, and what the room plans be due by as much. */
async function pass(w: PrintWorld, seconds: number): Promise<void> {
  await w.pass(seconds * 1000)
  await runInDurableObject(room(env, w.id), (_, state) => {
    state.storage.sql.exec('UPDATE waiting_jobs SET at = at - ?', seconds * 1000)
    state.storage.sql.exec("UPDATE due SET at = at - ? WHERE kind = 'print'", seconds * 1000)
  })
}

describe('a job that stays unprinted', () => {
  it('is reported after 30 s, live, at each join and on the dashboard', async () => {
    const w = await withPrinters()
    const order = await send(w)
    const till = await staff(where(w))
    await pass(w, 25)
    expect(await joined(w)).toEqual([])
    await pass(w, 6)
    await alarm(where(w))
    const [job] = await w.jobs()
    const unprinted = [
      {
        _id: job?.id,
        kind: 'kot',
        number: 1,
        title: 'T1',
        orderId: order._id,
        kotId: order.kots[0]?.kotId,
        waitingSince: expect.any(String),
      },
    ]
    expect((await till.settled()).named('unprintedJobs').at(-1)?.data).toEqual({ unprinted })
    expect(await joined(w)).toEqual(unprinted)
    const { dashboard } = (await w.does('superuser', 'POST /api/analytics/dashboard-analytics', { period: 'today' })).body
    expect(dashboard.attention.unprinted).toEqual(unprinted)
  })

  it('is found by the alarm alone, with no page open, and after the room was evicted', async () => {
    const w = await withPrinters()
    await send(w)
    await pass(w, 31)
    await evictDurableObject(room(env, w.id))
    const planned = await runInDurableObject(
      room(env, w.id),
      (_, state) => state.storage.sql.exec("SELECT count(*) AS n FROM due WHERE kind = 'print'").one().n,
    )
    expect(planned).toBe(1)
    await alarm(where(w))
    expect((await joined(w)).map((j) => j._id)).toEqual((await w.jobs()).map((j) => j.id))
  })

  it('is found also when the hint was lost: the armed room looks into the outbox by itself', async () => {
    const w = await withPrinters()
    const socket = await staff(where(w))
    await batch(w.db, [
      sql`INSERT INTO counters (restaurant_id, name, value) VALUES (${w.id}, 'seq', 1) ON CONFLICT DO UPDATE SET value = value + 1`,
      sql`INSERT INTO events (restaurant_id, seq, event, table_id, data, at)
          SELECT ${w.id}, value, 'printJob', NULL, ${JSON.stringify({ jobs: [waiting(31)] })}, ${new Date().toISOString()} FROM counters WHERE restaurant_id = ${w.id} AND name = 'seq'`,
    ])
    await room(env, w.id).arm(where(w))
    await alarm(where(w))
    expect((await socket.settled()).named('unprintedJobs').map((m) => (m.data.unprinted as unknown[]).length)).toEqual([1])
  })

  it('is reported by an alarm of another kind that comes first', async () => {
    const w = await withPrinters()
    await send(w)
    const till = await staff(where(w))
    await runInDurableObject(room(env, w.id), (_, state) => {
      state.storage.sql.exec('UPDATE waiting_jobs SET at = ?', Date.now() - 400)
      state.storage.sql.exec('DELETE FROM due')
      state.storage.sql.exec("INSERT INTO due (kind, at) VALUES ('kitchen', ?), ('print', ?)", Date.now(), Date.now() + 60_000)
      return state.storage.setAlarm(Date.now() + 60_000)
    })
    for (let times = 0; times < 2; times++) {
      await alarm(where(w))
      expect((await till.settled()).named('unprintedJobs')).toHaveLength(1)
    }
  })

  // The room's own alarm for a job rings at the next whole second: one that is due since a moment ago may not be told yet when another alarm begins.
  it.each([
    ['that is to relay, before the job is due', 400, 'relay'],
    ['that is to relay, and began when the job was due already', -400, 'relay'],
    ['that is to free a booked table', 400, 'tables'],
  ] as const)('is reported also while the database does not answer the alarm %s', async (_which, due, kind) => {
    const w = await withPrinters()
    await send(w)
    const till = await staff(where(w))
    let answers = () => undefined as void
    const answered = new Promise<void>((resolve) => (answers = resolve))
    const late = async () => {
      await answered
      throw new Error('The database was away.')
    }
    await runInDurableObject(room(env, w.id), (instance, state) => {
      state.storage.sql.exec('UPDATE waiting_jobs SET at = ?', Date.now() + due)
      state.storage.sql.exec('DELETE FROM due')
      state.storage.sql.exec('INSERT INTO due (kind, at) VALUES (?, ?)', kind, Date.now())
      const own = (instance as unknown as { env: Record<string, D1Database> }).env
      const database = own[w.shard]!
      own[w.shard] = { prepare: () => ({ bind: () => ({ all: late, first: late }) }), batch: late } as unknown as D1Database
      void answered.then(() => (own[w.shard] = database))
      return state.storage.setAlarm(Date.now() + 60_000)
    })
    const ringing = alarm(where(w))
    try {
      await till.waitFor((s) => s.named('unprintedJobs').length === 1)
    } finally {
      answers()
      await ringing
    }
    expect((await joined(w)).map((j) => j._id)).toEqual((await w.jobs()).map((j) => j.id))
  })

  it('leaves the list of every device when it is printed, and when a person dismisses it', async () => {
    const w = await withPrinters()
    await send(w)
    await w.order([w.line('dosa')])
    await staff(where(w))
    await pass(w, 31)
    const till = await staff(where(w))
    const [paper] = await w.lease(['kitchen'])
    for (const status of ['printing', 'printed'] as const) await w.step(paper!, status)
    const [, second] = await w.jobs()
    await till.waitFor((s) => s.named('unprintedJobs').length === 1)
    await w.does('cashier', `POST /print/jobs/${second?.id}/dismiss`)
    await till.waitFor((s) => s.named('unprintedJobs').length === 2)
    expect(till.named('unprintedJobs').map((m) => (m.data.unprinted as { _id: string }[]).map((j) => j._id))).toEqual([[second?.id], []])
    expect(await joined(w)).toEqual([])
  })

  it('is reported also when more papers wait than the list holds: it leaves out the oldest', async () => {
    const w = await withPrinters()
    const till = await staff(where(w))
    const old = Array.from({ length: 101 }, (_, i) => waiting(600 - i, `old${i}`))
    await batch(w.db, [
      sql`INSERT INTO counters (restaurant_id, name, value) VALUES (${w.id}, 'seq', 1) ON CONFLICT DO UPDATE SET value = value + 1`,
      sql`INSERT INTO events (restaurant_id, seq, event, table_id, data, at)
          SELECT ${w.id}, value, 'printJob', NULL, ${JSON.stringify({ jobs: old })}, ${new Date().toISOString()} FROM counters WHERE restaurant_id = ${w.id} AND name = 'seq'`,
    ])
    const order = await w.order([w.line('plain')])
    await till.waitFor((s) => s.named('unprintedJobs').length === 1)
    expect((await joined(w)).map((j) => j._id)).toEqual(old.slice(1).map(({ _id }) => _id))
    await w.does('cashier', `POST /orders/${order._id}/bill`)
    const [paper] = await w.lease(['counter'])
    for (const status of ['printing', 'failed'] as const) await w.step(paper!, status)
    await till.waitFor((s) => s.named('unprintedJobs').length === 2)
    const told = (await till.settled()).named('unprintedJobs').at(-1)?.data.unprinted as { _id: string; kind: string }[]
    expect([told.length, told.at(-1)?._id, told.at(-1)?.kind]).toEqual([100, paper?.job._id, 'bill'])
    expect(await joined(w)).toEqual(told)
  })

  it('that a person prints again waits for 30 s more', async () => {
    const w = await withPrinters()
    await send(w)
    const [paper] = await w.lease(['kitchen'])
    await w.step(paper!, 'failed', { reason: 'No paper' })
    await pass(w, 31)
    expect(await joined(w)).toHaveLength(1)
    const till = await staff(where(w))
    await w.does('cashier', `POST /print/jobs/${paper?.job._id}/again`, {})
    await till.waitFor((s) => s.named('unprintedJobs').length === 1)
    expect(await joined(w)).toEqual([])
  })

  it('is reported at once when its print failed, or nobody knows whether it was printed, as the printer’s tray does', async () => {
    const w = await withPrinters()
    const till = await staff(where(w))
    await send(w)
    const [paper] = await w.lease(['kitchen'])
    for (const status of ['printing', 'unknown'] as const) await w.step(paper!, status)
    await till.waitFor((s) => s.named('unprintedJobs').length === 1)
    expect((await joined(w)).map((j) => j._id)).toEqual([paper?.job._id])
    const { dashboard } = (await w.does('superuser', 'POST /api/analytics/dashboard-analytics', { period: 'today' })).body
    expect(dashboard.attention.unprinted).toHaveLength(1)
  })

  it('that was printed in time is never reported', async () => {
    const w = await withPrinters()
    const till = await staff(where(w))
    await send(w)
    const [paper] = await w.lease(['kitchen'])
    for (const status of ['printing', 'printed'] as const) await w.step(paper!, status)
    await till.waitFor((s) => s.named('printJob').length === 4)
    await pass(w, 31)
    await alarm(where(w))
    expect((await till.settled()).named('unprintedJobs')).toEqual([])
  })
})

it('an outlet without a printer is never told, nor woken up', async () => {
  const w = await withPrinters({})
  await send(w)
  const planned = await runInDurableObject(
    room(env, w.id),
    (_, state) => state.storage.sql.exec("SELECT count(*) AS n FROM due WHERE kind = 'print'").one().n,
  )
  expect([planned, await joined(w)]).toEqual([0, []])
})

const waiting = (seconds: number, id = 'j') => ({
  _id: id,
  version: 1,
  kind: 'test',
  status: 'queued',
  printerId: 'p',
  orderId: null,
  kotId: null,
  number: null,
  title: 'Kitchen',
  station: null,
  part: 1,
  parts: 1,
  stamp: null,
  reason: null,
  waitingSince: new Date(Date.now() - seconds * 1000).toISOString(),
  createdAt: new Date(Date.now() - seconds * 1000).toISOString(),
  createdBy: 'Asha',
  leasedBy: null,
  leaseUntil: null,
  closed: false,
})
