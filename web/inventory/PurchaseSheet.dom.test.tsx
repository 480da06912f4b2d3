import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { mount, refusal, type Reply, serve, signIn } from '#web/test/dom.tsx'
import { PurchaseSheet } from './PurchaseSheet.tsx'

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
const milk = { ...paneer, _id: 'm2', name: 'Milk', unit: 'l', costPerUnit: 52 }

afterEach(() => vi.useRealTimers())

/** The sheet of a manager; a purchase is answered by `booked`. */
async function open(booked: (body: any) => Reply = () => 'lost', materials = [paneer, milk], material = 'm1') {
  const asked = serve(({ method, path, body }) =>
    method === 'POST'
      ? booked(body)
      : path.startsWith('/v1/restaurant/inventory/purchases')
        ? { status: 200, body: { purchases: [], suppliers: ['Sharma Dairy', 'Verma'] } }
        : path.startsWith('/v1/restaurant/inventory')
          ? { status: 200, body: { rawMaterials: materials, stocks: [] } }
          : refusal(404, 'not_found', 'Not found.'),
  )
  await signIn({ role: 'generalManager' })
  let change: (materials: object[]) => void = () => {}
  function Page() {
    const [now, setNow] = useState(materials)
    change = (materials) => act(() => setNow(materials as typeof now))
    return <PurchaseSheet materials={now} material={material} onClose={() => {}} />
  }
  const sheet = () => mount(<Page />)
  const { user, unmount, address } = sheet()
  await screen.findByLabelText('Quantity')
  const line = (n: number) => within(screen.getByRole('group', { name: `Line ${n}` }))
  const book = () => user.click(screen.getByRole('button', { name: 'Book purchase' }))
  const bodies = () => asked.filter(({ method }) => method === 'POST').map(({ body }) => body as any)
  return { asked, user, unmount, sheet, line, book, bodies, address, change: (materials: object[]) => change(materials) }
}

const answer = (lines: object[], rawMaterials: object[], amount = 0) => ({
  status: 201,
  body: { purchase: { lines, amount }, rawMaterials },
})

