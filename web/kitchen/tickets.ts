import type { CategoryShape, MenuItemShape } from '#domain/api/menu/menu.ts'
import type { Kot, OrderItem, OrderShape } from '#domain/api/order.ts'
import { senderOf } from '#domain/diner.ts'
import { isSoldOut } from '#domain/menu.ts'
import { type ItemStatus } from '#domain/order.ts'
import { mayStep, stageOf } from '#domain/itemStatus.ts'
import type { Renamed } from '#domain/printing.ts'
import { isAt, sameStation, stationKey, stationOf, type StationState, stationStates } from '#domain/station.ts'
import { orderLabel } from '#web/shared/order/label.ts'

/** A line of a ticket on the board. Tickets, one per KOT, are computed from the open orders at every change. */
export type KitchenLine = {
  lineId: string
  itemId: string
  name: string
  quantity: number
  variants: string[]
  /** `Cheese`, `2 × Cheese`. */
  addons: string[]
  note: string
  /** The note that a cook has read here before it was added, changed or removed; null if it is the same. */
  noteBefore: string | null
  station: string
  status: ItemStatus
  statusAt: string
  /** For a cancelled line: it was already cooked. */
  prepared: boolean
  /** A cancelled line that the cook has just acknowledged: shown as long as that can be undone. */
  cleared: boolean
}

export type KitchenTicket = {
  kotId: string
  kotNumber: number
  orderId: string
  /** `T7`, `Take Away 105`, `Delivery 106`. */
  label: string
  addition: boolean
  /** UTC ISO; the ticket's age counts from here. */
  since: string
  sentBy: string
  /** The order's notes, shown at the top. */
  notes: string[]
  /** The order's notes that a cook has read on this ticket, if they are others by now; else null. */
  notesBefore: string | null
  lines: KitchenLine[]
  /** The number of lines of other stations, which a station's board hides. */
  elsewhere: number
  /** The progress of the stations, for a ticket of several: on the pass all of them, on a station's screen the others. Empty if the restaurant has no stations. */
  stations: StationState[]
  /** How the order ended before this ticket was made. A paid or refunded order is still cooked, until a cook takes it off; a cancelled one is only acknowledged. */
  over: 'cancelled' | 'paid' | 'refunded' | null
}

/** Notes by ticket and line; the order's notes by ticket and ''. */
export type NotesRead = Readonly<Record<string, Readonly<Record<string, string>>>>

export type Look = {
  /** Cancelled lines that the cook has acknowledged; they are hidden. */
  acknowledged?: ReadonlySet<string>
  /** Those of them that are still shown, because the acknowledgement can be undone. */
  cleared?: ReadonlySet<string>
  /** The notes that a cook has read here, by ticket and line. */
  read?: NotesRead
  /** Statuses requested by this device and not answered yet, by lineId. */
  asked?: ReadonlyMap<string, ItemStatus>
  /** null: all stations. */
  stations?: readonly string[] | null
  /** The restaurant has a list of stations, so tickets are ready station by station. */
  listed?: boolean
}

const addonText = ({ name, quantity }: { name: string; quantity: number }) => (quantity > 1 ? `${quantity} × ${name}` : name)

function lineOf(item: OrderItem, asked: ItemStatus | undefined, cleared: boolean, noteBefore: string | null): KitchenLine {
  return {
    lineId: item.lineId,
    itemId: item._id,
    name: item.itemName,
    quantity: item.quantity,
    variants: item.variants.map((v) => v.name),
    addons: item.addonGroups.flatMap((g) => g.addons.map(addonText)),
    note: item.additionalItemNote.trim(),
    noteBefore,
    station: stationOf(item),
    status: statusOf(item, asked),
    statusAt: item.statusAt,
    prepared: item.prepared,
    cleared: cleared && item.status === 'Cancelled',
  }
}

/** What the kitchen sees of a line. A cancellation is final, so it wins over a status requested by this device. */
const statusOf = (item: OrderItem, asked?: ItemStatus): ItemStatus => (item.status === 'Cancelled' ? 'Cancelled' : (asked ?? stageOf(item)))

const overOf = ({ orderStatus, paymentStatus }: OrderShape): KitchenTicket['over'] =>
  orderStatus === 'pending' ? null : orderStatus === 'cancelled' ? 'cancelled' : paymentStatus === 'refunded' ? 'refunded' : 'paid'

/** True for a KOT that was sent to the kitchen. */
const isSent = (kot: Kot): kot is Kot & { kotNumber: number } => !kot.held && kot.kotNumber !== null

