import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { discountOf, isRunning, type Offer, whyNotApplicable } from './offer.ts'
import { discountText, limitsText, phaseOf, sampleOf, type WrittenTerms } from './offerText.ts'
import { repriced, withOffer } from './order.ts'
import { aLine, anOrder, aTicket } from './test/shapes.ts'

const offer = (more: Partial<Offer> = {}): Offer => ({
  id: 'o1',
  title: 'Happy Hour',
  type: 'percentage',
  value: 10,
  maxDiscount: null,
  minOrderAmount: 0,
  orderTypes: [],
  days: [],
  startsAt: '2026-11-01T00:00:00.000Z',
  endsAt: '2026-12-01T00:00:00.000Z',
  isActive: true,
  ...more,
})
const clock = { timezone: 'Asia/Kolkata', resetTime: '00:00' }
const SATURDAY = new Date('2026-11-21T14:30:00Z')

describe('discountOf', () => {
  it.each([
    ['ten percent', {}, 18_900, 1_890],
    ['a percentage rounds half up', { value: 12.5 }, 18_900, 2_363],
    ['at most the most', { maxDiscount: 1_000 }, 18_900, 1_000],
    ['no most: 0 means none, as for the minimum', { maxDiscount: 0 }, 18_900, 1_890],
    ['flat', { type: 'flat', value: 5_000 }, 18_900, 5_000],
    ['flat, never more than the subtotal', { type: 'flat', value: 50_000 }, 18_900, 18_900],
    ['at the minimum', { minOrderAmount: 18_900 }, 18_900, 1_890],
    ['nothing below the minimum', { minOrderAmount: 18_901 }, 18_900, 0],
    ['nothing of nothing', { type: 'flat', value: 5_000 }, 0, 0],
  ] as const)('%s', (_name, more, subtotal, off) => expect(discountOf(offer(more), subtotal)).toBe(off))

  it('is between 0 and the subtotal, whatever the offer', () => {
    const terms = fc.record({
      type: fc.constantFrom('percentage' as const, 'flat' as const),
      value: fc.integer({ min: 1, max: 100 }),
      maxDiscount: fc.option(fc.nat(5000)),
      minOrderAmount: fc.nat(5000),
    })
    fc.assert(
      fc.property(terms, fc.nat(1_000_000), (t, subtotal) => {
        const off = discountOf(offer(t), subtotal)
        expect(Number.isInteger(off) && off >= 0 && off <= subtotal).toBe(true)
      }),
    )
  })
})

