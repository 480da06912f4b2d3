import type { ReservationShape } from '#domain/api/reservations.ts'
import { addDays, wallClock } from '#domain/time.ts'
import { to } from '#web/core/to.ts'
import { type Api, DESKTOP, expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from './support/app.ts'

/** /restaurant/reservation (SCREENS §2.2), by its *Accept* points. Days far ahead belong to these tests alone; what they book is deleted again. */
const ZONE = 'Asia/Kolkata'
const dayAhead = (days: number) => addDays(wallClock(new Date(), ZONE).date, days)

const made: string[] = []
async function book(api: Api, table: string | null, more: Partial<ReservationShape> & { date: string }): Promise<ReservationShape> {
  const { reservation } = await api.call<{ reservation: ReservationShape }>('POST', '/restaurant/reservations/create', {
    customerName: 'Sneha Kulkarni',
    mobile_number: '9848011111',
    partySize: 4,
    time: '20:00',
    tableId: table && (await api.table(table))._id,
    allowOverlap: true,
    ...more,
  })
  made.push(reservation._id)
  return reservation
}
const onDay = async (api: Api, day: string) =>
  (await api.call<{ reservations: ReservationShape[] }>('GET', `/restaurant/reservations?from=${day}&to=${day}`)).reservations
test.afterEach(async ({ api }) => {
  for (const day of [21, 22, 23, 24, 25].map(dayAhead)) for (const { _id } of await onDay(api, day)) made.push(_id)
  for (const id of new Set(made.splice(0))) await api.call('DELETE', `/restaurant/reservations/delete/${id}`).catch(() => undefined)
})

test('book a known guest in 5 taps: the mobile look-up fills the name, a free table is suggested', async ({ device, api }) => {
  const day = dayAhead(21)
  const mobile = `98${String(Date.now()).slice(-8)}`
  const { customer } = await api.call('POST', '/restaurant/customer', { name: 'Meera Iyer', mobile_number: mobile })
  const cashier = await device('cashier', to.reservations({ day }))
  const { page } = cashier
  await cashier.tap(cashier.button('New booking'))
  await cashier.fill(page.getByLabel('Mobile', { exact: true }), `+91 ${mobile.slice(0, 5)} ${mobile.slice(5)}`)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Meera Iyer')
  await cashier.tap(cashier.button('More Guests'))
  await cashier.tap(page.getByRole('button', { name: '20:00', exact: true }))
  await expect(page.getByRole('radiogroup', { name: 'Table' }).getByRole('radio').first()).toBeChecked()
  await cashier.tap(cashier.button(/^Book T\d+ at 20:00$/))
  expect(cashier.taps).toBe(5)
  await expect(page.getByRole('list', { name: 'To come' }).getByRole('button', { name: /20:00 Meera Iyer 3 guests/ })).toBeVisible()
  const [booked] = await onDay(api, day)
  expect(booked).toMatchObject({ customerName: 'Meera Iyer', partySize: 3, time: '20:00', durationMinutes: 90, status: 'booked' })
  const table = (await api.call('GET', '/tables')).tables.find((t: { _id: string }) => t._id === booked?.tableId)
  expect(table.capacity).toBeGreaterThanOrEqual(3)
  await api.call('DELETE', `/restaurant/customer?id=${customer._id}`)
})

test('overlap on a table warns and needs "Book anyway"; party > seats warns', async ({ device, api }) => {
  const day = dayAhead(22)
  const table = await api.table('4')
  await book(api, '4', { date: day })
  const { page } = await device('cashier', to.reservations({ day, reservation: 'new' }))
  await page.getByLabel('Mobile', { exact: true }).fill('9848022222')
  await page.getByLabel('Name', { exact: true }).fill('Rohit Menon')
  await page.getByRole('button', { name: '20:30', exact: true }).click()
  await page.getByRole('button', { name: /^All \d+ tables$/ }).click()
  const row = page.getByRole('radio', { name: /^T4\b/ })
  await expect(page.locator('label').filter({ has: row })).toContainText('Taken from 20:00')
  await row.check()
  await expect(page.getByRole('complementary').getByRole('alert')).toHaveText('T4 is booked then: Sneha Kulkarni, 20:00 to 21:30.')
  await expect(page.getByRole('button', { name: /^Book T4/ })).toHaveCount(0)
  await expectAccessible(page)
  for (let guests = 2; guests <= table.capacity; guests++) await page.getByRole('button', { name: 'More Guests' }).click()
  await expect(page.getByText(`${table.capacity + 1} guests, and T4 has ${table.capacity} seats.`)).toBeVisible()
  await page.getByRole('button', { name: 'Book anyway' }).click()
  const rows = page.getByRole('list', { name: 'To come' }).getByRole('button')
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'Overlaps' })).toHaveCount(2)
})

