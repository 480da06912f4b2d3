import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  type BusinessClock,
  businessDate,
  businessDayRange,
  changeClock,
  clockAt,
  instantBy,
  instantOf,
  invoiceDate,
  nextClockAt,
  zoneAt,
} from './time.ts'

const at = (iso: string) => new Date(iso)
const kolkata: BusinessClock = { timezone: 'Asia/Kolkata', resetTime: '04:00' }
/** Noon in Kolkata. */
const noon = at('2026-11-21T06:30:00Z')
const from = (clock: BusinessClock) => clock.next?.from ?? null

describe('a change of zone or reset time', () => {
  it('to a later reset time: the running day lasts until then', () => {
    const clock = changeClock(kolkata, { resetTime: '06:00' }, noon)
    expect(clock).toEqual({
      ...kolkata,
      next: { timezone: 'Asia/Kolkata', resetTime: '06:00', from: '2026-11-22T00:30:00.000Z', after: '2026-11-21' },
    })
    expect(businessDate(at('2026-11-21T23:00:00Z'), clock)).toBe('2026-11-21') // 04:30 on the 22nd, before the new reset
    expect(businessDate(at('2026-11-22T00:30:00Z'), clock)).toBe('2026-11-22')
    expect(businessDate(at('2026-11-23T00:29:00Z'), clock)).toBe('2026-11-22')
  })

  it('to an earlier reset time: the running day ends when it would have, and the next one is shorter', () => {
    const clock = changeClock(kolkata, { resetTime: '02:00' }, noon)
    expect(from(clock)).toBe('2026-11-21T22:30:00.000Z')
    expect(businessDate(at('2026-11-21T21:00:00Z'), clock)).toBe('2026-11-21') // 02:30 on the 22nd
    expect(businessDate(at('2026-11-21T22:30:00Z'), clock)).toBe('2026-11-22')
    expect(businessDate(at('2026-11-22T20:30:00Z'), clock)).toBe('2026-11-23') // 02:00 on the 23rd
  })

  it('at night counts from the end of the running business day, not from a reset time that has passed', () => {
    const night = at('2026-11-21T21:30:00Z') // 03:00 on the 22nd: still the 21st
    const clock = changeClock(kolkata, { resetTime: '02:00' }, night)
    expect(businessDate(night, clock)).toBe('2026-11-21')
    expect(from(clock)).toBe('2026-11-21T22:30:00.000Z')
  })

  it('to a zone further west makes the running day longer, to one further east makes the next day shorter', () => {
    const west = changeClock(kolkata, { timezone: 'America/New_York' }, noon)
    expect(from(west)).toBe('2026-11-22T09:00:00.000Z') // 04:00 on the 22nd in New York
    expect(businessDate(at('2026-11-22T08:59:59.999Z'), west)).toBe('2026-11-21')
    expect(businessDate(at('2026-11-22T09:00:00Z'), west)).toBe('2026-11-22')
    const east = changeClock(kolkata, { timezone: 'Pacific/Auckland' }, noon)
    expect(from(east)).toBe('2026-11-21T22:30:00.000Z') // 04:00 in Kolkata, 11:30 in Auckland
    expect(businessDate(at('2026-11-22T14:59:59.999Z'), east)).toBe('2026-11-22')
    expect(businessDate(at('2026-11-22T15:00:00Z'), east)).toBe('2026-11-23') // 04:00 on the 23rd in Auckland
  })

  it('across the date line skips a date, which then has no instant', () => {
    const samoa: BusinessClock = { timezone: 'Pacific/Pago_Pago', resetTime: '00:00' }
    const clock = changeClock(samoa, { timezone: 'Pacific/Kiritimati' }, at('2026-11-21T20:00:00Z'))
    expect(businessDate(at('2026-11-22T10:59:59.999Z'), clock)).toBe('2026-11-21')
    expect(businessDate(at('2026-11-22T11:00:00Z'), clock)).toBe('2026-11-23')
    const { from: begin, to: end } = businessDayRange('2026-11-22', clock)
    expect([begin, end]).toEqual([at('2026-11-22T11:00:00Z'), at('2026-11-22T11:00:00Z')])
  })

  it('that is taken back before it took effect is no change', () => {
    const away = changeClock(kolkata, { timezone: 'America/New_York' }, noon)
    expect(changeClock(away, { timezone: 'Asia/Kolkata' }, at('2026-11-21T12:00:00Z'))).toEqual({ ...kolkata, next: null })
    expect(changeClock(kolkata, {}, noon)).toEqual({ ...kolkata, next: null })
  })

  it('that is taken back while it already makes the day longer: the day still ends at the later time', () => {
    const away = changeClock(kolkata, { timezone: 'America/New_York' }, noon)
    const longer = at('2026-11-22T05:00:00Z') // 10:30 on the 22nd in Kolkata
    const back = changeClock(away, { timezone: 'Asia/Kolkata' }, longer)
    expect(businessDate(longer, back)).toBe('2026-11-21')
    expect(businessDate(at('2026-11-22T09:00:00Z'), back)).toBe('2026-11-22')
  })

  it('that is still waiting is replaced by a second change, but keeps the field that the second one doesn’t name', () => {
    const zone = changeClock(kolkata, { timezone: 'Asia/Dubai' }, noon)
    expect(changeClock(zone, { resetTime: '05:00' }, noon).next).toMatchObject({ timezone: 'Asia/Dubai', resetTime: '05:00' })
    expect(changeClock(zone, { timezone: 'Asia/Tokyo' }, noon).next).toMatchObject({ timezone: 'Asia/Tokyo', resetTime: '04:00' })
  })

  it('that has taken effect is where the next change starts from', () => {
    const first = changeClock(kolkata, { timezone: 'Asia/Dubai' }, noon)
    const then = at('2026-11-24T06:30:00Z')
    expect([zoneAt(noon, first), zoneAt(then, first)]).toEqual(['Asia/Kolkata', 'Asia/Dubai'])
    expect(changeClock(first, { resetTime: '05:00' }, then)).toMatchObject({
      timezone: 'Asia/Dubai',
      resetTime: '04:00',
      next: { timezone: 'Asia/Dubai', resetTime: '05:00' },
    })
  })

  it('that follows another one keeps the date of invoices, whether it waits or is taken back', () => {
    const evening: BusinessClock = { timezone: 'Asia/Kolkata', resetTime: '18:00' }
    const first = changeClock(evening, { timezone: 'America/New_York' }, noon) // the 20th until 18:00
    const then = at('2026-11-21T23:30:00Z') // 05:00 on the 22nd in Kolkata, 18:30 on the 21st in New York
    expect([zoneAt(then, first), invoiceDate(then, first)]).toEqual(['America/New_York', '2026-11-22'])
    const second = changeClock(first, { timezone: 'Asia/Tokyo' }, then)
    expect(invoiceDate(then, second)).toBe('2026-11-22')
    const back = changeClock(second, { timezone: 'America/New_York' }, then)
    expect(invoiceDate(then, back)).toBe('2026-11-22')
    expect(nextClockAt(then, back)).toBeNull()
    expect(businessDate(then, back)).toBe(businessDate(then, first))
  })

  it('applies to wall-clock times after its instant; a time that it skips becomes that instant', () => {
    const clock = changeClock(kolkata, { timezone: 'Asia/Tokyo' }, noon)
    const tokyo = instantOf('2026-11-22', '20:00', 'Asia/Tokyo')
    expect(instantBy('2026-11-21', '20:00', clock)).toEqual(instantOf('2026-11-21', '20:00', 'Asia/Kolkata'))
    expect(instantBy('2026-11-22', '20:00', clock)).toEqual(tokyo)
    // 05:00 on the 22nd is before the change in Tokyo, and after it in Kolkata.
    expect(instantBy('2026-11-22', '05:00', clock).toISOString()).toBe(from(clock))
  })
})