describe('whyNotApplicable', () => {
  const ask = (more: Partial<Offer>, order: Partial<Parameters<typeof whyNotApplicable>[1]> = {}) =>
    whyNotApplicable(offer(more), { at: SATURDAY, clock, orderType: 'Dine In', subtotal: 50_000, ...order })

  it.each([
    ['fits', {}, null],
    ['switched off', { isActive: false }, 'Happy Hour is switched off.'],
    ['not yet', { startsAt: '2026-11-22T00:00:00.000Z' }, 'Happy Hour has not begun.'],
    ['over', { endsAt: '2026-11-21T14:30:00.000Z' }, 'Happy Hour has ended.'],
    ['its day', { days: [6] }, null],
    ['another day', { days: [1, 2] }, 'Happy Hour is for Monday, Tuesday only.'],
    ['its type', { orderTypes: ['Dine In'] }, null],
    ['another type', { orderTypes: ['Take Away', 'Delivery'] }, 'Happy Hour is for Take Away, Delivery only.'],
    ['under the minimum', { minOrderAmount: 50_001 }, 'Happy Hour needs an order of Rs. 500.01 or more.'],
  ] as const)('%s', (_name, more, why) => expect(ask(more as Partial<Offer>)).toBe(why))

  it('counts weekdays as business days in the restaurant’s zone: 00:30 still belongs to Saturday when a day begins at 04:00', () => {
    const at = new Date('2026-11-21T19:00:00Z')
    expect(ask({ days: [6] }, { at })).toMatch(/Saturday only/)
    expect(ask({ days: [6] }, { at, clock: { ...clock, resetTime: '04:00' } })).toBeNull()
    expect(ask({ days: [6] }, { at, clock: { ...clock, timezone: 'Europe/London' } })).toBeNull()
  })

  const EVENING = { from: '16:00', to: '19:00' }
  const NIGHT = { from: '22:00', to: '02:00' }
  const [ITS_HOURS, NIGHT_ONLY] = ['Happy Hour is from 16:00 to 19:00 only.', 'Happy Hour is from 22:00 to 02:00 only.']
  // The times are those of the clock in India; 21 November 2026 is a Saturday.
  it.each([
    ['the minute before', { hours: EVENING }, '2026-11-21T15:59:59.999', ITS_HOURS],
    ['the minute in which they begin', { hours: EVENING }, '2026-11-21T16:00:00.000', null],
    ['the last minute', { hours: EVENING }, '2026-11-21T18:59:59.999', null],
    ['the minute in which they end', { hours: EVENING }, '2026-11-21T19:00:00.000', ITS_HOURS],
    ['all day', { hours: null }, '2026-11-21T03:00:00.000', null],
    ['up to midnight', { hours: { from: '22:00', to: '00:00' } }, '2026-11-21T23:59:59.999', null],
    ['at midnight', { hours: { from: '22:00', to: '00:00' } }, '2026-11-22T00:00:00.000', 'Happy Hour is from 22:00 to 00:00 only.'],
    ['over midnight: before', { hours: NIGHT }, '2026-11-21T21:59:00.000', NIGHT_ONLY],
    ['over midnight: its evening', { hours: NIGHT }, '2026-11-21T22:00:00.000', null],
    ['over midnight: its night', { hours: NIGHT }, '2026-11-22T01:59:59.999', null],
    ['over midnight: after', { hours: NIGHT }, '2026-11-22T02:00:00.000', NIGHT_ONLY],
    ['its day and hours', { hours: EVENING, days: [6] }, '2026-11-21T17:00:00.000', null],
    ['its day, not its hours', { hours: EVENING, days: [6] }, '2026-11-21T20:00:00.000', ITS_HOURS],
    [
      'its hours, not its day',
      { hours: EVENING, days: [5] },
      '2026-11-21T17:00:00.000',
      'Happy Hour is for Friday only, from 16:00 to 19:00.',
    ],
    ['the night of its day', { hours: NIGHT, days: [6] }, '2026-11-22T01:00:00.000', null],
    [
      'the night before its day',
      { hours: NIGHT, days: [6] },
      '2026-11-21T01:00:00.000',
      'Happy Hour is for Saturday only, from 22:00 to 02:00.',
    ],
    [
      'its end date, within its hours',
      { hours: EVENING, endsAt: '2026-11-21T12:00:00.000Z' },
      '2026-11-21T17:30:00.000',
      'Happy Hour has ended.',
    ],
  ] as const)('hours: %s', (_name, more, india, why) => expect(ask(more as Partial<Offer>, { at: new Date(`${india}+05:30`) })).toBe(why))

  it('hours that cross the beginning of a business day belong to the day on which they begin', () => {
    const night = { clock: { ...clock, resetTime: '04:00' }, at: new Date('2026-11-22T04:30:00+05:30') }
    expect(ask({ hours: { from: '03:00', to: '05:00' }, days: [6] }, night)).toBeNull()
    expect(ask({ hours: { from: '04:00', to: '05:00' }, days: [6] }, night)).toMatch(/Saturday only/)
  })

  it('hours are what the clock shows, where it is put forward or back', () => {
    const london = { ...clock, timezone: 'Europe/London' }
    const shown = (at: string, hours: { from: string; to: string }, days: number[] = []) =>
      ask(
        { startsAt: '2026-01-01T00:00:00.000Z', endsAt: '2027-01-01T00:00:00.000Z', hours, days },
        { at: new Date(at), clock: london },
      ) === null
    // 16:00 is 15:00 UTC in summer, 16:00 UTC in winter.
    const evening = (at: string) => shown(at, EVENING)
    expect([
      evening('2026-07-01T15:00:00Z'),
      evening('2026-07-01T18:00:00Z'),
      evening('2026-12-01T15:00:00Z'),
      evening('2026-12-01T18:00:00Z'),
    ]).toEqual([true, false, false, true])
    // Sunday 29 March 2026: 01:00 is skipped. Hours within the gap never come; those that begin in it begin when the clock has passed it.
    const forward = (at: string) => [shown(at, { from: '01:00', to: '02:00' }), shown(at, { from: '01:30', to: '03:00' }, [0])]
    expect([forward('2026-03-29T00:59:00Z'), forward('2026-03-29T01:00:00Z'), forward('2026-03-29T02:00:00Z')]).toEqual([
      [false, false],
      [false, true],
      [false, false],
    ])
    // Sunday 25 October 2026: the clock shows 01:30 twice; a night that has begun on Saturday is Saturday's both times.
    expect(['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'].map((at) => shown(at, NIGHT, [6]))).toEqual([true, true])
    expect(shown('2026-10-25T02:00:00Z', NIGHT, [6])).toBe(false)
  })

  it('hours follow the zone in force, when the outlet moves to another', () => {
    const moving = { ...clock, next: { timezone: 'Asia/Dubai', resetTime: '00:00', from: '2026-11-21T20:00:00.000Z', after: '2026-11-21' } }
    const at = (instant: string) => ask({ hours: EVENING }, { at: new Date(instant), clock: moving })
    expect([at('2026-11-21T11:00:00Z'), at('2026-11-22T11:00:00Z'), at('2026-11-22T12:00:00Z')]).toEqual([null, ITS_HOURS, null])
  })

  it('the public sees only offers that are running', () => {
    expect(isRunning(offer(), SATURDAY)).toBe(true)
    expect(isRunning(offer({ isActive: false }), SATURDAY)).toBe(false)
    expect(isRunning(offer({ endsAt: SATURDAY.toISOString() }), SATURDAY)).toBe(false)
  })
})

