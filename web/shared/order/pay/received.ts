import type { OrderShape, PaymentMove } from '#domain/api/order.ts'
import { receivedBy } from '#domain/moves.ts'
import { toPaise, type Paise } from '#domain/money.ts'
import { isCash } from '#domain/tender.ts'

/** Money received for an order and not given back, as one row of the pay panel. */
export type Received = {
  key: string
  method: string
  paise: Paise
  at: string | null
  /** The row that can be corrected to another method; null where some of it went back. */
  paymentId: string | null
  /** How much of it can be given back now; 0 when nothing of its method is left. */
  back: Paise
  tip?: boolean
}

/**
 * What was received and is still there, oldest first: a corrected row is replaced by its correction, and money given back is taken off the newest rows of
 * its method that were there before it. Without the rows (a role that may not see them, or still loading): the sums by method, which can only be read.
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
  history.filter((move) => receivedBy(move) === method && (move.kind === 'tip') === Boolean(tip) && wentBack(move)).length

function stillThere(history: readonly PaymentMove[]): Received[] {
  const corrected = new Set(history.flatMap((row) => row.corrects ?? []))
  const rows: Received[] = []
  const gone = new Map<string, Paise>()
  const takeOff = (row: Received) => {
    const left = gone.get(row.method) ?? 0
    const off = Math.min(left, row.back)
    if (off === 0) return
    gone.set(row.method, left - off)
    row.paise = row.back -= off
    row.paymentId = null
  }
  for (const move of history) {
    const { _id, method, at } = move
    const paise = toPaise(move.amount)
    if (wentBack(move)) {
      const of = receivedBy(move)
      gone.set(of, (gone.get(of) ?? 0) - paise)
      for (const row of rows.toReversed()) takeOff(row)
    } else if (paise > 0 && !corrected.has(_id)) {
      const row = { key: _id, method, paise, at, paymentId: _id, back: paise }
      // The row that the money came off may have been corrected since.
      takeOff(row)
      rows.push(row)
    }
  }
  return rows.filter((row) => row.back > 0)
}

/** By which methods an order was paid, in words: `Cash and UPI`, not `Split`; null where nothing was paid. */
export const methodsOf = ({ payments, paymentMethod }: Pick<OrderShape, 'payments' | 'paymentMethod'>): string | null =>
  payments.length > 1
    ? payments
        .map(({ method }) => method)
        .join(', ')
        .replace(/, ([^,]*)$/, ' and $1')
    : paymentMethod

export const CORRECT_REASONS = ['Wrong key', 'Guest paid otherwise', 'Machine declined'] as const
export const TIP_BACK_REASONS = ['Wrong amount', 'Taken twice', 'Wrong bill'] as const
export const GIVE_BACK_REASONS = ['Guest pays otherwise', 'Taken twice', 'Wrong amount', 'Wrong table'] as const

/** The methods by which money can be given back, that by which it was received first. */
export const byOptions = (received: string, methods: readonly string[]) =>
  [received, ...methods.filter((method) => method !== received)].map((value) => ({ value, label: value }))

/** How money is given back: `in cash`, or by the method with which it was paid. */
export const backText = (method: string): string => (isCash(method) ? 'in cash' : `by ${method}`)
