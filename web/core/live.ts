import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import ReconnectingWebSocket from 'partysocket/ws'
import { useEffect, useEffectEvent } from 'react'
import type { ClientData, ClientFrame, EventData, EventName, FrameData, ServerBatch, ServerMessage } from '#domain/api/events.ts'
import type { Call } from './api.ts'
import { applyEvent, figuresChangedBy, forgetLive, includesAll, isLive, type LiveMessage, refreshSettings, setAlerts } from './liveCache.ts'
import { onBackOnline, setSkew, suspectOffline } from './online.ts'
import { expire, refreshPermissions, restaurantIdNow, sessionNow, useRestaurantId, useSession, verifySession } from './session.ts'
import { createStore, useStore } from './store.ts'
import { setUnprinted } from './unprinted.ts'
import { setUnseenKots } from './unseenKots.ts'
import { currentToken } from './tokens.ts'

/** SPEC §9's numbers. partysocket adds no jitter (PLATFORM.md), so we do: otherwise all devices of a restaurant reconnect at the same moment. */
const ATTEMPTS = 5
const DELAY_MS = 5000
const MAX_DELAY_MS = 10_000
const TIMEOUT_MS = 20_000
const JITTER_MS = 1500
/** The polling interval of a page's list while live updates are off (SCREENS G4). */
const POLL_MS = 15_000
/** The shortest time between two reads of the same figures. */
const FIGURES_MS = 30_000
const SESSION_ENDED = 4401
/** A first join that comes later than this after the page, or data that is older by this at the join: changes may have been missed. */
const LATE_MS = 10_000
/** Longer than the server's 5 minutes between two pings: the connection may be dead without having been closed. */
const SILENT_MS = 330_000
/** The same for a page that is shown again: its device may have slept. */
const ASLEEP_MS = 20_000

type LiveState = { status: 'idle' | 'connected' | 'reconnecting' | 'disconnected'; attempt: number }
const state = createStore<LiveState>({ status: 'idle', attempt: 0 })
export const LIVE_ATTEMPTS = ATTEMPTS

let touchedAt = 0
/** When the socket last brought anything, as a time in ms; 0 when it never did. Up to then live answers were up to date. */
export const lastInTouch = (): number => touchedAt

// ------------------------------------------------------------ handlers

type Handler = (data: EventData<EventName>, message: LiveMessage) => void
const handlers = new Map<EventName, Set<Handler>>()

/** Calls `handler` for each of these events, once its resources are in the cache. Returns a function that stops it. */
export function onLive<E extends EventName>(
  events: E | readonly E[],
  handler: (data: EventData<E>, message: LiveMessage) => void,
): () => void {
  const names = [events].flat() as E[]
  const one = handler as Handler
  for (const name of names) handlers.set(name, (handlers.get(name) ?? new Set()).add(one))
  return () => {
    for (const name of names) handlers.get(name)?.delete(one)
  }
}

/** `useLive('orderUpdated', ({ order }) => …)`: handles events while the component is mounted, for sounds, announcements and highlights. */
export function useLive<E extends EventName>(events: E | readonly E[], handler: (data: EventData<E>, message: LiveMessage) => void): void {
  const latest = useEffectEvent(handler)
  const names = [events].flat().join(' ')
  useEffect(() => onLive(names.split(' ') as E[], (data, message) => latest(data, message)), [names])
}

// ------------------------------------------------------------ the connection

/** One message that can't be read or handled must not stop the others. */
function safely(run: () => void): void {
  try {
    run()
  } catch (error) {
    console.error('live message', error)
  }
}

type Connection = { close: () => void; retry: () => void }

