import { to } from '#web/core/to.ts'
import type { Screen } from '../screens.ts'

/** Pages of Tawa’s own staff. */
export const screens: readonly Screen[] = [
  {
    path: to.backofficePermissions(),
    title: 'Permissions',
    module: () => import('#web/backoffice/permissions/PermissionsPage.tsx'),
    shell: 'backoffice',
  },
]
