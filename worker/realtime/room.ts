import { type Connection, type ConnectionContext, Server, type WSMessage } from 'partyserver'
import { randomId } from '#domain/ids.ts'
import type { Env } from '../env.ts'
import { logError } from '../http/log.ts'
import { Alarms } from './alarms.ts'
import { Alerts } from './alerts.ts'
import { Delivery } from './delivery.ts'
import { FloorClock } from './floorClock.ts'
import { changesPermissions } from './frames.ts'
import { readSession, SESSION_HEADER, SUBPROTOCOL } from './handshake.ts'
import { Joins } from './joins.ts'
import { KitchenScreens } from './kitchenScreens.ts'
import { KotNumbers } from './kotNumbers.ts'
import { PrintWatch } from './printWatch.ts'
import { Relay } from './relay.ts'
import type { Acknowledgement, Alert, AlertAsk, ClearAsk, KotAsk, KotDay, KotNumber, RoomRpc, Where, WithdrawAsk } from './rpc.ts'
import { type Seat, Seats, seatOf, type Socket } from './seats.ts'
import { ownSql, RoomState } from './state.ts'
import { Traffic } from './traffic.ts'

const PING_EVERY = 5 * 60_000
/** A command stops trying 8 s after it began (worker/command/command.ts): the first alarm finds quick ones, the second slow ones. */
const ARM_AFTER = [3_000, 15_000]

/**
 * One object per restaurant, named by its id (docs/decisions/004-room-relay.md). This class has what is called from outside: the Worker's RPC (rpc.ts,
 * through publish.ts), the sockets and the alarm. The work is done by its parts: the sockets (seats), joins and leaves (joins), the outbox (relay), who gets
 * an event (delivery), table alerts, ticket numbers, which tickets the kitchen has seen (kitchenScreens), which print jobs wait (printWatch), alarms, and statuses that change by the clock.
 */
export class RestaurantRoom extends Server<Env> implements RoomRpc {
  static override options = { hibernate: true }

  readonly #state: RoomState
  readonly #alarms: Alarms
  readonly #kots: KotNumbers
  readonly #screens: KitchenScreens
  readonly #prints: PrintWatch
  readonly #seats: Seats
  readonly #alerts: Alerts
  readonly #relay: Relay
  readonly #clock: FloorClock
  readonly #joins: Joins
  readonly #traffic = new Traffic()

