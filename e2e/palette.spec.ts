import type { Page, Request, Route } from '@playwright/test'
import { type Api, expect, expectAccessible, expectNoSidewaysScroll, test } from './support/app.ts'

/** The palette (SCREENS G10), by keyboard alone. */
const unique = () => `Zoya ${crypto.randomUUID().slice(0, 8)}`

/** A dish that needs no choice and is the only one that its name finds. */
async function aDish(api: Api) {
  const all = await api.items()
  const dish = (await api.plain()).find(({ name }) => all.every((other) => other.name === name || !other.name.includes(name)))
  if (!dish) throw new Error('no such dish')
  return dish
}
async function openPalette(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Go to' }).getByRole('combobox')).toBeFocused()
}
/** Types a text, and presses Enter once the entry is the chosen one. */
async function choose(page: Page, text: string, entry: string) {
  await page.keyboard.type(text)
  const dialog = page.getByRole('dialog', { name: 'Go to' })
  await expect(dialog.getByRole('option', { selected: true })).toContainText(entry)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
}

test('the owner goes to a page, a table, an open order, a dish and a page of settings', async ({ device, api }) => {
  const name = unique()
  const item = await aDish(api)
  const { order } = await api.call('POST', '/pos/order', {
    orderType: 'Take Away',
    customer_name: name,
    kots: [{ kotId: crypto.randomUUID(), items: [{ _id: item._id, quantity: 1 }] }],
  })
  const table = await api.table('10')
  const { page } = await device('owner', '/restaurant/dashboard')

  await openPalette(page)
  await expect(page.getByRole('group', { name: 'Tables' }).getByRole('option')).toHaveCount(8)
  await expect(page.getByRole('group', { name: 'Open orders' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Go to' })).toHaveCount(0)
  await openPalette(page)
  await choose(page, 'bookings', 'Reservations')
  await expect(page).toHaveURL(/\/restaurant\/reservation$/)

  await openPalette(page)
  await choose(page, 't10', 'T10')
  await expect(page).toHaveURL(new RegExp(`/restaurant/pos\\?table=${table._id}`))
  await expect(page.getByRole('complementary', { name: 'Order of T10' })).toBeVisible()

  await openPalette(page)
  await choose(page, name, `Take Away ${order.serialNumber}${name}`)
  await expect(page).toHaveURL(new RegExp(`order=${order._id}`))
  await expect(page.getByRole('complementary', { name: `Order of Take Away ${order.serialNumber}` })).toBeVisible()

  await openPalette(page)
  await choose(page, item.name, item.name)
  await expect(page).toHaveURL(new RegExp(`/restaurant/settings/menu\\?item=${item._id}`))
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByLabel('Name', { exact: true }).first()).toHaveValue(item.name)
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)

  await openPalette(page)
  await choose(page, 'payment', 'Payment')
  await expect(page).toHaveURL(/\/restaurant\/settings\/payment$/)
  await api.call('PUT', '/orders/payment/status', { orderId: order._id, paymentStatus: 'paid', paymentMethod: 'Cash', complete: true })
})

test('a cashier finds a dish on the counter, where the order that is open stays; settings and what others may open are not listed', async ({
  device,
  api,
}) => {
  const table = await api.free('10')
  const item = await aDish(api)
  const { page } = await device('cashier', `/restaurant/pos?table=${table._id}`)
  await openPalette(page)
  await page.keyboard.type('addons')
  await expect(page.getByText('No matches')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await choose(page, item.name, item.name)
  await expect(page).toHaveURL(new RegExp(`/restaurant/pos\\?table=${table._id}`))
  await expect(page.getByRole('searchbox', { name: 'Search items' })).toHaveValue(item.name)
  await page.keyboard.press('F2')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Send KOT \(1\)/ }).first()).toBeVisible()
})

test('from another page the counter opens with the dish in its search; the palette fits a phone', async ({ device, api }) => {
  const item = await aDish(api)
  const { page } = await device('cashier', '/restaurant/orders', { width: 390, height: 844 })
  await openPalette(page)
  await expect(page.getByRole('group', { name: 'Tables' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await choose(page, item.name, item.name)
  await expect(page).toHaveURL(/\/restaurant\/pos/)
  await expect(page.getByRole('searchbox', { name: 'Search items' })).toHaveValue(item.name)
})

test.describe('a part of the page', () => {
  const FILE = '**/assets/StaffPalette-*.js'
  const isFile = (request: Request) => request.url().includes('/StaffPalette-')

  /** The first press fails in a way that `spoil` makes and `failed` waits for; a later one opens the part. Chromium never asks again for a module that failed once. */
  async function opensLater(page: Page, spoil: (route: Route) => unknown, failed: () => Promise<unknown>): Promise<void> {
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await page.route(FILE, async (route) => void (await spoil(route)))
    const asked = page.waitForEvent('request', isFile)
    const over = failed()
    await page.keyboard.press('Control+k')
    await asked
    await over
    await page.unroute(FILE)
    const box = page.getByRole('dialog', { name: 'Go to' }).getByRole('combobox')
    await expect(async () => {
      // Open, it would be closed.
      if (!(await box.isVisible())) await page.keyboard.press('Control+k')
      await expect(box).toBeFocused({ timeout: 3000 })
    }).toPass({ timeout: 30_000 })
  }

  test('requests each of its files once', async ({ device }) => {
    const { page } = await device('cashier', '/restaurant/orders')
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    const asked: string[] = []
    page.on('request', (request) => void (isFile(request) && asked.push(request.resourceType())))
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: 'Go to' })).toBeVisible()
    expect(asked).toEqual(['script'])
  })

  test('whose file could not be fetched once opens when it is asked for again', async ({ device }) => {
    const { page } = await device('cashier', '/restaurant/orders')
    await opensLater(
      page,
      (route) => route.abort('connectionreset'),
      () => page.waitForEvent('requestfailed', isFile),
    )
  })

  test('for whose file the server had an error once opens when it is asked for again', async ({ device }) => {
    const { page } = await device('cashier', '/restaurant/orders')
    await opensLater(
      page,
      (route) => route.fulfill({ status: 503, contentType: 'text/javascript', body: '' }),
      () => page.waitForEvent('response', (answer) => isFile(answer.request())),
    )
  })

  test('whose file got no answer for a minute opens when it is asked for again', async ({ device }) => {
    const { page } = await device('cashier', '/restaurant/orders')
    await page.clock.install()
    await opensLater(
      page,
      () => {},
      async () => {
        await page.waitForEvent('request', isFile)
        const failed = page.waitForEvent('requestfailed', isFile)
        await page.clock.fastForward(61_000)
        await failed
      },
    )
  })
})
