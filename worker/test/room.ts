import { runDurableObjectAlarm } from 'cloudflare:test'
import { randomId } from '#domain/ids.ts'
import { batch, outletDb, run } from '../db/index.ts'
import { counterValue, type OutEvent, outbox } from '../realtime/events.ts'
import { anEvent, type EventSketch } from './events.ts'
import type { SessionForSocket } from '../realtime/handshake.ts'
import { hintRoom, room, type Where } from '../realtime/publish.ts'
import { realtime } from '../realtime/routes.ts'
import { sql } from 'drizzle-orm'
import { env } from './env.ts'
import { socketOf, type TestSocket } from './sockets.ts'

/** The room without the rest of the Worker: events are written straight to the outbox, and sockets have sessions made without a sign-in. */

export const newRoom = (shard = 'OUTLETS_1'): Where => ({ restaurantId: randomId(), shard })

/** Commits events as a command does, without notifying the room. Missing fields of a sketch are filled in. Returns the last seq. */
export async function commitEvents(where: Where, ...events: EventSketch[]): Promise<number> {
  const full: OutEvent[] = events.map(anEvent)
  const rows = await batch(outletDb(env, where.shard), [
    ...outbox(where.restaurantId, full, new Date().toISOString()),
    sql`SELECT ${counterValue(where.restaurantId, 'seq')} AS seq`,
  ])
  return Number(rows.at(-1)?.[0]?.seq)
}

/** Commits events and hints. Returns the last seq, when the room has sent it. */
export async function publish(where: Where, ...events: EventSketch[]): Promise<number> {
  const seq = await commitEvents(where, ...events)
  await hintRoom(env, where, seq)
  return seq
}

export const sessionOf = (where: Where, who: Partial<SessionForSocket> = {}): SessionForSocket => ({
  sid: randomId(),
  accountId: randomId(),
  role: 'captain',
  family: 'restaurant',
  name: 'Asha',
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  ...where,
  ...who,
})

export type Guest = { tableId: string; sittingId: string }

export const dinerOf = (where: Where, guest: Guest, who: Partial<SessionForSocket> = {}): SessionForSocket =>
  sessionOf(where, { role: 'user', family: 'diner', name: 'Guest', ...guest, ...who })

export const ask = (where: Where, session: SessionForSocket, url = '', headers: Record<string, string> = {}): Promise<Response> =>
  realtime(
    new Request(`https://tawa.test/v1/realtime/${where.restaurantId}${url}`, {
      headers: { Upgrade: 'websocket', 'Sec-WebSocket-Protocol': 'tawa.v1, bearer.token', ...headers },
    }),
    env,
    where.restaurantId,
    async () => session,
  )

export const open = async (where: Where, session: SessionForSocket, url = '', headers: Record<string, string> = {}): Promise<TestSocket> =>
  socketOf(await ask(where, session, url, headers))

/** A staff socket that has joined the restaurant. */
export async function staff(where: Where, who: Partial<SessionForSocket> = {}): Promise<TestSocket> {
  const socket = await open(where, sessionOf(where, who))
  await socket.join('joinRestaurant')
  return socket
}

/** A diner's socket that has joined its table. */
export async function diner(where: Where, guest: Guest): Promise<TestSocket> {
  const socket = await open(where, dinerOf(where, guest))
  await socket.join('joinTable', { tableId: guest.tableId })
  return socket
}

/** A table with its sitting. */
export async function seatGuest(where: Where, tableNumber: string): Promise<Guest> {
  const guest = { tableId: randomId(), sittingId: randomId() }
  await run(
    outletDb(env, where.shard),
    sql`INSERT INTO dining_tables (id, restaurant_id, table_number, capacity, sitting_id, qr_token, created_at)
        VALUES (${guest.tableId}, ${where.restaurantId}, ${tableNumber}, 4, ${guest.sittingId}, ${randomId()}, ${new Date().toISOString()})`,
  )
  return guest
}

export const changeTable = (where: Where, tableId: string, change: { sittingId?: string; mergedInto?: string | null }) =>
  run(
    outletDb(env, where.shard),
    sql`UPDATE dining_tables SET sitting_id = coalesce(${change.sittingId ?? null}, sitting_id), merged_into = ${change.mergedInto ?? null} WHERE id = ${tableId}`,
  )

export const upTo = (n: number, from = 1) => Array.from({ length: n - from + 1 }, (_, i) => from + i)
export const order = (guest: Guest, more: Record<string, unknown> = {}) => ({
  _id: 'o1',
  tableId: guest.tableId,
  sittingId: guest.sittingId,
  ...more,
})
export const atTable = (guest: Guest, event: 'orderCreated' | 'orderUpdated' | 'orderCompleted' = 'orderUpdated') => ({
  event,
  tableId: guest.tableId,
  data: { orderId: 'o1', tableId: guest.tableId, order: order(guest) },
})
export const moveOf = (from: Guest, toTableId: string, more: Record<string, unknown> = {}, sittingId = from.sittingId) => ({
  event: 'tableMoved' as const,
  tableId: from.tableId,
  data: {
    fromTableId: from.tableId,
    toTableId,
    fromTableNumber: '1',
    toTableNumber: '2',
    orderId: 'o1',
    order: { _id: 'o1', tableId: toTableId, sittingId },
    ...more,
  },
})
export const alarm = (where: Where) => runDurableObjectAlarm(room(env, where.restaurantId))
