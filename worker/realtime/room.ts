import { sql } from 'drizzle-orm'
import { type Connection, type ConnectionContext, Server, type WSMessage } from 'partyserver'
import { z } from 'zod'
import { randomId } from '#domain/ids.ts'
import { type Diner, forDiner, isOwnNumber } from '#domain/diner.ts'
import { all, first, outletDb } from '../db/index.ts'
import type { Env } from '../env.ts'
import { nextTableChange, tellTablesDue } from '../reservations/due.ts'
import { logError, logWarning } from '../http/log.ts'
import { OPEN_ORDERS, pendingOrders } from '../orders/store.ts'
import type { Alert, AlertAsk, ClearAsk, KotAsk, KotNumber, RoomRpc, Where } from './rpc.ts'
import { readSession, SESSION_HEADER, type SessionForSocket, SUBPROTOCOL } from './handshake.ts'

/**
 * One object per restaurant, named by its id: the sockets, the KOT counter, the table alerts and the relay from the outbox
 * (docs/decisions/004-room-relay.md). Its RPC (rpc.ts) is called by the Worker through publish.ts.
 */
/** What the attachment of a socket holds: who it is, as the Worker verified it, and what it has joined. */
type Seat = {
  sid: string
  role: string
  family: SessionForSocket['family']
  sittingId: string | null
  expiresAt: number
  /** Whose name and number it may be told; a seat that an earlier version has given has none. */
  diner?: Diner | null
  /** The diner's own table; a move changes it. Tags are fixed when a socket is accepted, so it can't be one. */
  tableId: string | null
  /** A diner of a table that was merged into `tableId`: its sitting is not the table's own. */
  hosted: boolean
  room: null | 'restaurant'
  tables: string[]
  /** The socket has had every event after this one that it may see; null before the first join. */
  heard: number | null
}
type Socket = Connection<Seat>
type EventRow = { seq: number; event: string; tableId: string | null; data: string; dinerData: string | null; at: string }
type Json = Record<string, unknown>

const PAGE = 200
const MAX_MESSAGE = 64 * 1024
const MAX_TABLES = 100
const PING_EVERY = 5 * 60_000
/** A command stops trying 8 s after it began (worker/command/command.ts): the first alarm finds the quick ones, the second the slow. */
const ARM_AFTER = [3_000, 15_000]
const RETRY_AFTER = 3_000
/** More than this a diner fetches anew: the replay is filtered row by row and holds up the queue. */
const MAX_DINER_REPLAY = 5_000
const ENDED = 4401
const ENDED_FOR = 5 * 60_000
/** Whose event it is, in a row of `events`. */
const SITTING = sql`json_extract(data, '$.order.sittingId')`
const ORDER = sql`json_extract(data, '$.orderId')`
const TRY_AGAIN = 1013

const Since = z.number().int().min(0).nullish()
const messages: Record<string, z.ZodType> = {
  joinRestaurant: z.object({ restaurantId: z.string().nullish(), since: Since }),
  joinTable: z.object({ tableId: z.string().min(1).max(40), since: Since }),
  leaveTable: z.object({ tableId: z.string().min(1).max(40) }),
  pong: z.unknown(),
}

export class RestaurantRoom extends Server<Env> implements RoomRpc {
  static override options = { hibernate: true }

  #where: Where | null = null
  #lastSeq = 0
  #alarmAt: number | null = null
  #queue: Promise<unknown> = Promise.resolve()

