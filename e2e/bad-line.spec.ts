import { baseURL, expect, PHONE, test } from './support/app.ts'

/** A guest whose network is slow, goes away in the middle and loses answers (SCREENS §2.6, issue 12 "A poor line"). */

/** Reconnecting takes up to 5 s, on a machine that runs tests side by side longer. */
const BACK = { timeout: 20_000 }

test('a guest on a bad line: the cart survives, what happened is said, a lost answer makes no second order, and a phone that slept through a move and the bill finds both', async ({
  browser,
  api,
}) => {
  test.slow()
  const [one, two, three] = await api.plain()
  await api.free('12')
  const table = await api.free('11')
  const context = await browser.newContext({ baseURL: baseURL(), viewport: PHONE, hasTouch: true, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const add = (name: string) =>
    page
      .getByRole('button', { name: `Add ${name}`, exact: true })
      .first()
      .click()
  const place = page.getByRole('button', { name: /^Place order/ })
  const ordered = async (at = table._id) => (await api.call('POST', '/orders/active', { tableId: at })).order

  // 400 kb/s and 400 ms: the dishes can be read and chosen.
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 20_000,
  })
  await page.goto(new URL(table.qrUrl, baseURL()).pathname)
  for (const dish of [one!, two!]) await add(dish.name)
  await page.getByRole('link', { name: /View cart/ }).click()
  await expect(place).toBeVisible(BACK)

  // The network goes, and it is said before anything is pressed; pressing sends nothing and keeps everything.
  await context.setOffline(true)
  await expect(page.getByText('You are offline. Your cart is kept on this phone; the kitchen has not received it.')).toBeVisible(BACK)
  expect(await ordered()).toBeNull()
  await context.setOffline(false)
  await expect(page.getByText(/^You are offline/)).toHaveCount(0, BACK)
  await page.reload()
  await expect(page.getByText(one!.name, { exact: true })).toBeVisible(BACK)
  await expect(page.getByText(two!.name, { exact: true })).toBeVisible()

  // The order arrives and its answer does not: the network has gone meanwhile.
  let sends = 0
  await context.route('**/v1/orders', async (route) => {
    if (route.request().method() !== 'POST' || ++sends > 1) return route.continue()
    await context.setOffline(true)
    expect((await route.fetch()).status()).toBe(201)
    await route.abort('internetdisconnected')
  })
  await place.click()
  const sheet = page.getByRole('dialog', { name: 'Table 11' })
  await sheet.getByLabel('Your name').fill('Ananya')
  await sheet.getByLabel('Mobile number').fill('9876500413')
  await sheet.getByRole('button', { name: 'Place order' }).click()
  await expect.poll(() => sends).toBe(1)
  // What this machine's socket brings before the phone gives up leads to the order as well.
  const prepared = page.getByRole('heading', { name: 'Being prepared' })
  await expect(page.getByText(/We don’t know yet whether the kitchen has your order/).or(prepared)).toBeVisible(BACK)
  await context.setOffline(false)
  await expect(prepared).toBeVisible(BACK)
  await expect(page.getByRole('list', { name: 'Your order' }).getByRole('listitem')).toHaveCount(2)
  const { kots } = await ordered()
  expect(kots.map(({ items }: { items: unknown[] }) => items.length)).toEqual([2])
  await page.getByRole('link', { name: 'Add more' }).click()
  await expect(page.getByRole('link', { name: /View cart/ })).toHaveCount(0)

  // Asleep while the staff move the table and add a dish.
  await page.getByRole('link', { name: 'Order', exact: true }).click()
  await context.setOffline(true)
  const target = await api.table('12')
  await api.call('POST', '/tables/move', { fromTableId: table._id, toTableId: target._id })
  await api.send('12', [{ _id: three!._id }])
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Table 12' })).toBeVisible(BACK)
  await expect(page.getByRole('list', { name: 'Your order' }).getByRole('listitem')).toHaveCount(3, BACK)

  // Asleep while the bill is paid.
  await context.setOffline(true)
  await api.settle(await ordered(target._id))
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Thank you, Ananya' })).toBeVisible(BACK)
  await expect(page.getByRole('region', { name: 'Receipt' }).getByText(three!.name)).toBeVisible()
  await context.close()
})

test('a file of the script that can’t be fetched is asked for again, and what was pressed before it ran is in the cart', async ({
  browser,
  api,
}) => {
  const [one] = await api.plain()
  const table = await api.table('11')
  const context = await browser.newContext({ baseURL: baseURL(), viewport: PHONE, hasTouch: true, reducedMotion: 'reduce' })
  const page = await context.newPage()
  let asked = 0
  await context.route('**/assets/core-*.js', async (route) => {
    asked += 1
    if (asked <= 2) await route.abort('internetdisconnected')
    else await route.continue()
  })
  await page.goto(new URL(table.qrUrl, baseURL()).pathname)
  await page
    .getByRole('button', { name: `Add ${one!.name}`, exact: true })
    .first()
    .click()
  // The press is seen at once, long before the script is there.
  await expect(page.locator('.add[data-waits="1"]')).toBeVisible()
  await expect(page.getByRole('link', { name: /View cart/ })).toBeVisible(BACK)
  await expect(page.locator('[data-waits]')).toHaveCount(0)
  expect(asked).toBeGreaterThan(2)
  await context.close()
})
