import type { Page } from '@playwright/test'
import type { OrderShape } from '#domain/api/order.ts'
import { type Api, DESKTOP, expect, PHONE, test, WALL } from './support/app.ts'
import { withOrders } from './support/board.ts'

/** The kitchen's board as a cook uses it: positions are asserted at the sizes of screens that hang in kitchens. */
const SIZES = { tablet: { width: 1024, height: 768 }, desktop: DESKTOP, wall: WALL }
/** 1280 × 800 at 200% zoom. */
const ZOOMED = { width: 640, height: 400 }

type Box = { kot: string; top: number; bottom: number; left: number; right: number; ready: number }
/** The boxes of the tickets in px of the window, `ready` is the bottom of the button, and those of the board's frame. */
const boxes = (page: Page) =>
  page.evaluate(() => {
    const frame = document.querySelector('[data-board-frame]')?.getBoundingClientRect()
    const tickets = [...document.querySelectorAll<HTMLElement>('[data-kot]')].map((card): Box => {
      const { top, bottom, left, right } = card.getBoundingClientRect()
      return {
        kot: card.dataset.kot ?? '',
        top,
        bottom,
        left,
        right,
        ready: card.querySelector('footer')?.getBoundingClientRect().bottom ?? Infinity,
      }
    })
    return { frame: { top: frame?.top ?? 0, bottom: frame?.bottom ?? 0 }, tickets }
  })

/** Faults of the board: tickets that are cut by the lower edge, that have no Ready, or that overlap. */
async function faults(page: Page): Promise<string[]> {
  const { frame, tickets } = await boxes(page)
  return tickets.flatMap((t) => [
    ...(t.top < frame.bottom && t.bottom > frame.bottom ? [`${t.kot} is cut by the edge at ${frame.bottom}: ${t.bottom}`] : []),
    ...(t.ready > t.bottom + 1 ? [`${t.kot} has its Ready at ${t.ready}, outside of ${t.bottom}`] : []),
    ...tickets
      .filter((o) => o.kot !== t.kot && o.left < t.right && o.right > t.left && o.top < t.bottom - 1 && o.bottom > t.top + 1)
      .map((o) => `${t.kot} and ${o.kot} lie on one another`),
  ])
}

const plain = async (api: Api, count: number) => (await api.plain()).slice(0, count).map(({ _id }) => ({ _id }))
const cancel = (api: Api, order: OrderShape, lineId: string) =>
  api.call('PUT', '/orders/item/status', {
    orderId: order._id,
    kotId: order.kots[0]?.kotId,
    lineId,
    status: 'Cancelled',
    reason: 'Guest changed their mind',
  })

for (const [name, size] of Object.entries(SIZES))
  test(`a ticket that grows stays whole, with its Ready on the board: ${name}`, async ({ device, api }) => {
    const dishes = await plain(api, 5)
    const tables = ['7', '8', '9', '10', '11', '12']
    for (const number of tables) await api.free(number)
    const orders: OrderShape[] = []
    for (const number of tables) orders.push(await api.send(number, dishes))
    const { page } = await device('kitchen', '/restaurant/kitchen', size)
    const card = (order: OrderShape) => page.locator(`[data-kot="${order.kots[0]?.kotId}"]`)
    for (const order of orders) await expect(card(order)).toBeVisible()
    expect(await faults(page)).toEqual([])
    for (const order of orders) {
      for (const { lineId } of order.kots[0]?.items.slice(0, 4) ?? []) await cancel(api, order, lineId)
      await expect(card(order).getByText('CANCELLED – OK')).toHaveCount(4)
      await expect.poll(() => faults(page)).toEqual([])
    }
    for (const number of tables) await api.free(number)
  })

