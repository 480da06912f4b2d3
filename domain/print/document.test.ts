import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { OrderShape } from '../api/order.ts'
import { AppError } from '../errors.ts'
import { ascii, asText, columnsFor, cutName, logoWidthFor, type PaperLine, paperText, printOnceKey, wrap } from './lines.ts'
import { billDocument, kotDocument, linesOf, type PaperOptions } from './document.ts'
import { beer, extra, food, gone, HOSTILE, hostileDocuments, pictured } from '../test/papers.ts'
import { aKot, anItem, anOrderShape, aRestaurant } from '../test/shapes.ts'

const billLines = (order: OrderShape, restaurant: PaperOptions['restaurant'], options: Omit<PaperOptions, 'restaurant'>) =>
  linesOf(billDocument(order), { restaurant, ...options })
/** The first ticket's lines; none when there is nothing to print. */
const kotLines = (order: OrderShape, restaurant: PaperOptions['restaurant'], options: Omit<PaperOptions, 'restaurant'>) => {
  const document = kotDocument(order, order.kots[0]!)
  return document ? linesOf(document, { restaurant, ...options }) : []
}
const bill = (order: OrderShape, columns: 32 | 48 = 48, restaurant = aRestaurant()) =>
  asText(billLines(order, restaurant, { columns }), columns)
const kot = (order: OrderShape, columns: 32 | 48 = 32, restaurant = aRestaurant()) =>
  asText(kotLines(order, restaurant, { columns }), columns)

const BILL_48 = `\
                   SMASH YARD
         Plot 22, DLF Road, Gachibowli
                Hyderabad 500032
             GSTIN 36AAKCS1234L1Z6
              FSSAI 13626012000145

                  TAX INVOICE
                   SAC 996331
------------------------------------------------
Bill No: 0042               Invoice: SY/26-27/42
Date: 21-11-2026 21:02                 Table: 12
Order type: Dine In           Biller: Divya Nair
Customer: Meera Iyer
------------------------------------------------
Item                      Qty             Amount
------------------------------------------------
The Louis Beast Chicke..    1         Rs. 365.00
The Louis Beast Lamb B..    1         Rs. 425.00
  + Cheese Slice
Fried Chicken Wings         1         Rs. 479.00
  6 Pcs
Peri Peri Fries             1         Rs. 189.00
Chocolate Brownie           1         Rs. 129.00
Alcohol
Kingfisher Premium (33..    2         Rs. 440.00
  @ Rs. 220.00
Alcohol subtotal                      Rs. 440.00
------------------------------------------------
Subtotal                             Rs. 2027.00
Taxable at GST 5%                    Rs. 1587.00
CGST 2.5%                              Rs. 39.68
SGST 2.5%                              Rs. 39.68
Taxable at VAT 10%                    Rs. 440.00
VAT 10%                                Rs. 44.00
================================================
TOTAL                                Rs. 2150.36
================================================
Paid by UPI                          Rs. 2150.36

           Thanks for dining with us!`

const BILL_32 = `\
           SMASH YARD
 Plot 22, DLF Road, Gachibowli
        Hyderabad 500032
     GSTIN 36AAKCS1234L1Z6
      FSSAI 13626012000145

          TAX INVOICE
           SAC 996331
--------------------------------
Bill No: 0042          Table: 12
Invoice: SY/26-27/42
Date: 21-11-2026 21:02
Order type: Dine In
Biller: Divya Nair
Customer: Meera Iyer
--------------------------------
Item            Qty       Amount
--------------------------------
The Louis Bea..   1    Rs. 365.0
The Louis Bea..   1    Rs. 425.0
  + Cheese Slice
Fried Chicken..   1    Rs. 479.0
  6 Pcs
Peri Peri Fries   1    Rs. 189.0
Chocolate Bro..   1    Rs. 129.0
Alcohol
Kingfisher Pr..   2    Rs. 440.0
  @ Rs. 220.0
Alcohol subtotal      Rs. 440.00
--------------------------------
Subtotal             Rs. 2027.00
Taxable at GST 5%    Rs. 1587.00
CGST 2.5%              Rs. 39.68
SGST 2.5%              Rs. 39.68
Taxable at VAT 10%    Rs. 440.00
VAT 10%                Rs. 44.00
================================
TOTAL                Rs. 2150.36
================================
Paid by UPI          Rs. 2150.36

   Thanks for dining with us!`

