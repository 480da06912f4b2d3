import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aMenuItem } from '#domain/test/shapes.ts'
import { mount, refusal, serve, signIn } from '#web/test/dom.tsx'
import { RecipeSheet } from './RecipeSheet.tsx'
import type { Material, Recipe, Row } from './recipes.ts'

it('a recipe none of whose materials has a cost says that its cost is not known, and what is missing', async () => {
  signIn({ role: 'superuser' })
  serve(() => ({ status: 200, body: {} }))
  const dish = aMenuItem({ _id: 'd1', name: 'Thali', price: 200 })
  const ingredients = [{ rawMaterialId: 'm1', name: 'Salt', quantity: 5, unit: 'g' }]
  const recipe = { _id: 'r1', menuItemId: 'd1', menuItemName: 'Thali', variant: null, ingredients }
  const salt = { _id: 'm1', name: 'Salt', unit: 'kg', costPerUnit: 0 } as Material
  mount(
    <RecipeSheet
      row={{ key: 'd1', dish, variant: null, recipe }}
      recipes={[recipe]}
      materials={new Map([['m1', salt]])}
      onClose={() => undefined}
    />,
  )
  expect(await screen.findByText('Cost not known: Salt has no cost yet.')).toBeTruthy()
})

it('sends the ingredients only when they were changed, with those that were seen; another device’s come with the refusal and are marked', async () => {
  await signIn({ role: 'superuser' })
  const dish = aMenuItem({ _id: 'd1', name: 'Thali', price: 200 })
  const recipeWith = (quantity: number) => ({
    ...{ _id: 'r1', menuItemId: 'd1', menuItemName: 'Thali', variant: null },
    ingredients: [{ rawMaterialId: 'm1', name: 'Paneer', quantity, unit: 'g' }],
  })
  const paneer = { _id: 'm1', name: 'Paneer', unit: 'kg', costPerUnit: 0 } as Material
  let tries = 0
  const asked = serve(({ method }) => {
    if (method !== 'PUT') return { status: 200, body: {} }
    tries += 1
    return tries === 2
      ? refusal(409, 'ingredients_changed', 'The ingredients were changed since you looked.', { recipe: recipeWith(200) })
      : { status: 200, body: { recipe: recipeWith(150) } }
  })
  const sheet = (
    <RecipeSheet
      row={{ key: 'd1', dish, variant: null, recipe: recipeWith(100) }}
      recipes={[recipeWith(100)]}
      materials={new Map([['m1', paneer]])}
      onClose={() => undefined}
    />
  )
  const { user } = mount(sheet)
  const sent = () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  const line = (quantity: number) => ({ rawMaterialId: 'm1', quantity, unit: 'g' })
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent()).toEqual([{ menuItemId: 'd1', ingredientsBefore: [line(100)] }]))
  const quantity = screen.getByLabelText('Quantity')
  await user.clear(quantity)
  await user.type(quantity, '150')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/What you typed is still here/)
  expect(screen.getByText('Changed on another device: Paneer 200 g')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent()).toHaveLength(3))
  expect(sent().slice(1)).toEqual([
    { menuItemId: 'd1', ingredients: [line(150)], ingredientsBefore: [line(100)] },
    { menuItemId: 'd1', ingredients: [line(150)], ingredientsBefore: [line(200)] },
  ])
})

it('a recipe that another device has made first is refused in words, also of a dish without variants', async () => {
  await signIn({ role: 'superuser' })
  const dish = aMenuItem({ _id: 'd1', name: 'Dal', price: 200 })
  const lentils = { _id: 'm1', name: 'Lentils', unit: 'kg', costPerUnit: 0 } as Material
  serve(({ method }) => (method === 'POST' ? refusal(409, 'duplicate', 'Dal has a recipe already.') : { status: 200, body: {} }))
  const { user } = mount(
    <RecipeSheet
      row={{ key: 'd1', dish, variant: null, recipe: null }}
      recipes={[]}
      materials={new Map([['m1', lentils]])}
      onClose={() => undefined}
    />,
  )
  await user.click(await screen.findByRole('combobox', { name: /^Material/ }))
  await user.click(await screen.findByRole('option', { name: /Lentils/ }))
  await user.type(screen.getByLabelText(/^Quantity/), '2')
  await user.click(screen.getByRole('button', { name: 'Create recipe' }))
  await waitFor(() => expect(screen.queryByRole('alert')?.textContent).toContain('Dal has a recipe already.'))
})

