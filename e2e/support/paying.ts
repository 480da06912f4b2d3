import type { OrderShape } from '#domain/api/order.ts'
import { formatRupees } from '#domain/money.ts'
import { type Api, type Device, expect } from './app.ts'

/** One of the newest orders, as it is now. */
export const completed = async (api: Api, id: string): Promise<OrderShape | undefined> => {
  const { orders } = await api.call<{ orders: OrderShape[] }>('GET', '/orders?limit=20')
  return orders.find((o) => o._id === id)
}

/** An order of `quantity` dishes at a table that was freed first, with its pay panel open. */
export async function payPanel({ page }: Device, api: Api, tableNumber: string, quantity = 1): Promise<OrderShape> {
  await api.free(tableNumber)
  const [item] = await api.plain()
  const order = await api.send(tableNumber, [{ _id: item?._id ?? '', quantity }])
  await page.goto(`/restaurant/pos?table=${order.tableId}&pay=1`)
  await expect(page.getByRole('button', { name: `Settle ${formatRupees(order.grandTotal)}` })).toBeVisible()
  return order
}
