import { AppError } from './errors.ts'
import { bare, type Chain, type Keepable, OWN_FIELDS, type OwnField, same } from './chainOwn.ts'
import { formatAddons, formatVariants } from './menuCsv.ts'
import { type AddonGroup, checkDish } from './menuWrite.ts'
import { type Paise, toRupees } from './money.ts'
import type { DietType } from './order.ts'
import type { TaxPercentages } from './tax.ts'
import { brief, folded } from './text.ts'

export { type Chain, chainAfter, chainValues, OWN_FIELDS, type OwnField } from './chainOwn.ts'

/**
 * The chain menu (CONTRACT §9): one outlet is the source, and its dishes are pushed to the partner's other outlets. A copy carries `masterId`, the id of the
 * dish that it is a copy of. A copy of a copy carries the same one, so a partner may change its source later and everything is still found.
 */

/** The fields that a push sets, besides the dish's place. Portions left, station and recipes belong to the outlet. */
export type ChainFields = Keepable & {
  name: string
  code: string | null
  printName: string | null
  description: string
  dietType: DietType
  isAlcohol: boolean
  gstRate: number | null
  taxIncluded: boolean | null
  image: string | null
  calories: number | null
  allergens: string[]
}
/** A dish of a menu, its place by id and by name. */
export type ChainDish = ChainFields & {
  id: string
  masterId: string | null
  chain: Chain | null
  categoryId: string
  categoryName: string
  subCategoryId: string | null
  subCategoryName: string | null
  station: string | null
}
type Category = { id: string; name: string; station?: string | null }
type Subcategory = { id: string; categoryId: string; name: string }
export type OutletMenu<T extends ChainDish> = {
  categories: readonly Category[]
  subcategories: readonly Subcategory[]
  items: readonly T[]
}

type Source = {
  id: string
  /** The partner who pushes. */
  partnerId: string
  items: readonly ChainDish[]
  /** Used for a category that is new to the outlet: its station is copied with it. */
  categories?: readonly Category[]
}

/** The id of a dish throughout the chain. */
export const masterOf = ({ id, masterId }: Pick<ChainDish, 'id' | 'masterId'>): string => masterId ?? id

/**
 * A menu as this partner's chain sees it: a copy that a former partner pushed counts as the outlet's own dish. Only copies of one of `masters` stay copies:
 * then the source came from that former partner too.
 */
export const inChain = <T extends Pick<ChainDish, 'masterId' | 'chain'>>(
  partnerId: string,
  items: readonly T[],
  masters: ReadonlySet<string> = new Set(),
): T[] =>
  items.map((item) => {
    const ours = (item.chain?.partnerId ?? partnerId) === partnerId
    return ours || (item.masterId !== null && masters.has(item.masterId)) ? item : { ...item, masterId: null, chain: null }
  })

export type ChainField = Exclude<keyof ChainFields, 'dietType' | 'isAlcohol'> | 'place' | 'diet' | 'alcohol'
export type ChainChange = { field: ChainField; from: string; to: string }
export type Outcome = 'new' | 'changed' | 'gone' | 'same' | 'refused'
export type ChainRow = {
  masterId: string
  /** The outlet's dish; null for one that is added, and for a refused one without a copy. */
  itemId: string | null
  name: string
  categoryName: string
  dietType: DietType
  isAlcohol: boolean
  outcome: Outcome
  /** The outlet's own dish of this name becomes the copy. */
  adopts: boolean
  /** The price at the outlet now, at the outlet after the push, and in the chain, in paise; null where the dish is missing. */
  price: Paise | null
  nextPrice: Paise | null
  chainPrice: Paise | null
  changes: ChainChange[]
  /** Fields that keep the outlet's own value where it differs: `from` stays, `to` is the chain's value. */
  kept: ChainChange[]
  /** Why the dish is refused, or which part of it can't be taken over. */
  problem: string | null
}
type Change = ChainFields & { categoryId: string; subCategoryId: string | null; masterId: string; chain: Chain }
export type ChainPlan<T extends ChainDish> = {
  rows: ChainRow[]
  categories: Category[]
  subcategories: Subcategory[]
  created: (Change & { id: string; station: string | null })[]
  updated: { prev: T; next: Change; categoryName: string; subCategoryName: string | null }[]
  /** What the rows don't show of new dishes. It belongs to what was agreed to, as the rows do. */
  unshown: unknown[]
}

