import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { bandOf } from './facets.ts'
import type { Charge } from '#domain/charges.ts'
import type { StoredPrinters } from '#domain/printing.ts'
import type { StoredKotSettings } from '#domain/settings.ts'
import type { TaxPercentages } from '#domain/tax.ts'
import type { NextClock } from '#domain/time.ts'

export * from './guard.ts'

/** PLATFORM: everything that is not one restaurant's own. JSON columns hold the shapes of CONTRACT §4; instants are UTC ISO-8601 text. */

const json = <T>(name: string) => text(name, { mode: 'json' }).$type<T>()

export const accounts = sqliteTable(
  'accounts',
  {
    id: text('id').primaryKey(),
    /** Lower case, unique over all accounts (CONTRACT §2). */
    email: text('email').notNull(),
    passwordHash: text('password_hash'),
    name: text('name').notNull(),
    mobileNumber: text('mobile_number').notNull().default(''),
    role: text('role').notNull(),
    restaurantId: text('restaurant_id'),
    partnerId: text('partner_id'),
    /** Of a managerialHead: the partner from whom they may read all outlets, while theirs is one of them (docs/decisions/038-heads-of-a-partner.md). */
    headOf: text('head_of'),
    isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
    createdAt: text('created_at').notNull(),
    lastLoginAt: text('last_login_at'),
    /** Opened by a sign-up whose address is not confirmed yet: whoever set its password may be a stranger. */
    isUnproven: integer('is_unproven', { mode: 'boolean' }).notNull().default(false),
    /**
     * The Google account (its `sub`) that this account is connected with (docs/decisions/023-google-without-a-script.md). A trigger of the migration empties it on
     * every change of address or password.
     */
    googleSub: text('google_sub'),
  },
  (t) => [
    uniqueIndex('accounts_email').on(t.email),
    uniqueIndex('accounts_google')
      .on(t.googleSub)
      .where(sql`${t.googleSub} IS NOT NULL`),
    index('accounts_restaurant').on(t.restaurantId, t.role),
    /** Tawa's own staff, who are few. */
    index('accounts_desk')
      .on(t.role)
      .where(sql`${t.role} IN ('admin', 'backoffice')`),
    index('accounts_partner')
      .on(t.partnerId)
      .where(sql`${t.partnerId} IS NOT NULL`),
  ],
)

/**
 * Former names of staff, and names of removed staff: payments and cancellations name people, so it must stay known who had a name when
 * (docs/decisions/030-names.md). Written by triggers of the migrations alone, on every change and removal of an
 * account of a restaurant, and on changes of partners (`restaurant_id` is theirs) and of Tawa's own staff (it is '').
 */
export const formerNames = sqliteTable(
  'former_names',
  {
    restaurantId: text('restaurant_id').notNull(),
    accountId: text('account_id').notNull(),
    name: text('name').notNull(),
    until: text('until').notNull(),
    /** The account was removed with this name. */
    isRemoved: integer('is_removed', { mode: 'boolean' }).notNull(),
  },
  (t) => [index('former_names_restaurant').on(t.restaurantId, t.until), index('former_names_account').on(t.accountId)],
)

export const sessions = sqliteTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    role: text('role').notNull(),
    restaurantId: text('restaurant_id'),
    /** Of a diner's session: the sitting it belongs to. */
    sittingId: text('sitting_id'),
    name: text('name'),
    device: text('device').notNull(),
    createdAt: text('created_at').notNull(),
    lastSeenAt: text('last_seen_at').notNull(),
    expiresAt: text('expires_at').notNull(),
    revokedAt: text('revoked_at'),
    /** For a diner: as typed at the table, or the account's own. */
    mobileNumber: text('mobile_number'),
    /** For people who may enter many restaurants: the rooms in which the session opened sockets, so that they can be closed when it ends. */
    rooms: json<{ id: string; shard: string }[]>('rooms'),
  },
  (t) => [index('sessions_account').on(t.accountId, t.revokedAt, t.expiresAt)],
)

