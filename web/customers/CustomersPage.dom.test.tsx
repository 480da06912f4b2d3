import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Customer } from '#domain/api/customers.ts'
import { aKot, anItem, anOrderShape } from '#domain/test/shapes.ts'
import { parseCsv } from '#domain/csv.ts'
import { mount, refusal, savedFiles, serve, signIn } from '#web/test/dom.tsx'
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

it('the file has the last visit in the restaurant’s time, as the other files have theirs', async () => {
  const saved = savedFiles()
  const customers = [{ ...customer(1), lastVisitAt: '2026-11-20T18:40:00.000Z' }, customer(2)]
  serve(({ path }) =>
    path.startsWith('/v1/restaurant/customer')
      ? { status: 200, body: { customers, totalCustomers: 2 } }
      : { status: 200, body: { orders: [], restaurant: { timezone: 'Asia/Kolkata' } } },
  )
  await signIn({ role: 'generalManager' })
  const { user } = mount(<CustomersPage />)
  await screen.findByRole('button', { name: 'Guest 1' })
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  const [head = [], ...rows] = parseCsv(await saved[0]!.text())
  expect(rows.map((row) => row[head.indexOf('Last visit')])).toEqual(['21 Nov 2026, 00:10', ''])
  expect(rows.map((row) => row[head.indexOf('Spent')])).toEqual(['100.00', '100.00'])
})

it('a customer whose removal lost its answer counts as removed at the next press, and leaves the list', async () => {
  await signIn({ role: 'generalManager' })
  let all = [customer(1), customer(2)]
  const asked = serve(({ method, path }) => {
    const query = new URL(path, 'http://x').searchParams
    if (method === 'DELETE') {
      if (!all.some((c) => c._id === query.get('id'))) return refusal(404, 'not_found', 'Customer not found')
      all = all.filter((c) => c._id !== query.get('id'))
      return 'lost'
    }
    if (!path.startsWith('/v1/restaurant/customer')) return { status: 200, body: { orders: [], restaurant: {} } }
    return { status: 200, body: { customers: all, totalCustomers: all.length } }
  })
  const { user } = mount(<CustomersPage />)
  await user.click(await screen.findByRole('button', { name: 'Guest 1' }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  const remove = await screen.findByRole('button', { name: 'Remove' })
  await user.click(remove)
  await waitFor(() => expect(asked.filter(({ method }) => method === 'DELETE')).toHaveLength(1))
  await waitFor(() => expect(remove.getAttribute('aria-disabled')).toBeNull())
  await user.click(remove)
  await waitFor(() => expect(screen.queryByText('Guest 1 was removed already')).not.toBeNull())
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Guest 1' })).toBeNull())
})

it('a customer’s bills say if they were refunded, cancelled or merged, instead of a price that nobody paid', async () => {
  const { name, mobile_number } = customer(1)
  const bill = (n: number, more: object) =>
    anOrderShape([aKot([anItem()])], {
      _id: `o${n}`,
      tableNumber: String(n),
      customer_name: name,
      mobile_number,
      grandTotal: 1050,
      ...more,
    })
  const orders = [
    bill(1, { orderStatus: 'completed', paymentStatus: 'paid' }),
    bill(2, { orderStatus: 'completed', paymentStatus: 'refunded' }),
    bill(3, { orderStatus: 'cancelled' }),
    bill(4, { orderStatus: 'cancelled', kots: [] }),
  ]
  await signIn({ role: 'generalManager' })
  serve(({ path }) =>
    path.startsWith('/v1/restaurant/customer')
      ? { status: 200, body: { customers: [customer(1)], totalCustomers: 1 } }
      : { status: 200, body: { orders, restaurant: { timezone: 'Asia/Kolkata' } } },
  )
  const { user } = mount(<CustomersPage />)
  await user.click(await screen.findByRole('button', { name: 'Guest 1' }))
  const rows = await waitFor(() => ['T1', 'T2', 'T3', 'T4'].map((table) => screen.getByText(table).closest('a')?.textContent))
  expect(rows.map((row) => /Rs\. [\d,.]+$|[A-Z][a-z]+$/.exec(row ?? '')?.[0])).toEqual(['Rs. 1,050.00', 'Refunded', 'Cancelled', 'Merged'])
})
