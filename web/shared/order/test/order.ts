import type { Kot, OrderItem, OrderShape } from '#domain/api/order.ts'

/** A line named by its id: one portion, Preparing. */
export const aLine = (lineId: string, at: Partial<OrderItem> = {}): OrderItem =>
  ({
    _id: `i-${lineId}`,
    lineId,
    itemName: lineId,
    quantity: 1,
    status: 'Preparing',
    price: 100,
    amount: 100,
    variants: [],
    addonGroups: [],
    additionalItemNote: '',
    ...at,
  }) as OrderItem

/** A ticket sent to the kitchen. */
export const aKot = (items: OrderItem[], at: Partial<Kot> = {}): Kot =>
  ({
    kotId: 'k',
    kotNumber: 1,
    held: false,
    createdAt: '2026-11-21T09:00:00.000Z',
    sentAt: '2026-11-21T09:00:00.000Z',
    sentBy: 'Imran',
    items,
    ...at,
  }) as Kot

/** A guest's ticket that is not accepted yet. */
export const aHeldKot = (items: OrderItem[]): Kot => aKot(items, { kotId: 'held', kotNumber: null, held: true, sentAt: null })

/** The open order of T7. */
export const anOrder = (at: Partial<OrderShape> = {}): OrderShape =>
  ({
    _id: 'o1',
    version: 1,
    tableId: 't7',
    tableNumber: '7',
    orderType: 'Dine In',
    orderStatus: 'pending',
    paymentStatus: 'unpaid',
    paymentMethod: null,
    payments: [],
    grandTotal: 210,
    billNumber: null,
    billPrintedAt: null,
    serialNumber: 28,
    additionalNote: '',
    specialInstructions: '',
    kots: [aKot([aLine('a'), aLine('b', { quantity: 2 })])],
    ...at,
  }) as OrderShape
