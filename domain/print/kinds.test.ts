import { describe, expect, it } from 'vitest'
import type { OrderShape } from '../api/order.ts'
import { documents, gone, pictured } from '../test/papers.ts'
import { aKot, anItem, anOrderShape, aRestaurant } from '../test/shapes.ts'
import {
  billDocument,
  cancellationDocument,
  type DayEndDocument,
  kotDocument,
  linesOf,
  moveDocument,
  type PaperOptions,
} from './document.ts'
import { asText } from './lines.ts'

const billLines = (order: OrderShape, restaurant: PaperOptions['restaurant'], options: Omit<PaperOptions, 'restaurant'>) =>
  linesOf(billDocument(order), { restaurant, ...options })
/** The first ticket's lines; none when there is nothing to print. */
const kotLines = (order: OrderShape, restaurant: PaperOptions['restaurant'], options: Omit<PaperOptions, 'restaurant'>) => {
  const document = kotDocument(order, order.kots[0]!)
  return document ? linesOf(document, { restaurant, ...options }) : []
}
const bill = (order: OrderShape, columns: 32 | 48 = 48, restaurant = aRestaurant()) =>
  asText(billLines(order, restaurant, { columns }), columns)

describe('papers about a ticket that was sent before', () => {
  const order = pictured({ tableNumber: '9' })
  const ticket = order.kots[0]!
  const at = { at: '2026-11-21T14:50:00.000Z', by: 'Divya Nair' }
  const text = (document: ReturnType<typeof kotDocument>, columns: 32 | 48 = 32) =>
    document ? asText(linesOf(document, { columns, restaurant: aRestaurant() }), columns) : ''

  it('a cancellation has the ticket’s number, what is no longer to be made, and why', () => {
    const [burger, , wings] = ticket.items
    const paper = text(
      cancellationDocument(
        order,
        ticket,
        [
          { item: burger!, quantity: 1, reason: 'Sold out' },
          { item: wings!, quantity: 12, reason: '' },
        ],
        at,
      ),
    )
    expect(paper).toMatch(/^ *CANCELLED\n *KOT 34\n *Table 9$/m)
    expect(paper).toMatch(/^ -1 The Louis Bea\.\.\n +Why: Sold out\n-12 Fried Chicken\.\.\n +6 Pcs$/m)
    expect(paper).toMatch(/^Cancelled +13$/m)
    expect(cancellationDocument(order, ticket, [], at)).toBeNull()
  })
  it('a cancellation says how many like it are still wanted: a ticket that prints after it has those alone, and nobody takes them off twice', () => {
    const two = anItem({ itemName: 'Masala Dosa', quantity: 2 })
    const part = anItem({ itemName: 'Masala Dosa', status: 'Cancelled' })
    const others = [
      anItem({ itemName: 'Masala Dosa', additionalItemNote: 'Crisp' }),
      anItem({ itemName: 'Masala Dosa', status: 'Served' }),
      anItem({ itemName: 'Idli' }),
    ]
    const kot = aKot([two, part, ...others])
    const of = (...items: (typeof two)[]) =>
      text(
        cancellationDocument(
          order,
          kot,
          items.map((item) => ({ item, quantity: item.quantity, reason: '' })),
          at,
        ),
      )
    expect(of(part)).toMatch(/^ -1 Masala Dosa\n {4}Still wanted: 2\n-+\nCancelled +1$/m)
    // All of them were cancelled, perhaps with the whole order.
    expect(of(part, two)).not.toContain('wanted')
  })
  it('a move has the new table in large letters and the old one below it', () => {
    const document = moveDocument(order, ticket, { ...at, wasTable: '7' })!
    const big = linesOf(document, { columns: 32, restaurant: aRestaurant() }).filter((line) => line.big)
    expect(big.map((line) => line.text)).toEqual(['MOVED', 'KOT 34', 'Table 9', 'was Table 7'])
    expect(moveDocument(order, aKot([gone()]), { ...at, wasTable: '7' })).toBeNull()
  })
  it('a ticket says when it is an addition, the table’s area, and which part of it for which station', () => {
    const paper = text(kotDocument(order, order.kots[1]!, { area: 'Terrace', station: 'Bar', part: { number: 2, of: 2 } }))
    expect(paper).toContain('Dine In, Terrace')
    expect(paper).toContain('Bar 2 of 2')
    expect(text(kotDocument(order, { ...order.kots[1]!, kind: 'addition' }))).toContain('ADDITION')
    expect(text(kotDocument(order, ticket))).not.toMatch(/ADDITION| of /)
  })
})