test('past date blocked: a day that has passed takes no booking, a time that has passed is closed', async ({ device, api }) => {
  const { page } = await device('cashier', to.reservations({ day: dayAhead(-1) }))
  const create = page.getByRole('button', { name: 'New booking' })
  await expect(create).toHaveAttribute('aria-disabled', 'true')
  await expect(create).toHaveAccessibleDescription('This day has passed')
  await page.goto(to.reservations({ day: dayAhead(-1), reservation: 'new' }))
  await expect(page.getByRole('region', { name: 'Timeline' })).toBeVisible()
  await expect(page.getByLabel('Mobile', { exact: true })).toHaveCount(0)
  // A booking that is changed can't be moved to a past day either: the field ends there, and the server refuses what gets past it.
  const booking = await book(api, null, { date: dayAhead(23) })
  await page.goto(to.reservations({ day: dayAhead(23), reservation: booking._id }))
  await page.getByLabel('Date', { exact: true }).fill(dayAhead(-2))
  await expect(page.getByRole('button', { name: '20:15 past' })).toBeDisabled()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This time has passed.').first()).toBeVisible()
})

test('late >15 min turns amber: with how late they are; who is expected within 15 minutes is not', async ({ device, api }) => {
  const at = (minutes: number) => wallClock(new Date(Date.now() + minutes * 60_000), ZONE)
  const late = at(-20)
  await book(api, null, { date: late.date, time: late.time, customerName: 'Lata Late' })
  // Just before and after midnight the two are on different days.
  const near = at(-5)
  if (near.date === late.date) await book(api, null, { date: near.date, time: near.time, customerName: 'Nina Near' })
  const { page } = await device('cashier', to.reservations({ day: late.date }))
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await expect(row('Lata Late')).toContainText(late.date === at(0).date ? /2\dm late/ : 'Not closed')
  /** Of the row's ground: amber has much red, less green and little blue. */
  const ground = (name: string) =>
    row(name).evaluate((one) => {
      const pixel = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
      pixel.fillStyle = getComputedStyle(one).backgroundColor
      pixel.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = pixel.getImageData(0, 0, 1, 1).data
      return { red, green, blue }
    })
  const amber = await ground('Lata Late')
  expect(amber.red).toBeGreaterThan(amber.green)
  expect(amber.green - amber.blue).toBeGreaterThan(8)
  if (near.date !== late.date) return
  await expect(row('Nina Near')).not.toContainText('late')
  const plain = await ground('Nina Near')
  expect(plain.green - plain.blue).toBeLessThan(8)
})

test('seat 2, which opens the table, with the guests’ name for its order; reservations ≤60 min show on Tables', async ({ device, api }) => {
  await api.free('11')
  const soon = wallClock(new Date(Date.now() + 40 * 60_000), ZONE)
  const booking = await book(api, '11', { date: soon.date, time: soon.time, customerName: 'Harsh Agarwal' })
  const cashier = await device('cashier', to.tables())
  const { page } = cashier
  await expect(page.getByRole('button', { name: /^T11\b.*Reserved/ })).toBeVisible()
  await page.goto(to.reservations({ day: soon.date }))
  const row = page.getByRole('list', { name: 'To come' }).getByRole('button', { name: new RegExp(`${soon.time} Harsh Agarwal`) })
  await cashier.tap(row)
  await cashier.tap(page.getByRole('button', { name: 'Seat', exact: true }))
  expect(cashier.taps).toBe(2)
  await expect(page).toHaveURL(to.pos({ table: booking.tableId ?? '' }))
  await expect(page.getByText('Harsh Agarwal').first()).toBeVisible()
  await expect.poll(async () => (await onDay(api, soon.date)).find((r) => r._id === booking._id)?.status).toBe('seated')
})

