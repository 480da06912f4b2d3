import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { aMenuItem } from '#domain/test/shapes.ts'
import { queryClient } from '#web/core/query.ts'
import { mount, refusal, serve, signIn } from '#web/test/dom.tsx'
import MenuPage from './MenuPage.tsx'

const dish = (i: number, more: Partial<MenuItemShape> = {}): MenuItemShape =>
  aMenuItem({ _id: `d${i}`, name: `Dish ${i}`, price: 100, categoryId: 'c1', categoryName: 'Tawa', version: 4, ...more })

function open(menuItems: MenuItemShape[], fails: (id: string) => boolean = () => false, hasPartner = true, recipes: object[] = []) {
  signIn({ role: 'superuser' })
  const dishes = new Map(menuItems.map((one) => [one._id, one]))
  const categories = [
    { _id: 'c1', name: 'Tawa', description: '', station: 'Grill', subcategories: [SUB], menuItems: [] as MenuItemShape[] },
    { _id: 'c2', name: 'Drinks', description: '', station: '', subcategories: [], menuItems: [] },
  ]
  const asked = serve(({ method, path, body }) => {
    if (path === '/v1/menus/restaurant') {
      for (const category of categories) if (category._id === 'c1') category.menuItems = [...dishes.values()]
      return { status: 200, body: { menu: { categories } } }
    }
    if (path === '/v1/restaurant/profile') return { status: 200, body: { restaurant: { hasPartner, printSettings: { stations: [] } } } }
    if (path === '/v1/menus/recipe') return { status: 200, body: { recipes } }
    if (method === 'DELETE')
      return path.endsWith('items=2')
        ? refusal(409, 'menu_changed', 'It has 3 items now', { items: 3 })
        : { status: 200, body: { message: 'Deleted.' } }
    if (method !== 'PUT') return { status: 200, body: { templates: [] } }
    const id = path.split('id=')[1] ?? ''
    if (fails(id)) return refusal(409, 'version_conflict', 'It was changed meanwhile')
    const item = { ...(dishes.get(id) as MenuItemShape), ...(body as object), ingredients: [], version: 5 }
    dishes.set(id, item)
    return { status: 200, body: { item } }
  })
  const sent = (by: string) => () => asked.filter(({ method }) => method === by)
  return {
    ...mount(<MenuPage />),
    dishes,
    categories,
    puts: sent('PUT'),
    patches: sent('PATCH'),
    deletions: () => sent('DELETE')().map((r) => r.path),
  }
}
const SUB = { _id: 's1', name: 'Breads', description: '', image: null, menuItems: [] }
const askAgain = () => queryClient.refetchQueries({ queryKey: ['POST /menus/restaurant'] })
const price = (name: string) => screen.getByRole('textbox', { name: `Price of ${name}` })

it('saving warns that ingredients are cleared, and names the dishes that have ingredients', async () => {
  const { user } = open([dish(1, { ingredients: ['Onion'] }), dish(2)])
  await user.click(await screen.findByRole('button', { name: /^Price of Dish 2/ }))
  await user.keyboard('120')
  expect(screen.queryByText(/Saving clears/)).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Price of Dish 1/ }))
  await user.keyboard('130')
  expect(screen.getByText('Saving clears the ingredients of Dish 1')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Dish 1' }))
  expect(await screen.findByText(/Saving clears the ingredients that guests see: Onion/)).toBeTruthy()
})

it('saves each changed price; one that fails stays in its field, and the message names its dish', async () => {
  const { user, puts } = open([dish(1), dish(2), dish(3)], (id) => id === 'd2')
  await user.click(await screen.findByRole('button', { name: /^Price of Dish 1/ }))
  await user.keyboard('110')
  await user.click(screen.getByRole('button', { name: /^Price of Dish 2/ }))
  await user.keyboard('120.5')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findAllByText('Dish 2: It was changed meanwhile')).length).toBeGreaterThan(0)
  expect(puts().map(({ body }) => body)).toEqual([{ price: 110 }, { price: 120.5 }])
  await waitFor(() => expect(screen.getByText('1 unsaved change')).toBeTruthy())
  expect((price('Dish 2') as HTMLInputElement).value).toBe('120.50')
})

