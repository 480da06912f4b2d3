import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { PurchaseCorrection, PurchaseLine } from '#domain/purchase.ts'
import { json, restaurantId } from './columns.ts'

/** Stock. Quantities are integer thousandths of the material's unit. See outlets.ts. */

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
    /** The sum of its moves, updated in the same batch. Equal to the sum of its lots; below zero when more was sold than booked, and then every lot is empty. */
    currentStock: integer('current_stock').notNull().default(0),
    createdAt: text('created_at').notNull(),
    deletedAt: text('deleted_at'),
  },
  (t) => [
    uniqueIndex('raw_materials_name')
      .on(t.restaurantId, sql`lower(${t.name})`)
      .where(sql`${t.deletedAt} IS NULL`),
    index('raw_materials_category').on(t.restaurantId, t.category),
    index('raw_materials_low')
      .on(t.restaurantId)
      .where(sql`${t.currentStock} <= ${t.minimumStock} AND ${t.deletedAt} IS NULL`),
  ],
)

/** A lot: the quantity of one purchase and what is left of it. */
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
    // Empty lots stay as a record; this index leaves them out.
    index('stocks_left')
      .on(t.restaurantId, t.rawMaterialId, t.expiryDate, t.createdAt)
      .where(sql`${t.quantity} > 0 AND ${t.deletedAt} IS NULL`),
  ],
)

/**
 * The ledger: every change of stock is a row, with a key so that it is applied once. A wasted line has a `back:` and a `waste:` row, which
 * cancel out, so that a line can't be both given back and wasted.
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
    /** For a sale: the number of portions, so that a part of it can be given back. */
    portions: integer('portions').notNull().default(0),
    reason: text('reason').notNull().default(''),
    unitCost: integer('unit_cost'),
    orderId: text('order_id'),
    /** For a sale: the quantities taken from each lot and not returned, in the order of use. For a purchase or a count: its lot. */
    lots: json<[lotId: string, quantity: number][]>('lots').notNull().default([]),
    by: text('by').notNull().default(''),
    businessDate: text('business_date').notNull(),
    at: text('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.restaurantId, t.key, t.rawMaterialId] }),
    index('stock_moves_material').on(t.restaurantId, t.rawMaterialId, t.at, t.key),
  ],
)

/** A supplier's bill (domain/purchase.ts). What was bought stays as it was booked; what stands on the bill is corrected by people. */
export const purchases = sqliteTable(
  'purchases',
  {
    id: text('id').primaryKey(),
    restaurantId: restaurantId(),
    supplier: text('supplier').notNull(),
    supplierKey: text('supplier_key').notNull(),
    billNumber: text('bill_number').notNull(),
    /** Once while it isn't taken back; null where nothing tells bills apart. */
    billKey: text('bill_key'),
    billDate: text('bill_date').notNull(),
    receiptImage: text('receipt_image'),
    note: text('note').notNull(),
    /** Paise, the sum of the lines that have an amount. */
    amount: integer('amount').notNull(),
    /** How many lines have none. */
    unpriced: integer('unpriced').notNull().default(0),
    /** Paise, as typed from the bill: with tax, freight and rounding. */
    billTotal: integer('bill_total'),
    version: integer('version').notNull().default(1),
    corrections: json<PurchaseCorrection[]>('corrections').notNull().default([]),
    lines: json<PurchaseLine[]>('lines').notNull(),
    by: text('by').notNull(),
    createdAt: text('created_at').notNull(),
    takenBackAt: text('taken_back_at'),
    takenBackBy: text('taken_back_by'),
  },
  (t) => [
    uniqueIndex('purchases_bill')
      .on(t.restaurantId, t.billKey)
      .where(sql`${t.takenBackAt} IS NULL`),
    // Also what a range cost is read from these alone.
    index('purchases_date').on(t.restaurantId, t.billDate, t.createdAt, t.id, t.takenBackAt, t.amount, t.supplier, t.billTotal, t.unpriced),
    index('purchases_supplier').on(t.restaurantId, t.supplierKey, t.billDate, t.createdAt, t.id),
  ],
)

export const recipes = sqliteTable(
  'recipes',
  {
    id: text('id').primaryKey(),
    restaurantId: restaurantId(),
    menuItemId: text('menu_item_id').notNull(),
    /** '' applies to every variant without a recipe of its own. */
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
