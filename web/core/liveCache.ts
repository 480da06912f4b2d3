import type { Query, QueryClient } from '@tanstack/react-query'
import type { CategoryShape, MenuItemShape } from '#domain/api/menu/menu.ts'
import type { OrderShape } from '#domain/api/order.ts'
import type { AlertShape, TableShape } from '#domain/api/tables.ts'
import { createStore, useStore } from './store.ts'

/**
 * The socket's events, and the answers of commands, put into TanStack Query's cache (DESIGN, "How a change flows" 6). Nothing older overwrites
 * anything newer: `version` decides between two states of one resource, `seq` between an event and a list that was being fetched meanwhile.
 */
export type LiveMessage = { event: string; data: Record<string, unknown>; seq?: number; at?: string }

type Known<T> = { value: T; seq: number }
type Memory = { orders: Map<string, Known<OrderShape>>; tables: Map<string, Known<TableShape>>; items: Map<string, Known<MenuItemShape>> }
const memories = new WeakMap<QueryClient, Memory>()
const LIMIT = 2000

function memoryOf(client: QueryClient): Memory {
  let memory = memories.get(client)
  if (!memory) memories.set(client, (memory = { orders: new Map(), tables: new Map(), items: new Map() }))
  return memory
}

/** With another session, or after missing events, nothing is known any more. */
export const forgetLive = (client: QueryClient): void => {
  memories.delete(client)
  newOrders.set([])
}

/** An order's last known state, also when it has ended and stands in no list any more. */
export const orderNow = (client: QueryClient, orderId: string): OrderShape | null =>
  memories.get(client)?.orders.get(orderId)?.value ?? null

/** False when something newer is known already. */
function learn<T extends { _id: string; version: number }>(map: Map<string, Known<T>>, value: T, seq: number): boolean {
  const known = map.get(value._id)
  if (known && known.value.version > value.version) return false
  map.delete(value._id)
  map.set(value._id, { value, seq: Math.max(seq, known?.seq ?? 0) })
  if (map.size > LIMIT)
    for (const oldest of map.keys()) {
      map.delete(oldest)
      break
    }
  return true
}

/** Changes cached answers of a call where they stand, without making an old answer look freshly fetched. */
function patch<T>(
  client: QueryClient,
  address: string,
  change: (data: T, input: { params?: Record<string, string>; query?: Record<string, unknown>; body?: Record<string, unknown> }) => T,
): void {
  for (const query of client.getQueryCache().findAll({ queryKey: [address] }) as Query[]) {
    const old = query.state.data as T | undefined
    if (old === undefined || old === null) continue
    const next = change(old, (query.queryKey[1] ?? {}) as never)
    if (next === old) continue
    const invalid = query.state.isInvalidated
    client.setQueryData(query.queryKey, next, { updatedAt: query.state.dataUpdatedAt })
    if (invalid) query.invalidate()
  }
}

const isPending = (order: OrderShape) => order.orderStatus === 'pending'
const newer = <T extends { version: number }>(a: T, b: T): T => (b.version >= a.version ? b : a)

type Pending = { orders: OrderShape[]; seq: number }
type Page = { orders: OrderShape[]; totalOrders?: number }
type Active = { order: OrderShape | null }

function withPending(list: readonly OrderShape[], order: OrderShape): OrderShape[] {
  const at = list.findIndex((o) => o._id === order._id)
  if (!isPending(order)) return at < 0 ? (list as OrderShape[]) : list.filter((o) => o._id !== order._id)
  if (at >= 0) return list.map((o, i) => (i === at ? newer(o, order) : o))
  // Newest first, as lists of orders are (SCREENS §6.25).
  const before = list.findIndex((o) => o.createdAt < order.createdAt)
  return before < 0 ? [...list, order] : [...list.slice(0, before), order, ...list.slice(before)]
}