export const partners = sqliteTable(
  'partners',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    mobileNumber: text('mobile_number').notNull().default(''),
    createdAt: text('created_at').notNull(),
    deletedAt: text('deleted_at'),
  },
  (t) => [
    index('partners_email').on(t.email),
    index('partners_created')
      .on(t.createdAt)
      .where(sql`${t.deletedAt} IS NULL`),
    index('partners_name')
      .on(sql`lower(${t.name})`)
      .where(sql`${t.deletedAt} IS NULL`),
  ],
)

export const restaurants = sqliteTable(
  'restaurants',
  {
    id: text('id').primaryKey(),
    establishmentName: text('establishment_name').notNull(),
    /** Name of the binding that holds the restaurant's own rows: OUTLETS_0 … OUTLETS_n. Never changes by itself. */
    shard: text('shard').notNull(),
    partnerId: text('partner_id'),
    approvalStatus: text('approval_status').notNull().default('pending'),
    rejectionReason: text('rejection_reason'),
    /** The zone before the latest change, which is in `next_clock` (docs/decisions/018-next-clock.md). The same applies to the reset time in `kotSettings`. */
    timezone: text('timezone').notNull().default('Asia/Kolkata'),
    /** The latest change of zone or reset time: it waits until its instant, and is in force from then on. */
    nextClock: json<NextClock | null>('next_clock'),
    /** Route → roles; null means the default table. */
    permissions: json<Record<string, string[]>>('permissions'),
    maxSessionsPerUser: integer('max_sessions_per_user').notNull().default(1),
    taxPercentages: json<TaxPercentages>('tax_percentages').notNull(),
    taxSettings: json<{ roundOff: boolean; composition?: boolean; charges?: Charge[]; pricesIncludeTax?: boolean }>(
      'tax_settings',
    ).notNull(),
    paymentTypes: json<string[]>('payment_types').notNull(),
    kotSettings: json<StoredKotSettings>('kot_settings').notNull(),
    qrSettings: json<Record<string, boolean>>('qr_settings').notNull(),
    printSettings: json<Record<string, unknown>>('print_settings').notNull(),
    /** Its printers by id. They are kept here because every call that makes a print job has already read this row (docs/decisions/028-print-queue.md). */
    printers: json<StoredPrinters>('printers')
      .notNull()
      .default(sql`'{}'`),
    invoicePrefix: text('invoice_prefix').notNull(),
    /** The rest of SPEC §3's fields, as one document, because no query filters by them. */
    profile: json<Record<string, unknown>>('profile').notNull(),
    /** The bill's logo can be large, so it is read only where it is printed. */
    imageBase64ForBill: text('image_base64_for_bill'),
    /** When it was applied for; the last time, if it was rejected and sent again. */
    createdAt: text('created_at').notNull(),
    deletedAt: text('deleted_at'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    index('restaurants_partner').on(t.partnerId),
    index('restaurants_status')
      .on(t.approvalStatus, t.createdAt)
      .where(sql`${t.deletedAt} IS NULL`),
    index('restaurants_created')
      .on(t.createdAt)
      .where(sql`${t.deletedAt} IS NULL`),
    index('restaurants_name')
      .on(sql`lower(${t.establishmentName})`)
      .where(sql`${t.deletedAt} IS NULL`),
    index('restaurants_status_name')
      .on(t.approvalStatus, sql`lower(${t.establishmentName})`)
      .where(sql`${t.deletedAt} IS NULL`),
  ],
)

/** How many rows a list has, by facet and by day, as in a shard (worker/db/outlets/commands.ts, `tallies`). */
export const tallies = sqliteTable(
  'tallies',
  {
    /** `restaurants`, `partners`, `claims`; `shards` are restaurants by their shard. */
    list: text('list').notNull(),
    span: integer('span').notNull(),
    start: text('start').notNull(),
    facet: text('facet').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.list, t.span, t.start, t.facet] })],
)

/**
 * The words that the back office and diners search by, in lower case: of a restaurant's name and address, of a partner's name and e-mail address. Kept by
 * triggers (migrations, "By hand"), so that a search reads an index instead of every restaurant.
 */
