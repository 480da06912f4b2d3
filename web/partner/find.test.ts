import { expect, it } from 'vitest'
import { isSought } from './find.ts'

it.each([
  ['', true],
  ['  kothrud ', true],
  ['HOUSE road', true],
  ['road bhaji pune', true],
  ['bhaji nashik', false],
])('an outlet is found by words of its name and address in any order: "%s" %s', (typed, found) =>
  expect(isSought(typed, 'Bhaji House Kothrud', 'Karve Road, Pune')).toBe(found),
)
