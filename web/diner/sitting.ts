import { MESSAGES } from '#domain/messages.ts'
import { call } from '#web/core/api.ts'
import { acceptLogin, forgetSession, type Login, personNow, sessionNow, useSession } from '#web/core/session.ts'
import { createStore, readStored, useStore, writeStored } from '#web/core/store.ts'
import { currentToken } from '#web/core/tokens.ts'
import { accountNow } from './account.ts'
import { cartNow } from './cart.ts'
import { type Place, placeNow, setPlace, usePlace } from './place.ts'
import { keepLeftTable } from './leftTable.ts'
import { lastOrder } from './visit.ts'

/**
 * The phone's sitting at a table (CONTRACT §5 "Diner's sitting"): it begins when somebody gives name and mobile number there, goes along when the staff move
 * the order, and ends with the order. A scanned code alone only opens the menu.
 */
export type Sitting = { userId: string; restaurantId: string; tableId: string }
export type Guest = { name: string; mobile_number: string }

const KEY = 'tawa_sitting'
const GUEST = 'tawa_guest'
const sitting = createStore<Sitting | null>(readStored<Sitting>(KEY))

function setSitting(next: Sitting | null): void {
  writeStored(KEY, next)
  sitting.set(next)
}

/** The sitting of the person who is signed in, in the restaurant where this phone is; null when the phone is not yet, or no longer, of a sitting. */
function of(kept: Sitting | null, { status, user }: ReturnType<typeof sessionNow>, place: Place | null): Sitting | null {
  const isOwn = status === 'in' && user?.role === 'user' && user._id === kept?.userId
  return isOwn && place?.restaurantId === kept?.restaurantId ? kept : null
}
export const sittingNow = (): Sitting | null => of(sitting.get(), sessionNow(), placeNow())
export function useSitting(): Sitting | null {
  const kept = useStore(sitting)
  return of(kept, useSession(), usePlace())
}
/** As stored, whoever is signed in: the session may have ended. */
export const keptSitting = sitting.get

/** What was typed the last time on this phone (SCREENS G11: name and mobile are never asked twice). */
export const guestBefore = (): Guest => ({ name: '', mobile_number: '', ...readStored<Partial<Guest>>(GUEST) })
export const rememberGuest = (guest: Guest): void => writeStored(GUEST, guest)

/** Signs in at the table of the scanned code: an account stays one, everybody else is a guest of the table. Throws ApiError. */
export async function takeSeat(guest: Guest): Promise<void> {
  const place = placeNow()
  if (!place?.tableId) throw new Error(MESSAGES.noRestaurant)
  const answer = await call('POST /auth/user/login', {
    body: { ...guest, tableId: place.tableId },
    token: accountNow() ? currentToken()?.token : undefined,
  })
  rememberGuest(guest)
  await sitDown(answer as Login, place)
}

/** After a sign-in at the table of this place; also of an account, with its code. */
export async function sitDown(answer: Login, place: Place): Promise<void> {
  await acceptLogin('diner', answer)
  // Signing in clears where the device was, for staff; a diner stays at the table.
  setPlace(place)
  const { user } = sessionNow()
  setSitting(user && place.tableId ? { userId: user._id, restaurantId: place.restaurantId, tableId: place.tableId } : null)
}

/** The staff moved the order: the sitting went along. */
export function sittingMoved(tableId: string): void {
  const kept = sitting.get()
  if (kept && kept.tableId !== tableId) setSitting({ ...kept, tableId })
}

export const onSittingChange = sitting.subscribe
export const leaveSitting = (): void => setSitting(null)

// ------------------------------------------------------------ asking for name and mobile

type Question = { action: string; answer: (seated: boolean) => void }
const question = createStore<Question | null>(null)
export const useQuestion = (): Question | null => useStore(question)

/**
 * True once the phone is of the sitting: at once, or after the guest gave name and mobile in the sheet (SCREENS §6.12), whose button says what follows:
 * "Place order". False when the guest closed the sheet.
 */
export async function askToSit(action: string): Promise<boolean> {
  if (sittingNow()) return true
  // An account has said who it is. Where that fails, the sheet says why.
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
/** "Not Table 7?": says how to tell this phone its table. */
export const askToScan = (): void => scanSheet.set(true)
export const closeScan = (): void => scanSheet.set(false)

let scannedElsewhere: string | null = null
/** The table whose code somebody scanned whose order is at another one; once. */
export function takeScannedElsewhere(): string | null {
  const tableId = scannedElsewhere
  scannedElsewhere = null
  return tableId
}

/**
 * A code was scanned, before anything else is read. Whoever is of another table's sitting there and has ordered nothing sits down at this one: the next order or
 * call asks for the name once more, and is never made for the table that was left, where its own calls are withdrawn (leftTable.ts). With an order the sitting stays, since the staff move orders (live.ts says so).
 */
export function scannedAt(place: Place): void {
  const kept = sitting.get()
  if (!kept || kept.restaurantId !== place.restaurantId || kept.tableId === place.tableId) return
  if (lastOrder()?.order.restaurantId === place.restaurantId || cartNow(place.restaurantId).unanswered) {
    scannedElsewhere = place.tableId
    return
  }
  const token = currentToken()?.token
  if (token) keepLeftTable({ tableId: kept.tableId, tableNumber: placeNow()?.tableNumber ?? null, token })
  setSitting(null)
  // A guest's token is good for that sitting alone; an account stays signed in.
  if (personNow()?.user.isGuest) forgetSession()
}
