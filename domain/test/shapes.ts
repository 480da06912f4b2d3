import type { MenuItemShape } from '../api/menu/menu.ts'
import type { Offer as WrittenOffer } from '../api/offers.ts'
import type { Kot, OrderItem, OrderShape } from '../api/order.ts'
import type { PrintJobShape } from '../api/printJob.ts'
import type { TableShape } from '../api/tables.ts'
import type { PaperRestaurant } from '../print/store.ts'
import { printSettingsOf } from '../settings.ts'
import { inRupees } from '../offer.ts'
import { emptyOrder, type Line, type Order, type Ticket } from '../order.ts'
import type { SaleItem } from '../menu.ts'
import type { NewDraftLine } from '../ticket.ts'

/** Makers of test data: each returns a complete, plausible object; a test names only the fields that its rule is about. */
export const AT = '2026-11-21T15:32:00.000Z'

let counter = 0
export const id = (prefix: string): string => `${prefix}-${++counter}`

export const aLine = (over: Partial<Line> = {}): Line => ({
  lineId: id('line'),
  itemId: id('item'),
  itemName: 'Paneer Tikka',
  printName: null,
  categoryName: 'Starters',
  quantity: 1,
  price: 100_00,
  variants: [],
  addonGroups: [],
  status: 'Preparing',
  statusAt: AT,
  dietType: 'veg',
  isAlcohol: false,
  gstRate: null,
  taxIncluded: false,
  image: null,
  station: null,
  additionalItemNote: '',
  cancelReason: null,
  cancelledBy: null,
  prepared: false,
  bookedDate: null,
  ...over,
})

export const aTicket = (lines: Line[], over: Partial<Ticket> = {}): Ticket => ({
  kotId: id('kot'),
  kotNumber: 34,
  date: '20261121',
  createdAt: AT,
  kind: 'new',
  sentBy: 'Ravi Kumar',
  sentAt: AT,
  held: false,
  tableId: 'table-7',
  lines,
  ...over,
})

/** An order whose totals are the given ones: tests that need priced ones call `repriced`. */
export const anOrder = (tickets: Ticket[], over: Partial<Order> = {}): Order =>
  emptyOrder({
    id: id('order'),
    restaurantId: 'restaurant-1',
    tableId: 'table-7',
    tableNumber: '7',
    orderType: 'Dine In',
    serialNumber: 3,
    taxPercentages: { gst: 0, vat: 0, serviceCharge: 0 },
    roundOffEnabled: false,
    feedbackToken: 'feedback',
    businessDate: '2026-11-21',
    createdAt: AT,
    tickets,
    ...over,
  })

export const anItem = (over: Partial<OrderItem> = {}): OrderItem => {
  const item = {
    _id: id('item'),
    lineId: id('line'),
    itemName: 'Paneer Tikka',
    printName: null,
    categoryName: 'Starters',
    quantity: 1,
    price: 100,
    status: 'Preparing' as const,
    statusAt: AT,
    dietType: 'veg' as const,
    isAlcohol: false,
    variants: [],
    addonGroups: [],
    image: null,
    station: null,
    tableId: 'table-7',
    additionalItemNote: '',
    cancelReason: null,
    cancelledBy: null,
    prepared: false,
    ...over,
  }
  return { amount: item.price * item.quantity, ...item }
}

export const aKot = (items: OrderItem[], over: Partial<Kot> = {}): Kot => ({
  kotId: id('kot'),
  kotNumber: 34,
  date: '20261121',
  createdAt: AT,
  kind: 'new',
  sentBy: 'Ravi Kumar',
  sentAt: AT,
  held: false,
  items,
  ...over,
})

export const anOrderShape = (kots: Kot[], over: Partial<OrderShape> = {}): OrderShape => ({
  ...asJson(anOrder([])),
  kots,
  ...over,
})