const yes = (is: boolean) => (is ? 'On' : 'Off')
const placeText = (category: string, sub: string | null) => (sub === null ? category : `${category} › ${sub}`)
/** A dish's fields as people read them, in the order in which they are shown. */
const textsOf = (dish: ChainFields & { categoryName: string; subCategoryName: string | null }): [ChainField, string][] => [
  ['price', String(toRupees(dish.price))],
  ['variants', formatVariants(dish.variants)],
  ['addonGroups', formatAddons(dish.addonGroups)],
  ['available', yes(dish.available)],
  ['name', dish.name],
  ['place', placeText(dish.categoryName, dish.subCategoryName)],
  ['description', dish.description],
  ['diet', dish.dietType],
  ['alcohol', dish.isAlcohol ? 'Yes' : 'No'],
  ['gstRate', `${dish.gstRate ?? ''}`],
  ['taxIncluded', dish.taxIncluded === null ? '' : dish.taxIncluded ? 'Yes' : 'No'],
  ['image', dish.image ?? ''],
  ['code', dish.code ?? ''],
  ['printName', dish.printName ?? ''],
  ['calories', `${dish.calories ?? ''}`],
  ['allergens', dish.allergens.join(', ')],
]

const placeKey = (category: string, sub: string | null, name: string) =>
  JSON.stringify([folded(category), sub === null ? null : folded(sub), folded(name)])
const keyOf = (d: Pick<ChainDish, 'categoryName' | 'subCategoryName' | 'name'>) => placeKey(d.categoryName, d.subCategoryName, d.name)

/** A copy of a dish that this source had and no longer has. */
const isOrphan = ({ masterId, chain }: ChainDish, sourceId: string, masters: ReadonlySet<string>): boolean =>
  masterId !== null && chain?.sourceId === sourceId && !masters.has(masterId)

/**
 * For each dish of the source, the outlet's dish that is its copy or becomes it. A dish that is not a copy, or whose source dish is gone, becomes the copy if
 * it has the same name in the same place, or if the name occurs only once at the outlet and in the source.
 */
function matches<T extends ChainDish>({ id, items: source }: Source, items: readonly T[]): Map<string, T> {
  const found = new Map<string, T>()
  const byMaster = new Map(items.map((i) => [masterOf(i), i]))
  // Copies come before the dish itself: after another outlet has become the source, a menu may hold both.
  for (const item of items) if (item.masterId !== null) byMaster.set(item.masterId, item)
  for (const dish of source) {
    const copy = byMaster.get(masterOf(dish))
    if (copy) found.set(masterOf(dish), copy)
  }
  const taken = new Set([...found.values()].map((i) => i.id))
  const masters = new Set(source.map(masterOf))
  const free = items.filter((i) => (i.masterId === null || isOrphan(i, id, masters)) && !taken.has(i.id))
  const inPlace = new Map(free.map((i) => [keyOf(i), i]))
  const named = Map.groupBy(free, (i) => folded(i.name))
  const left = source.filter((dish) => !found.has(masterOf(dish)))
  for (const dish of left) {
    const item = inPlace.get(keyOf(dish))
    if (!item) continue
    found.set(masterOf(dish), item)
    taken.add(item.id)
  }
  // Counted in the whole source. Among the unmatched dishes alone, a name of two dishes would look unique as soon as one of them was matched.
  const sought = Map.groupBy(source, (d) => folded(d.name))
  for (const dish of left) {
    const [item, another] = (named.get(folded(dish.name)) ?? []).filter((i) => !taken.has(i.id))
    if (found.has(masterOf(dish)) || !item || another || sought.get(folded(dish.name))?.length !== 1) continue
    found.set(masterOf(dish), item)
    taken.add(item.id)
  }
  return found
}

/**
 * What a push of the chosen dishes would do to an outlet's menu, dish by dish. `chosen` has masterIds (`masterOf`), of dishes that the source has and of
 * copies whose dish it no longer has: those are switched off. After the plan has been carried out, planning again finds nothing left to do.
 */
