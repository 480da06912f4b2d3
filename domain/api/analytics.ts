import { z } from 'zod'
import { DateOnly, Id, Instant, Rupees } from './common.ts'
import { call, MANAGERS, MONEY, staff } from './contract.ts'
import { Customer } from './customers.ts'
import { OrderShape } from './order.ts'
import { PRINT_CHANGES } from '../statuses.ts'
import { UnprintedJobs } from './printJob.ts'
import { AlertShape } from './tables.ts'

export const AnalyticsFilter = z
  .object({
    period: z
      .enum(['today', 'yesterday', '7d', '30d', 'custom'])
      .optional()
      .describe('by default `custom` when a date is given, else `today`'),
    startDate: DateOnly.optional(),
    endDate: DateOnly.optional(),
    compare: z.boolean().optional(),
  })
  // A caller that sends dates wants those days. Answering with today's figures would be wrong without anybody noticing.
  .transform((f) => ({ ...f, period: f.period ?? (f.startDate || f.endDate ? ('custom' as const) : ('today' as const)) }))
  .superRefine((f, ctx) => {
    if (f.period !== 'custom') return
    if (!f.startDate) ctx.addIssue({ code: 'custom', path: ['startDate'], message: 'A custom period needs this date.' })
    if (!f.endDate) ctx.addIssue({ code: 'custom', path: ['endDate'], message: 'A custom period needs this date.' })
    if (f.startDate && f.endDate && f.startDate > f.endDate)
      ctx.addIssue({ code: 'custom', path: ['endDate'], message: 'Must not be before the start.' })
    if (f.startDate && f.endDate && Date.parse(f.endDate) - Date.parse(f.startDate) > 366 * 86_400_000)
      ctx.addIssue({ code: 'custom', path: ['endDate'], message: 'At most 366 days.' })
  })
  .describe('A custom period needs startDate and endDate: business dates, both included, at most 366 days')

export const PaymentMethods = z
  .array(
    z.object({
      method: z.string(),
      amount: Rupees.describe('net: what was received less what was given back or refunded'),
      orders: z.number().int().describe('how many payments were taken by this method'),
    }),
  )
  .describe('money by the day on which it was received or given back, whether or not its order is completed')
export const Tips = z
  .array(z.object({ method: z.string(), amount: Rupees.describe('net: less what was given back') }))
  .describe('by the day on which they were given; in neither paymentMethods nor sales')
export const ReceivedOnOpenOrders = Rupees.describe(
  'money received on orders that are still open: Σ paymentMethods = sales + this. Sales count on the day on which the bill became final, less refunds, so this is below zero when a bill became final for which money had been received on an earlier day',
)

const AverageBill = Rupees.describe('of the bills that became final in the range, before refunds, which may be of earlier days’ bills')