const NAMES = [
  'Paneer Tikka',
  'मसाला डोसा स्पेशल',
  'شاورما دجاج بالثوم',
  'Korean Fried Chicken with Smoked Bbq Onion Rings and Coke 330',
  'W'.repeat(60),
]
/** Tickets as `sample`: every fifth has 40 lines, every third cancelled lines, every second a long note. */
function many(count: number, sample: OrderShape): OrderShape[] {
  const [kot] = sample.kots
  const [item] = kot?.items ?? []
  if (!kot || !item) throw new Error('the sample has no line')
  return Array.from({ length: count }, (_, n) => ({
    ...sample,
    _id: `order-${n}`,
    tableNumber: String(n + 1),
    additionalNote: n % 2 === 0 ? 'Rider waits outside; pack in twos and call before you come up. '.repeat(5).trim() : '',
    kots: [
      {
        ...kot,
        kotId: `kot-${n}`,
        kotNumber: n + 1,
        createdAt: new Date(Date.now() - (count - n) * 10_000).toISOString(),
        sentAt: null,
        items: Array.from({ length: n % 5 === 0 ? 40 : 1 + (n % 6) }, (_, i) => ({
          ...item,
          lineId: `line-${n}-${i}`,
          itemName: NAMES[(n + i) % NAMES.length] ?? '',
          status: n % 3 === 0 && i % 2 === 1 ? ('Cancelled' as const) : ('Preparing' as const),
          statusAt: new Date().toISOString(),
        })),
      },
    ],
  }))
}

for (const [name, size] of Object.entries({ ...SIZES, zoomed: ZOOMED, phone: PHONE }))
  test(`30 tickets of any length: each is whole, and its Ready in reach: ${name}`, async ({ device, api }) => {
    await api.free('7')
    const sample = await api.send('7', await plain(api, 1))
    const { page } = await device('kitchen', '/restaurant/kitchen', size)
    await withOrders(page, () => many(30, sample))
    await expect(page.locator('[data-kot]')).toHaveCount(30)
    await expect(page.locator('[data-kot]').first()).toBeVisible()
    const oneColumn = size.width < 700
    if (!oneColumn) await expect.poll(() => faults(page)).toEqual([])
    // Ready of the longest ticket is on the screen as soon as its head is.
    const longest = page.locator('[data-kot="kot-0"]')
    await expect(longest.getByRole('heading')).toBeInViewport()
    await expect(longest.getByRole('button', { name: /^Ready/ })).toBeInViewport({ ratio: 1 })
    // After one press of "n more" the first ticket below is completely on the screen.
    const { frame, tickets } = await boxes(page)
    const next = tickets.find((t) => t.top >= frame.bottom)
    if (oneColumn || !next) return
    await page.getByRole('button', { name: /more tickets? below/ }).click()
    await expect.poll(() => faults(page)).toEqual([])
    await expect(page.locator(`[data-kot="${next.kot}"] footer`)).toBeInViewport({ ratio: 1 })
    await api.free('7')
  })

test('long ticket continues with "↓ 4 more", never clipped', async ({ device, api }) => {
  await api.free('7')
  const sample = await api.send('7', await plain(api, 1))
  const { page } = await device('kitchen', '/restaurant/kitchen', DESKTOP)
  const [order] = many(1, sample) as [OrderShape]
  const [kot] = order.kots as [OrderShape['kots'][number]]
  const [item] = kot.items as [(typeof kot.items)[number]]
  let count = 40
  await withOrders(page, () => {
    const items = Array.from({ length: count }, (_, n) => ({ ...item, lineId: `line-${n}`, itemName: `Dish ${n + 1}` }))
    return [{ ...order, additionalNote: '', kots: [{ ...kot, items }] }]
  })
  const ticket = page.locator('[data-kot="kot-0"]')
  const more = ticket.locator('[data-more]')
  await expect(more).toHaveText(/^\d+ more$/)
  // As many lines fewer as leaves four of them below.
  count -= Number.parseInt(await more.innerText()) - 4
  await page.reload()
  await expect(more).toHaveText('4 more')
  await expect(more).toHaveAccessibleName(/^4 more of T1, KOT 1/)
  await expect(more.locator('.lucide-arrow-down')).toBeVisible()
  const line = (n: number) => ticket.getByRole('button', { name: new RegExp(`^1 × Dish ${n}, `) })
  const ready = ticket.getByRole('button', { name: /^Ready/ })
  await expect(line(count)).not.toBeInViewport()
  await expect(ready).toBeInViewport({ ratio: 1 })
  expect(await faults(page)).toEqual([])
  await more.click()
  await expect(line(count)).toBeInViewport({ ratio: 1 })
  await expect(more).toHaveText('Top')
  await expect(ready).toBeInViewport({ ratio: 1 })
  await more.click()
  await expect(more).toHaveText('4 more')
  await expect(line(1)).toBeInViewport({ ratio: 1 })
  await api.free('7')
})

