import { z } from 'zod'
import { Instant, Rupees } from './common.ts'
import { OrderItem, OrderShape } from './order.ts'
import { DaySummary, Drawer } from './daySummary.ts'

/**
 * What is printed, as data (domain/print): a print job carries one of these, and preview, printer and reprint make the same paper from it. The restaurant's own
 * name, numbers, settings and logo are not in it: they are read when the paper is made.
 */

/** A bill is made from its order. `billDocument` keeps only the fields that the paper shows. */
const BillItem = OrderItem.pick({
  itemName: true,
  printName: true,
  quantity: true,
  amount: true,
  isAlcohol: true,
  gstRate: true,
  taxIncluded: true,
  variants: true,
  addonGroups: true,
  additionalItemNote: true,
  status: true,
})
export const BillDocument = z.object({
  kind: z.literal('bill'),
  order: OrderShape.pick({
    totalPrice: true,
    discount: true,
    discountTitle: true,
    additionalCharges: true,
    taxPercentages: true,
    roundOff: true,
    grandTotal: true,
    payments: true,
    paymentStatus: true,
    paymentMethod: true,
    refund: true,
    orderType: true,
    orderStatus: true,
    tableNumber: true,
    serialNumber: true,
    customer_name: true,
    mobile_number: true,
    customerGstin: true,
    deliveryAddress: true,
    billNumber: true,
    invoiceNumber: true,
    biller: true,
    createdAt: true,
    completedAt: true,
    billPrintedAt: true,
    lastPrinted: true,
    additionalNote: true,
    specialInstructions: true,
  }).extend({ kots: z.array(z.object({ items: z.array(BillItem) })) }),
  drawer: z.boolean().optional().describe('cash was taken or given back with it, so the cash drawer opens'),
})
export type BillDocument = z.infer<typeof BillDocument>

/** A paper for the kitchen: a ticket as it was sent, lines of it that were cancelled, or its move to another table. */
export const KOT_PAPERS = ['new', 'addition', 'cancellation', 'move'] as const
export const KotDocument = z.object({
  kind: z.literal('kot'),
  paper: z.enum(KOT_PAPERS),
  kotNumber: z.number().int().nullable().describe("the ticket's number; of a cancellation or a move that of the ticket it is about"),
  at: Instant.describe('when it was sent, cancelled or moved'),
  by: z.string().describe('who did it; empty when not known'),
  orderType: OrderShape.shape.orderType,
  tableNumber: z.string().nullable(),
  area: z.string().describe("the table's area; empty when it has none"),
  serialNumber: z.number().int().describe('the name of a parcel contains it: "Take Away 18"'),
  wasTable: z.string().nullable().describe('of a move: the table that the order was at'),
  station: z.string().nullable().describe('the station of these items; null: none'),
  part: z
    .object({ number: z.number().int(), of: z.number().int() })
    .nullable()
    .describe('"1 of 2", when the ticket is split by station; null: the whole ticket'),
  customer_name: z.string().describe('of a Delivery order, as the two below; else empty'),
  mobile_number: z.string(),
  deliveryAddress: z.string(),
  items: z
    .array(
      z.object({
        itemName: z.string(),
        printName: z.string().nullable(),
        quantity: z.number().int().describe('of a cancellation: how many of them were cancelled'),
        modifiers: z.array(z.string()).describe('variants and addons, as they are printed'),
        note: z.string(),
        reason: z.string().describe('of a cancellation: why; else empty'),
        left: z.number().int().describe('of a cancellation: how many portions of this item the ticket still needs; else 0'),
      }),
    )
    .min(1),
  notes: z.array(z.string()).describe('about the whole order'),
})
export type KotDocument = z.infer<typeof KotDocument>

/** The day-end report (CONTRACT §9), or an X report when the day has not ended. */
export const DayEndDocument = z.object({
  kind: z.literal('dayEnd'),
  running: z.boolean().describe('the business day has not ended, and no counter was reset: an X report'),
  at: Instant.describe('when its figures were read'),
  by: z.string(),
  summary: DaySummary.omit({ changedAfterPrint: true }).extend({
    items: DaySummary.shape.items.max(15).describe('the first by revenue'),
    itemsRevenue: Rupees.describe('of all items'),
    tips: DaySummary.shape.tips.optional().describe('missing in reports that were made before there were tips'),
    drawer: Drawer.partial({ moves: true }).optional(),
    changedAfterPrint: z.number().int().describe('how many bills changed after they were printed'),
  }),
})
export type DayEndDocument = z.infer<typeof DayEndDocument>

/** The page that shows whether a printer prints, cuts and has the width that it was registered with. */
export const TestDocument = z.object({
  kind: z.literal('test'),
  printer: z.string().describe('the name of the printer'),
  at: Instant,
  by: z.string(),
})
export type TestDocument = z.infer<typeof TestDocument>

/** No paper: cash was taken or given back without a bill, so only the drawer opens. */
const DrawerDocument = z.object({ kind: z.literal('drawer') })

export const PrintDocument = z.discriminatedUnion('kind', [BillDocument, KotDocument, DayEndDocument, TestDocument, DrawerDocument])
export type PrintDocument = z.infer<typeof PrintDocument>
