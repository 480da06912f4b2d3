import { isShared } from '../access/session.ts'
import type { SessionForSocket } from './handshake.ts'

type Counted = 'frames' | 'joins' | 'replays' | 'sends'
type Most = Record<Counted | 'sockets', number>
/** Who asks; `allowance` is missing in attachments that an earlier version wrote. */
type Asker = Pick<SessionForSocket, 'sid' | 'family' | 'allowance'>

/**
 * What one guest, or one session of staff, may ask of the room in a minute, over all of its sockets. A phone joins once and reconnects a few times; staff may
 * join every table. `sockets` is how many may be open at the same time, `sends` counts the orders that a guest sends. A sitting's later guests share one
 * allowance (domain/limits.ts), with more sockets and joins than a single guest has, but the same number of sends.
 */
const MOST: Record<'guest' | 'shared' | 'staff', Most> = {
  guest: { frames: 120, joins: 30, replays: 6, sockets: 5, sends: 20 },
  shared: { frames: 480, joins: 60, replays: 12, sockets: 20, sends: 20 },
  staff: { frames: 600, joins: 240, replays: 20, sockets: 20, sends: Infinity },
}
const MINUTE = 60_000

type Window = { start: number; used: Record<Counted, number> }

/** The key that a socket is counted under. A guest may sign in again and again, so for guests it is the allowance and not the session. */
export const askerOf = ({ sid, family, allowance }: Asker): string => (family === 'diner' && allowance ? allowance : sid)

export const mostOf = ({ family, allowance }: Pick<Asker, 'family' | 'allowance'>): Most =>
  MOST[family !== 'diner' ? 'staff' : allowance && isShared(allowance) ? 'shared' : 'guest']

/** Counts requests to the room, in memory: counts are lost when the object sleeps, which it does only while there are no requests. */
export class Traffic {
  readonly #windows = new Map<string, Window>()

  /** Counts one more and returns how many are left in this minute; refused below 0. */
  left(asker: Asker, what: Counted): number {
    return mostOf(asker)[what] - ++this.#windowOf(askerOf(asker)).used[what]
  }

  /** Counts an order that a guest sends, by its allowance. Returns the seconds to wait, 0 when it may be sent now. */
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
