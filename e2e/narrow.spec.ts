import { formatRupees } from '#domain/money.ts'
import { wallClock } from '#domain/time.ts'
import { to } from '#web/core/to.ts'
import type { OrderShape } from '#domain/api/order.ts'
import { type Api, DESKTOP, expect, test } from './support/app.ts'
import type { Locator } from '@playwright/test'

/** Narrow places where words were once cut: important words are not cut there. */

const NARROW = { width: 360, height: 740 }

const uncut = (words: Locator) =>
  expect.poll(() => words.evaluate((element) => element.scrollWidth - element.clientWidth), 'is cut').toBeLessThanOrEqual(0)

async function parcel(api: Api, more: Record<string, unknown> = {}): Promise<OrderShape> {
  const [dish] = await api.plain()
  const kots = [{ kotId: crypto.randomUUID(), items: [{ _id: dish!._id, quantity: 1 }] }]
  return (await api.call('POST', '/pos/order', { orderType: 'Take Away', kots, ...more })).order
}

test('POS: the number of the take away that is open is read whole beside the count of the others', async ({ device, api }) => {
  const order = await parcel(api)
  const { page } = await device('cashier', to.pos({ order: order._id }), { ...DESKTOP, width: 1024 })
  const number = page.getByText(`No. ${order.serialNumber}`, { exact: true })
  await expect(number).toBeVisible()
  await uncut(number.locator('xpath=..'))
  await page.setViewportSize(DESKTOP)
  await uncut(number.locator('xpath=..'))
  await api.settle(order)
})

test('POS: a paid take away says so in the list of running ones, where the amount is read whole beside a long name', async ({
  device,
  api,
}) => {
  const order = await parcel(api, { customer_name: 'Wilhelmina Featherstonehaugh-Cholmondeley' })
  await api.call('PUT', '/orders/payment/status', { orderId: order._id, paymentStatus: 'paid', paymentMethod: 'Cash' })
  const { page } = await device('cashier', to.pos({ draft: 'takeaway:1' }), { ...DESKTOP, width: 1024 })
  await page.getByRole('button', { name: /^New take away, / }).click()
  const row = page.getByRole('list', { name: 'Open take away orders' }).getByRole('button', { name: `Take Away ${order.serialNumber}` })
  await expect(row).toContainText(/Paid|paid/)
  await expect(row).not.toContainText('Billed')
  const amount = row.getByText(formatRupees(order.grandTotal))
  await expect(amount).toBeVisible()
  // Nothing around the amount cuts it.
  const whole = await amount.evaluate((e) => {
    const words = document.createRange()
    words.selectNodeContents(e)
    const { right } = words.getBoundingClientRect()
    let frame = e.parentElement
    while (frame && getComputedStyle(frame).overflowX === 'visible') frame = frame.parentElement
    return frame === null || right <= frame.getBoundingClientRect().right
  })
  expect(whole).toBe(true)
  await api.settle((await api.openOrders()).find(({ _id }) => _id === order._id) ?? order)
})

test('phone POS at 360 px: the types of an order and the names that are called out are read whole', async ({ device, api }) => {
  const order = await parcel(api, { customer_name: 'Ananya Raghavan' })
  const { page } = await device('cashier', to.mobileMenu(), NARROW)
  for (const type of ['Dine In', 'Take Away', 'Delivery']) await uncut(page.getByRole('radiogroup', { name: 'Order type' }).getByText(type))
  await page.goto(to.mobileOrders())
  const row = page.getByRole('listitem', { name: `Take Away ${order.serialNumber}` })
  await expect(row).toContainText('Ananya Raghavan')
  await uncut(row.getByText('Ananya Raghavan'))
  await api.settle(order)
})

test('captain at 360 px: a note has the full width of its line, not only the room beside status and buttons', async ({ device, api }) => {
  await api.free('11')
  const [dish] = await api.plain()
  await api.send('11', [{ _id: dish!._id, additionalItemNote: 'No onion, no garlic, and the sauce in a bowl of its own' }])
  const { page } = await device('waiter', to.captainOrders(), NARROW)
  const note = page.getByText('No onion, no garlic, and the sauce in a bowl of its own')
  await expect(note).toBeVisible()
  expect((await note.boundingBox())?.width).toBeGreaterThan(200)
  await api.free('11')
})