const ZONES = [
  'Asia/Kolkata',
  'America/New_York',
  'Europe/London',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'America/Santiago',
  'Australia/Lord_Howe',
  'UTC',
]
const timezone = fc.constantFrom(...ZONES)
const resetTime = fc.tuple(fc.nat(23), fc.nat(59)).map(([h, m]) => `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`)
const HOUR = 3_600_000

/** Minutes to days later somebody asks for a change or only reads the date; or it is exactly the instant of the waiting change, or a millisecond before it. */
const step = fc.record({
  hours: fc.oneof(fc.double({ min: 0, max: 3, noNaN: true }), fc.double({ min: 0, max: 100, noNaN: true })),
  when: fc.constantFrom('later', 'later', 'at the change', 'just before it'),
  wanted: fc.option(
    fc.oneof(fc.record({ timezone }), fc.record({ resetTime }), fc.record({ timezone, resetTime }), fc.constant('the one before')),
  ),
})
const begin = fc.constantFrom('2026-03-06T05:00Z', '2026-04-03T17:00Z', '2026-06-15T23:59Z', '2026-10-30T11:00Z').map((t) => Date.parse(t))

it('random clock changes: neither the business date nor that of invoices ever goes back, closed days keep their instants, and no change moves the present date', () => {
  fc.assert(
    fc.property(fc.record({ timezone, resetTime }), begin, fc.array(step, { minLength: 1, maxLength: 25 }), (first, start, steps) => {
      let clock: BusinessClock = first
      let before = first
      let now = start
      let date = businessDate(new Date(now), clock)
      let issued = invoiceDate(new Date(now), clock)
      for (const { hours, when, wanted } of steps) {
        const change = clock.next && Date.parse(clock.next.from) - (when === 'at the change' ? 0 : 1)
        now = when !== 'later' && change && change >= now ? change : now + Math.floor(hours * HOUR)
        const today = businessDate(new Date(now), clock)
        expect(today >= date, `${today} after ${date}`).toBe(true)
        date = today
        const issue = invoiceDate(new Date(now), clock)
        expect(issue >= issued, `an invoice of ${issue} after one of ${issued}`).toBe(true)
        issued = issue
        if (wanted === null) continue
        const was = clockAt(new Date(now), clock)
        clock = changeClock(clock, wanted === 'the one before' ? before : wanted, new Date(now))
        before = was
        expect(businessDate(new Date(now), clock), 'the date of now').toBe(date)
        expect(invoiceDate(new Date(now), clock), 'the date of an invoice of now').toBe(issued)
        expect(clockAt(new Date(now), clock)).toMatchObject({ timezone: was.timezone, resetTime: was.resetTime })
        // A change to what is in force has one effect: it keeps the date of the last invoice.
        if (
          clock.next &&
          (clock.next.timezone !== was.timezone || clock.next.resetTime !== was.resetTime || Date.parse(clock.next.from) > now)
        ) {
          const waits = Date.parse(clock.next.from) - now
          expect(waits).toBeGreaterThan(0)
          expect(waits).toBeLessThan(76 * HOUR)
        }
        // Days follow each other without a gap, and each instant is in the range of its date.
        for (const ahead of [0, 1, 7, 23, 30, 49, 75, 100]) {
          const then = new Date(now + ahead * HOUR)
          const { from: begins, to: ends } = businessDayRange(businessDate(then, clock), clock)
          expect(then >= begins || businessDate(then, clock) === date).toBe(true)
          expect(then < ends).toBe(true)
          expect(businessDayRange(addDays(businessDate(then, clock), 1), clock).from).toEqual(ends)
        }
      }
    }),
    { numRuns: 400 },
  )
})
