import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import { Movements } from './Movements.tsx'
import type { RawMaterial } from './rows.ts'

const movement = (kind: string, quantity: number) => ({
  ...{ _id: kind, kind, quantity, at: '2026-11-26T10:00:00.000Z', by: 'Asha', itemName: null, reason: null, unitCost: null },
})

it('what is left after each movement is right after a sale too: the movements are fetched with the new stock', async () => {
  let movements = [movement('purchase', 10)]
  serve(() => ({ status: 200, body: { movements } }))
  await signIn({ role: 'generalManager' })
  const material = (currentStock: number) => ({ _id: 'm1', name: 'Rice', unit: 'kg', currentStock }) as RawMaterial
  function Drawer() {
    const [stock, setStock] = useState(10)
    return (
      <>
        <button onClick={() => setStock(8)}>Sell</button>
        <Movements material={material(stock)} />
      </>
    )
  }
  const { user } = mount(<Drawer />)
  const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent)
  await waitFor(() => expect(rows()[0]).toMatch(/Purchase.*10 kg left/))
  movements = [movement('sale', -2), ...movements]
  await user.click(screen.getByRole('button', { name: 'Sell' }))
  await waitFor(() => expect(rows()).toEqual([expect.stringMatching(/Sale.*8 kg left/), expect.stringMatching(/Purchase.*10 kg left/)]))
})
