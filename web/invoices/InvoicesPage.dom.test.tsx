import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import type { PrintJobShape } from '#domain/api/printJob.ts'
import { parseCsv } from '#domain/csv.ts'
import { whyNot } from '#domain/orderCan.ts'
import { printSettingsOf } from '#domain/settings.ts'
import { aPrintJob } from '#domain/test/shapes.ts'
import { forgetLive } from '#web/core/liveCache.ts'
import { queryClient } from '#web/core/query.ts'
import { printed } from '#web/shared/print/host.tsx'
import { refusal, type Reply, savedFiles, serve } from '#web/test/dom.tsx'
import { mountLive } from '#web/test/socket.tsx'
import InvoicesPage from './InvoicesPage.tsx'

const order = {
  _id: 'o42',
  version: 3,
  billNumber: 42,
  invoiceNumber: 'SY/26-27/42',
  billPrintedAt: '2026-11-21T15:32:00.000Z',
  completedAt: '2026-11-21T15:32:00.000Z',
  createdAt: '2026-11-21T15:00:00.000Z',
  lastPrinted: null as object | null,
  tableNumber: '12',
  orderType: 'Dine In',
  serialNumber: 7,
  orderStatus: 'completed',
  paymentStatus: 'paid',
  paymentMethod: 'UPI',
  payments: [{ method: 'UPI', amount: 105 }],
  refund: null,
  customer_name: 'Meera Iyer',
  mobile_number: '',
  user: { name: '', mobile_number: '' },
  additionalNote: '',
  specialInstructions: '',
  biller: 'Divya Nair',
  totalPrice: 100,
  discount: 0,
  discountTitle: null,
  additionalCharges: { cgst: 2.5, sgst: 2.5, vat: 0, serviceCharge: 0 },
  roundOff: 0,
  grandTotal: 105,
  taxPercentages: { gst: 5, vat: 10, serviceCharge: 5 },
  kots: [],
}
const restaurant = {
  establishment_name: 'Smash Yard',
  address: '',
  gstNumber: '',
  fssaiNumber: '',
  vatNumber: 'N/A',
  timezone: 'Asia/Kolkata',
  kotSettings: { resetTime: '00:00' },
  printSettings: printSettingsOf({ showStoreDetails: false }),
}

let jobs: PrintJobShape[] = []
async function open(at = '/', print: () => Reply = () => ({ status: 200, body: { order } })) {
  const asked = serve(({ method, path }) => {
    const { pathname, searchParams } = new URL(path, 'http://x')
    if (method === 'POST' && pathname === '/v1/orders/o42/bill') return print()
    if (pathname === '/v1/orders') {
      const [from, to] = [searchParams.get('startDate') ?? '', searchParams.get('endDate') ?? '9']
      const refundDay = (order.refund as { businessDate: string } | null)?.businessDate
      const isFound = searchParams.has('refunded')
        ? refundDay && refundDay >= from && refundDay <= to
        : [null, '42', '0042'].includes(searchParams.get('search')) && (!refundDay || ('2026-11-21' >= from && '2026-11-21' <= to))
      const found = isFound ? [order] : []
      return { status: 200, body: { orders: found, totalOrders: found.length, totalPages: 1, currentPage: 1, itemsPerPage: 10 } }
    }
    if (pathname === '/v1/print/jobs') return { status: 200, body: { jobs, seq: 0 } }
    if (pathname === '/v1/print/jobs/j1/again') {
      jobs = []
      return { status: 200, body: { job: aPrintJob({ _id: 'j2', status: 'queued' }) } }
    }
    return pathname === '/v1/restaurant/profile' ? { status: 200, body: { restaurant } } : refusal(404, 'not_found', 'Not found.')
  })
  return { ...(await mountLive(<InvoicesPage />, at)), asked }
}
afterEach(() => {
  vi.restoreAllMocks()
  printed.clear()
  forgetLive(queryClient)
  jobs = []
})

