import type { CategoryShape } from './api/menu/menu.ts'
import type { SentLine } from './api/order.ts'
import { invalid, itemUnavailable } from './errors.ts'
import { brief } from './text.ts'
import type { Paise } from './money.ts'
import type { DietType, ItemStatus, Line } from './order.ts'
import { stationAtSale } from './station.ts'

type Group<A> = { name: string; min: number; max: number; addons: A[] }

/** A menu item as the server reads it before a sale; amounts in paise. */
export type SaleItem = {
  id: string
  name: string
  printName: string | null
  categoryName: string
  price: Paise
  available: boolean
  /** Portions left; null when they are not counted. */
  remaining: number | null
  dietType: DietType
  isAlcohol: boolean
  gstRate: number | null
  /** null: as the outlet's prices do. */
  taxIncluded: boolean | null
  image: string | null
  station: string | null
  categoryStation: string | null
  variants: { name: string; additionalPrice: Paise }[]
  addonGroups: Group<{ name: string; price: Paise }>[]
}

/** A group whose choice is outside its bounds. The variants count as a group with exactly one choice. */
export type MissingChoice = { kind: 'variant' | 'addons'; name: string; min: number; max: number; chosen: number }

type Choosable = { variants: readonly unknown[]; addonGroups: readonly { name: string; min: number; max: number }[] }
type ChosenGroup = { name: string; addons: readonly { quantity?: number }[] }

/**
 * The choices that still have to be made or removed (CONTRACT §5 "A line as sent"): exactly one variant if the dish has any, and each group's addons within
 * its min and max, counting quantities (1 when not given). A group's max of 0 is no limit. [] when the line may be sent.
 */
export function missingChoices(item: Choosable, variants: readonly unknown[], addonGroups: readonly ChosenGroup[]): MissingChoice[] {
  const missing: MissingChoice[] = []
  const wanted = item.variants.length > 0 ? 1 : 0
  if (variants.length !== wanted) missing.push({ kind: 'variant', name: 'Variant', min: wanted, max: wanted, chosen: variants.length })
  for (const { name, min, max } of item.addonGroups) {
    const addons = addonGroups.filter((g) => g.name === name).flatMap((g) => g.addons)
    const chosen = addons.reduce((sum, a) => sum + (a.quantity ?? 1), 0)
    if (chosen < min || (max > 0 && chosen > max)) missing.push({ kind: 'addons', name, min, max, chosen })
  }
  return missing
}

const unknown = (message: string, path: string) => invalid(message, [{ path, message }], 'unknown_item')

/** The message for a choice that is missing or too many. */
function choiceText(item: SaleItem, { kind, name, min, max, chosen }: MissingChoice): string {
  if (kind === 'variant') return max === 0 ? `${brief(item.name)} has no variants.` : `${brief(item.name)} needs exactly one variant.`
  const bound = chosen < min ? `at least ${min}` : `at most ${max}`
  return `${brief(item.name)}: choose ${bound} of ${brief(name)}.`
}

/**
 * Some addons are sent without their group's name (SPEC §3): such an addon belongs to the one group that has it. Throws 422 `unknown_item` when no group or
 * several have it.
 */
function withGroups<A extends { name: string }>(sent: { name: string; addons: A[] }, item: SaleItem): { name: string; addons: A[] }[] {
  if (sent.name) return [sent]
  return sent.addons.map((addon) => {
    const [group, ...others] = item.addonGroups.filter((g) => g.addons.some((a) => a.name === addon.name))
    if (!group) throw unknown(`${brief(item.name)} has no addon ${brief(addon.name)}.`, 'addonGroups')
    if (others.length > 0) throw unknown(`${brief(item.name)} has ${brief(addon.name)} in several groups. Name the group.`, 'addonGroups')
    return { name: group.name, addons: [addon] }
  })
}

/**
 * A sent line with the menu's current names and prices (CONTRACT §5 "Snapshot"); prices in the body are ignored. An addon named twice in a group is counted
 * together. `at` is UTC ISO; `pricesIncludeTax`: the outlet's prices do. Throws AppError 422 `unknown_item` for an unknown variant, group or addon and for choices outside their bounds; 409
 * `item_unavailable` when the item is off or has too few portions `remaining`.
 */
