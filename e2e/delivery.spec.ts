import { randomInt } from 'node:crypto'
import type { OrderShape } from '#domain/api/order.ts'
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
