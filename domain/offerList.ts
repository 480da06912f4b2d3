import type { Offer as WrittenOffer } from './api/offers.ts'
import { type Paise, toPaise } from './money.ts'
import { discountOf, inPaise, whyNotApplicable } from './offer.ts'
import type { OrderType } from './statuses.ts'
import type { BusinessClock } from './time.ts'

/** An offer as the pay panel and a guest's cart list it: what it takes off this bill, in paise, or why it doesn't fit. */
export type Judged = { offer: WrittenOffer; off: Paise; why: string | null }

/**
 * The offers that have not ended: first those that apply, the largest discount first, then the others with the reason why they don't (SCREENS §6.13). Offers
 * and `totalPrice` in rupees, as JSON has them.
 */
export function judge(
  offers: readonly WrittenOffer[],
  order: { orderType: OrderType; totalPrice: number; offerId: string | null },
  at: Date,
  clock: BusinessClock,
): Judged[] {
  const subtotal = toPaise(order.totalPrice)
  return offers
    .filter((offer) => offer.isActive && at.toISOString() < offer.endsAt)
    .map((offer): Judged => {
      const terms = { ...offer, ...inPaise(offer) }
      const why =
        offer._id === order.offerId
          ? 'On this bill'
          : (whyNotApplicable(terms, { at, clock, orderType: order.orderType, subtotal }) ?? (offer.needsCode ? 'Needs its code' : null))
      return { offer, why, off: discountOf(terms, subtotal) }
    })
    .sort((a, b) => Number(a.why !== null) - Number(b.why !== null) || b.off - a.off)
}