it('saving warns that a recipe is deleted with its variant, not with one that is renamed or has no recipe', async () => {
  const variants = ['Half', 'Full', 'Jain'].map((name) => ({ name, additionalPrice: 0 }))
  const recipe = (variant: string | null, menuItemId = 'd1') => ({
    _id: `${menuItemId}${variant}`,
    menuItemId,
    menuItemName: '',
    variant,
    ingredients: [],
  })
  const recipes = [recipe(null), recipe('Half'), recipe('Full'), recipe('Jain', 'd2')]
  const { user } = open([dish(1, { variants, ingredients: ['Onion'] })], undefined, undefined, recipes)
  await user.click(await screen.findByRole('button', { name: 'Dish 1' }))
  const names = await screen.findAllByRole('textbox', { name: /^Variant/ })
  await user.type(names[0] as HTMLElement, ' plate')
  await user.click(screen.getByRole('button', { name: 'Remove variant 3' }))
  expect(screen.queryByText(/Saving deletes/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Remove variant 2' }))
  expect(await screen.findByText('Saving deletes the recipe of Full.')).toBeTruthy()
})

it('sends only the changed fields of a dish, with the version that was seen', async () => {
  const { user, puts } = open([dish(7)])
  await user.click(await screen.findByRole('button', { name: 'Dish 7' }))
  await user.type(await screen.findByRole('textbox', { name: /^Code/ }), '12')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(puts()).toHaveLength(1))
  expect(puts()[0]?.body).toEqual({ code: '12', version: 4, remainingWas: null })
})

it('new portions count from those that were shown when they were typed, so that what is sold while the form is open stays sold', async () => {
  const { user, dishes, puts } = open([dish(8, { remaining: 12 })])
  await user.click(await screen.findByRole('button', { name: /^Dish 8/ }))
  const portions = await screen.findByLabelText<HTMLInputElement>(/^Portions left/)
  const sell = async (remaining: number) => {
    dishes.set('d8', dish(8, { remaining }))
    await act(askAgain)
  }
  // Two are sold before the figure is typed, and two after it.
  await sell(10)
  await waitFor(() => expect(portions.value).toBe('10'))
  await user.clear(portions)
  await user.type(portions, '20')
  await sell(8)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(puts().map(({ body }) => body)).toEqual([{ remaining: 20, version: 4, remainingWas: 10 }]))
})

it('the switch of a dish with no portions left is off: one press sells it again, and Undo ends that', async () => {
  const { user, patches } = open([dish(9, { remaining: 0 })])
  const onSale = await screen.findByRole<HTMLInputElement>('switch', { name: 'Dish 9 on sale' })
  expect(onSale.checked).toBe(false)
  await user.click(onSale)
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(patches().map(({ body }) => body)).toEqual([{ available: true }, { available: false }]))
})

it('a search hides the rows that it does not find, and keeps what was typed in them', async () => {
  const { user } = open(Array.from({ length: 12 }, (_, i) => dish(i + 20, { code: `K${i}` })))
  const shown = () => document.querySelectorAll('li:not([hidden]) [role=switch]').length
  await user.click(await screen.findByRole('button', { name: /^Price of Dish 20/ }))
  await user.keyboard('77')
  await user.type(screen.getByRole('searchbox'), 'k11')
  expect(shown()).toBe(1)
  await user.clear(screen.getByRole('searchbox'))
  expect(shown()).toBe(12)
  expect((price('Dish 20') as HTMLInputElement).value).toBe('77.00')
})

it('a dish from the chain menu is marked, shows which values are the restaurant’s own, and takes the chain’s value again', async () => {
  const { user, puts } = open([dish(21, { masterId: 'm1', own: ['price'] }), dish(22, { masterId: 'm2', own: [] }), dish(23)])
  expect(await screen.findByText('· chain, own price')).toBeTruthy()
  expect(screen.getAllByText('· chain')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: /^Dish 21/ }))
  await user.click(await screen.findByRole('button', { name: 'Take the chain’s price again' }))
  await waitFor(() => expect(puts().map((r) => [r.path, r.body])).toEqual([['/v1/menus/item?id=d21', { follow: ['price'], version: 4 }]]))
  expect(await screen.findByText('Dish 21 has the chain’s values again')).toBeTruthy()
})

