import { z } from 'zod'
import { DIET_TYPES, ITEM_STATUSES, ORDER_STATUSES, ORDER_TYPES, PAYMENT_KINDS, PAYMENT_STATUSES } from '../order.ts'
import { Charge, Id, Instant, Percent, Rupees, TaxPercentages } from './common.ts'

/** An order as it is in JSON, and the parts of it that a caller sends. Its calls are in orders.ts. */

/** The name of a member of the staff. */
const Staff = z.string().nullable()

export const OrderItem = z.object({
  _id: Id.describe('the menu item'),
  lineId: Id.describe("the line's own"),
  itemName: z.string(),
  printName: z.string().nullable().describe('its name on KOT and bill; null: `itemName`'),
  categoryName: z.string(),
  quantity: z.number().int(),
  price: Rupees,
  status: z.enum(ITEM_STATUSES),
  statusAt: Instant,
  dietType: z.enum(DIET_TYPES),
  isAlcohol: z.boolean(),
  gstRate: Percent.optional().describe('(+) the dish’s own GST when it was sent; missing: the order’s'),
  taxIncluded: z.boolean().optional().describe('(+) true: its price includes the tax; else missing'),
  variants: z.array(z.object({ name: z.string(), additionalPrice: Rupees })),
  addonGroups: z.array(
    z.object({ name: z.string(), addons: z.array(z.object({ name: z.string(), quantity: z.number().int(), price: Rupees })) }),
  ),
  image: z.string().nullable(),
  station: z.string().nullable().describe('its station when it was sent; null: its category counts as its station'),
  tableId: z.string().nullable(),
  additionalItemNote: z.string(),
  cancelReason: z.string().nullable(),
  cancelledBy: Staff.describe('who cancelled it; null to a diner'),
  prepared: z
    .boolean()
    .describe(
      'of a cancelled line: it was already cooked. Of a `Preparing` line: its own station has finished it, but another station of the ticket has not',
    ),
  amount: Rupees.describe('unit price × quantity'),
})
export type OrderItem = z.infer<typeof OrderItem>

export const Kot = z.object({
  kotId: Id,
  kotNumber: z.number().int().nullable(),
  date: z.string().describe('YYYYMMDD of the business day'),
  createdAt: Instant,
  kind: z.enum(['new', 'addition']),
  sentBy: z.string().describe('`Diner` for a guest; to a diner empty for staff'),
  sentAt: Instant.nullable(),
  held: z.boolean(),
  items: z.array(OrderItem),
})
export type Kot = z.infer<typeof Kot>

/** Money that moved for an order (CONTRACT §9). */
export const PaymentMove = z.object({
  _id: Id,
  kind: z.enum(PAYMENT_KINDS),
  method: z.string(),
  amount: Rupees.describe('negative for money that left the order: given back, corrected away, or transferred to another order'),
  at: Instant,
  businessDate: z.string().describe('the business day on which it moved'),
  by: z.string().describe('the name of whoever did it'),
  reason: z.string().optional(),
  deviceId: z.string().optional().describe('the `X-Device-Id` that the device sent'),
  corrects: z.string().optional().describe('of a correction: the row that it corrects'),
  of: z.string().optional().describe('of money given back by another `method` than it was received by: the one it was received by'),
})
export type PaymentMove = z.infer<typeof PaymentMove>

