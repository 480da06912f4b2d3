import type { Answer } from '#web/core/api.ts'
import type { Dates } from '#web/core/dates.ts'
import { section } from './figures.tsx'
import { kpi, type Report } from './salesTab.tsx'

export type Insights = Answer<'POST /api/analytics/customer-insights'>['insights']

export function customersTab(insights: Insights, dates: Dates): Report {
  const { previous: before, topCustomers, visitsByHour } = insights
  return {
    kpis: [
      kpi('Customers', insights.totalCustomers, before?.totalCustomers, 'more', false),
      kpi('New', insights.newCustomers, before?.newCustomers, 'more', false),
      kpi('Returning', insights.returningCustomers, before?.returningCustomers, 'more', false),
      kpi('Average spend', insights.averageSpend, before?.averageSpend, 'more'),
    ],
    main: [
      section({
        title: 'Top customers',
        note: 'visits and spend of these days',
        columns: [
          { key: 'name', head: 'Name', value: (c) => c.name, below: (c) => c.mobile_number },
          { key: 'mobile', head: 'Mobile', value: (c) => c.mobile_number, hidden: 'hidden' },
          { key: 'visits', head: 'Visits', count: (c) => c.visits },
          { key: 'spent', head: 'Spent', money: (c) => c.totalSpent },
          {
            key: 'last',
            head: 'Last visit',
            numeric: true,
            value: (c) => (c.lastVisitAt ? dates.full(c.lastVisitAt) : ''),
            hidden: '@max-[559px]:hidden',
          },
        ],
        rows: topCustomers,
        rowKey: (c) => c._id,
        empty: 'No bill of these days has a customer’s number.',
      }),
    ],
    side: [
      section({
        title: 'Visits by hour',
        columns: [
          { key: 'hour', head: 'Hour', value: (h) => `${h.hour}:00 to ${h.hour + 1}:00` },
          { key: 'visits', head: 'Visits', count: (h) => h.visits },
        ],
        rows: visitsByHour,
        rowKey: (h) => String(h.hour),
        empty: 'No visits.',
        total: { visits: visitsByHour.reduce((n, h) => n + h.visits, 0) },
      }),
    ],
  }
}
