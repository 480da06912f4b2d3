import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import type { Kot, OrderShape } from '#domain/api/order.ts'
import { type Draft, type DraftLine, type NewDraftLine, repeatRound } from '#domain/ticket.ts'
import { isSoldOut, type MenuData, type MenuSection } from '#web/shared/menu/menu.ts'

/** The unsent quantity of a dish, with its lines. */
export type InHand = { quantity: number; lines: DraftLine[] }
const NOTHING: InHand = { quantity: 0, lines: [] }

/** The unsent lines by dish. */
export function byDish(draft: Draft | null): (itemId: string) => InHand {
  const map = new Map<string, InHand>()
  for (const line of draft?.lines ?? []) {
    const held = map.get(line._id) ?? NOTHING
    map.set(line._id, { quantity: held.quantity + line.quantity, lines: [...held.lines, line] })
  }
  return (itemId) => map.get(itemId) ?? NOTHING
}

/** Why a line can't be sold, by the current menu: "Sold out", "Only 2 left"; null when it can. */
export function lineTrouble(item: Pick<MenuItemShape, 'available' | 'remaining'> | undefined, wanted: number): string | null {
  if (!item) return 'No longer on the menu'
  if (isSoldOut(item)) return 'Sold out'
  return item.remaining !== null && item.remaining < wanted ? `Only ${item.remaining} left` : null
}

/** Why dishes can't be sold, by id: from the menu, and from the server's last refusal (`refused`), which may be newer than the menu. */
export function troubles(draft: Draft | null, byId: ReadonlyMap<string, MenuItemShape>, refused: readonly string[]): Map<string, string> {
  const of = byDish(draft)
  const found = new Map<string, string>()
  // Without a menu only the refusal is known.
  if (!draft || byId.size === 0) return found
  for (const { _id } of draft.lines) {
    const trouble = lineTrouble(byId.get(_id), of(_id).quantity) ?? (refused.includes(_id) ? 'Not available' : null)
    if (trouble) found.set(_id, trouble)
  }
  return found
}

/** The server's refusal of a dish, with the version that the menu had of it then. */
export type Refusal = { itemId: string; message: string; version: number | undefined }

/** A refusal counts until the menu has a newer state of the dish, which then counts instead, also when the dish is back on sale. */
export const refusedStill = ({ itemId, version }: Refusal, byId: ReadonlyMap<string, Pick<MenuItemShape, 'version'>>): boolean =>
  byId.get(itemId)?.version === version

export type Round = { kot: Kot; lines: NewDraftLine[]; count: number; text: string; missing: number }

/** The table's last ticket, as it can be ordered again now; null without one. */
export function lastRound(order: OrderShape | null, items: readonly MenuItemShape[]): Round | null {
  const sent = (order?.kots ?? []).filter((k) => !k.held && k.items.some((i) => i.status !== 'Cancelled'))
  const kot = sent.reduce<Kot | null>((last, k) => (last && (last.sentAt ?? last.createdAt) > (k.sentAt ?? k.createdAt) ? last : k), null)
  if (!kot) return null
  const lines = repeatRound(kot, items)
  const wanted = kot.items.filter((i) => i.status !== 'Cancelled')
  return {
    kot,
    lines,
    count: lines.reduce((n, l) => n + l.quantity, 0),
    text: wanted.map((i) => `${i.quantity} ${i.itemName}`).join(', '),
    missing: wanted.length - lines.length,
  }
}

export const FAVOURITES = 'favourites'

type Shelf = { id: string; title: string; items: MenuItemShape[] }

/**
 * The sections of the list. Favourites shows the whole menu, best sellers first and each dish once, so that every dish can be reached by scrolling; a
 * category shows only its own dishes.
 */
export function shelves({ sections, trending }: Pick<MenuData, 'sections' | 'trending'>, chosen: string): Shelf[] {
  const section = sections.find((s) => s.id === chosen)
  if (section) return [{ id: section.id, title: section.name, items: section.items }]
  const first = new Set(trending.map((i) => i._id))
  const rest = (s: MenuSection): Shelf => {
    const items = s.items.filter((i) => !first.has(i._id))
    return { id: s.id, title: items.length < s.items.length ? `More ${s.name}` : s.name, items }
  }
  const top: Shelf[] = trending.length > 0 ? [{ id: FAVOURITES, title: 'Favourites', items: trending }] : []
  return [...top, ...sections.map(rest).filter((s) => s.items.length > 0)]
}
