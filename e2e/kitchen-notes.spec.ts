import type { OrderShape } from '#domain/api/order.ts'
import { expect, test, WALL } from './support/app.ts'
import { withOrders } from './support/board.ts'

/** Tickets of a full board: of every second one the last dish has an allergy, and the first one is cancelled. */
const full = (sample: OrderShape): OrderShape[] =>
  Array.from({ length: 24 }, (_, n) => ({
    ...sample,
    _id: `order-${n}`,
    tableNumber: String(n + 1),
    kots: sample.kots.map((kot) => ({
      ...kot,
      kotId: `kot-${n}`,
      kotNumber: n + 1,
      createdAt: new Date(Date.now() - (100 - n) * 10_000).toISOString(),
      sentAt: null,
      items: Array.from({ length: 3 + (n % 4) }, (_, i) => ({
        ...(kot.items[0] as OrderShape['kots'][number]['items'][number]),
        lineId: `line-${n}-${i}`,
        itemName: `Dish ${i + 1}`,
        status: n % 2 === 1 && i === 0 ? ('Cancelled' as const) : ('Preparing' as const),
        statusAt: new Date().toISOString(),
        additionalItemNote:
          n % 2 === 0 && i === 0 ? 'Extra crisp' : i === 2 + (n % 4) ? 'Allergic to peanuts, and to everything cooked in the same oil' : '',
      })),
    })),
  }))

test('no dish of a shortened ticket is in view without its note, and a hidden note is told', async ({ device, api }) => {
  await api.free('7')
  const [dish] = await api.plain()
  const sample = await api.send('7', [{ _id: dish?._id ?? '' }])
  const { page } = await device('kitchen', '/restaurant/kitchen', WALL)
  await withOrders(page, () => full(sample))
  await expect(page.locator('[data-kot]')).toHaveCount(24)
  await expect(page.locator('[data-kot]').first()).toBeVisible()
  await expect(page.locator('[data-more]').first()).toBeVisible()
  const seen = () =>
    page.evaluate(() => {
      const parted: string[] = []
      let told = 0
      for (const list of document.querySelectorAll('[data-lines]')) {
        const { top, bottom } = list.getBoundingClientRect()
        const rows = [...list.children].filter((row) => row.querySelector('[data-note]'))
        for (const row of rows) {
          const note = row.querySelector('[data-note]')?.getBoundingClientRect()
          const box = row.getBoundingClientRect()
          if (!note || getComputedStyle(row).opacity === '0' || box.top > bottom || box.bottom < top) continue
          if (note.bottom > bottom + 4) parted.push(`${list.closest('article')?.ariaLabel}: ${row.textContent}`)
        }
        const hidden = rows.some((row) => row.getBoundingClientRect().bottom > bottom + 4)
        const strip = list.parentElement?.querySelector('[data-more]')
        if (hidden && !/note/.test(strip?.textContent ?? '')) parted.push(`${list.closest('article')?.ariaLabel}: ${strip?.textContent}`)
        if (hidden) told++
      }
      return { parted, told: told > 0 }
    })
  await expect.poll(seen).toEqual({ parted: [], told: true })
  await api.free('7')
})

test('the offline banner moves no Ready and cuts no ticket, and every Ready stays in reach', async ({ device, api }) => {
  await api.free('7')
  const [dish] = await api.plain()
  const sample = await api.send('7', [{ _id: dish?._id ?? '' }])
  const { page, context } = await device('kitchen', '/restaurant/kitchen', WALL)
  await withOrders(page, () => full(sample))
  await expect(page.locator('[data-kot]').first()).toBeVisible()
  const places = () =>
    page.evaluate(() => [...document.querySelectorAll('[data-kot]')].map((card) => JSON.stringify(card.getBoundingClientRect())))
  const before = await places()
  await context.setOffline(true)
  await expect(page.getByRole('alert').getByText(/Offline/)).toBeVisible()
  expect(await places()).toEqual(before)
  const edge = await page.getByRole('alert').filter({ hasText: 'Offline' }).boundingBox()
  const first = await page.locator('[data-board-frame]').evaluate((board) => {
    board.scrollTop = 60
    return board.scrollTop
  })
  expect(first).toBeGreaterThan(0)
  expect(edge?.y).toBeGreaterThan(900)
  await context.setOffline(false)
  await page.locator('[data-board-frame]').evaluate((board) => void (board.scrollTop = 0))
  await expect(page.getByRole('alert').getByText(/Offline/)).toHaveCount(0)
  await expect.poll(places).toEqual(before)
  await api.free('7')
})
