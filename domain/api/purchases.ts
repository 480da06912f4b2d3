import { z } from 'zod'
import { Amount, byId, DateOnly, daysInOrder, gone, Id, Instant, intQuery, Message, paging, Rupees, Version } from './common.ts'
import { staff } from './contract.ts'
import { Url } from './fields.ts'
import { Positive, RawMaterial, read, Unit, UNIT_CHANGED, write } from './inventory.ts'

/** (+) Purchases of several materials from one supplier's bill. */
const Bill = z.object({
  _id: Id,
  supplier: z.string(),
  billNumber: z.string(),
  billDate: z.string(),
  receiptImage: z.string().nullable(),
  note: z.string(),
  amount: Rupees.nullable().describe(
    'what it cost: `billTotal` if there is one, else the sum of its lines; null while a line has no amount',
  ),
  billTotal: Rupees.nullable().describe('the total that was typed from the bill, with tax, freight and rounding'),
  version: z.number().int(),
  lineCount: z.number().int(),
  by: z.string(),
  createdAt: Instant,
  takenBack: z.object({ by: z.string(), at: Instant }).nullable(),
})
export const Purchase = Bill.extend({
  corrections: z
    .array(z.object({ by: z.string(), at: Instant, changes: z.array(z.string()) }))
    .describe('who changed what of the bill after it was booked, in words, the oldest first; at most 50'),
  lines: z.array(
    z.object({
      rawMaterial: z.object({ _id: Id, name: z.string(), unit: z.string() }),
      stockQuantity: z.number().describe('what was bought'),
      amount: Rupees.nullable(),
      unitCost: Rupees.nullable(),
      expiryDate: z.string().nullable(),
      left: z.number().describe('what is left of its lot'),
    }),
  ),
})
const LineBody = z.object({
  rawMaterial: Id,
  stockQuantity: Positive,
  unit: Unit,
  amount: Amount.nullish().describe('of the whole line, as on the bill; the cost of a unit is computed, in whole paise'),
  expiryDate: DateOnly.nullish(),
})

const DUPLICATE = { '409 duplicate': 'This bill number of this supplier was booked before, in the same financial year: `{ purchase }`' }

export const purchases = {
  'GET /restaurant/inventory/purchases': staff({
    operationId: 'listPurchases',
    summary: 'Purchases, the newest bill first. Without `from` those of a year',
    ...read,
    query: daysInOrder('from', 'to', {
      page: intQuery(1, 1, 100_000),
      limit: intQuery(50, 1, 100),
      supplier: z.string().trim().max(80).optional().describe('whatever its case and spaces; empty for purchases without a supplier'),
      from: DateOnly.optional().describe('the first date of a bill'),
      to: DateOnly.optional().describe('the last'),
    }),
    returns: z.object({
      purchases: z.array(Bill),
      ...paging,
      totalPurchases: z.number().int(),
      totalAmount: Rupees.describe('of all that were asked for, as far as their amounts are known, without those that were taken back'),
      incomplete: z.number().int().describe('how many of them have no `amount`'),
      suppliers: z.array(z.string()).describe('the suppliers of those that were asked for, without those that were taken back'),
    }),
    failure: 'Failed to fetch purchases',
  }),
  'GET /restaurant/inventory/purchases/:id': staff({
    operationId: 'readPurchase',
    summary: 'One purchase with its lines',
    ...read,
    params: byId,
    returns: z.object({ purchase: Purchase }),
    failure: 'Failed to fetch purchase',
    errors: gone,
  }),
  'POST /restaurant/inventory/purchases': staff({
    operationId: 'createPurchase',
    summary: 'Book a bill of several materials: each line is a new lot; all or nothing',
    ...write,
    status: 201,
    body: z.object({
      supplier: z.string().trim().max(80).default(''),
      billNumber: z.string().trim().max(40).default(''),
      billDate: DateOnly.optional().describe('not after the calendar’s date, and not older than a year; today’s business day by default'),
      receiptImage: Url.max(300).nullish(),
      note: z.string().trim().max(500).default(''),
      billTotal: Amount.nullish().describe('with tax, freight and rounding'),
      lines: z.array(LineBody).min(1).max(100),
    }),
    returns: z.object({ purchase: Purchase, rawMaterials: z.array(RawMaterial).describe('what was bought, as it is now') }),
    failure: 'Failed to book purchase',
    errors: {
      '404 not_found': 'The restaurant has no such raw material',
      ...DUPLICATE,
      '409 unit_changed': `${UNIT_CHANGED['409 unit_changed']}, and its \`line\`, from 0 on`,
    },
  }),
  'PUT /restaurant/inventory/purchases/:id': staff({
    operationId: 'correctPurchase',
    summary:
      'Correct what stands on a bill. What was bought stays as it was booked; lots that still have the cost of the bill get the corrected one',
    ...write,
    params: byId,
    body: z.object({
      supplier: z.string().trim().max(80),
      billNumber: z.string().trim().max(40),
      billDate: DateOnly.describe('not after the calendar’s date'),
      receiptImage: Url.max(300).nullish(),
      note: z.string().trim().max(500),
      billTotal: Amount.nullish(),
      amounts: z.array(Amount.nullable()).min(1).max(100).describe('of all lines, in their order'),
      version: Version.optional(),
    }),
    returns: z.object({ purchase: Purchase }),
    failure: 'Failed to correct purchase',
    errors: {
      ...gone,
      ...DUPLICATE,
      '409 stock_changed': 'It was taken back: `{ purchase }`',
      '409 version_conflict': 'Changed meanwhile: `{ purchase }`',
    },
  }),
  'DELETE /restaurant/inventory/purchases/:id': staff({
    operationId: 'takeBackPurchase',
    summary: 'Take a purchase back of which nothing was used or counted. It stays in the list, and its movements in the ledger',
    ...write,
    params: byId,
    returns: Message.extend({ purchase: Purchase, rawMaterials: z.array(RawMaterial) }),
    failure: 'Failed to take the purchase back',
    errors: { ...gone, '409 stock_changed': 'Something of it was used, counted or taken out, or it was taken back before: `{ purchase }`' },
  }),
} as const