/** Puts an order wherever it is shown. `seq` is its event's; 0 for a command's answer. False when a newer state is known. */
export function putOrder(client: QueryClient, order: OrderShape, seq = 0): boolean {
  if (!learn(memoryOf(client).orders, order, seq)) return false
  patch<Pending>(client, 'GET /orders/restaurant/pending', (data) => {
    const orders = withPending(data.orders, order)
    return orders === data.orders ? data : { ...data, orders }
  })
  patch<Page>(client, 'GET /orders', (data, { query }) => {
    const at = data.orders.findIndex((o) => o._id === order._id)
    if (at < 0) return data
    // "Status update removes it from Live": a page that asks for one status holds no other.
    const gone =
      (query?.status && order.orderStatus !== query.status) || (query?.paymentStatus && order.paymentStatus !== query.paymentStatus)
    if (gone)
      return { ...data, orders: data.orders.filter((o) => o._id !== order._id), totalOrders: Math.max(0, (data.totalOrders ?? 1) - 1) }
    return { ...data, orders: data.orders.map((o, i) => (i === at ? newer(o, order) : o)) }
  })
  patch<Active>(client, 'POST /orders/active', (data, { body }) => {
    const tableId = body?.tableId
    if (data.order?._id === order._id) {
      if (!isPending(order)) return { order: null }
      // The order of a merged child stands under the child's id too, and stays there while its own table stays.
      const stays = order.tableId === tableId || order.tableId === data.order.tableId
      return stays ? { order: newer(data.order, order) } : { order: null }
    }
    return isPending(order) && order.tableId !== null && order.tableId === tableId ? { order } : data
  })
  return true
}

export function putTable(client: QueryClient, table: TableShape, seq = 0): boolean {
  if (!learn(memoryOf(client).tables, table, seq)) return false
  patch<{ tables: TableShape[] }>(client, 'GET /tables', (data) => {
    const at = data.tables.findIndex((t) => t._id === table._id)
    if (at < 0) return { ...data, tables: [...data.tables, table] }
    return { ...data, tables: data.tables.map((t, i) => (i === at ? newer(t, table) : t)) }
  })
  patch<{ table: TableShape }>(client, 'GET /tables/:id', (data, { params }) =>
    params?.id === table._id ? { table: 'version' in data.table ? newer(data.table, table) : table } : data,
  )
  return true
}

export function putItem(client: QueryClient, item: MenuItemShape, seq = 0): boolean {
  const { items } = memoryOf(client)
  const known = items.get(item._id)
  // A sale counts a dish without raising its version (docs/decisions/015): of one version the latest event knows what is left.
  if (known && known.value.version === item.version && seq < known.seq) return false
  if (!learn(items, item, seq)) return false
  let missing = false
  const swap = (items: MenuItemShape[]) => {
    const old = items.find((i) => i._id === item._id)
    if (!old) return items
    missing ||= old.categoryId !== item.categoryId || old.subCategoryId !== item.subCategoryId
    return items.map((i) => (i === old ? newer(i, item) : i))
  }
  patch<{ menu: { categories: CategoryShape[] } }>(client, 'POST /menus/restaurant', (data) => {
    let found = false
    const categories = data.menu.categories.map((category) => {
      const menuItems = swap(category.menuItems)
      const subcategories = category.subcategories.map((sub) => {
        const inner = swap(sub.menuItems)
        return inner === sub.menuItems ? sub : { ...sub, menuItems: inner }
      })
      if (menuItems === category.menuItems && subcategories.every((s, i) => s === category.subcategories[i])) return category
      found = true
      return { ...category, menuItems, subcategories }
    })
    missing ||= !found
    return found ? { ...data, menu: { ...data.menu, categories } } : data
  })
  patch<{ items: MenuItemShape[] }>(client, 'POST /menus/trending', (data) => {
    const items = swap(data.items)
    return items === data.items ? data : { ...data, items }
  })
  patch<{ item: MenuItemShape }>(client, 'GET /menus/item/:id', (data, { params }) =>
    params?.id === item._id ? { item: newer(data.item, item) } : data,
  )
  // A new dish, or one that moved: only the server knows its place.
  if (missing) readMenuSoon(client)
  return true
}

const menuTimers = new WeakMap<QueryClient, ReturnType<typeof setTimeout>>()

/** Reads the menu again, once for all that comes in a burst: an import tells of each of its dishes. */
function readMenuSoon(client: QueryClient): void {
  if (menuTimers.has(client)) return
  menuTimers.set(
    client,
    setTimeout(() => {
      menuTimers.delete(client)
      for (const address of ['POST /menus/restaurant', 'POST /menus/categories', 'POST /menus/trending', 'GET /menus/addon-templates'])
        void client.invalidateQueries({ queryKey: [address] })
    }, 300),
  )
}

