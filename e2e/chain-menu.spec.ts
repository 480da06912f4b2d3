import { demoCode, TWO } from '#demo/people.ts'
import { to } from '#web/core/to.ts'
import { apiOf, baseURL, DESKTOP, expect, expectAccessible, expectLive, expectNoSidewaysScroll, PHONE, test } from './support/app.ts'

/** After this time, in ms, a phone asks again (web/diner/menu/page.ts). */
const HALF_MINUTE = 30_000

/** SCREENS §6.32, CONTRACT §9 "Chain menu": with a dish of its own, which is removed from both outlets at the end. */
test('a partner chooses a dish, sees what would change and pushes it; the outlet’s open POS shows it, its own price stands at the next push, on its till and its guests’ phones, and the chain’s can be taken again', async ({
  device,
  browser,
}) => {
  test.slow()
  const stamp = Date.now() % 100_000
  const dish = `Solkadhi ${stamp}`
  const [source, outlet] = [await apiOf('owner'), await apiOf('ownerTwo')]
  const menuOf = async (api: typeof source) =>
    (await api.call<{ menu: { categories: Category[] } }>('POST', '/menus/restaurant', { restaurantId: api.restaurantId })).menu.categories
  const beverages = (await menuOf(source)).find((c) => c.name === 'Beverages')
  const made = await source.call<{ item: { _id: string } }>('POST', '/menus/createMenuItem', {
    name: dish,
    price: 90,
    categoryId: beverages?._id,
  })
  const copyThere = async () => dishesOf(await menuOf(outlet)).find((d) => d.name === dish)

  const till = await device('ownerTwo', to.pos(), DESKTOP)
  await expectLive(till.page)
  const { page } = await device('partner', to.partnerMenu(), DESKTOP)
  const row = page.getByRole('row').filter({ hasText: dish })

  await test.step('choose and preview: nothing changes yet', async () => {
    await page.getByLabel('From').selectOption({ label: 'Smash Yard' })
    await page.getByRole('searchbox', { name: /^Search \d+ dishes/ }).fill(dish)
    await page.getByRole('checkbox', { name: dish }).check()
    await expect(page.getByRole('rowgroup', { name: 'New' })).toContainText(dish)
    await expect(row).toContainText('Rs. 90.00')
    await expectAccessible(page)
    expect(await copyThere()).toBeUndefined()
  })

  await test.step('push: the outlet’s open POS has the dish within two seconds', async () => {
    await page.getByRole('button', { name: 'Push to 1 outlet' }).click()
    await expect(page.getByText('Pushed to 1 outlet')).toBeVisible()
    await expect(page.getByText(/^On 1 of 1 outlet, just now/)).toBeVisible()
    await till.page.getByRole('searchbox').first().fill(dish)
    await expect(till.page.getByText(dish).first()).toBeVisible({ timeout: 2000 })
    await expect(page.getByText('Nothing would change: the ticked outlets have these dishes as they are here.')).toBeVisible()
  })

  await test.step('the outlet sets a price of its own, the chain another: the own one stands', async () => {
    const guest = await browser.newContext({ baseURL: baseURL(), viewport: PHONE, hasTouch: true })
    const phone = await guest.newPage()
    await phone.clock.install()
    await phone.goto(`/t/${demoCode(TWO, '8')}`)
    const guestPrice = phone.locator('.dish').filter({ hasText: dish }).first().locator('.price .num')
    await expect(guestPrice).toHaveText('Rs. 90.00')
    // The server may give it a page that is 25 s old, which the phone's clock doesn't shorten.
    const guestReads = (price: string) =>
      expect(async () => {
        await phone.clock.fastForward(HALF_MINUTE)
        await expect(guestPrice).toHaveText(price, { timeout: 1000 })
      }).toPass({ timeout: 60_000 })
    const tile = till.page.getByRole('button', { name: dish }).first()
    const settings = await device('ownerTwo', to.settingsMenu(), DESKTOP)
    await settings.page.getByRole('searchbox').fill(dish)
    await settings.page.getByRole('button', { name: `Price of ${dish}` }).click()
    await settings.page.keyboard.type('75')
    await settings.page.keyboard.press('Control+s')
    await expect(settings.page.getByRole('button', { name: `${dish} · chain, own price` })).toBeVisible()
    await source.call('PUT', `/menus/item?id=${made.item._id}`, { price: 110, description: 'Kokum and coconut' })
    await page.reload()
    await page.getByRole('checkbox', { name: dish }).check()
    await expect(page.getByRole('rowgroup', { name: 'Own value kept' })).toContainText('Price of the chain: Rs. 110.00')
    await page.getByRole('button', { name: 'Push to 1 outlet' }).click()
    await expect(page.getByText('Pushed to 1 outlet')).toBeVisible()
    await expect.poll(copyThere).toMatchObject({ price: 75, description: 'Kokum and coconut' })

    // The outlet's till and a guest's phone, both open the whole time, show its price. A phone that has not ordered has no socket and asks every half minute.
    await expect(tile).toContainText('Rs. 75.00')
    await guestReads('Rs. 75.00')

    await settings.page.getByRole('button', { name: new RegExp(`^${dish}`) }).click()
    await settings.page.getByRole('button', { name: 'Take the chain’s price again' }).click()
    await expect(settings.page.getByRole('button', { name: `Price of ${dish}: Rs. 110.00` })).toBeVisible()
    await expect(tile).toContainText('Rs. 110.00', { timeout: 2000 })
    await guestReads('Rs. 110.00')
    await guest.close()
  })

  await test.step('what is gone is switched off, not deleted', async () => {
    await source.call('DELETE', `/menus/item?id=${made.item._id}`)
    await page.reload()
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('checkbox', { name: 'No longer on this menu' }).check()
    await page.getByRole('radio', { name: /^Changes/ }).check()
    await expect(page.getByRole('rowgroup', { name: 'Gone' })).toContainText(dish)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.getByRole('radio', { name: /^Outlets/ }).check()
    await page.getByRole('button', { name: 'Push to 1 outlet' }).click()
    await expect.poll(copyThere).toMatchObject({ available: false })
  })

  const copy = await copyThere()
  await outlet.call('DELETE', `/menus/item?id=${copy?._id}`)
  const mine = (await menuOf(outlet)).find((c) => c.name === 'Beverages')
  if (mine) await outlet.call('DELETE', `/menus/category?id=${mine._id}`)
})

type Dish = { _id: string; name: string; price: number; description: string; available: boolean }
type Category = { _id: string; name: string; menuItems: Dish[]; subcategories: { menuItems: Dish[] }[] }
const dishesOf = (categories: Category[]) => categories.flatMap((c) => [...c.menuItems, ...c.subcategories.flatMap((s) => s.menuItems)])
