import type { OrderShape, PaymentMove } from '#domain/api/order.ts'
import { toPaise, type Paise } from '#domain/money.ts'
import { isCash } from '#domain/tender.ts'

/** Money received for an order and not given back, as one row of the pay panel. */
export type Received = {
  key: string
  method: string
  paise: Paise
  at: string | null
  /** The row that can be corrected to another method; null where money of its method was given back. */
  paymentId: string | null
  /** How much of it can be given back now; 0 when nothing of its method is left. */
  back: Paise
  tip?: boolean
}

/**
 * What was received and is still there, oldest first: a corrected row is replaced by its correction, and money given back is taken off the newest rows of
 * its method. Without the rows (a role that may not see them, or still loading): the sums by method, which can only be read.
 */
export function receivedRows(order: Pick<OrderShape, 'payments'>, history: readonly PaymentMove[] | null): Received[] {
  if (!history)
    return order.payments.map(({ method, amount }) => ({ key: method, method, paise: toPaise(amount), at: null, paymentId: null, back: 0 }))
  return stillThere(history.filter((row) => row.kind !== 'tip'))
}

/** The tips that were not given back, likewise. */
export const tipRows = (history: readonly PaymentMove[] | null): Received[] =>
  stillThere((history ?? []).filter((row) => row.kind === 'tip')).map((row) => ({ ...row, tip: true }))

/** Money that went back to the guest, or with a table that was parted again. */
const wentBack = ({ amount, corrects }: PaymentMove): boolean => amount < 0 && !corrects

/** How often money of a row's method, or tips, went back. It tells two people who give the same row back that one of them was first. */
export const timesBack = (history: readonly PaymentMove[], { method, tip }: Received): number =>
  history.filter((move) => move.method === method && (move.kind === 'tip') === Boolean(tip) && wentBack(move)).length

function stillThere(history: readonly PaymentMove[]): Received[] {
  const corrected = new Set(history.flatMap((row) => row.corrects ?? []))
  const gone = new Map<string, Paise>()
  for (const { method, amount } of history.filter(wentBack)) gone.set(method, (gone.get(method) ?? 0) - toPaise(amount))
  const returned = new Set(gone.keys())
  const rows = history
    .filter((row) => row.amount > 0 && !corrected.has(row._id))
    .map((row) => ({
      key: row._id,
      method: row.method,
      paise: toPaise(row.amount),
      at: row.at,
      paymentId: returned.has(row.method) ? null : row._id,
    }))
  const left: Received[] = []
  for (const row of rows.reverse()) {
    const off = Math.min(gone.get(row.method) ?? 0, row.paise)
    gone.set(row.method, (gone.get(row.method) ?? 0) - off)
    if (row.paise > off) left.unshift({ ...row, paise: row.paise - off, back: row.paise - off })
  }
  return left
}

export const CORRECT_REASONS = ['Wrong key', 'Guest paid otherwise', 'Machine declined'] as const
export const TIP_BACK_REASONS = ['Wrong amount', 'Taken twice', 'Wrong bill'] as const
export const GIVE_BACK_REASONS = ['Guest pays otherwise', 'Taken twice', 'Wrong amount', 'Wrong table'] as const

/** How money is given back: `in cash`, or by the method with which it was paid. */
export const backText = (method: string): string => (isCash(method) ? 'in cash' : `by ${method}`)
