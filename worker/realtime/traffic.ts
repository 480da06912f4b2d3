import { isShared } from '../access/session.ts'
import type { SessionForSocket } from './handshake.ts'

type Counted = 'frames' | 'joins' | 'replays' | 'sends'
type Most = Record<Counted | 'sockets', number>
/** Who asks; `allowance` is missing in attachments that an earlier version wrote. */
type Asker = Pick<SessionForSocket, 'sid' | 'family' | 'allowance'>

/**
 * What one guest, or one session of staff, may ask of the room in a minute, over all of its sockets. A phone joins once and comes back a few times; staff may join
 * every table. `sockets` are open at once, `sends` are the orders that a guest sends. A sitting's later guests share one allowance (domain/limits.ts), which takes
 * more sockets and joins than one guest needs, and as many sends.
 */
const MOST: Record<'guest' | 'shared' | 'staff', Most> = {
  guest: { frames: 120, joins: 30, replays: 6, sockets: 5, sends: 20 },
  shared: { frames: 480, joins: 60, replays: 12, sockets: 20, sends: 20 },
  staff: { frames: 600, joins: 240, replays: 20, sockets: 20, sends: Infinity },
}
const MINUTE = 60_000

type Window = { start: number; used: Record<Counted, number> }

/** Whom a socket counts for: a guest may sign in again and again, so its session is not enough. */
export const askerOf = ({ sid, family, allowance }: Asker): string => (family === 'diner' && allowance ? allowance : sid)

export const mostOf = ({ family, allowance }: Pick<Asker, 'family' | 'allowance'>): Most =>
  MOST[family !== 'diner' ? 'staff' : allowance && isShared(allowance) ? 'shared' : 'guest']

/** Counts what is asked of the room. In memory: an object that has slept begins anew, and it sleeps only when nobody asks anything. */
export class Traffic {
  readonly #windows = new Map<string, Window>()

  /** Counts one more. How many are left of it in this minute: below 0 it is refused. */
  left(asker: Asker, what: Counted): number {
    return mostOf(asker)[what] - ++this.#windowOf(askerOf(asker)).used[what]
  }

  /** An order that a guest sends, by its allowance. Answers the seconds to wait, 0 when it may. */
  send(allowance: string): number {
    if (this.left({ sid: allowance, family: 'diner', allowance }, 'sends') >= 0) return 0
    return Math.max(1, Math.ceil((this.#windowOf(allowance).start + MINUTE - Date.now()) / 1000))
  }

  #windowOf(asker: string): Window {
    const now = Date.now()
    let window = this.#windows.get(asker)
    if (!window || now - window.start >= MINUTE) {
      if (!window) this.#forgetOld(now)
      this.#windows.set(asker, (window = { start: now, used: { frames: 0, joins: 0, replays: 0, sends: 0 } }))
    }
    return window
  }

  #forgetOld(now: number): void {
    for (const [asker, { start }] of this.#windows) if (now - start >= MINUTE) this.#windows.delete(asker)
  }
}
