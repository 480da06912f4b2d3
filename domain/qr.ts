import { forbidden } from './errors.ts'
import { randomId } from './ids.ts'
import { newSettings } from './settings.ts'

/**
 * The switches of a restaurant's printed codes (CONTRACT §9 "QR switches"). The server applies them only to guests and diners, not to staff or people who have
 * entered the restaurant. `stored` may lack a switch that is newer than the restaurant.
 */
export type QrSwitches = ReturnType<typeof newSettings>['qrSettings']
export const qrSwitchesOf = (stored: Partial<QrSwitches>): QrSwitches => ({ ...newSettings().qrSettings, ...stored })

/** Before somebody signs in at a table. Throws 403 `qr_menu_off`. */
export function mustHaveQrMenu(stored: Partial<QrSwitches>): void {
  if (!qrSwitchesOf(stored).enableQrMenu) throw forbidden('Ask the staff for the menu.', 'qr_menu_off')
}

/** Before a diner's order is taken; without the menu by code there is no ordering by code either. Throws 403 `qr_orders_off`. */
export function mustTakeQrOrders(stored: Partial<QrSwitches>): void {
  const { enableQrMenu, enableOrderViaQr } = qrSwitchesOf(stored)
  if (!enableQrMenu || !enableOrderViaQr) throw forbidden('Ask the staff to take your order.', 'qr_orders_off')
}

/** Before the menu is shown to somebody who may not be a signed-in diner. Throws 403 `login_required`. */
export function mustBeSignedInForMenu(stored: Partial<QrSwitches>, isDiner: boolean): void {
  if (qrSwitchesOf(stored).requireLoginForMenu && !isDiner) throw forbidden('Sign in to see the menu.', 'login_required')
}

/**
 * A new printed code: the number of its restaurant's shard (`OUTLETS_<n>`) and a random id, `0-01k…`. The number saves asking every shard when the
 * code is scanned. Older codes have no number and keep working. A code that replaces another has an r before the id (`isReplacement`).
 */
export const newTableCode = (shard: string, replaces = ''): string => `${/\d+$/.exec(shard)?.[0] ?? 0}-${replaces && 'r'}${randomId()}`

/** Whoever scanned the replaced code knows the table's id, so strangers sit down at such a table only with its code. An id begins with a digit. */
export const isReplacement = (code: string): boolean => /^\d+-r/.test(code)

/** Can this be a printed code? Anything else is refused without a database query. */
export const isTableCode = (text: string): boolean => /^[\w-]{1,60}$/.test(text)

/** The shard that a printed code names; null for a code that names none. */
export function shardOfCode(code: string): string | null {
  const number = /^(\d{1,6})-/.exec(code)?.[1]
  return number === undefined ? null : `OUTLETS_${Number(number)}`
}
