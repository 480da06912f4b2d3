import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { DeskUser } from '#domain/api/backoffice.ts'
import { deskRefusal } from '#domain/deskUser.ts'
import { ROLE_NAMES } from '#domain/roles.ts'
import type { Column } from '#web/app/list/columns.ts'
import { ListPage } from '#web/app/list/ListPage.tsx'
import { usePagedRows } from '#web/app/list/rows.ts'
import { useView } from '#web/app/list/useView.ts'
import { sortText, type ViewSpec } from '#web/app/list/view.ts'
import { useDates } from '#web/core/dates.ts'
import { useCommand } from '#web/core/query.ts'
import { useUser } from '#web/core/session.ts'
import { activeColumn, lastSignInColumn } from '#web/shared/accounts/columns.tsx'
import { Updated } from '../Updated.tsx'
import { NewUser } from './NewUser.tsx'
import { ResetPassword } from './ResetPassword.tsx'
import { UserDrawer } from './UserDrawer.tsx'

const VIEW = { sorts: ['name', 'role', 'lastLogin'], sortedBy: 'name', row: 'user' } satisfies ViewSpec
const LIST = 'GET /backoffice/users'

/** `/backoffice/users` (SCREENS §2.5): Tawa's own staff, who are added, switched off, and given a new password. */
export default function UsersPage() {
  const view = useView(VIEW)
  const dates = useDates()
  const { _id: accountId, role } = useUser()
  const actor = { accountId, role }
  const [resetting, setResetting] = useState<DeskUser | null>(null)
  const { mutateAsync: setActive } = useCommand('PUT /backoffice/users/:id/active', { quiet: true, refreshes: [LIST] })
  const columns: Column<DeskUser>[] = [
    {
      key: 'name',
      head: 'Name',
      value: (u) => (u._id === accountId ? `${u.name} (you)` : u.name),
    },
    { key: 'email', head: 'Email', value: (u) => u.email, cellClassName: 'truncate text-muted', hidden: '@max-[759px]:hidden' },
    { key: 'role', head: 'Role', value: (u) => ROLE_NAMES[u.role], width: 'w-36' },
    lastSignInColumn(dates, { width: 'w-36', hidden: '@max-[519px]:hidden' }),
    activeColumn({
      call: 'PUT /backoffice/users/:id/active',
      save: (u, isActive) => setActive({ params: { id: u._id }, body: { isActive } }),
      refusal: (u) => deskRefusal(actor, u.isActive ? 'deactivate' : 'activate', u),
    }),
  ]
  const list = usePagedRows(LIST, view, {
    key: (u: DeskUser) => u._id,
    input: (page, limit) => ({ query: { page, limit, sort: sortText(view.sort) as Order, ...(view.q ? { search: view.q } : null) } }),
    rows: (answer) => answer.users,
    total: (answer) => answer.totalUsers,
    perPage: 20,
  })
  return (
    <>
      <Updated at={list.updatedAt} calls={[LIST]} />
      <ListPage
        noun={{ one: 'user', many: 'users' }}
        view={view}
        list={list}
        columns={columns}
        rowName={(u) => u.name}
        search="Name or email"
        csv="backoffice-users"
        dense
        create={{ label: 'Add user', call: 'POST /backoffice/users' }}
        nothingYet={{ icon: <UserPlus />, title: 'No users yet' }}
        sheet={(_, { onClose }) => <NewUser mayAddAdmin={role === 'admin'} onClose={onClose} />}
        drawer={(u, { onClose }) => (
          <UserDrawer
            key={u._id}
            user={u}
            resetRefusal={deskRefusal(actor, 'reset', u)}
            onReset={() => setResetting(u)}
            onClose={onClose}
          />
        )}
      />
      {resetting ? <ResetPassword user={resetting} onClose={() => setResetting(null)} /> : null}
    </>
  )
}

type Order = 'name' | '-name' | 'role' | '-role' | 'lastLogin' | '-lastLogin'
