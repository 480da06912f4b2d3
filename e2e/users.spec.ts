import { DESKTOP, expect, expectAccessible, expectNoSidewaysScroll, test } from './support/app.ts'

/** /restaurant/users (SCREENS §2.2), in the order of a person's work: add, change, switch off, remove. */
const unique = () => `e2e-${crypto.randomUUID().slice(0, 8)}`

test('an employee is added, found, changed and removed; the server’s refusal stands beside its field', async ({ device }) => {
  const id = unique()
  const { page } = await device('owner', '/restaurant/users')
  await page.getByRole('button', { name: 'Add employee' }).click()
  const sheet = page.getByRole('dialog', { name: 'Add employee' })
  await sheet.getByLabel('Name').fill(`Asha ${id}`)
  await sheet.getByLabel('Email').fill(`${id}@demo.test`)
  await sheet.getByLabel('Role').selectOption('Captain')
  await expect(sheet.getByRole('region', { name: 'Pages for Captain' })).toContainText('POS, Orders, Tables, Captain')
  await sheet.getByLabel('Mobile').fill('12')
  await sheet.getByLabel('Password', { exact: true }).fill('a good password')
  await sheet.getByRole('button', { name: 'Add employee' }).click()
  const mobile = sheet.getByLabel('Mobile')
  await expect(mobile).toHaveAttribute('aria-invalid', 'true')
  await expect(mobile).toBeFocused()
  await expectAccessible(page)
  await mobile.fill('9820012345')
  await sheet.getByRole('button', { name: 'Add employee' }).click()
  await expect(sheet).toHaveCount(0)
  await expect(page.getByText(`Asha ${id} was added`)).toBeVisible()

  await page.getByRole('searchbox').fill(id)
  await expect(page).toHaveURL(new RegExp(`q=${id}`))
  await page.reload()
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: `Asha ${id}`, exact: true }).click()
  await expect(page).toHaveURL(/employee=/)
  const edit = page.getByRole('dialog', { name: `Asha ${id}` })
  await edit.getByLabel('Role').selectOption('Waiter')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toHaveCount(0)
  await expect(page.getByRole('cell', { name: 'Waiter', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: `Asha ${id}`, exact: true })).toBeFocused()

  await page.getByRole('button', { name: `More for Asha ${id}` }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText(`No employee matches “${id}”.`)).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(/\/restaurant\/users$/)
})

test("toggle is optimistic, Undo takes it back, and it rolls back with 'Failed to toggle employee status'", async ({ device, api }) => {
  const id = unique()
  await api.call('POST', '/restaurant/employees', { name: id, email: `${id}@demo.test`, role: 'waiter', password: 'a good password' })
  const isActive = async () =>
    (await api.call('GET', '/restaurant/employees')).employees.find((e: { name: string }) => e.name === id).isActive
  const { page } = await device('owner', `/restaurant/users?q=${id}`)
  const toggle = page.getByRole('switch', { name: `${id} is active` })
  await toggle.click()
  await expect(toggle).not.toBeChecked()
  await expect(page.getByText(`${id} is inactive and signed out`)).toBeVisible()
  expect(await isActive()).toBe(false)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toggle).toBeChecked()
  await expect.poll(isActive).toBe(true)

  const answer = Promise.withResolvers<void>()
  await page.route('**/toggle-status', async (route) => {
    await answer.promise
    await route.fulfill({ status: 500, body: '' })
  })
  await toggle.click()
  // Before the server has answered.
  await expect(toggle).not.toBeChecked()
  answer.resolve()
  await expect(page.getByText('Failed to toggle employee status')).toBeVisible()
  await expect(toggle).toBeChecked()
})

test('what a person may not do is disabled with the reason', async ({ device }) => {
  const { page } = await device('manager', '/restaurant/users')
  const own = page.getByRole('row').filter({ hasText: 'manager@demo.test' })
  await expect(own.getByRole('switch')).toBeDisabled()
  await own.getByRole('button', { name: /^More for/ }).click()
  await expect(page.getByRole('menuitem', { name: /^Remove/ })).toContainText('You can’t remove yourself.')
  await page.keyboard.press('Escape')
  const owner = page.getByRole('row').filter({ hasText: 'owner@demo.test' })
  await expect(owner.getByRole('switch')).toBeDisabled()
  await owner.getByRole('button').first().click()
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('Owner is a role above your own.')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add employee' }).click()
  await expect(page.getByLabel('Role').getByRole('option')).not.toContainText(['Owner'])
  await expect(page.getByLabel('Role').getByRole('option', { name: 'General manager' })).toHaveCount(1)
})

for (const theme of ['light', 'dark'])
  test(`the list, its filter and the sheet fit a desktop and a phone of 360 px, ${theme}`, async ({ device }) => {
    const { page } = await device('owner', '/restaurant/users?role=waiter,captain', DESKTOP)
    await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme)
    for (const size of [DESKTOP, { width: 360, height: 740 }]) {
      await page.setViewportSize(size)
      await page.getByRole('button', { name: /^Filter/ }).click()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Add employee' }).click()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await page.keyboard.press('Escape')
    }
  })

test('names are read whole at every width of the list', async ({ device }) => {
  const { page } = await device('owner', '/restaurant/users', DESKTOP)
  const names = page.getByRole('row').getByRole('button', { name: /^[A-Z][a-z]+ [A-Z][a-z]+$/ })
  for (const width of [1280, 1024, 864, 768]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(names.first()).toBeVisible()
    expect(
      await names.evaluateAll((all) => all.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent)),
    ).toEqual([])
  }
})
