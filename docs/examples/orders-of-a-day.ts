// TAWA_URL=http://localhost:8787 TAWA_KEY=tawa_… node scripts/run.mjs docs/examples/orders-of-a-day.ts 2026-11-20
import type { AnswerOf, Api } from '../../domain/api/index.ts'

type Page = AnswerOf<Api, 'GET /orders'>
export type Order = Page['orders'][number]
export type Access = { base: string; key: string; limit?: number; fetch?: typeof fetch }

/** A restaurant's orders of one business day (`YYYY-MM-DD`, by its own clock), newest first. Throws what the server says. */
export async function ordersOfDay(day: string, { base, key, limit = 100, fetch = globalThis.fetch }: Access): Promise<Order[]> {
  const orders = new Map<string, Order>()
  for (let page = 1, pages = 1; page <= pages; page++) {
    const query = new URLSearchParams({ startDate: day, endDate: day, limit: String(limit), page: String(page) })
    const response = await fetch(`${base}/v1/orders?${query}`, { headers: { 'X-Sync-Key': key }, signal: AbortSignal.timeout(10_000) })
    const body: unknown = await response.json()
    if (!response.ok) throw new Error(`${response.status} ${(body as { message: string }).message}`)
    pages = (body as Page).totalPages
    // An order that comes in meanwhile pushes another one to the next page, where it is met again.
    for (const order of (body as Page).orders) orders.set(order._id, order)
  }
  return [...orders.values()]
}

if (import.meta.main) {
  const { TAWA_URL: base = 'http://localhost:8787', TAWA_KEY: key = '' } = process.env
  const orders = await ordersOfDay(process.argv[2] ?? new Date().toISOString().slice(0, 10), { base, key })
  for (const o of orders)
    console.log([o.invoiceNumber ?? '-', o.orderType, o.orderStatus, o.paymentStatus, o.grandTotal.toFixed(2)].join('\t'))
  const paid = orders.filter((o) => o.paymentStatus === 'paid').reduce((paise, o) => paise + Math.round(o.grandTotal * 100), 0)
  console.log(`${orders.length} orders, Rs. ${(paid / 100).toFixed(2)} paid`)
}
