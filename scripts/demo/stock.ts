import { randomId } from '#domain/ids.ts'
import { toPaise } from '#domain/money.ts'
import { type Line, linesOf, type Order } from '#domain/order.ts'
import { cancelledPortions, converted, inUnitOf, type Ingredient, saleMoves, type Thousandths, toThousandths } from '#domain/stock.ts'
import { addDays, businessDate, businessDayRange, type BusinessClock, instantOf } from '#domain/time.ts'
import type * as outlet from '#worker/db/outlets.ts'
import type { MenuItem } from './menu.ts'
import { type Random, random } from './random.ts'

/** scripts/demo/stock/*.ts. Amounts in rupees, quantities in the material's own unit. */
type FileMaterial = [
  name: string,
  unit: string,
  category: string,
  subcategory: string | null,
  rupees: number,
  pack: number,
  lastsDays: number,
  keepsDays: number | null,
]
type Written = string
export type StockFile = {
  materials: FileMaterial[]
  /** By dish: `Milk 200 ml, Coffee powder 4 g`, or the same by variant; '' for every variant without one of its own. */
  recipes: Record<string, Written | Record<string, Written>>
  /** Materials that the kitchen makes itself. */
  conversions: { name: string; from: string; fromQuantity: number; to: string; toQuantity: number }[]
  /** Not delivered recently, so that they run low. */
  late?: string[]
  /** Bought once, too much of it, and thrown away when it had expired: none is left. */
  spoilt?: string
}

export type StockRows = {
  materialCategories: (typeof outlet.materialCategories.$inferInsert)[]
  rawMaterials: (typeof outlet.rawMaterials.$inferInsert)[]
  stocks: (typeof outlet.stocks.$inferInsert)[]
  stockMoves: (typeof outlet.stockMoves.$inferInsert)[]
  recipes: (typeof outlet.recipes.$inferInsert)[]
  conversions: (typeof outlet.conversions.$inferInsert)[]
}

export type Storeroom = {
  restaurantId: string
  clock: BusinessClock
  items: readonly Pick<MenuItem, 'id' | 'name' | 'variants'>[]
  /** All orders, open ones too. */
  orders: readonly Order[]
  file: StockFile
  /** The person who receives deliveries. */
  cook: string
  /** The picture of the supplier's bill on the lots of the last days; null without a picture. */
  receiptImage: string | null
}

type Material = {
  id: string
  name: string
  unit: string
  category: string
  subcategory: string | null
  cost: number
  pack: Thousandths
  lasts: number
  keeps: number | null
  late: boolean
  spoilt: boolean
}
/** A row of the ledger before it has its business date. `at` in milliseconds. */
type Move = {
  key: string
  material: string
  kind: 'purchase' | 'sale' | 'back' | 'waste' | 'conversion' | 'correction'
  delta: Thousandths
  at: number
  by: string
  portions?: number
  orderId?: string
  reason?: string
  unitCost?: number
  /** As in `stock_moves.lots`: the lots that a sale used and has not returned, or the lot that was brought in. */
  lots?: { lot: Lot; quantity: Thousandths }[]
}
type Lot = { id: string; quantity: Thousandths; unitCost: number | null; expiryDate: string | null; at: number; bought: boolean }

/** The stock has been recorded for this many days; earlier sales used nothing. */
const DAYS = 30
const MORNING = '09:30'
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/**
 * A storeroom after the month's sales: recipes, the ledger of every portion sold and given back (`saleMoves`, `cancelledPortions`), purchases and conversions
 * for it, and the lots that are left. Every material's moves add up to its lots.
 */
