import { to } from '#web/core/to.ts'
import { DESKTOP, expect, expectAccessible, expectNoSidewaysScroll, test } from './support/app.ts'

/** SCREENS §2.3 "/menu", on dishes of its own. */
test.describe('settings, menu', () => {
  test('a category with a dish is made, priced, switched off in one tap, found by its code on the POS, and deleted with its items', async ({
    device,
  }) => {
    const owner = await device('owner', to.settingsMenu(), DESKTOP)
    const { page } = owner
    const stamp = Date.now() % 100_000
    const category = `Chaat ${stamp}`
    const dish = `Dahi puri ${stamp}`
    const code = `Q${stamp}`
    const sheet = page.getByRole('dialog')
    const toggle = page.getByRole('switch', { name: `${dish} on sale` })

    await test.step('category and dish', async () => {
      await page.getByRole('button', { name: 'Category', exact: true }).click()
      await sheet.getByLabel('Name').fill(category)
      await sheet.getByRole('button', { name: 'Add category' }).click()
      await page.getByRole('button', { name: `More for ${category}` }).click()
      await page.getByRole('menuitem', { name: 'Add item' }).click()
      await sheet.getByLabel('Name', { exact: true }).fill(dish)
      await sheet.getByLabel('Price', { exact: true }).fill('120')
      await sheet.getByLabel('Code').fill(code)
      await sheet.getByRole('button', { name: 'Add variant' }).click()
      await sheet.getByLabel('Variant', { exact: true }).fill('Half')
      await sheet.getByLabel('Added to the price').fill('-40')
      await sheet.getByRole('button', { name: 'Addon group' }).click()
      await page.getByRole('menuitem', { name: 'New group for this dish' }).click()
      const group = page.getByRole('dialog', { name: 'New addon group' })
      await group.getByLabel('Name', { exact: true }).fill('Extras')
      await group.getByLabel('Addon', { exact: true }).fill('Sev')
      await expectAccessible(page)
      await group.getByRole('button', { name: 'Add group' }).click()
      await sheet.getByLabel('Allergens').fill('Milk, Nuts')
      await sheet.getByRole('button', { name: 'Add dish' }).click()
      await expect(page.getByText(`${dish} is saved`)).toBeVisible()
      await expect(page.getByRole('region', { name: category })).toContainText('1 variant, 1 addon group')
    })

    await test.step('search', async () => {
      await page.getByRole('searchbox').fill(code)
      await expect(page.getByRole('switch', { name: / on sale$/ })).toHaveCount(1)
      await expect(toggle).toBeVisible()
    })

    await test.step('the price is typed in the list; leaving with it asks', async () => {
      await page.getByRole('button', { name: `Price of ${dish}` }).click()
      await page.keyboard.type('135.5')
      await expect(page.getByText('1 unsaved change')).toBeVisible()
      await page.getByRole('link', { name: 'Offers' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
      await page.keyboard.press('Control+s')
      await expect(page.getByText('1 price saved')).toBeVisible()
      await expect(page.getByRole('button', { name: `Price of ${dish}: Rs. 135.50` })).toBeVisible()
    })

    const pos = await device('cashier', to.pos(), DESKTOP)
    await test.step('the POS finds it by its code, and greys it when it is off', async () => {
      await pos.page.getByLabel('Search items').fill(code)
      const row = pos.page.getByRole('option').filter({ hasText: dish })
      await expect(row).toContainText('135.50')
      const before = owner.taps
      await owner.tap(toggle)
      expect(owner.taps - before, 'availability toggles in 1 tap').toBe(1)
      await expect(page.getByText(`${dish} is sold out everywhere`)).toBeVisible()
      await expect(row).toContainText('Sold out')
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(toggle).toBeChecked()
      await expect(row).not.toContainText('Sold out')
    })

    await test.step('deleting a category names its item count', async () => {
      await page.getByRole('button', { name: `More for ${category}` }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      const question = page.getByRole('alertdialog')
      await expect(question).toContainText(`Delete ${category} with its 1 item?`)
      await question.getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByRole('region', { name: category })).toHaveCount(0)
    })
  })

  test('a CSV import shows what would change before it does: new, changed with old and new, unknown columns, errors by row; then one press', async ({
    device,
    api,
  }) => {
    const { page } = await device('owner', to.settingsMenu(), DESKTOP)
    const stamp = Date.now() % 100_000
    const [category, old, made] = [`Rolls ${stamp}`, `Egg roll ${stamp}`, `Paneer roll ${stamp}`]
    const { category: place } = await api.call('POST', '/menus/category', { name: category })
    await api.call('POST', '/menus/createMenuItem', { categoryId: place._id, name: old, price: 90, ingredients: ['Egg'] })
    const csv = `category,name,price,Spice\n${category},${old},95,hot\n${category},${made},110,\n${category},Bad,ten,\n`
    await page.getByRole('button', { name: 'More for the menu' }).click()
    await page.getByRole('menuitem', { name: 'Import CSV' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('CSV file').setInputFiles({ name: 'rolls.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await expect(dialog.getByText('1 new, 1 changed, 0 unchanged, 1 row with an error')).toBeVisible()
    await expect(dialog.getByRole('region', { name: 'Changed' })).toContainText(/Row 2.*price: 90 → 95/)
    await expect(dialog.getByRole('region', { name: 'New' })).toContainText(made)
    await expect(dialog.getByRole('region', { name: 'Errors' })).toContainText('price: "ten" is no price.')
    await expect(dialog.getByText('Unknown columns are ignored: Spice')).toBeVisible()
    await expect(dialog.getByText('Importing clears the ingredients of 1 dish.')).toBeVisible()
    await expect(page.getByRole('switch', { name: `${made} on sale`, includeHidden: true })).toHaveCount(0)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Import 2 dishes' }).click()
    await expect(page.getByText('Imported: 1 new, 1 changed, 1 left out')).toBeVisible()
    await expect(page.getByRole('button', { name: `Price of ${old}: Rs. 95.00` })).toBeVisible()
    await expect(page.getByRole('switch', { name: `${made} on sale` })).toBeVisible()
    await api.call('DELETE', `/menus/category?id=${place._id}`)
  })

  test('a dish’s sheet has no sideways scroll at 360 px, light and dark', async ({ device }) => {
    const { page } = await device('owner', to.settingsMenu(), { width: 360, height: 740 })
    await page.getByRole('button', { name: 'Item', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('कोल्हापुरी मिसळ पाव विशेष मसाला थाळी दही कांदा लिंबू फरसाण')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'))
    await expectAccessible(page)
  })
})