it('bill number padded to 4; asks only for orders that have one', async () => {
  const { asked } = await open()
  await screen.findByText('0042')
  expect(asked.find((r) => r.path.startsWith('/v1/orders?'))?.path).toContain('billed=true')
})

it('a bill that another till has made waits behind a chip while the list is read; one that was there before, of another day, or without a number doesn’t', async () => {
  const { user, asked, emit } = await open()
  await screen.findByText('0042')
  const settled = (more: object) => emit('orderUpdated', { order: { ...order, ...more } as unknown as OrderShape })
  settled({ _id: 'o41', billNumber: 41, billPrintedAt: '2026-11-21T15:00:00.000Z' })
  settled({ _id: 'o7', billNumber: null, billPrintedAt: null, completedAt: null, orderStatus: 'pending' })
  expect(screen.queryByRole('button', { name: /^. new/ })).toBeNull()
  settled({ _id: 'o43', billNumber: 43, billPrintedAt: '2026-11-21T15:40:00.000Z', completedAt: '2026-11-21T15:40:00.000Z' })
  const lists = () => asked.filter((r) => r.path.startsWith('/v1/orders?')).length
  const before = lists()
  await user.click(await screen.findByRole('button', { name: '1 new' }))
  await waitFor(() => expect(lists()).toBeGreaterThan(before))
})

it('a new bill waits only where it would be listed: not in the bills of other days', async () => {
  const { emit } = await open('/?from=2026-11-01&to=2026-11-20')
  await screen.findByText('0042')
  emit('orderUpdated', {
    order: { ...order, _id: 'o43', billNumber: 43, billPrintedAt: '2026-11-21T15:40:00.000Z' } as unknown as OrderShape,
  })
  expect(screen.queryByRole('button', { name: /^. new/ })).toBeNull()
})

it('searching "42" finds 0042: the search is the server’s, padded or not', async () => {
  const { user, asked } = await open()
  const search = await screen.findByRole('searchbox')
  for (const typed of ['7', '42', '0042']) {
    await user.clear(search)
    await user.type(search, typed)
    await waitFor(() => expect(new URL(asked.at(-1)?.path ?? '', 'http://x').searchParams.get('search')).toBe(typed))
    if (typed === '7') await waitFor(() => expect(screen.queryByText('0042')).toBeNull())
    else await screen.findByText('0042')
  }
})

it('VAT line hidden when N/A, tax lines only >0; CGST = SGST = half GST', async () => {
  await open('/?order=o42')
  const paper = await screen.findByRole('region', { name: 'Bill 0042' })
  expect(paper.textContent).not.toMatch(/VAT|Service charge/)
  expect(paper.textContent).toMatch(/CGST 2.5% +Rs. 2.50/)
  expect(paper.textContent).toMatch(/SGST 2.5% +Rs. 2.50/)
})

it('tax lines only >0: VAT, of alcohol, stands on the receipt and on A4', async () => {
  const { additionalCharges } = order
  Object.assign(order, { additionalCharges: { ...additionalCharges, cgst: 0, sgst: 0, vat: 10 }, grandTotal: 110 })
  const { user } = await open('/?order=o42')
  const paper = await screen.findByRole('region', { name: 'Bill 0042' })
  const receipt = paper.textContent
  await user.click(screen.getByRole('radio', { name: 'A4' }))
  const sheet = screen.getByRole('region', { name: 'Bill 0042' }).textContent
  Object.assign(order, { additionalCharges, grandTotal: 105 })
  expect(receipt).toMatch(/VAT 10% +Rs. 10.00/)
  expect(receipt).not.toMatch(/[CS]GST/)
  expect(sheet).toMatch(/VAT 10%10\.00Total, Rs\.110\.00/)
  expect(sheet).not.toMatch(/[CS]GST \d/)
})

