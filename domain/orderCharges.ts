import { invalidFields } from './fields.ts'
import { mustNotBeFrozen, type Order, repriced } from './order.ts'

/**
 * The order with what it pays for packing or delivery: `amount` in rupees, 0 for nothing, null for what the outlet asks; the bill must then be printed again,
 * also when rounding leaves its total. `by`: the name of whoever says so; `at`: where the list is in the body. Throws 409 once money was taken, 422 for a charge that the order hasn't, or that
 * is there twice.
 */
export function withCharges(
  order: Order,
  asked: readonly { _id: string; amount: number | null }[],
  { by, at }: { by: string; at: string },
): Order {
  const { charges = [] } = order.taxPercentages
  const unknown = asked.findIndex(({ _id }) => !charges.some((c) => c._id === _id))
  if (unknown >= 0) throw invalidFields([{ path: `${at}charges.${unknown}._id`, message: 'This order has no such charge.' }])
  const twice = asked.findIndex(({ _id }, i) => asked.findIndex((other) => other._id === _id) < i)
  if (twice >= 0) throw invalidFields([{ path: `${at}charges.${twice}._id`, message: 'This charge is there twice.' }])
  const next = charges.map((charge) => {
    const change = asked.find(({ _id }) => _id === charge._id)
    if (!change || (change.amount ?? undefined) === charge.set) return charge
    const { set: _, setBy: _by, ...asSetUp } = charge
    return change.amount === null ? asSetUp : { ...asSetUp, set: change.amount, setBy: by }
  })
  if (next.every((charge, i) => charge === charges[i])) return order
  mustNotBeFrozen(order)
  return repriced({ ...order, billPrintedAt: null, taxPercentages: { ...order.taxPercentages, charges: next } })
}