/** Takes a deleted dish off every menu. */
function dropItem(client: QueryClient, item: MenuItemShape, seq: number): void {
  learn(memoryOf(client).items, { ...item, available: false }, seq)
  const without = (items: MenuItemShape[]) => (items.some((i) => i._id === item._id) ? items.filter((i) => i._id !== item._id) : items)
  patch<{ menu: { categories: CategoryShape[] } }>(client, 'POST /menus/restaurant', (data) => ({
    ...data,
    menu: {
      ...data.menu,
      categories: data.menu.categories.map((c) => ({
        ...c,
        menuItems: without(c.menuItems),
        subcategories: c.subcategories.map((s) => ({ ...s, menuItems: without(s.menuItems) })),
      })),
    },
  }))
  patch<{ items: MenuItemShape[] }>(client, 'POST /menus/trending', (data) => ({ ...data, items: without(data.items) }))
  readMenuSoon(client)
}

// ------------------------------------------------------------ table alerts: whole at every join, without seq

export const ALERTS_KEY = ['GET /tables/alerts', {}] as const
type Alerts = { alerts: AlertShape[] }

export const setAlerts = (client: QueryClient, alerts: AlertShape[]): void => void client.setQueryData<Alerts>(ALERTS_KEY, { alerts })

const changeAlerts = (client: QueryClient, change: (alerts: AlertShape[]) => AlertShape[]): void =>
  void client.setQueryData<Alerts>(ALERTS_KEY, (old) => ({ alerts: change(old?.alerts ?? []) }))

/** A new alert of the same table and type takes the old one's place (SPEC §4). */
export const putAlert = (client: QueryClient, alert: AlertShape): void =>
  changeAlerts(client, (alerts) => [...alerts.filter((a) => a.tableId !== alert.tableId || a.alertType !== alert.alertType), alert])

/** Without a type, all of the table. */
export const dropAlerts = (client: QueryClient, tableId: string, alertType?: string | null): void =>
  changeAlerts(client, (alerts) => alerts.filter((a) => a.tableId !== tableId || (alertType ? a.alertType !== alertType : false)))

/** What is left of one table's alerts. */
export const setTableAlerts = (client: QueryClient, tableId: string, left: AlertShape[]): void =>
  changeAlerts(client, (alerts) => [...alerts.filter((a) => a.tableId !== tableId), ...left])

// ------------------------------------------------------------ whatever an answer or event holds

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const isVersioned = (value: unknown): value is Record<string, unknown> & { _id: string; version: number } =>
  isRecord(value) && typeof value._id === 'string' && typeof value.version === 'number'
const isOrder = (value: unknown): boolean => isVersioned(value) && 'kots' in value && 'orderStatus' in value
const isTable = (value: unknown): boolean => isVersioned(value) && 'tableNumber' in value && 'mergedTables' in value
const isItem = (value: unknown): boolean => isVersioned(value) && 'available' in value && 'categoryId' in value

/** Puts every order, table and menu item that `data` holds one level deep into the cache: `{ order }`, `{ from, to, order }`, `{ parent, children }`. */
export function absorb(client: QueryClient, data: unknown, seq = 0): void {
  if (!isRecord(data)) return
  for (const value of Object.values(data)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (isOrder(one)) putOrder(client, one as unknown as OrderShape, seq)
      else if (isTable(one)) putTable(client, one as unknown as TableShape, seq)
      else if (isItem(one)) putItem(client, one as unknown as MenuItemShape, seq)
    }
  }
}

