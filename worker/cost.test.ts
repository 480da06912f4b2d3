import { beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import type { Call } from '#domain/api/index.ts'
import { outletDb } from './db/index.ts'
import type { Env } from './env.ts'
import worker from './index.ts'
import { addressOf, CALLS, inputOf, operation, setStage, type Stage } from './test/calls.ts'
import { makeRestaurant, signIn, testEnv } from './test/world.ts'

/** What a call costs: the remote calls that wait for each other, and whether any statement reads a whole table. */

/** Each remote call takes at least this long, as it would across a network, so that what runs side by side is seen to. */
const LATENCY = 15

type Span = { binding: string; start: number; end: number; afterAnswer: boolean }
type Statement = { binding: string; sql: string; params: unknown[] }

class Recorder {
  readonly spans: Span[] = []
  readonly statements: Statement[] = []
  readonly env: Env
  answered = false
  #tick = 0

  constructor() {
    const shard = (binding: string) => this.#database(binding, outletDb(testEnv, binding))
    this.env = {
      ...testEnv,
      PLATFORM: this.#database('PLATFORM', testEnv.PLATFORM),
      OUTLETS_0: shard('OUTLETS_0'),
      OUTLETS_1: shard('OUTLETS_1'),
      ROOM: this.#room(),
    }
  }

  async #timed<T>(binding: string, work: () => Promise<T>): Promise<T> {
    const span: Span = { binding, start: this.#tick++, end: Infinity, afterAnswer: this.answered }
    this.spans.push(span)
    try {
      const [result] = await Promise.all([work(), scheduler.wait(LATENCY)])
      return result
    } finally {
      span.end = this.#tick++
    }
  }

  #database(binding: string, db: D1Database): D1Database {
    const real = new Map<object, D1PreparedStatement>()
    const wrap = (statement: D1PreparedStatement, text: string): D1PreparedStatement => {
      const wrapped = {
        bind: (...params: unknown[]) => {
          this.statements.push({ binding, sql: text, params })
          return wrap(statement.bind(...params), text)
        },
        first: (...args: []) => this.#timed(binding, () => statement.first(...args)),
        all: () => this.#timed(binding, () => statement.all()),
        run: () => this.#timed(binding, () => statement.run()),
        raw: () => this.#timed(binding, () => statement.raw()),
      }
      real.set(wrapped, statement)
      return wrapped as unknown as D1PreparedStatement
    }
    return {
      prepare: (text: string) => wrap(db.prepare(text), text),
      batch: (list: D1PreparedStatement[]) => this.#timed(binding, () => db.batch(list.map((s) => real.get(s) ?? s))),
    } as unknown as D1Database
  }

  #room(): Env['ROOM'] {
    const { ROOM } = testEnv
    return {
      idFromName: (name: string) => ROOM.idFromName(name),
      get: (id: DurableObjectId) => {
        const stub = ROOM.get(id) as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>
        return new Proxy(
          {},
          {
            get:
              (_, method: string) =>
              (...args: unknown[]) =>
                this.#timed(`ROOM.${method}`, () => Promise.resolve(stub[method]?.(...args))),
          },
        )
      },
    } as unknown as Env['ROOM']
  }

  /** Calls the app itself, with these bindings; answers when what `waitUntil` was given is done too. */
  async call(address: string, token: string | null, body?: unknown, headers: Record<string, string> = {}) {
    const [method = '', path = ''] = address.split(' ')
    const later: Promise<unknown>[] = []
    const request = new Request(`https://tawa.test/v1${path}`, {
      method,
      headers: {
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        'CF-Connecting-IP': randomId(),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const answer = await worker.fetch(request, this.env, {
      waitUntil: (work: Promise<unknown>) => void later.push(work),
      passThroughOnException: () => {},
      props: {},
    } as never)
    this.answered = true
    const text = await answer.text()
    await Promise.allSettled(later)
    return { status: answer.status, text }
  }

  /** The longest row of remote calls that waited for each other before the answer; those that overlap are one stage. */
  get stages(): string[][] {
    const before = this.spans.filter((s) => !s.afterAnswer && !LATER.includes(s.binding)).sort((a, b) => a.end - b.end)
    const stages: { end: number; names: string[] }[] = []
    for (const span of before) {
      const last = stages.at(-1)
      if (!last || span.start > last.end) stages.push({ end: span.end, names: [span.binding] })
      else last.names.push(span.binding)
    }
    return stages.map((s) => s.names.sort())
  }
}

/** Told under `waitUntil`: it may begin just before the answer is sent, and nobody waits for it. */
const LATER = ['ROOM.hint']

describe('remote calls in a row', () => {
  const SEND = [['OUTLETS_0', 'PLATFORM'], ['ROOM.kotNumbers'], ['OUTLETS_0']]

  it('placing an order: 3', async () => {
    const w = await makeRestaurant()
    const record = new Recorder()
    const reply = await record.call(
      'POST /pos/order',
      await w.as('waiter'),
      { tableId: w.tables[0], kots: [w.kot([w.line('plain'), w.line('brownie')])] },
      { 'Idempotency-Key': 'once' },
    )
    expect(reply.status, reply.text).toBe(201)
    expect(record.stages).toEqual(SEND)
    expect(record.spans.filter((s) => s.binding === 'ROOM.hint')).toHaveLength(1)
  })

  it('a guest’s order: 3', async () => {
    const w = await makeRestaurant()
    const { token } = await w.guest(0)
    const record = new Recorder()
    const reply = await record.call('POST /orders', token, { order: { tableId: w.tables[0], kots: [w.kot([w.line('plain')])] } })
    expect(reply.status, reply.text).toBe(201)
    expect(record.stages).toEqual(SEND)
  })

  it('an addition to an occupied or a merged table: 3', async () => {
    const w = await makeRestaurant()
    await w.order([w.line('plain')])
    await w.does('captain', 'POST /tables/merge', { parentTableId: w.tables[0], childTableIds: [w.tables[1]] })
    for (const tableId of [w.tables[0], w.tables[1]]) {
      const record = new Recorder()
      expect((await record.call('POST /pos/order', await w.as('waiter'), { tableId, kots: [w.kot([w.line('dosa')])] })).status).toBe(201)
      expect(record.stages).toEqual(SEND)
    }
  })

  it('PUT /pos/order: 3', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    const record = new Recorder()
    expect(
      (await record.call('PUT /pos/order', await w.as('waiter'), { orderId: order._id, orderData: { kots: [w.kot([w.line('dosa')])] } }))
        .status,
    ).toBe(200)
    expect(record.stages).toEqual(SEND)
    const details = new Recorder()
    expect(
      (await details.call('PUT /pos/order', await w.as('waiter'), { orderId: order._id, orderData: { customer_name: 'Meera' } })).status,
    ).toBe(200)
    expect(details.stages.length).toBeLessThanOrEqual(3)
  })

  it.each([
    ['PUT /orders/item/status', { status: 'Ready' }],
    ['PUT /orders/payment/status', { paymentStatus: 'paid', paymentMethod: 'Cash', complete: true }],
    ['PUT /orders/note', { note: 'crisp' }],
  ])('%s: 2', async (address, more) => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    const record = new Recorder()
    const reply = await record.call(address, await w.as('cashier'), {
      orderId: order._id,
      kotId: order.kots[0]?.kotId,
      itemId: w.items.plain,
      ...more,
    })
    expect(reply.status, reply.text).toBe(200)
    expect(record.stages).toEqual([['OUTLETS_0', 'PLATFORM', 'ROOM.arm'], ['OUTLETS_0']])
  })

  it('moving a table: 2', async () => {
    const w = await makeRestaurant()
    await w.order([w.line('plain')])
    const record = new Recorder()
    expect(
      (await record.call('POST /tables/move', await w.as('captain'), { fromTableId: w.tables[0], toTableId: w.tables[1] })).status,
    ).toBe(200)
    expect(record.stages).toHaveLength(2)
  })
})

