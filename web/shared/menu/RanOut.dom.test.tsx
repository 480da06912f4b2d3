import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { EventData } from '#domain/api/events.ts'
import { serve } from '#web/test/dom.tsx'
import { mountLive } from '#web/test/socket.tsx'
import StillSoldOut from '../shell/StillSoldOut.tsx'
import { tookOver } from './RanOut.tsx'

type Material = EventData<'stockLow'>['material']
const material = (name: string, over: Partial<Material> = {}): Material => ({
  ...{ _id: name, name, unit: 'kg', category: 'Dairy', subcategory: null, minimumStock: 1, currentStock: 0, costPerUnit: 400 },
  usedIn: [
    { _id: 'tikka', name: 'Paneer Tikka' },
    { _id: `${name}-korma`, name: `${name} Korma` },
  ],
  ...over,
})
const event = (one: Material) => ({ material: one, rawMaterialId: one._id })

it('a material that a sale uses up asks whether its dishes are sold out, one question for all of them', async () => {
  const asked = serve(({ path, method }) => ({ status: method === 'PATCH' ? 200 : 404, body: { item: {}, path } }))
  const { emit, user } = await mountLive(<StillSoldOut />)
  emit('stockLow', event(material('Ghee', { currentStock: 0.5 })))
  emit('stockLow', event(material('Foil', { usedIn: [] })))
  tookOver([material('Counted')])
  emit('stockLow', event(material('Counted')))
  emit('stockLow', event(material('Paneer')))
  emit('stockLow', event(material('Cream')))
  await waitFor(() => expect(screen.queryByText(/ran out/)?.textContent).toBe('Paneer, Cream ran out, used in 3 dishes'))
  expect(screen.queryByText(/Ghee|Foil|Counted/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Mark sold out' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Cream Korma' }))
  await user.click(screen.getByRole('button', { name: 'Mark 2 dishes sold out' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const changed = asked.filter(({ method }) => method === 'PATCH').map(({ path, body }) => [path, body])
  expect(changed).toEqual([
    ['/v1/menus/item/tikka/availability', { available: false }],
    ['/v1/menus/item/Paneer-korma/availability', { available: false }],
  ])
})
