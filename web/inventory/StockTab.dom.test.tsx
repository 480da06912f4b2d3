import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { mount, refusal, serve, signIn } from '#web/test/dom.tsx'
import { StockTab } from './StockTab.tsx'

const paneer = {
  _id: 'm1',
  name: 'Paneer',
  unit: 'kg',
  category: 'Dairy',
  subcategory: null,
  minimumStock: 3,
  costPerUnit: 300,
  currentStock: 4,
  usedIn: [],
}
const lot = {
  _id: 'l1',
  rawMaterial: { _id: 'm1', name: 'Paneer', unit: 'kg' },
  stockQuantity: 4,
  unitCost: 312.5,
  expiryDate: null,
  receiptImage: null,
  createdAt: '2026-11-21T05:35:00.000Z',
}

async function open(rawMaterials: object[], stocks: object[]) {
  serve(({ path }) =>
    path.startsWith('/v1/restaurant/inventory/raw-materials/all')
      ? { status: 200, body: { rawMaterials } }
      : path.startsWith('/v1/restaurant/inventory/stocks/all')
        ? { status: 200, body: { stocks } }
        : refusal(404, 'not_found', 'Not found.'),
  )
  await signIn({ role: 'generalManager' })
  return mount(<StockTab />)
}

it('the value of the stock is shown beside the chips', async () => {
  await open([paneer], [lot])
  const worth = await screen.findByText((_, element) => element?.tagName === 'P' && element.textContent === 'Stock worth Rs. 1,250.00')
  expect(worth.closest('.sr-only')).toBeNull()
})

it('a restaurant without raw materials gets a link to add them', async () => {
  const { user, address } = await open([], [])
  await user.click(await screen.findByRole('button', { name: 'Go to raw materials' }))
  expect(address()).toBe('/?tab=materials')
})