it('asks before it takes the chain’s variants, which deletes recipes of the restaurant’s own', async () => {
  const variants = ['Half', 'Family'].map((name) => ({ name, additionalPrice: 0 }))
  const recipes = [{ _id: 'r1', menuItemId: 'd21', menuItemName: '', variant: 'Family', ingredients: [] }]
  const own = { masterId: 'm1', own: ['variants' as const], variants }
  const { user, puts } = open([dish(21, own), dish(22, own)], undefined, undefined, recipes)
  const take = async (name: RegExp) => {
    await user.click(await screen.findByRole('button', { name }))
    await user.click(await screen.findByRole('button', { name: 'Take the chain’s variants again' }))
  }
  const reads = () => queryClient.getQueryState(['GET /menus/recipe', {}])?.dataUpdateCount ?? 0
  await take(/^Dish 21/)
  expect(await screen.findByText(/Variants with a recipe: Family\./)).toBeTruthy()
  expect(puts()).toEqual([])
  const seen = reads()
  await user.click(screen.getByRole('button', { name: 'Take the chain’s' }))
  await waitFor(() => expect(puts().map((r) => r.body)).toEqual([{ follow: ['variants'], version: 4 }]))
  await screen.findByText('Dish 21 has the chain’s values again')
  await waitFor(() => expect(reads()).toBe(seen + 1))
  // Without a recipe there is nothing to ask.
  await take(/^Dish 22/)
  await waitFor(() => expect(puts()).toHaveLength(2))
})

it('doesn’t mention the chain at a restaurant that has no partner any more', async () => {
  const { user } = open([dish(21, { masterId: 'm1', own: ['price'] })], undefined, false)
  await user.click(await screen.findByRole('button', { name: 'Dish 21' }))
  expect(await screen.findByRole('dialog', { name: 'Dish 21' })).toBeTruthy()
  expect(screen.queryByText(/chain/i)).toBeNull()
})

it('offers a name for paper where printers have no letters for the dish’s own', async () => {
  const { user, puts } = open([dish(31, { name: 'पनीर टिक्का' }), dish(32, { name: '麻婆豆腐' }), dish(33)])
  await user.click(await screen.findByRole('button', { name: /^पनीर टिक्का/ }))
  expect(await screen.findByText(/Printers have no letters for this dish’s name/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Use “Panir Tikka”' }))
  expect(screen.queryByRole('button', { name: /^Use/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(puts()[0]?.body).toEqual({ printName: 'Panir Tikka', version: 4, remainingWas: null }))
  await user.click(await screen.findByRole('button', { name: /^麻婆豆腐/ }))
  expect(await screen.findByText(/Printers have no letters for this dish’s name/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Use/ })).toBeNull()
})

it('a dish that another device deletes stays open with what was typed, and says that it can’t be saved', async () => {
  const { user, dishes, puts } = open([dish(41), dish(42)])
  await user.click(await screen.findByRole('button', { name: 'Dish 41' }))
  await user.type(await screen.findByRole('textbox', { name: /^Description/ }), 'With cumin')
  dishes.delete('d41')
  await askAgain()
  expect(await screen.findByText(/^This dish is no longer in this list/, { selector: '[role=status] *' })).toBeTruthy()
  expect((screen.getByRole('textbox', { name: /^Description/ }) as HTMLTextAreaElement).value).toBe('With cumin')
  expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
  await user.type(screen.getByRole('textbox', { name: 'Name' }), '{Enter}')
  expect(puts()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('so does a category, and a subcategory with it; while they are there they follow what another device changes', async () => {
  const { user, categories } = open([dish(51)])
  const edit = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: `More for ${name}` }))
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    await user.type(await screen.findByRole('textbox', { name: /^Description/ }), 'Fresh')
  }
  await edit('Drinks')
  categories[1]!.name = 'Bar'
  await askAgain()
  await waitFor(() => expect((screen.getByRole('textbox', { name: 'Name' }) as HTMLInputElement).value).toBe('Bar'))
  categories.pop()
  await askAgain()
  expect(await screen.findByText(/^This category is no longer in this list/, { selector: '[role=status] *' })).toBeTruthy()
  expect((screen.getByRole('textbox', { name: /^Description/ }) as HTMLTextAreaElement).value).toBe('Fresh')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await edit('Breads')
  categories[0]!.subcategories.pop()
  await askAgain()
  expect(await screen.findByText(/^This subcategory is no longer in this list/, { selector: '[role=status] *' })).toBeTruthy()
  expect((screen.getByRole('textbox', { name: /^Description/ }) as HTMLTextAreaElement).value).toBe('Fresh')
})

it('a dish that is deleted leaves nothing that counts as typed', async () => {
  const { user, dishes, goTo, path } = open([dish(1), dish(2)])
  await screen.findByRole('button', { name: /^Price of Dish 1/ })
  dishes.delete('d1')
  await act(askAgain)
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Price of Dish 1/ })).toBeNull())
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Price of Dish 2/ }))
  await act(() => goTo('/restaurant/settings/offer'))
  expect(path()).toBe('/restaurant/settings/offer')
})

