import { describe, expect, it } from 'vitest'
import { accountNumberOf, customerNumberOf, digitsOf, isNumber, isWholeNumber, segmentOf, smsNumberOf } from './customer.ts'

const NOW = new Date('2026-11-21T10:00:00.000Z')

describe('a customer', () => {
  it.each([
    [0, null, 'new'],
    [1, '2026-11-20T10:00:00.000Z', 'new'],
    [2, '2026-09-22T10:00:00.000Z', 'regular'],
    [9, '2026-09-22T09:59:59.999Z', 'lapsed'],
    [1, '2026-01-01T00:00:00.000Z', 'lapsed'],
  ] as const)('with %s visits, the last at %s, is in the segment %s', (visits, lastVisitAt, segment) =>
    expect(segmentOf({ visits, lastVisitAt }, NOW)).toBe(segment),
  )

  it.each(['9820012345', '+91 98200 12345', '098200-12345', '(91) 98200 12345'])('%s has the same digits as 9820012345', (mobile) =>
    expect(digitsOf(mobile)).toBe('9820012345'),
  )

  it.each(['9820012345', '+91 98200 12345', '098200-12345', '(91) 98200 12345', '0091 9820012345'])(
    '%s is the account 9820012345',
    (mobile) => expect(accountNumberOf(mobile)).toBe('9820012345'),
  )

  it.each([
    ['+1 982 001 2345', '+19820012345'],
    ['001 9820012345', '+19820012345'],
    ['19820012345', '19820012345'],
    ['+9820012345', '+9820012345'],
    ['(+98) 2001 2345', '+9820012345'],
    [' - +98 2001 2345', '+9820012345'],
    ['(00 98) 2001 2345', '+9820012345'],
  ])('%s is a different account', (mobile, number) => expect(accountNumberOf(mobile)).toBe(number))

  it.each([
    ['98200 12345', '+919820012345'],
    ['(+98) 2001 2345', '+9820012345'],
    ['+1 982 001 2345', '+19820012345'],
    ['12345678', '12345678'],
  ])('the code for %s goes to %s', (mobile, to) => expect(smsNumberOf(accountNumberOf(mobile))).toBe(to))

  it.each([
    ['9820012345', '9820012345'],
    ['+91 98200 12345', '9820012345'],
    ['098200-12345', '9820012345'],
    ['0091 9820012345', '9820012345'],
    ['91 98200 12345', '9820012345'],
    ['+91 982', '982'],
    ['+44 982 001 2345', '449820012345'],
    ['0044 9820012345', '449820012345'],
    ['+1 982 001 2345', '19820012345'],
  ])('%s is stored as customer number %s', (mobile, number) => expect(customerNumberOf(mobile)).toBe(number))

  it('a number of fewer than six digits identifies nobody', () =>
    expect(['', '12345', '123456'].map(isNumber)).toEqual([false, false, true]))

  it.each(['9820012345', '+91 98200 12345', '098200-12345', '0484 234 5678', '+65 9123 4567', '0044 982 001 2345'])(
    '%s is a complete phone number',
    (mobile) => expect(isWholeNumber(mobile)).toBe(true),
  )
  it.each(['982001234', '98200123456', '+91 98200 1234', '123456', '', 'ask for Ravi', '9820012345 x2'])(
    '%j lacks something, or has too much',
    (mobile) => expect(isWholeNumber(mobile)).toBe(false),
  )
})