const sinceOf = (kot: Kot): string => (kot.sentAt && kot.sentAt > kot.createdAt ? kot.sentAt : kot.createdAt)

/** Tickets by their KOT and everything else that they show: an unchanged ticket stays the same object, so that it isn't rendered again. */
const known = new WeakMap<Kot, Map<string, KitchenTicket>>()

/** What a ticket was last made of, for all stations and for those of this screen. */
type Made = { order: OrderShape; look: Look; read: NotesRead[string] | undefined; ticket: KitchenTicket | null }
const made = new WeakMap<Kot, Record<'all' | 'here', Made | undefined>>()

/** The ticket of a KOT; null without a line to show. With 200 tickets on the board, a press changes one: for the others nothing is computed again. */
function ticketOf(order: OrderShape, kot: Kot & { kotNumber: number }, look: Look): KitchenTicket | null {
  if (kot.items.some((i) => look.asked?.has(i.lineId))) return makeTicket(order, kot, look)
  const which = look.stations ? 'here' : 'all'
  const read = look.read?.[kot.kotId]
  const lasts = made.get(kot) ?? { all: undefined, here: undefined }
  const last = lasts[which]
  if (last?.order === order && last.read === read && SEEN_AS.every((key) => last.look[key] === look[key])) return last.ticket
  const ticket = makeTicket(order, kot, look)
  made.set(kot, { ...lasts, [which]: { order, look, read, ticket } })
  return ticket
}
const SEEN_AS = ['acknowledged', 'cleared', 'stations', 'listed'] as const

/** When a line became ready that was pressed here and not answered yet: later than everything that the server knows. Its own `statusAt` is that of the order. */
const NOT_ANSWERED = '9999-12-31T00:00:00.000Z'

function makeTicket(
  order: OrderShape,
  kot: Kot & { kotNumber: number },
  { acknowledged, cleared, read, asked, stations = null, listed = false }: Look,
): KitchenTicket | null {
  const isHidden = ({ status, lineId }: OrderItem) => status === 'Cancelled' && acknowledged?.has(lineId) && !cleared?.has(lineId)
  const all = kot.items.filter((i) => i.status !== 'In Cart' && !isHidden(i))
  const shown = stations ? all.filter((i) => isAt(i, stations)) : all
  if (shown.length === 0) return null
  const states = listed
    ? stationStates(
        all.map((i) => ({
          station: stationOf(i),
          status: statusOf(i, asked?.get(i.lineId)),
          statusAt: asked?.has(i.lineId) ? NOT_ANSWERED : i.statusAt,
        })),
      )
    : []
  const notes = [...new Set([order.additionalNote.trim(), order.specialInstructions.trim()])].filter(Boolean)
  const before = (key: string, text: string) => {
    const known = read?.[kot.kotId]?.[key]
    return known === undefined || known === text ? null : known
  }
  // Nothing can be changed any more about what was served or cancelled.
  const noteBefore = (i: OrderItem) =>
    i.status === 'Cancelled' || i.status === 'Served' ? null : before(i.lineId, i.additionalItemNote.trim())
  const head = {
    orderId: order._id,
    label: orderLabel(order),
    notes,
    notesBefore: before('', notes.join('\n')),
    elsewhere: all.length - shown.length,
    stations: states.length < 2 ? [] : stations ? states.filter(({ station }) => !stations.some((s) => sameStation(s, station))) : states,
    over: overOf(order),
  }
  const key = JSON.stringify([head, shown.map((i) => [i.lineId, asked?.get(i.lineId), cleared?.has(i.lineId), noteBefore(i)])])
  const tickets = known.get(kot) ?? new Map<string, KitchenTicket>()
  known.set(kot, tickets)
  const ticket = tickets.get(key) ?? {
    ...head,
    kotId: kot.kotId,
    kotNumber: kot.kotNumber,
    addition: kot.kind === 'addition',
    since: sinceOf(kot),
    sentBy: senderOf(kot),
    lines: shown.map((i) => lineOf(i, asked?.get(i.lineId), cleared?.has(i.lineId) ?? false, noteBefore(i))),
  }
  tickets.set(key, ticket)
  return ticket
}

/** All tickets of these orders that have a line to show, oldest first. Includes done tickets, which the board removes later. */
export function ticketsOf(orders: readonly OrderShape[], look: Look = {}): KitchenTicket[] {
  const byKot = new Map<string, KitchenTicket>()
  for (const order of orders)
    for (const kot of order.kots) {
      const ticket = isSent(kot) ? ticketOf(order, kot, look) : null
      if (ticket) byKot.set(kot.kotId, ticket)
    }
  return [...byKot.values()].sort(byAge)
}

