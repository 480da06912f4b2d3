import { expect, it } from 'vitest'
import { datesIn } from './dates.ts'

const kolkata = datesIn('Asia/Kolkata')

it('an instant may be an ISO text, milliseconds or a Date', () => {
  const iso = '2026-11-20T19:12:00.000Z'
  for (const instant of [iso, Date.parse(iso), new Date(iso)]) {
    expect(kolkata.clock(instant)).toBe('00:42')
    expect(kolkata.date(instant)).toBe('2026-11-21')
    expect(kolkata.dayAndTime(instant)).toBe('Sat 21 Nov, 00:42')
  }
})
it('a missing instant has a placeholder', () => {
  expect([kolkata.clock(null), kolkata.clock(0), kolkata.when(undefined)]).toEqual(['', '', '–'])
})
it('today is decided in the given time zone', () => {
  const now = '2026-11-20T19:12:00.000Z'
  expect(kolkata.when('2026-11-20T18:29:00.000Z', now)).toBe('20 Nov, 23:59')
  expect(kolkata.ago('2026-11-20T17:00:00.000Z', now)).toBe('20 Nov, 22:30')
  expect(datesIn('America/New_York').ago('2026-11-20T14:00:00.000Z', now)).toBe('today 09:00')
})
