import type { Connection } from 'partyserver'
import type { EventName, FrameData } from '#domain/api/events.ts'
import type { Diner } from '#domain/diner.ts'
import type { Permissions } from '#domain/permissions.ts'
import type { Role } from '#domain/roles.ts'
import { logError } from '../http/log.ts'
import { batchOf, type EventRow, frame, narrowedCopy, staffCopy } from './frames.ts'
import { Feed } from './feed.ts'
import { withheldFrom } from './hears.ts'
import type { SessionForSocket } from './handshake.ts'
import type { OwnSql } from './state.ts'
import { askerOf, mostOf } from './traffic.ts'

/** The attachment of a socket: who it is, as verified by the Worker, and what it has joined. */
export type Seat = {
  sid: string
  role: Role
  family: SessionForSocket['family']
  sittingId: string | null
  /** The allowance that the limits count it against; missing in attachments that an earlier version wrote. */
  allowance?: string
  expiresAt: number
  /** The diner, whose own name and number it may be sent; missing in attachments that an earlier version wrote. */
  diner?: Diner | null
  /** The diner's own table. It changes with a move, so it can't be a tag: tags are fixed when a socket is accepted. */
  tableId: string | null
  /** Set for a diner of a table that was merged into `tableId`: its sitting is not that table's own. */
  hosted: boolean
  room: null | 'restaurant'
  tables: string[]
  /** The socket has got every event after this seq that it may see; null before the first join. */
  heard: number | null
  /** It asked for the events of a burst in one frame; missing in attachments that an earlier version wrote. */
  batch?: boolean
  /** The events that the restaurant's permissions withhold from the role; missing in attachments that an earlier version wrote. */
  withheld?: readonly string[]
}
export type Socket = Connection<Seat>
type Side = 'staff' | 'diner'
type Tag = Side | `sid:${string}`

/** Close codes: reconnect later; the session is over (CONTRACT §7). */
const TRY_AGAIN = 1013
const ENDED = 4401
/** How long a revoked session is remembered, in milliseconds. */
const ENDED_FOR = 5 * 60_000

export const seatOf = (socket: Socket): Seat => socket.state as Seat

const sideOf = (family: Seat['family']): Side => (family === 'diner' ? 'diner' : 'staff')
const hasJoined = ({ room, tables }: Seat) => room !== null || tables.length > 0

/** The data needed for sending to a socket, kept so that no attachment has to be read from the runtime for every event. */
type Listener = { socket: Socket; feed: Feed; expiresAt: number; batch: boolean; withheld: readonly string[] }

/** The room's sockets: who is connected, who may get what, and the sessions that have just ended. */
export class Seats {
  readonly #sql: OwnSql
  readonly #connections: (tag: Tag) => Iterable<Connection<Seat>>
  readonly #feeds = new Map<string, Feed>()
  /** The sockets with a seat, by their id; null until they are needed after the object has woken. Diners' have a map of their own, so that an event costs nothing for staff's. */
  #seated: Record<Side, Map<string, Socket>> | null = null
  /** Staff who have joined; null until they are needed after a change of seats. */
  #listeners: readonly Listener[] | null = null
  /** When the restaurant's permissions last changed, in milliseconds since 1970. In memory, because it matters only while a handshake from before is under way. */
  #permittedAt = 0

  constructor(sql: OwnSql, connections: (tag: Tag) => Iterable<Connection<Seat>>) {
    this.#sql = sql
    this.#connections = connections
    sql.run('CREATE TABLE IF NOT EXISTS ended (sid TEXT PRIMARY KEY, at INTEGER NOT NULL)')
  }

  /** Fixed when the socket is accepted. */
  static tagsOf = ({ sid, family }: Pick<SessionForSocket, 'sid' | 'family'>): Tag[] => [`sid:${sid}`, sideOf(family)]

