import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { CategoryShape } from '#domain/api/menu/menu.ts'
import { aMenuItem } from '#domain/test/shapes.ts'
import { later, mount, refusal, type Reply, serve, signIn } from '#web/test/dom.tsx'
import MenuPage from './MenuPage.tsx'

const dish = (name: string) => aMenuItem({ _id: name, name, price: 100 })
const MENU: CategoryShape[] = [
  {
    _id: 'sweets',
    name: 'Sweets',
    description: '',
    station: null,
    menuItems: [dish('Kheer'), dish('Halwa'), dish('Laddu')],
    subcategories: [
      { _id: 'milk', name: 'Milk', description: '', image: null, menuItems: [dish('Rabri'), dish('Basundi')] },
      { _id: 'fried', name: 'Fried', description: '', image: null, menuItems: [] },
    ],
  },
  { _id: 'drinks', name: 'Drinks', description: '', station: null, menuItems: [], subcategories: [] },
]
type Body = { kind: string; categoryId?: string; ids: string[] }
const byIds = <T extends { _id: string }>(list: readonly T[], ids: readonly string[]) =>
  ids.flatMap((id) => list.find((x) => x._id === id) ?? [])

/** The page with a server that keeps the order of the categories and of the sweets; `answer` may refuse, or hold an answer back. */
function open(answer: (body: Body) => Reply | undefined = () => undefined) {
  signIn({ role: 'superuser' })
  let [sweets, drinks] = MENU as [CategoryShape, CategoryShape]
  let categories = [sweets, drinks]
  const asked = serve(({ path, method, body }) => {
    if (path === '/v1/menus/restaurant') return { status: 200, body: { menu: { categories } } }
    if (path === '/v1/restaurant/profile') return { status: 200, body: { restaurant: { hasPartner: false } } }
    if (path !== '/v1/menus/order' || method !== 'PUT') return { status: 200, body: {} }
    const wish = body as Body
    const said = answer(wish)
    if (said) return said
    if (wish.kind === 'items') sweets = { ...sweets, menuItems: byIds(sweets.menuItems, wish.ids) }
    categories =
      wish.kind === 'categories'
        ? byIds([sweets, drinks], wish.ids)
        : byIds(
            [sweets, drinks],
            categories.map((c) => c._id),
          )
    return { status: 200, body: { message: 'The order is saved.' } }
  })
  return { ...mount(<MenuPage />), puts: () => asked.filter((r) => r.path === '/v1/menus/order').map((r) => r.body as Body) }
}
const sheet = () => screen.getByRole('dialog')
/** A button of the sheet by its words. Found without roles, which take jsdom long. */
const button = (words: string) => {
  const found = [...sheet().querySelectorAll('button')].find((one) => one.textContent?.startsWith(words))
  if (!found) throw new Error(`no button ${words}`)
  return found
}
const rows = (label: string) => {
  const section = [...sheet().querySelectorAll('section')].find((one) => one.textContent?.startsWith(label))
  return [...(section?.querySelectorAll('li') ?? [])].map((row) => /Move (.*) up/.exec(row.textContent ?? '')?.[1])
}
const saved = () => waitFor(() => expect(sheet().textContent).toContain('Saved'))
const OK = { status: 200, body: { message: 'The order is saved.' } }

/** The page with the sheet that puts the menu in order. */
async function openSheet(answer?: (body: Body) => Reply | undefined) {
  const page = open(answer)
  await screen.findByText('Sweets')
  await page.user.click(screen.getByText('Order of the menu'))
  await waitFor(() => expect(rows('Categories')).toEqual(['Sweets', 'Drinks']))
  return page
}
async function openItems(answer?: (body: Body) => Reply | undefined) {
  const page = await openSheet(answer)
  await page.user.click(button('Sweets'))
  return page
}

