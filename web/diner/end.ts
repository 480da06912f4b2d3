import type { OrderShape } from '#domain/api/order.ts'
import { DEFAULT_TIMEZONE } from '#domain/time.ts'
import { call } from '#web/core/api.ts'
import { forgetSession, handleExpiry, personNow } from '#web/core/session.ts'
import { to } from '#web/core/to.ts'
import { cart } from './cart.ts'
import { fetchAhead, fetchedNow } from './fetched.ts'
import { leavePlace, placeNow, setPlace, withoutTable } from './place.ts'
import { go } from './router.ts'
import { keptSitting, leaveSitting, scannedPlace } from './sitting.ts'
import { closeSnack, snack } from './Snack.tsx'
import { clearVisit, keepLast, keepReceipt, lastOrder, type ReceiptRestaurant, visit } from './visit.ts'

/** How a visit ends: its order was settled, or cancelled, or the phone is only told that the sitting is over. */
type End =
  | { how: 'completed'; order: OrderShape; feedbackToken: string | null }
  | { how: 'cancelled'; order: OrderShape }
  /** `isRefused`: its token is refused, because the phone slept, or its page was closed, while the bill was settled. */
  | { how: 'ended'; isRefused?: boolean }

/** Reads the restaurant's details for the receipt during the visit, because the connection may be bad at its end. */
export const rememberRestaurant = (id: string): void => fetchAhead('GET /restaurant/profile/necessary/:id', { params: { id } })

/** A restaurant's details for the receipt. They are kept with the order: at the end of a visit the phone may be at another restaurant already, or was reloaded. */
export function restaurantOf(id: string): ReceiptRestaurant {
  const known = fetchedNow('GET /restaurant/profile/necessary/:id', { params: { id } })?.restaurant
  if (!known) {
    const last = lastOrder()
    if (last?.restaurant && last.order.restaurantId === id) return last.restaurant
    const place = placeNow()
    return { establishment_name: place?.restaurantId === id ? place.restaurantName : '', timezone: DEFAULT_TIMEZONE }
  }
  const { establishment_name, timezone, address, international_phone_number, gstNumber, fssaiNumber, vatNumber } = known
  return { establishment_name, timezone, address, international_phone_number, gstNumber, fssaiNumber, vatNumber }
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
  // A phone that has just scanned a code may still have the token of an earlier visit. With such a token it never gets connected.
  const { isRead, line } = visit.get()
  const scanned = scannedPlace()
  const isOld = place.restaurantId !== restaurantId || (scanned !== null && !isRead && line !== 'connected')
  const seenLast = end.how === 'ended' ? lastOrder() : null
  const last = seenLast?.order.restaurantId === restaurantId ? seenLast : null
  const restaurant = restaurantOf(restaurantId)
  leaveSitting()
  keepLast(null)
  // Messages about the table make no sense on the thank-you page.
  for (const id of ['order', 'moved']) closeSnack(id)

  if (end.how === 'completed' || last) {
    const seen = end.how === 'completed' ? { order: end.order, feedbackToken: end.feedbackToken } : null
    keepReceipt({
      order: seen?.order ?? last!.order,
      restaurant,
      ...(user?.name ? { guestName: user.name } : null),
      feedbackToken: seen ? seen.feedbackToken : (last!.order.feedbackToken ?? null),
      seenAt: last?.at ?? new Date().toISOString(),
      isFinal: seen !== null,
    })
  }
  if (end.how === 'completed' && !isOld) {
    cart.clear(restaurantId)
    if (!isGuest) void call('POST /auth/logout', { quiet: true }).catch(() => undefined)
    go(to.thankYou(), { replace: true })
    clearVisit()
    forgetSession()
    leavePlace()
    return
  }
  cart.renew(restaurantId)
  const text =
    end.how === 'cancelled'
      ? `Your order was cancelled${end.order.cancelReason ? `: ${end.order.cancelReason}` : ''}. Nothing is charged. Ask the staff if this is wrong.`
      : 'Your visit at this table has ended. Scan the code on your table to order.'
  clearVisit(isOld && end.how !== 'cancelled' ? null : { text })
  if (isGuest || (end.how === 'ended' && end.isRefused)) forgetSession()
  // Signing out forgets where the phone is. After a cancelled order the guests still sit there; a visit that is over leaves the table, but not the menu.
  setPlace(isOld ? (scanned ?? place) : end.how === 'cancelled' ? place : withoutTable(place))
  if (isOld) {
    if (end.how === 'completed' || last)
      snack('Your last visit has ended.', { action: { label: 'Receipt', press: () => go(to.thankYou()) } })
  } else if (last) go(to.thankYou(), { replace: true })
  else snack(text)
}

/** Called once, in main.tsx: a token that is refused ends the visit instead of asking to sign in again. Outside a visit, too, guests have nothing to sign in with. */
export const watchEnd = (): void =>
  handleExpiry(() => {
    const place = placeNow()
    if (keptSitting() && place) endVisit({ how: 'ended', isRefused: true })
    else if (personNow()?.user.isGuest) {
      forgetSession()
      setPlace(place)
    } else return false
    return true
  })
