import type { Locator } from '@playwright/test'
import { to } from '#web/core/to.ts'
import { formatPaise, toPaise } from '#domain/money.ts'
import { expect, test } from './support/app.ts'
import { completed, payPanel } from './support/paying.ts'

test('a tip is added to the payment by one press, without touching the keys that settle, and taken back by name', async ({
  device,
  api,
}) => {
  const cashier = await device('cashier', '/restaurant/pos')
  const { page } = cashier
  const order = await payPanel(cashier, api, '9')
  await page.getByRole('radio', { name: /^Cash/ }).click()
  await page.getByRole('button', { name: 'Add tip' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tip' })
  // Digits and Enter belong to the dialog while it is open.
  await page.keyboard.type('20')
  await expect(dialog.getByLabel('Amount')).toHaveValue('20')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByLabel('Cash received')).toHaveValue(formatPaise(toPaise(order.grandTotal) + 2000).replace('Rs. ', ''))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status', { name: 'T9 settled' })).toContainText('Tip')
  const done = await completed(api, order._id)
  expect(done?.payments).toEqual([{ method: 'Cash', amount: order.grandTotal }])
  expect(done?.paymentHistory?.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['received', order.grandTotal],
    ['tip', 20],
  ])
  await page.goto(to.orders({ tab: 'completed', order: order._id }))
  await page.getByRole('button', { name: 'Take back or correct tip by Cash' }).click()
  await page.getByRole('menuitem', { name: 'Give back' }).click()
  const asked = page.getByRole('alertdialog')
  await asked.getByText('Wrong amount').click()
  await asked.getByRole('button', { name: 'Give back' }).click()
  await expect(page.getByText('Tip given back by Cash: Wrong amount')).toBeVisible()
})

test('on a phone the target of "Add tip" lies over no other control', async ({ device, api }) => {
  const cashier = await device('cashier', '/restaurant/pos', { width: 390, height: 740 })
  const { page } = cashier
  await payPanel(cashier, api, '9')
  const edges = (target: Locator) =>
    target.evaluate((element) => {
      const { top, bottom, height } = element.getBoundingClientRect()
      return { top, bottom, height }
    })
  const tip = await edges(page.getByRole('button', { name: 'Add tip' }))
  const split = await edges(page.getByRole('radiogroup', { name: 'Split' }))
  const methods = await edges(page.getByRole('radiogroup', { name: 'Paid by' }))
  expect(tip.height).toBe(48)
  expect(tip.top).toBeGreaterThanOrEqual(split.bottom)
  expect(tip.bottom).toBeLessThanOrEqual(methods.top)
})
