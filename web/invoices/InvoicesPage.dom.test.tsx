import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { whyNot } from '#domain/orderCan.ts'
import type { Permissions } from '#domain/permissions.ts'
import { aPrintJob } from '#domain/test/shapes.ts'
import { acceptLogin } from '#web/core/session.ts'
import { aUser, refusal, signIn } from '#web/test/dom.tsx'
import { close, opener, order, restaurant, server } from '#web/test/invoices.tsx'
import InvoicesPage from './InvoicesPage.tsx'

const open = opener(<InvoicesPage />)

afterEach(close)

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

it('the filter has the days that an accountant asks for; what is listed says by which day, with the taxes of the same days', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-28T06:00:00.000Z') })
  const { user, asked } = await open()
  await act(() => signIn({ role: 'generalManager' }))
  await screen.findByText('0042')
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  const days = {
    'This month': ['2026-11-01', '2026-11-28'],
    Yesterday: ['2026-11-27', '2026-11-27'],
    'Last month': ['2026-10-01', '2026-10-31'],
  }
  for (const [name, range] of Object.entries(days)) {
    await user.click(screen.getByRole('button', { name }))
    await waitFor(() => {
      const { searchParams } = new URL(asked.at(-1)?.path ?? '', 'http://x')
      expect([searchParams.get('startDate'), searchParams.get('endDate')]).toEqual(range)
    })
    expect(screen.getByRole('button', { name }).getAttribute('aria-pressed')).toBe('true')
  }
  vi.useRealTimers()
  await user.keyboard('{Escape}')
  expect(screen.getByText(/^By the business day on which a bill was settled/)).toBeTruthy()
  const link = await screen.findByRole('link', { name: 'Taxes of these days' })
  expect(link.getAttribute('href')).toBe('/restaurant/reports?tab=taxes&period=custom&from=2026-10-01&to=2026-10-31')
})

it('a bill of after midnight says in whose books it is, when that is not the day on its invoice', async () => {
  const before = { ...order }
  restaurant.kotSettings.resetTime = '04:00'
  const at = '2026-11-21T19:00:00.000Z'
  Object.assign(order, { billPrintedAt: at, completedAt: at })
  await open()
  const row = (await screen.findByText('0042')).closest('tr, li')?.textContent
  Object.assign(order, before)
  restaurant.kotSettings.resetTime = '00:00'
  expect(row).toContain('22 Nov 2026, 00:30In the books of 21 Nov')
})

it('a bill stays in the books of its day when the outlet changes its reset time', async () => {
  const before = { ...order }
  restaurant.kotSettings.resetTime = '04:00'
  const at = '2026-11-21T19:00:00.000Z'
  Object.assign(order, { billPrintedAt: at, completedAt: at, endedDate: '2026-11-22' })
  await open()
  const row = (await screen.findByText('0042')).closest('tr, li')?.textContent
  Object.assign(order, before, { endedDate: undefined })
  restaurant.kotSettings.resetTime = '00:00'
  expect(row).toContain('22 Nov 2026, 00:30')
  expect(row).not.toContain('In the books of')
})

it.each<[string, string, Permissions]>([
  ['of more days than a report has', '/?from=2025-11-01&to=2026-11-20', {}],
  ['where the outlet keeps the reports from the person', '/?from=2026-11-01&to=2026-11-20', { '/restaurant/reports': ['superuser'] }],
])('no link to the taxes %s', async (_, at, closed) => {
  await open(at)
  await act(() => acceptLogin('restaurant', { token: 'a.b.c', user: aUser({ role: 'generalManager' }), permissions: closed }))
  expect(await screen.findByText(/^By the business day on which a bill was settled/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Taxes of these days' })).toBeNull()
})

it.each([
  ['failed', 'Bill 0042 is not printed', 'Retry'],
  ['unknown', 'Bill 0042 may not have been printed', 'Print again (may be a duplicate)'],
] as const)('a bill whose printer failed says so above the open preview, with what to do and Retry: %s', async (status, said, press) => {
  server.jobs = [
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
  server.jobs = [
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
