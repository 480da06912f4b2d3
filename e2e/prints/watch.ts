import { WebSocket } from 'ws'
import type { PrintJobShape, UnprintedJob } from '#domain/api/printJob.ts'
import { UNPRINTED_MS } from '#domain/printJob.ts'

type Message =
  | { event: 'joined'; seq?: undefined; data: { seq: number; resumed?: boolean; unprinted: UnprintedJob[] } }
  | { event: 'unprintedJobs'; seq?: undefined; data: { unprinted: UnprintedJob[] } }
  | { event: 'printJob'; seq: number; data: { jobs: PrintJobShape[] } }
  | { event: 'settingsUpdated'; seq?: number; data: object }
  | { event: 'ping'; seq?: undefined; data: object }
  | { event: 'error'; seq?: undefined; data: { code: string; message: string } }

/** A report is late after this: the room's alarm rings at whole seconds. */
export const LATE_MS = 3000
const LOOK_MS = 250
/** If more time than this (ms) passes between two looks, this command itself was stopped and could receive nothing. */
const STOPPED_MS = 5000
/** Later than this it counts as missing. */
const MISSING_MS = 10_000

const timeNow = () => new Date().toISOString().slice(11, 23)

/**
 * A colleague's page that prints nothing: it knows from the room alone which jobs wait, and whether the room reports each that has waited for 30 s. It reconnects
 * by itself, asks for the events that it missed, and judges only while it is connected.
 */
export class Watch {
  /** The jobs that nobody has closed, with the moment since when each waits. */
  readonly open = new Map<string, string>()
  /**
   * By job and `waitingSince`: the delay of its report, in ms. A report is due 30 s after the job began to wait, or when this page was connected again if that was
   * later. A job whose print failed is reported earlier, which counts as 0.
   */
  readonly reported = new Map<string, number>()
  /** Those that were not reported in time. */
  readonly missed = new Set<string>()
  readonly #address: string
  readonly #token: string
  /** The room's messages about each job, with their times. */
  readonly #seen = new Map<string, string>()
  readonly #say: (text: string) => void
  #told: readonly UnprintedJob[] = []
  #last: number
  #since = 0
  #lookedAt = Date.now()
  #held: (readonly [from: number, to: number])[] = []
  /** How often this command itself was stopped. */
  stops = 0
  #socket: WebSocket | null = null
  #closed = false
  readonly #timer: NodeJS.Timeout

  constructor(address: string, token: string, last: number, say: (text: string) => void) {
    this.#say = say
    this.#address = address
    this.#token = token
    this.#last = last
    this.#open()
    this.#timer = setInterval(() => this.#judge(Date.now()), LOOK_MS)
  }

  close(): void {
    this.#closed = true
    clearInterval(this.#timer)
    this.#socket?.terminate()
  }

  get isConnected(): boolean {
    return this.#since > 0
  }

  /** What the rail shows now. */
  get told(): readonly UnprintedJob[] {
    return this.#told
  }

  #open(): void {
    if (this.#closed) return
    const socket = (this.#socket = new WebSocket(this.#address, ['tawa.v1', `bearer.${this.#token}`]))
    socket.on('open', () => socket.send(JSON.stringify({ event: 'joinRestaurant', data: { since: this.#last } })))
    socket.on('message', (raw) => this.#receive(JSON.parse(String(raw)) as Message))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      this.#since = 0
      setTimeout(() => this.#open(), 100)
    })
  }

  /** Time in which this command was stopped is not counted, as the time without a connection isn't. */
  #look(now: number): void {
    if (now - this.#lookedAt > 2 * LOOK_MS) this.#held = [...this.#held, [this.#lookedAt + LOOK_MS, now] as const].slice(-50)
    if (now - this.#lookedAt > STOPPED_MS) {
      this.stops += 1
      if (this.#since > 0) this.#since = now
    }
    this.#lookedAt = now
  }

  /** For how long this command could not receive anything since then, in ms: the machine gave it no time, or it was busy itself. */
  #heldSince(since: number): number {
    return this.#held.reduce((sum, [from, to]) => sum + Math.max(0, to - Math.max(from, since)), 0)
  }

  #receive(message: Message): void {
    this.#look(Date.now())
    if (message.seq !== undefined) this.#last = message.seq
    if (message.event === 'joined') {
      if (message.data.resumed !== true) throw new Error('The room no longer knows the events since the last one')
      this.#since = Date.now()
      this.#report(message.data.unprinted)
    } else if (message.event === 'ping') {
      // Acknowledges, as every page does: the room stops sending to a socket with 4 MB unread.
      this.#socket?.send(JSON.stringify({ event: 'pong', data: {} }))
    } else if (message.event === 'error') {
      // The server can't answer a join at the moment: it closes the socket, and this page reconnects.
      if (message.data.code !== 'unavailable') throw new Error(`The room refused this page: ${message.data.code}: ${message.data.message}`)
    } else if (message.event === 'unprintedJobs') this.#report(message.data.unprinted)
    else if (message.event === 'printJob')
      for (const { _id, waitingSince, closed, status } of message.data.jobs) {
        this.#seen.set(_id, `${this.#seen.get(_id) ?? ''} ${timeNow()} ${status}`)
        if (closed) this.open.delete(_id)
        else this.open.set(_id, waitingSince)
      }
  }

  #report(unprinted: readonly UnprintedJob[]): void {
    this.#told = unprinted
    for (const { _id, waitingSince } of unprinted) {
      const key = `${_id} ${waitingSince}`
      if (this.reported.has(key)) continue
      const late = Math.max(0, Date.now() - this.#due(waitingSince))
      this.reported.set(key, late)
      if (late > LATE_MS)
        this.#say(
          `reported ${late} ms late, in ${this.#heldSince(this.#due(waitingSince))} ms of which this command did not run: ${this.#story(_id, waitingSince)}`,
        )
    }
  }

  #judge(now: number): void {
    this.#look(now)
    if (this.#since === 0) return
    for (const [id, waitingSince] of this.open) {
      const key = `${id} ${waitingSince}`
      // The rail's list comes just before the event of the same step, so one that was reported may have left it already.
      if (this.missed.has(key) || this.reported.has(key) || this.#due(waitingSince) + MISSING_MS >= now) continue
      this.missed.add(key)
      this.#say(`not reported: ${this.#story(id, waitingSince)}`)
    }
  }

  #story(id: string, waitingSince: string): string {
    return `${id}, waits since ${waitingSince.slice(11, 23)}:${this.#seen.get(id)}; connected since ${new Date(this.#since).toISOString().slice(11, 23)}`
  }

  #due(waitingSince: string): number {
    return Math.max(this.#since, Date.parse(waitingSince) + UNPRINTED_MS)
  }
}
