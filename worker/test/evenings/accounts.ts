import type { Charge } from './charges.ts'
import type { Clock } from './clock.ts'
import type { Tax } from './taxes.ts'

/** The figures of the ledger's books, and how its outlet is set up. */
export type Account =
  | 'sales'
  | 'hour'
  | 'type'
  | 'item'
  | 'tax'
  | 'taxable'
  | 'taxed'
  | 'discount'
  | 'refund'
  | 'method'
  | 'open'
  | 'cancelledOrder'
  | 'cancelledItem'
/** An amount that was posted: `at` is UTC milliseconds. */
export type Posting = { at: number; day: string; account: Account; key: string; amount: number; count: number }
export type Settings = {
  tax: Tax
  charges: Charge[]
  included: boolean
  rounded: boolean
  acceptOrders: boolean
  clock: Clock
  tables: number
}
