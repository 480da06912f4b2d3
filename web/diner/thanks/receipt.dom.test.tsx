import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { billDocument, linesOf } from '#domain/print/document.ts'
import { asText } from '#domain/print/lines.ts'
import { printSettingsOf } from '#domain/settings.ts'
import { pictured } from '#domain/test/papers.ts'
import { aRestaurant } from '#domain/test/shapes.ts'
import { keepReceipt, type Receipt } from '../visit.ts'
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
const paperNow = () => document.querySelector('.paper')
const shown = (one: Receipt) => {
  keepReceipt(one)
  render(<ThanksPage />)
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
    shown(receipt())
    await waitFor(() => expect(paperNow()?.textContent).toBe(`${bill}\n`))
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
    shown(receipt({ order: { ...order, taxPercentages }, restaurant: { establishment_name: 'Renamed since', timezone } }))
    await waitFor(() => expect(paperNow()?.textContent).toContain('SMASH YARD'))
    for (const fact of ['12 Lake Road', `GSTIN ${gstNumber}`, `FSSAI ${fssaiNumber}`, 'TAX INVOICE'])
      expect(paperNow()?.textContent).toContain(fact)
  })

  it('has names in other scripts whole, and no number of another guest', async () => {
    const order = pictured({ mobile_number: '9876500399' })
    order.kots[0]!.items[0]!.itemName = 'पनीर टिक्का'
    shown(receipt({ order }))
    await waitFor(() => expect(paperNow()?.textContent).toContain('Order type'))
    expect(paperNow()?.textContent).toContain('पनीर टिक्का')
    expect(paperNow()?.textContent).not.toContain('9876500399')
  })

  it('is the page itself where the script that writes bills can’t be fetched; nothing can be saved then', async () => {
    vi.doMock('#domain/print/bill.ts', () => Promise.reject(new TypeError('Failed to fetch')))
    shown(receipt())
    await vi.dynamicImportSettled()
    vi.doUnmock('#domain/print/bill.ts')
    expect(paperNow()).toBeNull()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Print' })).toBeTruthy()
  })

  it('is no bill where the phone missed the end: then the page itself is printed, which says that the restaurant’s bill counts', () => {
    shown(receipt({ isFinal: false }))
    expect(paperNow()).toBeNull()
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

it('the receipt names what was chosen of each dish', () => {
  const { order } = receipt()
  order.kots[0]!.items[0]!.variants = [{ name: 'Lamb Patty', additionalPrice: 0 }]
  shown(receipt({ order }))
  expect(screen.getByText(/^Lamb Patty/)).toBeTruthy()
})

describe('the saved bill', () => {
  const saved: { name: string; file: Blob }[] = []
  const save = async (one: Receipt) => {
    saved.length = 0
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: (file: Blob) => void saved.push({ name: '', file }), revokeObjectURL: () => undefined }),
    )
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.at(-1)!.name = this.download
    })
    shown(one)
    fireEvent.click(await screen.findByRole('button', { name: 'Save' }))
    await waitFor(() => expect(saved.at(-1)?.name).toMatch(/^receipt-/))
    return saved.at(-1)!
  }

  it('is a PDF, with the date of issue rather than of payment, and who asked for their GST number on it', async () => {
    const { order } = receipt()
    const issued = { at: '2026-11-21T18:00:00.000Z', date: '21-11-2026 23:30' }
    const taxPercentages = { ...order.taxPercentages, issued: issued as never }
    const { name, file } = await save(
      receipt({ order: { ...order, completedAt: '2026-11-21T19:00:00.000Z', customerGstin: '36AABCU9603R1ZX', taxPercentages } }),
    )
    expect(name).toMatch(/\.pdf$/)
    const text = await file.text()
    for (const fact of ['%PDF', 'TAX INVOICE', 'SAC 996331', 'SY/26-27/42', '21-11-2026 23:30', 'Meera Iyer', '36AABCU9603R1ZX'])
      expect(text).toContain(fact)
    expect(text).not.toContain('22-11-2026')
  })

  it('is a text where a dish has a name in another script, which a PDF’s own fonts don’t have', async () => {
    const order = pictured({ orderStatus: 'completed' })
    order.kots[0]!.items[0]!.itemName = 'पनीर टिक्का'
    const { name, file } = await save(receipt({ order }))
    expect(name).toMatch(/\.txt$/)
    expect(await file.text()).toContain('पनीर टिक्का')
  })
})