it('the browser’s own Ctrl+P prints only the paper of 48 or 32 columns, marked as a reprint', async () => {
  const { user } = await open('/?order=o42')
  for (const [choice, columns] of [
    ['48 columns', '48'],
    ['32 columns', '32'],
  ] as const) {
    await screen.findByRole('region', { name: 'Bill 0042' })
    await user.click(screen.getByRole('radio', { name: choice }))
    const root = document.querySelector<HTMLElement>('#print-root')
    expect(root?.dataset.columns).toBe(columns)
    expect(root?.textContent).toMatch(/REPRINT.*Bill No: 0042.*TOTAL/)
    expect(screen.getByRole('region', { name: 'Bill 0042' }).textContent).toContain('REPRINT')
  }
})

it('while printing is switched off, Ctrl+P prints no receipt and no A4 page, which can be saved as a PDF', async () => {
  let saved: string | null | undefined
  const onPaper = () => document.querySelector('#print-root')?.textContent
  vi.stubGlobal('print', () => void (saved = onPaper()))
  restaurant.printSettings.enablePrint = false
  const { user } = await open('/?order=o42')
  await screen.findByRole('region', { name: 'Bill 0042' })
  const off = 'Printing is switched off in Settings, Print'
  expect(onPaper()).toBe(off)
  await user.click(screen.getByRole('radio', { name: 'A4' }))
  expect(onPaper()).toBe(off)
  await user.click(screen.getByRole('button', { name: 'Save as PDF' }))
  await waitFor(() => expect(saved).toContain('Bill No: 0042'))
  act(() => void dispatchEvent(new Event('afterprint')))
  expect(onPaper()).toBe(off)
  restaurant.printSettings.enablePrint = true
})

it('a print whose answer was lost is the same one when an event has shown the bill as printed meanwhile', async () => {
  const before = { ...order }
  Object.assign(order, { orderStatus: 'pending', completedAt: null, billPrintedAt: null })
  const { user, asked, emit } = await open('/?order=o42', () => refusal(503, 'unavailable', 'No answer.'))
  await user.click(await screen.findByRole('button', { name: 'Print' }))
  await screen.findByText('No answer.')
  const at = '2026-11-21T15:40:00.000Z'
  Object.assign(order, { version: 4, billPrintedAt: at, lastPrinted: { total: 105, at, by: 'D', revision: 0, issuedAt: at } })
  emit('orderUpdated', { orderId: 'o42', tableId: null, order: order as unknown as OrderShape })
  await user.click(await screen.findByRole('button', { name: 'Reprint' }))
  const keys = () => asked.filter(({ path }) => path === '/v1/orders/o42/bill').map(({ key }) => key)
  await waitFor(() => expect(keys()).toHaveLength(2))
  expect(keys()[1]).toBe(keys()[0])
  Object.assign(order, before)
})

it('printer failure keeps the preview open with Retry', async () => {
  let fails = true
  const { user, asked } = await open('/?order=o42', () =>
    fails ? refusal(503, 'unavailable', 'The printer is off.') : { status: 200, body: { order } },
  )
  await user.click(await screen.findByRole('button', { name: 'Reprint' }))
  await screen.findByText('The printer is off.')
  expect(screen.getByRole('region', { name: 'Bill 0042' })).toBeTruthy()
  fails = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(asked.filter((r) => r.method === 'POST' && r.path === '/v1/orders/o42/bill')).toHaveLength(2))
  await waitFor(() => expect(screen.queryByText('The printer is off.')).toBeNull())
})

