import { type Paise, toPaise } from './money.ts'

/**
 * The cash drawer of a business day: the float with which it opens, cash that comes and goes beside the bills, and what was counted (docs/decisions/033-drawer.md).
 * Pure; amounts in paise.
 */

export const DRAWER_KINDS = ['float', 'in', 'out', 'count'] as const
export type DrawerKind = (typeof DRAWER_KINDS)[number]
/** How many entries a person may make on a day: nobody keeps colleagues from counting by filling a limit that all share. */
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

/**
 * The day's floats, entries oldest first: the first, and each one that replaced it by another amount. `from`: what held before, in the amounts' own unit; null of
 * the first.
 */
export function floatsOf<M extends Pick<DrawerMove, 'kind' | 'amount'>>(moves: readonly M[]): (M & { from: number | null })[] {
  let from: number | null = null
  return moves.flatMap((move) => {
    if (move.kind !== 'float' || move.amount === from) return []
    const float = { ...move, from }
    from = move.amount
    return [float]
  })
}

/** `exact`, `Rs. 20.00 short` or `Rs. 5.00 over`: a count beside what should have been there. */
export const countText = (counted: Paise, expected: Paise, text: (paise: Paise) => string): string =>
  counted === expected ? 'exact' : `${text(Math.abs(counted - expected))} ${counted < expected ? 'short' : 'over'}`

/** What `sinceCount` needs of a day's drawer, in rupees. Times are UTC ISO. */
type Counted = {
  float: number
  expected: number
  counted: Pick<Shown, 'at' | 'expected'> | null
  moves: readonly Pick<Shown, 'kind' | 'at' | 'amount'>[]
}
/**
 * `Rs. 9,576.00 of cash came in since`: how much cash the drawer gained or gave since it was counted last; '' for none, or without a count. A float that was
 * entered again moves no cash.
 */
export function sinceCount({ float, expected, counted, moves }: Counted, text: (paise: Paise) => string): string {
  if (!counted || counted.expected === null) return ''
  const floats = moves.filter(({ kind }) => kind === 'float')
  const then = floats.findLast(({ at }) => at <= counted.at)?.amount ?? (floats.length > 0 ? 0 : float)
  const moved = toPaise(expected) - toPaise(float) - (toPaise(counted.expected) - toPaise(then))
  return moved === 0 ? '' : `${text(Math.abs(moved))} of cash ${moved > 0 ? 'came in' : 'went out'} since`
}

/** An entry as answers have it, in rupees. */
type Shown = Pick<DrawerMove, 'kind' | 'at' | 'by'> & { amount: number; expected: number | null }
/** Of a count; `difference`, in paise: what it was over (above zero) or short (below zero), beyond the count before it. */
export type Shift = Pick<DrawerMove, 'at' | 'by'> & { difference: Paise }

/**
 * The day's shifts, each ended by a count; entries oldest first. What should be in the drawer runs on through the day, so a shortage stays in all later counts: it
 * came about in the shift whose count differs from the count before. A float that was entered again moves no cash: what a count has missed stays, or a shortage
 * could be made to vanish, and the next shift doesn't answer for the change. Whoever counts again at once, with no cash moved in between, corrects their count: it
 * ends no second shift.
 */
export function shiftsOf(moves: readonly Shown[]): Shift[] {
  let float = 0
  let before: Paise | null = null
  const isCorrected = (count: Shown, next: Shown | undefined) =>
    next?.kind === 'count' && next.by === count.by && next.expected === count.expected
  return moves.flatMap((move, i) => {
    const { kind, amount, expected, at, by } = move
    if (kind === 'float') float = toPaise(amount)
    if (kind !== 'count' || isCorrected(move, moves[i + 1])) return []
    const missed = toPaise(amount) - toPaise(expected ?? 0)
    const own = missed + float
    const difference = before === null ? missed : own - before
    before = own
    return [{ at, by, difference }]
  })
}
