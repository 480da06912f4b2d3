import type { Permissions } from '#domain/permissions.ts'
import { findRestaurant } from '../access/session.ts'
import { outletDb } from '../db/index.ts'
import type { Env } from '../env.ts'
import type { Where } from './rpc.ts'

type Value = string | number | null

/** The object's own SQL database. Each part of the room creates and uses its own tables. */
export type OwnSql = {
  rows: <Row>(query: string, ...values: Value[]) => Row[]
  run: (query: string, ...values: Value[]) => void
}

export const ownSql = ({ sql }: DurableObjectStorage): OwnSql => ({
  rows: <Row>(query: string, ...values: Value[]) => sql.exec(query, ...values).toArray() as Row[],
  run: (query, ...values) => void sql.exec(query, ...values),
})

/** The room's own facts: its restaurant, the last event it has relayed, and what its clock has still to write. */
export class RoomState {
  readonly #sql: OwnSql
  readonly #env: Env
  #where: Where | null = null
  #lastSeq: number
  #tablesUnwritten: number | null

  constructor(sql: OwnSql, env: Env) {
    this.#sql = sql
    this.#env = env
    sql.run('CREATE TABLE IF NOT EXISTS state (key TEXT PRIMARY KEY, value TEXT NOT NULL)')
    const state = Object.fromEntries(sql.rows<{ key: string; value: string }>('SELECT key, value FROM state').map((r) => [r.key, r.value]))
    if (state.restaurantId && state.shard) this.#where = { restaurantId: state.restaurantId, shard: state.shard }
    this.#lastSeq = Number(state.lastSeq ?? 0)
    this.#tablesUnwritten = Number(state.tablesUnwritten) || null
  }

  /** The restaurant as named by the first call: partyserver's `this.name` throws when the object was not addressed by name. */
  know({ restaurantId, shard }: Where): void {
    if (this.#where?.restaurantId === restaurantId && this.#where.shard === shard) return
    if (this.#where && this.#where.restaurantId !== restaurantId) throw new Error('this room belongs to another restaurant')
    this.#write('restaurantId', restaurantId)
    this.#write('shard', shard)
    this.#where = { restaurantId, shard }
  }

  get isKnown(): boolean {
    return this.#where !== null
  }

  /** Throws before the first call has named it. */
  get restaurantId(): string {
    return this.#known().restaurantId
  }

  /** The restaurant's id for the log. */
  get named(): { restaurantId: string | undefined } {
    return { restaurantId: this.#where?.restaurantId }
  }

  get db(): D1Database {
    return outletDb(this.#env, this.#known().shard)
  }

  /** The restaurant's permissions as they are now; null when it has none of its own. */
  async permissions(): Promise<Permissions | null> {
    return (await findRestaurant(this.#env, this.restaurantId))?.permissions ?? null
  }

  get lastSeq(): number {
    return this.#lastSeq
  }

  set lastSeq(seq: number) {
    this.#write('lastSeq', String(seq))
    this.#lastSeq = seq
  }

  /** Since when changes of tables by the clock are still to be written, in milliseconds since 1970; null when all are (floorClock.ts). */
  get tablesUnwritten(): number | null {
    return this.#tablesUnwritten
  }

  set tablesUnwritten(since: number | null) {
    if (since === this.#tablesUnwritten) return
    this.#write('tablesUnwritten', String(since ?? 0))
    this.#tablesUnwritten = since
  }

  #known(): Where {
    if (!this.#where) throw new Error('the room does not know its restaurant yet')
    return this.#where
  }

  #write(key: string, value: string): void {
    this.#sql.run('INSERT INTO state (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value', key, value)
  }
}
