import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { useLive, useLivePolling, useLiveState } from '#web/core/live.ts'
import { markRead, useUnread } from '#web/core/unread.ts'
import { clockSkew, onBackOnline } from '#web/core/online.ts'
import { useProfileQuery } from '#web/core/profile.ts'
import { orderNow } from '#web/core/liveCache.ts'
import { apiQuery } from '#web/core/query.ts'
import { useRestaurantId } from '#web/core/session.ts'
import { afterPaint } from '#web/app/afterPaint.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { playSound } from '#web/app/feedback/sound.ts'
import { useAcknowledge } from './acknowledge.ts'
import { ask, askedOf, retry, useCommands } from './commands.ts'
import { acknowledge, forgetBump, keep, keeps, noteBump, readNotes, tidy, togglePin, unacknowledge, useDevice } from './device.ts'
import { useMissed } from './missed.ts'
import { type Slot, type Slots, step, UNDO_MS } from './slots.ts'
import {
  AGE_LIMITS,
  boardOrder,
  type Bumped,
  bumpedStatus,
  cancelledLines,
  type KitchenLine,
  type KitchenTicket,
  type NoteChange,
  itemsText,
  mayTakeBack,
  menuItems,
  menuPlaces,
  noteChanges,
  noteNews,
  notesOn,
  recallList,
  stationChoice,
  stationsOf,
  withNamesBefore,
  ticketsOf,
  toCook,
} from './tickets.ts'

const EMPTY: Slots = new Map()
const NO_ORDERS: OrderShape[] = []
const NO_STATIONS: string[] = []
const NO_NAMES: Record<string, string> = {}
const isPaid = (order: OrderShape) => order.orderStatus === 'completed'

