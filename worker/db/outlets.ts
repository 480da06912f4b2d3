import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { OfferTerms } from '#domain/offer.ts'
import type { DietType, Payment, Refund } from '#domain/order.ts'
import { customerFacet, lastHere, orderFacet } from './facets.ts'

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

/**
 * How many rows a list has, by what it is filtered by and by day: kept by triggers in the change of each row (migrations, "By hand"), so that no total is
 * ever counted and a page far back is found without reading those before it (docs/decisions/007-totals.md).
 */
export const tallies = sqliteTable(
  'tallies',
  {
    restaurantId: restaurantId(),
    /** `orders`, `orders:<tableId>`, `customers`, `reservations`, `feedback`. */
    list: text('list').notNull(),
    /** 0 all days, 7 a month, 10 a day: as many characters as `start` has. */
    span: integer('span').notNull(),
    /** '', `2026-11`, `2026-11-21`. */
    start: text('start').notNull(),
    facet: text('facet').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.restaurantId, t.list, t.span, t.start, t.facet] })],
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
    /** Its terms when it was put on. */
    offer: json<OfferTerms>('offer'),
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
    /** Business day and hour on which its end was booked, as zone and reset time were then: what the rollups are rebuilt from. */
    endedDate: text('ended_date'),
    endedHour: integer('ended_hour'),
    /** `refund`'s businessDate, by which it is found. */
    refundDate: text('refund_date'),
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
    // A page of a list begins and ends in one of these, whatever it is filtered by (worker/orders/list.ts).
    index('orders_date').on(t.restaurantId, t.businessDate, t.createdAt),
    index('orders_facet').on(t.restaurantId, orderFacet(t), t.businessDate, t.createdAt),
    index('orders_table_facet').on(t.restaurantId, t.tableId, orderFacet(t), t.businessDate, t.createdAt),
    index('orders_table_number').on(t.restaurantId, t.tableNumber, t.businessDate, t.createdAt),
    index('orders_mobile').on(t.restaurantId, t.mobileDigits, t.businessDate, t.createdAt),
    index('orders_user').on(t.restaurantId, t.userId, t.createdAt),
    index('orders_ended')
      .on(t.restaurantId, t.endedDate)
      .where(sql`${t.endedDate} IS NOT NULL`),
    index('orders_refunded')
      .on(t.restaurantId, t.refundDate)
      .where(sql`${t.refundDate} IS NOT NULL`),
    // Empty, but for what an older version has ended.
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
    dietType: text('diet_type').$type<DietType>().notNull(),
    isAlcohol: integer('is_alcohol', { mode: 'boolean' }).notNull(),
    image: text('image'),
    station: text('station'),
    additionalItemNote: text('additional_item_note').notNull().default(''),
    cancelReason: text('cancel_reason'),
    prepared: integer('prepared', { mode: 'boolean' }).notNull().default(false),
    /** Business day on which its cancellation was booked. */
    bookedDate: text('booked_date'),
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
  // A name is one place, whatever its case: two devices, or an import, never make it twice.
  // 0001_v1.sql has statements by hand before these indexes, that tell names of older databases apart: keep them when it is generated anew.
  (t) => [
    index('categories_restaurant').on(t.restaurantId, t.position),
    uniqueIndex('categories_name').on(t.restaurantId, sql`lower(${t.name})`),
  ],
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
  (t) => [
    index('subcategories_restaurant').on(t.restaurantId, t.categoryId, t.position),
    uniqueIndex('subcategories_name').on(t.restaurantId, t.categoryId, sql`lower(${t.name})`),
  ],
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
    dietType: text('diet_type').$type<DietType>().notNull(),
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
    // Two indexes and no coalesce(): drizzle-kit cuts an expression at its comma.
    uniqueIndex('menu_items_name')
      .on(t.restaurantId, t.categoryId, sql`lower(${t.name})`)
      .where(sql`${t.subCategoryId} IS NULL`),
    uniqueIndex('menu_items_sub_name')
      .on(t.restaurantId, t.subCategoryId, sql`lower(${t.name})`)
      .where(sql`${t.subCategoryId} IS NOT NULL`),
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
  (t) => [
    primaryKey({ columns: [t.restaurantId, t.businessDate, t.kind, t.key] }),
    // What all restaurants sold on a day, for the back office: the one look across them, so it begins with the day.
    index('rollups_sales')
      .on(t.businessDate, t.amount, t.count)
      .where(sql`${t.kind} = 'sales'`),
  ],
)