  /** Tables are made here and not in `onStart`, which a native RPC call skips. */
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    const db = ctx.storage.sql
    db.exec('CREATE TABLE IF NOT EXISTS state (key TEXT PRIMARY KEY, value TEXT NOT NULL)')
    db.exec(
      `CREATE TABLE IF NOT EXISTS kot_numbers (
         kot_id TEXT PRIMARY KEY, business_date TEXT NOT NULL, epoch INTEGER NOT NULL, number INTEGER NOT NULL, UNIQUE (business_date, epoch, number))`,
    )
    db.exec(
      `CREATE TABLE IF NOT EXISTS alerts (
         table_id TEXT NOT NULL, alert_type TEXT NOT NULL, id TEXT NOT NULL UNIQUE, table_number TEXT NOT NULL, order_id TEXT, timestamp TEXT NOT NULL,
         acknowledged INTEGER NOT NULL DEFAULT 0, acknowledged_by TEXT, PRIMARY KEY (table_id, alert_type))`,
    )
    db.exec('CREATE TABLE IF NOT EXISTS ended (sid TEXT PRIMARY KEY, at INTEGER NOT NULL)')
    db.exec('CREATE TABLE IF NOT EXISTS due (kind TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (kind, at))')
    const state = Object.fromEntries(
      this.#rows<{ key: string; value: string }>('SELECT key, value FROM state').map((r) => [r.key, r.value]),
    )
    if (state.restaurantId && state.shard) this.#where = { restaurantId: state.restaurantId, shard: state.shard }
    this.#lastSeq = Number(state.lastSeq ?? 0)
  }

  // ── RPC ──

  /** A command is about to commit: look into the outbox in 3 s and again in 15 s, whatever becomes of the Worker. */
  async arm(where: Where): Promise<void> {
    this.#know(where)
    const now = Date.now()
    // Rounded up to whole seconds, so that a busy evening keeps 16 rows and not one a command.
    for (const after of ARM_AFTER) this.#due('relay', Math.ceil((now + after) / 1000) * 1000)
    await this.#schedule()
  }

  /**
   * The ticket's number of the day. The same `kotId` has the same number for ever, also when it is asked again on a later day or after a
   * reset.
   */
  async kotNumbers(where: Where, { businessDate, epoch, kotIds }: KotAsk): Promise<{ numbers: Record<string, KotNumber> }> {
    const numbers: Record<string, KotNumber> = {}
    this.ctx.storage.transactionSync(() => {
      for (const kotId of kotIds) numbers[kotId] = this.#kotNumber(kotId, businessDate, epoch)
    })
    await this.arm(where)
    return { numbers }
  }

  async currentNumber(where: Where, { businessDate, epoch }: { businessDate: string; epoch: number }): Promise<number> {
    this.#know(where)
    return this.#highest(businessDate, epoch)
  }

  /** Events up to `seq` are committed. Answers when they have been sent. */
  async hint(where: Where, seq: number): Promise<void> {
    this.#know(where)
    if (seq <= this.#lastSeq) return
    await this.#inTurn(async () => {
      // Of many hints at once the first one's relay serves all.
      if (seq > this.#lastSeq) await this.#relayOrRetry()
    })
  }

  /** A booking was made or changed: the floor is told when its table's status changes by the clock. */
  async bookingsChanged(where: Where): Promise<void> {
    this.#know(where)
    await this.#planTables()
  }

  /** The last event relayed: what the purge may delete. */
  async relayed(where: Where): Promise<number> {
    this.#know(where)
    return this.#lastSeq
  }

  async raiseAlert(where: Where, { tableId, tableNumber, alertType, orderId }: AlertAsk): Promise<Alert> {
    this.#know(where)
    const now = Date.now()
    const id = this.#alertId(tableId, now)
    const timestamp = new Date(now).toISOString()
    const alert: Alert = {
      _id: id,
      id,
      tableId,
      alertType,
      tableNumber,
      orderId: orderId ?? null,
      timestamp,
      acknowledged: false,
      acknowledgedBy: null,
    }
    this.#putAlert(alert)
    this.#announce(alert)
    return alert
  }

  /** Answers the table's remaining alerts. */
  async clearAlerts(where: Where, { tableId, alertType = null, action, by }: ClearAsk): Promise<Alert[]> {
    this.#know(where)
    const [which, args] = alertType === null ? ['table_id = ?', [tableId]] : ['table_id = ? AND alert_type = ?', [tableId, alertType]]
    if (action === 'acknowledge') this.#run(`UPDATE alerts SET acknowledged = 1, acknowledged_by = ? WHERE ${which}`, by, ...args)
    else this.#run(`DELETE FROM alerts WHERE ${which}`, ...args)
    return this.#announceCleared(tableId, alertType, action)
  }

  async alerts(where: Where): Promise<Alert[]> {
    this.#know(where)
    return this.#alerts()
  }

  /**
   * Revoked sessions hear nothing more. Does not wait for the queue. They are remembered for a while: a socket may be past the Worker's
   * check and not yet here.
   */
  async endSessions(where: Where, sids: string[]): Promise<void> {
    this.#know(where)
    const now = Date.now()
    this.#run('DELETE FROM ended WHERE at < ?', now - ENDED_FOR)
    for (const sid of sids) {
      this.#run('INSERT OR REPLACE INTO ended (sid, at) VALUES (?, ?)', sid, now)
      for (const socket of this.#sockets(`sid:${sid}`)) this.#end(socket)
    }
  }

  /**
   * The sittings' diners hear what is still pending (`orderCompleted`) and are closed. Relaying the end of an order does the same by
   * itself.
   */
  async endSitting(where: Where, sittingIds: string | string[]): Promise<void> {
    this.#know(where)
    await this.#inTurn(async () => {
      await this.#relayOrRetry()
      for (const socket of this.#sockets('diner')) if ([sittingIds].flat().includes(seatOf(socket).sittingId ?? '')) this.#end(socket)
    })
  }

  // ── Sockets ──

  /**
   * Takes only the session from the Worker's request. The connection id, which partyserver reads from `?_pk=` and makes a tag, is made
   * here;
   * any other header or parameter stays outside. partyserver answers a failure with `err.stack`: as a 101 when the header
   * is exactly `websocket`, else as a 500, which can be replaced.
   */
  override async fetch(request: Request): Promise<Response> {
    try {
      if (request.headers.get('Upgrade')?.toLowerCase() !== 'websocket')
        return refusal(426, 'upgrade_required', 'This address is a WebSocket.')
      const session = request.headers.get(SESSION_HEADER)
      if (!session || !readSession(session)) return refusal(401, 'unauthenticated', 'Sign in first.')
      const inner = new Request(`https://room/?_pk=${randomId()}`, { headers: { Upgrade: 'WebSocket', [SESSION_HEADER]: session } })
      const answer = await super.fetch(inner)
      if (answer.status !== 101 || !answer.webSocket) return refusal(500, 'internal', 'Something went wrong.')
      return new Response(null, { status: 101, webSocket: answer.webSocket, headers: { 'Sec-WebSocket-Protocol': SUBPROTOCOL } })
    } catch (error) {
      logError('room fetch', error)
      return refusal(500, 'internal', 'Something went wrong.')
    }
  }

  override getConnectionTags(_connection: Connection, { request }: ConnectionContext): string[] {
    const session = readSession(request.headers.get(SESSION_HEADER))
    return session ? [`sid:${session.sid}`, session.family === 'diner' ? 'diner' : 'staff'] : []
  }

  override async onConnect(connection: Connection, { request }: ConnectionContext): Promise<void> {
    try {
      const session = readSession(request.headers.get(SESSION_HEADER))
      if (!session) return connection.close(ENDED, 'session_ended')
      this.#know(session)
      const seat: Seat = {
        sid: session.sid,
        role: session.role,
        family: session.family,
        sittingId: session.sittingId ?? null,
        expiresAt: Date.parse(session.expiresAt),
        diner: session.diner ?? null,
        tableId: session.tableId ?? null,
        hosted: false,
        room: null,
        tables: [],
        heard: null,
      }
      ;(connection as Socket).setState(seat)
      if (this.#rows('SELECT 1 FROM ended WHERE sid = ?', seat.sid).length > 0) return this.#end(connection as Socket)
      if (this.#rows(`SELECT 1 FROM due WHERE kind = 'ping'`).length === 0) this.#due('ping', Date.now() + PING_EVERY)
      await this.#schedule()
    } catch (error) {
      logError('room onConnect', error)
      connection.close(TRY_AGAIN, 'unavailable')
    }
  }

  override async onMessage(connection: Connection, message: WSMessage): Promise<void> {
    const socket = connection as Socket
    try {
      if (typeof message !== 'string') return this.#refuse(socket, 'bad_message', 'Messages are JSON text.')
      if (message.length > MAX_MESSAGE) return this.#refuse(socket, 'too_large', 'The message is too large.')
      const sent = parseJson(message)
      const event = isJson(sent) && typeof sent.event === 'string' ? sent.event : null
      if (!isJson(sent) || event === null) return this.#refuse(socket, 'bad_message', 'A message is { event, data }.')
      const schema = Object.hasOwn(messages, event) ? messages[event] : undefined
      if (!schema) return this.#refuse(socket, 'unknown_event', 'Unknown event.')
      const parsed = schema.safeParse(sent.data ?? {})
      if (!parsed.success) return this.#refuse(socket, 'validation_failed', `The data of ${event} is not valid.`)
      const data = parsed.data as { restaurantId?: string | null; tableId?: string; since?: number | null } | undefined
      if (event === 'pong') return
      // In the order they came: a leave waits for the join before it.
      await this.#inTurn(async () => {
        if (event === 'joinRestaurant') await this.#joinRestaurant(socket, data?.restaurantId ?? null, data?.since ?? null)
        else if (event === 'joinTable') await this.#joinTable(socket, data?.tableId ?? '', data?.since ?? null)
        else seat(socket, { tables: seatOf(socket).tables.filter((id) => id !== data?.tableId) })
      })
    } catch (error) {
      // A join that could not read the database: the client comes again, with its pauses.
      logError('room onMessage', error)
      this.#refuse(socket, 'unavailable', 'Try again in a moment.')
      close(socket, TRY_AGAIN, 'unavailable')
    }
  }

  override onClose(): void {}

  override onError(_connection: Connection, error: unknown): void {
    logError('room socket', error)
  }

  override onException(error: unknown): void {
    logError('room', error)
  }

  // ── Joining ──

  async #joinRestaurant(socket: Socket, restaurantId: string | null, since: number | null): Promise<void> {
    if (seatOf(socket).family === 'diner') return this.#refuse(socket, 'forbidden', 'This room is for staff.')
    if (restaurantId !== null && restaurantId !== this.#where?.restaurantId) return this.#refuse(socket, 'forbidden', 'Another restaurant.')
    await this.#relay()
    await this.#welcome(socket, 'restaurant', { room: 'restaurant' }, seatOf(socket).room === 'restaurant', since, null)
    if (this.#rows(`SELECT 1 FROM due WHERE kind = 'tables'`).length === 0) await this.#planTables()
  }

  async #joinTable(socket: Socket, tableId: string, since: number | null): Promise<void> {
    if (seatOf(socket).family === 'diner') return this.#joinOwnTable(socket, tableId, since)
    await this.#relay()
    const { tables } = seatOf(socket)
    const joined = [...tables.filter((id) => id !== tableId), tableId].slice(-MAX_TABLES)
    await this.#welcome(socket, tableId, { tables: joined }, tables.includes(tableId), since, null)
  }

  /**
   * The sitting is asked again here: it may have ended or moved between the Worker's look and this one, when the socket was not yet there
   * to be told.
   * First the table, then the relay, which moves or ends this socket's seat too if a change was committed between the two.
   */
  async #joinOwnTable(socket: Socket, asked: string, since: number | null): Promise<void> {
    const before = seatOf(socket)
    if (!before.sittingId) return this.#refuse(socket, 'forbidden', 'Not your table.', { tableId: null })
    const table = await first<{ seatedAt: string; tableId: string; sittingId: string; hosted: number }>(
      this.#db(),
      sql`SELECT t.id AS seatedAt, coalesce(p.id, t.id) AS tableId, coalesce(p.sitting_id, t.sitting_id) AS sittingId, p.id IS NOT NULL AS hosted
          FROM dining_tables t LEFT JOIN dining_tables p ON p.id = t.merged_into AND p.restaurant_id = t.restaurant_id
          WHERE t.restaurant_id = ${this.#known().restaurantId} AND t.sitting_id = ${before.sittingId} AND t.deleted_at IS NULL
          ORDER BY t.merged_into IS NOT NULL LIMIT 1`,
    )
    if (!table) return this.#end(socket)
    // A merged table's guests know it by its own id, and are answered with the parent's.
    const own = [before.tableId, table.seatedAt, table.tableId]
    seat(socket, { tableId: table.tableId, hosted: table.hosted === 1, tables: before.tables.length > 0 ? [table.tableId] : [] })
    await this.#relay()
    if (socket.readyState !== WebSocket.OPEN) return
    const tableId = seatOf(socket).tableId ?? table.tableId
    if (!own.includes(asked) && asked !== tableId) return this.#refuse(socket, 'forbidden', 'Not your table.', { tableId })
    await this.#welcome(socket, tableId, { tables: [tableId] }, before.tables.length > 0, since, [before.sittingId, table.sittingId])
  }

  /** In turn and after a relay, so nothing is committed to this socket's eyes between what is replayed and what it hears live. */
  async #welcome(
    socket: Socket,
    room: string,
    joined: Partial<Seat>,
    again: boolean,
    since: number | null,
    sittings: string[] | null,
  ): Promise<void> {
    const upTo = this.#lastSeq
    const { heard, tableId, family } = seatOf(socket)
    // A second room brings nothing new: the socket has had it all through the first. Joining the same room again asks for what was lost.
    const had = !again && heard !== null && since !== null && since >= heard && since <= upTo
    const resumed = had || (since !== null && (await this.#canReplay(since, upTo, family === 'diner' ? tableId : null)))
    seat(socket, { ...joined, heard: Math.min(heard ?? Infinity, resumed && since !== null ? since : upTo) })
    const alerts = family === 'diner' ? this.#alerts(tableId) : this.#alerts()
    this.#send(socket, wire('joined', { room, seq: upTo, resumed, alerts }))
    if (resumed && !had && since !== null) await this.#replay(socket, since, upTo, sittings)
  }

  /** Are all events after `since` still there? For a diner also: can each event of its table be told to be of its own sitting? */
  async #canReplay(since: number, upTo: number, tableId: string | null): Promise<boolean> {
    if (since > upTo) return false
    if (since === upTo) return true
    if (tableId !== null && upTo - since > MAX_DINER_REPLAY) return false
    const loose = tableId === null ? sql`0` : sql`coalesce(sum(table_id = ${tableId} AND coalesce(${SITTING}, ${ORDER}) IS NULL), 0)`
    const found = await first<{ n: number; loose: number }>(
      this.#db(),
      sql`SELECT count(*) AS n, ${loose} AS loose FROM events WHERE restaurant_id = ${this.#known().restaurantId} AND seq > ${since} AND seq <= ${upTo}`,
    )
    return found?.n === upTo - since && found.loose === 0
  }

  /**
   * A diner is sent its own sitting's events, wherever it sat: the table's earlier guests are not its business, whatever `since` it names.
   */
  async #replay(socket: Socket, since: number, upTo: number, sittings: string[] | null): Promise<void> {
    const own = sql.join(
      (sittings ?? []).map((id) => sql`${id}`),
      sql`, `,
    )
    const which = sittings
      ? sql`AND (table_id = '*' OR (table_id IS NOT NULL AND (${SITTING} IN (${own}) OR ${ORDER} IN (
              SELECT id FROM ${OPEN_ORDERS} WHERE ${pendingOrders(this.#known().restaurantId)} AND sitting_id IN (${own})))))`
      : sql``
    for (let after = since; socket.readyState === WebSocket.OPEN;) {
      const rows = await this.#page(after, upTo, which)
      for (const row of rows) this.#send(socket, sittings ? dinerCopies(row)(seatOf(socket)) : staffCopy(row))
      after = rows.at(-1)?.seq ?? upTo
      if (rows.length < PAGE) return
    }
  }

  // ── The relay ──

  /** One at a time: relays, joins and leaves. */
  #inTurn<T>(job: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(job)
    this.#queue = turn.catch(() => {})
    return turn
  }

  async #relayOrRetry(): Promise<void> {
    try {
      await this.#relay()
    } catch (error) {
      logError('room relay', error, { restaurantId: this.#where?.restaurantId })
      this.#due('relay', Date.now() + RETRY_AFTER)
      await this.#schedule()
    }
  }

  /**
   * Sends what the outbox has after lastSeq. A page's new lastSeq is written and its messages are sent in one turn of the event loop, the
   * write first:
   * the runtime holds messages back until the writes before them are safe, so what a socket has heard is never sent to it again; and if the
   * object dies after the write and before the sending, its sockets die with it and come back with `since`.
   */
  async #relay(): Promise<void> {
    if (!this.#where) return
    for (;;) {
      const rows = await this.#page(this.#lastSeq, Number.MAX_SAFE_INTEGER, sql``)
      const from = rows[0]?.seq
      if (from === undefined) return
      if (from !== this.#lastSeq + 1) await this.#crossPurged(from)
      const whole = rows.filter((row, i) => row.seq === from + i)
      this.#state('lastSeq', String(from + whole.length - 1))
      this.#lastSeq = from + whole.length - 1
      for (const row of whole) {
        try {
          this.#deliver(row)
        } catch (error) {
          // The other events must not wait for one that can't be told.
          logError('room event', error, { restaurantId: this.#where?.restaurantId, seq: row.seq })
        }
      }
      if (rows.length < PAGE && whole.length === rows.length) return
    }
  }

  /**
   * seq has no holes (a batch raises the counter and inserts the row), so one is never skipped, except where all before it was purged:
   * clients see that gap in seq and fetch anew.
   */
  async #crossPurged(from: number): Promise<void> {
    const oldest = await first<{ seq: number }>(
      this.#db(),
      sql`SELECT min(seq) AS seq FROM events WHERE restaurant_id = ${this.#known().restaurantId}`,
    )
    if (oldest?.seq !== from) throw new Error(`the outbox has a hole between ${this.#lastSeq} and ${from}`)
    logWarning('events were purged before they were relayed', { from: this.#lastSeq + 1, to: from - 1 })
  }

  #deliver(row: EventRow): void {
    const text = staffCopy(row)
    for (const socket of this.#sockets('staff')) if (hears(seatOf(socket))) this.#send(socket, text)

    const data = dataOf(row)
    const order = isJson(data.order) ? data.order : {}
    if (row.event === 'tableMoved') return this.#deliverMove(row, data, order)
    const copyFor = dinerCopies(row)
    for (const socket of this.#sockets('diner')) {
      const diner = seatOf(socket)
      const { tables, tableId, sittingId, hosted } = diner
      if (tables.length === 0 || (row.tableId !== '*' && row.tableId !== tableId)) continue
      // An order is of its table's sitting: who is at the table with another one was left over when its own ended without a word.
      if (row.tableId === tableId && !hosted && text_(order.sittingId) !== null && order.sittingId !== sittingId) this.#end(socket)
      else this.#send(socket, copyFor(diner))
    }
    // The sitting is over with its order: completed, or cancelled, which alone says `tableUpdated` (CONTRACT §7), or taken away from the table. An
    // order that a merge ended is told to staff only (no table): its diners sit on at the parent.
    const over = row.event === 'orderCompleted' || data.tableUpdated === true || data.tableLeft === true
    if (over && row.tableId !== null) this.#endTable(row.tableId, order)
  }

  #endTable(tableId: string, order: Json): void {
    if (this.#alerts(tableId).length > 0) {
      this.#run('DELETE FROM alerts WHERE table_id = ?', tableId)
      this.#announceCleared(tableId, null, 'clear')
    }
    for (const socket of this.#sockets('diner')) {
      const diner = seatOf(socket)
      // By the table only who has joined: the next guests may be connecting already.
      const atTable = diner.tables.length > 0 && diner.tableId === tableId
      if (atTable || (diner.sittingId !== null && diner.sittingId === order.sittingId)) this.#end(socket)
    }
  }

  /** A party that moves takes its sitting, its sockets and its alerts along; a merge is told as a move of each child to the parent. */
  #deliverMove(row: EventRow, data: Json, order: Json): void {
    const [from, to] = [text_(data.fromTableId), text_(data.toTableId)]
    if (from === null || to === null || from === to) return
    const merge = isJson(data.from) && data.from.mergedInto === to
    const copyFor = dinerCopies(row)
    for (const socket of this.#sockets('diner')) {
      const diner = seatOf(socket)
      const { tables, tableId, sittingId, hosted } = diner
      const joined = tables.length > 0
      if (tableId === from) {
        if (joined) this.#send(socket, copyFor(diner))
        seat(socket, { tableId: to, hosted: hosted || (merge && sittingId !== order.sittingId), tables: joined ? [to] : [] })
      } else if (tableId === to && joined) {
        // Who sat down at the free table before the party came has lost the sitting, and must not hear the party.
        const stays = hosted || text_(order.sittingId) === null || order.sittingId === sittingId
        if (stays) this.#send(socket, copyFor(diner))
        else this.#end(socket)
      }
    }
    const alerts = this.#alerts(from)
    if (alerts.length === 0) return
    this.#run('DELETE FROM alerts WHERE table_id = ?', from)
    this.#announceCleared(from, null, 'clear')
    const there = this.#alerts(to)
    for (const alert of alerts) {
      // Of two of a type the later one stays.
      if (there.some((a) => a.alertType === alert.alertType && a.timestamp > alert.timestamp)) continue
      const id = this.#alertId(to, Date.parse(alert.timestamp))
      const moved = { ...alert, _id: id, id, tableId: to, tableNumber: text_(data.toTableNumber) ?? alert.tableNumber }
      this.#putAlert(moved)
      this.#announce(moved)
    }
  }

  async #page(after: number, upTo: number, which: ReturnType<typeof sql>): Promise<EventRow[]> {
    return all<EventRow>(
      this.#db(),
      sql`SELECT seq, event, table_id AS tableId, data, diner_data AS dinerData, at FROM events
          WHERE restaurant_id = ${this.#known().restaurantId} AND seq > ${after} AND seq <= ${upTo} ${which} ORDER BY seq LIMIT ${PAGE}`,
    )
  }

  // ── Alarms ──

  /** The object has one alarm; `due` has what it is for. Rows go after the work, so a death in between repeats it. */
  override async onAlarm(): Promise<void> {
    this.#alarmAt = null
    // The earliest row is what the alarm was set for, whatever the clock says.
    const earliest = this.#rows<{ at: number | null }>('SELECT min(at) AS at FROM due')[0]?.at ?? 0
    const until = Math.max(Date.now(), earliest)
    const due = this.#rows<{ kind: string; at: number }>('SELECT kind, min(at) AS at FROM due WHERE at <= ? GROUP BY kind', until)
    const kinds = due.map((r) => r.kind)
    const tables = due.find((r) => r.kind === 'tables')
    if (tables) await this.#tellTables(tables.at, until)
    if (tables || kinds.includes('relay')) await this.#inTurn(() => this.#relayOrRetry())
    this.#run('DELETE FROM due WHERE at <= ?', until)
    if (kinds.includes('ping')) this.#ping()
    if (tables) await this.#planTables(until)
    await this.#schedule()
  }

  async #tellTables(since: number, now: number): Promise<void> {
    try {
      await tellTablesDue(this.#db(), this.#known().restaurantId, since, now)
    } catch (error) {
      // A screen that misses this has it with its next look at the tables.
      logError('room tables', error, { restaurantId: this.#where?.restaurantId })
    }
  }

  /** Has itself woken when next a table's status changes by the clock; not for an empty room, which is asked again by who joins. */
  async #planTables(now = Date.now()): Promise<void> {
    // What is due by now the alarm has yet to tell.
    this.#run(`DELETE FROM due WHERE kind = 'tables' AND at > ?`, now)
    if (![...this.#sockets('staff')].some((socket) => hears(seatOf(socket)))) return
    const next = await nextTableChange(this.#db(), this.#known().restaurantId, now)
    if (next === null) return
    this.#due('tables', next)
    await this.#schedule()
  }

  #ping(): void {
    const text = wire('ping', {})
    let open = 0
    for (const tag of ['staff', 'diner']) for (const socket of this.#sockets(tag)) if (this.#send(socket, text)) open++
    if (open > 0) this.#due('ping', Date.now() + PING_EVERY)
  }

  #due(kind: 'relay' | 'ping' | 'tables', at: number): void {
    this.#run('INSERT OR IGNORE INTO due (kind, at) VALUES (?, ?)', kind, at)
  }

  async #schedule(): Promise<void> {
    const next = this.#rows<{ at: number | null }>('SELECT min(at) AS at FROM due')[0]?.at ?? null
    if (next === null || (this.#alarmAt !== null && this.#alarmAt <= next && this.#alarmAt > Date.now())) return
    this.#alarmAt = next
    await this.ctx.storage.setAlarm(next)
  }

  // ── Sending ──

  *#sockets(tag: string): Iterable<Socket> {
    // A copy: a socket may be closed on the way. One without a seat is still in onConnect.
    for (const connection of [...this.getConnections<Seat>(tag)]) if (connection.state) yield connection as Socket
  }

  #send(socket: Socket, text: string): boolean {
    if (seatOf(socket).expiresAt <= Date.now()) {
      this.#end(socket)
      return false
    }
    return deliver(socket, text)
  }

  #refuse(socket: Socket, code: string, message: string, more: Json = {}): void {
    deliver(socket, wire('error', { code, message, ...more }))
  }

  #end(socket: Socket): void {
    this.#refuse(socket, 'session_ended', 'Session expired')
    seat(socket, { room: null, tables: [] })
    close(socket, ENDED, 'session_ended')
  }

  #tell(tableId: string, text: string): void {
    for (const socket of this.#sockets('staff')) if (hears(seatOf(socket))) this.#send(socket, text)
    for (const socket of this.#sockets('diner')) {
      const diner = seatOf(socket)
      if (diner.tables.length > 0 && diner.tableId === tableId) this.#send(socket, text)
    }
  }

  #announce(alert: Alert): void {
    const { tableId, alertType, tableNumber, timestamp } = alert
    this.#tell(tableId, wire('tableAlert', { alert, tableId, alertType, tableNumber, timestamp }))
  }

  #announceCleared(tableId: string, alertType: string | null, action: ClearAsk['action']): Alert[] {
    const alerts = this.#alerts(tableId)
    this.#tell(tableId, wire('tableAlertCleared', { tableId, alertType, action, acknowledged: action === 'acknowledge', alerts }))
    return alerts
  }

  // ── The object's own rows ──

  /** `this.name` throws where the object was not woken by its name; the restaurant is what the first call said. */
  #know({ restaurantId, shard }: Where): void {
    if (this.#where?.restaurantId === restaurantId && this.#where.shard === shard) return
    if (this.#where && this.#where.restaurantId !== restaurantId) throw new Error('this room belongs to another restaurant')
    this.#state('restaurantId', restaurantId)
    this.#state('shard', shard)
    this.#where = { restaurantId, shard }
  }

  #known(): Where {
    if (!this.#where) throw new Error('the room does not know its restaurant yet')
    return this.#where
  }

  #db(): D1Database {
    return outletDb(this.env, this.#known().shard)
  }

  #state(key: string, value: string): void {
    this.#run('INSERT INTO state (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value', key, value)
  }

  #kotNumber(kotId: string, businessDate: string, epoch: number): KotNumber {
    const given = this.#rows<KotNumber>('SELECT number, business_date AS date, epoch FROM kot_numbers WHERE kot_id = ?', kotId)[0]
    if (given) return given
    const number = this.#highest(businessDate, epoch) + 1
    this.#run('INSERT INTO kot_numbers (kot_id, business_date, epoch, number) VALUES (?, ?, ?, ?)', kotId, businessDate, epoch, number)
    // A new day or epoch begins: this is when the old days go. Days, not dates: one format or the other, and a closed week keeps its last
    // days.
    if (number === 1)
      this.#run(
        'DELETE FROM kot_numbers WHERE business_date NOT IN (SELECT DISTINCT business_date FROM kot_numbers ORDER BY business_date DESC LIMIT 4)',
      )
    return { number, date: businessDate, epoch }
  }

  #highest(businessDate: string, epoch: number): number {
    return (
      this.#rows<{ n: number | null }>(
        'SELECT max(number) AS n FROM kot_numbers WHERE business_date = ? AND epoch = ?',
        businessDate,
        epoch,
      )[0]?.n ?? 0
    )
  }

  #alerts(tableId?: string | null): Alert[] {
    const rows = this.#rows<Record<string, string | number | null>>(
      'SELECT * FROM alerts WHERE ?1 IS NULL OR table_id = ?1 ORDER BY timestamp, id',
      tableId === undefined ? null : (tableId ?? ''),
    )
    return rows.map((row) => ({
      _id: String(row.id),
      id: String(row.id),
      tableId: String(row.table_id),
      alertType: String(row.alert_type),
      tableNumber: String(row.table_number),
      orderId: text_(row.order_id),
      timestamp: String(row.timestamp),
      acknowledged: row.acknowledged === 1,
      acknowledgedBy: text_(row.acknowledged_by),
    }))
  }

  /** Table id plus timestamp (SPEC §3), one later where it is taken: two alerts may come within a millisecond. */
  #alertId(tableId: string, at: number): string {
    const id = `${tableId}-${at}`
    return this.#rows('SELECT 1 FROM alerts WHERE id = ?', id).length > 0 ? this.#alertId(tableId, at + 1) : id
  }

  /** A new alert of the same table and type replaces the old one (SPEC §4). */
  #putAlert(alert: Alert): void {
    this.#run(
      `INSERT OR REPLACE INTO alerts (table_id, alert_type, id, table_number, order_id, timestamp, acknowledged, acknowledged_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      alert.tableId,
      alert.alertType,
      alert.id,
      alert.tableNumber,
      alert.orderId,
      alert.timestamp,
      alert.acknowledged ? 1 : 0,
      alert.acknowledgedBy,
    )
  }

  #rows<Row>(query: string, ...values: (string | number | null)[]): Row[] {
    return this.ctx.storage.sql.exec(query, ...values).toArray() as Row[]
  }

  #run(query: string, ...values: (string | number | null)[]): void {
    this.ctx.storage.sql.exec(query, ...values)
  }
}

const seatOf = (socket: Socket): Seat => socket.state as Seat

function seat(socket: Socket, change: Partial<Seat>): void {
  socket.setState({ ...seatOf(socket), ...change })
}

/** Staff that have joined anything hear every event of the restaurant, once. */
const hears = ({ room, tables }: Seat) => room !== null || tables.length > 0

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const text_ = (value: unknown): string | null => (typeof value === 'string' ? value : null)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function dataOf(row: EventRow): Json {
  const data = parseJson(row.data)
  return isJson(data) ? data : {}
}

function wire(event: string, data: unknown): string {
  return JSON.stringify({ event, data, at: new Date().toISOString() })
}

/** The row's own text, not parsed and written again for every socket. */
const staffCopy = ({ event, data, seq, at }: EventRow) =>
  `{"event":${JSON.stringify(event)},"data":${data},"seq":${seq},"at":${JSON.stringify(at)}}`

/** What a diner is sent of a row: one text for whoever the order's number belongs to and one for everybody else at the table, written when it is first asked for. */
function dinerCopies(row: EventRow): (seat: Seat) => string {
  const data = dataOf(row)
  const more = row.dinerData === null ? {} : parseJson(row.dinerData)
  const whole = row.dinerData === null ? staffCopy(row) : staffCopy({ ...row, data: JSON.stringify(merged(data, more)) })
  if (!isJson(data.order)) return () => whole
  const order = { ...data.order, userId: text_(data.order.userId), mobile_number: text_(data.order.mobile_number) ?? '' }
  let others: string | null = null
  return ({ diner }) => {
    if (diner && isOwnNumber(order, diner)) return whole
    others ??= staffCopy({ ...row, data: JSON.stringify(merged({ ...data, order: forDiner(order, null) }, more)) })
    return others
  }
}

/** `{ order: { feedbackToken } }` adds to the order and does not replace it. */
function merged(base: unknown, more: unknown): unknown {
  if (!isJson(base) || !isJson(more)) return more === undefined ? base : more
  const all = { ...base }
  for (const [key, value] of Object.entries(more)) all[key] = merged(base[key], value)
  return all
}

function deliver(socket: WebSocket, text: string): boolean {
  try {
    socket.send(text)
    return true
  } catch {
    return false
  }
}

function close(socket: WebSocket, code: number, reason: string): void {
  try {
    socket.close(code, reason)
  } catch {
    // It was closed already.
  }
}

function refusal(status: number, code: string, message: string): Response {
  return Response.json({ status: 'error', message, code }, { status, headers: { 'Cache-Control': 'no-store' } })
}