test('bump one item leaves others; undo restores same place', async ({ device, api }) => {
  await api.emptyBoard()
  const dishes = await plain(api, 3)
  const tables = ['7', '8', '9', '10', '11', '12']
  for (const number of tables) await api.free(number)
  const orders: OrderShape[] = []
  for (const number of tables) orders.push(await api.send(number, dishes))
  const { page } = await device('kitchen', '/restaurant/kitchen', DESKTOP)
  const card = (order?: OrderShape) => page.locator(`[data-kot="${order?.kots[0]?.kotId}"]`)
  for (const order of orders) await expect(card(order)).toBeVisible()
  const statuses = async () => {
    const open = await api.openOrders()
    return orders.map(({ _id }) => open.find((o) => o._id === _id)?.kots[0]?.items.map((i) => i.status))
  }
  const [first, second] = orders
  const lines = (order?: OrderShape) => card(order).locator('[data-lines] button')
  const untouched = ['Preparing', 'Preparing', 'Preparing']
  const others = orders.slice(2).map(() => untouched)
  const before = await boxes(page)

  await lines(second).nth(1).click()
  await expect(lines(second).nth(1)).toHaveAttribute('aria-pressed', 'true')
  for (const n of [0, 2]) await expect(lines(second).nth(n)).toHaveAttribute('aria-pressed', 'false')
  await expect(card(second)).toHaveAttribute('data-phase', 'open')
  await expect.poll(statuses).toEqual([untouched, ['Preparing', 'Ready', 'Preparing'], ...others])
  expect(await boxes(page)).toEqual(before)

  // The first ticket, bumped as a whole: the others stay in place, and it returns to its place by Undo.
  await card(first)
    .getByRole('button', { name: /^Ready/ })
    .click()
  await expect(card(first)).toHaveAttribute('data-phase', 'ready')
  expect(await boxes(page)).toEqual(before)
  await expect.poll(async () => (await statuses())[0]).toEqual(['Ready', 'Ready', 'Ready'])
  await card(first).getByRole('button', { name: /^Undo/ }).click()
  await expect(card(first)).toHaveAttribute('data-phase', 'open')
  await expect.poll(statuses).toEqual([untouched, ['Preparing', 'Ready', 'Preparing'], ...others])
  expect(await boxes(page)).toEqual(before)
  // Undo by the key for the rest of the second ticket: the dish that was ready before stays ready.
  await card(second)
    .getByRole('button', { name: /^Ready/ })
    .click()
  await expect.poll(async () => (await statuses())[1]).toEqual(['Ready', 'Ready', 'Ready'])
  await page.keyboard.press('Backspace')
  await expect.poll(async () => (await statuses())[1]).toEqual(['Preparing', 'Ready', 'Preparing'])
  expect(await boxes(page)).toEqual(before)
  for (const number of tables) await api.free(number)
})