describe('an offer in words', () => {
  const written = (more: Partial<WrittenTerms> = {}): WrittenTerms => ({
    type: 'percentage',
    value: 15,
    maxDiscount: null,
    minOrderAmount: null,
    days: [],
    orderTypes: [],
    ...more,
  })

  it.each([
    [{}, '15% off'],
    [{ maxDiscount: 200 }, '15% off, at most Rs. 200.00'],
    [{ value: 12.5 }, '12.5% off'],
    [{ type: 'flat', value: 1250.5 }, 'Rs. 1,250.50 off'],
    // A value that was typed before the type was changed.
    [{ type: 'flat', value: 75, maxDiscount: 200 }, 'Rs. 75.00 off'],
    [{ value: null }, ''],
    [{ value: NaN }, ''],
  ] as const)('discount of %j: %s', (more, text) => expect(discountText(written(more))).toBe(text))

  it.each([
    [{}, ''],
    [{ days: [0, 2, 1] }, 'Mon, Tue, Sun'],
    [{ minOrderAmount: 0 }, ''],
    [{ hours: { from: '16:00', to: '19:00' } }, '16:00 to 19:00'],
    // A form in which the second time is not entered yet.
    [{ hours: { from: '16:00', to: '' } }, ''],
    [{ days: [6], hours: { from: '22:00', to: '02:00' }, orderTypes: ['Delivery'] }, 'Sat · 22:00 to 02:00 · Delivery'],
    [{ days: [6], orderTypes: ['Dine In', 'Delivery'], minOrderAmount: 500 }, 'Sat · Dine In, Delivery · bills from Rs. 500.00'],
  ] as const)('conditions of %j: %s', (more, text) => expect(limitsText(written(more))).toBe(text))

  it.each([
    ['of Rs. 1,000', {}, { bill: 100_000, off: 15_000 }],
    ['at most the most', { maxDiscount: 100 }, { bill: 100_000, off: 10_000 }],
    ['flat, where the most has no meaning', { type: 'flat', value: 150, maxDiscount: 100 }, { bill: 100_000, off: 15_000 }],
    ['of the least that it asks', { minOrderAmount: 2_000 }, { bill: 200_000, off: 30_000 }],
    ['of Rs. 1,000 where it asks less', { minOrderAmount: 300 }, { bill: 100_000, off: 15_000 }],
    ['never more than the bill', { type: 'flat', value: 5_000 }, { bill: 100_000, off: 100_000 }],
    ['none without a value', { value: null }, null],
    ['none of an unfinished figure', { minOrderAmount: NaN }, null],
    ['none of an unfinished most', { maxDiscount: NaN }, null],
    ['none of a percentage that is no amount', { type: 'flat', value: 12.555 }, null],
    ['none above 100 percent', { value: 101 }, null],
  ] as const)('a sample bill: %s', (_name, more, sample) => expect(sampleOf(written(more))).toEqual(sample))

  it('has a phase that follows from the dates alone: the start is included, the end is not', () => {
    const { startsAt, endsAt } = offer()
    const at = (instant: string, ms = 0) => phaseOf(offer({ isActive: false }), new Date(Date.parse(instant) + ms))
    expect([at(startsAt, -1), at(startsAt), at(endsAt, -1), at(endsAt)]).toEqual(['scheduled', 'active', 'active', 'ended'])
  })
})

const orders = fc
  .array(
    fc.record({
      price: fc.integer({ min: 1, max: 60_000 }),
      quantity: fc.integer({ min: 1, max: 9 }),
      isAlcohol: fc.boolean(),
      status: fc.constantFrom('Preparing' as const, 'Cancelled' as const),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((lines) =>
    anOrder([aTicket(lines.map((l) => aLine(l)))], {
      taxPercentages: { gst: 5, vat: 10, serviceCharge: 5 },
      serviceChargeAccepted: true,
      roundOffEnabled: true,
    }),
  )

describe('an order with an offer', () => {
  it('is discounted by its terms whenever it is priced, and totals reconcile to the paisa', () => {
    fc.assert(
      fc.property(orders, fc.integer({ min: 1, max: 100 }), fc.nat(100_000), (order, value, minOrderAmount) => {
        const { totals: t, ...with_ } = withOffer(order, offer({ value, minOrderAmount }), 'Divya')
        expect(t.discount).toBe(discountOf(offer({ value, minOrderAmount }), t.subtotal))
        expect(t.grandTotal).toBe(t.subtotal - t.discount + t.cgst + t.sgst + t.vat + t.serviceCharge + t.roundOff)
        expect(with_).toMatchObject({ offerId: 'o1', discountTitle: 'Happy Hour', billPrintedAt: null })
        expect(withOffer({ ...with_, totals: t }, null, 'Divya')).toMatchObject({
          offer: null,
          offerId: null,
          discountTitle: null,
          totals: { discount: 0 },
        })
      }),
    )
  })

  it('keeps a discount that comes from no offer', () => {
    fc.assert(
      fc.property(orders, fc.nat(1000), (order, discount) => {
        const { totals } = repriced({ ...order, totals: { ...order.totals, discount } })
        expect(totals.discount).toBe(Math.min(discount, totals.subtotal))
      }),
    )
  })
})
