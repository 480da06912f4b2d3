import { act, fireEvent, renderHook } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isCash } from '#domain/tender.ts'
import { keepTyped } from '../typedAhead.ts'
import { TOGETHER, useDigits } from './useDigits.ts'
import type { Tendering } from './useTender.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A bill of Rs. 980.00 at a till that preselects UPI. */
function till({ methods = ['Cash', 'UPI', 'Card', 'Wallet', 'Voucher'], split = 'whole' as Tendering['split'] } = {}) {
  const settle = vi.fn<(method: string, typed: string | null) => void>()
  const { result, rerender, unmount } = renderHook(
    ({ left }: { left: number }) => {
      const [method, choose] = useState('UPI')
      const [typed, type] = useState<{ text: string; fresh: boolean } | null>(null)
      const tender = { methods, method, cash: isCash(method), split, left, due: left, choose, typed, type } as Tendering
      return { method, typed, choose, ...useDigits(tender, () => settle(method, typed?.text ?? null)) }
    },
    { initialProps: { left: 98000 } },
  )
  const key = (name: string) =>
    act(() => {
      fireEvent.keyDown(document.body, { key: name })
      if (name === 'Backspace') result.current.back()
      else if (/^\d$/.test(name)) result.current.press(name)
    })
  const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
  const type = (text: string) => [...text].forEach(key)
  const shown = () => [result.current.method, result.current.typed?.text ?? null]
  return {
    settle,
    key,
    wait,
    type,
    shown,
    settles: () => result.current.settles,
    unmount,
    choose: (method: string) => act(() => result.current.choose(method)),
    change: (left: number) => rerender({ left }),
  }
}

it('a digit chooses its method, and the same one again settles exactly once no other follows', () => {
  const { settle, key, wait, shown } = till()
  key('3')
  expect(shown()).toEqual(['Card', null])
  wait(5000)
  expect(settle).not.toHaveBeenCalled()
  key('3')
  wait(TOGETHER - 1)
  expect(settle).not.toHaveBeenCalled()
  wait(1)
  expect(settle).toHaveBeenCalledExactlyOnceWith('Card', null)
})

it.each(['1500', '1100', '1234', '2200', '980', '5550', '60', '1000'])(
  '%s is taken as the cash handed over, and settles nothing',
  (text) => {
    const { settle, type, wait, shown } = till()
    type(text)
    wait(5000)
    expect(shown()).toEqual(['Cash', text])
    expect(settle).not.toHaveBeenCalled()
  },
)

it.each([
  ['1', '1000', 'Cash'],
  ['1', '1100', 'Cash'],
  ['1', '12500', 'Cash'],
  ['3', '2000', 'Card'],
])('%s and then quickly %s: the first digit chose the method, and what follows covers the bill', (first, amount, method) => {
  const { settle, type, key, wait, shown } = till()
  type(first + amount)
  wait(5000)
  expect(shown()).toEqual([method, method === 'Cash' ? amount : null])
  key('Backspace')
  expect(shown()).toEqual([method, method === 'Cash' ? amount.slice(0, -1) : null])
  expect(settle).not.toHaveBeenCalled()
})

it('1 and then quickly less than the bill is one amount: nobody knows where it would begin', () => {
  const { type, shown } = till()
  type('1600')
  expect(shown()).toEqual(['Cash', '1600'])
})

it('of a bill of Rs. 54, 1 and then quickly 600 is 600; a leading 0 begins no amount', () => {
  const { type, key, change, shown } = till()
  change(5400)
  type('1600')
  expect(shown()).toEqual(['Cash', '600'])
  key('Escape')
  type('1060')
  expect(shown()).toEqual(['Cash', '1060'])
})

it('in a split by amounts, the digit before what covers the bill chose its method', () => {
  const { type, shown } = till({ split: 'amounts' })
  type('3980')
  expect(shown()).toEqual(['Card', '980'])
})

it('says that it will settle until a digit follows or it has', () => {
  const { type, key, wait, settles } = till()
  type('3')
  expect(settles()).toBe(false)
  type('3')
  expect(settles()).toBe(true)
  type('0')
  expect(settles()).toBe(false)
  key('Escape')
  type('33')
  expect(settles()).toBe(true)
  wait(TOGETHER)
  expect(settles()).toBe(false)
})

it('once it is an amount, a late digit is added to it, and Backspace removes the last digit', () => {
  const { settle, type, key, wait, shown } = till()
  type('110')
  wait(3000)
  type('0')
  expect(shown()).toEqual(['Cash', '1100'])
  key('Backspace')
  key('Backspace')
  type('55')
  wait(3000)
  expect(shown()).toEqual(['Cash', '1155'])
  expect(settle).not.toHaveBeenCalled()
})

