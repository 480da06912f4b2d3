import type { Page } from '@playwright/test'
import type { OrderShape } from '#domain/api/order.ts'
import { formatRupees } from '#domain/money.ts'
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

/** SCREENS G6: nothing that the other person had unsent is lost, and nothing is paid twice. */
test('one settles the table while the other has items to send: they are kept as a new order, and sent', async ({ device, api }) => {
  const table = await api.free('9')
  const [one, two] = await api.plain()
  const order = await api.send('9', [{ _id: one!._id }])
  const waiter = await device('waiter', to.captainMenu({ table: table._id }), PHONE)
  await waiter.page
    .getByRole('button', { name: `Add ${two!.name}`, exact: true })
    .first()
    .click()
  await expect(waiter.button(/^Send KOT \(1\)/)).toBeEnabled()
  await api.settle(order)
  const asked = waiter.page.getByRole('dialog', { name: /Table 9 was billed/ })
  await expect(asked).toContainText('Keep your 1 unsent item as a new order, or discard it?')
  await asked.getByRole('button', { name: 'Keep' }).click()
  await waiter.button(/^Send KOT \(1\)/).click()
  const open = async () => (await api.openOrders()).filter(({ tableId }) => tableId === table._id)
  await expect
    .poll(async () => (await open()).map(({ kots }) => kots.flatMap(({ items }) => items.map(({ itemName }) => itemName))))
    .toEqual([[two!.name]])
  expect((await open())[0]?._id).not.toBe(order._id)
  await api.free('9')
})

for (const { who, screen, open, add } of [
  {
    who: 'the counter',
    screen: DESKTOP,
    open: (id: string) => to.pos({ order: id }),
    add: (page: Page, name: string) => page.getByRole('main').getByRole('button', { name }).first().click(),
  },
  {
    who: 'the phone',
    screen: PHONE,
    open: (id: string) => to.mobileMenu({ draft: `takeaway:${id}` }),
    add: async (page: Page, name: string) => {
      await page
        .getByRole('button', { name: `Add ${name}`, exact: true })
        .first()
        .click()
      await page.getByText('View order').click()
    },
  },
])
  test(`another device settles a parcel while ${who} has items to send: they are kept as a new order, and sent`, async ({
    device,
    api,
  }) => {
    const [one, two] = await api.plain()
    const { order } = await api.call<{ order: OrderShape }>('POST', '/pos/order', {
      orderType: 'Take Away',
      kots: [{ kotId: crypto.randomUUID(), items: [{ _id: one!._id, quantity: 1 }] }],
    })
    const cashier = await device('cashier', open(order._id), screen)
    const { page } = cashier
    await add(page, two!.name)
    await expect(cashier.button(/^Send KOT/).first()).toBeEnabled()
    await api.settle(order)
    const asked = page.getByRole('dialog', { name: new RegExp(`Take Away ${order.serialNumber} was billed`) })
    await expect(asked).toContainText('Keep your 1 unsent item as a new order, or discard it?')
    await asked.getByRole('button', { name: 'Keep' }).click()
    await expect(page).toHaveURL(/draft=takeaway(:|%3A)\d{1,4}$/)
    await expect(page.getByText('This order is over')).toHaveCount(0)
    await cashier
      .button(/^Send KOT/)
      .first()
      .click()
    const sent = async () =>
      (await api.openOrders()).filter(
        ({ orderType, kots }) =>
          orderType === 'Take Away' && kots.some(({ items }) => items.some(({ itemName }) => itemName === two!.name)),
      )
    await expect.poll(async () => (await sent()).length).toBe(1)
    for (const left of await sent()) {
      expect(left._id).not.toBe(order._id)
      await api.settle(left)
    }
  })

test('one adds and takes a share while the other has the pay panel open: what is left to pay follows, and no paisa is taken twice', async ({
  device,
  api,
}) => {
  const table = await api.free('9')
  const [one, two] = await api.plain()
  const first = await api.send('9', [{ _id: one!._id, quantity: 2 }])
  const { page } = await device('cashier', to.pos({ table: table._id, pay: true }))
  const settle = (rupees: number) => page.getByRole('button', { name: `Settle ${formatRupees(rupees)}` })
  await page.getByRole('radio', { name: /^UPI/ }).click()
  await expect(settle(first.grandTotal)).toBeEnabled()
  const added = await api.send('9', [{ _id: two!._id }])
  await expect(settle(added.grandTotal)).toBeEnabled()
  const share = 50
  await api.call('PUT', '/orders/payment/status', {
    orderId: first._id,
    paymentStatus: 'partial',
    paymentMethod: 'Card',
    payments: [{ method: 'Card', amount: share }],
  })
  const left = Math.round((added.grandTotal - share) * 100) / 100
  await settle(left).click()
  await expect(page.getByRole('status', { name: 'T9 settled' })).toBeVisible()
  const { orders } = await api.call<{ orders: OrderShape[] }>('GET', '/orders?status=completed&limit=5')
  const paid = orders.find(({ _id }) => _id === first._id)?.payments ?? []
  expect(paid.toSorted((a, b) => a.amount - b.amount)).toEqual(
    [
      { method: 'Card', amount: share },
      { method: 'UPI', amount: left },
    ].toSorted((a, b) => a.amount - b.amount),
  )
})