export function makeStock(room: Storeroom, now: Date): StockRows {
  const { restaurantId, clock, file } = room
  const today = businessDate(now, clock)
  const began = businessDayRange(addDays(today, -DAYS), clock).from.getTime()
  const materials = materialsOf(file, began)
  const byName = new Map(materials.map((m) => [m.name, m]))
  const named = (name: string): Material => {
    const found = byName.get(name)
    if (!found) throw new Error(`no raw material ${name}`)
    return found
  }
  const recipes = recipesOf(room, named, new Date(began).toISOString())
  const sold = soldOf(room.orders, recipes, began)
  const conversions = file.conversions.map((c) => ({
    id: randomId(began),
    restaurantId,
    name: c.name,
    fromMaterial: named(c.from).id,
    fromQuantity: toThousandths(c.fromQuantity),
    toMaterial: named(c.to).id,
    toQuantity: toThousandths(c.toQuantity),
    createdAt: new Date(began).toISOString(),
  }))
  const mornings = Array.from({ length: DAYS + 1 }, (_, i) => {
    const date = addDays(today, i - DAYS)
    return { date, at: instantOf(date, MORNING, clock.timezone).getTime() }
  }).filter((m) => m.at < now.getTime())

  const moves: Move[] = []
  const lots: { material: Material; lots: Lot[] }[] = []
  const minimum = new Map<string, Thousandths>()
  const demand = Map.groupBy(sold, (m) => m.material)
  // Materials that are made come before those they are made of.
  const order = [...materials].sort(
    (a, b) => Number(conversions.some((c) => c.toMaterial === b.id)) - Number(conversions.some((c) => c.toMaterial === a.id)),
  )
  for (const material of order) {
    const made = conversions.find((c) => c.toMaterial === material.id)
    const rng = random(`${material.name} ${room.cook}`)
    const kept = keep(material, demand.get(material.id) ?? [], mornings, { began, now: now.getTime(), cook: room.cook, made, rng, clock })
    minimum.set(material.id, kept.minimum)
    lots.push({ material, lots: kept.lots })
    moves.push(...kept.moves)
    if (!made) continue
    // Making it uses the other material.
    const taken = kept.moves.filter((m) => m.kind === 'conversion')
    const source = demand.get(made.fromMaterial) ?? []
    for (const m of taken) {
      const { from } = converted(made, m.delta / made.toQuantity)
      source.push({ ...m, material: made.fromMaterial, delta: -from, at: m.at, lots: [] })
    }
    demand.set(made.fromMaterial, source)
  }

  const current = (id: string) => moves.reduce((sum, m) => (m.material === id ? sum + m.delta : sum), 0)
  const recent = now.getTime() - 3 * DAY
  const dates = new Map<number, string>()
  const dateOf = (at: number) => dates.get(at) ?? (dates.set(at, businessDate(new Date(at), clock)), dates.get(at) ?? '')
  return {
    materialCategories: categoriesOf(restaurantId, materials, began),
    rawMaterials: materials.map((m) => ({
      id: m.id,
      restaurantId,
      name: m.name,
      unit: m.unit,
      category: m.category,
      subcategory: m.subcategory,
      minimumStock: minimum.get(m.id) ?? 0,
      costPerUnit: m.cost,
      currentStock: current(m.id),
      createdAt: new Date(began).toISOString(),
      deletedAt: null,
    })),
    stocks: lots.flatMap(({ material, lots: own }) =>
      own.map((lot) => ({
        id: lot.id,
        restaurantId,
        rawMaterialId: material.id,
        quantity: lot.quantity,
        unitCost: lot.unitCost,
        expiryDate: lot.expiryDate,
        receiptImage: lot.bought && lot.at > recent ? room.receiptImage : null,
        createdAt: new Date(lot.at).toISOString(),
        deletedAt: null,
      })),
    ),
    stockMoves: moves.map((m) => ({
      restaurantId,
      key: m.key,
      rawMaterialId: m.material,
      kind: m.kind,
      delta: m.delta,
      portions: m.portions ?? 0,
      reason: m.reason ?? '',
      unitCost: m.unitCost ?? null,
      orderId: m.orderId ?? null,
      lots: (m.lots ?? []).filter((l) => l.quantity > 0).map((l): [string, Thousandths] => [l.lot.id, l.quantity]),
      by: m.by,
      businessDate: dateOf(m.at),
      at: new Date(m.at).toISOString(),
    })),
    recipes,
    conversions,
  }
}

// ---------------------------------------------------------------- what there is

const materialsOf = (file: StockFile, began: number): Material[] =>
  file.materials.map(([name, unit, category, subcategory, rupees, pack, lasts, keeps]) => ({
    id: randomId(began),
    name,
    unit,
    category,
    subcategory,
    cost: toPaise(rupees),
    pack: toThousandths(pack),
    lasts,
    keeps,
    late: file.late?.includes(name) ?? false,
    spoilt: file.spoilt === name,
  }))

function categoriesOf(restaurantId: string, materials: readonly Material[], began: number): StockRows['materialCategories'] {
  const unique = (names: (string | null)[]) => [...new Set(names)].filter((n) => n !== null)
  return unique(materials.map((m) => m.category)).flatMap((name, position) => {
    const id = randomId(began)
    const own = materials.filter((m) => m.category === name).map((m) => m.subcategory)
    const subs = unique(own).map((sub, place) => ({ id: randomId(began), restaurantId, parentId: id, name: sub, position: place }))
    return [{ id, restaurantId, parentId: null, name, position }, ...subs]
  })
}

