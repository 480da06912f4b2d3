import { describe, expect, it } from 'vitest'
import type { Offer as WrittenOffer } from './api/offers.ts'
import { judge } from './offerList.ts'
import { aWrittenOffer } from './test/shapes.ts'

describe('the offers that a bill or a cart lists', () => {
  const saturday = new Date('2026-11-21T14:00:00.000Z')
  const judged = (...offers: WrittenOffer[]) =>
    judge(offers, { orderType: 'Dine In', totalPrice: 1000, offerId: 'On it' }, saturday, {
      timezone: 'Asia/Kolkata',
      resetTime: '04:00',
    }).map(({ offer: { title }, off, why }) => [title, off, why])

  it('lists offers that fit first, the largest discount first, and gives the reason of each other one', () => {
    expect(
      judged(
        aWrittenOffer('Mondays', { days: [1] }),
        aWrittenOffer('Ten percent'),
        aWrittenOffer('Large parties', { minOrderAmount: 2000 }),
        aWrittenOffer('Flat 150', { type: 'flat', value: 150 }),
        aWrittenOffer('Secret', { needsCode: true }),
        aWrittenOffer('Parcels', { orderTypes: ['Take Away'] }),
        aWrittenOffer('On it'),
      ),
    ).toEqual([
      ['Flat 150', 15_000, null],
      ['Ten percent', 10_000, null],
      ['Mondays', 10_000, 'Mondays is for Monday only.'],
      ['Secret', 10_000, 'Needs its code'],
      ['Parcels', 10_000, 'Parcels is for Take Away only.'],
      ['On it', 10_000, 'On this bill'],
      ['Large parties', 0, 'Large parties needs an order of Rs. 2,000.00 or more.'],
    ])
  })

  it('leaves out what is switched off or over', () =>
    expect(judged(aWrittenOffer('Off', { isActive: false }), aWrittenOffer('Over', { endsAt: '2026-11-20T00:00:00.000Z' }))).toEqual([]))
})