export const OrderShape = z.object({
  _id: Id,
  version: z.number().int(),
  restaurantId: Id,
  tableId: z.string().nullable(),
  tableNumber: z.string().nullable(),
  sittingId: z.string().nullable(),
  userId: z.string().nullable(),
  user: z.object({ name: z.string(), mobile_number: z.string() }).describe('empty where `customer_name` and `mobile_number` are'),
  customer_name: z.string().describe('empty when there is none; to a diner, unless the number is its own'),
  mobile_number: z.string().describe('empty when there is none; to a diner, unless it is its own'),
  customerGstin: z
    .string()
    .describe('the customer’s GST number on the bill; empty when there is none; to a diner it is hidden like `mobile_number`'),
  deliveryAddress: z
    .string()
    .describe(
      'the address of a Delivery order, in one or several lines; empty when not known and on every other order; to a diner it is hidden like `mobile_number`',
    ),
  guests: z.number().int().nullable(),
  orderType: z.enum(ORDER_TYPES),
  additionalNote: z.string(),
  specialInstructions: z.string(),
  isKOT: z.boolean(),
  serialNumber: z.number().int(),
  billNumber: z.number().int().nullable(),
  invoiceNumber: z.string().nullable(),
  billPrintedAt: Instant.nullable(),
  totalPrice: Rupees.describe('the subtotal'),
  discount: Rupees,
  discountTitle: z.string().nullable(),
  offerId: z.string().nullable(),
  offer: z
    .object({ type: z.enum(['percentage', 'flat']), value: z.number(), maxDiscount: Rupees.nullable(), minOrderAmount: Rupees })
    .optional()
    .describe(
      'of an open order that has an offer: the terms that it keeps, by which the discount changes with the subtotal; `value` in percent, or in rupees',
    ),
  additionalCharges: z.object({
    cgst: Rupees,
    sgst: Rupees,
    vat: Rupees,
    serviceCharge: Rupees,
    charges: Rupees.optional().describe('for packing and delivery, before tax; missing where it is 0'),
    taxIncluded: Rupees.optional().describe(
      '(+) the part of cgst, sgst and vat that is within the prices, so grandTotal = totalPrice − discount − taxIncluded + all others + roundOff; missing where it is 0',
    ),
  }),
  roundOff: Rupees,
  roundOffEnabled: z
    .boolean()
    .optional()
    .describe('of an open order: its total is rounded to the whole rupee, as the restaurant had it when it was opened'),
  grandTotal: Rupees,
  taxPercentages: TaxPercentages.extend({
    charges: z
      .array(
        Charge.extend({
          set: Rupees.optional().describe('what this order pays instead; 0 for nothing'),
          setBy: z.string().optional().describe('who said so; never to a diner'),
        }),
      )
      .optional()
      .describe('for packing and delivery, as the order copied them from the outlet; missing where it has none'),
    issued: z
      .object({
        at: Instant,
        date: z.string().optional().describe('date and time as they stand on the invoice: `21-11-2026 20:14`'),
        gstNumber: z.string(),
        establishment_name: z.string().optional(),
        address: z.string().optional(),
        fssaiNumber: z.string().optional(),
        vatNumber: z.string().optional(),
      })
      .optional()
      .describe(
        'kept from the moment when its bill got its number: the invoice’s date and the outlet’s details; older bills have only the GSTIN',
      ),
  }),
  serviceChargeAccepted: z.boolean(),
  orderStatus: z.enum(ORDER_STATUSES),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  paymentMethod: z.string().nullable(),
  payments: z.array(z.object({ method: z.string(), amount: Rupees })).describe('what was received and not given back, by method'),
  paymentHistory: z
    .array(PaymentMove)
    .optional()
    .describe('to managers and the cashier: the rows that `payments` is the sum of, oldest first; where a call says so, and in no event'),
  refund: z
    .object({ amount: Rupees, reason: z.string(), at: Instant, by: z.string().describe('empty to a diner'), businessDate: z.string() })
    .nullable(),
  biller: z.string().nullable().describe('null to a diner'),
  cancelReason: z.string().nullable(),
  cancelledBy: Staff.describe('who cancelled the order, or merged it into another; this and the three below are null to a diner'),
  discountBy: Staff.describe('who applied the offer; `Diner` for a guest'),
  serviceChargeBy: Staff.describe('who switched the service charge last'),
  lastPrinted: z
    .object({
      total: Rupees,
      at: Instant,
      by: z.string(),
      revision: z.number().int().describe('how often the bill changed after its first print, as in "Revision 2"; 0 for the first print'),
      issuedAt: Instant.describe("when it was first printed: the invoice's date"),
    })
    .nullable()
    .describe('the bill as it was last printed; it stays when the order changes after'),
  businessDate: z.string(),
  createdAt: Instant,
  completedAt: Instant.nullable(),
  endedDate: z.string().optional().describe('of an order that has ended: the business day in whose books it is'),
  kots: z.array(Kot),
  feedbackToken: z.string().optional().describe('only in what diners read of their own orders'),
})
export type OrderShape = z.infer<typeof OrderShape>

/** A line as sent (CONTRACT §5). Prices, names and totals in it are ignored. */
export const SentLine = z.object({
  _id: Id,
  quantity: z.number().int().min(1).max(999),
  variants: z
    .array(z.object({ name: z.string().max(120) }))
    .max(10)
    .default([]),
  addonGroups: z
    .array(
      z.object({
        name: z.string().max(120).default('').describe('may be left out (SPEC §3) if only one group has the addon'),
        addons: z.array(z.object({ name: z.string().max(120), quantity: z.number().int().min(1).max(99).default(1) })).max(60),
      }),
    )
    .max(30)
    .default([]),
  additionalItemNote: z.string().max(280).default(''),
})
export type SentLine = z.output<typeof SentLine>

export const SentKot = z.object({
  kotId: Id.optional().describe('made by the caller, so that a repeated send is the same ticket; never used for another one'),
  kotNumber: z.number().int().nullable().optional(),
  items: z.array(SentLine).max(200).default([]),
})
export type SentKot = z.output<typeof SentKot>

/** Tickets in one request, at most `most`. Two with one kotId could not both be stored. */
export const sentKots = (most: number) =>
  z
    .array(SentKot)
    .max(most)
    .superRefine((kots, ctx) =>
      kots.forEach(({ kotId }, i) => {
        if (kotId !== undefined && kots.findIndex((kot) => kot.kotId === kotId) < i)
          ctx.addIssue({ code: 'custom', path: [i, 'kotId'], message: 'Another ticket of this request has the same id.' })
      }),
    )
