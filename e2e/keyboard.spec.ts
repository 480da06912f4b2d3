import type { Locator } from '@playwright/test'
import { expect, test, WALL } from './support/app.ts'

/** Screens used by keyboard alone (SCREENS G10, G11): these tests never press a pointer. */
test('the point of sale: table, search, quantity, send', async ({ device, api }) => {
  await api.free('10')
  const [item] = await api.plain()
  if (!item) throw new Error('no plain dish')
  const { page } = await device('cashier', '/restaurant/pos')
  await expect(page.getByRole('button', { name: /^Choose table/ }).first()).toBeVisible()
  await page.keyboard.press('t')
  const table = page.getByRole('dialog').getByRole('button', { name: /^T10\b/ })
  await expect(table).toBeVisible()
  await table.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('F2')
  await page.keyboard.type(item.name)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.keyboard.press('+')
  await expect(page.getByRole('button', { name: /^Send KOT \(2\)/ }).first()).toBeVisible()
  await page.keyboard.press('F8')
  await expect
    .poll(async () => {
      const { order } = await api.call('POST', '/orders/active', { tableId: (await api.table('10'))._id })
      return order?.kots[0]?.items.map((i: { itemName: string; quantity: number }) => [i.itemName, i.quantity])
    })
    .toEqual([[item.name, 2]])
})

test('the kitchen: a digit chooses, Enter makes ready, Backspace takes it back', async ({ device, api }) => {
  await api.free('10')
  // Only the first nine tickets have a digit.
  await api.emptyBoard()
  const [item] = await api.plain()
  const order = await api.send('10', [{ _id: item?._id ?? '' }])
  const { page } = await device('kitchen', '/restaurant/kitchen', WALL)
  const ticket = page.getByRole('article').filter({ hasText: `KOT ${order.kots[0]?.kotNumber}` })
  await expect(ticket).toBeVisible()
  const number = await ticket.locator('kbd').textContent()
  await page.keyboard.press(number?.trim() ?? '')
  await page.keyboard.press('Enter')
  const status = async () => {
    const answer = await api.call('POST', '/orders/active', { tableId: order.tableId })
    return answer.order?.kots[0]?.items[0]?.status
  }
  await expect.poll(status).toBe('Ready')
  await page.keyboard.press('Backspace')
  await expect.poll(status).toBe('Preparing')
  await api.free('10')
})

test('closing a dialog returns the focus to the button, or to the button of the menu, that opened it', async ({ device, api }) => {
  await api.free('10')
  const [item] = await api.plain()
  if (!item) throw new Error('no plain dish')
  const order = await api.send('10', [{ _id: item._id }])
  const { page } = await device('cashier', `/restaurant/orders?order=${order._id}`)
  const back = async (from: Locator) => {
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0)
    await expect(from).toBeFocused()
  }
  const note = page.getByRole('button', { name: 'Note', exact: true })
  await note.focus()
  await back(note)
  const more = page.getByRole('button', { name: `More for ${item.name}` })
  await more.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Cancel item' }).focus()
  await back(more)
  await api.free('10')
})
