import type { MenuItemShape } from './api/menu/menu.ts'
import type { Kot, OrderShape, SentKot } from './api/order.ts'
import { randomId } from './ids.ts'
import { missingChoices } from './menu.ts'
import { type Paise, toPaise } from './money.ts'
import { discountOf, inPaise } from './offer.ts'
import type { DietType, OrderType } from './order.ts'
import { type DishTax, price, type Price, type PricedLine, type TaxPercentages, unitPriceOf } from './tax.ts'

export { missingChoices } from './menu.ts'

/**
 * The open ticket of an order (SPEC §4 "Tickets and editing"): items that are on this device and were not sent to the kitchen yet. Every function is pure and
 * returns a new ticket, or null when it is empty. `at` is a UTC ISO instant.
 */
export type DraftLine = {
  /** The line's own id, used only on the screen. */
  key: string
  /** The menu item's id. */
  _id: string
  itemName: string
  /** Rupees, as the menu's JSON has it. */
  price: number
  quantity: number
  variants: { name: string; additionalPrice: number }[]
  addonGroups: { name: string; addons: { name: string; quantity: number; price: number }[] }[]
  additionalItemNote: string
  dietType: DietType
  isAlcohol: boolean
} & DishTax

export type NewDraftLine = Omit<DraftLine, 'key'>

export type Draft = {
  /** Made on this device, so that sending again creates the same ticket (CONTRACT §5). */
  kotId: string
  lines: DraftLine[]
  /** Edited since the order was last sent (SPEC §4). */
  modified: boolean
  updatedAt: string
}

/** The greatest quantity of one line (CONTRACT §5). */
export const MAX_QUANTITY = 999

type Identified = {
  _id: string
  variants: readonly { name: string }[]
  addonGroups: readonly { name: string; addons: readonly { name: string; quantity?: number }[] }[]
}

/** An item's identity as one string; groups without addons are ignored. */
function identity(item: Identified): string {
  const groups = item.addonGroups
    .filter((g) => g.addons.length > 0)
    .map((g) => [g.name, g.addons.map((a) => JSON.stringify([a.name, a.quantity ?? 1])).sort()])
    .map((g) => JSON.stringify(g))
  return JSON.stringify([item._id, item.variants.map((v) => v.name).sort(), groups.sort()])
}

/** Same item id and the same variants and addon groups, in any order (SPEC §5 "Item identity for merging"). */
export const sameItem = (a: Identified, b: Identified): boolean => identity(a) === identity(b)

/** Lines with the same item are merged only when their notes are equal too, since the kitchen reads the note. */
const mergesWith = (a: NewDraftLine, b: NewDraftLine): boolean =>
  a.additionalItemNote.trim() === b.additionalItemNote.trim() && sameItem(a, b)

export const isEmpty = (draft: Draft | null): draft is null => !draft || draft.lines.length === 0

/** Portions not sent yet, as in "3 not sent" and "Send KOT (3)". */
export const draftCount = (draft: Draft | null): number => draft?.lines.reduce((sum, l) => sum + l.quantity, 0) ?? 0

function edited(draft: Draft, lines: DraftLine[], at: string): Draft | null {
  return lines.length === 0 ? null : { ...draft, lines, modified: true, updatedAt: at }
}

/** Adds an item, opening a ticket if there is none. If an identical line exists, its quantity is raised (SPEC §4) and it gets the menu's current price. */
export function addItem(draft: Draft | null, item: NewDraftLine, at: string): Draft {
  const open: Draft = draft ?? { kotId: randomId(), lines: [], modified: false, updatedAt: at }
  const twin = open.lines.find((l) => mergesWith(l, item))
  const lines = twin
    ? open.lines.map((l) => (l === twin ? { ...item, key: l.key, quantity: Math.min(MAX_QUANTITY, l.quantity + item.quantity) } : l))
    : [...open.lines, { ...item, key: randomId() }]
  return { ...open, lines, modified: true, updatedAt: at }
}

