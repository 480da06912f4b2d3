export const HOME = '/restaurant/captain'
export const TABLES = '/restaurant/captain/tables'
export const MENU = '/restaurant/captain/menu'
export const ORDERS = '/restaurant/captain/orders'
/** The table is in the address, so that a reload, a call or a locked screen comes back to it. */
export const menuPath = (tableId: string): string => `${MENU}?table=${encodeURIComponent(tableId)}`
export const ordersPath = (tableId: string): string => `${ORDERS}?table=${encodeURIComponent(tableId)}`
