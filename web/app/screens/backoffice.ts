import { Flag, Handshake, Inbox, LayoutDashboard, Store, UsersRound } from 'lucide-react'
import { apiQuery } from '#web/core/query.ts'
import { to } from '#web/core/to.ts'
import type { Screen } from '../screens.ts'

const pending = () => apiQuery('GET /backoffice/restaurants/pending', { query: {} })
const claims = (limit?: number) =>
  apiQuery('GET /backoffice/restaurants/claims/pending', { query: limit ? { page: 1, limit, sort: 'added' } : {} })

/** Pages of Tawa’s own staff. */
export const screens: readonly Screen[] = [
  {
    path: to.backofficePermissions(),
    title: 'Permissions',
    module: () => import('#web/backoffice/permissions/PermissionsPage.tsx'),
    shell: 'backoffice',
  },
  {
    path: to.backofficeDashboard(),
    title: 'Dashboard',
    module: () => import('#web/backoffice/dashboard/DashboardPage.tsx'),
    shell: 'backoffice',
    tab: { label: 'Dashboard', icon: LayoutDashboard },
    begins: () => [
      apiQuery('GET /backoffice/analytics', { query: {} }),
      pending(),
      claims(),
      apiQuery('GET /backoffice/decisions', { query: {} }),
    ],
  },
  {
    path: to.backofficePending(),
    title: 'Pending',
    module: () => import('#web/backoffice/pending/PendingPage.tsx'),
    shell: 'backoffice',
    tab: { label: 'Pending', icon: Inbox },
    begins: () => [pending()],
  },
  {
    path: to.backofficeClaims(),
    title: 'Claims',
    module: () => import('#web/backoffice/claims/ClaimsPage.tsx'),
    shell: 'backoffice',
    tab: { label: 'Claims', icon: Flag },
    begins: ({ search }) => (search.size > 0 ? [] : [claims(10)]),
  },
  {
    path: to.backofficeRestaurants(),
    title: 'Restaurants',
    module: () => import('#web/backoffice/restaurants/RestaurantsPage.tsx'),
    shell: 'backoffice',
    tab: { label: 'Restaurants', icon: Store },
    begins: ({ search }) =>
      search.size > 0 ? [] : [apiQuery('GET /backoffice/restaurants', { query: { page: 1, limit: 20, sort: '-added' } })],
  },
  {
    path: to.backofficePartners(),
    title: 'Partners',
    module: () => import('#web/backoffice/partners/PartnersPage.tsx'),
    shell: 'backoffice',
    tab: { label: 'Partners', icon: Handshake },
    begins: ({ search }) =>
      search.size > 0 ? [] : [apiQuery('GET /backoffice/partners', { query: { page: 1, limit: 20, sort: '-added' } })],
  },
  {
    path: to.backofficeUsers(),
    title: 'Users',
    module: () => import('#web/backoffice/users/UsersPage.tsx'),
    shell: 'backoffice',
    tab: { label: 'Users', icon: UsersRound },
    begins: ({ search }) => (search.size > 0 ? [] : [apiQuery('GET /backoffice/users', { query: { page: 1, limit: 20, sort: 'name' } })]),
  },
  {
    path: to.account('backoffice'),
    title: 'Your account',
    module: () => import('#web/account/AccountPage.tsx'),
    shell: 'backoffice',
    begins: () => [apiQuery('GET /auth/sessions'), apiQuery('GET /auth/email')],
  },
]
