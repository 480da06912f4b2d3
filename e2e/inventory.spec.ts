import { type Api, DESKTOP, expect, expectAccessible, expectApart, expectNoSidewaysScroll, PHONE, test } from './support/app.ts'

/** /restaurant/inventory (SCREENS §2.2), each test with a material of its own. */
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

async function material(api: Api, name: string, lots: { stockQuantity: number; expiryDate?: string; unitCost?: number }[] = []) {
  const id = crypto.randomUUID().slice(0, 6)
  const { rawMaterial } = await api.call('POST', '/restaurant/inventory/raw-materials', {
    name: `${name} ${id}`,
    unit: 'kg',
    category: 'Dairy',
    minimumStock: 3,
    costPerUnit: 100,
  })
  const made: { _id: string }[] = []
  for (const lot of lots)
    made.push((await api.call('POST', '/restaurant/inventory/stocks', { rawMaterial: rawMaterial._id, ...lot })).stock)
  return { _id: rawMaterial._id as string, name: rawMaterial.name as string, lots: made }
}

/** A dish whose recipe takes a material. */
async function dishOf(api: Api, rawMaterialId: string) {
  const { menu } = await api.call('POST', '/menus/restaurant', { restaurantId: api.restaurantId })
  const name = `Wrap ${crypto.randomUUID().slice(0, 6)}`
  const { item } = await api.call('POST', '/menus/createMenuItem', { name, price: 120, categoryId: menu.categories[0]._id })
  await api.call('POST', '/menus/recipe', { menuItemId: item._id, ingredients: [{ rawMaterialId, quantity: 100, unit: 'g' }] })
  return { _id: item._id as string, name }
}

test('header click sorts ascending, again descending; expired rows danger with word', async ({ device, api }) => {
  const old = await material(api, 'Curd', [{ stockQuantity: 5, expiryDate: day(-2) }])
  const { page } = await device('manager', '/restaurant/inventory')
  const header = page.getByRole('columnheader', { name: 'Value' })
  const values = async () =>
    (
      await page
        .locator('tbody td')
        .filter({ hasText: /^Rs\. [\d,.]+$/ })
        .allInnerTexts()
    ).map((text) => Number(text.replace(/^Rs\.|,/g, '')))
  const ascending = (list: number[]) => list.toSorted((a, b) => a - b)
  await header.getByRole('button').click()
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  const first = await values()
  expect(new Set(first).size).toBeGreaterThan(2)
  expect(first).toEqual(ascending(first))
  await header.getByRole('button').click()
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  const again = await values()
  expect(again).toEqual(ascending(again).reverse())
  await page.getByRole('searchbox').fill(old.name)
  const row = page.getByRole('row', { name: new RegExp(old.name) })
  const chip = row.getByText(/^Expired/)
  await expect(chip).toBeVisible()
  // Red on a red ground.
  const [ground, ink] = await chip.evaluate((one) => {
    const pixel = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
    return (['backgroundColor', 'color'] as const).map((of) => {
      pixel.fillStyle = getComputedStyle(one.closest('[class*="bg-"]') ?? one)[of]
      pixel.fillRect(0, 0, 1, 1)
      return [...pixel.getImageData(0, 0, 1, 1).data] as [number, number, number, number]
    })
  })
  for (const [red, green, blue] of [ground!, ink!]) expect(red - Math.max(green, blue)).toBeGreaterThan(8)
  await expect(row).toContainText('Rs. 500.00')
  await expectAccessible(page)
  // The strip: expired lots are among the expiring ones.
  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: /^Expiring/ }).click()
  await expect(row).toBeVisible()
  await page.getByRole('button', { name: /^Out/ }).click()
  await expect(row).toHaveCount(0)
})

