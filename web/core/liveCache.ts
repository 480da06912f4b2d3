import type { QueryClient } from '@tanstack/react-query'
import type { EventData, EventName, ServerMessage } from '#domain/api/events.ts'
import type { CategoryShape, MenuItemShape } from '#domain/api/menu/menu.ts'
import type { OrderShape } from '#domain/api/order.ts'
import type { AlertShape, TableShape } from '#domain/api/tables.ts'
import { isToCook, isToServe } from '#domain/itemStatus.ts'
import { alertSlot } from '#domain/table.ts'
import type { Call } from './api.ts'
import { eachOf, newer, resource, type EventHandlers, type Resource } from './liveResource.ts'
import { serverNow } from './online.ts'
import { noteNewOrder, clearNewOrders, unread } from './unread.ts'
import { setUnprinted } from './unprinted.ts'
import { setUnseenKots } from './unseenKots.ts'

/**
 * Puts the socket's events and the answers of commands into TanStack Query's cache (DESIGN, "How a change flows" 6). To make a resource live, write an
 * entry here and add it to `RESOURCES`: how to recognise it, which cached queries hold it, and how to update them.
 */
export type LiveMessage = Extract<ServerMessage, { event: EventName }>

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
/** True for a whole resource, recognised by fields that no other resource has. */
const isVersioned = (value: unknown, ...fields: string[]): boolean =>
  isRecord(value) && typeof value._id === 'string' && typeof value.version === 'number' && fields.every((field) => field in value)

/** Returns what fetches these again, once for a burst of events. */
function readSoon(calls: readonly Call[]): (client: QueryClient) => void {
  const timers = new WeakMap<QueryClient, ReturnType<typeof setTimeout>>()
  return (client) => {
    if (timers.has(client)) return
    timers.set(
      client,
      setTimeout(() => {
        timers.delete(client)
        for (const call of calls) void client.invalidateQueries({ queryKey: [call] })
      }, 300),
    )
  }
}

// ------------------------------------------------------------ orders

const isPending = (order: OrderShape) => order.orderStatus === 'pending'
/** Without `now` however long ago it was completed: the server's list has only what is new enough, and this clock may not be set before the first join. */
const isCompletedToCook = (order: OrderShape, now?: number) =>
  order.kots.some((kot) => kot.items.some((line) => isToCook(order, line, now) || isToServe(order, line, now)))
const isCookedNow = (order: OrderShape) => isCompletedToCook(order, serverNow())

/** The list, newest first, with this one as it is now, or without it when it doesn't belong there any more. */
export function withLatest<T extends { _id: string; version: number; createdAt: string }>(
  list: readonly T[],
  latest: T,
  belongs: (latest: T) => boolean,
): T[] {
  const at = list.findIndex((o) => o._id === latest._id)
  if (!belongs(latest)) return at < 0 ? (list as T[]) : list.filter((o) => o._id !== latest._id)
  if (at >= 0) return list.map((o, i) => (i === at ? newer(o, latest) : o))
  // Lists of orders are newest first (SCREENS §6.25).
  const before = list.findIndex((o) => o.createdAt < latest.createdAt)
  return before < 0 ? [...list, latest] : [...list.slice(0, before), latest, ...list.slice(before)]
}

const markUnread = () => unread.set({ orders: true, kitchen: true })