test('the wheel scrolls the board also over the lines of a ticket', async ({ device, api }) => {
  await api.emptyBoard()
  for (const table of ['6', '7']) {
    await api.free(table)
    await api.send(table, await plain(api, 5))
  }
  const { page } = await device('kitchen', '/restaurant/kitchen', ZOOMED)
  const scrolled = () => page.locator('[data-board-frame]').evaluate((board) => board.scrollTop)
  await page.locator('[data-lines]').first().hover()
  // Playwright may have scrolled to hover.
  const before = await scrolled()
  await expect(async () => {
    await page.mouse.wheel(0, 200)
    expect(await scrolled()).toBeGreaterThan(before)
  }).toPass({ timeout: 10_000 })
  for (const table of ['6', '7']) await api.free(table)
})

test('free space on the screen is used before a ticket goes below it', async ({ device, api }) => {
  await api.free('7')
  const sample = await api.send('7', await plain(api, 1))
  const { page } = await device('kitchen', '/restaurant/kitchen', DESKTOP)
  const lengths = [3, 9, 9, 9, 9, 1, 1, 1]
  const orders = many(8, sample).map((order, n) => ({
    ...order,
    additionalNote: '',
    kots: order.kots.map((kot) => ({
      ...kot,
      items: Array.from({ length: lengths[n] ?? 1 }, (_, i) => ({
        ...(sample.kots[0]?.items[0] as never as object),
        lineId: `l-${n}-${i}`,
        itemName: 'Tea',
      })),
    })),
  })) as OrderShape[]
  await withOrders(page, () => orders)
  await expect(page.locator('[data-kot]')).toHaveCount(8)
  await expect(page.locator('[data-kot]').first()).toBeVisible()
  const { frame, tickets } = await boxes(page)
  const below = tickets.filter((t) => t.top >= frame.bottom)
  expect(below.map((t) => t.kot)).toEqual(['kot-5', 'kot-6', 'kot-7'])
  // While a ticket is below the screen, no column has half of the screen free.
  for (const left of new Set(tickets.map((t) => t.left))) {
    const bottom = Math.max(...tickets.filter((t) => t.left === left && t.top < frame.bottom).map((t) => t.bottom))
    expect((frame.bottom - bottom) / (frame.bottom - frame.top)).toBeLessThan(0.5)
  }
  await api.free('7')
})

/** The status of every line of an order that may be over. */
const statuses = async (api: Api, { _id }: OrderShape) => {
  const { orders } = await api.call<{ orders: OrderShape[] }>('GET', '/orders')
  return orders.find((o) => o._id === _id)?.kots.flatMap((k) => k.items.map((i) => i.status))
}
const settleEarly = (api: Api, order: OrderShape) =>
  api.call('PUT', '/orders/payment/status', { orderId: order._id, paymentStatus: 'paid', paymentMethod: 'Cash', complete: true })

