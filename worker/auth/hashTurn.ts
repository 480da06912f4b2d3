/** The rest before the next hash, if one waits, is as long as the last one took, at most this (milliseconds). */
const LONGEST_REST = 500
/** A hash that has run longer than this (milliseconds) counts as over, because its request was cut off. */
const RUNS_FOR = 10_000
/** Who waits asks again every few milliseconds. Who has not asked for so long (milliseconds) was cut off and holds up nobody. */
const ASKS_WITHIN = 3000
/** A stranger who has waited so long (milliseconds) is not kept waiting by others for ever: from then on strangers and others take turns. */
const PATIENCE = 2000

/**
 * Who waits for a hash. `stranger`: the network address of somebody who is neither signed in nor on a device that the account knows; those wait for all others,
 * but once one has waited for two seconds every second hash is a stranger's, because anybody can open an account, make a device known to it and always have
 * sign-ins under way. Strangers take turns by address, so that a flood from one address keeps nobody else out, and all others by `account`.
 */
export type Asker = { stranger?: string | null; account?: string }
type Waiting = { isStranger: boolean; key: string | null; place: number; since: number; askedAt: number }

/** In memory, so each isolate has its own turns, as it has its own processor. Times are milliseconds since 1970. */
const waiting = new Set<Waiting>()
let runningSince: number | null = null
let lastWasStranger = false
const NONE = { from: 0, for: 0 }
let rest = NONE

/** How many wait for their turn now. */
export const hashesWaiting = (): number => waiting.size

const wait = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))
/** Less than `milliseconds` ago; not for an instant ahead, which a clock that was set back leaves behind. */
const isWithin = (at: number, milliseconds: number, now: number) => now >= at && now - at < milliseconds

const isBefore = (a: Waiting, b: Waiting, strangersFirst: boolean): boolean =>
  a.isStranger === b.isStranger ? a.place < b.place : a.isStranger === strangersFirst

function mayStart(me: Waiting): boolean {
  const now = Date.now()
  me.askedAt = now
  if (runningSince !== null && isWithin(runningSince, RUNS_FOR, now)) return false
  if (isWithin(rest.from, rest.for, now)) return false
  for (const other of waiting) if (!isWithin(other.askedAt, ASKS_WITHIN, now)) waiting.delete(other)
  const all = [...waiting]
  const strangersFirst = !lastWasStranger && all.some((one) => one.isStranger && !isWithin(one.since, PATIENCE, now))
  return !all.some((other) => isBefore(other, me, strangersFirst))
}

let arrivals = 0
/** The order of those who wait: the first of each address or account, then the second of each, and so on. */
function placeFor({ isStranger, key }: Pick<Waiting, 'isStranger' | 'key'>): number {
  const ahead = key === null ? 0 : [...waiting].filter((other) => other.isStranger === isStranger && other.key === key).length
  return ahead * 1e9 + (arrivals = (arrivals + 1) % 1e9)
}

/**
 * Hashes one password at a time, and rests as long as it took before the next one that waits. A hash takes a fifth of a second, in which an isolate does
 * nothing else: forty wrong sign-ins at once, for which nobody needs an account, held up a waiter's send until all forty were done
 * (docs/decisions/022-what-guests-may-cost.md). In the rests the isolate does what else there is.
 */
export async function hashTurn<T>(hash: () => Promise<T>, { stranger = null, account }: Asker = {}): Promise<T> {
  const who = { isStranger: stranger !== null, key: stranger ?? account ?? null }
  const me: Waiting = { ...who, place: placeFor(who), since: Date.now(), askedAt: Date.now() }
  waiting.add(me)
  while (!mayStart(me)) await wait(5 + Math.random() * 15)
  waiting.delete(me)
  lastWasStranger = who.isStranger
  const began = (runningSince = Date.now())
  try {
    return await hash()
  } finally {
    // A Worker's clock stands still while it computes, so the time is read after a wait.
    await wait(1)
    const ended = Date.now()
    const own = (rest = { from: ended, for: waiting.size > 0 ? Math.min(LONGEST_REST, ended - began) : 0 })
    runningSince = null
    // The clock ends the rest too, because a timer is gone with its request.
    setTimeout(() => {
      if (rest === own) rest = NONE
    }, own.for)
  }
}
