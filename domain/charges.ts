import type { CHARGE_UNITS, CHARGED_TYPES } from './chargeList.ts'
import { type Paise, toPaise } from './money.ts'
import type { OrderType } from './statuses.ts'

/**
 * What an outlet charges for packing a parcel and for bringing it. Such a charge is part of what is sold with the food, so it is taxed like food (CGST Act,
 * section 15(2)(c)); an offer takes nothing off it (docs/decisions/032-charges.md).
 */

/** A charge as the outlet has set it up. An order copies the outlet's charges when it is first sent, as it does with the percentages. */
export type Charge = {
  _id: string
  name: string
  /** In rupees, as it was typed. */
  amount: number
  /** Once for the order, or once for each portion in it. */
  per: (typeof CHARGE_UNITS)[number]
  orderTypes: (typeof CHARGED_TYPES)[number][]
}

/** The same in an order. `set`: what this order pays instead, in rupees, 0 for nothing; `setBy`: the name of whoever said so. */
export type OrderCharge = Charge & { set?: number | undefined; setBy?: string | undefined }

export type ChargeRow = { _id: string; name: string; amount: Paise }

type Portions = readonly { quantity: number; cancelled: boolean }[]

/**
 * The charges of an order of this type, in paise, also those that were set to 0. Cancelled lines don't count, and an order without any other line has no charges.
 */
export function chargeRows(charges: readonly OrderCharge[] | undefined, orderType: OrderType, lines: Portions): ChargeRow[] {
  const portions = lines.reduce((sum, l) => (l.cancelled ? sum : sum + l.quantity), 0)
  if (!charges || portions === 0) return []
  return charges
    .filter((c) => c.orderTypes.some((type) => type === orderType))
    .map(({ _id, name, amount, per, set }) => ({
      _id,
      name,
      amount: set === undefined ? toPaise(amount) * (per === 'item' ? portions : 1) : toPaise(set),
    }))
}

type Charged = {
  orderType: OrderType
  taxPercentages: { charges?: readonly OrderCharge[] | undefined }
  kots: readonly { items: readonly { quantity: number; status: string }[] }[]
}

/** The charges of an order as it is in JSON, in paise. */
export const chargesOf = ({ orderType, taxPercentages, kots }: Charged): ChargeRow[] =>
  chargeRows(
    taxPercentages.charges,
    orderType,
    kots.flatMap((kot) => kot.items.map(({ quantity, status }) => ({ quantity, cancelled: status === 'Cancelled' }))),
  )
