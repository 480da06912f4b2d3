import { to } from '#web/core/to.ts'
import { DESKTOP, expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from './support/app.ts'

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
      // Of its only variant, which costs 40 less.
      await expect(row).toContainText('95.50')
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

  test('categories and dishes are put in order by buttons and by dragging, and the POS follows', async ({ device, api }) => {
    const stamp = Date.now() % 100_000
    const [category, first, second, third] = [`Ices ${stamp}`, `Kulfi ${stamp}`, `Falooda ${stamp}`, `Sorbet ${stamp}`]
    const { category: place } = await api.call('POST', '/menus/category', { name: category })
    for (const name of [first, second, third]) await api.call('POST', '/menus/createMenuItem', { categoryId: place._id, name, price: 90 })
    const pos = await device('cashier', to.pos(), DESKTOP)
    const tiles = pos.page.locator(`[data-section="${place._id}"] [data-tile]`)
    await expect(tiles).toContainText([first, second, third])
    const sections = pos.page.locator('[data-section] > h2')
    await expect(sections.last()).toContainText(category)

    const { page } = await device('owner', to.settingsMenu(), DESKTOP)
    const sheet = page.getByRole('dialog')
    const rows = sheet.getByRole('region', { name: 'Items' }).getByRole('listitem')

    await test.step('by buttons, from the category’s menu', async () => {
      await page.getByRole('button', { name: `More for ${category}` }).click()
      await page.getByRole('menuitem', { name: 'Put in order' }).click()
      await expect(rows).toContainText([first, second, third])
      await expectAccessible(page)
      await sheet.getByRole('button', { name: `Move ${third} up` }).press('Enter')
      await expect(sheet.getByRole('button', { name: `Move ${third} up` })).toBeFocused()
      await expect(sheet.getByText('Saved', { exact: true })).toBeVisible()
      await expect(tiles).toContainText([first, third, second])
    })

    await test.step('by dragging a handle', async () => {
      const handle = rows.filter({ hasText: first }).locator('[data-handle]')
      const from = await handle.boundingBox()
      const below = await rows.last().boundingBox()
      if (!from || !below) throw new Error('the rows are not shown')
      const x = from.x + from.width / 2
      await page.mouse.move(x, from.y + from.height / 2)
      await page.mouse.down()
      await page.mouse.move(x, below.y + below.height - 4, { steps: 12 })
      await expect(rows).toContainText([third, second, first])
      await page.mouse.up()
      await expect(tiles).toContainText([third, second, first])
    })

    await test.step('the category itself moves up, at the POS too', async () => {
      await sheet.getByRole('button', { name: 'All categories' }).click()
      await sheet.getByRole('button', { name: `Move ${category} up` }).click()
      await expect(sections.nth(-2)).toContainText(category)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('region', { name: category }).getByRole('switch')).toHaveCount(3)
    })
    await api.call('DELETE', `/menus/category?id=${place._id}`)
  })

  test('the order is changed at 390 px, by buttons and by touch, without sideways scroll', async ({ device, api }) => {
    const stamp = Date.now() % 100_000
    const [category, long, short] = [
      `Thalis ${stamp}`,
      `${'Rajwadi special thali with everything '.repeat(2)}${stamp}`.slice(0, 59),
      `Mini ${stamp}`,
    ]
    const { category: place } = await api.call('POST', '/menus/category', { name: category })
    for (const name of [long, short]) await api.call('POST', '/menus/createMenuItem', { categoryId: place._id, name, price: 90 })
    const { page } = await device('owner', to.settingsMenu(), PHONE)
    await page.getByRole('button', { name: `More for ${category}` }).click()
    await page.getByRole('menuitem', { name: 'Put in order' }).click()
    const rows = page.getByRole('dialog').getByRole('region', { name: 'Items' }).getByRole('listitem')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: `Move ${short} up` }).click()
    await expect(rows).toContainText([short, long])
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()

    await test.step('by a finger on a handle, without scrolling', async () => {
      const handle = await rows.first().locator('[data-handle]').boundingBox()
      const below = await rows.last().boundingBox()
      if (!handle || !below) throw new Error('the rows are not shown')
      const [x, from, end] = [handle.x + handle.width / 2, handle.y + handle.height / 2, below.y + below.height - 4]
      const finger = await page.context().newCDPSession(page)
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
        finger.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x, y }] })
      await touch('touchStart', from)
      for (let step = 1; step <= 8; step += 1) await touch('touchMove', from + ((end - from) * step) / 8)
      await expect(rows).toContainText([long, short])
      await touch('touchEnd')
      await expect
        .poll(async () => (await api.items()).map(({ name }) => name).filter((name) => name === long || name === short))
        .toEqual([long, short])
    })
    await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'))
    await expectAccessible(page)
    await api.call('DELETE', `/menus/category?id=${place._id}`)
  })

  test('what is still sold out from an earlier day is listed once, waits for an open ticket, and goes back on the menu by one press', async ({
    device,
    api,
  }) => {
    const stamp = Date.now() % 100_000
    const [category, stays, returns, sells] = [`Grills ${stamp}`, `Boti ${stamp}`, `Seekh ${stamp}`, `Malai ${stamp}`]
    const { category: place } = await api.call('POST', '/menus/category', { name: category })
    for (const name of [stays, returns])
      await api.call('POST', '/menus/createMenuItem', { categoryId: place._id, name, price: 90, available: false })
    await api.call('POST', '/menus/createMenuItem', { categoryId: place._id, name: sells, price: 90 })
    const { page } = await device('cashier', to.pos(), DESKTOP)
    // The server's clock can't be put forward, so its menu says that these two went off long ago.
    await page.route('**/v1/menus/restaurant', async (route) => {
      const answer = await route.fetch()
      // Waits until the page has loaded, because leaving it earlier would lose its answers.
      const { menu } = await answer.json().catch(() => ({ menu: null }))
      if (!menu) return
      for (const one of menu.categories)
        for (const dish of [...one.menuItems, ...one.subcategories.flatMap((sub: { menuItems: unknown[] }) => sub.menuItems)])
          dish.unavailableSince = one._id === place._id && !dish.available ? '2020-01-02T10:00:00.000Z' : null
      await route.fulfill({ response: answer, json: { menu } })
    })
    await page.evaluate(() => Object.keys(localStorage).forEach((key) => key.startsWith('tawa_still') && localStorage.removeItem(key)))
    await page.reload()
    const notice = page.getByText('2 dishes still sold out from an earlier day')

    await test.step('a ticket that is begun is not interrupted', async () => {
      await expect(notice).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expectAccessible(page)
      await page.getByRole('radio', { name: 'Take Away' }).click()
      await page.getByLabel('Search items').fill(sells)
      await page.getByLabel('Search items').press('Enter')
      await expect(notice).toBeHidden()
    })

    await test.step('without an open ticket it is shown again; one press per dish', async () => {
      await page
        .getByRole('button', { name: /^Remove / })
        .first()
        .click()
      await expect(notice).toBeVisible()
      await page.getByRole('button', { name: 'Review' }).click()
      const sheet = page.getByRole('dialog', { name: 'Still sold out' })
      await expectAccessible(page)
      await sheet.getByRole('button', { name: `Back on the menu: ${returns}` }).click()
      await expect(sheet.getByText(returns)).toHaveCount(0)
      await sheet.getByRole('button', { name: `Leave off: ${stays}` }).click()
      await expect(sheet).toHaveCount(0)
      await expect(page.locator('[data-tile]', { hasText: returns })).not.toContainText('Sold out')
      await expect(page.locator('[data-tile]', { hasText: stays })).toContainText('Sold out')
    })

    await test.step('it is listed once on this device and day', async () => {
      const menu = page.waitForResponse('**/v1/menus/restaurant')
      await page.reload()
      await menu
      await expect(page.locator('[data-tile]', { hasText: stays })).toContainText('Sold out')
      await expect(page.getByText(/still sold out from an earlier day/)).toHaveCount(0)
    })
    await api.call('DELETE', `/menus/category?id=${place._id}`)
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
    // Far from the visible part a row has only its name.
    await page.getByRole('region', { name: category }).scrollIntoViewIfNeeded()
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
