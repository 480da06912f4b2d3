import { to } from '#web/core/to.ts'
import { type Api, DESKTOP, expect, expectAccessible, expectNoSidewaysScroll, PHONE, test, WALL } from './support/app.ts'

/** SCREENS §2.3: settings are tested by what they do elsewhere. Afterwards the demo's restaurant has its own settings again. */
const KEPT = [
  'isCaptainEnabled',
  'taxPercentages',
  'taxSettings',
  'paymentTypes',
  'accentColor',
  'buttonFontColor',
  'pos_default_order_type',
  'opening_hours',
  'designation',
  'gstNumber',
] as const
const profileOf = async (api: Api) => (await api.call('GET', '/restaurant/profile')).restaurant
let before: Record<string, unknown> = {}
test.beforeAll(async ({ api }) => {
  const { kotSettings, ...profile } = await profileOf(api)
  before = {
    ...Object.fromEntries(KEPT.map((name) => [name, profile[name]])),
    kotSettings: { warnMinutes: kotSettings.warnMinutes, lateMinutes: kotSettings.lateMinutes, readyStep: kotSettings.readyStep },
  }
})
test.afterEach(async ({ api }) => {
  await api.call('PUT', '/restaurant/profile', before)
})

test.describe('general', () => {
  test('checklist items link and tick themselves', async ({ device, api }) => {
    const { page } = await device('owner', to.settings())
    const list = page.getByRole('list', { name: 'Setup checklist' })
    await expect(list.getByRole('link', { name: /^Done:\s*Menu/ })).toContainText(/\d+ dishes/)
    await expect(list.getByRole('link', { name: /^Done:\s*Tax/ })).toContainText('GST 5%, VAT 10%')
    await page.getByLabel('GST number').fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    const tax = list.getByRole('link', { name: /^To do:\s*Tax/ })
    await expect(tax).toContainText('GST is 5%, but there is no GST number')
    await tax.click()
    await expect(page).toHaveURL(to.settingsTax())
    await api.call('PUT', '/restaurant/profile', { taxPercentages: { gst: 0 } })
    await page.goto(to.settings())
    await expect(list.getByRole('link', { name: /^Done:\s*Tax/ })).toContainText('GST 0%, VAT 10%')
  })

  test('colour pair <4.5 warns with ratio, and the preview shows the text colour that is used', async ({ device }) => {
    const { page } = await device('owner', to.settings())
    await expect(page.getByText('Text on buttons: 13.31 : 1')).toBeVisible()
    await page.getByRole('textbox', { name: 'Main colour', exact: true }).fill('#c46d5e')
    await expect(page.getByText('Text on buttons: 3.69 : 1. Hard to read, the minimum is 4.5 : 1. #1a0f10 is used instead.')).toBeVisible()
    const button = page.getByRole('group', { name: 'In the light theme' }).getByText('Place order')
    await expect(button).toHaveCSS('background-color', 'rgb(196, 109, 94)')
    await expect(button).toHaveCSS('color', 'rgb(26, 15, 16)')
    await expectAccessible(page)
  })

  test('isCaptainEnabled off hides captain nav, with Undo', async ({ device, api }) => {
    const { page } = await device('owner', to.settings())
    const nav = page.getByRole('navigation').getByRole('link', { name: 'Captain' })
    await expect(nav).toBeVisible()
    await page.getByRole('switch', { name: 'Captain’s pages' }).click()
    await expect(nav).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(nav).toBeVisible()
    await expect.poll(async () => (await profileOf(api)).isCaptainEnabled).toBe(true)
    await page.getByRole('switch', { name: 'Captain’s pages' }).click()
    await expect.poll(async () => (await profileOf(api)).isCaptainEnabled).toBe(false)
    const waiter = await device('waiter', to.captain(), PHONE)
    await expect(waiter.page.getByRole('link', { name: 'Home' })).toHaveCount(0)
  })

  test('hours crossing midnight are saved, and read as on the next day', async ({ device, api }) => {
    const { page } = await device('owner', to.settings())
    await page.getByLabel('Closes').fill('02:00')
    await expect(page.getByText('On the next day')).toBeVisible()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('No unsaved changes')).toBeVisible()
    const { opening_hours } = await profileOf(api)
    expect(opening_hours.periods).toContainEqual({ open: { day: 6, time: '1100' }, close: { day: 0, time: '0200' } })
    expect(opening_hours.weekday_text).toContain('Saturday: 11:00 – 02:00')
  })

  test('the default order type is what the counter begins with', async ({ device }) => {
    const { page } = await device('owner', to.settings())
    await page.getByRole('radio', { name: 'Take Away' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('No unsaved changes')).toBeVisible()
    const pos = await device('cashier', to.pos())
    await expect(pos.page.getByRole('radio', { name: 'Take Away' })).toBeChecked()
  })

  test('leaving dirty warns; failed save keeps input', async ({ device }) => {
    const { page } = await device('owner', to.settings())
    await page.getByLabel('Designation').fill('Proprietor')
    await page.getByLabel('GST number').fill('36AAAAA0000A1Z4')
    await expect(page.getByText('2 unsaved changes')).toBeVisible()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('This is not a GST number: check its 15 characters.')).toBeVisible()
    await expect(page.getByLabel('GST number')).toBeFocused()
    await expect(page.getByLabel('Designation')).toHaveValue('Proprietor')
    await page.getByRole('link', { name: 'Tax', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
    await expect(page.getByLabel('Designation')).toHaveValue('Proprietor')
    await page.getByRole('link', { name: 'Tax', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await expect(page).toHaveURL(to.settingsTax())
  })
})

test.describe('tax', () => {
  test('5% on Rs. 100.00 previews CGST 2.50 + SGST 2.50; alcohol sample uses VAT only; 0% hides the line', async ({ device }) => {
    const { page } = await device('owner', to.settingsTax())
    const [food, alcohol] = [page.getByRole('region', { name: 'Food' }), page.getByRole('region', { name: 'Alcohol' })]
    await expect(food).toContainText(/Subtotal\s*Rs\. 100\.00/)
    await expect(food).toContainText(/CGST 2\.5%\s*Rs\. 2\.50\s*SGST 2\.5%\s*Rs\. 2\.50\s*Total\s*Rs\. 105\.00/)
    await expect(alcohol).toContainText(/VAT 10% on bar\s*Rs\. 22\.00\s*Total\s*Rs\. 242\.00/)
    await expect(alcohol).not.toContainText('CGST')
    await page.getByLabel('VAT').fill('0')
    await expect(alcohol).not.toContainText('VAT')
    await page.getByLabel('GST').fill('18')
    await expect(food).toContainText(/CGST 9%\s*Rs\. 9\.00/)
    await page.getByLabel('GST').fill('0')
    await expect(food).not.toContainText('GST')
  })

  test('what is saved taxes the next bill, and rounds it', async ({ device, api }) => {
    const { page } = await device('owner', to.settingsTax())
    await page.getByLabel('GST').fill('12')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('No unsaved changes')).toBeVisible()
    await page.getByRole('switch', { name: 'Round to the whole rupee' }).click()
    await expect(page.getByText('Round to the whole rupee is on')).toBeVisible()
    const [dish] = await api.plain()
    await api.free('11')
    const order = await api.send('11', [{ _id: dish?._id ?? '' }])
    expect(order.taxPercentages.gst).toBe(12)
    expect(Number.isInteger(order.grandTotal)).toBe(true)
    await api.free('11')
  })

  test('what another device has saved meanwhile stays', async ({ device, api }) => {
    const { page } = await device('owner', to.settingsTax())
    await page.getByLabel('VAT').fill('14')
    await api.call('PUT', '/restaurant/profile', { taxPercentages: { gst: 18 } })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByLabel('GST')).toHaveValue('18')
    expect((await profileOf(api)).taxPercentages).toMatchObject({ gst: 18, vat: 14 })
  })
})

test.describe('payment', () => {
  test('POS shows same order; default preselected', async ({ device, api }) => {
    await api.call('PUT', '/restaurant/profile', { paymentTypes: ['Cash', 'UPI', 'Card'] })
    const { page } = await device('owner', to.settingsPayment())
    await page.getByRole('button', { name: 'Move method 2 up' }).click()
    // By its handle, from the third place to the first.
    const handles = page.locator('[data-handle]')
    await handles.nth(2).hover()
    await page.mouse.down()
    const top = await handles.nth(0).boundingBox()
    await page.mouse.move((top?.x ?? 0) + 8, top?.y ?? 0, { steps: 12 })
    await page.mouse.up()
    await expect(page.getByRole('textbox', { name: 'Method 1' })).toHaveValue('Card')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('No unsaved changes')).toBeVisible()
    expect((await profileOf(api)).paymentTypes).toEqual(['Card', 'UPI', 'Cash'])

    const [dish] = await api.plain()
    await api.free('11')
    await api.send('11', [{ _id: dish?._id ?? '' }])
    const table = await api.table('11')
    const pos = await device('cashier', to.pos({ table: table._id, pay: true }))
    await pos.page.evaluate(() => localStorage.removeItem('tawa_last_method'))
    await pos.page.reload()
    const methods = pos.page.getByRole('radiogroup', { name: 'Paid by' }).getByRole('radio')
    await expect(methods).toHaveCount(3)
    expect(await methods.evaluateAll((all) => all.map((radio) => (radio as HTMLInputElement).value))).toEqual(['Card', 'UPI', 'Cash'])
    await expect(methods.nth(0)).toBeChecked()
    await api.free('11')
  })

  test('last method cannot be removed, and none can be there twice', async ({ device, api }) => {
    await api.call('PUT', '/restaurant/profile', { paymentTypes: ['Cash', 'UPI'] })
    const { page } = await device('owner', to.settingsPayment())
    await page.getByRole('textbox', { name: 'Method 2' }).fill('cash')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('This method is in the list twice.').first()).toBeVisible()
    await page.getByRole('button', { name: 'Remove method 2' }).click()
    const last = page.getByRole('button', { name: 'Remove method 1' })
    await expect(last).toHaveAttribute('aria-disabled', 'true')
    await last.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('At least 1 method must stay').first()).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Method 1' })).toHaveValue('Cash')
  })
})

