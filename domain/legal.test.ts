import { describe, expect, it } from 'vitest'
import { isFssaiNumber, isGstin, isUpiId, ungrouped } from './legal.ts'

describe('a GST number', () => {
  // Numbers of registered companies, from their public invoices.
  it.each(['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '24AAACC1206D1ZM'])('%s has the right check character', (number) => {
    expect(isGstin(number)).toBe(true)
  })

  it.each([
    ['27AAPFU0939F1ZW', 'another check character'],
    ['27AAPFU0993F1ZV', 'two digits swapped'],
    ['27AAPFU0939F1Z', 'one character too few'],
    ['27AAPFU0939F1ZVX', 'one too many'],
    ['27aapfu0939f1zv', 'small letters'],
    ['AAAPFU0939F1ZV7', 'no state'],
    ['', 'nothing'],
  ])('%s is none: %s', (number) => {
    expect(isGstin(number)).toBe(false)
  })
})

it.each([
  ['13626012000145', true],
  ['1362601200014', false],
  ['136260120001455', false],
  ['1362601200014A', false],
])('FSSAI number %s: %s', (number, ok) => {
  expect(isFssaiNumber(number)).toBe(ok)
})

it.each([
  ['1362 6012 0001-45', '13626012000145'],
  [' 27 aapfu0939f 1zv ', '27AAPFU0939F1ZV'],
])('%s, as a certificate prints it, is %s', (text, number) => {
  expect(ungrouped(text)).toBe(number)
})

it.each([
  ['smashyard@okhdfc', true],
  ['smash.yard-1@ybl', true],
  ['smashyard', false],
  ['smash yard@ybl', false],
  ['owner@smashyard.in', false],
])('UPI ID %s: %s', (id, ok) => {
  expect(isUpiId(id)).toBe(ok)
})
