import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import MaterialsTab from './MaterialsTab.tsx'

const salt = {
  ...{ _id: 'm1', name: 'Salt', unit: 'kg', category: 'Dry', subcategory: 'Spices', minimumStock: 1, costPerUnit: 20 },
  ...{ currentStock: 0, usedIn: [] },
}
const categories = [
  { _id: 'c1', category: 'Dry', subcategories: [{ _id: 's1', subcategory: 'Spices' }] },
  { _id: 'c2', category: 'Dairy', subcategories: [{ _id: 's2', subcategory: 'Cheese' }] },
]

it('another category takes a material’s subcategory away, which belongs to one category; the new one is named by its id too', async () => {
  const asked = serve(({ method, path }) => {
    if (method === 'PUT') return { status: 200, body: { rawMaterial: salt } }
    return { status: 200, body: path.endsWith('/categories') ? { categories } : { rawMaterials: [salt] } }
  })
  await signIn({ role: 'generalManager' })
  const { user } = mount(<MaterialsTab />, { at: '/?tab=materials&item=m1' })
  const field = (name: string) => screen.findByRole('combobox', { name: new RegExp(`^${name}`) })
  expect((await field('Subcategory')).textContent).toContain('Spices')
  await user.click(await field('Category'))
  await user.click(await screen.findByRole('option', { name: 'Dairy' }))
  await waitFor(async () => expect((await field('Subcategory')).textContent).toContain('None'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(asked.some(({ method }) => method === 'PUT')).toBe(true))
  expect(asked.find(({ method }) => method === 'PUT')!.body).toEqual({ category: 'Dairy', categoryId: 'c2', subcategory: null })
})

it('removing a material says what can’t be seen any more', async () => {
  serve(({ path }) => ({
    status: 200,
    body: path.endsWith('/categories') ? { categories } : { rawMaterials: [{ ...salt, currentStock: 5 }] },
  }))
  await signIn({ role: 'generalManager' })
  const { user } = mount(<MaterialsTab />, { at: '/?tab=materials' })
  await user.click(await screen.findByRole('button', { name: /^More.*Salt/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }))
  expect(await screen.findByText('Its stock (5 kg) and its movements can’t be seen any more.')).toBeTruthy()
})
