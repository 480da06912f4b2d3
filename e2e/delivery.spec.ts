import { randomInt } from 'node:crypto'
import type { OrderShape } from '#domain/api/order.ts'
import { formatPaise, toPaise } from '#domain/money.ts'
import { to } from '#web/core/to.ts'
import { DESKTOP, expect, expectAccessible, PHONE, test } from './support/app.ts'

/** The customer and the address of a Delivery order. */
for (const viewport of [DESKTOP, PHONE])
  test(`a known number brings name and address, which are on the ticket and in Orders, at ${viewport.width}`, async ({ device, api }) => {
    const mobile = `70${randomInt(1_0000_0000)}`.padEnd(10, '5')
    const [dish] = await api.plain()
    const { order: before } = await api.call<{ order: OrderShape }>('POST', '/pos/order', {
      orderType: 'Delivery',
      customer_name: 'Meera Iyer',
      mobile_number: mobile,
      deliveryAddress: 'Flat 302, Lakeview Residency\nRoad No. 12, Banjara Hills',
      kots: [{ kotId: crypto.randomUUID(), items: [{ _id: dish?._id, quantity: 1 }] }],
    })
    await api.call('PUT', '/orders/payment/status', { orderId: before._id, paymentStatus: 'paid', paymentMethod: 'Cash', complete: true })

    const { page } = await device('cashier', to.pos({ draft: 'delivery:1' }), viewport)
    await page.locator('[data-tile]').filter({ hasText: dish?.name }).first().click()
    if (viewport === PHONE) await page.getByRole('button', { name: /^Open the order of/ }).click()
    const customer = page.getByRole('button', { name: /^Customer.*No address$/ })
    await customer.click()
    const sheet = page.getByRole('dialog', { name: 'Customer' })
    await sheet.getByLabel('Mobile').fill(mobile)
    await expect(sheet.getByText('Meera Iyer, 1 visit')).toBeVisible()
    await expect(sheet.getByLabel('Name')).toHaveValue('Meera Iyer')
    await expect(sheet.getByLabel('Delivery address')).toHaveValue('Flat 302, Lakeview Residency\nRoad No. 12, Banjara Hills')
    // With another number, values that were filled in are removed and typed ones stay.
    await sheet.getByLabel('Delivery address').fill('House 7, Kondapur')
    await sheet.getByLabel('Mobile').fill('')
    await expect(sheet.getByLabel('Name')).toHaveValue('')
    await sheet.getByLabel('Mobile').fill(mobile)
    await expect(sheet.getByLabel('Name')).toHaveValue('Meera Iyer')
    await expect(sheet.getByLabel('Delivery address')).toHaveValue('House 7, Kondapur')
    await expectAccessible(page)
    await sheet.getByRole('button', { name: 'Save' }).click()
    await expect(sheet).toBeHidden()
    await expect(page.getByRole('button', { name: /^Meera Iyer.*House 7, Kondapur$/ })).toBeVisible()
    await page
      .getByRole('button', { name: /^Send KOT \(1\)/ })
      .first()
      .click()
    await expect
      .poll(async () => (await api.call<{ orders: OrderShape[] }>('GET', `/orders?search=${mobile}&status=pending`)).orders[0])
      .toMatchObject({ orderType: 'Delivery', customer_name: 'Meera Iyer', deliveryAddress: 'House 7, Kondapur' })

    const { orders } = await api.call<{ orders: OrderShape[] }>('GET', `/orders?search=${mobile}&status=pending`)
    const rider = await device('delivery', to.orders({ order: orders[0]?._id ?? '' }), viewport)
    await expect(rider.page.getByText('House 7, Kondapur')).toBeVisible()
    await rider.page
      .getByRole('button', { name: /^Reprint/ })
      .first()
      .click()
    await expect(rider.page.getByRole('region', { name: 'KOT' }).getByText('Address: House 7, Kondapur')).toBeVisible()
  })

