import { useMemo } from 'react'
import type { Call } from '#domain/api/index.ts'
import type { Kot, OrderItem, OrderShape } from '#domain/api/order.ts'
import type { ItemStatus } from '#domain/order.ts'
import { firstReason, orderCan, type Reason, REFUSED, stepRefusal, whyNot } from '#domain/orderCan.ts'
import { canOpen } from '#domain/permissions.ts'
import { plural } from '#domain/text.ts'
import type { Role } from '#domain/roles.ts'
import { type Caller, may, REFUSALS, useCaller } from '#web/core/may.ts'
import { serverNow, useOnline } from '#web/core/online.ts'
import { useRole } from '#web/core/session.ts'
import { to } from '#web/core/to.ts'
import { tablePath } from '#web/app/pages.ts'
import { addPath } from './paths.ts'

/** The person and the device: role, pages, and whether Tawa can be reached. */
export type Who = Caller & { role: Role; online: boolean }

export function useWho(): Who {
  const caller = useCaller()
  const role = useRole()
  const online = useOnline()
  return useMemo(() => ({ ...caller, role, online }), [caller, role, online])
}

const callOf = (call: Call, who: Who, refused: string): Reason => {
  const answer = may(call, who, refused)
  return answer.ok ? null : answer.why
}
const CANNOT_ADD = 'Your role can’t add items here'
const offline = ({ online }: Who): Reason => (online ? null : REFUSALS.offline)

/**
 * Why something can't be done to an order now, as shown on its button; null when it can. Each action is here once, and every page that offers it asks
 * here: first whether the order is over, then whether this person may (the contract's roles and pages, and `orderCan` where these are too coarse), then the
 * connection, then the order's content. The rules are those of `domain/`, and the server checks them again.
 */
