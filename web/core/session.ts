import type { SessionUser } from '#domain/api/auth.ts'
import { MESSAGES, rateLimitText } from '#domain/messages.ts'
import type { Permissions } from '#domain/permissions.ts'
import { type Family, familyOf, HOME, isStaff, type Role } from '#domain/roles.ts'
import { type Answer, ApiError, call, isExpiry, listenToApi } from './api.ts'
import { forgetAttempts } from './attempt.ts'
import { type Entered, enteredNow, setEntered, useEntered } from './entered.ts'
import { navigateTo } from './navigate.ts'
import { onBackOnline, onOffline, reached, suspectOffline } from './online.ts'
import { say } from './say.ts'
import { createStore, readStored, readText, useStore, writeStored, writeText } from './store.ts'
import { to } from './to.ts'
import { currentToken, dropTokens, keepToken, loadsPermissions, mustBeToken, REMEMBERED, tailOf } from './tokens.ts'
import { forgetTyped, keepTyping, typedBelongsTo } from './typed.ts'
import { finishAll, finishHere, goOn, signOutWaits } from './unfinished.ts'

export type { SessionUser }
export type Pending = { restaurantName: string | null; rejectionReason: string | null }
export type Session = {
  /**
   * loading: nothing is shown · in · out · pending: the restaurant awaits approval · expired: signed out, the page stays for 1.5 s ·
   * unreachable: there is a token, but the server can't be reached and this device doesn't remember the person.
   */
  status: 'loading' | 'in' | 'out' | 'pending' | 'expired' | 'unreachable'
  /** Kept while `expired`. */
  user: SessionUser | null
  /** null: not fetched; the built-in table decides. */
  permissions: Permissions | null
  pending: Pending | null
  /** True while sign-out or expiry is going to a login page, so that the guard shows no message of its own. */
  leaving: boolean
}

/** SPEC §8: the redirect comes 1.5 s after the warning. */
const EXPIRY_DELAY_MS = 1500
/** A network that is there and doesn't answer: after this the connection is checked, so that the page isn't blank until the call gives up. */
const SLOW_MS = 2000
const SIGNAL = 'tawa_session'
const RETURN = 'tawa_return'
/** A sign-out in another tab that has not come after this was given up, as when that tab was closed. */
const LEAVING_MS = 10_000

const OUT: Session = { status: 'out', user: null, permissions: null, pending: null, leaving: false }
const store = createStore<Session>({ ...OUT, status: 'loading' })

type Remembered = { user?: SessionUser; permissions: Permissions | null; tail: string }

// ------------------------------------------------------------ signing in

function enter(person: SessionUser, permissions: Permissions | null): void {
  const token = currentToken()?.token ?? ''
  // In an entered outlet, the server answers with that outlet as the person's restaurant. It is dropped here: only `entered` says which outlet is open.
  const comesFromOutside = ['partner', 'backoffice'].includes(familyOf(person.role))
  const user = comesFromOutside ? { ...person, restaurantId: null, restaurantName: null } : person
  writeStored(REMEMBERED, { user, permissions, tail: tailOf(token) } satisfies Remembered)
  typedBelongsTo(user._id)
  store.set({ status: 'in', user, permissions, pending: null, leaving: false })
}

/** A staff member's permissions; if the fetch fails they are empty and the built-in table decides (SPEC §6). */
async function permissionsFor(user: SessionUser, given: unknown): Promise<Permissions | null> {
  if (!loadsPermissions(user.role)) return null
  if (given && typeof given === 'object') return given as Permissions
  if (!user.restaurantId) return {}
  return call('GET /restaurant/:id/permissions', { params: { id: user.restaurantId }, quiet: true })
    .then((a) => a.permissions)
    .catch(() => ({}))
}

export type Login = { token?: unknown; user?: SessionUser; permissions?: Permissions; partner?: { _id: string } }

/** Stores a login's answer. Throws "Invalid token" ("Invalid token received" for the back office) if its token is not a string. */
export async function acceptLogin(family: Family, answer: Login): Promise<void> {
  const token = mustBeToken(answer?.token, family)
  keepToken(family, token)
  const user = answer.user ?? (await call('GET /auth/me', { quiet: true })).user
  writeText('restaurantId', family === 'restaurant' ? user.restaurantId : null)
  // After an ended session the same person goes on in the outlet where they were.
  if (enteredNow()?.by !== user._id) setEntered(null)
  writeText('tableId', null)
  writeText('employeeId', family === 'restaurant' ? user._id : null)
  writeText('partnerId', family === 'partner' ? (answer.partner?._id ?? user.partnerId) : null)
  enter(user, await permissionsFor(user, answer.permissions))
  signal('in')
  if (typedBelongsTo(user._id)) say.warning('What you were typing is still there.', { id: 'session' })
}

