import type { Page } from '@playwright/test'
import { type Api, baseURL, expect, expectAccessible, expectNoSidewaysScroll, fillLogin, PHONE, test } from './support/app.ts'
import { newEmail, post } from './support/onboarding.ts'

/** A forgotten password, sign-in with Google, and one's own account (SCREENS §2.1 and §6.32), each with an employee of its own. */
test.use({ baseURL: undefined })

const PASSWORD = 'a good password'

async function employee(api: Api, role = 'delivery') {
  const id = crypto.randomUUID().slice(0, 8)
  const email = `account-${id}@demo.test`
  const name = `Asha ${id}`
  await api.call('POST', '/restaurant/employees', { name, email, role, password: PASSWORD })
  return { email, name }
}

async function mailedCode(email: string): Promise<string> {
  let code: string | undefined
  await expect
    .poll(async () => {
      const answer = await fetch(`${baseURL()}/v1/dev/outbox?to=${encodeURIComponent(email)}`)
      const { messages } = (await answer.json()) as { messages: { text: string }[] }
      return (code = messages.map((m) => /\b\d{6}\b/.exec(m.text)?.[0]).find(Boolean))
    })
    .toMatch(/^\d{6}$/)
  return code ?? ''
}

async function signInAs(page: Page, email: string, password = PASSWORD) {
  await page.goto(`${baseURL()}/restaurant/login`)
  await fillLogin(page, email, password)
}

