import type { OrderShape } from '#domain/api/order.ts'
import { DEFAULT_TIMEZONE } from '#domain/time.ts'
import { call } from '#web/core/api.ts'
import { forgetSession, handleExpiry, personNow } from '#web/core/session.ts'
import { to } from '#web/core/to.ts'
import { cart } from './cart.ts'
import { fetchAhead, fetchedNow } from './fetched.ts'
import { leavePlace, placeNow, setPlace, withoutTable } from './place.ts'
import { go } from './router.ts'
import { type Ending, keptSitting, leaveSitting, onEndElsewhere, scannedPlace } from './sitting.ts'
import { closeSnack, snack } from './Snack.tsx'
import { clearVisit, keepLast, keepReceipt, lastOrder, type ReceiptRestaurant, visit } from './visit.ts'

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

/** Shows how the visit has ended, in each tab of this phone. */
function show({ text, thanks }: Ending, isOld = isOldVisit()): void {
  // Messages about the table make no sense on the thank-you page.
  closeSnack('order')
  closeSnack('moved')
  clearVisit(text && (!isOld || text !== ENDED) ? { text } : null)
  if (isOld) {
    if (thanks) snack('Your last visit has ended.', { action: { label: 'Receipt', press: () => go(to.thankYou()) } })
  } else if (thanks) go(to.thankYou(), { replace: true })
  else if (text) snack(text)
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
  const reason = end.how === 'cancelled' && end.order.cancelReason ? `: ${end.order.cancelReason}` : ''
  const ending: Ending = {
    text:
      end.how === 'completed'
        ? null
        : end.how === 'ended'
          ? ENDED
          : `Your order was cancelled${reason}. Nothing is charged. Ask the staff if this is wrong.`,
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
