import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query'
import ReconnectingWebSocket from 'partysocket/ws'
import { useEffect, useEffectEvent } from 'react'
import type { AlertShape } from '#domain/api/tables.ts'
import { forgetOrder, moveTableDraft } from '#web/shared/order/drafts.ts'
import { applyEvent, forgetLive, type LiveMessage, setAlerts } from './liveCache.ts'
import { onBackOnline, suspectOffline } from './online.ts'
import { expire, restaurantIdNow, sessionNow, useRestaurantId, useSession, verifySession } from './session.ts'
import { createStore, useStore } from './store.ts'
import { currentToken } from './tokens.ts'

/** SPEC §9's numbers. partysocket adds no jitter of its own (PLATFORM.md); ours keeps a whole floor from coming back in the same moment. */
const ATTEMPTS = 5
const DELAY_MS = 5000
const MAX_DELAY_MS = 10_000
const TIMEOUT_MS = 20_000
const JITTER_MS = 1500
/** What a page polls its list by while live updates are off (SCREENS G4). */
const POLL_MS = 15_000
const DASHBOARD_MS = 30_000
const SESSION_ENDED = 4401

export type LiveState = { status: 'idle' | 'connected' | 'reconnecting' | 'disconnected'; attempt: number }
const state = createStore<LiveState>({ status: 'idle', attempt: 0 })
export const LIVE_ATTEMPTS = ATTEMPTS

/** The lists and resources that events keep up to date. */
const LIVE_QUERIES = new Set<unknown>([
  'GET /orders/restaurant/pending',
  'GET /orders',
  'POST /orders/active',
  'GET /tables',
  'GET /tables/:id',
  'POST /menus/restaurant',
])

// ------------------------------------------------------------ who listens

type Handler = (data: Record<string, unknown>, message: LiveMessage) => void
const handlers = new Map<string, Set<Handler>>()

/** Hears an event after it is in the cache: for sounds and highlights. Answers how to stop. */
export function onLive(event: string, handler: Handler): () => void {
  const set = handlers.get(event) ?? new Set()
  handlers.set(event, set.add(handler))
  return () => void set.delete(handler)
}

export function useLive(event: string, handler: Handler): void {
  const latest = useEffectEvent(handler)
  useEffect(() => onLive(event, (data, message) => latest(data, message)), [event])
}

// ------------------------------------------------------------ the one connection

type Connection = { close: () => void; retry: () => void }