/** After the signed-in person changed their own name. */
export function userChanged(user: SessionUser): void {
  if (store.get().status === 'in') enter(user, store.get().permissions)
}

/** For a login that answered 403 `approved: false`: its token only opens the page of the pending application. */
export function acceptPending(details: Record<string, unknown>): void {
  if (typeof details.token === 'string' && details.token) keepToken('restaurant', details.token)
  store.set({ ...OUT, status: 'pending', pending: pendingOf(details) })
  signal('in')
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value ? value : null)
const pendingOf = (details: Record<string, unknown>): Pending => ({
  restaurantName: textOf(details.restaurantName),
  rejectionReason: textOf(details.rejectionReason),
})
const remembered = (): (Remembered & { user: SessionUser }) | null => {
  const kept = readStored<Remembered>(REMEMBERED)
  return kept?.user && currentToken() ? { ...kept, user: kept.user } : null
}

let verifying: Promise<void> | null = null
/** Asks the server who the token belongs to; without an answer the person remembered on this device stays signed in. */
export function verifySession(): Promise<void> {
  verifying ??= verify().finally(() => (verifying = null))
  return verifying
}

async function verify(): Promise<void> {
  const held = currentToken()
  const before = asked
  // While an ended session is being led to its login page, the status stays `expired`: the guard's redirect for `out` would show another message.
  if (!held) return void store.set((s) => (s.status === 'expired' ? s : { ...OUT, leaving: s.leaving }))
  let answer: Answer<'GET /auth/me'>
  const slow = setTimeout(suspectOffline, SLOW_MS)
  try {
    answer = await call('GET /auth/me', { quiet: true })
  } catch (error) {
    return refused(error)
  } finally {
    clearTimeout(slow)
  }
  if (currentToken()?.token !== held.token) return
  const { user } = answer
  // Partners are exempt from approval (SPEC §2).
  if (isStaff(user.role) && user.approved === false)
    return void store.set({
      ...OUT,
      status: 'pending',
      user,
      pending: { restaurantName: user.restaurantName, rejectionReason: store.get().pending?.rejectionReason ?? null },
    })
  if (held.family === 'restaurant') writeText('restaurantId', user.restaurantId)
  if (enteredNow()?.by !== user._id) setEntered(null)
  enter(user, await permissionsFor(user, answer.permissions))
  // They changed while these were fetched, which may be older.
  if (asked !== before) void refreshPermissions()
}

/** Without the server: the person remembered on this device, if the token is theirs. */
function goOnUnverified(): void {
  // A page that waits for approval keeps what it shows.
  if (['in', 'pending'].includes(store.get().status)) return
  const kept = remembered()
  store.set(
    kept
      ? { status: 'in', user: kept.user, permissions: kept.permissions, pending: null, leaving: false }
      : { ...OUT, status: 'unreachable' },
  )
}

function refused(error: unknown): void {
  if (!(error instanceof ApiError) || error.network || error.status >= 500 || error.status === 429) {
    if (error instanceof ApiError && error.network) suspectOffline()
    return goOnUnverified()
  }
  if (isExpiry(error)) return expire()
  if (error.status === 403 && error.details.approved === false)
    return void store.set({ ...OUT, status: 'pending', pending: pendingOf(error.details) })
  forget()
  store.set(OUT)
  if (error.status === 403 && error.details.active === false) say.error(MESSAGES.inactive, { id: 'session' })
}

/** For "Check again" on the pending screen. */
export const checkAgain = verifySession

// ------------------------------------------------------------ signing out

/**
 * The path by which the sign-in page is chosen. A scanned menu (`/t/…`) and the thank-you page are in no area (SPEC §2); for a diner they are in the diner's.
 * `family`: of the token, which may be known before its person is.
 */
const pathFor = (user: SessionUser | null, family = currentToken()?.family): string =>
  (user?.role === 'user' || family === 'diner') && /^\/(t\/|thankyou)/.test(location.pathname) ? HOME.user : location.pathname

