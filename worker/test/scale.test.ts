import { beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '#domain/roles.ts'
import { env } from './env.ts'
import { Recorder } from './recorder.ts'
import { signIn } from './world.ts'
import { A_DAY, knownThere, type Old, prepareYears, withRestaurants, withYears } from './years.ts'

/**
 * Nothing gets slower with the years (docs/decisions/007-totals.md): two restaurants that are equally busy, one with 10,000 orders behind it and one with
 * 200,000, and what D1 says that it has read for the same call.
 */
const databases = { OUTLETS_0: env.YEARS }
let young: Old
let old: Old

beforeAll(async () => {
  await prepareYears()
  young = await withYears(10_000)
  old = await withYears(200_000)
  // Neither ends where a table does.
  await withYears(A_DAY * 4)
}, 240_000)

type Ask = { role: Role; address: string; body?: unknown; token?: string }

async function cost(w: Old, { role, address, body, token }: Ask): Promise<{ rows: number; shown: number; body: any }> {
  const record = new Recorder({ databases, latency: 0 })
  const reply = await record.call(address, token ?? (await w.as(role)), body)
  if (reply.status >= 300) throw new Error(`${address}: ${reply.status} ${reply.text}`)
  const answer = reply.text ? JSON.parse(reply.text) : {}
  return { rows: record.rowsRead, shown: Object.values(answer).find((v) => Array.isArray(v))?.length ?? 0, body: answer }
}

const both = async (ask: (w: Old) => Ask) => [await cost(young, ask(young)), await cost(old, ask(old))] as const

/** A call with its input; its name is the address as called in the older restaurant. */
type Case = [role: Role, address: (w: Old) => string, body?: (w: Old) => unknown]

const list = (role: Role, path: string, ...queries: string[]): Case[] =>
  queries.map((query) => [
    role,
    (w) => `${path}?${query.replace('{table}', w.tables[3] ?? '').replace(/\{(\d+)\}/g, (_, n) => w.day(Number(n)))}`,
  ])
const analytics = (name: string, ...periods: string[]): Case[] =>
  periods.map((period) => ['superuser', () => `POST /api/analytics/${name}`, () => ({ period })])
const menu = (path: string): Case => ['superuser', () => `POST /menus/${path}`, (w) => ({ restaurantId: w.id })]

/** Named by what is asked: the restaurants are not there yet. */
const named = (cases: readonly Case[]) =>
  cases.map(([role, address, body]) => {
    const w = { id: '{id}', tables: ['{0}', '{1}', '{2}', '{3}'], day: (n: number) => `{${n}}`, diner: '{diner}' } as unknown as Old
    return [`${role}: ${address(w)} ${body ? JSON.stringify(body(w)) : ''}`, role, address, body] as const
  })

const EQUAL: Case[] = [
  ...list('cashier', 'GET /orders', '', 'page=2', 'limit=100', 'page=15', 'page=60', 'page=400&limit=20'),
  // Rare ones on pages that both can fill.
  ...list('cashier', 'GET /orders', 'status=pending', 'status=completed&limit=5', 'status=cancelled', 'paymentStatus=refunded&limit=5'),
  ...list(
    'cashier',
    'GET /orders',
    'orderType=Delivery&limit=5',
    'status=cancelled&orderType=Delivery',
    'status=completed&paymentStatus=paid&page=50',
  ),
  ...list(
    'cashier',
    'GET /orders',
    'tableId={table}&limit=5',
    'tableId={table}&status=cancelled',
    'tableId={table}&orderType=Dine In&paymentStatus=paid&page=40',
  ),
  ...list(
    'cashier',
    'GET /orders',
    'search=T1',
    'search=3',
    'search=T3&status=cancelled',
    'search=nobody',
    'search=TY/26-27/3',
    'search=T3&startDate={40}&endDate={31}',
  ),
  ...[
    'startDate={9}&endDate={3}',
    'startDate={40}&endDate={3}',
    'startDate={60}&endDate={31}',
    'startDate={0}&endDate={0}',
    'startDate={45}',
    'endDate={20}',
  ].flatMap((range) =>
    list(
      'cashier',
      'GET /orders',
      range,
      `${range}&status=cancelled&limit=2`,
      `${range}&page=12`,
      `${range}&paymentStatus=paid&orderType=Take Away&limit=5`,
    ),
  ),
  ...list('cashier', 'GET /orders', 'endDate=2040-01-01', 'endDate=2040-01-01&page=30'),
  // Invoices.
  ...[
    '',
    '&page=60',
    '&page=400&limit=20',
    '&search=42',
    '&search=T3',
    '&search=TY/26-27/3',
    '&startDate={40}&endDate={3}',
    '&startDate={40}&endDate={3}&page=12',
    '&search=T3&startDate={40}&endDate={31}',
  ].flatMap((more) => list('cashier', 'GET /orders', `billed=true${more}`)),
  ['kitchen', () => 'GET /orders/restaurant/pending'],
  ['cashier', (w) => `GET /orders/user/${w.diner}`],
  ...list('cashier', 'GET /orders/daily-summary', '', 'date={20}'),
  ['waiter', () => 'POST /orders/active', (w) => ({ tableId: w.tables[3] })],
  ['cashier', (w) => `GET /restaurant/invoice-details/o${w.id.slice(-8)}-0000100`],
  ...analytics('dashboard-analytics', 'today', 'yesterday', '7d', '30d'),
  ...analytics('dishes', 'today', '30d'),
  ...analytics('changed-after-print', 'today', '30d'),
  ...analytics('sales', 'today', 'yesterday', '7d', '30d'),
  ...['today', '7d'].flatMap((period): Case[] => [
    ['superuser', () => 'POST /api/analytics/sales', () => ({ period, compare: true })],
    ['partner', () => 'POST /api/analytics/partner/aggregated-insights', () => ({ period, compare: true })],
  ]),
  ...list('generalManager', 'GET /restaurant/customers', '', 'page=2', 'page=15', 'page=25', 'limit=100'),
  ...list(
    'generalManager',
    'GET /restaurant/customers',
    'segment=new',
    'segment=regular',
    'segment=lapsed',
    'segment=regular&page=4',
    'segment=lapsed&page=12',
  ),
  ...list('generalManager', 'GET /restaurant/customers', 'search=G', 'search=980000', 'mobile_number=9800000370', 'mobile_number=123456'),
  ...list('kitchen', 'GET /restaurant/inventory/stocks', '', 'page=2', 'search=Material 3&sort=expiryDate'),
  ...list('kitchen', 'GET /restaurant/inventory/raw-materials', '', 'search=mat&sort=currentStock'),
  ...['stocks/all', 'raw-materials/all', 'conversions'].map((path): Case => ['kitchen', () => `GET /restaurant/inventory/${path}`]),
  ['kitchen', (w) => `GET /restaurant/inventory/raw-materials/m${w.id.slice(-8)}-0000003`],
  ...['', '&limit=200', '&before=sale-{l}'].map((query): Case => {
    const ledger = (w: Old) => `GET /restaurant/inventory/raw-materials/m${w.id.slice(-8)}-0000003/movements?${query}`
    return ['kitchen', (w) => ledger(w).replace('{l}', `l${w.id.slice(-8)}-0000103`)]
  }),
  ['kitchen', (w) => `GET /restaurant/inventory/stocks/t${w.id.slice(-8)}-0000003`],
  ...list(
    'cashier',
    'GET /restaurant/reservations',
    '',
    'from={9}&to={2}',
    'from={9}&status=booked',
    'from={9}&status=noShow',
    'from={45}&page=12&limit=40',
    'page=900',
  ),
  ...list('generalManager', 'GET /restaurant/feedback', '', 'page=2', 'page=15', 'page=40', 'limit=100'),
  ['captain', () => 'GET /tables'],
  ['captain', (w) => `GET /tables/${w.tables[2]}`],
  ['superuser', (w) => `GET /restaurant/offers/${w.id}`],
  ...['keys', 'employees', 'profile'].map((path): Case => ['superuser', () => `GET /restaurant/${path}`]),
  ['superuser', () => 'GET /kot'],
  ...['trending', 'restaurant', 'categories'].map(menu),
  ...['7d', '30d'].flatMap((period): Case[] => [
    ['partner', () => 'POST /api/analytics/outlet/sales', (w) => ({ outletId: w.id, period })],
    ['partner', () => 'POST /api/analytics/outlet/dashboard-analytics', (w) => ({ outletId: w.id, period })],
    ['partner', () => 'POST /api/analytics/partner/aggregated-insights', () => ({ period })],
  ]),
  ['partner', () => 'GET /partner/outlets'],
]

describe('with 200,000 orders no call reads more rows than with 10,000', () => {
  it.each(named(EQUAL))('%s', async (_name, role, address, bodyOf) => {
    const [a, b] = await both((w) => ({ role, address: address(w), body: bodyOf?.(w) }))
    expect(b.shown).toBe(a.shown)
    expect(b.rows).toBeLessThanOrEqual(a.rows)
    // The measure does notice more rows.
    expect(b.rows).toBeGreaterThan(b.shown)
  })

  it('a list of saved dishes', async () => {
    const saved = async (w: Old) => {
      const { token } = await signIn('user')
      for (const menuItemId of [w.items.plain, w.items.dosa, w.items.beer])
        await cost(w, { role: 'user', token, address: 'POST /menus/item/save', body: { menuItemId } })
      return (
        (await cost(w, { role: 'user', token, address: 'GET /menus/saved' })).rows +
        (await cost(w, { role: 'user', token, address: `GET /menus/item/${w.items.beer}/saved` })).rows
      )
    }
    const [a, b] = [await saved(young), await saved(old)]
    // A range ends where another's rows begin, or where the table does.
    expect(Math.abs(a - b)).toBeLessThan(3)
    expect(b).toBeGreaterThan(6)
  })

  it('a refund, a settlement, a ticket, its steps, a cancellation', async () => {
    const evening = async (w: Old) => {
      const rows: Record<string, number> = {}
      const does = async (role: Role, address: string, body: Record<string, unknown>) => {
        const { rows: read, body: answer } = await cost(w, { role, address, body })
        rows[`${address} ${body.status ?? body.paymentStatus ?? body.orderType ?? ''}`] = read
        return answer.order
      }
      const sent = { kots: [w.kot([w.line('plain'), w.line('dosa')])], mobile_number: w.mobile }
      // Tables 1 to 8 have one of the open orders each.
      const order = await does('waiter', 'POST /pos/order', { tableId: w.tables[10], orderType: 'Dine In', ...sent })
      await does('waiter', 'PUT /pos/order', { orderId: order._id, orderData: { kots: [w.kot([w.line('beer')])] } })
      const kotId = order.kots[0].kotId
      await does('kitchen', 'PUT /orders/item/status', { orderId: order._id, kotId, status: 'Ready' })
      await does('cashier', 'PUT /orders/item/status', {
        orderId: order._id,
        kotId,
        itemId: w.items.dosa,
        status: 'Cancelled',
        reason: 'x',
      })
      await does('captain', 'POST /tables/move', { fromTableId: w.tables[10], toTableId: w.tables[11] })
      await does('cashier', 'PUT /orders/payment/status', {
        orderId: order._id,
        paymentStatus: 'paid',
        paymentMethod: 'Cash',
        complete: true,
      })
      await does('cashier', 'PUT /orders/payment/status', { orderId: order._id, paymentStatus: 'refunded', reason: 'x' })
      const away = await does('cashier', 'POST /pos/order', { ...sent, kots: [w.kot([w.line('plain')])], orderType: 'Take Away' })
      await does('cashier', 'PUT /orders/status', { orderId: away._id, orderStatus: 'cancelled', reason: 'x' })
      return rows
    }
    const [a, b] = [await evening(young), await evening(old)]
    expect(Object.keys(b)).toHaveLength(9)
    for (const [step, rows] of Object.entries(b)) expect([step, rows <= (a[step] ?? 0)]).toEqual([step, true])
  })

  it('a purchase, a count, a booking, a customer, feedback, a look at a dish', async () => {
    const writes = (w: Old): Ask[] => {
      const id = (letter: string, n: number) => `${letter}${w.id.slice(-8)}-${String(n).padStart(7, '0')}`
      return [
        { role: 'kitchen', address: 'POST /restaurant/inventory/stocks', body: { rawMaterial: id('m', 3), stockQuantity: 5 } },
        { role: 'kitchen', address: `PUT /restaurant/inventory/stocks/update/${id('t', 7)}`, body: { stockQuantity: 3 } },
        {
          role: 'kitchen',
          address: 'PUT /restaurant/inventory/stocks/bulk-update',
          body: { stocks: [{ _id: id('t', 8), stockQuantity: 3 }] },
        },
        { role: 'kitchen', address: `POST /restaurant/inventory/raw-materials/${id('m', 4)}`, body: { delta: -1, reason: 'x' } },
        {
          role: 'cashier',
          address: 'POST /restaurant/reservations/create',
          body: { customerName: 'Asha', mobile_number: w.mobile, partySize: 2, date: w.day(-9), time: '20:00', tableId: w.tables[0] },
        },
        { role: 'generalManager', address: 'POST /restaurant/customer', body: { name: 'Asha', mobile_number: '7000000001' } },
        { role: 'generalManager', address: `PUT /restaurant/customer?id=${id('c', 5)}`, body: { note: 'x' } },
        { role: 'superuser', address: 'POST /feedback/submit', body: { orderId: id('o', 101), rating: 5, feedbackToken: 'x101' } },
        { role: 'superuser', address: `POST /statistics/view/${w.items.plain}` },
      ]
    }
    for (const [i, ask] of writes(old).entries()) {
      const [a, b] = [await cost(young, writes(young)[i]!), await cost(old, ask)]
      expect([ask.address, b.rows <= a.rows, b.rows > 0]).toEqual([ask.address, true, true])
    }
  })
})

describe('calls whose rows depend on what is asked for', () => {
  const rowsOf = async (w: Old, role: Role, address: string, body?: unknown) => (await cost(w, { role, address, body })).rows

  it.each(['', 'status=completed', 'status=cancelled&orderType=Delivery', 'tableId={table}', 'billed=true'])(
    'the very last page: limited by the months before it, never by their orders: GET /orders?%s',
    async (query) => {
      const [address] = list('cashier', 'GET /orders', query)[0]!.slice(1) as [(w: Old) => string]
      const { totalPages, totalOrders } = (await cost(old, { role: 'cashier', address: address(old) })).body
      expect(totalPages).toBeGreaterThan(30)
      const last = await cost(old, { role: 'cashier', address: `${address(old)}&page=${totalPages}` })
      expect(last.shown).toBe(totalOrders - (totalPages - 1) * 10)
      expect(last.rows).toBeLessThan(4000)
    },
  )

  it.each(['', 'segment=regular', 'segment=lapsed'])(
    'the very last page: limited by the days before it, never by their customers: GET /restaurant/customers?%s',
    async (query) => {
      const book = `GET /restaurant/customers?${query}`
      const { totalPages, totalCustomers } = (await cost(old, { role: 'generalManager', address: book })).body
      expect(totalPages).toBeGreaterThan(10)
      const last = await cost(old, { role: 'generalManager', address: `${book}&page=${totalPages}` })
      expect(last.shown).toBe(totalCustomers - (totalPages - 1) * 20)
      expect(last.rows).toBeLessThan(4000)
    },
  )

  it('a search by the beginning of a name or number: limited by the most it may find', async () => {
    for (const query of ['search=98000', 'search=9800', 'search=9800000370', 'billed=true&search=9800'])
      expect(await rowsOf(old, 'cashier', `GET /orders?${query}`)).toBeLessThan(4000)
    for (const query of ['search=Guest 4', 'search=Guest&segment=lapsed'])
      expect(await rowsOf(old, 'generalManager', `GET /restaurant/customers?${query}`)).toBeLessThan(2000)
  })

  it('customers’ insights: limited by the visits of the period', async () => {
    const visits = async (from: number, to: number) =>
      (
        await env.YEARS.prepare('SELECT count(*) AS n FROM visits WHERE restaurant_id = ? AND business_date BETWEEN ? AND ?')
          .bind(old.id, old.day(from), old.day(to))
          .first<{ n: number }>()
      )?.n ?? 0
    for (const [period, length] of [
      ['7d', 7],
      ['30d', 30],
    ] as const)
      expect(await rowsOf(old, 'superuser', 'POST /api/analytics/customer-insights', { period, compare: true })).toBeLessThan(
        8 * (await visits(2 * length - 1, 0)),
      )
  })

  it('reservations without a first day: limited by a year', async () => {
    const year = `GET /restaurant/reservations?to=${old.day(2)}`
    expect(await rowsOf(old, 'cashier', `${year}&limit=1000`)).toBeLessThanOrEqual(2 * 1000 + 100)
    expect(await rowsOf(old, 'cashier', `${year}&status=noShow`)).toBeLessThan(100)
  })

  it('the last page of all reservations: limited by the months before it, never by their bookings', async () => {
    const book = `GET /restaurant/reservations?from=2000-01-01&limit=10`
    const { totalPages, totalReservations } = (await cost(old, { role: 'cashier', address: book })).body
    expect(totalPages).toBeGreaterThan(1000)
    const last = await cost(old, { role: 'cashier', address: `${book}&page=${totalPages}` })
    expect(last.shown).toBe(totalReservations - (totalPages - 1) * 10)
    expect(last.rows).toBeLessThan(1000)
    // Beyond it is nothing to read.
    expect(await rowsOf(old, 'cashier', `${book}&page=${totalPages + 1}`)).toBeLessThan(1000)
  })
})

describe('with 20,000 restaurants the platform reads no more rows than with 2,000', () => {
  const asked: Ask[] = [
    ...[
      '',
      'page=3',
      'status=pending',
      'status=approved&page=4',
      'search=yard 1',
      'search=spice&status=pending',
      'search=nowhere',
      'sort=name&page=3',
      'sort=-name&status=pending',
      'sort=added',
      'sort=name&search=spice',
    ].map((q) => `GET /backoffice/restaurants?${q}`),
    'GET /backoffice/restaurants/pending',
    ...['', 'page=3', 'search=nobody', 'sort=name', 'sort=-name&page=3', 'sort=added'].map((q) => `GET /backoffice/partners?${q}`),
    ...['', 'status=approved', 'sort=name', 'sort=-name&status=rejected', 'sort=added&status=all'].map(
      (q) => `GET /backoffice/restaurants/claims?${q}`,
    ),
    ...['', 'sort=name', 'sort=-added'].map((q) => `GET /backoffice/restaurants/claims/pending?${q}`),
    'GET /backoffice/decisions',
    'GET /backoffice/decisions?mine=true',
    'GET /backoffice/analytics',
    ...['latitude=10.1&longitude=-70.1', 'search=yard 1', 'search=nowhere', 'latitude=10.1&longitude=-70.1&search=yard 1'].map(
      (q) => `GET /restaurant/nearby?${q}`,
    ),
  ].map((address) => ({ role: 'backoffice', address }))

  it('for any list, search, sum or place', async () => {
    const token = await knownThere('backoffice')
    const read = async ({ address }: Ask) => {
      const record = new Recorder({ databases: { ...databases, PLATFORM: env.PLATFORM_YEARS }, latency: 0 })
      const reply = await record.call(address, token)
      if (reply.status !== 200) throw new Error(`${address}: ${reply.status} ${reply.text}`)
      return { address, rows: record.rowsRead, shown: Object.values(JSON.parse(reply.text)).find((v) => Array.isArray(v))?.length ?? 0 }
    }
    await withRestaurants(0, 2_000)
    const few = []
    for (const ask of asked) few.push(await read(ask))
    await withRestaurants(2_000, 20_000)
    for (const [i, ask] of asked.entries()) {
      const many = await read(ask)
      expect([many.address, many.shown]).toEqual([ask.address, few[i]?.shown])
      // A few rows more or less at the ends of what is found; all ten times as many would be thousands.
      expect([many.address, Math.abs(many.rows - (few[i]?.rows ?? 0)) < 5]).toEqual([ask.address, true])
    }
    // What is found is bounded, and a page far back costs the months before it.
    expect((await read({ role: 'backoffice', address: 'GET /backoffice/partners?search=kavita' })).rows).toBeLessThan(4000)
    expect((await read({ role: 'backoffice', address: 'GET /restaurant/nearby?search=pune' })).rows).toBeLessThan(4000)
    for (const query of [
      'restaurants?limit=10&page=900',
      'restaurants?limit=10&status=pending&page=190',
      'restaurants/pending?limit=10&page=190',
      'restaurants/claims?page=900',
      'restaurants/claims?status=rejected&page=300',
      'restaurants/claims/pending?limit=10&page=300',
    ]) {
      const page = await read({ role: 'backoffice', address: `GET /backoffice/${query}` })
      expect(page.shown).toBe(10)
      expect(page.rows).toBeLessThan(1500)
    }
    // And is the page that counting every row before it would give.
    for (const [path, table, wait] of [
      ['restaurants/pending', 'restaurants', "approval_status = 'pending'"],
      ['restaurants/claims/pending', 'claims', "status = 'pending'"],
    ] as const)
      for (const n of [1, 22, 190]) {
        const reply = await new Recorder({ databases: { ...databases, PLATFORM: env.PLATFORM_YEARS }, latency: 0 }).call(
          `GET /backoffice/${path}?limit=10&page=${n}`,
          token,
        )
        const { results } = await env.PLATFORM_YEARS.prepare(
          `SELECT id FROM ${table} WHERE ${wait} ORDER BY created_at, rowid LIMIT 10 OFFSET ?`,
        )
          .bind((n - 1) * 10)
          .all<{ id: string }>()
        expect(Object.values<{ _id: string }[]>(JSON.parse(reply.text))[0]?.map((r) => r._id)).toEqual(results.map((r) => r.id))
      }
  })
})
