import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { FormerName } from '#domain/api/employees.ts'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import { EarlierNames } from './EarlierNames.tsx'

const row = (more: Partial<FormerName>): FormerName => ({
  employeeId: 'e1',
  name: 'Guest Services',
  until: '2026-11-20T10:00:00.000Z',
  now: 'Sneha Pawar',
  isRemoved: false,
  ...more,
})

it('shows who had which name until when: people who have another name now, have the same again, or were removed', async () => {
  signIn({ _id: 'o1', role: 'superuser' })
  const names = [
    row({}),
    row({ name: 'Sneha Pawar', until: '2026-11-19T10:00:00.000Z' }),
    row({ employeeId: 'e2', name: 'Ravi Kumar', now: 'Ravi Kumar', isRemoved: true }),
  ]
  const { user } = mount(<EarlierNames names={names} />)
  await user.click(screen.getByRole('button', { name: 'Earlier names' }))
  const said = screen.getAllByRole('listitem').map((item) => item.textContent ?? '')
  expect(said).toHaveLength(3)
  expect(said[0]).toMatch(/^Guest Servicesuntil .+, now Sneha Pawar$/)
  expect(said[1]).toMatch(/^Sneha Pawaruntil .+, and again now$/)
  expect(said[2]).toMatch(/^Ravi Kumaruntil .+, then removed$/)
})

it('says so if nobody had another name', async () => {
  const { user } = mount(<EarlierNames names={[]} />)
  await user.click(screen.getByRole('button', { name: 'Earlier names' }))
  expect(screen.getByText('Nobody had another name.')).toBeTruthy()
})

it('looks a name of the books up among all that ever were', async () => {
  await signIn({ _id: 'o1', role: 'superuser' })
  const asked = serve(({ path }) => {
    const found = path.includes('Neha') ? [row({ employeeId: 'e9', name: 'Neha K', until: '2024-01-02T10:00:00.000Z' })] : []
    return { status: 200, body: { employees: [], formerNames: found } }
  })
  const { user } = mount(<EarlierNames names={[row({})]} />)
  await user.click(screen.getByRole('button', { name: 'Earlier names' }))
  const field = screen.getByRole('searchbox', { name: 'A name in the books' })
  await user.type(field, 'Neha K')
  expect((await screen.findByText('Neha K')).closest('li')?.textContent).toContain('now Sneha Pawar')
  expect(screen.queryByText('Guest Services')).toBeNull()
  expect(asked.at(-1)?.path).toBe('/v1/restaurant/employees?formerName=Neha+K')
  await user.clear(field)
  await user.type(field, 'Nobody')
  expect(await screen.findByText('Nobody had the name “Nobody” before.')).toBeTruthy()
})
