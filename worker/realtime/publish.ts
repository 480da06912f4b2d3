import type { Env } from '../env.ts'
import { logError } from '../http/log.ts'
import type { Alert, AlertAsk, ClearAsk, KotAsk, KotDay, KotNumber, RoomRpc, Where } from './rpc.ts'

export type { Where } from './rpc.ts'

/**
 * The Worker's side of the room. The stub comes by the restaurant's id and needs no `getServerByName`: the room makes its tables in the
 * constructor
 * and learns its restaurant from `where`, so that a call is one round trip.
 */
export const room = (env: Env, restaurantId: string): DurableObjectStub<RoomRpc> => env.ROOM.get(env.ROOM.idFromName(restaurantId))

/** Before a command commits. Throws when the room can't be reached: then nothing is committed. */
export const armRoom = (env: Env, where: Where): Promise<void> => call(env, where, (to) => to.arm(where))

/** After the commit. Never throws: the alarm set by arming finds what a lost hint would have told. */
export const hintRoom = (env: Env, where: Where, seq: number): Promise<void> =>
  quietly(
    'hint',
    call(env, where, (to) => to.hint(where, seq)),
  )

/** Numbers for tickets about to be sent, and the arming of their command in the same call. */
export const kotNumbers = (env: Env, where: Where, ask: KotAsk): Promise<{ numbers: Record<string, KotNumber> }> =>
  call(env, where, (to) => to.kotNumbers(where, ask))

/** The last number given on that day in that epoch; 0 before the first. */
export const currentNumber = (env: Env, where: Where, day: KotDay): Promise<number> =>
  call(env, where, (to) => to.currentNumber(where, day))

export const raiseAlert = (env: Env, where: Where, ask: AlertAsk): Promise<Alert> => call(env, where, (to) => to.raiseAlert(where, ask))

/** Answers the table's remaining alerts. */
export const clearAlerts = (env: Env, where: Where, ask: ClearAsk): Promise<Alert[]> => call(env, where, (to) => to.clearAlerts(where, ask))

export const alerts = (env: Env, where: Where): Promise<Alert[]> => call(env, where, (to) => to.alerts(where))

/** After a change of the book. Never throws: a room that did not hear of it learns of it from whoever joins next. */
export const bookingsChanged = (env: Env, where: Where): Promise<void> =>
  quietly(
    'bookingsChanged',
    call(env, where, (to) => to.bookingsChanged(where)),
  )

/** After the sessions were revoked. Never throws: the tokens are dead already, only their sockets may live on for a while. */
export const endSessions = (env: Env, where: Where, sids: string[]): Promise<void> =>
  sids.length === 0
    ? Promise.resolve()
    : quietly(
        'endSessions',
        call(env, where, (to) => to.endSessions(where, sids)),
      )

/**
 * Only for a sitting that ends without an event: relaying orderCompleted, or tableUpdated of a cancelled order, closes its diners' sockets
 * by itself.
 */
export const endSitting = (env: Env, where: Where, sittingIds: string | string[]): Promise<void> =>
  quietly(
    'endSitting',
    call(env, where, (to) => to.endSitting(where, sittingIds)),
  )

/** The last event that the room has relayed: older ones may be purged. */
export const relayedSeq = (env: Env, where: Where): Promise<number> => call(env, where, (to) => to.relayed(where))

/** Every call may be repeated, so what the platform calls retryable (an object that moves, a deploy) is tried again on a new stub. */
async function call<T>(env: Env, where: Where, ask: (to: DurableObjectStub<RoomRpc>) => PromiseLike<unknown>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return (await ask(room(env, where.restaurantId))) as T
    } catch (error) {
      const { retryable, overloaded } = error as { retryable?: boolean; overloaded?: boolean }
      if (!retryable || overloaded || attempt === 3) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 100 * 2 ** attempt))
    }
  }
}

async function quietly(what: string, done: Promise<unknown>): Promise<void> {
  try {
    await done
  } catch (error) {
    logError(`room ${what}`, error)
  }
}
