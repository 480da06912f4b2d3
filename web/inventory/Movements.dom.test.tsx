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

it('older movements than the newest page can be read to the first one, each with what was left', async () => {
  const rows = Array.from({ length: 12 }, (_, i) => ({ ...movement('purchase', 1), _id: `m${12 - i}` }))
  const asked: string[] = []
  serve(({ path }) => {
    const before = new URL(path, 'http://x').searchParams.get('before')
    if (path.includes('/movements')) asked.push(before ?? 'newest')
    const from = before === null ? 0 : rows.findIndex(({ _id }) => _id === before) + 1
    return { status: 200, body: { movements: rows.slice(from, from + 5), hasMore: from + 5 < rows.length } }
  })
  await signIn({ role: 'generalManager' })
  const material = { _id: 'm1', name: 'Rice', unit: 'kg', currentStock: 12 } as RawMaterial
  function Drawer() {
    const [stock, setStock] = useState(12)
    return (
      <>
        <button onClick={() => setStock(13)}>Buy</button>
        <Movements material={{ ...material, currentStock: stock }} />
      </>
    )
  }
  const { user } = mount(<Drawer />)
  for (const shown of [5, 10]) {
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(shown))
    await user.click(screen.getByRole('button', { name: 'Show older' }))
  }
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(12))
  expect(screen.getAllByRole('listitem').map((row) => /([\d.]+) kg left/.exec(row.textContent ?? '')?.[1])).toEqual(
    rows.map((_, i) => String(12 - i)),
  )
  expect(screen.queryByRole('button', { name: /older/ })).toBeNull()
  expect(asked).toEqual(['newest', 'm8', 'm3'])
  // With a new movement the pages begin one later, and stay open.
  rows.unshift({ ...movement('purchase', 1), _id: 'm13' })
  await user.click(screen.getByRole('button', { name: 'Buy' }))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(13))
  expect(asked).toEqual(['newest', 'm8', 'm3', 'newest', 'm9', 'm4'])
})

it('a purchase has its price, its expiry and its receipt, also when its lot is used up and in no list', async () => {
  const bought = {
    ...movement('purchase', 2),
    unitCost: 350,
    stock: { _id: 'l1', expiryDate: '2026-12-01', receiptImage: '/v1/media/r.webp' },
  }
  const plain = { ...movement('waste', -1), stock: null }
  serve(() => ({ status: 200, body: { movements: [plain, bought], hasMore: false } }))
  await signIn({ role: 'generalManager' })
  mount(<Movements material={{ _id: 'm1', name: 'Paneer', unit: 'kg', currentStock: -1 } as RawMaterial} />)
  const link = await screen.findByRole('link', { name: 'receipt' })
  expect(link.getAttribute('href')).toBe('/v1/media/r.webp')
  expect(link.closest('li')?.textContent).toMatch(/Purchase.*Rs\. 350\.00 a kg.*expires 1 Dec.*receipt/)
  expect(screen.getAllByRole('listitem')[0]?.textContent).not.toMatch(/Rs\.|expires/)
})
