import { canOpen, type Permissions } from '#domain/permissions.ts'
import { HOME, type Role } from '#domain/roles.ts'
import { to } from './to.ts'

/** Where a person goes after sign-in: back to the page they came from if they may open it, else home. */
export function landing(who: { role: Role }, permissions: Permissions | null, from: string | null): string {
  if (from && from !== to.start() && from !== to.roleHome() && canOpen(who, new URL(from, 'http://tawa').pathname, permissions).ok)
    return from
  return HOME[who.role]
}
