import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { aKot } from '#domain/test/shapes.ts'
import { later } from '#web/test/dom.tsx'
import { bill, item, panel, portion } from '#web/test/splitPanel.tsx'

/** The split by items follows what happens meanwhile: payments, money given back, another way chosen, a closed dialog. */

afterEach(() => localStorage.clear())

/** The thali is guest 1's, the water guest 2's, the teas nobody's. */
async function two(...args: Parameters<typeof panel>) {
  const at = await panel(...args)
  await at.byItems()
  await at.user.click(portion(/^Thali/))
  await at.press(/^Guest 2/)
  await at.user.click(portion(/^Water/))
  return at
}
const split = async (at: Awaited<ReturnType<typeof panel>>) => {
  await at.press('Split')
  return at
}

it('a guest who pays while items are chosen is no longer the one who gets them', async () => {
  const at = await split(await two())
  await at.press('More ways to split')
  expect(screen.getByRole('button', { name: /^Guest 1/ }).getAttribute('aria-pressed')).toBe('true')
  at.move({ method: 'UPI', amount: 300 })
  expect(screen.queryByRole('button', { name: /^Guest 1/ })).toBeNull()
  expect(screen.getByRole('button', { name: /^Guest 2/ }).getAttribute('aria-pressed')).toBe('true')
  await at.user.click(portion(/^Tea 1/))
  expect(portion(/^Tea 1/).textContent).toMatch(/Guest 2$/)
  await at.press('Split')
  await waitFor(() =>
    expect(at.rows()).toEqual(['Guest 1, UPI Received Rs. 300.00', 'Guest 2, UPI Now Rs. 56.00', 'The rest Next Rs. 25.00']),
  )
})

it('another way to split keeps who has what and who has paid: Items is one press away', async () => {
  const at = await split(await two())
  at.move({ method: 'UPI', amount: 300 })
  await at.user.click(screen.getByRole('radio', { name: /^Whole/ }))
  await waitFor(() => expect(at.rows()).toEqual(['UPI Received Rs. 300.00']))
  await at.user.click(screen.getByRole('radio', { name: 'Items' }))
  await waitFor(() =>
    expect(at.rows()).toEqual(['Guest 1, UPI Received Rs. 300.00', 'Guest 2, UPI Now Rs. 31.00', 'The rest Next Rs. 50.00']),
  )
})

it('what was chosen stays when the dialog is closed by Escape, also on a reload', async () => {
  const first = await two()
  await first.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  first.unmount()
  const second = await panel()
  await second.press('More ways to split')
  expect(portion(/^Thali/).textContent).toMatch(/Guest 1$/)
  await second.press('Split')
  expect(second.rows()).toEqual(['Guest 1, UPI Now Rs. 300.00', 'Guest 2 Next Rs. 31.00', 'The rest Next Rs. 50.00'])
})

it('guests who are not there are removed, the last one first, and share nothing; who has paid stays', async () => {
  const at = await panel({ ...bill, guests: 4 })
  await at.byItems()
  await at.press('Everyone')
  await at.user.click(portion(/^Thali/))
  await at.press('Remove guest 4')
  await at.press('Remove guest 3')
  expect(portion(/^Thali/).textContent).toMatch(/Everyone$/)
  expect(screen.getByRole('button', { name: 'Remove guest 2' }).getAttribute('aria-disabled')).toBe('true')
  await at.press('Split')
  expect(at.rows()).toEqual(['Guest 1, UPI Now Rs. 150.00', 'Guest 2 Next Rs. 150.00', 'The rest Next Rs. 81.00'])
  at.move({ method: 'UPI', amount: 150 })
  await at.press('More ways to split')
  await at.press('Add a guest')
  await at.press('Remove guest 3')
  expect(screen.getByRole('button', { name: 'Remove guest 2' }).getAttribute('aria-disabled')).toBe('true')
})

it('nothing is split anew while a payment is on its way', async () => {
  const at = await split(await two())
  const answer = later<void>()
  at.hold(answer.promise)
  await at.settle()
  await at.press('More ways to split')
  await at.user.click(portion(/^Tea 1/))
  expect(screen.getByRole('button', { name: 'Split' }).getAttribute('aria-disabled')).toBe('true')
  await act(async () => answer.settle())
  await waitFor(() => expect(screen.getByRole('button', { name: 'Split' }).getAttribute('aria-disabled')).toBeNull())
  // Given to guest 1 before the payment came, who has not paid for it.
  expect(portion(/^Tea 1/).textContent).toMatch(/Nobody yet$/)
  await at.press('Split')
  await waitFor(() =>
    expect(at.rows()).toEqual(['Guest 1, UPI Received Rs. 300.00', 'Guest 2, UPI Now Rs. 31.00', 'The rest Next Rs. 50.00']),
  )
})

it('two shares paid at another till while the panel is closed are these guests’, and a correction keeps the names', async () => {
  const first = await split(await two())
  const order = first.order()
  first.unmount()
  const second = await panel(order)
  second.move({ method: 'Cash', amount: 300 }, { method: 'UPI', amount: 31 })
  await waitFor(() =>
    expect(second.rows()).toEqual(['Guest 1, Cash Received Rs. 300.00', 'Guest 2, UPI Received Rs. 31.00', 'The rest, UPI Now Rs. 50.00']),
  )
  second.move({ method: 'Cash', amount: -300, corrects: 'p0' }, { method: 'Card', amount: 300, corrects: 'p0' })
  await waitFor(() =>
    expect(second.rows()).toEqual(['Guest 2, UPI Received Rs. 31.00', 'Guest 1, Card Received Rs. 300.00', 'The rest, UPI Now Rs. 50.00']),
  )
})