export function resolveLine(
  sent: SentLine,
  item: SaleItem,
  ids: { lineId: string },
  at: string,
  { status = 'Preparing', pricesIncludeTax = false }: { status?: ItemStatus; pricesIncludeTax?: boolean | undefined } = {},
): Line {
  if (sent._id !== item.id) throw unknown('This item is not on the menu.', '_id')
  const variants = sent.variants.map(({ name }) => {
    const found = item.variants.find((v) => v.name === name)
    if (!found) throw unknown(`${brief(item.name)} has no variant ${brief(name)}.`, 'variants')
    return { name, additionalPrice: found.additionalPrice }
  })
  const addonGroups: Line['addonGroups'] = []
  for (const group of sent.addonGroups.flatMap((g) => withGroups(g, item))) {
    const known = item.addonGroups.find((g) => g.name === group.name)
    if (!known) throw unknown(`${brief(item.name)} has no addons called ${brief(group.name)}.`, 'addonGroups')
    let into = addonGroups.find((g) => g.name === group.name)
    for (const { name, quantity } of group.addons) {
      const addon = known.addons.find((a) => a.name === name)
      if (!addon) throw unknown(`${brief(item.name)} has no addon ${brief(name)} in ${brief(group.name)}.`, 'addonGroups')
      if (!into) addonGroups.push((into = { name: group.name, addons: [] }))
      const same = into.addons.find((a) => a.name === name)
      if (same) same.quantity += quantity
      else into.addons.push({ name, quantity, price: addon.price })
    }
  }
  const [missing] = missingChoices(item, variants, addonGroups)
  if (missing) throw unknown(choiceText(item, missing), missing.kind === 'variant' ? 'variants' : 'addonGroups')
  if (!item.available || (item.remaining !== null && item.remaining < sent.quantity)) throw itemUnavailable(item.name, item.id)
  return {
    lineId: ids.lineId,
    itemId: item.id,
    itemName: item.name,
    printName: item.printName,
    categoryName: item.categoryName,
    quantity: sent.quantity,
    price: item.price,
    variants,
    addonGroups,
    status,
    statusAt: at,
    dietType: item.dietType,
    isAlcohol: item.isAlcohol,
    gstRate: item.gstRate,
    taxIncluded: item.taxIncluded ?? pricesIncludeTax,
    image: item.image,
    station: stationAtSale(item),
    additionalItemNote: sent.additionalItemNote,
    cancelReason: null,
    cancelledBy: null,
    prepared: false,
    bookedDate: null,
  }
}

/**
 * Together, all lines of a send must fit what is left of each counted item; otherwise nothing is sent (CONTRACT §5 "Unavailable"). Throws AppError 409
 * `item_unavailable` for the first item that is off or short. Ignores lines whose item is not in `items`.
 */
export function checkRemaining(
  items: readonly Pick<SaleItem, 'id' | 'name' | 'available' | 'remaining'>[],
  lines: readonly { _id: string; quantity: number }[],
): void {
  const wanted = new Map<string, number>()
  for (const { _id, quantity } of lines) wanted.set(_id, (wanted.get(_id) ?? 0) + quantity)
  for (const { id, name, available, remaining } of items) {
    const n = wanted.get(id)
    if (n !== undefined && (!available || (remaining !== null && remaining < n))) throw itemUnavailable(name, id)
  }
}

/** Can't be ordered: switched off, or counted with no portion left. */
export const isSoldOut = ({ available, remaining }: Pick<SaleItem, 'available' | 'remaining'>): boolean => !available || remaining === 0

/** The least that a dish sells for, in rupees, and whether some of its variants cost more. One with variants is never sold at its bare price. */
export function leastPrice({ price, variants }: { price: number; variants: readonly { additionalPrice: number }[] }): {
  rupees: number
  from: boolean
} {
  const prices = variants.length > 0 ? variants.map((v) => price + v.additionalPrice) : [price]
  const rupees = Math.min(...prices)
  return { rupees, from: prices.some((one) => one > rupees) }
}

type MenuOf<T> = { categories: readonly { menuItems: readonly T[]; subcategories: readonly { menuItems: readonly T[] }[] }[] }

/** Every item in the menu's order: a category's own first, then its subcategories'. */
export const allItems = <T = CategoryShape['menuItems'][number]>(menu: MenuOf<T>): T[] =>
  menu.categories.flatMap((c) => [...c.menuItems, ...c.subcategories.flatMap((s) => s.menuItems)])

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
const words = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? []
const known = new Map<string, { text: string; words: string[] }>()

function searchable(name: string) {
  let entry = known.get(name)
  if (!entry) {
    if (known.size > 5000) known.clear()
    known.set(name, (entry = { text: plain(name), words: words(name) }))
  }
  return entry
}

/**
 * Items whose name, or name on paper, contains every word of `text`, ignoring accents and case. Best first: names that begin with the text, then names whose words
 * begin with its words, then the rest; equals stay in menu order. Without text: all items. Must take well under 100 ms for 500 items (SCREENS §2.3).
 */
export function searchItems<T extends { name: string; printName?: string | null }>(items: readonly T[], text: string): T[] {
  const asked = words(text)
  if (asked.length === 0) return [...items]
  const whole = asked.join(' ')
  const rankOf = (called: string): number => {
    const name = searchable(called)
    if (!asked.every((w) => name.text.includes(w))) return Infinity
    if (name.words.join(' ').startsWith(whole)) return 0
    return asked.every((w) => name.words.some((n) => n.startsWith(w))) ? 1 : 2
  }
  return items
    .map((item) => ({ item, rank: Math.min(rankOf(item.name), item.printName ? rankOf(item.printName) : Infinity) }))
    .filter((r) => r.rank < Infinity)
    .sort((a, b) => a.rank - b.rank)
    .map((r) => r.item)
}
