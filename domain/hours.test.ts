import { describe, expect, it } from 'vitest'
import {
  closesAt,
  closesNextDay,
  hourRows,
  hoursLine,
  isOpen,
  opensNext,
  type Period,
  isTimeZone,
  periodsOf,
  weekdayText,
} from './hours.ts'

const period = (day: number, from: string, to: string, closeDay = day) => ({
  open: { day, time: from },
  close: { day: closeDay, time: to },
})
/** 21 November 2026 is a Saturday; 20:00 in Kolkata is 14:30 UTC. */
const kolkata = (time: string, date = '2026-11-21') => new Date(`${date}T${time}:00+05:30`)

describe('isOpen', () => {
  it.each([
    ['10:59', false],
    ['11:00', true],
    ['22:59', true],
    ['23:00', false],
  ])('is true from the opening minute until just before the closing minute: %s', (time, open) => {
    expect(isOpen([period(6, '1100', '2300')], kolkata(time), 'Asia/Kolkata')).toBe(open)
  })

  it("uses the restaurant's own time zone", () => {
    const hours = [period(6, '1900', '2200')]
    expect(isOpen(hours, kolkata('20:00'), 'Asia/Kolkata')).toBe(true)
    expect(isOpen(hours, kolkata('20:00'), 'Europe/London')).toBe(false)
  })

  it.each([
    ['23:30', '2026-11-21', true],
    ['01:59', '2026-11-22', true],
    ['02:00', '2026-11-22', false],
    ['17:59', '2026-11-21', false],
  ])('handles hours that cross midnight or the end of the week: %s on %s', (time, date, open) => {
    expect(isOpen([period(6, '1800', '0200', 0)], kolkata(time, date), 'Asia/Kolkata')).toBe(open)
  })

  it('never closes without a closing time, and is always open without hours', () => {
    expect(isOpen([{ open: { day: 0, time: '0000' } }], kolkata('03:00'), 'Asia/Kolkata')).toBe(true)
    expect(isOpen([], kolkata('03:00'), 'Asia/Kolkata')).toBe(true)
  })

  it('is false between two sittings of a day', () => {
    const hours = [period(6, '1200', '1500'), period(6, '1900', '2300')]
    expect(['13:00', '16:00', '20:00'].map((t) => isOpen(hours, kolkata(t), 'Asia/Kolkata'))).toEqual([true, false, true])
  })
})

describe('isTimeZone', () => {
  it.each(['Asia/Kolkata', 'Europe/London', 'America/Argentina/Buenos_Aires', 'Africa/Dar_es_Salaam', 'Asia/Calcutta', 'Etc/GMT+5', 'UTC'])(
    '%s is a time zone',
    (zone) => expect(isTimeZone(zone)).toBe(true),
  )
  it.each(['', 'IST', '+05:30', 'Asia/Nowhere', 'Asia', 'asia kolkata', 'europe/london', 'SystemV/AST4'])('%s is not a time zone', (zone) =>
    expect(isTimeZone(zone)).toBe(false),
  )
})

describe('hours as people write them', () => {
  const evenings = { days: [5, 6], opens: '18:00', closes: '02:00' }
  const lunches = { days: [1, 2, 3, 4, 5], opens: '11:30', closes: '15:00' }

  it('cross midnight when they close at or before the time they open, also from Saturday to Sunday', () => {
    expect([closesNextDay(evenings), closesNextDay(lunches), closesNextDay({ opens: '09:00', closes: '09:00' })]).toEqual([
      true,
      false,
      true,
    ])
    const periods = periodsOf([evenings])
    expect(periods).toEqual([period(5, '1800', '0200', 6), period(6, '1800', '0200', 0)])
    expect(isOpen(periods, kolkata('01:59', '2026-11-22'), 'Asia/Kolkata')).toBe(true)
    expect(isOpen(periods, kolkata('02:00', '2026-11-22'), 'Asia/Kolkata')).toBe(false)
  })

  it('are the same after conversion to periods and back: one row for all days with the same times', () => {
    expect(hourRows(periodsOf([lunches, evenings]))).toEqual([lunches, evenings])
    const sundays = { days: [6, 0], opens: '10:00', closes: '10:00' }
    expect(hourRows(periodsOf([sundays]))).toEqual([sundays])
  })

  it('are 24 hours a day for a place that never closes', () => {
    expect(hourRows([{ open: { day: 0, time: '0000' }, close: null }])).toEqual([
      { days: [1, 2, 3, 4, 5, 6, 0], opens: '00:00', closes: '00:00' },
    ])
  })

  it('are written for each day of the week, from Monday on', () => {
    expect(weekdayText(periodsOf([lunches, evenings, { days: [0], opens: '00:00', closes: '00:00' }]))).toEqual([
      'Monday: 11:30 – 15:00',
      'Tuesday: 11:30 – 15:00',
      'Wednesday: 11:30 – 15:00',
      'Thursday: 11:30 – 15:00',
      'Friday: 11:30 – 15:00, 18:00 – 02:00',
      'Saturday: 18:00 – 02:00',
      'Sunday: Open 24 hours',
    ])
    expect(weekdayText([])).toEqual([])
  })
})

