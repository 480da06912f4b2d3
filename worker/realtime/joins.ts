import { sql } from '../db/sql.ts'
import { type ClientData, type ClientFrame, clientFrames } from '#domain/api/events.ts'
import { alertForDiner } from '#domain/diner.ts'
import { first } from '../db/index.ts'
import { guestCall } from '../http/staffFirst.ts'
import type { Alerts } from './alerts.ts'
import type { FloorClock } from './floorClock.ts'
import { dinerCopies, type EventRow, frame, isJson, parseJson } from './frames.ts'
import type { KitchenScreens } from './kitchenScreens.ts'
import type { PrintWatch } from './printWatch.ts'
import type { Relay } from './relay.ts'
import { type Seat, seatOf, type Seats, type Socket } from './seats.ts'
import type { RoomState } from './state.ts'
import type { Traffic } from './traffic.ts'

const MAX_MESSAGE = 64 * 1024
/** How many tables one staff socket may have joined; the next join leaves the oldest. */
const MAX_TABLES = 100

/** A replay to staff: its number, and the seq that it goes on from. */
type Replay = { id: number; since: number }

type Parts = {
  state: RoomState
  seats: Seats
  alerts: Alerts
  screens: KitchenScreens
  prints: PrintWatch
  relay: Relay
  clock: FloorClock
  traffic: Traffic
}

/** Handles what clients send (CONTRACT §7): joining the restaurant or a table, with a replay of missed events, and leaving. */
export class Joins {
  readonly #state: RoomState
  readonly #seats: Seats
  readonly #alerts: Alerts
  readonly #screens: KitchenScreens
  readonly #prints: PrintWatch
  readonly #relay: Relay
  readonly #clock: FloorClock
  readonly #traffic: Traffic
  #replays = 0

  constructor({ state, seats, alerts, screens, prints, relay, clock, traffic }: Parts) {
    this.#state = state
    this.#seats = seats
    this.#alerts = alerts
    this.#screens = screens
    this.#prints = prints
    this.#relay = relay
    this.#clock = clock
    this.#traffic = traffic
  }

  /** Handles one message. An invalid one is answered with an error, and the socket stays open. Throws when the database can't be read. */
  async receive(socket: Socket, message: unknown): Promise<void> {
    const refuse = (code: string, text: string) => this.#seats.refuse(socket, code, text)
    if (!this.#allows(socket, 'frames')) return
    if (typeof message !== 'string') return refuse('bad_message', 'Messages are JSON text.')
    if (message.length > MAX_MESSAGE) return this.#seats.tooLarge(socket)
    const sent = parseJson(message)
    if (!isJson(sent) || typeof sent.event !== 'string') return refuse('bad_message', 'A message is { event, data }.')
    if (!Object.hasOwn(clientFrames, sent.event)) return refuse('unknown_event', 'Unknown event.')
    const event = sent.event as ClientFrame
    const parsed = clientFrames[event].safeParse(sent.data ?? {})
    if (!parsed.success) return refuse('validation_failed', `The data of ${event} is not valid.`)
    const data = (parsed.data ?? {}) as { restaurantId?: string | null; tableId?: string; since?: number | null; batch?: boolean | null }
    if (event === 'pong') {
      if (this.#seats.pong(socket)) await this.#relay.inTurn(() => this.#reload(socket))
      return
    }
    if (event !== 'leaveTable' && !this.#allows(socket, 'joins')) return
    // In the order they came: a leave waits for the join before it.
    const answer = () =>
      this.#relay.inTurn(async () => {
        if (event === 'joinRestaurant') return this.#firstPage(socket, await this.#joinRestaurant(socket, data))
        if (event === 'joinTable') return this.#firstPage(socket, await this.#joinTable(socket, data.tableId ?? '', data.since ?? null))
        this.#seats.change(socket, { tables: seatOf(socket).tables.filter((id) => id !== data.tableId) })
        return null
      })
    let replay = await (seatOf(socket).family === 'diner' ? this.#asGuest(socket, answer) : answer())
    while (replay) replay = await this.#nextPage(socket, replay)
  }

  /** Guests' joins wait for the staff as their calls do: each reads the table, and the relay of everybody's events waits meanwhile. */
  #asGuest<T>(socket: Socket, answer: () => Promise<T>): Promise<T> {
    return this.#seats.feedOf(socket).turns.run(async () => {
      const end = await guestCall(this.#state.restaurantId)
      try {
        return await answer()
      } finally {
        end()
      }
    })
  }

