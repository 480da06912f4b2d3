import { type Bill, byMethod, goesBack, type Method, type Row } from './bill.ts'
import { type Actor, refusedTo } from './rights.ts'

/** Tips: rows beside the bill, which are corrected and given back whatever has become of it (CONTRACT §9). Amounts in paise. */

const add = (bill: Bill, row: Omit<Row, 'kind'>): void => void bill.tips.push({ ...row, kind: 'tip' })

export const takeTip = (bill: Bill, tip: { method: Method; amount: number }, by: Actor, day: string): void => add(bill, { ...tip, by, day })

/** Once for each tip, and only while its whole amount is still there. */
export function correctTip(bill: Bill, row: Row, method: Method, by: Actor, day: string): 403 | 409 | 401 | 422 | (() => void) {
  const refused = refusedTo(by, 'settle')
  if (refused) return refused
  if (method === row.method) return 422
  if (row.amount < 0 || row.corrected || (byMethod(bill.tips)[row.method] ?? 0) < row.amount) return 409
  return () => {
    row.corrected = true
    add(bill, { method: row.method, amount: -row.amount, by, day, mends: true })
    add(bill, { method, amount: row.amount, by, day, mends: true })
  }
}

/** At most the bill's tips by the method. */
export function giveTipBack(
  bill: Bill,
  { method, as }: { method: Method; as?: Method | null | undefined },
  amount: number,
  by: Actor,
  day: string,
): 403 | 401 | 422 | (() => void) {
  const refused = refusedTo(by, 'settle') ?? (amount > (byMethod(bill.tips)[method] ?? 0) ? 422 : null)
  return refused ?? (() => add(bill, { ...goesBack(method, amount, as), by, day }))
}
