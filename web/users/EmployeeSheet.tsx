import type { Employee } from '#domain/api/employees.ts'
import { type Actor, employeeRefusal, headNote, OWN_PASSWORD, rolesToGive } from '#domain/employee.ts'
import { PASSWORD_RULE } from '#domain/password.ts'
import { ROLE_NAMES, type StaffRole } from '#domain/roles.ts'
import { SelectField, TextField } from '#web/app/form/fields.tsx'
import { FormSheet } from '#web/app/form/shells.tsx'
import { useCallForm } from '#web/app/form/useForm.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { OpenedPages } from '#web/shared/permissions/OpenedPages.tsx'

type Props = { employee: Employee | null; actor: Actor; employees: readonly Employee[]; onClose: () => void }

/** Adds an employee, or changes one. */
export function EmployeeSheet({ employee, actor, employees, onClose }: Props) {
  const form = useCallForm({
    call: employee ? 'PUT /restaurant/employees' : 'POST /restaurant/employees',
    kept: true,
    defaults: {
      name: employee?.name ?? '',
      email: employee?.email ?? '',
      mobile_number: employee?.mobile_number ?? '',
      role: (employee?.role ?? 'waiter') as StaffRole,
      password: '',
    },
    // An empty password keeps the current one.
    toBody: ({ password, ...fields }) =>
      employee ? { _id: employee._id, ...fields, password: password || undefined } : { ...fields, password },
    onlyChanges: employee !== null,
    invalidates: ['GET /restaurant/employees'],
    refusals: { email_taken: 'email' },
    refusal: employee ? employeeRefusal(actor, 'change', employee, employees) : null,
    onSaved: (_, { name }) => {
      snack.success(employee ? `${name} was saved` : `${name} was added`)
      onClose()
    },
  })
  const keepsRole = employee && employeeRefusal(actor, 'change role', employee, employees)
  // The employee's current role stays in the list, even if it can't be assigned any more.
  const given = keepsRole ? [] : rolesToGive(actor)
  const roles = [...new Set([...(employee ? [employee.role] : []), ...given])].map((value) => ({ value, label: ROLE_NAMES[value] }))
  const hints = [
    headNote(actor, employee, form.values.role),
    employee && employee.role !== form.values.role && 'The new role signs them out everywhere.',
  ]
  return (
    <FormSheet form={form} title={employee?.name ?? 'Add employee'} submitLabel={employee ? 'Save' : 'Add employee'} onClose={onClose}>
      <TextField form={form} name="name" label="Name" required maxLength={80} />
      <TextField form={form} name="email" label="Email" kind="email" required maxLength={254} hint="They sign in with it." />
      <TextField form={form} name="mobile_number" label="Mobile" kind="tel" optional maxLength={20} />
      <SelectField
        form={form}
        name="role"
        label="Role"
        required
        options={roles}
        hint={keepsRole ?? (hints.filter(Boolean).join(' ') || undefined)}
      />
      <OpenedPages role={form.values.role} />
      {employee?._id === actor.accountId ? (
        <p className="text-14 text-muted">{OWN_PASSWORD}</p>
      ) : (
        <TextField
          form={form}
          name="password"
          label={employee ? 'New password' : 'Password'}
          kind="password"
          autoComplete="new-password"
          required={!employee}
          optional={Boolean(employee)}
          maxLength={128}
          hint={employee ? 'Signs them out everywhere. Leave it empty to keep the old one.' : PASSWORD_RULE}
        />
      )}
    </FormSheet>
  )
}
