import type { DrawerKind } from '../drawer.ts'
import type { OrderItem, OrderShape } from '../api/order.ts'
import type { PrintDocument } from '../api/paper.ts'
import { billDocument, cancellationDocument, dayEndDocument, kotDocument, moveDocument } from '../print/document.ts'
import type { PaperRestaurant } from '../print/store.ts'
import { repriced } from '../order.ts'
import { aKot, aLine, anItem, anOrder, anOrderShape, aRestaurant, asJson, AT, aTicket } from './shapes.ts'

/** Papers of every kind for tests. domain/print/golden has each as text, in both widths. */
export type SamplePaper = { name: string; document: PrintDocument; restaurant: PaperRestaurant; stamp?: 'REPRINT' | 'DUPLICATE' }

export const extra = (name: string, price: number, quantity = 1) => [{ name: 'Extras', addons: [{ name, quantity, price }] }]
export const food = (): OrderItem[] => [
  anItem({ itemName: 'The Louis Beast Chicken Burger', price: 365 }),
  anItem({
    itemName: 'The Louis Beast Lamb Burger',
    price: 385,
    addonGroups: extra('Cheese Slice', 40),
    amount: 425,
    additionalItemNote: 'No onion',
  }),
  anItem({ itemName: 'Fried Chicken Wings', price: 399, variants: [{ name: '6 Pcs', additionalPrice: 80 }], amount: 479 }),
  anItem({ itemName: 'Peri Peri Fries', price: 189 }),
  anItem({ itemName: 'Chocolate Brownie', price: 129 }),
]
export const beer = () => anItem({ itemName: 'Kingfisher Premium (330 ml)', price: 220, quantity: 2, isAlcohol: true })
export const gone = () => anItem({ itemName: 'Gone Soup', price: 999, status: 'Cancelled', additionalItemNote: 'gone note' })

/** The order of design/receipt-paper.html, with a cancelled line that must leave no trace. */
export const pictured = (over: Partial<OrderShape> = {}): OrderShape =>
  anOrderShape([aKot([...food(), gone()], { sentAt: '2026-11-21T14:44:00.000Z' }), aKot([beer()], { kotNumber: 35, kind: 'addition' })], {
    tableNumber: '12',
    customer_name: 'Meera Iyer',
    biller: 'Divya Nair',
    billNumber: 42,
    invoiceNumber: 'SY/26-27/42',
    billPrintedAt: AT,
    taxPercentages: { gst: 5, vat: 10, serviceCharge: 10 },
    totalPrice: 2027,
    additionalCharges: { cgst: 39.68, sgst: 39.68, vat: 44, serviceCharge: 0 },
    grandTotal: 2150.36,
    paymentStatus: 'paid',
    paymentMethod: 'UPI',
    payments: [{ method: 'UPI', amount: 2150.36 }],
    ...over,
  })
const unpaid = { paymentStatus: 'unpaid' as const, paymentMethod: null, payments: [] }
const delivery = (): OrderShape =>
  pictured({
    ...unpaid,
    tableNumber: null,
    orderType: 'Delivery',
    serialNumber: 7,
    mobile_number: '98450 11111',
    deliveryAddress: 'Flat 302, Lakeview Residency, Road No. 12',
    additionalNote: 'Ring twice',
    paymentStatus: 'partial',
    payments: [{ method: 'Cash', amount: 1000 }],
  })
const takeAway = (): OrderShape =>
  pictured({
    tableNumber: null,
    orderType: 'Take Away',
    serialNumber: 18,
    customer_name: '',
    kots: [aKot(food())],
    totalPrice: 1587,
    additionalCharges: { cgst: 39.68, sgst: 39.68, vat: 0, serviceCharge: 0 },
    grandTotal: 1666.36,
    payments: [{ method: 'UPI', amount: 1666.36 }],
  })
const devanagari = (): OrderShape =>
  anOrderShape(
    [
      aKot([
        anItem({ itemName: 'पनीर टिक्का', price: 240, quantity: 2 }),
        anItem({ itemName: 'बन मस्का', printName: 'Bun Maska', price: 60 }),
      ]),
    ],
    {
      totalPrice: 540,
      grandTotal: 540,
    },
  )
