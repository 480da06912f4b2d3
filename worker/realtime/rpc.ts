import type { AlertShape } from '#domain/api/tables.ts'

/**
 * What the Worker calls on a restaurant's room (through publish.ts) and what the room implements (room.ts). It imports types of domain alone, so that
 * env.ts can type the binding by it. Arguments and answers are plain JSON and only ever gain fields: for some minutes after a deploy a new
 * Worker talks to an old room and the other way round (docs/decisions/004-room-relay.md).
 */
export type Where = { restaurantId: string; shard: string }
export type Alert = AlertShape
export type KotDay = { businessDate: string; epoch: number }
export type KotAsk = KotDay & { kotIds: string[] }
export type KotNumber = { number: number; date: string; epoch: number }
export type AlertAsk = { tableId: string; tableNumber: string; alertType: string; orderId?: string | null }
/** Without `alertType`: all alerts of the table. */
export type ClearAsk = { tableId: string; alertType?: string | null; action: 'acknowledge' | 'clear'; by: string }

export interface RoomRpc extends Rpc.DurableObjectBranded {
  /** The upgrade to a WebSocket, with the session that the Worker has verified in a header (handshake.ts). */
  fetch(request: Request): Promise<Response>

  /** A command is about to commit: the room looks into the outbox in 3 s and again in 15 s, whatever becomes of the Worker. */
  arm(where: Where): Promise<void>
  /** Events up to `seq` are committed. Resolves when they have been sent. */
  hint(where: Where, seq: number): Promise<void>
  /** The seq of the last event relayed: older ones may be purged. */
  relayed(where: Where): Promise<number>

  /** Numbers for tickets, and the arming of their command. The same `kotId` always has the same number, also on a later day or after a reset. */
  kotNumbers(where: Where, ask: KotAsk): Promise<{ numbers: Record<string, KotNumber> }>
  /** The last number given out on that day in that epoch; 0 before the first. */
  currentNumber(where: Where, day: KotDay): Promise<number>

  raiseAlert(where: Where, ask: AlertAsk): Promise<Alert>
  /** Returns the table's remaining alerts. */
  clearAlerts(where: Where, ask: ClearAsk): Promise<Alert[]>
  alerts(where: Where): Promise<Alert[]>

  /** A booking was made or changed: the room finds out when a table's status changes next by the clock. */
  bookingsChanged(where: Where): Promise<void>

  /** Closes the sockets of revoked sessions at once, also those that are still connecting. */
  endSessions(where: Where, sids: string[]): Promise<void>
  /** Sends the sittings' diners what is pending and closes their sockets. */
  endSitting(where: Where, sittingIds: string | string[]): Promise<void>
}