const orders: Resource<OrderShape> = resource<OrderShape>({
  is: (value): value is OrderShape => isVersioned(value, 'kots', 'orderStatus'),
  queries: {
    'GET /orders/restaurant/pending': {
      each: (data, change) => ({ ...data, orders: eachOf(data.orders, change), toCook: eachOf(data.toCook, change) }),
      put(data, order) {
        const orders = withLatest(data.orders, order, isPending)
        // Many places never mark anything as served: what is too old leaves with the next change.
        const still = data.toCook.every(isCookedNow) ? data.toCook : data.toCook.filter(isCookedNow)
        const toCook = withLatest(still, order, isCookedNow)
        return orders === data.orders && toCook === data.toCook ? data : { ...data, orders, toCook }
      },
      includes: (data, seq) => data.seq >= seq,
      correct(data, { latest, all }) {
        let orders = data.orders.map(latest).filter(isPending)
        let toCook = data.toCook.map(latest).filter((order) => isCompletedToCook(order))
        // Events that are newer than the server's list.
        for (const { value, seq } of all)
          if (seq > data.seq) {
            orders = withLatest(orders, value, isPending)
            toCook = withLatest(toCook, value, isCookedNow)
          }
        return { ...data, orders, toCook }
      },
    },
    'GET /orders': {
      each: (data, change) => ({ ...data, orders: eachOf(data.orders, change) }),
      put(data, order, { input: { query } }) {
        const at = data.orders.findIndex((o) => o._id === order._id)
        if (at < 0) return data
        // A page that asks for one status keeps no other: a status update removes the order from Live.
        const gone =
          (query?.status && order.orderStatus !== query.status) || (query?.paymentStatus && order.paymentStatus !== query.paymentStatus)
        if (gone)
          return { ...data, orders: data.orders.filter((o) => o._id !== order._id), totalOrders: Math.max(0, (data.totalOrders ?? 1) - 1) }
        return { ...data, orders: data.orders.map((o, i) => (i === at ? newer(o, order) : o)) }
      },
    },
    'POST /orders/active': {
      each: (data, change) => (data.order ? { ...data, order: change(data.order) } : data),
      put(data, order, { input }) {
        const tableId = input.body?.tableId
        if (data.order?._id === order._id) {
          if (!isPending(order)) return { order: null }
          // The order of a merged child is also stored under the child's id, and stays there while its own table is the same.
          const stays = order.tableId === tableId || order.tableId === data.order.tableId
          return stays ? { order: newer(data.order, order) } : { order: null }
        }
        return isPending(order) && order.tableId !== null && order.tableId === tableId ? { order } : data
      },
      correct(data, { latest }) {
        if (!data.order) return data
        const order = latest(data.order)
        return { ...data, order: isPending(order) ? order : null }
      },
    },
  },
  on: {
    orderCreated({ client, data: { order }, put }) {
      const isNew = orders.known(client, order._id) === null
      put()
      if (isNew && !isListed(client, order)) noteNewOrder(order)
      markUnread()
    },
    orderUpdated({ put }) {
      put()
      markUnread()
    },
  },
})

const isListed = (client: QueryClient, order: OrderShape): boolean =>
  client
    .getQueriesData<{ orders: OrderShape[] }>({ queryKey: ['GET /orders'] })
    .some(([, page]) => page?.orders.some((o) => o._id === order._id))

/** An order's last known state, even after it has ended and left all lists. */
export const orderNow = orders.known

// ------------------------------------------------------------ tables

const TABLES = ['GET /tables']
const followed = new WeakSet<Promise<unknown>>()
/** Fetches the tables once more after a fetch that is under way, which may be answered with those from before this change. */
function readTablesAfter(client: QueryClient) {
  for (const { promise, queryKey } of client.getQueryCache().findAll({ queryKey: TABLES, fetchStatus: 'fetching' })) {
    if (!promise || followed.has(promise)) continue
    followed.add(promise)
    void promise.then(
      () => client.invalidateQueries({ queryKey, exact: true }),
      () => undefined,
    )
  }
}

const tables = resource<TableShape>({
  is: (value): value is TableShape => isVersioned(value, 'tableNumber', 'mergedTables'),
  queries: {
    'GET /tables': {
      each: (data, change) => ({ ...data, tables: eachOf(data.tables, change) }),
      put(data, table) {
        const at = data.tables.findIndex((t) => t._id === table._id)
        if (at < 0) return { ...data, tables: [...data.tables, table] }
        return { ...data, tables: data.tables.map((t, i) => (i === at ? newer(t, table) : t)) }
      },
    },
    'GET /tables/:id': {
      // The answer for guests is a stub without a version.
      each: (data, change) => ('version' in data.table ? { table: change(data.table) ?? data.table } : data),
      put: (data, table, { input: { params } }) =>
        params?.id === table._id ? { table: 'version' in data.table ? newer(data.table, table) : table } : data,
    },
  },
  on: {
    tableChanged({ client, data: { table, deleted }, seq, put }) {
      const lists = client.getQueriesData<{ tables: TableShape[] }>({ queryKey: TABLES })
      const isNew = !lists.some(([, list]) => list?.tables.some(({ _id }) => _id === table._id))
      if (deleted) tables.drop(client, table, seq)
      else put()
      if (deleted || isNew) readTablesAfter(client)
    },
    tableMoved({ client, put }) {
      put()
      // After a merge or a move, the order that a table's query holds may belong to another table.
      void client.invalidateQueries({ queryKey: ['POST /orders/active'] })
    },
    tablesUnmerged({ client, put }) {
      put()
      void client.invalidateQueries({ queryKey: ['POST /orders/active'] })
    },
  },
})

