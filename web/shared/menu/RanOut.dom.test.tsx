import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import type { EventData } from '#domain/api/events.ts'
import { forgetSession } from '#web/core/session.ts'
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
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  const changed = asked.filter(({ method }) => method === 'PATCH').map(({ path, body }) => [path, body])
  expect(changed).toEqual([
    ['/v1/menus/item/tikka/availability', { available: false }],
    ['/v1/menus/item/Paneer-korma/availability', { available: false }],
  ])
})

const said = () => screen.queryByText(/ran out, used in/)?.textContent
/** Two shells, of which one is shown at a time. */
function Shells() {
  const [at, setAt] = useState(0)
  return (
    <>
      <button onClick={() => setAt(at + 1)}>Open the next shell</button>
      <StillSoldOut key={at} />
    </>
  )
}

it('the notice of a material lasts in the shell that is opened next: its button asks, and the next material joins it', async () => {
  serve(({ path }) => ({ status: 404, body: { path } }))
  const { emit, user } = await mountLive(<Shells />)
  emit('stockLow', event(material('Paneer')))
  await waitFor(() => expect(said()).toBe('Paneer ran out, used in 2 dishes'))
  await user.click(screen.getByRole('button', { name: 'Open the next shell' }))
  emit('stockLow', event(material('Cream')))
  await waitFor(() => expect(said()).toBe('Paneer, Cream ran out, used in 3 dishes'))
  await user.click(screen.getByRole('button', { name: 'Open the next shell' }))
  await user.click(screen.getByRole('button', { name: 'Mark sold out' }))
  expect(await screen.findByRole('checkbox', { name: 'Cream Korma' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Keep on sale' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

it('what was pressed is not named again by the notice of the material that runs out next, however soon', async () => {
  serve(({ path }) => ({ status: 404, body: { path } }))
  const { emit } = await mountLive(<StillSoldOut />)
  emit('stockLow', event(material('Butter')))
  fireEvent.click(await screen.findByRole('button', { name: 'Mark sold out' }))
  emit('stockLow', event(material('Khoya')))
  await waitFor(() => expect(screen.getByText('Khoya ran out, used in 2 dishes')).toBeTruthy())
  fireEvent.click(screen.getByRole('button', { name: 'Keep on sale' }))
  act(() => tookOver([material('Khoya')]))
})

it('a page that asks about a material itself takes that one alone out of the notice', async () => {
  serve(({ path }) => ({ status: 404, body: { path } }))
  const { emit } = await mountLive(<StillSoldOut />)
  emit('stockLow', event(material('Ghee')))
  emit('stockLow', event(material('Curd')))
  await waitFor(() => expect(said()).toBe('Ghee, Curd ran out, used in 3 dishes'))
  act(() => tookOver([material('Tomato')]))
  act(() => tookOver([material('Curd')]))
  await waitFor(() => expect(said()).toBe('Ghee ran out, used in 2 dishes'))
  act(() => tookOver([material('Ghee')]))
  await waitFor(() => expect(said()).toBeUndefined())
})

it('a question that is open when the person signs out is not asked of the next one', async () => {
  serve(({ path }) => ({ status: 404, body: { path } }))
  const first = await mountLive(<StillSoldOut />)
  first.emit('stockLow', event(material('Milk')))
  await first.user.click(await screen.findByRole('button', { name: 'Mark sold out' }))
  await screen.findByRole('alertdialog')
  act(() => forgetSession())
  first.unmount()
  await mountLive(<StillSoldOut />)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
