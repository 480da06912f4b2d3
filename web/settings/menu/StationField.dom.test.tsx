import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aMenuItem } from '#domain/test/shapes.ts'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import MenuPage from './MenuPage.tsx'

it('a dish’s station is one of the restaurant’s list, or that of its category; a name that is not on the list stays until another is chosen', async () => {
  const dish = aMenuItem({ _id: 'd1', name: 'Naan', categoryId: 'c1', categoryName: 'Breads', station: 'Oven', version: 4 })
  const asked = serve(({ method, path }) => {
    if (path === '/v1/menus/restaurant') {
      const categories = [{ _id: 'c1', name: 'Breads', description: '', station: 'Grill', subcategories: [], menuItems: [dish] }]
      return { status: 200, body: { menu: { categories } } }
    }
    if (path === '/v1/restaurant/profile') return { status: 200, body: { restaurant: { printSettings: { stations: ['Grill', 'Bar'] } } } }
    return { status: 200, body: method === 'PUT' ? { item: { ...dish, station: 'Bar', version: 5 } } : { templates: [] } }
  })
  await signIn({ role: 'superuser' })
  const { user } = mount(<MenuPage />)
  await user.click(await screen.findByRole('button', { name: 'Naan' }))
  const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: /^Station/ })
  const options = () => [...select.querySelectorAll('option')].map((option) => option.textContent)
  await waitFor(() => expect(options()).toEqual(['As its category: Grill', 'Grill', 'Bar', 'Oven (not on the list)']))
  expect(select.value).toBe('Oven')
  await user.selectOptions(select, 'Bar')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(asked.filter(({ method }) => method === 'PUT').map((r) => r.body)).toMatchObject([{ station: 'Bar' }]))
})
