import { z } from 'zod'
import { MAX_CHARGES } from '../chargeList.ts'
import { DRAWER_KINDS } from '../drawer.ts'
import { ORDER_NOTE_LENGTH } from '../diner.ts'
import { ITEM_STATUSES, ORDER_STATUSES, PAYMENT_STATUSES } from '../order.ts'
import { LIMITS } from '../limits.ts'
import { MAX_STATIONS } from '../station.ts'
import { Amount, busy, byId, DateOnly, Id, intQuery, OrderTypeIn, paging, Version, daysInOrder } from './common.ts'
import { call, EVERY_STAFF, MONEY, POS, staff } from './contract.ts'
import { DayPaper, DayRange, DaySummary, DrawerMove } from './daySummary.ts'
import { Offer, OfferCode } from './offers.ts'
import { sendErrors, billErrors, createErrors, byDiner, byGuest, sitting, lineErrors, changeErrors, ambiguous } from './orderRefusals.ts'
import { OrderShape, sentKots } from './order.ts'
import { moneyPages, posPages } from './orderPages.ts'
import { orderPayments } from './orderPayments.ts'
import { GstNumber } from './restaurant.ts'

const tags = ['Orders']
const One = z.object({ order: OrderShape })
const Name = z.string().trim().max(80)
const Mobile = z
  .string()
  .trim()
  .max(20)
  .regex(/^[+0-9 ()-]*$/, 'Digits only.')
const Note = z.string().trim().max(ORDER_NOTE_LENGTH)
const DeliveryAddress = z
  .string()
  .trim()
  .max(300)
  .optional()
  .describe('only for a Delivery order; removed when the order becomes another type')