  /** True while the session is within its limits. Above them it gets one error, then the socket is closed. */
  #allows(socket: Socket, what: 'frames' | 'joins'): boolean {
    const left = this.#traffic.left(seatOf(socket), what)
    if (left === -1) this.#seats.rateLimit(socket)
    else if (left < 0) this.#seats.turnAway(socket)
    return left >= 0
  }

  /**
   * Sends staff the events that they missed, one page at a time. Each page but the first has its own turn in the queue, so relays and other joins can run in
   * between. Live events wait for the last page, which includes everything relayed by then. Another replay of the same socket replaces this one. Returns the
   * rest of the replay.
   */
  async #page(socket: Socket, { id, since }: Replay): Promise<Replay | null> {
    const feed = this.#seats.feedOf(socket)
    if (feed.replay !== id) return null
    const { rows, more } = await this.#relay.missed(since, this.#state.lastSeq, null)
    const sent = this.#seats.replayedRows(socket, rows)
    const last = rows.at(-1)
    if (more && sent && last) return { id, since: last.seq }
    feed.replay = null
    return null
  }

  async #firstPage(socket: Socket, replay: Replay | null): Promise<Replay | null> {
    return replay && this.#page(socket, replay)
  }

  /** Waits for the client to read before it is sent more. */
  async #nextPage(socket: Socket, replay: Replay): Promise<Replay | null> {
    const feed = this.#seats.feedOf(socket)
    await feed.read()
    if (!feed.behind) return this.#relay.inTurn(() => this.#page(socket, replay))
    feed.replay = null
    this.#seats.tooSlow(socket)
    return null
  }

  /** A socket that was behind has read what it was sent: it fetches everything again and gets live events from now on. */
  async #reload(socket: Socket): Promise<void> {
    const { room, tables } = seatOf(socket)
    const joined = room ?? tables.at(-1)
    if (joined === undefined) return
    const seq = this.#state.lastSeq
    this.#seats.change(socket, { heard: seq })
    this.#sendJoined(socket, joined, seq, false)
  }

  /** Includes the state that has no seq and is sent in full at every join. */
  #sendJoined(socket: Socket, room: string, seq: number, resumed: boolean): void {
    const { family, tableId, withheld = [] } = seatOf(socket)
    const more =
      family === 'diner'
        ? { alerts: this.#alerts.list(tableId).map(alertForDiner) }
        : {
            alerts: withheld.includes('tableAlert') ? [] : this.#alerts.list(),
            unseenKots: withheld.includes('ticketsUnseen') ? [] : this.#screens.unseen(),
            unprinted: withheld.includes('unprintedJobs') ? [] : this.#prints.unprinted(),
          }
    this.#seats.send(socket, frame('joined', { room, seq, resumed, ...more }))
  }

  #refuse(socket: Socket, code: string, message: string, more: { tableId?: string | null } = {}): null {
    this.#seats.refuse(socket, code, message, more)
    return null
  }

  async #joinRestaurant(
    socket: Socket,
    { restaurantId = null, since = null, batch }: ClientData<'joinRestaurant'>,
  ): Promise<Replay | null> {
    const { family, room } = seatOf(socket)
    if (family === 'diner') return this.#refuse(socket, 'forbidden', 'This room is for staff.')
    if (restaurantId !== null && restaurantId !== this.#state.restaurantId) return this.#refuse(socket, 'forbidden', 'Another restaurant.')
    await this.#relay.run()
    const replay = await this.#welcome(
      socket,
      'restaurant',
      { room: 'restaurant', batch: batch === true },
      room === 'restaurant',
      since,
      null,
    )
    await this.#clock.planOnce()
    return replay
  }

  async #joinTable(socket: Socket, tableId: string, since: number | null): Promise<Replay | null> {
    if (seatOf(socket).family === 'diner') return this.#joinOwnTable(socket, tableId, since)
    await this.#relay.run()
    const { tables } = seatOf(socket)
    const joined = [...tables.filter((id) => id !== tableId), tableId].slice(-MAX_TABLES)
    return this.#welcome(socket, tableId, { tables: joined }, tables.includes(tableId), since, null)
  }

  /**
   * The sitting is read again here: it may have ended or moved after the Worker's check and before the socket existed. The table is read first, then the
   * relay runs: if a change is committed in between, relaying it moves or ends this socket's seat too.
   */
  async #joinOwnTable(socket: Socket, asked: string, since: number | null): Promise<Replay | null> {
    const before = seatOf(socket)
    if (!before.sittingId) return this.#refuse(socket, 'forbidden', 'Not your table.', { tableId: null })
    const table = await first<{ seatedAt: string; tableId: string; sittingId: string; hosted: number }>(
      this.#state.db,
      sql`SELECT t.id AS seatedAt, coalesce(p.id, t.id) AS tableId, coalesce(p.sitting_id, t.sitting_id) AS sittingId, p.id IS NOT NULL AS hosted
          FROM dining_tables t LEFT JOIN dining_tables p ON p.id = t.merged_into AND p.restaurant_id = t.restaurant_id
          WHERE t.restaurant_id = ${this.#state.restaurantId} AND t.sitting_id = ${before.sittingId} AND t.deleted_at IS NULL
          ORDER BY t.merged_into IS NOT NULL LIMIT 1`,
    )
    if (!table) {
      this.#seats.end(socket)
      return null
    }
    // Guests of a merged table know it by its own id; the answer names the parent.
    const own = [before.tableId, table.seatedAt, table.tableId]
    this.#seats.change(socket, {
      tableId: table.tableId,
      hosted: table.hosted === 1,
      tables: before.tables.length > 0 ? [table.tableId] : [],
    })
    await this.#relay.run()
    if (socket.readyState !== WebSocket.OPEN) return null
    const tableId = seatOf(socket).tableId ?? table.tableId
    if (!own.includes(asked) && asked !== tableId) return this.#refuse(socket, 'forbidden', 'Not your table.', { tableId })
    return this.#welcome(socket, tableId, { tables: [tableId] }, before.tables.length > 0, since, [before.sittingId, table.sittingId])
  }

  /** Runs in the queue, after a relay, so that no event falls between replay and live. Returns the replay that is to follow, if any. */
  async #welcome(
    socket: Socket,
    room: string,
    joined: Partial<Seat>,
    again: boolean,
    since: number | null,
    sittings: string[] | null,
  ): Promise<Replay | null> {
    const feed = this.#seats.feedOf(socket)
    const upTo = this.#state.lastSeq
    const { heard } = seatOf(socket)
    // Joining a second room replays nothing, since the socket already got all events through the first. Joining the same room again asks for lost events.
    const had = !again && heard !== null && since !== null && since >= heard && since <= upTo
    const missed = since !== null && !had ? await this.#missed(socket, since, upTo, sittings) : null
    const resumed = had || missed !== null
    this.#seats.change(socket, { ...joined, heard: Math.min(heard ?? Infinity, resumed && since !== null ? since : upTo) })
    // It gets the message to reload after it has read what was sent.
    if (feed.behind) {
      this.#seats.tooSlow(socket)
      return null
    }
    this.#sendJoined(socket, room, upTo, resumed)
    if (had) return null
    feed.replay = null
    if (missed === 'paged' && since !== null) return { id: (feed.replay = ++this.#replays), since }
    const { diner } = seatOf(socket)
    if (missed !== 'paged') this.#seats.replayed(socket, missed?.map((row) => dinerCopies(row)(diner)) ?? [])
    return null
  }

  /**
   * The events after `since`; null if they can't be replayed or the session has asked too often: then the client fetches everything again. A diner gets at most
   * one page, at once; staff get theirs page by page afterwards.
   */
  async #missed(socket: Socket, since: number, upTo: number, sittings: string[] | null): Promise<EventRow[] | 'paged' | null> {
    if (since === upTo) return []
    if (since > upTo || this.#traffic.left(seatOf(socket), 'replays') < 0) return null
    if (!(await this.#relay.canReplay(since, upTo, sittings && seatOf(socket).tableId))) return null
    if (!sittings) return 'paged'
    const { rows, more } = await this.#relay.missed(since, upTo, sittings)
    return more ? null : rows
  }
}
