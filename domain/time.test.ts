import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  agoText,
  type BusinessClock,
  businessDate,
  businessDayRange,
  clockText,
  dayAndTimeText,
  daysBefore,
  daysBetween,
  dayText,
  durationText,
  financialYear,
  instantOf,
  isDate,
  kotDate,
  minutesOf,
  paperTime,
  rangeText,
  wallClock,
  weekdayText,
  whenText,
  zoneText,
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
  it('has 23 hours when the clocks go forward and 25 when they go back', () => {
    const hours = (date: string) => {
      const { from, to } = businessDayRange(date, newYork('00:00'))
      return (to.getTime() - from.getTime()) / 3_600_000
    }
    expect([hours('2026-03-07'), hours('2026-03-08'), hours('2026-11-01')]).toEqual([24, 23, 25])
  })
  it('begins once, even when the clock shows the reset time twice or skips it', () => {
    // 2026-11-01 in New York: 01:30 comes at 05:30Z and again at 06:30Z.
    expect(businessDayRange('2026-11-01', newYork('01:30')).from.toISOString()).toBe('2026-11-01T05:30:00.000Z')
    expect(businessDate(at('2026-11-01T05:29:00Z'), newYork('01:30'))).toBe('2026-10-31')
    expect(businessDate(at('2026-11-01T06:10:00Z'), newYork('01:30'))).toBe('2026-11-01')
    // 2026-03-08: 02:30 doesn't exist, the day begins at 03:30 daylight time.
    expect(businessDayRange('2026-03-08', newYork('02:30')).from.toISOString()).toBe('2026-03-08T07:30:00.000Z')
    expect(businessDate(at('2026-03-08T07:29:00Z'), newYork('02:30'))).toBe('2026-03-07')
  })
  it.each([
    ['Europe/Berlin', '2027-03-28', '02:30', '2027-03-28T01:30:00.000Z'],
    ['Africa/Cairo', '2027-04-30', '00:00', '2027-04-29T22:00:00.000Z'],
    ['Asia/Beirut', '2027-03-28', '00:15', '2027-03-27T22:15:00.000Z'],
    ['Australia/Lord_Howe', '2027-10-03', '02:10', '2027-10-02T15:40:00.000Z'],
    ['America/New_York', '2027-03-14', '02:30', '2027-03-14T07:30:00.000Z'],
    ['America/Godthab', '2027-03-27', '23:30', '2027-03-28T01:30:00.000Z'],
  ])('in %s, %s %s, which the clock skips, is the later instant, east and west of Greenwich', (timezone, date, time, instant) => {
    expect(instantOf(date, time, timezone).toISOString()).toBe(instant)
    const clock = { timezone, resetTime: time }
    expect(businessDayRange(date, clock).from.toISOString()).toBe(instant)
    const moments = [-3_600_000, -1, 0, 3_600_000].map((ms) => businessDate(new Date(Date.parse(instant) + ms), clock))
    expect(moments).toEqual([addDays(date, -1), addDays(date, -1), date, date])
  })
  it('contains every instant of its range, and days follow each other without a gap', () => {
    const hhmm = fc.tuple(fc.nat(23), fc.nat(59)).map(([h, m]) => `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`)
    const clock = fc.record({
      timezone: fc.constantFrom('Asia/Kolkata', 'America/New_York', 'Europe/London', 'Pacific/Apia', 'America/Santiago', 'Africa/Cairo'),
      resetTime: hhmm,
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

describe('the wall clock', () => {
  /** Intl's answer for a single instant. */
  const byIntl = (at: Date, timeZone: string) => {
    const parts = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).formatToParts(at)
    const of = (type: string) => parts.find((p) => p.type === type)?.value ?? ''
    const [hour, minute] = [Number(of('hour')), Number(of('minute'))]
    return { date: `${of('year')}-${of('month')}-${of('day')}`, time: `${of('hour')}:${of('minute')}`, hour, minutes: hour * 60 + minute }
  }
  // Half hours, quarters, a clock that changes by half an hour, one that changed a minute after midnight, and one that differed from UTC by seconds until 1972.
  const zones = [
    'Asia/Kolkata',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'America/St_Johns',
    'Africa/Monrovia',
    'Europe/London',
    'America/Sao_Paulo',
    'Pacific/Apia',
    'Africa/Casablanca',
  ]

  it('is what Intl says, in any order and however often it is asked', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.date({ min: new Date('1960-01-01T00:00:00Z'), max: new Date('2060-01-01T00:00:00Z'), noInvalidDate: true }),
        fc.integer({ min: 0, max: 119_999 }),
        (zone, at, later) => {
          for (const instant of [at, new Date(at.getTime() + later), at]) expect(wallClock(instant, zone)).toEqual(byIntl(instant, zone))
        },
      ),
      { numRuns: 300 },
    )
  })

  it.each(zones)('is what Intl says in every minute around each change of %s', (zone) => {
    const offset = (ms: number) => Date.parse(`${byIntl(new Date(ms), zone).date}T${byIntl(new Date(ms), zone).time}:00Z`) - ms
    let checked = 0
    for (let day = Date.UTC(2009, 0); day < Date.UTC(2011, 0); day += 86_400_000) {
      if (offset(day) === offset(day + 86_400_000)) continue
      // The minute of the change, in steps of half a minute.
      let [before, after] = [day, day + 86_400_000]
      while (after - before > 60_000) {
        const middle = Math.floor((before + after) / 120_000) * 60_000
        if (offset(middle) === offset(before)) before = middle
        else after = middle
      }
      for (let ms = after - 90_000; ms <= after + 90_000; ms += 10_000)
        expect(wallClock(new Date(ms), zone)).toEqual(byIntl(new Date(ms), zone))
      checked += 1
    }
    expect(checked > 0).toBe(
      ['Australia/Lord_Howe', 'America/St_Johns', 'Europe/London', 'America/Sao_Paulo', 'Pacific/Apia', 'Africa/Casablanca'].includes(zone),
    )
  })

  it('shows the seconds that a zone differed by before 1973', () => {
    const at = (text: string) => wallClock(new Date(text), 'Africa/Monrovia').time
    expect([at('1972-01-01T12:44:29Z'), at('1972-01-01T12:44:31Z')]).toEqual(['11:59', '12:00'])
  })
})

