import { useProfile } from '#web/core/profile.ts'
import { useSession, useUser } from '#web/core/session.ts'
import type { Visitor } from './pages.ts'

/** The signed-in person as the menus need it: role, permissions and the restaurant's switches. Use it only below the guard. */
export function useVisitor(): Visitor {
  const { role } = useUser()
  const { permissions } = useSession()
  const switches = useProfile()
  return { role, permissions, switches }
}
