import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aMenuItem } from '#domain/test/shapes.ts'
import { mount, refusal, serve, signIn } from '#web/test/dom.tsx'
import { RecipeSheet } from './RecipeSheet.tsx'
import type { Material } from './recipes.ts'

it('a recipe none of whose materials has a cost says that its cost is not known, and what is missing', async () => {
  signIn({ role: 'superuser' })
  serve(() => ({ status: 200, body: {} }))
  const dish = aMenuItem({ _id: 'd1', name: 'Thali', price: 200 })
  const ingredients = [{ rawMaterialId: 'm1', name: 'Salt', quantity: 5, unit: 'g' }]
  const recipe = { _id: 'r1', menuItemId: 'd1', menuItemName: 'Thali', variant: null, ingredients }
  const salt = { _id: 'm1', name: 'Salt', unit: 'kg', costPerUnit: 0 } as Material
  mount(<RecipeSheet row={{ key: 'd1', dish, variant: null, recipe }} materials={new Map([['m1', salt]])} onClose={() => undefined} />)
  expect(await screen.findByText('Cost not known: Salt has no cost yet.')).toBeTruthy()
})

it('sends the ingredients only when they were changed, with those that were seen; another device’s come with the refusal and are marked', async () => {
  await signIn({ role: 'superuser' })
  const dish = { ...aMenuItem({ _id: 'd1', name: 'Thali', price: 200 }), variants: [{ name: 'Half', price: 120 }] } as never
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
      materials={new Map([['m1', paneer]])}
      onClose={() => undefined}
    />
  )
  const { user } = mount(sheet)
  const sent = () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  const line = (quantity: number) => ({ rawMaterialId: 'm1', quantity, unit: 'g' })
  await user.selectOptions(await screen.findByLabelText('For'), 'Half')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent()).toEqual([{ menuItemId: 'd1', variant: 'Half', ingredientsBefore: [line(100)] }]))
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
    <RecipeSheet row={{ key: 'd1', dish, variant: null, recipe: null }} materials={new Map([['m1', lentils]])} onClose={() => undefined} />,
  )
  await user.click(await screen.findByRole('combobox', { name: /^Material/ }))
  await user.click(await screen.findByRole('option', { name: /Lentils/ }))
  await user.type(screen.getByLabelText(/^Quantity/), '2')
  await user.click(screen.getByRole('button', { name: 'Create recipe' }))
  await waitFor(() => expect(screen.queryByRole('alert')?.textContent).toContain('Dal has a recipe already.'))
})