test('moving a table: a table that has a name is read whole among those to choose from', async ({ device, api }) => {
  const { tables } = await api.call('POST', '/tables/createTables', { tables: [{ tableNumber: 'Balcony 12', area: 'Hall', capacity: 2 }] })
  await api.free('12')
  const [dish] = await api.plain()
  await api.send('12', [{ _id: dish!._id }])
  const { page } = await device('cashier', to.tables({ table: (await api.table('12'))._id }), DESKTOP)
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  const name = page.getByRole('dialog').getByText('Balcony 12', { exact: true })
  await expect(name).toBeVisible()
  await uncut(name)
  await api.free('12')
  await api.call('DELETE', `/tables/delete/${tables[0]._id}`)
})

test('choosing a table: one that has a long name is read whole, at the counter and on a phone', async ({ device, api }) => {
  const names = ['Courtyard 11', 'Courtyard 12', 'Wintergarten Room 12']
  const { tables } = await api.call('POST', '/tables/createTables', {
    tables: names.map((tableNumber) => ({ tableNumber, area: 'Hall', capacity: 2 })),
  })
  for (const [path, viewport] of [
    [to.pos({ type: 'dine-in' }), DESKTOP],
    [to.mobileMenu({ draft: 'dine-in' }), NARROW],
  ] as const) {
    const { page } = await device('cashier', path, viewport)
    await expect(page.getByText(/^Choose a table/).first()).toBeVisible()
    await (viewport === DESKTOP ? page.keyboard.press('t') : page.getByRole('button', { name: /^Choose a table/ }).click())
    for (const one of names) {
      const name = page.getByRole('dialog').getByText(one, { exact: true })
      await expect(name).toBeVisible()
      await uncut(name)
    }
  }
  for (const { _id } of tables) await api.call('DELETE', `/tables/delete/${_id}`)
})

test('floor and book: long names on the cards, also of three in a row, and notes in the book are read whole', async ({ device, api }) => {
  const name = 'Venkatesh Iyengar'
  const note = 'Window seat, a cake at nine, two children on high chairs, and one guest who must not have peanuts'
  await api.free('12')
  const table = await api.free('11')
  const [dish] = await api.plain()
  const kots = [{ kotId: crypto.randomUUID(), items: [{ _id: dish!._id, quantity: 1 }] }]
  await api.call('POST', '/pos/order', { tableId: (await api.table('12'))._id, customer_name: name, kots })
  const near = wallClock(new Date(Date.now() + 20 * 60_000), 'Asia/Kolkata')
  const at = { date: near.date, time: near.time, tableId: table._id, allowOverlap: true }
  const { reservation } = await api.call('POST', '/restaurant/reservations/create', {
    ...at,
    customerName: name,
    mobile_number: '9820012345',
    partySize: 4,
    note,
  })
  // A line that is left out is 14 px high; letters hang a pixel or two out of their last line.
  const whole = (words: Locator) =>
    words.evaluate((e) => [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight].map((over) => over > 3))
  for (const [who, path, width, tables] of [
    ['cashier', to.tables(), 1024, ['11', '12']],
    ['waiter', to.captainTables(), 360, ['11']],
  ] as const) {
    const { page } = await device(who, path, { width, height: 768 })
    for (const number of tables) {
      const words = page.locator(`[data-table="${number}"]`).getByText(name, { exact: true })
      await expect(words).toBeVisible()
      expect(await whole(words), `T${number} at ${width}`).toEqual([false, false])
      // It ends above the state, or begins below it.
      const state = page.locator(`[data-table="${number}"]`).getByText(number === '11' ? 'Reserved' : 'Running', { exact: true })
      const [a, b] = [await words.boundingBox(), await state.boundingBox()]
      const apart = a && b ? Math.max(b.y - (a.y + a.height), a.y - (b.y + b.height)) : Number.NaN
      expect(apart, `T${number} at ${width}`).toBeGreaterThanOrEqual(0)
    }
  }
  const { page } = await device('cashier', to.reservations({ day: near.date }), { width: 1024, height: 768 })
  const words = page.getByText(note)
  await expect(words).toBeVisible()
  expect(await whole(words)).toEqual([false, false])
  await api.call('DELETE', `/restaurant/reservations/delete/${reservation._id}`)
  await api.free('12')
})

