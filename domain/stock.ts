import { conflict, invalid } from './errors.ts'
import { brief } from './text.ts'
import { type Line, linesOf, type Order } from './order.ts'
import { addDays } from './time.ts'

/**
 * Stock (CONTRACT §4, §5 "Stock"). Quantities are integer thousandths of the material's own unit. The model: `currentStock` is the sum of the ledger's moves.
 * Purchases are booked into lots, which are never below zero. When more is sold than was booked, every lot is empty and `currentStock` is minus the missing
 * quantity. So Σ lots = max(0, currentStock), and a new purchase first covers what is missing.
 */
export type Thousandths = number

/** How the reason of a correction begins that books waste. */
export const WASTE = 'Waste: '

/** A quantity from a body as thousandths. The contract allows three decimals at most. */
export const toThousandths = (quantity: number): Thousandths => Math.round(quantity * 1000)
export const fromThousandths = (thousandths: Thousandths): number => thousandths / 1000
/** Has it at most three decimals? Floating point's error grows with the quantity. */
export const isFineEnough = (quantity: number): boolean =>
  Math.abs(Math.round(quantity * 1000) - quantity * 1000) < Math.max(1e-4, Math.abs(quantity) * 1e-12)

/** The most that is bought, taken out, or used by a portion at a time, in the material's own unit. A stock may be far more, or far less than nothing. */
export const MOST_AT_ONCE = 1_000_000
/** The most that a stock can be counted to: thousandths stay exact numbers. */
export const MOST_STOCK = 9_000_000_000_000

/** The stock in words: `18 pcs left`, or `23 pcs short` when more was sold than was booked. In the material's own unit. */
export const stockText = (currentStock: number, unit: string): string =>
  currentStock < 0 ? `${-currentStock} ${unit} short` : `${currentStock} ${unit} left`

/** A lot that ends within this many days is about to expire (SCREENS §2.2 "/restaurant/inventory"). */
export const EXPIRING_DAYS = 3

/** The states of a material, the most urgent first. */
export const STOCK_STATES = ['out', 'expired', 'low', 'expiring', 'ok'] as const
export type StockState = (typeof STOCK_STATES)[number]

/** The state of a lot on a business date (`YYYY-MM-DD`); one without a date never expires. */
export const lotState = (expiryDate: string | null, today: string): 'expired' | 'expiring' | 'ok' =>
  expiryDate === null || expiryDate > addDays(today, EXPIRING_DAYS) ? 'ok' : expiryDate < today ? 'expired' : 'expiring'

/**
 * All states that apply to a material with these lots: it may be low and also about to expire. `ok` only when no other applies. Quantities are in its own unit.
 */
export function stockStates(
  { currentStock, minimumStock }: { currentStock: number; minimumStock: number },
  lots: readonly { expiryDate: string | null }[],
  today: string,
): StockState[] {
  const found = new Set<StockState>(lots.map((lot) => lotState(lot.expiryDate, today)))
  if (currentStock <= 0) found.add('out')
  else if (currentStock <= minimumStock) found.add('low')
  const urgent = STOCK_STATES.filter((state) => state !== 'ok' && found.has(state))
  return urgent.length > 0 ? urgent : ['ok']
}

// ---------------------------------------------------------------- what it costs

type Paid = { stockQuantity: number; unitCost: number | null }

/** What a unit of a lot cost, in rupees: the price that was paid, or the material's usual one where that isn't known. */
export const lotCost = ({ unitCost }: Pick<Paid, 'unitCost'>, { costPerUnit }: { costPerUnit: number }): number => unitCost ?? costPerUnit

/**
 * What a unit of a material costs, in rupees: the average of what is in stock, or the usual price while nothing is whose price is known; 0 when that isn't known
 * either. `lots`: the material's own.
 */
export function costInStock(material: { costPerUnit: number }, lots: readonly Paid[]): number {
  const priced = lots.filter((lot) => lot.stockQuantity > 0 && lotCost(lot, material) > 0)
  const sum = (of: (lot: Paid) => number) => priced.reduce((all, lot) => all + of(lot), 0)
  return priced.length > 0
    ? sum((lot) => lot.stockQuantity * lotCost(lot, material)) / sum((lot) => lot.stockQuantity)
    : material.costPerUnit
}

