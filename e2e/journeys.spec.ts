import type { Locator, Page } from '@playwright/test'
import type { OrderShape } from '#domain/api/order.ts'
import { formatRupees, splitEvenly, toPaise, toRupees } from '#domain/money.ts'
import { Api, type Device, expect, expectAccessible, expectNoSidewaysScroll, PHONE, test, WALL } from './support/app.ts'

/** SCREENS §3: the critical journeys, with their taps. A tap is one press; a filled field is one. */

const card = (page: Page, table: string): Locator => page.getByRole('button', { name: new RegExp(`^${table}\\b`) }).first()
const ticketOf = (page: Page, text: string): Locator => page.getByRole('article').filter({ hasText: text })
const settle = (page: Page, rupees: number): Locator => page.getByRole('button', { name: `Settle ${formatRupees(rupees)}` })
const active = async (api: Api, tableNumber: string): Promise<OrderShape | null> => {
  const table = await api.table(tableNumber)
  return (await api.call<{ order: OrderShape | null }>('POST', '/orders/active', { tableId: table._id })).order
}
const plainNames = async (api: Api, n: number) => (await api.plain()).slice(0, n)

/** Opens a table at the point of sale. This is not part of a journey, so its taps are not counted. */
async function openAtPos(device: Device, api: Api, tableNumber: string): Promise<void> {
  await device.page.goto(`/restaurant/pos?table=${(await api.table(tableNumber))._id}`)
  await expect(device.button('Bill & settle')).toBeEnabled()
}

test.describe('journey 1: captain, four items for Table 7, fire the KOT', () => {
  test('7 taps; the kitchen has the ticket within a second and the table is Running', async ({ device, api }) => {
    await api.free('7')
    const plain = await plainNames(api, 3)
    const choice = (await api.items()).find(
      (i) => i.available && i.remaining === null && i.variants.length > 1 && i.addonGroups.every((g) => g.min === 0),
    )
    if (!choice) throw new Error('the demo has no dish with variants')
    const kitchen = await device('kitchen', '/restaurant/kitchen', WALL)
    const captain = await device('captain', '/restaurant/captain/tables', PHONE)
    const { page } = captain
    await captain.tap(card(page, 'T7'))
    const add = (name: string) => page.getByRole('button', { name: `Add ${name}`, exact: true }).first()
    for (const item of plain) await captain.tap(add(item.name))
    await captain.tap(add(choice.name))
    await captain.tap(page.getByRole('dialog').getByRole('button', { name: new RegExp(`^${choice.variants[0]?.name}`) }))
    await captain.tap(captain.button(/^Send KOT \(4\)/))
    const sent = Date.now()
    await expect(ticketOf(kitchen.page, 'T7').filter({ hasText: choice.name })).toBeVisible({ timeout: 3000 })
    expect(Date.now() - sent).toBeLessThan(3000)
    expect(captain.taps).toBe(7)
    await page.goto('/restaurant/captain/tables')
    await expect(card(page, 'T7')).toHaveAccessibleName(/Running/)
    const order = await active(api, '7')
    expect(order?.kots.flatMap((k) => k.items.map((i) => i.itemName)).sort()).toEqual([...plain.map((i) => i.name), choice.name].sort())
  })

  test('four plain items fire in 6 taps from the grid', async ({ device, api }) => {
    await api.free('7')
    const plain = await plainNames(api, 4)
    const captain = await device('waiter', '/restaurant/captain/tables', PHONE)
    await captain.tap(card(captain.page, 'T7'))
    for (const item of plain) await captain.tap(captain.page.getByRole('button', { name: `Add ${item.name}`, exact: true }).first())
    await captain.tap(captain.button(/^Send KOT \(4\)/))
    await expect.poll(async () => (await active(api, '7'))?.kots.length).toBe(1)
    expect(captain.taps).toBe(6)
  })
})