/** Oldest first; at the same time, the lower number first. */
const byAge = (a: Pick<KitchenTicket, 'since' | 'kotNumber'>, b: Pick<KitchenTicket, 'since' | 'kotNumber'>): number =>
  a.since < b.since ? -1 : a.since > b.since ? 1 : a.kotNumber - b.kotNumber

/** Pinned tickets first, in the order of `pinned`. */
export function boardOrder<T extends Pick<KitchenTicket, 'kotId' | 'since' | 'kotNumber'>>(
  tickets: readonly T[],
  pinned: readonly string[],
): T[] {
  const rank = (t: T) => {
    const at = pinned.indexOf(t.kotId)
    return at < 0 ? pinned.length : at
  }
  return [...tickets].sort((a, b) => rank(a) - rank(b) || byAge(a, b))
}

export const toCook = (ticket: Pick<KitchenTicket, 'lines'>): KitchenLine[] => ticket.lines.filter((l) => l.status === 'Preparing')
/** The cancelled lines that a cook still has to acknowledge. */
export const cancelledLines = (ticket: Pick<KitchenTicket, 'lines'>): KitchenLine[] =>
  ticket.lines.filter((l) => l.status === 'Cancelled' && !l.cleared)
export const doneLines = (ticket: Pick<KitchenTicket, 'lines'>): KitchenLine[] =>
  ticket.lines.filter((l) => l.status === 'Ready' || l.status === 'Served')
/** Nothing to cook and nothing to acknowledge. */
export const isDone = (ticket: Pick<KitchenTicket, 'lines'>): boolean =>
  ticket.lines.every((l) => l.status === 'Ready' || l.status === 'Served' || l.cleared)
/** All lines were cancelled: nothing to bump, only to acknowledge. */
export const isVoid = (ticket: Pick<KitchenTicket, 'lines'>): boolean => ticket.lines.every((l) => l.status === 'Cancelled')

// ------------------------------------------------------------ notes

/** A note that was added, changed or removed after a cook has read the ticket. `line`: null for the order's notes above it. */
export type NoteChange = { ticket: KitchenTicket; line: KitchenLine | null; text: string; before: string }

export const noteChanges = (ticket: KitchenTicket): NoteChange[] => [
  ...(ticket.notesBefore === null ? [] : [{ ticket, line: null, text: ticket.notes.join('. '), before: ticket.notesBefore }]),
  ...ticket.lines.flatMap((line) => (line.noteBefore === null ? [] : [{ ticket, line, text: line.note, before: line.noteBefore }])),
]

/** What happened to a note: `New note`, `Note changed`, `Note removed`. */
export const noteNews = ({ text, before }: Pick<NoteChange, 'text' | 'before'>): string =>
  before === '' ? 'New note' : text === '' ? 'Note removed' : 'Note changed'

/** The notes of these tickets, by ticket and line, as a cook reads them. */
export const notesOn = (tickets: readonly KitchenTicket[]): NotesRead =>
  Object.fromEntries(
    tickets.map((t) => [t.kotId, Object.fromEntries([['', t.notes.join('\n')], ...t.lines.map((line) => [line.lineId, line.note])])]),
  )

/** The status that a bump sets (SCREENS §6.1). */
export const bumpedStatus = (readyStep: boolean): ItemStatus => (readyStep ? 'Ready' : 'Served')
/** True if a tap on a done line may take it back one step. */
export const mayTakeBack = (line: Pick<KitchenLine, 'status'>, readyStep: boolean): boolean =>
  line.status !== 'Preparing' && mayStep(line.status, 'Preparing', readyStep)

// ------------------------------------------------------------ ages

export type AgeTone = 'fresh' | 'amber' | 'late'
export type AgeLimits = { warnMinutes: number; lateMinutes: number }
export const AGE_LIMITS: AgeLimits = { warnMinutes: 10, lateMinutes: 20 }

export const ageMinutes = (ticket: Pick<KitchenTicket, 'since'>, now: number): number =>
  Math.max(0, Math.floor((now - Date.parse(ticket.since)) / 60_000))
/** Whole minutes for which each station of a ticket is ready, as text: the same text means that nothing has to be drawn again. '' without stations. */
export const readyMinutes = ({ stations }: Pick<KitchenTicket, 'stations'>, now: number): string =>
  stations.map(({ since }) => ageMinutes({ since }, now)).join()