function connect(client: QueryClient, restaurantId: string): Connection {
  /** The last event that is in the cache; null before the first join. */
  let last: number | null = null
  let asking = false
  let opened = false
  let closed = false
  let dashboard: ReturnType<typeof setTimeout> | undefined
  let dashboardAt = 0

  const url = async () => {
    if (state.get().attempt > 0) await new Promise((done) => setTimeout(done, Math.random() * JITTER_MS))
    return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/v1/realtime/${encodeURIComponent(restaurantId)}`
  }
  const protocols = () => ['tawa.v1', `bearer.${currentToken()?.token ?? ''}`]
  const socket = new ReconnectingWebSocket(url, protocols, {
    maxRetries: ATTEMPTS,
    minReconnectionDelay: DELAY_MS,
    maxReconnectionDelay: MAX_DELAY_MS,
    connectionTimeout: TIMEOUT_MS,
    minUptime: 0,
    maxEnqueuedMessages: 0,
  })

  const send = (event: string, data: object = {}) => {
    if (socket.readyState === 1) socket.send(JSON.stringify({ event, data }))
  }
  const join = () => {
    asking = true
    send('joinRestaurant', last === null ? { restaurantId } : { restaurantId, since: last })
  }
  const end = () => {
    closed = true
    socket.close()
  }

  function hear(message: LiveMessage) {
    const { event, data } = message
    if (event === 'ping') {
      if (currentToken()) send('pong')
      return
    }
    if (event === 'error') {
      if (data.code === 'session_ended') {
        end()
        expire()
      }
      return
    }
    if (event === 'joined') return joined(data as { seq: number; resumed: boolean; alerts?: AlertShape[] })
    if (typeof message.seq === 'number') {
      if (last === null || message.seq <= last) return
      if (message.seq > last + 1) {
        // A hole: everything after `last` comes again, in order.
        if (!asking) join()
        return
      }
      last = message.seq
    }
    if (event === 'tableMoved') moveTableDraft(tableOf(data, 'from'), tableOf(data, 'to'))
    applyEvent(client, message)
    const order = data.order as { _id?: string; orderStatus?: string } | undefined
    if (order?._id && order.orderStatus !== 'pending') forgetOrder(order._id)
    if (/^(order|table|menuItem|stock)/.test(event)) refreshDashboard()
    for (const handler of [...(handlers.get(event) ?? [])]) handler(data, message)
  }

  function joined({ seq, resumed, alerts }: { seq: number; resumed: boolean; alerts?: AlertShape[] }) {
    asking = false
    state.set({ status: 'connected', attempt: 0 })
    if (alerts) setAlerts(client, alerts)
    if (last !== null && resumed) return
    if (last !== null) {
      // Too much was missed to be told: everything is asked for anew.
      forgetLive(client)
      last = seq
      void client.invalidateQueries()
      return
    }
    last = seq
    refreshOlder(client, seq)
  }

  function refreshDashboard() {
    if (dashboard) return
    dashboard = setTimeout(
      () => {
        dashboard = undefined
        dashboardAt = Date.now()
        void client.invalidateQueries({ queryKey: ['POST /api/analytics/dashboard-analytics'] })
      },
      Math.max(0, dashboardAt + DASHBOARD_MS - Date.now()),
    )
  }

  socket.addEventListener('open', () => {
    opened = true
    join()
  })
  socket.addEventListener('message', ({ data }) => {
    if (closed || typeof data !== 'string') return
    try {
      const message = JSON.parse(data) as LiveMessage
      if (message && typeof message.event === 'string') hear({ ...message, data: message.data ?? {} })
    } catch (error) {
      console.error('live message', error)
    }
  })
  socket.addEventListener('close', (event) => {
    if (closed) return
    if (event.code === SESSION_ENDED) {
      end()
      return expire()
    }
    // Without a token there is nothing to reconnect for (SPEC §4).
    if (!currentToken()) return end()
    suspectOffline()
    // A browser doesn't say why an upgrade was refused; the session is asked instead.
    if (!opened && state.get().attempt <= 1) void verifySession()
    opened = false
    const { attempt } = state.get()
    state.set(attempt >= ATTEMPTS ? { status: 'disconnected', attempt } : { status: 'reconnecting', attempt: attempt + 1 })
  })

  function retry() {
    if (closed || state.get().status === 'connected') return
    state.set({ status: 'reconnecting', attempt: 1 })
    socket.reconnect()
  }
  const whenBack = onBackOnline(retry)
  const whenSeen = () => {
    if (document.visibilityState === 'visible' && state.get().status === 'disconnected') retry()
  }
  document.addEventListener('visibilitychange', whenSeen)

  return {
    retry,
    close() {
      end()
      whenBack()
      document.removeEventListener('visibilitychange', whenSeen)
      clearTimeout(dashboard)
    },
  }
}

const tableOf = (data: Record<string, unknown>, which: 'from' | 'to') => {
  const table = data[which] as { _id?: string; tableNumber?: string } | undefined
  const id = table?._id ?? (data[`${which}TableId`] as string | undefined)
  return id ? { id, tableNumber: table?.tableNumber ?? (data[`${which}TableNumber`] as string | undefined) ?? '' } : null
}

/**
 * The first join says where the events begin. What was asked for earlier may have missed one in between, so it is asked for once more, except for
 * a list of open orders that says itself that it holds all events so far.
 */
function refreshOlder(client: QueryClient, seq: number) {
  const holds = (query: Query) => {
    const data = query.state.data as { seq?: number } | undefined
    return query.queryKey[0] === 'GET /orders/restaurant/pending' && typeof data?.seq === 'number' && data.seq >= seq
  }
  for (const query of client.getQueryCache().findAll({ predicate: (q) => LIVE_QUERIES.has(q.queryKey[0]) })) {
    const again = () => {
      if (query.state.data !== undefined && !holds(query)) void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }
    if (query.state.fetchStatus === 'fetching') void query.promise?.then(again, () => undefined)
    else again()
  }
}

let connection: Connection | null = null
/** The pill's "Retry". */
export const retryLive = (): void => connection?.retry()
export const liveNow = () => state.get()
export const useLiveState = (): LiveState => useStore(state)

/** Off: the `refetchInterval` of a page's list while there are no live updates; false while there are. */
export function useLivePolling(): number | false {
  return useStore(state, (s) => s.status === 'disconnected') ? POLL_MS : false
}

/** Holds the connection while somebody of a restaurant is signed in. Once, in the staff shell's layout. */
export function LiveConnection() {
  const client = useQueryClient()
  const { status, user } = useSession()
  const restaurantId = useRestaurantId()
  const wanted = status === 'in' && user && restaurantId ? `${user._id}:${restaurantId}` : null
  useEffect(() => {
    if (!wanted || !sessionNow().user || !currentToken()) return
    state.set({ status: 'reconnecting', attempt: 0 })
    const made = (connection = connect(client, restaurantIdNow()))
    return () => {
      made.close()
      if (connection === made) connection = null
      state.set({ status: 'idle', attempt: 0 })
    }
  }, [client, wanted])
  return null
}
