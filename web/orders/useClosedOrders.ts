import type { OrderShape } from '#domain/api/order.ts'
import { type ListData, useNews, usePagedRows } from '#web/app/list/rows.ts'
import { useLive, useLivePolling } from '#web/core/live.ts'
import { lastEndedFirst, shows } from './list.ts'
import { type OrderView, typesOf } from './view.ts'

/** The page of Completed or Cancelled orders that the address asks for. Makes no call on the Live tab. */
export function useClosedOrders(view: OrderView): ListData<OrderShape> {
  const { from, to } = view.filters.dates
  const types = typesOf(view.filters.type)
  const { list, add } = useNews(
    'GET /orders',
    view,
    usePagedRows('GET /orders', view, {
      key: (order: OrderShape) => order._id,
      // The server lists one type or all, so Take Away and Delivery are two lists.
      input: (page, limit) =>
        (types.length > 2 ? [undefined] : types).map((orderType) => ({
          query: {
            page,
            limit,
            status: view.tab === 'live' ? undefined : view.tab,
            orderType,
            startDate: from ?? undefined,
            endDate: to ?? undefined,
            search: view.q.trim() || undefined,
          },
        })),
      rows: (answer) => answer.orders,
      total: (answer) => answer.totalOrders,
      order: lastEndedFirst,
      enabled: view.tab !== 'live',
      refetchInterval: useLivePolling(),
    }),
  )

  // An order that has just ended; a later change of one that ended before is nothing new. `tableUpdated`: it was cancelled.
  useLive(['orderCompleted', 'orderUpdated', 'orderItemUpdated'], ({ order, tableUpdated }, { event }) => {
    if (event !== 'orderCompleted' && !tableUpdated) return
    if (order.orderStatus !== view.tab || !shows(order, view)) return
    if ((from && order.businessDate < from) || (to && order.businessDate > to)) return
    add(order._id)
  })
  return list
}
