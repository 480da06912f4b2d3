import type { OrderShape } from '#domain/api/order.ts'
import { DEFAULT_TIMEZONE } from '#domain/time.ts'
import { call } from '#web/core/api.ts'
import { forgetSession, handleExpiry, personNow } from '#web/core/session.ts'
import { to } from '#web/core/to.ts'
import { cart } from './cart.ts'
import { fetchAhead, fetchedNow } from './fetched.ts'
import { leavePlace, placeNow, setPlace, withoutTable } from './place.ts'
import { go } from './router.ts'
import { type Ending, keptEnding, keptSitting, leaveSitting, onEndElsewhere, scannedPlace } from './sitting.ts'
import { closeSnack, snack } from './Snack.tsx'
import { changeVisit, clearVisit, type Ended, keepLast, keepReceipt, lastOrder, type ReceiptRestaurant, visit } from './visit.ts'

/** How a visit ends: its order was settled, or cancelled, or the phone is only told that the sitting is over. */
type End =
  | { how: 'completed' | 'cancelled'; order: OrderShape }
  /** `isRefused`: its token is refused, because the phone slept, or its page was closed, while the bill was settled. */
  | { how: 'ended'; isRefused?: boolean }

/** Reads the restaurant's details for the receipt during the visit, because the connection may be bad at its end. */
export const rememberRestaurant = (id: string): void => fetchAhead('GET /restaurant/profile/necessary/:id', { params: { id } })

/** A restaurant's details for the receipt. They are kept with the order: at the end of a visit the phone may be at another restaurant already, or was reloaded. */
export function restaurantOf(id: string): ReceiptRestaurant {
  const known = fetchedNow('GET /restaurant/profile/necessary/:id', { params: { id } })?.restaurant
  if (known) return known
  const last = lastOrder()
  if (last?.restaurant && last.order.restaurantId === id) return last.restaurant
  const place = placeNow()
  return { establishment_name: place?.restaurantId === id ? place.restaurantName : '', timezone: DEFAULT_TIMEZONE }
}

const ENDED = 'Your visit at this table has ended. Scan the code on your table to order.'

/** A phone that has just scanned a code may still have the token of an earlier visit. With such a token it never gets connected. */
function isOldVisit(): boolean {
  const { isRead, line } = visit.get()
  return placeNow()?.restaurantId !== keptSitting()?.restaurantId || (scannedPlace() !== null && !isRead && line !== 'connected')
}

/** What is told of an order that was cancelled: a declined one, which no ticket of was accepted, is no cancelled meal. */
function cancelled({ kots, restaurantId, cancelReason }: OrderShape, tableId: string | null): Omit<Ending, 'thanks'> {
  const isDeclined = kots.every((kot) => kot.held)
  const reason = cancelReason && cancelReason !== 'Declined' ? `${cancelReason}. ` : ''
  return {
    title: isDeclined ? 'The staff couldn’t take your order' : 'Your order was cancelled',
    text: `${reason}Nothing is charged. Ask the staff if this is wrong.`,
    tableId,
    order: { kots, restaurantId },
  }
}

const endedBy = ({ title = 'Your visit has ended', text, order }: Ending): Ended | null => (text ? { title, text, order } : null)

/** Shows how the visit has ended, in each tab of this phone. */
function show(ending: Ending, isOld = isOldVisit()): void {
  const { title, text, thanks } = ending
  // Messages about the table make no sense on the thank-you page.
  closeSnack('order')
  closeSnack('moved')
  clearVisit(isOld && text === ENDED ? null : endedBy(ending))
  if (isOld) {
    if (thanks) snack('Your last visit has ended.', { action: { label: 'Receipt', press: () => go(to.thankYou()) } })
  } else if (thanks) go(to.thankYou(), { replace: true })
  // The order's page says it itself.
  else if (text && location.pathname !== to.dinerOrder()) snack(title ? `${title}. ${text}` : text)
}

/**
 * Ends the visit on this phone, once. A guest is signed out, since its token is for the sitting alone; an account only when its order was settled while the phone was
 * there (SPEC §4).
 */
export function endVisit(end: End): void {
  const place = placeNow()
  const sitting = keptSitting()
  if (!sitting || !place) return
  const { restaurantId } = sitting
  // In a new document the server's refusal comes before anybody is known to be signed in.
  const user = personNow()?.user
  const isGuest = user?.isGuest === true
  const isOld = isOldVisit()
  const seenLast = end.how === 'ended' ? lastOrder() : null
  const last = seenLast?.order.restaurantId === restaurantId ? seenLast : null
  const restaurant = restaurantOf(restaurantId)
  const seen = end.how === 'completed' ? end : last
  // The other tabs read the receipt once they learn that the sitting has ended.
  if (seen)
    keepReceipt({
      order: seen.order,
      restaurant,
      ...(user?.name ? { guestName: user.name } : null),
      feedbackToken: seen.order.feedbackToken ?? null,
      seenAt: last?.at ?? new Date().toISOString(),
      isFinal: end.how === 'completed',
    })
  const ending: Ending = {
    ...(end.how === 'completed' ? { text: null } : end.how === 'ended' ? { text: ENDED } : cancelled(end.order, place.tableId)),
    thanks: seen !== null,
  }
  leaveSitting(ending)
  keepLast(null)
  show(ending, isOld)
  if (end.how === 'completed' && !isOld) {
    cart.clear(restaurantId)
    if (!isGuest) void call('POST /auth/logout', { quiet: true }).catch(() => undefined)
    forgetSession()
    leavePlace()
    return
  }
  cart.renew(restaurantId)
  if (isGuest || (end.how === 'ended' && end.isRefused)) forgetSession()
  // Signing out forgets where the phone is. After a cancelled order the guests still sit there; a visit that is over leaves the table, but not the menu.
  setPlace(isOld ? (scannedPlace() ?? place) : end.how === 'cancelled' ? place : withoutTable(place))
}

/**
 * Called once, in main.tsx: a token that is refused ends the visit instead of asking to sign in again. Outside a visit, too, guests have nothing to sign in with. The tab
 * that hears first of the visit's end ends it for all tabs of the phone, and each shows it.
 */
export function watchEnd(): void {
  onEndElsewhere(show)
  // After a reload it is still told why the order of this table was cancelled.
  const ending = keptEnding()
  if (ending?.tableId && ending.tableId === placeNow()?.tableId) changeVisit({ ended: endedBy(ending) })
  handleExpiry(() => {
    const place = placeNow()
    if (keptSitting() && place) endVisit({ how: 'ended', isRefused: true })
    else if (personNow()?.user.isGuest) {
      forgetSession()
      setPlace(place)
    } else return false
    return true
  })
}
