import type { AlertShape } from '#domain/api/tables.ts'

/**
 * The calls that the Worker makes (publish.ts) and a restaurant's room implements (room.ts). It imports only types of domain, so that env.ts can use it to
 * type the binding. Arguments and answers are plain JSON and only ever gain fields, because for some minutes after a deploy a new Worker talks to an old
 * room, and an old Worker to a new room (docs/decisions/004-room-relay.md).
 */
export type Where = { restaurantId: string; shard: string }
export type Alert = AlertShape
export type KotDay = { businessDate: string; epoch: number }
/** `guest`: the allowance of the guest who sends; the room limits its sends. */
/** `lines`: of each ticket, by its id, the station (`stationKey`) at which each of its lines is cooked, by the line's id. */
export type KotAsk = KotDay & { kotIds: string[]; lines?: Record<string, Record<string, string>>; guest?: string }
export type KotNumber = { number: number; date: string; epoch: number }
/**
 * `quietMs`: if an open alert of the same type is younger than this, it is returned and nothing is sent, but for a bill's that somebody has acknowledged. `caller` is the session that
 * calls: it may take its own call back.
 */
/** `answeredAt`: when the bill was last printed, UTC ISO; a call for it from before has been answered. */
export type AlertAsk = {
  tableId: string
  tableNumber: string
  alertType: string
  orderId?: string | null
  quietMs?: number
  answeredAt?: string | null
  caller?: string
}
/** What a kitchen screen shows, or what a person has told the kitchen. `elsewhere`: lines still to be made that the screen doesn't show. */
export type Acknowledgement = { by: 'screen' | 'person'; tickets: { kotId: string; elsewhere: string[] }[] }
/** Without `alertType`: all alerts of the table. */
export type ClearAsk = { tableId: string; alertType?: string | null; action: 'acknowledge' | 'clear'; by: string }

/** `alertType`: only calls of this type. */
export type WithdrawAsk = { tableId: string; caller: string; alertType?: string }

export interface RoomRpc extends Rpc.DurableObjectBranded {
  /** The upgrade to a WebSocket; a header (handshake.ts) has the session that the Worker has verified. */
  fetch(request: Request): Promise<Response>

  /**
   * A command is about to commit: the room checks the outbox in 3 s and again in 15 s, even if the Worker dies. `guest` is the allowance of a guest who sends;
   * the answer is the seconds that it must wait, 0 when it may go on.
   */
  arm(where: Where, guest?: string): Promise<number | void>
  /** Events up to `seq` are committed. Resolves when they have been sent. */
  hint(where: Where, seq: number): Promise<void>
  /** The seq of the last relayed event: events up to it may be purged. */
  relayed(where: Where): Promise<number>

  /**
   * Numbers for tickets; for a guest who sends too much none, but the seconds to `wait`. The call also arms the room. The same `kotId` always gets the same
   * number, also on a later day or after a reset.
   */
  kotNumbers(where: Where, ask: KotAsk): Promise<{ numbers: Record<string, KotNumber>; wait?: number }>
  /** The last number given on that day in that epoch; 0 before the first. */
  currentNumber(where: Where, day: KotDay): Promise<number>
  /** The kitchen has these tickets. Returns those that no kitchen screen has acknowledged in time. */
  acknowledgeTickets(where: Where, ask: Acknowledgement): Promise<string[]>

  raiseAlert(where: Where, ask: AlertAsk): Promise<Alert>
  /** Returns the table's remaining alerts. */
  clearAlerts(where: Where, ask: ClearAsk): Promise<Alert[]>
  /** Withdraws the calls of a caller who has left the table, unless somebody else made them too. Returns how many were the caller's. */
  withdrawAlerts(where: Where, ask: WithdrawAsk): Promise<number>
  alerts(where: Where): Promise<Alert[]>

  /** A booking was made or changed: the room looks up when a table's status next changes by the clock. */
  bookingsChanged(where: Where): Promise<void>

  /** Closes the sockets of revoked sessions at once, also those that are still connecting. */
  endSessions(where: Where, sids: string[]): Promise<void>
  /** Sends pending events to the diners of these sittings and closes their sockets. */
  endSitting(where: Where, sittingIds: string | string[]): Promise<void>
}