test.describe('journey 2: cashier bills and settles', () => {
  test('3 taps; the table frees on every screen', async ({ device, api }) => {
    await api.free('9')
    const [item] = await plainNames(api, 1)
    const order = await api.send('9', [{ _id: item?._id ?? '', quantity: 2 }])
    const floor = await device('manager', '/restaurant/tables')
    await expect(card(floor.page, 'T9')).toHaveAccessibleName(/Running/)
    const cashier = await device('cashier', '/restaurant/pos')
    await openAtPos(cashier, api, '9')
    await cashier.tap(cashier.button(/^Bill & settle/))
    await cashier.tap(cashier.page.getByRole('radio', { name: /^UPI/ }).or(cashier.button(/^UPI/)).first())
    await cashier.tap(settle(cashier.page, order.grandTotal))
    await expect(card(floor.page, 'T9')).toHaveAccessibleName(/Free/, { timeout: 5000 })
    expect(cashier.taps).toBe(3)
    const { orders } = await api.call<{ orders: OrderShape[] }>('GET', '/orders?status=completed&limit=5')
    expect(orders.find((o) => o._id === order._id)).toMatchObject({ paymentStatus: 'paid', paymentMethod: 'UPI', orderStatus: 'completed' })
  })

  test('by keyboard alone: F9, a digit, Enter', async ({ device, api }) => {
    await api.free('9')
    const [item] = await plainNames(api, 1)
    await api.send('9', [{ _id: item?._id ?? '' }])
    const cashier = await device('cashier', '/restaurant/pos')
    await openAtPos(cashier, api, '9')
    await cashier.press('F9')
    await expect(cashier.page.getByRole('button', { name: /^Settle Rs\./ })).toBeVisible()
    await cashier.press('2')
    await cashier.press('Enter')
    await expect.poll(async () => (await api.table('9')).status).toBe('available')
    expect(cashier.taps).toBe(3)
  })
})

test.describe('journey 4: move a table', () => {
  test('3 taps: More, Move, the target; source and target change everywhere', async ({ device, api }) => {
    await api.free('9')
    await api.free('11')
    const [item] = await plainNames(api, 1)
    const order = await api.send('9', [{ _id: item?._id ?? '' }])
    const kitchen = await device('kitchen', '/restaurant/kitchen', WALL)
    const kot = `KOT ${order.kots[0]?.kotNumber}`
    await expect(ticketOf(kitchen.page, kot)).toContainText('T9')
    const cashier = await device('cashier', '/restaurant/tables')
    await cashier.tap(cashier.button('More for T9'))
    await cashier.tap(cashier.page.getByRole('menuitem', { name: /^Move/ }))
    await cashier.tap(cashier.page.getByRole('button', { name: /T11\b/ }).last())
    await expect(card(cashier.page, 'T9')).toHaveAccessibleName(/Free/)
    await expect(card(cashier.page, 'T11')).toHaveAccessibleName(/Running/)
    await expect(ticketOf(kitchen.page, kot)).toContainText('T11')
    expect(cashier.taps).toBe(3)
    await api.free('11')
  })
})

test.describe('journey 5: merge tables', () => {
  test('3 + n taps; the parent has both orders, the child frees with it', async ({ device, api }) => {
    await api.free('9')
    await api.free('12')
    const [a, b] = await plainNames(api, 2)
    await api.send('9', [{ _id: a?._id ?? '' }])
    await api.send('12', [{ _id: b?._id ?? '' }])
    const cashier = await device('cashier', '/restaurant/tables')
    const { page } = cashier
    await cashier.tap(cashier.button('More for T9'))
    await cashier.tap(page.getByRole('menuitem', { name: /^Merge/ }))
    const dialog = page.getByRole('dialog')
    await cashier.tap(
      dialog
        .getByRole('checkbox', { name: /T12\b/ })
        .or(dialog.getByRole('button', { name: /^T12\b/ }))
        .first(),
    )
    await cashier.tap(dialog.getByRole('button', { name: 'Merge T12 into T9' }))
    await expect.poll(async () => (await active(api, '9'))?.kots.length).toBe(2)
    expect(cashier.taps).toBe(4)
    expect((await api.table('12')).mergedInto).toBe((await api.table('9'))._id)
    await api.free('9')
    await expect(card(page, 'T12')).toHaveAccessibleName(/Free/)
  })
})