it('of ten equal shares two that were paid in one step are two', async () => {
  const at = await panel({ ...bill, grandTotal: 400 })
  await at.press('More ways to split')
  await at.press('10 ways')
  at.move({ method: 'Cash', amount: 40 }, { method: 'Cash', amount: 40 })
  await waitFor(() => expect(at.rows()).toHaveLength(10))
  expect(at.rows().slice(1, 4)).toEqual(['Share 2, Cash Received Rs. 40.00', 'Share 3, UPI Now Rs. 40.00', 'Share 4 Next Rs. 40.00'])
})

it('without the history of payments no guest’s name is at a sum by method', async () => {
  const at = await split(await two(bill, { rowsKnown: false }))
  at.move({ method: 'UPI', amount: 300 }, { method: 'UPI', amount: 31 })
  expect(at.rows()).toEqual(['UPI Received Rs. 331.00', 'The rest, UPI Now Rs. 50.00'])
})

it('the dialog closes when the bill is paid at another till', async () => {
  const at = await two()
  at.move({ method: 'UPI', amount: 381 })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByText('Everything has been received')).toBeTruthy()
})

it('says what is nobody’s by the portions, also where it costs nothing', async () => {
  const [kot] = bill.kots
  const at = await panel({ ...bill, kots: [{ ...kot!, items: [item('Thali', 381), item('Papad', 0)] }] })
  await at.byItems()
  await at.user.click(portion(/^Thali/))
  expect(screen.getByText(/^Nobody’s yet/).textContent).toMatch(/Rs\. 0\.00$/)
  await at.user.click(portion(/^Papad/))
  expect(screen.getByText('Everything is given to a guest')).toBeTruthy()
})

it('brings the guest who is chosen into view', async () => {
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
  const at = await panel({ ...bill, guests: 9 })
  await at.byItems()
  shown.mockClear()
  await at.press('Add a guest')
  const chip = within(screen.getByRole('group', { name: 'Guest' })).getByRole('button', { name: /^Guest 10/ })
  expect(shown.mock.contexts).toContain(chip)
  shown.mockRestore()
})

it('a dish added together with a payment is told', async () => {
  const at = await split(await two())
  const [kot] = at.order().kots
  at.change({
    ...at.order(),
    kots: [{ ...kot!, items: [...(kot?.items ?? []), item('Coke', 60)] }],
    grandTotal: 441,
    payments: [{ method: 'UPI', amount: 300 }],
  })
  expect(screen.queryByText('Changed on another device: +1 Coke')).not.toBeNull()
})

it.each(['Whole bill', '2 ways'])(
  '%s: a dish from another device is told, and the cash that was typed stays until money comes',
  async (how) => {
    const at = await panel()
    if (how === '2 ways') await at.user.click(screen.getByRole('radio', { name: 'Split' }))
    await at.user.click(screen.getByRole('radio', { name: /^Cash/ }))
    await at.user.click(document.body)
    await at.user.keyboard('500')
    const cash = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Cash received/ }).value
    expect(cash()).toBe('500')
    const [kot] = at.order().kots
    at.change({ ...at.order(), kots: [{ ...kot!, items: [...(kot?.items ?? []), item('Coke', 60)] }], grandTotal: 441 })
    expect(cash()).toBe('500')
    expect(screen.getByText('Changed on another device: +1 Coke')).toBeTruthy()
    at.move({ method: 'Cash', amount: 100 })
    expect(cash()).not.toBe('500')
    expect(screen.queryByText(/^Changed on another device/)).toBeNull()
  },
)

it('what an earlier version kept of this order is let go', async () => {
  localStorage.setItem('tawa_split', JSON.stringify({ orderId: 'bill', total: 38100, received: 0, split: '5', done: 0, items: null }))
  const at = await panel()
  expect(at.rows()).toEqual([])
})

it('of two guests who paid the same by one method, the one whose payment is given back pays again', async () => {
  const even = { ...bill, kots: [aKot([item('Thali', 300), item('Kebab', 300)])], grandTotal: 600 }
  const at = await panel(even)
  await at.byItems()
  await at.user.click(portion(/^Thali/))
  await at.press(/^Guest 2/)
  await at.user.click(portion(/^Kebab/))
  await at.press('Split')
  at.move({ method: 'UPI', amount: 300 })
  await waitFor(() => expect(at.rows()).toEqual(['Guest 1, UPI Received Rs. 300.00', 'Guest 2, UPI Now Rs. 300.00']))
  at.move({ method: 'UPI', amount: 300 })
  await waitFor(() => expect(at.rows()[1]).toBe('Guest 2, UPI Received Rs. 300.00'))
  await at.press('Take back or correct Guest 1, UPI')
  await at.user.click(await screen.findByRole('menuitem', { name: 'Give back' }))
  at.move({ method: 'UPI', amount: -300 })
  await at.user.keyboard('{Escape}')
  await waitFor(() => expect(at.rows()).toEqual(['Guest 2, UPI Received Rs. 300.00', 'Guest 1, UPI Now Rs. 300.00']))
})
