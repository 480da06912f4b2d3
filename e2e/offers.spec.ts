import { to } from '#web/core/to.ts'
import { DESKTOP, expect, expectAccessible, expectNoSidewaysScroll, test } from './support/app.ts'

/** SCREENS §2.3 "/offer": made, refused, changed and switched, as an owner does it. */
test('end before start refused; percent ≤100; preview on sample bill; an offer is changed, and switched off with Undo', async ({
  device,
}) => {
  const { page } = await device('owner', to.settingsOffer(), DESKTOP)
  const title = `Monsoon ${Date.now()}`
  const row = page.getByRole('row').filter({ hasText: title })
  const sheet = page.getByRole('dialog')

  await test.step('what is missing is said before anything is sent', async () => {
    await page.getByRole('button', { name: 'New offer' }).first().click()
    await sheet.getByRole('button', { name: 'Create offer' }).click()
    await expect(sheet.getByText('Enter the title.')).toBeVisible()
    await expect(sheet.getByLabel('Title')).toBeFocused()
  })

  await test.step('percent at most 100, and the end after the start: the server’s word stands at its field', async () => {
    await sheet.getByLabel('Title').fill(title)
    await sheet.getByLabel('Percent off').fill('120')
    await sheet.getByRole('button', { name: 'Create offer' }).click()
    await expect(sheet.getByText('At most 100 percent.')).toBeVisible()
    await sheet.getByLabel('Percent off').fill('15')
    await sheet.getByLabel('Starts').fill('2026-01-01T10:00')
    await sheet.getByLabel('Ends').fill('2025-12-31T10:00')
    await sheet.getByRole('button', { name: 'Create offer' }).click()
    await expect(sheet.getByText('Must be after the start.')).toBeVisible()
    await expect(sheet.getByLabel('Ends')).toBeFocused()
    await expect(sheet.getByLabel('Ends')).toHaveAttribute('aria-invalid', 'true')
  })

  await test.step('guests’ view follows what is typed', async () => {
    await sheet.getByLabel('At most').fill('1,00')
    await sheet.getByLabel('At most').fill('100')
    await expect(sheet.getByText('15% off, at most Rs. 100.00')).toBeVisible()
    await expect(sheet.getByText('Rs. 100.00 off, Rs. 900.00 left to pay, before tax that is added')).toBeVisible()
  })

  await test.step('closing with input asks, and keeps it', async () => {
    await sheet.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
    await expect(sheet.getByLabel('Title')).toHaveValue(title)
  })

  await test.step('created, it is in the list', async () => {
    await sheet.getByLabel('Ends').fill('2099-01-01T10:00')
    await expectAccessible(page)
    await sheet.getByRole('button', { name: 'Create offer' }).click()
    await expect(page.getByText(`${title} is saved`)).toBeVisible()
    await page.getByLabel('Search offers').fill(title)
    await expect(row).toContainText('15% off, at most Rs. 100.00')
  })

  await test.step('changed', async () => {
    await row.getByRole('button', { name: title }).click()
    await sheet.getByRole('radio', { name: 'Amount' }).check()
    await sheet.getByLabel('Amount off').fill('1,250.5')
    await sheet.getByRole('button', { name: 'Save' }).click()
    await expect(sheet).toBeHidden()
    await expect(row).toContainText('Rs. 1,250.50 off')
  })

  await test.step('switched off at once, and back by Undo', async () => {
    const isOn = row.getByRole('switch', { name: title })
    await isOn.click()
    await expect(page.getByText(`${title} is off`)).toBeVisible()
    await expect(isOn).not.toBeChecked()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(isOn).toBeChecked()
    // The switch shows the new state before the answer; a reload would end the request.
    await expect(isOn).not.toHaveAttribute('aria-busy', 'true')
    await page.reload()
    await expect(row.getByRole('switch', { name: title })).toBeChecked()
  })
})

test('an offer’s form has no sideways scroll at 360 px, light and dark, and works by keyboard', async ({ device }) => {
  const { page } = await device('owner', to.settingsOffer(), { width: 360, height: 740 })
  await page.getByRole('button', { name: 'New offer' }).first().press('Enter')
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Title').fill('Donaudampfschifffahrtsgesellschaftskapitänskajütenrabattaktion')
  await page.keyboard.press('Tab')
  await expect(sheet.getByLabel('Description')).toBeFocused()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'))
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).press('Enter')
  await expect(sheet).toBeHidden()
})