/** The JSON of an order (CONTRACT §4), in rupees, through text and back as a caller receives it. Used only by tests. */
export function asJson(order: Order): OrderShape {
  const r = (paise: number) => paise / 100
  const { totals } = order
  const shape: OrderShape = {
    _id: order.id,
    version: order.version,
    restaurantId: order.restaurantId,
    tableId: order.tableId,
    tableNumber: order.tableNumber,
    sittingId: order.sittingId,
    userId: order.userId,
    user: { name: order.customerName, mobile_number: order.mobileNumber },
    customer_name: order.customerName,
    customerGstin: order.customerGstin,
    deliveryAddress: order.deliveryAddress,
    mobile_number: order.mobileNumber,
    guests: order.guests,
    orderType: order.orderType,
    additionalNote: order.additionalNote,
    specialInstructions: order.specialInstructions,
    isKOT: order.isKOT,
    serialNumber: order.serialNumber,
    billNumber: order.billNumber,
    invoiceNumber: order.invoiceNumber,
    billPrintedAt: order.billPrintedAt,
    totalPrice: r(totals.subtotal),
    discount: r(totals.discount),
    discountTitle: order.discountTitle,
    offerId: order.offerId,
    ...(order.orderStatus === 'pending' && order.offer ? { offer: inRupees(order.offer) } : null),
    ...(order.orderStatus === 'pending' ? { roundOffEnabled: order.roundOffEnabled } : null),
    additionalCharges: {
      cgst: r(totals.cgst),
      sgst: r(totals.sgst),
      vat: r(totals.vat),
      serviceCharge: r(totals.serviceCharge),
      ...(totals.charges > 0 && { charges: r(totals.charges) }),
      ...(totals.taxIncluded > 0 && { taxIncluded: r(totals.taxIncluded) }),
    },
    roundOff: r(totals.roundOff),
    grandTotal: r(totals.grandTotal),
    taxPercentages: order.taxPercentages,
    serviceChargeAccepted: order.serviceChargeAccepted,
    orderStatus: order.orderStatus,
    paymentStatus: order.paymentStatus,
    paymentMethod: order.paymentMethod,
    payments: order.payments.map((p) => ({ ...p, amount: r(p.amount) })),
    refund: order.refund && { ...order.refund, amount: r(order.refund.amount) },
    biller: order.biller,
    cancelReason: order.cancelReason,
    cancelledBy: order.cancelledBy,
    discountBy: order.discountBy,
    serviceChargeBy: order.serviceChargeBy,
    lastPrinted: order.lastPrinted && {
      total: r(order.lastPrinted.total),
      at: order.lastPrinted.at,
      by: order.lastPrinted.by,
      revision: order.lastPrinted.revision ?? 0,
      issuedAt: order.lastPrinted.issuedAt ?? order.lastPrinted.at,
    },
    businessDate: order.businessDate,
    createdAt: order.createdAt,
    completedAt: order.completedAt,
    kots: order.tickets.map(({ lines, tableId, ...kot }) => ({
      ...kot,
      items: lines.map(({ itemId, gstRate, taxIncluded, ...line }) => {
        const unit =
          line.price +
          line.variants.reduce((s, v) => s + v.additionalPrice, 0) +
          line.addonGroups.flatMap((g) => g.addons).reduce((s, a) => s + a.price * a.quantity, 0)
        return {
          ...line,
          ...(gstRate !== null && { gstRate }),
          ...(taxIncluded && { taxIncluded }),
          _id: itemId,
          tableId,
          price: r(line.price),
          variants: line.variants.map((v) => ({ ...v, additionalPrice: r(v.additionalPrice) })),
          addonGroups: line.addonGroups.map((g) => ({ ...g, addons: g.addons.map((a) => ({ ...a, price: r(a.price) })) })),
          amount: r(unit * line.quantity),
        }
      }),
    })),
  }
  return JSON.parse(JSON.stringify(shape)) as OrderShape
}

