import type { House } from '../orders.ts'
import { menuRows } from '../menu.ts'
import { makeOffers } from '../offers.ts'
import { MENUS, outlets, TABLES } from '../outlets.ts'
import { CROWDS, ONE, STREETS } from '../people.ts'

export const clock = { timezone: 'Asia/Kolkata', resetTime: '00:00' }

/** One of the demo's outlets, as `history` takes it. */
export function house(id: string, now: Date): House {
  const restaurant = outlets(now).find((r) => r.id === id)
  const file = MENUS[id]
  if (!restaurant || !file) throw new Error(id)
  const offers = makeOffers(id, id === ONE ? 'one' : 'two', now, clock)
  return {
    id,
    clock,
    taxPercentages: restaurant.taxPercentages,
    roundOff: restaurant.taxSettings.roundOff,
    paymentTypes: restaurant.paymentTypes,
    invoicePrefix: restaurant.invoicePrefix,
    items: menuRows(id, file, now).items,
    tables: TABLES.map((t, i) => ({
      ...t,
      id: `t${i + 1}`,
      restaurantId: id,
      tableNumber: String(i + 1),
      sittingId: `s${i}`,
      qrToken: `q${i}`,
      createdAt: '',
    })),
    size: 1,
    cashier: 'Divya',
    servers: ['Arjun', 'Ravi'],
    offers: offers.rows,
    shares: offers.shares,
    guests: CROWDS[id === ONE ? 'one' : 'two'],
    streets: STREETS[id === ONE ? 'one' : 'two'],
  }
}
