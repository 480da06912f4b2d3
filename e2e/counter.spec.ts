import { to } from '#web/core/to.ts'
import type { OrderShape } from '#domain/api/order.ts'
import { formatPaise, formatRupees, toPaise } from '#domain/money.ts'
import { type Api, type Device, expect, test } from './support/app.ts'
import { completed, payPanel } from './support/paying.ts'

/** The counter by keyboard and by touch: problems that were found during one evening at the till. */

const newest = async (api: Api): Promise<OrderShape | undefined> =>
  (await api.call<{ orders: OrderShape[] }>('GET', '/orders?limit=1')).orders[0]

test('on-screen keys and amounts never keep the focus: Enter settles what the button says, and the change stays in the order pane', async ({
  device,
  api,
}) => {
  const cashier = await device('cashier', '/restaurant/pos')
  const { page } = cashier
  const order = await payPanel(cashier, api, '9')
  await page.getByRole('radio', { name: /^Cash/ }).click()
  await page.getByRole('button', { name: '500', exact: true }).first().click()
  const pad = page.getByRole('group', { name: 'Keypad' })
  for (const key of ['4', '0', '0', '0']) await pad.getByRole('button', { name: key, exact: true }).click()
  await expect(page.getByLabel('Cash received')).toHaveValue('4000')
  await page.keyboard.press('Enter')
  const card = page.getByRole('status', { name: 'T9 settled' })
  await expect(card).toContainText('Change to give')
  await expect(card).toContainText(formatPaise(400_000 - toPaise(order.grandTotal)).replace('Rs. ', ''))
  expect((await completed(api, order._id))?.payments).toEqual([{ method: 'Cash', amount: order.grandTotal }])
  // Nothing covers the change to give, and it stays until the next order begins.
  await page
    .getByRole('button', { name: /^Choose table/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: /^T9\b/ }).click()
  await expect(card).toBeVisible()
  const [dish] = await api.plain()
  await page.locator('[data-tile]').filter({ hasText: dish?.name }).first().click()
  await expect(card).toHaveCount(0)
})

