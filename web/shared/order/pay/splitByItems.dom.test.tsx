import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { aKot } from '#domain/test/shapes.ts'
import { bill, item, panel, portion, total } from '#web/test/splitPanel.tsx'

afterEach(() => localStorage.clear())

it('is split among any number of guests: five equal shares, the last with the remaining paise', async () => {
  const { press, rows } = await panel({ ...bill, grandTotal: 381.03 })
  await press('More ways to split')
  expect(within(screen.getByRole('group', { name: 'In equal shares' })).getAllByRole('button')).toHaveLength(19)
  await press('5 ways')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect((screen.getByRole('radio', { name: '5 ways' }) as HTMLInputElement).checked).toBe(true)
  expect(rows()).toEqual([
    'Share 1, UPI Now Rs. 76.20',
    'Share 2 Next Rs. 76.20',
    'Share 3 Next Rs. 76.20',
    'Share 4 Next Rs. 76.20',
    'Share 5 Next Rs. 76.23',
  ])
  expect(screen.getByText(/Share 1 of 5/)).toBeTruthy()
})

it('each guest pays for the chosen items, a shared one in equal parts, and what nobody took comes last', async () => {
  const { press, rows, settle, byItems, paid, user } = await panel()
  await byItems()
  expect(screen.getByRole('button', { name: 'Split' }).getAttribute('aria-disabled')).toBe('true')
  await user.click(portion(/^Thali/))
  await user.click(portion(/^Tea 1 of 2/))
  await press(/^Guest 2/)
  await user.click(portion(/^Tea 1 of 2/))
  await user.click(portion(/^Tea 2 of 2/))
  expect(portion(/^Tea 1 of 2/).textContent).toMatch(/Everyone$/)
  expect(portion(/^Tea 2 of 2/).textContent).toMatch(/Guest 2$/)
  expect(portion(/^Water/).textContent).toMatch(/Nobody yet$/)
  expect(portion(/^Thali/).getAttribute('aria-pressed')).toBe('false')
  expect(screen.getByText(/^Nobody’s yet/).textContent).toMatch(/Rs\. 31\.00$/)
  await press('Split')
  expect(rows()).toEqual(['Guest 1, UPI Now Rs. 312.50', 'Guest 2 Next Rs. 37.50', 'The rest Next Rs. 31.00'])
  expect(screen.getByRole('radiogroup', { name: 'Guest 1 paid by' })).toBeTruthy()
  await settle()
  await waitFor(() => expect(rows()).toEqual(['Guest 1, UPI Received Rs. 312.50', 'Guest 2, UPI Now Rs. 37.50', 'The rest Next Rs. 31.00']))
  await settle()
  await waitFor(() => expect(rows()).toHaveLength(3))
  await settle()
  await waitFor(() => expect(paid).toEqual([312.5, 37.5, 31].map((amount) => ({ method: 'UPI', amount }))))
})

it('an item is given to everyone by one press, and a guest is added', async () => {
  const { press, rows, byItems, user } = await panel()
  await byItems()
  await press('Add a guest')
  await press('Everyone')
  await user.click(portion(/^Thali/))
  await user.click(portion(/^Tea 1/))
  await user.click(portion(/^Tea 1/))
  await press('Split')
  expect(rows()).toEqual(['Guest 1, UPI Now Rs. 100.00', 'Guest 2 Next Rs. 100.00', 'Guest 3 Next Rs. 100.00', 'The rest Next Rs. 81.00'])
})

it('works by keyboard alone: digits choose the guest, Enter gives the item and settles nothing', async () => {
  const { rows, user, paid } = await panel()
  screen.getByRole('button', { name: 'More ways to split' }).focus()
  await user.keyboard('{Enter}')
  screen.getByRole('button', { name: 'By items' }).focus()
  await user.keyboard('{Enter}2')
  expect(screen.getByRole('button', { name: /^Guest 2/ }).getAttribute('aria-pressed')).toBe('true')
  portion(/^Water/).focus()
  await user.keyboard('{Enter}')
  screen.getByRole('button', { name: 'Split' }).focus()
  await user.keyboard('{Enter}')
  expect(rows()).toEqual(['Guest 2, UPI Now Rs. 31.00', 'The rest Next Rs. 350.00'])
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More ways to split' })))
  expect(paid).toEqual([])
})

