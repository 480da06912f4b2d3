import { useEffect } from 'react'
import { Outlet, useLocation, useNavigate, useSearchParams } from 'react-router'
import { landing, safeFrom } from '#web/core/paths.ts'
import { arrived, sessionNow, takeReturn, useSession } from '#web/core/session.ts'
import { to } from '#web/core/to.ts'
import { Pending } from '#web/app/guard.tsx'
import { updateReady } from '#web/app/update.ts'

/** Pages for which it doesn't matter here who is signed in: a mailed link may be opened where somebody else is, and after a sign-up the page goes on. */
const decidesItself = (path: string) =>
  path === to.resetPassword() || path === to.signup('restaurant') || path === to.signup('partner') || path.startsWith(to.claim(''))

/**
 * Shows login pages to people who are not signed in; others go to `from`, to where their session ended, or home (SPEC §2). Nobody is in the middle of anything
 * then, so this is where a page that was left open becomes the newest build.
 */
export default function SignedOut() {
  const { status } = useSession()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const from = search.get('from')
  const { pathname } = useLocation()
  const stays = decidesItself(pathname)
  // Also when somebody signs out on one of these pages.
  useEffect(arrived, [pathname])
  useEffect(() => {
    const { user, permissions } = sessionNow()
    if (stays || status !== 'in' || !user) return
    const path = landing(user, permissions, safeFrom(from, location.origin) ?? safeFrom(takeReturn(user), location.origin))
    if (updateReady()) location.replace(path)
    else void navigate(path, { replace: true })
  }, [stays, status, from, navigate])
  if (stays) return <Outlet />
  if (status === 'pending') return <Pending />
  return status === 'loading' || status === 'in' ? null : <Outlet />
}
