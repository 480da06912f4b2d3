import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Employee } from '#domain/api/employees.ts'
import { OWN_PASSWORD } from '#domain/employee.ts'
import { PASSWORD_RULE } from '#domain/password.ts'
import { setEntered } from '#web/core/entered.ts'
import { acceptLogin } from '#web/core/session.ts'
import { aUser, mount, serve, signIn } from '#web/test/dom.tsx'
import { EmployeeSheet } from './EmployeeSheet.tsx'

const KAVYA: Employee = {
  _id: 'e1',
  name: 'Kavya Shetty',
  email: 'kavya@demo.test',
  mobile_number: '9000010045',
  role: 'captain',
  isActive: true,
  createdAt: '2026-11-01T10:00:00.000Z',
  lastLoginAt: null,
}
const OWNER = { accountId: 'o1', role: 'superuser', entered: false } as const

it('sends only what was changed, so that a role which another device has set meanwhile stays', async () => {
  signIn({ _id: 'o1', role: 'superuser' })
  const asked = serve(() => ({ status: 200, body: { employee: KAVYA } }))
  const { user } = mount(<EmployeeSheet employee={KAVYA} actor={OWNER} employees={[KAVYA]} onClose={() => undefined} />)
  await user.type(screen.getByLabelText('Name'), ' Rao')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({ _id: 'e1', name: 'Kavya Shetty Rao' }))
})

it('says that a new role signs them out, and states the rule of a password once', async () => {
  signIn({ _id: 'o1', role: 'superuser' })
  const broken = { status: 422, body: { code: 'invalid', errors: [{ path: 'password', message: PASSWORD_RULE }] } }
  serve(({ method }) => (method === 'POST' ? broken : { status: 200, body: {} }))
  const sheet = (employee: Employee | null) => (
    <EmployeeSheet employee={employee} actor={OWNER} employees={[KAVYA]} onClose={() => undefined} />
  )
  const { user, unmount } = mount(sheet(KAVYA))
  const signsOut = () => screen.queryByText(/new role signs them out everywhere/)
  expect(signsOut()).toBeNull()
  await user.selectOptions(screen.getByLabelText('Role'), 'Waiter')
  expect(signsOut()).toBeTruthy()
  unmount()

  const { user: other } = mount(sheet(null))
  const rule = () => screen.getAllByText(PASSWORD_RULE)
  expect(rule()).toHaveLength(1)
  await other.type(screen.getByLabelText('Name'), 'Asha')
  await other.type(screen.getByLabelText('Email'), 'asha@demo.test')
  await other.type(screen.getByLabelText('Password'), 'short')
  await other.click(screen.getByRole('button', { name: 'Add employee' }))
  await waitFor(() => expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true'))
  expect(rule()).toHaveLength(1)
})

it('has no password field for the own account, whose password is changed with the present one', () => {
  signIn({ _id: 'o1', role: 'superuser' })
  serve(() => ({ status: 200, body: { employee: KAVYA } }))
  const { unmount } = mount(<EmployeeSheet employee={KAVYA} actor={OWNER} employees={[KAVYA]} onClose={() => undefined} />)
  expect(screen.getByLabelText(/New password/)).toBeTruthy()
  unmount()
  mount(<EmployeeSheet employee={KAVYA} actor={{ ...OWNER, accountId: 'e1' }} employees={[KAVYA]} onClose={() => undefined} />)
  expect(screen.queryByLabelText(/New password/)).toBeNull()
  expect(screen.getByText(OWN_PASSWORD)).toBeTruthy()
})

it('shows a partner who has entered the outlet what a role opens there, as the outlet has it', async () => {
  await acceptLogin('partner', { token: 'a.b.c', user: aUser({ role: 'partner', restaurantId: null }), permissions: {} })
  setEntered({ _id: 'r1', name: 'Smash Yard', by: 'u1' })
  const asked = serve(() => ({ status: 200, body: { permissions: { '/restaurant/reports': ['superuser'] } } }))
  const manager = { ...KAVYA, role: 'generalManager' as const }
  mount(<EmployeeSheet employee={manager} actor={{ ...OWNER, entered: true }} employees={[manager]} onClose={() => undefined} />)
  const pages = await screen.findByRole('region', { name: 'Pages for General manager' })
  expect(pages.textContent).toContain('Invoices')
  expect(pages.textContent).not.toContain('Reports')
  expect(asked.map(({ path }) => path)).toEqual(['/v1/restaurant/r1/permissions'])
  setEntered(null)
})
