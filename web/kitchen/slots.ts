import { type KitchenTicket, cancelledLines, doneLines, isDone, toCook } from './tickets.ts'

/**
 * A ticket's phases on the board. `open`: to be cooked. `ready`: bumped, green, with Undo for 10 s. `gap`: removed, its place stays empty for 2 s. Nothing
 * else moves meanwhile; a ticket recalled in time is in the same place.
 */
type Phase = 'open' | 'ready' | 'gap'
export type Slot = {
  ticket: KitchenTicket
  phase: Phase
  /** When the phase began, by this device's clock. */
  since: number
  /** When it arrived while the board was open; null if it was there from the start. */
  arrivedAt: number | null
  /** The name it had before its order was moved to another table, and when that was. */
  moved: { from: string; at: number } | null
  /** When its order left the list. During a merge this is temporary: the ticket comes back in another order. */
  lostAt: number | null
  /** The changes that made it ready, for Undo: finished lines and acknowledged cancellations. A ticket that was cancelled as a whole is ready by its OK. */
  finished: { lineIds: string[]; seen: string[] }
}
export type Slots = ReadonlyMap<string, Slot>

export const UNDO_MS = 10_000
const GAP_MS = 2000
export const PULSE_MS = 600
/** How long a moved ticket shows its former table, in ms. */
const MOVED_MS = 60_000
/** A merge removes an order shortly before the ticket comes back in another one. */
const LOST_MS = 400
/** How long an unacknowledged cancellation is shown to a board that didn't have the ticket. */
const NEWS_MS = 30 * 60_000

export type Step = {
  now: number
  /** The first step, when all tickets are present already and none counts as new. */
  first?: boolean
  /** Tickets with unsent commands; they stay until these are sent. */
  unsynced?: ReadonlySet<string>
  /** Tickets that this device had open when it was last looked at. */
  watched?: ReadonlySet<string>
}

const NOTHING = { lineIds: [], seen: [] }

/** Advances the board to `now`. Returns the same map when nothing changed. */
export function step(slots: Slots, tickets: readonly KitchenTicket[], { now, first = false, unsynced, watched }: Step): Slots {
  const next = new Map<string, Slot>()
  const there = new Map(tickets.map((t) => [t.kotId, t]))
  for (const [kotId, slot] of slots) {
    const ticket = there.get(kotId)
    const kept = ticket ? stay(slot, ticket, now, unsynced?.has(kotId) ?? false) : lose(slot, now)
    if (kept) next.set(kotId, kept)
  }
  for (const ticket of tickets) {
    if (slots.has(ticket.kotId)) continue
    if (belongs(ticket, now, watched))
      next.set(ticket.kotId, {
        ticket,
        phase: 'open',
        since: now,
        arrivedAt: first ? null : now,
        moved: null,
        lostAt: null,
        finished: NOTHING,
      })
    // Bumped before a reload but not sent yet: keep it on the board, so that "Retry" can be pressed.
    else if (unsynced?.has(ticket.kotId))
      next.set(ticket.kotId, {
        ticket,
        phase: 'ready',
        since: now - UNDO_MS,
        arrivedAt: null,
        moved: null,
        lostAt: null,
        finished: { lineIds: doneLines(ticket).map((l) => l.lineId), seen: [] },
      })
  }
  const same = next.size === slots.size && [...next].every(([kotId, slot]) => slots.get(kotId) === slot)
  return same ? slots : next
}

/** True if a ticket that isn't on the board should be added. */
function belongs(ticket: KitchenTicket, now: number, watched?: ReadonlySet<string>): boolean {
  if (toCook(ticket).length > 0) return true
  const cancelled = cancelledLines(ticket)
  if (watched?.has(ticket.kotId)) return cancelled.length > 0
  return cancelled.some((l) => !l.prepared && now - Date.parse(l.statusAt) < NEWS_MS)
}

function stay(slot: Slot, ticket: KitchenTicket, now: number, unsynced: boolean): Slot | null {
  const moved = movedOf(slot, ticket, now)
  const same = slot.ticket === ticket && slot.lostAt === null && slot.moved === moved
  const old = same ? slot : { ...slot, ticket, moved, lostAt: null }
  if (slot.phase === 'open') {
    if (!isDone(ticket)) return old
    const before = new Map(slot.ticket.lines.map((l) => [l.lineId, l.status]))
    const lineIds = ticket.lines.filter((l) => before.get(l.lineId) === 'Preparing').map((l) => l.lineId)
    const seen = cancelledLines(slot.ticket).map((l) => l.lineId)
    return { ...old, phase: 'ready', since: now, finished: { lineIds, seen } }
  }
  // It was lost, and comes back cancelled: it is shown so until a cook has acknowledged it.
  if (slot.lostAt !== null && cancelledLines(ticket).length > 0) return { ...old, phase: 'open', since: now, finished: NOTHING }
  // Recalled, here or on another device: open again in its place.
  if (toCook(ticket).length > 0 || (slot.phase === 'ready' && cancelledLines(ticket).some((l) => slot.finished.seen.includes(l.lineId))))
    return { ...old, phase: 'open', since: now, finished: NOTHING }
  if (slot.phase === 'ready') return now - slot.since < UNDO_MS || unsynced ? old : { ...old, phase: 'gap', since: now }
  return now - slot.since < GAP_MS ? old : null
}

function movedOf({ ticket: { label }, moved }: Slot, ticket: KitchenTicket, now: number): Slot['moved'] {
  if (label !== ticket.label) return { from: label, at: now }
  return moved && now - moved.at < MOVED_MS ? moved : null
}

function lose(slot: Slot, now: number): Slot | null {
  if (slot.phase === 'gap') return now - slot.since < GAP_MS ? slot : null
  // All lines were cancelled and acknowledged, or this device knows nothing more of its order: nothing can be undone.
  if (slot.lostAt === null) return { ...slot, lostAt: now }
  if (slot.phase === 'ready') return now - slot.since < UNDO_MS ? slot : { ...slot, phase: 'gap', since: now }
  return now - slot.lostAt < LOST_MS ? slot : { ...slot, phase: 'gap', since: now }
}

/** Seconds left for Undo, 10 to 1; 0 when it has ended. */
export const undoSeconds = (slot: Slot, now: number): number =>
  slot.phase === 'ready' ? Math.max(0, Math.min(UNDO_MS / 1000, Math.ceil((slot.since + UNDO_MS - now) / 1000))) : 0

/** What is still to be cooked. A ticket of which only cancelled lines are left waits for its OK alone, and is not late. */
export const openTickets = (slots: Slots): KitchenTicket[] =>
  [...slots.values()].filter((s) => s.phase === 'open' && toCook(s.ticket).length > 0).map((s) => s.ticket)