// ---------------------------------------------------------------- units

const SIZES: Record<string, { of: 'weight' | 'volume'; size: number; names: readonly string[] }> = {
  g: { of: 'weight', size: 1, names: ['g', 'gm', 'gms', 'gram', 'grams'] },
  kg: { of: 'weight', size: 1000, names: ['kg', 'kgs', 'kilo', 'kilogram', 'kilograms'] },
  ml: { of: 'volume', size: 1, names: ['ml', 'mls', 'millilitre', 'millilitres', 'milliliter', 'milliliters'] },
  l: { of: 'volume', size: 1000, names: ['l', 'lt', 'ltr', 'litre', 'litres', 'liter', 'liters'] },
}
const plain = (unit: string) => unit.trim().toLowerCase().replace(/\.$/, '')
const sizeOf = (unit: string) => Object.values(SIZES).find((s) => s.names.includes(plain(unit)))

/** How many of unit `to` make one of `from`: 1 for the same unit, null when they can't be converted. */
export function unitFactor(from: string, to: string): number | null {
  if (plain(from) === plain(to)) return 1
  const [a, b] = [sizeOf(from), sizeOf(to)]
  return a && b && a.of === b.of ? a.size / b.size : null
}

/**
 * A recipe's quantity, in its own unit, as thousandths of the material's. Throws 422 `unit_mismatch`, or 422 when it is finer than a thousandth; both name
 * `path`.
 */
export function inUnitOf(material: { name: string; unit: string }, quantity: number, unit: string, path = 'ingredients'): Thousandths {
  const factor = unitFactor(unit, material.unit)
  if (factor === null)
    throw invalid(
      `${brief(material.name)} is counted in ${material.unit}; ${unit} can't be converted to that.`,
      [{ path, message: `Must be a unit that ${material.unit} can be counted in.` }],
      'unit_mismatch',
    )
  const exact = quantity * factor
  if (!isFineEnough(exact) || toThousandths(exact) === 0)
    throw invalid(
      `${quantity} ${unit} of ${brief(material.name)} is finer than 0.001 ${material.unit}. Count it in a smaller unit.`,
      [{ path, message: 'This is finer than can be counted.' }],
      'too_fine',
    )
  return toThousandths(exact)
}

/** The reverse: a stored quantity in the recipe's unit. */
export const writtenIn = (unit: string, quantity: Thousandths, materialUnit: string): number =>
  Math.round((fromThousandths(quantity) * (unitFactor(materialUnit, unit) ?? 1) + Number.EPSILON) * 1e6) / 1e6

// ---------------------------------------------------------------- recipes and the sale of a line

export type Ingredient = { rawMaterialId: string; quantity: Thousandths; unit: string }
/** `variant` '' applies to every variant without a recipe of its own. Quantities are for one portion. */
export type RecipeOf = { menuItemId: string; variant: string; ingredients: readonly Ingredient[] }

/** The recipe of a dish as ordered: its variant's own, else the dish's. */
export const recipeFor = <R extends RecipeOf>(recipes: readonly R[], itemId: string, variants: readonly { name: string }[]): R | null => {
  const own = recipes.filter((r) => r.menuItemId === itemId)
  return own.find((r) => r.variant !== '' && variants.some((v) => v.name === r.variant)) ?? own.find((r) => r.variant === '') ?? null
}

export type SaleMove = { lineId: string; rawMaterialId: string; delta: Thousandths; portions: number }

/** The materials used by selling these lines, one move for each line and material. A dish without a recipe uses nothing. */
export const saleMoves = (
  lines: readonly Pick<Line, 'lineId' | 'itemId' | 'variants' | 'quantity'>[],
  recipes: readonly RecipeOf[],
): SaleMove[] =>
  lines.flatMap((line) => {
    const each = new Map<string, Thousandths>()
    for (const i of recipeFor(recipes, line.itemId, line.variants)?.ingredients ?? [])
      each.set(i.rawMaterialId, (each.get(i.rawMaterialId) ?? 0) + i.quantity)
    return [...each].map(([rawMaterialId, quantity]) => ({
      lineId: line.lineId,
      rawMaterialId,
      delta: -quantity * line.quantity,
      portions: line.quantity,
    }))
  })

