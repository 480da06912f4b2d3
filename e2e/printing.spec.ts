import { to } from '#web/core/to.ts'
import { printed } from '#web/test/escpos.ts'
import { apiOf, expect, expectAccessible, expectNoSidewaysScroll, test } from './support/app.ts'
import { startAgent } from './support/printAgent.ts'

const BILLS = 'EPSON TM-T82X 80mm'
const KITCHEN = 'RP326 Kitchen 80mm'
/** A PNG: a black bar, 40 by 20. */
const BAR = 'iVBORw0KGgoAAAANSUhEUgAAACgAAAAUCAAAAADaLSBnAAAAEElEQVR42mNgGAWjYBSQAgADNAABhnQi4wAAAABJRU5ErkJggg=='

/** A paper's text: the printable characters of its bytes. */
const textOf = (bytes: Uint8Array) =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/[^\x20-\x7e\n]/g, '')

test('printing: the owner registers two printers, a ticket and a bill come out of the right one, and what did not come out is in the rail', async ({
  device,
}) => {
  test.setTimeout(180_000)
  const api = await apiOf('ownerTwo')
  const { agent, stop } = await startAgent([BILLS, KITCHEN])
  const { restaurant: before } = await api.call('GET', '/restaurant/profile')
  // Names that the browser draws for a printer, one of them from right to left. Which letters it has fonts for is the computer's matter.
  const { menu } = await api.call('POST', '/menus/restaurant', { restaurantId: api.restaurantId })
  const drawn: { _id: string }[] = []
  for (const name of ['पनीर टिक्का', 'شاورما دجاج'])
    drawn.push((await api.call('POST', '/menus/createMenuItem', { name, price: 120, categoryId: menu.categories[0]._id })).item)
  await api.call('PUT', '/restaurant/profile', { imageBase64ForBill: BAR, printSettings: { rasterNames: true, showLogo: true } })
  try {
    const { page } = await device('ownerTwo', to.settingsPrint())
    // The browser asks nobody before a press.
    const printers = page.getByRole('region', { name: 'Printers' })
    await expect(printers).toContainText('Print agent not connected')
    await printers.getByRole('button', { name: 'Connect' }).click()
    await expect(printers).toContainText('Print agent connected')
    await expect(printers).toContainText('QZ Tray 2.2.6 on this computer')

    for (const [name, role] of [
      [BILLS, 'Bills'],
      [KITCHEN, 'KOTs'],
    ] as const) {
      await printers.getByRole('button', { name: 'Add printer' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add printer' })
      await dialog.getByLabel('Printer of this computer').selectOption(name)
      await dialog.getByRole('radio', { name: role }).check()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog).toBeHidden()
    }
    const row = (name: string) => printers.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Test ${name}` }) })
    await expect(row(BILLS)).toContainText('Bills')
    await expect(row(BILLS)).toContainText('Ready')
    await expect(row(KITCHEN)).toContainText('Ready')
    await printers.getByRole('button', { name: `Test ${KITCHEN}` }).click()
    await expect(page.getByText(`Test page printed on ${KITCHEN}`)).toBeVisible()
    expect(agent.printed.map(({ printer }) => printer)).toEqual([KITCHEN])
    expect(textOf(agent.printed[0]!.bytes)).toContain(KITCHEN)
    // Test print is the sample as it stands on the screen, from the printer that prints such papers.
    await page.getByRole('button', { name: 'Test print' }).click()
    await expect(page.getByText(`Printed on ${BILLS}`)).toBeVisible()
    expect(textOf(agent.printed[1]!.bytes)).toMatch(/SAMPLE[^]*Bill No: 0042[^]*Meera Iyer/)
    agent.printed.length = 0
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('switch', { name: 'Print each KOT' }).click()
    await expect(page.getByText('Print each KOT is on')).toBeVisible()

    // A ticket sent by another device is printed on the kitchen's printer, while a page that prints is open.
    await page.goto(to.orders())
    const [dish] = await api.plain()
    const { tables } = await api.call<{ tables: { tableNumber: string; status: string }[] }>('GET', '/tables')
    const number = tables.find(({ status }) => status === 'available')!.tableNumber
    const order = await api.send(number, [{ _id: dish!._id }, ...drawn.map(({ _id }) => ({ _id }))])
    const sent = Date.now()
    await expect.poll(() => agent.printed.length, { intervals: [20] }).toBe(1)
    test.info().annotations.push({ type: 'KOT on paper', description: `${Date.now() - sent} ms` })
    expect(agent.printed[0]!.printer).toBe(KITCHEN)
    expect(textOf(agent.printed[0]!.bytes)).toMatch(new RegExp(`KOT.*${order.kots[0]!.kotNumber}`))
    // The printed dots: each name is there, as wide as the paper allows, and its last letter is not cut.
    const expectNames = (names: ReturnType<typeof printed>['ink'], pictures: ReturnType<typeof printed>['pictures']) => {
      expect(pictures.map(({ width }) => width)).toEqual([576, 576])
      for (const { black, right } of names) {
        expect(black).toBeGreaterThan(200)
        expect(right).toBeLessThan(570)
      }
    }
    const ticket = printed(agent.printed[0]!.bytes)
    expect(ticket.unknown).toEqual([])
    expectNames(ticket.ink, ticket.pictures)

    // The bill is printed on the bills' printer; printed again, it is marked REPRINT.
    await page.goto(`/restaurant/orders?order=${order._id}`)
    const drawer = page.getByRole('group', { name: /^Order of T/ })
    await drawer.getByRole('button', { name: 'Print bill' }).click()
    await expect.poll(() => agent.printed.length).toBe(2)
    expect(agent.printed[1]!.printer).toBe(BILLS)
    const bill = printed(agent.printed[1]!.bytes)
    expect(bill.unknown).toEqual([])
    expect(bill.pictures[0]).toEqual({ width: 40, height: 24 })
    expect(bill.ink[0]!.black).toBeGreaterThan(200)
    expectNames(bill.ink.slice(1), bill.pictures.slice(1))
    await expect(page.getByText(/^Bill \d+ is being printed$/)).toBeVisible()
    await drawer.getByRole('button', { name: 'Print bill' }).click()
    await expect.poll(() => agent.printed.length).toBe(3)
    expect(agent.printed[2]!.printer).toBe(BILLS)
    expect(textOf(agent.printed[2]!.bytes)).toContain('REPRINT')

    // The connection is lost while a paper is printed: it may be printed or not, so the page offers to print it again and never does so by itself.
    agent.next = ['prints, then dies']
    await api.send(number, [{ _id: dish!._id }])
    await page.getByRole('button', { name: 'Not printed (1)' }).click()
    const tray = page.getByRole('dialog', { name: 'Printing' })
    await expect(tray).toContainText('may not have been printed')
    await expectAccessible(page)
    await tray.getByRole('button', { name: /may be a duplicate/ }).click()
    await expect.poll(() => agent.printed.length, { timeout: 40_000 }).toBe(5)
    expect(textOf(agent.printed[4]!.bytes)).toContain('DUPLICATE')
    await expect(page.getByRole('button', { name: 'Printing', exact: true })).toBeVisible()
    await api.settle((await api.openOrders()).find(({ _id }) => _id === order._id)!)
  } finally {
    const { printers } = await api.call<{ printers: { _id: string }[] }>('GET', '/print/printers')
    for (const { _id } of printers) await api.call('DELETE', `/print/printers/${_id}`)
    const { rasterNames, showLogo } = before.printSettings
    await api.call('PUT', '/restaurant/profile', {
      imageBase64ForBill: before.imageBase64ForBill,
      printSettings: { autoPrintKOT: false, rasterNames, showLogo },
    })
    for (const { _id } of drawn) await api.call('DELETE', `/menus/item?id=${_id}`)
    await stop()
  }
})
