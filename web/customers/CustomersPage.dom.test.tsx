import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Customer } from '#domain/api/customers.ts'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import CustomersPage from './CustomersPage.tsx'

const customer = (n: number): Customer => ({
  _id: `c${n}`,
  name: `Guest ${n}`,
  mobile_number: `98480221${String(n).padStart(2, '0')}`,
  ...{ email: null, birthday: null, note: '', visits: 1, totalSpent: 100, lastVisitAt: null },
})

it('an open customer stays while another page of the list is shown, and closes when it is removed', async () => {
  await signIn({ role: 'generalManager' })
  let all = Array.from({ length: 12 }, (_, i) => customer(i + 1))
  serve(({ method, path }) => {
    const query = new URL(path, 'http://x').searchParams
    if (method === 'DELETE') all = all.filter((c) => c._id !== query.get('id'))
    if (!path.startsWith('/v1/restaurant/customer')) return { status: 200, body: { orders: [], restaurant: {} } }
    const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 10)]
    return { status: 200, body: { customers: all.slice((page - 1) * limit, page * limit), totalCustomers: all.length } }
  })
  const { user } = mount(<CustomersPage />)
  await user.click(await screen.findByRole('button', { name: 'Guest 3' }))
  await user.click(screen.getByRole('button', { name: /^Next/ }))
  await screen.findByRole('button', { name: 'Guest 12' })
  expect(screen.getByRole('heading', { name: 'Guest 3' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Guest 3' })).toBeNull())
  expect(screen.queryByText(/no longer in this list/)).toBeNull()
})
