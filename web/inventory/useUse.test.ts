import { expect, it } from 'vitest'
import { perDay } from './useUse.ts'

const now = Date.parse('2026-11-22T12:00:00.000Z')
const use = (quantity: number, since: string, stock = 10) => perDay({ quantity, since }, stock, { now, dayOf: () => '2026-11-22' })

it('what is used a day is measured over the time that is known, to the hour, and over one day at least', () => {
  // 30 h, and not two days.
  expect(use(200, '2026-11-21T06:00:00.000Z')?.aDay).toBe(160)
  expect(use(140, '2026-11-08T12:00:00.000Z')?.aDay).toBe(10)
  expect(use(3, '2026-11-22T06:00:00.000Z')?.aDay).toBe(3)
})

it('the stock lasts for whole days at that rate; nothing is said of one that is used up, not used, or lasts for a year', () => {
  expect(use(140, '2026-11-08T12:00:00.000Z', 45)).toEqual({ aDay: 10, until: '2026-11-26' })
  expect(use(140, '2026-11-08T12:00:00.000Z', 0)?.until).toBeNull()
  expect(use(140, '2026-11-08T12:00:00.000Z', 3650)?.until).toBeNull()
  expect(use(0, '2026-11-08T12:00:00.000Z')).toBeNull()
  expect(perDay(null, 10, { now, dayOf: String })).toBeNull()
})
