import { LogOut } from 'lucide-react'
import { useEffect } from 'react'
import { Link, Navigate, Outlet, useLocation, useSearchParams } from 'react-router'
import { MESSAGES } from '#domain/messages.ts'
import { canOpen, visiblePages } from '#domain/permissions.ts'
import { HOME, loginPathFor } from '#domain/roles.ts'
import { PendingApproval } from './PendingApproval.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { CardPage } from './CardPage.tsx'
import { NAV, switchedOn } from './pages.ts'
import { useProfile } from '#web/core/profile.ts'
import { sessionNow, signOut, useSession, verifySession } from '#web/core/session.ts'
import { snack } from './feedback/snack.tsx'

/** SPEC §2 "Access guard behaviour": nothing while loading, then the page, a screen instead of it, or another place. */
export function Guard() {
  const session = useSession()
  const { pathname, search } = useLocation()
  if (session.status === 'loading') return null
  if (session.status === 'unreachable') return <Unreachable />
  if (session.status === 'pending') return <PendingApproval />
  if (session.status === 'out' || !session.user) {
    if (session.leaving) return null
    return <Leave to={`${loginPathFor(pathname)}?from=${encodeURIComponent(`${pathname}${search}`)}`} say={MESSAGES.pleaseLogIn} />
  }
  if (session.leaving) return null
  const opening = canOpen(session.user, pathname, session.permissions)
  if (opening.ok) return <SwitchedPage />
  const say = opening.why === 'disabled' ? MESSAGES.pageDisabled : MESSAGES.noPermission
  const to = elsewhere(opening.redirect)
  return to ? <Leave to={to} say={say} /> : <NoAccess say={say} />
}

/** Home; where home itself is closed, the first page that isn't. Null when there is none, so that nobody is sent in circles. */
function elsewhere(home: string): string | null {
  const { user, permissions } = sessionNow()
  if (!user) return null
  if (canOpen(user, home, permissions).ok) return home
  const open = new Set<string>(visiblePages(user.role, permissions))
  return NAV.find((page) => open.has(page.path))?.path ?? null
}

/** A restaurant without tables, or without captains, has none of their pages (SCREENS §6.15). */
function SwitchedPage() {
  const { pathname } = useLocation()
  const { user } = useSession()
  const profile = useProfile()
  if (switchedOn(pathname, profile)) return <Outlet />
  const open = user ? new Set<string>(visiblePages(user.role, sessionNow().permissions)) : new Set<string>()
  const to = NAV.find((page) => open.has(page.path) && switchedOn(page.path, profile))?.path
  return to ? <Leave to={to} say={MESSAGES.pageDisabled} /> : <NoAccess say={MESSAGES.pageDisabled} />
}

function Leave({ to, say }: { to: string; say: string }) {
  useEffect(() => {
    // The id says it once, also where effects run twice.
    snack.warning(say, { id: 'guard' })
  }, [say])
  return <Navigate to={to} replace />
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

function Unreachable() {
  return (
    <CardPage title="Tawa">
      <ErrorCard message="Tawa can’t be reached, so nobody can be signed in." onRetry={() => void verifySession()}>
        Unsent items are safe on this device.
      </ErrorCard>
    </CardPage>
  )
}

/** `/` and `/dashboard`: the home of the role, or the chooser of logins. */
export function SmartRedirect() {
  const { status, user, leaving } = useSession()
  const [search] = useSearchParams()
  if (status === 'loading') return null
  if (status === 'unreachable') return <Unreachable />
  if (status === 'pending') return <PendingApproval />
  if (status === 'in' && user) return leaving ? null : <Navigate to={HOME[user.role]} replace />
  return <Navigate to={search.get('token_expired') === 'true' ? '/login?token_expired=true' : '/login'} replace />
}

export function NotFound() {
  const { status, user } = useSession()
  const { pathname } = useLocation()
  useEffect(() => {
    document.title = 'Page not found · Tawa'
  }, [])
  if (status === 'loading') return null
  const home = user ? HOME[user.role] : '/login'
  return (
    <CardPage title="Page not found">
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
    </CardPage>
  )
}
