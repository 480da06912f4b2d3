import { expect, it } from 'vitest'
import { methodsToSave } from './paymentMethods.ts'

const BEFORE = ['Cash', 'UPI', 'Zomato Pay']
const POSING = ['\u0421ash', 'C\u0430sh', 'Ca\u00adsh', 'C\u200bash', 'Ｃａｓｈ', 'Ca\u0301sh', 'Cas.h', 'CASH\u2800', '\u0421ASH']

it('one that looks like Cash is spelled so, whether the list has it or not', () => {
  for (const name of POSING) {
    expect([name, methodsToSave([name, 'UPI'], BEFORE)]).toEqual([name, ['Cash', 'UPI']])
    expect([name, methodsToSave([name, 'Card'], ['UPI'])]).toEqual([name, ['Cash', 'Card']])
    expect([name, methodsToSave(['Cash', name], BEFORE)]).toEqual([name, ['Cash']])
  }
})

it('one that looks like another method of the list, or a usual one, is spelled as that one', () => {
  expect(methodsToSave(['U\u0420I', 'Zom\u0430to Pay'], BEFORE)).toEqual(['UPI', 'Zomato Pay'])
})

it('refuses a word that only looks like Cash', () => {
  for (const name of ['\u0421ash desk', 'Petty c\u0430sh', 'Desk/\u0421ash', 'Ca\u00adsh desk', 'Old-C\u200bash'])
    expect(() => methodsToSave(['UPI', name], BEFORE), name).toThrow(
      expect.objectContaining({
        status: 422,
        details: expect.objectContaining({ errors: [expect.objectContaining({ path: 'paymentTypes.1' })] }),
      }),
    )
})

it('leaves other names as they were typed', () => {
  for (const list of [
    ['CASH', 'upi'],
    ['Petty Cash', 'Cash 2', 'Cashback', 'Cashew card'],
    ['नकद', 'Карта', 'بطاقة'],
    ['Card', 'Card 2'],
  ])
    expect(methodsToSave(list, BEFORE)).toEqual(list)
})
