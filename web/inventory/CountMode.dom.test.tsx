import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { queryClient } from '#web/core/query.ts'
import { later, mount, refusal, serve, signIn } from '#web/test/dom.tsx'
import CountMode from './CountMode.tsx'

/** *Accept* point of the stock's count (SCREENS §2.2 "/restaurant/inventory"), by its words; e2e/inventory.spec.ts has it with the real server. */

const GONE = 'This lot was deleted meanwhile.'
const names = ['Paneer', 'Cream', 'Buns']
const rawMaterials = names.map((name, n) => ({
  _id: `m${n}`,
  name,
  unit: 'kg',
  category: 'Dairy',
  subcategory: null,
  minimumStock: null,
  costPerUnit: null,
  currentStock: 5,
  usedIn: [],
}))
const stocks = names.map((name, n) => ({
  _id: `l${n}`,
  rawMaterial: { _id: `m${n}`, name, unit: 'kg' },
  stockQuantity: 5,
  unitCost: null,
  expiryDate: null,
  receiptImage: null,
  createdAt: '2026-11-21T05:35:00.000Z',
}))

it('bulk save keeps failed rows with reasons', async () => {
  let gone = true
  const asked = serve(({ method, path, body }) => {
    if (method === 'PUT' && path === '/v1/restaurant/inventory/stocks/bulk-update') {
      const { stocks: sent } = body as { stocks: { _id: string }[] }
      const results = sent.map(({ _id }) => (gone && _id === 'l1' ? { _id, ok: false, message: GONE } : { _id, ok: true, message: null }))
      return { status: 200, body: { results, rawMaterials: [] } }
    }
    if (path.startsWith('/v1/restaurant/inventory/raw-materials/all')) return { status: 200, body: { rawMaterials } }
    if (path.startsWith('/v1/restaurant/inventory/stocks/all')) return { status: 200, body: { stocks } }
    return refusal(404, 'not_found', 'Not found.')
  })
  const saves = () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  await signIn({ role: 'generalManager' })
  const { user } = mount(<CountMode />)
  const field = async (name: string) => (await screen.findByLabelText(`Counted: ${name}`)) as HTMLInputElement
  await user.type(await field('Paneer'), '4')
  await user.type(await field('Cream'), '3')
  await user.click(screen.getByRole('button', { name: 'Save' }))

  await screen.findByText('1 count is saved, 1 is not.')
  const failed = await field('Cream')
  expect([(await field('Paneer')).value, failed.value, (await field('Buns')).value]).toEqual(['', '3', ''])
  expect(failed.getAttribute('aria-invalid')).toBe('true')
  const reason = (failed.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '')
  expect(reason.join(' ')).toContain(GONE)

  // Saved again, it is that row alone.
  gone = false
  await user.clear(failed)
  await user.type(failed, '2')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saves()).toHaveLength(2))
  expect(saves()).toEqual([
    {
      stocks: [
        { _id: 'l0', stockQuantity: 4, stockWas: 5 },
        { _id: 'l1', stockQuantity: 3, stockWas: 5 },
      ],
    },
    { stocks: [{ _id: 'l1', stockQuantity: 2, stockWas: 5 }] },
  ])
  await waitFor(async () => expect((await field('Cream')).value).toBe(''))
})

