import type { Api, CallerBody } from '#domain/api/index.ts'
import type { Offer } from '#domain/api/offers.ts'
import type { z } from 'zod'
import { formatPaise, formatRupees, toPaise } from '#domain/money.ts'
import { discountOf } from '#domain/offer.ts'
import type { OrderType } from '#domain/statuses.ts'
import { addDays } from '#domain/time.ts'
import { instantText, wallText } from '#web/app/form/times.ts'
import type { Dates } from '#web/core/dates.ts'

export type OfferShape = z.output<typeof Offer>
export type OfferValues = {
  title: string
  description: string
  code: string
  type: OfferShape['type']
  /** Percent, or rupees. */
  value: number | null
  maxDiscount: number | null
  minOrderAmount: number | null
  /** By the restaurant's clock. */
  startsAt: string
  endsAt: string
  days: readonly number[]
  orderTypes: readonly OrderType[]
}

export type OfferTab = 'active' | 'scheduled' | 'ended'
/** The offer's tab, by its dates only: an offer that is switched off stays in its tab, where it can be switched on again. */
export function tabOf(offer: OfferShape, now: Date): OfferTab {
  if (now.toISOString() >= offer.endsAt) return 'ended'
  return now.toISOString() < offer.startsAt ? 'scheduled' : 'active'
}

/** A new offer begins today and runs for a month. */
export function valuesOf(offer: OfferShape | null, { timezone, date }: Dates): OfferValues {
  if (!offer) {
    const today = date(new Date())
    const blank = { title: '', description: '', code: '', value: null, maxDiscount: null, minOrderAmount: null, days: [], orderTypes: [] }
    return { ...blank, type: 'percentage', startsAt: `${today}T00:00`, endsAt: `${addDays(today, 30)}T00:00` }
  }
  const { title, description, type, value, maxDiscount, minOrderAmount, days, orderTypes } = offer
  const times = { startsAt: wallText(offer.startsAt, timezone), endsAt: wallText(offer.endsAt, timezone) }
  return {
    title,
    description,
    code: offer.code ?? '',
    type,
    value,
    maxDiscount,
    minOrderAmount: minOrderAmount || null,
    days,
    orderTypes,
    ...times,
  }
}

export const bodyOf = (values: OfferValues, timezone: string): CallerBody<Api, 'POST /restaurant/offers/create'> => ({
  ...values,
  value: values.value ?? 0,
  maxDiscount: values.type === 'percentage' ? values.maxDiscount : null,
  minOrderAmount: values.minOrderAmount ?? 0,
  code: values.code.trim() || null,
  startsAt: instantText(values.startsAt, timezone),
  endsAt: instantText(values.endsAt, timezone),
  days: [...values.days],
  orderTypes: [...values.orderTypes],
})

type Terms = Pick<OfferValues, 'type' | 'value' | 'maxDiscount'>
/** `15% off, at most Rs. 200.00`, `Rs. 75.00 off`; '' while it has no value. */
export function discountText({ type, value, maxDiscount }: Terms): string {
  if (!value) return ''
  if (type === 'flat') return `${formatRupees(value)} off`
  return `${value}% off${maxDiscount ? `, at most ${formatRupees(maxDiscount)}` : ''}`
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
/** The week as people read it, Monday first; the values are the contract's, 0 is Sunday. */
export const WEEK = [1, 2, 3, 4, 5, 6, 0].map((value) => ({ value, label: DAYS[value] ?? '' }))

/** When and on what it counts: `Mon, Tue · Dine In · from Rs. 500.00`; '' where nothing limits it. */
export function limitsText({ days, orderTypes, minOrderAmount }: Pick<OfferValues, 'days' | 'orderTypes' | 'minOrderAmount'>): string {
  const named = WEEK.filter(({ value }) => days.includes(value)).map(({ label }) => label)
  return [named.join(', '), orderTypes.join(', '), minOrderAmount ? `bills from ${formatRupees(minOrderAmount)}` : '']
    .filter(Boolean)
    .join(' · ')
}

/** The offer's effect on a sample bill of Rs. 1,000.00, or of its minimum if larger. Null while the numbers are incomplete. */
export function sampleOf(values: OfferValues): { bill: string; off: string; left: string } | null {
  const { type, value } = values
  const [least, most] = [values.minOrderAmount ?? 0, type === 'percentage' ? values.maxDiscount : null]
  if (!value || [value, least, most ?? 0].some(Number.isNaN) || (type === 'percentage' && value > 100)) return null
  const bill = Math.max(100_000, toPaise(least))
  const off = discountOf(
    {
      id: '',
      title: '',
      type,
      value: type === 'flat' ? toPaise(value) : value,
      maxDiscount: most ? toPaise(most) : null,
      minOrderAmount: toPaise(least),
      orderTypes: [],
    },
    bill,
  )
  return { bill: formatPaise(bill), off: formatPaise(off), left: formatPaise(bill - off) }
}
