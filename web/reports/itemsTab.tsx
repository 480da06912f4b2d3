import { Money } from '#web/app/Money.tsx'
import type { Answer } from '#web/core/api.ts'
import { NOTHING_SOLD, percent, type Section, section, shares, sumOf } from './figures.tsx'
import { changeColumn, type Report, type Sales } from './salesTab.tsx'

export type Dishes = Answer<'POST /api/analytics/dishes'>['dishes']

export function itemsTab({ items, categories, previous, discounts, taxes, roundOff, refunds, totalSales }: Sales, dishes: Dishes): Report {
  const sold = sumOf(items, (i) => i.revenue)
  const { taxIncluded = 0, ...added } = taxes
  const rest = sumOf([...Object.values(added), -taxIncluded, roundOff, -discounts], (n) => n)
  const list = (title: string, name: string, rows: Sales['items'], before: Sales['items'] | undefined) =>
    section({
      title,
      note: `Rs., at the menu’s prices, before discounts${refunds > 0 ? ', less what was refunded' : ''}`,
      columns: [
        { key: 'name', head: name, value: (i) => i.name },
        { key: 'count', head: 'Sold', count: (i) => i.count },
        { key: 'revenue', head: 'Sales', money: (i) => i.revenue },
        { key: 'share', head: 'Share', numeric: true, value: shares(rows, (i) => i.revenue), hidden: '@max-[480px]:hidden' },
        ...(before
          ? [
              changeColumn(
                (i: { name: string; revenue: number }) => i.revenue,
                (i) => before.find((b) => b.name === i.name)?.revenue,
              ),
            ]
          : []),
      ],
      rows,
      rowKey: (i) => i.name,
      empty: NOTHING_SOLD,
      total: { count: rows.reduce((n, i) => n + i.count, 0), revenue: <Money rupees={sumOf(rows, (i) => i.revenue)} /> },
      foot: (
        <>
          With taxes, less discounts: <Money rupees={sold} /> {rest < 0 ? '−' : '+'} <Money rupees={Math.abs(rest)} /> ={' '}
          <Money rupees={totalSales} /> of sales
        </>
      ),
    })
  return {
    main: [list('Items', 'Item', items, previous?.items)],
    side: [list('Categories', 'Category', categories, previous?.categories), dishesSection(dishes)],
  }
}

const dishesSection = ({ dishes }: Dishes): Section =>
  section({
    title: 'Views and carts',
    note: 'by guests, on their own phones',
    columns: [
      { key: 'name', head: 'Dish', value: (d) => d.name ?? 'No longer on the menu', below: (d) => d.category },
      { key: 'views', head: 'Viewed', count: (d) => d.views },
      { key: 'carts', head: 'In a cart', count: (d) => d.carts },
      { key: 'orders', head: 'Ordered', count: (d) => d.orders, hidden: '@max-[480px]:hidden' },
      { key: 'sold', head: 'Sold in all', count: (d) => d.sold },
      { key: 'rate', head: 'Ordered of viewed', numeric: true, value: (d) => percent(d.orders, d.views), hidden: '@max-[640px]:hidden' },
    ],
    rows: dishes,
    rowKey: (d) => d._id,
    empty: 'No guest looked at a dish and nothing was sold.',
  })
