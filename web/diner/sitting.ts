import { MESSAGES } from '#domain/messages.ts'
import { call } from '#web/core/api.ts'
import { acceptLogin, forgetSession, type Login, personNow, sessionNow, useSession, verifySession } from '#web/core/session.ts'
import { createStore, readStored, useStore, writeStored } from '#web/core/store.ts'
import { currentToken } from '#web/core/tokens.ts'
import { accountNow } from './account.ts'
import { cartNow, leaveOldCarts } from './cart.ts'
import { leaveOldTable, type Place, placeNow, setPlace, usePlace, watchPlace } from './place.ts'
import { keepLeftTable } from './leftTable.ts'
import { followTabs } from './tabs.ts'
import { type Ended, lastOrder, watchReceipt } from './visit.ts'

/**
 * The phone's sitting at a table (CONTRACT §5 "Diner's sitting"): it begins when somebody gives name and mobile number there, moves with the order when the staff
 * move it, and ends with the order. A scanned code alone only opens the menu.
 */
export type Sitting = {
  userId: string
  restaurantId: string
  tableId: string
  /** The tables it was at before the staff moved or merged it. */
  left?: string[]
}
export type Guest = { name: string; mobile_number: string }

const KEY = 'tawa_sitting'
const GUEST = 'tawa_guest'
/**
 * How the sitting ended: what the guest is told, and whether the thank-you page has an order to show. Stored in the sitting's place, for the phone's other tabs and,
 * after a cancelled order, for a reload at its table until a code is scanned.
 */
export type Ending = Partial<Omit<Ended, 'text'>> & { text: string | null; thanks: boolean; tableId?: string | null }
const stored = () => readStored<Partial<Sitting & Ending>>(KEY)
const readSitting = () => (stored()?.userId ? (stored() as Sitting) : null)
/** How the last sitting ended; null while there is one, or was none. */
export const keptEnding = (): Ending | null => (readSitting() ? null : (stored() as Ending | null))
const sitting = createStore(readSitting())

function setSitting(next: Sitting | null, kept: Sitting | Ending | null = next): void {
  writeStored(KEY, kept)
  sitting.set(next)
}

/** The sitting of the person who is signed in, in the restaurant where this phone is; null when the phone has not joined a sitting, or has left it. */
function of(kept: Sitting | null, { status, user }: ReturnType<typeof sessionNow>, place: Place | null): Sitting | null {
  const isOwn = status === 'in' && user?.role === 'user' && user._id === kept?.userId
  return isOwn && place?.restaurantId === kept?.restaurantId ? kept : null
}
export const sittingNow = (): Sitting | null => of(sitting.get(), sessionNow(), placeNow())
export function useSitting(): Sitting | null {
  const kept = useStore(sitting)
  return of(kept, useSession(), usePlace())
}
/** As stored, no matter who is signed in, because the session may have ended. */
export const keptSitting = sitting.get

/** Name and mobile as last typed on this phone (SCREENS G11: they are never asked twice). */
export const guestBefore = (): Guest => ({ name: '', mobile_number: '', ...readStored<Partial<Guest>>(GUEST) })
export const rememberGuest = (guest: Guest): void => writeStored(GUEST, guest)

/** Signs in at the table of the scanned code: an account stays one, everybody else is a guest of the table. Throws ApiError. */
export async function takeSeat(guest: Guest): Promise<void> {
  const place = placeNow()
  if (!place?.tableId) throw new Error(MESSAGES.noRestaurant)
  const answer = await call('POST /auth/user/login', {
    body: { ...guest, tableId: place.tableId, qrToken: place.qrToken ?? undefined },
    token: accountNow() ? currentToken()?.token : undefined,
  })
  rememberGuest(guest)
  await sitDown(answer as Login, place)
}

/** Called after a sign-in at the table of this place, also after an account's sign-in with a code. */
export async function sitDown(answer: Login, place: Place): Promise<void> {
  await acceptLogin('diner', answer)
  // Signing in clears the stored place, which is meant for staff; a diner stays at the table.
  setPlace(place)
  const { user } = sessionNow()
  setSitting(user && place.tableId ? { userId: user._id, restaurantId: place.restaurantId, tableId: place.tableId } : null)
}

/** The staff moved the order, and the sitting moves with it. */
export function sittingMoved(tableId: string): void {
  const kept = sitting.get()
  if (!kept || kept.tableId === tableId) return
  const { left = [] } = kept
  const back = left.indexOf(tableId)
  setSitting({ ...kept, tableId, left: back < 0 ? [...left, kept.tableId] : left.slice(0, back) })
}

