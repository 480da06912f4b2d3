import { analytics } from './analytics.ts'
import { auth } from './auth.ts'
import { backoffice } from './backoffice.ts'
import { banners } from './banners.ts'
import { cert } from './cert.ts'
import { chainMenu } from './chainMenu.ts'
import { claims } from './claims.ts'
import { customers } from './customers.ts'
import { employees } from './employees.ts'
import { feedback } from './feedback.ts'
import { inventory } from './inventory.ts'
import { keys } from './keys.ts'
import { kot } from './kot.ts'
import { listing } from './listing.ts'
import { media } from './media.ts'
import { categories } from './menu/categories.ts'
import { importing } from './menu/importing.ts'
import { items } from './menu/items.ts'
import { menu } from './menu/menu.ts'
import { menuOrder } from './menu/order.ts'
import { recipes } from './menu/recipes.ts'
import { saved } from './menu/saved.ts'
import { statistics } from './menu/statistics.ts'
import { templates } from './menu/templates.ts'
import { messenger } from './messenger.ts'
import { offers } from './offers.ts'
import { orders } from './orders.ts'
import { partner } from './partner.ts'
import { printing } from './printing.ts'
import { purchases } from './purchases.ts'
import { reservations } from './reservations.ts'
import { restaurant } from './restaurant.ts'
import { stations } from './stations.ts'
import { system } from './system.ts'
import { tables } from './tables.ts'

/** Every call, by address: `'POST /tables/move'`. Paths are below `/v1`; a trailing slash is optional on each. */
export const api = {
  ...system,
  ...auth,
  ...tables,
  ...orders,
  ...menu,
  ...items,
  ...categories,
  ...menuOrder,
  ...templates,
  ...importing,
  ...saved,
  ...recipes,
  ...restaurant,
  ...kot,
  ...employees,
  ...feedback,
  ...keys,
  ...offers,
  ...banners,
  ...listing,
  ...claims,
  ...reservations,
  ...customers,
  ...statistics,
  ...analytics,
  ...cert,
  ...printing,
  ...stations,
  ...media,
  ...messenger,
  ...inventory,
  ...purchases,
  ...partner,
  ...chainMenu,
  ...backoffice,
} as const
export type Api = typeof api
export type Call = keyof Api

export type * from './contract.ts'
export * from './analytics.ts'
export * from './auth.ts'
export * from './backoffice.ts'
export * from './banners.ts'
export * from './cert.ts'
export * from './chainMenu.ts'
export * from './claims.ts'
export * from './common.ts'
export * from './customers.ts'
export * from './daySummary.ts'
export * from './employees.ts'
export * from './feedback.ts'
export * from './inventory.ts'
export * from './keys.ts'
export * from './kot.ts'
export * from './listing.ts'
export * from './media.ts'
export * from './messenger.ts'
export * from './offers.ts'
export * from './order.ts'
export * from './orders.ts'
export * from './partner.ts'
export * from './printing.ts'
export * from './purchases.ts'
export * from './printJob.ts'
export * from './reservations.ts'
export * from './restaurant.ts'
export * from './stations.ts'
export * from './system.ts'
export * from './tables.ts'
export * from './menu/categories.ts'
export * from './menu/importing.ts'
export * from './menu/items.ts'
export * from './menu/menu.ts'
export * from './menu/recipes.ts'
export * from './menu/saved.ts'
export * from './menu/statistics.ts'
export * from './menu/templates.ts'
