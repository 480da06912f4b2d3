import { to } from '#web/core/to.ts'
import { readFile, writeFile } from 'node:fs/promises'
import { type Api, expect, expectAccessible, test } from './support/app.ts'

/** An invoice on A4 (SCREENS §2.2 "/restaurant/invoices"): what the browser prints, counted in pages. */
async function settled(api: Api, lines: number, additionalNote = ''): Promise<string> {
  const dishes = await api.plain()
  await api.free('5')
  const items = Array.from({ length: lines }, (_, i) => ({ _id: dishes[i % dishes.length]!._id, quantity: 1 }))
  const { _id } = await api.send('5', items)
  if (additionalNote) await api.call('PUT', '/pos/order', { orderId: _id, orderData: { additionalNote } })
  await api.call('PUT', '/orders/payment/status', { orderId: _id, paymentStatus: 'paid', paymentMethod: 'Cash', complete: true })
  await api.emptyBoard()
  return _id
}

test('an invoice of 25 lines prints on one A4 page, and nothing but the invoice', async ({ device, api }) => {
  test.slow()
  const { page } = await device('cashier', to.invoices({ order: await settled(api, 25) }))
  await page.getByRole('radio', { name: 'A4' }).click()
  const sheet = page.getByRole('region', { name: /^Bill \d+$/ })
  await expect(sheet.getByText('TAX INVOICE')).toBeVisible()
  await expectAccessible(page)
  const pdf = await page.pdf({ preferCSSPageSize: true })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  // A4 in points.
  expect(pdf.toString('latin1')).toMatch(/\/MediaBox\s*\[0 0 59[45]\.\d+ 84[12]\.\d+\]/)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation')).toHaveCount(0)

  // At 200% zoom, where the list still has columns, invoice numbers are not cut.
  await page.emulateMedia({ media: null })
  await page.setViewportSize({ width: 640, height: 400 })
  await page.goto(to.invoices())
  const numbers = page.locator('td').getByText(/^SY\/\d\d-\d\d\/\d+$/)
  await expect(numbers.first()).toBeVisible()
  expect(await numbers.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent))).toEqual(
    [],
  )
})

test('a note without a blank is broken on A4: the taxes and the total beside it stay on the paper', async ({ device, api }) => {
  const { page } = await device('cashier', to.invoices({ order: await settled(api, 1, 'x'.repeat(280)) }))
  await page.getByRole('radio', { name: 'A4' }).click()
  const beyond = (sheet: Element) =>
    [sheet, ...sheet.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > sheet.getBoundingClientRect().right + 1)
      .length
  await expect(page.getByText(/^Note: x/).filter({ visible: true })).toBeVisible()
  expect(await page.locator('.a4-page .a4').evaluate(beyond)).toBe(0)
  // The 182 mm of A4 that can be printed on.
  await page.setViewportSize({ width: 688, height: 1000 })
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('#print-root .a4').evaluate(beyond)).toBe(0)
})

test('a guest who asks gets the bill as a PDF, from Invoices, Orders and the till, under the page’s own policy', async ({
  device,
  api,
}) => {
  const [dish] = await api.plain()
  await api.free('5')
  const { _id: order } = await api.send('5', [{ _id: dish!._id }])
  await api.call('POST', `/orders/${order}/bill`)
  const { page } = await device('cashier', to.invoices({ order }))
  const saved = async (press: () => Promise<void>) => {
    const [download] = await Promise.all([page.waitForEvent('download'), press()])
    expect(download.suggestedFilename()).toMatch(/^Invoice [A-Z]+-\d\d-\d\d-\d+\.pdf$/)
    const bytes = await readFile(await download.path())
    if (process.env.KEEP_PDF) await writeFile(process.env.KEEP_PDF, bytes)
    return bytes.toString('latin1')
  }
  const file = await saved(() => page.getByRole('button', { name: 'Save as PDF' }).click())
  expect(file).toMatch(/^%PDF-1\.\d[^]*\/MediaBox \[0 0 226\.7/)
  await page.goto(`/restaurant/orders?order=${order}`)
  await page.getByRole('button', { name: 'More for this order' }).click()
  expect(await saved(() => page.getByRole('menuitem', { name: 'Bill as PDF' }).click())).toMatch(/^%PDF/)
  await page.goto(to.pos({ order }))
  await page.getByRole('button', { name: 'More for this order' }).click()
  expect(await saved(() => page.getByRole('menuitem', { name: 'Bill as PDF' }).click())).toMatch(/^%PDF/)
  await api.free('5')
})