export function planPush<T extends ChainDish>(
  from: Source,
  to: OutletMenu<T>,
  chosen: ReadonlySet<string>,
  newId: () => string,
): ChainPlan<T> {
  const source = { ...from, items: inChain(from.partnerId, from.items) }
  const masters = new Set(source.items.map(masterOf))
  const outlet = { ...to, items: inChain(from.partnerId, to.items, masters) }
  const found = matches(source, outlet.items)
  const pushed = source.items.filter((dish) => chosen.has(masterOf(dish)))
  const afterOf = (dish: ChainDish, code = dish.code): ChainFields => {
    const prev = found.get(masterOf(dish))
    const own = prev?.chain?.own ?? []
    return {
      ...fieldsOf(dish),
      code,
      addonGroups: groupsFor(dish, prev),
      ...(prev && valuesOf(prev, own)),
      ...(prev && own.includes('price') && { taxIncluded: prev.taxIncluded }),
    }
  }
  const refused = refusedOf(pushed, found, outlet.items, afterOf)
  const codeless = codelessOf(
    pushed.filter((dish) => !refused.has(masterOf(dish))),
    found,
    outlet.items,
  )

  const plan: ChainPlan<T> = { rows: [], categories: [], subcategories: [], created: [], updated: [], unshown: [] }
  const categories = new Map(outlet.categories.map((c) => [folded(c.name), c]))
  const subKey = (categoryId: string, name: string) => JSON.stringify([categoryId, folded(name)])
  const subcategories = new Map(outlet.subcategories.map((s) => [subKey(s.categoryId, s.name), s]))
  const placeFor = (dish: ChainDish): { category: Category; sub: Subcategory | null } => {
    let category = categories.get(folded(dish.categoryName))
    if (!category) {
      const of = source.categories?.find(({ name }) => folded(name) === folded(dish.categoryName))
      category = { id: newId(), name: dish.categoryName, ...(of?.station ? { station: of.station } : {}) }
      categories.set(folded(category.name), category)
      plan.categories.push(category)
    }
    if (dish.subCategoryName === null) return { category, sub: null }
    let sub = subcategories.get(subKey(category.id, dish.subCategoryName))
    if (!sub) {
      sub = { id: newId(), categoryId: category.id, name: dish.subCategoryName }
      subcategories.set(subKey(category.id, sub.name), sub)
      plan.subcategories.push(sub)
    }
    return { category, sub }
  }

  for (const dish of pushed) {
    const masterId = masterOf(dish)
    const prev = found.get(masterId)
    const own = prev?.chain?.own ?? []
    const code = codeless.has(masterId) ? (prev?.code ?? null) : dish.code
    const fields: ChainFields = { ...fieldsOf(dish), code }
    const after = afterOf(dish, code)
    const row: ChainRow = {
      masterId,
      itemId: prev?.id ?? null,
      name: dish.name,
      categoryName: dish.categoryName,
      dietType: dish.dietType,
      isAlcohol: dish.isAlcohol,
      outcome: 'same',
      adopts: prev !== undefined && prev.masterId !== masterId,
      price: prev?.price ?? null,
      nextPrice: after.price,
      chainPrice: dish.price,
      changes: [],
      kept: [],
      problem: codeless.get(masterId) ?? null,
    }
    plan.rows.push(row)
    const problem = refused.get(masterId)
    if (problem !== undefined) {
      // It would have become the copy, but the dish is refused.
      const there = row.adopts ? { itemId: null, price: null } : {}
      Object.assign(row, there, { outcome: 'refused', adopts: false, nextPrice: row.adopts ? null : row.price, problem })
      continue
    }
    const { category, sub } = placeFor(dish)
    const next: Change = {
      ...after,
      categoryId: category.id,
      subCategoryId: sub?.id ?? null,
      masterId,
      chain: {
        sourceId: source.id,
        partnerId: source.partnerId,
        own: [...own],
        ...valuesOf(fields, OWN_FIELDS),
        taxIncluded: fields.taxIncluded,
      },
    }
    const places = { categoryName: category.name, subCategoryName: sub?.name ?? null }
    const texts = textsOf({ ...after, ...places })
    if (!prev) {
      row.outcome = 'new'
      if (!after.available) row.changes = differs('available', '', yes(false))
      plan.unshown.push([texts, dish.station])
      plan.created.push({ ...next, id: newId(), station: dish.station })
      continue
    }
    const was = new Map(textsOf(prev))
    row.changes = texts.flatMap(([field, to]) => differs(field, was.get(field) ?? '', to))
    const chainSays = new Map(textsOf({ ...fields, ...places }))
    const kept = own.flatMap((field): ChainField[] => (field === 'price' ? ['price', 'taxIncluded'] : [field]))
    row.kept = kept.flatMap((field) => differs(field, was.get(field) ?? '', chainSays.get(field) ?? ''))
    if (row.changes.length > 0 || row.adopts) row.outcome = 'changed'
    if (row.outcome === 'changed' || !sameChain(prev.chain, next.chain)) plan.updated.push({ prev, next, ...places })
  }

  // Copies of dishes that the source no longer has.
  const handled = new Set(plan.updated.map(({ prev }) => prev.id))
  for (const prev of outlet.items) {
    const { masterId, chain } = prev
    if (masterId === null || !chain || !isOrphan(prev, source.id, masters) || !chosen.has(masterId) || handled.has(prev.id)) continue
    const keeps = chain.own.includes('available')
    const off = { ...chain, available: false }
    const next: Change = {
      ...fieldsOf(prev),
      addonGroups: prev.addonGroups,
      available: keeps && prev.available,
      categoryId: prev.categoryId,
      subCategoryId: prev.subCategoryId,
      masterId,
      chain: off,
    }
    plan.rows.push({
      masterId,
      itemId: prev.id,
      name: prev.name,
      categoryName: prev.categoryName,
      dietType: prev.dietType,
      isAlcohol: prev.isAlcohol,
      outcome: prev.available && !next.available ? 'gone' : 'same',
      adopts: false,
      price: prev.price,
      nextPrice: next.available ? prev.price : null,
      chainPrice: null,
      changes: differs('available', yes(prev.available), yes(next.available)),
      kept: keeps ? differs('available', yes(prev.available), yes(false)) : [],
      problem: null,
    })
    if (prev.available !== next.available || chain.available)
      plan.updated.push({ prev, next, categoryName: prev.categoryName, subCategoryName: prev.subCategoryName })
  }
  return plan
}

