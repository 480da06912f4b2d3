import type { Locator } from '@playwright/test'
import { baseURL, DESKTOP, expect, expectApart, fillLogin, test } from './support/app.ts'
import { expectWholeHint } from './support/hint.ts'

/** The back office (SCREENS §2.5) in its journeys: an application, a claim, a restaurant with its partner, and a colleague. */
const unique = () => `e2e ${crypto.randomUUID().slice(0, 8)}`

async function post(path: string, body: unknown, token?: string) {
  const answer = await fetch(`${baseURL()}/v1${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : null) },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as any }
}

/** A restaurant that applied by itself. Its limited token opens it once it is approved. */
async function applies(name: string) {
  const { body } = await post('/auth/restaurant/signup', {
    establishment_name: name,
    user_name: 'Tara Bose',
    user_contact_number: '9000012345',
    email: `${name.replace(' ', '-')}@demo.test`,
    password: 'a good password',
    address: '5 Lake Road, Kolkata, West Bengal 700029',
    fssaiNumber: '10000000000022',
  })
  return body.token as string
}

test('journey 9: pending, row, approve are three taps, and the applicant gets in at once; what a colleague decided meanwhile is said', async ({
  device,
}) => {
  const [mine, theirs, bad] = [unique(), unique(), unique()]
  const tokens = [await applies(mine), await applies(theirs), await applies(bad)]
  const desk = await device('backoffice', '/backoffice/dashboard', DESKTOP)
  const { page } = desk
  const queue = page.getByRole('list', { name: 'Needs you' })
  await expect(queue.getByRole('listitem').first()).toContainText('Kokan Kitchen')
  const count = (name: string) => page.getByRole('link', { name: new RegExp(`^${name}\\s*\\d+`) })

  const opens = () => fetch(`${baseURL()}/v1/orders`, { headers: { Authorization: `Bearer ${tokens[0]}` } }).then((r) => r.status)
  expect(await opens()).toBe(403)
  await desk.tap(count('Pending').first())
  await expect(page.getByRole('columnheader', { name: 'Waiting' })).toHaveAttribute('aria-sort', 'ascending')
  const row = (name: string) => page.getByRole('button', { name, exact: true })
  await desk.tap(row(mine))
  await expect(page.getByRole('complementary', { name: mine })).toContainText('Email not confirmed')
  await expectWholeHint(page.getByRole('searchbox'))
  await desk.tap(page.getByRole('button', { name: 'Approve', exact: true }))
  await expect(page.getByText(`${mine} is approved`)).toBeVisible()
  await expect(row(mine)).toHaveCount(0)
  expect(desk.taps).toBe(3)
  expect(await opens()).toBe(200)

  // A colleague rejects one in another window while it is open here.
  const { page: other } = await device('admin', '/backoffice/pending')
  await row(theirs).click()
  await other.getByRole('button', { name: theirs, exact: true }).click()
  await other.getByRole('button', { name: 'Reject with reason' }).click()
  const dialog = other.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(dialog.getByText('Enter why it is rejected.')).toBeVisible()
  await dialog.getByRole('button', { name: 'The licence has run out' }).click()
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(other.getByText(`${theirs} is rejected`)).toBeVisible()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page.getByText(`A colleague has decided meanwhile: ${theirs} is rejected.`)).toBeVisible()
  await expect(row(theirs)).toHaveCount(0)

  // The keys: search, move to the first, select, and the row's own application is approved by name.
  await page.keyboard.press('/')
  await page.keyboard.type(bad)
  await expect(page).toHaveURL(/q=/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Refresh' }).focus()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByRole('region', { name: 'Selected' }).getByRole('button', { name: 'Approve 1' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(bad)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('1 restaurant approved')).toBeVisible()
})

test('nothing moves under the pointer: rows stay where they are when one is selected, and columns when the first permission is changed', async ({
  device,
}) => {
  const { page } = await device('admin', '/backoffice/pending', DESKTOP)
  const boxes = page.getByRole('row').getByRole('checkbox')
  const rows = () => page.getByRole('row').evaluateAll((all) => all.map((row) => row.getBoundingClientRect().top))
  await expect(boxes.nth(2)).toBeVisible()
  const before = await rows()
  for (const i of [0, 1]) await boxes.nth(i).check()
  expect(await rows()).toEqual(before)

  await page.goto('/backoffice/restaurants?q=Smash')
  await page.getByRole('button', { name: 'Smash Yard', exact: true }).click()
  await page.getByRole('complementary', { name: 'Smash Yard' }).getByRole('link', { name: 'Permissions' }).click()
  const tick = page.getByRole('checkbox', { name: 'Reservations: Cashier' })
  const columns = () => page.getByRole('columnheader').evaluateAll((all) => all.map((head) => head.getBoundingClientRect().left))
  await expect(tick).toBeVisible()
  const heads = await columns()
  await tick.click()
  await expect(page.getByRole('complementary', { name: 'Changes' })).toContainText('Reservations')
  expect(await columns()).toEqual(heads)
})

test('claims: "all" omits status; page+status in URL; processed row leaves its tab, in two taps; evidence opens without download', async ({
  device,
}) => {
  const desk = await device('backoffice', '/backoffice/claims')
  const { page, context } = desk
  const downloads: string[] = []
  page.on('download', (file) => downloads.push(file.suggestedFilename()))
  // A claim of its own, so that the demo's claims stay.
  const { body } = await fetch(`${baseURL()}/v1/restaurant/nearby?latitude=18.64&longitude=73.79`).then(async (r) => ({
    body: (await r.json()) as any,
  }))
  const place = body.restaurants.find((r: { establishment_name: string }) => r.establishment_name === 'Koliwada Kitchen')
  const name = unique()
  const form = new FormData()
  for (const [key, value] of Object.entries({
    name,
    email: `${name.replace(' ', '-')}@demo.test`,
    mobile_number: '9000012346',
    message: 'Ours.',
  }))
    form.set(key, value)
  const picture = await page.request.get(`${baseURL()}/icon-192.png`)
  form.append('documents', new Blob([new Uint8Array(await picture.body())], { type: 'image/png' }), 'shop.png')
  // Its name is wider than the drawer.
  const licence = `licence-of-${'koliwada-kitchen-'.repeat(4)}2026.pdf`
  form.append('documents', new Blob([PDF], { type: 'application/pdf' }), licence)
  expect((await fetch(`${baseURL()}/v1/restaurant/${place._id}/claim`, { method: 'POST', body: form })).status).toBe(201)
  await page.getByRole('button', { name: 'Refresh' }).click()

  const row = page.getByRole('row').filter({ hasText: name })
  await desk.tap(row.getByRole('button'))
  const drawer = page.getByRole('complementary', { name: 'Koliwada Kitchen' })
  await expect(drawer.getByRole('img', { name: 'shop.png' })).toHaveJSProperty('complete', true)
  expect(await drawer.getByRole('img', { name: 'shop.png' }).evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(192)
  const link = drawer.getByRole('link', { name: `Open ${licence} in a new tab` })
  await expect(link).toBeInViewport({ ratio: 1 })
  await drawer.getByRole('button', { name: licence }).click()
  await expect(drawer.getByRole('link', { name: 'Read the PDF' })).toBeInViewport({ ratio: 1 })
  expect(await link.getAttribute('rel')).toContain('noopener')
  const served = await context.request.get((await link.getAttribute('href')) ?? '')
  expect([served.status(), served.headers()['content-disposition']?.split(';')[0]]).toEqual([200, 'inline'])
  await desk.tap(drawer.getByRole('button', { name: 'Approve', exact: true }))
  await expect(page.getByText(`${name} gets a link to take over Koliwada Kitchen`)).toBeVisible()
  await expect(row).toHaveCount(0)
  expect(desk.taps).toBe(2)

  const asked: string[] = []
  page.on('request', (request) => (request.url().includes('/restaurants/claims?') ? asked.push(new URL(request.url()).search) : undefined))
  await page.getByRole('tab', { name: 'Approved' }).click()
  await expect(page).toHaveURL(/status=approved/)
  await expect(row).toHaveCount(1)
  await page.getByRole('tab', { name: 'All' }).click()
  await expect(page).toHaveURL(/status=all/)
  await expect(row).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('tab', { name: 'All' })).toHaveAttribute('aria-selected', 'true')
  await expect(row).toHaveCount(1)
  expect(asked).toContain('?page=1&limit=10&sort=-added&status=approved')
  expect(asked).toContain('?page=1&limit=10&sort=-added')
  expect(downloads).toEqual([])
})

test('restaurants: duplicate name+address warns; new row highlights; partners: delete names outlets affected; edit sends only changed fields; failure keeps the sheet open', async ({
  device,
}) => {
  const [name, partner] = [unique(), unique()]
  const { page } = await device('backoffice', '/backoffice/restaurants')
  const create = async () => {
    await page.getByRole('button', { name: 'Create restaurant' }).click()
    const sheet = page.getByRole('dialog', { name: 'Create restaurant' })
    await sheet.getByLabel('Name', { exact: true }).fill(name)
    await sheet.getByLabel('Address').fill('7 Residency Road, Bengaluru, Karnataka 560025')
    await sheet.getByLabel('Name of the owner').fill('Leena Rao')
    await sheet.getByLabel('Mobile').fill('9000012347')
    return sheet
  }
  const sheet = await create()
  await sheet.getByLabel('Email').fill(`${name.replace(' ', '-')}@demo.test`)
  await sheet.getByRole('button', { name: 'Create restaurant' }).click()
  await expect(page.getByText(`${name} is live`)).toBeVisible()
  // Every cell of the new row has a colour of its own, and the row the word.
  const tints = (row: Locator) =>
    row.locator('th, td').evaluateAll((cells) => [...new Set(cells.map((c) => getComputedStyle(c).backgroundColor))])
  const added = page.getByRole('row').filter({ hasText: name })
  await expect(added.getByText('New', { exact: true })).toBeVisible()
  const marked = await tints(added)
  for (const tint of await tints(page.locator('tbody tr').filter({ hasNotText: name }).first())) expect(marked).not.toContain(tint)
  const again = await create()
  await expect(again.getByRole('status').filter({ hasText: 'A restaurant with this name and address exists' })).toBeVisible()
  await expect(again.getByRole('button', { name: 'Create anyway' })).toBeVisible()
  await again.getByRole('button', { name: 'Open it' }).click()
  await expect(page.getByRole('complementary', { name })).toContainText('Leena Rao')
  await expectWholeHint(page.getByRole('searchbox'))
  // Where there is less room, the search gives way to what is beside it.
  await page.setViewportSize({ width: 1024, height: 800 })
  await expectApart(page.getByRole('button', { name: 'Create restaurant' }), page.getByRole('complementary', { name }))
  await page.setViewportSize(DESKTOP)

  await page.getByRole('link', { name: 'Partners' }).click()
  await page.getByRole('button', { name: 'Add partner' }).click()
  const adding = page.getByRole('dialog', { name: 'Add partner' })
  await adding.getByLabel('Name', { exact: true }).fill(partner)
  await adding.getByLabel('Email').fill('partner@demo.test')
  await adding.getByLabel('Mobile').fill('9000012348')
  await adding.getByLabel('Password', { exact: true }).fill('a good password')
  await adding.getByRole('searchbox').fill(name)
  await adding.getByRole('button', { name: `Add ${name}` }).click()
  await adding.getByRole('button', { name: 'Add partner' }).click()
  // The address is another account's: the sheet stays with what was typed.
  await expect(adding.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await adding.getByLabel('Email').fill(`${partner.replace(' ', '-')}@demo.test`)
  await adding.getByRole('button', { name: 'Add partner' }).click()
  await expect(page.getByText(`${partner} was added`)).toBeVisible()

  await page.getByRole('button', { name: partner, exact: true }).click()
  await expect(page.getByRole('complementary', { name: partner })).toContainText(name)
  await page.keyboard.press('e')
  const editing = page.getByRole('dialog', { name: partner })
  await editing.getByLabel('Mobile').fill('9000012349')
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await editing.getByRole('button', { name: 'Save' }).click()
  expect((await sent).postDataJSON().updateData).toEqual({ mobile_number: '9000012349' })
  await expect(page.getByText(`${partner} was saved`)).toBeVisible()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(`This outlet stays and has no partner then: ${name}.`)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`${partner} was deleted`)).toBeVisible()

  await page.goto(`/backoffice/restaurants?q=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('button', { name: 'Enter the outlet' }).click()
  await expect(page.getByRole('region', { name: 'Entered outlet' })).toContainText(name)
})