test('one settles while the other splits the bill: the pay panel says that nothing is left, and takes nothing', async ({ device, api }) => {
  const table = await api.free('9')
  const [one] = await api.plain()
  const order = await api.send('9', [{ _id: one!._id, quantity: 2 }])
  const { page } = await device('cashier', to.pos({ table: table._id, pay: true }))
  await page.getByRole('radio', { name: 'Split' }).click()
  await expect(page.getByRole('button', { name: /^Settle Rs/ })).toBeVisible()
  await api.settle(order)
  await expect(page.getByText('Table 9 was billed').first()).toBeVisible()
  await expect(page.getByText(/Nothing is left to pay/)).toBeVisible()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Go back' }).first().click()
  const { orders } = await api.call<{ orders: OrderShape[] }>('GET', '/orders?status=completed&limit=5')
  expect(orders.find(({ _id }) => _id === order._id)?.payments).toEqual([{ method: 'Cash', amount: order.grandTotal }])
})

/** SCREENS G6: an unsent ticket is where its guests are, whatever the other person does with the tables meanwhile. */
test.describe('a waiter has an item to send at T9, and another device', () => {
  type Api = Parameters<Parameters<typeof test>[2]>[0]['api']
  const begin = async (api: Api) => {
    const tables = { six: await api.free('6'), nine: await api.free('9') }
    const [one, two] = await api.plain()
    for (const number of ['6', '9']) await api.send(number, [{ _id: one!._id }])
    return { tables, dish: two! }
  }
  const merge = (api: Api, { six, nine }: { six: { _id: string }; nine: { _id: string } }) =>
    api.call('POST', '/tables/merge', { parentTableId: six._id, childTableIds: [nine._id] })
  const add = (page: Page, dish: { name: string }) =>
    page
      .getByRole('button', { name: `Add ${dish.name}`, exact: true })
      .first()
      .click()
  /** The dish's portions in the open order of a table. */
  const portions = async (api: Api, table: { _id: string }, dish: { name: string }) =>
    (await api.openOrders())
      .filter(({ tableId }) => tableId === table._id)
      .flatMap(({ kots }) => kots.flatMap(({ items }) => items.filter(({ itemName }) => itemName === dish.name)))
      .reduce((sum, { quantity }) => sum + quantity, 0)
  test.afterEach(async ({ api }) => {
    for (const number of ['6', '9']) await api.free(number)
  })

  test('merges it while the page is closed: the item is found at the table of both, and sent to their order', async ({ device, api }) => {
    const { tables, dish } = await begin(api)
    const waiter = await device('waiter', to.captainMenu({ table: tables.nine._id }), PHONE)
    const { page } = waiter
    await add(page, dish)
    await expect(waiter.button(/^Send KOT \(1\)/)).toBeEnabled()
    await page.goto('about:blank')
    await merge(api, tables)
    await page.goto(to.captainTables())
    await expect(page.getByText('T9 merged into T6 with your 1 unsent item')).toBeVisible()
    await page.locator('[data-table="9"]').first().click()
    await waiter.button(/^Send KOT \(1\)/).click()
    await expect.poll(() => portions(api, tables.six, dish)).toBe(1)
  })

  test('merges it and undoes that: the page and the item go with it and back, and are sent to its own guests', async ({ device, api }) => {
    const { tables, dish } = await begin(api)
    const waiter = await device('waiter', to.captainMenu({ table: tables.nine._id }), PHONE)
    const { page } = waiter
    await add(page, dish)
    await merge(api, tables)
    await expect(page).toHaveURL(new RegExp(tables.six._id))
    await expect(waiter.button(/^Send KOT \(1\)/)).toBeEnabled()
    await api.call('POST', '/tables/unmerge', { parentTableId: tables.six._id, childTableIds: [tables.nine._id] })
    await expect(page.getByText('T9 unmerged from T6')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(tables.nine._id))
    await waiter.button(/^Send KOT \(1\)/).click()
    await expect.poll(() => portions(api, tables.nine, dish)).toBe(1)
    expect(await portions(api, tables.six, dish)).toBe(0)
  })

  test('merges it, which the page can’t hear: the item is sent to the order of both, and nobody is told that T9 was cancelled', async ({
    device,
    api,
  }) => {
    const { tables, dish } = await begin(api)
    const waiter = await device('waiter', to.captainTables(), PHONE)
    const { page } = waiter
    await page.routeWebSocket(/realtime/, (socket) => socket.close())
    await page.goto(to.captainMenu({ table: tables.nine._id }))
    await add(page, dish)
    await expect(waiter.button(/^Send KOT \(1\)/)).toBeEnabled()
    await merge(api, tables)
    await waiter.button(/^Send KOT \(1\)/).click()
    await expect.poll(() => portions(api, tables.six, dish)).toBe(1)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})