test('pay panel at 1024 px: a share that was received is named whole, and its time is in one line', async ({ device, api }) => {
  const table = await api.free('11')
  const [dish] = await api.plain()
  await api.send('11', [{ _id: dish!._id }])
  const { page } = await device('cashier', to.pos({ table: table._id, pay: true }), { width: 1024, height: 768 })
  await page.getByRole('radio', { name: 'Split' }).click()
  await page.getByRole('radio', { name: 'UPI' }).click()
  await page.getByRole('button', { name: /^Settle/ }).click()
  await uncut(page.getByText('Share 1, UPI', { exact: true }))
  expect((await page.getByText(/^Received \d\d:\d\d$/).boundingBox())?.height).toBeLessThanOrEqual(24)
  await api.free('11')
})

test('Orders: customers are read whole beside an open order at 1024 px, and in two lines at 768 px', async ({ device, api }) => {
  const order = await parcel(api, { customer_name: 'Christopher D’Souza' })
  await api.settle(order)
  for (const [width, path] of [
    [768, to.orders({ tab: 'completed' })],
    [1024, to.orders({ tab: 'completed', order: order._id })],
  ] as const) {
    const { page } = await device('cashier', path, { width, height: 768 })
    const name = page.getByRole('cell', { name: 'Christopher D’Souza' }).first()
    await expect(name).toBeVisible()
    expect(
      await name
        .locator('span')
        .first()
        .evaluate((e) => e.scrollHeight - e.clientHeight),
    ).toBeLessThanOrEqual(3)
    expect((await name.boundingBox())?.width, `at ${width}`).toBeGreaterThanOrEqual(100)
  }
})

test('dashboard on a phone: the best sellers are read whole, names that differ only at their end and sales of lakhs', async ({
  device,
}) => {
  const { page, context } = await device('manager', to.dashboard(), { width: 390, height: 844 })
  const names = ['The Louis Fried Chicken Burger', 'The Louis Fried Chicken Burger + Korean Wings']
  await context.route('**/v1/api/analytics/dashboard-analytics', async (route) => {
    const response = await route.fetch()
    const { dashboard, ...rest } = await response.json()
    const topItems = names.map((name) => ({ name, count: 1210, revenue: 999_999 }))
    await route.fulfill({ response, json: { ...rest, dashboard: { ...dashboard, topItems } } })
  })
  await page.reload()
  const table = page.getByRole('table', { name: 'Top items' })
  for (const name of names) await uncut(table.getByRole('cell', { name, exact: true }))
  const card = page.getByRole('region', { name: 'Top items' })
  for (const amount of await table.getByText('9,99,999.00').all()) {
    const [words, frame] = [await amount.boundingBox(), await card.boundingBox()]
    expect((words?.x ?? 0) + (words?.width ?? 0)).toBeLessThanOrEqual((frame?.x ?? 0) + (frame?.width ?? 0) - 8)
  }
})

for (const [path, names] of [
  [to.inventory(), /^Kingfisher Premium \d+ ml/],
  [to.settingsRecipe(), /^Belgian Chocolate Shake \((Large|Regular)\)/],
] as const)
  test(`${path} at 768 px: names that differ only at their end are read whole`, async ({ device }) => {
    const { page } = await device('owner', `${path}?q=${path === to.inventory() ? 'kingfisher' : 'belgian'}`, { width: 768, height: 1024 })
    const rows = page.getByRole('row').getByRole('button', { name: names })
    await expect(rows).toHaveCount(2)
    for (const row of await rows.all()) await uncut(row.locator('span').first())
  })

test('partner’s comparison at 1280 px: long outlet names that differ only at their end are read whole', async ({ device }) => {
  const { page, context } = await device('partner', to.partnerRestaurants(), DESKTOP)
  await context.route('**/v1/api/analytics/partner/aggregated-insights', async (route) => {
    const response = await route.fetch()
    const { insights } = (await response.json()) as { insights: { outlets: { name: string }[] } }
    const outlets = insights.outlets.map((o) => ({ ...o, name: `Tandoor House and Sweets of Hyderabad, ${o.name}` }))
    await route.fulfill({ response, json: { insights: { ...insights, outlets } } })
  })
  await page.goto(to.partnerDashboard())
  for (const end of ['Smash Yard', 'Pav Bhaji Corner']) {
    const name = page.getByRole('row').getByRole('link', { name: `Tandoor House and Sweets of Hyderabad, ${end}` })
    await expect(name).toBeVisible()
    await uncut(name.locator('xpath=..'))
  }
})