it('the file for the accountant has each bill’s GSTIN, taxable values, rates and taxes, which add up to its total', async () => {
  const saved = savedFiles()
  const dish = { _id: 'd', quantity: 1, status: 'Served', variants: [], addonGroups: [] }
  const items = [
    { ...dish, itemName: 'Dosa', price: 110, amount: 110, isAlcohol: false },
    { ...dish, itemName: 'Lager', price: 110, amount: 110, isAlcohol: true },
    { ...dish, itemName: 'Gone', price: 70, amount: 70, isAlcohol: false, status: 'Cancelled' },
  ]
  // Packing and delivery are in the value for GST.
  const charges = { cgst: 3.5, sgst: 3.5, vat: 10, serviceCharge: 11, charges: 40 }
  const now = {
    kots: [{ kotId: 'k', items }],
    totalPrice: 220,
    discount: 20,
    roundOff: -0.5,
    grandTotal: 267.5,
    additionalCharges: charges,
  }
  const before = { ...order }
  Object.assign(order, now, { customerGstin: '27AAPFU0939F1ZV' })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  Object.assign(order, before)
  const [head = [], bill = []] = parseCsv(await saved[0]!.text())
  const facts = Object.fromEntries(head.map((name, i) => [name, bill[i]]))
  expect(facts).toMatchObject({
    Bill: '0042',
    Invoice: 'SY/26-27/42',
    Customer: 'Meera Iyer',
    'Customer GSTIN': '27AAPFU0939F1ZV',
    'GST %': '5',
    'VAT %': '10',
    Total: '267.50',
  })
  const parts = ['Value for GST', 'CGST', 'SGST', 'Value for VAT', 'VAT', 'Service charge', 'Round off']
  expect(parts.map((name) => facts[name])).toEqual(['140.00', '3.50', '3.50', '100.00', '10.00', '11.00', '-0.50'])
  expect(parts.reduce((sum, name) => sum + Number(facts[name]), 0)).toBe(267.5)
})

/** The rows of the accountant’s file of `order` with `more`, by its headers. */
async function rowsOf(more: object, at?: string) {
  const saved = savedFiles()
  const before = { ...order }
  Object.assign(order, more)
  const { user } = await open(at)
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  Object.assign(order, before)
  const [head = [], ...bills] = parseCsv(await saved[0]!.text())
  return bills.map((bill) => Object.fromEntries(head.map((name, i) => [name, bill[i]])))
}
async function rowOf(more: object) {
  const rows = await rowsOf(more)
  expect(rows).toHaveLength(1)
  return rows[0]!
}

it('a cancelled bill is in the accountant’s file with its number and no amounts, as it counts in no report', async () => {
  const items = [{ _id: 'd', quantity: 1, status: 'Served', variants: [], addonGroups: [], itemName: 'Dosa', price: 100, amount: 100 }]
  const facts = await rowOf({ orderStatus: 'cancelled', kots: [{ kotId: 'k', items }], payments: [], paymentStatus: 'unpaid' })
  expect(facts).toMatchObject({ Bill: '0042', Method: 'Cancelled', 'Refunded on': '' })
  const amounts = ['Value for GST', 'CGST', 'SGST', 'Value for VAT', 'VAT', 'Service charge', 'Round off', 'Total']
  expect(amounts.map((name) => facts[name])).toEqual(amounts.map(() => '0.00'))
})

it('a bill that is still open is in the accountant’s file with its number and no amounts: it counts on the day on which it is completed', async () => {
  const payments = [{ method: 'Cash', amount: 50 }]
  const facts = await rowOf({ orderStatus: 'pending', paymentStatus: 'partial', payments, completedAt: null })
  expect(facts).toMatchObject({ Bill: '0042', Method: 'Open' })
  const amounts = ['Value for GST', 'CGST', 'SGST', 'Value for VAT', 'VAT', 'Service charge', 'Round off', 'Total']
  expect(amounts.map((name) => facts[name])).toEqual(amounts.map(() => '0.00'))
})

it('a bill that is paid and not closed yet, such as a parcel’s, names its method', async () => {
  const open = { orderStatus: 'pending', completedAt: null }
  const payments = ['Cash', 'UPI'].map((method) => ({ method, amount: 52.5 }))
  expect(await rowOf({ ...open, paymentStatus: 'paid', payments })).toMatchObject({ Method: 'Cash, UPI, still open', Total: '0.00' })
})

