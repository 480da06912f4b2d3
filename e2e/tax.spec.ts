import { formatRupees, toPaise, toRupees } from '#domain/money.ts'
import { to } from '#web/core/to.ts'
import { type Api, DESKTOP, expect, expectAccessible, expectNoSidewaysScroll, test } from './support/app.ts'

/** A dish with a GST rate and an MRP of its own (docs/decisions/036), from its sheet to the day's figures. */

type Sold = {
  totalSales: number
  taxes: { taxIncluded?: number }
  taxRates: { tax: string; rate: number; taxable: number; amount: number }[]
}
/** What was sold today, in rupees: all, tax within the prices, and value and tax at GST 18%. */
async function soldToday(api: Api) {
  const { sales } = await api.call<{ sales: Sold }>('POST', '/api/analytics/sales', { period: 'today' })
  const at18 = sales.taxRates.find(({ tax, rate }) => tax === 'gst' && rate === 18)
  return { total: sales.totalSales, inPrices: sales.taxes.taxIncluded ?? 0, taxable: at18?.taxable ?? 0, tax: at18?.amount ?? 0 }
}
/** Adds rupees without the error of fractions. */
const plus = (...rupees: number[]) => toRupees(rupees.reduce((sum, one) => sum + toPaise(one), 0))

test('water at its MRP: rate and price in the dish’s sheet, sold at the counter, on the bill by rates, and the day’s figures agree', async ({
  device,
  api,
}) => {
  const water = `Bottled water ${Date.now() % 100_000}`
  const owner = await device('owner', to.settingsMenu(), DESKTOP)
  const { page } = owner

  await test.step('the owner gives the dish its price, GST 18%, and says that the price includes it', async () => {
    await page.getByRole('button', { name: 'Item', exact: true }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Name', { exact: true }).fill(water)
    await sheet.getByLabel('Price', { exact: true }).fill('40')
    await sheet.getByLabel('Category', { exact: true }).selectOption({ index: 1 })
    await sheet.getByRole('textbox', { name: /^GST/ }).fill('18')
    await sheet.getByLabel('Price includes tax').selectOption('Yes (MRP)')
    await expectAccessible(page)
    await sheet.getByRole('button', { name: 'Add dish' }).click()
    await expect(page.getByText(`${water} is saved`)).toBeVisible()
  })

  const dish = (await api.items()).find(({ name }) => name === water)
  const before = await soldToday(api)
  await api.free('9')
  const cashier = await device('cashier', to.pos({ table: (await api.table('9'))._id }), DESKTOP)
  const pos = cashier.page
  const totals = pos.locator('dl')
  const row = (label: string) => totals.locator('div').filter({ has: pos.getByText(label, { exact: true }) })

  await test.step('the counter sells three, and the guest pays the MRP and nothing on top', async () => {
    await expect(pos.locator('[data-tile]').first()).toBeVisible()
    await pos.keyboard.press('F2')
    await pos.keyboard.type(`3*${water}`)
    await expect(pos.getByRole('region', { name: 'Results' }).getByRole('option')).toHaveCount(1)
    await pos.keyboard.press('Enter')
    // Before the ticket is sent the device counts by itself.
    await expect(row('Less tax in prices')).toContainText('−Rs. 18.30')
    await expect(row('Total')).toContainText('Rs. 120.00')
    await pos.keyboard.press('F8')
    await expect(pos.getByText(/^KOT \d+$/).first()).toBeVisible()
    await pos.keyboard.press('F9')
    await expect(pos.getByRole('button', { name: 'Settle Rs. 120.00' })).toBeVisible()
    for (const [label, amount] of [
      ['Subtotal', 'Rs. 120.00'],
      ['Less tax in prices', '−Rs. 18.30'],
      ['CGST 9%', 'Rs. 9.15'],
      ['SGST 9%', 'Rs. 9.15'],
      ['Total', 'Rs. 120.00'],
    ] as const)
      await expect(row(label)).toContainText(amount)
    await expectAccessible(pos)
    await pos.getByRole('radio', { name: /^UPI/ }).click()
    await pos.getByRole('button', { name: 'Settle Rs. 120.00' }).click()
    await expect.poll(async () => (await api.table('9')).status).toBe('available')
  })

  await test.step('the bill has value and tax of the rate', async () => {
    const [order] = (await api.call<{ orders: { _id: string; grandTotal: number }[] }>('GET', '/orders?limit=1')).orders
    expect(order?.grandTotal).toBe(120)
    await page.goto(to.invoices({ order: order?._id }))
    const bill = page.getByRole('complementary').or(page.getByRole('region', { name: /^Bill \d+$/ }))
    for (const columns of ['48 columns', '32 columns', 'A4']) {
      await page.getByRole('radio', { name: columns }).check()
      for (const text of [
        /Less tax in prices\s*-(Rs\. )?18\.30/,
        /Taxable at GST 18%\s*(Rs\. )?101\.70/,
        /CGST 9%\s*(Rs\. )?9\.15/,
        /SGST 9%\s*(Rs\. )?9\.15/,
      ])
        await expect(bill.last()).toContainText(text)
    }
  })

  await test.step('reports, taxes: the value without tax and the tax are what was paid', async () => {
    const now = {
      total: plus(before.total, 120),
      inPrices: plus(before.inPrices, 18.3),
      taxable: plus(before.taxable, 101.7),
      tax: plus(before.tax, 18.3),
    }
    expect(await soldToday(api)).toEqual(now)
    await page.goto(to.reports({ tab: 'taxes', period: 'today' }))
    const of = (table: string, name: string | RegExp) => page.getByRole('table', { name: table, exact: true }).getByRole('row', { name })
    await expect(of('By rate', /^GST 18%/)).toContainText(formatRupees(now.taxable))
    await expect(of('By rate', /^GST 18%/)).toContainText(formatRupees(now.tax))
    await expect(of('From items to sales', /^Less tax in prices/)).toContainText(`−${formatRupees(now.inPrices)}`)
    await expect(of('From items to sales', /^Together/)).toContainText(formatRupees(now.total))
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)

    await page.goto(to.settingsSummary())
    await expect(of('Sales', /^Less tax in prices/)).toContainText(`−${formatRupees(now.inPrices)}`)
    await expect(of('Sales', /^Sales/).last()).toContainText(formatRupees(now.total))
    await expect(page.getByText(/^Adds up: /)).toContainText(formatRupees(now.total))
  })

  await api.emptyBoard()
  await api.call('DELETE', `/menus/item?id=${dish?._id}`)
})
