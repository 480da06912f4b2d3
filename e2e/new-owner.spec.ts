import type { Locator, Page } from '@playwright/test'
import { randomId } from '#domain/ids.ts'
import { formatRupees } from '#domain/money.ts'
import { to } from '#web/core/to.ts'
import { Api, baseURL, DESKTOP, expect, expectAccessible, expectNoSidewaysScroll, fillLogin, PHONE, test } from './support/app.ts'
import { holding } from './support/holding.ts'

/** A restaurant that has nothing: it is set up through the screens alone, a day is run, closed, and read in the reports. */

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAF0lEQVR42mNk+M9AEmAcVTCqYFQBAAB0pAEf8mYbOgAAAABJRU5ErkJggg==',
  'base64',
)
const MENU = [
  'category,subcategory,name,price,diet,alcohol,code',
  'Starters,,Pepper chicken,240,nonVeg,,11',
  'Starters,,Gobi 65,180,veg,,12',
  'Mains,Rice,Ghee rice,160,veg,,21',
  'Bar,,Kingfisher pint,200,veg,yes,31',
].join('\n')

async function send<T = any>(method: string, path: string, body: unknown, token?: string): Promise<T> {
  const answer = await fetch(`${baseURL()}/v1${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

test('a restaurant is set up from nothing through the screens alone; a day is run, closed and read in the reports', async ({ browser }) => {
  test.slow()
  const id = crypto.randomUUID().slice(0, 8)
  const email = (who: string) => `${who}-${id}@newplace.test`
  const name = `Malabar House ${id}`
  const contexts = [await browser.newContext({ baseURL: baseURL(), viewport: DESKTOP, reducedMotion: 'reduce', serviceWorkers: 'block' })]
  const page = await contexts[0]!.newPage()
  page.setDefaultTimeout(15_000)
  const sheet = page.getByRole('dialog')
  const go = async (on: Page, path: string) => {
    await on.goto(path)
    await on.getByRole('heading', { level: 1 }).waitFor()
  }
  const saved = () => expect(page.getByText('No unsaved changes')).toBeVisible()
  const open = async (who: string, viewport: { width: number; height: number }): Promise<Page> => {
    const context = await browser.newContext({ baseURL: baseURL(), viewport, reducedMotion: 'reduce', serviceWorkers: 'block' })
    contexts.push(context)
    const other = await context.newPage()
    other.setDefaultTimeout(15_000)
    await other.goto('/restaurant/login')
    await fillLogin(other, email(who), 'a good password')
    await other.waitForURL((url) => !url.pathname.endsWith('/login'))
    return other
  }
  const tick = (label: string): Locator =>
    page.getByRole('list', { name: 'Setup checklist' }).getByRole('link', { name: new RegExp(`^Done: ${label}`) })

  await test.step('sign up, and be approved while waiting', async () => {
    const { token, restaurant } = await send('POST', '/auth/restaurant/signup', {
      establishment_name: name,
      user_name: 'Asha Menon',
      user_contact_number: '9847012345',
      email: email('asha'),
      password: 'a good password',
      address: '12 MG Road, Kochi',
      location: { latitude: 9.97, longitude: 76.28 },
      opening_hours: { periods: [], weekday_text: [] },
    })
    await holding(contexts[0]!, token, baseURL())
    await page.goto('/')
    await expect(page.getByRole('heading', { name: `${name} is under review` })).toBeVisible()
    const office = await send('POST', '/auth/backoffice/login', { email: 'backoffice@demo.test', password: 'tawa-demo' })
    await send('POST', '/backoffice/restaurants/approve', { restaurantId: restaurant._id }, office.token)
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect(page).toHaveURL(new RegExp(`${to.dashboard()}$`))
    await expect(page.getByRole('region', { name: 'Key figures' })).toContainText('Rs. 0.00')
  })

  await test.step('who we are', async () => {
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await expect(page.getByText('1 of 5 done')).toBeVisible()
    await page.getByLabel('FSSAI number').fill('11520008000123')
    await page.getByLabel('GST number').fill('32AAAAA0000A1ZB')
    await page.getByRole('button', { name: 'Save' }).click()
    await saved()
  })

  await test.step('taxes', async () => {
    await page.getByRole('link', { name: 'Tax', exact: true }).click()
    // The page that is left has a "GST number".
    await expect(page.getByRole('heading', { level: 1, name: 'Tax', exact: true })).toBeVisible()
    await page.getByLabel('GST').fill('5')
    await page.getByLabel('VAT').fill('10')
    await page.getByRole('button', { name: 'Save' }).click()
    await saved()
  })

  await test.step('tables', async () => {
    await page.getByRole('link', { name: 'Tables', exact: true }).last().click()
    await page.getByRole('button', { name: 'Add tables' }).first().click()
    await sheet.getByLabel('To number').fill('4')
    await sheet.getByRole('button', { name: 'Add 4 tables' }).click()
    await expect(page.getByRole('button', { name: 'T4', exact: true })).toBeVisible()
  })

  await test.step('menu by CSV', async () => {
    await page.getByRole('link', { name: 'Menu', exact: true }).click()
    await page
      .getByRole('button', { name: /Import/ })
      .first()
      .click()
    await sheet.getByLabel('CSV file').setInputFiles({ name: 'menu.csv', mimeType: 'text/csv', buffer: Buffer.from(MENU) })
    await sheet.getByRole('button', { name: 'Import 4 dishes' }).click()
    await expect(page.getByRole('switch', { name: 'Ghee rice on sale' })).toBeVisible()
  })

  await test.step('and a dish by hand, with variants, addons and a photo', async () => {
    await page.getByRole('button', { name: 'More for Mains' }).click()
    await page.getByRole('menuitem', { name: 'Add item' }).click()
    await sheet.getByLabel('Name', { exact: true }).fill('Malabar biryani')
    await sheet.getByLabel('Price', { exact: true }).fill('260')
    await sheet.getByLabel('Photo').setInputFiles({ name: 'biryani.png', mimeType: 'image/png', buffer: PNG })
    for (const [i, [variant, more]] of [
      ['Single', '0'],
      ['Family', '300'],
    ].entries()) {
      await sheet.getByRole('button', { name: 'Add variant' }).click()
      await sheet
        .getByLabel('Variant', { exact: true })
        .nth(i)
        .fill(variant ?? '')
      await sheet
        .getByLabel('Added to the price')
        .nth(i)
        .fill(more ?? '')
    }
    await sheet.getByRole('button', { name: 'Addon group' }).click()
    await page.getByRole('menuitem', { name: 'New group for this dish' }).click()
    const group = page.getByRole('dialog', { name: 'New addon group' })
    await group.getByLabel('Name', { exact: true }).fill('Sides')
    await group.getByLabel('Addon', { exact: true }).fill('Raita')
    await group.getByLabel(/^Price/).fill('40')
    await group.getByRole('button', { name: 'Add group' }).click()
    await sheet.getByRole('button', { name: 'Add dish' }).click()
    await expect(page.getByText('Malabar biryani is saved')).toBeVisible()
  })

  await test.step('stock, and a recipe that uses it', async () => {
    await page.getByRole('link', { name: 'Inventory', exact: true }).click()
    await page.getByRole('tab', { name: 'Raw materials' }).click()
    await page.getByRole('button', { name: 'Add material' }).first().click()
    await sheet.getByLabel('Name').fill('Rice')
    await sheet.getByLabel('Unit', { exact: true }).fill('kg')
    await sheet.getByRole('button', { name: 'Add material' }).click()
    await page.getByRole('tab', { name: 'Stock' }).click()
    await page.getByRole('button', { name: 'Purchase' }).first().click()
    await sheet.getByRole('combobox', { name: /^Material/ }).click()
    await page.getByRole('option', { name: /Rice/ }).click()
    await sheet.getByLabel('Quantity').fill('10')
    await sheet.getByLabel('Amount', { exact: true }).fill('800')
    await sheet.getByRole('button', { name: 'Book purchase' }).click()
    await expect(page.getByText('10 kg of Rice booked, 10 kg in stock')).toBeVisible()
    await go(page, to.settingsRecipe())
    await page
      .getByRole('button', { name: /^Ghee rice/ })
      .first()
      .click()
    await sheet.getByRole('combobox', { name: /^Material:/ }).click()
    await page.getByRole('option', { name: /Rice/ }).click()
    await sheet.getByLabel('Unit').first().selectOption('g')
    await sheet.getByLabel('Quantity').first().fill('200')
    await sheet.getByRole('button', { name: 'Create recipe' }).click()
    await expect(page.getByText('The recipe of Ghee rice is saved')).toBeVisible()
  })

  await test.step('staff and an offer; the checklist has ticked itself', async () => {
    await page.getByRole('link', { name: 'Employees', exact: true }).click()
    for (const [who, role] of [
      ['devi', 'Captain'],
      ['kiran', 'Kitchen'],
    ] as const) {
      await page.getByRole('button', { name: 'Add employee' }).first().click()
      await sheet.getByLabel('Name').fill(who)
      await sheet.getByLabel('Email').fill(email(who))
      await sheet.getByLabel('Role').selectOption(role)
      await sheet.getByLabel('Mobile').fill('9820012345')
      await sheet.getByLabel('Password', { exact: true }).fill('a good password')
      await sheet.getByRole('button', { name: 'Add employee' }).click()
      await expect(page.getByText(`${who} was added`)).toBeVisible()
    }
    await go(page, to.settingsOffer())
    await page.getByRole('button', { name: 'New offer' }).first().click()
    await sheet.getByLabel('Title').fill('Opening week')
    await sheet.getByLabel('Percent off').fill('10')
    await sheet.getByRole('button', { name: 'Create offer' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'Opening week' })).toBeVisible()
    await page.getByRole('link', { name: 'General', exact: true }).click()
    for (const label of ['Menu', 'Tables', 'Tax', 'Staff']) await expect(tick(label)).toBeVisible()
    // The printer of a till that has QZ Tray; this evening's papers come from the browser.
    const printer = `/print/printers/${randomId()}`
    const { value: token } = (await contexts[0]!.cookies()).find((cookie) => cookie.name === 'restaurant_token')!
    await expect(page.getByRole('link', { name: /^To do:\s*Printer/ })).toBeVisible()
    await send('PUT', printer, { deviceId: 'till', name: 'EPSON TM-T82 80mm', role: 'bill', columns: 48 }, token)
    await page.reload()
    await expect(tick('Printer')).toContainText('1 printer, for bills')
    await send('DELETE', printer, {}, token)
  })

  await test.step('an evening: the captain sends from the phone, the kitchen cooks, the owner settles and cancels', async () => {
    const captain = await open('devi', PHONE)
    await go(captain, to.captainTables())
    await captain.getByRole('button', { name: /^T2\b/ }).first().click()
    await captain.getByRole('button', { name: 'Add Ghee rice', exact: true }).first().click()
    await captain.getByRole('button', { name: 'Add Kingfisher pint', exact: true }).first().click()
    await captain.getByRole('button', { name: 'Add Malabar biryani', exact: true }).first().click()
    await captain
      .getByRole('dialog')
      .getByRole('button', { name: /^Family/ })
      .click()
    await expectNoSidewaysScroll(captain)
    await captain.getByRole('button', { name: /^Send KOT \(3\)/ }).click()
    const kitchen = await open('kiran', DESKTOP)
    const ticket = kitchen.getByRole('article').filter({ hasText: 'T2' })
    await expect(ticket).toContainText('Malabar biryani')
    await ticket.getByRole('button', { name: /^Ready/ }).click()

    await go(page, to.tables())
    await page.getByRole('button', { name: /^T2\b/ }).first().click()
    await page.getByRole('button', { name: 'Settle' }).first().click()
    // 160 + 560, GST 5% of 720; 200 of the bar, VAT 10%.
    await page
      .getByRole('radio', { name: /^Cash/ })
      .or(page.getByRole('button', { name: /^Cash/ }))
      .first()
      .click()
    await page.getByRole('button', { name: `Settle ${formatRupees(976)}` }).click()
    await expect(page.getByText(/976\.00/).first()).toBeVisible()

    const token = (await contexts[0]!.cookies()).find((c) => c.name === 'restaurant_token')?.value ?? ''
    const { user } = await (await fetch(`${baseURL()}/v1/auth/me`, { headers: { Authorization: `Bearer ${token}` } })).json()
    const api = new Api(token, user.restaurantId)
    await api.send('3', [{ _id: (await api.items()).find((item) => item.name === 'Gobi 65')?._id ?? '' }])
    await go(page, to.orders())
    await page.getByRole('button', { name: /T3/ }).first().click()
    await page.getByRole('button', { name: 'More for this order' }).click()
    await page.getByRole('menuitem', { name: 'Cancel order' }).click()
    const why = page.getByRole('dialog', { name: 'Cancel the order of T3?' }).or(page.getByRole('alertdialog'))
    await why.getByLabel('Reason', { exact: true }).fill('Guests left')
    await why.getByRole('button', { name: 'Cancel order' }).click()
    await expect(page.getByText('Order of T3 cancelled')).toBeVisible()
  })

  await test.step('the day is closed', async () => {
    await go(page, to.settingsSummary())
    await expect(page.getByText('No open orders')).toBeVisible()
    await expect(page.getByRole('table', { name: 'Received' })).toContainText('976.00')
    await page.getByRole('button', { name: 'Close day' }).click()
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Close day' }).click()
    await expect(page.getByRole('region', { name: /^Day summary/ })).toContainText('KOT counter was reset')
  })

  await test.step('and read in the reports and the stock', async () => {
    await go(page, to.reports())
    await expect(page.getByRole('region', { name: 'Key figures' })).toContainText(formatRupees(976))
    await page.getByRole('tab', { name: 'Cancellations' }).click()
    await expect(page.getByRole('main')).toContainText('Guests left')
    await expectAccessible(page)
    await go(page, to.inventory())
    await expect(page.getByRole('row').filter({ hasText: 'Rice' })).toContainText('9.8 kg')
  })
  await Promise.all(contexts.map((context) => context.close()))
})