it('a bill of zero, for which nobody pays, says "No charge", as in Orders', async () => {
  expect(await rowOf({ payments: [], paymentMethod: null, grandTotal: 0 })).toMatchObject({ Bill: '0042', Method: 'No charge' })
})

it('a bill’s date is the one that stands on it, in the zone that the outlet had then', async () => {
  const issued = { at: '2026-03-31T19:00:00.000Z', date: '01-04-2026 00:30', gstNumber: '' }
  const { timezone } = restaurant
  restaurant.timezone = 'Asia/Dubai'
  const facts = [await rowOf({ taxPercentages: { ...order.taxPercentages, issued } })]
  cleanup()
  // Older bills have no date of their own: the instant in the zone of today.
  facts.push(await rowOf({ taxPercentages: { ...order.taxPercentages, issued: { at: issued.at, gstNumber: '' } } }))
  restaurant.timezone = timezone
  expect(facts.map(({ Date: date }) => date)).toEqual(['1 Apr 2026, 00:30', '31 Mar 2026, 23:00'])
})

describe('a refund is a row of its own on its day, with negative amounts, as reports subtract it', () => {
  const refund = { amount: 105, reason: 'Cold', at: '2026-11-22T05:00:00.000Z', by: 'Divya Nair', businessDate: '2026-11-22' }
  const back = { Invoice: 'SY/26-27/42', Date: '22 Nov 2026', CGST: '-2.50', Total: '-105.00', Method: 'Refund' }
  const billed = { Invoice: 'SY/26-27/42', CGST: '2.50', Total: '105.00', Method: 'Refunded', 'Refunded on': '22 Nov 2026' }

  it.each([
    ['in the range of the bill', '/?from=2026-11-01&to=2026-11-30', [billed, back]],
    ['in a range after it, where no bill is', '/?from=2026-11-22&to=2026-11-22', [back]],
    ['not in the range of the bill alone', '/?from=2026-11-21&to=2026-11-21', [billed]],
    ['of a bill that was searched for', '/?q=42', [billed, back]],
  ] as const)('%s', async (_, at, rows) => {
    expect(await rowsOf({ refund, paymentStatus: 'refunded' }, at)).toEqual(rows.map((row) => expect.objectContaining(row)))
  })
})

it('the date, also in the accountant’s file, is the one on the bill: when it got its number, not when it was paid', async () => {
  const saved = savedFiles()
  const before = { ...order }
  Object.assign(order, { billPrintedAt: '2026-03-31T18:20:00.000Z', completedAt: '2026-03-31T18:50:00.000Z' })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  Object.assign(order, before)
  const [head = [], bill = []] = parseCsv(await saved[0]!.text())
  expect(bill[head.indexOf('Date')]).toMatch(/^31 Mar 2026/)
})