/** Sets a line's quantity, at most 999; 0 or less removes the line. null when no line is left. */
export function setQuantity(draft: Draft, key: string, quantity: number, at: string): Draft | null {
  const n = Math.min(MAX_QUANTITY, Math.trunc(quantity))
  return edited(
    draft,
    draft.lines.flatMap((l) => (l.key !== key ? [l] : n > 0 ? [{ ...l, quantity: n }] : [])),
    at,
  )
}

const step = (draft: Draft, key: string, by: number, at: string): Draft | null => {
  const line = draft.lines.find((l) => l.key === key)
  return line ? setQuantity(draft, key, line.quantity + by, at) : draft
}
export const increment = (draft: Draft, key: string, at: string): Draft | null => step(draft, key, 1, at)
/** One less; at quantity 1 the line is removed, and with the last line the ticket (SPEC §4). */
export const decrement = (draft: Draft, key: string, at: string): Draft | null => step(draft, key, -1, at)
export const removeItem = (draft: Draft, key: string, at: string): Draft | null => setQuantity(draft, key, 0, at)

/** Changes a line's choices. If it becomes identical to another line, the two are merged at the other's place. An unknown key changes nothing. */
export function replaceLine(draft: Draft, key: string, item: NewDraftLine, at: string): Draft | null {
  if (!draft.lines.some((l) => l.key === key)) return draft
  const twin = draft.lines.find((l) => l.key !== key && mergesWith(l, item))
  if (!twin)
    return edited(
      draft,
      draft.lines.map((l) => (l.key === key ? { ...item, key } : l)),
      at,
    )
  const together = { ...item, key: twin.key, quantity: Math.min(MAX_QUANTITY, twin.quantity + item.quantity) }
  return edited(
    draft,
    draft.lines.flatMap((l) => (l.key === key ? [] : l === twin ? [together] : [l])),
    at,
  )
}

/** Sets a line's note. If an identical line has the same note, the two are merged. */
export function setNote(draft: Draft, key: string, note: string, at: string): Draft | null {
  const line = draft.lines.find((l) => l.key === key)
  if (!line) return draft
  const { key: _, ...item } = line
  return replaceLine(draft, key, { ...item, additionalItemNote: note.trim() }, at)
}

/** Removes items that can't be sold any more ("Remove and send rest"). */
export const dropUnavailable = (draft: Draft, itemIds: readonly string[], at: string): Draft | null =>
  edited(
    draft,
    draft.lines.filter((l) => !itemIds.includes(l._id)),
    at,
  )

/** The ticket in the body of `POST /pos/order`: ids and choices, no prices (CONTRACT §5 "The server prices"). */
export function toSent(draft: Draft): SentKot {
  return {
    kotId: draft.kotId,
    items: draft.lines.map((l) => ({
      _id: l._id,
      quantity: l.quantity,
      variants: l.variants.map(({ name }) => ({ name })),
      addonGroups: l.addonGroups
        .filter((g) => g.addons.length > 0)
        .map((g) => ({ name: g.name, addons: g.addons.map(({ name, quantity }) => ({ name, quantity })) })),
      additionalItemNote: l.additionalItemNote,
    })),
  }
}

/**
 * What is left to send after `sent` was accepted: items added meanwhile, under a new kotId because the old one is used. Null when nothing was added; the
 * order is then unmodified (SPEC §4).
 */
export function afterSend(draft: Draft | null, sent: Draft, at: string): Draft | null {
  if (!draft || draft.kotId !== sent.kotId) return draft
  const lines = draft.lines.flatMap((line) => {
    const gone = sent.lines.find((l) => l.key === line.key && mergesWith(l, line))?.quantity ?? 0
    return line.quantity > gone ? [{ ...line, quantity: line.quantity - gone }] : []
  })
  return lines.length === 0 ? null : { kotId: randomId(), lines, modified: true, updatedAt: at }
}