export const PRINT = printSettingsOf({ showNotes: false, autoPrintKOT: true })

export const aRestaurant = (print: Partial<typeof PRINT> = {}, over: Partial<PaperRestaurant> = {}): PaperRestaurant => ({
  establishment_name: 'Smash Yard',
  address: 'Plot 22, DLF Road, Gachibowli\nHyderabad 500032',
  international_phone_number: '',
  gstNumber: '36AAKCS1234L1Z6',
  fssaiNumber: '13626012000145',
  vatNumber: '',
  upiId: '',
  timezone: 'Asia/Kolkata',
  printSettings: { ...PRINT, ...print },
  ...over,
})

export const aDraftLine = (over: Partial<NewDraftLine> = {}): NewDraftLine => ({
  _id: 'tikka',
  itemName: 'Paneer Tikka',
  price: 240,
  quantity: 1,
  variants: [],
  addonGroups: [],
  additionalItemNote: '',
  dietType: 'veg',
  isAlcohol: false,
  ...over,
})

export const aMenuItem = (over: Partial<MenuItemShape> = {}): MenuItemShape => ({
  _id: 'tikka',
  name: 'Paneer Tikka',
  code: null,
  printName: null,
  calories: null,
  allergens: [],
  description: '',
  price: 240,
  available: true,
  categoryId: 'starters',
  categoryName: 'Starters',
  subCategoryId: null,
  subCategoryName: null,
  dietType: 'veg',
  isAlcohol: false,
  image: null,
  variants: [],
  addonGroups: [],
  remaining: null,
  unavailableSince: null,
  station: null,
  ingredients: [],
  version: 1,
  ...over,
})

export const aSaleItem = (over: Partial<SaleItem> = {}): SaleItem => ({
  categoryStation: null,
  id: 'tikka',
  name: 'Paneer Tikka',
  printName: null,
  categoryName: 'Starters',
  price: 240_00,
  available: true,
  remaining: null,
  dietType: 'veg',
  isAlcohol: false,
  gstRate: null,
  taxIncluded: null,
  image: null,
  station: null,
  variants: [],
  addonGroups: [],
  ...over,
})

export const aTable = (over: Partial<TableShape> = {}): TableShape => ({
  _id: 'table-7',
  restaurantId: 'restaurant-1',
  tableNumber: '7',
  area: '',
  capacity: 4,
  status: 'available',
  currentOrderId: null,
  mergedInto: null,
  mergedTables: [],
  qrToken: 'q',
  qrUrl: '/t/q',
  version: 1,
  ...over,
})

/** An offer of November 2026 as the API gives it, named as its id. */
export const aWrittenOffer = (_id: string, over: Partial<WrittenOffer> = {}): WrittenOffer => ({
  id: _id,
  _id,
  title: _id,
  description: '',
  code: null,
  needsCode: false,
  type: 'percentage',
  value: 10,
  minOrderAmount: 0,
  maxDiscount: null,
  startsAt: '2026-11-01T00:00:00.000Z',
  endsAt: '2026-12-01T00:00:00.000Z',
  days: [],
  hours: null,
  orderTypes: [],
  isActive: true,
  ...over,
})

/** A KOT's print job that waits for its printer. */
export const aPrintJob = (over: Partial<PrintJobShape> = {}): PrintJobShape => ({
  _id: 'j1',
  version: 1,
  kind: 'kot',
  status: 'queued',
  printerId: 'p1',
  orderId: 'o1',
  kotId: 'k1',
  number: 12,
  title: 'T7',
  station: 'Grill',
  part: 1,
  parts: 1,
  stamp: null,
  reason: null,
  waitingSince: '2026-11-21T19:00:00.000Z',
  createdAt: '2026-11-21T19:00:00.000Z',
  createdBy: 'Divya Nair',
  leasedBy: null,
  leaseUntil: null,
  closed: false,
  ...over,
})
