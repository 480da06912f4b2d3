import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { aMenuItem } from '#domain/test/shapes.ts'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import MenuPage from './MenuPage.tsx'

/** The categories that were rendered: each builds the text of its contents once per render. */
const drawn = vi.hoisted(() => [] as string[])
vi.mock('./tree.ts', async (original) => {
  const tree = await original<typeof import('./tree.ts')>()
  return {
    ...tree,
    contentsOf(category: Parameters<typeof tree.contentsOf>[0]) {
      drawn.push(category.name)
      return tree.contentsOf(category)
    },
  }
})

beforeEach(async () => {
  signIn({ role: 'superuser' })
  const category = (name: string, dishes: string[]) => ({
    _id: name,
    name,
    description: '',
    station: null,
    subcategories: [],
    menuItems: dishes.map((one) => aMenuItem({ _id: one, name: one, price: 100, categoryId: name, categoryName: name })),
  })
  const categories = [category('Tawa', ['Paneer', 'Papad']), category('Rice', ['Pulao', 'Biryani'])]
  serve(({ path }) => ({
    status: 200,
    body:
      path === '/v1/menus/restaurant' ? { menu: { categories } } : { restaurant: { hasPartner: false, printSettings: { stations: [] } } },
  }))
})

it('renders only the category in which something changes: when one closes, when a letter finds other dishes in it, when a price becomes a field', async () => {
  const { user } = mount(<MenuPage />)
  const price = await screen.findByRole('button', { name: /^Price of Paneer/ })
  const during = async (act: () => Promise<unknown>) => {
    drawn.length = 0
    await act()
    return [...new Set(drawn)]
  }
  expect(await during(() => user.click(screen.getByRole('button', { name: /^Rice/ })))).toEqual(['Rice'])
  expect(await during(() => user.click(screen.getByRole('button', { name: /^Rice/ })))).toEqual(['Rice'])
  const shown = () => [...document.querySelectorAll('li:not([hidden])')].length
  await user.type(screen.getByRole('searchbox'), 'p')
  await user.type(screen.getByRole('searchbox'), 'ap')
  await waitFor(() => expect(shown()).toBe(1))
  // “papad” changes nothing in these two categories: it finds the same dishes in Tawa, and none in Rice.
  expect(await during(() => user.type(screen.getByRole('searchbox'), 'a'))).toEqual([])
  await user.clear(screen.getByRole('searchbox'))
  await waitFor(() => expect(shown()).toBe(4))
  expect(await during(() => user.click(price))).toEqual(['Tawa'])
})