it.each([
  ['failed', 'Bill 0042 is not printed', 'Retry'],
  ['unknown', 'Bill 0042 may not have been printed', 'Print again (may be a duplicate)'],
] as const)('a bill whose printer failed says so above the open preview, with what to do and Retry: %s', async (status, said, press) => {
  jobs = [
    aPrintJob({ _id: 'j0', status, kind: 'bill', orderId: 'another', number: 43 }),
    aPrintJob({ _id: 'j1', status, kind: 'bill', orderId: 'o42', number: 42, reason: 'Failed to send print job to printer.' }),
  ]
  const { user, asked } = await open('/?order=o42')
  const card = within(await screen.findByRole('alert'))
  expect(card.getByText(said)).toBeTruthy()
  expect(card.getByText('Failed to send print job to printer. Check paper and power.')).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Bill 0042' })).toBeTruthy()
  await user.click(card.getByRole('button', { name: press }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(asked.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual(['/v1/print/jobs/j1/again'])
})

it.each([
  ['printed once more since', { at: '2026-11-21T15:32:00.000Z', revision: 1 }, '2026-11-21T15:32:00.000Z', ['j2']],
  ['settled without a paper after it changed', { at: '2026-11-21T15:10:00.000Z', revision: 0 }, null, []],
])('of a bill that was %s, an older paper that failed is not offered: the server would refuse it', async (_, printed, at, offered) => {
  const before = { ...order }
  Object.assign(order, { lastPrinted: printed, billPrintedAt: at })
  const failed = { kind: 'bill', orderId: 'o42', number: 42, reason: 'Failed to send print job to printer.' } as const
  jobs = [
    aPrintJob({ ...failed, _id: 'j1', status: 'unknown', createdAt: '2026-11-21T15:10:00.000Z' }),
    ...(at ? [aPrintJob({ ...failed, _id: 'j2', status: 'failed', createdAt: at })] : []),
  ]
  const { user, asked } = await open('/?order=o42')
  await screen.findByRole('region', { name: 'Bill 0042' })
  await waitFor(() => expect(asked.some(({ path }) => path === '/v1/print/jobs')).toBe(true))
  const card = offered.length > 0 ? await screen.findByRole('alert') : null
  if (card) await user.click(within(card).getByRole('button', { name: 'Retry' }))
  else expect(screen.queryByRole('alert')).toBeNull()
  await waitFor(() =>
    expect(asked.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual(
      offered.map((id) => `/v1/print/jobs/${id}/again`),
    ),
  )
  Object.assign(order, before)
})

it('reprint in 2 taps: the row, then Reprint', async () => {
  const { user, asked } = await open()
  await user.click(await screen.findByText('0042'))
  await user.click(await screen.findByRole('button', { name: 'Reprint' }))
  await waitFor(() => expect(asked.filter((r) => r.path === '/v1/orders/o42/bill')).toHaveLength(1))
})

it('on A4 it has the rules of the receipt, the amount in words, and prints at once', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const { user } = await open('/?order=o42')
  await screen.findByRole('region', { name: 'Bill 0042' })
  await user.click(screen.getByRole('radio', { name: 'A4' }))
  const sheet = screen.getByRole('region', { name: 'Bill 0042' })
  // This restaurant has no GSTIN.
  expect(sheet.textContent).toMatch(/^Smash YardBILLREPRINTInvoice: SY\/26-27\/42Bill No: 0042/)
  expect(sheet.textContent).toContain('Rupees One Hundred Five Only')
  expect(sheet.textContent).toMatch(
    /Subtotal100\.00Taxable at GST 5%0\.00CGST 2\.5%2\.50SGST 2\.5%2\.50Total, Rs\.105\.00Paid by UPI105\.00/,
  )
  expect(document.querySelector('#print-root')?.textContent).toBe(sheet.textContent)
  await user.click(screen.getByRole('button', { name: 'Reprint' }))
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1))
  await user.click(screen.getByRole('button', { name: 'Reprint' }))
  await waitFor(() => expect(print).toHaveBeenCalledTimes(2))
})

it('the first paper of a bill is no reprint: the preview, the file, A4 and the button say so once it was printed', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const before = { ...order }
  // It was settled without a paper, and an order that is over never changes.
  Object.assign(order, { billPrintedAt: null })
  const { user } = await open('/?order=o42')
  const paper = () => screen.getByRole('region', { name: 'Bill 0042' }).textContent
  await screen.findByRole('region', { name: 'Bill 0042' })
  expect(paper()).not.toContain('REPRINT')
  await user.click(screen.getByRole('radio', { name: 'A4' }))
  expect(paper()).not.toContain('REPRINT')
  await user.click(screen.getByRole('button', { name: 'Print' }))
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1))
  expect(document.querySelector('#print-root')?.textContent).not.toContain('REPRINT')
  act(() => void dispatchEvent(new Event('afterprint')))
  expect(paper()).toContain('REPRINT')
  await user.click(await screen.findByRole('button', { name: 'Reprint' }))
  await waitFor(() => expect(print).toHaveBeenCalledTimes(2))
  expect(document.querySelector('#print-root')?.textContent).toContain('REPRINT')
  Object.assign(order, before)
})

