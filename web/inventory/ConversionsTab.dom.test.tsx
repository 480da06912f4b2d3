import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { queryClient } from '#web/core/query.ts'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import ConversionsTab from './ConversionsTab.tsx'

const MATERIALS = 'GET /restaurant/inventory/raw-materials/all'
const of = (_id: string, name: string, currentStock: number) => ({
  ...{ _id, name, unit: 'kg', category: '', subcategory: '', minimumStock: 0, costPerUnit: 0 },
  ...{ currentStock, usedIn: [] },
})
const conversion = {
  ...{ _id: 'k1', conversionId: 'k1', name: 'Cut', fromQuantity: 2, toQuantity: 1.5 },
  ...{ fromMaterial: { _id: 'm1', name: 'Chicken', unit: 'kg' }, toMaterial: { _id: 'm2', name: 'Pieces', unit: 'kg' } },
}

it('what a conversion will change is shown of a stock that is asked for each minute, as in the Stock tab, and again after each conversion', async () => {
  const asked = serve(({ method, path }) => {
    if (method === 'POST') return { status: 200, body: { conversion, from: of('m1', 'Chicken', 3), to: of('m2', 'Pieces', 1.5) } }
    return { status: 200, body: path.endsWith('/conversions') ? { conversions: [conversion] } : { rawMaterials: [of('m1', 'Chicken', 5)] } }
  })
  const reads = (end: string) => asked.filter(({ method, path }) => method === 'GET' && path.endsWith(end)).length
  await signIn({ role: 'generalManager' })
  const { user } = mount(<ConversionsTab />, { at: '/?tab=conversions&item=k1' })
  const convert = await screen.findByRole('button', { name: 'Convert' })
  await screen.findByText('5 kg')
  const { observers } = queryClient.getQueryCache().find({ queryKey: [MATERIALS], exact: false })!
  expect(observers.map(({ options }) => options.refetchInterval)).toContain(60_000)
  const [materials, conversions] = [reads('/raw-materials/all'), reads('/conversions')]
  await user.click(convert)
  await waitFor(() => expect([reads('/raw-materials/all'), reads('/conversions')]).toEqual([materials + 1, conversions + 1]))
})
