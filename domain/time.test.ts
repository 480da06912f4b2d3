import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  type BusinessClock,
  businessDate,
  businessDayRange,
  daysBefore,
  daysBetween,
  financialYear,
  instantOf,
  kotDate,
  minutesOf,
  paperTime,
  wallClock,
} from './time.ts'

const india: BusinessClock = { timezone: 'Asia/Kolkata', resetTime: '04:00' }
const newYork = (resetTime: string): BusinessClock => ({ timezone: 'America/New_York', resetTime })
const at = (iso: string) => new Date(iso)

describe('a business day', () => {
  it('begins at the reset time on the restaurant’s own clock', () => {
    expect(businessDate(at('2026-11-21T22:29:59.999Z'), india)).toBe('2026-11-21')
    expect(businessDate(at('2026-11-21T22:30:00.000Z'), india)).toBe('2026-11-22')
  })
  it('is the calendar day when the reset is at midnight', () => {
    const clock = { ...india, resetTime: '00:00' }
    expect(businessDate(at('2026-11-21T18:29:59.000Z'), clock)).toBe('2026-11-21')
    expect(businessDate(at('2026-11-21T18:30:00.000Z'), clock)).toBe('2026-11-22')
  })
  it('has 23 hours when clocks go forward and 25 when they go back', () => {
    const hours = (date: string) => {
      const { from, to } = businessDayRange(date, newYork('00:00'))
      return (to.getTime() - from.getTime()) / 3_600_000
    }
    expect([hours('2026-03-07'), hours('2026-03-08'), hours('2026-11-01')]).toEqual([24, 23, 25])
  })
  it('begins once, even at a reset time that a clock shows twice or skips', () => {
    // 2026-11-01 in New York: 01:30 comes at 05:30Z and again at 06:30Z.
    expect(businessDayRange('2026-11-01', newYork('01:30')).from.toISOString()).toBe('2026-11-01T05:30:00.000Z')
    expect(businessDate(at('2026-11-01T05:29:00Z'), newYork('01:30'))).toBe('2026-10-31')
    expect(businessDate(at('2026-11-01T06:10:00Z'), newYork('01:30'))).toBe('2026-11-01')
    // 2026-03-08: 02:30 doesn't exist, the day begins at 03:30 daylight time.
    expect(businessDayRange('2026-03-08', newYork('02:30')).from.toISOString()).toBe('2026-03-08T07:30:00.000Z')
    expect(businessDate(at('2026-03-08T07:29:00Z'), newYork('02:30'))).toBe('2026-03-07')
  })
  it('takes a changed reset time from the named day on, later or earlier', () => {
    const later: BusinessClock = { ...india, nextReset: { resetTime: '06:00', from: '2026-11-22' } }
    expect(businessDate(at('2026-11-20T23:00:00Z'), later)).toBe('2026-11-21') // 04:30 on the 21st, the old reset
    expect(businessDate(at('2026-11-21T23:00:00Z'), later)).toBe('2026-11-21') // 04:30 on the 22nd, before the new one
    expect(businessDate(at('2026-11-22T00:30:00Z'), later)).toBe('2026-11-22') // 06:00
    const earlier: BusinessClock = { ...india, nextReset: { resetTime: '02:00', from: '2026-11-22' } }
    expect(businessDate(at('2026-11-20T21:00:00Z'), earlier)).toBe('2026-11-20') // 02:30 on the 21st, the old reset
    expect(businessDate(at('2026-11-21T21:00:00Z'), earlier)).toBe('2026-11-22') // 02:30 on the 22nd
  })
  it('and its range agree at every instant, and days follow each other without a gap', () => {
    const hhmm = fc.tuple(fc.nat(23), fc.nat(59)).map(([h, m]) => `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`)
    const clock = fc.record({
      timezone: fc.constantFrom('Asia/Kolkata', 'America/New_York', 'Europe/London', 'Pacific/Apia', 'America/Santiago'),
      resetTime: hhmm,
      nextReset: fc.option(fc.record({ resetTime: hhmm, from: fc.constantFrom('2026-03-08', '2026-04-05', '2026-11-01', '2026-06-15') })),
    })
    const instant = fc.oneof(
      fc.integer({ min: Date.parse('2026-01-02'), max: Date.parse('2026-12-30') }),
      fc.integer({ min: Date.parse('2026-11-01T03:00Z'), max: Date.parse('2026-11-01T09:00Z') }),
      fc.integer({ min: Date.parse('2026-03-08T03:00Z'), max: Date.parse('2026-03-08T12:00Z') }),
    )
    fc.assert(
      fc.property(clock, instant, (c, ms) => {
        const date = businessDate(new Date(ms), c)
        const { from, to } = businessDayRange(date, c)
        expect(from.getTime()).toBeLessThanOrEqual(ms)
        expect(to.getTime()).toBeGreaterThan(ms)
        expect(businessDayRange(addDays(date, 1), c).from).toEqual(to)
      }),
      { numRuns: 1500 },
    )
  })
})

describe('dates', () => {
  it('read a wall clock in a zone', () =>
    expect(wallClock(at('2026-11-21T18:45:10Z'), 'Asia/Kolkata')).toEqual({ date: '2026-11-22', time: '00:15', hour: 0, minutes: 15 }))
  it('find the instant of a wall clock', () => {
    expect(instantOf('2026-11-21', '20:14', 'Asia/Kolkata').toISOString()).toBe('2026-11-21T14:44:00.000Z')
    expect(instantOf('2026-07-01', '09:00', 'America/New_York').toISOString()).toBe('2026-07-01T13:00:00.000Z')
    expect(instantOf('2026-01-01', '09:00', 'America/New_York').toISOString()).toBe('2026-01-01T14:00:00.000Z')
  })
  it('count days across months and leap years', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
    expect(daysBetween('2026-03-07', '2026-03-09')).toBe(2)
  })
  it('have the forms that KOTs, bills and invoices need', () => {
    expect(kotDate('2026-11-21')).toBe('20261121')
    expect(paperTime(at('2026-11-21T15:32:00Z'), 'Asia/Kolkata')).toBe('21-11-2026 21:02')
    expect(minutesOf('04:30')).toBe(270)
  })
  it('find the same time of day so many days before, over a change of clocks too', () => {
    expect(daysBefore(at('2026-11-21T14:12:33.250Z'), 7, 'Asia/Kolkata')).toEqual(at('2026-11-14T14:12:33.250Z'))
    // 20:00 in New York: five hours behind from 1 November on, four before.
    expect(daysBefore(at('2026-11-04T01:00:00Z'), 7, 'America/New_York')).toEqual(at('2026-10-28T00:00:00Z'))
    expect(daysBefore(at('2026-03-11T00:00:05Z'), 7, 'America/New_York')).toEqual(at('2026-03-04T01:00:05Z'))
  })
  it('put a financial year from 1 April to 31 March', () => {
    expect(financialYear('2026-03-31')).toBe('25-26')
    expect(financialYear('2026-04-01')).toBe('26-27')
    expect(financialYear('2099-12-31')).toBe('99-00')
  })
})
