import { formatPaise, formatRupees, isAmount, isPercent, type Paise, percentOf, toPaise } from './money.ts'
import type { OrderType } from './statuses.ts'
import { type BusinessClock, businessDate, DAYS } from './time.ts'

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

export type Offer = OfferTerms & { startsAt: string; endsAt: string; days: readonly number[]; isActive: boolean }

export const termsOf = ({ id, title, type, value, maxDiscount, minOrderAmount, orderTypes }: OfferTerms): OfferTerms => ({
  id,
  title,
  type,
  value,
  maxDiscount,
  minOrderAmount,
  orderTypes: [...orderTypes],
})

/** The discount on a subtotal, in paise: a percentage up to its maximum, or a flat amount, never more than the subtotal; 0 below the minimum. */
export function discountOf(terms: Pick<OfferTerms, 'type' | 'value' | 'maxDiscount' | 'minOrderAmount'>, subtotal: Paise): Paise {
  if (subtotal < terms.minOrderAmount) return 0
  const off = terms.type === 'percentage' ? Math.min(percentOf(subtotal, terms.value), terms.maxDiscount ?? Infinity) : terms.value
  return Math.min(off, subtotal)
}

export const fitsType = (terms: Pick<OfferTerms, 'orderTypes'>, orderType: OrderType): boolean =>
  terms.orderTypes.length === 0 || terms.orderTypes.includes(orderType)

/** Is the offer running at an instant: switched on and between its dates? The public sees only those (CONTRACT §6). */
export const isRunning = (offer: Pick<Offer, 'isActive' | 'startsAt' | 'endsAt'>, at: Date): boolean =>
  offer.isActive && offer.startsAt <= at.toISOString() && at.toISOString() < offer.endsAt

/** Why an offer can't be put on an order, for a person; null when it can. Its days are the restaurant's business days. `subtotal` in paise. */
export function whyNotApplicable(
  offer: Offer,
  order: { at: Date; clock: BusinessClock; orderType: OrderType; subtotal: Paise },
): string | null {
  const { at, clock, orderType, subtotal } = order
  if (!offer.isActive) return `${offer.title} is switched off.`
  if (at.toISOString() < offer.startsAt) return `${offer.title} has not begun.`
  if (at.toISOString() >= offer.endsAt) return `${offer.title} has ended.`
  const today = new Date(`${businessDate(at, clock)}T00:00:00Z`).getUTCDay()
  if (offer.days.length > 0 && !offer.days.includes(today))
    return `${offer.title} is for ${offer.days.map((d) => DAYS[d]).join(', ')} only.`
  if (!fitsType(offer, orderType)) return wrongType(offer)
  if (subtotal < offer.minOrderAmount) return `${offer.title} needs an order of ${formatPaise(offer.minOrderAmount)} or more.`
  return null
}

export const wrongType = (offer: Pick<OfferTerms, 'title' | 'orderTypes'>): string =>
  `${offer.title} is for ${offer.orderTypes.join(', ')} only.`

// ------------------------------------------------------------ as people read and write it

/** Terms as the contract and a form hold them, amounts in rupees. `value`: percent, or rupees; null or 0 where nothing is entered. */
export type WrittenTerms = {
  type: OfferTerms['type']
  value: number | null
  maxDiscount: number | null
  minOrderAmount: number | null
  /** 0 is Sunday; none is every day. */
  days: readonly number[]
  /** None is every type. */
  orderTypes: readonly string[]
}

export const OFFER_PHASES = ['active', 'scheduled', 'ended'] as const
export type OfferPhase = (typeof OFFER_PHASES)[number]
/** The offer's phase, by its dates (UTC, ISO) only: one that is switched off stays in its list, where it can be switched on again. */
export function phaseOf(offer: Pick<Offer, 'startsAt' | 'endsAt'>, at: Date): OfferPhase {
  if (at.toISOString() >= offer.endsAt) return 'ended'
  return at.toISOString() < offer.startsAt ? 'scheduled' : 'active'
}

/** The days of `days`, Monday first. */
export const WEEK = [1, 2, 3, 4, 5, 6, 0].map((value) => ({ value, label: (DAYS[value] ?? '').slice(0, 3) }))

/** `15% off, at most Rs. 200.00`, `Rs. 75.00 off`; '' without a value. */
export function discountText({ type, value, maxDiscount }: Pick<WrittenTerms, 'type' | 'value' | 'maxDiscount'>): string {
  if (!value) return ''
  if (type === 'flat') return `${formatRupees(value)} off`
  return `${value}% off${maxDiscount ? `, at most ${formatRupees(maxDiscount)}` : ''}`
}

/** When and on what it counts: `Mon, Tue · Dine In · bills from Rs. 500.00`; '' where nothing limits it. */
export function limitsText({ days, orderTypes, minOrderAmount }: Pick<WrittenTerms, 'days' | 'orderTypes' | 'minOrderAmount'>): string {
  const named = WEEK.filter(({ value }) => days.includes(value)).map(({ label }) => label)
  return [named.join(', '), orderTypes.join(', '), minOrderAmount ? `bills from ${formatRupees(minOrderAmount)}` : '']
    .filter(Boolean)
    .join(' · ')
}

const SAMPLE_BILL: Paise = 100_000
/** What the offer takes off a bill of Rs. 1,000.00, or of the least that it asks if that is more. Null while the figures make no offer. */
export function sampleOf({ type, value, ...terms }: WrittenTerms): { bill: Paise; off: Paise } | null {
  const [least, most] = [terms.minOrderAmount ?? 0, type === 'percentage' ? terms.maxDiscount : null]
  const fits = type === 'flat' ? isAmount : (percent: number) => percent <= 100 && isPercent(percent)
  if (!value || !fits(value) || !isAmount(least) || !isAmount(most ?? 0)) return null
  const inPaise = {
    type,
    value: type === 'flat' ? toPaise(value) : value,
    maxDiscount: most ? toPaise(most) : null,
    minOrderAmount: toPaise(least),
  }
  const bill = Math.max(SAMPLE_BILL, inPaise.minOrderAmount)
  return { bill, off: discountOf(inPaise, bill) }
}
