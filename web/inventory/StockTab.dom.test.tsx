import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { parseCsv } from '#domain/csv.ts'
import { queryClient } from '#web/core/query.ts'
import { mount, refusal, type Request, savedFiles, serve, signIn } from '#web/test/dom.tsx'
import { MaterialDrawer } from './MaterialDrawer.tsx'
import { StockTab } from './StockTab.tsx'
import { useRanOut, useStock } from './useStock.tsx'

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

afterEach(() => vi.useRealTimers())

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

it('the file has the unit beside the quantity, the state in the screen’s words, and amounts with both decimals', async () => {
  const saved = savedFiles()
  const { user } = await open([paneer, { ...paneer, _id: 'm2', name: 'Rice', currentStock: 0 }], [lot])
  await screen.findByRole('button', { name: /^Paneer/ })
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(parseCsv(await saved[0]!.text())).toEqual([
    ['Material', 'Quantity', 'Unit', 'Minimum', 'Lots', 'State', 'Value'],
    ['Rice', '0', 'kg', '3', '0', 'Out', '0.00'],
    ['Paneer', '4', 'kg', '3', '1', 'In stock', '1250.00'],
  ])
})

it('a material that another device deletes stays open with what was typed in its forms, and says that it can’t be saved', async () => {
  const materials = [paneer, { ...paneer, _id: 'm2', name: 'Rice' }]
  const { user } = await open(materials, [lot])
  await user.click(await screen.findByRole('button', { name: /^Paneer/ }))
  await user.type(await screen.findByLabelText('Counted'), '3')
  await user.click(screen.getByRole('button', { name: 'Book waste' }))
  await user.type(await screen.findByLabelText('Quantity'), '2')
  materials.shift()
  await act(() => queryClient.invalidateQueries())
  const gone = /^This material is no longer in this list/
  expect((await screen.findAllByText(gone)).length).toBeGreaterThan(0)
  expect(screen.queryByLabelText<HTMLInputElement>('Quantity')?.value).toBe('2')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText(gone, { selector: '[role=status] *' })).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Counted').value).toBe('3')
  for (const name of ['Save', 'Book waste', 'Add purchase'])
    expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true')
})

it('a restaurant without raw materials gets a link to add them', async () => {
  const { user, address } = await open([], [])
  await user.click(await screen.findByRole('button', { name: 'Go to raw materials' }))
  expect(address()).toBe('/?tab=materials')
})

function PaneerDrawer() {
  const { rows } = useStock()
  const { check, dialog } = useRanOut()
  const nothing = () => {}
  return rows?.[0] ? (
    <>
      <MaterialDrawer row={rows[0]} takeFocus={false} onClose={nothing} onBuy={nothing} onRanOut={check} />
      {dialog}
    </>
  ) : null
}

