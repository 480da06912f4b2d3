import type { Locator, Page } from '@playwright/test'
import type { OrderShape } from '#domain/api/order.ts'
import { formatRupees, splitEvenly, toPaise, toRupees } from '#domain/money.ts'
import { to } from '#web/core/to.ts'
import { type Api, type Device, expect, expectApart, expectLive, PHONE, test } from './support/app.ts'

/** The POS of a phone (SCREENS §2.2 "pos-mobile"): a food truck, a queue, a terrace. */

const newest = async (api: Api): Promise<OrderShape | undefined> =>
  (await api.call<{ orders: OrderShape[] }>('GET', '/orders?limit=1')).orders[0]
const add = (page: Page, name = ''): Locator => page.getByRole('button', { name: `Add ${name}`, exact: true }).first()
const tab = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Mobile POS' }).getByRole('link', { name: new RegExp(`^${name}(?![a-z])`) })
const type = (page: Page, name: string): Locator => page.getByRole('radio', { name, exact: true })
const totals = (page: Page): Promise<string[]> => page.locator('dl').filter({ hasText: 'Subtotal' }).locator('dt, dd').allTextContents()

/** Begins a take-away with these dishes on a phone, from the page of today. */
async function takeAwayOf(device: Device, names: string[]): Promise<void> {
  const { page } = device
  await device.tap(device.button('New order'))
  await device.tap(type(page, 'Take Away'))
  for (const name of names) await device.tap(add(page, name))
  await expect(tab(page, 'Order')).toContainText(String(names.length))
}

test('a take-away of 2 items is settled in at most 7 taps; without a printer its bill is shown on the screen and says Take Away', async ({
  device,
  api,
}) => {
  const [one, two] = await api.plain()
  const phone = await device('cashier', to.mobileHome(), PHONE)
  const { page } = phone
  await takeAwayOf(phone, [one?.name ?? '', two?.name ?? ''])
  await phone.tap(phone.button('View order'))
  await phone.tap(phone.button(/^Bill & settle/))
  await phone.tap(phone.button(/^Settle Rs\./))
  const settled = page.getByRole('status', { name: /^Take Away \d+ settled/ })
  await expect(settled).toBeVisible()
  expect(phone.taps).toBeLessThanOrEqual(7)
  await expect(page).toHaveURL(new RegExp(`${to.mobileOrders()}$`))
  const order = await newest(api)
  expect(order).toMatchObject({ orderType: 'Take Away', paymentStatus: 'paid' })
  expect(order?.kots.flatMap((kot) => kot.items)).toHaveLength(2)

  await settled.getByRole('button', { name: 'Show bill' }).click()
  const bill = page.getByRole('dialog', { name: /^Bill \d{4}/ })
  await expect(bill).toContainText('Take Away')
  await expect(bill).toContainText(order?.grandTotal.toFixed(2) ?? '')
  // The next order takes the card away.
  await bill.getByRole('button', { name: 'Close' }).first().click()
  await tab(page, 'Menu').click()
  await type(page, 'Take Away').click()
  await add(page, one?.name).click()
  await tab(page, 'Orders').click()
  await expect(page.getByRole('list', { name: 'Open orders' })).toBeVisible()
  await expect(settled).toHaveCount(0)
})

test('switching tabs keeps the order, and so does a reload', async ({ device, api }) => {
  const [one, two] = await api.plain()
  const phone = await device('cashier', to.mobileHome(), PHONE)
  const { page } = phone
  await takeAwayOf(phone, [one?.name ?? '', two?.name ?? ''])
  for (const name of ['Home', 'Orders', 'Menu']) {
    await tab(page, name).click()
    await expect(tab(page, name)).toHaveAttribute('aria-current', 'page')
    await expect(tab(page, 'Order')).toContainText('2 items not sent')
  }
  await expect(type(page, 'Take Away')).toBeChecked()
  await tab(page, 'Order').click()
  const lines = page.getByRole('list', { name: 'Not sent' })
  await expect(lines).toContainText(one?.name ?? '')
  await expect(lines).toContainText(two?.name ?? '')
  await page.reload()
  await expect(lines).toContainText(two?.name ?? '')
  // After a reload elsewhere the phone comes back to what is not sent.
  await tab(page, 'Home').click()
  await page.reload()
  await expect(page.getByRole('region', { name: 'Not sent' })).toContainText('2 items')
  await tab(page, 'Order').click()
  await expect(lines).toContainText(one?.name ?? '')
})

