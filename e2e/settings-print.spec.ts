import type { Page } from '@playwright/test'
import { to } from '#web/core/to.ts'
import { type Api, expect, expectAccessible, expectNoSidewaysScroll, test } from './support/app.ts'

/** A PNG: a black bar, 40 by 20. */
const BAR = 'iVBORw0KGgoAAAANSUhEUgAAACgAAAAUCAAAAADaLSBnAAAAEElEQVR42mNgGAWjYBSQAgADNAABhnQi4wAAAABJRU5ErkJggg=='

/** SCREENS §2.3 "/print". Afterwards the demo's restaurant prints as before. */
const profileOf = async (api: Api) => (await api.call('GET', '/restaurant/profile')).restaurant
let before: Record<string, unknown> = {}
test.beforeAll(async ({ api }) => {
  const { printSettings, imageBase64ForBill } = await profileOf(api)
  before = { printSettings, imageBase64ForBill }
})
test.afterEach(async ({ api }) => {
  await api.call('PUT', '/restaurant/profile', before)
})

/** Records the content of each print instead of opening the browser's print window. */
const catchPrints = (page: Page) =>
  page.addInitScript(() => {
    const prints: string[] = []
    const root = () => [...document.querySelectorAll('#print-root > div')].map((line) => line.textContent).join('\n')
    Object.assign(window, { prints, print: () => prints.push(root()) })
  })
const printsOf = (page: Page) => page.evaluate(() => (window as unknown as { prints: string[] }).prints)
/** The paper of the preview, without the spaces that centre a line: on the screen a style does that. */
const textOn = async (page: Page, paper: string) => {
  const lines = await page.getByRole('region', { name: paper, exact: true }).locator('.torn div > div').allTextContents()
  return lines.map((line) => line.trimStart()).join('\n')
}
const choose = (page: Page, name: string) => page.getByRole('radio', { name, exact: true }).check()
const withoutIndent = (text: string) => text.replace(/^ +/gm, '')

test('preview text equals test print, on both papers; name containing "80mm" → 48 columns', async ({ device }) => {
  const { page } = await device('owner', to.settings())
  await catchPrints(page)
  await page.goto(to.settingsPrint())
  // The sidebar is narrow beside the list of settings: at 1280 the card has room for a table of printers.
  expect((await page.getByRole('region', { name: 'Printers', exact: true }).boundingBox())?.width).toBeGreaterThan(520)
  await page.getByRole('textbox', { name: /^Above the name/ }).fill('Om Sai Ram')
  await page.getByRole('button', { name: 'Test print' }).click()
  await choose(page, '58 mm')
  await choose(page, 'KOT')
  const kot = page.getByRole('region', { name: 'KOT', exact: true })
  await expect(kot).toContainText('KOT 34')
  await expect(kot).toContainText('Paneer Butter..')
  await page.getByRole('button', { name: 'Test print' }).click()
  await expect.poll(async () => (await printsOf(page)).length).toBe(2)
  const [bill = '', ticket = ''] = await printsOf(page)
  expect(withoutIndent(ticket)).toBe(await textOn(page, 'KOT'))
  expect(ticket).toContain('\n' + '-'.repeat(32) + '\n')
  expect(ticket).toContain('*** SAMPLE ***')
  await choose(page, '80 mm')
  await choose(page, 'Bill')
  await expect(page.getByRole('region', { name: 'Bill', exact: true })).toContainText('TAX INVOICE')
  expect(withoutIndent(bill)).toBe(await textOn(page, 'Bill'))
  expect(bill).toContain('\n' + '-'.repeat(48) + '\n')
  expect(withoutIndent(bill)).toMatch(/^\*\*\* SAMPLE \*\*\*\nOm Sai Ram\n/)
})

test('what is saved is on the next bill: header, logo, narrow paper, no notes', async ({ device, api }) => {
  const { page } = await device('owner', to.settingsPrint())
  await page.getByRole('textbox', { name: /^Above the name/ }).fill('Om Sai Ram')
  await choose(page, '58 mm, 32 col.')
  await page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(BAR, 'base64') })
  await expect(page.getByRole('region', { name: 'Bill', exact: true }).locator('img')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('No unsaved changes')).toBeVisible()
  await page.getByRole('switch', { name: /^Guest’s note/ }).click()
  await expect(page.getByText('Guest’s note on bills is off')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Bill', exact: true })).not.toContainText('Less oil')
  expect((await profileOf(api)).imageBase64ForBill).toMatch(/^data:image\/png;base64,/)

  const [dish] = await api.plain()
  await api.free('11')
  await api.send('11', [{ _id: dish?._id ?? '', additionalItemNote: 'Less oil' }])
  const table = await api.table('11')
  const cashier = await device('cashier', to.pos({ table: table._id }))
  await cashier.page.getByRole('button', { name: 'Print bill' }).click()
  const bill = cashier.page.getByRole('dialog', { name: /^Bill/ }).getByRole('region', { name: /^Bill/ })
  await expect(bill).toContainText('Om Sai Ram')
  await expect(bill).toContainText('-'.repeat(32))
  await expect(bill).not.toContainText('-'.repeat(33))
  await expect(bill).not.toContainText('Less oil')
  await expect(bill.locator('img')).toBeVisible()
  await api.free('11')
})

test('on paper it is the receipt alone, as wide as the paper', async ({ device }) => {
  const { page } = await device('owner', to.settingsPrint())
  await expect(page.getByRole('region', { name: 'Bill', exact: true })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('#print-root')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Test print' })).toBeHidden()
  // 72 of 80 mm can be printed on; a line of 48 columns fills them.
  const rule = page
    .locator('#print-root > div')
    .filter({ hasText: /^-{48}$/ })
    .first()
  const width = await rule.evaluate((line) => line.getBoundingClientRect().width)
  expect(width).toBeCloseTo((72 / 25.4) * 96, 0)
  const overflow = await rule.evaluate((line) => line.scrollWidth - line.clientWidth)
  expect(overflow).toBeLessThanOrEqual(1)
  // A bill opened over this page, from the rail "Needs a person", is printed instead of it.
  await page.evaluate(() => document.body.append(document.querySelector('#print-root')!.cloneNode(true)))
  await expect(page.locator('#print-root').first()).toBeHidden()
  await expect(page.locator('#print-root').last()).toBeVisible()
})

test('fits a phone of 360 px, light and dark', async ({ device }) => {
  const { page } = await device('owner', to.settingsPrint())
  await expect(page.getByRole('region', { name: 'Bill', exact: true })).toBeVisible()
  for (const width of [768, 360])
    for (const theme of ['light', 'dark']) {
      await page.setViewportSize({ width, height: 740 })
      await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
})