  /** The parts create their tables here and not in `onStart`, which is not called for a native RPC call. */
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    const sql = ownSql(ctx.storage)
    const state = (this.#state = new RoomState(sql, env))
    const alarms = (this.#alarms = new Alarms(sql, ctx.storage))
    this.#kots = new KotNumbers(sql)
    const seats = (this.#seats = new Seats(sql, (tag) => this.getConnections<Seat>(tag)))
    const alerts = (this.#alerts = new Alerts(sql, seats))
    const screens = (this.#screens = new KitchenScreens(sql, alarms, seats))
    const delivery = new Delivery(seats, alerts)
    const prints = (this.#prints = new PrintWatch(sql, alarms, seats))
    const relay = (this.#relay = new Relay(state, alarms, {
      note: (row) => prints.note(row),
      toStaff: (rows) => {
        delivery.toStaff(rows)
        if (rows.some(changesPermissions)) ctx.waitUntil(seats.permit(() => state.permissions()))
      },
      toDiners: (row) => delivery.toDiners(row),
    }))
    const clock = (this.#clock = new FloorClock(state, alarms, seats))
    this.#joins = new Joins({ state, seats, alerts, screens, prints, relay, clock, traffic: this.#traffic })
  }

  // ── RPC: every call names the restaurant, because it may be the first one ──

  async arm(where: Where, guest?: string): Promise<number> {
    this.#state.know(where)
    const wait = guest === undefined ? 0 : this.#traffic.send(guest)
    if (wait > 0) return wait
    const now = Date.now()
    // Rounded up to whole seconds, so that many commands share a row and a busy evening has at most 16 rows.
    for (const after of ARM_AFTER) this.#alarms.add('relay', Math.ceil((now + after) / 1000) * 1000)
    await this.#alarms.schedule()
    return 0
  }

  async hint(where: Where, seq: number): Promise<void> {
    this.#state.know(where)
    if (seq <= this.#state.lastSeq) return
    await this.#relay.inTurn(async () => {
      // When many hints arrive at once, the first one's relay serves all of them.
      if (seq > this.#state.lastSeq) await this.#relay.runOrRetry()
    })
  }

  async relayed(where: Where): Promise<number> {
    this.#state.know(where)
    return this.#state.lastSeq
  }

  async kotNumbers(where: Where, ask: KotAsk): Promise<{ numbers: Record<string, KotNumber>; wait?: number }> {
    const wait = ask.guest === undefined ? 0 : this.#traffic.send(ask.guest)
    if (wait > 0) return { numbers: {}, wait }
    const numbers = this.ctx.storage.transactionSync(() => {
      const fresh = [...new Set(ask.kotIds)].filter((kotId) => !this.#kots.has(kotId))
      const given = this.#kots.give(ask)
      this.#screens.expect(
        fresh.map((kotId) => ({ kotId, lines: ask.lines?.[kotId] ?? {} })),
        ask.businessDate,
      )
      return given
    })
    await this.arm(where)
    return { numbers }
  }

  async currentNumber(where: Where, day: KotDay): Promise<number> {
    this.#state.know(where)
    return this.#kots.highest(day)
  }

  async acknowledgeTickets(where: Where, ask: Acknowledgement): Promise<string[]> {
    this.#state.know(where)
    return this.ctx.storage.transactionSync(() => this.#screens.acknowledge(ask))
  }

  async raiseAlert(where: Where, ask: AlertAsk): Promise<Alert> {
    this.#state.know(where)
    return this.#alerts.raise(ask)
  }

  async clearAlerts(where: Where, ask: ClearAsk): Promise<Alert[]> {
    this.#state.know(where)
    return this.#alerts.clear(ask)
  }

  async withdrawAlerts(where: Where, ask: WithdrawAsk): Promise<number> {
    this.#state.know(where)
    return this.#alerts.withdraw(ask)
  }

  async alerts(where: Where): Promise<Alert[]> {
    this.#state.know(where)
    return this.#alerts.list()
  }

  async bookingsChanged(where: Where): Promise<void> {
    this.#state.know(where)
    await this.#clock.plan()
  }

  /** Does not wait for the queue. */
  async endSessions(where: Where, sids: string[]): Promise<void> {
    this.#state.know(where)
    this.#seats.endSessions(sids)
  }

  async endSitting(where: Where, sittingIds: string | string[]): Promise<void> {
    this.#state.know(where)
    await this.#relay.inTurn(async () => {
      await this.#relay.runOrRetry()
      for (const socket of this.#seats.diners()) if ([sittingIds].flat().includes(seatOf(socket).sittingId ?? '')) this.#seats.end(socket)
    })
  }

  // ── Sockets ──

  /**
   * Takes only the session from the Worker's request. The connection id, which partyserver reads from `?_pk=` and uses as a tag, is generated here; any other
   * header or parameter is dropped. When this throws, partyserver answers with `err.stack`: as a 101 when the header is exactly `websocket`, else as a 500,
   * which can be replaced.
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
    return session ? Seats.tagsOf(session) : []
  }

  override async onConnect(connection: Connection, { request }: ConnectionContext): Promise<void> {
    try {
      const session = readSession(request.headers.get(SESSION_HEADER))
      if (!session) return this.#seats.dismiss(connection)
      this.#state.know(session)
      if (!this.#seats.take(connection, session)) return
      if (!this.#alarms.has('ping')) this.#alarms.add('ping', Date.now() + PING_EVERY)
      await this.#alarms.schedule()
    } catch (error) {
      logError('room onConnect', error)
      this.#seats.turnAway(connection)
    }
  }

  override async onMessage(connection: Connection, message: WSMessage): Promise<void> {
    const socket = connection as Socket
    try {
      await this.#joins.receive(socket, message)
    } catch (error) {
      // A join that could not read the database: the client reconnects after a pause.
      logError('room onMessage', error)
      this.#seats.refuse(socket, 'unavailable', 'Try again in a moment.')
      this.#seats.turnAway(socket)
    }
  }

  override onClose(connection: Connection): void {
    this.#seats.forget(connection)
  }

  override onError(_connection: Connection, error: unknown): void {
    logError('room socket', error)
  }

  override onException(error: unknown): void {
    logError('room', error)
  }

  // ── The alarm ──

  override async onAlarm(): Promise<void> {
    let pings = false
    let tablesUntil: number | null = null
    await this.#alarms.ring(async (due, until) => {
      const tables = due.find(({ kind }) => kind === 'tables')
      pings = due.some(({ kind }) => kind === 'ping')
      tablesUntil = tables ? until : null
      if (due.some(({ kind }) => kind === 'kitchen')) this.#screens.ring(until)
      this.#prints.ring(until)
      const work = async () => {
        if (tables) await this.#clock.write(tables.at, until)
        if (tables || due.some(({ kind }) => kind === 'relay')) await this.#relay.inTurn(() => this.#relay.runOrRetry())
      }
      await this.#prints.during(work())
    })
    // New rows are added only after the old ones are deleted.
    if (pings && this.#seats.ping() > 0) this.#alarms.add('ping', Date.now() + PING_EVERY)
    if (tablesUntil !== null) await this.#prints.during(this.#clock.plan(tablesUntil))
    await this.#alarms.schedule()
  }
}

function refusal(status: number, code: string, message: string): Response {
  return Response.json({ status: 'error', message, code }, { status, headers: { 'Cache-Control': 'no-store' } })
}