/** One event of the restaurant. */
export function applyEvent(client: QueryClient, { event, data, seq = 0 }: LiveMessage): void {
  if (event === 'tableAlert') {
    if (isRecord(data.alert)) putAlert(client, data.alert as unknown as AlertShape)
    return
  }
  if (event === 'tableAlertCleared') {
    const alert = isRecord(data.alert) ? data.alert : null
    const tableId = String(data.tableId ?? alert?.tableId ?? '')
    if (Array.isArray(data.alerts)) setTableAlerts(client, tableId, data.alerts as AlertShape[])
    else if (alert && data.action === 'acknowledge') putAlert(client, alert as unknown as AlertShape)
    else dropAlerts(client, tableId, (data.alertType ?? alert?.alertType) as string | undefined)
    return
  }
  if (event === 'tableChanged' && data.deleted === true) {
    const gone = String(data.tableId ?? (isRecord(data.table) ? data.table._id : ''))
    patch<{ tables: TableShape[] }>(client, 'GET /tables', (old) => ({ ...old, tables: old.tables.filter((t) => t._id !== gone) }))
    return
  }
  if (event === 'menuItemUpdated') {
    if (isItem(data.item) && data.deleted === true) return dropItem(client, data.item as unknown as MenuItemShape, seq)
    // A category or subcategory came, went or changed.
    if (!isItem(data.item)) return readMenuSoon(client)
  }
  const isNew = event === 'orderCreated' && isOrder(data.order) && !memoryOf(client).orders.has((data.order as { _id: string })._id)
  absorb(client, data, seq)
  const order = isOrder(data.order) ? (data.order as unknown as OrderShape) : null
  if (isNew && order) noteNew(client, order)
  if (event === 'orderCreated' || event === 'orderUpdated') unread.set({ orders: true, kitchen: true })
  if (event === 'tableMoved') {
    // Merges and moves: what a table's own query said may belong to another now.
    void client.invalidateQueries({ queryKey: ['POST /orders/active'] })
    if (!Object.values(data).some(isTable)) void client.invalidateQueries({ queryKey: ['GET /tables'] })
  }
}

/** A fetched answer, corrected by what was learnt while it was under way. */
export function reconcile(client: QueryClient, address: string, data: unknown): unknown {
  const memory = memories.get(client)
  if (!memory || !isRecord(data)) return data
  const latest = <T extends { _id: string; version: number }>(map: Map<string, Known<T>>, value: T): T => {
    const known = map.get(value._id)
    return known && known.value.version > value.version ? known.value : value
  }
  switch (address) {
    case 'GET /orders/restaurant/pending': {
      const answer = data as unknown as Pending
      let orders = answer.orders.map((o) => latest(memory.orders, o)).filter(isPending)
      // Events that the server's list can't hold yet.
      for (const { value, seq } of memory.orders.values()) if (seq > answer.seq) orders = withPending(orders, value)
      return { ...answer, orders }
    }
    case 'GET /orders': {
      const answer = data as unknown as Page
      return { ...answer, orders: answer.orders.map((o) => latest(memory.orders, o)) }
    }
    case 'POST /orders/active': {
      const { order } = data as unknown as Active
      if (!order) return data
      const known = latest(memory.orders, order)
      return isPending(known) ? { ...data, order: known } : { ...data, order: null }
    }
    case 'GET /tables': {
      const answer = data as unknown as { tables: TableShape[] }
      return { ...answer, tables: answer.tables.map((t) => latest(memory.tables, t)) }
    }
    default:
      return data
  }
}

// ------------------------------------------------------------ unread flags and the "2 new" chip

export type Unread = { orders: boolean; kitchen: boolean }
export const unread = createStore<Unread>({ orders: false, kitchen: false })
export const markRead = (flag: keyof Unread): void => unread.set((u) => (u[flag] ? { ...u, [flag]: false } : u))
export const useUnread = (): Unread => useStore(unread)

/** Orders that came in since the list was last read, and are on none of its cached pages. */
const newOrders = createStore<OrderShape[]>([])
function noteNew(client: QueryClient, order: OrderShape): void {
  const shown = client.getQueriesData<Page>({ queryKey: ['GET /orders'] }).some(([, page]) => page?.orders.some((o) => o._id === order._id))
  if (!shown) newOrders.set((all) => [order, ...all.filter((o) => o._id !== order._id)].slice(0, 200))
}
export const clearNewOrders = (): void => newOrders.set((all) => (all.length ? [] : all))
export const newOrdersNow = () => newOrders.get()
/** `[orders, clear]`: for the chip "2 new". */
export const useNewOrders = (): [OrderShape[], () => void] => [useStore(newOrders), clearNewOrders]
