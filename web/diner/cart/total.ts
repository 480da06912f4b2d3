import type { Necessary } from '#domain/api/listing.ts'
import type { Offer } from '#domain/api/offers.ts'
import type { OrderShape } from '#domain/api/order.ts'
import { type Paise, toPaise } from '#domain/money.ts'
import { judge, type Judged } from '#domain/offerList.ts'
import type { Price, TaxPercentages } from '#domain/tax.ts'
import { draftTotals } from '#domain/ticket.ts'
import type { Cart } from '../cart.ts'

/** The offer whose code the guest has typed. */
export const codedOffer = ({ offer }: Pick<Cart, 'offer'>): Offer | null => (offer && 'code' in offer ? offer.offer : null)

export type CartTotal = {
  price: Price
  taxes: TaxPercentages
  /** What the table has ordered before, in paise; 0 without an order. */
  before: Paise
  offers: Judged[]
  /** The offer that the total counts: chosen in the cart, or on the table's order already. */
  applied: { title: string } | null
}

/**
 * What the table's order comes to with the cart in it, by the server's own pricing function (CONTRACT §5). An offer that was chosen by its code is
 * among `offers`, even if the public list doesn't have it.
 */
export function totalOf(
  cart: Pick<Cart, 'draft' | 'offer'>,
  order: OrderShape | null,
  { taxPercentages, taxSettings, timezone, resetTime }: Pick<Necessary, 'taxPercentages' | 'taxSettings' | 'timezone' | 'resetTime'>,
  offers: readonly Offer[],
  at: Date,
): CartTotal {
  const options = { roundOff: taxSettings.roundOff }
  const { subtotal } = draftTotals(cart.draft, order, taxPercentages, { ...options, discount: 0 })
  const byCode = codedOffer(cart)
  const listed = byCode ? [...offers.filter((o) => o._id !== byCode._id), { ...byCode, needsCode: false }] : offers
  const judged = judge(listed, { orderType: 'Dine In', totalPrice: subtotal / 100, offerId: order?.offerId ?? null }, at, {
    timezone,
    resetTime,
  })
  const chosen = byCode?._id ?? (cart.offer && 'id' in cart.offer ? cart.offer.id : null)
  const wanted = judged.find(({ offer, why }) => offer._id === chosen && why === null)
  // Without another one the order's own counts, by the terms that it keeps, even if it has ended since.
  const price = draftTotals(cart.draft, order, taxPercentages, wanted ? { ...options, discount: wanted.off } : options)
  return {
    price,
    taxes: order?.taxPercentages ?? taxPercentages,
    before: order ? toPaise(order.totalPrice) : 0,
    offers: judged,
    applied: wanted ? { title: wanted.offer.title } : order?.discountTitle && price.discount > 0 ? { title: order.discountTitle } : null,
  }
}

/** What a press on "Place order" sends (paise): the whole total of a first order, and only the dishes of the cart where the table has ordered before. */
export const sentNow = ({ price, before }: CartTotal): Paise => (before === 0 ? price.grandTotal : price.subtotal - before)
