import './shims.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { randomId } from '#domain/ids.ts'
import type { Role } from '#domain/roles.ts'
import type { Database } from '#demo/database.ts'
import { loadDemo, ONE } from '#demo/load.ts'
import type * as workerModule from '#worker/index.ts'
import type { Env } from '#worker/env.ts'
import { picture } from '../../scripts/lib/pictures.ts'
import { databases } from '../../scripts/lib/databases.ts'
import { migrate } from '../../scripts/lib/migrate.ts'
import { LocalD1, MeteredD1, type Meter } from './d1.ts'

/** The demo's first restaurant, served by the Worker's own code in this process: databases in files, its room stubbed (`kotNumbers` counts, the rest is empty). */
export type House = Awaited<ReturnType<typeof openHouse>>
type Served<D> = { platform: D; shard: D; end: () => unknown }

const root = join(import.meta.dirname, '../..')
const SHARD = 'OUTLETS_0'

const utf8 = new TextDecoder()

export type Reply = { status: number; text: string }

/** In this process, by files of node:sqlite. */
export const openHouse = () => {
  const home = mkdtempSync(join(tmpdir(), 'tawa-order-'))
  const [platform, shard] = [new LocalD1(join(home, 'platform.sqlite')), new LocalD1(join(home, 'outlets.sqlite'))]
  const end = () => {
    platform.close()
    shard.close()
    rmSync(home, { recursive: true, force: true })
  }
  return serve({ platform, shard, end })
}

/** On Miniflare's D1, which counts rows. */
export async function openCountedHouse() {
  const { db, end } = await databases(['platform', 'shard'])
  return { ...(await serve({ platform: new MeteredD1(db.platform), shard: new MeteredD1(db.shard), end })), end }
}

async function serve<D extends LocalD1 | MeteredD1>({ platform, shard, end }: Served<D>) {
  const { default: worker } = (await import('#worker/index.ts')) as typeof workerModule
  const { signToken, SESSION_DAYS } = await import('#worker/access/session.ts')
  const { run, all } = await import('#worker/db/index.ts')
  const { insert } = await import('#worker/db/rows.ts')
  const { sessions } = await import('#worker/db/platform.ts')
  await migrate(platform as unknown as Database, join(root, 'migrations/platform'))
  await migrate(shard as unknown as Database, join(root, 'migrations/outlets'))
  const room = roomStub()
  await loadDemo({
    platform: platform as unknown as Database,
    shard: shard as unknown as Database,
    kotNumbers: (where, ask) => room.kotNumbers(where, ask),
    media: { picture, put: async () => {} },
    now: new Date(),
    publicUrl: 'https://bench.test',
  })
  const env = {
    PLATFORM: platform,
    [SHARD]: shard,
    ROOM: { idFromName: (name: string) => name, get: () => room },
    JWT_SECRET: 'a secret that only the bench knows',
    ENVIRONMENT: 'production',
    LOG_LEVEL: 'error',
  } as unknown as Env
  const later: Promise<unknown>[] = []
  const context = { waitUntil: (work: Promise<unknown>) => void later.push(work), passThroughOnException: () => {}, props: {} }

  type Asked = { token: string; body?: unknown; key?: string }
  function requestOf(address: string, { token, body, key }: Asked): Request {
    const [method = '', path = ''] = address.split(' ')
    return new Request(`https://bench.test/v1${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        'CF-Connecting-IP': '10.0.0.1',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }

  /** One call, as `fetch` would hand it over; what `waitUntil` was given is done too. The answer comes as bytes, because making them into text is the caller's work. */
  async function callForBytes(address: string, asked: Asked): Promise<{ status: number; bytes: ArrayBuffer }> {
    const response = await worker.fetch!(requestOf(address, asked) as never, env, context as never)
    const bytes = await response.arrayBuffer()
    await Promise.all(later.splice(0))
    return { status: response.status, bytes }
  }

  async function call(address: string, asked: Asked): Promise<Reply> {
    const { status, bytes } = await callForBytes(address, asked)
    return { status, text: utf8.decode(bytes) }
  }

  /** A signed-in member of the staff, by role. */
  async function as(role: Role): Promise<string> {
    const [account] = await all<{ id: string }>(env.PLATFORM, sql`SELECT id FROM accounts WHERE restaurant_id = ${ONE} AND role = ${role}`)
    const [sid, now] = [randomId(), new Date()]
    const expiresAt = new Date(now.getTime() + SESSION_DAYS * 86_400_000)
    const at = now.toISOString()
    const session = {
      id: sid,
      accountId: account!.id,
      role,
      restaurantId: ONE,
      device: 'bench',
      createdAt: at,
      lastSeenAt: at,
      expiresAt: expiresAt.toISOString(),
    }
    await run(env.PLATFORM, insert(sessions, session))
    return signToken(env, { sub: account!.id, role, sid, restaurantId: ONE, shard: SHARD }, expiresAt)
  }

  return {
    id: ONE,
    env,
    platform,
    shard,
    call,
    callForBytes,
    as,
    roomCalls: () => room.calls,
    /** Whether the time in SQLite is counted from now on. */
    clock(on: boolean): void {
      for (const db of [platform, shard]) db.clocked = on
    },
    /** The counts of both databases since the last call. */
    take(): Meter {
      const sum = { calls: 0, statements: 0, rowsRead: 0, rowsWritten: 0, sql: 0 }
      for (const { meter } of [platform, shard])
        for (const key of Object.keys(sum) as (keyof Meter)[]) {
          sum[key] += meter[key]
          meter[key] = 0
        }
      return sum
    },
    close: () => void end(),
  }
}

/** The room as the Worker sees it: it gives numbers, and takes notice of the rest. */
function roomStub() {
  let last = 0
  return {
    calls: 0,
    async kotNumbers(_where: object, { businessDate, epoch, kotIds }: { businessDate: string; epoch: number; kotIds: string[] }) {
      this.calls += 1
      return { numbers: Object.fromEntries(kotIds.map((kotId) => [kotId, { number: ++last, date: businessDate, epoch }])) }
    },
    async arm() {
      this.calls += 1
      return 0
    },
    async hint() {
      this.calls += 1
    },
    async alerts() {
      this.calls += 1
      return []
    },
    async acknowledgeTickets() {
      this.calls += 1
      return []
    },
    async currentNumber() {
      this.calls += 1
      return last
    },
  }
}