/** A café whose prices include the tax, with water at 18%, a loaf without GST, and one dish with the tax on top. */
const cafe = (): OrderShape =>
  asJson(
    repriced(
      anOrder(
        [
          aTicket([
            aLine({ itemName: 'Masala Omelette', price: 180_00, quantity: 2, taxIncluded: true }),
            aLine({ itemName: 'Water 1 L', price: 20_00, quantity: 3, gstRate: 18, taxIncluded: true }),
            aLine({ itemName: 'Milk Bread', price: 45_00, gstRate: 0, taxIncluded: true }),
            aLine({ itemName: 'Party Platter', price: 5000_00 }),
            aLine({ itemName: 'Lager', price: 220_00, isAlcohol: true, taxIncluded: true }),
          ]),
        ],
        {
          taxPercentages: { gst: 5, vat: 10, serviceCharge: 0 },
          totals: { ...anOrder([]).totals, discount: 100_00 },
          discountTitle: 'Monsoon',
          billNumber: 43,
          invoiceNumber: 'SY/26-27/43',
          biller: 'Divya Nair',
          billPrintedAt: AT,
        },
      ),
    ),
  )
const kot = (order: OrderShape, parts: Parameters<typeof kotDocument>[2] = {}, index = 0): PrintDocument => {
  const document = kotDocument(order, order.kots[index]!, parts)
  if (!document) throw new Error('Nothing to print')
  return document
}
const first = (order: OrderShape) => order.kots[0]!

const SUMMARY = {
  date: '2026-11-21',
  totalOrders: 64,
  completedOrders: 60,
  cancelledOrders: 2,
  pendingOrders: 0,
  totalSales: 104_250.5,
  refunds: 189,
  discounts: 1250,
  taxes: { cgst: 2481.25, sgst: 2481.25, vat: 880, serviceCharge: 410 },
  roundOff: -2,
  cancelledValue: 378,
  paymentMethods: [
    { method: 'UPI', amount: 64_250.5, orders: 38 },
    { method: 'Cash', amount: 30_000, orders: 16 },
    { method: 'Card', amount: 10_500, orders: 6 },
  ],
  tips: [
    { method: 'Cash', amount: 640 },
    { method: 'UPI', amount: 85.5 },
  ],
  cashTaken: 30_640,
  receivedOnOpenOrders: 500,
  items: Array.from({ length: 20 }, (_, i) => ({
    name: `Dish number ${i + 1} of the menu`,
    count: 120 - i,
    revenue: i === 0 ? 100_000 : 1000 - i,
  })),
  openOrders: 0,
  changedAfterPrint: [],
}
const entered = (kind: DrawerKind, amount: number, at: string, by: string, expected: number | null = null) => ({
  ...{ _id: `${kind}${amount}`, kind, amount, expected, reason: '', at: `2026-11-21T${at}:00.000Z`, by },
})
const LAST = entered('count', 31_980, '18:10', 'Venkatanarasimha Rajuvaripeta', 32_000)
/** Two shifts: the first is Rs. 20.00 short, and so is the last count. */
const DRAWER = {
  ...{ float: 2000, in: 0, out: 640, expected: 32_000, counted: LAST },
  moves: [
    entered('float', 2000, '03:00', 'Divya'),
    entered('out', 640, '04:10', 'Divya'),
    entered('count', 16_480, '09:35', 'Divya', 16_500),
    LAST,
  ],
}
const PEOPLE = [
  { by: 'Divya', amount: 15_140, from: '2026-11-21T04:00:00.000Z', to: '2026-11-21T09:20:00.000Z' },
  { by: 'Venkatanarasimha Rajuvaripeta', amount: 15_689, from: '2026-11-21T09:40:00.000Z', to: '2026-11-21T18:00:00.000Z' },
  { by: 'Anita', amount: -189, from: '2026-11-21T12:00:00.000Z', to: '2026-11-21T12:00:00.000Z' },
]
const dayEnd = (over: object, running: boolean) =>
  dayEndDocument({ ...SUMMARY, ...over }, { running, at: '2026-11-21T18:18:00.000Z', by: 'Vikram Rane' })

