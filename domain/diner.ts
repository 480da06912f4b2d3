import type { Kot, OrderShape } from './api/order.ts'
import type { AlertShape } from './api/tables.ts'
import { accountNumberOf } from './customer.ts'
import { invalidFields } from './fields.ts'
import { joinedNote } from './orderDetails.ts'

/** A diner, from its session. An account's number was confirmed by a code; a guest's number is only typed and proves nothing (CONTRACT §5). */
export type Diner = { accountId: string; mobileNumber: string; isGuest: boolean }

/** The name under which guests' tickets are sent. */
export const DINER = 'Diner'

/** How staff read that name, on screens and on paper. */
export const GUEST = 'Guest'

/** Who sent a ticket, as staff read it: `Guest` for a guest's own. */
export const senderOf = ({ sentBy }: Pick<Kot, 'sentBy'>): string => (sentBy === DINER ? GUEST : sentBy)

type Customer = { userId: string | null; mobile_number: string }

/**
 * Does the order's number belong to the diner? For an account: when the two are equal. For a guest: only on an order that the guest opened with this number.
 */
export function isOwnNumber(order: Customer, diner: Diner): boolean {
  const own = accountNumberOf(diner.mobileNumber)
  return own !== '' && own === accountNumberOf(order.mobile_number) && (!diner.isGuest || order.userId === diner.accountId)
}

/** An alert as guests may see it: without the name of the member of staff who is coming. */
export const alertForDiner = (alert: AlertShape): AlertShape => ({ ...alert, acknowledgedBy: null })

/**
 * Did a guest send this ticket? An accepted ticket has the name of the person who accepted it, so it is recognised by its times: only a guest's ticket is held,
 * and it counts as sent when it is accepted.
 */
const isByGuest = ({ sentBy, sentAt, createdAt }: Kot): boolean => sentBy === DINER || (sentAt !== null && sentAt > createdAt)

/** What an order is charged, without the names of the staff who set a charge. */
const withoutNames = ({ charges, ...taxes }: OrderShape['taxPercentages']): OrderShape['taxPercentages'] =>
  charges ? { ...taxes, charges: charges.map(({ setBy: _, ...charge }) => charge) } : taxes

/**
 * An order's JSON as a diner may see it, in answers and events alike: the customer's name, numbers and address are there only when they are the diner's own,
 * since everybody at the table can read the order. The names of staff who sent, cancelled, gave the discount, printed, billed or refunded are left out. Staff
 * see everything.
 */
export function forDiner<T extends Customer & Pick<OrderShape, 'customerGstin' | 'deliveryAddress' | 'kots' | 'refund' | 'taxPercentages'>>(
  order: T,
  diner: Diner | null,
): T {
  const known = {
    ...order,
    cancelledBy: null,
    discountBy: null,
    serviceChargeBy: null,
    taxPercentages: withoutNames(order.taxPercentages),
    lastPrinted: null,
    biller: null,
    refund: order.refund && { ...order.refund, by: '' },
    kots: order.kots.map((kot) => ({
      ...kot,
      sentBy: isByGuest(kot) ? DINER : '',
      items: kot.items.map((item) => ({ ...item, cancelledBy: null })),
    })),
  }
  return diner && isOwnNumber(order, diner)
    ? known
    : { ...known, user: { name: '', mobile_number: '' }, customer_name: '', mobile_number: '', customerGstin: '', deliveryAddress: '' }
}

export const ORDER_NOTE_LENGTH = 500
/**
 * An order's note with the one that a diner adds, whose cart doesn't show the earlier one; an empty one changes nothing. Throws 422 at `path` where they are too
 * long together.
 */
export function withNote(before: string, added: string | undefined, path: string): string | undefined {
  if (!added) return undefined
  const note = joinedNote(before, added)
  if (note.length > ORDER_NOTE_LENGTH) throw invalidFields([{ path, message: 'The notes of this order are too long together.' }])
  return note
}