function forget(): void {
  dropTokens()
  writeStored(REMEMBERED, null)
  // The server prevents that a KOT prints twice (decision 028), so nothing is kept for that. Unsent tickets stay on the device for the same person, unless they
  // signed out.
  for (const key of ['restaurantId', 'tableId', 'employeeId', 'partnerId']) writeText(key, null)
}

let mayLeave = (): Promise<boolean> => Promise.resolve(true)
/** Sets the question that is asked before somebody signs out; false keeps them signed in. What they typed and didn't send is removed from the device with them. */
export const askBeforeSignOut = (ask: () => Promise<boolean>): void => void (mayLeave = ask)

/** Ends the session, even if the call fails, and goes to the area's login page. */
export async function signOut(): Promise<void> {
  if (signOutWaits() || !(await mayLeave())) return
  signal('leaving')
  await finishAll()
  const path = pathFor(store.get().user)
  store.set((s) => ({ ...s, leaving: true }))
  // Awaited briefly, so that the next login on this device isn't refused because of this session.
  await Promise.race([
    call('POST /auth/logout', { quiet: true, timeout: 3000 }).catch(() => undefined),
    new Promise((done) => setTimeout(done, 3000)),
  ])
  forget()
  setEntered(null)
  forgetAttempts()
  forgetTyped()
  store.set({ ...OUT, leaving: true })
  signal('out')
  navigateTo(to.loginFor(path), { replace: true })
}

/** Signs out on this device alone, and stays on the page: the server has ended the session already. */
export function forgetSession(): void {
  forget()
  forgetAttempts()
  store.set(OUT)
}

/** A call was answered with 401. If the session has ended, the person is told only that; if it goes on, they see the call's own message. */
async function refusedCall(error: ApiError): Promise<void> {
  if (!currentToken()) return expire()
  await verifySession()
  if (error.shown && store.get().status === 'in') say.error(error.message, { id: 'session' })
}

let whenExpired: () => boolean = () => false
/** For the diner's entry, where an ended session is no failure: if `handle` returns true, it has dealt with the ended session and nothing else happens. */
export const handleExpiry = (handle: () => boolean): void => void (whenExpired = handle)

let expiring: ReturnType<typeof setTimeout> | undefined
/** SPEC §8: shows a warning, signs out at once, and after 1.5 s opens the login page with token_expired=true. Drafts stay. */
export function expire(fromElsewhere = false): void {
  const before = store.get()
  if (before.status === 'expired' || (before.status === 'out' && !currentToken())) return
  if (whenExpired()) return
  if (before.user) keepTyping(before.user._id)
  const family = currentToken()?.family
  forget()
  store.set({ ...before, status: 'expired' })
  if (!fromElsewhere) signal('expired')
  say.warning(MESSAGES.sessionExpiredWarning, { id: 'session' })
  clearTimeout(expiring)
  expiring = setTimeout(() => {
    if (store.get().status !== 'expired') return
    if (before.user) rememberReturn(before.user, `${location.pathname}${location.search}`)
    // From here on the login page shows the message.
    say.close('session')
    store.set({ ...OUT, leaving: true })
    navigateTo(to.expired(pathFor(before.user, family)), { replace: true })
  }, EXPIRY_DELAY_MS)
}

function rememberReturn(user: SessionUser, path: string) {
  try {
    sessionStorage.setItem(RETURN, JSON.stringify({ id: user._id, path }))
  } catch {
    // storage is unavailable: they start at their home page
  }
}

/** The page this person was on when their session ended; returned once, and to nobody else. */
export function takeReturn(user: SessionUser): string | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(RETURN) ?? 'null') as { id: string; path: string } | null
    sessionStorage.removeItem(RETURN)
    return kept?.id === user._id ? kept.path : null
  } catch {
    return null
  }
}

export const arrived = (): void => store.set((s) => (s.leaving ? { ...s, leaving: false } : s))

let asked = 0
let answered = 0
/** Fetches the permissions again: an event says that they changed, or a call was refused because its page was switched off meanwhile. */
export async function refreshPermissions(): Promise<void> {
  const { status, user } = store.get()
  if (status !== 'in' || !user?.restaurantId || !loadsPermissions(user.role)) return
  const mine = ++asked
  const answer = await call('GET /restaurant/:id/permissions', { params: { id: user.restaurantId }, quiet: true }).catch(() => null)
  // A slow answer is older than what was asked for after it.
  const now = store.get().user
  if (!answer || mine < answered || now?._id !== user._id || now.restaurantId !== user.restaurantId) return
  answered = mine
  enter(now, answer.permissions)
}