/** The chain's addon groups for an outlet's dish: a group that is as the outlet has it keeps the outlet's template. */
const groupsFor = (dish: ChainDish, prev: ChainDish | undefined): AddonGroup[] =>
  fieldsOf(dish).addonGroups.map(
    (group) => prev?.addonGroups.find((g) => JSON.stringify(bare([g])) === JSON.stringify(bare([group]))) ?? group,
  )

/**
 * The dishes that can't be pushed, with the reason: the outlet's own price doesn't go with the chain's variants, or another dish has the name in that place.
 * A refused dish keeps its name, which may block another dish; so this repeats until nothing changes.
 */
function refusedOf(
  pushed: readonly ChainDish[],
  found: ReadonlyMap<string, ChainDish>,
  items: readonly ChainDish[],
  afterOf: (dish: ChainDish) => ChainFields,
): Map<string, string> {
  const refused = new Map(
    pushed.flatMap((dish): [string, string][] => {
      const problem = invalidBecause(afterOf(dish))
      return problem === null ? [] : [[masterOf(dish), problem]]
    }),
  )
  for (let before = -1; before < refused.size;) {
    before = refused.size
    const moving = new Set(pushed.filter((d) => !refused.has(masterOf(d))).map((d) => found.get(masterOf(d))?.id))
    const staying = new Map(items.filter((i) => !moving.has(i.id)).map((i) => [keyOf(i), i.name]))
    for (const dish of pushed) {
      const name = staying.get(keyOf(dish))
      if (name !== undefined && !refused.has(masterOf(dish)))
        refused.set(masterOf(dish), `${brief(name)} is there already, as another dish.`)
    }
  }
  return refused
}

/**
 * The dishes that can't have the chain's code, with the reason: another dish of the outlet has it. They keep their present code, which may block another dish;
 * so this repeats until nothing changes.
 */
function codelessOf(pushed: readonly ChainDish[], found: ReadonlyMap<string, ChainDish>, items: readonly ChainDish[]): Map<string, string> {
  const codeless = new Map<string, string>()
  const moving = new Set(pushed.map((d) => found.get(masterOf(d))?.id))
  const holder = (code: string | null, name: string): [string, string][] => (code === null ? [] : [[folded(code), name]])
  for (let before = -1; before < codeless.size;) {
    before = codeless.size
    const kept = pushed.filter((d) => codeless.has(masterOf(d))).flatMap((d) => holder(found.get(masterOf(d))?.code ?? null, d.name))
    const held = new Map([...items.filter((i) => !moving.has(i.id)).flatMap((i) => holder(i.code, i.name)), ...kept])
    for (const dish of pushed) {
      const name = dish.code === null ? undefined : held.get(folded(dish.code))
      if (name !== undefined && !codeless.has(masterOf(dish)))
        codeless.set(masterOf(dish), `The code ${dish.code} is ${brief(name)}’s there.`)
    }
  }
  return codeless
}

