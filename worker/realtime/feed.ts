import { Turns } from './turns.ts'

/**
 * Estimates how much one socket has not read yet. The room sends a `ping` after a number of characters, and the `pong` confirms that everything before it was
 * read. (The runtime has no `bufferedAmount`.) Kept in memory, because an object that sleeps has nothing unread.
 */
export const ASK_AFTER = 256 * 1024
/** A replay waits for the pong here. */
export const HOLD_AT = 1024 * 1024
/** Beyond this the socket is behind: it is sent no more events, and told to reload once it has read what it has. */
export const MOST_UNREAD = 4 * 1024 * 1024
/** How long a replay waits for a client to read, in milliseconds. */
const PATIENCE = 10_000

export class Feed {
  /** The socket's requests, in order. */
  readonly turns = new Turns()
  /** The number of the running replay; live events are sent as part of it, in order. */
  replay: number | null = null
  behind = false
  #unread = 0
  /** The characters that the pending ping covers; null when none is pending. */
  #asked: number | null = null
  #readers: (() => void)[] = []

  /** Counts what was sent. Answers whether to ping now. */
  sent(characters: number): boolean {
    this.#unread += characters
    if (this.#unread > MOST_UNREAD) this.behind = true
    return this.#ask(ASK_AFTER)
  }

  /** A `pong`. `ping`: ask once more. `caughtUp`: it was behind, and has read everything. */
  pong(): { ping: boolean; caughtUp: boolean } {
    if (this.#asked === null) return { ping: false, caughtUp: false }
    this.#unread -= this.#asked
    this.#asked = null
    if (this.#unread < HOLD_AT) for (const go of this.#readers.splice(0)) go()
    const caughtUp = this.behind && this.#unread === 0
    if (caughtUp) this.behind = false
    return { ping: this.#ask(this.behind ? 1 : ASK_AFTER), caughtUp }
  }

  /** Waits until enough was read for the next page of a replay. A client that takes longer than 10 s is behind. */
  async read(): Promise<void> {
    if (this.#unread < HOLD_AT) return
    const late = await Promise.race([
      new Promise<false>((resolve) => this.#readers.push(() => resolve(false))),
      scheduler.wait(PATIENCE).then(() => true),
    ])
    if (late) this.behind = true
  }

  #ask(from: number): boolean {
    if (this.#asked !== null || this.#unread < from) return false
    this.#asked = this.#unread
    return true
  }
}
