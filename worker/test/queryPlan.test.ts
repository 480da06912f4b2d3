import { getTableName } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import type { Role } from '#domain/roles.ts'
import * as outlets from '../db/outlets.ts'
import * as platform from '../db/platform.ts'
import { tokenOf } from './callers.ts'
import { CALLS, inputOf, operation } from './calls.ts'
import { requestOf } from './requests.ts'
import { setStage, type Stage } from './stage.ts'
import { Recorder, type Statement } from './recorder.ts'
import { makeRestaurant, testEnv } from './world.ts'

/** No statement of any call reads more as the years go by: each is judged by its query plan (docs/decisions/007-totals.md). */

describe('the query plan', () => {
  /** Tables that grow with every day of business, of a restaurant or of the platform. */
  const GROWING = new Set<string>(
    [
      ...[outlets.orders, outlets.tickets, outlets.lines, outlets.events, outlets.idempotency, outlets.rollups, outlets.tallies],
      ...[
        outlets.customers,
        outlets.visits,
        outlets.reservations,
        outlets.feedback,
        outlets.statistics,
        outlets.stocks,
        outlets.stockMoves,
        outlets.purchases,
        outlets.printJobs,
      ],
      ...[
        platform.accounts,
        platform.sessions,
        platform.restaurants,
        platform.partners,
        platform.attempts,
        platform.codes,
        platform.claims,
        platform.deskDecisions,
      ],
      ...[platform.savedItems, platform.listings, platform.searchWords, platform.devOutbox],
    ].map(getTableName),
  )
  /** Columns whose value many rows share: searching an index by these alone is like scanning the table. */
  const COARSE = new Set(['list', 'span', 'status', 'approval_status', 'order_status', 'kind'])
  /** Indexes of open or unattended rows, which don't grow over time. */
  const SMALL = new Set([
    'orders_pending',
    'orders_open_table',
    'orders_unbooked',
    'lines_unbooked',
    'stocks_left',
    'claims_pending',
    'print_jobs_open',
  ])
  /** Queries that read an index in the order of the answer and stop at their LIMIT. */
  const WALKED = [
    /FROM orders INDEXED BY orders_date WHERE restaurant_id = value ORDER BY business_date DESC, created_at DESC LIMIT 1/,
    /FROM orders WHERE restaurant_id = \?( AND business_date <= \?)? ORDER BY business_date DESC, created_at DESC, rowid DESC LIMIT/,
    /FROM orders INDEXED BY orders_billed WHERE restaurant_id = \? AND bill_number IS NOT NULL ORDER BY CASE WHEN ended_date IS NULL THEN business_date ELSE ended_date END DESC, bill_number DESC LIMIT/,
    /c\.status = '?\w*\??'? ORDER BY c\.created_at( DESC)?, c\.rowid( DESC)? LIMIT/,
    /WHERE r\.deleted_at IS NULL AND r\.created_at (<|>=) \? AND r\.approval_status = '?\w*\??'? ORDER BY r\.created_at( DESC)?, r\.rowid( DESC)? LIMIT/,
  ]
  /** Queries that sort, group or deduplicate rows of growing tables, each with the reason why the rows are always few. */
  const SORTED: Record<string, RegExp> = {
    'tickets, lines and payments of the orders shown':
      /^SELECT \* FROM (tickets|lines|payments INDEXED BY payments_order) WHERE order_id IN \(/,
    'the orders of a page, of a day or of now': /^SELECT \* FROM orders WHERE (id IN \(|restaurant_id = \? AND order_status = 'pending')/,
    'the listed restaurants that a search may find': /^SELECT l\.\* FROM \(SELECT f\.id FROM/,
    'an account’s orders at restaurants where it has sat':
      /FROM json_each\(\?\) p CROSS JOIN orders o ON o\.restaurant_id = p\.value AND o\.user_id = \?/,
    'what a search may find': /^SELECT count\(\*\) AS n FROM \((SELECT id FROM|SELECT f\.id FROM)/,
    'the customers of a page':
      /^SELECT (customers\.)?\* FROM (json_each\(\?\) k CROSS JOIN customers|customers WHERE customers\.id IN \(SELECT id FROM \(.* LIMIT \?\)\))/,
    'the months and days that a far page leaves out': /WITH RECURSIVE months /,
    'what one command takes from stock or gives back': /stock_moves x ON x\.restaurant_id = \? AND x\.key = k\.value/,
    'the dishes of a material, in an answer': /^INSERT INTO (idempotency|guard) .*'usedIn'/,
    'the print jobs that nobody has closed': /^SELECT \* FROM print_jobs INDEXED BY print_jobs_open/,
    'the lots that are left': /FROM stocks s INDEXED BY stocks_left/,
    'the tables that are booked within half a day': /FROM reservations WHERE restaurant_id = \? AND starts_at > \? AND starts_at <= \?/,
    'figures of a period':
      /FROM (rollups|visits|statistics)( v)?( JOIN customers c ON c\.id = v\.customer_id)? WHERE (v\.)?restaurant_id = \? AND (v\.)?business_date (BETWEEN|>=)/,
    'the purchases of a range': /FROM purchases p WHERE p\.restaurant_id = \? AND p\.bill_date BETWEEN/,
    'what is open now, or still being cooked': /FROM \(SELECT id FROM orders INDEXED BY orders_pending/,
    'the owners of the restaurants shown': /FROM accounts a WHERE a\.restaurant_id = r\.id AND a\.role = 'superuser'/,
    'one customer’s visits, day by day':
      /^UPDATE (customers|visits) SET .* v\.customer_id = \(SELECT customer_id FROM visits WHERE restaurant_id = \? AND order_id = \?\)/,
    'the codes of one address': /FROM codes WHERE purpose = \? AND subject = \?/,
    'the people of a restaurant': /^SELECT \* FROM accounts WHERE restaurant_id = \?/,
    'Tawa’s own staff': /FROM accounts INDEXED BY accounts_desk WHERE role IN \('admin', 'backoffice'\)/,
    'the dishes of an order': /FROM menu_items m .* m\.id IN \(SELECT item_id FROM lines WHERE order_id = \?\)/,
    'the dishes of a send, and of the held tickets that it accepts':
      /m\.id IN \(SELECT value FROM json_each\(\?\) UNION SELECT l\.item_id FROM tickets k/,
    'the shards that there are': /^SELECT value AS shard FROM json_each/,
    'the visits of a rebuilt day': /FROM visits v LEFT JOIN orders o ON o\.id = v\.order_id WHERE v\.rowid IN \(/,
    'a partner’s restaurants': /FROM restaurants WHERE partner_id = \?/,
    'the partners that a search has found': /FROM partners p WHERE p\.deleted_at IS NULL AND p\.id IN \(/,
    'what a person has saved': /FROM saved_items s .*WHERE s\.account_id = \?/,
    'a mailbox of development': /FROM dev_outbox WHERE "to" = \?/,
  }
  const used = new Set<string>()

  type Schema = { tables: Set<string>; tableOf: Map<string, string> }
  const schemas = new Map<string, Schema>()
  const schemaOf = async (binding: string): Promise<Schema> => {
    const known = schemas.get(binding)
    if (known) return known
    const { results } = await testEnv[binding as 'PLATFORM']
      .prepare("SELECT type, name, tbl_name FROM sqlite_master WHERE type IN ('table', 'index')")
      .all<{ type: string; name: string; tbl_name: string }>()
    const made = {
      tables: new Set(results.filter((r) => r.type === 'table').map((r) => r.name)),
      tableOf: new Map(results.map((r) => [r.name, r.tbl_name])),
    }
    schemas.set(binding, made)
    return made
  }

  /** A statement's aliases of its tables: `FROM orders o` → o: orders. */
  const aliases = (text: string, { tables }: Schema): Map<string, string> =>
    new Map(
      [
        ...text.matchAll(
          /\b(?:FROM|JOIN|INTO|UPDATE|,)\s+"?(\w+)"?(?:\s+(?:AS\s+)?(?!(?:FROM|WHERE|SET|ON|CROSS|JOIN|LEFT|INDEXED|ORDER|GROUP|LIMIT|UNION|VALUES|SELECT)\b)(\w+))?/gi,
        ),
      ]
        .filter(([, table]) => tables.has(table ?? ''))
        .flatMap(([, table = '', alias]) => [[table, table] as const, ...(alias ? [[alias, table] as const] : [])]),
    )

  /** `restaurant_id=? AND start>?` → the columns asked for, and whether one has bounds. */
  const isCoarse = (terms: string, binding: string) =>
    !/[<>]/.test(terms) &&
    terms
      .split(' AND ')
      .map((t) => t.replace(/=\?$/, ''))
      // PLATFORM has few rows of a restaurant; its shard has all the others.
      .every((column) => COARSE.has(column) || (column === 'restaurant_id' && binding !== 'PLATFORM'))

  /** Statements whose cost grows over the years, judged by their plan, each once. */
  async function faultsOf(statements: readonly Statement[]): Promise<string[]> {
    const faults: string[] = []
    for (const key of new Set(statements.map((s) => JSON.stringify([s.binding, s.sql, s.params])))) {
      const [binding, text, params] = JSON.parse(key) as [string, string, unknown[]]
      const schema = await schemaOf(binding)
      const plain = text.replace(/\s+/g, ' ').trim()
      const names = aliases(plain, schema)
      const grows = [...names.values()].some((t) => GROWING.has(t))
      const { results } = await testEnv[binding as 'PLATFORM']
        .prepare(`EXPLAIN QUERY PLAN ${text}`)
        .bind(...params)
        .all<{ detail: string }>()
      for (const { detail } of results) {
        const [, name = ''] = /^(?:SCAN|SEARCH) (\w+)/.exec(detail) ?? []
        const index = /USING (?:COVERING )?INDEX (\w+) \((.*)\)/.exec(detail)
        const table = index ? schema.tableOf.get(index[1] ?? '') : names.get(name)
        let fault = false
        if (detail.startsWith('SCAN')) fault = table !== undefined && !/VIRTUAL TABLE/.test(detail)
        else if (detail.startsWith('SEARCH') && table && GROWING.has(table))
          fault =
            /AUTOMATIC/.test(detail) ||
            (index !== null && !SMALL.has(index[1] ?? '') && isCoarse(index[2] ?? '', binding) && !WALKED.some((w) => w.test(plain)))
        else if (/USE TEMP B-TREE/.test(detail) && grows) {
          const why = Object.entries(SORTED).find(([, pattern]) => pattern.test(plain))?.[0]
          if (why) used.add(why)
          fault = why === undefined
        }
        if (fault) faults.push(`${detail} | ${plain.slice(0, 300)}`)
      }
    }
    return faults
  }

  let stage: Stage
  beforeAll(async () => {
    stage = await setStage(await makeRestaurant())
    // A closed order, so that reports have something to find.
    await stage.w.settle((await stage.w.order([stage.w.line('beer')], { orderType: 'Take Away' }))._id)
  })

  it.each([
    ['a table that is read through', 'SELECT * FROM orders WHERE customer_name = ?', ['x']],
    ['an index that is read through', "SELECT count(*) FROM orders WHERE restaurant_id = ? AND customer_name = 'x'", ['x']],
    ['all of a status', 'SELECT count(*) FROM claims WHERE status = ?', ['approved']],
    [
      'what is sorted',
      'SELECT * FROM customers WHERE restaurant_id = ? AND mobile_digits > ? AND deleted_at IS NULL ORDER BY email',
      ['x', 'y'],
    ],
    ['a table by another name', 'SELECT e.seq, e.at FROM events AS e WHERE e.event = ?', ['x']],
  ])('of %s is reported as a fault', async (_name, text, params) => {
    const binding = text.includes('claims') ? 'PLATFORM' : 'OUTLETS_0'
    expect(await faultsOf([{ binding, sql: text, params, rows: 0 }])).toHaveLength(1)
  })

  it.each(CALLS)('of %s stays as cheap over the years', async (address) => {
    const record = new Recorder({ latency: 0 })
    const reply = await record.fetch(
      requestOf(address, inputOf(address, stage), {
        token: await tokenOf(address, stage),
        key: operation(address).idempotent ? randomId() : undefined,
      }),
    )
    // The call must have succeeded, otherwise its writes weren't seen.
    expect(reply.status, reply.text).toBe(operation(address).status)
    if (operation(address).scope === 'restaurant') expect(record.statements.length).toBeGreaterThan(0)
    expect(await faultsOf(record.statements)).toEqual([])
  })

  const queries: [Role, string, readonly string[]][] = [
    [
      'cashier',
      'GET /orders',
      [
        ...['', 'status=pending', 'status=completed&paymentStatus=paid', 'paymentStatus=unpaid', 'orderType=Delivery', 'limit=100'],
        ...['startDate=2026-11-01&endDate=2026-11-30', 'startDate=2026-01-09', 'endDate=2026-12-09&status=cancelled'],
        ...[
          'search=98200 12345',
          'search=9820',
          'search=7&status=completed',
          'search=T7&startDate=2026-11-01',
          'search=Meera',
          'search=TY/26-27/7',
          'search=26-27/7',
        ],
        ...['billed=true', 'billed=true&page=900', 'billed=true&startDate=2026-11-01&endDate=2026-11-30', 'billed=true&search=7'],
        ...['refunded=true', 'refunded=true&startDate=2026-11-01&endDate=2026-11-30&page=900'],
        ...['page=900', 'page=900&status=completed&endDate=2026-10-10', 'tableId=x', 'tableId=x&status=cancelled&page=900'],
      ],
    ],
    [
      'generalManager',
      'GET /restaurant/customers',
      [
        '',
        'mobile_number=9820012345',
        'search=Mee',
        'search=98200&segment=new',
        ...['new', 'regular', 'lapsed'].flatMap((s) => [`segment=${s}`, `segment=${s}&page=900`]),
        'page=900',
      ],
    ],
    ['cashier', 'GET /orders/daily-summary', ['date=2026-01-01']],
    [
      'cashier',
      'GET /restaurant/reservations',
      ['', 'to=2026-11-01', 'from=2026-11-01&status=noShow', 'page=900', 'from=2020-01-01&page=900&status=booked'],
    ],
    ['generalManager', 'GET /restaurant/feedback', ['', 'limit=100', 'page=900']],
    ['cashier', 'GET /restaurant/inventory/stocks', ['', 'search=rice', 'sort=expiryDate&order=desc&page=9']],
    ['cashier', 'GET /restaurant/inventory/purchases', ['', 'supplier=Verma', 'to=2026-11-01&page=9', 'from=2020-01-01&supplier=x']],
    ['cashier', 'GET /restaurant/inventory/raw-materials', ['', 'sort=currentStock&page=9']],
    [
      'backoffice',
      'GET /backoffice/restaurants',
      [
        '',
        'status=pending',
        'search=test yard',
        'search=test&status=approved',
        'page=900',
        'page=900&status=approved',
        'sort=name',
        'sort=-name&status=pending&page=900',
        'sort=added&page=900',
        'sort=name&search=test',
      ],
    ],
    [
      'backoffice',
      'GET /backoffice/partners',
      ['', 'search=test', 'page=900', 'sort=name', 'sort=-name&search=test', 'sort=added&page=900'],
    ],
    ['backoffice', 'GET /backoffice/decisions', ['', 'mine=true']],
    ['backoffice', 'GET /backoffice/restaurants/pending', ['', 'page=900']],
    ['backoffice', 'GET /backoffice/restaurants/claims/pending', ['', 'page=900', 'sort=name', 'sort=-added&page=900']],
    [
      'backoffice',
      'GET /backoffice/restaurants/claims',
      [
        '',
        'status=approved',
        'status=all',
        'page=900',
        'page=900&status=rejected',
        'sort=name',
        'sort=-name&status=approved',
        'sort=added&page=900',
      ],
    ],
    ['cashier', 'GET /restaurant/nearby', ['search=test', 'search=test yard', 'latitude=10.1&longitude=-70.1&search=test yard']],
    ['backoffice', 'GET /backoffice/analytics', ['startDate=2026-01-01&endDate=2026-06-30']],
  ]
  it.each(queries.flatMap(([role, address, list]) => list.map((query) => [role, `${address}?${query}`] as const)))(
    '%s: %s',
    async (role, address) => {
      const record = new Recorder({ latency: 0 })
      const reply = await record.call(address, await stage.w.as(role))
      expect(reply.status, reply.text).toBe(200)
      expect(await faultsOf(record.statements)).toEqual([])
    },
  )

  it('of a guest’s order, a repeat, a print, a cancellation and a refund stays as cheap too', async () => {
    const { w } = stage
    const guest = await w.guest(1)
    const cashier = await w.as('cashier')
    const record = new Recorder({ latency: 0 })
    const sent = await record.call('POST /orders', guest.token, { order: { tableId: w.tables[1], kots: [w.kot([w.line('brownie')])] } })
    const order = JSON.parse(sent.text).order
    await record.call(`GET /orders/user/${guest.accountId}`, guest.token)
    await record.call('POST /orders/active', guest.token, { tableId: w.tables[1] })
    await record.call(`POST /orders/${order._id}/bill`, cashier)
    await record.call('PUT /orders/item/status', cashier, {
      orderId: order._id,
      kotId: order.kots[0].kotId,
      status: 'Cancelled',
      reason: 'x',
    })
    const away = await w.order([w.line('beer')], { orderType: 'Take Away', mobile_number: '98200 12345' })
    const paid = await record.call('PUT /orders/payment/status', cashier, {
      orderId: away._id,
      paymentStatus: 'paid',
      paymentMethod: 'Cash',
      complete: true,
    })
    expect(paid.status, paid.text).toBe(200)
    const back = await record.call('PUT /orders/payment/status', cashier, { orderId: away._id, paymentStatus: 'refunded', reason: 'x' })
    expect(back.status, back.text).toBe(200)
    await testEnv.PLATFORM.prepare('INSERT INTO diner_places (account_id, restaurant_id) VALUES (?, ?)')
      .bind(stage.diner.accountId, w.id)
      .run()
    const past = await record.call('GET /orders/past', stage.diner.token)
    expect(past.status, past.text).toBe(200)
    expect(record.statements.length).toBeGreaterThan(50)
    expect(await faultsOf(record.statements)).toEqual([])
  })

  it('keeps no exception for a query that no longer exists', () => {
    expect(Object.keys(SORTED).filter((why) => !used.has(why))).toEqual([])
  })
})