export const ageTone = (minutes: number, { warnMinutes, lateMinutes }: AgeLimits): AgeTone =>
  minutes >= lateMinutes ? 'late' : minutes >= warnMinutes ? 'amber' : 'fresh'

export const isLate = (ticket: Pick<KitchenTicket, 'since'>, now: number, limits: AgeLimits): boolean =>
  ageTone(ageMinutes(ticket, now), limits) === 'late'

export type Figures = { open: number; averageMinutes: number; late: number }
export function figuresOf(open: readonly Pick<KitchenTicket, 'since'>[], now: number, limits: AgeLimits): Figures {
  const ages = open.map((t) => ageMinutes(t, now))
  return {
    open: ages.length,
    averageMinutes: ages.length === 0 ? 0 : Math.round(ages.reduce((sum, a) => sum + a, 0) / ages.length),
    late: open.filter((t) => isLate(t, now, limits)).length,
  }
}

// ------------------------------------------------------------ all-day

type AllDay = {
  key: string
  name: string
  variants: string[]
  quantity: number
  tickets: number
  /** UTC ISO, of the oldest ticket with it. */ since: string
}

/** Items still to be cooked over all open tickets, summed by item and variants, largest first. */
export function allDay(open: readonly Pick<KitchenTicket, 'kotId' | 'since' | 'lines'>[]): AllDay[] {
  const sums = new Map<string, AllDay & { kots: Set<string> }>()
  for (const { kotId, since, lines } of open)
    for (const line of toCook({ lines })) {
      const key = JSON.stringify([line.itemId, [...line.variants].sort()])
      const sum = sums.get(key) ?? { key, name: line.name, variants: line.variants, quantity: 0, tickets: 0, since, kots: new Set() }
      sum.quantity += line.quantity
      sum.kots.add(kotId)
      if (since < sum.since) sum.since = since
      sums.set(key, sum)
    }
  return [...sums.values()]
    .map(({ kots, ...sum }) => ({ ...sum, tickets: kots.size }))
    .sort((a, b) => b.quantity - a.quantity || a.name.localeCompare(b.name))
}

// ------------------------------------------------------------ menu

export const menuItems = (categories: readonly CategoryShape[]): MenuItemShape[] =>
  categories.flatMap((c) => [...c.menuItems, ...c.subcategories.flatMap((s) => s.menuItems)])

/** Where each dish of the menu is cooked: at its station, or else its category's. */
export const menuPlaces = (categories: readonly CategoryShape[]): Parameters<typeof stationOf>[0][] =>
  categories.flatMap((c) => menuItems([c]).map(({ station, categoryName }) => ({ station: station || c.station, categoryName })))

/** The restaurant's stations in their order, then others of the menu and of the board's lines (whose dish may have left the menu), in the menu's order; each as it is called now. */
export function stationsOf(
  places: readonly Parameters<typeof stationOf>[0][],
  orders: readonly Pick<OrderShape, 'kots'>[] = [],
  list: readonly string[] = [],
  renamed: Renamed = {},
): string[] {
  const names = [...places, ...orders.flatMap((o) => o.kots.filter(isSent).flatMap((k) => k.items))].map((x) =>
    nowCalled(renamed, stationOf(x)),
  )
  return [...list, ...new Set(names)].filter((name, i, all) => name !== '' && all.findIndex((other) => sameStation(other, name)) === i)
}

/**
 * The chosen stations that still exist, one that was renamed by its new name; null (all) if there are none, or if all are chosen. `stations` is null while the menu
 * is not known: one that goes by its category's name may exist then, and a screen that showed all would acknowledge other stations' tickets.
 */
export function stationChoice(chosen: readonly string[], stations: readonly string[] | null, renamed: Renamed = {}): string[] | null {
  const now = chosen.map((one) => nowCalled(renamed, one))
  if (stations === null) return now.length > 0 ? now : null
  const known = stations.filter((s) => now.some((one) => sameStation(one, s)))
  return known.length === 0 || known.length === stations.length ? null : known
}

const nowCalled = (renamed: Renamed, name: string): string => renamed[stationKey(name)] ?? name

/** The chosen stations with the names that they had before: lines that were sent before a rename are still cooked there. */
export const withNamesBefore = (chosen: readonly string[], renamed: Renamed): string[] => [
  ...chosen,
  ...Object.keys(renamed).filter((before) => chosen.some((name) => sameStation(name, renamed[before] ?? ''))),
]

