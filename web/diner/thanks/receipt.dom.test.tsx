import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { billDocument, linesOf } from '#domain/print/document.ts'
import { asText } from '#domain/print/lines.ts'
import { printSettingsOf } from '#domain/settings.ts'
import { pictured } from '#domain/test/papers.ts'
import { aRestaurant } from '#domain/test/shapes.ts'
import { keepReceipt, type Receipt } from '../visit.ts'
import { receiptText } from './save.ts'
import ThanksPage from './ThanksPage.tsx'

/** What a guest keeps of a settled order: the paper that their phone prints, and the saved text. */
const { establishment_name, timezone, address, international_phone_number, gstNumber, fssaiNumber, vatNumber, ...rest } = aRestaurant()
const outlet = { establishment_name, timezone, address, international_phone_number, gstNumber, fssaiNumber, vatNumber }
const receipt = (over: Partial<Receipt> = {}): Receipt => ({
  order: pictured({ orderStatus: 'completed' }),
  restaurant: outlet,
  feedbackToken: null,
  seenAt: '2026-11-21T15:40:00.000Z',
  isFinal: true,
  ...over,
})
const shown = (one: Receipt) => {
  keepReceipt(one)
  return render(<ThanksPage />).container.querySelector('.paper')
}
afterEach(() => {
  cleanup()
  keepReceipt(null)
})

describe('what a guest prints', () => {
  it('is the restaurant’s own bill, line for line', async () => {
    const { order } = receipt()
    const restaurant = { ...rest, ...outlet, printSettings: printSettingsOf({ showCustomerDetails: false }) }
    const bill = asText(linesOf(billDocument(order), { columns: 48, restaurant }), 48)
    for (const fact of [
      'TAX INVOICE',
      'SAC 996331',
      'Invoice: SY/26-27/42',
      `FSSAI ${fssaiNumber}`,
      `GSTIN ${gstNumber}`,
      'Taxable at GST 5%',
    ])
      expect(bill).toContain(fact)
    const paper = shown(receipt())
    await waitFor(() => expect(paper?.textContent).toBe(`${bill}\n`))
  })

  it('names the outlet as it issued the bill, also when the phone could not read the restaurant', async () => {
    const { order } = receipt()
    const issued = {
      at: '2026-11-21T15:00:00.000Z',
      establishment_name: 'Smash Yard',
      address: '12 Lake Road',
      gstNumber,
      fssaiNumber,
      vatNumber: '',
    }
    const taxPercentages = { ...order.taxPercentages, issued }
    const paper = shown(receipt({ order: { ...order, taxPercentages }, restaurant: { establishment_name: 'Renamed since', timezone } }))
    await waitFor(() => expect(paper?.textContent).toContain('SMASH YARD'))
    for (const fact of ['12 Lake Road', `GSTIN ${gstNumber}`, `FSSAI ${fssaiNumber}`, 'TAX INVOICE'])
      expect(paper?.textContent).toContain(fact)
  })

  it('has names in other scripts whole, and no number of another guest', async () => {
    const order = pictured({ mobile_number: '9876500399' })
    order.kots[0]!.items[0]!.itemName = 'पनीर टिक्का'
    const paper = shown(receipt({ order }))
    await waitFor(() => expect(paper?.textContent).toContain('Order type'))
    expect(paper?.textContent).toContain('पनीर टिक्का')
    expect(paper?.textContent).not.toContain('9876500399')
  })

  it('is the saved text, with the same facts, where the script that writes bills can’t be fetched', async () => {
    vi.doMock('#domain/print/bill.ts', () => Promise.reject(new TypeError('Failed to fetch')))
    const one = receipt()
    const paper = shown(one)
    await vi.dynamicImportSettled()
    vi.doUnmock('#domain/print/bill.ts')
    expect(paper?.textContent).toBe(`${receiptText(one)}\n`)
    for (const fact of ['TAX INVOICE', address, 'SY/26-27/42', `FSSAI ${fssaiNumber}`, 'Taxable at GST 5%'])
      expect(paper?.textContent).toContain(fact)
  })

  it('is no bill where the phone missed the end: then the page itself is printed, which says that the restaurant’s bill counts', () => {
    expect(shown(receipt({ isFinal: false }))).toBeNull()
    expect(screen.getByText(/own\s+bill counts/)).toBeTruthy()
    expect(within(screen.getByRole('region', { name: 'Receipt' })).queryByText('Tax invoice')).toBeNull()
  })
})

it('the page names the invoice’s number beside the bill’s, as the paper does', () => {
  shown(receipt())
  expect(within(screen.getByRole('region', { name: 'Receipt' })).getByText('Invoice SY/26-27/42')).toBeTruthy()
})

it('a bill of zero, for which nobody pays, says "No charge"', () => {
  shown(receipt({ order: { ...receipt().order, paymentMethod: null, grandTotal: 0 } }))
  expect(screen.getByText(/^No charge at/)).toBeTruthy()
  expect(screen.queryByText(/paid/)).toBeNull()
})

it('the saved text has the same facts, and the date of issue rather than of payment', () => {
  const { order } = receipt()
  const issued = { at: '2026-11-21T18:00:00.000Z', date: '21-11-2026 23:30' }
  const text = receiptText(
    receipt({
      order: {
        ...order,
        completedAt: '2026-11-21T19:00:00.000Z',
        customerGstin: '36AABCU9603R1ZX',
        taxPercentages: { ...order.taxPercentages, issued: issued as never },
      },
    }),
  )
  for (const fact of ['TAX INVOICE', 'SAC 996331', 'SY/26-27/42', '21-11-2026 23:30', 'Customer Meera Iyer, GSTIN 36AABCU9603R1ZX'])
    expect(text).toContain(fact)
  expect(text).not.toContain('22 Nov')
})
