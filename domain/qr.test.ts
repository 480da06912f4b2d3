import { expect, it } from 'vitest'
import { isReplacement, isTableCode, newTableCode, shardOfCode } from './qr.ts'

it('a new code names its shard, fits a sign-in’s bound and is safe in an address', () => {
  const code = newTableCode('OUTLETS_12')
  expect(code).toMatch(/^12-[0-9a-z]{26}$/)
  expect(code.length).toBeLessThanOrEqual(40)
  expect(encodeURIComponent(code)).toBe(code)
  expect(shardOfCode(code)).toBe('OUTLETS_12')
})

it('a code that replaces another says so, and still names its shard', () => {
  const code = newTableCode('OUTLETS_12', '12-01k')
  expect([isReplacement(code), shardOfCode(code), isTableCode(code)]).toEqual([true, 'OUTLETS_12', true])
  for (const other of [newTableCode('OUTLETS_12'), '01m82ken8r2few0cbpspkg6qa6', 'terrace-r1']) expect(isReplacement(other)).toBe(false)
})

it('older codes name none, and neither does anything that only looks like one', () => {
  for (const code of ['01m82ken8r2few0cbpspkg6qa6', '', '-1', 'x0-abc', '0', '12345678-abc']) expect(shardOfCode(code)).toBeNull()
  expect(shardOfCode('007-abc')).toBe('OUTLETS_7')
})