export const searchWords = sqliteTable(
  'search_words',
  {
    /** `restaurants`, `partners`; `listings`: the restaurants that the app lists. */
    list: text('list').notNull(),
    word: text('word').notNull(),
    id: text('id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.list, t.word, t.id] }), index('search_words_id').on(t.id, t.word)],
)

/** Attempts in a window, for limits that count per account or address (CONTRACT §2). */
export const attempts = sqliteTable(
  'attempts',
  {
    key: text('key').primaryKey(),
    windowStart: integer('window_start').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [index('attempts_window').on(t.windowStart), check('attempts_count', sql`${t.count} >= 0`)],
)

/**
 * Devices with which an account has signed in by its password: each has tries of its own, so that strangers can't keep it out (domain/limits.ts, `knownDevice`).
 * A known device has no other effect. Devices are forgotten with a new password.
 */
export const knownDevices = sqliteTable(
  'known_devices',
  {
    accountId: text('account_id').notNull(),
    /**
     * SHA-256 of the secret that only this device has, in a cookie (worker/auth/knownDevice.ts). The column held the `X-Device-Id` once, which colleagues can
     * read, and keeps its name for the previous version of the Worker, which still runs during a deploy; what that one writes lets nobody in.
     */
    secretHash: text('device_id').notNull(),
    seenAt: text('seen_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.secretHash] })],
)

/** One-time codes and links: stored hashed, single use (CONTRACT §2). `purpose`: diner, reset, claim, invitation; googleToken: an ID token that was used, until it ends. */
export const codes = sqliteTable(
  'codes',
  {
    id: text('id').primaryKey(),
    purpose: text('purpose').notNull(),
    /** The e-mail address or the digits of the mobile number; for a link the hash of its token. */
    subject: text('subject').notNull(),
    codeHash: text('code_hash').notNull(),
    accountId: text('account_id'),
    /** Data for the call that uses it, as JSON. */
    data: json<Record<string, unknown>>('data'),
    /**
     * No longer written: tries are counted in `attempts` (LIMITS.codeTry). The column stays for the previous version of the Worker, which still runs during a
     * deploy.
     */
    tries: integer('tries').notNull().default(0),
    createdAt: text('created_at').notNull(),
    expiresAt: text('expires_at').notNull(),
    usedAt: text('used_at'),
  },
  (t) => [
    index('codes_subject').on(t.purpose, t.subject, t.createdAt),
    index('codes_expires').on(t.expiresAt),
    check('codes_tries', sql`${t.tries} <= 5`),
  ],
)

export const claims = sqliteTable(
  'claims',
  {
    id: text('id').primaryKey(),
    restaurantId: text('restaurant_id').notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    mobileNumber: text('mobile_number').notNull(),
    message: text('message').notNull().default(''),
    documents: json<{ name: string; key: string }[]>('documents').notNull(),
    status: text('status').notNull().default('pending'),
    reason: text('reason'),
    createdAt: text('created_at').notNull(),
    /** Only the link mailed for this approval is good. Null on an approved claim: no link is good, because another claim of the restaurant was completed. */
    processedAt: text('processed_at'),
  },
  (t) => [
    index('claims_status').on(t.status, t.createdAt),
    index('claims_created').on(t.createdAt),
    index('claims_name').on(sql`lower(${t.name})`),
    index('claims_status_name').on(t.status, sql`lower(${t.name})`),
    uniqueIndex('claims_pending')
      .on(t.restaurantId, t.email)
      .where(sql`${t.status} = 'pending'`),
    index('claims_approved')
      .on(t.restaurantId)
      .where(sql`${t.status} = 'approved'`),
  ],
)

/** Decisions on applications and claims, for the back office's dashboard: a row is written with each decision and keeps the names of that moment. */
export const deskDecisions = sqliteTable(
  'desk_decisions',
  {
    id: text('id').primaryKey(),
    at: text('at').notNull(),
    /** A value of domain/api/backoffice.ts, `DECISIONS`. */
    kind: text('kind').notNull(),
    restaurantId: text('restaurant_id').notNull(),
    /** The restaurant's. */
    name: text('name').notNull(),
    /** The person who decided; of a completed claim the new owner. */
    byId: text('by_id').notNull(),
    by: text('by').notNull(),
    reason: text('reason'),
    /** When the application or claim came in. */
    since: text('since').notNull(),
  },
  (t) => [
    index('desk_decisions_at').on(t.at),
    index('desk_decisions_by').on(t.byId, t.at),
    index('desk_decisions_restaurant').on(t.restaurantId, t.at),
  ],
)

/** A diner's saved dishes. The item is in a shard, so its restaurant is named here. */
export const savedItems = sqliteTable(
  'saved_items',
  {
    accountId: text('account_id').notNull(),
    menuItemId: text('menu_item_id').notNull(),
    restaurantId: text('restaurant_id').notNull(),
    savedAt: text('saved_at').notNull(),
  },
  (t) => [uniqueIndex('saved_items_one').on(t.accountId, t.menuItemId), index('saved_items_account').on(t.accountId, t.savedAt)],
)

/**
 * The restaurants at which an account has sat at a table, written with the sitting's session and so before any order there: past orders are asked of these
 * restaurants' shards alone (docs/decisions/027-past-orders.md).
 */
export const dinerPlaces = sqliteTable(
  'diner_places',
  {
    accountId: text('account_id').notNull(),
    restaurantId: text('restaurant_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.restaurantId] })],
)

/** The restaurants that the app lists: approved ones with a location. A separate table, so that `nearby` reads an index and no profile documents. */
export const listings = sqliteTable(
  'listings',
  {
    restaurantId: text('restaurant_id').primaryKey(),
    name: text('name').notNull(),
    latitude: integer('latitude').notNull(),
    longitude: integer('longitude').notNull(),
    recommended: integer('recommended', { mode: 'boolean' }).notNull().default(false),
  },
  // By bands of latitude, and by longitude within each: an index on the latitude itself would read every restaurant on earth between two latitudes.
  (t) => [index('listings_place').on(bandOf(t), t.longitude)],
)

/** Sync keys, which can only read (CONTRACT §2). Only the hash is stored; the key itself is shown once. */
export const syncKeys = sqliteTable(
  'sync_keys',
  {
    id: text('id').primaryKey(),
    restaurantId: text('restaurant_id').notNull(),
    label: text('label').notNull(),
    prefix: text('prefix').notNull(),
    keyHash: text('key_hash').notNull(),
    /** Name of the owner who made it; null for a key made before names were kept. */
    createdBy: text('created_by'),
    /** Their account: a key works as long as its maker may make keys (access/synckey.ts). Null for older keys whose maker isn't known for certain. */
    createdById: text('created_by_id'),
    /** The partner who made it in an outlet that it had entered; the key ends when the outlet is no longer the partner's. */
    partnerId: text('partner_id'),
    createdAt: text('created_at').notNull(),
    lastUsedAt: text('last_used_at'),
    revokedAt: text('revoked_at'),
  },
  (t) => [
    uniqueIndex('sync_keys_hash').on(t.keyHash),
    index('sync_keys_restaurant').on(t.restaurantId, t.createdAt),
    index('sync_keys_partner').on(t.partnerId),
  ],
)

/** First successful answers of calls whose rows are here: as `idempotency` of a shard (CONTRACT §1, §9). */
export const idempotency = sqliteTable(
  'idempotency',
  {
    account: text('account').notNull(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    status: integer('status').notNull(),
    body: text('body').notNull(),
    at: text('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.account, t.key] }), index('idempotency_at').on(t.at)],
)

/** Development's messages, in place of a mail and an SMS service (GET /dev/outbox). */
export const devOutbox = sqliteTable(
  'dev_outbox',
  {
    id: text('id').primaryKey(),
    kind: text('kind').notNull(),
    to: text('to').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    at: text('at').notNull(),
  },
  (t) => [index('dev_outbox_at').on(t.at), index('dev_outbox_to').on(t.to, t.at)],
)
