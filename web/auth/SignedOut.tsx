import { useEffect } from 'react'
import { Outlet, useLocation, useNavigate, useSearchParams } from 'react-router'
import { safeFrom } from '#web/core/from.ts'
import { landing } from '#web/core/paths.ts'
import { arrived, sessionNow, takeReturn, useSession } from '#web/core/session.ts'
import { to } from '#web/core/to.ts'
import { Pending } from '#web/app/guard.tsx'
import { updateReady } from '#web/app/update.ts'

/** Pages that are also shown to signed-in people: a mailed link may be opened while somebody else is signed in, and a sign-up's page goes on after it. */
const decidesItself = (path: string) =>
  path === to.resetPassword() || path === to.signup('restaurant') || path === to.signup('partner') || path.startsWith(to.claim(''))

/**
 * Shows login pages to people who are not signed in; others go to `from`, to where their session ended, or home (SPEC §2). Nobody works on anything
 * here, so a page that was left open is reloaded here to get the newest build.
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