type Sold = { price: number; quantity: number; isAlcohol: boolean; status?: string } & DishTax & Pick<DraftLine, 'variants' | 'addonGroups'>

const priced = (line: Sold): PricedLine => ({ ...line, unitPrice: toPaise(unitPriceOf(line)), cancelled: line.status === 'Cancelled' })

export type DraftTotalOptions = {
  /** The restaurant's `taxSettings.roundOff`, for a new order. */
  roundOff?: boolean
  /** Of a new order: decides its charges for packing and delivery. */
  orderType?: OrderType
  /** Used instead of the order's own. */
  serviceChargeAccepted?: boolean
  /** Discount in paise, used instead of the order's own. */
  discount?: Paise
}

/**
 * The live total of an order with its unsent lines, in paise, by the server's own function (`price`). An existing order keeps the percentages and
 * the rounding it was first sent with, and its offer's terms; `taxPercentages` and `roundOff` are the restaurant's and apply to a new order. Unsent lines include the tax if the
 * restaurant's prices do now.
 */
export function draftTotals(
  draft: Draft | null,
  order: OrderShape | null,
  taxPercentages: TaxPercentages,
  { roundOff = false, orderType = 'Dine In', serviceChargeAccepted, discount }: DraftTotalOptions = {},
): Price {
  const { pricesIncludeTax } = taxPercentages
  const unsent = (line: DraftLine) => ({ ...line, taxIncluded: line.taxIncluded ?? pricesIncludeTax })
  const total = (off: Paise) =>
    price({
      lines: [...(order?.kots.flatMap((kot) => kot.items) ?? []), ...(draft?.lines ?? []).map(unsent)].map(priced),
      taxPercentages: order?.taxPercentages ?? taxPercentages,
      orderType: order?.orderType ?? orderType,
      discount: off,
      serviceChargeAccepted: serviceChargeAccepted ?? order?.serviceChargeAccepted ?? false,
      roundOff: order?.roundOffEnabled ?? roundOff,
    })
  const kept = order?.offer
  return total(discount ?? (kept ? discountOf(inPaise(kept), total(0).subtotal) : toPaise(order?.discount ?? 0)))
}

/** Price of one draft line times its quantity, in paise. */
export const lineAmount = (line: Sold): Paise => toPaise(unitPriceOf(line)) * line.quantity

type Chosen = Pick<DraftLine, 'quantity' | 'additionalItemNote'> & {
  variants: readonly { name: string }[]
  addonGroups: readonly { name: string; addons: readonly { name: string; quantity: number }[] }[]
}

/** What a line takes from its dish, whatever was chosen. */
const soldAs = ({ _id, name: itemName, price: rupees, dietType, isAlcohol, gstRate, taxIncluded }: MenuItemShape) => ({
  _id,
  itemName,
  price: rupees,
  dietType,
  isAlcohol,
  gstRate,
  taxIncluded,
})

/**
 * The same choices with the menu's present names and prices; null when the dish no longer offers one of them, or requires more. Availability is not checked.
 */
export function atMenuPrice(line: Chosen, item: MenuItemShape): NewDraftLine | null {
  const variants = line.variants.map((v) => item.variants.find((m) => m.name === v.name))
  const addonGroups = line.addonGroups.map((g) => {
    const group = item.addonGroups.find((m) => m.name === g.name)
    return { name: g.name, addons: g.addons.map((a) => ({ ...a, price: group?.addons.find((m) => m.name === a.name)?.price })) }
  })
  const offered = !variants.includes(undefined) && addonGroups.every((g) => g.addons.every((a) => a.price !== undefined))
  if (!offered || missingChoices(item, variants, addonGroups).length > 0) return null
  return {
    ...soldAs(item),
    quantity: line.quantity,
    variants: variants as DraftLine['variants'],
    addonGroups: addonGroups as DraftLine['addonGroups'],
    additionalItemNote: line.additionalItemNote,
  }
}

