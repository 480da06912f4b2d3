import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { parseCsv } from '#domain/csv.ts'
import { savedFiles } from '#web/test/dom.tsx'
import { close, opener, order, restaurant } from '#web/test/invoices.tsx'
import InvoicesPage from './InvoicesPage.tsx'

const open = opener(<InvoicesPage />)

afterEach(close)

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
    discountTitle: 'Diwali',
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
    Date: '2026-11-21 21:02',
    'Business day': '2026-11-21',
    Subtotal: '220.00',
    Discount: '20.00',
    Offer: 'Diwali',
    'Customer GSTIN': '27AAPFU0939F1ZV',
    'GST %': '5',
    'VAT %': '10',
    'Packing and delivery': '40.00',
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

it('of a bill with several rates of GST the file has the value and the tax of each, and the tax that its prices include', async () => {
  const dish = { _id: 'd', quantity: 1, status: 'Served', variants: [], addonGroups: [], isAlcohol: false }
  const items = [
    { ...dish, itemName: 'Dosa', price: 100, amount: 100 },
    { ...dish, itemName: 'Water', price: 60, amount: 60, gstRate: 18, taxIncluded: true },
  ]
  const additionalCharges = { cgst: 7.08, sgst: 7.08, vat: 0, serviceCharge: 0, taxIncluded: 9.16 }
  const facts = await rowOf({ kots: [{ kotId: 'k', items }], totalPrice: 160, grandTotal: 165, additionalCharges })
  expect(facts).toMatchObject({
    Subtotal: '160.00',
    'Tax in prices': '9.16',
    'Value for GST': '150.84',
    'GST %': '5 + 18',
    'GST by rate': '5%: 100.00 + 5.00; 18%: 50.84 + 9.16',
    CGST: '7.08',
    Total: '165.00',
  })
})

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
  expect(facts.map(({ Date: date }) => date)).toEqual(['2026-04-01 00:30', '2026-03-31 23:00'])
})

describe('a refund is a row of its own on its day, with negative amounts, as reports subtract it', () => {
  const refund = { amount: 105, reason: 'Cold', at: '2026-11-22T05:00:00.000Z', by: 'Divya Nair', businessDate: '2026-11-22' }
  // Paid by card, given back out of the drawer.
  const move = { _id: 'p', at: order.completedAt, businessDate: '2026-11-21', by: 'Divya Nair' }
  const paymentHistory = [
    { ...move, kind: 'received', method: 'UPI', amount: 105 },
    { ...move, kind: 'corrected', method: 'UPI', amount: -105 },
    { ...move, kind: 'corrected', method: 'Card', amount: 105 },
    { ...move, kind: 'tip', method: 'Cash', amount: 20 },
    { ...move, kind: 'returned', method: 'Cash', of: 'Card', amount: -105, at: refund.at, businessDate: '2026-11-22' },
  ]
  const same = { Invoice: 'SY/26-27/42', 'Refunded on': '2026-11-22' }
  const back = {
    ...same,
    ...{ Date: '2026-11-22 10:30', 'Business day': '2026-11-22', CGST: '-2.50', Total: '-105.00', Method: 'Refund, Cash' },
    ...{ 'By Cash': '-105.00', 'By Card': '0.00', 'By UPI': '0.00', Tip: '0.00', 'Tip by': '' },
  }
  const billed = {
    ...same,
    ...{ Date: '2026-11-21 21:02', 'Business day': '2026-11-21', CGST: '2.50', Total: '105.00', Method: 'Card' },
    ...{ 'By Cash': '0.00', 'By Card': '105.00', 'By UPI': '0.00', Tip: '20.00', 'Tip by': 'Cash' },
  }

  it.each([
    ['in the range of the bill', '/?from=2026-11-01&to=2026-11-30', [billed, back]],
    ['in a range after it, where no bill is', '/?from=2026-11-22&to=2026-11-22', [back]],
    ['not in the range of the bill alone', '/?from=2026-11-21&to=2026-11-21', [billed]],
    ['of a bill that was searched for', '/?q=42', [billed, back]],
  ] as const)('%s', async (_, at, rows) => {
    const refunded = { refund, paymentStatus: 'refunded', payments: [], paymentHistory }
    expect(await rowsOf(refunded, at)).toEqual(rows.map((row) => expect.objectContaining(row)))
  })

  it('on the screen, the bill says how it was paid, and how and by whom it was refunded', async () => {
    const before = { ...order }
    Object.assign(order, { refund, paymentStatus: 'refunded', payments: [], paymentHistory })
    await open()
    const row = (await screen.findByText('0042')).closest('tr, li')?.textContent
    Object.assign(order, before, { paymentHistory: undefined })
    expect(row).toMatch(/Card.*Refunded in Cash by Divya/)
  })
})

describe('money that was given back by another method before the bill was settled', () => {
  const move = { _id: 'p', at: order.completedAt, businessDate: '2026-11-21', by: 'Divya Nair' }
  const paymentHistory = [
    { ...move, kind: 'received', method: 'UPI', amount: 205 },
    { ...move, kind: 'returned', method: 'Cash', of: 'UPI', amount: -100 },
    { ...move, kind: 'tip', method: 'UPI', amount: 50 },
    { ...move, kind: 'tip', method: 'Cash', of: 'UPI', amount: -50 },
  ]

  it('names no method by which nothing was paid; the amounts are by the method that moved, as reports have them', async () => {
    const facts = await rowOf({ paymentHistory })
    Object.assign(order, { paymentHistory: undefined })
    expect(facts).toMatchObject({ Method: 'UPI', 'By UPI': '205.00', 'By Cash': '-100.00', Total: '105.00', Tip: '0.00', 'Tip by': '' })
  })

  it('a tip on a bill that is still open is in no file yet', async () => {
    const facts = await rowOf({
      orderStatus: 'pending',
      paymentStatus: 'partial',
      completedAt: null,
      paymentHistory: paymentHistory.slice(0, 3),
    })
    Object.assign(order, { paymentHistory: undefined })
    expect(facts).toMatchObject({ Method: 'Open', Tip: '0.00', 'Tip by': '' })
  })
})

it('for people who don’t get the payments, what was paid for a refunded bill and the tips are empty, not nothing', async () => {
  const refund = { amount: 105, reason: 'Cold', at: '2026-11-22T05:00:00.000Z', by: 'Divya Nair', businessDate: '2026-11-22' }
  const rows = await rowsOf({ refund, paymentStatus: 'refunded', payments: [] })
  const unknown = { 'By Cash': '', 'By UPI': '', 'By another method': '' }
  expect(rows).toEqual([
    expect.objectContaining({ ...unknown, Total: '105.00', Tip: '', 'Tip by': '' }),
    expect.objectContaining({ ...unknown, Total: '-105.00', Tip: '0.00', 'Tip by': '' }),
  ])
})

it('a bill that was paid by several methods has the amount of each in the accountant’s file, which add up to its total; one that the outlet has no more is “another”', async () => {
  const payments = [
    { method: 'Cash', amount: 30 },
    { method: 'UPI', amount: 50 },
    { method: 'Sodexo', amount: 25 },
  ]
  const facts = await rowOf({ payments, paymentMethod: 'Split' })
  expect(facts).toMatchObject({ Method: 'Cash, UPI, Sodexo', Total: '105.00' })
  expect(['By Cash', 'By UPI', 'By Card', 'By another method'].map((name) => facts[name])).toEqual(['30.00', '50.00', '0.00', '25.00'])
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
  expect(bill[head.indexOf('Date')]).toMatch(/^2026-03-31 23:50/)
})
