import type { Page } from '@playwright/test'
import type { OrderShape } from '#domain/api/order.ts'

/** Answers the page's list of open orders from the test, so that a board can hold whatever a kitchen may get. */
export async function withOrders(page: Page, change: (orders: OrderShape[]) => OrderShape[]): Promise<void> {
  await page.route('**/v1/orders/restaurant/pending*', async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    await route.fulfill({ response, json: { ...json, orders: change(json.orders), toCook: [] } })
  })
  await page.reload()
}