test('a forgotten password: email carried forward; pasting a code fills all boxes; success returns to login with notice', async ({
  page,
  api,
}) => {
  const { email } = await employee(api)
  await page.setViewportSize(PHONE)
  await page.goto(`${baseURL()}/restaurant/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('link', { name: 'Forgot password' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send the code' }).click()
  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
  await expect(page.getByRole('button', { name: /Send a new code in \d+ s/ })).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
  const code = await mailedCode(email)
  const boxes = page.getByLabel('Code')

  // After a wrong one there is a message, and the boxes are empty again.
  await boxes.fill(code === '000000' ? '111111' : '000000')
  await expect(page.getByText(/^The code is wrong or has lapsed\./)).toBeVisible()
  await expect(boxes).toHaveValue('')
  await expect(boxes).toBeFocused()

  await page.reload()
  await expect(page.getByText(email)).toBeVisible()
  await boxes.focus()
  await page.evaluate(
    (text) => {
      const data = new DataTransfer()
      data.setData('text/plain', text)
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
      document.execCommand('insertText', false, text)
    },
    ` ${code.slice(0, 3)} ${code.slice(3)} `,
  )
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
  await expectAccessible(page)
  const field = page.getByLabel('New password', { exact: true })
  await field.fill('short')
  await page.getByRole('button', { name: 'Save the new password' }).click()
  await expect(field).toHaveAccessibleDescription(/At least 8 characters/)
  await field.fill('another good password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(field).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Save the new password' }).click()
  await expect(page).toHaveURL(/\/restaurant\/login$/)
  await expect(page.getByText('The password was changed. Sign in with the new one.')).toBeVisible()
  await fillLogin(page, email, 'another good password')
  await expect(page).toHaveURL(/\/restaurant\/orders/)
})

test('missing token → "Token not found", which leads to a code; a mailed link’s token leaves the address', async ({ page }) => {
  await page.goto(`${baseURL()}/restaurant/reset-password`)
  await expect(page.getByText('Token not found')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Send me a code' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await page.goto(`${baseURL()}/restaurant/reset-password#token=not-a-token`)
  await expect(page).toHaveURL(/\/restaurant\/reset-password$/)
  await page.getByLabel('New password', { exact: true }).fill('another good password')
  await page.getByRole('button', { name: 'Save the new password' }).click()
  await expect(page.getByText('Invalid token')).toBeVisible()
})

test.describe('Google', () => {
  const google = { clientId: 'client-of-a-test', authorizeUrl: 'https://google.test/authorize' }
  const tokenWith = (nonce: string | null) => ['e30', Buffer.from(JSON.stringify({ nonce })).toString('base64url'), 'sig'].join('.')
  /** Google as the browser sees it: it sends the browser back with a token. */
  async function googleAnswers(page: Page, fragment: (asked: URLSearchParams) => Record<string, string>) {
    await page.route('**/v1/auth/google', (route) => route.fulfill({ json: { google } }))
    await page.route(`${google.authorizeUrl}?**`, (route) => {
      const asked = new URL(route.request().url()).searchParams
      const back = new URLSearchParams(fragment(asked))
      return route.fulfill({ status: 302, headers: { Location: `${asked.get('redirect_uri')}#${back}` } })
    })
  }

  test('is offered only where it is set up', async ({ page }) => {
    const asked = page.waitForResponse('**/v1/auth/google')
    await page.goto(`${baseURL()}/restaurant/login`)
    await asked
    await expect(page.getByLabel('Email')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toHaveCount(0)
    await googleAnswers(page, () => ({}))
    await page.reload()
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
    await expectAccessible(page)
  })

  test('its token signs in; other sessions are asked about as with a password; nothing stays in the address', async ({ page, api }) => {
    const { email } = await employee(api)
    const login = await fetch(`${baseURL()}/v1/auth/restaurant/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    const signedIn = await login.json()
    const asked: unknown[] = []
    await googleAnswers(page, (q) => ({ id_token: tokenWith(q.get('nonce')), state: q.get('state') ?? '' }))
    await page.route('**/v1/auth/google/token', (route) => {
      const body = route.request().postDataJSON()
      asked.push(body)
      const device = { id: 's', device: 'Chrome on Windows', createdAt: '2026-11-20T10:00:00.000Z', lastSeenAt: '2026-11-20T11:00:00.000Z' }
      return body.terminate_existing
        ? route.fulfill({ json: signedIn })
        : route.fulfill({
            status: 409,
            json: { status: 'error', code: 'active_sessions', message: 'Active sessions exist', sessions: [device] },
          })
    })
    await page.goto(`${baseURL()}/restaurant/login`)
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await expect(page.getByText('Chrome on Windows')).toBeVisible()
    expect(page.url()).not.toContain('id_token')
    await page.getByRole('button', { name: 'Sign out others and continue' }).click()
    await expect(page).toHaveURL(/\/restaurant\/orders/)
    expect(asked).toHaveLength(2)
  })

  test('an answer that this browser did not ask for is not sent to the server', async ({ page }) => {
    let sent = 0
    await googleAnswers(page, (q) => ({ id_token: tokenWith('another nonce'), state: q.get('state') ?? '' }))
    await page.route('**/v1/auth/google/token', (route) => (sent++, route.abort()))
    await page.goto(`${baseURL()}/restaurant/login#id_token=${tokenWith('x')}&state=y`)
    await expect(page.getByText('Google authentication failed')).toBeVisible()
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await expect(page.getByText('Google authentication failed')).toBeVisible()
    expect(sent).toBe(0)
  })
})

test.describe('the own account', () => {
  test('name and password are changed; devices are signed out one by one', async ({ page, browser, api }) => {
    const { email, name } = await employee(api)
    const { restaurant } = await api.call('GET', '/restaurant/profile')
    await api.call('PUT', '/restaurant/profile', { maxSessionsPerUser: 3 })
    const other = await browser.newPage({ userAgent: 'Mozilla/5.0 (iPad) Safari/600' })
    await signInAs(other, email)
    await expect(other).toHaveURL(/\/restaurant\/orders/)
    await signInAs(page, email)
    await expect(page).toHaveURL(/\/restaurant\/orders/)

    await page.getByRole('button', { name: /User menu/ }).click()
    await page.getByRole('menuitem', { name: 'Your account' }).click()
    await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible()
    await expect(page.getByText('Safari on iPad')).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScroll(page)

    await page.getByLabel('Name').fill(`${name} Rao`)
    await page.getByRole('button', { name: 'Save name' }).click()
    await expect(page.getByText('Your name is saved')).toBeVisible()
    await expect(page.getByRole('button', { name: /User menu/ })).toContainText(`${name} Rao`)

    await page.getByRole('button', { name: 'Sign out Safari on iPad' }).click()
    await expect(page.getByText('Safari on iPad is signed out')).toBeVisible()
    await expect(page.getByText('Signed in on this device only')).toBeVisible()
    await expect(other).toHaveURL(/\/restaurant\/login/)
    await other.close()

    const present = page.getByLabel('Present password', { exact: true })
    await present.fill('not my password')
    await page.getByLabel('New password', { exact: true }).fill('another good password')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(present).toHaveAccessibleDescription('This is not your present password.')
    await expect(present).toBeFocused()
    await present.fill(PASSWORD)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('This is your password now.')).toBeVisible()
    await expect(present).toHaveValue('')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible()
    await api.call('PUT', '/restaurant/profile', { maxSessionsPerUser: restaurant.maxSessionsPerUser })
  })

  test('a colleague of the back office changes the password that was made for them, which signs out their other device', async ({
    page,
    browser,
  }) => {
    const admin = await post('/auth/backoffice/login', { email: 'admin@demo.test', password: 'tawa-demo' })
    const email = newEmail()
    await post('/backoffice/users', { name: 'Meera Nair', email, role: 'backoffice', password: PASSWORD }, admin.token)
    const signIn = async (on: Page, password = PASSWORD) => {
      await on.goto(`${baseURL()}/backoffice/login`)
      await fillLogin(on, email, password)
      await expect(on).toHaveURL(/\/backoffice\/dashboard/)
    }
    const other = await browser.newPage({ userAgent: 'Mozilla/5.0 (iPad) Safari/600' })
    await signIn(other)
    await signIn(page)
    await page.getByRole('button', { name: /User menu/ }).click()
    await page.getByRole('menuitem', { name: 'Your account' }).click()
    await expect(page).toHaveURL(/\/backoffice\/account$/)
    await expect(page.getByText('Safari on iPad')).toBeVisible()
    await page.getByLabel('Present password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('New password', { exact: true }).fill('another good password')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('This is your password now.')).toBeVisible()
    await expect(page.getByText('Signed in on this device only')).toBeVisible()
    await other.reload()
    await expect(other).toHaveURL(/\/backoffice\/login/)
    await signIn(other, 'another good password')
    await other.close()
  })
})