export const offers = sqliteTable(
  'offers',
  {
    id: text('id').primaryKey(),
    restaurantId: restaurantId(),
    title: text('title').notNull(),
    description: text('description').notNull().default(''),
    code: text('code'),
    type: text('type').$type<OfferTerms['type']>().notNull(),
    /** A percentage, or paise. */
    value: integer('value').notNull(),
    minOrderAmount: integer('min_order_amount').notNull().default(0),
    maxDiscount: integer('max_discount'),
    startsAt: text('starts_at').notNull(),
    endsAt: text('ends_at').notNull(),
    days: json<number[]>('days').notNull(),
    orderTypes: json<string[]>('order_types').notNull(),
    isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    index('offers_restaurant').on(t.restaurantId, t.endsAt),
    uniqueIndex('offers_code')
      .on(t.restaurantId, t.code)
      .where(sql`${t.code} IS NOT NULL AND ${t.isActive} = 1`),
  ],
)

export const banners = sqliteTable(
  'banners',
  {
    id: text('id').primaryKey(),
    restaurantId: restaurantId(),
    image: text('image').notNull(),
    title: text('title').notNull(),
    link: text('link'),
    startsAt: text('starts_at'),
    endsAt: text('ends_at'),
    createdAt: text('created_at').notNull(),
  },
  (t) => [index('banners_restaurant').on(t.restaurantId, t.createdAt)],
)

export const reservations = sqliteTable(
  'reservations',
  {
    id: text('id').primaryKey(),
    restaurantId: restaurantId(),
    customerName: text('customer_name').notNull(),
    mobileNumber: text('mobile_number').notNull(),
    partySize: integer('party_size').notNull(),
    /** The restaurant's own date and time, and the instants that they are. */
    date: text('date').notNull(),
    time: text('time').notNull(),
    startsAt: text('starts_at').notNull(),
    endsAt: text('ends_at').notNull(),
    durationMinutes: integer('duration_minutes').notNull(),
    tableId: text('table_id'),
    note: text('note').notNull().default(''),
    status: text('status').notNull().default('booked'),
    createdAt: text('created_at').notNull(),
    deletedAt: text('deleted_at'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    index('reservations_date')
      .on(t.restaurantId, t.date, t.time)
      .where(sql`${t.deletedAt} IS NULL`),
    index('reservations_status')
      .on(t.restaurantId, t.status, t.date, t.time)
      .where(sql`${t.deletedAt} IS NULL`),
    index('reservations_table').on(t.restaurantId, t.tableId, t.startsAt),
    index('reservations_starts').on(t.restaurantId, t.startsAt),
  ],
)

export const customers = sqliteTable(
  'customers',
  {
    id: text('id').primaryKey(),
    restaurantId: restaurantId(),
    name: text('name').notNull(),
    mobileNumber: text('mobile_number').notNull(),
    mobileDigits: text('mobile_digits').notNull(),
    email: text('email'),
    birthday: text('birthday'),
    note: text('note').notNull().default(''),
    /** Kept up by completed orders. */
    visits: integer('visits').notNull().default(0),
    totalSpent: integer('total_spent').notNull().default(0),
    firstVisitAt: text('first_visit_at'),
    lastVisitAt: text('last_visit_at'),
    createdAt: text('created_at').notNull(),
    deletedAt: text('deleted_at'),
  },
  (t) => [
    uniqueIndex('customers_mobile')
      .on(t.restaurantId, t.mobileDigits)
      .where(sql`${t.deletedAt} IS NULL`),
    index('customers_last').on(t.restaurantId, t.lastVisitAt),
    index('customers_facet')
      .on(t.restaurantId, customerFacet(t), lastHere(t))
      .where(sql`${t.deletedAt} IS NULL`),
    index('customers_name').on(t.restaurantId, sql`${t.name} COLLATE NOCASE`),
  ],
)

/** A visit of a known customer: one row a completed order, so that it counts once and a refund takes it back. */
export const visits = sqliteTable(
  'visits',
  {
    restaurantId: restaurantId(),
    orderId: text('order_id').notNull(),
    customerId: text('customer_id').notNull(),
    businessDate: text('business_date').notNull(),
    hour: integer('hour').notNull(),
    amount: integer('amount').notNull(),
    isFirst: integer('is_first', { mode: 'boolean' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.restaurantId, t.orderId] }),
    index('visits_date').on(t.restaurantId, t.businessDate),
    index('visits_customer').on(t.restaurantId, t.customerId, t.businessDate),
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

/** How often an item was seen, put in a cart and ordered, by business day. */
export const statistics = sqliteTable(
  'statistics',
  {
    restaurantId: restaurantId(),
    businessDate: text('business_date').notNull(),
    itemId: text('item_id').notNull(),
    kind: text('kind').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.restaurantId, t.businessDate, t.itemId, t.kind] })],
)