function connect(client: QueryClient, restaurantId: string): Connection {
  /** The seq of the last event applied to the cache; null before the first join. */
  let last: number | null = null
  const began = Date.now()
  let asking = false
  /** Events were withheld that a change of permissions may open to this role: what was read before then is old. */
  let withheld = false
  /** The connection closed after such an event. The room closes it when the permissions change, and may have withheld more since it told so. */
  let closedSince = false
  let opened = false
  let closed = false
  const figures = new Map<Call, { at: number; timer?: ReturnType<typeof setTimeout> }>()
  let answering: ReturnType<typeof setTimeout> | undefined

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

  const send = <F extends ClientFrame>(event: F, data: ClientData<F>) => {
    if (socket.readyState === 1) socket.send(JSON.stringify({ event, data }))
  }
  const join = () => {
    asking = true
    send('joinRestaurant', { restaurantId, batch: true, ...(last === null ? {} : { since: last }) })
  }
  const end = () => {
    closed = true
    clearTimeout(answering)
    socket.close()
  }

  function receive(message: ServerMessage) {
    if (message.event === 'ping') {
      if (currentToken()) send('pong', {})
    } else if (message.event === 'error') {
      if (message.data.code !== 'session_ended') return
      end()
      expire()
    } else if (message.event === 'joined') {
      setSkew(touchedAt - Date.parse(message.at) || 0)
      joined(message.data)
    } else apply(message)
  }

  function apply(message: LiveMessage) {
    const { event, data, seq } = message
    if (seq !== undefined) {
      if (last === null || seq <= last) return
      if (seq > last + 1) {
        // Events are missing: ask for everything after `last`, which is sent again in order.
        if (!asking) join()
        return
      }
      last = seq
    }
    applyEvent(client, message)
    if (event === 'withheld') withheld = true
    if (event === 'settingsUpdated' && data.changed === 'permissions') {
      void refreshPermissions()
      if (withheld) void client.invalidateQueries()
      withheld = false
    }
    for (const call of figuresChangedBy(event)) refreshFigures(call)
    for (const handler of [...(handlers.get(event) ?? [])]) handler(data, message)
  }

  function joined({ seq, resumed, alerts, unseenKots = [], unprinted = [] }: FrameData<'joined'>) {
    asking = false
    state.set({ status: 'connected', attempt: 0 })
    setAlerts(client, alerts)
    setUnseenKots(unseenKots)
    setUnprinted(unprinted)
    const isOld = closedSince
    closedSince = false
    if (last !== null && resumed) {
      if (isOld) void client.invalidateQueries()
      return
    }
    // Nobody has told of a change of the permissions meanwhile.
    if (last !== null || Date.now() - began > LATE_MS) void refreshPermissions()
    if (last !== null) {
      // Too many events were missed to be replayed: fetch everything again.
      forgetLive(client)
      last = seq
      void client.invalidateQueries()
      return
    }
    last = seq
    refreshOlder(client, seq)
    refreshSettings(client, Date.now() - LATE_MS)
  }

  /** Fetches figures again: at once after a quiet time, otherwise `FIGURES_MS` after the last time, once for all events until then. */
  function refreshFigures(call: Call) {
    const known = figures.get(call) ?? { at: 0 }
    if (known.timer) return
    const timer = setTimeout(
      () => {
        figures.set(call, { at: Date.now() })
        void client.invalidateQueries({ queryKey: [call] })
      },
      Math.max(0, known.at + FIGURES_MS - Date.now()),
    )
    figures.set(call, { at: known.at, timer })
  }

  socket.addEventListener('open', () => {
    opened = true
    join()
  })
  socket.addEventListener('message', ({ data }) => {
    if (closed || typeof data !== 'string') return
    touchedAt = Date.now()
    clearTimeout(answering)
    safely(() => {
      const message = JSON.parse(data) as ServerMessage | ServerBatch
      for (const one of 'events' in message ? message.events : [message]) safely(() => receive(one))
    })
  })
  socket.addEventListener('close', (event) => {
    if (closed) return
    if (event.code === SESSION_ENDED) {
      end()
      return expire()
    }
    // Without a token a reconnect can't succeed (SPEC §4).
    if (!currentToken()) {
      end()
      return expire()
    }
    suspectOffline()
    closedSince ||= withheld
    withheld = false
    // The browser doesn't say why an upgrade was refused, so check the session.
    if (!opened && state.get().attempt <= 1) void verifySession()
    opened = false
    const { attempt } = state.get()
    state.set(attempt >= ATTEMPTS ? { status: 'disconnected', attempt } : { status: 'reconnecting', attempt: attempt + 1 })
  })

  function retry() {
    if (closed) return
    clearTimeout(answering)
    state.set({ status: 'reconnecting', attempt: 1 })
    socket.reconnect()
  }
  /** A network that went away and came back leaves a connection that looks open. It is asked for what is new; one that doesn't answer is made anew. */
  function check() {
    if (state.get().status !== 'connected') return retry()
    join()
    clearTimeout(answering)
    answering = setTimeout(retry, DELAY_MS)
  }
  const whenBack = onBackOnline(check)
  const isSilent = (ms: number) => state.get().status === 'connected' && Date.now() - touchedAt > ms
  const whenSeen = () => {
    if (document.visibilityState === 'visible' && (state.get().status === 'disconnected' || isSilent(ASLEEP_MS))) check()
  }
  document.addEventListener('visibilitychange', whenSeen)
  const watching = setInterval(() => isSilent(SILENT_MS) && check(), POLL_MS)

  return {
    retry,
    close() {
      end()
      setUnseenKots([])
      setUnprinted([])
      whenBack()
      document.removeEventListener('visibilitychange', whenSeen)
      clearInterval(watching)
      for (const { timer } of figures.values()) clearTimeout(timer)
    },
  }
}

/**
 * The first join tells which event comes next. Data fetched earlier may have missed one before it, so it is fetched again, except for an answer
 * whose own `seq` shows that it includes all events so far.
 */
function refreshOlder(client: QueryClient, seq: number) {
  for (const query of client.getQueryCache().findAll({ predicate: (q) => isLive(q.queryKey[0]) })) {
    const again = () => {
      if (query.state.data !== undefined && !includesAll(query.queryKey[0], query.state.data, seq))
        void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }
    if (query.state.fetchStatus === 'fetching') void query.promise?.then(again, () => undefined)
    else again()
  }
}

let connection: Connection | null = null
/** For the connection pill's "Retry". */
export const retryLive = (): void => connection?.retry()
export const useLiveState = (): LiveState => useStore(state)

/** The `refetchInterval` for a page's list: 15 s while live updates are off, otherwise false. */
export function useLivePolling(): number | false {
  return useStore(state, (s) => s.status === 'disconnected') ? POLL_MS : false
}

/** Keeps the connection open while someone of a restaurant is signed in. Renders nothing; used once, in the staff shell's layout. */
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