export const why = {
  /** Items may be added offline: they are kept on the device. */
  add: (order: OrderShape, who: Who): Reason => firstReason(whyNot.change(order), addPath(order, who) === null && CANNOT_ADD),
  /** The same at a table, which may have no order yet. */
  addAt: (tableId: string, who: Who): Reason =>
    firstReason(callOf('POST /pos/order', who, CANNOT_ADD), tablePath(who.role, who.permissions, tableId) === null && CANNOT_ADD),
  /** `here`: the pay panel is on this page. Otherwise the button leads to the POS, so this person must be allowed to open it. */
  settle: (order: OrderShape, who: Who, { part, here }: { part?: boolean; here?: boolean } = {}): Reason =>
    firstReason(
      whyNot.change(order),
      callOf('PUT /orders/payment/status', who, REFUSED.settle),
      offline(who),
      whyNot.settle(order, { part }),
      !here && !canOpen({ role: who.role }, to.pos(), who.permissions).ok && 'The POS is not open to your role',
    ),
  /** Settling an order that doesn't exist yet: its first ticket is sent and settled in one step. */
  settleNew: (who: Who): Reason => firstReason(callOf('PUT /orders/payment/status', who, REFUSED.settle), offline(who)),
  /** `unsent`: this device's unsent items for the order, which would be left behind. */
  complete: (order: OrderShape, who: Who, unsent = 0): Reason =>
    firstReason(
      whyNot.change(order),
      unsent > 0 && `${plural(unsent, 'item')} not sent`,
      callOf('PUT /orders/status', who, REFUSED.change),
      !orderCan.setStatus(who.role, order) && REFUSED.delivery,
      !orderCan.complete(who.role, order) && REFUSED.complete,
      offline(who),
      whyNot.complete(order),
    ),
  bill: (order: OrderShape, who: Who): Reason =>
    firstReason(callOf('POST /orders/:id/bill', who, REFUSED.bill), offline(who), whyNot.bill(order)),
  /** The customer, the order's note, its type, its offer and service charge. */
  change: (order: OrderShape, who: Who): Reason =>
    firstReason(whyNot.change(order), callOf('PUT /pos/order', who, REFUSED.change), offline(who)),
  /** The offer, the service charge, and the charges for packing and delivery. */
  changeTerms: (order: OrderShape, who: Who): Reason =>
    firstReason(whyNot.change(order), callOf('PUT /pos/order', who, REFUSED.change), offline(who), whyNot.changeTerms(order)),
  cancel: (order: OrderShape, who: Who): Reason =>
    firstReason(
      whyNot.change(order),
      !orderCan.cancel(who.role) && REFUSED.cancel,
      callOf('PUT /orders/status', who, REFUSED.cancel),
      whyNot.cancel(order),
      offline(who),
    ),
  refund: (order: OrderShape, who: Who): Reason =>
    firstReason(whyNot.refund(order), callOf('PUT /orders/payment/status', who, REFUSED.refund), offline(who)),
  /** Giving money of an open order back: a received share is taken back. */
  giveBack: (order: OrderShape, who: Who, { tip = false }: { tip?: boolean } = {}): Reason =>
    firstReason(!tip && whyNot.change(order), callOf('POST /orders/:id/payments/give-back', who, REFUSED.refund), offline(who)),
  /** Correcting the method of a payment. */
  correctPayment: (order: OrderShape, who: Who, { tip = false }: { tip?: boolean } = {}): Reason =>
    firstReason(
      !tip && (order.orderStatus === 'cancelled' || order.paymentStatus === 'refunded') && 'The order is over',
      callOf('POST /orders/:id/payments/:paymentId/correct', who, REFUSED.refund),
      offline(who),
    ),
  /** Accepting or declining a guest's ticket. */
  accept: (order: OrderShape, who: Who): Reason =>
    firstReason(whyNot.change(order), callOf('PUT /pos/order', who, REFUSED.accept), offline(who)),
  cancelLine: (order: OrderShape, kot: Pick<Kot, 'held' | 'kotNumber'>, line: OrderItem, who: Who): Reason =>
    firstReason(
      whyNot.lineNote(order, line),
      !orderCan.cancelLine(who.role, kot) && REFUSED.cancelLine,
      callOf('PUT /orders/item/status', who, REFUSED.cancelLine),
      whyNot.cancelLine(order, line),
      offline(who),
    ),
  lineNote: (order: OrderShape, line: OrderItem, who: Who): Reason =>
    firstReason(
      whyNot.lineNote(order, line),
      callOf('PUT /orders/note', who, REFUSED.change),
      !orderCan.note(who.role, order) && REFUSED.delivery,
      offline(who),
    ),
  /** `readyStep`: this restaurant's kitchen marks items as ready. */
  step: (order: OrderShape, line: OrderItem, to: ItemStatus, who: Who, readyStep = true): Reason =>
    firstReason(
      whyNot.step(order, line, to, readyStep, serverNow()),
      callOf('PUT /orders/item/status', who, REFUSED.tickets),
      stepRefusal(who.role, line.status, to),
      offline(who),
    ),
  /** The step to Served, from Ready or straight from Preparing. */
  serve: (order: OrderShape, line: OrderItem, who: Who): Reason => why.step(order, line, 'Served', who),
  reprint: (kot: Pick<Kot, 'held' | 'kotNumber'>): Reason => whyNot.reprint(kot),
  /** `unsent`: this device's unsent items for the table. */
  move: (order: OrderShape | null, who: Who, unsent = 0): Reason =>
    firstReason(callOf('POST /tables/move', who, REFUSED.tables), offline(who), whyNot.move(order, unsent)),
  merge: (who: Who): Reason => firstReason(callOf('POST /tables/merge', who, REFUSED.tables), offline(who)),
  /** `order`: the merged one. */
  unmerge: (order: OrderShape | null, who: Who): Reason =>
    firstReason(
      callOf('POST /tables/unmerge', who, REFUSED.tables),
      offline(who),
      order?.paymentStatus === 'paid' && 'The merged bill is paid already',
    ),
  /** Acknowledging and clearing a table's call. */
  answerCall: (who: Who): Reason => firstReason(callOf('POST /tables/clear-alert', who, REFUSED.tables), offline(who)),
  /** Confirming that the kitchen was told of a ticket that its screens don't show. */
  tellKitchen: (who: Who): Reason => firstReason(callOf('POST /kot/acknowledge', who, REFUSED.tickets), offline(who)),
  /** Making a call on behalf of a table, such as requesting its bill. */
  call: (who: Who): Reason => firstReason(callOf('POST /tables/alert', who, REFUSED.tables), offline(who)),
  /** Bumping and recalling on the kitchen board. Allowed offline: the board sends it when Tawa can be reached again. */
  bump: (who: Who): Reason => callOf('PUT /orders/item/status', who, REFUSED.tickets),
  /** Not refused offline: the ticket stays on the device and the tray offers Retry. */
  send: (who: Who): Reason => callOf('POST /pos/order', who, REFUSED.send),
}