it('count 20 items = 20 fields + 1: each figure is typed into its field, and one Save sends them all', async () => {
  const materials = Array.from({ length: 20 }, (_, n) => ({ ...rawMaterials[0]!, _id: `x${n}`, name: `Material ${n + 1}` }))
  const lots = materials.map(({ _id, name, unit }) => ({ ...stocks[0]!, _id: `lot ${_id}`, rawMaterial: { _id, name, unit } }))
  const asked = serve(({ method, path, body }) => {
    if (method === 'PUT') {
      const results = (body as { stocks: { _id: string }[] }).stocks.map(({ _id }) => ({ _id, ok: true, message: null }))
      return { status: 200, body: { results, rawMaterials: [] } }
    }
    return { status: 200, body: path.includes('raw-materials') ? { rawMaterials: materials } : { stocks: lots } }
  })
  await signIn({ role: 'generalManager' })
  const { user } = mount(<CountMode />)
  await screen.findByLabelText('Counted: Material 20')
  let presses = 0
  const press = async (element: HTMLElement) => ((presses += 1), user.click(element))
  for (const [n, { name }] of materials.entries()) {
    await press(screen.getByLabelText(`Counted: ${name}`))
    await user.keyboard(String(n))
  }
  await press(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('20 counts saved')
  expect(presses).toBe(21)
  const saves = asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  expect(saves).toEqual([{ stocks: lots.map(({ _id }, n) => ({ _id, stockQuantity: n, stockWas: 5 })) }])
})

it('a lot that was sold from after its figure was typed keeps the figure, with what the books have now; the next Save counts from that', async () => {
  const CHANGED = 'The books have 4 kg now. Compare the count and save it again.'
  const now = structuredClone(stocks)
  const asked = serve(({ method, path, body }) => {
    if (method !== 'PUT') return { status: 200, body: path.includes('raw-materials') ? { rawMaterials } : { stocks: now } }
    const [row] = (body as { stocks: { _id: string; stockWas: number }[] }).stocks
    const lot = now.find(({ _id }) => _id === row!._id)!
    const ok = row!.stockWas === lot.stockQuantity
    return { status: 200, body: { results: [{ _id: row!._id, ok, stock: lot, ...(ok ? null : { message: CHANGED }) }], rawMaterials: [] } }
  })
  await signIn({ role: 'generalManager' })
  const { user } = mount(<CountMode />)
  const field = () => screen.findByLabelText<HTMLInputElement>('Counted: Paneer')
  await user.type(await field(), '4.5')
  now[0]!.stockQuantity = 4
  await queryClient.refetchQueries({ queryKey: ['GET /restaurant/inventory/stocks/all'] })
  expect(await screen.findByText('4 kg in the books')).toBeTruthy()
  const save = () => user.click(screen.getByRole('button', { name: 'Save' }))
  await save()
  expect(await screen.findByText(CHANGED)).toBeTruthy()
  expect((await field()).value).toBe('4.5')
  await user.clear(await field())
  await user.type(await field(), '3.5')
  await save()
  await screen.findByText('1 count saved')
  expect(asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { stocks: [{ _id: 'l0', stockQuantity: 4.5, stockWas: 5 }] },
    { stocks: [{ _id: 'l0', stockQuantity: 3.5, stockWas: 4 }] },
  ])
})

it('a material with several lots is one figure; its lots can be counted apart, and each says when it was bought and for how much', async () => {
  const lots = [250, 260].map((unitCost, n) => ({ ...stocks[0]!, _id: `c${n}`, stockQuantity: 10 - 5 * n, unitCost }))
  const paneer = { ...rawMaterials[0]!, currentStock: 15 }
  const asked = serve(({ method, path, body }) => {
    if (method === 'POST') return { status: 200, body: { rawMaterial: paneer } }
    if (method === 'PUT')
      return {
        status: 200,
        body: { results: (body as { stocks: { _id: string }[] }).stocks.map(({ _id }) => ({ _id, ok: true })), rawMaterials: [] },
      }
    return { status: 200, body: path.includes('raw-materials') ? { rawMaterials: [paneer] } : { stocks: lots } }
  })
  const sent = () => asked.flatMap(({ method, path, body }) => (method === 'GET' ? [] : [[path.split('/').at(-1), body]]))
  await signIn({ role: 'generalManager' })
  const { user } = mount(<CountMode />)
  expect(await screen.findByText('15 kg in the books')).toBeTruthy()
  await user.type(await screen.findByLabelText('Counted: Paneer'), '14.2')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('1 count saved')
  expect(sent()).toEqual([['m0', { delta: -0.8, reason: 'Counted', stockWas: 15, unit: 'kg' }]])

  // What was typed for all of it is not the count of a lot.
  await user.type(screen.getByLabelText('Counted: Paneer'), '9')
  await user.click(screen.getByRole('button', { name: 'Count its 2 lots apart' }))
  expect(screen.getByText(/^10 kg in the books · .* · Rs. 250.00 a kg$/)).toBeTruthy()
  await user.type(screen.getByLabelText('Counted: Paneer, lot 2 of 2'), '4')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]).toEqual(['bulk-update', { stocks: [{ _id: 'c1', stockQuantity: 4, stockWas: 5 }] }])
  await user.click(screen.getByRole('button', { name: 'Count together' }))
  expect(screen.getAllByLabelText(/^Counted/)).toHaveLength(1)
})

