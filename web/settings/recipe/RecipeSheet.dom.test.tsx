import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aMenuItem } from '#domain/test/shapes.ts'
import { mount, serve, signIn } from '#web/test/dom.tsx'
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
