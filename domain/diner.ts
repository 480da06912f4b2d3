import { customerNumberOf } from './customer.ts'

/** A diner as its session says. The number of an account was proven by a code; that of a guest is as typed, and proves nothing (CONTRACT §5). */
export type Diner = { accountId: string; mobileNumber: string; isGuest: boolean }

type Customer = { userId: string | null; mobile_number: string }

/** Is the number on an order the diner's own? An account's when it is the same one; a guest's only on an order that the guest has begun with it. */
export function isOwnNumber(order: Customer, diner: Diner): boolean {
  const own = customerNumberOf(diner.mobileNumber)
  return own !== '' && own === customerNumberOf(order.mobile_number) && (!diner.isGuest || order.userId === diner.accountId)
}

/**
 * An order's JSON as a diner may see it, in answers and events alike: who sits at a table is told its customer's number and name when they are their own,
 * and is else told of none. Staff see all.
 */
export const forDiner = <T extends Customer>(order: T, diner: Diner | null): T =>
  diner && isOwnNumber(order, diner) ? order : { ...order, user: { name: '', mobile_number: '' }, customer_name: '', mobile_number: '' }