export const onSittingChange = sitting.subscribe
export const leaveSitting = (ending: Ending | null = null): void => setSitting(null, ending)
let showEnd: (ending: Ending) => void = () => undefined
/** `show` is called when another tab of this phone has ended the sitting, before this tab leaves it. */
export const onEndElsewhere = (show: (ending: Ending) => void): void => void (showEnd = show)

/** A sitting ends by itself. Without one nothing tells a tab that stays open overnight that its guest has left the table. */
function leaveOldVisit(): boolean {
  if (sitting.get()) return false
  const elsewhere = leaveOldTable()
  if (elsewhere) sitting.set(readSitting())
  leaveOldCarts()
  return elsewhere
}
/** The sitting is not of the person whom this tab knows: a tab that was frozen has not heard that its guest signed in in another one. */
const isSomebodyElse = () => sitting.get() && sitting.get()?.userId !== sessionNow().user?._id

/** Called once, in main.tsx: follows the phone's other tabs, so that nobody is asked twice who they are, and looks when the phone is woken up. */
export function watchVisit(): void {
  followTabs(KEY, () => {
    const kept = stored()
    if (kept && !kept.userId && sitting.get()) showEnd(kept as Ending)
    sitting.set(readSitting())
    if (isSomebodyElse()) void verifySession()
  })
  watchPlace()
  watchReceipt()
  document.addEventListener('visibilitychange', leaveOldVisit)
}

// ------------------------------------------------------------ asking for name and mobile

export type Question = { action: string; answer: (seated: boolean) => void }
const question = createStore<Question | null>(null)
export const useQuestion = (): Question | null => useStore(question)

/**
 * Resolves with true when the phone has joined the sitting: at once, or after the guest gave name and mobile in the sheet (SCREENS §6.12). `action` is the text of the
 * sheet's button, such as "Place order". Resolves with false when the guest closed the sheet.
 */
export async function askToSit(action: string): Promise<boolean> {
  if (isSomebodyElse()) await verifySession()
  if (sittingNow()) return true
  // What was pressed was meant for the place that the page has shown until now.
  if (leaveOldVisit()) return false
  // An account's name and mobile are known. If it can't join, the sheet shows why.
  const known = guestBefore()
  if (accountNow() && placeNow()?.tableId && known.mobile_number) {
    await takeSeat(known).catch(() => undefined)
    if (sittingNow()) return true
  }
  question.get()?.answer(false)
  return new Promise((resolve) => {
    const answer = (seated: boolean) => {
      question.set(null)
      resolve(seated)
    }
    question.set({ action, answer })
  })
}

// ------------------------------------------------------------ another table

const scanSheet = createStore(false)
export const useScanSheet = (): boolean => useStore(scanSheet)
/** Opened by "Not Table 7?": explains how this phone learns its table. */
export const askToScan = (): void => scanSheet.set(true)
export const closeScan = (): void => scanSheet.set(false)

let scanned: Place | null = null
/** The table whose printed code opened this document. */
export const scannedPlace = (): Place | null => scanned

let scannedElsewhere: string | null = null
/** The table that was scanned while this phone's order is at another one; returned only once. */
export function takeScannedElsewhere(): string | null {
  const tableId = scannedElsewhere
  scannedElsewhere = null
  return tableId
}

/** Called for a scanned code, before anything else is read: the phone is there, unless that table was moved or merged into its own. */
export function scannedAt(place: Place): void {
  scanned = place
  // An order that was cancelled before the scan is of a visit that is over.
  if (keptEnding()?.tableId) setSitting(null)
  const kept = sitting.get()
  if (kept?.restaurantId === place.restaurantId && kept.tableId !== place.tableId) {
    if (kept.left?.includes(place.tableId ?? '') && placeNow()?.tableId === kept.tableId) return
    sitElsewhere(kept, place)
  }
  // With an order at another restaurant, the phone stays there until its guest signs in here.
  setPlace(place, undefined, !!(kept && kept.restaurantId !== place.restaurantId && hasOrder(kept)))
}

const hasOrder = ({ restaurantId }: Sitting) => lastOrder()?.order.restaurantId === restaurantId || cartNow(restaurantId).unanswered

/**
 * A phone that belongs to another table's sitting and has ordered nothing moves to this table: the next order or
 * call asks for the name again and is made for the new table, and the calls at the old table are withdrawn (leftTable.ts). A phone with an order stays in its sitting,
 * because only the staff move orders; live.ts tells the guest so.
 */
function sitElsewhere(kept: Sitting, place: Place): void {
  if (hasOrder(kept)) {
    scannedElsewhere = place.tableId
    return
  }
  const token = currentToken()?.token
  if (token) keepLeftTable({ tableId: kept.tableId, tableNumber: placeNow()?.tableNumber ?? null, token })
  setSitting(null)
  // A guest's token is valid only for the old sitting; an account stays signed in.
  if (personNow()?.user.isGuest) forgetSession()
}