test.describe('a table that is settled before its dishes are made', () => {
  test('stays on the board, marked Paid, also after a reload, until it is made; Undo and Recall work as ever', async ({ device, api }) => {
    await api.free('8')
    const order = await api.send('8', await plain(api, 2))
    const kot = order.kots[0]
    const { page } = await device('kitchen', '/restaurant/kitchen', DESKTOP)
    const ticket = page.locator(`[data-kot="${kot?.kotId}"]`)
    await expect(ticket).toBeVisible()
    await expect(ticket.getByText('Paid', { exact: true })).toHaveCount(0)
    await settleEarly(api, order)
    await expect(ticket.getByText('Paid', { exact: true })).toBeVisible()
    await page.reload()
    await expect(ticket.getByText('Paid', { exact: true })).toBeVisible()

    await ticket
      .getByRole('button', { name: /: Ready$/ })
      .first()
      .click()
    await expect.poll(() => statuses(api, order)).toEqual(['Ready', 'Preparing'])
    await ticket.getByRole('button', { name: /^Ready/ }).click()
    await expect.poll(() => statuses(api, order)).toEqual(['Ready', 'Ready'])
    await ticket.getByRole('button', { name: /^Undo/ }).click()
    await expect.poll(() => statuses(api, order)).toEqual(['Ready', 'Preparing'])
    await expect(ticket).toHaveAttribute('data-phase', 'open')
    await ticket.getByRole('button', { name: /^Ready/ }).click()
    await expect(ticket).toHaveCount(0, { timeout: 20_000 })
    await page.keyboard.press('r')
    await page.getByRole('button', { name: `Recall T8, KOT ${kot?.kotNumber}` }).click()
    await expect(ticket.getByText('Paid', { exact: true })).toBeVisible()
    await expect.poll(() => statuses(api, order)).toEqual(['Preparing', 'Preparing'])
    await ticket.getByRole('button', { name: /^Ready/ }).click()
    await expect.poll(() => statuses(api, order)).toEqual(['Ready', 'Ready'])
  })

  test('bumped while offline: it stays, marked, and is sent when Tawa can be reached', async ({ device, api }) => {
    await api.free('8')
    const order = await api.send('8', await plain(api, 1))
    const { page, context } = await device('kitchen', '/restaurant/kitchen', DESKTOP)
    const ticket = page.locator(`[data-kot="${order.kots[0]?.kotId}"]`)
    await expect(ticket).toBeVisible()
    await settleEarly(api, order)
    await expect(ticket.getByText('Paid', { exact: true })).toBeVisible()
    await context.setOffline(true)
    // What a cook can do, and not what a cashier can.
    await expect(page.getByRole('alert').getByText(/You can: finish dishes, which is sent once Tawa is back/)).toBeVisible()
    const height = async () => (await ticket.boundingBox())?.height
    const before = await height()
    await ticket.getByRole('button', { name: /^Ready/ }).click()
    await expect(ticket.getByLabel('Not synced')).toBeVisible()
    await expect(ticket.getByRole('button', { name: /^Retry/ })).toBeVisible()
    // It may be on most tickets at once, so it moves none of them.
    expect(await height()).toBe(before)
    expect(await statuses(api, order)).toEqual(['Preparing'])
    await context.setOffline(false)
    await expect.poll(() => statuses(api, order)).toEqual(['Ready'])
    await expect(ticket.getByLabel('Not synced')).toHaveCount(0)
  })
})

test('a parcel has its number, and a ticket that was moved says where it was', async ({ device, api }) => {
  for (const number of ['7', '9']) await api.free(number)
  const [dish] = await plain(api, 1)
  const { order: parcel } = await api.call<{ order: OrderShape }>('POST', '/pos/order', {
    orderType: 'Take Away',
    kots: [{ kotId: crypto.randomUUID(), items: [{ ...dish, quantity: 1 }] }],
  })
  const order = await api.send('7', await plain(api, 1))
  const { page } = await device('kitchen', '/restaurant/kitchen', DESKTOP)
  const heading = (o: OrderShape) => page.locator(`[data-kot="${o.kots[0]?.kotId}"]`).getByRole('heading')
  await expect(heading(parcel)).toHaveText(`Take Away ${parcel.serialNumber}`)
  await expect(heading(order)).toHaveText('T7')
  await api.call('POST', '/tables/move', { fromTableId: order.tableId, toTableId: (await api.table('9'))._id })
  await expect(heading(order)).toHaveText('T9')
  await expect(page.locator(`[data-kot="${order.kots[0]?.kotId}"]`).getByText(/was T7/)).toBeVisible()
  await api.free('9')
})