test('packing and delivery: set up, on a delivery’s bill, one of them taken off, printed, settled, and in the day’s figures', async ({
  device,
  api,
}) => {
  const chargesToday = async () => (await api.call('GET', '/orders/daily-summary')).summary.taxes.charges ?? 0
  const before = await chargesToday()
  const [dish] = await api.plain()
  try {
    await test.step('the owner sets them up', async () => {
      const { page } = await device('owner', to.settingsTax())
      for (const [i, [name, amount, per, on]] of [
        ['Packing', '12.50', 'For each portion', 'Take Away and Delivery'],
        ['Delivery', '40', 'Once for the order', 'Delivery'],
      ].entries()) {
        await page.getByRole('button', { name: 'Add charge' }).click()
        const row = page.getByRole('group', { name: `Charge ${i + 1}` })
        await row.getByLabel('Name on the bill').fill(name ?? '')
        await row.getByLabel('Amount').fill(amount ?? '')
        await row.getByLabel('Charged').selectOption(per ?? '')
        await row.getByLabel('On orders').selectOption(on ?? '')
      }
      await expect(page.getByRole('region', { name: /^Take Away/ })).not.toContainText('40.00')
      await expect(page.getByRole('region', { name: /^Delivery/ })).toContainText(/Packing.*12\.50.*Delivery.*40\.00/)
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('No unsaved changes')).toBeVisible()
    })

    const cashier = await device('cashier', to.pos({ draft: 'delivery:1' }))
    const { page } = cashier
    const tile = page.locator('[data-tile]').filter({ hasText: dish?.name }).first()
    await tile.click()
    await tile.click()
    // The totals have them before anything is sent.
    const totals = page.locator('dl').first()
    await expect(totals).toContainText(/Packing.*25\.00.*Delivery.*40\.00/)
    await page.getByRole('button', { name: 'More for this order' }).click()
    await expect(page.getByRole('menuitem', { name: /^Packing and delivery Comes with the first KOT/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Bill & settle/ }).click()
    await page.waitForURL(/[?&]order=/)
    const order = new URL(page.url()).searchParams.get('order') ?? ''
    await page.getByRole('button', { name: 'Change packing and delivery' }).click()
    const dialog = page.getByRole('dialog', { name: 'Packing and delivery' })
    await expect(dialog.getByLabel('Packing')).toHaveValue('25.00')
    await expectAccessible(page)
    await dialog.getByLabel('Delivery').fill('0')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    const bill = page.getByRole('complementary', { name: 'Bill' })
    await expect(bill.locator('dl')).not.toContainText('Delivery')
    const half = ((dish?.price ?? 0) * 2 + 25) * 0.025
    const total = formatPaise(toPaise((dish?.price ?? 0) * 2 + 25) + 2 * Math.round(half * 100))
    await expect(page.getByRole('button', { name: `Settle ${total}` })).toBeVisible()

    await page.getByRole('button', { name: /^Print bill/ }).click()
    const paper = page.getByRole('dialog').getByRole('region')
    await expect(paper).toContainText(/Subtotal.*Packing +Rs\. 25\.00.*Taxable at GST 5%/s)
    await expect(paper).not.toContainText('Delivery Rs.')
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()

    await page.getByRole('button', { name: `Settle ${total}` }).click()
    await expect.poll(async () => (await api.openOrders()).find(({ _id }) => _id === order)?.paymentStatus).toBe('paid')
    await page.goto(to.orders({ order }))
    await expect(page.getByText('Delivery changed by Divya Nair')).toBeVisible()
    await page.getByRole('button', { name: 'Handed over' }).click()
    await page
      .getByRole('alertdialog', { name: /handed over\?$/ })
      .getByRole('button', { name: 'Handed over' })
      .click()
    await expect.poll(chargesToday).toBeCloseTo(before + 25, 2)

    const owner = await device('owner', to.settingsSummary())
    await expect(owner.page.getByRole('region', { name: /^Sales/ })).toContainText(
      `Packing and delivery${formatPaise(toPaise(before + 25))}`,
    )
  } finally {
    await api.call('PUT', '/restaurant/profile', { taxSettings: { charges: [] } })
  }
})