it('a price that can’t be saved is named in the bar also where a search or a closed category hides it, and a press shows it', async () => {
  const { user, puts } = open([dish(1), dish(2)])
  await user.click(await screen.findByRole('button', { name: /^Price of Dish 1/ }))
  const field = price('Dish 1')
  await user.clear(field)
  await user.click(screen.getByRole('button', { name: /^Tawa/ }))
  await user.type(screen.getByRole('searchbox'), 'dish 2')
  await waitFor(() => expect(field.closest('[hidden]')).toBeTruthy())
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const named = () => screen.queryByRole('button', { name: 'Dish 1: Enter the price.' })
  await waitFor(() => expect(named()).toBeTruthy())
  await user.click(named()!)
  expect(field.closest('[hidden]')).toBeNull()
  expect(document.activeElement).toBe(field)
  await user.keyboard('90')
  expect(screen.queryByRole('button', { name: /^Dish 1:/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(puts().map(({ body }) => body)).toEqual([{ price: 90 }]))
})

it('a dish that the chain’s menu puts into a new subcategory stays there, and nothing counts as typed', async () => {
  const { user, dishes, categories, puts } = open([dish(61)])
  await user.click(await screen.findByRole('button', { name: 'Dish 61' }))
  const sub = await screen.findByRole<HTMLSelectElement>('combobox', { name: /^Subcategory/ })
  // The dish is told of before its subcategory is read.
  dishes.set('d61', dish(61, { subCategoryId: 's9', version: 5 }))
  await act(askAgain)
  categories[0]!.subcategories.push({ ...SUB, _id: 's9', name: 'Grills' })
  await act(askAgain)
  await waitFor(() => expect(sub.selectedOptions[0]?.textContent).toBe('Grills'))
  await user.type(screen.getByRole('textbox', { name: /^Code/ }), '12')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(puts().map(({ body }) => body)).toEqual([{ code: '12', version: 5, remainingWas: null }]))
})

it('a category is deleted with the items that were asked about; one that has others by then asks with their number', async () => {
  const { user, deletions } = open([dish(71), dish(72)])
  await user.click(await screen.findByRole('button', { name: 'More for Tawa' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  expect(await screen.findByText('Delete Tawa with its 1 subcategory and 2 items?')).toBeTruthy()
  const remove = () => screen.getByRole('button', { name: 'Delete' })
  await user.click(remove())
  expect(await screen.findByText('It has 3 items now')).toBeTruthy()
  await user.click(remove())
  expect(await screen.findByText('Tawa was deleted')).toBeTruthy()
  expect(deletions()).toEqual(['/v1/menus/category?id=c1&items=2', '/v1/menus/category?id=c1&items=3'])
})
