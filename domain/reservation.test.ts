import { describe, expect, it } from 'vitest'
import {
  isDue,
  lateBy,
  maySteps,
  mustLieAhead,
  mustStep,
  overlap,
  RESERVATION_STATUSES,
  type ReservationStatus,
  spanOf,
} from './reservation.ts'

const at = (time: string, durationMinutes = 90) =>
  spanOf({ date: '2026-11-21', time, durationMinutes }, { timezone: 'Asia/Kolkata', resetTime: '00:00' })

describe('a booking', () => {
  it("is made in the restaurant's own time", () => {
    expect(at('20:00')).toEqual({ startsAt: '2026-11-21T14:30:00.000Z', endsAt: '2026-11-21T16:00:00.000Z' })
    expect(
      spanOf({ date: '2026-11-21', time: '23:30', durationMinutes: 60 }, { timezone: 'Europe/London', resetTime: '00:00' }).endsAt,
    ).toBe('2026-11-22T00:30:00.000Z')
  })

  it.each([
    ['20:00', '21:00', true],
    ['20:00', '20:00', true],
    ['20:00', '21:30', false],
    ['21:30', '20:00', false],
    ['20:00', '21:29', true],
  ])('%s and %s on one table, 90 minutes each: clash %s', (a, b, clash) => expect(overlap(at(a), at(b))).toBe(clash))

  it('is in the future, or at most an hour in the past', () => {
    const now = new Date('2026-11-21T14:30:00Z')
    mustLieAhead(at('20:00'), now)
    mustLieAhead(at('19:00'), now)
    expect(() => mustLieAhead(at('18:59'), now)).toThrow(expect.objectContaining({ status: 422 }))
  })

  it.each([
    ['booked', '20:59', true],
    ['booked', '21:01', false],
    ['arrived', '19:30', true],
    ['booked', '18:30', false],
    ['seated', '20:00', false],
    ['cancelled', '20:30', false],
  ])('%s at %s shows on the table at 20:00: %s', (status, time, due) =>
    expect(isDue({ ...at(time), status }, new Date('2026-11-21T14:30:00Z'))).toBe(due),
  )
})

describe('guests who have not come', () => {
  const now = new Date('2026-11-21T14:30:00Z')
  it.each([
    ['booked', '19:44', 16],
    ['booked', '19:45', null],
    ['booked', '20:30', null],
    ['arrived', '19:00', null],
    ['cancelled', '19:00', null],
  ])('%s for %s are late at 20:00 by %s minutes', (status, time, late) => expect(lateBy({ ...at(time), status }, now)).toBe(late))
})

describe('its status', () => {
  const MAY: Record<ReservationStatus, string> = {
    booked: 'booked arrived seated noShow cancelled',
    arrived: 'booked arrived seated noShow cancelled',
    seated: 'arrived seated completed',
    completed: 'completed',
    noShow: 'booked arrived noShow',
    cancelled: 'booked cancelled',
  }
  it.each(RESERVATION_STATUSES)('%s changes only to the statuses listed', (from) => {
    const able = RESERVATION_STATUSES.filter((to) => {
      try {
        mustStep(from, to)
        return true
      } catch (error) {
        expect(error).toMatchObject({ status: 409, code: 'invalid_transition' })
        return false
      }
    })
    expect(able.toSorted()).toEqual(MAY[from].split(' ').sort())
    // Its present status is no step.
    expect(RESERVATION_STATUSES.filter((to) => maySteps(from, to))).toEqual(able.filter((to) => to !== from))
  })
})
