import { LIMITS } from '#domain/limits.ts'
import { isShared } from '../access/session.ts'
import { Counts } from '../http/counts.ts'
import type { SessionForSocket } from './handshake.ts'

type Counted = 'frames' | 'joins' | 'replays'
type Most = Record<Counted | 'sockets', number>
/** The client that is counted; `allowance` is missing in attachments that an earlier version wrote. */
type Asker = Pick<SessionForSocket, 'sid' | 'family' | 'allowance'>

/**
 * What one guest, or one session of staff, may ask of the room in a minute, over all of its sockets. A phone joins once, answers a ping every few minutes and
 * reconnects a few times; staff may join every table. `sockets` is how many may be open at the same time. A sitting's later guests share one allowance
 * (domain/limits.ts), with more of everything than a single guest has.
 */
const MOST: Record<'guest' | 'shared' | 'staff', Most> = {
  guest: { frames: 60, joins: 15, replays: 4, sockets: 5 },
  shared: { frames: 240, joins: 45, replays: 12, sockets: 20 },
  staff: { frames: 600, joins: 240, replays: 20, sockets: 20 },
}
const MINUTE = 60_000

/** The key that a socket is counted under. A guest may sign in again and again, so for guests it is the allowance and not the session. */
export const askerOf = ({ sid, family, allowance }: Asker): string => (family === 'diner' && allowance ? allowance : sid)

export const mostOf = ({ family, allowance }: Pick<Asker, 'family' | 'allowance'>): Most =>
  MOST[family !== 'diner' ? 'staff' : allowance && isShared(allowance) ? 'shared' : 'guest']

/** Counts requests to the room, in memory. */
export class Traffic {
  readonly #counts = new Counts()

  /** Counts one more and returns how many are left in this minute; refused below 0. */
  left(asker: Asker, what: Counted): number {
    return mostOf(asker)[what] - this.#counts.count(`${what} ${askerOf(asker)}`, MINUTE).count
  }

  /** Counts an order that a guest sends, by its allowance, over all isolates. Returns the seconds to wait, 0 when it may be sent now. */
  send(allowance: string): number {
    const by = isShared(allowance) ? 'laterGuests' : 'guest'
    const rule = LIMITS.guestSend.rules.find((r) => r.by === by)
    return rule ? this.#counts.wait(`sends ${allowance}`, rule.most, rule.seconds * 1000) : 0
  }
}
