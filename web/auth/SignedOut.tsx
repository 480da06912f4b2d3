import { useEffect } from 'react'
import { Outlet, useNavigate, useSearchParams } from 'react-router'
import { landing, safeFrom } from '#web/core/paths.ts'
import { arrived, sessionNow, takeReturn, useSession } from '#web/core/session.ts'
import { Pending } from '#web/app/guard.tsx'

/** Shows login pages to people who are not signed in; others go to `from`, to where their session ended, or home (SPEC §2). */
export default function SignedOut() {
  const { status } = useSession()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const from = search.get('from')
  useEffect(arrived, [])
  useEffect(() => {
    const { user, permissions } = sessionNow()
    if (status !== 'in' || !user) return
    void navigate(landing(user, permissions, safeFrom(from, location.origin) ?? safeFrom(takeReturn(user), location.origin)), {
      replace: true,
    })
  }, [status, from, navigate])
  if (status === 'pending') return <Pending />
  return status === 'loading' || status === 'in' ? null : <Outlet />
}
