import { keepPreviousData, useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OrderShape } from '#domain/api/shapes.ts'
import { isOpen } from '#domain/order.ts'
import { useLive, useLivePolling } from '#web/core/live.ts'
import { apiQuery } from '#web/core/query.ts'
import { MERGED_PAGES, mergedPage, newestFirst, PER_PAGE, pagesOf, shows } from './list.ts'
import { typesOf, type View } from './view.ts'

/** The page of Completed or Cancelled that the address asks for, 10 orders of it. */
export function useClosedOrders(view: View) {
  const client = useQueryClient()
  const status = view.tab === 'live' ? undefined : view.tab
  const types = typesOf(view.type)
  // One list for one type or for all; the two kinds of parcel are two lists that are merged here.
  const asked = types.length === 2 ? types : types.length === 1 ? types : [undefined]
  const merged = asked.length > 1
  const refetchInterval = useLivePolling()
  const lists = useQueries({
    queries: asked.map((orderType) => ({
      ...apiQuery('GET /orders', {
        query: {
          page: merged ? 1 : view.page,
          limit: merged ? Math.min(view.page, MERGED_PAGES) * PER_PAGE : PER_PAGE,
          status,
          orderType,
          startDate: view.from ?? undefined,
          endDate: view.to ?? undefined,
          search: view.q.trim() || undefined,
        },
      }),
      enabled: status !== undefined,
      placeholderData: keepPreviousData,
      refetchInterval,
      // Coming back to the list asks again; meanwhile it shows what it had.
      staleTime: 10_000,
    })),
  })
  const data = lists.flatMap((l) => l.data ?? [])
  const ready = data.length === lists.length
  const page = ready ? (merged ? mergedPage(data, view.page) : (data[0] ?? null)) : null
  const failed = lists.find((l) => l.isError) ?? null
  const news = useEnded(view, page?.orders ?? [])
  const total = page?.totalOrders ?? 0
  return {
    orders: page ? newestFirst(page.orders) : [],
    total,
    pages: merged ? Math.min(MERGED_PAGES, pagesOf(total)) : pagesOf(total),
    /** There is more than the merged list reaches. */
    cut: merged && pagesOf(total) > MERGED_PAGES,
    loading: !ready && failed === null,
    /** The rows are another page's while this one is on its way. */
    old: lists.some((l) => l.isPlaceholderData),
    failed: failed
      ? {
          error: failed.error,
          refetch: () => void lists.filter((l) => l.isError).map((l) => l.refetch()),
          isFetching: lists.some((l) => l.isFetching),
          errorUpdatedAt: failed.errorUpdatedAt,
        }
      : null,
    updatedAt: Math.min(...lists.map((l) => l.dataUpdatedAt)),
    waiting: news.count,
    showWaiting: () => {
      news.clear()
      void client.invalidateQueries({ queryKey: ['GET /orders'] })
    },
  }
}

/** Orders that ended since the list was asked for: they wait behind the chip too. */
function useEnded(view: View, rows: readonly OrderShape[]) {
  const key = JSON.stringify([view.tab, view.q, view.type, view.from, view.to])
  const [ended, setEnded] = useState<{ key: string; ids: ReadonlySet<string> }>({ key, ids: new Set() })
  const hear = (data: Record<string, unknown>) => {
    const order = data.order as OrderShape | undefined
    if (!order || isOpen(order) || order.orderStatus !== view.tab || !shows(order, view) || rows.some((o) => o._id === order._id)) return
    if (view.to || view.from) if ((view.from && order.businessDate < view.from) || (view.to && order.businessDate > view.to)) return
    setEnded((old) => ({ key, ids: new Set([...(old.key === key ? old.ids : []), order._id]) }))
  }
  useLive('orderCompleted', hear)
  useLive('orderUpdated', hear)
  useLive('orderItemUpdated', hear)
  return { count: ended.key === key ? ended.ids.size : 0, clear: () => setEnded({ key, ids: new Set() }) }
}
