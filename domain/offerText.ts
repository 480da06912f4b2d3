import { formatRupees, isAmount, isPercent, type Paise, toPaise } from './money.ts'
import { discountOf, hoursText, type Offer, type OfferHours, type OfferTerms } from './offer.ts'
import { WEEK } from './time.ts'

// Texts for offers; their rules are in offer.ts.

/** Terms as the contract and a form hold them, amounts in rupees. `value`: percent, or rupees; null or 0 where nothing is entered. */
export type WrittenTerms = {
  type: OfferTerms['type']
  value: number | null
  maxDiscount: number | null
  minOrderAmount: number | null
  /** 0 is Sunday; an empty list means every day. */
  days: readonly number[]
  /** Null is all day. A form's times may be empty. */
  hours?: OfferHours | null
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

/** `15% off, at most Rs. 200.00`, `Rs. 75.00 off`; '' without a value. */
export function discountText({ type, value, maxDiscount }: Pick<WrittenTerms, 'type' | 'value' | 'maxDiscount'>): string {
  if (!value) return ''
  if (type === 'flat') return `${formatRupees(value)} off`
  return `${value}% off${maxDiscount ? `, at most ${formatRupees(maxDiscount)}` : ''}`
}

/** When it applies: `Mon, Tue · 16:00 to 19:00 · Dine In · bills from Rs. 500.00`; '' when nothing limits it. */
export function limitsText({
  days,
  hours,
  orderTypes,
  minOrderAmount,
}: Pick<WrittenTerms, 'days' | 'hours' | 'orderTypes' | 'minOrderAmount'>): string {
  const named = WEEK.filter(({ value }) => days.includes(value)).map(({ label }) => label)
  return [named.join(', '), hoursText(hours), orderTypes.join(', '), minOrderAmount ? `bills from ${formatRupees(minOrderAmount)}` : '']
    .filter(Boolean)
    .join(' · ')
}

const SAMPLE_BILL: Paise = 100_000
/** The discount on a bill of Rs. 1,000.00, or on the offer's minimum if that is more. Null while the figures are incomplete or invalid. */
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