export const addonTemplates = sqliteTable(
  'addon_templates',
  {
    id: text('id').primaryKey(),
    restaurantId: restaurantId(),
    name: text('name').notNull(),
    min: integer('min').notNull(),
    max: integer('max').notNull(),
    addons: json<{ name: string; price: number }[]>('addons').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [uniqueIndex('addon_templates_name').on(t.restaurantId, sql`lower(${t.name})`)],
)

// ---------------------------------------------------------------- stock. Quantities are integer thousandths of the material's unit.

export const rawMaterials = sqliteTable(
  'raw_materials',
  {
    id: text('id').primaryKey(),
    restaurantId: restaurantId(),
    name: text('name').notNull(),
    unit: text('unit').notNull(),
    category: text('category').notNull().default(''),
    subcategory: text('subcategory'),
    minimumStock: integer('minimum_stock').notNull().default(0),
    costPerUnit: integer('cost_per_unit').notNull().default(0),
    /** The sum of its moves, kept by the same batch: its lots, or, when more was sold than was booked in, minus what is missing (then every lot is empty). */
    currentStock: integer('current_stock').notNull().default(0),
    createdAt: text('created_at').notNull(),
    deletedAt: text('deleted_at'),
  },
  (t) => [
    uniqueIndex('raw_materials_name')
      .on(t.restaurantId, t.name)
      .where(sql`${t.deletedAt} IS NULL`),
    index('raw_materials_category').on(t.restaurantId, t.category),
    index('raw_materials_low')
      .on(t.restaurantId)
      .where(sql`${t.currentStock} <= ${t.minimumStock} AND ${t.deletedAt} IS NULL`),
  ],
)

/** A lot: what one purchase brought and what is left of it. */
export const stocks = sqliteTable(
  'stocks',
  {
    id: text('id').primaryKey(),
    restaurantId: restaurantId(),
    rawMaterialId: text('raw_material_id').notNull(),
    quantity: integer('quantity').notNull(),
    unitCost: integer('unit_cost'),
    expiryDate: text('expiry_date'),
    receiptImage: text('receipt_image'),
    createdAt: text('created_at').notNull(),
    deletedAt: text('deleted_at'),
  },
  (t) => [
    index('stocks_material').on(t.restaurantId, t.rawMaterialId, t.createdAt),
    // Lots that are used up stay as a record and are never walked over again.
    index('stocks_left')
      .on(t.restaurantId, t.rawMaterialId, t.expiryDate, t.createdAt)
      .where(sql`${t.quantity} > 0 AND ${t.deletedAt} IS NULL`),
  ],
)

/**
 * The ledger: every change of stock is a row, keyed so that it is applied once. A line that is wasted has `back:` and `waste:`, which cancel
 * out: so no line is ever both given back and wasted.
 */
export const stockMoves = sqliteTable(
  'stock_moves',
  {
    restaurantId: restaurantId(),
    /** `sale:<lineId>`, `back:<lineId>`, `waste:<lineId>`, or a random id. */
    key: text('key').notNull(),
    rawMaterialId: text('raw_material_id').notNull(),
    kind: text('kind').notNull(),
    delta: integer('delta').notNull(),
    /** Of a sale: the portions it was for, so that a part of it can be given back. */
    portions: integer('portions').notNull().default(0),
    reason: text('reason').notNull().default(''),
    unitCost: integer('unit_cost'),
    orderId: text('order_id'),
    /** Of a sale: what can still go back to the lots that it drew from, in the order of their use. Of a purchase or a count: its lot. */
    lots: json<[lotId: string, quantity: number][]>('lots').notNull().default([]),
    by: text('by').notNull().default(''),
    businessDate: text('business_date').notNull(),
    at: text('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.restaurantId, t.key, t.rawMaterialId] }),
    index('stock_moves_material').on(t.restaurantId, t.rawMaterialId, t.at, t.key),
    index('stock_moves_order').on(t.restaurantId, t.orderId),
  ],
)

export const recipes = sqliteTable(
  'recipes',
  {
    id: text('id').primaryKey(),
    restaurantId: restaurantId(),
    menuItemId: text('menu_item_id').notNull(),
    /** '' is of every variant that has none of its own. */
    variant: text('variant').notNull().default(''),
    /** quantity in thousandths of the material's own unit. */
    ingredients: json<{ rawMaterialId: string; quantity: number; unit: string }[]>('ingredients').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [uniqueIndex('recipes_item').on(t.restaurantId, t.menuItemId, t.variant)],
)

export const conversions = sqliteTable(
  'conversions',
  {
    id: text('id').primaryKey(),
    restaurantId: restaurantId(),
    name: text('name').notNull(),
    fromMaterial: text('from_material').notNull(),
    fromQuantity: integer('from_quantity').notNull(),
    toMaterial: text('to_material').notNull(),
    toQuantity: integer('to_quantity').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [index('conversions_restaurant').on(t.restaurantId, t.createdAt)],
)

export const materialCategories = sqliteTable(
  'material_categories',
  {
    id: text('id').primaryKey(),
    restaurantId: restaurantId(),
    parentId: text('parent_id'),
    name: text('name').notNull(),
    position: integer('position').notNull().default(0),
  },
  (t) => [index('material_categories_restaurant').on(t.restaurantId, t.parentId, t.position)],
)
