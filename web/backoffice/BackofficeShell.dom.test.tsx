import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { acceptLogin } from '#web/core/session.ts'
import { aUser, mount, serve } from '#web/test/dom.tsx'
import BackofficeShell from './BackofficeShell.tsx'

const paging = { totalPages: 1, currentPage: 1, itemsPerPage: 200 }
async function enter(found: { restaurants?: object[]; partners?: object[]; users?: object[] } = {}) {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
  const asked = serve(({ path }) => {
    const searched = path.includes('search=')
    const list = (name: 'restaurants' | 'partners' | 'users', total: string) => ({
      status: 200,
      body: { [name]: searched ? (found[name] ?? []) : [], ...paging, [total]: 0 },
    })
    if (path.includes('claims')) return { status: 200, body: { claims: [], ...paging, totalClaims: 0 } }
    if (path.includes('/partners')) return list('partners', 'totalPartners')
    if (path.includes('/users')) return list('users', 'totalUsers')
    return list('restaurants', 'totalRestaurants')
  })
  await acceptLogin('backoffice', {
    token: 'a.b.c',
    user: aUser({ role: 'backoffice', restaurantId: null, restaurantName: null }),
    permissions: {},
  })
  const { user } = mount(<BackofficeShell />)
  await user.click(screen.getByRole('button', { name: /^Search/ }))
  const box = await screen.findByPlaceholderText('Page, restaurant, partner or person')
  return { user, box, asked }
}

it('Search in the sidebar opens the palette, as Ctrl+K does', async () => {
  const { box } = await enter()
  expect(document.activeElement).toBe(box)
})

it('the palette finds restaurants, partners and users by name, and asks once for what is typed', async () => {
  const { user, asked } = await enter({
    restaurants: [{ _id: 'r1', establishment_name: 'Smash Yard', city: 'Hyderabad' }],
    partners: [{ _id: 'p1', name: 'Kavita Iyer', email: 'smash@partners.test' }],
    users: [{ _id: 'u1', name: 'Dev Malhotra', email: 'dev@smash.test' }],
  })
  await user.keyboard('s')
  expect(screen.queryByText('Loading…')).toBeNull()
  await user.keyboard('mash')
  expect(screen.queryByText('No matches')).toBeNull()
  for (const name of [/Smash Yard/, /Kavita Iyer/, /Dev Malhotra/]) expect(await screen.findByRole('option', { name })).toBeTruthy()
  expect(asked.filter(({ path }) => path.includes('search=')).map(({ path }) => path)).toEqual(
    ['restaurants', 'partners', 'users'].map((list) => `/v1/backoffice/${list}?search=smash&limit=8`),
  )
  await user.keyboard('x')
  expect(await screen.findByText('Loading…')).toBeTruthy()
})
