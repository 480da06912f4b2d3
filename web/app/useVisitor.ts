import { useProfile } from '#web/core/profile.ts'
import { useSession, useUser } from '#web/core/session.ts'
import type { Visitor } from './pages.ts'

/** Visitor is signed in, as the menus ask it: role, permissions and the restaurant's switches. Only below the guard. */
export function useVisitor(): Visitor {
  const { role } = useUser()
  const { permissions } = useSession()
  const switches = useProfile()
  return { role, permissions, switches }
}