const Figures = z.object({
  sales: Rupees.describe('of bills that became final in the range, less its refunds'),
  orders: z.number().int(),
  averageOrderValue: AverageBill,
  refunds: Rupees.describe('of the range, whenever their bills were paid; taken out of `sales`'),
  openTables: z.number().int().describe('tables that still have to pay, not those whose guests have paid and are still there'),
  openValue: Rupees.describe('how much'),
  openParcels: z.number().int().describe('open orders without a table that still have to pay'),
  openParcelValue: Rupees.describe('how much'),
  pendingOrders: z.number().int(),
  cancelledValue: Rupees,
  paymentMethods: PaymentMethods,
  tips: Tips,
  receivedOnOpenOrders: ReceivedOnOpenOrders,
  hourly: z.array(z.object({ hour: z.number().int(), sales: Rupees, orders: z.number().int() })),
  topItems: z.array(z.object({ name: z.string(), count: z.number().int(), revenue: Rupees })).describe('at most 10'),
})
export const Dashboard = Figures.extend({
  range: z.object({ startDate: z.string(), endDate: z.string(), from: Instant, to: Instant, timezone: z.string() }),
  attention: z.object({
    lateTickets: z
      .array(
        z.object({ kotId: z.string(), kotNumber: z.number().int().nullable(), orderId: z.string(), label: z.string(), createdAt: Instant }),
      )
      .describe('the 50 tickets that have waited longest'),
    alerts: z.array(AlertShape),
    unavailableItems: z.array(z.object({ _id: z.string(), name: z.string() })).describe('at most 50, those sold out longest first'),
    lowStock: z
      .array(z.object({ _id: z.string(), name: z.string(), currentStock: z.number(), minimumStock: z.number(), unit: z.string() }))
      .describe('at most 50, those that are out of stock first'),
    unprinted: UnprintedJobs,
  }),
  // What open orders came to at that time isn't kept: they grew until they were paid.
  previous: Figures.omit({ openValue: true, openParcelValue: true })
    .extend({
      range: z.object({
        startDate: z.string(),
        endDate: z.string(),
        to: Instant.describe(
          'the instant up to which the figures count: if the range still runs, the same time of day as now. Lists cover whole days, and of a single day `hourly` does too',
        ),
      }),
    })
    .optional(),
})
export type Dashboard = z.infer<typeof Dashboard>
export const Sold = z.object({ name: z.string(), count: z.number().int(), revenue: Rupees })
export const Taxes = z.object({
  cgst: Rupees,
  sgst: Rupees,
  vat: Rupees,
  serviceCharge: Rupees,
  charges: Rupees.optional().describe('for packing and delivery, before tax; missing where there are none'),
  taxIncluded: Rupees.optional().describe(
    '(+) the part of cgst, sgst and vat that was within prices that include it, and so in `items` too; missing where there is none',
  ),
})
/** An order that ended for less than the highest total ever printed on its bill, even if a lower one was printed later. */
export const ChangedBill = z.object({
  orderId: Id,
  billNumber: z.number().int().nullable(),
  tableNumber: z.string().nullable(),
  printedTotal: Rupees,
  printedAt: Instant,
  printedBy: z.string(),
  total: Rupees.describe('its final total; 0 for one that was cancelled or merged into another'),
  changes: z
    .array(z.object({ what: z.enum(PRINT_CHANGES), by: z.string().nullable() }))
    .describe('what lowered the total, and who did it; `by` is null where it was not recorded'),
})
export type ChangedBill = z.infer<typeof ChangedBill>
const SalesFigures = z.object({
  totalSales: Rupees.describe('of bills that became final in the range, less its refunds'),
  totalOrders: z.number().int(),
  averageOrderValue: AverageBill,
  cancelledOrders: z.number().int(),
  cancelledValue: Rupees,
  refunds: Rupees,
  discounts: Rupees,
  taxes: Taxes,
  taxRates: z
    .array(
      z.object({
        tax: z.enum(['gst', 'vat']),
        rate: z.number().nullable().describe('percent; null where it was not recorded'),
        bills: z.number().int(),
        taxable: Rupees.nullable().describe('after discounts; null where it was not recorded'),
        amount: Rupees.describe('cgst + sgst, or vat'),
      }),
    )
    .describe(
      'what was charged on what, less refunds: Σ taxable = Σ items − discounts + charges − taxIncluded, Σ amount = cgst + sgst + vat',
    ),
  roundOff: Rupees.describe(
    'the sum of all rounding to the whole rupee: totalSales = Σ items − discounts − taxes.taxIncluded + Σ all other taxes + roundOff',
  ),
  discountsGiven: z
    .array(z.object({ title: z.string(), by: z.string().nullable(), orders: z.number().int(), amount: Rupees }))
    .describe('`discounts` by offer and by the person who gave it; where the person was not recorded, `by` is null and `title` is empty'),
  series: z.array(z.object({ bucket: z.string(), sales: Rupees, orders: z.number().int() })),
  paymentMethods: PaymentMethods,
  tips: Tips,
  receivedOnOpenOrders: ReceivedOnOpenOrders,
  orderTypes: z.array(
    z.object({
      type: z.string(),
      sales: Rupees,
      orders: z.number().int(),
      refunds: Rupees.describe('taken out of `sales`; of days before 28 November 2026 only where the books were rebuilt'),
    }),
  ),
  items: z.array(Sold),
  topItems: z.array(Sold).describe('at most 10'),
  categories: z.array(Sold),
  cancellations: z.array(
    z.object({
      item: z.string(),
      count: z.number().int(),
      value: Rupees,
      reason: z.string(),
      by: z.string().nullable().describe('who cancelled; null where it was not recorded'),
    }),
  ),
})
const Range = z.object({ startDate: z.string(), endDate: z.string(), timezone: z.string() })
export const Sales = SalesFigures.extend({
  range: Range,
  previous: SalesFigures.extend({
    range: z.object({
      startDate: z.string(),
      endDate: z.string(),
      to: Instant.describe(
        'the instant up to which the totals count: if the range still runs, the same time of day as now; lists cover whole days',
      ),
    }),
  }).optional(),
})
const InsightFigures = z.object({
  totalCustomers: z.number().int(),
  newCustomers: z.number().int(),
  returningCustomers: z.number().int(),
  averageSpend: Rupees,
  topCustomers: z.array(Customer).describe('at most 10'),
  visitsByHour: z.array(z.object({ hour: z.number().int(), visits: z.number().int() })),
})
export const Insights = InsightFigures.extend({
  range: Range,
  previous: InsightFigures.omit({ topCustomers: true, visitsByHour: true })
    .extend({
      range: z.object({
        startDate: z.string(),
        endDate: z.string(),
        to: Instant.describe('the instant up to which the figures count: if the range still runs, the same time of day as now'),
      }),
    })
    .optional(),
})
export const Dishes = z.object({
  range: Range,
  dishes: z
    .array(
      z.object({
        _id: Id,
        name: z.string().nullable().describe('null for a dish that is no longer on the menu'),
        category: z.string().nullable(),
        views: z.number().int().describe('how often guests looked at it'),
        carts: z.number().int().describe('how often guests put it in a cart'),
        orders: z.number().int().describe('how often guests ordered it themselves'),
        sold: z.number().int().describe('portions on bills that became final, whoever ordered them'),
      }),
    )
    .describe('every dish that was looked at or sold, the most viewed first'),
})
/** A payment row of money that was given back or corrected. A day's totals by method are what was received plus these rows, without those of tips. */
export const MoneyBack = z.object({
  _id: Id,
  orderId: Id,
  billNumber: z.number().int().nullable(),
  ...OrderShape.pick({ tableNumber: true, orderType: true, serialNumber: true }).shape,
  kind: z.enum(['returned', 'corrected', 'tip']).describe('tip: one that was given back or corrected'),
  method: z.string(),
  of: z.string().nullable().describe('the method by which it was received, if it was given back by another'),
  amount: Rupees.describe(
    'negative when it was taken from the method. A correction is two rows: one takes the amount from the old method, one adds it to the new one',
  ),
  at: Instant,
  by: z.string(),
  reason: z.string().nullable(),
})
export type MoneyBack = z.infer<typeof MoneyBack>
export const Changed = z.object({
  range: Range,
  count: z.number().int(),
  difference: Rupees.describe('the sum of the differences between the printed and the final totals'),
  bills: z.array(ChangedBill).describe('at most 200, the largest difference first'),
  money: z
    .object({ count: z.number().int(), rows: z.array(MoneyBack).describe('at most 200, the latest first') })
    .describe('money and tips given back or corrected, by the day on which that happened and not by the day of its bill'),
})
const OutletFigures = z.object({
  sales: Rupees,
  orders: z.number().int(),
  averageOrderValue: AverageBill,
  refunds: Rupees.describe('taken out of `sales`'),
  cancelledOrders: z.number().int(),
})
export const Aggregated = z.object({
  range: Range,
  total: OutletFigures.extend({ previous: OutletFigures.optional() }),
  outlets: z.array(
    OutletFigures.extend({
      outletId: Id,
      name: z.string(),
      timezone: z.string().describe('the outlet’s own time zone, which its business days follow'),
      resetTime: z.string().describe('HH:mm, when its business day begins; hours before it are the end of the day before'),
      series: z.array(z.object({ bucket: z.string(), sales: Rupees, orders: z.number().int() })),
      previous: OutletFigures.optional(),
      failed: z.boolean().optional().describe('the outlet’s figures could not be read: they are zero here and missing in the total'),
    }),
  ),
})

