import { z } from 'zod'
import { NOTE_KINDS } from '../dayNotes.ts'
import { DRAWER_KINDS } from '../drawer.ts'
import { ChangedBill, PaymentMethods, ReceivedOnOpenOrders, Sold, Taxes, Tips } from './analytics.ts'
import { Instant, Rupees } from './common.ts'
import { PrintJobShape } from './printJob.ts'

export const DrawerMove = z.object({
  _id: z.string(),
  kind: z.enum(DRAWER_KINDS),
  amount: Rupees,
  expected: Rupees.nullable().describe(
    'of a count: what should have been in the drawer at that moment; null for callers who don’t see that',
  ),
  reason: z.string(),
  at: Instant,
  by: z.string(),
})
export const Drawer = z.object({
  float: Rupees.describe('with which the day opens: the last that was entered; `moves` has each one'),
  in: Rupees,
  out: Rupees,
  expected: Rupees.describe('float + `cashTaken` + in − out'),
  counted: DrawerMove.nullable().describe('the last count'),
  moves: z.array(DrawerMove).describe('oldest first'),
})
export const CashOfPerson = z.object({
  by: z.string(),
  amount: Rupees.describe('taken less given back'),
  from: Instant,
  to: Instant,
})
export const DayNote = z.object({
  kind: z.enum(NOTE_KINDS),
  what: z.string().describe('of a `recall`: the dish, its KOT and its bill; else empty'),
  at: Instant,
  by: z.string(),
})
export const DaySummary = z.object({
  date: z.string(),
  totalOrders: z.number().int(),
  completedOrders: z.number().int(),
  cancelledOrders: z.number().int(),
  pendingOrders: z.number().int(),
  totalSales: Rupees.describe('of bills that became final on this day, less its refunds'),
  refunds: Rupees,
  discounts: Rupees,
  taxes: Taxes,
  roundOff: Rupees,
  cancelledValue: Rupees,
  paymentMethods: PaymentMethods,
  tips: Tips,
  cashTaken: Rupees.optional().describe(
    'how much cash the drawer gained on this day: payments and tips in cash less what was given back, without the opening float. Correcting a payment of an earlier day moves none. Missing, as `cashByPerson` and `drawer`, for callers who may not open the day summary’s page',
  ),
  cashByPerson: z.array(CashOfPerson).optional().describe('(+) Σ `amount` = `cashTaken`'),
  drawer: Drawer.optional().describe('(+) of a day on which something was entered for the cash drawer'),
  receivedOnOpenOrders: ReceivedOnOpenOrders,
  items: z.array(Sold).describe('by revenue'),
  openOrders: z.number().int(),
  changedAfterPrint: z
    .array(ChangedBill)
    .describe(
      'orders that ended on this day for less than the highest total ever printed on their bill; at most 200, the largest difference first',
    ),
  kotReset: z.boolean().optional(),
  notes: z
    .array(DayNote)
    .optional()
    .describe(
      '(+) of a day on which the KOT counter was restarted by hand (`kotReset`, not by closing the day) or a dish of a settled bill was taken back to the kitchen (`recall`): the newest 200, oldest first',
    ),
})

/** When the day began and ends, by the clock that was in force on it (decision 018). */
export const DayRange = z.object({ from: Instant, to: Instant.describe('not included') })

/** What became of the report of a day that was closed. */
export const DayPaper = z
  .object({
    ordered: z.boolean().describe('true: ordered by this call; false: a paper with the same figures was ordered before'),
    job: PrintJobShape.describe('its newest copy'),
  })
  .describe('with `resetKOT`: the report on paper; null where no printer is registered for it or printing is off')
