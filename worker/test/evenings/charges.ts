import type { Actor } from './rights.ts'

/** Charges for packing and delivery, written from docs/decisions/032-charges.md without anything of domain/. Amounts in paise. */

/** As the outlet has set it up: once for the order, or for `each` portion. */
export type Charge = { id: string; name: string; amount: number; each: boolean; on: ('Take Away' | 'Delivery')[] }
/** The same on a bill. `set`: what this bill pays instead, and who said so. */
export type BillCharge = Charge & { set?: { amount: number; by: Actor } }

const PACKING: Charge = { id: 'packing', name: 'Packing', amount: 1_050, each: true, on: ['Take Away', 'Delivery'] }
/** What outlets ask, one after the other. */
export const CHARGES: readonly Charge[][] = [
  [],
  [PACKING, { id: 'delivery', name: 'Delivery', amount: 4_000, each: false, on: ['Delivery'] }],
  [
    { ...PACKING, amount: 733, on: ['Take Away'] },
    { id: 'bag', name: 'Bag', amount: 501, each: false, on: ['Take Away', 'Delivery'] },
    { id: 'far', name: 'Far away', amount: 0, each: false, on: ['Delivery'] },
  ],
]

/** Whether an order of this type pays it. */
export const appliesTo = (charge: Charge, type: string): boolean => charge.on.some((t) => t === type)

/** What a bill of this type with so many portions pays for packing and delivery. */
export function chargesOn(bill: { charges: readonly BillCharge[]; type: string }, portions: number): number {
  if (portions === 0) return 0
  const due = bill.charges.filter((c) => appliesTo(c, bill.type))
  return due.reduce((sum, c) => sum + (c.set ? c.set.amount : c.each ? c.amount * portions : c.amount), 0)
}

/** The charges of a bill that pays `amount` for one of them; null is what the outlet asks. null when it does already, 422 without such a charge. */
export function withCharge(
  { charges }: { charges: BillCharge[] },
  id: string,
  amount: number | null,
  by: Actor,
): BillCharge[] | null | 422 {
  const known = charges.find((c) => c.id === id)
  if (!known) return 422
  if ((known.set?.amount ?? null) === amount) return null
  const { set: _, ...asked } = known
  return charges.map((c) => (c === known ? { ...asked, ...(amount === null ? {} : { set: { amount, by } }) } : c))
}
