import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { NoteKind } from '#domain/dayNotes.ts'
import type { DrawerKind } from '#domain/drawer.ts'
import type { OfferTerms } from '#domain/offer.ts'
import type { DietType, LastPrinted, Merged, Payment, PaymentKind, Refund } from '#domain/order.ts'
import type { OrderTaxes } from '#domain/tax.ts'
import { billDay, orderEnd, orderFacet } from '../facets.ts'
import { json, restaurantId } from './columns.ts'

/** Orders, their tickets and lines, and the books of what was sold. See outlets.ts. */

export const orders = sqliteTable(
  'orders',
  {
    id: text('id').primaryKey(),
    restaurantId: restaurantId(),
    version: integer('version').notNull(),
    tableId: text('table_id'),
    tableNumber: text('table_number'),
    sittingId: text('sitting_id'),
    userId: text('user_id'),
    customerName: text('customer_name').notNull().default(''),
    mobileNumber: text('mobile_number').notNull().default(''),
    /** The last ten digits, by which a number is found whatever its spelling. */
    mobileDigits: text('mobile_digits').notNull().default(''),
    customerGstin: text('customer_gstin').notNull().default(''),
    deliveryAddress: text('delivery_address').notNull().default(''),
    guests: integer('guests'),
    orderType: text('order_type').notNull(),
    additionalNote: text('additional_note').notNull().default(''),
    specialInstructions: text('special_instructions').notNull().default(''),
    isKOT: integer('is_kot', { mode: 'boolean' }).notNull().default(true),
    serialNumber: integer('serial_number').notNull(),
    billNumber: integer('bill_number'),
    invoiceNumber: text('invoice_number'),
    billPrintedAt: text('bill_printed_at'),
    taxPercentages: json<OrderTaxes>('tax_percentages').notNull(),
    roundOffEnabled: integer('round_off_enabled', { mode: 'boolean' }).notNull().default(false),
    serviceChargeAccepted: integer('service_charge_accepted', { mode: 'boolean' }).notNull().default(false),
    offerId: text('offer_id'),
    /** The offer's terms at the moment when it was applied. */
    offer: json<OfferTerms>('offer'),
    discountTitle: text('discount_title'),
    subtotal: integer('subtotal').notNull(),
    discount: integer('discount').notNull().default(0),
    cgst: integer('cgst').notNull(),
    sgst: integer('sgst').notNull(),
    vat: integer('vat').notNull(),
    serviceCharge: integer('service_charge').notNull(),
    /** What it pays for packing and delivery. */
    charges: integer('charges').notNull().default(0),
    /** What of its taxes is within the prices. */
    taxIncluded: integer('tax_included').notNull().default(0),
    roundOff: integer('round_off').notNull().default(0),
    grandTotal: integer('grand_total').notNull(),
    orderStatus: text('order_status').notNull(),
    paymentStatus: text('payment_status').notNull(),
    paymentMethod: text('payment_method'),
    payments: json<Payment[]>('payments').notNull(),
    refund: json<Refund>('refund'),
    biller: text('biller'),
    cancelReason: text('cancel_reason'),
    /** Names of those who cancelled it, gave the discount, and switched the service charge (CONTRACT §9). */
    cancelledBy: text('cancelled_by'),
    discountBy: text('discount_by'),
    serviceChargeBy: text('service_charge_by'),
    /** The bill as it was last printed. */
    lastPrinted: json<LastPrinted>('last_printed'),
    feedbackToken: text('feedback_token').notNull(),
    businessDate: text('business_date').notNull(),
    createdAt: text('created_at').notNull(),
    completedAt: text('completed_at'),
    /** Business day and hour on which its end was booked, as zone and reset time were then: what the rollups are rebuilt from. */
    endedDate: text('ended_date'),
    endedHour: integer('ended_hour'),
    /** `refund`'s businessDate, by which it is found. */
    refundDate: text('refund_date'),
    merged: json<Merged>('merged'),
    /** `isToCook`, by which the kitchen finds it. */
    toCook: integer('to_cook', { mode: 'boolean' }).notNull().default(false),
    /** `isToServe`, by which captains find it; false while it is `toCook`. */
    toServe: integer('to_serve', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    // One open order a table, whatever two devices do at once.
    uniqueIndex('orders_open_table')
      .on(t.restaurantId, t.tableId)
      .where(sql`${t.orderStatus} = 'pending' AND ${t.tableId} IS NOT NULL`),
    uniqueIndex('orders_bill')
      .on(t.restaurantId, t.billNumber)
      .where(sql`${t.billNumber} IS NOT NULL`),
    uniqueIndex('orders_serial').on(t.restaurantId, t.businessDate, t.serialNumber),
    index('orders_pending')
      .on(t.restaurantId, t.createdAt)
      .where(sql`${t.orderStatus} = 'pending'`),
    index('orders_to_cook')
      .on(t.restaurantId, t.completedAt)
      .where(sql`${t.toCook} = 1`),
    index('orders_to_serve')
      .on(t.restaurantId, t.completedAt)
      .where(sql`${t.toServe} = 1`),
    // The index by which a page of a list is read, with any filter (worker/orders/list.ts).
    index('orders_date').on(t.restaurantId, t.businessDate, t.createdAt),
    index('orders_facet').on(t.restaurantId, orderFacet(t), t.businessDate, orderEnd(t)),
    // Orders without a table or account are left out of these indexes, because each index is one more page that an order writes (docs/speed.md).
    index('orders_table_facet')
      .on(t.restaurantId, t.tableId, orderFacet(t), t.businessDate, t.createdAt)
      .where(sql`${t.tableId} IS NOT NULL`),
    index('orders_table_number')
      .on(t.restaurantId, t.tableNumber, t.businessDate, t.createdAt)
      .where(sql`${t.tableNumber} IS NOT NULL`),
    index('orders_mobile').on(t.restaurantId, t.mobileDigits, t.businessDate, t.createdAt),
    // Orders with a table are found by the table, not by their number.
    index('orders_number')
      .on(t.restaurantId, t.serialNumber, t.businessDate, t.createdAt)
      .where(sql`${t.tableId} IS NULL`),
    // For the address of a customer's last Delivery order.
    index('orders_address')
      .on(t.restaurantId, t.mobileDigits, t.createdAt)
      .where(sql`${t.deliveryAddress} <> ''`),
    index('orders_customer').on(t.restaurantId, sql`${t.customerName} COLLATE NOCASE`),
    index('orders_user')
      .on(t.restaurantId, t.userId, t.createdAt)
      .where(sql`${t.userId} IS NOT NULL`),
    index('orders_ended')
      .on(t.restaurantId, t.endedDate)
      .where(sql`${t.endedDate} IS NOT NULL`),
    index('orders_refunded')
      .on(t.restaurantId, t.refundDate)
      .where(sql`${t.refundDate} IS NOT NULL`),
    // Invoices, and how many there are of a day: `tallies` has the list 'bills' (docs/decisions/007-totals.md).
    index('orders_billed')
      .on(t.restaurantId, billDay(t), t.billNumber)
      .where(sql`${t.billNumber} IS NOT NULL`),
    // Orders that ended for less than was printed on their bill (worker/orders/changed.ts). Written with ->>, because drizzle-kit cuts an expression at its
    // comma.
    index('orders_changed')
      .on(t.restaurantId, t.endedDate)
      .where(
        sql`${t.endedDate} IS NOT NULL AND ${t.lastPrinted} ->> '$.highest.total' > CASE WHEN ${t.orderStatus} = 'cancelled' THEN 0 ELSE ${t.grandTotal} END`,
      ),
    // Orders that an older version ended without a booking day; else empty.
    index('orders_unbooked')
      .on(t.restaurantId)
      .where(sql`${t.endedDate} IS NULL AND ${t.orderStatus} <> 'pending'`),
    check('orders_money', sql`${t.grandTotal} >= 0 AND ${t.cgst} = ${t.sgst}`),
  ],
)

export const tickets = sqliteTable(
  'tickets',
  {
    kotId: text('kot_id').notNull(),
    restaurantId: restaurantId(),
    orderId: text('order_id').notNull(),
    /** Its place in the order. */
    position: integer('position').notNull(),
    kotNumber: integer('kot_number'),
    date: text('date').notNull(),
    epoch: integer('epoch').notNull().default(0),
    kind: text('kind').notNull(),
    tableId: text('table_id'),
    sentBy: text('sent_by').notNull(),
    sentAt: text('sent_at'),
    held: integer('held', { mode: 'boolean' }).notNull().default(false),
    createdAt: text('created_at').notNull(),
    /** Of a guest's ticket: the allowance that it counts against (domain/limits.ts). */
    allowance: text('allowance'),
  },
  (t) => [
    // The caller makes the kotId: the same ticket sent twice is one ticket.
    primaryKey({ columns: [t.restaurantId, t.kotId] }),
    uniqueIndex('tickets_number')
      .on(t.restaurantId, t.date, t.epoch, t.kotNumber)
      .where(sql`${t.kotNumber} IS NOT NULL`),
    index('tickets_order').on(t.orderId, t.position),
  ],
)

export const lines = sqliteTable(
  'lines',
  {
    lineId: text('line_id').primaryKey(),
    restaurantId: restaurantId(),
    orderId: text('order_id').notNull(),
    kotId: text('kot_id').notNull(),
    position: integer('position').notNull(),
    itemId: text('item_id').notNull(),
    itemName: text('item_name').notNull(),
    printName: text('print_name'),
    categoryName: text('category_name').notNull().default(''),
    quantity: integer('quantity').notNull(),
    price: integer('price').notNull(),
    variants: json<{ name: string; additionalPrice: number }[]>('variants').notNull(),
    addonGroups: json<{ name: string; addons: { name: string; quantity: number; price: number }[] }[]>('addon_groups').notNull(),
    status: text('status').notNull(),
    statusAt: text('status_at').notNull(),
    dietType: text('diet_type').$type<DietType>().notNull(),
    isAlcohol: integer('is_alcohol', { mode: 'boolean' }).notNull(),
    image: text('image'),
    station: text('station'),
    additionalItemNote: text('additional_item_note').notNull().default(''),
    cancelReason: text('cancel_reason'),
    cancelledBy: text('cancelled_by'),
    prepared: integer('prepared', { mode: 'boolean' }).notNull().default(false),
    /** Business day on which its cancellation was booked. */
    bookedDate: text('booked_date'),
    /** Its dish's own GST in percent; null: the order's. */
    gstRate: json<number>('gst_rate'),
    taxIncluded: integer('tax_included', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    index('lines_order').on(t.orderId),
    index('lines_booked')
      .on(t.restaurantId, t.bookedDate)
      .where(sql`${t.bookedDate} IS NOT NULL`),
    index('lines_unbooked')
      .on(t.restaurantId)
      .where(sql`${t.bookedDate} IS NULL AND ${t.status} = 'Cancelled'`),
    check('lines_quantity', sql`${t.quantity} > 0`),
  ],
)

/**
 * The payment rows of orders. Rows are only ever added: triggers of the migration refuse to change or delete one (CONTRACT §9). An order's `payments` are
 * their net by method. `amount` in paise, negative for money that left the order.
 */
export const payments = sqliteTable(
  'payments',
  {
    id: text('id').primaryKey(),
    restaurantId: restaurantId(),
    orderId: text('order_id').notNull(),
    kind: text('kind').$type<PaymentKind>().notNull(),
    method: text('method').notNull(),
    amount: integer('amount').notNull(),
    at: text('at').notNull(),
    /** The restaurant's business day on which the money moved. */
    businessDate: text('business_date').notNull(),
    /** The name of whoever did it. */
    by: text('by').notNull(),
    reason: text('reason'),
    /** The `X-Device-Id` that the device sent. */
    deviceId: text('device_id'),
    /** Of a correction: the row that it corrects. */
    corrects: text('corrects'),
    /** Of money given back by another method: the one by which it was received. */
    of: text('received_by'),
    /** Of a transfer: the business day of the first of the money that it carries. */
    since: text('since'),
  },
  (t) => [
    index('payments_order').on(t.orderId),
    index('payments_day').on(t.restaurantId, t.businessDate),
    /** The report of money given back or corrected reads these alone. */
    index('payments_back')
      .on(t.restaurantId, t.businessDate, t.at)
      .where(sql`${t.kind} IN ('returned', 'corrected')`),
    /** So does it with tips. */
    index('payments_tips')
      .on(t.restaurantId, t.businessDate, t.at)
      .where(sql`${t.kind} = 'tip'`),
    check('payments_amount', sql`${t.amount} <> 0`),
  ],
)

/** Cash that was put into the drawer or taken out beside the bills, and counts of it (domain/drawer.ts). Rows are only ever added. */
export const drawerMoves = sqliteTable(
  'drawer_moves',
  {
    id: text('id').primaryKey(),
    restaurantId: restaurantId(),
    businessDate: text('business_date').notNull(),
    kind: text('kind').$type<DrawerKind>().notNull(),
    amount: integer('amount').notNull(),
    /** Of a count: what should have been in the drawer. */
    expected: integer('expected'),
    reason: text('reason').notNull(),
    at: text('at').notNull(),
    /** The name of whoever did it. */
    by: text('by').notNull(),
  },
  (t) => [index('drawer_moves_day').on(t.restaurantId, t.businessDate), check('drawer_moves_amount', sql`${t.amount} >= 0`)],
)

/** What else the summary of a business day names people for (domain/dayNotes.ts). Rows are only ever added. */
export const dayNotes = sqliteTable(
  'day_notes',
  {
    id: text('id').primaryKey(),
    restaurantId: restaurantId(),
    businessDate: text('business_date').notNull(),
    kind: text('kind').$type<NoteKind>().notNull(),
    /** Of a recall: the dish, its KOT and its bill. */
    what: text('what').notNull(),
    at: text('at').notNull(),
    /** The name of whoever did it. */
    by: text('by').notNull(),
  },
  (t) => [index('day_notes_day').on(t.restaurantId, t.businessDate, t.at)],
)

/** Figures of a business day, written by the batch that made the money final (DESIGN, "Rollups"). Amounts in paise. */
export const rollups = sqliteTable(
  'rollups',
  {
    restaurantId: restaurantId(),
    businessDate: text('business_date').notNull(),
    kind: text('kind').notNull(),
    key: text('key').notNull().default(''),
    amount: integer('amount').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.restaurantId, t.businessDate, t.kind, t.key] }),
    // The sales of all restaurants on a day, for the back office. The only index across restaurants, so it begins with the day.
    index('rollups_sales')
      .on(t.businessDate, t.amount, t.count)
      .where(sql`${t.kind} = 'sales'`),
  ],
)

export const feedback = sqliteTable(
  'feedback',
  {
    orderId: text('order_id').primaryKey(),
    restaurantId: restaurantId(),
    rating: integer('rating').notNull(),
    comment: text('comment').notNull().default(''),
    createdAt: text('created_at').notNull(),
  },
  (t) => [index('feedback_restaurant').on(t.restaurantId, t.createdAt)],
)