test.describe('journey 6: split a payment two ways', () => {
  test('7 taps; the shares sum to the total, remainder paise on the last', async ({ device, api }) => {
    await api.free('9')
    const items = await api.plain()
    // An odd number of paise, so that the shares differ.
    const odd = items.find((i) => Math.round(i.price * 100 * 1.05) % 2 === 1) ?? items[0]
    const order = await api.send('9', [{ _id: odd?._id ?? '', quantity: 1 }])
    const [first = 0, last = 0] = splitEvenly(toPaise(order.grandTotal), 2).map(toRupees)
    const cashier = await device('cashier', '/restaurant/pos')
    const { page } = cashier
    await openAtPos(cashier, api, '9')
    const method = (name: string) =>
      page
        .getByRole('radio', { name: new RegExp(`^${name}`) })
        .or(cashier.button(new RegExp(`^${name}`)))
        .first()
    await cashier.tap(cashier.button(/^Bill & settle/))
    await cashier.tap(
      cashier
        .button(/^Split/)
        .or(page.getByRole('radio', { name: /^Split/ }))
        .first(),
    )
    await cashier.tap(page.getByRole('radio', { name: '2 ways' }).or(cashier.button('2 ways')).first())
    await cashier.tap(method('UPI'))
    await cashier.tap(page.getByRole('button', { name: new RegExp(`${formatRupees(first).replace(/[.]/g, '\\.')}$`) }).last())
    await expect(page.getByText('Left to pay').first()).toBeVisible()
    await cashier.tap(method('Card'))
    await cashier.tap(settle(page, last))
    await expect.poll(async () => (await api.table('9')).status).toBe('available')
    expect(cashier.taps).toBe(7)
    const { orders } = await api.call<{ orders: OrderShape[] }>('GET', '/orders?status=completed&limit=5')
    const paid = orders.find((o) => o._id === order._id)
    expect(paid?.payments.map((p) => [p.method, p.amount])).toEqual([
      ['UPI', first],
      ['Card', last],
    ])
  })
})

test.describe('three shares by one method', () => {
  test('are one entry of the order, and three payments in its history; the third closes it', async ({ device, api }) => {
    await api.free('9')
    const [item] = await api.plain()
    const order = await api.send('9', [{ _id: item?._id ?? '', quantity: 1 }])
    const shares = splitEvenly(toPaise(order.grandTotal), 3).map(toRupees)
    const cashier = await device('cashier', '/restaurant/pos')
    const { page } = cashier
    await openAtPos(cashier, api, '9')
    await cashier.button(/^Bill & settle/).click()
    await page
      .getByRole('radio', { name: /^Split/ })
      .or(cashier.button(/^Split/))
      .first()
      .click()
    await page.getByRole('radio', { name: '3 ways' }).click()
    for (const [i, share] of shares.entries()) {
      await expect(page.getByRole('listitem').filter({ hasText: `Share ${i + 1}` })).toHaveAttribute('aria-current', 'step')
      await page.getByRole('radio', { name: /^Cash/ }).first().click()
      await page
        .getByRole('button', { name: new RegExp(`${formatRupees(share).replace(/[.]/g, '\\.')}$`) })
        .last()
        .click()
    }
    await expect.poll(async () => (await api.table('9')).status).toBe('available')
    const { paymentHistory } = await api.call<{ paymentHistory: { method: string; amount: number }[] }>(
      'GET',
      `/orders/${order._id}/payments`,
    )
    expect(paymentHistory.map((p) => [p.method, p.amount])).toEqual(shares.map((share) => ['Cash', share]))
  })
})

