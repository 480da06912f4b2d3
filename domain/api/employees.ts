import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { ROLES, STAFF_ROLES } from '../roles.ts'
import { byId, gone, Id, Instant, Message } from './common.ts'
import { MANAGERS, staff } from './contract.ts'
import { Email, Mobile, Name, Password } from './fields.ts'

// ---------------------------------------------------------------- back office of a restaurant (CONTRACT §4)

export const Employee = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  mobile_number: z.string(),
  role: z.enum(ROLES),
  isActive: z.boolean(),
  createdAt: Instant,
  lastLoginAt: Instant.nullable(),
  readsGroup: z
    .boolean()
    .optional()
    .describe(
      '(+) of a managerialHead in a partner’s outlet: whether they read the partner’s other outlets, as one whom the partner, the back office or an administrator appointed does; else absent',
    ),
})
export type Employee = z.infer<typeof Employee>

/**
 * Payments, cancellations and prints name people. This says who had which name when, so that nobody can hide behind another name (docs/decisions/030-names.md).
 */
const FormerName = z.object({
  employeeId: Id,
  name: z.string(),
  until: Instant,
  now: z.string().describe('the name that this person has now, or had when they were removed'),
  isRemoved: z.boolean().describe('the employee was removed then'),
})
export type FormerName = z.infer<typeof FormerName>

const outranked = { '403 role_above': 'The role is above the caller’s own' }
const personErrors = {
  ...gone,
  ...outranked,
  '409 busy': 'The employee was changed on another device at the same time',
  '409 last_superuser': 'The last active superuser can’t be removed, lowered or deactivated',
}
/**
 * Unlike a sign-up, this reveals that an address has an account (docs/decisions/019-sign-up-tells-nothing.md): the caller manages an approved restaurant and
 * gives the account its password.
 */
const TAKEN = 'Another account has this address. A manager needs to know, because the new colleague could not sign in; attempts are limited'
export const NAME_TAKEN =
  'Somebody else in the restaurant has or had this name or one that looks like it, or the name looks like that of somebody from outside, or reads as a guest’s, as Staff or as nobody’s. Reports and payments name people'
const people = { tags: ['Employees'], roles: [...MANAGERS], pages: ['/restaurant/users'] as const }
const EmployeeFields = z.object({
  name: Name,
  email: Email,
  mobile_number: z.union([Mobile, z.literal('')]),
  role: z.enum(STAFF_ROLES),
  password: Password,
})
const EmployeeBody = EmployeeFields.extend({ mobile_number: EmployeeFields.shape.mobile_number.default('') })

export const employees = {
  'GET /restaurant/employees': staff({
    operationId: 'listEmployees',
    summary: 'Employees',
    ...people,
    reads: true,
    query: z.object({
      formerName: Name.optional().describe(
        'a name from a payment or report: `formerNames` then has only the names that look like it, however old they are',
      ),
    }),
    returns: z.object({
      employees: z.array(Employee),
      formerNames: z.array(FormerName).describe('newest first; without `formerName` the last 1,000'),
    }),
    failure: 'Failed to fetch restaurant users',
  }),
  'POST /restaurant/employees': staff({
    operationId: 'createEmployee',
    summary: 'Add an employee',
    idempotent: true,
    ...people,
    rateLimit: LIMITS.people,
    status: 201,
    body: EmployeeBody,
    returns: z.object({ employee: Employee }),
    failure: 'Failed to add user',
    errors: { ...outranked, '409 email_taken': TAKEN, '409 name_taken': NAME_TAKEN },
  }),
  'PUT /restaurant/employees': staff({
    operationId: 'updateEmployee',
    summary: 'Change an employee',
    ...people,
    rateLimit: LIMITS.people,
    body: EmployeeFields.partial().extend({ _id: Id }),
    returns: z.object({ employee: Employee }),
    failure: 'Failed to update user',
    errors: {
      ...personErrors,
      '403 own_account': 'An own password is changed with the present one, by PUT /auth/password',
      '409 email_taken': TAKEN,
      '409 name_taken': NAME_TAKEN,
    },
  }),
  'DELETE /restaurant/employees/:id': staff({
    operationId: 'deleteEmployee',
    summary: 'Remove an employee',
    ...people,
    params: byId,
    returns: Message,
    failure: 'Failed to delete user',
    errors: { ...personErrors, '403 own_account': 'Nobody can remove themselves' },
  }),
  'PUT /restaurant/employees/:id/toggle-status': staff({
    operationId: 'toggleEmployee',
    summary: 'Activate or deactivate an employee; deactivation ends their sessions and closes their sockets',
    ...people,
    params: byId,
    returns: z.object({ employee: Employee }),
    failure: 'Failed to toggle employee status',
    errors: { ...personErrors, '403 own_account': 'Nobody can deactivate themselves' },
  }),
} as const