it('two digits with a method each, or digits that come slowly, only choose', () => {
  const { settle, type, key, wait, shown } = till()
  type('13')
  wait(3000)
  expect(shown()).toEqual(['Card', null])
  for (const digit of '1245') {
    key(digit)
    wait(TOGETHER)
  }
  expect(shown()).toEqual(['Voucher', null])
  expect(settle).not.toHaveBeenCalled()
})

it('two digits that cover a small bill are the cash for it; the same digit twice settles it exactly', () => {
  const { settle, type, key, wait, change, shown } = till()
  change(1000)
  type('12')
  wait(5000)
  expect(shown()).toEqual(['Cash', '12'])
  expect(settle).not.toHaveBeenCalled()
  key('Escape')
  type('22')
  wait(TOGETHER)
  expect(settle).toHaveBeenCalledExactlyOnceWith('UPI', '12')
})

it('after a press of the pointer, another key or a change of the bill, the second digit settles nothing', () => {
  const { settle, type, key, wait, change, unmount } = till()
  for (const happens of [() => act(() => void fireEvent.pointerDown(document.body)), () => key('Escape'), () => change(90000), unmount]) {
    type('33')
    happens()
    wait(3000)
    expect(settle).not.toHaveBeenCalled()
  }
})

it('in a split by amounts the amount is for the method that was shown', () => {
  const { type, shown } = till({ split: 'amounts' })
  type('250')
  expect(shown()).toEqual(['UPI', '250'])
})

it('a till without cash takes no amount, and the method stays as it was', () => {
  const { settle, type, wait, shown } = till({ methods: ['Card', 'UPI', 'Wallet'] })
  type('1100')
  wait(3000)
  expect(shown()).toEqual(['UPI', null])
  expect(settle).not.toHaveBeenCalled()
})

const pressed = (key: string) => !fireEvent.keyDown(document.body, { key })

it('digits typed while the panel opens are the cash received, not a search; Enter among them settles nothing', () => {
  keepTyped()
  for (const key of ['5', '0', '0', '1', 'Backspace', '0', 'Enter']) expect(pressed(key)).toBe(true)
  const { settle, wait, shown } = till()
  expect(shown()).toEqual(['Cash', '5000'])
  wait(5000)
  expect(settle).not.toHaveBeenCalled()
})

it('a dialog that opens meanwhile gets the keys', () => {
  keepTyped()
  const dialog = document.body.appendChild(Object.assign(document.createElement('div'), { role: 'dialog' }))
  expect(fireEvent.keyDown(dialog, { key: '4' })).toBe(true)
  dialog.remove()
  expect(pressed('5')).toBe(false)
})

it('keys work as usual again when no panel will open, after another key or a press of the pointer, or when the panel takes too long', () => {
  keepTyped().end()
  expect(pressed('5')).toBe(false)
  for (const ends of [() => pressed('x'), () => fireEvent.pointerDown(document.body), () => vi.advanceTimersByTime(10_000)]) {
    keepTyped()
    expect(pressed('5')).toBe(true)
    ends()
    expect(pressed('5')).toBe(false)
  }
  expect(till().shown()).toEqual(['UPI', null])
})

it('no panel opens over what the person does by then: after a letter, F2, Escape or a long wait; F9 once more or a press of the pointer is no reason', () => {
  for (const [happens, opens] of [
    [() => pressed('5'), true],
    [() => fireEvent.pointerDown(document.body), true],
    [() => pressed('F9'), true],
    [() => pressed('F2'), false],
    [() => pressed('c'), false],
    [() => pressed('Escape'), false],
    [() => vi.advanceTimersByTime(10_000), false],
  ] as const) {
    const keeping = keepTyped()
    happens()
    expect(keeping.mayOpen()).toBe(opens)
    keeping.end()
  }
})

it('nor after a letter, a digit or F2 that follows a press of the pointer, Tab or F9 once more, until the answer', () => {
  const pointer = () => fireEvent.pointerDown(document.body)
  const tab = () => pressed('Tab')
  for (const [first, then] of [
    [pointer, 'c'],
    [pointer, '7'],
    [tab, 'c'],
    [tab, 'F2'],
    [() => pressed('F9'), 'F2'],
  ] as const) {
    const keeping = keepTyped()
    first()
    expect(pressed(then)).toBe(false)
    expect(keeping.mayOpen()).toBe(false)
    keeping.end()
  }
  const answered = keepTyped()
  pointer()
  answered.end()
  pressed('c')
  expect(answered.mayOpen()).toBe(true)
})

it('digits after an impatient second F9 are the cash received, too', () => {
  keepTyped()
  pressed('F9')
  for (const key of '50') expect(pressed(key)).toBe(true)
  expect(till().shown()).toEqual(['Cash', '50'])
})

it('digits are kept again when the panel opens after a press of the pointer', () => {
  keepTyped()
  fireEvent.pointerDown(document.body)
  keepTyped()
  for (const key of '50') expect(pressed(key)).toBe(true)
  expect(till().shown()).toEqual(['Cash', '50'])
  expect(pressed('5')).toBe(false)
})
