import { to } from '#web/core/to.ts'
import { DESKTOP, expect, PHONE, test } from './support/app.ts'

/** Two people at one table (SCREENS §2.2 "/restaurant/tables" and "/restaurant/pos"). */
test('two devices opening a free table get one order', async ({ device, api }) => {
  const table = await api.free('9')
  const [one, two] = await api.plain()
  const till = await device('cashier', to.tables(), DESKTOP)
  const phone = await device('waiter', to.captainTables(), PHONE)
  for (const { page } of [till, phone]) await page.locator('[data-table="9"]').first().click()
  await till.page.getByRole('main').getByRole('button', { name: one!.name }).first().click()
  await phone.page
    .getByRole('button', { name: `Add ${two!.name}`, exact: true })
    .first()
    .click()
  const sends = [till, phone].map((it) => it.button(/^Send KOT \(1\)/))
  for (const send of sends) await expect(send).toBeEnabled()
  await Promise.all(sends.map((send) => send.click()))
  const dishes = async () => {
    const open = (await api.openOrders()).filter(({ tableId }) => tableId === table._id)
    return open.map(({ kots }) => kots.flatMap(({ items }) => items.map(({ quantity, itemName }) => `${quantity} ${itemName}`)).sort())
  }
  await expect.poll(dishes).toEqual([[`1 ${one!.name}`, `1 ${two!.name}`].sort()])
  // Neither has anything left to send, and both show the whole order.
  for (const send of sends) await expect(send).toHaveCount(0)
  for (const { page } of [till, phone]) await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await api.free('9')
})
