import ReconnectingWebSocket from 'partysocket/ws'
import type { ClientData, ClientFrame, EventData, FrameData, ServerMessage } from '#domain/api/events.ts'
import type { OrderShape } from '#domain/api/order.ts'
import { alertSlot } from '#domain/table.ts'
import { tableName } from '#domain/text.ts'
import { call, messageOf } from '#web/core/api.ts'
import { onBackOnline, suspectOffline } from '#web/core/online.ts'
import { subscribeToSession } from '#web/core/session.ts'
import { currentToken } from '#web/core/tokens.ts'
import { cartNow, settleArrived } from './cart.ts'
import { endVisit, rememberRestaurant, restaurantOf } from './end.ts'
import { newsOf } from './order/words.ts'
import { moveTo, onPlaceChange, placeNow } from './place.ts'
import { onSittingChange, type Sitting, sittingMoved, sittingNow, takeScannedElsewhere } from './sitting.ts'
import { snack } from './Snack.tsx'
import { changeVisit, clearVisit, keepLast, lastOrder, takeAlerts, visit } from './visit.ts'

/**
 * The phone's own connection for changes of its table's order and calls (SPEC §4 "Diner events", CONTRACT §7). There is one socket while the phone belongs to a sitting.
 * It gets only its table's events, so its `seq` has gaps: events that are not newer than the last one are dropped.
 */
const MIN_DELAY_MS = 1000
const MAX_DELAY_MS = 10_000
const JITTER_MS = 1000
/** While the socket is down the order is read this often (SCREENS G4). */
const POLL_MS = 15_000
/** After a phone slept longer than this (ms), its socket may be dead although it looks open. */
const ASLEEP_MS = 20_000
/** Longer than the server's 5 minutes between two pings (ms): the connection may be dead without having been closed. */
const SILENT_MS = 330_000
const SESSION_ENDED = 4401

type ItemChange = EventData<'menuItemUpdated'>
const itemHandlers = new Set<(data: ItemChange) => void>()
/** A dish of the restaurant changed: price, availability, portions. For the menu and the cart. */
export function onDishChange(handler: (data: ItemChange) => void): () => void {
  itemHandlers.add(handler)
  return () => void itemHandlers.delete(handler)
}

// ------------------------------------------------------------ what is known of the order

/** Stores an order as the table's, unless a newer state of it is known. `silent`: the order was fetched, so no message about changes is shown. */
export function take(given: OrderShape, { silent = false } = {}): void {
  const before = visit.get().order
  if (before?._id === given._id && given.version < before.version) return
  // Events come without the token for feedback, which a phone that sleeps through the end can't get any more.
  const known = [before, lastOrder()?.order].find((o) => o?._id === given._id && o.feedbackToken)
  const order = { feedbackToken: known?.feedbackToken, ...given }
  changeVisit({ order, isRead: true, failed: null, ended: null })
  keepLast({ order, restaurant: restaurantOf(order.restaurantId) })
  const sitting = sittingNow()
  const own = sitting && cartNow(sitting.restaurantId).unanswered?.draft.kotId
  if (sitting) settleArrived(sitting.restaurantId, order)
  if (order.tableId && order.tableNumber) movedTo({ tableId: order.tableId, tableNumber: order.tableNumber })
  const news = silent || before?._id !== order._id ? null : newsOf(before, order, own)
  if (news) snack(news, { id: 'order' })
}

/** The staff moved or merged the order, so it is at another table than this phone shows. */
function movedTo(table: { tableId: string; tableNumber: string }): void {
  const place = placeNow()
  sittingMoved(table.tableId)
  const scanned = takeScannedElsewhere()
  if (!place || place.tableId === table.tableId) return
  moveTo(table)
  const name = tableName(table.tableNumber)
  const isScan = scanned === place.tableId && place.tableNumber !== null
  snack(isScan ? `Your order is at ${name}. The staff can move it to ${tableName(place.tableNumber ?? '')}.` : `You are now at ${name}`, {
    id: 'moved',
  })
}

let reading: Promise<void> | null = null
let again = false
/** Reads the order of the phone's sitting, and once more if that was asked for meanwhile. */
export function readOrder(): Promise<void> {
  if (reading) {
    again = true
    return reading
  }
  reading = readNow().finally(() => {
    reading = null
    if (!again) return
    again = false
    void readOrder()
  })
  return reading
}