/** The current time, updated every second and by a call of the second value. */
function useClock(ms = 1000): [now: number, tick: () => void] {
  const [now, setNow] = useState(Date.now)
  const tick = useCallback(() => setNow(Date.now()), [])
  useEffect(() => {
    const timer = setInterval(tick, ms)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [ms, tick])
  return [now, tick]
}

const ticketName = (ticket: Pick<KitchenTicket, 'label' | 'kotNumber'>): string => `${ticket.label}, KOT ${ticket.kotNumber}`

/** The change of a press, so that Backspace can undo it. */
type Press = { ticket: KitchenTicket; lineIds: string[]; seen: string[]; at: number }

/** The board: its tickets in their slots, and the actions on them, for buttons and keys alike. */
export function useBoard() {
  const client = useQueryClient()
  const [clock, tick] = useClock()
  // The server's time, by which tickets are dated: a wall tablet's clock may be wrong by many minutes.
  const now = clock - clockSkew()
  const restaurantId = useRestaurantId()
  const query = useQuery({ ...apiQuery('GET /orders/restaurant/pending'), refetchInterval: useLivePolling() })
  const menu = useQuery({ ...apiQuery('POST /menus/restaurant', { body: { restaurantId } }), enabled: restaurantId !== '' })
  const settings = useProfileQuery()
  const profile = settings.data?.restaurant
  const device = useDevice()
  const commands = useCommands()
  const live = useLiveState()
  const unread = useUnread()
  const readyStep = profile?.kotSettings.readyStep ?? true
  const { warnMinutes, lateMinutes } = profile?.kotSettings ?? AGE_LIMITS
  const limits = useMemo(() => ({ warnMinutes, lateMinutes }), [warnMinutes, lateMinutes])

  const pending = query.data?.orders ?? NO_ORDERS
  const paid = query.data?.toCook ?? NO_ORDERS
  const items = useMemo(() => (menu.data ? menuItems(menu.data.menu.categories) : []), [menu.data])
  const list = profile?.printSettings.stations ?? NO_STATIONS
  const listed = list.length > 0
  const places = useMemo(() => menuPlaces(menu.data?.menu.categories ?? []), [menu.data])
  const renamed = profile?.printSettings.renamed ?? NO_NAMES
  const stations = useMemo(() => stationsOf(places, [...pending, ...paid], list, renamed), [places, pending, paid, list, renamed])
  const offered = menu.data ? stations : null
  const chosen = useMemo(() => stationChoice(device.stations, offered, renamed), [device.stations, offered, renamed])
  const here = useMemo(() => chosen && withNamesBefore(chosen, renamed), [chosen, renamed])
  const view = `${restaurantId} ${chosen?.join('|') ?? ''}`
  const [board, setBoard] = useState<{ view: string; slots: Slots }>({ view: '', slots: EMPTY })
  const slots = board.view === view ? board.slots : EMPTY
  const onBoard = useMemo(() => [...new Set([...slots.values()].map((s) => s.ticket.orderId))].join(' '), [slots])
  const orders = useMemo(() => {
    const listed = [...pending, ...paid]
    const ids = new Set(listed.map((o) => o._id))
    // A paid order leaves the list when its last line is made and served (where bumps serve: at once), and its tickets leave the board some seconds later, with their Undo.
    const made = onBoard
      .split(' ')
      .flatMap((id) => (ids.has(id) ? [] : (orderNow(client, id) ?? [])))
      .filter(isPaid)
    for (const order of made) ids.add(order._id)
    return [...listed, ...made, ...device.kept.filter((k) => !ids.has(k.order._id)).map((k) => k.order)]
  }, [client, pending, paid, onBoard, device.kept])
  const acknowledged = useMemo(() => new Set(device.seen), [device.seen])
  /** When each cancelled line was acknowledged here (ms). It is shown for 10 s more, and as long as its ticket has an Undo. */
  const [clearedAt, setClearedAt] = useState<ReadonlyMap<string, number>>(new Map())
  const withUndo = (lineId: string) =>
    [...slots.values()].some((s) => s.phase === 'ready' && s.ticket.lines.some((l) => l.lineId === lineId))
  const clearedIds = [...clearedAt].flatMap(([id, since]) => (clock - since < UNDO_MS || withUndo(id) ? id : [])).join(' ')
  const cleared = useMemo(() => new Set(clearedIds.split(' ')), [clearedIds])
  const asked = useMemo(() => askedOf(commands), [commands])
  const tickets = useMemo(
    () => ticketsOf(orders, { acknowledged, cleared, asked, read: device.read, stations: here, listed }),
    [orders, acknowledged, cleared, asked, device.read, here, listed],
  )
  const unsynced = useMemo(() => new Set(commands.map((c) => c.kotId)), [commands])
  const unanswered = commands.flatMap((c) => (c.failed ? c.kotId : [])).join(' ')
  const failed = useMemo(() => new Set(unanswered.split(' ')), [unanswered])
  // The settings decide what a bump writes: Ready or Served.
  const loaded = query.data !== undefined && !settings.isLoading

  // ---------------------------------------------------------- slots

  const [atFirst] = useState(device.watched)
  const watched = useMemo(
    () => new Set([...atFirst, ...device.kept.flatMap((k) => k.order.kots.map((kot) => kot.kotId))]),
    [atFirst, device.kept],
  )
  // Set while rendering, so that a press is rendered once: an effect would render first its lines and then its ticket.
  if (loaded) {
    const first = board.view !== view
    const next = step(slots, tickets, { now, first, unsynced, watched })
    if (first || next !== slots) setBoard({ view, slots: next })
  }
  const shown = useMemo(() => {
    const order = boardOrder(
      [...slots.values()].map((s) => s.ticket),
      device.pinned,
    )
    return order.map((t) => slots.get(t.kotId) as Slot)
  }, [slots, device.pinned])

  // Across all stations, also those that this screen doesn't show.
  const everything = useMemo(
    () => (chosen ? ticketsOf(orders, { acknowledged, cleared, asked, listed }) : tickets),
    [chosen, orders, acknowledged, cleared, asked, tickets, listed],
  )
  const openIds = useMemo(
    () =>
      new Set([
        ...[...slots.values()].filter((s) => s.phase !== 'gap').map((s) => s.ticket.kotId),
        ...(chosen ? everything.filter((t) => toCook(t).length > 0).map((t) => t.kotId) : []),
      ]),
    [slots, chosen, everything],
  )
  const ready = loaded && board.view === view
  useAcknowledge(tickets, everything, ready)
  useMissed(orders, { watched: device.watched, ready, listedAt: query.dataUpdatedAt, now: clock })
  useEffect(() => {
    if (ready) tidy(openIds, new Set(pending.map((o) => o._id)))
  }, [ready, openIds, pending])

  // ---------------------------------------------------------- orders that are cancelled while on the board

  useLive(['orderUpdated', 'orderItemUpdated'], ({ order }) => {
    const kept = keeps(order, openIds)
    if (kept) keep(kept)
  })

  // ---------------------------------------------------------- notes that change after a cook has read the ticket

  useEffect(() => {
    if (!ready) return
    const unread = shown.flatMap(({ ticket, phase }) => {
      const known = device.read[ticket.kotId]
      return phase === 'gap' || (known && ['', ...ticket.lines.map((l) => l.lineId)].every((key) => key in known)) ? [] : ticket
    })
    if (unread.length === 0) return
    // What was read before stays as it was read.
    readNotes(Object.fromEntries(Object.entries(notesOn(unread)).map(([kotId, texts]) => [kotId, { ...texts, ...device.read[kotId] }])))
  }, [ready, shown, device.read])

  // ---------------------------------------------------------- new tickets: sound and announcements

  const [announcement, announce] = useState('')
  const [alarm, setAlarm] = useState('')
  const known = useRef({ view: '', tickets: new Set<string>(), cancelled: new Set<string>(), notes: new Set<string>() })
  useEffect(() => {
    if (!ready) return
    const seen = known.current
    const first = seen.view !== view
    if (first) known.current = { view, tickets: new Set(), cancelled: new Set(), notes: new Set() }
    const { tickets: had, cancelled: struck, notes: told } = known.current
    const fresh = shown.filter((s) => !had.has(s.ticket.kotId))
    const cancelled = shown
      .flatMap((s) => (s.phase === 'gap' ? [] : cancelledLines(s.ticket).map((line) => ({ line, ticket: s.ticket }))))
      .filter(({ line }) => !struck.has(line.lineId))
    const noteKey = ({ ticket, line, text }: NoteChange) => `${ticket.kotId} ${line?.lineId ?? ''} ${text}`
    const notes = shown.flatMap((s) => (s.phase === 'open' ? noteChanges(s.ticket) : [])).filter((change) => !told.has(noteKey(change)))
    // One that is gone is told again when it comes back.
    const standing = shown.flatMap((s) => noteChanges(s.ticket)).map(noteKey)
    known.current.notes = new Set([...standing.filter((key) => told.has(key)), ...notes.map(noteKey)])
    for (const s of fresh) had.add(s.ticket.kotId)
    for (const { line } of cancelled) struck.add(line.lineId)
    if (first) return
    // A ticket that comes struck, because its cancellation was missed, is announced as that.
    const news = fresh.filter((s) => s.arrivedAt !== null && toCook(s.ticket).length > 0)
    // A cook who has read the ticket doesn't read it again by himself.
    if (device.sound && news.length + notes.length > 0) playSound('newOrder')
    if (news.length > 0) {
      announce(
        news
          .map(({ ticket }) => `New ticket: ${ticketName(ticket)}${ticket.addition ? ', add-on' : ''}. ${itemsText(toCook(ticket))}`)
          .join('. '),
      )
    }
    if (cancelled.length + notes.length > 0)
      setAlarm(
        [
          ...cancelled.map(({ line, ticket }) => `Cancelled: ${line.quantity} × ${line.name}, ${ticket.label}`),
          ...notes.map(
            (change) =>
              `${noteNews(change)}: ${change.line ? `${change.line.name}, ` : ''}${change.ticket.label}: ${change.text || change.before}`,
          ),
        ].join('. '),
      )
  }, [ready, view, shown, device.sound])

  // The board is open, so nothing on it is unread.
  useEffect(() => {
    if (unread.kitchen) markRead('kitchen')
  }, [unread.kitchen])

  // ---------------------------------------------------------- actions

  const presses = useRef<Press[]>([])
  const pressed = (press: Press) => void (presses.current = [...presses.current.slice(-19), press])
  const orderOf = ({ orderId }: KitchenTicket) => orders.find((o) => o._id === orderId) ?? orderNow(client, orderId)

  const setLines = (given: KitchenTicket, lineIds: readonly string[], to: 'done' | 'Preparing') => {
    // Undo counts from the press, not from the clock's last second.
    tick()
    if (lineIds.length === 0) return
    // After a merge the ticket belongs to another order.
    const ticket = everything.find((t) => t.kotId === given.kotId) ?? given
    const order = orderOf(ticket)
    if (!order || order.orderStatus === 'cancelled')
      return void snack.error(`${ticketName(ticket)} was cancelled.`, { id: `bump:${ticket.kotId}` })
    void ask(client, {
      order,
      kotId: ticket.kotId,
      label: ticketName(ticket),
      lineIds,
      to: to === 'done' ? bumpedStatus(readyStep) : to,
      readyStep,
      stations: here,
    })
  }
  const finished = (ticket: KitchenTicket, lineIds: readonly string[]) => {
    const left = toCook(ticket).filter((l) => !lineIds.includes(l.lineId))
    if (left.length > 0) return
    const lines = ticket.lines.filter((l) => l.status !== 'Cancelled')
    if (lines.length > 0)
      noteBump({
        kotId: ticket.kotId,
        orderId: ticket.orderId,
        kotNumber: ticket.kotNumber,
        label: ticket.label,
        at: new Date().toISOString(),
        items: itemsText(lines),
      })
    const state = lines.length === 0 ? 'cleared' : chosen && ticket.elsewhere > 0 ? 'ready here' : 'ready'
    announce(`${ticketName(ticket)} is ${state}. Undo within 10 seconds.`)
  }
  const clear = (lineIds: readonly string[]) => {
    const at = Date.now()
    // First this, so that the lines never leave the board in between.
    setClearedAt(
      (old) =>
        new Map([...[...old].filter(([id, since]) => at - since < UNDO_MS || cleared.has(id)), ...lineIds.map((id) => [id, at] as const)]),
    )
    acknowledge(lineIds)
  }
  const unclear = (lineIds: readonly string[]) => {
    unacknowledge(lineIds)
    setClearedAt((old) => new Map([...old].filter(([id]) => !lineIds.includes(id))))
  }

  /** Bumps the lines of a ticket that are on this board, and acknowledges its cancelled lines. */
  const bump = (slot: Slot) => {
    const { ticket } = slot
    if (slot.phase !== 'open') return
    const lineIds = toCook(ticket).map((l) => l.lineId)
    const seen = cancelledLines(ticket).map((l) => l.lineId)
    pressed({ ticket, lineIds, seen, at: Date.now() })
    if (seen.length > 0) clear(seen)
    setLines(ticket, lineIds, 'done')
    finished(ticket, lineIds)
  }

  /** A tap on an item: toggles it between Preparing and ready. */
  const toggleLine = (slot: Slot, line: KitchenLine) => {
    if (slot.phase === 'gap') return
    if (line.status === 'Preparing') {
      pressed({ ticket: slot.ticket, lineIds: [line.lineId], seen: [], at: Date.now() })
      setLines(slot.ticket, [line.lineId], 'done')
      finished(slot.ticket, [line.lineId])
      if (toCook(slot.ticket).length > 1) announce(`${line.quantity} × ${line.name}, ${slot.ticket.label}: ready`)
    } else if (mayTakeBack(line, readyStep) && line.status !== 'Cancelled') {
      setLines(slot.ticket, [line.lineId], 'Preparing')
      announce(`${line.quantity} × ${line.name}, ${slot.ticket.label}: not ready`)
    }
  }

  /** OK on a cancelled line, or its Undo. */
  const toggleCancelled = (slot: Slot, line: KitchenLine) => {
    const { ticket } = slot
    const what = `Cancelled ${line.quantity} × ${line.name}, ${ticket.label}`
    tick()
    if (line.cleared) {
      unclear([line.lineId])
      presses.current = presses.current.filter((p) => p.lineIds.length > 0 || !p.seen.includes(line.lineId))
      announce(`${what}: shown again`)
      return
    }
    pressed({ ticket, lineIds: [], seen: [line.lineId], at: Date.now() })
    clear([line.lineId])
    announce(`${what}: cleared. Undo within 10 seconds.`)
  }

  /** OK on a note that was added or changed. The order's note is on all of its tickets, and read on all of them at once. */
  const readNote = (slot: Slot, line: KitchenLine | null) => {
    const { ticket } = slot
    const same = line ? [ticket] : shown.flatMap((s) => (s.ticket.orderId === ticket.orderId ? s.ticket : []))
    const key = line?.lineId ?? ''
    readNotes(Object.fromEntries(Object.entries(notesOn(same)).map(([kotId, texts]) => [kotId, { [key]: texts[key] ?? '' }])))
    announce(`Note of ${line ? `${line.name}, ` : ''}${ticket.label}: read`)
  }

  const takeBack = (ticket: KitchenTicket, lineIds: readonly string[], seen: readonly string[]) => {
    if (seen.length > 0) unclear(seen)
    forgetBump(ticket.kotId)
    setLines(ticket, lineIds, 'Preparing')
    presses.current = presses.current.filter((p) => p.ticket.kotId !== ticket.kotId)
    announce(`${ticketName(ticket)} is back.`)
  }
  const undo = (slot: Slot) => {
    if (slot.phase === 'ready') takeBack(slot.ticket, slot.finished.lineIds, slot.finished.seen)
  }
  /** Backspace: undoes the last press of the past 10 s, else that of the selected ticket. */
  const undoLast = (selected: Slot | undefined) => {
    const last = presses.current[presses.current.length - 1]
    if (last && Date.now() - last.at < UNDO_MS) return takeBack(last.ticket, last.lineIds, last.seen)
    if (selected) undo(selected)
  }
  /** The last bumped ticket. It is remembered here, because a paid order that is made is on no list any more. */
  const recalls = useMemo(() => {
    const known = new Set(orders.map((o) => o._id))
    const ids = [...new Set(device.bumped.map((b) => b.orderId))].filter((id) => !known.has(id))
    const over = ids.flatMap((id) => orderNow(client, id) ?? [])
    // A station's screen takes its own part of a ticket back.
    const shownHere = [...tickets, ...ticketsOf(over, { stations: here })]
    return recallList(shownHere, device.bumped, here ? [...everything, ...ticketsOf(over)] : shownHere, readyStep)
  }, [client, orders, tickets, everything, here, device.bumped, readyStep])
  const recall = ({ kotId, orderId }: Bumped, lineIds: readonly string[]) => {
    const ticket =
      everything.find((t) => t.kotId === kotId) ?? ticketsOf([orderNow(client, orderId) ?? []].flat()).find((t) => t.kotId === kotId)
    if (ticket) takeBack(ticket, lineIds, [])
  }

  // ---------------------------------------------------------- unsent commands

  const again = useCallback((kotId?: string) => void retry(client, kotId), [client])
  const whenConnected = useEffectEvent(() => again())
  useEffect(() => onBackOnline(() => whenConnected()), [])
  useEffect(() => {
    if (live.status === 'connected') whenConnected()
  }, [live.status])

  // The same functions at each render, so that a ticket is drawn again only when it changed. The pressed button is painted first.
  const latest = useRef({ bump, toggleLine, toggleCancelled, readNote, undo })
  useLayoutEffect(() => {
    latest.current = { bump, toggleLine, toggleCancelled, readNote, undo }
  })
  const [act] = useState(() => ({
    bump: (slot: Slot) => afterPaint(() => latest.current.bump(slot)),
    toggleLine: (slot: Slot, line: KitchenLine) => afterPaint(() => latest.current.toggleLine(slot, line)),
    toggleCancelled: (slot: Slot, line: KitchenLine) => afterPaint(() => latest.current.toggleCancelled(slot, line)),
    readNote: (slot: Slot, line: KitchenLine | null) => afterPaint(() => latest.current.readNote(slot, line)),
    undo: (slot: Slot) => afterPaint(() => latest.current.undo(slot)),
    pin: (kotId: string) => afterPaint(() => togglePin(kotId)),
    retry: again,
  }))

  return {
    now,
    query,
    loaded: ready,
    profile,
    device,
    limits,
    readyStep,
    items,
    menu,
    stations,
    chosen,
    shown,
    slots,
    everything,
    failed,
    unsynced,
    announcement,
    alarm,
    act,
    undoLast,
    recalls,
    recall,
  }
}
export type Board = ReturnType<typeof useBoard>
