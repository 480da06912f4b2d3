import type { OrderShape } from '#domain/api/order.ts'
import { createStore, useStore } from './store.ts'

/** What arrived since the pages were last opened: the dots in the navigation (SPEC §4) and the new rows of the orders list. */
export type Unread = { orders: boolean; kitchen: boolean }
export const unread = createStore<Unread>({ orders: false, kitchen: false })
export const markRead = (flag: keyof Unread): void => unread.set((u) => (u[flag] ? { ...u, [flag]: false } : u))
export const useUnread = (): Unread => useStore(unread)

const LIMIT = 200
/** Orders that arrived since the list was last opened. */
const newOrders = createStore<OrderShape[]>([])
export const noteNewOrder = (order: OrderShape): void =>
  newOrders.set((all) => [order, ...all.filter((o) => o._id !== order._id)].slice(0, LIMIT))
export const clearNewOrders = (): void => newOrders.set((all) => (all.length ? [] : all))
export const newOrdersNow = (): OrderShape[] => newOrders.get()
