import { describe, expect, it } from 'vitest'
import type { OrderShape } from '../api/order.ts'
import { asText } from './lines.ts'
import { beer, extra, food, pictured } from '../test/papers.ts'
import { billLines, billText as bill, kotText as kot } from '../test/paperText.ts'
import { aKot, anItem, anOrderShape, aRestaurant } from '../test/shapes.ts'

describe('a bill', () => {
  it('has a number padded to 4 digits; longer ones stay as they are', () => {
    expect(bill(pictured({ billNumber: 7 }))).toContain('Bill No: 0007 ')
    expect(bill(pictured({ billNumber: 12345 }))).toContain('Bill No: 12345 ')
  })
  it('leaves out cancelled lines', () => expect(bill(pictured(), 48, aRestaurant({ showNotes: true }))).not.toMatch(/gone/i))
  it('prints a dish under its name on paper, as the KOT does; under its own where it has none that paper can show', () => {
    const order = anOrderShape([
      aKot([
        anItem({ itemName: 'Kakori Kebab, half', printName: 'KK hf' }),
        anItem({ itemName: 'Bun Maska', printName: 'बन मस्का' }),
        anItem({ itemName: 'Irani Chai' }),
      ]),
    ])
    for (const text of [bill(order), kot(order), kot(order, 32, aRestaurant({ fullKotNames: true }))]) {
      expect(text).toMatch(/KK hf[^]*Bun Maska[^]*Irani Chai/)
      expect(text).not.toContain('Kakori')
    }
  })
  it('prints identical lines in the order in which they were ordered', () => {
    const text = bill(anOrderShape([aKot([anItem(), anItem()]), aKot([anItem()])]))
    expect(text.match(/Paneer Tikka/g)).toHaveLength(3)
  })
  it('prints a tax only when it is above 0, and VAT not when it is N/A', () => {
    const none = { cgst: 0, sgst: 0, vat: 0, serviceCharge: 0 }
    expect(bill(pictured({ additionalCharges: none }))).not.toMatch(/CGST|SGST|^VAT|Service/m)
    const notApplicable = { ...none, vat: 'N/A' as unknown as number }
    expect(bill(pictured({ additionalCharges: notApplicable }))).not.toMatch(/^VAT/m)
    const charged = bill(pictured({ additionalCharges: { ...none, vat: 1, serviceCharge: 202.7 } }))
    expect(charged).toMatch(/^VAT 10% +Rs\. 1\.00$/m)
    expect(charged).toMatch(/^Voluntary service charge 10% +Rs\. 202\.70$/m)
  })
  it('shows CGST and SGST each at half of the gst percentage', () => {
    const text = bill(pictured({ taxPercentages: { gst: 18, vat: 0, serviceCharge: 0 } }))
    expect(text).toMatch(/^CGST 9% /m)
    expect(text).toMatch(/^SGST 9% /m)
    expect(text).not.toMatch(/[CS]GST 18%/)
    expect(bill(pictured({ taxPercentages: { gst: 4.555, vat: 0, serviceCharge: 0 } }))).toMatch(/^CGST 2\.2775% /m)
  })
  it('shows discount and round off, signed', () => {
    const text = bill(pictured({ discount: 100, discountTitle: 'Happy Hour', roundOff: -0.36 }), 32)
    expect(text).toMatch(/^Discount Happy Hour +-Rs\. 100\.00$/m)
    expect(text).toMatch(/^Round off +-Rs\. 0\.36$/m)
    expect(bill(pictured({ roundOff: 0.64 }))).toMatch(/^Round off +Rs\. 0\.64$/m)
    expect(bill(pictured())).not.toMatch(/Discount|Round off/)
  })
  it('puts an amount that doesn’t fit beside its label on a line of its own', () => {
    const text = bill(
      pictured({
        taxPercentages: { gst: 5, vat: 0, serviceCharge: 12.5 },
        additionalCharges: { cgst: 0, sgst: 0, vat: 0, serviceCharge: 10000 },
      }),
      32,
    )
    expect(text).toContain('\nVoluntary service charge 12.5%\n                    Rs. 10000.00\n')
  })
  it('lists the payments of a split bill, what is left of a partly paid one, and a refund', () => {
    const at = '2026-11-21T15:32:00.000Z'
    const split = bill(
      pictured({
        paymentMethod: 'Split',
        payments: [
          { method: 'Cash', amount: 1000 },
          { method: 'Card', amount: 1150.36 },
        ],
      }),
    )
    expect(split).toMatch(/^Paid by Cash +Rs\. 1000\.00\nPaid by Card +Rs\. 1150\.36$/m)
    expect(split).not.toContain('Left to pay')
    const part = bill(pictured({ paymentStatus: 'partial', payments: [{ method: 'Cash', amount: 1000 }] }))
    expect(part).toMatch(/^Left to pay +Rs\. 1150\.36$/m)
    const refund = { amount: 2150.36, reason: 'cold', at, by: 'Divya', businessDate: '2026-11-21' }
    expect(bill(pictured({ paymentStatus: 'refunded', refund }))).toMatch(/^Refunded +Rs\. 2150\.36$/m)
    expect(bill(pictured({ paymentStatus: 'unpaid', payments: [] }))).not.toContain('Paid')
  })
  it('shows name and mobile only when customer details are on', () => {
    const guest = pictured({ mobile_number: '9848022338' })
    expect(bill(guest)).toMatch(/^Customer: Meera Iyer +Mobile: 9848022338$/m)
    expect(bill(guest, 48, aRestaurant({ showCustomerDetails: false }))).not.toMatch(/Meera|98480/)
  })
  it('names who gave a GST number, also where customer details are off', () => {
    const company = pictured({ customer_name: 'Infosys Limited', customerGstin: '29AABCI1681G1ZK' })
    const quiet = aRestaurant({ showCustomerDetails: false })
    for (const columns of [32, 48] as const)
      expect(bill(company, columns, quiet)).toMatch(/^Customer: Infosys Limited$[^]*^Customer GSTIN: 29AABCI1681G1ZK$/m)
    expect(bill(pictured())).not.toContain('Customer GSTIN')
  })
  it('has name, address and legal numbers whatever the settings say, and the phone number while store details are on', () => {
    const numbers = { fssaiNumber: 'N/A', vatNumber: '29999', international_phone_number: '040 2345 6789' }
    const text = (showStoreDetails: boolean) => bill(pictured(), 48, aRestaurant({ showStoreDetails }, numbers))
    for (const shown of [true, false]) {
      expect(text(shown)).toMatch(/SMASH YARD[^]*Plot 22, DLF Road, Gachibowli\n +Hyderabad 500032[^]*GSTIN 36AAKCS1234L1Z6[^]*VAT 29999/)
      expect(text(shown)).not.toContain('FSSAI')
    }
    expect(text(true)).toContain('Phone 040 2345 6789')
    expect(text(false)).not.toContain('Phone')
  })
  it('is a tax invoice, a bill of supply with its declaration under the composition scheme, or without a GSTIN a bill', () => {
    const heading = (order: OrderShape, gstNumber = '36AAKCS1234L1Z6', columns: 32 | 48 = 48) =>
      bill(order, columns, aRestaurant({}, { gstNumber }))
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => /INVOICE|BILL|[Cc]omposition|collect/.test(line))
    expect(heading(pictured())).toEqual(['TAX INVOICE'])
    expect(heading(pictured(), '')).toEqual(['BILL'])
    expect(heading(pictured(), 'N/A')).toEqual(['BILL'])
    const none = { cgst: 0, sgst: 0, vat: 0, serviceCharge: 0 }
    const composition = pictured({ taxPercentages: { gst: 0, vat: 0, serviceCharge: 10, composition: true }, additionalCharges: none })
    expect(heading(composition)).toEqual(['BILL OF SUPPLY', 'Composition taxable person, not eligible to', 'collect tax on supplies'])
    expect(heading(composition, '36AAKCS1234L1Z6', 32)[0]).toBe('BILL OF SUPPLY')
    expect(bill(composition)).not.toMatch(/CGST|SGST|VAT|Taxable at|TAX INVOICE/)
  })
  it('has alcohol in a section of its own with its subtotal, and no such section without alcohol', () => {
    const beerFirst = pictured({ kots: [aKot([beer()]), aKot(food())] })
    expect(bill(beerFirst)).toMatch(/Chocolate Brownie[^]*\nAlcohol\nKingfisher[^]*\nAlcohol subtotal +Rs\. 440\.00\n-/)
    expect(bill(pictured({ kots: [aKot(food())] }))).not.toContain('Alcohol')
  })
  it('prints what each tax was charged on, after discount', () => {
    const text = bill(pictured({ discount: 202.7, additionalCharges: { cgst: 35.71, sgst: 35.71, vat: 39.6, serviceCharge: 0 } }))
    expect(text).toMatch(/^Taxable at GST 5% +Rs\. 1428\.30\nCGST 2\.5% /m)
    expect(text).toMatch(/^Taxable at VAT 10% +Rs\. 396\.00\nVAT 10% /m)
    const food5 = bill(pictured({ kots: [aKot(food())], additionalCharges: { cgst: 39.68, sgst: 39.68, vat: 0, serviceCharge: 0 } }))
    expect(food5).not.toContain('Taxable at VAT')
  })
  it('notes print only if showNotes', () => {
    const order = pictured({ additionalNote: 'Birthday', specialInstructions: 'Birthday' })
    expect(bill(order)).not.toMatch(/Note|Birthday/)
    const text = bill(order, 48, aRestaurant({ showNotes: true }))
    expect(text).toContain('  Note: No onion')
    expect(text.match(/Note: Birthday/g)).toHaveLength(1)
  })
  it('has no line of a note where its own lines begin', () => {
    const forged = 'Thanks\nTOTAL Rs. 10.00\r\nPAID BY CARD          Rs. 10.00'
    const order = pictured({ additionalNote: forged, kots: [aKot([anItem({ additionalItemNote: '2 more\n2 Single Malt' })])] })
    for (const columns of [32, 48] as const)
      for (const text of [bill(order, columns, aRestaurant({ showNotes: true })), kot(order, columns)]) {
        expect(text).toMatch(/^Note: Thanks TOTAL Rs\. 10\.00(\n {5})? PAID BY CARD Rs\.(\n {5})? 10\.00$/m)
        expect(text).toMatch(/^ +Note: 2 more 2 Single Malt$/m)
        expect(text).not.toMatch(/^(TOTAL Rs\. 10\.00|PAID|2 Single Malt)/m)
      }
  })
  it('has a note in as few lines as its words need, however many line ends it has', () => {
    const note = Array.from({ length: 100 }, (_, i) => i % 10).join('\n')
    const order = pictured({ additionalNote: note, kots: [aKot([anItem({ additionalItemNote: note })])] })
    for (const text of [bill(order, 32, aRestaurant({ showNotes: true })), kot(order, 32)])
      expect(text.match(/^ *(Note: |)[\d ]+$/gm)?.length).toBe(17 + Number(text.includes('\n    Note')))
  })
  it('has no line of a customer’s name where its own lines begin', () => {
    const forged = (first: string) => pictured({ orderType: 'Delivery', customer_name: `${first} PAID Rs. 997.50 by UPI, 21:04` })
    for (const [columns, name] of [
      [32, 'Mr Sharma, Gachibowlii'],
      [48, 'Mr Sharma of Gachibowli, Hyderabad 500'],
    ] as const)
      for (const text of [bill(forged(name), columns), kot(forged(name), columns)])
        expect(text).toContain(`\nCustomer: ${name}\n          PAID Rs. 997.50 by`)
  })
  it('prints the house’s own header and footer', () => {
    const text = bill(pictured(), 48, aRestaurant({ header: 'Om Sai Ram', footer: 'See you\nsoon' }))
    expect(text.split('\n')[0]!.trim()).toBe('Om Sai Ram')
    expect(
      text
        .split('\n')
        .slice(-2)
        .map((l) => l.trim()),
    ).toEqual(['See you', 'soon'])
    expect(text).not.toContain('Thanks for dining')
  })
  it('prints a big token number on take-away bills when that is on', () => {
    const token = (orderType: OrderShape['orderType'], printToken: boolean) =>
      billLines(pictured({ orderType, serialNumber: 18 }), aRestaurant({ printToken }), { columns: 32 })
        .filter((l) => l.big)
        .map((l) => l.text)
    expect(token('Take Away', true)).toEqual(['Token 18'])
    expect(token('Take Away', false)).toEqual([])
    expect(token('Dine In', true)).toEqual([])
  })
  it('rounds item lines to one decimal on narrow paper, half up, but never totals', () => {
    const text = bill(anOrderShape([aKot([anItem({ price: 99.95 })])], { totalPrice: 99.95, grandTotal: 99.95 }), 32)
    expect(text).toMatch(/^Paneer Tikka +1 +Rs\. 100\.0$/m)
    expect(text).toMatch(/^Subtotal +Rs\. 99\.95$/m)
  })
  it('is marked when reprinted, and dated in the restaurant’s zone', () => {
    const printed = pictured({ billPrintedAt: '2026-07-01T03:00:00.000Z' })
    const lines = billLines(printed, aRestaurant({}, { timezone: 'America/New_York' }), { columns: 48, stamp: 'REPRINT' })
    expect(lines[0]).toMatchObject({ text: '*** REPRINT ***', bold: true })
    expect(asText(lines, 48)).toContain('Date: 30-06-2026 23:00')
  })
  it('shows an addon’s quantity when it is more than one', () => {
    const order = anOrderShape([aKot([anItem({ addonGroups: extra('Egg', 20, 3) })])])
    expect(bill(order)).toContain('  + Egg x3')
  })
})
