import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Chain, ChainCounts } from '#domain/chainMenu.ts'
import type { DietType } from '#domain/order.ts'
import { json, restaurantId } from './columns.ts'

/** The menu. See outlets.ts. */

export const categories = sqliteTable(
  'categories',
  {
    id: text('id').primaryKey(),
    restaurantId: restaurantId(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    /** The station of its dishes that name none themselves. */
    station: text('station'),
    position: integer('position').notNull().default(0),
    version: integer('version').notNull().default(1),
  },
  // A name is unique, ignoring case, also when two devices or an import add it at once.
  // Before these indexes 0001_v1.sql has statements written by hand, which rename duplicates of older databases: keep them when it is generated again.
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
    code: text('code'),
    /** Its name on KOT and bill; null: the dish's name. A line keeps the one that was valid when it was sent. */
    printName: text('print_name'),
    /** kcal of a portion. */
    calories: integer('calories'),
    allergens: json<string[]>('allergens').notNull().default([]),
    /** A copy of a partner's chain menu: which dish it is a copy of, in whichever outlet. */
    masterId: text('master_id'),
    /** Of a copy: what was pushed last, and which fields are the outlet's own (domain/chainMenu.ts). */
    chain: json<Chain>('chain'),
    /** Its own GST in percent; null: the outlet's. */
    gstRate: json<number>('gst_rate'),
    /** Whether its price includes the tax; null: as the outlet's prices do. */
    taxIncluded: integer('tax_included', { mode: 'boolean' }),
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
    uniqueIndex('menu_items_code')
      .on(t.restaurantId, sql`lower(${t.code})`)
      .where(sql`${t.code} IS NOT NULL`),
    // So that two simultaneous pushes add a dish only once.
    uniqueIndex('menu_items_master')
      .on(t.restaurantId, t.masterId)
      .where(sql`${t.masterId} IS NOT NULL`),
    index('menu_items_off')
      .on(t.restaurantId)
      .where(sql`${t.available} = 0 OR ${t.remaining} = 0`),
    check('menu_items_remaining', sql`${t.remaining} IS NULL OR ${t.remaining} >= 0`),
  ],
)

/** The pushes of a partner to this outlet. */
export const menuPushes = sqliteTable(
  'menu_pushes',
  {
    id: text('id').primaryKey(),
    restaurantId: restaurantId(),
    /** The outlet whose menu was pushed. */
    sourceId: text('source_id').notNull(),
    at: text('at').notNull(),
    by: text('by').notNull(),
    counts: json<ChainCounts>('counts').notNull(),
  },
  (t) => [index('menu_pushes_at').on(t.restaurantId, t.at)],
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