test('the counter on a phone offers this POS, with the order that is open', async ({ device, api }) => {
  const [one] = await api.plain()
  const { page } = await device('cashier', to.pos({ draft: 'takeaway:7' }), PHONE)
  await page
    .locator('[data-tile]')
    .filter({ hasText: one?.name ?? '' })
    .first()
    .click()
  await page.getByRole('button', { name: 'Mobile POS' }).click()
  await expect(tab(page, 'Order')).toContainText('1 item not sent')
  await tab(page, 'Order').click()
  await expect(page.getByRole('list', { name: 'Not sent' })).toContainText(one?.name ?? '')
  // From a tablet on, the counter has its panes side by side.
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto(to.pos())
  await expect(page.locator('[data-tile]').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mobile POS' })).toBeHidden()
})

test('Dine In demands a table', async ({ device, api }) => {
  await api.free('11')
  const [one, two] = await api.plain()
  const phone = await device('cashier', to.mobileMenu({ draft: 'dine-in' }), PHONE)
  const { page } = phone
  const dialog = page.getByRole('dialog', { name: 'Choose a table' })
  // A dish that is tapped first waits for the table.
  await add(page, one?.name).click()
  await expect(dialog).toContainText(`For ${one?.name}`)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(tab(page, 'Order')).not.toContainText('not sent')
  await add(page, one?.name).click()
  await dialog.getByRole('button', { name: /^T11\b/ }).click()
  await expect(tab(page, 'Order')).toContainText('1 item not sent')
  await phone.button('View order').click()
  await phone.button(/^Send KOT \(1\)/).click()
  await expect(page.getByRole('region', { name: /^KOT \d+/ })).toBeVisible()
  expect(await newest(api)).toMatchObject({ orderType: 'Dine In', tableNumber: '11' })
  await api.free('11')

  // The items of a take-away that is not sent go along to the table; until one is chosen it stays a take-away.
  await page.goto(to.mobileMenu({ draft: 'takeaway:1' }))
  await add(page, two?.name).click()
  await type(page, 'Dine In').click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(type(page, 'Take Away')).toBeChecked()
  await type(page, 'Dine In').click()
  await dialog.getByRole('button', { name: /^T11\b/ }).click()
  await expect(type(page, 'Dine In')).toBeChecked()
  await expect(page).toHaveURL(new RegExp(encodeURIComponent(`table:${(await api.table('11'))._id}`)))
  await expect(tab(page, 'Order')).toContainText('1 item not sent')
})

test('totals equal those of the desktop POS, before and after the ticket is sent', async ({ device, api }) => {
  await api.free('11')
  const [one, two] = await api.plain()
  const { _id } = await api.table('11')
  const phone = await device('cashier', to.mobileMenu({ draft: `table:${_id}` }), PHONE)
  await add(phone.page, one?.name).click()
  await add(phone.page, two?.name).click()
  await phone.page
    .getByRole('button', { name: `One more ${two?.name}`, exact: true })
    .first()
    .click()
  await phone.button('View order').click()
  await expect.poll(() => totals(phone.page)).toContain('Total')
  const before = await totals(phone.page)

  const desk = await device('cashier', to.pos({ table: _id }))
  const tile = (name = '') => desk.page.locator('[data-tile]').filter({ hasText: name }).first()
  for (const name of [one?.name, two?.name, two?.name]) await tile(name).click()
  await expect.poll(() => totals(desk.page)).toEqual(before)
  await phone.button(/^Send KOT \(3\)/).click()
  await expect(phone.page.getByRole('region', { name: /^KOT \d+/ })).toBeVisible()
  await expect.poll(() => totals(phone.page)).toEqual(before)
  const order = await newest(api)
  expect(before.at(-1)).toContain(formatRupees(order?.grandTotal ?? 0).replace('Rs. ', ''))
  await api.free('11')
})

test('an open order is settled in 3 taps from the list', async ({ device, api }) => {
  await api.free('11')
  const [one] = await api.plain()
  const order = await api.send('11', [{ _id: one?._id ?? '' }])
  const phone = await device('cashier', to.mobileHome(), PHONE)
  const { page } = phone
  await phone.tap(tab(page, 'Orders'))
  await phone.tap(phone.button('Settle T11'))
  await phone.tap(phone.button(`Settle ${formatRupees(order.grandTotal)}`))
  await expect(page.getByRole('status', { name: 'T11 settled' })).toBeVisible()
  expect(phone.taps).toBe(3)
  await expect(page.getByRole('listitem', { name: 'T11', exact: true })).toHaveCount(0)
  await type(page, 'Completed').click()
  await expect(
    page.getByRole('list', { name: 'Completed orders' }).getByRole('listitem', { name: 'T11', exact: true }).first(),
  ).toBeVisible()
})

test('a paid take-away is handed over', async ({ device, api }) => {
  const [one] = await api.plain()
  const { order } = await api.call<{ order: OrderShape }>('POST', '/pos/order', {
    orderType: 'Take Away',
    kots: [{ kotId: crypto.randomUUID(), items: [{ _id: one?._id, quantity: 1 }] }],
  })
  await api.call('PUT', '/orders/payment/status', { orderId: order._id, paymentStatus: 'paid', paymentMethod: 'Cash' })
  for (const { kotId } of order.kots) await api.call('PUT', '/orders/item/status', { orderId: order._id, kotId, status: 'Ready' })
  const { page } = await device('cashier', to.mobileHome(), PHONE)
  const row = page.getByRole('listitem', { name: `Take Away ${order.serialNumber}`, exact: true })
  // Scrolled to in a long list, the whole row is on the screen, with its button.
  await row.scrollIntoViewIfNeeded()
  await expect(row.getByRole('button')).toBeInViewport({ ratio: 1 })
  await row.getByRole('button', { name: /^Handed over/ }).click()
  await expect(row).toHaveCount(0)
  const { orders } = await api.call<{ orders: OrderShape[] }>('GET', '/orders?status=completed&limit=20')
  expect(orders.map(({ _id }) => _id)).toContain(order._id)
})

test('a waiter takes an order but may not settle it, and sees no sales', async ({ device, api }) => {
  await api.free('11')
  const [one] = await api.plain()
  await api.send('11', [{ _id: one?._id ?? '' }])
  const phone = await device('waiter', to.mobileHome(), PHONE)
  const { page } = phone
  await expect(page.getByText('Open orders')).toBeVisible()
  await expect(page.getByText('Sales')).toHaveCount(0)
  await tab(page, 'Orders').click()
  await expect(page.getByRole('listitem', { name: 'T11', exact: true })).toBeVisible()
  // Not a row of grey buttons for whoever never settles.
  await expect(phone.button(/^Settle/)).toHaveCount(0)
  await page.getByRole('listitem', { name: 'T11', exact: true }).getByRole('link').click()
  await expect(phone.button(/^Bill & settle/)).toHaveAccessibleDescription('Only a cashier or a manager can settle a bill')
  await api.free('11')
})

/** A take-away that the kitchen has. */
async function parcel(api: Api, ids: (string | undefined)[]): Promise<OrderShape> {
  const { order } = await api.call<{ order: OrderShape }>('POST', '/pos/order', {
    orderType: 'Take Away',
    kots: [{ kotId: crypto.randomUUID(), items: ids.map((_id) => ({ _id, quantity: 1 })) }],
  })
  return order
}

test('an order that another device settles is told on the phone, and the next one can begin', async ({ device, api }) => {
  const [one] = await api.plain()
  const order = await parcel(api, [one?._id])
  const phone = await device('cashier', to.mobileOrder({ draft: `takeaway:${order._id}` }), PHONE)
  const { page } = phone
  await expect(page.getByRole('region', { name: /^KOT \d+/ })).toBeVisible()
  // The message is that of an event: before the connection is there the page would only show that the order is over.
  await expectLive(page)
  for (const { kotId } of order.kots) await api.call('PUT', '/orders/item/status', { orderId: order._id, kotId, status: 'Ready' })
  await api.call('PUT', '/orders/payment/status', { orderId: order._id, paymentStatus: 'paid', paymentMethod: 'Cash', complete: true })
  await expect(page.getByText(`Take Away ${order.serialNumber} was billed`)).toBeVisible()
  await expect(page.getByText('This order is over')).toBeVisible()
  await phone.button('New order').click()
  await expect(page).toHaveURL(/pos-mobile\/menu/)
})

test('the pay panel is kept by a reload and closed by the browser’s Back; a bill is split two ways', async ({ device, api }) => {
  const [one] = await api.plain()
  const order = await parcel(api, [one?._id])
  const [first = 0, last = 0] = splitEvenly(toPaise(order.grandTotal), 2).map(toRupees)
  const phone = await device('cashier', to.mobileOrder({ draft: `takeaway:${order._id}` }), PHONE)
  const { page } = phone
  const panel = page.getByRole('region', { name: `Settle Take Away ${order.serialNumber}` })
  await phone.button(/^Bill & settle/).click()
  await expect(panel).toBeVisible()
  await page.reload()
  await expect(panel).toBeVisible()
  await page.goBack()
  await expect(panel).toHaveCount(0)
  await phone.button(/^Bill & settle/).click()
  await panel
    .getByRole('radio', { name: /^Split/ })
    .or(panel.getByRole('button', { name: /^Split/ }))
    .first()
    .click()
  await panel.getByRole('radio', { name: '2 ways' }).click()
  await panel
    .getByRole('button', { name: new RegExp(`${formatRupees(first).replace('.', '\\.')}$`) })
    .last()
    .click()
  await expect(panel.getByText('Left to pay').first()).toBeVisible()
  // What is received stays with the order.
  await page.goBack()
  await expect(page.getByText('Left to pay').first()).toBeVisible()
  await phone.button(/^Bill & settle/).click()
  await panel.getByRole('button', { name: `Settle ${formatRupees(last)}` }).click()
  await expect(page.getByRole('status', { name: `Take Away ${order.serialNumber} settled` })).toBeVisible()
})

test('without a network the items stay on the phone, and the kitchen gets them once', async ({ device, api }) => {
  const [one] = await api.plain()
  const order = await parcel(api, [one?._id])
  const phone = await device('cashier', to.mobileMenu({ draft: `takeaway:${order._id}` }), PHONE)
  const { page, context } = phone
  await expect(add(page, one?.name)).toBeVisible()
  await context.setOffline(true)
  await add(page, one?.name).click()
  await phone.button('View order').click()
  await expect(phone.button(/^Send KOT \(1\)/)).toHaveAttribute('aria-disabled', 'true')
  await context.setOffline(false)
  await expect(phone.button(/^Send KOT \(1\)/)).not.toHaveAttribute('aria-disabled', 'true', { timeout: 20_000 })
  await phone.button(/^Send KOT \(1\)/).click()
  await expect(page.getByRole('region', { name: /^KOT \d+/ })).toHaveCount(2)
  const { orders } = await api.call<{ orders: OrderShape[] }>('GET', '/orders/restaurant/pending')
  expect(orders.find(({ _id }) => _id === order._id)?.kots).toHaveLength(2)
})

test('a manager cancels a line with its reason; the total follows', async ({ device, api }) => {
  const [one, two] = await api.plain()
  const order = await parcel(api, [one?._id, two?._id])
  const phone = await device('manager', to.mobileOrder({ draft: `takeaway:${order._id}` }), PHONE)
  const { page } = phone
  await page.getByRole('button', { name: /^KOT \d+/ }).click()
  await page.getByRole('button', { name: `More for ${one?.name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: 'Cancel item' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Ordered twice' }).click()
  await dialog.getByRole('button', { name: 'Cancel item' }).click()
  const line = page
    .getByRole('region', { name: /^KOT \d+/ })
    .getByRole('listitem')
    .filter({ hasText: one?.name ?? '' })
  await expect(line).toContainText('Cancelled')
  const before = order.grandTotal
  await expect.poll(async () => (await totals(page)).at(-1)).not.toContain(formatRupees(before).replace('Rs. ', ''))
})

test('a sent order says that more is added to it, until a new one is begun', async ({ device, api }) => {
  const [one] = await api.plain()
  const order = await parcel(api, [one?._id])
  const phone = await device('cashier', to.mobileMenu({ draft: `takeaway:${order._id}` }), PHONE)
  const { page } = phone
  await expect(page.getByText(`Adding to Take Away ${order.serialNumber}`)).toBeVisible()
  await phone.button('New order').click()
  await expect(page.getByText('Adding to')).toHaveCount(0)
  await type(page, 'Take Away').click()
  await add(page, one?.name).click()
  await phone.button('View order').click()
  await phone.button(/^Send KOT \(1\)/).click()
  // The snackbar stands above the buttons, and doesn't cover them.
  await expect(page.getByText(/^Take Away \d+: KOT \d+ sent$/).first()).toBeVisible()
  await phone.button(/^Bill & settle/).click({ trial: true })
  const { orders } = await api.call<{ orders: OrderShape[] }>('GET', '/orders/restaurant/pending')
  expect(orders.find(({ _id }) => _id === order._id)?.kots).toHaveLength(1)
})

test('a phone on its side: the snackbar over an open sheet stands beside it, and not on its head', async ({ device, api }) => {
  const [one] = await api.plain()
  const choice = (await api.items()).find((i) => i.available && i.remaining === null && i.variants.length > 1)
  const { page } = await device('cashier', to.mobileMenu({ draft: 'takeaway:1' }), { width: 844, height: 390 })
  await add(page, one?.name).click()
  await page.getByRole('button', { name: 'View order' }).click()
  await page.getByRole('button', { name: /^Send KOT \(1\)/ }).click()
  const snackbar = page.locator('[data-sonner-toast]').filter({ hasText: /Take Away \d+: KOT \d+ sent/ })
  await expect(snackbar).toBeVisible()
  await page.getByRole('link', { name: 'Menu' }).first().click()
  await page.getByRole('searchbox', { name: 'Search items' }).fill(choice?.name ?? '')
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog')
  await expect(sheet).toBeVisible()
  await expect(snackbar).toBeVisible()
  await expectApart(snackbar, sheet)
})
