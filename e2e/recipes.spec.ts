import { to } from '#web/core/to.ts'
import { DESKTOP, expect, expectAccessible, test } from './support/app.ts'

/** SCREENS §2.3 "/recipe" and "/addons", on dishes of its own. */
test('unmapped dishes first; unit mismatch offers conversion; duplicate material merges; deleting says which dish', async ({
  device,
  api,
}) => {
  const { page } = await device('owner', to.settingsRecipe(), DESKTOP)
  const stamp = Date.now() % 100_000
  const { category } = await api.call('POST', '/menus/category', { name: `Kheer ${stamp}` })
  const { item } = await api.call('POST', '/menus/createMenuItem', { categoryId: category._id, name: `Kheer ${stamp}`, price: 100 })
  const rice = await api.call('POST', '/restaurant/inventory/raw-materials', { name: `Rice ${stamp}`, unit: 'kg', costPerUnit: 80 })
  const leaf = await api.call('POST', '/restaurant/inventory/raw-materials', { name: `Bay leaf ${stamp}`, unit: 'pcs', costPerUnit: 1 })
  await page.reload()
  const sheet = page.getByRole('dialog')
  const choose = async (line: number, name: string) => {
    await sheet
      .getByRole('combobox', { name: /^Material:/ })
      .nth(line)
      .click()
    await page.getByPlaceholder('Search', { exact: true }).fill(name)
    await page.getByRole('option', { name: new RegExp(name) }).click()
  }

  await test.step('unmapped dishes first', async () => {
    await expect(page.getByRole('row').nth(1)).toContainText('No recipe')
    await page.getByRole('button', { name: 'Without a recipe' }).click()
    await page.getByRole('button', { name: item.name }).first().click()
  })

  await test.step('unit mismatch offers conversion', async () => {
    await choose(0, leaf.rawMaterial.name)
    await expect(sheet.getByLabel('Unit').first()).toHaveValue('pcs')
    await choose(0, rice.rawMaterial.name)
    await expect(sheet.getByText('pcs can’t be converted to that.')).toBeVisible()
    await sheet.getByRole('button', { name: 'Use kg' }).click()
    await sheet.getByLabel('Unit').first().selectOption('g')
    await sheet.getByLabel('Quantity').first().fill('50')
    await expect(sheet.getByText('= 0.05 kg')).toBeVisible()
    await expect(sheet.getByText('A portion costs Rs. 4.00, 4% of its price')).toBeVisible()
  })

  await test.step('a duplicate material merges', async () => {
    await sheet.getByRole('button', { name: 'Add material' }).click()
    await choose(1, rice.rawMaterial.name)
    await sheet.getByLabel('Unit').nth(1).selectOption('g')
    await sheet.getByLabel('Quantity').nth(1).fill('25')
    await expect(sheet.getByText(`${rice.rawMaterial.name} is in the list twice`)).toBeVisible()
    await expectAccessible(page)
    await sheet.getByRole('button', { name: 'Create recipe' }).click()
    await expect(page.getByText(`The recipe of ${item.name} is saved`)).toBeVisible()
    await page.getByRole('button', { name: 'All dishes' }).click()
    await page.getByRole('searchbox').fill(item.name)
    await expect(page.getByRole('row').filter({ hasText: item.name })).toContainText(`${rice.rawMaterial.name} 75 g`)
  })

  await test.step('deleting says which dish', async () => {
    await page.getByRole('button', { name: `More for ${item.name}` }).click()
    await page.getByRole('menuitem', { name: 'Delete recipe' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText(`Remove the recipe of ${item.name}?`)
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('row').filter({ hasText: item.name })).toContainText('No recipe')
  })
  await api.call('DELETE', `/menus/category?id=${category._id}`)
})

test('an addon template: price 0 is allowed, the used-by count is shown, and an edit states the dishes affected and changes them', async ({
  device,
  api,
}) => {
  const { page } = await device('owner', to.settingsAddons(), DESKTOP)
  const name = `Chutneys ${Date.now() % 100_000}`
  const sheet = page.getByRole('dialog')
  const row = page.getByRole('row').filter({ hasText: name })

  await page.getByRole('button', { name: 'New template' }).click()
  await sheet.getByLabel('Name', { exact: true }).fill(name)
  await sheet.getByLabel('At most').fill('2')
  await sheet.getByLabel('Addon', { exact: true }).fill('Mint')
  await sheet.getByRole('textbox', { name: /^Price/ }).fill('0')
  await sheet.getByRole('button', { name: 'Create template' }).click()
  // It asks which dishes get it.
  await expect(sheet.getByRole('heading', { name: `Dishes with ${name}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row).toContainText('choose 0 to 2')
  await expect(row).toContainText('0 dishes')

  const { templates } = await api.call('GET', '/menus/addon-templates')
  const template = templates.find((one: { name: string }) => one.name === name)
  const { category } = await api.call('POST', '/menus/category', { name })
  const { item } = await api.call('POST', '/menus/createMenuItem', {
    categoryId: category._id,
    name,
    price: 50,
    addonGroups: [{ name, addons: [{ name: 'Mint', price: 0 }], templateId: template._id }],
  })
  await expect(row).toContainText('1 dish')

  await row.getByRole('button', { name }).first().click()
  await expect(sheet.getByText('Saving changes the 1 dish that uses it.')).toBeVisible()
  await sheet.getByRole('textbox', { name: /^Price/ }).fill('15')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`${name} is saved, in 1 dish too`)).toBeVisible()
  const changed = await api.call('GET', `/menus/item/${item._id}`)
  expect(changed.item.addonGroups[0]).toMatchObject({ max: 2, addons: [{ name: 'Mint', price: 15 }] })
  await api.call('DELETE', `/menus/category?id=${category._id}`)
  await api.call('DELETE', `/menus/addon-template/delete/${template._id}`)
})