describe('query plans', () => {
  /** A result of the statement's own, an array given with it, or one row of nothing: no table is read through. */
  const HARMLESS = [
    /^SCAN json_each\b/,
    /^SCAN value\b/,
    /^SCAN CONSTANT ROW$/,
    /^SCAN \(subquery-\d+\)/,
    /^SCAN \d+ CONSTANT ROWS?$/,
    /^SCAN \w+ (EXISTS )?VIRTUAL TABLE/,
    /^SCAN (moved|drawn|dishes|uses)\b/,
  ]
  /** Subqueries by the alias that a statement gives them: `r` are a month's best sellers, at most 40 rows. */
  const RESULTS: Partial<Record<string, RegExp>> = { 'POST /menus/trending': /^SCAN r\b/ }

  let stage: Stage
  beforeAll(async () => {
    stage = await setStage(await makeRestaurant())
    // A closed order, so that reports have something to find.
    await stage.w.settle((await stage.w.order([stage.w.line('beer')], { orderType: 'Take Away' }))._id)
  })

  const scansOf = async (statements: Statement[]) => {
    const scans: string[] = []
    const seen = new Set<string>()
    for (const { binding, sql, params } of statements) {
      if (seen.has(`${binding} ${sql}`)) continue
      seen.add(`${binding} ${sql}`)
      const { results } = await testEnv[binding as 'PLATFORM' | 'OUTLETS_0']
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .bind(...params)
        .all<{ detail: string }>()
      for (const { detail } of results)
        if (detail.startsWith('SCAN') && !HARMLESS.some((h) => h.test(detail))) scans.push(`${detail} | ${sql.slice(0, 200)}`)
    }
    return scans
  }

  it('a plan with a scan is seen', async () => {
    expect(await scansOf([{ binding: 'OUTLETS_0', sql: 'SELECT * FROM orders WHERE customer_name = ?', params: ['x'] }])).toHaveLength(1)
  })

  // Cheap and reading ones first, so that those that close the evening come last.
  const last: Call[] = ['PUT /orders/payment/status', 'PUT /orders/status', 'POST /auth/logout']
  const hot = [...CALLS.filter((a) => !last.includes(a)), ...last]

  it.each(hot)('%s scans no table', async (address) => {
    const given = inputOf(address, stage)
    const { roles } = operation(address)
    const token = roles.includes('superuser')
      ? await stage.w.as('superuser')
      : roles.includes('mobileAdmin')
        ? await stage.w.as('mobileAdmin')
        : roles.includes('user')
          ? (await signIn('user')).token
          : null
    const record = new Recorder()
    const reply = await record.call(
      addressOf(address, given),
      token,
      given.body,
      operation(address).idempotent ? { 'Idempotency-Key': randomId() } : {},
    )
    // It must have gone all the way, or its writes were not seen.
    if (address !== 'PUT /orders/status' && address !== 'POST /feedback/submit' && !address.endsWith('/login'))
      expect(reply.status, reply.text).toBeLessThan(300)
    if (operation(address).scope === 'restaurant') expect(record.statements.length).toBeGreaterThan(0)
    expect((await scansOf(record.statements)).filter((s) => !RESULTS[address]?.test(s))).toEqual([])
  })

  it.each([
    { status: 'pending' },
    { status: 'completed', paymentStatus: 'paid' },
    { paymentStatus: 'unpaid' },
    { orderType: 'Delivery' },
    { startDate: '2026-11-01', endDate: '2026-11-30' },
    { search: '98200 12345' },
    { search: '7', status: 'completed' },
    { page: '3', limit: '50' },
  ])('GET /orders by %o scans no table', async (query) => {
    const record = new Recorder()
    const reply = await record.call(
      `GET /orders?${new URLSearchParams(query as unknown as Record<string, string>)}`,
      await stage.w.as('cashier'),
    )
    expect(reply.status, reply.text).toBe(200)
    expect(await scansOf(record.statements)).toEqual([])
  })

  it('neither does a guest’s order, a repeat, a print, a cancellation, a refund', async () => {
    const { w } = stage
    const guest = await w.guest(1)
    const cashier = await w.as('cashier')
    const record = new Recorder()
    const sent = await record.call('POST /orders', guest.token, { order: { tableId: w.tables[1], kots: [w.kot([w.line('brownie')])] } })
    const order = JSON.parse(sent.text).order
    await record.call(`GET /orders/user/${guest.accountId}`, guest.token)
    await record.call('POST /orders/active', guest.token, { tableId: w.tables[1] })
    await record.call(`POST /orders/${order._id}/bill`, cashier)
    await record.call('PUT /orders/item/status', cashier, {
      orderId: order._id,
      kotId: order.kots[0].kotId,
      status: 'Cancelled',
      reason: 'x',
    })
    const away = await w.order([w.line('beer')], { orderType: 'Take Away' })
    await w.settle(away._id)
    await record.call('PUT /orders/payment/status', cashier, { orderId: away._id, paymentStatus: 'refunded', reason: 'x' })
    expect(record.statements.length).toBeGreaterThan(50)
    expect(await scansOf(record.statements)).toEqual([])
  })
})
