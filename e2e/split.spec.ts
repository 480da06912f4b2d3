import type { Page } from '@playwright/test'
import type { OrderShape } from '#domain/api/order.ts'
import { formatRupees, toPaise, toRupees } from '#domain/money.ts'
import { itemShares } from '#domain/split.ts'
import { type Api, type Device, expect, expectAccessible, expectNoSidewaysScroll, test } from './support/app.ts'

/** A bill is split among any number of guests, or by the items that each had. */

/** The pay panel of T9 with an order of these dishes, by their place among the plain ones. */
async function panelOf({ page }: Device, api: Api, lines: { dish: number; quantity?: number; note?: string }[]): Promise<OrderShape> {
  await api.free('9')
  const plain = await api.plain()
  const order = await api.send(
    '9',
    lines.map(({ dish, quantity = 1, note = '' }) => ({ _id: plain[dish % plain.length]?._id ?? '', quantity, additionalItemNote: note })),
  )
  await page.goto(`/restaurant/pos?table=${order.tableId}&pay=1`)
  await expect(page.getByRole('button', { name: `Settle ${formatRupees(order.grandTotal)}` })).toBeVisible()
  return order
}
const portions = (page: Page) => page.getByRole('list', { name: 'Items' }).getByRole('button')
const settle = (page: Page, rupees: number) => page.getByRole('button', { name: `Settle ${formatRupees(rupees)}` })

test('two guests pay for their own dishes and half of a shared one, and the table is free: 12 taps', async ({ device, api }) => {
  const cashier = await device('cashier', '/restaurant/pos')
  const { page } = cashier
  const order = await panelOf(cashier, api, [{ dish: 0 }, { dish: 1 }, { dish: 2, quantity: 2 }])
  const [a, b, c] = order.kots[0]?.items.map(({ lineId }) => lineId) ?? []
  const taken = { [a ?? '']: [[0]], [b ?? '']: [[1]], [c ?? '']: [[0], [1]] }
  const { amounts } = itemShares(order, { guests: 2, taken }, toPaise(order.grandTotal))
  const [first = 0, second = 0] = amounts.map(toRupees)
  await cashier.tap(page.getByRole('button', { name: 'More ways to split' }))
  await cashier.tap(page.getByRole('button', { name: 'By items' }))
  await cashier.tap(portions(page).nth(0))
  await cashier.tap(portions(page).nth(2))
  await cashier.tap(page.getByRole('button', { name: /^Guest 2/ }))
  await cashier.tap(portions(page).nth(1))
  await cashier.tap(portions(page).nth(3))
  await cashier.tap(page.getByRole('button', { name: 'Split', exact: true }))
  await cashier.tap(page.getByRole('radio', { name: /^UPI/ }))
  await cashier.tap(settle(page, first))
  await expect(page.getByRole('listitem').filter({ hasText: 'Guest 1, UPI' })).toContainText('Received')
  await cashier.tap(page.getByRole('radio', { name: /^Card/ }))
  await cashier.tap(settle(page, second))
  await expect.poll(async () => (await api.table('9')).status).toBe('available')
  expect(cashier.taps).toBe(12)
  const { paymentHistory } = await api.call<{ paymentHistory: { method: string; amount: number }[] }>(
    'GET',
    `/orders/${order._id}/payments`,
  )
  expect(paymentHistory.map((p) => [p.method, p.amount])).toEqual([
    ['UPI', first],
    ['Card', second],
  ])
})

test('a dish cancelled on another device while items are chosen is named; the other choices stay', async ({ device, api }) => {
  const cashier = await device('cashier', '/restaurant/pos')
  const { page } = cashier
  const order = await panelOf(cashier, api, [{ dish: 0 }, { dish: 1 }])
  const [kot] = order.kots
  await page.getByRole('button', { name: 'More ways to split' }).click()
  await page.getByRole('button', { name: 'By items' }).click()
  await portions(page).nth(0).click()
  await portions(page).nth(1).click()
  await api.call('PUT', '/orders/item/status', {
    orderId: order._id,
    kotId: kot?.kotId,
    lineId: kot?.items[1]?.lineId,
    itemId: kot?.items[1]?._id,
    status: 'Cancelled',
    reason: 'Changed mind',
  })
  await expect(page.getByRole('dialog').getByText(`Changed on another device: 1 ${kot?.items[1]?.itemName} cancelled`)).toBeVisible()
  await expect(portions(page)).toHaveCount(1)
  await expect(portions(page).first()).toContainText('Guest 1')
  await page.getByRole('button', { name: 'Split', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Shares' }).getByRole('listitem')).toHaveCount(1)
  await api.free('9')
})

for (const [width, height] of [
  [1280, 800],
  [1024, 768],
  [360, 740],
] as const)
  test(`20 guests and 40 lines with long notes fit ${width} × ${height}, light and dark`, async ({ device, api }) => {
    const cashier = await device('cashier', '/restaurant/pos', { width, height })
    const { page } = cashier
    const note = 'without onion and garlic, extra crisp, sauce on the side, for the child'
    await panelOf(
      cashier,
      api,
      Array.from({ length: 40 }, (_, i) => ({ dish: i, note: `${i + 1} ${note}`, quantity: i % 7 === 0 ? 3 : 1 })),
    )
    const panel = page.getByRole('region', { name: /^Settle/ })
    const shot = async (name: string) =>
      process.env.SHOTS ? void (await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}.png` })) : undefined
    const dark = (on: boolean) => page.evaluate((on) => document.documentElement.setAttribute('data-theme', on ? 'dark' : 'light'), on)
    await page.getByRole('radio', { name: /^Cash/ }).click()
    await shot('whole')
    await page.getByRole('button', { name: 'More ways to split' }).click()
    await shot('ways')
    await expectAccessible(page)
    await page.getByRole('button', { name: '20 ways' }).click()
    await shot('20')
    const shares = page.getByRole('list', { name: 'Shares' })
    await expect(shares.getByRole('listitem')).toHaveCount(20)
    await expectNoSidewaysScroll(page)
    if (width > 400) {
      const bar = await page.getByRole('button', { name: /^Settle Rs\./ }).boundingBox()
      for (const part of [
        shares,
        page.getByRole('radiogroup', { name: /paid by/ }),
        page.getByRole('group', { name: 'Keypad' }),
        page.getByText('Change to give'),
      ]) {
        const box = await part.boundingBox()
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
      }
    }
    const cut = await panel
      .locator('label span')
      .evaluateAll((all) => all.filter((e) => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 1).map((e) => e.textContent))
    expect(cut).toEqual([])
    await page.getByRole('button', { name: 'More ways to split' }).click()
    await page.getByRole('button', { name: 'By items' }).click()
    await portions(page).nth(0).click()
    await portions(page).nth(3).click()
    await page.getByRole('button', { name: /^Guest 2/ }).click()
    await portions(page).nth(1).click()
    await page.getByRole('button', { name: 'Everyone' }).click()
    await portions(page).nth(2).click()
    for (const theme of [false, true]) {
      await dark(theme)
      await shot(theme ? 'items-dark' : 'items')
      await expectAccessible(page)
    }
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Split', exact: true }).click()
    await shot('by-items-dark')
    await expectAccessible(page)
    await dark(false)
    await shot('by-items')
    await expectAccessible(page)
    await api.free('9')
  })
