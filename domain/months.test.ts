import { expect, it } from 'vitest'
import { monthsOf } from './months.ts'

it.each([
  ['2026-11-28', '2026-11-01', '2026-10-01', '2026-10-31'],
  ['2028-03-01', '2028-03-01', '2028-02-01', '2028-02-29'],
  ['2027-01-31', '2027-01-01', '2026-12-01', '2026-12-31'],
])('on %s this month began on the first, and the last one is whole', (today, first, from, to) =>
  expect(monthsOf(today)).toEqual({ 'This month': { from: first, to: today }, 'Last month': { from, to } }),
)
