import { useSession } from '#web/core/session.ts'

/** The diner's account: `checking` while the session is read, null for a guest of a table and for who isn't signed in. */
export function useAccount(): { _id: string; name: string } | 'checking' | null {
  const { status, user } = useSession()
  if (status === 'loading') return 'checking'
  return status === 'in' && user?.role === 'user' && !user.isGuest ? user : null
}