it('lots that were counted apart and are counted together again: the count is their sum, and figures that make none can be brought back', async () => {
  const lots = [10, 5].map((stockQuantity, n) => ({ ...stocks[0]!, _id: `c${n}`, stockQuantity }))
  const paneer = { ...rawMaterials[0]!, currentStock: 15 }
  const asked = serve(({ method, path }) => {
    if (method === 'POST') return { status: 200, body: { rawMaterial: paneer } }
    return { status: 200, body: path.includes('raw-materials') ? { rawMaterials: [paneer] } : { stocks: lots } }
  })
  await signIn({ role: 'generalManager' })
  const { user } = mount(<CountMode />)
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  const figures = () => screen.getAllByLabelText<HTMLInputElement>(/^Counted/).map(({ value }) => value)
  await press('Count its 2 lots apart')
  await user.type(screen.getByLabelText('Counted: Paneer, lot 1 of 2'), '9.1')
  await press('Count together')
  expect(figures()).toEqual([''])
  expect(await screen.findByText('Paneer: 1 figure is dropped')).toBeTruthy()
  await press('Undo')
  await waitFor(() => expect(figures()).toEqual(['9.1', '']))
  await user.type(screen.getByLabelText('Counted: Paneer, lot 2 of 2'), '5.2')
  await press('Count together')
  expect(figures()).toEqual(['14.3'])
  await press('Save')
  await screen.findByText('1 count saved')
  expect(asked.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { delta: -0.7, reason: 'Counted', stockWas: 15, unit: 'kg' },
  ])
})