export type CancelledPortions = {
  lineId: string
  /** The line that was sold. It differs from `lineId` when only a part of that line was cancelled. */ soldAs: string
  portions: number
  prepared: boolean
}

/**
 * The portions that are cancelled in `next` and were not in `prev`: cancelled lines, cancelled parts of lines, and all live lines when the whole order is
 * cancelled; then what is Ready, Served or made at its station counts as prepared. A line appears at most once, because it can't be cancelled twice.
 */
export function cancelledPortions(prev: Order, next: Order): CancelledPortions[] {
  const before = new Map(linesOf(prev).map((l) => [l.lineId, l]))
  const wholeOrder = prev.orderStatus === 'pending' && next.orderStatus === 'cancelled'
  return next.tickets.flatMap((ticket) =>
    ticket.lines.flatMap((line, i): CancelledPortions[] => {
      const was = before.get(line.lineId)
      if (line.status === 'Cancelled') {
        if (was?.status === 'Cancelled') return []
        // A cancelled part is a new line, inserted right after the line it was taken from (`changeItemStatus`).
        return [
          {
            lineId: line.lineId,
            soldAs: was ? line.lineId : (ticket.lines[i - 1]?.lineId ?? line.lineId),
            portions: line.quantity,
            prepared: line.prepared,
          },
        ]
      }
      if (!wholeOrder) return []
      return [
        {
          lineId: line.lineId,
          soldAs: line.lineId,
          portions: line.quantity,
          prepared: line.prepared || line.status === 'Ready' || line.status === 'Served',
        },
      ]
    }),
  )
}

// ---------------------------------------------------------------- the ledger

/** What changes stock. A purchase is booked together with its lot; `sale`, `back` and `waste` belong to an order line. */
export const MOVE_KINDS = ['purchase', 'sale', 'back', 'waste', 'correction', 'conversion'] as const

// ---------------------------------------------------------------- counting and conversion

export type Lot = { id: string; rawMaterialId: string; quantity: Thousandths }
export type CountMove = { lotId: string; rawMaterialId: string; delta: Thousandths }

/**
 * The ledger moves that a count of lots makes; lots that match the books make none. When a material was short (`current` below zero) and a lot of it is
 * counted, the shortage ends.
 */
export function countMoves(counts: readonly { lot: Lot; quantity: Thousandths }[], current: ReadonlyMap<string, Thousandths>): CountMove[] {
  const missing = new Map([...current].filter(([, n]) => n < 0))
  return counts.flatMap(({ lot, quantity }) => {
    const owed = quantity > lot.quantity ? -(missing.get(lot.rawMaterialId) ?? 0) : 0
    if (owed > 0) missing.delete(lot.rawMaterialId)
    const delta = quantity - lot.quantity + owed
    return delta === 0 ? [] : [{ lotId: lot.id, rawMaterialId: lot.rawMaterialId, delta }]
  })
}

/** What a conversion uses and makes when it is executed `times` times. Throws 422 when a quantity is less than a thousandth. */
export function converted(
  conversion: { fromQuantity: Thousandths; toQuantity: Thousandths },
  times: number,
): { from: Thousandths; to: Thousandths } {
  const [from, to] = [Math.round(conversion.fromQuantity * times), Math.round(conversion.toQuantity * times)]
  if (from < 1 || to < 1)
    throw invalid('That is less than can be counted.', [{ path: 'customQuantity', message: 'This is less than can be counted.' }])
  return { from, to }
}

/** Throws 409 `out_of_stock` when less is available than is taken. */
export function mustHave(material: { id: string; name: string; unit: string; currentStock: Thousandths }, need: Thousandths): void {
  if (material.currentStock >= need) return
  const { name, unit } = material
  throw conflict(
    'out_of_stock',
    `${name}: ${stockText(fromThousandths(material.currentStock), unit)}, ${fromThousandths(need)} ${unit} needed.`,
    {
      rawMaterialId: material.id,
      currentStock: fromThousandths(material.currentStock),
      needed: fromThousandths(need),
    },
  )
}
