import { WebSocket } from 'ws'
import type { PrintJobShape, UnprintedJob } from '#domain/api/printJob.ts'
import { UNPRINTED_MS } from '#domain/printJob.ts'

type Message =
  | { event: 'joined'; seq?: undefined; data: { seq: number; resumed?: boolean; unprinted: UnprintedJob[] } }
  | { event: 'unprintedJobs'; seq?: undefined; data: { unprinted: UnprintedJob[] } }
  | { event: 'printJob'; seq: number; data: { jobs: PrintJobShape[] } }
  | { event: 'settingsUpdated'; seq?: number; data: object }

/** The room's alarm rings at whole seconds, and a busy machine takes a moment. */
const SLACK_MS = 3000
/** After a reconnect the missed events come first. */
const GRACE_MS = 2000

/**
 * A colleague's page that prints nothing: it knows from the room alone which jobs wait, and whether the room reports each that has waited for 30 s. It reconnects
 * by itself, asks for the events that it missed, and judges only while it is connected.
 */
export class Watch {
  /** The jobs that nobody has closed, with the moment since when each waits. */
  readonly open = new Map<string, string>()
  /** By job and `waitingSince`: how long after its 30 s a waiting job was reported, in ms; only where somebody was connected to be told. */
  readonly reported = new Map<string, number>()
  /** Those that should have been reported and were not. */
  readonly missed = new Set<string>()
  readonly #address: string
  readonly #token: string
  #told: readonly UnprintedJob[] = []
  #last: number
  #since = 0
  #socket: WebSocket | null = null
  #closed = false
  readonly #timer: NodeJS.Timeout

  constructor(address: string, token: string, last: number) {
    this.#address = address
    this.#token = token
    this.#last = last
    this.#open()
    this.#timer = setInterval(() => this.#judge(Date.now()), 250)
  }

  close(): void {
    this.#closed = true
    clearInterval(this.#timer)
    this.#socket?.terminate()
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

  #receive(message: Message): void {
    if (message.seq !== undefined) this.#last = message.seq
    if (message.event === 'joined') {
      if (message.data.resumed !== true) throw new Error('The room no longer knows the events since the last one')
      this.#since = Date.now()
      this.#told = message.data.unprinted
    } else if (message.event === 'unprintedJobs') this.#report(message.data.unprinted)
    else if (message.event === 'printJob')
      for (const { _id, waitingSince, closed } of message.data.jobs) {
        if (closed) this.open.delete(_id)
        else this.open.set(_id, waitingSince)
      }
  }

  #report(unprinted: readonly UnprintedJob[]): void {
    this.#told = unprinted
    const now = Date.now()
    for (const { _id, waitingSince } of unprinted) {
      const due = Date.parse(waitingSince) + UNPRINTED_MS
      const key = `${_id} ${waitingSince}`
      // One that was due before this connection is no measure of the alarm.
      if (!this.reported.has(key) && this.#since > 0 && due > this.#since) this.reported.set(key, now - due)
    }
  }

  #judge(now: number): void {
    if (this.#since === 0 || now - this.#since < GRACE_MS) return
    for (const [id, waitingSince] of this.open)
      if (Date.parse(waitingSince) + UNPRINTED_MS + SLACK_MS < now && !this.#told.some((job) => job._id === id))
        this.missed.add(`${id} ${waitingSince}`)
  }
}
