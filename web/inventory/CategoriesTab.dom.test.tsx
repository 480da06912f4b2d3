import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { apiQuery, queryClient } from '#web/core/query.ts'
import { mount, refusal, serve, signIn } from '#web/test/dom.tsx'
import CategoriesTab from './CategoriesTab.tsx'

it('removing a category says what becomes of its materials, and they are fetched again', async () => {
  const categories = [{ _id: 'c1', category: 'Dairy', subcategories: [] }]
  serve(({ method, path }) =>
    method === 'DELETE'
      ? { status: 200, body: { message: 'Dairy was deleted.' } }
      : path === '/v1/restaurant/inventory/raw-materials/categories'
        ? { status: 200, body: { categories } }
        : refusal(404, 'not_found', 'Not found.'),
  )
  await signIn({ role: 'generalManager' })
  const materials = apiQuery('GET /restaurant/inventory/raw-materials/all').queryKey
  queryClient.setQueryData(materials, { rawMaterials: [] })
  const { user } = mount(<CategoriesTab />)
  await user.click(await screen.findByRole('button', { name: 'More for Dairy' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }))
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('Materials of it then have no category.')
  await user.click(within(question).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(queryClient.getQueryState(materials)?.isInvalidated).toBe(true))
})

it('Save waits for a subcategory that was typed and not added: it would be lost', async () => {
  const categories = [{ _id: 'c1', category: 'Vegetables', subcategories: [] }]
  const asked = serve(({ path }) =>
    path === '/v1/restaurant/inventory/raw-materials/categories'
      ? { status: 200, body: { categories } }
      : refusal(404, 'not_found', 'Not found.'),
  )
  await signIn({ role: 'generalManager' })
  const { user } = mount(<CategoriesTab />)
  await user.click(await screen.findByRole('button', { name: 'Vegetables' }))
  await user.type(screen.getByLabelText('Name'), ' and herbs')
  await user.type(screen.getByRole('textbox', { name: 'New subcategory' }), 'Leafy')
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  expect(asked.filter(({ method }) => method !== 'GET')).toEqual([])
  expect(screen.getAllByText('Add the new subcategory first, or empty its field').length).toBeGreaterThan(0)
  await user.clear(screen.getByRole('textbox', { name: 'New subcategory' }))
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  await waitFor(() => expect(asked.filter(({ method }) => method === 'PUT')).toHaveLength(1))
})