it('a bill that changed since it was printed is given as no file and on no A4 before its receipt is printed; nor does Ctrl+P print it (decision 006)', async () => {
  const before = { ...order }
  Object.assign(order, { orderStatus: 'pending', paymentStatus: 'unpaid', payments: [], completedAt: null, billPrintedAt: null })
  const { user } = await open('/?order=o42')
  await screen.findByRole('region', { name: 'Bill 0042' })
  const why = whyNot.paper(order as unknown as OrderShape)!
  const states = () =>
    ['Save as PDF', 'Print'].map((name) => {
      const button = screen.getByRole('button', { name: new RegExp(`^${name}`) })
      return button.getAttribute('aria-disabled') && document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent
    })
  const onPaper = () => document.querySelector('#print-root')?.textContent
  // The receipt's print marks the bill as printed.
  expect([states(), onPaper()]).toEqual([[why, null], why])
  await user.click(screen.getByRole('radio', { name: 'A4' }))
  expect([states(), onPaper()]).toEqual([[why, why], why])
  Object.assign(order, before)
})

it('on A4, the outlet has the name with which it issued the bill, also above the signature', async () => {
  const issued = {
    at: '2026-11-20T15:32:00.000Z',
    gstNumber: '36AAKCS1234L1Z6',
    establishment_name: 'Old Yard',
    address: 'Road 36',
    fssaiNumber: '13626012000145',
    vatNumber: '',
  }
  const { taxPercentages } = order
  Object.assign(order, { taxPercentages: { ...taxPercentages, issued } })
  await open('/?order=o42').then(async ({ user }) => {
    await screen.findByRole('region', { name: 'Bill 0042' })
    await user.click(screen.getByRole('radio', { name: 'A4' }))
  })
  const text = screen.getByRole('region', { name: 'Bill 0042' }).textContent
  Object.assign(order, { taxPercentages })
  expect(text).toMatch(/^Old YardRoad 36GSTIN 36AAKCS1234L1Z6FSSAI 13626012000145TAX INVOICE/)
  expect(text).toContain('For Old Yard')
  expect(text).not.toContain('Smash Yard')
})

it('saves the A4 page as a PDF that is named by the invoice’s number, without printing it again', async () => {
  const titles: string[] = []
  vi.stubGlobal('print', () => titles.push(document.title))
  const { user, asked } = await open('/?order=o42')
  await screen.findByRole('region', { name: 'Bill 0042' })
  await user.click(screen.getByRole('radio', { name: 'A4' }))
  const title = document.title
  await user.click(screen.getByRole('button', { name: 'Save as PDF' }))
  await waitFor(() => expect(titles).toEqual(['Invoice SY-26-27-42']))
  expect(document.querySelector('#print-root')?.textContent).toContain('Rupees One Hundred Five Only')
  window.dispatchEvent(new Event('afterprint'))
  expect(document.title).toBe(title)
  expect(asked.some((r) => r.path === '/v1/orders/o42/bill')).toBe(false)
})

it('a bill that is not paid has a code for UPI, on a receipt and on A4', async () => {
  Object.assign(restaurant, { upiId: 'smash@okaxis' })
  Object.assign(order, { paymentStatus: 'unpaid', payments: [], orderStatus: 'pending' })
  const { user } = await open('/?order=o42')
  const paper = await screen.findByRole('region', { name: 'Bill 0042' })
  expect(within(paper).getByRole('img', { name: 'QR code to pay by UPI' })).toBeTruthy()
  expect(paper.textContent).toContain('Scan to pay Rs. 105.00')
  await user.click(screen.getByRole('radio', { name: 'A4' }))
  const sheet = screen.getByRole('region', { name: 'Bill 0042' })
  expect(within(sheet).getByRole('img', { name: 'QR code to pay by UPI' })).toBeTruthy()
  expect(sheet.textContent).toContain('Scan to pay Rs. 105.00smash@okaxis')
})