// ------------------------------------------------------------ dishes

/** Fetches the menu again: an import sends one event for each dish. */
const readMenuSoon = readSoon(['POST /menus/restaurant', 'POST /menus/categories', 'POST /menus/trending', 'GET /menus/addon-templates'])

type MenuAnswer = { menu: { categories: CategoryShape[] } }

function eachDish<Data extends MenuAnswer>(data: Data, change: (item: MenuItemShape) => MenuItemShape | null): Data {
  const categories = eachOf(data.menu.categories, (category) => {
    const menuItems = eachOf(category.menuItems, change)
    const subcategories = eachOf(category.subcategories, (sub) => {
      const inner = eachOf(sub.menuItems, change)
      return inner === sub.menuItems ? sub : { ...sub, menuItems: inner }
    })
    return menuItems === category.menuItems && subcategories === category.subcategories
      ? category
      : { ...category, menuItems, subcategories }
  })
  return categories === data.menu.categories ? data : { ...data, menu: { ...data.menu, categories } }
}

const dishes = resource<MenuItemShape>({
  is: (value): value is MenuItemShape => isVersioned(value, 'available', 'categoryId'),
  // A sale counts a dish without raising its version (docs/decisions/015): for equal versions the latest event has the right count.
  isOlder: (known, seq) => seq < known.seq,
  queries: {
    'POST /menus/restaurant': {
      each: eachDish,
      put(data, item, { client }) {
        let isInPlace = false
        const next = eachDish(data, (old) => {
          if (old._id !== item._id) return old
          isInPlace = old.categoryId === item.categoryId && old.subCategoryId === item.subCategoryId
          return newer(old, item)
        })
        // A new or moved dish: only the server knows its position.
        if (!isInPlace) readMenuSoon(client)
        return next
      },
    },
    'POST /menus/trending': {
      each(data, change) {
        const items = eachOf(data.items, change)
        return items === data.items ? data : { ...data, items }
      },
    },
    'GET /menus/item/:id': {
      each(data, change) {
        const item = change(data.item) ?? data.item
        return item === data.item ? data : { ...data, item }
      },
    },
  },
  on: {
    menuItemUpdated({ client, data, seq, put }) {
      if (!('item' in data)) return readMenuSoon(client)
      if (!data.deleted) return put()
      dishes.drop(client, data.item, seq)
      readMenuSoon(client)
    },
  },
})

// ------------------------------------------------------------ table alerts and unseen tickets: sent in full at every join, without version or seq

export const ALERTS_KEY = ['GET /tables/alerts', {}] as const
type Alerts = { alerts: AlertShape[] }

/** The room's own list, which is complete: the answer to a fetch under way could only be older. */
export function setAlerts(client: QueryClient, alerts: AlertShape[]): void {
  void client.cancelQueries({ queryKey: ALERTS_KEY })
  client.setQueryData<Alerts>(ALERTS_KEY, { alerts })
}

/** A fetch under way may be answered with the alerts from before this change, and they have no version that would tell: it is made again. */
function changeAlerts(client: QueryClient, change: (alerts: AlertShape[]) => AlertShape[]): void {
  client.setQueryData<Alerts>(ALERTS_KEY, (old) => ({ alerts: change(old?.alerts ?? []) }))
  void client.invalidateQueries({ queryKey: ALERTS_KEY, fetchStatus: 'fetching' })
}

/** A new alert replaces one of the same table and type (SPEC §4). */
export const putAlert = (client: QueryClient, alert: AlertShape): void =>
  changeAlerts(client, (alerts) => [
    ...alerts.filter((a) => a.tableId !== alert.tableId || alertSlot(a.alertType) !== alertSlot(alert.alertType)),
    alert,
  ])

/** Replaces all alerts of one table by those that are left. */
export const setTableAlerts = (client: QueryClient, tableId: string, left: AlertShape[]): void =>
  changeAlerts(client, (alerts) => [...alerts.filter((a) => a.tableId !== tableId), ...left])

const alerts = {
  on: {
    tableAlert: ({ client, data }) => putAlert(client, data.alert),
    tableAlertCleared: ({ client, data }) => setTableAlerts(client, data.tableId, data.alerts),
    ticketsUnseen: ({ data }) => setUnseenKots(data.unseenKots),
    unprintedJobs: ({ data }) => setUnprinted(data.unprinted),
  } satisfies EventHandlers,
}

