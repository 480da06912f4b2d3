import { Armchair, Calculator, ChefHat, ClipboardList, ConciergeBell, LayoutDashboard, type LucideIcon } from 'lucide-react'
import { canOpen, type Page, type Permissions } from '#domain/permissions.ts'
import type { Role } from '#domain/roles.ts'
import type { Unread } from '#web/core/liveCache.ts'

/** The staff pages there are, as the menu and the palette name them, in that order. */
export type NavPage = { path: Page; label: string; icon: LucideIcon; unread?: keyof Unread; keywords?: string[] }
export const NAV: readonly NavPage[] = [
  { path: '/restaurant/dashboard', label: 'Dashboard', icon: LayoutDashboard, keywords: ['sales', 'today'] },
  { path: '/restaurant/pos', label: 'POS', icon: Calculator, keywords: ['point of sale', 'counter', 'new order'] },
  { path: '/restaurant/orders', label: 'Orders', icon: ClipboardList, unread: 'orders', keywords: ['bills', 'live'] },
  { path: '/restaurant/kitchen', label: 'Kitchen', icon: ChefHat, unread: 'kitchen', keywords: ['kot', 'tickets', 'kds'] },
  { path: '/restaurant/tables', label: 'Tables', icon: Armchair, keywords: ['floor'] },
  { path: '/restaurant/captain', label: 'Captain', icon: ConciergeBell, keywords: ['waiter', 'phone'] },
]

type Flags = { isTableEnabled?: boolean; isCaptainEnabled?: boolean } | undefined
/** Tables and captain pages follow the restaurant's switches (SCREENS §6.15). */
export const switchedOn = (path: string, flags: Flags): boolean =>
  !(path.startsWith('/restaurant/tables') && flags?.isTableEnabled === false) &&
  !(path.startsWith('/restaurant/captain') && flags?.isCaptainEnabled === false)

export const navFor = (role: Role, permissions: Permissions | null, flags: Flags): NavPage[] =>
  NAV.filter(({ path }) => canOpen({ role }, path, permissions).ok && switchedOn(path, flags))

/** Where a table is opened by this person: at the counter, or on the captain's phone. */
export function tablePath(role: Role, permissions: Permissions | null, tableId: string): string | null {
  for (const page of ['/restaurant/pos', '/restaurant/captain/menu'] as const)
    if (canOpen({ role }, page, permissions).ok) return `${page}?table=${encodeURIComponent(tableId)}`
  return null
}
