import { describe, expect, it } from 'vitest'
import type { ReservationShape } from '#domain/api/reservations.ts'
import type { TableShape } from '#domain/api/tables.ts'
import { aTable } from '#domain/test/shapes.ts'
import { arrivals, clashing, entriesOf, finds, firstTime, guestsOf, hoursOf, lanesOf, spanOf, suggestions, timesFrom } from './book.ts'

const booking = (time: string, more: Partial<ReservationShape> = {}): ReservationShape => ({
  _id: `r${time}`,
  customerName: 'Meera Iyer',
  mobile_number: '+91 98480 22110',
  partySize: 4,
  date: '2026-11-21',
  time,
  durationMinutes: 90,
  tableId: 't1',
  tableNumber: '1',
  note: '',
  status: 'booked',
  createdAt: '2026-11-20T10:00:00.000Z',
  version: 1,
  ...more,
})
const table = (n: number, more: Partial<TableShape> = {}) => aTable({ _id: `t${n}`, tableNumber: String(n), area: 'Hall', ...more })
/** 20:00 in India. */
const NOW = new Date('2026-11-21T14:30:00.000Z')
const entries = (...all: ReservationShape[]) => entriesOf(all, NOW, 'Asia/Kolkata')

describe('a day', () => {
  it('late >15 min: from 16 minutes after its time, and only while the guests have not come', () => {
    const of = (time: string, more = {}) => entries(booking(time, more))[0]?.late
    expect([of('19:44'), of('19:45'), of('19:30', { status: 'arrived' }), of('20:30')]).toEqual([16, null, null, null])
  })

  it('bookings overlap that share a minute of one table, and hold it', () => {
    const overlaps = (...all: ReservationShape[]) => entries(...all).map((e) => e.overlaps)
    expect(overlaps(booking('20:00'), booking('21:00'))).toEqual([true, true])
    expect(overlaps(booking('20:00'), booking('21:30'))).toEqual([false, false])
    expect(overlaps(booking('20:00'), booking('21:00', { tableId: 't2' }))).toEqual([false, false])
    expect(overlaps(booking('20:00'), booking('21:00', { status: 'cancelled' }))).toEqual([false, false])
    expect(overlaps(booking('20:00', { tableId: null }), booking('21:00', { tableId: null }))).toEqual([false, false])
    // A booking doesn't clash with itself.
    expect(clashing([booking('20:00')], 't1', spanOf(booking('20:30')), 'r20:00')).toEqual([])
  })

  it('covers per 30 min are the guests who arrive then, without cancelled bookings', () => {
    const day = entries(booking('19:00'), booking('19:29', { partySize: 2 }), booking('19:30'), booking('19:45', { status: 'cancelled' }))
    expect(arrivals(day, { from: 19 * 60, to: 20 * 60 + 30 })).toEqual([6, 4, 0])
    expect(guestsOf(day)).toBe(10)
  })

  it('shows the hours of its bookings and the current hour', () => {
    expect(hoursOf([], null)).toEqual({ from: 660, to: 1440 })
    expect(hoursOf(entries(booking('08:15'), booking('23:30')), 7 * 60 + 5)).toEqual({ from: 420, to: 1500 })
  })

  it('draws overlapping bookings in lanes of their own', () => {
    const { lanes, placed } = lanesOf(entries(booking('20:00'), booking('21:00'), booking('21:30')))
    expect([lanes, ...placed.map((p) => p.lane)]).toEqual([2, 0, 1, 0])
  })

  it('is searched by name and by number, without regard to spaces and +91', () => {
    const found = (text: string) => finds(booking('20:00'), text)
    expect([found('meera'), found('98480 22'), found('9848022110'), found('+91 9848'), found('asha'), found('111')]).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ])
  })
})

describe('suggested tables', () => {
  const span = { from: 20 * 60, to: 21 * 60 + 30 }
  const order = (tables: TableShape[], bookings: ReservationShape[], partySize = 4, now: number | null = null) =>
    suggestions(tables, bookings, { span, partySize, now }).map((s) => s.table.tableNumber)

  it('are the smallest that are free and large enough; then tables in use now, too small ones, and taken ones', () => {
    const tables = [table(1), table(2, { capacity: 2 }), table(3, { capacity: 8 }), table(4, { status: 'occupied' }), table(5)]
    expect(order(tables, [booking('21:00')], 4, 19 * 60 + 30)).toEqual(['5', '3', '4', '2', '1'])
    // Of tables that are all too small, the largest.
    expect(order([table(1), table(2, { capacity: 6 })], [], 9)).toEqual(['2', '1'])
    // A table where the guests of a booking sit is in use before they have ordered.
    expect(order([table(1, { seatedAt: '2026-11-21T13:50:00.000Z' }), table(2, { capacity: 8 })], [], 4, 19 * 60 + 30)).toEqual(['2', '1'])
    // The guests who sit there now will have left by then.
    expect(order([table(1, { status: 'occupied' }), table(2, { capacity: 6 })], [])).toEqual(['1', '2'])
  })

  it('show until when they are free', () => {
    const [one] = suggestions([table(1)], [booking('22:00')], { span, partySize: 2, now: null })
    expect(one?.free).toBe('Free until 22:00')
  })
})

describe('times of 15 minutes', () => {
  it('begin at the last quarter hour today; past times can’t be chosen', () => {
    const now = 19 * 60 + 42
    const { times, earlier, later } = timesFrom(firstTime(now, null), now)
    expect(times.slice(0, 2)).toEqual([
      { time: '19:30', past: true, closed: false },
      { time: '19:45', past: false, closed: false },
    ])
    expect(times).toHaveLength(10)
    expect([earlier, later]).toEqual([null, 22 * 60])
  })

  it('begin in the evening of another day, and reach its first and its last quarter hour', () => {
    expect(timesFrom(firstTime(null, null), null).times[0]?.time).toBe('18:30')
    expect(timesFrom(0, null)).toMatchObject({ earlier: null })
    const last = timesFrom(24 * 60, null)
    expect([last.times.at(-1)?.time, last.later]).toEqual(['23:45', null])
  })

  it('begin when the restaurant opens, and the evening is one press away', () => {
    const open = (minutes: number) => minutes >= 11 * 60 && minutes < 23 * 60
    const now = 6 * 60 + 39
    const today = timesFrom(firstTime(now, null, open), now, open)
    expect(today).toMatchObject({ evening: 18 * 60 + 30, later: 13 * 60 + 15 })
    expect([today.times[0]?.time, today.times.length]).toEqual(['11:00', 9])
    // Somebody may book outside of the hours: those times say that it is closed.
    const before = timesFrom(today.earlier ?? 0, now, open)
    expect(before.times.at(0)).toEqual({ time: '08:30', past: false, closed: true })
    expect(timesFrom(18 * 60 + 30, now, open)).toMatchObject({ evening: null, earlier: 16 * 60 })
    // Closed in the evening: the morning. Closed for the rest of today: from now on.
    const noon = (minutes: number) => minutes >= 7 * 60 && minutes < 15 * 60
    expect([firstTime(null, null, noon), firstTime(16 * 60, null, noon)]).toEqual([7 * 60, 16 * 60])
    expect(timesFrom(7 * 60, null, noon).evening).toBeNull()
  })

  it('are those around the time of a booking that is changed', () =>
    expect(timesFrom(firstTime(null, '13:10'), null).times.map((t) => t.time)).toContain('13:15'))
})
