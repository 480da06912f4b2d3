import type { Page } from '@playwright/test'
import { to } from '#web/core/to.ts'
import { apiOf, expect, expectAccessible, test, WALL } from './support/app.ts'

/** Names that no demo dish has, so that the list of stations can be put back as it was. */
const HOT = 'Wok'
const COLD = 'Juice bar'
/** A change on one screen is shown on the others within this time, in ms. */
const LIVE = { timeout: 2000 }

/** How often this page was told that lines of a ticket are Ready. */
async function readyOf(page: Page, kotId: string) {
  let told = 0
  const watch = (frame: { payload: string | Buffer }) => {
    const text = String(frame.payload)
    if (text.includes('orderItemUpdated') && text.includes(kotId) && text.includes('"status":"Ready"')) told++
  }
  page.on('websocket', (socket) => socket.on('framereceived', watch))
  await page.reload()
  return () => told
}

test('two stations and the pass: each finishes its dishes, the pass sees who still cooks, and the ticket is Ready once', async ({
  device,
}) => {
  const api = await apiOf('owner')
  const { stations: before } = await api.call<{ stations: { name: string; listed: boolean }[] }>('GET', '/print/stations')
  const seen = before.filter(({ listed }) => listed).map(({ name }) => name)
  const kept = seen.map((name) => ({ name, was: name }))
  await api.call('PUT', '/print/stations', { stations: [...kept, ...[HOT, COLD].map((name) => ({ name, was: null }))], seen })
  const { menu } = await api.call('POST', '/menus/restaurant', { restaurantId: api.restaurantId })
  const dishes: { _id: string; name: string }[] = []
  for (const [name, station] of [
    ['Hakka Noodles', HOT],
    ['Chilli Paneer', HOT],
    ['Fresh Lime Soda', COLD],
  ])
    dishes.push((await api.call('POST', '/menus/createMenuItem', { name, station, price: 120, categoryId: menu.categories[0]._id })).item)
  try {
    await api.emptyBoard()
    await api.free('12')
    const order = await api.send(
      '12',
      dishes.map(({ _id }) => ({ _id })),
    )
    const [kot] = order.kots
    /** A screen of the wall, which shows these stations. */
    const screen = async (...shown: string[]) => {
      const { page } = await device('kitchen', to.kitchen(), WALL)
      const ticket = page.locator(`[data-kot="${kot!.kotId}"]`)
      await expect(ticket).toBeVisible()
      for (const name of shown) {
        const toggle = page.getByRole('group', { name: 'Stations' }).getByRole('button', { name, exact: true })
        if (await toggle.isVisible()) await toggle.click()
        else {
          await page.getByRole('button', { name: /^Station: / }).click()
          await page.getByRole('menuitemcheckbox', { name, exact: true }).click()
          await page.keyboard.press('Escape')
        }
      }
      const cooks = ticket.getByRole('list', { name: /^Stations of/ })
      return {
        page,
        ticket,
        cooks,
        ready: ticket.getByRole('button', { name: /^Ready / }),
        dish: (n: number) => ticket.getByText(dishes[n]!.name, { exact: true }),
      }
    }
    const hot = await screen(HOT)
    const cold = await screen(COLD)
    const pass = await screen()
    const timesReady = await readyOf(pass.page, kot!.kotId)

    // Each station has its own dishes; the pass has all, and says who cooks.
    await expect(hot.dish(0)).toBeVisible()
    await expect(hot.dish(1)).toBeVisible()
    await expect(hot.dish(2)).toHaveCount(0)
    await expect(cold.dish(2)).toBeVisible()
    await expect(cold.dish(0)).toHaveCount(0)
    for (const n of [0, 1, 2]) await expect(pass.dish(n)).toBeVisible()
    await expect(pass.cooks).toContainText(`${HOT} cooking`)
    await expect(pass.cooks).toContainText(`${COLD} cooking`)
    await expectAccessible(pass.page)

    await cold.ready.click()
    await expect(pass.cooks).toContainText(`${COLD} ready`, LIVE)
    await expect(pass.cooks).toContainText(`${HOT} cooking`)
    await expect(hot.cooks).toContainText(`${COLD} ready`, LIVE)
    // Waiters and guests hear nothing yet: no line is Ready before all are.
    const now = async () => (await api.openOrders()).find(({ _id }) => _id === order._id)!.kots[0]!.items.map(({ status }) => status)
    expect(await now()).toEqual(['Preparing', 'Preparing', 'Preparing'])
    expect(timesReady()).toBe(0)

    await hot.ready.click()
    await expect(pass.ticket).toHaveAttribute('data-phase', 'ready', LIVE)
    expect(await now()).toEqual(['Ready', 'Ready', 'Ready'])
    expect(timesReady()).toBe(1)
  } finally {
    await api.free('12')
    for (const { _id } of dishes) await api.call('DELETE', `/menus/item?id=${_id}`)
    await api.call('PUT', '/print/stations', { stations: kept, seen: [...seen, HOT, COLD] })
  }
})