/** The recipes of dishes that are on the menu. */
function recipesOf({ restaurantId, items, file }: Storeroom, named: (name: string) => Material, createdAt: string): StockRows['recipes'] {
  return items.flatMap((item) => {
    const recipe = file.recipes[item.name]
    if (recipe === undefined) return []
    return Object.entries(typeof recipe === 'string' ? { '': recipe } : recipe)
      .filter(([variant]) => variant === '' || item.variants.some((v) => v.name === variant))
      .map(([variant, text]) => ({
        id: randomId(Date.parse(createdAt)),
        restaurantId,
        menuItemId: item.id,
        variant,
        ingredients: ingredientsOf(text, named),
        createdAt,
      }))
  })
}

/** Parses `Milk 200 ml, Coffee powder 4 g`; a material named twice is added up. */
function ingredientsOf(text: string, named: (name: string) => Material): Ingredient[] {
  const out = new Map<string, Ingredient>()
  for (const part of text.split(', ')) {
    const [, name = '', amount = '', unit = ''] = /^(.+) ([\d.]+) (\w+)$/.exec(part) ?? []
    const material = named(name)
    const quantity = inUnitOf(material, Number(amount), unit) + (out.get(material.id)?.quantity ?? 0)
    out.set(material.id, { rawMaterialId: material.id, quantity, unit })
  }
  return [...out.values()]
}

/** What was sold, given back and wasted since stock is recorded, as the server would have booked it when it was sent and cancelled. */
function soldOf(orders: readonly Order[], recipes: StockRows['recipes'], began: number): Move[] {
  const known = recipes.map((r) => ({ ...r, variant: r.variant ?? '' }))
  return orders.flatMap((order) => {
    const sent = order.tickets.filter((t) => t.sentAt !== null && Date.parse(t.sentAt) >= began)
    const sales = sent.flatMap((ticket) =>
      saleMoves(ticket.lines, known).map((m) => ({
        lineId: m.lineId,
        key: `sale:${m.lineId}`,
        material: m.rawMaterialId,
        kind: 'sale' as const,
        delta: m.delta,
        portions: m.portions,
        orderId: order.id,
        by: ticket.sentBy,
        at: Date.parse(ticket.sentAt ?? ''),
      })),
    )
    if (sales.length === 0) return []
    const lines = new Map(linesOf(order).map((l) => [l.lineId, l]))
    const undone = cancelledPortions(uncancelled(order), order).flatMap(({ lineId, portions, prepared }) =>
      sales
        .filter((s) => s.lineId === lineId)
        .flatMap(({ lineId: _, ...sale }) => {
          const line = lines.get(lineId)
          const at = Math.max(sale.at, Date.parse((line?.status === 'Cancelled' ? line.statusAt : order.completedAt) ?? ''))
          const back = {
            ...sale,
            key: `back:${lineId}`,
            kind: 'back' as const,
            delta: -sale.delta,
            portions,
            at,
            by: order.biller ?? sale.by,
          }
          return prepared ? [back, { ...back, key: `waste:${lineId}`, kind: 'waste' as const, delta: sale.delta }] : [back]
        }),
    )
    return [...sales.map(({ lineId: _, ...sale }) => sale), ...undone]
  })
}

/** The order before anything on it was cancelled. */
const uncancelled = (order: Order): Order => ({
  ...order,
  orderStatus: 'pending',
  tickets: order.tickets.map((t) => ({
    ...t,
    lines: t.lines.map((l): Line => (l.status === 'Cancelled' ? { ...l, status: 'Preparing' } : l)),
  })),
})

// ---------------------------------------------------------------- keeping it

type Keeping = {
  began: number
  now: number
  cook: string
  made: StockRows['conversions'][number] | undefined
  rng: Random
  clock: BusinessClock
}

const upTo = (quantity: number, pack: number) => Math.max(1, Math.ceil(quantity / pack)) * pack
/** Rounds to 1, 2, 3, 5, 8 and their tens: numbers that a person would write down. */
function round(quantity: Thousandths): Thousandths {
  const size = 10 ** Math.floor(Math.log10(Math.max(quantity, 10)))
  return Math.round(([1, 2, 3, 5, 8].findLast((n) => n * size <= quantity) ?? 1) * size)
}

/**
 * One material through the month. On every morning on which it would not last the day it is bought, or made, for some days; expired stock is thrown away, and
 * when it runs out during the day somebody buys some at the market. The lot that expires first is used first, as on the server.
 */
