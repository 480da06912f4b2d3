import { LogOut } from 'lucide-react'
import { lazy, Suspense, useEffect, useLayoutEffect } from 'react'
import { Link, Navigate, Outlet, useLocation, useSearchParams } from 'react-router'
import { MESSAGES } from '#domain/messages.ts'
import { canOpen } from '#domain/permissions.ts'
import { HOME, isStaff } from '#domain/roles.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { CardPage } from './CardPage.tsx'
import { menuFor, switchedOn } from './pages.ts'
import { PENDING } from './screens.ts'
import { leaveOutlet, sessionNow, signOut, useSession, verifySession } from '#web/core/session.ts'
import { createStore, useStore } from '#web/core/store.ts'
import { to } from '#web/core/to.ts'
import { snack } from './feedback/snack.tsx'
import { usePageTitle } from './title.ts'
import { useVisitor } from './useVisitor.ts'

/** The staff's pages for a partner or the back office. */
const EnteredFrame = lazy(() => import('./EnteredFrame.tsx'))
const PendingPage = lazy(PENDING)
export const Pending = () => (
  <Suspense fallback={null}>
    <PendingPage />
  </Suspense>
)

/**
 * An entered outlet is left with its pages, whichever way: by Leave, Back or a typed address. Returns true until it is left, so that a page
 * outside of outlets makes no call with the outlet's id.
 */
function useLeftOutlet(ofOutlet: boolean): boolean {
  const before = useStore(inOutlet)
  useLayoutEffect(() => {
    if (!ofOutlet) leaveOutlet()
    inOutlet.set(ofOutlet)
  }, [ofOutlet])
  return !ofOutlet && before !== ofOutlet
}
/** True if the current page belongs to an outlet; null before the first page. */
const inOutlet = createStore<boolean | null>(null)

/** SPEC §2 "Access guard behaviour": nothing while loading, then the page, a replacement page, or a redirect. */
export function Guard() {
  const session = useSession()
  const { pathname, search } = useLocation()
  const ofOutlet = /^\/restaurant(\/|$)/i.test(pathname)
  const arrives = useLeftOutlet(ofOutlet)
  if (session.status === 'loading') return null
  if (session.status === 'unreachable') return <Unreachable />
  if (session.status === 'pending') return <Pending />
  // The session ended before it was known who it is: `expire` leads to the sign-in page and says why.
  if (session.status === 'expired' && !session.user) return null
  if (session.status === 'out' || !session.user) {
    if (session.leaving) return null
    return <Leave path={to.loginFor(pathname, { from: `${pathname}${search}` })} say={MESSAGES.pleaseLogIn} />
  }
  if (session.leaving || arrives) return null
  const opening = canOpen(session.user, pathname, session.permissions)
  if (opening.ok && ofOutlet && !isStaff(session.user.role))
    return (
      <Suspense fallback={null}>
        <EnteredFrame>
          <SwitchedPage />
        </EnteredFrame>
      </Suspense>
    )
  if (opening.ok) return <SwitchedPage />
  const say = opening.why === 'disabled' ? MESSAGES.pageDisabled : MESSAGES.noPermission
  const path = elsewhere(opening.redirect)
  return path ? <Leave path={path} say={say} /> : <NoAccess say={say} />
}

/** The home page, or if it is closed to this person the first open page. Null without one, which avoids a redirect loop. */
function elsewhere(home: string): string | null {
  const { user, permissions } = sessionNow()
  if (!user) return null
  if (canOpen(user, home, permissions).ok) return home
  return menuFor({ role: user.role, permissions, switches: undefined })[0]?.path ?? null
}

/** Hides the pages of tables or captains if the restaurant has switched them off (SCREENS §6.15). */
function SwitchedPage() {
  const { pathname } = useLocation()
  const who = useVisitor()
  if (switchedOn(pathname, who.switches)) return <Outlet />
  const path = menuFor(who)[0]?.path
  return path ? <Leave path={path} say={MESSAGES.pageDisabled} /> : <NoAccess say={MESSAGES.pageDisabled} />
}

function Leave({ path, say }: { path: string; say: string }) {
  useEffect(() => {
    // The id prevents a second message when effects run twice.
    snack.warning(say, { id: 'guard' })
  }, [say])
  return <Navigate to={path} replace />
}

function NoAccess({ say }: { say: string }) {
  return (
    <CardPage title="Nothing to open here">
      <p className="text-muted">{say}</p>
      <Button full variant="primary" size={44} icon={<LogOut />} onClick={() => void signOut()}>
        Sign out
      </Button>
    </CardPage>
  )
}

/** There is a session, but the server can't be asked whose it is. */
export function Unreachable() {
  return (
    <CardPage title="Tawa">
      <ErrorCard message="Tawa can’t be reached, so you can’t be signed in." onRetry={() => void verifySession()}>
        Unsent items are safe on this device.
      </ErrorCard>
    </CardPage>
  )
}

/** `/` and `/dashboard`: redirects to the role's home page, or to the choice of sign-in pages. */
export function SmartRedirect() {
  const { status, user, leaving } = useSession()
  const [search] = useSearchParams()
  if (status === 'loading') return null
  if (status === 'unreachable') return <Unreachable />
  if (status === 'pending') return <Pending />
  if (status === 'in' && user) return leaving ? null : <Navigate to={HOME[user.role]} replace />
  return <Navigate to={to.logins({ token_expired: search.get('token_expired') === 'true' ? 'true' : null })} replace />
}

/** The "not found" page: inside its area's shell with `inShell`, otherwise as a card. */
export function NotFound({ inShell = false }: { inShell?: boolean }) {
  const { status, user } = useSession()
  const { pathname } = useLocation()
  usePageTitle('Page not found')
  if (status === 'loading') return null
  const home = user ? HOME[user.role] : to.logins()
  const content = (
    <>
      <p className="text-14 text-muted [overflow-wrap:anywhere]">{pathname}</p>
      <div className="grid gap-2">
        {home === pathname ? null : (
          <Button asChild variant="primary" size={44} full>
            <Link to={home}>{user ? 'Go to your home page' : 'Go to sign-in'}</Link>
          </Button>
        )}
        {user ? (
          <Button size={44} full icon={<LogOut />} onClick={() => void signOut()}>
            Sign out
          </Button>
        ) : null}
      </div>
    </>
  )
  if (!inShell) return <CardPage title="Page not found">{content}</CardPage>
  return (
    <div className="grid flex-1 place-items-center p-4">
      <section aria-label="Page not found" className="grid w-full max-w-100 gap-4 rounded-card border border-hairline bg-surface p-6">
        {/* The partner's bar has no room for the title. */}
        <h2 className="text-20 font-semibold">This page does not exist</h2>
        {content}
      </section>
    </div>
  )
}
