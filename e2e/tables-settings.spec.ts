import { generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import type { TableShape } from '#domain/api/tables.ts'
import { addDays, wallClock } from '#domain/time.ts'
import { to } from '#web/core/to.ts'
import { type Api, baseURL, DESKTOP, expect, expectAccessible, expectNoSidewaysScroll, test } from './support/app.ts'

/** /restaurant/settings/table (SCREENS §2.3), by its *Accept* points. The tables from 700 on are these tests' own, and are deleted again. */
const all = async (api: Api) => (await api.call<{ tables: TableShape[] }>('GET', '/tables')).tables
const own = async (api: Api) => (await all(api)).filter((t) => Number(t.tableNumber) >= 700)
test.afterEach(async ({ api }) => {
  for (const { _id } of await own(api)) await api.call('DELETE', `/tables/delete/${_id}`)
})
const make = (api: Api, ...numbers: string[]) =>
  api.call<{ tables: TableShape[] }>('POST', '/tables/createTables', {
    tables: numbers.map((tableNumber) => ({ tableNumber, capacity: 4, area: 'Terrace' })),
  })

test('bulk create "T 701–703, 6 seats, Terrace"; a duplicate number is refused; edit and delete', async ({ device, api }) => {
  const { page } = await device('owner', to.settingsTable())
  await page.getByRole('button', { name: 'Add tables' }).click()
  const sheet = page.getByRole('dialog', { name: 'Add tables' })
  await sheet.getByLabel('From number').fill('701')
  await sheet.getByLabel('To number').fill('703')
  await sheet.getByLabel('Seats').fill('6')
  await sheet.getByRole('textbox', { name: /^Area/ }).fill('Terrace')
  await expect(sheet.getByText('T701 to T703: 3 tables with 6 seats, Terrace')).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Add 3 tables' }).click()
  await expect(sheet).toHaveCount(0)
  expect((await own(api)).map((t) => [t.tableNumber, t.capacity, t.area])).toEqual(['701', '702', '703'].map((n) => [n, 6, 'Terrace']))

  await page.getByRole('button', { name: 'Add tables' }).click()
  await sheet.getByLabel('From number').fill('703')
  await sheet.getByLabel('To number').fill('704')
  await expect(sheet.getByText('T703 exists already. Choose other numbers.')).toBeVisible()
  await sheet.getByRole('button', { name: 'Add 2 tables' }).click()
  await expect(sheet.getByLabel('From number')).toHaveAttribute('aria-invalid', 'true')
  // All of them, or none.
  expect((await own(api)).map((t) => t.tableNumber)).toEqual(['701', '702', '703'])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()

  await page.getByRole('searchbox').fill('T702')
  await page.getByRole('button', { name: 'T702', exact: true }).click()
  const edit = page.getByRole('dialog', { name: 'T702' })
  await edit.getByLabel('Number or name').fill('703')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit.getByLabel('Number or name')).toHaveAttribute('aria-invalid', 'true')
  await edit.getByLabel('Number or name').fill('709')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toHaveCount(0)
  await page.getByRole('searchbox').fill('709')
  await page.getByRole('button', { name: 'More for T709' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('T709 was removed')).toBeVisible()
  expect((await own(api)).map((t) => t.tableNumber)).toEqual(['701', '703'])
})

test('an occupied table cannot be deleted, nor one that is booked', async ({ device, api }) => {
  await make(api, '711')
  await api.free('10')
  const [dish] = await api.plain()
  await api.send('10', [{ _id: dish?._id ?? '' }])
  const { page } = await device('owner', `${to.settingsTable()}?q=T10`)
  await page.getByRole('button', { name: 'More for T10' }).click()
  await expect(page.getByRole('menuitem', { name: /^Delete/ })).toContainText('It has an open order')
  await page.keyboard.press('Escape')
  await api.free('10')

  const { reservation } = await api.call('POST', '/restaurant/reservations/create', {
    customerName: 'Meera Iyer',
    mobile_number: '9848022110',
    partySize: 2,
    date: addDays(wallClock(new Date(), 'Asia/Kolkata').date, 30),
    time: '20:00',
    tableId: (await api.table('711'))._id,
  })
  await page.goto(`${to.settingsTable()}?q=711`)
  await page.getByRole('button', { name: 'More for T711' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const asked = page.getByRole('alertdialog')
  await asked.getByRole('button', { name: 'Remove' }).click()
  await expect(asked.getByRole('alert')).toContainText('is booked on')
  await api.call('DELETE', `/restaurant/reservations/delete/${reservation._id}`)
})

test('QR encodes restaurant + table: each code is that of its table’s printed address; the store image is on the sheet by its switch', async ({
  device,
  api,
}) => {
  await make(api, '721', '722')
  const tables = await all(api)
  const { page } = await device('owner', to.settingsTable())
  await page.getByRole('button', { name: 'QR sheet' }).click()
  const sheet = page.getByRole('main').getByRole('list', { name: 'QR codes' })
  await expect(sheet.getByRole('listitem')).toHaveCount(tables.length)
  const origin = new URL(page.url()).origin
  for (const table of tables) {
    const path = sheet.getByRole('img', { name: `QR code of T${table.tableNumber}`, exact: true }).locator('path')
    expect(await path.getAttribute('d')).toBe(toSvgPath(generate(`${origin}${table.qrUrl}`)))
  }
  // The address opens its table for anybody who scans it.
  const found = await (await fetch(`${baseURL()}/v1${(tables.at(-1)?.qrUrl ?? '').replace('/t/', '/tables/')}`)).json()
  expect(found.table).toMatchObject({ tableNumber: '722', restaurantId: api.restaurantId })

  // On paper there is nothing but the sheet.
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('#qr-print').getByRole('listitem')).toHaveCount(tables.length)
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await page.emulateMedia({ media: null })

  const image = sheet.locator('img')
  const { restaurant } = await api.call('GET', '/restaurant/profile')
  await api.call('PUT', '/restaurant/profile', { image: '/v1/media/e2e-store.png', showStoreImageOnQR: true })
  // Each choice of how many stand on a page is readable.
  const sizes = page.getByRole('radiogroup', { name: 'Codes on a page' }).locator('label > span')
  expect(
    await sizes.evaluateAll((words) => words.filter((word) => word.scrollWidth > word.clientWidth).map((word) => word.textContent)),
  ).toEqual([])
  await page.goto(to.settingsTable({ qr: (await api.table('721'))._id }))
  await expect(image).toHaveCount(1)
  await expect(sheet.getByRole('listitem')).toHaveCount(1)
  await api.call('PUT', '/restaurant/profile', { showStoreImageOnQR: false })
  await page.reload()
  await expect(sheet.getByText('T721')).toBeVisible()
  await expect(image).toHaveCount(0)
  await api.call('PUT', '/restaurant/profile', { image: restaurant.image ?? '', showStoreImageOnQR: restaurant.showStoreImageOnQR })
})

test('a printed code is replaced: the old one says to ask the staff, the new one is there to print and opens the menu', async ({
  device,
  api,
}) => {
  await make(api, '731')
  const { _id, qrUrl } = await api.table('731')
  const { page } = await device('owner', `${to.settingsTable()}?q=731`)
  await page.getByRole('button', { name: 'More for T731' }).click()
  await page.getByRole('menuitem', { name: 'New code' }).click()
  const asked = page.getByRole('alertdialog', { name: 'Replace the code of T731?' })
  await expectAccessible(page)
  await asked.getByRole('button', { name: 'Replace code' }).click()
  await expect(page).toHaveURL(new RegExp(`qr=${_id}`))
  const { qrUrl: now } = await api.table('731')
  expect(now).not.toBe(qrUrl)
  const code = page.getByRole('main').getByRole('img', { name: 'QR code of T731' }).locator('path')
  await expect(code).toHaveAttribute('d', toSvgPath(generate(`${new URL(page.url()).origin}${now}`)))
  await page.goto(qrUrl)
  await expect(page.getByText('This code opens no menu here.')).toBeVisible()
  await page.goto(now)
  await expect(page.getByText('Table 731').first()).toBeVisible()
})

test('the list, the bulk sheet and the codes fit 360 px, accessible in light and dark', async ({ device }) => {
  const { page } = await device('owner', to.settingsTable(), DESKTOP)
  for (const path of [to.settingsTable(), to.settingsTable({ table: 'new' }), to.settingsTable({ qr: 'all' })]) {
    await page.setViewportSize(DESKTOP)
    await page.goto(path)
    await expect(
      path.includes('qr') ? page.getByRole('main').getByRole('list', { name: 'QR codes' }) : page.getByText('T1', { exact: true }).first(),
    ).toBeVisible()
    for (const theme of ['light', 'dark']) {
      await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme)
      await expectAccessible(page)
    }
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
})