it('waste whose answer is lost is the same as long as its dialog is open, although the list shows that it arrived, and other waste in the next dialog', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let currentStock = 4
  const asked = serve(({ method, path }) => {
    if (method === 'POST') return ((currentStock = 1), 'lost')
    if (path.startsWith('/v1/restaurant/inventory/raw-materials/all'))
      return { status: 200, body: { rawMaterials: [{ ...paneer, currentStock }] } }
    if (path.startsWith('/v1/restaurant/inventory/stocks/all')) return { status: 200, body: { stocks: [lot] } }
    return path.includes('/movements')
      ? { status: 200, body: { movements: [], hasMore: false, used: null } }
      : refusal(404, 'not_found', 'Not found.')
  })
  await signIn({ role: 'generalManager' })
  const { user } = mount(<PaneerDrawer />)
  const keys = () => asked.filter(({ method }) => method === 'POST').map(({ key }) => key)
  const fill = async (quantity: string) => {
    await user.click(await screen.findByRole('button', { name: 'Book waste' }))
    await user.type(await screen.findByLabelText('Quantity'), quantity)
    await user.click(screen.getByRole('button', { name: 'Spoiled' }))
  }
  const book = async (count: number) => {
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Book waste' }))
    await waitFor(() => expect(keys()).toHaveLength(count))
  }
  await fill('3')
  await book(1)
  await screen.findByText('1 kg', { selector: 'dd' })
  act(() => vi.advanceTimersByTime(3_600_000))
  await book(2)
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  currentStock = 4
  await act(() => queryClient.invalidateQueries())
  await fill('3')
  await book(3)
  const [first, second, third] = keys()
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

describe('a count in the drawer', () => {
  async function count(figure: string, reply: (tries: number) => { status: number; body: object }) {
    let material = paneer
    const counts: Request[] = []
    serve((request) => {
      const { method, path } = request
      if (method === 'POST') return (counts.push(request), reply(counts.length))
      if (path.startsWith('/v1/restaurant/inventory/raw-materials/all')) return { status: 200, body: { rawMaterials: [material] } }
      if (path.startsWith('/v1/restaurant/inventory/stocks/all')) return { status: 200, body: { stocks: [lot] } }
      return path.includes('/movements')
        ? { status: 200, body: { movements: [], hasMore: false, used: null } }
        : refusal(404, 'not_found', 'Not found.')
    })
    await signIn({ role: 'generalManager' })
    const { user } = mount(<PaneerDrawer />)
    const field = (await screen.findByLabelText('Counted')) as HTMLInputElement
    await user.type(field, figure)
    const save = () => user.click(screen.getByRole('button', { name: 'Save' }))
    await save()
    const sells = async (currentStock: number) => {
      material = { ...paneer, currentStock }
      await queryClient.invalidateQueries()
    }
    return { counts, field, save, sells }
  }
  const booked = (currentStock: number) => ({ status: 200, body: { rawMaterial: { ...paneer, currentStock } } })

  it('of exactly what is shown asks the books too, which may have something else by now', async () => {
    const CHANGED = 'Paneer: the books have 3 kg now. Compare the count and save it again.'
    const { counts, field, save } = await count('4', (tries) =>
      tries === 1 ? refusal(409, 'stock_changed', CHANGED, { rawMaterial: { ...paneer, currentStock: 3 } }) : booked(4),
    )
    await screen.findByText(CHANGED)
    expect(field.value).toBe('4')
    await save()
    await screen.findByText('4 kg of Paneer in stock')
    expect(field.value).toBe('')
    expect(counts.map(({ body }) => body)).toEqual([
      { delta: 0, reason: 'Counted', stockWas: 4, unit: 'kg' },
      { delta: 1, reason: 'Counted', stockWas: 3, unit: 'kg' },
    ])
  })

  it('that got no answer is the same command at the next press, although some was sold meanwhile', async () => {
    const { counts, save, sells } = await count('3.5', (tries) =>
      tries === 1 ? refusal(500, 'internal', 'Failed to update raw material') : booked(3),
    )
    await screen.findByText('Failed to update raw material')
    // It was booked, and half a kilogram was sold since.
    await sells(3)
    await save()
    await screen.findByText('3 kg of Paneer in stock')
    const sent = { delta: -0.5, reason: 'Counted', stockWas: 4, unit: 'kg' }
    expect(counts.map(({ body }) => body)).toEqual([sent, sent])
    expect(counts[1]!.key).toBe(counts[0]!.key)
  })

  it('of a stock that has changed is compared with the stock that there is now', async () => {
    const CHANGED = 'Paneer: the books have 3 kg now. Compare the count and save it again.'
    const { counts, field, save } = await count('3.5', (tries) =>
      tries === 1 ? refusal(409, 'stock_changed', CHANGED, { rawMaterial: { ...paneer, currentStock: 3 } }) : booked(3.5),
    )
    await screen.findByText(CHANGED)
    expect(field.value).toBe('3.5')
    await save()
    await screen.findByText('3.5 kg of Paneer in stock')
    expect(counts[1]!.body).toEqual({ delta: 0.5, reason: 'Counted', stockWas: 3, unit: 'kg' })
  })
})

it('the last lot that is removed asks about the dishes of its material', async () => {
  const used = { ...paneer, usedIn: ['Paneer Tikka', 'Kadai Paneer', 'Palak Paneer'].map((name, i) => ({ _id: `d${i + 1}`, name })) }
  serve(({ method, path }) =>
    method === 'DELETE'
      ? { status: 200, body: { message: 'A lot of Paneer was taken out.', rawMaterial: { ...used, currentStock: 0 } } }
      : path.includes('/movements')
        ? { status: 200, body: { movements: [], hasMore: false, used: null } }
        : path.includes('/stocks/')
          ? { status: 200, body: { stocks: [lot] } }
          : { status: 200, body: { rawMaterials: [used] } },
  )
  await signIn({ role: 'generalManager' })
  const { user } = mount(<PaneerDrawer />)
  await user.click(await screen.findByRole('button', { name: /^More for the lot of 4 kg/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove the lot' }))
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Paneer ran out')).toBeTruthy()
  expect(screen.getByLabelText('Paneer Tikka')).toBeTruthy()
  // Each dish is tried: the deleted one counts as done, and what failed is named and stays ticked.
  const tried = new Map<string, number>()
  serve(({ method, path }) => {
    if (method !== 'PATCH') return { status: 200, body: {} }
    const [, id = ''] = /item\/(\w+)/.exec(path) ?? []
    tried.set(id, (tried.get(id) ?? 0) + 1)
    if (id === 'd1') return refusal(404, 'not_found', 'Item not found')
    return id === 'd2' && tried.get(id) === 1 ? refusal(500, 'internal', 'Failed to update the dish') : { status: 200, body: {} }
  })
  await user.click(screen.getByRole('button', { name: 'Mark sold out' }))
  expect(await screen.findByText('Still on sale: Kadai Paneer. Failed to update the dish')).toBeTruthy()
  expect(['Paneer Tikka', 'Kadai Paneer', 'Palak Paneer'].map((name) => screen.getByLabelText<HTMLInputElement>(name).checked)).toEqual([
    false,
    true,
    false,
  ])
  await user.click(screen.getByRole('button', { name: 'Mark 1 dish sold out' }))
  expect(await screen.findByText('1 dish is sold out')).toBeTruthy()
  expect([...tried]).toEqual([
    ['d1', 1],
    ['d2', 2],
    ['d3', 1],
  ])
})