describe('a dish with variants', () => {
  const dish = {
    ...aMenuItem({ _id: 'd1', name: 'Tandoori Chicken', price: 480 }),
    variants: ['Half', 'Full', 'Quarter'].map((name) => ({ name, additionalPrice: 0 })),
  } as Row['dish']
  const chicken = { _id: 'm1', name: 'Chicken', unit: 'kg', costPerUnit: 0 } as Material
  const recipe = (variant: string | null, quantity: number): Recipe => ({
    ...{ _id: `r ${variant}`, menuItemId: 'd1', menuItemName: 'Tandoori Chicken', variant },
    ingredients: [{ rawMaterialId: 'm1', name: 'Chicken', quantity, unit: 'g' }],
  })
  async function open(recipes: Recipe[]) {
    await signIn({ role: 'superuser' })
    const asked = serve(({ body }) => ({
      status: 200,
      body: { recipe: { ...recipe(null, 1), variant: (body as { variant?: string }).variant ?? null } },
    }))
    const row = { key: 'd1', dish, variant: null, recipe: recipes.find(({ variant }) => variant === null) ?? null }
    const { user } = mount(<RecipeSheet row={row} recipes={recipes} materials={new Map([['m1', chicken]])} onClose={() => undefined} />)
    const quantity = () => screen.getByLabelText<HTMLInputElement>(/^Quantity/)
    return {
      user,
      quantity,
      choose: async (name: string) => user.selectOptions(await screen.findByLabelText('For'), name),
      type: async (text: string) => (await user.clear(quantity()), user.type(quantity(), text)),
      save: (name: string) => user.click(screen.getByRole('button', { name })),
      sent: () => asked.flatMap(({ method, path, body }) => (method === 'GET' ? [] : [[method, path, body]])),
    }
  }
  const line = (quantity: number) => ({ rawMaterialId: 'm1', quantity, unit: 'g' })

  it('gets a recipe of its own for one variant while the recipe of all variants stays', async () => {
    const { choose, type, save, quantity, sent } = await open([recipe(null, 800)])
    await choose('Half')
    expect(await screen.findByText('Tandoori Chicken (Half)')).toBeTruthy()
    // It begins with what Half uses until now.
    expect(quantity().value).toBe('800')
    expect(screen.getByText('Until it has its own, Half uses the recipe of all variants.')).toBeTruthy()
    await type('400')
    await save('Create recipe')
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()).toEqual([['POST', '/v1/menus/recipe', { menuItemId: 'd1', variant: 'Half', ingredients: [line(400)] }]])
  })

  it('opens the recipe that the chosen variant has, and asks first when something typed would be lost', async () => {
    const { user, choose, type, save, quantity, sent } = await open([recipe(null, 800), recipe('Half', 400)])
    await choose('Half (has its own)')
    await waitFor(() => expect(quantity().value).toBe('400'))
    await type('450')
    await choose('Full')
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect([quantity().value, screen.getByLabelText<HTMLSelectElement>('For').value]).toEqual(['450', 'Half'])
    await choose('Full')
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(quantity().value).toBe('800'))
    await choose('Half')
    await waitFor(() => expect(quantity().value).toBe('400'))
    await type('500')
    await save('Save')
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()).toEqual([
      ['PUT', '/v1/menus/recipe?id=r+Half', { menuItemId: 'd1', ingredients: [line(500)], ingredientsBefore: [line(400)] }],
    ])
  })

  it('keeps what was typed for a new recipe when another variant without one is chosen for it', async () => {
    const { user, choose, quantity, save, sent } = await open([])
    await user.click(await screen.findByRole('combobox', { name: /^Material/ }))
    await user.click(await screen.findByRole('option', { name: /Chicken/ }))
    await user.type(quantity(), '2')
    await choose('Quarter')
    expect(quantity().value).toBe('2')
    await save('Create recipe')
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]![2]).toMatchObject({ variant: 'Quarter', ingredients: [{ quantity: 2 }] })
  })
})
