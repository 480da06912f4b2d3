import { act, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
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

const category = (name: string, dishes: string[]) => ({
  _id: name,
  name,
  description: '',
  station: null,
  subcategories: [],
  menuItems: dishes.map((one) => aMenuItem({ _id: one, name: one, price: 100, categoryId: name, categoryName: name })),
})
const open = (categories: ReturnType<typeof category>[]) => {
  signIn({ role: 'superuser' })
  serve(({ path }) => ({
    status: 200,
    body:
      path === '/v1/menus/restaurant' ? { menu: { categories } } : { restaurant: { hasPartner: false, printSettings: { stations: [] } } },
  }))
  return mount(<MenuPage />)
}

it('renders only the category in which something changes: when one closes, when a letter finds other dishes in it, when a price becomes a field', async () => {
  const { user } = open([category('Tawa', ['Paneer', 'Papad']), category('Rice', ['Pulao', 'Biryani'])])
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

it('draws whole rows only near the visible part; the others have their name, and one with the focus or a typed price stays whole', async () => {
  const told = new Map<Element, (near: boolean) => void>()
  class Watcher {
    tell: (entries: object[]) => void
    constructor(tell: (entries: object[]) => void) {
      this.tell = tell
    }
    observe(row: Element) {
      told.set(row, (isIntersecting) => this.tell([{ target: row, isIntersecting, boundingClientRect: { height: 37 } }]))
    }
    unobserve() {}
  }
  vi.stubGlobal('IntersectionObserver', Watcher)
  const names = Array.from({ length: 120 }, (_, i) => `Dish-${i}.`)
  const { user } = open([category('Tawa', names.slice(0, 30)), category('Rice', names.slice(30))])
  const rowOf = (i: number) => screen.getByText(`Dish-${i}.`).closest('li')!
  const has = (i: number) => rowOf(i).querySelector('[role=switch]') !== null
  const tell = (i: number, near: boolean) => act(() => told.get(rowOf(i))!(near))
  await screen.findByText('Dish-0.')
  expect(names.filter((_, i) => has(i))).toEqual(names.slice(0, 40))
  expect(names.every((_, i) => rowOf(i).querySelector('button')?.textContent === names[i])).toBe(true)

  for (const i of [100, 101, 102]) tell(i, true)
  await user.click(screen.getByRole('button', { name: /^Price of Dish-101\./ }))
  await user.keyboard('7')
  rowOf(102).querySelector<HTMLElement>('[role=switch]')!.focus()
  for (const i of [100, 101, 102]) tell(i, false)
  expect([100, 101, 102].map(has)).toEqual([false, true, true])
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Price of Dish-101.' }).value).toBe('7.00')
})