function keep(material: Material, demand: readonly Move[], mornings: readonly { date: string; at: number }[], k: Keeping) {
  const { made, rng, cook } = k
  const used = [...demand].sort((a, b) => a.at - b.at)
  const daily = Math.max(-used.filter((m) => m.delta < 0).reduce((sum, m) => sum + m.delta, 0) / (DAYS + 0.5), 0)
  const minimum = Math.max(round(daily * 0.8), round(material.pack / 4))
  const least = Math.max(daily * 2.8, minimum + daily * 1.6)
  // The amount bought at the market while a delivery is late: never enough to get above the minimum.
  const handful = Math.max(round(daily * 0.3), material.unit === 'pcs' ? 1000 : 1)
  const moves: Move[] = []
  const lots: Lot[] = []
  let stock = 0
  const cost = () => Math.max(1, Math.round(material.cost * rng.between(0.96, 1.05)))
  const bring = (quantity: Thousandths, at: number, more: { expiryDate: string | null; bought: boolean; key?: string }) => {
    const unitCost = more.bought ? cost() : null
    const lot = { id: randomId(at), quantity, unitCost, at, expiryDate: more.expiryDate, bought: more.bought }
    lots.push(lot)
    stock += quantity
    const move = { key: more.key ?? randomId(at), material: material.id, delta: quantity, at, by: cook, lots: [{ lot, quantity }] }
    moves.push(
      more.bought ? { ...move, kind: 'purchase', unitCost: unitCost ?? 0 } : { ...move, kind: 'conversion', reason: made?.name ?? '' },
    )
  }
  const keepsUntil = (date: string) => (material.keeps === null ? null : addDays(date, material.keeps))
  // The first to expire first, then the oldest.
  const inUse = () =>
    lots
      .filter((l) => l.quantity > 0)
      .sort((a, b) =>
        (a.expiryDate ?? '9') < (b.expiryDate ?? '9') ? -1 : (a.expiryDate ?? '9') > (b.expiryDate ?? '9') ? 1 : a.at - b.at,
      )
  // Wasted stock is not returned to its lots.
  const wasted = new Set(used.flatMap((m) => (m.kind === 'waste' ? [m.key.replace('waste:', '')] : [])))
  const sales = new Map<string, NonNullable<Move['lots']>>()
  const move = (m: Move) => {
    const line = m.key.replace(/^(sale|back|waste):/, '')
    moves.push(m)
    stock += m.delta
    if ((m.kind === 'back' || m.kind === 'waste') && wasted.has(line)) return
    let left = Math.abs(m.delta)
    if (m.delta > 0) {
      for (const draw of (sales.get(line) ?? []).toReversed()) {
        const part = Math.min(left, draw.quantity)
        draw.lot.quantity += part
        draw.quantity -= part
        left -= part
      }
      const lot = inUse()[0] ?? lots.at(-1)
      if (lot) lot.quantity += left
      return
    }
    m.lots = []
    for (const lot of inUse()) {
      const part = Math.min(left, lot.quantity)
      if (part === 0) break
      lot.quantity -= part
      left -= part
      if (m.kind === 'sale') m.lots.push({ lot, quantity: part })
    }
    if (m.kind === 'sale') sales.set(line, m.lots)
  }
  const throwAway = (date: string, at: number) => {
    for (const lot of lots)
      if (lot.quantity > 0 && lot.expiryDate !== null && lot.expiryDate < date)
        move({ key: randomId(at), material: material.id, kind: 'correction', delta: -lot.quantity, at, by: cook, reason: 'Expired' })
  }
  const deliver = (date: string, at: number) => {
    const wanted = least + daily * material.lasts - stock
    if (made) bring(upTo(wanted, made.toQuantity), at, { expiryDate: keepsUntil(date), bought: false })
    else bring(upTo(wanted, material.pack), at, { expiryDate: keepsUntil(date), bought: true })
  }
  const noMore = k.now - (material.lasts + 4) * DAY

  let next = 0
  const sellUntil = (at: number) => {
    for (; next < used.length && (used[next]?.at ?? 0) < at; next++) {
      const m = used[next]
      if (!m) break
      if (m.delta < 0 && stock + m.delta < 0) {
        // A little of what should have been delivered.
        const short = -(stock + m.delta)
        const quantity = made ? upTo(short, made.toQuantity) : upTo(short, material.late ? handful : material.pack)
        const { date } = mornings.findLast((x) => x.at <= m.at) ?? { date: businessDate(new Date(m.at), k.clock) }
        bring(quantity, m.at - 20 * MINUTE, { expiryDate: keepsUntil(date), bought: !made })
      }
      move(m)
    }
  }
  for (const [i, { date, at }] of mornings.entries()) {
    sellUntil(at)
    throwAway(date, at)
    const opening = i === 0
    if (material.spoilt ? opening : opening || (stock < least && !(material.late && at > noMore)))
      deliver(date, at - rng.int(0, 45) * MINUTE)
  }
  sellUntil(Infinity)
  return { moves, lots, minimum }
}