test('a tapped dish keeps no focus: Enter does not add it again', async ({ device, api }) => {
  await api.free('9')
  const { page } = await device('cashier', `/restaurant/pos?table=${(await api.table('9'))._id}`)
  const [item] = await api.plain()
  const name = item?.name ?? ''
  await page
    .getByRole('button', { name: new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`) })
    .first()
    .click()
  await expect(page.getByRole('button', { name: /^Send KOT \(1\)/ }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('+')
  await expect(page.getByRole('button', { name: /^Send KOT \(2\)/ }).first()).toBeVisible()
})

test('a tapped dish with variants keeps no focus either: Enter does not open its choice again', async ({ device, api }) => {
  await api.free('9')
  const { page } = await device('cashier', `/restaurant/pos?table=${(await api.table('9'))._id}`)
  const item = (await api.items()).find((i) => i.available && i.variants.length > 0 && i.addonGroups.every((g) => g.min === 0))
  await page
    .locator('[data-tile]')
    .filter({ hasText: item?.name ?? '' })
    .first()
    .click()
  const choice = page.getByRole('group', { name: `Variant of ${item?.name}` })
  await choice.getByRole('button').first().click()
  await expect(page.getByRole('button', { name: /^Send KOT \(1\)/ }).first()).toBeVisible()
  await expect(choice).toHaveCount(0)
  await page.keyboard.press('Enter')
  await page.keyboard.press('+')
  await expect(page.getByRole('button', { name: /^Send KOT \(2\)/ }).first()).toBeVisible()
  await expect(choice).toHaveCount(0)
})

test('after a move nothing covers the customer: the returned focus opens no tooltip', async ({ device, api }) => {
  await api.free('9')
  await api.free('2')
  const [item] = await api.plain()
  const order = await api.send('9', [{ _id: item?._id ?? '' }])
  const { page } = await device('cashier', `/restaurant/pos?table=${order.tableId}`)
  await page
    .getByRole('button', { name: /^More for/ })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Move table' }).click()
  await page.getByRole('dialog').getByRole('button', { name: /^T2\b/ }).click()
  await expect(page.getByRole('button', { name: /^T2/ }).first()).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'More for this order' })).toBeFocused()
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await api.free('2')
})

test('a digit chooses the method, the same digit again settles', async ({ device, api }) => {
  const cashier = await device('cashier', '/restaurant/pos')
  const { page } = cashier
  const order = await payPanel(cashier, api, '9')
  await page.keyboard.press('2')
  await expect(page.getByRole('radio', { name: /^UPI/ })).toBeChecked()
  await page.keyboard.press('2')
  await expect(page.getByRole('status', { name: 'T9 settled' })).toBeVisible()
  expect((await completed(api, order._id))?.payments).toEqual([{ method: 'UPI', amount: order.grandTotal }])
})

test('another digit only chooses another method', async ({ device, api }) => {
  const cashier = await device('cashier', '/restaurant/pos')
  const { page } = cashier
  await payPanel(cashier, api, '9')
  for (const key of ['1', '3']) await page.keyboard.press(key)
  await expect(page.getByRole('radio', { name: /^Card/ })).toBeChecked()
  await expect(page.getByRole('button', { name: /^Settle Rs\./ })).toBeEnabled()
  await api.free('9')
})

test('an amount that is typed after F9 is the cash received: it settles nothing until Enter', async ({ device, api }) => {
  const cashier = await device('cashier', '/restaurant/pos')
  const { page } = cashier
  const order = await payPanel(cashier, api, '9')
  await page.keyboard.type('1100')
  await expect(page.getByRole('radio', { name: /^Cash/ })).toBeChecked()
  await expect(page.getByRole('textbox', { name: 'Cash received' })).toHaveValue('1100')
  // The window in which the second 1 would have settled has passed when the method that is pressed next is chosen and settles.
  await page.getByRole('heading', { name: 'Settle T9' }).click()
  await page.keyboard.press('3')
  await page.keyboard.press('3')
  await expect(page.getByRole('status', { name: 'T9 settled' })).toBeVisible()
  expect((await completed(api, order._id))?.payments).toEqual([{ method: 'Card', amount: order.grandTotal }])
})

/** A take away of one dish whose ticket is on its way after F9, until the returned function is called. */
async function beingSent(cashier: Device): Promise<() => void> {
  const { page } = cashier
  await expect(page.locator('[data-tile]').first()).toBeVisible()
  await cashier.press('a')
  await expect(page.getByRole('radio', { name: 'Take Away' })).toBeChecked()
  await cashier.press('F2')
  await page.keyboard.type('per')
  await cashier.press('Enter')
  const typed = Promise.withResolvers<void>()
  await page.route('**/v1/pos/order', async (route) => {
    await typed.promise
    await route.continue()
  })
  await cashier.press('F9')
  return typed.resolve
}

test('cash that is typed while the ticket is still being sent is in the pay panel, not in the search', async ({ device, api }) => {
  const cashier = await device('cashier', '/restaurant/pos?type=dine-in')
  const { page } = cashier
  const sent = await beingSent(cashier)
  for (const key of [...'5000', 'Enter']) await page.keyboard.press(key)
  sent()
  await expect(page.getByRole('textbox', { name: 'Cash received' })).toHaveValue('5000')
  const order = await newest(api)
  expect(order?.paymentStatus).toBe('unpaid')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status', { name: / settled$/ })).toContainText(
    formatPaise(500_000 - toPaise(order?.grandTotal ?? 0)).replace('Rs. ', ''),
  )
  await expect(page.getByRole('searchbox', { name: 'Search items' })).toHaveValue('')
})

test('who searches on while the ticket is still being sent is left there, and Enter adds the dish and settles nothing', async ({
  device,
  api,
}) => {
  const cashier = await device('cashier', '/restaurant/pos?type=dine-in')
  const { page } = cashier
  const sent = await beingSent(cashier)
  await cashier.press('F2')
  await page.keyboard.type('cok')
  sent()
  await expect(page.getByText(/KOT \d+ sent/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'New ticket' }).getByRole('listitem')).toHaveCount(1)
  expect((await newest(api))?.paymentStatus).toBe('unpaid')
  await expect(page.getByRole('textbox', { name: 'Cash received' })).toHaveCount(0)
})

test('asks before it settles a table with dishes still being prepared, without an extra press', async ({ device, api }) => {
  const cashier = await device('cashier', '/restaurant/pos')
  const { page } = cashier
  await payPanel(cashier, api, '9', 6)
  await expect(page.getByText('6 items are still being prepared. Settle anyway?')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status', { name: 'T9 settled' })).toBeVisible()
})

test.describe('a take away of two dishes', () => {
  test('by keyboard alone: at most 12 keys', async ({ device, api }) => {
    const cashier = await device('cashier', '/restaurant/pos?type=dine-in')
    const { page } = cashier
    await expect(page.locator('[data-tile]').first()).toBeVisible()
    const before = await newest(api)
    await cashier.press('a')
    await expect(page.getByRole('radio', { name: 'Take Away' })).toBeChecked()
    await cashier.press('F2')
    for (const text of ['per', 'cok']) {
      for (const key of text) await cashier.press(key)
      await cashier.press('Enter')
    }
    await cashier.press('F9')
    await expect(page.getByRole('button', { name: /^Settle Rs\./ })).toBeVisible()
    await cashier.press('Enter')
    await expect(page.getByRole('status', { name: /^Take Away \d+ settled/ })).toBeVisible()
    expect(cashier.taps).toBeLessThanOrEqual(12)
    const order = await newest(api)
    expect(order?._id).not.toBe(before?._id)
    expect(order).toMatchObject({ orderType: 'Take Away', paymentStatus: 'paid' })
    expect(order?.kots.flatMap((kot) => kot.items)).toHaveLength(2)
  })

  test('by touch: at most 6 taps', async ({ device, api }) => {
    const cashier = await device('cashier', '/restaurant/pos?type=dine-in')
    const { page } = cashier
    const [one, two] = await api.plain()
    const tile = (name = '') => page.locator('[data-tile]').filter({ hasText: name }).first()
    await cashier.tap(page.getByRole('radio', { name: 'Take Away' }))
    await cashier.tap(tile(one?.name))
    await cashier.tap(tile(two?.name))
    await cashier.tap(cashier.button(/^Bill & settle/))
    await cashier.tap(page.getByRole('radio', { name: /^UPI/ }))
    await cashier.tap(cashier.button(/^Settle Rs\./))
    await expect(page.getByRole('status', { name: /^Take Away \d+ settled/ })).toBeVisible()
    expect(cashier.taps).toBeLessThanOrEqual(6)
    expect(await newest(api)).toMatchObject({ orderType: 'Take Away', paymentStatus: 'paid', paymentMethod: 'UPI' })
  })
})

test('the search has the focus as soon as F2 is pressed: no letter typed right after it is lost', async ({ device }) => {
  const { page } = await device('cashier', '/restaurant/pos')
  await expect(page.locator('[data-tile]').first()).toBeVisible()
  await expect(page.getByText('Choose a table to begin')).toBeVisible()
  const focused = await page.evaluate(() => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'F2', bubbles: true, cancelable: true }))
    return document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName
  })
  expect(focused).toBe('Search items')
})

test('the search reads quantities, marks what Enter adds, and is empty for the next dish', async ({ device, api }) => {
  await api.free('9')
  const { page } = await device('cashier', `/restaurant/pos?table=${(await api.table('9'))._id}`)
  await expect(page.locator('[data-tile]').first()).toBeVisible()
  await page.keyboard.press('F2')
  await page.keyboard.type('3*per')
  const results = page.getByRole('region', { name: 'Results' })
  await expect(results).toContainText('3 of each')
  const second = (await results.getByRole('option').count()) > 1
  await expect(results.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  if (second) {
    await page.keyboard.press('ArrowDown')
    await expect(results.getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowUp')
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Send KOT \(3\)/ }).first()).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Search items' })).toHaveValue('')
  await expect(page.getByRole('searchbox', { name: 'Search items' })).toBeFocused()
})

test('what comes and goes by itself moves no method and no key under a finger', async ({ device, api }) => {
  const cashier = await device('cashier', '/restaurant/pos', { width: 1280, height: 800 })
  const { page } = cashier
  const order = await payPanel(cashier, api, '9', 4)
  const [kot] = order.kots
  const places = () =>
    page
      .getByRole('region', { name: /^Settle/ })
      .locator('label, [aria-label="Keypad"] button')
      .evaluateAll((all) => all.map((e) => [e.textContent, Math.round(e.getBoundingClientRect().y)].join(' ')))
  await page.getByRole('radio', { name: 'Split' }).click()
  await page.getByRole('radio', { name: 'Whole' }).click()
  const cooking = page.getByText('4 items are still being prepared. Settle anyway?')
  await expect(cooking).toBeVisible()
  const before = await places()
  expect(before.length).toBeGreaterThan(12)
  await api.call('PUT', '/orders/item/status', { orderId: order._id, kotId: kot?.kotId, status: 'Ready' })
  await expect(cooking).toHaveCount(0)
  expect(await places()).toEqual(before)
  // A share that is taken brings the change to give for it.
  await page.getByRole('radio', { name: 'Split' }).click()
  await page.getByRole('radio', { name: /^Cash/ }).click()
  const split = await places()
  await page.getByLabel('Cash received').fill('9000')
  await page.keyboard.press('Enter')
  const change = page.getByText(/^Change for share 1/)
  await expect(change).toBeVisible()
  expect(await places()).toEqual(split)
  await api.free('9')
})

test.describe('in the pay panel', () => {
  /** The bill of T9 is split, and its first share is paid by UPI. */
  async function firstShareByUpi(cashier: Device, api: Api): Promise<OrderShape> {
    const order = await payPanel(cashier, api, '9', 2)
    const { page } = cashier
    await page.getByRole('radio', { name: 'Split' }).click()
    await page.getByRole('radio', { name: /^UPI/ }).click()
    await page.keyboard.press('Enter')
    return order
  }

  test('a received share is taken back: it is left to pay again', async ({ device, api }) => {
    const cashier = await device('cashier', '/restaurant/pos')
    const { page } = cashier
    const order = await firstShareByUpi(cashier, api)
    const shares = page.getByRole('list', { name: 'Shares' })
    await expect(shares.getByRole('listitem').first()).toContainText('Share 1, UPI')
    await shares.getByRole('button', { name: 'Take back or correct Share 1, UPI' }).click()
    await page.getByRole('menuitem', { name: 'Give back' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('button', { name: 'Taken twice' }).click()
    await dialog.getByRole('button', { name: 'Give back' }).click()
    await expect(page.getByRole('button', { name: `Settle ${formatRupees(order.grandTotal)}` })).toBeVisible()
    const { paymentHistory } = await api.call('GET', `/orders/${order._id}/payments`)
    expect(paymentHistory.map((row: { kind: string }) => row.kind)).toEqual(['received', 'returned'])
    await api.free('9')
  })

  test('a share by the wrong method is corrected', async ({ device, api }) => {
    const cashier = await device('cashier', '/restaurant/pos')
    const { page } = cashier
    const order = await firstShareByUpi(cashier, api)
    await page.getByRole('button', { name: 'Take back or correct Share 1, UPI' }).click()
    await page.getByRole('menuitem', { name: 'Correct the method' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByLabel('It was paid by').selectOption('Card')
    await dialog.getByRole('button', { name: 'Wrong key' }).click()
    await dialog.getByRole('button', { name: 'Correct', exact: true }).click()
    await expect(page.getByRole('list', { name: 'Shares' }).getByRole('listitem').first()).toContainText('Share 1, Card')
    const { order: now } = await api.call('POST', '/orders/active', { tableId: order.tableId })
    expect(now.payments.map((p: { method: string }) => p.method)).toEqual(['Card'])
    await api.free('9')
  })

  test('offers are put on from the list or by code, with the reason beside those that don’t fit, and taken off', async ({
    device,
    api,
  }) => {
    const until = new Date(Date.now() + 86_400_000).toISOString()
    const title = `Ten ${Date.now()}`
    const code = `C${Date.now() % 1e8}`
    const make = (more: object) =>
      api.call('POST', '/restaurant/offers/create', {
        title,
        type: 'percentage',
        value: 10,
        startsAt: new Date(Date.now() - 60_000).toISOString(),
        endsAt: until,
        ...more,
      })
    await make({})
    await make({ title: `${title} large`, minOrderAmount: 900_000 })
    await make({ title: `${title} coded`, code, value: 20 })
    const cashier = await device('cashier', '/restaurant/pos')
    const { page } = cashier
    const order = await payPanel(cashier, api, '9', 2)
    const bill = page.getByRole('complementary', { name: /^Bill/ })
    await bill.getByRole('button', { name: 'Offers' }).click()
    const dialog = page.getByRole('dialog', { name: 'Offers' })
    await expect(dialog.getByRole('listitem').filter({ hasText: `${title} large` })).toContainText(
      'needs an order of Rs. 9,00,000.00 or more',
    )
    await expect(dialog.getByRole('listitem').filter({ hasText: `${title} coded` })).toContainText('Needs its code')
    await dialog.getByRole('button', { name: `Apply ${title}`, exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(bill).toContainText(title)
    await bill.getByRole('button', { name: 'Offers' }).click()
    await dialog.getByLabel('Code').fill('no-such-code')
    await dialog.getByRole('button', { name: 'Apply', exact: true }).click()
    await expect(dialog).toContainText('No offer has this code.')
    await dialog.getByLabel('Code').fill(code.toLowerCase())
    await dialog.getByRole('button', { name: 'Apply', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(bill).toContainText(`${title} coded`)
    await bill.getByRole('button', { name: 'Remove offer' }).click()
    await expect(page.getByRole('button', { name: `Settle ${formatRupees(order.grandTotal)}` })).toBeVisible()
    await api.free('9')
  })
})

// The layout at the sizes at which it once broke.
for (const [width, height] of [
  [1280, 800],
  [1024, 768],
] as const)
  test(`a bill split three ways fits ${width} × ${height}: nothing is cut or under the Settle button`, async ({ device, api }) => {
    const cashier = await device('cashier', '/restaurant/pos', { width, height })
    const { page } = cashier
    await payPanel(cashier, api, '9', 5)
    await page.getByRole('radio', { name: 'Split' }).click()
    await page.getByRole('radio', { name: '3 ways' }).click()
    await page.getByRole('radio', { name: /^Cash/ }).click()
    const bar = await page.getByRole('button', { name: /^Settle Rs\./ }).boundingBox()
    for (const part of [
      page.getByRole('radiogroup', { name: /paid by/ }),
      page.getByRole('group', { name: 'Keypad' }),
      page.getByText('Change to give'),
      page.getByRole('list', { name: 'Shares' }),
    ]) {
      const box = await part.boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
    }
    const cut = await page
      .getByRole('region', { name: /^Settle/ })
      .locator('label span')
      .evaluateAll((all) => all.filter((e) => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 1).map((e) => e.textContent))
    expect(cut).toEqual([])
    await page.getByRole('button', { name: /^Settle Rs\./ }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Received' })).toBeVisible()
    // A received share has one more button; all shares stay as wide as the bar above them.
    const meter = await page.getByRole('meter', { name: 'Received' }).boundingBox()
    const shares = await page
      .getByRole('list', { name: 'Shares' })
      .getByRole('listitem')
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().width))
    expect(shares).toEqual([meter?.width, meter?.width, meter?.width])
    await api.free('9')
  })

test('at 200% zoom (640 × 400) the lines of an order have height, and the pane scrolls to its buttons', async ({ device, api }) => {
  await api.free('9')
  const plain = await api.plain()
  const order = await api.send(
    '9',
    plain.slice(0, 6).map(({ _id }) => ({ _id })),
  )
  const { page } = await device('cashier', `/restaurant/pos?table=${order.tableId}`, { width: 640, height: 400 })
  const kot = page.getByRole('button', { name: /^KOT \d+/ })
  await kot.click()
  const line = page
    .getByRole('complementary')
    .getByText(plain[5]?.name ?? '', { exact: true })
    .first()
  await line.scrollIntoViewIfNeeded()
  await expect(line).toBeInViewport({ ratio: 1 })
  const settle = page.getByRole('button', { name: /^Bill & settle/ })
  await settle.scrollIntoViewIfNeeded()
  await expect(settle).toBeInViewport({ ratio: 1 })
  expect((await page.getByRole('group', { name: 'Order', exact: true }).boundingBox())?.height).toBeGreaterThan(200)
  await settle.click()
  for (const button of [page.getByRole('button', { name: '7', exact: true }), page.getByRole('button', { name: /^Settle Rs\./ })]) {
    await button.scrollIntoViewIfNeeded()
    await expect(button).toBeInViewport({ ratio: 1 })
  }
  await api.free('9')
})

test('Ctrl+P and then Enter prints the bill, and settles nothing', async ({ device, api }) => {
  const cashier = await device('cashier', '/restaurant/pos')
  const { page } = cashier
  await page.addInitScript(() => {
    Object.assign(window, { prints: 0, print: () => ((window as unknown as { prints: number }).prints += 1) })
  })
  const order = await payPanel(cashier, api, '9')
  await page.keyboard.press('Control+p')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /^Bill/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => (window as unknown as { prints: number }).prints)).toBeGreaterThan(0)
  const { order: now } = await api.call('POST', '/orders/active', { tableId: order.tableId })
  expect(now).toMatchObject({ _id: order._id, paymentStatus: 'unpaid' })
  await api.free('9')
})

test('a running table never looks like a new order while it loads', async ({ device, api }) => {
  await api.free('9')
  const [item] = await api.plain()
  const order = await api.send('9', [{ _id: item?._id ?? '' }])
  const { page } = await device('cashier', '/restaurant/orders')
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/v1/orders/restaurant/pending*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`/restaurant/pos?table=${order.tableId}`)
  await expect(page.getByRole('button', { name: /T9/ }).first()).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading the order' })).toBeVisible()
  await expect(page.getByText('New order')).toHaveCount(0)
  answer()
  await expect(page.getByText(`Order ${order.serialNumber}`).first()).toBeVisible()
  await api.free('9')
})

test('a table in an area with a long name leaves the customer in reach', async ({ device, api }) => {
  const { tables } = await api.call('POST', '/tables/createTables', {
    tables: [{ tableNumber: '909', area: 'Rooftop terrace beside the old banyan', capacity: 1 }],
  })
  const { page } = await device('cashier', to.pos({ table: tables[0]._id }), { width: 1024, height: 768 })
  const customer = page.getByRole('button', { name: 'Customer', exact: true })
  await expect(customer).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: /^T909/ }).last()).toBeInViewport({ ratio: 1 })
  await customer.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await api.call('DELETE', `/tables/delete/${tables[0]._id}`)
})
