import { expect, it } from 'vitest'
import { amountText, listText, parseAmount, parseList, parseNumber } from './parse.ts'

it.each([
  ['', null],
  ['  ', null],
  ['1240.5', 1240.5],
  ['1,240.50', 1240.5],
  ['1,24,000', 124000],
  ['₹ 40', 40],
  ['Rs. 1,240.00', 1240],
  ['.5', 0.5],
  ['12.', 12],
])('reads %j as rupees', (text, rupees) => expect(parseAmount(text)).toBe(rupees))

// A comma before the last two digits may be meant as a decimal point: reading "12,50" as 1250 would give a wrong price.
it.each(['abc', '12,50', '1.234', '-5', '1..2', '.', 'Rs.x'])('does not take %j for an amount', (text) =>
  expect(parseAmount(text)).toBeNaN(),
)

it('shows an amount as it can be read again', () => {
  expect(amountText(124000.5)).toBe('1,24,000.50')
  expect(parseAmount(amountText(124000.5))).toBe(124000.5)
  expect([amountText(null), amountText(NaN)]).toEqual(['', ''])
})

it('reads numbers', () => {
  expect([parseNumber(''), parseNumber('12.5'), parseNumber('-3')]).toEqual([null, 12.5, -3])
  expect([parseNumber('1e3'), parseNumber('x'), parseNumber('.')]).toEqual([NaN, NaN, NaN])
})

it('reads a list with commas, whatever stands between them', () => {
  expect(parseList(' North Indian,Chaat , ,')).toEqual(['North Indian', 'Chaat'])
  expect(parseList('')).toEqual([])
  expect(parseList(listText(['North Indian', 'Chaat']))).toEqual(['North Indian', 'Chaat'])
})
