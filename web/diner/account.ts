import { type Session, type SessionUser, sessionNow, useSession } from '#web/core/session.ts'

/** The account of a session. Guests of a table have no account. */
const accountIn = ({ status, user }: Session): SessionUser | null =>
  status === 'in' && user?.role === 'user' && !user.isGuest ? user : null

/** The diner's account that is signed in; null for a guest of a table, and if nobody is signed in. */
export const accountNow = (): SessionUser | null => accountIn(sessionNow())

/** The same for a page; `checking` while the session is being checked. */
export function useAccount(): SessionUser | 'checking' | null {
  const session = useSession()
  return session.status === 'loading' ? 'checking' : accountIn(session)
}