it('categories are moved by buttons: saved at once, announced, and the focus stays on the button', async () => {
  const { user, puts } = await openSheet()
  const down = button('Move Sweets down')
  await user.click(down)
  expect(rows('Categories')).toEqual(['Drinks', 'Sweets'])
  expect(screen.getByText('Sweets: now 2 of 2')).toBeTruthy()
  expect(document.activeElement).toBe(down)
  expect(down.getAttribute('aria-disabled')).toBe('true')
  await saved()
  expect(puts()).toEqual([{ kind: 'categories', ids: ['drinks', 'sweets'] }])
  // The list behind the sheet follows.
  const behind = () => [...document.querySelectorAll('h2 > button')].map((head) => head.textContent)
  await waitFor(() => expect(behind()).toEqual([expect.stringMatching(/^Drinks/), expect.stringMatching(/^Sweets/)]))
})

it('a category’s items and its subcategories are two separate lists', async () => {
  const { user, puts } = await openItems()
  expect(rows('Items')).toEqual(['Kheer', 'Halwa', 'Laddu'])
  expect(rows('Subcategories')).toEqual(['Milk', 'Fried'])
  await user.click(button('Move Fried up'))
  await waitFor(() => expect(puts()).toEqual([{ kind: 'subcategories', categoryId: 'sweets', ids: ['fried', 'milk'] }]))
})

it('the items of a subcategory are one level further, and there is a way back', async () => {
  const { user, puts } = await openItems()
  await user.click(button('Milk'))
  expect(rows('Items')).toEqual(['Rabri', 'Basundi'])
  await user.click(button('Move Basundi up'))
  await waitFor(() => expect(puts()).toEqual([{ kind: 'items', categoryId: 'sweets', subCategoryId: 'milk', ids: ['Basundi', 'Rabri'] }]))
  await user.click(button('Sweets'))
  await user.click(button('All categories'))
  await user.click(button('Drinks'))
  expect(screen.getByText('Nothing is in Drinks yet.')).toBeTruthy()
})

it('a drag is saved once, when the row is let go', async () => {
  const { puts } = await openItems()
  // jsdom has no layout: each row is 40 px high, one below the other.
  vi.spyOn(HTMLLIElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const top = [...(this.parentElement?.children ?? [])].indexOf(this) * 40
    return { top, height: 40, bottom: top + 40 } as DOMRect
  })
  const handle = button('Move Kheer up').closest('li')!.querySelector('[data-handle]')!
  fireEvent.pointerDown(handle, { button: 0, pointerId: 1, clientY: 20 })
  fireEvent.pointerMove(window, { pointerId: 1, clientY: 61 })
  fireEvent.pointerMove(window, { pointerId: 1, clientY: 101 })
  expect(rows('Items')).toEqual(['Halwa', 'Laddu', 'Kheer'])
  expect(puts()).toEqual([])
  fireEvent.pointerUp(window, { pointerId: 1 })
  await waitFor(() =>
    expect(puts()).toEqual([{ kind: 'items', categoryId: 'sweets', subCategoryId: null, ids: ['Halwa', 'Laddu', 'Kheer'] }]),
  )
  await saved()
  expect(rows('Items')).toEqual(['Halwa', 'Laddu', 'Kheer'])
})

it('moves made during a save are saved after it, in one call', async () => {
  const first = later<{ status: number; body: unknown }>()
  let calls = 0
  const { user, puts } = await openItems(() => (++calls === 1 ? first.promise : undefined))
  await user.click(button('Move Laddu up'))
  await user.click(button('Move Laddu up'))
  await user.click(button('Move Kheer down'))
  expect(puts().map(({ ids }) => ids)).toEqual([['Kheer', 'Laddu', 'Halwa']])
  expect(rows('Items')).toEqual(['Laddu', 'Halwa', 'Kheer'])
  first.settle(OK)
  await waitFor(() =>
    expect(puts().map(({ ids }) => ids)).toEqual([
      ['Kheer', 'Laddu', 'Halwa'],
      ['Laddu', 'Halwa', 'Kheer'],
    ]),
  )
  await saved()
  expect(rows('Items')).toEqual(['Laddu', 'Halwa', 'Kheer'])
})

it('an order that is refused is taken back, with the reason', async () => {
  const { user } = await openItems(() => refusal(409, 'menu_changed', 'Something was added on another device.', { ids: [] }))
  await user.click(button('Move Laddu up'))
  expect(await screen.findByText('Something was added on another device.')).toBeTruthy()
  await waitFor(() => expect(rows('Items')).toEqual(['Kheer', 'Halwa', 'Laddu']))
})
