import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aTable } from '#domain/test/shapes.ts'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import CaptainMenuPage from './CaptainMenuPage.tsx'

/** *Accept* points of the captain's phone (SCREENS §2.2) that need no browser, by their words; the others are in e2e/captain.spec.ts. */

const table = (n: string) => aTable({ _id: `t${n}`, tableNumber: n, area: 'Hall', status: 'available', currentOrderId: null })

it('no table chosen → picker first', async () => {
  serve(({ path }) => {
    if (path === '/v1/tables') return { status: 200, body: { tables: [table('1'), table('7'), table('11')] } }
    if (path === '/v1/orders/restaurant/pending') return { status: 200, body: { orders: [], toCook: [], seq: 0 } }
    if (path === '/v1/menus/restaurant') return { status: 200, body: { menu: { categories: [] } } }
    return { status: 200, body: { alerts: [], items: [], ranking: [] } }
  })
  await signIn({ role: 'waiter' })
  const { user, address } = mount(<CaptainMenuPage />, { path: '/restaurant/captain/menu' })
  await screen.findByRole('button', { name: /^T7/ })
  expect(screen.getByText('Which table is the order for?')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^T7/ }))
  expect(address()).toBe('/restaurant/captain/menu?table=t7')
  expect(screen.queryByText('Which table is the order for?')).toBeNull()
})
