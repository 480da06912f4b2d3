import type { Customer } from '#domain/api/customers.ts'
import { to } from '#web/core/to.ts'
import { type Api, baseURL, DESKTOP, expect, expectAccessible, expectNoSidewaysScroll, test } from './support/app.ts'

/** /restaurant/customers (SCREENS §2.2), by its *Accept* points. */
const unique = () => `98${String(Date.now()).slice(-8)}`
const add = async (api: Api, name: string, mobile_number: string) =>
  (await api.call<{ customer: Customer }>('POST', '/restaurant/customer', { name, mobile_number })).customer
const remove = (api: Api, { _id }: Customer) => api.call('DELETE', `/restaurant/customer?id=${_id}`)

test('find by mobile 1: search ignores spaces and +91; the drawer has orders and favourites', async ({ device, api }) => {
  const mobile = unique()
  const asha = await add(api, 'Asha Raghavan', mobile)
  const [dish] = await api.plain()
  await api.free('12')
  const { order } = await api.call('POST', '/pos/order', {
    tableId: (await api.table('12'))._id,
    orderType: 'Dine In',
    customer_name: 'Asha Raghavan',
    mobile_number: mobile,
    kots: [{ kotId: crypto.randomUUID(), items: [{ _id: dish?._id, quantity: 3 }] }],
  })
  const manager = await device('manager', to.customers())
  const { page } = manager
  const row = page.getByRole('button', { name: 'Asha Raghavan', exact: true })
  for (const typed of [`+91 ${mobile.slice(0, 5)} ${mobile.slice(5)}`, mobile, `${mobile.slice(0, 3)} ${mobile.slice(3, 9)}`]) {
    manager.taps = 0
    await manager.fill(page.getByRole('searchbox'), typed)
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(row).toBeVisible()
    expect(manager.taps).toBe(1)
  }
  await row.click()
  const drawer = page.getByRole('complementary', { name: 'Asha Raghavan' })
  await expect(drawer.getByRole('region', { name: 'Favourites' })).toContainText(`${dish?.name}3 ×`)
  await expect(drawer.getByRole('region', { name: 'Orders' }).getByRole('link', { name: /^T12/ })).toHaveAttribute(
    'href',
    to.orders({ order: order._id }),
  )
  // A list is dim while it is read again.
  await expect(page.getByRole('table')).not.toHaveAttribute('aria-busy', 'true')
  await expectAccessible(page)
  await page.reload()
  await expect(drawer).toBeVisible()
  await api.free('12')
  await remove(api, asha)
})

test('add, edit and delete; a duplicate mobile offers the existing record', async ({ device, api }) => {
  const mobile = unique()
  const { page } = await device('manager', to.customers())
  const fill = async (name: string, number: string) => {
    await page.getByRole('button', { name: 'Add customer' }).first().click()
    const sheet = page.getByRole('dialog', { name: 'Add customer' })
    await sheet.getByLabel('Mobile').fill(number)
    await sheet.getByLabel('Name').fill(name)
    await sheet.getByRole('button', { name: 'Add customer' }).click()
  }
  await fill('Ravi Shankar', mobile)
  await expect(page.getByText('Ravi Shankar was saved')).toBeVisible()
  await fill('Ravi S', `+91 ${mobile}`)
  await expect(page.getByText('Ravi Shankar has this number already.')).toBeVisible()
  await page.getByRole('button', { name: 'Open Ravi Shankar' }).click()
  const drawer = page.getByRole('complementary', { name: 'Ravi Shankar' })
  await expect(drawer).toContainText('Never')
  await drawer.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Ravi Shankar' })
  await edit.getByLabel('Note').fill('Allergic to nuts')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toHaveCount(0)
  await page.getByRole('searchbox').fill(mobile)
  await page.getByRole('button', { name: 'Ravi Shankar', exact: true }).click()
  await expect(drawer).toContainText('Allergic to nuts')
  await drawer.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText(`No customer matches “${mobile}”.`)).toBeVisible()
  expect((await api.call('GET', `/restaurant/customers?mobile_number=${mobile}`)).customers).toEqual([])
})

test("segments New/Regular/Lapsed 60 d; update without _id → 'User ID is required'", async ({ device, api }) => {
  const guest = await add(api, 'Farah Kapadia', unique())
  const { page } = await device('manager', `${to.customers()}?q=${guest.mobile_number}`)
  const press = (segment: string) => page.getByRole('group', { name: 'Segment' }).getByRole('button', { name: segment }).click()
  // A customer who was just added is only in the segment New.
  await press('New')
  await expect(page.getByRole('row', { name: /Farah Kapadia/ })).toContainText('New')
  await press('Regular')
  await expect(page.getByRole('row', { name: /Farah Kapadia/ })).toHaveCount(0)
  await page.goto(to.customers())
  for (const segment of ['New', 'Regular', 'Lapsed']) {
    await press(segment)
    await expect(page).toHaveURL(new RegExp(`segment=${segment.toLowerCase()}`))
    const { customers } = await api.call('GET', `/restaurant/customers?segment=${segment.toLowerCase()}&limit=10`)
    const rows = page.getByRole('row')
    if (customers.length === 0) await expect(page.getByText(`No customer matches ${segment}.`)).toBeVisible()
    else {
      await expect(rows).toHaveCount(customers.length + 1)
      await expect(rows.filter({ has: page.getByRole('cell', { name: segment, exact: true }) })).toHaveCount(customers.length)
    }
  }
  const answer = await fetch(`${baseURL()}/v1/restaurant/customer`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${api.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Nobody' }),
  })
  expect([answer.status, (await answer.json()).message]).toEqual([422, 'User ID is required'])
  await remove(api, guest)
})

test('the list, a drawer and the sheet fit 360 px, accessible in light and dark, with a name of 80 letters', async ({ device, api }) => {
  const long = await add(api, 'M'.repeat(80), unique())
  const { page } = await device('manager', to.customers(), DESKTOP)
  for (const path of [
    to.customers(),
    to.customers({ customer: 'new' }),
    `${to.customers({ customer: long._id })}&q=${long.mobile_number}`,
  ]) {
    await page.setViewportSize(DESKTOP)
    await page.goto(path)
    // A sheet hides the table behind it from assistive tools.
    await expect(page.getByRole('table', { name: 'Customers', includeHidden: true })).toBeAttached()
    for (const theme of ['light', 'dark']) {
      await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme)
      await expectAccessible(page)
    }
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
  await remove(api, long)
})
