import { BookCopy, LayoutDashboard, Store } from 'lucide-react'
import { apiQuery } from '#web/core/query.ts'
import { to } from '#web/core/to.ts'
import type { Screen } from '../screens.ts'

/** Pages of owners of several outlets. */
export const screens: readonly Screen[] = [
  {
    path: to.partnerDashboard(),
    title: 'Dashboard',
    module: () => import('#web/partner/dashboard/DashboardPage.tsx'),
    shell: 'partner',
    tab: { label: 'Dashboard', icon: LayoutDashboard },
  },
  {
    path: to.partnerRestaurants(),
    title: 'Restaurants',
    module: () => import('#web/partner/restaurants/RestaurantsPage.tsx'),
    shell: 'partner',
    tab: { label: 'Restaurants', icon: Store },
  },
  {
    path: to.partnerMenu(),
    title: 'Chain menu',
    module: () => import('#web/partner/menu/ChainMenuPage.tsx'),
    shell: 'partner',
    tab: { label: 'Menu', icon: BookCopy },
    begins: ({ search }) => [apiQuery('GET /partner/menu', { query: { sourceId: search.get('source') ?? undefined } })],
  },
  {
    path: to.account('partner'),
    title: 'Your account',
    module: () => import('#web/account/AccountPage.tsx'),
    shell: 'partner',
    begins: () => [apiQuery('GET /auth/sessions'), apiQuery('GET /auth/email')],
  },
]
