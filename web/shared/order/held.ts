import type { Kot, OrderShape } from '#domain/api/order.ts'
import { isCancelled, isOpen, isWaiting, whyNotAccepted } from '#domain/order.ts'
import { plural } from '#domain/text.ts'

const ticketOf = (kot: Pick<Kot, 'held' | 'items'>) => ({ held: kot.held, lines: kot.items })
/** True for a guest's ticket that nobody has accepted or declined yet. */
export const waits = (kot: Pick<Kot, 'held' | 'items'>): boolean => isWaiting(ticketOf(kot))
type Held = Pick<OrderShape, 'orderStatus' | 'tableNumber' | 'serialNumber' | 'kots'>

/** A guest's tickets that nobody has accepted or declined, the oldest first. */
export const waitingKots = (order: Pick<Held, 'orderStatus' | 'kots'>): Kot[] =>
  isOpen(order) ? order.kots.filter(waits).toSorted((a, b) => a.createdAt.localeCompare(b.createdAt)) : []

/** The server's message if the order were billed, settled or completed now (docs/decisions/012); null when it would succeed. */
export const heldWords = (order: Held): string | null => whyNotAccepted({ ...order, tickets: order.kots.map(ticketOf) })

/** Portions of a ticket that are not cancelled. */
export const kotPortions = (kot: Pick<Kot, 'items'>): number => kot.items.reduce((sum, i) => sum + (isCancelled(i) ? 0 : i.quantity), 0)
/** Portions of diners' tickets that nobody has accepted or declined. */
export const heldPortions = (order: Pick<Held, 'orderStatus' | 'kots'>): number =>
  waitingKots(order).reduce((sum, kot) => sum + kotPortions(kot), 0)
/** `3 to accept`, for chips and the cart bar. */
export const toAcceptText = (portions: number): string => `${portions} to accept`
/** `2 items` */
export const itemsText = (kot: Pick<Kot, 'items'>): string => plural(kotPortions(kot), 'item')
/** `2 Classic Chicken Burger, 1 The Og Fries` */
export const summaryOf = (kot: Pick<Kot, 'items'>): string =>
  kot.items
    .filter((i) => !isCancelled(i))
    .map((i) => `${i.quantity} ${i.itemName}`)
    .join(', ')
