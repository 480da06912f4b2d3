import { canOpen, type Permissions } from '#domain/permissions.ts'
import { HOME, type Role } from '#domain/roles.ts'
import { to } from './to.ts'

/** `from` if it is a path of this origin and not a login page; otherwise null. */
export function safeFrom(from: string | null | undefined, origin: string): string | null {
  if (!from || !from.startsWith('/') || /^\/[/\\]/.test(from) || /[\u0000-\u001f\\]/.test(from)) return null
  let url: URL
  try {
    url = new URL(from, origin)
  } catch {
    return null
  }
  if (url.origin !== new URL(origin).origin || url.pathname.startsWith('//')) return null
  if (/^\/(?:\w+\/)?login\/?$/.test(url.pathname)) return null
  return `${url.pathname}${url.search}${url.hash}`
}

/** Where a person goes after sign-in: back to the page they came from if they may open it, else home. */
export function landing(who: { role: Role }, permissions: Permissions | null, from: string | null): string {
  if (from && from !== to.start() && from !== to.roleHome() && canOpen(who, new URL(from, 'http://tawa').pathname, permissions).ok)
    return from
  return HOME[who.role]
}