it('a bill is typed without a mouse: Enter goes from the quantity to the amount, and from there to the next line', async () => {
  const { user, line, book, bodies } = await open(() => answer([{}, {}], [paneer, milk], 1530))
  await user.type(line(1).getByLabelText('Quantity'), '4{Enter}')
  expect(document.activeElement).toBe(line(1).getByLabelText('Amount'))
  await user.keyboard('1400{Enter}')
  expect(document.activeElement).toBe(await line(2).findByRole('combobox'))
  await user.keyboard('{Enter}')
  // Nothing is found: nothing is chosen, and Enter goes nowhere.
  const search = await screen.findByPlaceholderText('Search')
  await user.type(search, 'xyz{Enter}')
  expect(document.activeElement).toBe(search)
  await user.clear(search)
  await user.type(search, 'mil{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(line(2).getByLabelText('Quantity')))
  await user.keyboard('2.5{Enter}130{Enter}')
  // Nothing was sent by Enter, and the blank third line isn't a line of the bill.
  expect(bodies()).toEqual([])
  line(3)
  expect(screen.getByText('Total').textContent).toBe('Total Rs. 1,530.00')
  await book()
  expect(await screen.findByText('2 lines booked, Rs. 1,530.00 in all')).toBeTruthy()
  expect(bodies()[0].lines).toEqual([
    { rawMaterial: 'm1', stockQuantity: 4, unit: 'kg', amount: 1400, expiryDate: null },
    { rawMaterial: 'm2', stockQuantity: 2.5, unit: 'l', amount: 130, expiryDate: null },
  ])
  expect(bodies()[0].billTotal).toBeNull()
})

it('a blank line between others is asked for, and a bill number asks for its supplier', async () => {
  const { user, line, book, bodies } = await open()
  await user.type(line(1).getByLabelText('Quantity'), '4')
  await user.click(screen.getByRole('button', { name: 'Add line' }))
  await user.click(screen.getByRole('button', { name: 'Add line' }))
  await user.type(line(3).getByLabelText('Quantity'), '1')
  await user.type(screen.getByLabelText(/^Bill number/), '12')
  await book()
  expect(await line(2).findByText('Enter the material.')).toBeTruthy()
  expect(screen.getByText('Enter the supplier.')).toBeTruthy()
  expect(bodies()).toEqual([])
})

it('the total of the bill is compared with the lines, and only when it was typed', async () => {
  const { user, line } = await open()
  const said = () => screen.queryByText(/^The lines come to/)?.textContent
  await user.type(line(1).getByLabelText('Amount'), '1400')
  expect(said()).toBeUndefined()
  await user.type(screen.getByLabelText(/^Total on the bill/), '1530')
  expect(said()).toBe('The lines come to Rs. 130.00 less than the bill.')
  await user.clear(line(1).getByLabelText('Amount'))
  await user.type(line(1).getByLabelText('Amount'), '14000')
  expect(said()).toBe('The lines come to Rs. 12,470.00 more than the bill.')
  await user.clear(screen.getByLabelText(/^Total on the bill/))
  await user.type(screen.getByLabelText(/^Total on the bill/), '14000')
  expect(said()).toBeUndefined()
})

it('earlier suppliers are suggested, and a bill that was booked before is said beside its number', async () => {
  const first = { _id: 'p1', supplier: 'Verma', billNumber: '12', billDate: '2026-11-20', lineCount: 2 }
  const said = 'Bill 12 of Verma was booked before, by Asha.'
  const { user, line, book, address } = await open(() => refusal(409, 'duplicate', said, { purchase: first }))
  const supplier = screen.getByLabelText<HTMLInputElement>(/^Supplier/)
  await waitFor(() => expect([...supplier.list!.options].map((o) => o.value)).toEqual(['Sharma Dairy', 'Verma']))
  await user.type(supplier, 'Verma')
  await user.type(screen.getByLabelText(/^Bill number/), '12')
  await user.type(line(1).getByLabelText('Quantity'), '1')
  await book()
  await waitFor(() => expect(screen.getByLabelText(/^Bill number/).getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText(said)).toBeTruthy()
  // It leads to the first one, and asks first, because what was typed is lost by it.
  expect(screen.getByText('Booked before: Verma, bill 12 of 20 Nov 2026, 2 lines.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Open it' }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(address()).toBe('/restaurant/inventory?tab=purchases&item=p1'))
})

it('an amount that is only half typed counts as none, and is never shown as a sum', async () => {
  const { user, line } = await open()
  await user.type(screen.getByLabelText(/^Total on the bill/), '1240')
  await user.type(line(1).getByLabelText('Amount'), '1,')
  expect(document.body.textContent).not.toContain('NaN')
  expect(screen.getByText('Total').textContent).toBe('Total Rs. 0.00')
})

it('a quantity is sent in the unit in which it was typed, also when another device changed it meanwhile', async () => {
  const now = { ...paneer, unit: 'g' }
  const { user, line, book, bodies, change } = await open(() =>
    refusal(409, 'unit_changed', 'Paneer is counted in g now.', { rawMaterial: now, line: 0 }),
  )
  await user.type(line(1).getByLabelText('Quantity'), '4')
  change([now, milk])
  await book()
  await waitFor(() => expect(bodies()).toHaveLength(1))
  expect(bodies()[0].lines[0].unit).toBe('kg')
  await screen.findByText('Paneer is counted in g now.')
  await book()
  await waitFor(() => expect(bodies()).toHaveLength(2))
  expect(bodies()[1].lines[0].unit).toBe('g')
})

it('the message after a purchase of one line has what was bought, also when a part of it covers a shortage', async () => {
  const short = { ...paneer, currentStock: -3 }
  const { user, line, book, bodies } = await open(() => answer([{ stockQuantity: 2, left: 0 }], [{ ...short, currentStock: -1 }]), [short])
  await user.type(line(1).getByLabelText('Quantity'), '2')
  await book()
  expect(await screen.findByText('2 kg of Paneer booked, −1 kg in stock')).toBeTruthy()
  expect(bodies()[0].lines).toMatchObject([{ stockQuantity: 2, unit: 'kg', amount: null }])
})

it('an amount at ten times the usual price, or a tenth of it, asks whether that is the price of one unit', async () => {
  const { user, line } = await open()
  const question = () => screen.queryByText(/^Usually Rs. 300.00 a kg. Is /)?.textContent
  await user.type(line(1).getByLabelText('Quantity'), '2')
  const amount = line(1).getByLabelText('Amount')
  await user.type(amount, '640')
  expect(screen.getByText('Rs. 320.00 a kg')).toBeTruthy()
  expect(question()).toBeUndefined()
  await user.type(amount, '0')
  expect(question()).toContain('Is Rs. 3,200.00 the price of 1 kg?')
  await user.clear(amount)
  await user.type(amount, '60')
  expect(question()).toContain('Is Rs. 30.00 the price of 1 kg?')
})

it('a purchase whose answer is lost is the same as long as the sheet is open, and another one in the next sheet', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { asked, user, unmount, sheet } = await open()
  const keys = () => asked.filter(({ method }) => method === 'POST').map(({ key }) => key)
  const book = async (count: number) => {
    await user.click(screen.getByRole('button', { name: 'Book purchase' }))
    await waitFor(() => expect(keys()).toHaveLength(count))
  }
  await user.type(screen.getByLabelText('Quantity'), '10')
  await book(1)
  act(() => vi.advanceTimersByTime(3_600_000))
  await book(2)
  unmount()
  sheet()
  await user.type(await screen.findByLabelText('Quantity'), '10')
  await book(3)
  const [first, second, third] = keys()
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})
