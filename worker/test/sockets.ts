import { exports } from 'cloudflare:workers'
import { chai } from 'vitest'
import { faultOfMessage } from './events.ts'

export type Message = { event: string; data: Record<string, unknown>; seq?: number; at: string }

/** A client's end of a socket: keeps all messages in order. A message that the contract doesn't know fails every later wait. */
export class TestSocket {
  readonly messages: Message[] = []
  /** The sizes of the frames that brought several events, for one that joined with `batch`. */
  readonly batches: number[] = []
  closed: { code: number; reason: string } | null = null
  readonly #socket: WebSocket
  readonly #watchers = new Set<() => void>()
  #fault: string | null = null

  constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => {
      const frame = JSON.parse(String(data)) as Message | { events: Message[] }
      if ('events' in frame) this.batches.push(frame.events.length)
      for (const message of 'events' in frame ? frame.events : [frame]) {
        this.messages.push(message)
        this.#fault ??= faultOfMessage(message)
      }
      this.#look()
    })
    socket.addEventListener('close', ({ code, reason }) => {
      this.closed = { code, reason }
      this.#look()
    })
    socket.accept()
  }

  /** Sends `{ event, data }` as a client does. */
  send(event: string, data: unknown = {}): void {
    this.sendRaw(JSON.stringify({ event, data }))
  }

  sendRaw(message: string | ArrayBuffer): void {
    this.#socket.send(message)
  }

  close(): void {
    this.#socket.close(1000, 'done')
  }

  /** Joins, and answers `joined`. */
  async join(event: 'joinRestaurant' | 'joinTable', data: Record<string, unknown> = {}): Promise<Message> {
    const before = this.named('joined').length
    this.send(event, data)
    return this.waitFor(() => this.named('joined')[before])
  }

  /** All that the room had to send is here afterwards: a refusal that waits in the room's queue like any join comes last. */
  async settled(): Promise<this> {
    const refused = () => this.named('error').filter((m) => m.data.code === 'forbidden')
    const before = refused().length
    this.send('joinRestaurant', { restaurantId: 'nobodys' })
    await this.waitFor(() => refused()[before])
    return this
  }

  named(event: string): Message[] {
    return this.messages.filter((m) => m.event === event)
  }

  /** The seqs of the events that came, in the order they came. */
  get seqs(): number[] {
    return this.messages.flatMap((m) => (m.seq === undefined ? [] : [m.seq]))
  }

  /** Waits until `predicate` returns something. It is called after every message and at the close; there is no sleeping. */
  waitFor<T>(predicate: (socket: this) => T | undefined | null | false, within = 10_000): Promise<T> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = this.#fault === null ? predicate(this) : undefined
        if (this.#fault === null && (found === undefined || found === null || found === false)) return
        clearTimeout(timer)
        this.#watchers.delete(look)
        if (this.#fault === null) resolve(found as T)
        else reject(new chai.AssertionError(this.#fault))
      }
      const timer = setTimeout(() => {
        this.#watchers.delete(look)
        // The value that was waited for must be the expected one.
        reject(
          new chai.AssertionError(
            `waited ${within} ms for ${predicate.toString()}; there came ${JSON.stringify(this.messages.map((m) => [m.event, m.seq]))}, closed: ${JSON.stringify(this.closed)}`,
          ),
        )
      }, within)
      this.#watchers.add(look)
      look()
    })
  }

  waitForClose(): Promise<{ code: number; reason: string }> {
    return this.waitFor(() => this.closed)
  }

  #look(): void {
    for (const look of [...this.#watchers]) look()
  }
}

/** The socket of a 101; throws what else was answered. */
export async function socketOf(answer: Response): Promise<TestSocket> {
  if (answer.status !== 101 || !answer.webSocket) throw new Error(`no socket: ${answer.status} ${await answer.text()}`)
  return new TestSocket(answer.webSocket)
}

/** The upgrade, through the real Worker. */
export function upgrade(restaurantId: string, token: string | null, headers: Record<string, string> = {}): Promise<Response> {
  return (exports as unknown as { default: Fetcher }).default.fetch(`https://tawa.test/v1/realtime/${restaurantId}`, {
    headers: { Upgrade: 'websocket', 'Sec-WebSocket-Protocol': token === null ? 'tawa.v1' : `tawa.v1, bearer.${token}`, ...headers },
  })
}

/** Opens a socket as a client does, through the real Worker. */
export const openSocket = async (restaurantId: string, token: string): Promise<TestSocket> => socketOf(await upgrade(restaurantId, token))
