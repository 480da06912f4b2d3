import type { Kot, OrderShape } from '#domain/api/order.ts'
import { isCancelled } from '#domain/order.ts'
import { modsOf } from '#domain/ticket.ts'

/** Why a guest's ticket is declined; the guest reads it. */
export const DECLINE_REASONS = ['Sold out', 'Kitchen is closed', 'Please ask us'] as const

/** What a guest asks for; notes in quotation marks. */
export type AskedFor = { notes: string[]; dishes: { text: string; note: string; /** Why it can't be sold. */ why?: string | undefined }[] }

/** A guest's words in one line, as kitchen and paper show them. Nothing in them ends the quotation, so none can pass for a dish of the ticket. */
const quoted = (note: string): string => {
  const words = note.replace(/\s+/g, ' ').trim()
  return words && `“${words.replace(/[“”]/g, '"')}”`
}

/** All that a guest asks for: the order's notes, each once, then each dish with its choices and its own note: `1 Burger (Lamb, + Pickles)`, `“No egg”`. */
export const askedFor = (
  kot: Pick<Kot, 'items'>,
  order?: Pick<OrderShape, 'additionalNote' | 'specialInstructions'>,
  unsold?: ReadonlyMap<string, { why: string }>,
): AskedFor => ({
  notes: [...new Set(order ? [order.additionalNote, order.specialInstructions].map(quoted) : [])].filter(Boolean),
  dishes: kot.items
    .filter((i) => !isCancelled(i))
    .map((i) => ({
      text: [`${i.quantity} ${i.itemName}`, ...(modsOf(i).length > 0 ? [`(${modsOf(i).join(', ')})`] : [])].join(' '),
      note: quoted(i.additionalItemNote),
      why: unsold?.get(i.lineId)?.why,
    })),
})

/** The same in one line. All notes, each once, stand first, because they may tell of an allergy; then what can't be sold. With `most` they are cut to so many characters together, so that the dishes follow soon. */
export function inWords({ notes, dishes }: AskedFor, most = Infinity): string {
  const all = [...[...new Set([...notes, ...dishes.map((d) => d.note)])].filter(Boolean).join(' · ')]
  const said = all.length > most ? `${all.slice(0, most - 2).join('')}…”` : all.join('')
  const gone = dishes.flatMap((d) => (d.why ? [`${d.why}: ${d.text}`] : []))
  return [...(said ? [said] : []), ...gone, ...dishes.flatMap((d) => (d.why ? [] : [d.text]))].join(' · ')
}
