import { sql } from '../db/sql.ts'
import type { analytics as contract, Dashboard } from '#domain/api/analytics.ts'
import { averageBill } from '#domain/averageBill.ts'
import { toPaise, toRupees } from '#domain/money.ts'
import { canOpen } from '#domain/permissions.ts'
import { DEFAULT_TIMEZONE } from '#domain/time.ts'
import { Context } from '../http/context.ts'
import { all, outletDb } from '../db/index.ts'
import { read } from '../db/reads.ts'
import type { Handlers } from '../http/implement.ts'
import { logError } from '../http/log.ts'
import { outletOf, partnerOf } from '../partner/routes.ts'
import { findRestaurants, type Restaurant } from '../access/session.ts'
import { readChanged, sumChanged } from '../orders/changed.ts'
import { countMoneyBack, readMoneyBack } from '../orders/moneyBack.ts'
import { dashboard } from './dashboard.ts'
import { dishes } from './dishes.ts'
import { insights } from './insights.ts'
import { type Filter, rangesOf } from './ranges.ts'
import { sales } from './sales.ts'

const dbOf = (c: Context, restaurant: Restaurant) => outletDb(c.env, restaurant.shard)

/** The same caller in one of its outlets. */
function within(c: Context, restaurant: Restaurant): Context {
  const inner = new Context(c.env, c.request, c.requestId, c.now, c.waitUntil)
  if (c.session) inner.session = { ...c.session, restaurant, entered: true }
  return inner
}

/**
 * The pages on which the day's money by method stands. The home page of the mobile POS has only sales, and may be open to a cashier from whom the owner has taken these,
 * so that the drawer is counted without knowing what should be in it (decision 033).
 */
const MONEY_PAGES = ['/restaurant/dashboard', '/restaurant/reports'] as const
const seesMoney = (c: Context): boolean =>
  c.syncKey !== null || MONEY_PAGES.some((page) => canOpen(c.principal, page, c.restaurant.permissions).ok)
function withoutMethods({ previous, ...found }: Dashboard): Dashboard {
  const none = { paymentMethods: [], tips: [], receivedOnOpenOrders: 0 }
  return { ...found, ...none, ...(previous && { previous: { ...previous, ...none } }) }
}

export const analyticsHandlers: Handlers<typeof contract> = {
  'POST /api/analytics/dashboard-analytics': async (c, { body }) => {
    const found = await dashboard(c, body)
    return { dashboard: seesMoney(c) ? found : withoutMethods(found) }
  },
  'POST /api/analytics/sales': async (c, { body }) => ({ sales: await sales(c.db, c.restaurant, body, c.now) }),
  'POST /api/analytics/customer-insights': async (c, { body }) => ({ insights: await insights(c.db, c.restaurant, body, c.now) }),
  'POST /api/analytics/dishes': async (c, { body }) => ({ dishes: await dishes(c.db, c.restaurant, body, c.now) }),
  'POST /api/analytics/changed-after-print': async (c, { body }) => ({ changed: await changedInRange(c, body) }),
  'POST /api/analytics/outlet/sales': async (c, { body }) => {
    const outlet = await outletOf(c, body.outletId)
    return { sales: await sales(dbOf(c, outlet), outlet, body, c.now) }
  },
  'POST /api/analytics/outlet/customer-insights': async (c, { body }) => {
    const outlet = await outletOf(c, body.outletId)
    return { insights: await insights(dbOf(c, outlet), outlet, body, c.now) }
  },
  'POST /api/analytics/outlet/dashboard-analytics': async (c, { body }) => ({
    dashboard: await dashboard(within(c, await outletOf(c, body.outletId)), body),
  }),
  'POST /api/analytics/partner/aggregated-insights': async (c, { body }) => ({ insights: await aggregated(c, body) }),
}

async function changedInRange(c: Context, filter: Filter) {
  const { id, clock, timezone } = c.restaurant
  const { range } = rangesOf(filter, c.now, clock)
  const { bills, sum, moved, count } = await read(c.db, {
    bills: readChanged(id, range),
    sum: sumChanged(id, range),
    moved: readMoneyBack(id, range),
    count: countMoneyBack(id, range),
  })
  return { range: { ...range, timezone }, count: sum.count, difference: toRupees(sum.difference), bills, money: { count, rows: moved } }
}

type Figures = { sales: number; orders: number; averageOrderValue: number; refunds: number; cancelledOrders: number }
const NONE = sum([])

/** Sums in paise, so that the total is the rows' sum to the paisa. */
function sum(list: readonly Figures[]): Figures {
  const of = (key: 'sales' | 'refunds') => list.reduce((s, f) => s + toPaise(f[key]), 0)
  const [paise, refunds] = [of('sales'), of('refunds')]
  const orders = list.reduce((s, f) => s + f.orders, 0)
  return {
    sales: toRupees(paise),
    orders,
    averageOrderValue: toRupees(averageBill({ sales: paise, refunds, orders })),
    refunds: toRupees(refunds),
    cancelledOrders: list.reduce((s, f) => s + f.cancelledOrders, 0),
  }
}

/** All outlets of the partner, read at the same time, each by its own business days. An outlet that can't be read is marked and left out of the total. */
async function aggregated(c: Context, filter: Filter) {
  const rows = await all<{ id: string }>(
    c.env.PLATFORM,
    sql`SELECT id FROM restaurants WHERE partner_id = ${partnerOf(c)} AND deleted_at IS NULL AND +approval_status = 'approved' ORDER BY created_at, id`,
  )
  const known = new Map(
    (
      await findRestaurants(
        c.env,
        rows.map((r) => r.id),
      )
    ).map((r) => [r.id, r]),
  )
  const outlets = rows.flatMap(({ id }) => known.get(id) ?? [])
  const answers = await Promise.all(
    outlets.map(async (outlet) => {
      const row = { outletId: outlet.id, name: outlet.establishmentName, timezone: outlet.timezone, resetTime: outlet.clock.resetTime }
      try {
        const s = await sales(dbOf(c, outlet), outlet, { ...filter, compare: filter.compare !== false }, c.now)
        const of = ({
          totalSales: sales,
          totalOrders: orders,
          averageOrderValue,
          refunds,
          cancelledOrders,
        }: Pick<typeof s, 'totalSales' | 'totalOrders' | 'averageOrderValue' | 'refunds' | 'cancelledOrders'>): Figures => ({
          sales,
          orders,
          averageOrderValue,
          refunds,
          cancelledOrders,
        })
        return { ...row, ...of(s), series: s.series, ...(s.previous ? { previous: of(s.previous) } : {}) }
      } catch (error) {
        logError('aggregated insights', error, { requestId: c.requestId, restaurantId: outlet.id })
        return { ...row, ...NONE, series: [], failed: true }
      }
    }),
  )
  const read = answers.filter((a) => !('failed' in a))
  const first = outlets[0]
  const { range } = rangesOf(filter, c.now, first?.clock ?? { timezone: DEFAULT_TIMEZONE, resetTime: '00:00' })
  return {
    range: { ...range, timezone: first?.timezone ?? DEFAULT_TIMEZONE },
    total: {
      ...sum(read),
      ...(filter.compare === false ? {} : { previous: sum(read.map((a) => ('previous' in a && a.previous ? a.previous : NONE))) }),
    },
    outlets: answers,
  }
}
