import type { Locator, Page } from '@playwright/test'
import { formatRupees } from '#domain/money.ts'
import { to } from '#web/core/to.ts'
import { apiOf, DESKTOP, expect, PHONE, test } from './support/app.ts'

/** Accept points of the captain's phone (SCREENS §2.2 "/captain", "/captain/tables", "/captain/menu", "/captain/orders"); others are in web/captain/captain.dom.test.tsx. */
test.describe('the captain’s phone', () => {
  test.afterEach(async ({ api }) => void (await api.free('9')))

  test('repeat-last-round in 2 taps', async ({ device, api }) => {
    const [one, two] = await api.plain()
    const table = await api.free('9')
    await api.send('9', [{ _id: one!._id, quantity: 2 }, { _id: two!._id }])
    const phone = await device('waiter', to.captainMenu({ table: table._id }), PHONE)
    await phone.tap(phone.button('Add 3, repeat last round'))
    await phone.tap(phone.button(/^Send KOT \(3\)/))
    await expect
      .poll(async () => {
        const { order } = await api.call('POST', '/orders/active', { tableId: table._id })
        return order.kots.map((kot: any) => kot.items.map((item: any) => `${item.quantity} ${item.itemName}`))
      })
      .toEqual([1, 2].map(() => [`2 ${one!.name}`, `1 ${two!.name}`]))
    expect(phone.taps).toBe(2)
  })

  test('lock screen or call keeps the cart', async ({ device, api }) => {
    const dishes = (await api.plain()).slice(0, 3)
    const table = await api.free('9')
    const address = to.captainMenu({ table: table._id })
    const { page, context } = await device('waiter', address, PHONE)
    for (const { name } of dishes)
      await page
        .getByRole('button', { name: `Add ${name}`, exact: true })
        .first()
        .click()
    const sendOf = (phone: Page) => phone.getByRole('button', { name: /^Send KOT \(3\)/ })
    await expect(sendOf(page)).toBeVisible()
    // The screen is locked: the page is stopped, and goes on when somebody looks again.
    const chromium = await context.newCDPSession(page)
    await chromium.send('Page.setWebLifecycleState', { state: 'frozen' })
    await chromium.send('Page.setWebLifecycleState', { state: 'active' })
    await expect(sendOf(page)).toBeEnabled()
    // A long call: the phone has thrown the page away without telling it.
    await page.close({ runBeforeUnload: false })
    const again = await context.newPage()
    await again.goto(address)
    await sendOf(again).click()
    await expect
      .poll(async () => {
        const { order } = await api.call('POST', '/orders/active', { tableId: table._id })
        return order?.kots.map((kot: any) => kot.items.map((item: any) => `${item.quantity} ${item.itemName}`))
      })
      .toEqual([dishes.map(({ name }) => `1 ${name}`)])
  })

  test('a table that calls shows its number whole, also where three cards share 360 px', async ({ device, api }) => {
    const table = await api.free('10')
    const [dish] = await api.plain()
    await (await apiOf('waiter')).send('10', [{ _id: dish!._id }])
    await api.call('POST', '/tables/alert', { tableId: table._id, alertType: 'water' })
    const { page } = await device('waiter', to.captain(), { width: 360, height: 740 })
    const number = page.locator('[data-table="10"] .num', { hasText: /^T10$/ }).first()
    await expect(number).toBeVisible()
    expect(await number.evaluate((e) => e.scrollWidth - e.clientWidth)).toBeLessThanOrEqual(0)
    await api.free('10')
  })

  test('cancelled lines struck, totals equal POS; bill request reaches the cashier', async ({ device, api }) => {
    const [one, two] = await api.plain()
    await api.free('9')
    const order = await api.send('9', [{ _id: one!._id }, { _id: two!._id }])
    const { kotId, items } = order.kots[0]!
    await api.call('PUT', '/orders/item/status', {
      orderId: order._id,
      kotId,
      lineId: items[0]?.lineId,
      status: 'Cancelled',
      reason: 'Guest changed their mind',
    })
    const till = await device('cashier', to.tables(), DESKTOP)
    const { page } = await device('captain', to.captainOrders(), PHONE)
    const request = page.getByRole('button', { name: 'Request bill, T9' })
    const card = page.getByRole('listitem').filter({ has: request })
    await expect(card.getByText(one!.name, { exact: true }).first()).toHaveCSS('text-decoration-line', 'line-through')
    await expect(card.getByText(two!.name, { exact: true }).first()).toHaveCSS('text-decoration-line', 'none')
    const { grandTotal } = (await api.openOrders()).find(({ _id }) => _id === order._id)!
    await expect(card).toContainText(formatRupees(grandTotal))
    await request.click()
    await expect(till.page.getByRole('region', { name: 'Needs a person' }).getByText(/T9 Bill/)).toBeVisible()
    await till.page.goto(to.pos({ order: order._id }))
    await expect(till.page.getByRole('main')).toContainText(`Total${formatRupees(grandTotal)}`)
  })

  test('primary controls sit in the lower 60%; jump takes 2 taps; ready items oldest first, serve has Undo', async ({ device, api }) => {
    const [one, two] = await api.plain()
    const { _id } = await api.free('9')
    const ready = async (dish: { _id: string }) => {
      const { _id: orderId, kots } = await api.send('9', [{ _id: dish._id }])
      await api.call('PUT', '/orders/item/status', { orderId, kotId: kots.at(-1)?.kotId, status: 'Ready' })
    }
    const phone = await device('waiter', to.captainTables(), PHONE)
    const { page } = phone
    const inReach = async (control: Locator) => {
      await expect(control).toBeInViewport({ ratio: 1 })
      expect((await control.boundingBox())?.y).toBeGreaterThanOrEqual(PHONE.height * 0.4)
    }
    await inReach(phone.button('Go to table number'))
    await phone.tap(phone.button('Go to table number'))
    await phone.tap(page.getByRole('dialog', { name: 'Go to table' }).getByRole('button', { name: '9', exact: true }))
    await expect(page).toHaveURL((url) => `${url.pathname}${url.search}` === to.captainMenu({ table: _id }))
    expect(phone.taps).toBe(2)

    await ready(two!)
    await ready(one!)
    await page.goto(to.captain())
    const serves = page.getByRole('button', { name: /^Serve (?!all).*T9/ })
    await expect(serves).toHaveCount(2)
    expect(await serves.evaluateAll((all) => all.map((button) => button.getAttribute('aria-label')))).toEqual([
      expect.stringContaining(two!.name),
      expect.stringContaining(one!.name),
    ])
    await inReach(serves.first())
    await phone.tap(serves.first())
    // A press on Undo right after the first one is ignored as a double tap.
    await expect(async () => {
      await page.getByRole('button', { name: /^Undo/ }).click({ timeout: 1000 })
      await expect(serves).toHaveCount(2, { timeout: 1000 })
    }).toPass()
  })
})