/** Sold-out dishes first, then in the menu's order; `search` matches names and categories. */
export function soldOutList(items: readonly MenuItemShape[], search: string): MenuItemShape[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found = items.filter((i) => words.every((w) => `${i.name} ${i.categoryName} ${i.subCategoryName ?? ''}`.toLowerCase().includes(w)))
  return [...found.filter(isSoldOut), ...found.filter((i) => !isSoldOut(i))]
}

// ------------------------------------------------------------ recall

export type Bumped = { kotId: string; orderId: string; kotNumber: number; label: string; at: string; items: string }
const RECALLS = 20

export const itemsText = (lines: readonly Pick<KitchenLine, 'name' | 'quantity'>[]): string =>
  lines.map((l) => `${l.quantity} × ${l.name}`).join(', ')

/** Adds an entry: newest first, one per KOT, at most 20. */
export function remember(list: readonly Bumped[], entry: Bumped): Bumped[] {
  return [entry, ...list.filter((b) => b.kotId !== entry.kotId)].sort(newestFirst).slice(0, RECALLS)
}

/**
 * The last 20 bumped tickets: `tickets` (from any device), and those that this device remembers of orders that are no longer listed. `lineIds` are the lines that a
 * recall takes back; null if it can't be recalled. `everywhere` are the tickets of all stations: if a remembered ticket is among these but not among
 * `tickets`, it was bumped while this device showed other stations, and their screens recall it. A line that is still as the bump left it says when that was; of a
 * ticket that was served since only the device that bumped it knows, and elsewhere it comes after the others, with the time at which it was served.
 */
export function recallList(
  tickets: readonly KitchenTicket[],
  remembered: readonly Bumped[],
  everywhere: readonly KitchenTicket[] = tickets,
  readyStep = true,
): (Bumped & { lineIds: string[] | null })[] {
  const live = new Map(tickets.filter((t) => t.over !== 'cancelled').map((t) => [t.kotId, t]))
  const noted = new Map(remembered.map((b) => [b.kotId, b.at]))
  const served: Bumped[] = []
  const known: Bumped[] = []
  for (const t of live.values()) {
    const done = doneLines(t)
    if (done.length === 0 || toCook(t).length > 0) continue
    const asBumped = done.filter((l) => l.status === bumpedStatus(readyStep))
    const at = latest([noted.get(t.kotId) ?? '', ...asBumped.map((l) => l.statusAt)])
    const entry = { kotId: t.kotId, orderId: t.orderId, kotNumber: t.kotNumber, label: t.label, items: itemsText(done) }
    if (at) known.push({ ...entry, at })
    else served.push({ ...entry, at: latest(done.map((l) => l.statusAt)) })
  }
  const here = new Set(tickets.map((t) => t.kotId))
  const elsewhere = new Set(everywhere.flatMap((t) => (here.has(t.kotId) ? [] : t.kotId)))
  const over = remembered.filter((b) => !live.has(b.kotId) && !elsewhere.has(b.kotId))
  return [...[...known, ...over].sort(newestFirst), ...served.sort(newestFirst)]
    .slice(0, RECALLS)
    .map((b) => ({ ...b, lineIds: live.has(b.kotId) ? doneLines(live.get(b.kotId) as KitchenTicket).map((l) => l.lineId) : null }))
}

const latest = (instants: readonly string[]): string => instants.reduce((last, at) => (at > last ? at : last), '')
const newestFirst = (a: Pick<Bumped, 'at'>, b: Pick<Bumped, 'at'>): number => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)

/** When something was last bumped, for "All clear. Last ticket 19:42". */
export const lastBumpAt = ([first]: readonly Pick<Bumped, 'at'>[]): string | null => first?.at ?? null

// ------------------------------------------------------------ selection

/** The number key (1–9) of each ticket, by its place on the board. */
export const keyedTickets = (ids: readonly string[]): Record<string, number> =>
  Object.fromEntries(ids.slice(0, 9).map((id, i) => [id, i + 1]))

/** The next or previous ticket on the board; without a selection the first or last. */
export function stepSelection(ids: readonly string[], selected: string | null, by: 1 | -1): string | null {
  if (ids.length === 0) return null
  const at = selected === null ? -1 : ids.indexOf(selected)
  if (at < 0) return (by === 1 ? ids[0] : ids[ids.length - 1]) ?? null
  return ids[Math.min(ids.length - 1, Math.max(0, at + by))] ?? null
}