test('users: email format; success offers "Create another"; who was added signs in, is switched off and on again, and gets another password', async ({
  device,
  page: stranger,
}) => {
  const name = unique()
  const email = `${name.replace(' ', '-')}@demo.test`
  const { page } = await device('admin', '/backoffice/users')
  await page.getByRole('button', { name: 'Add user' }).click()
  const sheet = page.getByRole('dialog', { name: 'Add user' })
  await sheet.getByLabel('Name').fill(name)
  await sheet.getByLabel('Email').fill('not an address')
  await sheet.getByRole('button', { name: 'Add user' }).click()
  await expect(sheet.getByText('This is not an email address.')).toBeVisible()
  await sheet.getByLabel('Email').fill(email)
  await sheet.getByRole('button', { name: 'Add user' }).click()
  const made = page.getByRole('dialog', { name: `${name} was added` })
  const first = await made.getByLabel('The password').innerText()
  await made.getByRole('button', { name: 'Create another' }).click()
  await expect(sheet.getByLabel('Name')).toHaveValue('')
  await page.keyboard.press('Escape')

  const signIn = async (password: string) => {
    await stranger.goto(`${baseURL()}/backoffice/login`)
    await fillLogin(stranger, email, password)
  }
  await signIn(first)
  await expect(stranger.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()

  await page.getByRole('searchbox').fill(name)
  const active = page.getByRole('switch', { name: `${name} is active` })
  await active.click()
  await expect(page.getByText(`${name} is inactive and signed out`)).toBeVisible()
  await stranger.getByRole('button', { name: 'Refresh' }).click()
  await expect(stranger).toHaveURL(/backoffice\/login/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(active).toBeChecked()

  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('button', { name: 'Reset password' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset password' }).click()
  const reset = page.getByRole('dialog', { name: `${name} has a new password` })
  const second = await reset.getByLabel('The password').innerText()
  expect(second).not.toBe(first)
  await reset.getByRole('button', { name: 'Done' }).click()
  await signIn(first)
  await expect(stranger.getByText('Email or password is wrong.')).toBeVisible()
  await signIn(second)
  await expect(stranger.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
})

/** A PDF of one empty page. */
const PDF =
  '%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>\nendobj\ntrailer << /Size 4 /Root 1 0 R >>\n%%EOF\n'
