import { randomId } from '#domain/ids.ts'
import { type DietType, emptyOrder, type ItemStatus, type Line, type Order, type OrderType, type Ticket } from '#domain/order.ts'
import type { Offer } from '#domain/offer.ts'
import type { TaxPercentages } from '#domain/tax.ts'
import { type BusinessClock, kotDate } from '#domain/time.ts'
import type { diningTables } from '#worker/db/outlets.ts'
import type { MenuItem } from './menu.ts'
import { type Crowd, DINER, type Guest } from './people.ts'
import { type Random, random } from './random.ts'

/** Shared by past and open orders of the demo: their restaurant and parts of orders. */

export type Table = typeof diningTables.$inferInsert

/** The data of a restaurant from which its history is made. */
export type House = {
  id: string
  clock: BusinessClock
  taxPercentages: TaxPercentages
  roundOff: boolean
  paymentTypes: string[]
  invoicePrefix: string
  items: MenuItem[]
  tables: Table[]
  /** How busy it is, relative to the first. */
  size: number
  cashier: string
  servers: string[]
  offers: readonly Offer[]
  /** The share of the orders an offer fits that used it, by the offer's id. */
  shares: ReadonlyMap<string, number>
  guests: Crowd
  /** Where its guests live. */
  streets: readonly string[]
}

export const MINUTE = 60_000

const NOTES = [
  'Less spicy',
  'No onion',
  'Extra crispy',
  'Sauce on the side',
  'Cut in half',
  'Well done',
  'No mayo',
  'Jain, no onion or garlic',
  'Extra napkins',
]

export const newOrder = (
  house: House,
  o: { begin: number; date: string; orderType: OrderType; table: Table | undefined; guests: number | null },
): Order =>
  emptyOrder({
    restaurantId: house.id,
    tableId: o.table?.id ?? null,
    tableNumber: o.table?.tableNumber ?? null,
    sittingId: o.table?.sittingId ?? null,
    guests: o.guests,
    orderType: o.orderType,
    taxPercentages: house.taxPercentages,
    roundOffEnabled: house.roundOff,
    businessDate: o.date,
    createdAt: new Date(o.begin).toISOString(),
  })

/** The guest with an account orders on his phone. */
export const named = (order: Order, guest: Guest | undefined, streets: readonly string[]): Order =>
  guest
    ? {
        ...order,
        customerName: guest.name,
        mobileNumber: guest.mobileNumber,
        userId: guest.diner ? DINER : null,
        deliveryAddress: order.orderType === 'Delivery' ? homeOf(guest, streets) : '',
      }
    : order

/** Where a guest lives: the same in every order. */
function homeOf({ mobileNumber }: Guest, streets: readonly string[]): string {
  const rng = random(`${mobileNumber} home`)
  return `${rng.pick(['Flat', 'House', 'Villa'])} ${rng.int(1, 9)}${String(rng.int(1, 12)).padStart(2, '0')}, ${rng.pick(streets)}`
}

type Choice = { item: MenuItem; quantity: number; variants: Line['variants']; addonGroups: Line['addonGroups']; note: string }

/** What a table orders: mains first, then side dishes; each item once, with a quantity. */
export function choose(house: House, rng: Random, count: number, what: 'meal' | 'more' | 'scene'): Choice[] {
  const on = house.items.filter((i) => i.available !== false && (i.remaining ?? 99) > 5)
  const food = on.filter((i) => !i.isAlcohol && i.station !== 'Cold')
  const rest = on.filter((i) => !i.isAlcohol && i.station === 'Cold')
  const bar = on.filter((i) => i.isAlcohol)
  const chosen = new Map<string, Choice>()
  for (let i = 0; i < count; i++) {
    const first = i === 0 && what !== 'more'
    const pool = first
      ? food
      : rng.weighted([
          [food, what === 'more' ? 25 : 52],
          [rest, 36],
          [bar, what === 'more' ? 24 : 12],
        ])
    // The first in a list are the favourites.
    const item = pool[Math.floor(pool.length * rng.next() ** 1.6)]
    if (!item) continue
    const before = chosen.get(item.id)
    if (before && what !== 'scene') chosen.set(item.id, { ...before, quantity: Math.min(before.quantity + 1, 9) })
    else if (before) i--
    else chosen.set(item.id, portion(item, rng))
  }
  return [...chosen.values()]
}

function portion(item: MenuItem, rng: Random): Choice {
  const variant = rng.pick(item.variants)
  const addonGroups = item.addonGroups.flatMap((group) => {
    const addon = group.min > 0 || rng.chance(0.13) ? rng.pick(group.addons) : undefined
    return addon ? [{ name: group.name, addons: [{ name: addon.name, quantity: 1, price: addon.price }] }] : []
  })
  return {
    item,
    quantity: 1,
    variants: variant ? [variant] : [],
    addonGroups,
    note: !item.isAlcohol && rng.chance(0.05) ? (rng.pick(NOTES) ?? '') : '',
  }
}

export function makeTicket(
  order: Order,
  at: number,
  sentBy: string,
  choices: readonly Choice[],
  status: ItemStatus,
  statusAt: number,
): Ticket {
  const sentAt = new Date(at).toISOString()
  return {
    kotId: randomId(at),
    kotNumber: null,
    date: kotDate(order.businessDate),
    createdAt: sentAt,
    kind: 'new',
    sentBy,
    sentAt,
    held: false,
    tableId: order.tableId,
    lines: choices.map(({ item, quantity, variants, addonGroups, note }) => ({
      lineId: randomId(at),
      itemId: item.id,
      itemName: item.name,
      printName: item.printName ?? null,
      categoryName: item.categoryName,
      quantity,
      price: item.price,
      variants,
      addonGroups,
      status,
      statusAt: new Date(statusAt).toISOString(),
      dietType: item.dietType as DietType,
      isAlcohol: item.isAlcohol ?? false,
      gstRate: item.gstRate ?? null,
      taxIncluded: item.taxIncluded ?? false,
      image: null,
      station: item.station ?? null,
      additionalItemNote: note,
      cancelReason: null,
      cancelledBy: null,
      prepared: false,
      bookedDate: null,
    })),
  }
}
