import type { Kot, OrderItem, OrderShape } from '#domain/api/order.ts'

/** Builders of orders for the tests in this folder. */
let count = 0
export const at = (minutesAgo: number, now = Date.parse('2026-11-21T14:00:00.000Z')): string =>
  new Date(now - minutesAgo * 60_000).toISOString()

export function item(given: Partial<OrderItem> = {}): OrderItem {
  const n = ++count
  return {
    _id: `item-${given.itemName ?? n}`,
    lineId: `line-${n}`,
    itemName: `Dish ${n}`,
    printName: null,
    categoryName: 'Mains',
    quantity: 1,
    price: 100,
    status: 'Preparing',
    statusAt: at(5),
    dietType: 'veg',
    isAlcohol: false,
    variants: [],
    addonGroups: [],
    image: null,
    station: null,
    tableId: null,
    additionalItemNote: '',
    cancelReason: null,
    cancelledBy: null,
    prepared: false,
    amount: 100,
    ...given,
  }
}

export function kot(given: Partial<Kot> = {}): Kot {
  const n = ++count
  return {
    kotId: `kot-${n}`,
    kotNumber: n,
    date: '20261121',
    createdAt: at(5),
    kind: 'new',
    sentBy: 'Asha',
    sentAt: given.createdAt ?? at(5),
    held: false,
    items: [item()],
    ...given,
  }
}

export function order(given: Partial<OrderShape> = {}): OrderShape {
  const n = ++count
  return {
    _id: `order-${n}`,
    version: 1,
    tableId: `table-${n}`,
    tableNumber: '7',
    orderType: 'Dine In',
    additionalNote: '',
    specialInstructions: '',
    orderStatus: 'pending',
    createdAt: at(60),
    kots: [kot()],
    ...given,
  } as OrderShape
}
