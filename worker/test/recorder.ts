import { expect } from 'vitest'
import { randomId } from '#domain/ids.ts'
import type { Role } from '#domain/roles.ts'
import { outletDb } from '../db/index.ts'
import type { Env } from '../env.ts'
import worker from '../index.ts'
import { testEnv, type World } from './world.ts'

/** Records the cost of a call: the remote calls that wait for each other, its statements, and the rows that the databases read for them. */

/** Each remote call takes at least this long, as across a network, so that parallel calls can be recognised. */
const LATENCY = 15
/** A call under `waitUntil`: it may begin just before the answer is sent, and the answer doesn't wait for it. */
const LATER = ['ROOM.hint']

type Binding = 'PLATFORM' | 'OUTLETS_0' | 'OUTLETS_1'
export type Span = { binding: string; start: number; end: number; afterAnswer: boolean }
/** `rows` are those that the database read for it, by D1's own count. */
export type Statement = { binding: string; sql: string; params: unknown[]; rows: number }

export class Recorder {
  readonly spans: Span[] = []
  readonly statements: Statement[] = []
  readonly env: Env
  answered = false
  readonly #latency: number
  #tick = 0

  /** `databases` stand in for those of the tests. */
  constructor({ databases = {}, latency = LATENCY }: { databases?: Partial<Record<Binding, D1Database>>; latency?: number } = {}) {
    this.#latency = latency
    const recorded = (binding: Binding) =>
      this.#database(binding, databases[binding] ?? (binding === 'PLATFORM' ? testEnv.PLATFORM : outletDb(testEnv, binding)))
    this.env = {
      ...testEnv,
      PLATFORM: recorded('PLATFORM'),
      OUTLETS_0: recorded('OUTLETS_0'),
      OUTLETS_1: recorded('OUTLETS_1'),
      ROOM: this.#room(),
    }
  }

  async #timed<T>(binding: string, work: () => Promise<T>): Promise<T> {
    const span: Span = { binding, start: this.#tick++, end: Infinity, afterAnswer: this.answered }
    this.spans.push(span)
    try {
      const [result] = await Promise.all([work(), this.#latency > 0 ? scheduler.wait(this.#latency) : null])
      return result
    } finally {
      span.end = this.#tick++
    }
  }

  #database(binding: string, db: D1Database): D1Database {
    const real = new Map<object, { statement: D1PreparedStatement; seen: Statement }>()
    const counted = (seen: Statement, result: D1Result) => {
      seen.rows += result.meta.rows_read ?? 0
      return result
    }
    const wrap = (statement: D1PreparedStatement, seen: Statement): D1PreparedStatement => {
      const wrapped = {
        bind: (...params: unknown[]) => {
          const bound = { ...seen, params }
          this.statements.push(bound)
          return wrap(statement.bind(...params), bound)
        },
        first: async () => (await wrapped.all()).results[0] ?? null,
        all: () => this.#timed(binding, async () => counted(seen, await statement.all())),
        run: () => this.#timed(binding, async () => counted(seen, await statement.run())),
      }
      real.set(wrapped, { statement, seen })
      return wrapped as unknown as D1PreparedStatement
    }
    return {
      prepare: (text: string) => wrap(db.prepare(text), { binding, sql: text, params: [], rows: 0 }),
      batch: (list: D1PreparedStatement[]) =>
        this.#timed(binding, async () => {
          const known = list.map((s) => {
            const found = real.get(s)
            if (!found) throw new Error('a statement of another database')
            return found
          })
          const results = await db.batch(known.map((k) => k.statement))
          return results.map((result, i) => counted(known[i]!.seen, result))
        }),
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

  /** Calls the app itself with these bindings. Resolves when the promises given to `waitUntil` have ended too. */
  async call(address: string, token: string | null, body?: unknown, headers: Record<string, string> = {}) {
    const [, method = '', path = ''] = /^(\w+) (.*)$/.exec(address) ?? []
    return this.fetch(
      new Request(`https://tawa.test/v1${path}`, {
        method,
        headers: {
          ...(token ? { Authorization: `Bearer ${token}` } : {}),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          'CF-Connecting-IP': randomId(),
          ...headers,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
    )
  }

  async fetch(request: Request) {
    const later: Promise<unknown>[] = []
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

  /** Rows that the databases have read, before the answer and after it. */
  get rowsRead(): number {
    return this.statements.reduce((sum, s) => sum + s.rows, 0)
  }

  /** The longest chain of remote calls that waited for each other before the answer; overlapping calls are one stage. */
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

/** D1's own limits: a row or parameter, parameters a query, statements a request (PLATFORM.md, Cloudflare's limits). */
export const D1 = { bytes: 2_000_000, params: 100, statements: 1000 }
export const bytes = (text: string) => new TextEncoder().encode(text).length

/** Makes the call, and fails when a statement of it comes near D1's limits. */
export async function measured(w: World, role: Role, address: string, body?: unknown, headers: Record<string, string> = {}) {
  const record = new Recorder({ latency: 0 })
  const reply = await record.call(address, await w.as(role), body, headers)
  const params = record.statements.flatMap((s) => s.params.filter((p) => typeof p === 'string').map(bytes))
  const worst = {
    bytes: Math.max(0, ...params),
    params: Math.max(...record.statements.map((s) => s.params.length)),
    statements: record.statements.length,
  }
  expect(worst.bytes, `${address}: a parameter`).toBeLessThan(D1.bytes * 0.75)
  expect(worst.params, `${address}: parameters a query`).toBeLessThanOrEqual(D1.params)
  expect(worst.statements, `${address}: statements`).toBeLessThan(D1.statements * 0.6)
  return reply
}