const KOT_32 = `\
     KOT 34
    Table 12
            Dine In

By: Ravi Kumar  21-11-2026 20:14
--------------------------------
Qty Item
--------------------------------
  1 The Louis Bea..
  1 The Louis Bea..
    + Cheese Slice
    Note: No onion
  1 Fried Chicken..
    6 Pcs
  1 Peri Peri Fries
  1 Chocolate Bro..
--------------------------------
Items                          5`

const REPRINT_32 = `\
        *** REPRINT ***
     KOT 36
  Take Away 3

By: Divya Nair  21-11-2026 20:31
--------------------------------
Qty Item
--------------------------------
  2 Farm House
    + Cheese Slice
  1 Coke Zero
--------------------------------
Items                          3`

describe('the printed paper equals the picture design/receipt-paper.png, with the section of alcohol and the taxable values of CONTRACT §9', () => {
  test('a bill on 48 columns', () => expect(bill(pictured(), 48)).toBe(BILL_48))
  test('a bill on 32 columns', () => expect(bill(pictured(), 32)).toBe(BILL_32))
  test('a KOT on 32 columns', () => expect(kot(pictured())).toBe(KOT_32))
  test('a reprinted KOT of a take-away order', () => {
    const takeAway = anOrderShape(
      [
        aKot([anItem({ itemName: 'Farm House', quantity: 2, addonGroups: extra('Cheese Slice', 40) }), anItem({ itemName: 'Coke Zero' })], {
          kotNumber: 36,
          sentBy: 'Divya Nair',
          sentAt: '2026-11-21T15:01:00.000Z',
        }),
      ],
      { tableId: null, tableNumber: null, orderType: 'Take Away' },
    )
    expect(asText(kotLines(takeAway, aRestaurant(), { columns: 32, stamp: 'REPRINT' }), 32)).toBe(REPRINT_32)
  })
  test('bold and big text are where the picture has them', () => {
    const bold = billLines(pictured(), aRestaurant(), { columns: 48 }).filter((l) => l.bold)
    expect(bold.map((l) => l.text.split(' ')[0])).toEqual(['SMASH', 'TAX', 'Alcohol', 'TOTAL'])
    const order = pictured()
    const lines = kotLines(order, aRestaurant(), { columns: 32 })
    expect(lines.filter((l) => l.big).map((l) => l.text)).toEqual(['KOT 34', 'Table 12'])
    expect(lines.filter((l) => l.bold)).toHaveLength(5)
  })
})

describe('layout by printer', () => {
  it.each([
    ['EPSON TM-T82 80mm', 48],
    ['Kitchen 80MM', 48],
    ['POS-58', 32],
    ['80 mm', 32],
    ['', 32],
    [null, 32],
  ] as const)('printer %j has %i columns', (name, columns) => expect(columnsFor(name)).toBe(columns))
  it('scales logos to 160 or 240 dots', () => expect([logoWidthFor(32), logoWidthFor(48)]).toEqual([160, 240]))
  it('keeps names of 15 or 24 characters whole', () => {
    expect(cutName('Peri Peri Fries', 32)).toBe('Peri Peri Fries')
    expect(cutName('Peri Peri Fries!', 32)).toBe('Peri Peri Fri..')
    expect(cutName('x'.repeat(24), 48)).toBe('x'.repeat(24))
    expect(cutName('x'.repeat(25), 48)).toBe(`${'x'.repeat(22)}..`)
  })
  it('each printed ticket has a key of its own, so that it prints once', () => {
    expect(printOnceKey('o1', 'k1')).not.toBe(printOnceKey('o1', 'k2'))
    expect(printOnceKey('o1', 'k1')).not.toBe(printOnceKey('o2', 'k1'))
  })
})

