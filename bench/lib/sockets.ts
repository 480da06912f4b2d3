import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { WebSocket } from 'ws'

/**
 * The sockets of a restaurant's screens, in a thread of their own, so that reading what they get delays nobody's clock. They count the events that they get, answer pings,
 * and keep nothing.
 */
export type Wanted = {
  url: string
  protocols: string[]
  /** What it sends: a text when it is open, or the second text after a message that begins with the first. */
  hello: [after: string, text: string][]
  /** How its messages begin: the one that says that it has joined, the one that asks for an answer, and that answer. */
  joined: string
  ping: [ask: string, answer: string]
  /** A text that occurs once in each event's message. */
  mark: string
}
type Order =
  | { id: number; open: Wanted[] }
  | { id: number; tell: [text: string, answer: string] }
  | { id: number; count: true }
  | { id: number; close: true }

/** Requests to the thread. */
export class Sockets {
  readonly #thread = new Worker(new URL(import.meta.url))
  readonly #waiting = new Map<number, (answer: number) => void>()
  #asked = 0

  constructor() {
    this.#thread.on('message', ({ id, answer }: { id: number; answer: number }) => {
      this.#waiting.get(id)?.(answer)
      this.#waiting.delete(id)
    })
  }

  #ask(what: object): Promise<number> {
    const id = ++this.#asked
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
      this.#thread.postMessage({ id, ...what })
    })
  }

  /** Resolves when all have joined. */
  open = (open: Wanted[]): Promise<number> => this.#ask({ open })
  /** Sends a text on all of them. Resolves when each has got the answer. */
  tell = (text: string, answer: string): Promise<number> => this.#ask({ tell: [text, answer] })
  /** How many events all of them have got so far. */
  count = (): Promise<number> => this.#ask({ count: true })
  close = (): Promise<number> => this.#ask({ close: true })
  end = (): Promise<number> => this.#thread.terminate()
}

if (!isMainThread) {
  const sockets: WebSocket[] = []
  let events = 0
  let pending = { answer: '', left: 0, done: () => {} }
  const open = ({ url, protocols, hello, joined, ping, mark }: Wanted): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(url, protocols, { perMessageDeflate: false })
      sockets.push(socket)
      socket.on('error', reject)
      socket.on('close', (code) => reject(new Error(`a socket was closed with ${code}`)))
      socket.on('open', () => hello.filter(([after]) => after === '').forEach(([, text]) => socket.send(text)))
      socket.on('message', (data: Buffer) => {
        if (data.indexOf(ping[0]) === 0) return socket.send(ping[1])
        if (pending.left > 0 && data.indexOf(pending.answer) === 0) {
          if (--pending.left === 0) pending.done()
          return
        }
        for (const [after, text] of hello) if (after !== '' && data.indexOf(after) === 0) return socket.send(text)
        if (data.indexOf(joined) === 0) return resolve()
        for (let at = data.indexOf(mark); at >= 0; at = data.indexOf(mark, at + mark.length)) events += 1
      })
    })
  parentPort?.on('message', async (order: Order) => {
    let answer = 0
    // A few at a time, as screens come in.
    if ('open' in order) for (let i = 0; i < order.open.length; i += 10) await Promise.all(order.open.slice(i, i + 10).map(open))
    else if ('count' in order) answer = events
    else if ('tell' in order)
      await new Promise<void>((done) => {
        pending = { answer: order.tell[1], left: sockets.length, done }
        for (const socket of sockets) socket.send(order.tell[0])
      })
    else for (const socket of sockets.splice(0)) socket.removeAllListeners('close').close()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
    parentPort?.postMessage({ id: order.id, answer })
  })
}
