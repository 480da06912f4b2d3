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
  more: Partial<Pick<PaymentRow, 'reason' | 'corrects' | 'of' | 'since'>> = {},
): PaymentRow => ({
  id: randomId(Date.parse(teller.at)),
  kind,
  method,
  amount,
  reason: null,
  corrects: null,
  of: null,
  since: null,
  ...teller,
  ...more,
})

/** A row of money that is given back to the guest: `amount` (above 0) of what was received by `method`, by the method `by`. */
export const backOf = (
  teller: Teller,
  kind: PaymentKind,
  { method, amount }: Payment,
  { by = method, reason }: { by: string | undefined; reason: string },
): PaymentRow => moveOf(teller, kind, { method: by, amount: -amount }, { reason, of: by === method ? null : method })

/** The method of which an order has that much more or less by this row. In the books it counts by its own. */
export const receivedBy = ({ method, of }: { method: string; of?: string | null | undefined }): string => of ?? method

/** The sum by method, in the order in which the methods were first used; a method whose sum is 0 is left out. */
export function netOf(payments: readonly { method: string; amount: Paise }[]): Payment[] {
  const sums = new Map<string, Paise>()
  for (const { method, amount } of payments) sums.set(method, (sums.get(method) ?? 0) + amount)
  return [...sums].flatMap(([method, amount]) => (amount === 0 ? [] : [{ method, amount }]))
}

/** A tip stands beside the bill: it is in none of the sums of received money. */
const isTip = ({ kind }: Pick<PaymentRow, 'kind'>): boolean => kind === 'tip'
/** What an order has by these rows, by the method by which it was received. */
const hasOf = (rows: readonly PaymentRow[]) => netOf(rows.map((row) => ({ method: receivedBy(row), amount: row.amount })))
/** The tips of these rows by method, less those that were given back. */
export const tipsOf = (rows: readonly PaymentRow[]): Payment[] => hasOf(rows.filter(isTip))

/** The order with these rows added, and its `payments` as they are then. */
export function withMoves(order: Order, rows: readonly PaymentRow[]): Order {
  const payments = netOf([...order.payments, ...hasOf(rows.filter((row) => !isTip(row)))])
  if (payments.some((p) => p.amount < 0)) throw new Error('More money would leave the order than it has received.')
  return { ...order, payments, moves: [...order.moves, ...rows] }
}

/** `paymentMethod` of an order: the method of its payments, `Split` for several, null for none. */
export const methodOf = (payments: readonly Payment[]): string | null => (payments.length > 1 ? 'Split' : (payments[0]?.method ?? null))
