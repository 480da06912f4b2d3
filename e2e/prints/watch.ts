import { WebSocket } from 'ws'
import type { PrintJobShape, UnprintedJob } from '#domain/api/printJob.ts'
import { UNPRINTED_MS } from '#domain/printJob.ts'

type Message =
  | { event: 'joined'; seq?: undefined; data: { seq: number; resumed?: boolean; unprinted: UnprintedJob[] } }
  | { event: 'unprintedJobs'; seq?: undefined; data: { unprinted: UnprintedJob[] } }
  | { event: 'printJob'; seq: number; data: { jobs: PrintJobShape[] } }
  | { event: 'settingsUpdated'; seq?: number; data: object }

/** Later than this, a report counts as missing: the room's alarm rings at whole seconds, and a busy machine takes its time. */
const LATE_MS = 10_000

/**
 * A colleague's page that prints nothing: it knows from the room alone which jobs wait, and whether the room reports each that has waited for 30 s. It reconnects
 * by itself, asks for the events that it missed, and judges only while it is connected.
 */
export class Watch {
  /** The jobs that nobody has closed, with the moment since when each waits. */
  readonly open = new Map<string, string>()
  /**
   * By job and `waitingSince`: how long after a job had to be reported it was, in ms: 30 s after it began to wait, or when this page was connected again if that was
   * later. A job whose print failed is reported before that, which counts as 0.
   */
  readonly reported = new Map<string, number>()
  /** Those that were not reported in time. */
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
      this.#report(message.data.unprinted)
    } else if (message.event === 'unprintedJobs') this.#report(message.data.unprinted)
    else if (message.event === 'printJob')
      for (const { _id, waitingSince, closed } of message.data.jobs) {
        if (closed) this.open.delete(_id)
        else this.open.set(_id, waitingSince)
      }
  }

  #report(unprinted: readonly UnprintedJob[]): void {
    this.#told = unprinted
    for (const { _id, waitingSince } of unprinted) {
      const key = `${_id} ${waitingSince}`
      if (!this.reported.has(key)) this.reported.set(key, Math.max(0, Date.now() - this.#due(waitingSince)))
    }
  }

  #judge(now: number): void {
    if (this.#since === 0) return
    for (const [id, waitingSince] of this.open)
      if (this.#due(waitingSince) + LATE_MS < now && !this.#told.some((job) => job._id === id)) this.missed.add(`${id} ${waitingSince}`)
  }

  #due(waitingSince: string): number {
    return Math.max(this.#since, Date.parse(waitingSince) + UNPRINTED_MS)
  }
}