const CustomerGstin = GstNumber.optional().describe(
  'the guest’s GST number, on request; an empty text removes it. It changes a printed bill, so it can’t be changed once the order is paid',
)
/** Fields of the bill that may be sent with a ticket or without (CONTRACT §5). */
const onBill = {
  serviceChargeAccepted: z.boolean().optional(),
  offerId: Id.nullable().optional().describe('null removes the offer; an offer that has a code is applied only by `offerCode`'),
  offerCode: OfferCode.min(1).optional().describe('used instead of `offerId`; attempts are limited, so that codes can’t be guessed'),
}
export const orders = {
  'POST /orders': staff({
    operationId: 'createOrder',
    summary: 'Place an order, or add to the open order of its table',
    tags,
    roles: [...POS, 'user'],
    pages: posPages,
    idempotent: true,
    status: 201,
    body: z.object({
      order: z.object({
        tableId: Id.nullish(),
        restaurantId: Id.optional(),
        orderType: OrderTypeIn.default('Dine In'),
        customer_name: Name.optional(),
        mobile_number: Mobile.optional(),
        additionalNote: Note.optional(),
        specialInstructions: Note.optional(),
        ...onBill,
        kots: sentKots(20).min(1),
      }),
    }),
    returns: One,
    failure: 'Order operation failed',
    errors: { ...createErrors, ...sitting, ...byDiner, ...byGuest },
    rateLimit: LIMITS.guestSend,
  }),
  'POST /pos/order': staff({
    operationId: 'createPosOrder',
    summary: 'Place an order at the point of sale, or add to the open order of its table',
    tags,
    roles: [...POS],
    pages: posPages,
    idempotent: true,
    status: 201,
    body: z.object({
      tableId: Id.nullish(),
      restaurantId: Id.optional(),
      orderType: OrderTypeIn.default('Dine In'),
      customer_name: Name.optional(),
      mobile_number: Mobile.optional(),
      customerGstin: CustomerGstin,
      deliveryAddress: DeliveryAddress,
      guests: z.number().int().min(1).max(999).nullish().describe('null takes it off'),
      additionalNote: Note.optional(),
      specialInstructions: Note.optional(),
      ...onBill,
      isKOT: z.boolean().default(true),
      kots: sentKots(20).min(1),
    }),
    returns: One,
    failure: 'Order operation failed',
    errors: createErrors,
  }),
  'PUT /pos/order': staff({
    operationId: 'updatePosOrder',
    summary: 'Send new tickets for an open order, or change its details',
    tags,
    roles: [...POS],
    pages: posPages,
    idempotent: true,
    body: z.object({
      orderId: Id,
      version: Version.optional().describe('may be sent here or in orderData'),
      orderData: z.object({
        kots: sentKots(50).optional(),
        customer_name: Name.optional(),
        mobile_number: Mobile.optional(),
        customerGstin: CustomerGstin,
        deliveryAddress: DeliveryAddress,
        guests: z.number().int().min(1).max(999).nullish().describe('null takes it off'),
        additionalNote: Note.optional(),
        specialInstructions: Note.optional(),
        orderType: OrderTypeIn.optional(),
        ...onBill,
        charges: z
          .array(z.object({ _id: Id, amount: Amount.nullable() }))
          .max(MAX_CHARGES)
          .optional()
          .describe('(+) what the order pays for packing or delivery, in rupees; 0 takes a charge off, null is what the outlet asks'),
        version: Version.optional(),
      }),
    }),
    returns: One,
    failure: 'Order update failed',
    errors: { ...sendErrors, ...changeErrors, ...billErrors },
  }),
  'GET /orders': staff({
    operationId: 'listOrders',
    summary: 'Orders, newest first; filtered by status or type, of a business day what ended last first',
    tags,
    roles: [...MONEY, 'captain', 'delivery'],
    reads: true,
    pages: [
      '/restaurant/orders',
      '/restaurant/pos',
      '/restaurant/invoices',
      '/restaurant/dashboard',
      '/restaurant/reports',
      '/restaurant/customers',
      '/restaurant/pos-mobile/orders',
    ],
    syncKey: true,
    query: daysInOrder('startDate', 'endDate', {
      page: intQuery(1, 1, 100_000),
      limit: intQuery(10, 1, 100),
      status: z.enum(ORDER_STATUSES).optional(),
      paymentStatus: z.enum(PAYMENT_STATUSES).optional(),
      orderType: OrderTypeIn.optional(),
      startDate: DateOnly.optional(),
      endDate: DateOnly.optional(),
      tableId: Id.optional(),
      billed: z
        .literal('true')
        .optional()
        .describe(
          'only orders that have a bill number, newest day and highest number first; can be combined only with dates and search. The dates then mean the day on which the order ended, as sales do, and for an open order its business day',
        ),
      refunded: z.literal('true').optional().describe('only refunded orders, the last refund first; with dates alone, those of the refund'),
      search: z
        .string()
        .trim()
        .max(40)
        .optional()
        .describe(
          'bill number, invoice number as printed, table, mobile, `Take Away 105`, or the beginning of the customer’s name: at most 200 of each',
        ),
    }),
    returns: z.object({ orders: z.array(OrderShape), ...paging, totalOrders: z.number().int() }),
    failure: 'Failed to fetch orders',
  }),
  'GET /orders/restaurant/pending': staff({
    operationId: 'listPendingOrders',
    summary: 'Every open order, and completed orders whose food is still to be made or served',
    tags,
    roles: [...EVERY_STAFF],
    pages: [...posPages, '/restaurant/kitchen', '/restaurant/dashboard', '/restaurant/settings/summary'],
    syncKey: true,
    query: z.object({
      kots: z.string().max(4000).optional().describe('`kotId`s, with commas: what became of tickets that are on no list any more'),
    }),
    returns: z.object({
      orders: z.array(OrderShape),
      cancelled: z.array(OrderShape).optional().describe('the cancelled orders that have one of the tickets `kots`'),
      toCook: z.array(OrderShape).describe('completed orders with food still to be made or served: “Kitchen after settling”'),
      seq: z.number().int().describe('the last event that these orders include'),
    }),
    failure: 'Fetching Orders failed',
  }),
  'GET /orders/user/:id': call({
    operationId: 'listDinerOrders',
    summary: "A diner's orders: the newest 50 of the account, and the open order of its sitting",
    rateLimit: LIMITS.guestRead,
    tags,
    scope: 'restaurant',
    roles: [...MONEY, 'captain', 'delivery', 'mobileAdmin', 'user', 'partner', 'backoffice', 'admin'],
    pages: ['/restaurant/orders', '/restaurant/customers', '/restaurant/pos'],
    params: byId,
    returns: z.object({
      orders: z.array(OrderShape),
      current: z
        .string()
        .nullable()
        .describe("the `_id` of the open order of the diner's sitting; null for staff, and while nothing is ordered at the table"),
      table: z
        .object({ tableId: z.string(), tableNumber: z.string() })
        .nullable()
        .describe("where the diner's sitting is now, the parent of a merged table; null for staff, and when the sitting has ended"),
    }),
    failure: 'Failed to fetch orders',
    errors: { '404 not_found': 'No such diner' },
  }),
  'GET /orders/past': call({
    operationId: 'listPastOrders',
    summary: "The orders that the diner's account opened, at every restaurant, newest first, including the open one",
    tags,
    scope: 'diner',
    roles: ['user', 'admin'],
    query: z.object({ page: intQuery(1, 1, 1000), limit: intQuery(10, 1, 50) }),
    returns: z.object({
      orders: z.array(OrderShape.extend({ restaurantName: z.string() })),
      ...paging,
      totalOrders: z.number().int(),
    }),
    failure: 'Failed to fetch orders',
    errors: { '403 account_required': 'A guest without an account has no past orders' },
  }),
  'POST /orders/active': staff({
    operationId: 'activeOrder',
    summary: "A table's open order, or null",
    rateLimit: LIMITS.guestRead,
    tags,
    roles: [...POS, 'user'],
    reads: true,
    pages: posPages,
    body: z.object({ tableId: Id }),
    returns: z.object({ order: OrderShape.nullable() }),
    failure: 'Failed to fetch active order',
    errors: { '404 not_found': 'No such table', ...sitting },
  }),
  'POST /orders/offer': staff({
    operationId: 'offerOfCode',
    summary: 'Look up the offer of a code, so that a cart can show the discount before the order is placed',
    tags,
    roles: ['user'],
    reads: true,
    body: z.object({ code: OfferCode.min(1) }),
    returns: z.object({ offer: Offer.describe('its terms; whether it applies, and the discount, depend on the order') }),
    failure: 'Failed to check the code',
    errors: {
      '422 offer_not_applicable': 'No active offer has this code',
      '429 rate_limited': billErrors['429 rate_limited'],
      ...sitting,
    },
  }),
  'PUT /orders/item/status': staff({
    operationId: 'setItemStatus',
    summary: 'Set the status of a line, of some of it, or of a whole ticket',
    tags,
    roles: [...POS, 'kitchen'],
    pages: [...posPages, '/restaurant/kitchen'],
    idempotent: true,
    body: z.object({
      orderId: Id,
      kotId: Id,
      itemId: Id.optional(),
      lineId: Id.optional(),
      status: z.enum(ITEM_STATUSES),
      from: z.enum(ITEM_STATUSES).optional().describe('only lines that still have this status; if none has, 409 `invalid_transition`'),
      quantityChange: z.number().int().min(-999).max(-1).optional().describe('portions to cancel; all without it'),
      variants: z
        .array(z.object({ name: z.string().max(120) }))
        .max(10)
        .optional(),
      stations: z
        .array(z.string().trim().min(1).max(120))
        .min(1)
        .max(MAX_STATIONS)
        .optional()
        .describe(
          'the stations of the kitchen screen that sends this: only their lines of the ticket change, or only the line `lineId`. Where the restaurant has stations, finished lines stay Preparing with `prepared: true` until the ticket’s last station is done; then all become Ready together',
        ),
      reason: z.string().trim().max(200).optional(),
      prepared: z
        .boolean()
        .optional()
        .describe(
          'with Cancelled: it was already cooked (default: it was Ready). With Preparing: its station has finished it, so it waits for the other stations and is not cooked again; for the undo of a line that was served before its ticket was ready',
        ),
      held: z
        .literal(true)
        .optional()
        .describe(
          'decline a guest’s ticket: 409 `invalid_transition` if somebody has accepted it meanwhile, and its dishes stay as they are',
        ),
      version: Version.optional(),
    }),
    returns: z.object({ order: OrderShape, allItemsCancelled: z.boolean() }),
    failure: 'Order item status update failed',
    errors: {
      ...changeErrors,
      ...ambiguous,
      '409 order_full': 'Some portions of a line would become one line more than an order takes; cancel the whole line: `{ order }`',
    },
  }),
  'PUT /orders/status': staff({
    operationId: 'setOrderStatus',
    summary: 'Complete or cancel an order. Captain, waiter and delivery complete only what was paid',
    tags,
    roles: [...POS, 'delivery'],
    pages: posPages,
    idempotent: true,
    body: z.object({
      orderId: Id,
      orderStatus: z.enum(ORDER_STATUSES),
      reason: z.string().trim().max(200).optional(),
      prepared: z
        .literal(true)
        .optional()
        .describe(
          '(+) with `cancelled`: all of it was already cooked, so its ingredients count as waste. Without it that holds for what was Ready or Served',
        ),
      version: Version.optional(),
    }),
    returns: One,
    failure: 'Order status update failed',
    errors: changeErrors,
  }),
  ...orderPayments,
  'PUT /orders/note': staff({
    operationId: 'setItemNote',
    summary: "Set a line's note",
    tags,
    roles: [...POS, 'delivery'],
    pages: posPages,
    idempotent: true,
    body: z.object({
      orderId: Id,
      kotId: Id,
      itemId: Id,
      lineId: Id.optional(),
      note: z.string().trim().max(280),
      version: Version.optional(),
    }),
    returns: One,
    failure: 'Additional item note update failed',
    errors: { ...changeErrors, ...ambiguous },
  }),
  'GET /orders/daily-summary': staff({
    operationId: 'dailySummary',
    summary: 'The day-end summary; `resetKOT=true` also restarts KOT numbers (owners only, same-site callers only)',
    tags,
    roles: [...MONEY],
    reads: true,
    pages: ['/restaurant/settings/summary', '/restaurant/reports', '/restaurant/dashboard', '/restaurant/invoices'],
    syncKey: true,
    query: z.object({
      date: DateOnly.optional(),
      resetKOT: z.enum(['true', 'false']).optional().describe('of the running business day alone: of another `date` it is 422'),
    }),
    returns: z.object({ summary: DaySummary, range: DayRange, paper: DayPaper.nullable().optional() }),
    failure: 'Failed to fetch daily order summary',
    errors: {
      '403 cross_site': '`resetKOT` was requested from a page of another site',
      '409 open_orders': 'Orders are open: `{ openOrders }`',
      ...busy,
    },
  }),
  'GET /orders/drawer': staff({
    operationId: 'drawerMoves',
    summary: 'What was entered for the cash drawer on the running business day',
    tags,
    roles: [...MONEY],
    pages: moneyPages,
    returns: z.object({ date: z.string(), moves: z.array(DrawerMove) }),
    failure: 'Failed to fetch the cash drawer',
  }),
  'POST /orders/drawer': staff({
    operationId: 'enterDrawerMove',
    summary: 'Enter the float of the cash drawer, cash that was added or taken out, or what was counted, for the business day that runs',
    tags,
    roles: [...MONEY],
    pages: moneyPages,
    idempotent: true,
    status: 201,
    body: z.object({
      kind: z.enum(DRAWER_KINDS),
      amount: Amount,
      reason: z
        .string()
        .trim()
        .max(120)
        .default('')
        .describe('needed for cash that is taken out, and for a float that replaces another amount'),
      date: DateOnly.optional().describe('the business day that the caller sees: 422 once another runs'),
    }),
    returns: z.object({ move: DrawerMove }),
    failure: 'Failed to save the cash drawer',
    errors: { '409 drawer_full': 'The caller has made 200 entries today' },
  }),
  'POST /orders/:id/bill': staff({
    operationId: 'printBill',
    summary: 'Give the bill its number and mark it printed',
    tags,
    roles: [...POS],
    pages: [...posPages, '/restaurant/invoices'],
    idempotent: true,
    params: byId,
    body: z.object({
      version: Version.optional().describe('the one that is shown: it tells two prints of a changed bill apart, and refuses none'),
    }),
    returns: One.extend({
      paper: z
        .boolean()
        .optional()
        .describe(
          'whether a print job was made of it; absent when nothing was marked now, because the order has ended or its bill stands as printed',
        ),
    }),
    failure: 'Order update failed',
    errors: lineErrors,
  }),
} as const