test.describe('journey 7: kitchen bumps a ticket', () => {
  test('1 tap, no dialog; Undo brings it back; the captain sees it ready', async ({ device, api }) => {
    await api.free('11')
    const [item] = await plainNames(api, 1)
    const order = await api.send('11', [{ _id: item?._id ?? '' }])
    const captain = await device('captain', '/restaurant/captain', PHONE)
    const kitchen = await device('kitchen', '/restaurant/kitchen', WALL)
    const ticket = ticketOf(kitchen.page, `KOT ${order.kots[0]?.kotNumber}`)
    await kitchen.tap(ticket.getByRole('button', { name: /^Ready/ }))
    await expect(captain.page.getByRole('button', { name: new RegExp(`^Serve.*${item?.name.slice(0, 8)}.*T11`) })).toBeVisible({
      timeout: 4000,
    })
    expect(kitchen.taps).toBe(1)
    await expect(kitchen.page.getByRole('dialog')).toHaveCount(0)
    await ticket.getByRole('button', { name: /Undo/ }).click()
    await expect.poll(async () => (await active(api, '11'))?.kots[0]?.items[0]?.status).toBe('Preparing')
    await api.free('11')
  })
})

test.describe('journey 11: sold out everywhere', () => {
  test('2 taps; POS, captain and kitchen know within two seconds; a cart that holds it is stopped', async ({ device, api }) => {
    await api.free('11')
    const items = await api.plain()
    const item = items[0]
    if (!item) throw new Error('no plain dish')
    const captain = await device('captain', '/restaurant/captain/tables', PHONE)
    await card(captain.page, 'T11').click()
    const add = captain.page.getByRole('button', { name: `Add ${item.name}`, exact: true }).first()
    await add.click()
    const cashier = await device('cashier', '/restaurant/pos')
    const tile = cashier.page.getByRole('button', { name: new RegExp(`^${item.name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`) }).first()
    await expect(tile).toBeVisible()
    await cashier.hold(tile)
    await cashier.tap(cashier.page.getByRole('menuitem', { name: 'Mark sold out' }))
    await expect(captain.page.getByRole('listitem').filter({ hasText: item.name }).first()).toContainText('Sold out', { timeout: 4000 })
    expect(cashier.taps).toBe(2)
    await captain.button(/^Send KOT/).click()
    await expect(captain.page.getByText(`Item "${item.name}" is unavailable.`).first()).toBeVisible()
    expect(await active(api, '11')).toBeNull()
    await api.call('PATCH', `/menus/item/${item._id}/availability`, { available: true })
  })
})

test.describe('one evening: waiter, kitchen and cashier on three screens', () => {
  test('sent with variant, addon and note; made, served, billed, settled with two tenders; free everywhere without a reload', async ({
    device,
    api,
  }) => {
    await api.free('12')
    const dish = (await api.items()).find((i) => i.available && i.variants.length > 1 && i.addonGroups.some((g) => g.min === 0))
    if (!dish) throw new Error('no dish with variants and addons')
    const kitchen = await device('kitchen', '/restaurant/kitchen', WALL)
    const cashier = await device('cashier', '/restaurant/tables')
    const waiter = await device('waiter', '/restaurant/captain/tables', PHONE)
    const { page } = waiter
    await card(page, 'T12').click()
    await page.getByRole('searchbox', { name: 'Search items' }).fill(dish.name)
    await page
      .getByRole('button', { name: `Add ${dish.name}`, exact: true })
      .first()
      .click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(`^${dish.variants[0]?.name}`) })
      .click()
    // The line's Customise: addon and note (SCREENS §6.22).
    await page
      .getByRole('button', { name: /^(Cart|View cart|1 item)/ })
      .first()
      .click()
    await page
      .getByRole('button', { name: /Customise/ })
      .first()
      .click()
    const sheet = page.getByRole('dialog').last()
    await sheet.getByRole('checkbox').first().check()
    await sheet.getByRole('button', { name: 'No onion' }).click()
    await sheet
      .getByRole('button', { name: /^(Add|Save|Update|Done)/ })
      .last()
      .click()
    await page
      .getByRole('button', { name: /^Send KOT \(1\)/ })
      .last()
      .click()
    const ticket = ticketOf(kitchen.page, 'T12')
    await expect(ticket).toContainText('No onion')
    await expect(ticket).toContainText(dish.variants[0]?.name ?? '')
    await ticket.getByRole('button', { name: /^Ready/ }).click()
    await expect(card(cashier.page, 'T12')).toHaveAccessibleName(/1 ready/)
    await card(cashier.page, 'T12').click()
    await cashier.page.getByRole('button', { name: /^Serve/ }).click()
    await expect(card(cashier.page, 'T12')).toHaveAccessibleName(/Running/)
    await cashier.page.getByRole('button', { name: 'Settle', exact: true }).click()
    const order = await active(api, '12')
    const [first = 0, last = 0] = splitEvenly(toPaise(order?.grandTotal ?? 0), 2).map(toRupees)
    const method = (name: string) =>
      cashier.page
        .getByRole('radio', { name: new RegExp(`^${name}`) })
        .or(cashier.button(new RegExp(`^${name}`)))
        .first()
    await cashier
      .button(/^Split/)
      .or(cashier.page.getByRole('radio', { name: /^Split/ }))
      .first()
      .click()
    await cashier.page.getByRole('radio', { name: '2 ways' }).or(cashier.button('2 ways')).first().click()
    await method('Cash').click()
    await cashier.page
      .getByRole('button', { name: new RegExp(`${formatRupees(first).replace(/[.]/g, '\\.')}$`) })
      .last()
      .click()
    await method('UPI').click()
    await settle(cashier.page, last).click()
    await expect.poll(async () => (await api.table('12')).status).toBe('available')
    await expect(
      card(page, 'T12')
        .or(page.getByRole('button', { name: /^T12 Free/ }))
        .first(),
    ).toBeVisible()
    await expect(ticketOf(kitchen.page, 'T12')).toHaveCount(0, { timeout: 20_000 })
  })
})