const reading = { tags: ['Analytics'], scope: 'partner', roles: ['partner', 'managerialHead', 'admin'] } as const
const noOutlet = { '404 not_found': 'No such outlet of this partner' }
const nobody = { '404 not_found': 'The caller has no partner' }
const OutletFilter = AnalyticsFilter.and(z.object({ outletId: Id }))

export const analytics = {
  'POST /api/analytics/dashboard-analytics': staff({
    operationId: 'dashboardAnalytics',
    summary:
      'The dashboard of a period; for callers who may open neither the dashboard nor the reports without `paymentMethods`, `tips` and `receivedOnOpenOrders`',
    tags: ['Analytics'],
    roles: [...MONEY],
    reads: true,
    pages: ['/restaurant/dashboard', '/restaurant/reports', '/restaurant/pos-mobile/home'],
    body: AnalyticsFilter,
    returns: z.object({ dashboard: Dashboard }),
    failure: 'Failed to fetch dashboard analytics',
  }),
  'POST /api/analytics/sales': staff({
    operationId: 'salesAnalytics',
    summary: 'Sales of a period',
    tags: ['Analytics'],
    roles: [...MANAGERS],
    reads: true,
    pages: ['/restaurant/reports', '/restaurant/dashboard'],
    body: AnalyticsFilter,
    returns: z.object({ sales: Sales }),
    failure: 'Failed to fetch restaurant analytics',
  }),
  'POST /api/analytics/customer-insights': staff({
    operationId: 'customerInsights',
    summary: 'Customers of a period',
    tags: ['Analytics'],
    roles: [...MANAGERS],
    reads: true,
    pages: ['/restaurant/reports', '/restaurant/customers'],
    body: AnalyticsFilter,
    returns: z.object({ insights: Insights }),
    failure: 'Failed to fetch restaurant analytics',
  }),
  'POST /api/analytics/dishes': staff({
    operationId: 'dishAnalytics',
    summary: 'Views, carts and portions sold of each dish in a period',
    tags: ['Analytics'],
    roles: [...MANAGERS],
    reads: true,
    pages: ['/restaurant/reports'],
    body: AnalyticsFilter,
    returns: z.object({ dishes: Dishes }),
    failure: 'Failed to fetch restaurant analytics',
  }),
  'POST /api/analytics/changed-after-print': staff({
    operationId: 'changedAfterPrint',
    summary: 'Bills of a period that were changed after they were printed, and money that was given back or corrected',
    tags: ['Analytics'],
    roles: [...MANAGERS],
    reads: true,
    pages: ['/restaurant/reports'],
    body: AnalyticsFilter,
    returns: z.object({ changed: Changed }),
    failure: 'Failed to fetch restaurant analytics',
  }),
  'POST /api/analytics/outlet/sales': call({
    operationId: 'outletSales',
    summary: "An outlet's sales",
    ...reading,
    body: OutletFilter,
    returns: z.object({ sales: Sales }),
    failure: 'Failed to fetch sales analytics',
    errors: noOutlet,
  }),
  'POST /api/analytics/outlet/customer-insights': call({
    operationId: 'outletInsights',
    summary: "An outlet's customers",
    ...reading,
    body: OutletFilter,
    returns: z.object({ insights: Insights }),
    failure: 'Failed to fetch customer insights',
    errors: noOutlet,
  }),
  'POST /api/analytics/outlet/dashboard-analytics': call({
    operationId: 'outletDashboard',
    summary: "An outlet's dashboard",
    ...reading,
    body: OutletFilter,
    returns: z.object({ dashboard: Dashboard }),
    failure: 'Failed to fetch dashboard analytics',
    errors: noOutlet,
  }),
  'POST /api/analytics/partner/aggregated-insights': call({
    operationId: 'aggregatedInsights',
    summary: 'All outlets side by side',
    ...reading,
    body: AnalyticsFilter,
    returns: z.object({ insights: Aggregated }),
    failure: 'Failed to fetch analytics',
    errors: nobody,
  }),
} as const
