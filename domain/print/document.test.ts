import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { ascii, asText, columnsFor, cutName, logoWidthFor, type PaperLine, paperText, wrap } from './lines.ts'
import { linesOf } from './document.ts'
import { extra, HOSTILE, hostileDocuments, pictured } from '../test/papers.ts'
import { billLines, billText as bill, kotLines, kotText as kot } from '../test/paperText.ts'
import { aKot, anItem, anOrderShape, aRestaurant } from '../test/shapes.ts'

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