test('All-day is docked: cooking goes on beside it, it sums what is to cook with the age of the oldest, and it stays after a reload', async ({
  device,
  api,
}) => {
  for (const number of ['7', '8']) await api.free(number)
  const [dish] = await api.plain()
  const orders = [
    await api.send('7', [{ _id: dish?._id ?? '', quantity: 105 }]),
    await api.send('8', [{ _id: dish?._id ?? '', quantity: 3 }]),
  ]
  const { page } = await device('kitchen', '/restaurant/kitchen', DESKTOP)
  const tickets = orders.map((o) => page.locator(`[data-kot="${o.kots[0]?.kotId}"]`))
  for (const ticket of tickets) await expect(ticket).toBeVisible()
  await page.keyboard.press('a')
  const panel = page.getByRole('complementary', { name: 'All-day' })
  const row = panel.getByRole('listitem').filter({ hasText: dish?.name ?? '' })
  await expect(row).toContainText(/\d+m/)
  // The number 100, as at a wedding, doesn't overlap the dish’s name.
  expect(
    await row
      .locator('.num')
      .first()
      .evaluate((e) => e.scrollWidth - e.clientWidth),
  ).toBeLessThanOrEqual(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  for (const size of [DESKTOP, SIZES.tablet, PHONE]) {
    await page.setViewportSize(size)
    const overlap = () =>
      page.evaluate(() => {
        const panel = document.querySelector('aside')?.getBoundingClientRect()
        const frame = document.querySelector('[data-board-frame]')?.getBoundingClientRect()
        return !panel || !frame || frame.width < 280 || frame.height < 200 || (panel.left < frame.right - 1 && panel.top < frame.bottom - 1)
      })
    await expect.poll(overlap).toBe(false)
    await expect(
      page
        .getByRole('article')
        .first()
        .getByRole('button', { name: /^(Ready|OK|Undo)/ }),
    ).toBeInViewport({ ratio: 1 })
  }
  await page.setViewportSize(DESKTOP)
  const before = Number((await row.textContent())?.match(/\d+/)?.[0])
  await tickets[0]?.getByRole('button', { name: /^Ready/ }).click()
  await expect(row).toContainText(`${before - 105}`)
  await page.reload()
  await expect(panel).toBeVisible()
  await page.keyboard.press('a')
  await expect(panel).toHaveCount(0)
  for (const number of ['7', '8']) await api.free(number)
})

test('messages for the kitchen are in the strip and cover no ticket; calls of tables don’t appear there', async ({ device, api }) => {
  await api.free('7')
  const order = await api.send('7', await plain(api, 1))
  const { page } = await device('kitchen', '/restaurant/kitchen', DESKTOP)
  const ticket = page.locator(`[data-kot="${order.kots[0]?.kotId}"]`)
  await expect(ticket).toBeVisible()
  await api.call('POST', '/tables/alert', { tableId: order.tableId, alertType: 'water' })
  const later = await api.send('8', await plain(api, 1))
  // Events come in their order, so the alert has arrived by now.
  await expect(page.locator(`[data-kot="${later.kots[0]?.kotId}"]`)).toBeVisible()
  // But for what the kitchen itself is told: a material may run out with this dish.
  const toasts = page.locator('[data-sonner-toast]').filter({ hasNotText: /ran out|is low/ })
  await expect(toasts).toHaveCount(0)
  await page.route('**/v1/orders/item/status', (route) =>
    route.fulfill({ status: 409, json: { status: 'error', message: 'Nothing on this KOT can become Ready.', code: 'invalid_transition' } }),
  )
  for (const size of [DESKTOP, SIZES.tablet, PHONE]) {
    await page.setViewportSize(size)
    await ticket.getByRole('button', { name: /^Ready/ }).click()
    const snackbar = toasts.first()
    await expect(snackbar).toBeVisible()
    const edge = () =>
      snackbar.evaluate(
        (e) => e.getBoundingClientRect().bottom - (document.querySelector('[data-board-frame]')?.getBoundingClientRect().top ?? 0),
      )
    await expect.poll(edge).toBeLessThanOrEqual(0)
    await snackbar.getByRole('button', { name: 'Dismiss' }).click()
    await expect(toasts).toHaveCount(0)
  }
  await api.call('POST', '/tables/clear-alert', { tableId: order.tableId })
  for (const number of ['7', '8']) await api.free(number)
})