test('one stock is updated in three presses, and the ledger says by whom', async ({ device, api }) => {
  const paneer = await material(api, 'Paneer', [{ stockQuantity: 5, expiryDate: day(20) }])
  const manager = await device('manager', `/restaurant/inventory?q=${encodeURIComponent(paneer.name)}`)
  const { page } = manager
  manager.taps = 0
  await manager.tap(page.getByRole('row').getByRole('button', { name: paneer.name }))
  const drawer = page.getByRole('group', { name: paneer.name })
  await manager.fill(drawer.getByLabel('Counted'), '4.2')
  await manager.tap(drawer.getByRole('button', { name: 'Save' }))
  await expect(page.getByText(`4.2 kg of ${paneer.name} in stock`)).toBeVisible()
  expect(manager.taps).toBe(3)
  await expect(drawer.getByRole('region', { name: 'Movements' })).toContainText('Correction, Counted')
  await expect(drawer.getByRole('region', { name: 'Movements' })).toContainText('−0.8 kg')
  await expect(page.getByRole('row', { name: new RegExp(paneer.name) })).toContainText('4.2 kg')
  await expectAccessible(page)
})

test('waste is booked with its reason; when nothing is left, the dishes that use it are marked sold out', async ({ device, api }) => {
  const buns = await material(api, 'Buns', [{ stockQuantity: 2 }])
  const dish = await dishOf(api, buns._id)
  const { page } = await device('manager', `/restaurant/inventory?q=${encodeURIComponent(buns.name)}`)
  await page.getByRole('row').getByRole('button', { name: buns.name }).click()
  await page.getByRole('button', { name: 'Book waste' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Quantity').fill('2')
  await dialog.getByRole('button', { name: 'Book waste' }).click()
  await expect(dialog.getByText('Say why, so that it can be looked up.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Spoiled' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Book waste' }).click()
  const asked = page.getByRole('alertdialog', { name: `${buns.name} ran out` })
  await expect(asked).toContainText('Used in 1 dish (recipes). Mark it sold out?')
  await expect(asked.getByLabel(dish.name)).toBeChecked()
  await asked.getByRole('button', { name: 'Mark sold out' }).click()
  await expect(asked).toHaveCount(0)
  expect((await api.items()).find((i) => i._id === dish._id)?.available).toBe(false)
  await expect(page.getByRole('row', { name: new RegExp(buns.name) })).toContainText('Out')
  await api.call('DELETE', `/menu/${dish._id}`)
})

test('counting: one field a lot and one Save; bulk save keeps failed rows with reasons', async ({ device, api }) => {
  const [kept, gone, none] = [
    await material(api, 'Aaloo', [{ stockQuantity: 5 }]),
    await material(api, 'Aachaar', [{ stockQuantity: 5 }]),
    await material(api, 'Aam'),
  ]
  const { page } = await device('manager', '/restaurant/inventory')
  await page.getByRole('button', { name: 'Count', exact: true }).click()
  const field = (name: string) => page.getByLabel(`Counted: ${name}`)
  await field(kept.name).fill('4')
  await field(gone.name).fill('3')
  await field(none.name).fill('2')
  await expect(page.getByText('3 unsaved changes')).toBeVisible()
  await expectAccessible(page)
  await api.call('DELETE', `/restaurant/inventory/stocks/${gone.lots[0]?._id}`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('2 counts are saved, 1 is not.')).toBeVisible()
  await expect(field(gone.name)).toHaveValue('3')
  await expect(field(gone.name)).toHaveAttribute('aria-invalid', 'true')
  await expect(field(kept.name)).toHaveValue('')
  const { rawMaterials } = await api.call('GET', '/restaurant/inventory/raw-materials/all')
  const stockOf = (id: string) => rawMaterials.find((m: { _id: string }) => m._id === id).currentStock
  expect([stockOf(kept._id), stockOf(none._id)]).toEqual([4, 2])
})

test('on a phone of 360 px the search has room beside the other tools', async ({ device }) => {
  const { page } = await device('manager', '/restaurant/inventory', { width: 360, height: 740 })
  const search = page.getByRole('searchbox', { name: 'Search materials' })
  await expect(search).toBeVisible()
  expect(await search.evaluate((field) => field.clientWidth)).toBeGreaterThanOrEqual(60)
})

test('counting on a phone of 360 px: what the books say stands beside the field, not under it', async ({ device, api }) => {
  const beer = await material(api, 'Kingfisher Premium bottle', [{ stockQuantity: 120.5, expiryDate: day(40) }])
  const { page } = await device('manager', '/restaurant/inventory?count=1', { width: 360, height: 740 })
  const row = page.getByRole('listitem').filter({ hasText: beer.name })
  await expectApart(row.getByText(/in the books/), row.getByRole('textbox'))
})

test('conversion shows before → after, and is carried out', async ({ device, api }) => {
  const [from, made] = [await material(api, 'Chicken', [{ stockQuantity: 5 }]), await material(api, 'Pieces')]
  const { page } = await device('kitchen', '/restaurant/inventory?tab=conversions')
  await page.getByRole('button', { name: 'Add conversion' }).click()
  const sheet = page.getByRole('dialog', { name: 'Add conversion' })
  await sheet.getByLabel('Name').fill(`Cut ${from.name}`)
  for (const [label, name] of [
    ['Takes', from.name],
    ['Makes', made.name],
  ] as const) {
    await sheet.getByRole('combobox', { name: new RegExp(`^${label}`) }).click()
    await page.getByPlaceholder('Search', { exact: true }).fill(name)
    await page.getByRole('option', { name }).click()
  }
  await sheet.getByLabel('How much it takes').fill('2')
  await sheet.getByLabel('How much it makes').fill('1.5')
  await sheet.getByRole('button', { name: 'Add conversion' }).click()
  await page.getByRole('button', { name: `Cut ${from.name}`, exact: true }).click()
  const run = page.getByRole('dialog', { name: `Cut ${from.name}` })
  await run.getByLabel('How many times').fill('2')
  const change = run.getByRole('list', { name: 'Before and after' })
  await expect(change.getByRole('listitem').first()).toContainText(/5 kg.*1 kg/)
  await expect(change.getByRole('listitem').last()).toContainText(/0 kg.*3 kg/)
  await expectAccessible(page)
  await run.getByRole('button', { name: 'Convert' }).click()
  await expect(page.getByText(`${made.name}: 3 kg in stock`)).toBeVisible()
})

test('a purchase is booked on a phone, with materials and categories of its own', async ({ device }) => {
  const id = crypto.randomUUID().slice(0, 6)
  const { page } = await device('manager', '/restaurant/inventory?tab=categories', DESKTOP)
  await page.getByRole('button', { name: 'Add category' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(`Bakery ${id}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Add category' }).click()
  await page.getByRole('button', { name: `Bakery ${id}`, exact: true }).click()
  await page.getByLabel('New subcategory').fill('Buns')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove Buns' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Raw materials' }).click()
  await page.getByRole('button', { name: 'Add material' }).click()
  const sheet = page.getByRole('dialog', { name: 'Add material' })
  await sheet.getByLabel('Name').fill(`Brioche ${id}`)
  await sheet.getByLabel('Unit', { exact: true }).fill('pcs')
  await sheet.getByRole('combobox', { name: /^Category/ }).click()
  await page.getByPlaceholder('Search', { exact: true }).fill(`Bakery ${id}`)
  await page.getByRole('option', { name: `Bakery ${id}` }).click()
  await sheet.getByRole('button', { name: 'Add material' }).click()
  await expect(sheet).toHaveCount(0)

  await page.setViewportSize(PHONE)
  await page.getByRole('tab', { name: 'Stock' }).click()
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Purchase' }).click()
  const buy = page.getByRole('dialog', { name: 'Purchase' })
  await buy.getByRole('combobox', { name: /^Material/ }).click()
  await page.getByPlaceholder('Search', { exact: true }).fill(`Brioche ${id}`)
  await page.getByRole('option', { name: `Brioche ${id}` }).click()
  await buy.getByLabel('Quantity').fill('48')
  await buy.getByLabel('Amount', { exact: true }).fill('432')
  await expect(buy.getByText('Rs. 9.00 a pcs')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await buy.getByRole('button', { name: 'Book purchase' }).click()
  await expect(page.getByText(`48 pcs of Brioche ${id} booked, 48 pcs in stock`)).toBeVisible()
})

test('a bill of several materials is booked by keyboard, found under purchases, and taken back whole', async ({ device, api }) => {
  const [curd, ghee] = [await material(api, 'Dahi'), await material(api, 'Ghee')]
  const supplier = `Dairy ${crypto.randomUUID().slice(0, 6)}`
  const { page } = await device('manager', '/restaurant/inventory?tab=purchases', DESKTOP)
  const choose = async (name: string) => {
    await page.keyboard.press('Enter')
    await expect(page.getByPlaceholder('Search', { exact: true })).toBeFocused()
    await page.keyboard.type(name)
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(page.getByPlaceholder('Search', { exact: true })).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Purchase', exact: true }).click()
  const buy = page.getByRole('dialog', { name: 'Purchase' })
  await buy.getByLabel('Supplier').fill(supplier)
  await buy.getByLabel('Bill number').fill('INV 12')
  await buy.getByRole('combobox', { name: /^Material/ }).focus()
  await choose(curd.name)
  await expect(buy.getByLabel('Quantity')).toBeFocused()
  await page.keyboard.type('10')
  await page.keyboard.press('Enter')
  await page.keyboard.type('900')
  await page.keyboard.press('Enter')
  await expect(buy.getByRole('group', { name: 'Line 2' }).getByRole('combobox')).toBeFocused()
  await choose(ghee.name)
  await page.keyboard.type('2.5')
  await page.keyboard.press('Enter')
  await page.keyboard.type('350.50')
  await buy.getByLabel('Total on the bill').fill('1250')
  await expect(buy.getByText('The lines come to Rs. 0.50 more than the bill.')).toBeVisible()
  await expectAccessible(page)
  await buy.getByRole('button', { name: 'Book purchase' }).click()
  await expect(page.getByText('2 lines booked, Rs. 1,250.00 in all')).toBeVisible()

  await page.getByRole('button', { name: supplier, exact: true }).click()
  await page.getByRole('row').getByRole('button', { name: supplier }).click()
  const lines = page.getByRole('region', { name: 'Lines' })
  await expect(lines.getByRole('listitem').filter({ hasText: ghee.name })).toContainText('2.5 kg at Rs. 140.20')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Correct', exact: true }).click()
  const correction = page.getByRole('dialog', { name: 'Correct the bill' })
  await correction.getByLabel(new RegExp(`^${ghee.name}`)).fill('340.50')
  await correction.getByLabel('Total on the bill').fill('')
  await expectAccessible(page)
  await correction.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(correction).toBeHidden()
  await expect(lines.getByRole('listitem').filter({ hasText: ghee.name })).toContainText('2.5 kg at Rs. 136.20')
  await expect(lines).toContainText('Total Rs. 1,240.50')
  await expect(page.getByRole('region', { name: 'Corrections' })).toContainText(`Amount of ${ghee.name} from Rs. 350.50 to Rs. 340.50`)
  await page.getByRole('button', { name: 'Take back' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click()
  await expect(page.getByText(/was taken back/).first()).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(supplier) })).toContainText('Taken back')
  const { rawMaterials } = await api.call('GET', '/restaurant/inventory/raw-materials/all')
  expect(rawMaterials.filter((m: { _id: string }) => [curd._id, ghee._id].includes(m._id)).map((m: any) => m.currentStock)).toEqual([0, 0])
})