const cancelled = (): PrintDocument => {
  const order = pictured({ tableNumber: '12' })
  const [, lamb, wings] = first(order).items
  return cancellationDocument(
    order,
    first(order),
    [
      { item: lamb!, quantity: 1, reason: 'Guest changed their mind about it' },
      { item: wings!, quantity: 2, reason: '' },
    ],
    { at: '2026-11-21T14:50:00.000Z', by: 'Divya Nair', area: 'Terrace' },
  )!
}

const upi = { upiId: 'smashyard@okaxis' }
const paper = (
  name: string,
  document: PrintDocument,
  restaurant = aRestaurant({ showNotes: true }),
  stamp?: SamplePaper['stamp'],
): SamplePaper => ({
  name,
  document,
  restaurant,
  ...(stamp ? { stamp } : {}),
})

export const documents: readonly SamplePaper[] = [
  paper('bill', billDocument(pictured()), aRestaurant()),
  paper(
    'bill-unpaid-revised',
    billDocument(
      pictured({
        ...unpaid,
        discount: 202.7,
        discountTitle: 'Happy Hour',
        roundOff: -0.32,
        additionalCharges: { cgst: 35.71, sgst: 35.71, vat: 39.6, serviceCharge: 202.7 },
        grandTotal: 2138,
        lastPrinted: { total: 2138, at: '2026-11-21T16:05:00.000Z', by: 'Divya Nair', revision: 2, issuedAt: AT },
      }),
    ),
    aRestaurant({ showNotes: true, header: 'Welcome' }, upi),
  ),
  paper(
    'bill-of-supply',
    billDocument(
      pictured({
        taxPercentages: { gst: 0, vat: 0, serviceCharge: 10, composition: true },
        additionalCharges: { cgst: 0, sgst: 0, vat: 0, serviceCharge: 0 },
        grandTotal: 2027,
        payments: [{ method: 'Cash', amount: 2027 }],
      }),
    ),
    aRestaurant(),
    'DUPLICATE',
  ),
  paper(
    'bill-take-away',
    billDocument(takeAway()),
    aRestaurant({ printToken: true, footer: 'See you soon\nwww.smashyard.in' }, { gstNumber: '' }),
    'REPRINT',
  ),
  paper(
    'bill-delivery',
    billDocument(delivery()),
    aRestaurant({ showNotes: true, showCustomerDetails: false }, { ...upi, international_phone_number: '040 2345 6789' }),
  ),
  paper(
    'bill-refunded',
    billDocument(
      pictured({
        paymentStatus: 'refunded',
        payments: [],
        refund: { amount: 2150.36, reason: 'cold', at: AT, by: 'Divya Nair', businessDate: '2026-11-21' },
      }),
    ),
    aRestaurant({}, { vatNumber: '29999999999' }),
  ),
  paper('bill-taxes-in-prices', billDocument(cafe()), aRestaurant()),
  paper('bill-drawn-names', billDocument(devanagari()), aRestaurant({ rasterNames: true })),
  paper('kot', kot(pictured())),
  paper('kot-addition', kot(pictured({ specialInstructions: 'Nut allergy at this table, please be careful' }), { area: 'Terrace' }, 1)),
  paper(
    'kot-station',
    kot({ ...pictured(), kots: [aKot(food().slice(3))] }, { area: 'Terrace', station: 'Fryer', part: { number: 1, of: 2 } }),
    undefined,
    'DUPLICATE',
  ),
  paper('kot-cancellation', cancelled()),
  paper(
    'kot-move',
    moveDocument(pictured({ tableNumber: '9' }), first(pictured()), { at: AT, by: 'Ravi Kumar', area: 'Hall', wasTable: '7' })!,
  ),
  paper('kot-take-away', kot(takeAway()), undefined, 'REPRINT'),
  paper('kot-delivery', kot(delivery())),
  paper('kot-full-names', kot(pictured()), aRestaurant({ fullKotNames: true })),
  paper('kot-drawn-names', kot(devanagari()), aRestaurant({ rasterNames: true })),
  paper('day-end', dayEnd({ kotReset: true }, false)),
  paper('day-running', dayEnd({ pendingOrders: 2, openOrders: 2, changedAfterPrint: [{}] }, true)),
  paper('day-shifts', dayEnd({ cashByPerson: PEOPLE, drawer: DRAWER }, false)),
  paper('test', { kind: 'test', printer: 'EPSON TM-T82 80mm', at: AT, by: 'Vikram Rane' }),
]