it('says when it closes: the last of the times it is open now, also after midnight; null where there is no such time', () => {
  const at = (utc: string) => new Date(utc)
  const day = (d: number, from: string, to: string, next = 0) => ({
    open: { day: d, time: from },
    close: { day: (d + next) % 7, time: to },
  })
  // Sunday 2026-11-22, 18:00 in UTC.
  const now = at('2026-11-22T18:00:00Z')
  expect(closesAt([day(0, '1100', '2330')], now, 'UTC')).toBe('23:30')
  expect(closesAt([day(0, '1100', '0200', 1)], now, 'UTC')).toBe('02:00')
  expect(closesAt([day(6, '1100', '0200', 1)], at('2026-11-22T01:00:00Z'), 'UTC')).toBe('02:00')
  expect(closesAt([day(0, '1100', '1900'), day(0, '1730', '2200')], now, 'UTC')).toBe('22:00')
  expect(closesAt([day(0, '1100', '1700')], now, 'UTC')).toBeNull()
  expect(closesAt([{ open: { day: 0, time: '0000' } }], now, 'UTC')).toBeNull()
  expect(closesAt([], now, 'UTC')).toBeNull()
})

describe('when it opens next', () => {
  const next = (at: Date, list: Period[] = [period(0, '1100', '1500'), period(0, '1800', '0200', 1), period(5, '1200', '2300')]) =>
    opensNext(list, at, 'Asia/Kolkata')
  it('is the next time of the day, or of the next day that has one', () => {
    // 22 November 2026 is a Sunday.
    expect(next(kolkata('16:00', '2026-11-22'))).toEqual({ time: '18:00', day: 0, inDays: 0 })
    expect(next(kolkata('10:59', '2026-11-22'))).toEqual({ time: '11:00', day: 0, inDays: 0 })
    expect(next(kolkata('03:00', '2026-11-23'))).toEqual({ time: '12:00', day: 5, inDays: 4 })
    expect(next(kolkata('23:30', '2026-11-21'))).toEqual({ time: '11:00', day: 0, inDays: 1 })
  })
  it('is nothing while it is open, and without hours', () => {
    expect(next(kolkata('12:00', '2026-11-22'))).toBeNull()
    expect(next(kolkata('12:00', '2026-11-22'), [])).toBeNull()
  })
})

describe('hoursLine', () => {
  it('names spans of three days and more, and days by themselves', () => {
    expect(
      hoursLine([
        { days: [1, 2, 3, 4], opens: '11:00', closes: '23:00' },
        { days: [5, 6, 0], opens: '11:00', closes: '00:30' },
      ]),
    ).toBe('Mon to Thu 11:00–23:00, Fri to Sun 11:00–00:30')
    expect(hoursLine([{ days: [0, 6, 3], opens: '18:00', closes: '02:00' }])).toBe('Wed, Sat, Sun 18:00–02:00')
    expect(hoursLine([{ days: [1, 2, 3, 4, 5, 6, 0], opens: '00:00', closes: '00:00' }])).toBe('Mon to Sun all day')
  })
  it('says nothing without hours', () =>
    expect([hoursLine([]), hoursLine([{ days: [], opens: '11:00', closes: '23:00' }])]).toEqual(['', '']))
})
