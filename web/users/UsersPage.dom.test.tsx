import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { setEntered } from '#web/core/entered.ts'
import { acceptLogin } from '#web/core/session.ts'
import { aUser, later, mount, type Reply, refusal, serve, signIn } from '#web/test/dom.tsx'
import UsersPage from './UsersPage.tsx'

/** *Accept* points of the employees (SCREENS §2.2) that need no browser, by their words; an inactive person's sign-in is in worker/auth/auth.test.ts. */

const employee = (_id: string, name: string, role: string) => ({
  _id,
  name,
  email: `${_id}@demo.test`,
  mobile_number: '9000010045',
  role,
  isActive: true,
  createdAt: '2026-11-01T10:00:00.000Z',
  lastLoginAt: null,
})

async function open(toggled: () => Reply = () => refusal(500, 'internal', '')) {
  const employees = [employee('o1', 'Farhan Ali', 'superuser'), employee('e1', 'Kavya Shetty', 'captain')]
  const asked = serve(({ method, path }) => {
    if (method === 'PUT') return toggled()
    return path === '/v1/restaurant/employees'
      ? { status: 200, body: { employees, formerNames: [] } }
      : refusal(404, 'not_found', 'Not found.')
  })
  await signIn({ _id: 'o1', role: 'superuser' })
  const { user } = mount(<UsersPage />)
  const toggle = (name: string) => screen.getByRole('switch', { name: `${name} is active` }) as HTMLInputElement
  await screen.findByRole('switch', { name: 'Kavya Shetty is active' })
  return { user, toggle, toggles: () => asked.filter(({ method }) => method === 'PUT').map(({ path }) => path) }
}
const isOn = (toggle: HTMLInputElement) => (toggle.getAttribute('aria-checked') ?? String(toggle.checked)) === 'true'

it('toggle is optimistic and rolls back with "Failed to toggle employee status"', async () => {
  const answer = later<{ status: number; body?: unknown }>()
  const { user, toggle, toggles } = await open(() => answer.promise)
  expect(isOn(toggle('Kavya Shetty'))).toBe(true)
  await user.click(toggle('Kavya Shetty'))
  expect(isOn(toggle('Kavya Shetty'))).toBe(false)
  await waitFor(() => expect(toggles()).toEqual(['/v1/restaurant/employees/e1/toggle-status']))
  expect(isOn(toggle('Kavya Shetty'))).toBe(false)
  // A failure without a message of its own gets SPEC §8's text.
  answer.settle({ status: 500, body: {} })
  await screen.findByText('Failed to toggle employee status')
  await waitFor(() => expect(isOn(toggle('Kavya Shetty'))).toBe(true))
})

it('you cannot deactivate yourself: the switch does nothing, and the menu says why', async () => {
  const { user, toggle, toggles } = await open()
  await user.click(toggle('Farhan Ali'))
  expect(isOn(toggle('Farhan Ali'))).toBe(true)
  expect(toggles()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'More for Farhan Ali' }))
  expect((await screen.findByRole('menuitem', { name: /^Deactivate/ })).textContent).toContain('You can’t deactivate yourself.')
})

it('says nothing of earlier names while they are loading or could not be read', async () => {
  const answer = later<{ status: number; body?: unknown }>()
  serve(() => answer.promise)
  await signIn({ _id: 'o1', role: 'superuser' })
  mount(<UsersPage />)
  expect(await screen.findByRole('button', { name: 'Add employee' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Earlier names' })).toBeNull()
  answer.settle({ status: 200, body: { employees: [employee('o1', 'Farhan Ali', 'superuser')], formerNames: [] } })
  expect(await screen.findByRole('button', { name: 'Earlier names' })).toBeTruthy()
})

it('lets a partner, and nobody of the outlet, give a managerial head the partner’s other outlets', async () => {
  const head = { ...employee('h1', 'Vikram Rao', 'managerialHead'), readsGroup: false }
  const asked = serve(({ method }) =>
    method === 'PUT'
      ? { status: 200, body: { employee: { ...head, readsGroup: true } } }
      : { status: 200, body: { employees: [head], formerNames: [] } },
  )
  await signIn({ _id: 'o1', role: 'superuser' })
  const { user, unmount } = mount(<UsersPage />)
  await user.click(await screen.findByRole('button', { name: 'More for Vikram Rao' }))
  expect(await screen.findByRole('menuitem', { name: 'Edit' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Let them read all outlets' })).toBeNull()
  unmount()
  await acceptLogin('partner', { token: 'a.b.c', user: aUser({ role: 'partner', restaurantId: null }), permissions: {} })
  setEntered({ _id: 'r1', name: 'Smash Yard', by: 'u1' })
  mount(<UsersPage />)
  await user.click(await screen.findByRole('button', { name: 'More for Vikram Rao' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Let them read all outlets' }))
  await screen.findByText('Vikram Rao reads all outlets now')
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({ _id: 'h1', role: 'managerialHead' })
  setEntered(null)
})