describe('materials without lots', () => {
  const none = rawMaterials.map((material) => ({ ...material, currentStock: 0 }))
  /** Serves them. `reply` answers the counts, which are returned as `[material, body, key]`. */
  async function open(reply: (id: string, tries: number) => { status: number; body: object }) {
    const counts: [string, unknown, string | undefined][] = []
    serve(({ method, path, body, key }) => {
      if (method === 'POST') {
        const id = path.split('/').at(-1)!
        counts.push([id, body, key])
        return reply(id, counts.filter(([of]) => of === id).length)
      }
      return { status: 200, body: path.includes('raw-materials') ? { rawMaterials: none } : { stocks: [] } }
    })
    await signIn({ role: 'generalManager' })
    const { user } = mount(<CountMode />)
    const field = async (name: string) => (await screen.findByLabelText(`Counted: ${name}`)) as HTMLInputElement
    await user.type(await field('Paneer'), '5')
    await user.type(await field('Cream'), '3')
    const save = () => user.click(screen.getByRole('button', { name: 'Save' }))
    return { counts, field, save }
  }
  const booked = (id: string, currentStock: number) => ({
    status: 200,
    body: { rawMaterial: { ...none.find(({ _id }) => _id === id)!, currentStock } },
  })

  it('are booked once, also when a later count of the same Save fails', async () => {
    const { counts, field, save } = await open((id, tries) =>
      id === 'm1' && tries === 1 ? refusal(500, 'internal', 'Failed to update raw material') : booked(id, 5),
    )
    await save()
    await screen.findByText('Failed to update raw material')
    expect([(await field('Paneer')).value, (await field('Cream')).value]).toEqual(['', '3'])
    await save()
    await screen.findByText('1 count saved')
    const paneer = { delta: 5, reason: 'Counted', stockWas: 0, unit: 'kg' }
    const cream = { delta: 3, reason: 'Counted', stockWas: 0, unit: 'kg' }
    expect(counts.map(([id, body]) => [id, body])).toEqual([
      ['m0', paneer],
      ['m1', cream],
      ['m1', cream],
    ])
    // The failed one may have been booked, so it is the same command.
    expect(counts[2]![2]).toBe(counts[1]![2])
    expect(await screen.findByText('No unsaved changes')).toBeTruthy()
  })

  it('that another device has counted keep the figure, with the stock that there is now', async () => {
    const CHANGED = 'Cream: the books have 2.5 kg now. Compare the count and save it again.'
    const { counts, field, save } = await open((id, tries) =>
      id === 'm1' && tries === 1
        ? refusal(409, 'stock_changed', CHANGED, { rawMaterial: { ...none[1]!, currentStock: 2.5 } })
        : booked(id, id === 'm1' ? 3 : 5),
    )
    await save()
    await screen.findByText('1 count is saved, 1 is not.')
    expect(await screen.findByText(CHANGED)).toBeTruthy()
    expect([(await field('Paneer')).value, (await field('Cream')).value]).toEqual(['', '3'])
    await save()
    await screen.findByText('1 count saved')
    expect(counts.at(-1)!.slice(0, 2)).toEqual(['m1', { delta: 0.5, reason: 'Counted', stockWas: 2.5, unit: 'kg' }])
  })
})

it('a material counted to 0 asks about its dishes, also when other counts of the same Save take longer than the stock takes to be read again', async () => {
  const cream = later<{ status: number; body: object }>()
  let paneer = { ...rawMaterials[0]!, usedIn: [{ _id: 'd1', name: 'Paneer Tikka' }] }
  const others = [{ ...rawMaterials[1]!, currentStock: 0 }]
  serve(({ method, path }) => {
    if (method === 'PUT') {
      paneer = { ...paneer, currentStock: 0 }
      return { status: 200, body: { results: [{ _id: 'l0', ok: true }], rawMaterials: [paneer] } }
    }
    if (method === 'POST') return cream.promise
    return {
      status: 200,
      body: path.includes('raw-materials') ? { rawMaterials: [paneer, ...others] } : { stocks: paneer.currentStock > 0 ? [stocks[0]] : [] },
    }
  })
  await signIn({ role: 'generalManager' })
  const { user } = mount(<CountMode />)
  await user.type(await screen.findByLabelText('Counted: Paneer'), '0')
  await user.type(screen.getByLabelText('Counted: Cream'), '3')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/^0 kg in the books/, { selector: 'li:first-child *' })
  cream.settle({ status: 200, body: { rawMaterial: { ...others[0]!, currentStock: 3 } } })
  expect(await screen.findByText('Paneer ran out')).toBeTruthy()
})

it('Done counting asks before it throws typed figures away', async () => {
  serve(({ path }) => ({ status: 200, body: path.includes('raw-materials') ? { rawMaterials } : { stocks } }))
  await signIn({ role: 'generalManager' })
  const { user, address } = mount(<CountMode />, { at: '/?count=1' })
  const field = () => screen.getByLabelText<HTMLInputElement>('Counted: Paneer')
  await user.type(await screen.findByLabelText('Counted: Paneer'), '4')
  await user.click(screen.getByRole('button', { name: 'Done counting' }))
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect([field().value, address()]).toEqual(['4', '/?count=1'])
  await user.click(screen.getByRole('button', { name: 'Done counting' }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(address()).toBe('/'))
})