test('a table whose booking is seated says so on every floor, until its guests have left; their order is in their name', async ({
  device,
  api,
}) => {
  test.slow()
  await api.free('11')
  const near = wallClock(new Date(Date.now() + 20 * 60_000), ZONE)
  const booking = await book(api, '11', { date: near.date, time: near.time, customerName: 'Harsh Agarwal', partySize: 3 })
  const captain = await device('captain', to.tables())
  const waiter = await device('waiter', to.captainTables(), PHONE)
  for (const { page } of [captain, waiter]) await expect(page.getByRole('button', { name: /^T11, Reserved/ })).toBeVisible()
  const step = (status: string) => api.call('PUT', `/restaurant/reservations/update/${booking._id}`, { status })
  await step('seated')
  const seated = /^T11, Seated, Harsh Agarwal, 3 guests/
  for (const { page } of [captain, waiter]) await expect(page.getByRole('button', { name: seated })).toBeVisible()
  await expect(captain.page.getByRole('button', { name: seated })).toContainText('Harsh')
  // The counter's choice of a table, and the host's book.
  const till = await device('cashier', to.pos({ type: 'dine-in' }))
  await expect(till.page.getByRole('button', { name: /^Choose table/ }).first()).toBeVisible()
  await till.page.keyboard.press('t')
  await expect(till.page.getByRole('dialog').getByRole('button', { name: /T11.*Seated/ })).toBeVisible()
  // Today's, which only shortly before midnight isn't the booking's.
  await till.page.goto(to.reservations({ day: wallClock(new Date(), ZONE).date }))
  await expect(till.page.getByRole('region', { name: 'T11', exact: true })).toContainText('In use')
  await step('arrived')
  for (const { page } of [captain, waiter]) await expect(page.getByRole('button', { name: /^T11, Reserved/ })).toBeVisible()
  await step('seated')
  const [dish] = await api.plain()
  expect(await api.send('11', [{ _id: dish!._id }])).toMatchObject({ customer_name: 'Harsh Agarwal', guests: 3 })
  for (const { page } of [captain, waiter])
    await expect(page.getByRole('button', { name: /^T11, Running, Harsh Agarwal, 3 guests/ })).toBeVisible()
  await api.free('11')
  for (const { page } of [captain, waiter]) await expect(page.getByRole('button', { name: /^T11, Free/ })).toBeVisible()
})

test('cancel keeps the record and can be undone; delete confirms', async ({ device, api }) => {
  const day = dayAhead(24)
  const booking = await book(api, '4', { date: day })
  const status = async () => (await onDay(api, day)).find((r) => r._id === booking._id)?.status
  const { page } = await device('cashier', to.reservations({ day, reservation: booking._id }))
  const more = page.getByRole('button', { name: 'More for this booking' })
  await more.click()
  await page.getByRole('menuitem', { name: 'Cancel booking' }).click()
  await expect.poll(status).toBe('cancelled')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(status).toBe('booked')
  await expect(page.getByRole('complementary').getByText('Booked', { exact: true })).toBeVisible()
  await more.click()
  await page.getByRole('menuitem', { name: 'Cancel booking' }).click()
  await expect(page.getByText('1 cancelled')).toBeVisible()
  expect(await status()).toBe('cancelled')
  await more.click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const asked = page.getByRole('alertdialog')
  await expect(asked).toContainText('Remove the booking of Sneha Kulkarni?')
  await asked.getByRole('button', { name: 'Keep' }).click()
  expect(await status()).toBe('cancelled')
  await more.click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await asked.getByRole('button', { name: 'Remove' }).click()
  await expect.poll(status).toBeUndefined()
})

test('offline read-only: the book stays in sight, with its time, and nothing can be changed', async ({ device, api }) => {
  const day = dayAhead(25)
  await book(api, '4', { date: day })
  const { page, context } = await device('cashier', to.reservations({ day }))
  const row = page.getByRole('list', { name: 'To come' }).getByRole('button', { name: /Sneha Kulkarni/ })
  await row.click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Sneha Kulkarni')
  await context.setOffline(true)
  await expect(page.getByText(/^Not up to date: as of/)).toBeVisible()
  await expect(row).toBeVisible()
  for (const name of ['New booking', 'Seat', 'Save', 'Arrived'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-disabled', 'true')
  await context.setOffline(false)
})

test('list left, table × time timeline right; on a phone the list: accessible and without sideways scroll, light and dark', async ({
  device,
  api,
}) => {
  const day = dayAhead(23)
  await book(api, '4', { date: day })
  await book(api, '4', { date: day, time: '21:00' })
  await book(api, null, { date: day, time: '20:30', customerName: 'M'.repeat(80), partySize: 500 })
  const { page } = await device('owner', to.reservations({ day }), DESKTOP)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline.getByRole('button', { name: /Sneha Kulkarni *, 21:00 to 22:30, T4$/ })).toBeAttached()
  for (const size of [DESKTOP, { width: 768, height: 1024 }, PHONE, { width: 360, height: 740 }])
    for (const theme of ['light', 'dark']) {
      await page.setViewportSize(size)
      await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme)
      await expect(timeline).toHaveCount(size.width < 768 ? 0 : 1)
      await expectAccessible(page)
      await page.getByRole('button', { name: 'New booking' }).click()
      await expect(page.getByLabel('Mobile', { exact: true })).toBeVisible()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await page.getByRole('button', { name: 'Close' }).click()
      await expect(page.getByLabel('Mobile', { exact: true })).toHaveCount(0)
    }
})