async function readNow(): Promise<void> {
  const sitting = sittingNow()
  if (!sitting) return
  const before = visit.get().order
  const token = currentToken()?.token
  try {
    const { orders, current, table } = await call('GET /orders/user/:id', { params: { id: sitting.userId } })
    const now = sittingNow()
    // With another token this person has sat down anew.
    if (now?.userId !== sitting.userId || currentToken()?.token !== token) return
    // An event came while the answer was under way: it is newer.
    const known = visit.get().order
    const order = orders.find((o) => o._id === current)
    if (order) return take(order, { silent: before === null })
    if (known !== before) return
    if (!table) return ended(known ?? lastOrder()?.order ?? null, orders)
    // The sitting goes on: nothing was ordered yet, or its table was taken out of a merge, and the order there is not its own.
    if (now.tableId === sitting.tableId) movedTo(table)
    keepLast(null)
    changeVisit({ order: null, isRead: true, failed: null })
  } catch (error) {
    // `endVisit` (end.ts) handles an ended session: nothing is read any more.
    if (sittingNow()?.userId === sitting.userId) changeVisit({ failed: messageOf(error, 'Failed to fetch orders') })
  }
}

/** The sitting has ended. An account's token still tells how the order that this phone knew has ended; a guest's token is refused before this. */
function ended(known: OrderShape | null, orders: readonly OrderShape[]): void {
  const now = known && orders.find((o) => o._id === known._id)
  const how = now?.orderStatus
  endVisit(now && (how === 'completed' || how === 'cancelled') ? { how, order: now } : { how: 'ended' })
}

// ------------------------------------------------------------ the connection

