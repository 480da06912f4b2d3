import { baseURL, emailOf, expect, expectAccessible, fillLogin, test } from './support/app.ts'

const HOMES = {
  owner: '/restaurant/dashboard',
  manager: '/restaurant/dashboard',
  cashier: '/restaurant/dashboard',
  kitchen: '/restaurant/kitchen',
  captain: '/restaurant/tables',
  waiter: '/restaurant/captain',
  delivery: '/restaurant/orders',
  mobile: '/restaurant/profile',
} as const

test.describe('signing in', () => {
  test.use({ baseURL: undefined })

  for (const [who, home] of Object.entries(HOMES) as [keyof typeof HOMES, string][])
    test(`${who} lands on ${home}`, async ({ device }) => {
      const { page } = await device(who, '/restaurant/login')
      await expect(page).toHaveURL(new RegExp(`${home}$`))
    })

  test('a visitor is told to log in and comes back to where they wanted to go', async ({ page }) => {
    await page.goto(`${baseURL()}/restaurant/orders?tab=completed`)
    await expect(page.getByText('Please log in to access this page')).toBeVisible()
    await expect(page).toHaveURL(/\/restaurant\/login\?.*from=/)
    await fillLogin(page, emailOf('owner'))
    await expect(page).toHaveURL(/\/restaurant\/orders\?tab=completed/)
  })

  test('a wrong password says so and keeps the e-mail', async ({ page }) => {
    await page.goto(`${baseURL()}/restaurant/login`)
    await fillLogin(page, emailOf('owner'), 'not the password')
    await expect(page.getByText('Email or password is wrong.')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(emailOf('owner'))
  })

  test('what the server refuses about a field is shown beside it', async ({ page }) => {
    await page.goto(`${baseURL()}/restaurant/login`)
    await fillLogin(page, emailOf('owner'), 'x'.repeat(129))
    const password = page.getByLabel('Password', { exact: true })
    await expect(password).toHaveAccessibleDescription('At most 128 characters.')
    await expect(password).toBeFocused()
    // Shown once, and not above the form as well.
    await expect(page.getByText('At most 128 characters.')).toHaveCount(1)
    await expectAccessible(page)
  })

  test('an expired session is announced on the login page', async ({ page }) => {
    await page.goto(`${baseURL()}/restaurant/login?token_expired=true`)
    await expect(page.getByText('Your session has expired. Please log in again.')).toBeVisible()
    await expectAccessible(page)
  })

  test('a restaurant that waits for approval sees so, and can sign out', async ({ page }) => {
    await page.goto(`${baseURL()}/restaurant/login`)
    await fillLogin(page, 'pending@demo.test')
    await expect(page.getByRole('heading', { name: /is under review/ })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Sign out' }).first().click()
    await expect(page).toHaveURL(/\/restaurant\/login/)
  })

  test('a role can’t open a page that is not its own, and is told so', async ({ device }) => {
    const { page } = await device('kitchen', '/restaurant/orders')
    await expect(page).toHaveURL(/\/restaurant\/kitchen/)
    await expect(page.getByText("You don't have permission to access this page.")).toBeVisible()
  })

  test('a path that does not exist, or a page that is not built yet, is not found and links to the home page', async ({ device }) => {
    const { page } = await device('owner', '/restaurant/nowhere')
    await expect(page.getByRole('heading', { name: /not found/i })).toBeVisible()
    await expectAccessible(page)
  })

  test('the chooser remembers the last choice and works by keyboard', async ({ page }) => {
    await page.goto(`${baseURL()}/login`)
    await expectAccessible(page)
    await page.getByRole('link', { name: /Back office/ }).click()
    await expect(page).toHaveURL(/\/backoffice\/login/)
    await page.goto(`${baseURL()}/login`)
    await expect(page.getByRole('link').first()).toHaveAccessibleName(/Back office/)
  })
})
