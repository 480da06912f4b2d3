import type { Paise } from './money.ts'

/**
 * The cash drawer of a business day: the float with which it opens, cash that comes and goes beside the bills, and what was counted (docs/decisions/033-drawer.md).
 * Pure; amounts in paise.
 */

export const DRAWER_KINDS = ['float', 'in', 'out', 'count'] as const
export type DrawerKind = (typeof DRAWER_KINDS)[number]
/** How many entries a day may have. */
export const MAX_DRAWER_MOVES = 200

/** An entry; entries are only ever added. `expected`: of a count, what should have been in the drawer at that moment. */
export type DrawerMove = { id: string; kind: DrawerKind; amount: Paise; expected: Paise | null; reason: string; at: string; by: string }

export type Drawer = {
  /** The last one that was entered. */
  float: Paise
  in: Paise
  out: Paise
  /** With the cash that was taken. */
  expected: Paise
  /** The last count. */
  counted: DrawerMove | null
}

/** The day's drawer by its entries, oldest first, and by the cash that payments, tips and what was given back have brought into it. */
export function drawerOf(moves: readonly DrawerMove[], taken: Paise): Drawer {
  const sum = (kind: DrawerKind) => moves.reduce((all, m) => (m.kind === kind ? all + m.amount : all), 0)
  const last = (kind: DrawerKind) => moves.findLast((m) => m.kind === kind) ?? null
  const float = last('float')?.amount ?? 0
  const [added, out] = [sum('in'), sum('out')]
  return { float, in: added, out, expected: float + taken + added - out, counted: last('count') }
}

/** `exact`, `Rs. 20.00 short` or `Rs. 5.00 over`: a count beside what should have been there. */
export const countText = (counted: Paise, expected: Paise, text: (paise: Paise) => string): string =>
  counted === expected ? 'exact' : `${text(Math.abs(counted - expected))} ${counted < expected ? 'short' : 'over'}`
