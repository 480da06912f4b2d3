import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { parseCsv } from '#domain/csv.ts'
import { mount, refusal, savedFiles, serve, signIn } from '#web/test/dom.tsx'
import PurchasesTab from './PurchasesTab.tsx'

const bill = {
  _id: 'p1',
  supplier: 'Sharma Dairy',
  billNumber: 'INV 12',
  billDate: '2026-11-20',
  receiptImage: '/v1/media/bill.webp',
  note: 'Two crates came late',
  amount: 1530,
  billTotal: null,
  version: 1,
  corrections: [] as object[],
  lineCount: 2,
  by: 'Asha',
  createdAt: '2026-11-21T05:35:00.000Z',
  takenBack: null as { by: string; at: string } | null,
}
const back = { ...bill, _id: 'p2', supplier: '', billNumber: '', takenBack: { by: 'Ravi', at: '2026-11-22T05:35:00.000Z' } }
const lineOf = (_id: string, name: string, unit: string) => ({
  rawMaterial: { _id, name, unit },
  stockQuantity: 4,
  amount: 1400 as number | null,
  unitCost: 350 as number | null,
  expiryDate: null as string | null,
  left: 4,
})
const paneer = { _id: 'm1', name: 'Paneer', unit: 'kg', category: '', subcategory: null, minimumStock: 3, costPerUnit: 300 }

const NAMES = ['Sharma Dairy', 'sharma dairy', '', 'Ahuja']
async function open(purchases: object[] = [bill, back], left = 4, { at = '/', sold = false, names = NAMES } = {}) {
  const lines = [
    { ...lineOf('m1', 'Paneer', 'kg'), left },
    { ...lineOf('m2', 'Milk', 'l'), amount: null, unitCost: null, expiryDate: '2027-01-02' },
  ]
  const asked = serve(({ method, path }) => {
    if (method === 'DELETE' && sold) {
      lines[0]!.left = 3
      return refusal(409, 'stock_changed', 'Paneer: 3 of 4 kg are left.')
    }
    if (method === 'PUT') {
      bill.version = 2
      bill.corrections = [{ by: 'Asha', at: '2026-11-22T05:35:00.000Z', changes: ['Amount of Paneer from Rs. 1,400.00 to Rs. 140.00'] }]
      return { status: 200, body: { purchase: { ...bill, lines } } }
    }
    if (method === 'DELETE') {
      bill.takenBack = back.takenBack
      return { status: 200, body: { purchase: { ...bill, lines }, rawMaterials: [{ ...paneer, currentStock: 0, usedIn: [] }] } }
    }
    if (path.startsWith('/v1/restaurant/inventory/purchases/')) return { status: 200, body: { purchase: { ...bill, lines } } }
    if (path.startsWith('/v1/restaurant/inventory/purchases')) {
      const query = new URL(path, 'http://x').searchParams
      const shown = query.get('supplier') ? purchases.slice(0, 1) : purchases
      const paging = { totalPages: 1, currentPage: 1, itemsPerPage: 10 }
      const suppliers = query.has('from') ? ['Ahuja'] : names
      return { status: 200, body: { purchases: shown, ...paging, totalPurchases: shown.length, totalAmount: 1530, suppliers } }
    }
    if (path.startsWith('/v1/restaurant/inventory/raw-materials/all'))
      return { status: 200, body: { rawMaterials: [{ ...paneer, currentStock: 4, usedIn: [] }] } }
    return refusal(404, 'not_found', 'Not found.')
  })
  await signIn({ role: 'generalManager' })
  return { ...mount(<PurchasesTab />, { path: '/', at }), asked }
}

it('the list says what was bought, by whom, and which purchase was taken back', async () => {
  await open(undefined, undefined, { at: '/?tab=purchases' })
  const row = within((await screen.findByRole('button', { name: /^Sharma Dairy/ })).closest('tr')!)
  expect(row.getByText('Bill INV 12')).toBeTruthy()
  expect(row.getByText('20 Nov 2026')).toBeTruthy()
  expect(screen.getByText(/^Bought for/).textContent).toBe('Bought for Rs. 1,530.00 in a year')
  // And not "Purchases purchases".
  const table = within(await screen.findByRole('table', { name: 'Purchases' }))
  expect(within((await table.findByRole('button', { name: /^No supplier/ })).closest('tr')!).getByText('Taken back')).toBeTruthy()
})

it('is filtered by a supplier, each of them once whatever its case', async () => {
  const { user, asked } = await open()
  await screen.findByRole('button', { name: /^Sharma Dairy/ })
  await user.click(await screen.findByRole('button', { name: 'sharma dairy' }))
  await waitFor(() => expect(within(screen.getByRole('table')).queryByRole('button', { name: /^No supplier/ })).toBeNull())
  const chips = screen.getByRole('group', { name: 'Supplier' })
  expect(
    within(chips)
      .getAllByRole('button')
      .map((b) => b.textContent),
  ).toEqual(['All', 'Ahuja', 'sharma dairy', 'No supplier'])
  expect(asked.at(-1)?.path).toContain('supplier=sharma+dairy')
})

const chips = async () =>
  within(await screen.findByRole('group', { name: 'Supplier' }))
    .getAllByRole('button')
    .map((b) => b.textContent)
const askedFor = (asked: readonly { path: string }[]) => new URL(asked.at(-1)!.path, 'http://x').searchParams.get('supplier')

