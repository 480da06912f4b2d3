import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { NO_TEMPLATE } from '#domain/menuWrite.ts'
import { aMenuItem } from '#domain/test/shapes.ts'
import { mount, refusal, serve, signIn } from '#web/test/dom.tsx'
import MenuPage from './MenuPage.tsx'

it('a group whose template was deleted on another device becomes the dish’s own, and the dish can be saved', async () => {
  const addons = [{ name: 'Mint', price: 10 }]
  const group = (name: string, templateId: string) => ({ name, min: 0, max: 0, addons, templateId })
  const addonGroups = [group('Dips', 'gone'), group('Breads', 'there'), group('Salads', 'there')]
  const dish = aMenuItem({ _id: 'd1', name: 'Kebab', categoryId: 'c1', categoryName: 'Tandoor', addonGroups, version: 4 })
  const asked = serve(({ method, path, body }) => {
    if (path === '/v1/menus/restaurant') {
      const categories = [{ _id: 'c1', name: 'Tandoor', description: '', station: '', subcategories: [], menuItems: [dish] }]
      return { status: 200, body: { menu: { categories } } }
    }
    if (path === '/v1/restaurant/profile') return { status: 200, body: { restaurant: { printSettings: { stations: [] } } } }
    if (method !== 'PUT') return { status: 200, body: { templates: [{ _id: 'there', name: 'Breads', min: 0, max: 0, addons, usedBy: 1 }] } }
    return JSON.stringify(body).includes('gone')
      ? refusal(404, 'not_found', NO_TEMPLATE)
      : { status: 200, body: { item: { ...dish, version: 5 } } }
  })
  await signIn({ role: 'superuser' })
  const { user } = mount(<MenuPage />)
  await user.click(await screen.findByRole('button', { name: 'Kebab' }))
  await user.click(await screen.findByRole('button', { name: 'Remove Salads' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/^A template was deleted on another device/)
  await screen.findByRole('button', { name: 'Edit Dips' })
  expect(screen.queryByRole('button', { name: 'Edit Breads' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const puts = () => asked.filter(({ method }) => method === 'PUT').map((r) => r.body)
  await waitFor(() => expect(puts()).toHaveLength(2))
  const [dips, breads] = addonGroups
  expect(puts()[1]).toMatchObject({ addonGroups: [{ name: dips?.name, addons }, breads] })
  expect(JSON.stringify(puts()[1])).not.toContain('gone')
})

/** The sheet of a dish, at an outlet with these settings. */
async function openWater(taxSettings: object, gstNumber?: string) {
  const dish = aMenuItem({ _id: 'd1', name: 'Water', categoryId: 'c1', categoryName: 'Drinks', version: 4 })
  const asked = serve(({ method, path }) => {
    if (path === '/v1/menus/restaurant') {
      const categories = [{ _id: 'c1', name: 'Drinks', description: '', station: '', subcategories: [], menuItems: [dish] }]
      return { status: 200, body: { menu: { categories } } }
    }
    if (path === '/v1/restaurant/profile')
      return { status: 200, body: { restaurant: { printSettings: { stations: [] }, taxSettings, gstNumber } } }
    return { status: 200, body: method === 'PUT' ? { item: { ...dish, version: 5 } } : { templates: [] } }
  })
  await signIn({ role: 'superuser' })
  const { user } = mount(<MenuPage />)
  await user.click(await screen.findByRole('button', { name: 'Water' }))
  return { user, put: () => asked.find(({ method }) => method === 'PUT')?.body }
}

it('a dish gets a GST of its own, and says that its price includes the tax; alcohol has no GST', async () => {
  const { user, put } = await openWater({})
  await user.type(screen.getByRole('textbox', { name: /^GST/ }), '18')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Price includes tax' }), 'Yes (MRP)')
  await user.click(screen.getByRole('switch', { name: /^Alcohol/ }))
  expect(screen.queryByRole('textbox', { name: /^GST/ })).toBeNull()
  await user.click(screen.getByRole('switch', { name: /^Alcohol/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(put()).toMatchObject({ gstRate: 18, taxIncluded: true }))
  expect(put()).not.toHaveProperty('price')
})

it('a GST of its own is warned about where the outlet has no GST number', async () => {
  const { user } = await openWater({}, '')
  const warning = 'There is no GST number in the profile: only a registered restaurant may charge GST.'
  expect(screen.queryByText(warning)).toBeNull()
  await user.type(screen.getByRole('textbox', { name: /^GST/ }), '18')
  expect(await screen.findByText(warning)).toBeTruthy()
  await user.clear(screen.getByRole('textbox', { name: /^GST/ }))
  await user.type(screen.getByRole('textbox', { name: /^GST/ }), '0')
  await waitFor(() => expect(screen.queryByText(warning)).toBeNull())
})

it('under the composition scheme its fields say that no tax is charged, and are kept', async () => {
  const { user, put } = await openWater({ composition: true })
  expect(await screen.findByText('No tax is charged under the composition scheme')).toBeTruthy()
  expect(screen.queryByText(/GST applies|the outlet’s\.$/)).toBeNull()
  expect(screen.getAllByText('Counts when you leave the composition scheme.')).toHaveLength(2)
  await user.type(screen.getByRole('textbox', { name: /^GST/ }), '18')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(put()).toMatchObject({ gstRate: 18 }))
})