// ------------------------------------------------------------ entering an outlet

/** Opens an outlet's pages for a partner (its own outlets) or the back office (any), and goes to its dashboard. */
export function enterOutlet({ _id, name }: Pick<Entered, '_id' | 'name'>): void {
  const { user } = store.get()
  if (!user) return
  setEntered({ _id, name, by: user._id, from: location.pathname + location.search })
  navigateTo(to.dashboard())
}

/** Leaves the outlet; the guard calls it when its pages are left, whichever way. */
export const leaveOutlet = (): void => setEntered(null)

let checking = false
/** A call was refused in the entered outlet. If its profile is refused, too, it is gone or no longer this person's: its pages are left with a sentence. */
async function checkEntered(): Promise<void> {
  const entered = enteredNow()
  const { user } = store.get()
  if (!entered || !user || checking) return
  checking = true
  const error = await call('GET /restaurant/profile', { quiet: true }).then(
    () => null,
    (failure: unknown) => failure,
  )
  checking = false
  if (!(error instanceof ApiError) || ![403, 404].includes(error.status) || enteredNow() !== entered) return
  setEntered(null)
  say.warning(`You can no longer work in ${entered.name}. It was removed, or it is not yours any more.`, { id: 'outlet' })
  navigateTo(HOME[user.role], { replace: true })
}

// ------------------------------------------------------------ other tabs and startup

function signal(event: 'in' | 'leaving' | 'out' | 'expired') {
  writeStored(SIGNAL, { event, at: Date.now() })
}

/** Called once, in main.tsx. */
export function startSession(): void {
  listenToApi({
    expired: expire,
    unauthenticated: (error) => void refusedCall(error),
    pageDisabled: () => void refreshPermissions(),
    outletRefused: () => void checkEntered(),
    rateLimited: (error) => say.warning(rateLimitText(error.message, error.retryAfter), { id: 'rate-limit' }),
    unreachable: suspectOffline,
    answered: reached,
  })
  addEventListener('storage', (event) => {
    if (event.key !== SIGNAL || !event.newValue) return
    const { event: what } = JSON.parse(event.newValue) as { event: string }
    if (what === 'in') void verifySession()
    else if (what === 'leaving') void finishHere().then(() => setTimeout(() => store.get().status === 'in' && goOn(), LEAVING_MS))
    else if (what === 'expired') expire(true)
    else if (store.get().status !== 'out') {
      const path = pathFor(store.get().user)
      setEntered(null)
      store.set({ ...OUT, leaving: true })
      navigateTo(to.loginFor(path), { replace: true })
    }
  })
  onOffline(() => {
    if (store.get().status === 'loading' && currentToken()) goOnUnverified()
  })
  onBackOnline(() => {
    if (['in', 'unreachable'].includes(store.get().status)) void verifySession()
  })
  void verifySession()
}

// ------------------------------------------------------------ for the screens

export const sessionNow = () => store.get()

/** Who is signed in; while that is being checked, the person remembered for this token. Null if nobody is, or the session ended. */
export function personNow(): { user: SessionUser; permissions: Permissions | null } | null {
  const { status, user, permissions } = store.get()
  if (status === 'in' && user) return { user, permissions }
  return status === 'loading' && currentToken() ? remembered() : null
}

export const subscribeToSession = store.subscribe
export const useSession = () => useStore(store)

/** The signed-in person. Use it only below the guard. */
export function useUser(): SessionUser {
  const user = useStore(store, (s) => s.user)
  if (!user) throw new Error('useUser needs a signed-in person')
  return user
}
export const useRole = (): Role => useUser().role

const restaurantIdOf = ({ user }: Session, entered: Entered | null): string =>
  user ? (user.restaurantId ?? entered?._id ?? '') : (entered?._id ?? readText('restaurantId') ?? '')
/** The current restaurant: the staff member's own, or the one that a partner or the back office has entered; '' for none. */
export const restaurantIdNow = (): string => restaurantIdOf(store.get(), enteredNow())
export function useRestaurantId(): string {
  const entered = useEntered()
  return useStore(store, (session) => restaurantIdOf(session, entered))
}