/** Texts that contain printer commands, or that a page or a reader would take for something else. */
export const HOSTILE: readonly string[] = [
  '\x1b@\x1b!\x30\x1bp\x00\x19\xfa',
  '\x1dV\x00\x1d(k\x03\x001Q0',
  '\x10\x14\x01\x00\x05\x10\x04\x01',
  'A\x00B\x00C',
  '\x1c.\x1cp\x01\x00\x18\x7f\x9b\x85',
  'Free\nTOTAL  Rs. 1.00\r\n\r\nPaid by Card\f\v',
  '<script>alert(1)</script><b>&amp;',
  '\u202egnp.eliF\u2066\u200e\ufeff',
  'x'.repeat(10_000),
  'पनीर\u0000\u001b@ टिक्का '.repeat(50),
]

const hostileItem = (text: string) =>
  anItem({
    itemName: text,
    printName: text,
    additionalItemNote: text,
    price: 100,
    quantity: 2,
    station: text,
    variants: [{ name: text, additionalPrice: 0 }],
    addonGroups: extra(text, 0, 2),
  })
const hostileOrder = (text: string): OrderShape =>
  pictured({
    ...unpaid,
    kots: [aKot([hostileItem(text)], { sentBy: text })],
    orderType: 'Delivery',
    tableNumber: text,
    customer_name: text,
    mobile_number: text,
    deliveryAddress: text,
    additionalNote: text,
    specialInstructions: text,
    biller: text,
    invoiceNumber: text,
    discount: 1,
    discountTitle: text,
    payments: [{ method: text, amount: 1 }],
    paymentStatus: 'partial',
  })
const hostileRestaurant = (text: string, rasterNames: boolean): PaperRestaurant =>
  aRestaurant(
    { showNotes: true, printToken: true, header: text, footer: text, rasterNames, fullKotNames: true },
    {
      establishment_name: `The ${text} House`,
      address: text,
      international_phone_number: text,
      gstNumber: text,
      fssaiNumber: text,
      vatNumber: text,
      upiId: text,
    },
  )

/** Each paper with `text` in every field that holds a text, with names printed and with names drawn. */
export function hostileDocuments(text: string): SamplePaper[] {
  const order = hostileOrder(text)
  const parts = { at: AT, by: text, area: text, station: text, part: { number: 1, of: 2 } }
  const all: PrintDocument[] = [
    billDocument(order),
    kot(order, parts),
    cancellationDocument(order, first(order), [{ item: hostileItem(text), quantity: 1, reason: text }], parts)!,
    moveDocument(order, first(order), { ...parts, wasTable: text })!,
    dayEndDocument(
      {
        ...SUMMARY,
        items: [{ name: text, count: 1, revenue: 1 }],
        paymentMethods: [{ method: text, amount: 1, orders: 1 }],
        tips: [{ method: text, amount: 1 }],
      },
      { running: true, at: AT, by: text },
    ),
    { kind: 'test', printer: text, at: AT, by: text },
  ]
  return [false, true].flatMap((drawn) => all.map((document) => paper(document.kind, document, hostileRestaurant(text, drawn))))
}

/** A KOT of a dish with this name and note. */
export const paperOf = (itemName: string, additionalItemNote: string): SamplePaper =>
  paper('kot', kot(anOrderShape([aKot([anItem({ itemName, additionalItemNote })])], { tableNumber: '7' })))
