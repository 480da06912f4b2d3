import type { SessionForSocket } from './handshake.ts'

type Counted = 'frames' | 'joins' | 'replays'

/**
 * What one session may ask of the room in a minute, over all of its sockets. A phone joins once and comes back a few times; staff may join every table.
 * `sockets` are open at once.
 */
const MOST: Record<'guest' | 'staff', Record<Counted | 'sockets', number>> = {
  guest: { frames: 120, joins: 30, replays: 6, sockets: 5 },
  staff: { frames: 600, joins: 240, replays: 20, sockets: 20 },
}
const MINUTE = 60_000

type Window = { start: number; used: Record<Counted, number> }

export const mostOf = ({ family }: Pick<SessionForSocket, 'family'>) => MOST[family === 'diner' ? 'guest' : 'staff']

/** Counts what sessions ask of the room. In memory: an object that has slept begins anew, and it sleeps only when nobody asks anything. */
export class Traffic {
  readonly #windows = new Map<string, Window>()

  /** Counts one more. How many are left of it in this minute: below 0 it is refused. */
  left(seat: Pick<SessionForSocket, 'sid' | 'family'>, what: Counted): number {
    const now = Date.now()
    let window = this.#windows.get(seat.sid)
    if (!window || now - window.start >= MINUTE) {
      if (!window) this.#forgetOld(now)
      this.#windows.set(seat.sid, (window = { start: now, used: { frames: 0, joins: 0, replays: 0 } }))
    }
    return mostOf(seat)[what] - ++window.used[what]
  }

  #forgetOld(now: number): void {
    for (const [sid, { start }] of this.#windows) if (now - start >= MINUTE) this.#windows.delete(sid)
  }
}
