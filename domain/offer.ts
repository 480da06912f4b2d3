import { formatPaise, type Paise, percentOf, toPaise, toRupees } from './money.ts'
import type { OrderType } from './statuses.ts'
import { addDays, type BusinessClock, businessDate, clockAt, DAYS, wallClock } from './time.ts'

/**
 * The copy of an offer's terms that an order keeps, so that later changes of the offer don't affect it (CONTRACT §5, "Snapshot"). `value`: percent, or paise.
 */
export type OfferTerms = {
  id: string
  title: string
  type: 'percentage' | 'flat'
  value: number
  maxDiscount: Paise | null
  minOrderAmount: Paise
  orderTypes: readonly string[]
}

/** The hours of a day, `HH:mm` on the restaurant's clock, from the first minute up to the last, which is not included; a `to` before `from` is on the next day. */
export type OfferHours = { from: string; to: string }

/** `hours`: null or absent is all day. */
export type Offer = OfferTerms & {
  startsAt: string
  endsAt: string
  days: readonly number[]
  hours?: OfferHours | null | undefined
  isActive: boolean
}

export const termsOf = ({ id, title, type, value, maxDiscount, minOrderAmount, orderTypes }: OfferTerms): OfferTerms => ({
  id,
  title,
  type,
  value,
  maxDiscount,
  minOrderAmount,
  orderTypes: [...orderTypes],
})

/** The terms that an offer's discount is computed from. */
type DiscountTerms = Pick<OfferTerms, 'type' | 'value' | 'maxDiscount' | 'minOrderAmount'>

/** Of an offer as JSON has it, in rupees. */
export const inPaise = ({ type, value, maxDiscount, minOrderAmount }: DiscountTerms): DiscountTerms => ({
  type,
  value: type === 'flat' ? toPaise(value) : value,
  maxDiscount: maxDiscount === null ? null : toPaise(maxDiscount),
  minOrderAmount: toPaise(minOrderAmount),
})

/** The same for JSON. */
export const inRupees = ({ type, value, maxDiscount, minOrderAmount }: DiscountTerms): DiscountTerms => ({
  type,
  value: type === 'flat' ? toRupees(value) : value,
  maxDiscount: maxDiscount === null ? null : toRupees(maxDiscount),
  minOrderAmount: toRupees(minOrderAmount),
})

/** The discount on a subtotal, in paise: a percentage up to its maximum (0: none), or a flat amount, never more than the subtotal; 0 below the minimum. */
export function discountOf(terms: DiscountTerms, subtotal: Paise): Paise {
  if (subtotal < terms.minOrderAmount) return 0
  const off = terms.type === 'percentage' ? Math.min(percentOf(subtotal, terms.value), terms.maxDiscount || Infinity) : terms.value
  return Math.min(off, subtotal)
}

export const fitsType = (terms: Pick<OfferTerms, 'orderTypes'>, orderType: OrderType): boolean =>
  terms.orderTypes.length === 0 || terms.orderTypes.includes(orderType)

/** Is the offer running at an instant: switched on and between its dates? The public sees only those (CONTRACT §6). */
export const isRunning = (offer: Pick<Offer, 'isActive' | 'startsAt' | 'endsAt'>, at: Date): boolean =>
  offer.isActive && offer.startsAt <= at.toISOString() && at.toISOString() < offer.endsAt

const weekday = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay()

/** Is it within the offer's hours, by what the restaurant's clock shows, and on which weekday (0 is Sunday) of its business days have they begun? */
function hoursAt({ hours }: Pick<Offer, 'hours'>, at: Date, clock: BusinessClock): { within: boolean; day: number } {
  const today = { within: !hours, day: weekday(businessDate(at, clock)) }
  if (!hours) return today
  const { from, to } = hours
  const { timezone, resetTime } = clockAt(at, clock)
  const { date, time } = wallClock(at, timezone)
  const afterMidnight = to < from && time < to
  if (!afterMidnight && (time < from || (from < to && time >= to))) return today
  // Hours that begin before the reset time are of the business day before.
  return { within: true, day: weekday(addDays(date, -(Number(afterMidnight) + Number(from < resetTime)))) }
}

/** Is it one of the offer's days at an instant? Outside its hours that is the business day, within them the one on which they began. */
export const isOnDay = (offer: Pick<Offer, 'days' | 'hours'>, at: Date, clock: BusinessClock): boolean =>
  offer.days.length === 0 || offer.days.includes(hoursAt(offer, at, clock).day)

/** `16:00 to 19:00`; '' for all day, and while a form has only one of the times. */
export const hoursText = (hours: OfferHours | null | undefined): string => (hours?.from && hours.to ? `${hours.from} to ${hours.to}` : '')

/** Why an offer can't be put on an order, for a person; null when it can. Its days are the restaurant's business days. `subtotal` in paise. */
export function whyNotApplicable(
  offer: Offer,
  order: { at: Date; clock: BusinessClock; orderType: OrderType; subtotal: Paise },
): string | null {
  const { at, clock, orderType, subtotal } = order
  if (!offer.isActive) return `${offer.title} is switched off.`
  if (at.toISOString() < offer.startsAt) return `${offer.title} has not begun.`
  if (at.toISOString() >= offer.endsAt) return `${offer.title} has ended.`
  if (!isOnDay(offer, at, clock))
    return `${offer.title} is for ${offer.days.map((d) => DAYS[d]).join(', ')} only${offer.hours ? `, from ${hoursText(offer.hours)}` : ''}.`
  if (!hoursAt(offer, at, clock).within) return `${offer.title} is from ${hoursText(offer.hours)} only.`
  if (!fitsType(offer, orderType)) return wrongType(offer)
  if (subtotal < offer.minOrderAmount) return `${offer.title} needs an order of ${formatPaise(offer.minOrderAmount)} or more.`
  return null
}

export const wrongType = (offer: Pick<OfferTerms, 'title' | 'orderTypes'>): string =>
  `${offer.title} is for ${offer.orderTypes.join(', ')} only.`
