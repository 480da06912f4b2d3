import { randomId } from './ids.ts'
import type { Paise } from './money.ts'
import type { Order, Payment, PaymentKind, PaymentRow } from './order.ts'

/** Payment rows: how they are made and summed up (CONTRACT §9, docs/decisions/003). */

/** Who moves money, on which device, at which instant (UTC) of which business day. */
export type Teller = { at: string; businessDate: string; by: string; deviceId: string | null }

/** One row; `amount` in paise, negative for money that leaves the order. */
export const moveOf = (
  teller: Teller,
  kind: PaymentKind,
  { method, amount }: Payment,
  more: Partial<Pick<PaymentRow, 'reason' | 'corrects'>> = {},
): PaymentRow => ({ id: randomId(Date.parse(teller.at)), kind, method, amount, reason: null, corrects: null, ...teller, ...more })

/** The sum by method, in the order in which the methods were first used; a method whose sum is 0 is left out. */
export function netOf(payments: readonly { method: string; amount: Paise }[]): Payment[] {
  const sums = new Map<string, Paise>()
  for (const { method, amount } of payments) sums.set(method, (sums.get(method) ?? 0) + amount)
  return [...sums].flatMap(([method, amount]) => (amount === 0 ? [] : [{ method, amount }]))
}

/** A tip stands beside the bill: it is in none of the sums of received money. */
const isTip = ({ kind }: Pick<PaymentRow, 'kind'>): boolean => kind === 'tip'
/** The tips of these rows by method, less those that were given back. */
export const tipsOf = (rows: readonly PaymentRow[]): Payment[] => netOf(rows.filter(isTip))

/** The order with these rows added, and its `payments` as they are then. */
export function withMoves(order: Order, rows: readonly PaymentRow[]): Order {
  const payments = netOf([...order.payments, ...rows.filter((row) => !isTip(row))])
  if (payments.some((p) => p.amount < 0)) throw new Error('More money would leave the order than it has received.')
  return { ...order, payments, moves: [...order.moves, ...rows] }
}

/** `paymentMethod` of an order: the method of its payments, `Split` for several, null for none. */
export const methodOf = (payments: readonly Payment[]): string | null => (payments.length > 1 ? 'Split' : (payments[0]?.method ?? null))
