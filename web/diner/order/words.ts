import type { Kot, OrderItem, OrderShape } from '#domain/api/order.ts'
import { DINER } from '#domain/diner.ts'

/** An order in a guest's words. */
export type Tone = 'info' | 'success' | 'danger' | 'warning'
export type Shown = { word: string; tone: Tone; icon: 'timer' | 'served' | 'cancelled' | 'waiting' | 'bell' }

/**
 * What a guest reads of a line (SPEC §4 "Order item status", SCREENS §6.17): an unknown status reads "Being prepared". A ticket that the staff haven't accepted yet
 * has its own words; staff see "To accept" there.
 */
export function statusOf(item: Pick<OrderItem, 'status'>, { held }: Pick<Kot, 'held'>): Shown {
  if (item.status === 'Cancelled') return { word: 'Cancelled', tone: 'danger', icon: 'cancelled' }
  if (held) return { word: 'Waiting for the staff', tone: 'warning', icon: 'waiting' }
  if (item.status === 'Served') return { word: 'Served', tone: 'success', icon: 'served' }
  if (item.status === 'Ready') return { word: 'Ready', tone: 'success', icon: 'bell' }
  return { word: 'Being prepared', tone: 'info', icon: 'timer' }
}

/** The headline of the order, with how many of its portions were served. */
export function progressOf(order: Pick<OrderShape, 'kots'>): { headline: string; served: number; portions: number } {
  const lines = order.kots.flatMap((kot) => kot.items.filter((i) => i.status !== 'Cancelled').map((i) => ({ ...i, held: kot.held })))
  const count = (fits: (line: (typeof lines)[number]) => boolean) => lines.reduce((sum, l) => sum + (fits(l) ? l.quantity : 0), 0)
  const [portions, served] = [count(() => true), count((l) => l.status === 'Served')]
  const headline = (() => {
    if (portions === 0) return 'Nothing ordered'
    if (served === portions) return 'Everything is served'
    if (lines.every((l) => l.held)) return 'Waiting for the staff'
    return lines.some((l) => l.status === 'Ready') ? 'Ready to be served' : 'Being prepared'
  })()
  return { headline, served, portions }
}

/** When the first of its tickets was made (UTC ISO). After a merge the order may be younger than tickets that came from the other table. */
export const orderedAt = ({ kots, createdAt }: Pick<OrderShape, 'kots' | 'createdAt'>): string =>
  kots.map((kot) => kot.createdAt).reduce((first, at) => (at < first ? at : first), createdAt)

/** True if the ticket was made by staff. A guest's ticket has the name `Diner`. */
export const isByStaff = (kot: Pick<Kot, 'sentBy'>): boolean => kot.sentBy !== DINER

/** `4 Pcs, Coke, 2 Cheese Slice, “no onion”` */
export function choicesOf({
  variants,
  addonGroups,
  additionalItemNote,
}: {
  variants: readonly { name: string }[]
  addonGroups: readonly { addons: readonly { name: string; quantity: number }[] }[]
  additionalItemNote: string
}): string {
  const addons = addonGroups.flatMap((g) => g.addons.map((a) => (a.quantity > 1 ? `${a.quantity} ${a.name}` : a.name)))
  return [...variants.map((v) => v.name), ...addons, ...(additionalItemNote ? [`“${additionalItemNote}”`] : [])].join(', ')
}

type Seen = { item: OrderItem; kot: Kot }
const linesOf = (order: OrderShape | null): Map<string, Seen> =>
  new Map((order?.kots ?? []).flatMap((kot) => kot.items.map((item): [string, Seen] => [item.lineId, { item, kot }])))

/**
 * A change of the order in words, for a short message to the guest (SPEC §2: diners receive their own order updates as snackbars); null when nothing is new.
 * `own` is the ticket that this phone is sending.
 */
export function newsOf(before: OrderShape | null, after: OrderShape, own: string | null = null): string | null {
  const known = linesOf(before)
  const news: string[] = []
  for (const [lineId, { item, kot }] of linesOf(after)) {
    const old = known.get(lineId)
    const name = item.quantity > 1 ? `${item.quantity} × ${item.itemName}` : item.itemName
    const is = statusOf(item, kot).word
    if (old ? statusOf(old.item, old.kot).word === is : item.status !== 'Cancelled' && kot.kotId === own) continue
    // Cancelled portions of a line are a separate line.
    if (item.status === 'Cancelled' && (old ?? { kot }).kot.held) news.push(`The staff declined ${name}`)
    else if (old || item.status === 'Cancelled') news.push(`${name}: ${is.toLowerCase()}`)
    else news.push(isByStaff(kot) ? `The staff added ${name}` : `Added to your table: ${name}`)
  }
  const [first, ...others] = news
  if (!first) return null
  return others.length === 0 ? first : `${first}, and ${others.length} more`
}