/** What decides how much a line costs: its price, its GST rate, and whether the price includes the tax. */
export const costOf = (line: Sold): string => `${lineAmount(line)} ${line.gstRate ?? ''} ${line.taxIncluded ?? ''}`

/**
 * A new ticket that repeats another one, at today's prices and with its notes. It has only the lines whose item is on sale with enough portions left, and
 * whose choices the menu still offers. Cancelled lines are not repeated.
 */
export function repeatRound(kot: Pick<Kot, 'items'>, menuItems: readonly MenuItemShape[]): NewDraftLine[] {
  const wanted = new Map<string, number>()
  return kot.items.flatMap((line) => {
    const item = menuItems.find((m) => m._id === line._id)
    const again = line.status !== 'Cancelled' && item?.available ? atMenuPrice(line, item) : null
    if (!item || !again) return []
    const together = (wanted.get(item._id) ?? 0) + line.quantity
    if (item.remaining !== null && together > item.remaining) return []
    wanted.set(item._id, together)
    return [again]
  })
}

/**
 * What a tap on an item opens (SCREENS §6.22): nothing, the list of its variants (choosing one adds the line at once), or the full sheet when an addon group
 * has a minimum. Optional addons never open anything.
 */
export function needsChoice(item: { variants: readonly unknown[]; addonGroups: readonly { min: number }[] }): 'none' | 'variant' | 'sheet' {
  if (item.addonGroups.some((g) => g.min > 0)) return 'sheet'
  return item.variants.length > 0 ? 'variant' : 'none'
}

// ------------------------------------------------------------ a dish with its choices

export type Choice = { variant?: string | null; addons?: Record<string, Record<string, number>>; note?: string; quantity?: number }

/** A line for the open ticket from a dish and the choices, at the menu's prices. */
export function lineOf(item: MenuItemShape, { variant, addons = {}, note = '', quantity = 1 }: Choice = {}): NewDraftLine {
  const chosen = item.variants.find((v) => v.name === variant)
  return {
    ...soldAs(item),
    quantity,
    variants: chosen ? [{ name: chosen.name, additionalPrice: chosen.additionalPrice }] : [],
    addonGroups: item.addonGroups.flatMap((group) => {
      const taken = group.addons.flatMap(({ name, price }) => {
        const n = addons[group.name]?.[name] ?? 0
        return n > 0 ? [{ name, quantity: n, price }] : []
      })
      return taken.length > 0 ? [{ name: group.name, addons: taken }] : []
    }),
    additionalItemNote: note.trim(),
  }
}

/** The choices of a line, for editing. */
export const choiceOf = (line: DraftLine | NewDraftLine): Required<Choice> => ({
  variant: line.variants[0]?.name ?? null,
  addons: Object.fromEntries(line.addonGroups.map((g) => [g.name, Object.fromEntries(g.addons.map((a) => [a.name, a.quantity]))])),
  note: line.additionalItemNote,
  quantity: line.quantity,
})

type WithMods = Pick<DraftLine, 'variants' | 'addonGroups'>
/** Variants and addons, each on a line below the dish: "4 Pcs +180.00", "+ 2 Cheese Slice 60.00". */
export function modsOf(line: WithMods, { prices = false }: { prices?: boolean } = {}): string[] {
  const amount = (rupees: number) => (toPaise(rupees) / 100).toFixed(2)
  return [
    ...line.variants.map((v) =>
      prices && v.additionalPrice ? `${v.name} ${v.additionalPrice > 0 ? '+' : '−'}${amount(Math.abs(v.additionalPrice))}` : v.name,
    ),
    ...line.addonGroups.flatMap((g) =>
      g.addons.map(
        (a) => `+ ${a.quantity > 1 ? `${a.quantity} ` : ''}${a.name}${prices && a.price ? ` ${amount(a.price * a.quantity)}` : ''}`,
      ),
    ),
  ]
}