describe('dates', () => {
  it('give the wall-clock time in a zone', () =>
    expect(wallClock(at('2026-11-21T18:45:10Z'), 'Asia/Kolkata')).toEqual({ date: '2026-11-22', time: '00:15', hour: 0, minutes: 15 }))
  it('give the instant of a wall-clock time', () => {
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
  it('give the same time of day some days earlier, also across a clock change', () => {
    expect(daysBefore(at('2026-11-21T14:12:33.250Z'), 7, 'Asia/Kolkata')).toEqual(at('2026-11-14T14:12:33.250Z'))
    // 20:00 in New York: five hours behind from 1 November on, four before.
    expect(daysBefore(at('2026-11-04T01:00:00Z'), 7, 'America/New_York')).toEqual(at('2026-10-28T00:00:00Z'))
    expect(daysBefore(at('2026-03-11T00:00:05Z'), 7, 'America/New_York')).toEqual(at('2026-03-04T01:00:05Z'))
  })
  it('count a financial year from 1 April to 31 March', () => {
    expect(financialYear('2026-03-31')).toBe('25-26')
    expect(financialYear('2026-04-01')).toBe('26-27')
    expect(financialYear('2099-12-31')).toBe('99-00')
  })
})

describe('on a screen', () => {
  const kolkata = 'Asia/Kolkata'
  it('a date shows its weekday or year where needed', () => {
    expect(dayText('2026-11-20')).toBe('20 Nov')
    expect(dayText('2026-11-20', { weekday: true })).toBe('Fri 20 Nov')
    expect(dayText('2026-11-20', { year: true })).toBe('20 Nov 2026')
    expect(dayText('2026-11-20', { weekday: true, year: true })).toBe('Fri 20 Nov 2026')
    expect(weekdayText('2026-11-20')).toBe('Fri')
  })
  it('a range names both ends, a single day or the open end', () => {
    expect(rangeText({ from: '2026-11-20', to: '2026-11-20' })).toBe('Fri 20 Nov')
    expect(rangeText({ from: '2026-11-14', to: '2026-11-20' })).toBe('14 Nov to 20 Nov')
    expect(rangeText({ from: '2026-11-14', to: null })).toBe('from 14 Nov')
    expect(rangeText({ from: null, to: '2026-11-20' })).toBe('until 20 Nov')
    expect(rangeText({ from: null, to: null })).toBeNull()
  })
  it('an instant is shown in the zone’s time, also around midnight', () => {
    expect(clockText(at('2026-11-20T19:12:00Z'), kolkata)).toBe('00:42')
    expect(dayAndTimeText(at('2026-11-20T19:12:00Z'), kolkata)).toBe('Sat 21 Nov, 00:42')
    expect(dayAndTimeText(at('2026-11-20T19:12:00Z'), 'America/New_York')).toBe('Fri 20 Nov, 14:12')
    expect(zoneText(kolkata, at('2026-11-20T19:12:00Z'))).toBe('IST')
  })
  it('today is shown without a date, this year without the year', () => {
    const now = at('2026-11-21T10:00:00Z')
    expect(whenText(at('2026-11-21T09:42:00Z'), now, kolkata)).toBe('15:12')
    expect(whenText(at('2026-11-20T13:30:00Z'), now, kolkata)).toBe('20 Nov, 19:00')
    expect(whenText(at('2025-11-20T13:30:00Z'), now, kolkata)).toBe('20 Nov 2025, 19:00')
    expect(agoText(at('2026-11-21T09:59:30Z'), now, kolkata)).toBe('just now')
    expect(agoText(at('2026-11-21T09:01:00Z'), now, kolkata)).toBe('59 min ago')
    expect(agoText(at('2026-11-21T09:00:00Z'), now, kolkata)).toBe('today 14:30')
    expect(agoText(at('2026-11-20T18:18:00Z'), now, kolkata)).toBe('20 Nov, 23:48')
  })
  it('a duration shows hours from one hour on, or from later where minutes say more', () => {
    const minutes = (n: number) => n * 60_000
    expect([0, 59.9, 60, 125, -5].map((n) => durationText(minutes(n)))).toEqual(['0m', '59m', '1h 00m', '2h 05m', '0m'])
    expect([99, 100].map((n) => durationText(minutes(n), 100))).toEqual(['99m', '1h 40m'])
  })
  it('a date must exist', () => {
    expect(isDate('2028-02-29')).toBe(true)
    for (const text of ['2026-02-29', '2026-13-01', '20-11-2026', '2026-11-20T00:00', '', null]) expect(isDate(text)).toBe(false)
  })
})
