import { randomId } from '#domain/ids.ts'
import { toPaise } from '#domain/money.ts'
import type { Offer } from '#domain/offer.ts'
import type { OrderType } from '#domain/order.ts'
import { addDays, type BusinessClock, instantOf, wallClock } from '#domain/time.ts'
import type * as outlet from '#worker/db/outlets.ts'

export type OfferRow = typeof outlet.offers.$inferInsert & Offer

/** Amounts in rupees; `from` and `to` in days from today, midnight to midnight. `share` is the share of fitting orders that used it. */
type FileOffer = {
  title: string
  description: string
  code?: string
  percent?: number
  flat?: number
  least?: number
  most?: number
  from: number
  to: number
  days?: number[]
  types?: OrderType[]
  off?: boolean
  share?: number
}

const WEEKDAYS = [1, 2, 3, 4]

export const OFFERS: Record<'one' | 'two', FileOffer[]> = {
  one: [
    {
      title: 'Welcome 10%',
      description: '10% off the first bill, up to Rs. 150.',
      code: 'WELCOME10',
      percent: 10,
      least: 400,
      most: 150,
      from: -60,
      to: 60,
      share: 0.05,
    },
    {
      title: 'Weekdays 15%',
      description: 'Monday to Thursday, in the house.',
      percent: 15,
      least: 500,
      most: 200,
      from: -45,
      to: 45,
      days: WEEKDAYS,
      types: ['Dine In'],
      share: 0.08,
    },
    {
      title: 'Rs. 75 off parcels',
      description: 'On parcels of Rs. 600 and more.',
      code: 'PARCEL75',
      flat: 75,
      least: 600,
      from: -20,
      to: 40,
      types: ['Take Away', 'Delivery'],
      share: 0.12,
    },
    {
      title: 'Festival 20%',
      description: 'For the festival week.',
      code: 'FESTIVE20',
      percent: 20,
      least: 800,
      most: 300,
      from: -24,
      to: -16,
      share: 0.12,
    },
    {
      title: 'Burger Friday',
      description: 'Rs. 100 off every bill of Rs. 999 on Fridays, from next month on.',
      flat: 100,
      least: 999,
      from: 10,
      to: 70,
      days: [5],
    },
    {
      title: 'Staff and family 25%',
      description: 'Switched off until the new year.',
      code: 'FAMILY25',
      percent: 25,
      most: 500,
      from: -90,
      to: 200,
      off: true,
    },
  ],
  two: [
    {
      title: 'First plate 10%',
      description: '10% off, up to Rs. 60.',
      code: 'NAMASTE10',
      percent: 10,
      least: 150,
      most: 60,
      from: -60,
      to: 60,
      share: 0.05,
    },
    {
      title: 'Weekdays Rs. 40 off',
      description: 'Monday to Thursday, in the house.',
      flat: 40,
      least: 250,
      from: -40,
      to: 50,
      days: WEEKDAYS,
      types: ['Dine In'],
      share: 0.08,
    },
    {
      title: 'Pizza parcel 12%',
      description: 'On parcels of Rs. 350 and more.',
      code: 'PIZZA12',
      percent: 12,
      least: 350,
      most: 120,
      from: -18,
      to: 30,
      types: ['Take Away', 'Delivery'],
      share: 0.1,
    },
    {
      title: 'Ganpati special',
      description: 'Rs. 50 off in the festival week.',
      code: 'GANPATI50',
      flat: 50,
      least: 300,
      from: -26,
      to: -17,
      share: 0.12,
    },
    {
      title: 'Sunday family table',
      description: '15% off for the whole table, from next month on.',
      percent: 15,
      least: 800,
      most: 250,
      from: 12,
      to: 80,
      days: [0],
    },
  ],
}

/** An outlet's offers: running, ended, upcoming, limited to certain days and types, and one switched off. */
export function makeOffers(
  restaurantId: string,
  which: 'one' | 'two',
  now: Date,
  clock: BusinessClock,
): { rows: OfferRow[]; shares: Map<string, number> } {
  const { date: today } = wallClock(now, clock.timezone)
  const midnight = (days: number) => instantOf(addDays(today, days), '00:00', clock.timezone).toISOString()
  const shares = new Map<string, number>()
  const rows = OFFERS[which].map((o): OfferRow => {
    const startsAt = midnight(o.from)
    const createdAt = new Date(Math.min(Date.parse(startsAt), now.getTime()) - 3_600_000).toISOString()
    const id = randomId(Date.parse(createdAt))
    shares.set(id, o.share ?? 0)
    return {
      id,
      restaurantId,
      title: o.title,
      description: o.description,
      code: o.code ?? null,
      type: o.flat === undefined ? 'percentage' : 'flat',
      value: o.flat === undefined ? (o.percent ?? 0) : toPaise(o.flat),
      minOrderAmount: toPaise(o.least ?? 0),
      maxDiscount: o.most === undefined ? null : toPaise(o.most),
      startsAt,
      endsAt: midnight(o.to),
      days: o.days ?? [],
      hours: null,
      orderTypes: o.types ?? [],
      isActive: !o.off,
      createdAt,
    }
  })
  return { rows, shares }
}
