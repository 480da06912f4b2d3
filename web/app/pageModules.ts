import { type ComponentType, lazy } from 'react'

/** One chunk a page, fetched when it is opened or pointed at. */
const modules = {
  '/restaurant/dashboard': () => import('#web/dashboard/DashboardPage.tsx'),
  '/restaurant/pos': () => import('#web/pos/PosPage.tsx'),
  '/restaurant/orders': () => import('#web/orders/OrdersPage.tsx'),
  '/restaurant/kitchen': () => import('#web/kitchen/KitchenPage.tsx'),
  '/restaurant/tables': () => import('#web/tables/TablesPage.tsx'),
  '/restaurant/captain': () => import('#web/captain/CaptainHomePage.tsx'),
  '/restaurant/captain/tables': () => import('#web/captain/CaptainTablesPage.tsx'),
  '/restaurant/captain/menu': () => import('#web/captain/CaptainMenuPage.tsx'),
  '/restaurant/captain/orders': () => import('#web/captain/CaptainOrdersPage.tsx'),
} satisfies Record<string, () => Promise<{ default: ComponentType }>>

export type PagePath = keyof typeof modules
export const lazyPage = (path: PagePath) => lazy(modules[path])
export const preload = (path: string): void => void (path in modules ? modules[path as PagePath]().catch(() => undefined) : undefined)