// ------------------------------------------------------------ settings: what a profile shows depends on who reads it, so an event only says that it changed

const OF_PROFILE = ['GET /restaurant/profile', 'GET /restaurant/:id/details', 'GET /kot', 'GET /print/printers'] as const
const OFFERS = 'GET /restaurant/offers/:id'
const readSettingsSoon = {
  profile: readSoon(OF_PROFILE),
  offers: readSoon([OFFERS]),
  permissions: readSoon(['GET /restaurant/profile']),
  drawer: readSoon(['GET /orders/daily-summary', 'GET /orders/drawer']),
} satisfies Record<EventData<'settingsUpdated'>['changed'], unknown>

const settings = {
  on: { settingsUpdated: ({ client, data }) => readSettingsSoon[data.changed]?.(client) } satisfies EventHandlers,
}

// ------------------------------------------------------------ figures: counted by the server, so an event only says that they changed

const dashboard = {
  call: 'POST /api/analytics/dashboard-analytics',
  countedFrom: [
    'orderCreated',
    'orderUpdated',
    'orderCompleted',
    'orderItemUpdated',
    'tableMoved',
    'tablesUnmerged',
    'tableChanged',
    'tableAlert',
    'tableAlertCleared',
    'menuItemUpdated',
    'stockLow',
    'withheld',
  ],
} satisfies { call: Call; countedFrom: EventName[] }

const daySummary = {
  call: 'GET /orders/daily-summary',
  countedFrom: ['orderCreated', 'orderUpdated', 'orderCompleted', 'orderItemUpdated'],
} satisfies { call: Call; countedFrom: EventName[] }

// ------------------------------------------------------------ the registry

const FIGURES: readonly { call: Call; countedFrom: readonly EventName[] }[] = [dashboard, daySummary]

const RESOURCES = [orders, tables, dishes] as unknown as Resource[]
const HANDLERS: EventHandlers = Object.assign({}, ...[...RESOURCES, alerts, settings].map(({ on }) => on))

/** The calls whose cached answers are kept up to date by events. */
export const isLive = (address: unknown): boolean => RESOURCES.some((r) => r.addresses.includes(address as string))

/** Fetches settings and figures again whose answer came before `then`: no event has told of a change since. */
export function refreshSettings(client: QueryClient, then: number): void {
  const calls: unknown[] = [...OF_PROFILE, OFFERS, ...FIGURES.map(({ call }) => call)]
  void client.invalidateQueries({
    predicate: (q) => calls.includes(q.queryKey[0]) && q.state.data !== undefined && q.state.dataUpdatedAt < then,
  })
}

/** The calls whose figures change with this event. */
export const figuresChangedBy = (event: EventName): Call[] =>
  FIGURES.filter(({ countedFrom }) => countedFrom.includes(event)).map(({ call }) => call)

/** True if a cached answer includes every event up to `seq`; false when it may have missed one. */
export const includesAll = (address: unknown, data: unknown, seq: number): boolean =>
  isRecord(data) && RESOURCES.some((r) => r.includes(address, data, seq))

/** Keeps a resource live whose entry comes with a part of the page. Its events have no handler of their own. */
export const keepLive = (one: unknown): unknown => RESOURCES.push(one as Resource)

/** Puts every resource found in `data`, one level deep, into the cache: `{ order }`, `{ from, to, order }`, `{ parent, children }`. */
export function absorb(client: QueryClient, data: unknown, seq = 0): void {
  if (!isRecord(data)) return
  for (const value of Object.values(data))
    for (const one of Array.isArray(value) ? value : [value]) RESOURCES.find((r) => r.is(one))?.put(client, one, seq)
}

/** Applies one event of the restaurant to the cache. */
export function applyEvent(client: QueryClient, { event, data, seq = 0 }: LiveMessage): void {
  const put = () => absorb(client, data, seq)
  const handler = HANDLERS[event] as ((event: { client: QueryClient; data: unknown; seq: number; put: () => void }) => void) | undefined
  if (handler) handler({ client, data, seq, put })
  else put()
}

/** Corrects a fetched answer by events that arrived while it was being fetched. */
export const reconcile = (client: QueryClient, address: string, data: unknown): unknown =>
  isRecord(data) ? RESOURCES.reduce<unknown>((answer, r) => r.correct(client, address, answer), data) : data

/** Clears everything known about live resources: after a change of session or missed events. */
export function forgetLive(client: QueryClient): void {
  for (const r of RESOURCES) r.forget(client)
  clearNewOrders()
}