describe('printed text keeps only printable ASCII', () => {
  it.each([
    ['Crème brûlée', 'Creme brulee'],
    ['Jalapeño – “hot”', 'Jalapeno - "hot"'],
    ['₹ 40', 'Rs. 40'],
    ['Smørrebrød', 'Smorrebrod'],
    ['🍕 Pizza\t2×', 'Pizza 2x'],
    ['पनीर Tikka', 'Tikka'],
    ['½ plate', '1/2 plate'],
  ])('%j prints as %j', (text, printed) => {
    expect(ascii(text)).toBe(printed)
  })
  it('calls a dish without any ASCII "Item"', () => expect(cutName('पनीर टिक्का', 32)).toBe('Item'))
  it('every line of every order prints as ASCII and fits the paper', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 70 }),
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constant('a'.repeat(120)),
    )
    const amount = fc.integer({ min: 0, max: 10_000_000_00 }).map((p) => p / 100)
    const item = fc
      .record({ itemName: text, quantity: fc.integer({ min: 1, max: 999 }), amount, additionalItemNote: text, name: text })
      .map(({ name, ...i }) => anItem({ ...i, price: 1, variants: [{ name, additionalPrice: 0 }], addonGroups: extra(name, 0, 3) }))
    const order = fc
      .record({
        items: fc.array(item, { minLength: 1, maxLength: 3 }),
        customer_name: text,
        deliveryAddress: text,
        orderType: fc.constantFrom('Take Away' as const, 'Delivery' as const),
        biller: text,
        tableNumber: text,
        sentBy: text,
        note: text,
        discountTitle: text,
        total: amount,
      })
      .map(({ items, sentBy, note, total, ...o }) =>
        anOrderShape([aKot(items, { sentBy, kotNumber: 123456 })], {
          ...o,
          additionalNote: note,
          totalPrice: total,
          grandTotal: total,
          discount: total,
          billNumber: 1234567,
          invoiceNumber: 'ABCDE/26-27/1234',
          mobile_number: '+91 98480 22338',
        }),
      )
    const restaurant = fc
      .record({ address: text, header: text, footer: text, fullKotNames: fc.boolean() })
      .map(({ address, ...print }) =>
        aRestaurant(
          { ...print, showNotes: true, printToken: true },
          { address, establishment_name: `The ${address} House`, vatNumber: '29V' },
        ),
      )
    fc.assert(
      fc.property(order, restaurant, fc.constantFrom(32 as const, 48 as const), (o, r, columns) => {
        const lines: PaperLine[] = [...billLines(o, r, { columns, stamp: 'REPRINT' }), ...kotLines(o, r, { columns, stamp: 'DUPLICATE' })]
        for (const l of lines) {
          expect(paperText(l, columns)).toMatch(/^[\x20-\x7e]*$/)
          expect(paperText(l, columns).length).toBeLessThanOrEqual(l.big ? columns / 2 : columns)
        }
      }),
      { numRuns: 500 },
    )
  })
  it('no text of the restaurant, the guest or the menu becomes anything but letters within the width', () => {
    for (const text of HOSTILE)
      for (const { document, restaurant } of hostileDocuments(text))
        for (const columns of [32, 48] as const)
          for (const line of linesOf(document, { columns, restaurant, stamp: 'DUPLICATE' })) {
            const printed = paperText(line, columns)
            if (line.raster) expect(line.text).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069\uFEFF]/u)
            else if (!/^[\x20-\x7e]*$/.test(printed) || printed.length > (line.big ? columns / 2 : columns))
              expect.fail(JSON.stringify(line))
          }
  })
  it('wraps at words, keeps line breaks and breaks what is longer than a line', () => {
    expect(wrap('one two three', 7)).toEqual(['one two', 'three'])
    expect(wrap('one\ntwo', 7)).toEqual(['one', 'two'])
    expect(wrap('abcdefghij k', 4)).toEqual(['abcd', 'efgh', 'ij k'])
    expect(wrap('', 7)).toEqual([])
  })
})

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
  it('shows notes only when notes are on', () => {
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
        expect(text).toContain('Note: Thanks\n      TOTAL Rs. 10.00\n      PAID BY CARD')
        expect(text).toMatch(/^ +Note: 2 more\n {8,}2 Single Malt$/m)
        expect(text).not.toMatch(/^(TOTAL Rs\. 10\.00|PAID|2 Single Malt)/m)
      }
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

describe('a Delivery order', () => {
  const delivery = (over: Partial<OrderShape> = {}) =>
    pictured({
      tableNumber: null,
      orderType: 'Delivery',
      mobile_number: '98450 11111',
      deliveryAddress: 'Flat 302, Lakeview Residency, Road No. 12\nTOTAL Rs. 1.00',
      ...over,
    })
  const whole = `\
Customer: Meera Iyer
Mobile: 98450 11111
Address: Flat 302, Lakeview
         Residency, Road No. 12
         TOTAL Rs. 1.00
--------------------------------`
  const wide = `\
Customer: Meera Iyer         Mobile: 98450 11111
Address: Flat 302, Lakeview Residency, Road No.
         12
         TOTAL Rs. 1.00
------------------------------------------------`
  it('has customer, number and address on the KOT and the bill, none of its lines where the paper’s own begin', () => {
    expect(kot(delivery(), 32)).toContain(whole)
    expect(kot(delivery(), 48)).toContain(wide)
    expect(bill(delivery(), 32)).toContain(whole)
    expect(bill(delivery(), 48)).toContain(wide)
  })
  it('has them on the bill also where customers’ details are not printed', () => {
    const quiet = aRestaurant({ showCustomerDetails: false })
    expect(bill(delivery(), 32, quiet)).toContain(whole)
    expect(bill(pictured(), 32, quiet)).not.toContain('Meera')
  })
  it.each([
    ['not known', { deliveryAddress: '' }],
    ['one that paper can’t show', { deliveryAddress: 'पुणे' }],
    ['one that another type of order has', { orderType: 'Take Away' as const }],
  ])('prints no address: %s', (_why, over) => {
    for (const paper of [kot, bill]) expect(paper(delivery(over), 32)).not.toContain('Address')
  })
})

describe('a KOT', () => {
  it('can’t be printed without an establishment name', () => {
    const order = pictured()
    for (const restaurant of [null, undefined, aRestaurant({}, { establishment_name: ' ' })]) {
      const print = () => kotLines(order, restaurant as never, { columns: 32 })
      expect(print).toThrow('Cannot print KOT: Missing restaurant information')
      expect(print).toThrow(AppError)
    }
  })
  it('isn’t printed when no items remain', () => {
    const order = anOrderShape([aKot([gone()]), aKot([])])
    for (const k of order.kots) expect(kotDocument(order, k)).toBeNull()
  })
  it('wraps names instead of cutting them when full names are on', () => {
    const text = kot(pictured(), 32, aRestaurant({ fullKotNames: true }))
    expect(text).toContain('  1 The Louis Beast Chicken\n    Burger\n  1 The Louis Beast Lamb Burger')
    expect(text).not.toContain('..')
  })
  it('calls a parcel by its type and number, and a table by its name', () => {
    const label = (over: Partial<OrderShape>) => {
      const order = pictured(over)
      return kotLines(order, aRestaurant(), { columns: 32 }).filter((l) => l.big)[1]!.text
    }
    expect(label({ tableNumber: null, orderType: 'Take Away', serialNumber: 18 })).toBe('Take Away 18')
    expect(label({ tableNumber: null, orderType: 'Delivery', serialNumber: 7 })).toBe('Delivery 7')
    expect(label({ tableNumber: 'Patio 3' })).toBe('Patio 3')
  })
  it('always carries notes in full, also when bills don’t', () => {
    const order = pictured({ specialInstructions: 'Nut allergy at this table, please be careful' })
    expect(kot(order, 32, aRestaurant({ showNotes: false }))).toContain('Note: Nut allergy at this table,\n      please be careful')
  })
})
