import type { Page } from '@playwright/test'
import { to } from '#web/core/to.ts'
import { baseURL, expect, expectAccessible, expectNoSidewaysScroll, fillLogin, PHONE, test } from './support/app.ts'
import { application, codeOf, desk, fillAccount, fillRestaurant, mailed, newEmail, PASSWORD, PDF, post } from './support/onboarding.ts'

/** From nothing to a signed-in owner: an application, its approval or rejection, and a claim (SCREENS §2.1, §6.14; SPEC §2). */
test.use({ baseURL: undefined })

const next = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

test('a restaurant signs up in four steps over a reload, confirms its email, adds documents, is approved, and Check again opens its dashboard', async ({
  page,
}) => {
  const email = newEmail()
  await page.setViewportSize(PHONE)
  await page.goto(`${baseURL()}/restaurant/login`)
  await page.getByRole('link', { name: 'Register your restaurant' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Register your restaurant' })).toBeVisible()

  // Nothing filled in: each field says so itself.
  await next(page, 'Continue to restaurant')
  await expect(page.getByLabel('Your name')).toHaveAccessibleDescription(/Enter your name\./)
  await expect(page.getByLabel('Your name')).toBeFocused()
  await expectAccessible(page)
  await fillAccount(page, { name: 'Farhan Ali', email, mobile: '90000 12345' }, 'Continue to restaurant')

  await fillRestaurant(page, {
    name: 'Smash Yard Gachibowli',
    street: 'Plot 22, DLF Road, Gachibowli',
    city: 'Hyderabad',
    state: 'Telangana',
    pin: '500032',
  })
  await expect(page.getByText(/Saved on this device|^$/).first()).toBeAttached()
  await next(page, 'Continue to legal')
  await page.getByLabel('GST number').fill('36AAAAA0000A1ZY')
  await next(page, 'Continue to review')
  await expect(page.getByLabel('GST number')).toHaveAccessibleDescription(/check its 15 characters/)

  // The device keeps what was typed, and no password.
  await page.getByLabel('GST number').fill('')
  await page.getByLabel('FSSAI number').fill('10000000000022')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('tawa_signup_restaurant') ?? '')).toContain('10000000000022')
  expect(await page.evaluate((password) => Object.values({ ...localStorage }).some((text) => text.includes(password)), PASSWORD)).toBe(
    false,
  )
  await page.reload()
  await expect(page.getByText('Step 3 of 4.')).toBeVisible()
  await expect(page.getByLabel('FSSAI number')).toHaveValue('10000000000022')
  await next(page, 'Continue to review')
  await expect(page.getByText('Plot 22, DLF Road, Gachibowli, Hyderabad, Telangana 500032')).toBeVisible()
  await expect(page.getByText('Mon to Sun 11:00–23:00')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByLabel('Your password').fill(PASSWORD)
  await next(page, 'Send the application')

  await expect(page.getByRole('heading', { level: 1, name: 'Great! Smash Yard Gachibowli is on its way to Tawa!' })).toBeVisible()
  await expect(page.getByText('Your application is under review by our team. Your dashboard opens once it is approved.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'support@tawa.example' })).toHaveAttribute('href', 'mailto:support@tawa.example')
  await next(page, 'Download memorandum of understanding')
  await expect(page.getByRole('alert').filter({ hasText: 'will be available soon' })).toBeVisible()
  await page.getByLabel('Code').fill(await codeOf(email))
  await expect(page.getByText(`${email} is confirmed.`)).toBeVisible()

  // A failed upload keeps the file.
  await page.route('**/v1/media', (route) => route.abort(), { times: 1 })
  await page.getByLabel('Add documents').setInputFiles(PDF)
  await page.getByRole('button', { name: 'Try again: fssai.pdf' }).click()
  await expect(page.getByRole('button', { name: 'Remove fssai.pdf' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const office = await desk()
  const waiting = await office.application(email)
  expect(waiting).toMatchObject({ emailConfirmed: true, city: 'Hyderabad', fssaiNumber: '10000000000022' })
  expect(waiting.documents.map((d: { name: string }) => d.name)).toEqual(['fssai.pdf'])
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: /^Great! Smash Yard Gachibowli/ })).toBeVisible()

  // Signing out works even if the call for it fails.
  await page.route('**/v1/auth/logout', (route) => route.abort())
  await next(page, 'Sign out')
  await expect(page).toHaveURL(/\/restaurant\/login$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in to your restaurant' })).toBeVisible()
  await fillLogin(page, email, PASSWORD)
  await expect(page.getByRole('heading', { level: 1, name: 'Smash Yard Gachibowli is under review' })).toBeVisible()
  await expect(page.getByText('fssai.pdf')).toBeVisible()
  await expectAccessible(page)
  await next(page, 'Check again')
  await expect(page.getByText('Still under review.')).toBeVisible()
  await office.approve(waiting._id)
  await next(page, 'Check again')
  await expect(page).toHaveURL(/\/restaurant\/dashboard$/)
})

test('a rejected restaurant sees the reason, corrects what was sent, adds a document and sends it again', async ({ page }) => {
  const email = newEmail()
  await post('/auth/restaurant/signup', application(email))
  const office = await desk()
  const { _id } = await office.application(email)
  await office.reject(_id, 'The address has no street number.')
  // An address that is wider than the card breaks and doesn't widen it.
  const support = `${'restaurants'.repeat(4)}@tawa.example`
  await page.route('**/v1/support', (route) => route.fulfill({ json: { support: { email: support } } }))
  await page.setViewportSize({ ...PHONE, width: 360 })
  await page.goto(`${baseURL()}/restaurant/login`)
  await fillLogin(page, email, PASSWORD)
  await expect(page.getByRole('heading', { level: 1, name: 'Chai Point Cafe was not approved' })).toBeVisible()
  await expect(page.getByRole('link', { name: support })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expect(page.getByText('The address has no street number.')).toBeVisible()
  await expectAccessible(page)
  await next(page, 'Correct and resubmit')
  await expect(page.getByLabel('Restaurant name')).toHaveValue('Chai Point Cafe')
  await page.getByLabel('Address').fill('22B Park Street, Kolkata, West Bengal 700016')
  await page.getByLabel('Add documents').setInputFiles(PDF)
  await expect(page.getByRole('button', { name: 'Remove fssai.pdf' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await next(page, 'Send again')
  await expect(page.getByRole('heading', { level: 1, name: 'Chai Point Cafe is under review' })).toBeVisible()
  const again = await office.application(email)
  expect(again).toMatchObject({
    _id,
    approvalStatus: 'pending',
    rejectionReason: null,
    address: '22B Park Street, Kolkata, West Bengal 700016',
  })
  expect(again.documents).toHaveLength(1)
})

test('a partner opens an account with a first outlet, which waits, is sent back and is corrected', async ({ page }) => {
  const [email, manager] = [newEmail(), newEmail()]
  await page.goto(`${baseURL()}/partner/login`)
  await page.getByRole('link', { name: 'Become a partner' }).click()
  await fillAccount(page, { name: 'Kavita Iyer', email, mobile: '9000010040' }, 'Continue to first outlet')
  await fillRestaurant(page, { name: 'Iyer Tiffin', street: '4 Mint Street', city: 'Chennai', state: 'Tamil Nadu', pin: '600079' })
  await page.getByLabel('Manager’s email').fill(email)
  await page.getByLabel('Manager’s password').fill(PASSWORD)
  await next(page, 'Continue to legal')
  await expect(page.getByLabel('Manager’s email')).toHaveAccessibleDescription(/This is your own email/)
  await page.getByLabel('Manager’s email').fill(manager)
  await expectAccessible(page)
  await next(page, 'Continue to legal')
  await next(page, 'Continue to review')
  await next(page, 'Open the account and apply')
  await expect(page.getByRole('heading', { level: 1, name: 'Your partner account is open' })).toBeVisible()
  await expect(page.getByText('Iyer Tiffin is under review by our team.')).toBeVisible()
  await page.getByLabel('Code').fill(await codeOf(email))
  await expect(page.getByText(`${email} is confirmed.`)).toBeVisible()
  await expectAccessible(page)
  const office = await desk()
  const sent = await office.application(manager)
  expect(sent).toMatchObject({ establishment_name: 'Iyer Tiffin', partnerName: 'Kavita Iyer' })
  await page.getByRole('link', { name: 'Go to your dashboard' }).click()
  await expect(page).toHaveURL(/\/partner\/dashboard$/)

  // The outlet is sent back: the partner sees why, corrects it, and it waits again.
  await office.reject(sent._id, 'The FSSAI number is missing.')
  await page.goto(`${baseURL()}${to.partnerRestaurants()}`)
  const outlet = page.getByRole('listitem', { name: 'Iyer Tiffin' })
  await expect(outlet).toContainText('The FSSAI number is missing.')
  await outlet.getByRole('button', { name: 'Correct Iyer Tiffin' }).click()
  const sheet = page.getByRole('dialog', { name: 'Iyer Tiffin' })
  await expect(sheet).toContainText('Rejected: The FSSAI number is missing.')
  await sheet.getByLabel('FSSAI').fill('10000000000022')
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Correct and resubmit' }).click()
  await expect(page.getByText('Iyer Tiffin was sent again')).toBeVisible()
  await expect(outlet).not.toContainText('The FSSAI number is missing.')
  expect(await office.application(manager)).toMatchObject({
    approvalStatus: 'pending',
    rejectionReason: null,
    fssaiNumber: '10000000000022',
  })
})

/** An approved restaurant that somebody with this address has claimed, and whose claim was approved: the path of the mailed link. */
async function approvedClaim(email: string, owner = newEmail()): Promise<string> {
  const { restaurant } = await post('/auth/restaurant/signup', application(owner))
  const office = await desk()
  await office.approve(restaurant._id)
  const form = new FormData()
  for (const [name, value] of Object.entries({ name: 'Ritu Sen', email, mobile_number: '9000010041', message: 'It is mine.' }))
    form.append(name, value)
  const claimed = await fetch(`${baseURL()}/v1/restaurant/${restaurant._id}/claim`, {
    method: 'POST',
    headers: { 'Idempotency-Key': crypto.randomUUID() },
    body: form,
  })
  expect(claimed.status).toBe(201)
  await office.approveClaim((await claimed.json()).claim._id)
  return mailed(email, /(\/claim\/\S+)/)
}

test('a claim whose address has an account asks for another one to sign in with', async ({ page }) => {
  const owner = newEmail()
  const path = await approvedClaim(owner, owner)
  await page.setViewportSize(PHONE)
  await page.goto(`${baseURL()}${path}`)
  await page.getByLabel('New password').fill(PASSWORD)
  await next(page, 'Set the password and sign in')
  await expect(page.getByText('The email of this claim has an account already')).toBeVisible()
  const other = page.getByLabel('Another email to sign in with')
  await expect(other).toBeFocused()
  await expectAccessible(page)
  await other.fill(owner)
  await next(page, 'Set the password and sign in')
  await expect(other).toHaveAccessibleDescription(/has an account already/)
  await other.fill(newEmail())
  await next(page, 'Set the password and sign in')
  await expect(page).toHaveURL(/\/restaurant\/dashboard$/)
})

test('the mailed link of an approved claim makes the owner’s account and signs it in; used once more it leads on', async ({ page }) => {
  const path = await approvedClaim(newEmail())

  await page.setViewportSize(PHONE)
  await page.goto(`${baseURL()}${path}`)
  await page.getByLabel('New password').fill('short')
  await next(page, 'Set the password and sign in')
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/At least 8 characters/)
  await expectAccessible(page)
  await page.getByLabel('New password').fill(PASSWORD)
  await next(page, 'Set the password and sign in')
  await expect(page).toHaveURL(/\/restaurant\/dashboard$/)

  // Somebody is signed in now, and the link still says what became of it.
  await page.goto(`${baseURL()}${path}`)
  await page.getByLabel('New password').fill(PASSWORD)
  await next(page, 'Set the password and sign in')
  await expect(page.getByRole('heading', { level: 1, name: 'This link no longer works' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'support@tawa.example' })).toBeVisible()
  await expectAccessible(page)
})
