import { z } from 'zod'
import { CHARGE_NAME_LENGTH, CHARGE_UNITS, CHARGED_TYPES } from '../chargeList.ts'
import { isAmount, isPercent, isStored } from '../money.ts'
import { ORDER_TYPES, readOrderType } from '../order.ts'
import { rangeProblem } from '../time.ts'

/**
 * Parts that the contracts of several features use. Each feature's file has its calls and its entities (SPEC §3, CONTRACT §4) as they are in JSON: rupees,
 * and UTC instants in ISO-8601.
 */

/** Is it no name that every object has, as `constructor` and `__proto__` are? A look-up by such a word finds what nobody has put there. */
export const isNoBuiltIn = (text: string): boolean => !(text in Object.prototype)
/** CONTRACT §1: opaque, URL-safe, at most 40 characters. */
export const Id = z
  .string()
  .min(1)
  .max(40)
  .regex(/^[A-Za-z0-9_-]+$/, 'This is not an id.')
  .refine(isNoBuiltIn, 'This is not an id.')
export const byId = z.object({ id: Id })
/** Rupees with at most two decimals. */
export const Rupees = z.number().describe('Rupees, at most two decimals')
/** An amount sent by a caller: fractions of a paisa are refused, because they could not be paid. */
export const rupees = (min: number, max: number) =>
  Rupees.min(min)
    .max(max)
    .refine((sent) => isAmount(sent) && isStored(sent, 100), 'At most two decimals.')
export const Amount = rupees(0, 100_000_000)
export const Instant = z.string().meta({ format: 'date-time', description: 'UTC ISO-8601 with milliseconds' })
/** A restaurant's dates are all within these years; another year is a typing mistake. */
const inReach = (at: number) => at >= Date.parse('1900-01-01T00:00:00Z') && at < Date.parse('2200-01-01T00:00:00Z')
export const DateOnly = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'Must be a date as YYYY-MM-DD.')
  .refine((d) => {
    const at = Date.parse(`${d}T00:00:00Z`)
    return inReach(at) && new Date(at).toISOString().startsWith(d)
  }, 'Must be a real date, from 1900 to 2199.')
  .meta({ format: 'date' })
/** The query of a list with a range of days, both included: the `last` must not be before the `first`. */
export const daysInOrder = <S extends z.ZodRawShape>(first: keyof S & string, last: keyof S & string, shape: S) =>
  z.object(shape).superRefine((range: Partial<Record<string, unknown>>, ctx) => {
    const [from = '', to = ''] = [range[first], range[last]] as (string | undefined)[]
    if (rangeProblem(from, to)) ctx.addIssue({ code: 'custom', path: [last], message: 'Must not be before the start.' })
  })
/** An instant sent by a caller, with its zone. */
export const InstantIn = z.iso
  .datetime({ offset: true })
  .max(40)
  .refine((at) => inReach(Date.parse(at)), 'Must be a real date, from 1900 to 2199.')
export const HHmm = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time as HH:mm, like 09:30.')
export const Percent = z.number().min(0).max(100)
/** A percentage sent by a caller. */
export const PercentIn = Percent.refine(isPercent, 'At most three decimals.').describe('At most three decimals')
export const Version = z
  .number()
  .int()
  .min(1)
  .describe('The version that the caller has seen; if there is a newer one, 409 version_conflict')
/** Decimal degrees in a query. An empty text is refused; read as a number it would be 0, the equator. */
export const degrees = (max: number) =>
  z
    .preprocess((text) => (typeof text === 'string' && text.trim() === '' ? undefined : text), z.coerce.number().min(-max).max(max))
    .meta({ type: 'number', minimum: -max, maximum: max })
/** `?n=` in a query. */
export const intQuery = (fallback: number, min: number, max: number) => z.coerce.number().int().min(min).max(max).default(fallback)
/** `?sort=` of a list by one of these keys; `-` is descending. */
export const sortQuery = <K extends string>(keys: readonly K[], fallback: K | `-${K}`) =>
  z
    .enum(keys.flatMap((key): (K | `-${K}`)[] => [key, `-${key}`]))
    .default(fallback as never)
    .describe('`-` is descending')
/** What every paged list returns besides its rows and their total (CONTRACT §1); the Worker's `paged` adds it. */
export const paging = { totalPages: z.number().int(), currentPage: z.number().int(), itemsPerPage: z.number().int() }

export const ErrorBody = z
  .object({
    status: z.literal('error'),
    message: z.string(),
    code: z.string(),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    retryAfter: z.number().optional(),
    requestId: z.string().optional(),
  })
  .catchall(z.unknown())
export type ErrorBody = z.infer<typeof ErrorBody>

export const Message = z.object({ message: z.string() })

export const OrderTypeIn = z
  .string()
  .max(20)
  .transform((text, ctx) => {
    const type = readOrderType(text)
    if (type) return type
    ctx.addIssue({ code: 'custom', message: `Choose one of: ${ORDER_TYPES.join(', ')}.` })
    return z.NEVER
  })
  .describe(`One of ${ORDER_TYPES.join(', ')}; read case-insensitively`)

/** A charge for packing or delivery, as the outlet has set it up. */
export const Charge = z.object({
  _id: Id,
  name: z.string(),
  amount: Rupees,
  per: z.enum(CHARGE_UNITS).describe('once for the order, or once for each portion in it'),
  orderTypes: z.array(z.enum(CHARGED_TYPES)),
})
export const ChargeIn = Charge.extend({
  name: z.string().trim().min(1, 'Type a name.').max(CHARGE_NAME_LENGTH),
  amount: Amount,
  orderTypes: Charge.shape.orderTypes.min(1, 'Choose at least one type of order.').max(CHARGED_TYPES.length),
})
export const TaxPercentages = z.object({
  gst: Percent,
  vat: Percent,
  serviceCharge: Percent,
  composition: z.boolean().optional().describe('true under the composition scheme: gst and vat are 0, and the bill is a bill of supply'),
  charges: z.array(Charge).optional().describe('for packing and delivery, in rupees; missing where there are none'),
  pricesIncludeTax: z.boolean().optional().describe('(+) true where prices include GST and VAT; an order’s lines say it themselves'),
})
export const TaxPercentagesIn = z.object({ gst: PercentIn, vat: PercentIn, serviceCharge: PercentIn })

/** Refusals of several features. */
export const gone = { '404 not_found': 'The restaurant has no such thing' }
export const noRestaurant = { '404 not_found': 'No such restaurant' }
/** For a change that takes no Idempotency-Key. For calls that take one it is a general refusal (refusals.ts). */
export const busy = { '409 busy': 'Too many devices change this at once; try again after `retryAfter`' }
export const crossSite = { '403 cross_site': 'The request came from a page of another site' }
