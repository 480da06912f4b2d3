import { formatRupees } from '#domain/money.ts'
import { to } from '#web/core/to.ts'
import { apiOf, DESKTOP, expect, expectAccessible, PHONE, test } from './support/app.ts'

/** The cash drawer of a day (decision 033): who stands at it enters what comes and goes and counts it; the owner sees what is missing. */

test('the cashier enters the float, sells, pays the milkman and counts without knowing; the owner sees how much is short, and in whose shift', async ({
  device,
  api,
}) => {
  // The shift begins now, whatever was counted before in this demo.
  const drawerNow = async () => (await api.call('GET', '/orders/daily-summary')).summary
  await api.call('POST', '/orders/drawer', { kind: 'float', amount: 2000, reason: 'Counted again' })
  await api.call('POST', '/orders/drawer', { kind: 'count', amount: Math.max(0, (await drawerNow()).drawer.expected) })

  const till = await device('cashier', to.pos(), DESKTOP)
  const { page } = till
  const sheet = page.getByRole('dialog', { name: 'Cash drawer', exact: true })
  const entries = sheet.getByRole('list', { name: 'Entries of the cash drawer' })
  const openByMenu = async () => {
    await till.tap(till.button(/^User menu/))
    await till.tap(page.getByRole('menuitem', { name: 'Cash drawer' }))
    await expect(entries).toBeVisible()
  }
  await openByMenu()
  await till.press('f')
  await expect(page.getByRole('dialog', { name: 'Opening float' })).toBeVisible()
  await page.keyboard.type('2000')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Counted again')
  await page.keyboard.press('Enter')
  await expect(entries.getByRole('listitem').first()).toContainText(/Float, .*2,000\.00/)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()

  const cashier = await apiOf('cashier')
  const [dish] = await api.plain()
  const kots = [{ kotId: crypto.randomUUID(), items: [{ _id: dish?._id, quantity: 2 }] }]
  const { order } = await cashier.call('POST', '/pos/order', { orderType: 'Take Away', kots })
  await cashier.settle(order)

  // By keys alone, from the palette on.
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('cash drawer')
  await expect(page.getByRole('option', { name: 'Cash drawer' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(entries).toBeVisible()
  await page.keyboard.press('o')
  await expect(page.getByRole('dialog', { name: 'Cash taken out' })).toBeVisible()
  await page.keyboard.type('40')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Milk')
  await page.keyboard.press('Enter')
  await expect(entries.getByRole('listitem').first()).toContainText(/Cash out, .*: Milk.*40\.00/)

  const { expected } = (await drawerNow()).drawer
  await page.keyboard.press('c')
  await expect(page.getByRole('dialog', { name: 'Count the drawer' })).toBeVisible()
  await page.keyboard.type(String(expected - 20))
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${formatRupees(expected - 20)} counted`, { exact: true })).toBeVisible()
  await expect(entries.getByRole('listitem').first()).toContainText('Counted, ')
  await expect(sheet).not.toContainText(/short|over|exact/i)

  const owner = await device('owner', to.settingsSummary(), DESKTOP)
  const card = owner.page.getByRole('region', { name: /^Cash drawer/ })
  const { by } = (await drawerNow()).drawer.counted
  await expect(owner.page.getByRole('region', { name: /Before you close/ })).toContainText(`The drawer is Rs. 20.00 short`)
  const shifts = card.getByRole('region', { name: 'Each shift by itself' })
  await expect(shifts).toContainText(new RegExp(`counted by ${by}Rs\\. 20\\.00 short`))
  await expect(card.getByRole('region', { name: 'Cash by person' })).toContainText(by)
  await expect(owner.page.getByRole('region', { name: 'Report on paper' })).toContainText('Each shift by itself')
  await expectAccessible(owner.page)
  // Put back for other tests.
  await api.call('POST', '/orders/drawer', { kind: 'count', amount: expected })
  await expect(owner.page.getByText(/^The drawer is/)).toHaveCount(0)
})

test('on a phone’s POS the drawer is in the user menu, and a waiter has none', async ({ device }) => {
  const phone = await device('cashier', to.mobileHome(), PHONE)
  await phone.tap(phone.button(/^User menu/))
  await phone.tap(phone.page.getByRole('menuitem', { name: 'Cash drawer' }))
  await expect(
    phone.page.getByRole('dialog', { name: 'Cash drawer', exact: true }).getByRole('button', { name: /^Cash out/ }),
  ).toBeVisible()
  await expectAccessible(phone.page)
  const waiter = await device('waiter', to.mobileHome(), PHONE)
  await waiter.tap(waiter.button(/^User menu/))
  await expect(waiter.page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
  await expect(waiter.page.getByRole('menuitem', { name: 'Cash drawer' })).toHaveCount(0)
})