  /** Gives a new socket its seat. False when its session has ended or the permissions have changed meanwhile; the socket is then closed. */
  take(connection: Connection, session: SessionForSocket): boolean {
    const socket = connection as Socket
    const seat: Seat = {
      sid: session.sid,
      role: session.role,
      family: session.family,
      sittingId: session.sittingId ?? null,
      allowance: session.allowance,
      expiresAt: Date.parse(session.expiresAt),
      diner: session.diner ?? null,
      tableId: session.tableId ?? null,
      hosted: false,
      room: null,
      tables: [],
      heard: null,
      withheld: session.withheld ?? [],
    }
    socket.setState(seat)
    this.#all()[sideOf(seat.family)].set(socket.id, socket)
    if (this.#sql.rows('SELECT 1 FROM ended WHERE sid = ?', seat.sid).length > 0) {
      this.end(socket)
      return false
    }
    if (sideOf(seat.family) === 'staff' && (session.readAt ?? Infinity) <= this.#permittedAt) {
      this.turnAway(socket)
      return false
    }
    if (this.#openOf(seat) <= mostOf(seat).sockets) return true
    this.rateLimit(socket)
    return false
  }

  change(socket: Socket, change: Partial<Seat>): void {
    socket.setState({ ...seatOf(socket), ...change })
    this.#listeners = null
  }

  /** Has any member of staff joined? */
  get hasStaff(): boolean {
    return this.#staff().length > 0
  }

  *diners(): Iterable<Socket> {
    yield* this.#with('diner')
  }

  /** Every socket, joined or not. Returns how many are open. */
  ping(): number {
    const text = frame('ping', {})
    return [...this.#with('staff'), ...this.#with('diner')].filter((socket) => this.send(socket, text)).length
  }

  /** Staff, and the joined diners of a table, who get a text of their own. */
  tell(event: EventName, tableId: string, text: string, toDiners: string): void {
    this.tellStaff(event, text)
    for (const socket of this.diners()) {
      const diner = seatOf(socket)
      if (diner.tables.length > 0 && diner.tableId === tableId) this.#feed(socket, toDiners)
    }
  }

  /** All staff who have joined and may hear it. */
  tellStaff(event: EventName, text: string): void {
    const now = Date.now()
    for (const listener of this.#staff()) if (!listener.withheld.includes(event)) this.#push(listener, text, now)
  }

  /** Events that have just been relayed, for staff who have joined anything: they get every event of the restaurant, once. Texts are made once for all who hear the same. */
  events(rows: readonly EventRow[]): void {
    const now = Date.now()
    const made = new Map<string, { texts: readonly string[]; together?: string }>()
    for (const listener of this.#staff()) {
      if (listener.feed.replay !== null) continue
      const key = String(listener.withheld)
      let copies = made.get(key)
      if (!copies) made.set(key, (copies = { texts: copiesFor(rows, listener.withheld) }))
      if (listener.batch) this.#push(listener, (copies.together ??= batchOf(copies.texts)), now)
      else for (const text of copies.texts) this.#push(listener, text, now)
    }
  }

  /** An event that has just been relayed. A socket in the middle of its replay gets it with a later page, in order. */
  event(socket: Socket, text: string): void {
    if (this.feedOf(socket).replay === null) this.#feed(socket, text)
  }

  /** A page of a replay to staff. False when the socket takes no more. */
  replayedRows(socket: Socket, rows: readonly EventRow[]): boolean {
    return this.replayed(socket, copiesFor(rows, seatOf(socket).withheld))
  }

  /** A page of a socket's replay. False when the socket takes no more. */
  replayed(socket: Socket, texts: readonly string[]): boolean {
    const parts = seatOf(socket).batch && texts.length > 0 ? [batchOf(texts)] : texts
    return parts.every((text) => this.#feed(socket, text) && socket.readyState === WebSocket.OPEN)
  }

  feedOf(socket: Socket): Feed {
    let feed = this.#feeds.get(socket.id)
    if (!feed) this.#feeds.set(socket.id, (feed = new Feed()))
    return feed
  }

  /** The socket is closed. */
  forget({ id }: Connection): void {
    this.#feeds.delete(id)
    for (const sockets of Object.values(this.#all())) sockets.delete(id)
    this.#listeners = null
  }

  /** A `pong`. True when the socket was behind and has now read everything that it was sent. */
  pong(socket: Socket): boolean {
    const { ping, caughtUp } = this.feedOf(socket).pong()
    if (ping) this.send(socket, frame('ping', {}))
    return caughtUp
  }

  /** Sends to a socket that keeps up. One that doesn't gets a single error and nothing more, and reloads once it has read everything (`pong`). */
  #feed(socket: Socket, text: string): boolean {
    return this.#push(this.#listener(socket), text, Date.now())
  }

  #push({ socket, feed, expiresAt }: Listener, text: string, now: number): boolean {
    if (feed.behind || !this.#send(socket, text, expiresAt, now)) return false
    if (feed.sent(text.length)) deliver(socket, frame('ping', {}))
    if (feed.behind) this.tooSlow(socket)
    return !feed.behind
  }

  tooSlow(socket: Socket): void {
    this.refuse(socket, 'too_slow', 'Too much is waiting for you. Answer each ping; once you have read everything you are told to reload.')
  }

  /** For a client that sends too much: it gets an error and nothing more, and the socket is closed. It reconnects after a pause. */
  rateLimit(socket: Socket): void {
    this.#turnOut(socket, 'rate_limited', 'Too many messages. Come again in a minute.')
  }

  /** The same for an oversized message, which our own clients never send: one message may have 32 MB of the object's 128 MB. */
  tooLarge(socket: Socket): void {
    this.#turnOut(socket, 'too_large', 'The message is too large.')
  }

  #turnOut(socket: Socket, code: string, message: string): void {
    this.refuse(socket, code, message)
    this.change(socket, { room: null, tables: [] })
    this.turnAway(socket)
  }

  send(socket: Socket, text: string): boolean {
    return this.#send(socket, text, seatOf(socket).expiresAt, Date.now())
  }

  #send(socket: Socket, text: string, expiresAt: number, now: number): boolean {
    if (expiresAt > now) return deliver(socket, text)
    this.end(socket)
    return false
  }

  refuse(socket: Socket, code: string, message: string, more: Pick<FrameData<'error'>, 'tableId'> = {}): void {
    deliver(socket, frame('error', { code, message, ...more }))
  }

  /** The session or sitting is over: sends that and closes the socket. */
  end(socket: Socket): void {
    this.refuse(socket, 'session_ended', 'Session expired')
    this.change(socket, { room: null, tables: [] })
    close(socket, ENDED, 'session_ended')
  }

  /** Closes the socket; the client reconnects after a pause. */
  turnAway(socket: Connection): void {
    close(socket, TRY_AGAIN, 'unavailable')
  }

  /** A socket without a session gets no seat. */
  dismiss(socket: Connection): void {
    close(socket, ENDED, 'session_ended')
  }

  /** Revoked sessions are remembered for a while, because a socket may have passed the Worker's check and not be connected yet. */
  endSessions(sids: readonly string[]): void {
    const now = Date.now()
    this.#sql.run('DELETE FROM ended WHERE at < ?', now - ENDED_FOR)
    for (const sid of sids) {
      this.#sql.run('INSERT OR REPLACE INTO ended (sid, at) VALUES (?, ?)', sid, now)
      for (const socket of this.#of(sid)) this.end(socket)
    }
  }

  /**
   * The restaurant's permissions have changed: closes the sockets of staff who may hear something else by now, so that they reconnect; all of theirs when the
   * permissions can't be read. A handshake that is under way has perhaps read those of before, and is turned away too.
   */
  async permit(read: () => Promise<Permissions | null>): Promise<void> {
    this.#permittedAt = Date.now()
    const permissions = await read().catch((error: unknown) => {
      logError('room permissions', error)
    })
    for (const socket of this.#with('staff')) {
      const seat = seatOf(socket)
      const now = permissions === undefined ? null : String(withheldFrom(seat, permissions))
      if (seat.family === 'restaurant' && now !== String(seat.withheld ?? [])) this.turnAway(socket)
    }
  }

  /** How many open sockets count against the same limit as this one. */
  #openOf(seat: Seat): number {
    if (seat.family !== 'diner') return [...this.#of(seat.sid)].length
    const asker = askerOf(seat)
    return [...this.#with('diner')].filter((socket) => askerOf(seatOf(socket)) === asker).length
  }

  #staff(): readonly Listener[] {
    return (this.#listeners ??= [...this.#with('staff')]
      .filter((socket) => hasJoined(seatOf(socket)))
      .map((socket) => this.#listener(socket)))
  }

  #listener(socket: Socket): Listener {
    const { expiresAt, batch = false, withheld = [] } = seatOf(socket)
    return { socket, feed: this.feedOf(socket), expiresAt, batch, withheld }
  }

  /** Asked of the runtime once: it copies each socket's attachment to answer. One without a seat is still in onConnect. */
  #all(): Record<Side, Map<string, Socket>> {
    if (!this.#seated) {
      this.#seated = { staff: new Map(), diner: new Map() }
      for (const side of ['staff', 'diner'] as const)
        for (const connection of this.#connections(side)) if (connection.state) this.#seated[side].set(connection.id, connection as Socket)
    }
    return this.#seated
  }

  *#with(side: Side): Iterable<Socket> {
    // A copy, because a socket may be closed during the loop.
    for (const socket of [...this.#all()[side].values()]) {
      // Not every closed socket is reported.
      if (socket.readyState === WebSocket.CLOSED) this.forget(socket)
      else if (socket.readyState === WebSocket.OPEN) yield socket
    }
  }

  /** The sockets of a session. */
  *#of(sid: string): Iterable<Socket> {
    for (const side of ['staff', 'diner'] as const) for (const socket of this.#with(side)) if (seatOf(socket).sid === sid) yield socket
  }
}

const copiesFor = (rows: readonly EventRow[], withheld: readonly string[] = []): string[] =>
  rows.map(withheld.length === 0 ? staffCopy : (row) => narrowedCopy(row, withheld))

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
    // It was already closed.
  }
}
