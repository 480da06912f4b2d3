import type { Env } from '../env.ts'
import { logError } from '../http/log.ts'
import type { Acknowledgement, Alert, AlertAsk, ClearAsk, KotAsk, KotDay, KotNumber, RoomRpc, Where, WithdrawAsk } from './rpc.ts'

export type { Where } from './rpc.ts'

/**
 * The Worker's side of the room. The stub comes from the restaurant's id and needs no `getServerByName`, because the room creates its tables in the
 * constructor and gets its restaurant from `where`; so a call is one round trip.
 */
export const room = (env: Env, restaurantId: string): DurableObjectStub<RoomRpc> => env.ROOM.get(env.ROOM.idFromName(restaurantId))

/**
 * Before a command commits. Throws when the room can't be reached: then nothing is committed. Returns the seconds that the guest with this allowance must wait
 * before it sends.
 */
export const armRoom = async (env: Env, where: Where, guest?: string): Promise<number> =>
  (await call<number | undefined>(env, where, (to) => to.arm(where, guest))) ?? 0

/** After the commit. Never throws: if the hint is lost, the alarm set by arming finds the event. */
export const hintRoom = (env: Env, where: Where, seq: number): Promise<void> =>
  quietly(
    'hint',
    call(env, where, (to) => to.hint(where, seq)),
  )

/** Numbers for tickets that are about to be sent; the same call arms the room. */
export const kotNumbers = (env: Env, where: Where, ask: KotAsk): Promise<{ numbers: Record<string, KotNumber>; wait?: number }> =>
  call(env, where, (to) => to.kotNumbers(where, ask))

/** The last number given on that day in that epoch; 0 before the first. */
export const currentNumber = (env: Env, where: Where, day: KotDay): Promise<number> =>
  call(env, where, (to) => to.currentNumber(where, day))

/** Returns the tickets that no kitchen screen has acknowledged in time. */
export const acknowledgeTickets = (env: Env, where: Where, ask: Acknowledgement): Promise<string[]> =>
  call(env, where, (to) => to.acknowledgeTickets(where, ask))

export const raiseAlert = (env: Env, where: Where, ask: AlertAsk): Promise<Alert> => call(env, where, (to) => to.raiseAlert(where, ask))

/** Returns the table's remaining alerts. */
export const clearAlerts = (env: Env, where: Where, ask: ClearAsk): Promise<Alert[]> => call(env, where, (to) => to.clearAlerts(where, ask))

export const withdrawAlerts = (env: Env, where: Where, ask: WithdrawAsk): Promise<number> =>
  call(env, where, (to) => to.withdrawAlerts(where, ask))

export const alerts = (env: Env, where: Where): Promise<Alert[]> => call(env, where, (to) => to.alerts(where))

/** After a change of reservations. Never throws: if the call is lost, the room plans again when somebody joins. */
export const bookingsChanged = (env: Env, where: Where): Promise<void> =>
  quietly(
    'bookingsChanged',
    call(env, where, (to) => to.bookingsChanged(where)),
  )

/** After the sessions were revoked. Never throws: the tokens are already invalid, only their sockets may stay open for a while. */
export const endSessions = (env: Env, where: Where, sids: string[]): Promise<void> =>
  sids.length === 0
    ? Promise.resolve()
    : quietly(
        'endSessions',
        call(env, where, (to) => to.endSessions(where, sids)),
      )

/** Only for a sitting that ends without an event: relaying orderCompleted, or tableUpdated of a cancelled order, closes its diners' sockets anyway. */
export const endSitting = (env: Env, where: Where, sittingIds: string | string[]): Promise<void> =>
  quietly(
    'endSitting',
    call(env, where, (to) => to.endSitting(where, sittingIds)),
  )

/** The last event that the room has relayed: events up to it may be purged. */
export const relayedSeq = (env: Env, where: Where): Promise<number> => call(env, where, (to) => to.relayed(where))

/** Every call may be repeated, so errors that the platform calls retryable (an object that moves, a deploy) are tried again on a new stub. */
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