describe('a bill that is still to be paid', () => {
  const owed = (over: Partial<OrderShape> = {}) =>
    pictured({ paymentStatus: 'partial', payments: [{ method: 'Cash', amount: 2000 }], ...over })
  const codes = (order: OrderShape, upiId = 'smash.yard@okaxis') =>
    billLines(order, aRestaurant({}, { upiId, establishment_name: 'Smash & Yard' }), { columns: 48 }).flatMap(({ qr }) => qr ?? [])

  it('has a UPI code for what is left, as NPCI’s links are written', () => {
    const [link = ''] = codes(owed())
    expect(link).toBe('upi://pay?pa=smash.yard@okaxis&pn=Smash%20%26%20Yard&am=150.36&cu=INR&tn=Bill%200042')
    expect(Object.fromEntries(new URL(link).searchParams)).toEqual({
      pa: 'smash.yard@okaxis',
      pn: 'Smash & Yard',
      am: '150.36',
      cu: 'INR',
      tn: 'Bill 0042',
    })
    expect(bill(owed(), 48, aRestaurant({}, { upiId: 'smash@okaxis' }))).toMatch(/Scan to pay Rs\. 150\.36\n +smash@okaxis/)
  })
  it.each([
    ['is paid', pictured(), undefined],
    ['was cancelled', owed({ orderStatus: 'cancelled' }), undefined],
    ['was refunded', owed({ paymentStatus: 'refunded' }), undefined],
    ['comes to nothing', owed({ grandTotal: 2000 }), undefined],
    ['is of a restaurant without a UPI ID', owed(), ''],
    ['is of a restaurant with something else there', owed(), 'smash&am=1'],
  ])('has none when it %s', (_why, order, upiId) => expect(codes(order, upiId)).toEqual([]))

  it('has none where the outlet switched it off', () => {
    const restaurant = aRestaurant({ upiCode: false }, { upiId: 'smash@okaxis' })
    expect(billLines(owed(), restaurant, { columns: 48 }).flatMap(({ qr }) => qr ?? [])).toEqual([])
  })
})

describe('a bill that changed after it was printed', () => {
  const printed = { total: 2150.36, at: '2026-11-22T16:05:00.000Z', by: 'Divya', revision: 2, issuedAt: '2026-11-21T15:32:00.000Z' }
  it('says which revision of which bill it is, and keeps the date of its issue', () => {
    const text = bill(pictured({ lastPrinted: printed, billPrintedAt: printed.at }))
    expect(text).toContain('Revision 2 of 0042, 21:35')
    expect(text).toContain('Date: 21-11-2026 21:02')
  })
  it('mentions no revision on its first print', () => {
    expect(bill(pictured({ lastPrinted: { ...printed, revision: 0 } }))).not.toContain('Revision')
    expect(bill(pictured())).not.toContain('Revision')
  })
})

