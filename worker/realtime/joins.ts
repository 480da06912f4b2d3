import { sql } from 'drizzle-orm'
import { type ClientFrame, clientFrames } from '#domain/api/events.ts'
import { first } from '../db/index.ts'
import type { Alerts } from './alerts.ts'
import type { FloorClock } from './floorClock.ts'
import { dinerCopies, frame, isJson, parseJson, staffCopy } from './frames.ts'
import type { Relay } from './relay.ts'
import { changeSeat, type Seat, seatOf, type Seats, type Socket } from './seats.ts'
import type { RoomState } from './state.ts'

const MAX_MESSAGE = 64 * 1024
/** How many tables one staff socket may have joined; the next join leaves the oldest. */
const MAX_TABLES = 100

type Parts = { state: RoomState; seats: Seats; alerts: Alerts; relay: Relay; clock: FloorClock }

/** Handles what clients send (CONTRACT §7): joining the restaurant or a table, with a replay of missed events, and leaving. */
export class Joins {
  readonly #state: RoomState
  readonly #seats: Seats
  readonly #alerts: Alerts
  readonly #relay: Relay
  readonly #clock: FloorClock

  constructor({ state, seats, alerts, relay, clock }: Parts) {
    this.#state = state
    this.#seats = seats
    this.#alerts = alerts
    this.#relay = relay
    this.#clock = clock
  }

  /** Handles one message. An invalid one is answered with an error, and the socket stays open. Throws when the database can't be read. */
  async receive(socket: Socket, message: unknown): Promise<void> {
    const refuse = (code: string, text: string) => this.#seats.refuse(socket, code, text)
    if (typeof message !== 'string') return refuse('bad_message', 'Messages are JSON text.')
    if (message.length > MAX_MESSAGE) return refuse('too_large', 'The message is too large.')
    const sent = parseJson(message)
    if (!isJson(sent) || typeof sent.event !== 'string') return refuse('bad_message', 'A message is { event, data }.')
    if (!Object.hasOwn(clientFrames, sent.event)) return refuse('unknown_event', 'Unknown event.')
    const event = sent.event as ClientFrame
    const parsed = clientFrames[event].safeParse(sent.data ?? {})
    if (!parsed.success) return refuse('validation_failed', `The data of ${event} is not valid.`)
    const data = (parsed.data ?? {}) as { restaurantId?: string | null; tableId?: string; since?: number | null }
    if (event === 'pong') return
    // Messages are handled in order: a leave waits for the join before it.
    await this.#relay.inTurn(async () => {
      if (event === 'joinRestaurant') await this.#joinRestaurant(socket, data.restaurantId ?? null, data.since ?? null)
      else if (event === 'joinTable') await this.#joinTable(socket, data.tableId ?? '', data.since ?? null)
      else changeSeat(socket, { tables: seatOf(socket).tables.filter((id) => id !== data.tableId) })
    })
  }

  async #joinRestaurant(socket: Socket, restaurantId: string | null, since: number | null): Promise<void> {
    const { family, room } = seatOf(socket)
    if (family === 'diner') return this.#seats.refuse(socket, 'forbidden', 'This room is for staff.')
    if (restaurantId !== null && restaurantId !== this.#state.restaurantId)
      return this.#seats.refuse(socket, 'forbidden', 'Another restaurant.')
    await this.#relay.run()
    await this.#welcome(socket, 'restaurant', { room: 'restaurant' }, room === 'restaurant', since, null)
    await this.#clock.planOnce()
  }

  async #joinTable(socket: Socket, tableId: string, since: number | null): Promise<void> {
    if (seatOf(socket).family === 'diner') return this.#joinOwnTable(socket, tableId, since)
    await this.#relay.run()
    const { tables } = seatOf(socket)
    const joined = [...tables.filter((id) => id !== tableId), tableId].slice(-MAX_TABLES)
    await this.#welcome(socket, tableId, { tables: joined }, tables.includes(tableId), since, null)
  }

  /**
   * The sitting is read again here: it may have ended or moved after the Worker's check and before the socket existed. The table is read first, then the
   * relay runs: if a change is committed in between, relaying it moves or ends this socket's seat too.
   */
  async #joinOwnTable(socket: Socket, asked: string, since: number | null): Promise<void> {
    const before = seatOf(socket)
    if (!before.sittingId) return this.#seats.refuse(socket, 'forbidden', 'Not your table.', { tableId: null })
    const table = await first<{ seatedAt: string; tableId: string; sittingId: string; hosted: number }>(
      this.#state.db,
      sql`SELECT t.id AS seatedAt, coalesce(p.id, t.id) AS tableId, coalesce(p.sitting_id, t.sitting_id) AS sittingId, p.id IS NOT NULL AS hosted
          FROM dining_tables t LEFT JOIN dining_tables p ON p.id = t.merged_into AND p.restaurant_id = t.restaurant_id
          WHERE t.restaurant_id = ${this.#state.restaurantId} AND t.sitting_id = ${before.sittingId} AND t.deleted_at IS NULL
          ORDER BY t.merged_into IS NOT NULL LIMIT 1`,
    )
    if (!table) return this.#seats.end(socket)
    // Guests of a merged table know it by its own id; the answer names the parent.
    const own = [before.tableId, table.seatedAt, table.tableId]
    changeSeat(socket, { tableId: table.tableId, hosted: table.hosted === 1, tables: before.tables.length > 0 ? [table.tableId] : [] })
    await this.#relay.run()
    if (socket.readyState !== WebSocket.OPEN) return
    const tableId = seatOf(socket).tableId ?? table.tableId
    if (!own.includes(asked) && asked !== tableId) return this.#seats.refuse(socket, 'forbidden', 'Not your table.', { tableId })
    await this.#welcome(socket, tableId, { tables: [tableId] }, before.tables.length > 0, since, [before.sittingId, table.sittingId])
  }

  /** Runs in the queue, after a relay, so that no event falls between replay and live. */
  async #welcome(
    socket: Socket,
    room: string,
    joined: Partial<Seat>,
    again: boolean,
    since: number | null,
    sittings: string[] | null,
  ): Promise<void> {
    const upTo = this.#state.lastSeq
    const { heard, tableId, family } = seatOf(socket)
    // Joining a second room replays nothing, since the socket already got all events through the first. Joining the same room again asks for lost events.
    const had = !again && heard !== null && since !== null && since >= heard && since <= upTo
    const resumed = had || (since !== null && (await this.#relay.canReplay(since, upTo, family === 'diner' ? tableId : null)))
    changeSeat(socket, { ...joined, heard: Math.min(heard ?? Infinity, resumed && since !== null ? since : upTo) })
    const alerts = family === 'diner' ? this.#alerts.list(tableId) : this.#alerts.list()
    this.#seats.send(socket, frame('joined', { room, seq: upTo, resumed, alerts }))
    if (!resumed || had || since === null || socket.readyState !== WebSocket.OPEN) return
    await this.#relay.replay(since, upTo, sittings, (row) => {
      this.#seats.send(socket, sittings ? dinerCopies(row)(seatOf(socket).diner) : staffCopy(row))
      return socket.readyState === WebSocket.OPEN
    })
  }
}
