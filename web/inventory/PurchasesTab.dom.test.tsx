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

async function open(purchases: object[] = [bill, back], left = 4) {
  const lines = [
    { ...lineOf('m1', 'Paneer', 'kg'), left },
    { ...lineOf('m2', 'Milk', 'l'), amount: null, unitCost: null, expiryDate: '2027-01-02' },
  ]
  const asked = serve(({ method, path }) => {
    if (method === 'DELETE') {
      bill.takenBack = back.takenBack
      return { status: 200, body: { purchase: { ...bill, lines }, rawMaterials: [{ ...paneer, currentStock: 0, usedIn: [] }] } }
    }
    if (path.startsWith('/v1/restaurant/inventory/purchases/')) return { status: 200, body: { purchase: { ...bill, lines } } }
    if (path.startsWith('/v1/restaurant/inventory/purchases')) {
      const shown = new URL(path, 'http://x').searchParams.get('supplier') ? purchases.slice(0, 1) : purchases
      const paging = { totalPages: 1, currentPage: 1, itemsPerPage: 10 }
      const suppliers = ['Sharma Dairy', 'sharma dairy', '', 'Ahuja']
      return { status: 200, body: { purchases: shown, ...paging, totalPurchases: shown.length, totalAmount: 1530, suppliers } }
    }
    if (path.startsWith('/v1/restaurant/inventory/raw-materials/all'))
      return { status: 200, body: { rawMaterials: [{ ...paneer, currentStock: 4, usedIn: [] }] } }
    return refusal(404, 'not_found', 'Not found.')
  })
  await signIn({ role: 'generalManager' })
  return { ...mount(<PurchasesTab />), asked }
}

it('the list says what was bought, by whom, and which purchase was taken back', async () => {
  await open()
  const row = within((await screen.findByRole('button', { name: /^Sharma Dairy/ })).closest('tr')!)
  expect(row.getByText('Bill INV 12')).toBeTruthy()
  expect(row.getByText('20 Nov 2026')).toBeTruthy()
  expect(screen.getByText(/^Bought for/).textContent).toBe('Bought for Rs. 1,530.00 in a year')
  expect(within((await screen.findByRole('button', { name: /^No supplier/ })).closest('tr')!).getByText('Taken back')).toBeTruthy()
})

it('is filtered by a supplier, each of them once whatever its case', async () => {
  const { user, asked } = await open()
  await screen.findByRole('button', { name: /^Sharma Dairy/ })
  await user.click(await screen.findByRole('button', { name: 'sharma dairy' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^No supplier/ })).toBeNull())
  const chips = screen.getByRole('group', { name: 'Supplier' })
  expect(
    within(chips)
      .getAllByRole('button')
      .map((b) => b.textContent),
  ).toEqual(['All', 'Ahuja', 'sharma dairy'])
  expect(asked.at(-1)?.path).toContain('supplier=sharma+dairy')
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
    ['', '', '2026-11-20', '2', 'Asha', 'Two crates came late', 'yes', '1530.00'],
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
