import { useEffect, useRef } from 'react'
import { Navigate, Outlet, useSearchParams } from 'react-router'
import { landing, safeFrom } from '#web/app/paths.ts'
import { arrived, takeReturn, useSession } from '#web/app/session.ts'
import { PendingApproval } from './PendingApproval.tsx'

/** Login pages are for those who are not signed in; whoever is goes to `from`, to where their session ended, or home (SPEC §2). */
export function SignedOut() {
  const { status, user, permissions } = useSession()
  const [search] = useSearchParams()
  const to = useRef<string | null>(null)
  useEffect(arrived, [])
  if (status === 'loading') return null
  if (status === 'pending') return <PendingApproval />
  if (status === 'in' && user) {
    to.current ??= landing(user, permissions, safeFrom(search.get('from'), location.origin) ?? safeFrom(takeReturn(user), location.origin))
    return <Navigate to={to.current} replace />
  }
  to.current = null
  return <Outlet />
}