test.describe('a guest’s order that waits to be accepted', () => {
  const acceptOrders = (api: Api, on: boolean) => api.call('PUT', '/restaurant/profile', { qrSettings: { acceptOrders: on } })
  test.afterEach(({ api }) => acceptOrders(api, false))

  test('blocks the bill in the open pay panel; once accepted there, it is settled', async ({ device, api }) => {
    await acceptOrders(api, true)
    const table = await api.free('12')
    const [first, second] = await api.plain()
    if (!first || !second) throw new Error('two dishes are needed')
    const order = await api.send('12', [{ _id: first._id }])
    const till = await device('cashier', `/restaurant/pos?table=${table._id}&pay=1`)
    const settles = till.button(/^Settle Rs/)
    await expect(settles).toBeEnabled()

    const guest = await api.call('POST', '/auth/user/login', { name: 'Farah', mobile_number: '9848022110', tableId: table._id })
    const kots = [{ kotId: crypto.randomUUID(), items: [{ _id: second._id, quantity: 2 }] }]
    await new Api(guest.token, api.restaurantId).call('POST', '/orders', { order: { tableId: table._id, kots } })

    await expect(till.page.getByText('Table 12’s guest has a ticket to accept: accept or decline it first.')).toBeVisible()
    await expect(settles).toHaveAccessibleDescription(/Accept or decline the guest’s order first/)
    await expect(till.button('Print bill')).toHaveAccessibleDescription(/Accept or decline the guest’s order first/)
    await till.press('Enter')
    expect(await active(api, '12')).toMatchObject({ _id: order._id, payments: [] })
    await expectAccessible(till.page)
    await till.page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'))
    await expectAccessible(till.page)
    await till.page.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScroll(till.page)
    await expectAccessible(till.page)

    await till.tap(till.button('Accept 2 items for T12'))
    await expect(till.page.getByText(/^T12: KOT \d+ sent to the kitchen/)).toBeVisible()
    await till.tap(settles)
    await expect.poll(async () => (await api.table('12')).status).toBe('available')
  })

  test('leaves room for the menu, however many items it has', async ({ device, api }) => {
    await acceptOrders(api, true)
    const table = await api.free('12')
    const dishes = (await api.plain()).slice(0, 25)
    const guest = await api.call('POST', '/auth/user/login', { name: 'Farah', mobile_number: '9848022110', tableId: table._id })
    const kots = [{ kotId: crypto.randomUUID(), items: dishes.map(({ _id }) => ({ _id, quantity: 1 })) }]
    await new Api(guest.token, api.restaurantId).call('POST', '/orders', { order: { tableId: table._id, kots } })
    const { page } = await device('captain', `/restaurant/captain/menu?table=${table._id}`, { width: 360, height: 740 })
    await expect(page.getByRole('button', { name: `Accept ${dishes.length} items for T12` })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: /^Add / }).first()).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('group', { name: 'What the guest asks for' })).toBeVisible()
    await expectAccessible(page)
    await api.call('PUT', '/orders/status', {
      orderId: (await active(api, '12'))?._id,
      orderStatus: 'cancelled',
      reason: 'They left',
    })
  })

  test('is announced on the phone’s menu and declined by keyboard; then every screen shows it as declined', async ({ device, api }) => {
    await acceptOrders(api, true)
    const table = await api.free('12')
    const [first] = await api.plain()
    if (!first) throw new Error('a dish is needed')
    const guest = await api.call('POST', '/auth/user/login', { name: 'Farah', mobile_number: '9848022110', tableId: table._id })
    const asks = (quantity: number) => {
      const kots = [{ kotId: crypto.randomUUID(), items: [{ _id: first._id, quantity }] }]
      return new Api(guest.token, api.restaurantId).call('POST', '/orders', { order: { tableId: table._id, kots } })
    }
    await api.send('12', [{ _id: first._id }])
    await asks(2)

    const phone = await device('cashier', `/restaurant/pos?table=${table._id}`, { width: 360, height: 740 })
    await phone.tap(phone.button('Open the order of T12, 2 to accept'))
    await expect(phone.page.getByText('2 to accept', { exact: true }).locator('visible=true')).toBeVisible()
    await expectNoSidewaysScroll(phone.page)
    await expectAccessible(phone.page)

    const captain = await device('captain', `/restaurant/captain/menu?table=${table._id}`, { width: 360, height: 740 })
    await expect(captain.button('Decline 2 items for T12')).toBeVisible()
    await expectNoSidewaysScroll(captain.page)

    const till = await device('cashier', `/restaurant/pos?table=${table._id}`)
    await till.button('Accept 2 items for T12').focus()
    await till.press('Tab')
    await expect(till.button('Decline 2 items for T12')).toBeFocused()
    await till.press('Enter')
    const sure = till.page.getByRole('alertdialog').or(till.page.getByRole('dialog'))
    await expect(sure).toBeVisible()
    await till.press('Escape')
    await expect(sure).toHaveCount(0)
    await expect(till.button('Decline 2 items for T12')).toBeFocused()
    await till.press('Enter')
    await till.tap(sure.getByRole('button', { name: 'Decline', exact: true }))
    await expect(till.button('Accept 2 items for T12')).toHaveCount(0)
    const lines = till.page.getByRole('group', { name: 'Order', exact: true })
    await expect(lines).toBeFocused()
    await asks(3)
    await till.button('Accept 3 items for T12').focus()
    await till.press('Enter')
    await expect(till.page.getByText(/^T12: KOT \d+ sent to the kitchen/)).toBeVisible()
    await expect(till.button('Accept 3 items for T12')).toHaveCount(0)
    await expect(lines).toBeFocused()
    await expect(phone.button('Accept 2 items for T12')).toHaveCount(0)

    const floor = await device('cashier', '/restaurant/tables')
    await floor.tap(card(floor.page, 'T12'))
    await expect(floor.page.getByRole('list', { name: 'KOTs' }).getByRole('listitem').filter({ hasText: 'Guest’s order' })).toContainText(
      'Declined',
    )
    const waiter = await device('waiter', '/restaurant/captain/orders', PHONE)
    await expect(waiter.page.getByRole('listitem', { name: 'T12, order' }).getByRole('region', { name: 'Guest’s order' })).toContainText(
      'declined',
    )
    await expect(waiter.page.getByRole('listitem', { name: 'T12, order' })).not.toContainText('waits for a yes')
    await api.free('12')
  })
})
