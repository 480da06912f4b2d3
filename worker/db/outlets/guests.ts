import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { OfferHours, OfferTerms } from '#domain/offer.ts'
import { customerFacet, lastHere } from '../facets.ts'
import { json, restaurantId } from './columns.ts'

/** Customers and their visits, offers, banners and feedback. See outlets.ts. */

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
    /** Updated by each completed or refunded order. */
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

/** A visit of a known customer: one row per completed order, so that it counts once; a refund deletes it. */
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

export const offers = sqliteTable(
  'offers',
  {
    id: text('id').primaryKey(),
    restaurantId: restaurantId(),
    title: text('title').notNull(),
    description: text('description').notNull().default(''),
    code: text('code'),
    type: text('type').$type<OfferTerms['type']>().notNull(),
    /** Percent, or paise for a flat offer. */
    value: integer('value').notNull(),
    minOrderAmount: integer('min_order_amount').notNull().default(0),
    maxDiscount: integer('max_discount'),
    startsAt: text('starts_at').notNull(),
    endsAt: text('ends_at').notNull(),
    days: json<number[]>('days').notNull(),
    /** Null is all day. */
    hours: json<OfferHours>('hours'),
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
