import { getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { randomId } from '#domain/ids.ts'
import { type Role, STAFF_ROLES } from '#domain/roles.ts'
import { batch } from '../../db/index.ts'
import * as outlets from '../../db/outlets.ts'
import * as platform from '../../db/platform.ts'
import { insertMany } from '../../db/rows.ts'
import { signToken } from '../../access/session.ts'
import { setStage, type Stage } from '../stage.ts'
import { call, makeRestaurant, signIn, testEnv, type World } from '../world.ts'

/**
 * Where the matrix is played: outlets one and two of one partner on two shards, outlet three of another partner on the shard of two. Every text of
 * theirs holds a mark that tells whose it is and who may see it, and every principal of CONTRACT §2 is there.
 */
export type Place = {
  name: string
  stage: Stage
  restaurantId: string
  partnerId: string
  marks: Marks
  /** All its rows' ids, and those among them that the public may see. */
  ids: Set<string>
  publicIds: Set<string>
}
/** `open`: what its public calls show. `shut`: only for its staff. `seat`: of its tables and orders. */
type Marks = { open: string; shut: string; seat: string }

export type Principal = {
  name: string
  kind: 'nobody' | 'dead' | 'limited' | 'staff' | 'diner' | 'partner' | 'backoffice' | 'admin' | 'syncKey' | 'revokedKey'
  role: Role | null
  token: string | null
  syncKey?: string
  /** The refusal it gets, where that isn't just 401 or 403. */
  code?: string
  /** The restaurant that it always names in X-Restaurant-Id. */
  inside?: string
  partnerId?: string
  /** Of a diner: a guest of its table, an account that sits, or one whose sitting has ended. */
  diner?: 'guest' | 'account' | 'ended'
  mine: Place
  others: Place[]
  /** Marks and ids that it may see. */
  sees: { marks: Set<string>; ids: Set<string> }
  /** A second sign-in: logout ends the session with which it is called. */
  again?: () => Promise<string>
}

export type Evening = {
  one: Place
  two: Place
  three: Place
  /** All marks, and all ids. */
  marks: string[]
  ids: Set<string>
  principals: Principal[]
}

const ID = /[0-9a-hjkmnp-tv-z]{26}/g
export const idsIn = (text: string): string[] => text.match(ID) ?? []
const idsOf = (rows: unknown) => new Set(idsIn(JSON.stringify(rows)))

/** Of a shard's tables: those whose rows the public sees (templates in the dishes that carry them), and those that are of tables and orders. */
export const PUBLIC_TABLES = ['categories', 'subcategories', 'menu_items', 'addon_templates', 'offers', 'banners']
export const SEAT_TABLES = ['dining_tables', 'orders', 'tickets', 'lines', 'events', 'idempotency']
/** Rows that have only numbers, ids and people's names here: their ids are their marks. */
export const WORDLESS_TABLES = [
  'counters',
  'tallies',
  'kot_epochs',
  'day_notes',
  'rollups',
  'payments',
  'visits',
  'statistics',
  'stocks',
  'recipes',
  'stock_moves',
  'saved_items',
]

/** Free text of private tables that a stage doesn't mark by itself. */
const PRIVATE_TEXT: Record<string, string> = {
  raw_materials: 'name',
  conversions: 'name',
  material_categories: 'name',
  purchases: 'supplier',
  print_jobs: 'title',
  feedback: 'comment',
}

/** Moves one mark to another in all text columns of these tables. */
const remark = (w: World, tables: readonly string[], from: string, to: string) =>
  Object.values<unknown>(outlets)
    .filter((t): t is SQLiteTable => is(t, SQLiteTable) && tables.includes(getTableName(t)))
    .map((t) => {
      const texts = Object.values(getTableColumns(t)).filter((c) => c.columnType === 'SQLiteText' || c.columnType === 'SQLiteTextJson')
      const sets = texts.map((c) => sql`${sql.identifier(c.name)} = replace(${sql.identifier(c.name)}, ${from}, ${to})`)
      return sql`UPDATE ${sql.identifier(getTableName(t))} SET ${sql.join(sets, sql`, `)} WHERE restaurant_id = ${w.id}`
    })

async function makePlace(name: string, shard: 'OUTLETS_0' | 'OUTLETS_1', partnerId: string): Promise<Place> {
  const mark = (kind: string) => `${kind}${name}${randomId().slice(-10)}`
  const marks = { open: mark('open'), shut: mark('shut'), seat: mark('seat') }
  const w = await makeRestaurant({ shard, canary: marks.open })
  const stage = await setStage(w, { canary: marks.shut })
  // A regular with a visit and feedback, an alert, a KOT reset, a stock count, a used key: no table is empty.
  const regular = await w.order([w.line('beer')], { orderType: 'Take Away', customer_name: 'Ravi', mobile_number: '9820012345' })
  const settled = await w.settle(regular._id)
  const [{ feedback_token: feedbackToken }] = await w.rows('SELECT feedback_token FROM orders WHERE id = ?', regular._id)
  const done = [
    settled,
    await call('POST /feedback/submit', { body: { orderId: regular._id, rating: 4, comment: 'Good', feedbackToken } }),
    await w.does('waiter', 'POST /tables/alert', { tableId: w.tables[2], alertType: marks.seat }, { key: randomId() }),
    await w.does('superuser', 'GET /kot/reset'),
    await w.does('cashier', 'POST /orders/drawer', { kind: 'in', amount: 500, reason: marks.shut }),
    await call(`POST /statistics/view/${w.items.plain}`),
  ]
  const failed = done.find((reply) => reply.status >= 300)
  if (failed) throw new Error(failed.text)
  for (const role of STAFF_ROLES) await w.as(role)

  const of = sql`restaurant_id = ${w.id}`
  const pushed = { new: 0, price: 0, changed: 0, gone: 0, kept: 0, refused: 0, same: 1 }
  await batch(w.db, [
    sql`INSERT INTO menu_pushes (id, restaurant_id, source_id, at, by, counts) VALUES (${randomId()}, ${w.id}, ${w.id}, ${new Date().toISOString()}, ${marks.shut}, ${JSON.stringify(pushed)})`,
    ...remark(w, PUBLIC_TABLES, marks.shut, marks.open),
    ...remark(w, SEAT_TABLES, marks.shut, marks.seat),
    ...remark(w, ['dining_tables'], marks.open, marks.seat),
    ...remark(w, ['customers', 'stock_moves'], marks.open, marks.shut),
    ...Object.entries(PRIVATE_TEXT).map(
      ([table, column]) =>
        sql`UPDATE ${sql.identifier(table)} SET ${sql.identifier(column)} = ${sql.identifier(column)} || ${marks.shut} WHERE ${of}`,
    ),
    sql`UPDATE customers SET note = note || ${marks.shut} WHERE ${of}`,
    sql`UPDATE orders SET customer_name = ${marks.seat}, additional_note = ${marks.seat}, special_instructions = ${marks.seat}, biller = ${marks.seat} WHERE ${of}`,
    sql`UPDATE tickets SET sent_by = ${marks.seat} WHERE ${of}`,
    sql`UPDATE lines SET additional_item_note = ${marks.seat} WHERE ${of}`,
    sql`UPDATE events SET data = json_set(data, '$.mark', ${marks.seat}) WHERE ${of}`,
    sql`UPDATE idempotency SET body = json_set(body, '$.mark', ${marks.seat}) WHERE ${of}`,
  ])
  // GSTIN and FSSAI number stand on every bill, a guest's phone included.
  const secret = { user_name: marks.shut, user_contact_number: marks.shut }
  await batch(testEnv.PLATFORM, [
    sql`UPDATE restaurants SET profile = json_patch(profile, ${JSON.stringify(secret)}), print_settings = json_set(print_settings, '$.footer', ${marks.shut}) WHERE id = ${w.id}`,
    // The stage has given each a partner of its own.
    sql`UPDATE restaurants SET partner_id = ${partnerId} WHERE partner_id = (SELECT partner_id FROM restaurants WHERE id = ${w.id})`,
    sql`UPDATE accounts SET head_of = ${partnerId} WHERE role = 'managerialHead' AND restaurant_id IN (SELECT id FROM restaurants WHERE partner_id = ${partnerId})`,
    sql`UPDATE partners SET name = name || ${marks.shut} WHERE id = ${partnerId}`,
    sql`UPDATE accounts SET name = name || ${marks.shut} WHERE ${of} AND role <> 'user'`,
  ])
  return { name, stage, restaurantId: w.id, partnerId, marks, ids: new Set(), publicIds: new Set() }
}

/** A place's rows in PLATFORM, those that its stage prepared too. `last_used_at` is left out, because every read with a key writes it. */
async function platformRows({ stage, restaurantId: id, partnerId }: Place): Promise<Record<string, unknown>> {
  const aside = sql`(SELECT value FROM json_each(${JSON.stringify(Object.values(stage.platform))}))`
  const reads = {
    restaurants: sql`SELECT * FROM restaurants WHERE id = ${id} OR id IN ${aside} ORDER BY id`,
    accounts: sql`SELECT * FROM accounts WHERE restaurant_id = ${id} OR restaurant_id IN ${aside} ORDER BY id`,
    sync_keys: sql`SELECT id, restaurant_id, label, prefix, key_hash, created_at, revoked_at FROM sync_keys WHERE restaurant_id = ${id} ORDER BY id`,
    claims: sql`SELECT * FROM claims WHERE restaurant_id = ${id} ORDER BY id`,
    listings: sql`SELECT * FROM listings WHERE restaurant_id = ${id}`,
    saved_items: sql`SELECT * FROM saved_items WHERE restaurant_id = ${id} ORDER BY account_id, menu_item_id`,
    partners: sql`SELECT * FROM partners WHERE id = ${partnerId} OR id IN ${aside} ORDER BY id`,
    codes: sql`SELECT c.* FROM codes c JOIN accounts a ON a.id = c.account_id WHERE a.restaurant_id = ${id} ORDER BY c.id`,
  }
  const rows = await batch(testEnv.PLATFORM, Object.values(reads))
  return Object.fromEntries(Object.keys(reads).map((name, i) => [name, rows[i]]))
}

/** The number of rows in each table of PLATFORM except attempts, so that no new row goes unnoticed. */
export async function countPlatform(): Promise<Record<string, unknown>> {
  const tables = Object.values<unknown>(platform).filter((t): t is SQLiteTable => is(t, SQLiteTable) && t !== platform.attempts)
  const rows = await batch(
    testEnv.PLATFORM,
    tables.map((t) => sql`SELECT count(*) AS n FROM ${sql.identifier(getTableName(t))}`),
  )
  return Object.fromEntries(tables.map((t, i) => [getTableName(t), rows[i]?.[0]?.n]))
}

/** All that a place has, in both databases and its room. */
export async function stateOf(place: Place): Promise<Record<string, unknown>> {
  const { ended: _e, ...own } = await place.stage.w.everything()
  return { ...own, ...(await platformRows(place)) }
}

/** The part of a restaurant that only one diner may see: its table with its order. It has a mark of its own. */
async function makeSeat(place: Place, n: number, name: string): Promise<{ mark: string; orderId: string; tableId: string }> {
  const { w } = place.stage
  const mark = `seat${name}${randomId().slice(-10)}`
  const tableId = w.tables[n] ?? ''
  const [row] = await w.rows("SELECT id FROM orders WHERE restaurant_id = ? AND table_id = ? AND order_status = 'pending'", w.id, tableId)
  const of = sql`restaurant_id = ${w.id} AND order_id = ${row.id}`
  await batch(w.db, [
    sql`UPDATE orders SET customer_name = ${mark}, additional_note = ${mark}, special_instructions = ${mark}, biller = ${mark} WHERE id = ${row.id}`,
    sql`UPDATE tickets SET sent_by = ${mark} WHERE ${of}`,
    sql`UPDATE lines SET additional_item_note = ${mark} WHERE ${of}`,
    sql`UPDATE dining_tables SET area = ${mark} WHERE id = ${tableId}`,
    sql`UPDATE events SET data = replace(data, ${place.marks.seat}, ${mark}) WHERE restaurant_id = ${w.id} AND table_id = ${tableId}`,
  ])
  return { mark, orderId: String(row.id), tableId }
}

/** The outlet as one of its diners sees it: every table is the diner's table, every order the diner's order. */
async function seatOf(
  place: Place,
  seat: { mark: string; orderId: string; tableId: string },
  dinerId: string,
  name: string,
): Promise<Place> {
  const { w } = place.stage
  const order = await w.read(seat.orderId)
  if (!order) throw new Error('the diner has no order')
  const rows = await batch(w.db, [
    sql`SELECT id, feedback_token FROM orders WHERE id = ${seat.orderId}`,
    sql`SELECT kot_id FROM tickets WHERE order_id = ${seat.orderId}`,
    sql`SELECT line_id FROM lines WHERE order_id = ${seat.orderId}`,
    sql`SELECT id, sitting_id, qr_token FROM dining_tables WHERE id = ${seat.tableId}`,
  ])
  return {
    ...place,
    name,
    stage: { ...place.stage, w: { ...w, tables: w.tables.map(() => seat.tableId) }, order, dinerId } as Stage,
    marks: { open: place.marks.open, shut: seat.mark, seat: seat.mark },
    ids: new Set([...idsOf(rows), ...place.publicIds, dinerId]),
  }
}

export async function setEvening(): Promise<Evening> {
  const [group, stranger] = [randomId(), randomId()]
  const partner = (id: string) => ({ id, name: 'Kavita ', email: `${id}@test.test`, createdAt: new Date().toISOString() })
  await batch(testEnv.PLATFORM, [insertMany(platform.partners, [partner(group), partner(stranger)])])
  const one = await makePlace('one', 'OUTLETS_0', group)
  const two = await makePlace('two', 'OUTLETS_1', group)
  const three = await makePlace('three', 'OUTLETS_1', stranger)
  const { w } = one.stage

  // The account's own order, at table 1, and the guests' orders at tables 0 and 3.
  const sitting = async (n: number) =>
    String((await w.rows('SELECT sitting_id FROM dining_tables WHERE id = ?', w.tables[n]))[0].sitting_id)
  const account = await signIn('user', { restaurantId: w.id, shard: w.shard, sittingId: await sitting(1) })
  const placed = await call('POST /orders', {
    token: account.token,
    body: { order: { tableId: w.tables[1], kots: [w.kot([w.line('plain')])] } },
  })
  if (placed.status !== 201) throw new Error(placed.text)
  const ended = await signIn('user', { restaurantId: w.id, shard: w.shard, sittingId: randomId() })
  const guest = await w.guest(0)
  const seats = [await makeSeat(one, 0, 'guest'), await makeSeat(one, 3, 'neighbour'), await makeSeat(one, 1, 'account')] as const

  for (const place of [one, two, three]) {
    const state = await stateOf(place)
    place.ids = idsOf(state)
    place.publicIds = idsOf([place.restaurantId, ...PUBLIC_TABLES.map((table) => state[table])])
  }
  const guestSeat = await seatOf(one, seats[0], guest.accountId, 'their own table')
  const neighbourSeat = await seatOf(one, seats[1], one.stage.dinerId, 'a neighbour’s table')
  const accountSeat = await seatOf(one, seats[2], account.accountId, 'their own table')

  const all = [one, two, three]
  const marksOf = (...places: Place[]) => new Set(places.flatMap((p) => Object.values(p.marks)))
  const seen = (...places: Place[]) => ({
    marks: new Set([...marksOf(...places), ...(places.includes(one) ? seats.map((s) => s.mark) : [])]),
    ids: new Set(places.flatMap((p) => [...p.ids])),
  })
  const nothing = { marks: new Set<string>(), ids: new Set<string>() }

  /** `strangers`: for the head, who reads the partner's other outlets and no more. */
  const staff = async (place: Place, others: Place[], strangers: Place[] = []): Promise<Principal[]> => {
    const restaurant = { restaurantId: place.restaurantId, shard: place.stage.w.shard }
    return Promise.all(
      STAFF_ROLES.map(async (role): Promise<Principal> => ({
        name: `${role} of ${place.name}`,
        kind: 'staff',
        role,
        token: await place.stage.w.as(role),
        partnerId: place.partnerId,
        mine: place,
        others: role === 'managerialHead' ? [...others, ...strangers] : others,
        sees: seen(place),
        again: async () => (await signIn(role, restaurant)).token,
      })),
    )
  }
  const inOne = { restaurantId: w.id, shard: w.shard }
  const owner = await w.as('superuser')
  const [head = '', payload = '', signature = ''] = owner.split('.')
  const base64 = (text: string) => btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
  const promoted = base64(JSON.stringify({ ...JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))), role: 'admin' }))
  const lapsed = await signIn('superuser', inOne)
  const revoked = await signIn('superuser', inOne)
  const inactive = await signIn('superuser', inOne)
  const signedOut = await call('POST /auth/logout', { token: revoked.token })
  if (signedOut.status !== 200) throw new Error(signedOut.text)
  await batch(testEnv.PLATFORM, [
    sql`UPDATE sessions SET expires_at = ${new Date(Date.now() - 1000).toISOString()} WHERE id = ${lapsed.sid}`,
    sql`UPDATE accounts SET is_active = 0 WHERE id = ${inactive.accountId}`,
  ])
  const forged = await signToken(
    { ...testEnv, JWT_SECRET: 'another secret' },
    { sub: randomId(), role: 'admin', sid: lapsed.sid },
    new Date(Date.now() + 60_000),
  )

  const stranded = { mine: one, others: [two], sees: nothing }
  const dead = (name: string, token: string, code: string): Principal => ({ name, kind: 'dead', role: null, token, code, ...stranded })
  const limited = async (role: 'superuser' | 'partner', status: 'pending' | 'rejected', code: string): Promise<Principal> => {
    const owner = partner(randomId())
    await batch(testEnv.PLATFORM, [insertMany(platform.partners, [owner])])
    const place = await makeRestaurant({
      approvalStatus: status,
      partnerId: owner.id,
      tables: 0,
      settings: { rejectionReason: status === 'rejected' ? 'No licence' : null },
    })
    return {
      name: role === 'partner' ? `the partner in a ${status} outlet` : `superuser of a ${status} restaurant`,
      kind: 'limited',
      role,
      token: await place.as(role),
      code,
      ...(role === 'partner' ? { inside: place.id, partnerId: owner.id } : {}),
      ...stranded,
      again: async () =>
        (await signIn(role, role === 'partner' ? { partnerId: owner.id } : { restaurantId: place.id, shard: place.shard })).token,
    }
  }
  const diner = (
    name: string,
    kind: NonNullable<Principal['diner']>,
    token: string,
    mine: Place,
    others: Place[],
    sittingId: string,
  ): Principal => ({
    name,
    kind: 'diner',
    role: 'user',
    diner: kind,
    token,
    mine,
    others,
    sees: { marks: marksOf(mine), ids: mine.ids },
    again: async () => (await signIn('user', { ...inOne, sittingId, guest: kind === 'guest' })).token,
  })
  const entering = async (role: 'partner' | 'backoffice' | 'admin', name: string, mine: Place, others: Place[], sees: Place[]) => {
    const partnerId = role === 'partner' ? mine.partnerId : null
    return {
      name,
      kind: role,
      role,
      token: (await signIn(role, { partnerId })).token,
      ...(partnerId ? { partnerId } : {}),
      mine,
      others,
      sees: seen(...sees),
      again: async () => (await signIn(role, { partnerId })).token,
    } satisfies Principal
  }
  const keyOf = (place: Place, other: Place): Principal => ({
    name: `the sync key of ${place.name}`,
    kind: 'syncKey',
    role: null,
    token: null,
    syncKey: place.stage.syncKeys.live,
    mine: place,
    others: [other],
    sees: seen(place),
  })

  const principals: Principal[] = [
    { name: 'nobody', kind: 'nobody', role: null, token: null, ...stranded },
    dead('a tampered token', `${head}.${promoted}.${signature}`, 'invalid_token'),
    dead('an unsigned token', `${base64('{"alg":"none"}')}.${promoted}.`, 'invalid_token'),
    dead('a token signed by another', forged, 'invalid_token'),
    dead('an expired token', (await signIn('superuser', { ...inOne, expiresIn: -1000 })).token, 'token_expired'),
    dead('a lapsed session', lapsed.token, 'token_expired'),
    dead('a session signed out', revoked.token, 'session_expired'),
    dead('an inactive employee', inactive.token, 'session_expired'),
    dead(
      'a guest whose sitting has ended',
      (await signIn('user', { ...inOne, sittingId: randomId(), guest: true })).token,
      'session_expired',
    ),
    await limited('superuser', 'pending', 'pending_approval'),
    await limited('superuser', 'rejected', 'rejected'),
    await limited('partner', 'pending', 'pending_approval'),
    await limited('partner', 'rejected', 'rejected'),
    ...(await staff(one, [two], [three])),
    ...(await staff(two, [three])),
    diner('a guest', 'guest', guest.token, guestSeat, [neighbourSeat, two], await sitting(0)),
    diner('a guest next to them', 'guest', one.stage.guest.token, neighbourSeat, [guestSeat, two], await sitting(3)),
    diner('a diner with an account', 'account', account.token, accountSeat, [guestSeat, two], await sitting(1)),
    diner(
      'an account whose sitting has ended',
      'ended',
      ended.token,
      { ...accountSeat, stage: { ...accountSeat.stage, dinerId: ended.accountId }, ids: new Set([...one.publicIds, ended.accountId]) },
      [accountSeat, two],
      randomId(),
    ),
    await entering('partner', 'the partner of one and two', one, [two, three], [one, two]),
    await entering('partner', 'the partner of three', three, [one], [three]),
    await entering('backoffice', 'the back office', one, [two], all),
    await entering('admin', 'an administrator', one, [two], all),
    keyOf(one, two),
    keyOf(two, three),
    { ...keyOf(one, two), name: 'a revoked sync key', kind: 'revokedKey', syncKey: one.stage.syncKeys.revoked, sees: nothing },
  ]
  return {
    one,
    two,
    three,
    marks: [...marksOf(...all), ...seats.map((s) => s.mark)],
    ids: new Set(all.flatMap((p) => [...p.ids])),
    principals,
  }
}