function connect({ restaurantId, tableId }: Sitting): () => void {
  let last: number | null = null
  let attempts = 0
  let closed = false
  let hiddenAt = 0
  let touchedAt = 0
  let table = tableId
  /** The numbers of tables that this phone was at: when tables part, the room names its own by the id alone. */
  const numbers = new Map<string, string>()

  const url = async () => {
    if (attempts > 0) await new Promise((done) => setTimeout(done, Math.random() * JITTER_MS))
    return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/v1/realtime/${encodeURIComponent(restaurantId)}`
  }
  const socket = new ReconnectingWebSocket(url, () => ['tawa.v1', `bearer.${currentToken()?.token ?? ''}`], {
    minReconnectionDelay: MIN_DELAY_MS,
    maxReconnectionDelay: MAX_DELAY_MS,
    reconnectionDelayGrowFactor: 1.7,
    minUptime: 5000,
    maxEnqueuedMessages: 0,
  })
  const send = <F extends ClientFrame>(event: F, data: ClientData<F>) => {
    if (socket.readyState === 1) socket.send(JSON.stringify({ event, data }))
  }
  const join = () => send('joinTable', { tableId: table, ...(last === null ? {} : { since: last }) })
  const end = () => {
    closed = true
    socket.close()
  }

  function receive(message: ServerMessage): void {
    if (message.event === 'ping') return send('pong', {})
    if (message.event === 'joined') return joined(message.data, message.at)
    if (message.event === 'error') return refused(message.data)
    const { seq } = message
    if (seq !== undefined) {
      if (last !== null && seq <= last) return
      last = seq
    }
    apply(message)
  }

  function over(): void {
    end()
    endVisit({ how: 'ended' })
  }

  function refused({ code, tableId: own }: FrameData<'error'>): void {
    if (code === 'session_ended') over()
    else if (code === 'forbidden' && own && own !== table) {
      // The staff moved the order while this phone was away.
      table = own
      join()
    }
  }

  function joined({ seq, resumed, alerts, room }: FrameData<'joined'>, at: string): void {
    attempts = 0
    const isFirst = last === null
    table = room
    const number = numbers.get(room)
    if (number) movedTo({ tableId: room, tableNumber: number })
    else sittingMoved(room)
    takeAlerts(alerts)
    changeVisit({ line: 'connected', skew: Date.now() - Date.parse(at) })
    last = resumed && last !== null ? last : seq
    // The first answer may be from before the socket was open; after a gap that is too long to be replayed, everything is read again.
    // At a table whose number isn't known, the answer tells it.
    if (isFirst || !resumed || placeNow()?.tableId !== room) void readOrder()
  }

  function apply(message: Exclude<ServerMessage, { event: 'ping' | 'joined' | 'error' }>): void {
    switch (message.event) {
      case 'orderCompleted': {
        const { order, feedbackToken } = message.data as EventData<'orderCompleted'> & { feedbackToken?: string }
        end()
        return endVisit({ how: 'completed', order: { feedbackToken, ...order } })
      }
      case 'orderCreated':
      case 'orderUpdated':
      case 'orderItemUpdated': {
        const { order, tableUpdated } = message.data
        const left = 'tableLeft' in message.data && message.data.tableLeft === true
        if (!tableUpdated && !left) return take(order)
        if (order._id !== visit.get().order?._id && visit.get().order) return
        end()
        return endVisit(tableUpdated ? { how: 'cancelled', order } : { how: 'ended' })
      }
      case 'tableMoved': {
        const { order, toTableId, toTableNumber, fromTableId, fromTableNumber } = message.data
        table = toTableId
        numbers.set(fromTableId, fromTableNumber).set(toTableId, toTableNumber)
        movedTo({ tableId: toTableId, tableNumber: toTableNumber })
        if (order) take(order)
        return
      }
      case 'tableAlert': {
        const { alert } = message.data
        const others = visit.get().alerts.filter((a) => alertSlot(a.alertType) !== alertSlot(alert.alertType))
        return takeAlerts([...others, alert])
      }
      case 'tableAlertCleared':
        return takeAlerts(message.data.alerts)
      case 'menuItemUpdated':
        for (const handler of [...itemHandlers]) handler(message.data)
        return
      default:
        // All other events are for the staff.
        return
    }
  }

  socket.addEventListener('open', join)
  socket.addEventListener('message', ({ data }) => {
    if (closed || typeof data !== 'string') return
    touchedAt = Date.now()
    try {
      receive(JSON.parse(data) as ServerMessage)
    } catch (error) {
      console.error('live message', error)
    }
  })
  socket.addEventListener('close', ({ code }) => {
    if (closed) return
    if (code === SESSION_ENDED) return over()
    attempts += 1
    changeVisit({ line: 'reconnecting' })
    suspectOffline()
    // The browser doesn't tell why the connection was refused, so a call is made to find out.
    void readOrder()
  })

  const whenBack = onBackOnline(() => socket.reconnect())
  const seen = () => {
    if (document.visibilityState === 'hidden') hiddenAt = Date.now()
    else if (visit.get().line !== 'connected' || (hiddenAt > 0 && Date.now() - hiddenAt > ASLEEP_MS)) socket.reconnect()
  }
  document.addEventListener('visibilitychange', seen)
  const poll = setInterval(() => {
    if (visit.get().line === 'connected') {
      if (Date.now() - touchedAt > SILENT_MS) socket.reconnect()
    } else if (document.visibilityState === 'visible') void readOrder()
  }, POLL_MS)

  return () => {
    end()
    whenBack()
    document.removeEventListener('visibilitychange', seen)
    clearInterval(poll)
  }
}

/** Keeps the socket open while the phone belongs to a sitting. Called once, in main.tsx; returns a function that stops it. */
export function startLive(): () => void {
  let open: { userId: string; restaurantId: string; close: () => void } | null = null
  function follow(): void {
    const sitting = sittingNow()
    if (open && sitting?.userId === open.userId && sitting.restaurantId === open.restaurantId) return
    open?.close()
    open = null
    if (!sitting) {
      if (visit.get().line !== 'idle') clearVisit(visit.get().ended)
      return
    }
    changeVisit({ line: 'connecting', ended: null })
    rememberRestaurant(sitting.restaurantId)
    open = { userId: sitting.userId, restaurantId: sitting.restaurantId, close: connect(sitting) }
    void readOrder()
  }
  const stops = [subscribeToSession(follow), onPlaceChange(follow), onSittingChange(follow)]
  follow()
  return () => {
    for (const stop of stops) stop()
    open?.close()
    open = null
  }
}
