import { auth } from './auth.ts'
import { backoffice } from './backoffice.ts'
import { inventory } from './inventory.ts'
import { menu } from './menu.ts'
import { orders } from './orders.ts'
import { partner } from './partner.ts'
import { restaurant } from './restaurant.ts'
import { system } from './system.ts'
import { tables } from './tables.ts'

/** Every call, by address: `'POST /tables/move'`. Paths are below `/v1`; a trailing slash is optional on each. */
export const api = { ...system, ...auth, ...tables, ...orders, ...menu, ...restaurant, ...inventory, ...partner, ...backoffice } as const
export type Api = typeof api
export type Call = keyof Api

export { auth, backoffice, inventory, menu, partner, orders, restaurant, system, tables }
export type * from './contract.ts'
