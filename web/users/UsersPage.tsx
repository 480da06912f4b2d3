import { useQuery } from '@tanstack/react-query'
import { Pencil, Store, Trash2, UserPlus } from 'lucide-react'
import type { Employee } from '#domain/api/employees.ts'
import { employeeRefusal } from '#domain/employee.ts'
import { ROLE_NAMES, STAFF_ROLES } from '#domain/roles.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import type { Column } from '#web/app/list/columns.ts'
import { ListPage } from '#web/app/list/ListPage.tsx'
import { useAllRows } from '#web/app/list/rows.ts'
import { useRemoval } from '#web/app/list/useRemoval.ts'
import { useView } from '#web/app/list/useView.ts'
import { choices, type ViewSpec } from '#web/app/list/view.ts'
import { useDates } from '#web/core/dates.ts'
import { useCaller } from '#web/core/may.ts'
import { apiQuery, useCommand } from '#web/core/query.ts'
import { useUser } from '#web/core/session.ts'
import { activeColumn, lastSignInColumn } from '#web/shared/accounts/columns.tsx'
import { EarlierNames } from './EarlierNames.tsx'
import { EmployeeSheet } from './EmployeeSheet.tsx'

const VIEW = {
  filters: {
    role: choices({ label: 'Role', options: STAFF_ROLES.map((value) => ({ value, label: ROLE_NAMES[value] })) }),
  },
  sorts: ['name', 'role', 'lastLogin', 'status'],
  sortedBy: 'name',
  row: 'employee',
} satisfies ViewSpec

/** The restaurant's employees: who they are, what they may open, and whether they may sign in (SCREENS §2.2 "/restaurant/users"). */
export default function UsersPage() {
  const view = useView(VIEW)
  const dates = useDates()
  const { _id: accountId, role } = useUser()
  const actor = { accountId, role, entered: useCaller().entered }
  const query = useQuery(apiQuery('GET /restaurant/employees'))
  const employees = query.data?.employees ?? []
  const setActive = useSetActive()
  const appoint = useAppoint()
  const remove = useRemoval('DELETE /restaurant/employees/:id', {
    body: 'They are signed out everywhere at once and can’t sign in again, and sync keys that they made stop working. Orders keep their name.',
    invalidates: ['GET /restaurant/employees'],
  })
  const refusalOf = (what: 'toggle' | 'remove', e: Employee) =>
    employeeRefusal(actor, what === 'remove' ? what : e.isActive ? 'deactivate' : 'activate', e, employees)

  const columns: Column<Employee>[] = [
    { key: 'name', head: 'Name', value: (e) => e.name },
    { key: 'mobile', head: 'Mobile', value: (e) => e.mobile_number, width: 'w-36', cellClassName: 'num wrap-anywhere whitespace-normal!' },
    { key: 'email', head: 'Email', value: (e) => e.email, cellClassName: 'wrap-anywhere text-muted', hidden: '@max-[899px]:hidden' },
    { key: 'role', head: 'Role', value: (e) => ROLE_NAMES[e.role], width: 'w-40' },
    lastSignInColumn(dates, { width: 'w-40', hidden: '@max-[799px]:hidden' }),
    activeColumn({ call: 'PUT /restaurant/employees/:id/toggle-status', save: setActive, refusal: (e) => refusalOf('toggle', e) }),
  ]
  const list = useAllRows(query, query.data?.employees, view, {
    key: (e) => e._id,
    columns,
    shows: (e) => view.filters.role.length === 0 || view.filters.role.some((chosen) => chosen === e.role),
  })
  return (
    <ListPage
      noun={{ one: 'employee', many: 'employees' }}
      view={view}
      list={list}
      columns={columns}
      rowName={(e) => e.name}
      search="Name, mobile or email"
      create={{ label: 'Add employee', call: 'POST /restaurant/employees' }}
      csv="employees"
      actions={query.data && <EarlierNames names={query.data.formerNames} />}
      nothingYet={{ icon: <UserPlus />, title: 'No employees yet' }}
      sheet={(e, { onClose }) => <EmployeeSheet key={e?._id} employee={e} actor={actor} employees={employees} onClose={onClose} />}
      menu={(e) => [
        { label: 'Edit', icon: <Pencil />, onSelect: () => view.open(e._id) },
        actor.entered && e.readsGroup === false && { label: 'Let them read all outlets', icon: <Store />, onSelect: () => appoint(e) },
        // The switch shows its reason only to a mouse.
        refusalOf('toggle', e) !== null && { label: 'Deactivate', disabledReason: refusalOf('toggle', e), onSelect: () => undefined },
        {
          label: 'Remove',
          icon: <Trash2 />,
          danger: true,
          disabledReason: refusalOf('remove', e),
          onSelect: () => void remove(e.name, { params: { id: e._id } }),
        },
      ]}
    />
  )
}

/** Lets a managerial head read the partner's other outlets (docs/decisions/038-heads-of-a-partner.md). */
function useAppoint() {
  const { mutate: change } = useCommand('PUT /restaurant/employees', { refreshes: ['GET /restaurant/employees'] })
  return ({ _id, name }: Employee) =>
    change({ body: { _id, role: 'managerialHead' } }, { onSuccess: () => void snack.success(`${name} reads all outlets now`) })
}

/** Sets whether somebody may sign in. The call toggles the state, so it is repeated if another device has toggled it meanwhile. */
function useSetActive() {
  const { mutateAsync: toggle } = useCommand('PUT /restaurant/employees/:id/toggle-status', {
    quiet: true,
    refreshes: ['GET /restaurant/employees'],
  })
  return async ({ _id }: Employee, active: boolean) => {
    const { employee } = await toggle({ params: { id: _id } })
    if (employee.isActive !== active) await toggle({ params: { id: _id } })
  }
}