test.describe('KOT', () => {
  test('reset confirms showing current number, and the next ticket is KOT 1', async ({ device, api }) => {
    const [dish] = await api.plain()
    await api.free('11')
    await api.send('11', [{ _id: dish?._id ?? '' }])
    const { page } = await device('owner', to.settingsKot())
    await page.getByRole('button', { name: 'Reset now' }).click()
    const question = page.getByRole('alertdialog')
    const { currentNumber } = (await api.call('GET', '/kot')).kot
    await expect(question).toContainText(`The last ticket was KOT ${currentNumber}. The next one will be KOT 1.`)
    await question.getByRole('button', { name: 'Reset now' }).click()
    await expect(page.getByText('The next ticket is KOT 1', { exact: true }).first()).toBeVisible()
    const { kots } = await api.send('11', [{ _id: dish?._id ?? '' }])
    expect(kots.at(-1)?.kotNumber).toBe(1)
    await api.free('11')
  })

  test('time shows restaurant timezone; a change waits for the end of the business day and says so', async ({ device, api }) => {
    const { page } = await device('owner', to.settingsKot())
    await expect(page.getByText('00:00 IST')).toBeVisible()
    await page.getByRole('button', { name: 'Change' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reset time' })
    await dialog.getByLabel('Time in the restaurant, IST').fill('04:00')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText(/From .* on: 04:00 IST\./)).toBeVisible()
    await api.call('POST', '/kot/reset-time', { resetTime: '00:00' })
  })

  test('red must exceed amber', async ({ device }) => {
    const { page } = await device('owner', to.settingsKot())
    await page.getByLabel('Amber after').fill('20')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Must be more than the 20 minutes of the warning.')).toBeVisible()
    await expect(page.getByLabel('Red after')).toBeFocused()
    await expect(page.getByLabel('Amber after')).toHaveValue('20')
  })

  test('ready step off: a bump in the kitchen writes Served', async ({ device, api }) => {
    const { page } = await device('owner', to.settingsKot())
    await page.getByRole('switch', { name: 'Ready step' }).click()
    await expect(page.getByText('Ready step is off')).toBeVisible()
    await api.emptyBoard()
    const [dish] = await api.plain()
    await api.free('11')
    const sent = await api.send('11', [{ _id: dish?._id ?? '' }])
    const kitchen = await device('kitchen', to.kitchen(), WALL)
    await kitchen.page
      .getByRole('article')
      .filter({ hasText: 'T11' })
      .getByRole('button', { name: /^Ready/ })
      .first()
      .click()
    const statuses = async () => {
      const { order } = await api.call('POST', '/orders/active', { tableId: sent.tableId })
      return (order as typeof sent).kots.flatMap((kot) => kot.items.map((item) => item.status))
    }
    await expect.poll(statuses).toEqual(['Served'])
    await api.free('11')
  })
})

test.describe('keys', () => {
  test('new key shown once with Copy; revoke ≠ delete, both confirm; revoked greyed', async ({ device }) => {
    const label = `e2e ${crypto.randomUUID().slice(0, 8)}`
    const { page, context } = await device('owner', to.settingsKeys())
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('What is it for?').fill(label)
    await page.getByRole('button', { name: 'Generate key' }).click()
    const shown = page.getByRole('dialog', { name: `${label} is ready` })
    const key = (await shown.getByLabel('The key').textContent()) ?? ''
    expect(key).toMatch(/^tawa_[A-Za-z0-9_-]{43}$/)
    await expectAccessible(page)
    await shown.getByRole('button', { name: 'Copy' }).click()
    await expect(shown.getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
    await shown.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText(key)).toHaveCount(0)

    const row = page.getByRole('row').filter({ hasText: label })
    const choose = async (name: 'Revoke' | 'Delete') => {
      await row.getByRole('button', { name: `More for ${label}` }).click()
      await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click()
    }
    await row.getByRole('button', { name: `More for ${label}` }).click()
    await expect(page.getByRole('menuitem', { name: /^Delete/ })).toContainText('Revoke it first')
    await page.keyboard.press('Escape')
    await choose('Revoke')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    await expect(row).toContainText('Revoked')
    await expect(row.getByRole('cell').nth(1)).toHaveClass(/text-muted/)
    await choose('Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(row).toHaveCount(0)
  })
})

test('a settings form fits a phone of 360 px and works by keyboard, light and dark', async ({ device }) => {
  const { page } = await device('owner', to.settingsPayment(), DESKTOP)
  for (const width of [768, 360])
    for (const theme of ['light', 'dark']) {
      await page.setViewportSize({ width, height: 740 })
      await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
  await page.getByRole('textbox', { name: 'Method 1' }).focus()
  await page.keyboard.press('End')
  await page.keyboard.type('!')
  await expect(page.getByText('1 unsaved change', { exact: true })).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect(page.getByText('No unsaved changes')).toBeVisible()
})