describe('a bill whose outlet has moved or was renamed since it was issued', () => {
  const kept = {
    at: '2026-11-21T15:32:00.000Z',
    gstNumber: '36AAKCS1234L1Z6',
    establishment_name: 'Smash Yard',
    address: '8-2-293, Road 36',
    fssaiNumber: '13626012000145',
    vatNumber: '',
  }
  const order = pictured({ taxPercentages: { gst: 5, vat: 10, serviceCharge: 0, issued: kept } })
  const today = {
    establishment_name: 'Burger Hall',
    address: 'Other Lane 7',
    gstNumber: '29AAKCS1234L1Z1',
    fssaiNumber: '99999999999999',
    vatNumber: '36123456789',
  }
  it.each([32, 48] as const)('says who issued it, in %i columns', (columns) => {
    const text = bill(order, columns, aRestaurant({}, today))
    for (const line of ['SMASH YARD', '8-2-293, Road 36', 'GSTIN 36AAKCS1234L1Z6', 'FSSAI 13626012000145']) expect(text).toContain(line)
    for (const now of ['BURGER HALL', 'Other Lane', '29AAKCS', '9999', 'VAT 36123']) expect(text).not.toContain(now)
  })
  it('shows today’s details, except the GSTIN, when it was issued before this was kept', () => {
    const { at, gstNumber } = kept
    const text = bill({ ...order, taxPercentages: { ...order.taxPercentages, issued: { at, gstNumber } } }, 48, aRestaurant({}, today))
    for (const line of ['BURGER HALL', 'Other Lane 7', 'GSTIN 36AAKCS1234L1Z6', 'FSSAI 99999999999999', 'VAT 36123456789'])
      expect(text).toContain(line)
  })
  it('asks for what is left to pay under the name of today', () => {
    const owed = { ...order, payments: [], paymentStatus: 'unpaid' as const, paymentMethod: null }
    const qr = billLines(owed, aRestaurant({}, { ...today, upiId: 'hall@okaxis' }), { columns: 48 }).flatMap((line) => line.qr ?? [])
    expect(qr).toEqual([expect.stringContaining('pn=Burger%20Hall')])
  })
})

describe('names in other scripts', () => {
  const order = anOrderShape([
    aKot([
      anItem({ itemName: 'पनीर\u0000 टिक्का' }),
      anItem({ itemName: 'बन मस्का', printName: 'Bun Maska' }),
      anItem({ itemName: 'Crème brûlée' }),
    ]),
  ])
  it('are drawn where the setting says so, but not where a dish has a name that can be printed', () => {
    for (const lines of [billLines, kotLines].map((of) => of(order, aRestaurant({ rasterNames: true }), { columns: 32 }))) {
      expect(lines.filter(({ raster }) => raster).map(({ text }) => text.trim().replace(/^1 /, ''))).toEqual(['पनीर टिक्का'])
      expect(asText(lines, 32)).toMatch(/Bun Maska[^]*Creme brulee/)
    }
  })
  it('are printed as "Item" where it doesn’t', () => {
    for (const lines of [billLines, kotLines].map((of) => of(order, aRestaurant(), { columns: 32 }))) {
      expect(lines.some(({ raster }) => raster)).toBe(false)
      expect(asText(lines, 32)).toMatch(/Item/)
    }
  })
})

describe('an amount that has no room', () => {
  it('stands on a line of its own, whole', () => {
    const text = bill(pictured({ grandTotal: 1_234_567_890_123.45 }), 32)
    expect(text).toMatch(/^TOTAL +Rs\. 1234567890123\.45$/m)
    const items = Array.from({ length: 3 }, () => ({ name: 'Dish number 1 of the menu', count: 12_345, revenue: 1_234_567.5 }))
    const summary = { ...documents.find(({ name }) => name === 'day-end')!.document } as DayEndDocument
    const day = asText(linesOf({ ...summary, summary: { ...summary.summary, items } }, { columns: 32, restaurant: aRestaurant() }), 32)
    expect(day).toMatch(/^Dish number 1\.\.12345\n +Rs\. 1234567\.50$/m)
  })
  it('is refused where even that has none, and never cut', () => {
    const order = pictured({ kots: [aKot([anItem({ quantity: 1e20, amount: 1e20 / 1e8 })])] })
    expect(() => bill(order, 32)).toThrow(expect.objectContaining({ status: 422, code: 'too_wide' }))
    expect(bill(order, 48)).toContain('100000000000000000000')
  })
})
