import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Payment, Refund } from '#domain/order.ts'

/**
 * OUTLETS_n: all that belongs to one restaurant. Every row has its restaurant_id and every index begins with it.
 * Money is integer paise. Invariants that a race could break are constraints here: the database is the last to decide.
 */

const json = <T>(name: string) => text(name, { mode: 'json' }).$type<T>()
const restaurantId = () => text('restaurant_id').notNull()

/** Gap-free numbers: `seq`, `bill`, `invoice:26-27`, `serial:20261121`. Raised by the batch that uses them, so a failed batch burns none. */
export const counters = sqliteTable(
  'counters',
  { restaurantId: restaurantId(), name: text('name').notNull(), value: integer('value').notNull() },
  (t) => [primaryKey({ columns: [t.restaurantId, t.name] })],
)

/** The KOT counter's reset epoch: a reset raises it, and the room counts from 1 for (business day, epoch). */
export const kotEpochs = sqliteTable('kot_epochs', {
  restaurantId: text('restaurant_id').primaryKey(),
  epoch: integer('epoch').notNull(),
  resetAt: text('reset_at').notNull(),
})

/** The outbox. Rows older than 24 h that the room has relayed are purged. */
export const events = sqliteTable(
  'events',
  {
    restaurantId: restaurantId(),
    seq: integer('seq').notNull(),
    event: text('event').notNull(),
    /** The table whose diners may see it. */
    tableId: text('table_id'),
    data: text('data').notNull(),
    /** What only a diner's socket gets besides, as JSON. */
    dinerData: text('diner_data'),
    at: text('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.restaurantId, t.seq] }), index('events_at').on(t.at)],
)

/** First successful answers by (account, key), for 24 h (CONTRACT §1). */
export const idempotency = sqliteTable(
  'idempotency',
  {
    account: text('account').notNull(),
    key: text('key').notNull(),
    restaurantId: restaurantId(),
    requestHash: text('request_hash').notNull(),
    status: integer('status').notNull(),
    body: text('body').notNull(),
    at: text('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.account, t.key] }), index('idempotency_at').on(t.at)],
)

/**
 * Never holds a row. `INSERT INTO guard(version) SELECT NULL WHERE changes() = 0` behind a statement that must have changed a row
 * aborts the batch when it did not; the column's name tells which guard it was.
 */
export const guard = sqliteTable('guard', {
  version: integer('version').notNull().default(0),
  tableVersion: integer('table_version').notNull().default(0),
  available: integer('available').notNull().default(0),
  status: integer('status').notNull().default(0),
})

export const diningTables = sqliteTable(
  'dining_tables',
  {
    id: text('id').primaryKey(),
    restaurantId: restaurantId(),
    tableNumber: text('table_number').notNull(),
    area: text('area').notNull().default(''),
    capacity: integer('capacity').notNull(),
    currentOrderId: text('current_order_id'),
    mergedInto: text('merged_into'),
    /** Changes when the table's order ends (CONTRACT §5, "Diner's sitting"). */
    sittingId: text('sitting_id').notNull(),
    qrToken: text('qr_token').notNull(),
    version: integer('version').notNull().default(1),
    createdAt: text('created_at').notNull(),
    deletedAt: text('deleted_at'),
  },
  (t) => [
    uniqueIndex('tables_number')
      .on(t.restaurantId, t.tableNumber)
      .where(sql`${t.deletedAt} IS NULL`),
    index('tables_merged')
      .on(t.restaurantId, t.mergedInto)
      .where(sql`${t.mergedInto} IS NOT NULL`),
    uniqueIndex('tables_qr').on(t.qrToken),
  ],
)

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
    guests: integer('guests'),
    orderType: text('order_type').notNull(),
    additionalNote: text('additional_note').notNull().default(''),
    specialInstructions: text('special_instructions').notNull().default(''),
    isKOT: integer('is_kot', { mode: 'boolean' }).notNull().default(true),
    serialNumber: integer('serial_number').notNull(),
    billNumber: integer('bill_number'),
    invoiceNumber: text('invoice_number'),
    billPrintedAt: text('bill_printed_at'),
    taxPercentages: json<{ gst: number; vat: number; serviceCharge: number }>('tax_percentages').notNull(),
    roundOffEnabled: integer('round_off_enabled', { mode: 'boolean' }).notNull().default(false),
    serviceChargeAccepted: integer('service_charge_accepted', { mode: 'boolean' }).notNull().default(false),
    offerId: text('offer_id'),
    discountTitle: text('discount_title'),
    subtotal: integer('subtotal').notNull(),
    discount: integer('discount').notNull().default(0),
    cgst: integer('cgst').notNull(),
    sgst: integer('sgst').notNull(),
    vat: integer('vat').notNull(),
    serviceCharge: integer('service_charge').notNull(),
    roundOff: integer('round_off').notNull().default(0),
    grandTotal: integer('grand_total').notNull(),
    orderStatus: text('order_status').notNull(),
    paymentStatus: text('payment_status').notNull(),
    paymentMethod: text('payment_method'),
    payments: json<Payment[]>('payments').notNull(),
    refund: json<Refund>('refund'),
    biller: text('biller'),
    cancelReason: text('cancel_reason'),
    feedbackToken: text('feedback_token').notNull(),
    businessDate: text('business_date').notNull(),
    createdAt: text('created_at').notNull(),
    completedAt: text('completed_at'),
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
    index('orders_created').on(t.restaurantId, t.createdAt),
    index('orders_status').on(t.restaurantId, t.orderStatus, t.createdAt),
    index('orders_payment').on(t.restaurantId, t.paymentStatus, t.createdAt),
    index('orders_type').on(t.restaurantId, t.orderType, t.createdAt),
    index('orders_date').on(t.restaurantId, t.businessDate, t.createdAt),
    index('orders_table').on(t.restaurantId, t.tableId, t.createdAt),
    index('orders_table_number').on(t.restaurantId, t.tableNumber, t.createdAt),
    index('orders_mobile').on(t.restaurantId, t.mobileDigits, t.createdAt),
    index('orders_user').on(t.restaurantId, t.userId, t.createdAt),
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
    categoryName: text('category_name').notNull().default(''),
    quantity: integer('quantity').notNull(),
    price: integer('price').notNull(),
    variants: json<{ name: string; additionalPrice: number }[]>('variants').notNull(),
    addonGroups: json<{ name: string; addons: { name: string; quantity: number; price: number }[] }[]>('addon_groups').notNull(),
    status: text('status').notNull(),
    statusAt: text('status_at').notNull(),
    dietType: text('diet_type').notNull(),
    isAlcohol: integer('is_alcohol', { mode: 'boolean' }).notNull(),
    image: text('image'),
    station: text('station'),
    additionalItemNote: text('additional_item_note').notNull().default(''),
    cancelReason: text('cancel_reason'),
    prepared: integer('prepared', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [index('lines_order').on(t.orderId), check('lines_quantity', sql`${t.quantity} > 0`)],
)

export const categories = sqliteTable(
  'categories',
  {
    id: text('id').primaryKey(),
    restaurantId: restaurantId(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    position: integer('position').notNull().default(0),
    version: integer('version').notNull().default(1),
  },
  (t) => [index('categories_restaurant').on(t.restaurantId, t.position)],
)

export const subcategories = sqliteTable(
  'subcategories',
  {
    id: text('id').primaryKey(),
    restaurantId: restaurantId(),
    categoryId: text('category_id').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    image: text('image'),
    position: integer('position').notNull().default(0),
  },
  (t) => [index('subcategories_restaurant').on(t.restaurantId, t.categoryId, t.position)],
)

export const menuItems = sqliteTable(
  'menu_items',
  {
    id: text('id').primaryKey(),
    restaurantId: restaurantId(),
    categoryId: text('category_id').notNull(),
    subCategoryId: text('sub_category_id'),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    price: integer('price').notNull(),
    available: integer('available', { mode: 'boolean' }).notNull().default(true),
    /** Portions left today; null when they are not counted. */
    remaining: integer('remaining'),
    dietType: text('diet_type').notNull(),
    isAlcohol: integer('is_alcohol', { mode: 'boolean' }).notNull().default(false),
    image: text('image'),
    station: text('station'),
    variants: json<{ name: string; additionalPrice: number }[]>('variants').notNull(),
    addonGroups:
      json<{ name: string; min: number; max: number; addons: { name: string; price: number }[]; templateId?: string }[]>(
        'addon_groups',
      ).notNull(),
    ingredients: json<unknown[]>('ingredients').notNull(),
    position: integer('position').notNull().default(0),
    version: integer('version').notNull().default(1),
    unavailableSince: text('unavailable_since'),
  },
  (t) => [
    index('menu_items_restaurant').on(t.restaurantId, t.categoryId, t.position),
    index('menu_items_off')
      .on(t.restaurantId)
      .where(sql`${t.available} = 0 OR ${t.remaining} = 0`),
    check('menu_items_remaining', sql`${t.remaining} IS NULL OR ${t.remaining} >= 0`),
  ],
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
  (t) => [primaryKey({ columns: [t.restaurantId, t.businessDate, t.kind, t.key] })],
)