test('the book: a table that has a name is read whole beside its bookings', async ({ device }) => {
  const { page } = await device('manager', to.reservations(), DESKTOP)
  await page.route('**/v1/tables', async (route) => {
    const response = await route.fetch()
    const { tables, ...rest } = await response.json()
    const [one, two, ...others] = tables
    const named = [
      { ...one, tableNumber: 'Rooftop Terrace 12' },
      { ...two, tableNumber: 'Balcony 12' },
    ]
    await route.fulfill({ response, json: { ...rest, tables: [...named, ...others] } })
  })
  await page.reload()
  for (const name of ['Rooftop Terrace 12', 'Balcony 12']) {
    const words = page.getByRole('region', { name, exact: true }).getByText(name, { exact: true })
    await expect(words).toBeVisible()
    const cut = await words.evaluate((e) => [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight].map((over) => over > 1))
    expect(cut, name).toEqual([false, false])
  }
})

for (const width of [1280, 360])
  test(`offers at ${width} px: a long title wraps to two lines, as does its description, and the open row has both whole`, async ({
    device,
    api,
  }) => {
    const title = 'Weekday lunch for two with a starter and a dessert of the day, Patio alone'
    const description = `${'For tables that order before half past one and pay on the same day. '.repeat(4)}END`
    const { offer } = await api.call('POST', '/restaurant/offers/create', {
      title,
      description,
      code: `LONG${width}`,
      type: 'percentage',
      value: 10,
      minOrderAmount: 0,
      startsAt: new Date(Date.now() - 1000).toISOString(),
      endsAt: new Date(Date.now() + 86_400_000).toISOString(),
      days: [],
      orderTypes: [],
    })
    const { page } = await device('owner', to.settingsOffer(), { width, height: 800 })
    const name = page.locator(`[data-row="${offer._id}"]`)
    await expect(name).toContainText(description)
    const [first, second] = await name.evaluate((button) =>
      [...button.querySelectorAll('span')].map((span) => Math.round(span.clientHeight / parseFloat(getComputedStyle(span).lineHeight))),
    )
    if (width > 767) expect([first, second]).toEqual([2, 2])
    await uncut(name)
    await name.click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue(description)
    const whole = dialog.locator('p', { hasText: description })
    await expect.poll(() => whole.evaluate((e) => [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight])).toEqual([0, 0])
    await api.call('PUT', `/restaurant/offers/${offer._id}`, { isActive: false })
  })

test('customers at 1280 px: a long name wraps to a second line', async ({ device, api }) => {
  const name = 'Venkatanarasimharajuvaripeta Subrahmanyam Chandrasekharan, of the Residency Club'
  const { customer } = await api.call('POST', '/restaurant/customer', { name, mobile_number: '9000012345' })
  const { page } = await device('owner', `${to.customers()}?q=9000012345`, DESKTOP)
  const words = page.locator(`[data-row="${customer._id}"]`)
  await expect(words).toHaveText(name)
  const cut = await words.evaluate((button) =>
    [button, ...button.querySelectorAll('span')].map((e) => [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight]),
  )
  expect(cut.flat().every((over) => over <= 1)).toBe(true)
  await api.call('DELETE', `/restaurant/customer?id=${customer._id}`)
})

test('customers at 1280 px: the longest mobile number is read whole', async ({ device, api }) => {
  const mobile = '+91 (40) 98765 43210'
  const { customer } = await api.call('POST', '/restaurant/customer', { name: 'Asha Raghavan', mobile_number: mobile })
  const { page } = await device('owner', `${to.customers()}?q=Asha`, DESKTOP)
  const cell = page.getByRole('cell', { name: customer.mobile_number, exact: true })
  await expect(cell).toBeVisible()
  await uncut(cell)
  await api.call('DELETE', `/restaurant/customer?id=${customer._id}`)
})

test('a material on a phone: a large stock is read whole', async ({ device, api }) => {
  const name = `Atta ${crypto.randomUUID().slice(0, 6)}`
  const { rawMaterial } = await api.call('POST', '/restaurant/inventory/raw-materials', { name, unit: 'kg', category: 'Dry' })
  await api.call('POST', '/restaurant/inventory/stocks', { rawMaterial: rawMaterial._id, stockQuantity: 999_999.125 })
  const { page } = await device('owner', '/restaurant/inventory', NARROW)
  await page.getByRole('searchbox', { name: 'Search materials' }).fill(name)
  await page.getByText(name).click()
  const stock = page.getByRole('group', { name }).getByRole('definition').first()
  await expect(stock).toContainText('9,99,999.125')
  await uncut(stock)
  await api.call('DELETE', `/restaurant/inventory/raw-materials/${rawMaterial._id}`)
})
