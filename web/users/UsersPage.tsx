import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Plus, Trash2, UserPlus } from 'lucide-react'
import { useMemo } from 'react'
import type { Employee } from '#domain/api/employees.ts'
import { type Actor, employeeRefusal } from '#domain/employee.ts'
import { ROLE_NAMES, STAFF_ROLES } from '#domain/roles.ts'
import { useConfirm } from '#web/app/feedback/confirm.tsx'
import { snack } from '#web/app/feedback/snack.tsx'
import { AutoSwitch } from '#web/app/form/AutoSwitch.tsx'
import type { Column } from '#web/app/list/columns.ts'
import { ListPage } from '#web/app/list/ListPage.tsx'
import { useAllRows } from '#web/app/list/rows.ts'
import { useView } from '#web/app/list/useView.ts'
import { choice, choices, type ViewSpec } from '#web/app/list/view.ts'
import { usePageTitle } from '#web/app/title.ts'
import { type Dates, useDates } from '#web/core/dates.ts'
import { useCaller } from '#web/core/may.ts'
import { apiQuery, useCommand } from '#web/core/query.ts'
import { useUser } from '#web/core/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmployeeSheet } from './EmployeeSheet.tsx'

const VIEW = {
  filters: {
    role: choices({ label: 'Role', options: STAFF_ROLES.map((value) => ({ value, label: ROLE_NAMES[value] })) }),
    status: choice({
      label: 'Status',
      options: [
        { value: 'all', label: 'Active and inactive' },
        { value: 'active', label: 'Active' },
        { value: 'inactive', label: 'Inactive' },
      ],
      initial: 'all',
    }),
  },
  sorts: ['name', 'role', 'lastLogin'],
  sortedBy: 'name',
  row: 'employee',
} satisfies ViewSpec

const NEW = 'new'
const keyOf = (employee: Employee) => employee._id

/** The restaurant's employees: who they are, what they may open, and whether they may sign in (SCREENS §2.2 "/restaurant/users"). */
export default function UsersPage() {
  usePageTitle('Employees')
  const view = useView(VIEW)
  const { _id: accountId } = useUser()
  const { role, entered } = useCaller()
  const actor = useMemo<Actor>(() => ({ accountId, role: role ?? 'waiter', entered }), [accountId, role, entered])
  const query = useQuery(apiQuery('GET /restaurant/employees'))
  const employees = query.data?.employees
  const all = employees ?? []
  const toggle = useToggle()
  const remove = useRemove()
  const columns = columnsFor(useDates(), (employee) => (
    <AutoSwitch
      label={`${employee.name} is active`}
      hideLabel
      checked={employee.isActive}
      save={(active) => toggle(employee, active)}
      saved={(active) => `${employee.name} ${active ? 'can sign in again' : 'is inactive and signed out'}`}
      disabledReason={employeeRefusal(actor, employee.isActive ? 'deactivate' : 'activate', employee, all)}
    />
  ))
  const list = useAllRows(query, employees, view, {
    key: keyOf,
    columns,
    shows: ({ role: own, isActive }) =>
      (view.filters.role.length === 0 || view.filters.role.some((r) => r === own)) &&
      (view.filters.status === 'all' || isActive === (view.filters.status === 'active')),
  })
  const sheet = { actor, employees: all, onClose: view.close }
  const add = (
    <Button variant="primary" icon={<Plus />} onClick={() => view.open(NEW)}>
      Add employee
    </Button>
  )
  return (
    <>
      <ListPage
        noun={{ one: 'employee', many: 'employees' }}
        view={view}
        list={list}
        columns={columns}
        rowName={(employee) => employee.name}
        search="Name, mobile or email"
        actions={add}
        csv="employees"
        nothingYet={{ icon: <UserPlus />, title: 'No employees yet', action: add }}
        sheet={(employee, { onClose }) => <EmployeeSheet key={employee._id} employee={employee} {...sheet} onClose={onClose} />}
        menu={(employee) => [
          { label: 'Edit', icon: <Pencil />, onSelect: () => view.open(employee._id) },
          {
            label: 'Remove',
            icon: <Trash2 />,
            danger: true,
            disabledReason: employeeRefusal(actor, 'remove', employee, all),
            onSelect: () => remove(employee),
          },
        ]}
      />
      {view.row === NEW ? <EmployeeSheet employee={null} {...sheet} /> : null}
    </>
  )
}

const columnsFor = (dates: Dates, status: (employee: Employee) => React.ReactNode): Column<Employee>[] => [
  { key: 'name', head: 'Name', value: (e) => e.name },
  {
    key: 'mobile',
    head: 'Mobile',
    value: (e) => e.mobile_number,
    width: 'w-36',
    cellClassName: 'num truncate',
    cell: (e) => e.mobile_number || '–',
  },
  { key: 'email', head: 'Email', value: (e) => e.email, cellClassName: 'truncate text-muted', hidden: '@max-[899px]:hidden' },
  { key: 'role', head: 'Role', value: (e) => ROLE_NAMES[e.role], width: 'w-40' },
  {
    key: 'lastLogin',
    head: 'Last sign-in',
    value: (e) => e.lastLoginAt,
    csv: (e) => (e.lastLoginAt ? dates.dayAndTime(e.lastLoginAt) : ''),
    cell: (e) => (e.lastLoginAt ? dates.when(e.lastLoginAt) : 'Never'),
    cellClassName: 'text-muted',
    width: 'w-40',
    hidden: '@max-[699px]:hidden',
  },
  { key: 'status', head: 'Active', csv: (e) => e.isActive, cell: status, width: 'w-20', card: 'end' },
]

/** Sets whether somebody may sign in. The call turns the state over, so a state that another device changed meanwhile is turned once more. */
function useToggle() {
  const client = useQueryClient()
  const { mutateAsync } = useCommand('PUT /restaurant/employees/:id/toggle-status', { quiet: true })
  return async ({ _id }: Employee, active: boolean) => {
    let { employee } = await mutateAsync({ params: { id: _id } })
    if (employee.isActive !== active) employee = (await mutateAsync({ params: { id: _id } })).employee
    client.setQueryData(
      apiQuery('GET /restaurant/employees').queryKey,
      (data) => data && { employees: data.employees.map((e) => (e._id === _id ? employee : e)) },
    )
  }
}

function useRemove() {
  const confirm = useConfirm()
  const { mutateAsync } = useCommand('DELETE /restaurant/employees/:id', { quiet: true, invalidates: ['GET /restaurant/employees'] })
  return async ({ _id, name }: Employee) => {
    const removed = await confirm({
      title: `Remove ${name}?`,
      body: 'They are signed out everywhere at once and can’t sign in again. Orders keep their name.',
      confirmLabel: 'Remove',
      tone: 'danger',
      run: () => mutateAsync({ params: { id: _id } }),
    })
    if (removed) snack.success(`${name} was removed`)
  }
}
