import type { OrderShape } from '#domain/api/order.ts'
import { formatRupees } from '#domain/money.ts'
import { to } from '#web/core/to.ts'
import { type Api, DESKTOP, expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from './support/app.ts'
import { expectWholeHint } from './support/hint.ts'

/** Orders: what is put right after the guest has gone. */

async function completed(api: Api, paymentMethod: string): Promise<OrderShape> {
  const [dish] = await api.plain()
  const kots = [{ kotId: crypto.randomUUID(), items: [{ _id: dish?._id, quantity: 1 }] }]
  const { order } = await api.call<{ order: OrderShape }>('POST', '/pos/order', { orderType: 'Take Away', kots })
  return (
    await api.call<{ order: OrderShape }>('PUT', '/orders/payment/status', {
      orderId: order._id,
      paymentStatus: 'paid',
      paymentMethod,
      complete: true,
    })
  ).order
}

for (const viewport of [DESKTOP, PHONE])
  test(`the tender of a completed order is corrected in its drawer, and again when that was wrong, at ${viewport.width}`, async ({
    device,
    api,
  }) => {
    const order = await completed(api, 'Cash')
    const { page } = await device('cashier', to.orders({ tab: 'completed', order: order._id }), viewport)
    const drawer = page.getByRole('group', { name: /^Order of Take Away/ })
    const correct = async (from: string, method: string) => {
      await drawer.getByRole('button', { name: `Correct ${from}` }).click()
      await page.getByRole('menuitem', { name: 'Correct the method' }).click()
      const dialog = page.getByRole('alertdialog')
      await dialog.getByLabel('It was paid by').selectOption(method)
      await dialog.getByRole('button', { name: 'Correct', exact: true }).click()
      await expect(dialog.getByText('Say why it is corrected.')).toBeVisible()
      await dialog.getByRole('button', { name: 'Wrong key' }).click()
      await dialog.getByRole('button', { name: 'Correct', exact: true }).click()
      await expect(dialog).toBeHidden()
    }
    await expect(drawer.getByText(/^Paid by Cash/)).toBeVisible()
    // The button's ground, which shows under the pointer, keeps off the amount.
    const button = drawer.getByRole('button', { name: 'Correct Cash' })
    const amount = button.locator('xpath=preceding-sibling::*[1]')
    const [words, ground] = [await amount.boundingBox(), await button.boundingBox()]
    expect((ground?.x ?? 0) - ((words?.x ?? 0) + (words?.width ?? 0))).toBeGreaterThanOrEqual(8)
    await correct('Cash', 'Card')
    await expect(drawer.getByText(/^Corrected to Card/)).toBeVisible()
    await expect(drawer.getByText(/^Not paid by Cash: Wrong key/)).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await correct('Card', 'UPI')
    await expect(drawer.getByText(/^Corrected to UPI/)).toBeVisible()
    // Its row in the list says so, too.
    await drawer.getByRole('button', { name: 'Close' }).click()
    const row = viewport === PHONE ? page.getByRole('listitem') : page.getByRole('row')
    await expect(row.filter({ hasText: `Take Away ${order.serialNumber}` }).filter({ hasText: 'UPI' })).toBeVisible()
    const { orders } = await api.call<{ orders: OrderShape[] }>('GET', `/orders?search=Take%20Away%20${order.serialNumber}`)
    expect(orders.find((o) => o._id === order._id)?.payments).toEqual([{ method: 'UPI', amount: order.grandTotal }])
  })

test('a refund to its end: it asks why, can’t be pressed twice, and the order says so here, in the list and on another device', async ({
  device,
  api,
}) => {
  test.slow()
  const order = await completed(api, 'UPI')
  const { page } = await device('manager', to.orders({ tab: 'completed', order: order._id }))
  const other = await device('cashier', to.orders({ tab: 'completed', order: order._id }), PHONE)
  const drawer = page.getByRole('group', { name: /^Order of Take Away/ })
  await drawer.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('alertdialog')
  const refund = dialog.getByRole('button', { name: `Refund ${formatRupees(order.grandTotal)}` })
  await refund.click()
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Charged twice' }).click()
  await refund.click()
  await expect(dialog).toBeHidden()
  for (const shown of [drawer, other.page.getByRole('group', { name: /^Order of Take Away/ })]) {
    await expect(shown.getByText(/^Refunded in .* by .*: Charged twice/)).toBeVisible()
    await expect(shown.getByText('Refunded', { exact: true }).first()).toBeVisible()
  }
  await expect(drawer.getByRole('button', { name: /^Correct/ })).toHaveCount(0)
  await expect(drawer.getByRole('button', { name: 'Refund', exact: true })).toBeDisabled()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: `Take Away ${order.serialNumber}` })
      .filter({ hasText: 'UPI, refunded' }),
  ).toBeVisible()
})

test('who may not move money sees how it was paid, without a button', async ({ device, api }) => {
  const order = await completed(api, 'Cash')
  const { page } = await device('captain', to.orders({ tab: 'completed', order: order._id }))
  const drawer = page.getByRole('group', { name: /^Order of Take Away/ })
  await expect(drawer.getByText(/^Paid by Cash/)).toBeVisible()
  await expect(drawer.getByRole('button', { name: /^Correct/ })).toHaveCount(0)
})

test('status update removes it from Live: what another device or its own drawer ends is in Completed', async ({ device, api }) => {
  const send = async () => {
    const [dish] = await api.plain()
    const kots = [{ kotId: crypto.randomUUID(), items: [{ _id: dish?._id, quantity: 1 }] }]
    return (await api.call<{ order: OrderShape }>('POST', '/pos/order', { orderType: 'Take Away', kots })).order
  }
  const [elsewhere, here, stays] = [await send(), await send(), await send()]
  const { page } = await device('cashier', to.orders(), DESKTOP)
  const row = (order: OrderShape) => page.getByRole('row').filter({ hasText: `Take Away ${order.serialNumber}` })
  for (const order of [elsewhere, here, stays]) await expect(row(order)).toBeVisible()

  await api.settle(elsewhere)
  await expect(row(elsewhere)).toHaveCount(0)
  await expect(row(here)).toBeVisible()

  // Paid, but not yet handed over, it is still an open order.
  await api.call('PUT', '/orders/payment/status', { orderId: here._id, paymentStatus: 'paid', paymentMethod: 'Cash' })
  await expect(row(here)).toContainText('Paid')
  await row(here).click()
  const drawer = page.getByRole('group', { name: /^Order of Take Away/ })
  await drawer.getByRole('button', { name: 'Handed over' }).click()
  const question = page.getByRole('alertdialog', { name: `Was Take Away ${here.serialNumber} handed over?` })
  await expect(question).toContainText('1 item is still being prepared.')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Handed over' }).click()
  await expect(row(here)).toHaveCount(0)
  await expect(row(stays)).toBeVisible()

  await page.goto(to.orders({ tab: 'completed' }))
  for (const order of [elsewhere, here]) await expect(row(order)).toBeVisible()
  await expect(row(stays)).toHaveCount(0)
  await api.settle(stays)
})

test('the search field says what it is, whole, at a desk and on a phone, and its name says what it finds', async ({ device }) => {
  const { page } = await device('cashier', to.orders(), DESKTOP)
  const search = page.getByRole('searchbox', { name: 'Search orders by bill, table, name or mobile' })
  await expectWholeHint(search)
  await page.setViewportSize(PHONE)
  await expectWholeHint(search)
})