const differs = (field: ChainField, from: string, to: string): ChainChange[] => (from === to ? [] : [{ field, from, to }])

/** Groups come without templates, because those belong to the source. */
const fieldsOf = (d: ChainFields): ChainFields => ({
  name: d.name,
  code: d.code,
  printName: d.printName,
  description: d.description,
  price: d.price,
  available: d.available,
  dietType: d.dietType,
  isAlcohol: d.isAlcohol,
  gstRate: d.gstRate,
  taxIncluded: d.taxIncluded,
  image: d.image,
  variants: d.variants.map(({ name, additionalPrice }) => ({ name, additionalPrice })),
  addonGroups: d.addonGroups.map(({ name, min, max, addons }) => ({
    name,
    min,
    max,
    addons: addons.map((a) => ({ name: a.name, price: a.price })),
  })),
  calories: d.calories,
  allergens: [...d.allergens],
})

/** These fields of a dish. */
function valuesOf(dish: Keepable, fields: typeof OWN_FIELDS): Keepable
function valuesOf(dish: Keepable, fields: readonly OwnField[]): Partial<Keepable>
function valuesOf(dish: Keepable, fields: readonly OwnField[]): Partial<Keepable> {
  return Object.fromEntries(fields.map((field) => [field, dish[field]]))
}

const sameChain = (a: Chain | null, b: Chain): boolean =>
  a !== null && a.sourceId === b.sourceId && a.partnerId === b.partnerId && OWN_FIELDS.every((field) => same(field, a, b))

/** An outlet's own price with the chain's variants may be one that no dish can have. */
function invalidBecause(dish: ChainFields): string | null {
  try {
    checkDish(dish)
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.message
  }
}

export type ChainCounts = { new: number; price: number; changed: number; gone: number; kept: number; refused: number; same: number }

/**
 * How many dishes a push adds, changes in price, changes otherwise, switches off, leaves with the outlet's own value in some field, can't push, and finds
 * unchanged.
 */
export function countRows(rows: readonly Pick<ChainRow, 'outcome' | 'changes' | 'kept'>[]): ChainCounts {
  const n = (is: (row: (typeof rows)[number]) => boolean) => rows.filter(is).length
  const priced = ({ changes }: Pick<ChainRow, 'changes'>) => changes.some((c) => c.field === 'price')
  return {
    new: n((r) => r.outcome === 'new'),
    price: n((r) => r.outcome === 'changed' && priced(r)),
    changed: n((r) => r.outcome === 'changed' && !priced(r)),
    gone: n((r) => r.outcome === 'gone'),
    kept: n((r) => r.kept.length > 0),
    refused: n((r) => r.outcome === 'refused'),
    same: n((r) => r.outcome === 'same'),
  }
}

type PricesOf = Pick<TaxPercentages, 'gst' | 'vat' | 'composition' | 'pricesIncludeTax'>
const addsTo = (dish: ChainDish, { gst, vat, composition, pricesIncludeTax }: PricesOf): boolean =>
  !(dish.taxIncluded ?? pricesIncludeTax) && (dish.isAlcohol ? vat : composition ? 0 : (dish.gstRate ?? gst)) > 0

/**
 * Whether guests of an outlet pay tax on top of the prices that a push brings, where guests of the source do the opposite; undefined where both pay alike. Looks at the dishes
 * whose price the outlet takes over: a price is pushed as it is, and by default each outlet says for itself whether its prices include the taxes.
 */
export function addsTax(
  source: { items: readonly ChainDish[]; taxes: PricesOf },
  rows: readonly Pick<ChainRow, 'masterId' | 'outcome' | 'kept'>[],
  taxes: PricesOf,
): boolean | undefined {
  const dishes = new Map(source.items.map((dish) => [masterOf(dish), dish]))
  const taken = rows.filter(({ outcome, kept }) => outcome !== 'refused' && !kept.some(({ field }) => field === 'price'))
  const other = taken.map(({ masterId }) => dishes.get(masterId)).find((dish) => dish && addsTo(dish, taxes) !== addsTo(dish, source.taxes))
  return other && addsTo(other, taxes)
}