it('a dish that is cancelled or added on another device while items are chosen is named, and the choices that fit stay', async () => {
  const { change, press, rows, byItems, user, order } = await panel()
  await byItems()
  await user.click(portion(/^Thali/))
  await press(/^Guest 2/)
  await user.click(portion(/^Water/))
  const [kot] = order().kots
  const items = [
    ...(kot?.items ?? []).map((line) => (line.lineId === 'Water' ? { ...line, status: 'Cancelled' as const } : line)),
    item('Coke', 60),
  ]
  const now = { ...order(), kots: [{ ...kot!, items }] }
  change({ ...now, grandTotal: total(now) })
  expect(within(screen.getByRole('dialog')).getByText(/Changed on another device: 1 Water cancelled, \+1 Coke/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Water/ })).toBeNull()
  expect(portion(/^Thali/).textContent).toMatch(/Guest 1$/)
  await user.click(portion(/^Coke/))
  await press('Split')
  expect(rows()).toEqual(['Guest 1, UPI Now Rs. 300.00', 'Guest 2 Next Rs. 60.00', 'The rest Next Rs. 50.00'])
})

it('a bill that changes once it is split is split anew with the same choices, and the panel says what changed', async () => {
  const { change, press, rows, byItems, user, order } = await panel()
  await byItems()
  await user.click(portion(/^Thali/))
  await press('Split')
  const now = { ...order(), kots: [...order().kots, aKot([item('Coke', 60)])] }
  change({ ...now, grandTotal: total(now) })
  expect(rows()).toEqual(['Guest 1, UPI Now Rs. 300.00', 'The rest Next Rs. 141.00'])
  expect(screen.getByText('Changed on another device: +1 Coke')).toBeTruthy()
})

it('a dish in the place of another at the same price is nobody’s', async () => {
  const { change, press, rows, byItems, user, order } = await panel()
  await byItems()
  await user.click(portion(/^Thali/))
  await press(/^Guest 2/)
  await user.click(portion(/^Water/))
  await press('Split')
  const [kot] = order().kots
  const items = (kot?.items ?? []).map((line) => (line.lineId === 'Water' ? { ...line, status: 'Cancelled' as const } : line))
  change({ ...order(), kots: [{ ...kot!, items: [...items, item('Juice', 31)] }] })
  expect(rows()).toEqual(['Guest 1, UPI Now Rs. 300.00', 'The rest Next Rs. 81.00'])
})

it('who has paid for an item keeps it, and the others can still choose', async () => {
  const { press, rows, settle, byItems, user } = await panel()
  await byItems()
  await user.click(portion(/^Thali/))
  await press(/^Guest 2/)
  await user.click(portion(/^Thali/))
  await press('Split')
  expect(rows()).toEqual(['Guest 1, UPI Now Rs. 150.00', 'Guest 2 Next Rs. 150.00', 'The rest Next Rs. 81.00'])
  await settle()
  await waitFor(() => expect(rows()[0]).toBe('Guest 1, UPI Received Rs. 150.00'))
  await press('More ways to split')
  expect(portion(/^Thali/).hasAttribute('disabled')).toBe(true)
  expect(portion(/^Thali/).textContent).toMatch(/Everyone, paid$/)
  expect(screen.queryByRole('button', { name: /^Guest 1/ })).toBeNull()
  await user.click(portion(/^Water/))
  await press('Split')
  expect(rows()).toEqual(['Guest 1, UPI Received Rs. 150.00', 'Guest 2, UPI Now Rs. 181.00', 'The rest Next Rs. 50.00'])
})

it('stays when the panel is closed and opened again, also on a reload, and goes when the bill is paid whole', async () => {
  const first = await panel()
  await first.byItems()
  await first.user.click(portion(/^Thali/))
  await first.press('Split')
  first.unmount()
  const second = await panel()
  expect(second.rows()).toEqual(['Guest 1, UPI Now Rs. 300.00', 'The rest Next Rs. 81.00'])
  await second.user.click(screen.getByRole('radio', { name: /^Whole/ }))
  second.unmount()
  const third = await panel()
  expect(third.rows()).toEqual([])
  third.unmount()
  const other = await panel({ ...bill, _id: 'another' })
  expect(other.rows()).toEqual([])
})

it('the tenth guest and those after are reached by keyboard too: N is the next guest, P the one before', async () => {
  const { user, byItems } = await panel({ ...bill, guests: 12 })
  await byItems()
  const chosen = () => screen.getByRole('group', { name: 'Guest' }).querySelector('[aria-pressed=true]')?.textContent
  await user.keyboard('9nnn')
  expect(chosen()).toMatch(/^Guest 12 /)
  await user.keyboard('n')
  expect(chosen()).toMatch(/^Guest 1 /)
  await user.keyboard('pp')
  expect(chosen()).toMatch(/^Guest 11 /)
})