it('the suppliers to choose from are those of the chosen dates, and purchases without one can be chosen', async () => {
  const { user, asked } = await open([bill, back], 4, { at: '/?from=2026-11-01&to=2026-11-30' })
  await waitFor(async () => expect(await chips()).toEqual(['All', 'Ahuja']))
  expect(asked.every(({ path }) => !path.includes('/purchases?') || path.includes('from=2026-11-01'))).toBe(true)
  await user.click(screen.getByRole('button', { name: /^Remove dates/ }))
  const chip = await screen.findByRole('button', { name: 'No supplier', pressed: false })
  await user.click(chip)
  await waitFor(() => expect(askedFor(asked)).toBe(' '))
})

it('the supplier of the address stays chosen after a reload and in dates in which it has no bill', async () => {
  const { asked } = await open([bill, back], 4, { at: '/?supplier=SHARMA%20dairy&from=2026-11-01' })
  await waitFor(async () => expect(await chips()).toEqual(['All', 'Ahuja', 'SHARMA dairy']))
  expect(screen.getByRole('button', { name: 'SHARMA dairy', pressed: true })).toBeTruthy()
  // Not once without it: the list would show the others for a moment.
  const lists = asked
    .map(({ path }) => new URL(path, 'http://x'))
    .filter(({ pathname, search }) => pathname.endsWith('/purchases') && !search.includes('limit=1&'))
  expect(new Set(lists.map(({ searchParams }) => searchParams.get('supplier')))).toEqual(new Set(['SHARMA dairy']))
})

it('more than eight suppliers are a select', async () => {
  const many = await open([bill, back], 4, { names: [...'ABCDEFGHI'].map((letter) => `Shop ${letter}`) })
  await many.user.selectOptions(await screen.findByRole('combobox', { name: 'Supplier' }), 'Shop I')
  await waitFor(() => expect(askedFor(many.asked)).toBe('Shop I'))
})

it('the file has dates and amounts as spreadsheets read them', async () => {
  const saved = savedFiles()
  const { user } = await open()
  await screen.findByRole('button', { name: /^Sharma Dairy/ })
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(parseCsv(await saved[0]!.text())).toEqual([
    ['Supplier', 'Bill', 'Bill date', 'Lines', 'Booked by', 'Note', 'Taken back', 'Amount'],
    ['Sharma Dairy', 'INV 12', '2026-11-20', '2', 'Asha', 'Two crates came late', '', '1530.00'],
    ['', '', '2026-11-20', '2', 'Asha', 'Two crates came late', 'yes', ''],
  ])
})

it('one of which something was used can’t be taken back, and says what', async () => {
  const { user } = await open([bill], 3)
  await user.click(await screen.findByRole('button', { name: /^Sharma Dairy/ }))
  const lines = within(await screen.findByRole('region', { name: 'Lines' }))
  expect(lines.getByText(/4 kg at/).textContent).toContain('3 kg left')
  expect(lines.getByText(/expires 2 Jan/)).toBeTruthy()
  expect(lines.getByText('No amount')).toBeTruthy()
  const button = screen.getByRole('button', { name: 'Take back' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await user.hover(button)
  expect((await screen.findAllByText('Paneer is used or counted already')).length).toBeGreaterThan(0)
})

it('is taken back after a question', async () => {
  const { user, asked } = await open([bill])
  await user.click(await screen.findByRole('button', { name: /^Sharma Dairy/ }))
  await screen.findByRole('region', { name: 'Lines' })
  await user.click(screen.getByRole('button', { name: 'Take back' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Take back' }))
  expect(await screen.findByText('Sharma Dairy of 20 Nov was taken back')).toBeTruthy()
  expect(asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual(['/v1/restaurant/inventory/purchases/p1'])
  bill.takenBack = null
})

it('one that was sold from meanwhile says so after the refusal, and is not offered again', async () => {
  const { user } = await open([bill], 4, { sold: true })
  await user.click(await screen.findByRole('button', { name: /^Sharma Dairy/ }))
  const lines = within(await screen.findByRole('region', { name: 'Lines' }))
  await user.click(screen.getByRole('button', { name: 'Take back' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Take back' }))
  await waitFor(() => expect(lines.getByText(/4 kg at/).textContent).toContain('3 kg left'))
  await user.click(screen.getByRole('button', { name: 'Keep' }))
  expect(screen.getByRole('button', { name: 'Take back' }).getAttribute('aria-disabled')).toBe('true')
})

it('one that is not on this page of the list opens by its address', async () => {
  await open([back], 4, { at: '/?item=p1' })
  expect(await screen.findByRole('region', { name: 'Lines' })).toBeTruthy()
})

it('a bill is corrected in its drawer: the amounts of its lines and its total are sent with its version, and the correction is shown', async () => {
  const { user, asked } = await open([bill])
  await user.click(await screen.findByRole('button', { name: /^Sharma Dairy/ }))
  await user.click(await screen.findByRole('button', { name: 'Correct' }))
  const sheet = await screen.findByRole('dialog', { name: 'Correct the bill' })
  const paid = within(sheet).getByLabelText(/^Paneer, 4 kg/)
  await user.clear(paid)
  await user.type(paid, '140')
  await user.type(within(sheet).getByLabelText(/^Total on the bill/), '150')
  await user.click(within(sheet).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Correct the bill' })).toBeNull())
  expect(asked.find(({ method }) => method === 'PUT')).toMatchObject({
    path: '/v1/restaurant/inventory/purchases/p1',
    body: { supplier: 'Sharma Dairy', billDate: '2026-11-20', amounts: [140, null], billTotal: 150, version: 1 },
  })
  expect((await screen.findByRole('region', { name: 'Corrections' })).textContent).toContain(
    'Amount of Paneer from Rs. 1,400.00 to Rs. 140.00',
  )
})
