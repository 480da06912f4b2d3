import type { Browser, Locator, Page } from '@playwright/test'
import { generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import { formatRupees } from '#domain/money.ts'
import { baseURL, DESKTOP, expect, fillLogin, PHONE, test } from './support/app.ts'
import { codeOf, fillAccount, fillRestaurant, newEmail, PASSWORD, PDF } from './support/onboarding.ts'

/**
 * A restaurant's whole birth, through the screens alone: from the sign-up to the first guest's thank-you (SCREENS §2.1, §2.3, §2.5, §2.6).
 * How its taxes, staff, stock and day are set up is in new-owner.spec.ts.
 */

/** A file as a spreadsheet writes it: two dishes are correct, one has no price. */
const MENU = ['Category,Name,Price,Diet', 'Tiffin,Masala dosa,120,veg', 'Tiffin,Idli,60,veg', 'Drinks,Filter coffee,,veg'].join('\r\n')
/** With the 5% GST of a new restaurant. */
const TOTAL = (120 + 2 * 60) * 1.05

const openWindow = async (browser: Browser, viewport: { width: number; height: number }): Promise<Page> => {
  const context = await browser.newContext({ baseURL: baseURL(), viewport, reducedMotion: 'reduce', serviceWorkers: 'block' })
  return context.newPage()
}

test('a restaurant is born: sign-up, code, documents, approval, menu by CSV, tables, QR sheet, the first guest’s order, bill and thank-you', async ({
  browser,
  device,
}) => {
  const email = newEmail()
  const name = `Udupi Corner ${email.slice(11, 19)}`
  const owner = await openWindow(browser, DESKTOP)
  const button = (of: Page, label: string | RegExp): Locator => of.getByRole('button', { name: label })
  const settings = (label: string) => owner.getByRole('link', { name: label, exact: true }).last().click()
  const sheet = owner.getByRole('dialog')

  await test.step('four steps, the code, a document', async () => {
    await owner.goto('/restaurant/login')
    await owner.getByRole('link', { name: 'Register your restaurant' }).click()
    await fillAccount(owner, { name: 'Lakshmi Rao', email, mobile: '98450 12345' }, 'Continue to restaurant')
    await fillRestaurant(owner, { name, street: '14 Car Street', city: 'Udupi', state: 'Karnataka', pin: '576101' })
    await button(owner, 'Continue to legal').click()
    await owner.getByLabel('GST number').fill('29AAAAA0000A1ZY')
    await owner.getByLabel('FSSAI number').fill('11221001000123')
    await button(owner, 'Continue to review').click()
    await button(owner, 'Send the application').click()
    await expect(owner.getByRole('heading', { level: 1, name: `Great! ${name} is on its way to Tawa!` })).toBeVisible()
    await owner.getByLabel('Code').fill(await codeOf(email))
    await expect(owner.getByText(`${email} is confirmed.`)).toBeVisible()
    await owner.getByLabel('Add documents').setInputFiles(PDF)
    await expect(button(owner, `Remove ${PDF.name}`)).toBeVisible()
    await button(owner, 'Sign out').click()
    await expect(owner).toHaveURL(/\/restaurant\/login$/)
  })

  await test.step('the desk looks at it and approves it', async () => {
    const { page } = await device('backoffice', '/backoffice/pending', DESKTOP)
    await page.getByRole('searchbox').fill(name)
    await button(page, name).click()
    const drawer = page.getByRole('complementary', { name })
    await expect(drawer).toContainText('14 Car Street, Udupi, Karnataka 576101')
    await expect(drawer.getByRole('link', { name: `Open ${PDF.name} in a new tab` })).toBeVisible()
    await drawer.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect(page.getByText(`${name} is approved`)).toBeVisible()
  })

  await test.step('the owner signs in and brings the menu', async () => {
    await fillLogin(owner, email, PASSWORD)
    await expect(owner).toHaveURL(/\/restaurant\/dashboard$/)
    await owner.getByRole('link', { name: 'Settings', exact: true }).click()
    await settings('Menu')
    await button(owner, 'Import CSV').first().click()
    await sheet.getByLabel('CSV file').setInputFiles({ name: 'menu.csv', mimeType: 'text/csv', buffer: Buffer.from(MENU) })
    await expect(sheet.getByText('2 new, 0 changed, 0 unchanged, 1 row with an error')).toBeVisible()
    await expect(sheet.getByRole('region', { name: 'Errors' })).toContainText('Filter coffee')
    await button(owner, 'Import 2 dishes').click()
    await expect(owner.getByRole('switch', { name: 'Masala dosa on sale' })).toBeVisible()
  })

  const printed = await test.step('tables and their printed codes', async () => {
    await settings('Tables')
    await button(owner, 'Add tables').first().click()
    await sheet.getByLabel('To number').fill('2')
    await button(owner, 'Add 2 tables').click()
    await button(owner, 'QR sheet').click()
    // What the printer gets.
    await owner.emulateMedia({ media: 'print' })
    const code = owner.locator('#qr-print').getByRole('img', { name: 'QR code of T2' })
    await expect(code).toBeVisible()
    const address = (await code.locator('title').textContent()) ?? ''
    expect(await code.locator('path').getAttribute('d')).toBe(toSvgPath(generate(address)))
    await owner.emulateMedia({ media: null })
    return address
  })

  await test.step('guests’ orders are to be accepted by a person', async () => {
    await settings('General')
    await owner.getByRole('switch', { name: 'Accept guests’ orders' }).click()
    await expect(owner.getByRole('switch', { name: 'Accept guests’ orders' })).toBeChecked()
    await owner.goto('/restaurant/tables')
  })

  const guest = await openWindow(browser, PHONE)
  await test.step('the first guest scans the code and orders', async () => {
    await guest.goto(printed)
    await expect(guest.getByRole('heading', { level: 1, name })).toBeVisible()
    for (const dish of ['Masala dosa', 'Idli', 'Idli']) await button(guest, `Add ${dish}`).first().click()
    await guest.getByRole('link', { name: /View cart/ }).click()
    await button(guest, /^Place order/).click()
    const who = guest.getByRole('dialog')
    await who.getByLabel('Your name').fill('Meera')
    await who.getByLabel('Mobile number').fill('9876500399')
    await who.getByRole('button', { name: 'Place order' }).click()
    await expect(guest.getByRole('list', { name: 'Your order' }).getByRole('listitem')).toHaveCount(2)
  })

  await test.step('it is accepted, cooked and served with the bill', async () => {
    await button(owner, /^Accept .*T2/)
      .first()
      .click()
    await expect(guest.getByRole('heading', { name: 'Being prepared' })).toBeVisible()
    // They are still the guest's own dishes.
    await expect(guest.getByText('Added by staff')).toHaveCount(0)
    const kitchen = await owner.context().newPage()
    await kitchen.goto('/restaurant/kitchen')
    const ticket = kitchen.getByRole('article').filter({ hasText: 'Masala dosa' })
    await ticket.getByRole('button', { name: /^Ready/ }).click()
    await button(guest, 'Ask for bill').click()
    await expect(owner.getByRole('region', { name: 'Needs a person' }).getByText(/T2 Bill/)).toBeVisible()
  })

  await test.step('and paid', async () => {
    await button(owner, /^T2\b/).first().click()
    await button(owner, 'Settle').first().click()
    await owner.getByRole('radio', { name: /^Cash/ }).click()
    await button(owner, `Settle ${formatRupees(TOTAL)}`).click()
    await expect(guest.getByRole('heading', { name: 'Thank you, Meera' })).toBeVisible()
    const receipt = guest.getByRole('region', { name: 'Receipt' })
    await expect(receipt).toContainText('Masala dosa')
    await expect(receipt).toContainText(formatRupees(TOTAL))
    await owner.goto('/restaurant/dashboard')
    await expect(owner.getByRole('region', { name: 'Key figures' })).toContainText(formatRupees(TOTAL))
  })
  await Promise.all([owner, guest].map((page) => page.context().close()))
})
