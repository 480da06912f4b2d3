import type { core, ZodError } from 'zod'
import { type AppError, type FieldError, invalid } from './errors.ts'
import { plural } from './text.ts'

/**
 * The sentence for a field that fails validation (CONTRACT §1, 422): one short sentence for each kind of mistake, in place of the validator's own. It says what
 * is expected and never repeats what was sent. A message given in the schema comes first (zod's order of precedence).
 */

type Issue = core.$ZodRawIssue

/** Fields that people fill in, with their labels. For all others the message uses the field's name in the body. */
const LABELS: Record<string, string> = {
  name: 'name',
  email: 'email',
  password: 'password',
  newPassword: 'new password',
  otp: 'code',
  mobile_number: 'mobile number',
  user_contact_number: 'mobile number',
  customerName: 'customer name',
  customer_name: 'customer name',
  customerGstin: 'customer’s GST number',
  user_name: 'name',
  establishment_name: 'restaurant name',
  address: 'address',
  gstNumber: 'GST number',
  fssaiNumber: 'FSSAI number',
  vatNumber: 'VAT number',
  upiId: 'UPI ID',
  message: 'message',
  title: 'title',
  tableNumber: 'table number',
  partySize: 'party size',
  date: 'date',
  time: 'time',
  price: 'price',
  quantity: 'quantity',
  stockQuantity: 'quantity',
  customQuantity: 'quantity',
  fromQuantity: 'quantity taken',
  toQuantity: 'quantity made',
  unit: 'unit',
  amount: 'amount',
  reason: 'reason',
  rating: 'rating',
  category: 'category',
  subcategory: 'subcategory',
  label: 'label',
  resetTime: 'reset time',
  latitude: 'latitude',
  longitude: 'longitude',
}

const upper = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)
const ACRONYMS = /\b(id|gst|fssai|vat|kot|qr|upi|url|csv)\b/g
/** `opening_hours` and `openingHours` in words. */
const words = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase()
    .replace(ACRONYMS, (word) => word.toUpperCase())
const oneOf = (many: string) => words(many).replace(/ies$/, 'y').replace(/s$/, '')
/** A field name of the contract. The key of a map comes from the caller and means nothing to a reader. */
const isName = (segment: string) => /^[A-Za-z_][\w-]{0,39}$/.test(segment)

/** A field's place and name: `orderData.kots.0.items.2.quantity` gives "item 3" and "quantity". */
function placeOf(path: string): { place: string; field: string } {
  const segments = path.split('.')
  const numbered = segments.findLastIndex((s, i) => /^\d+$/.test(s) && isName(segments[i - 1] ?? ''))
  const place = numbered < 0 ? '' : `${oneOf(segments[numbered - 1] ?? '')} ${Number(segments[numbered]) + 1}`
  const name = segments.slice(numbered + 1).findLast(isName)
  return { place, field: name === undefined ? '' : Object.hasOwn(LABELS, name) ? (LABELS[name] ?? '') : words(name) }
}

/** A field as people call it: "Mobile number", "Item 3, quantity"; empty when the mistake is in the body as a whole. */
export function labelOf(path: string): string {
  const { place, field } = placeOf(path)
  return upper([place, field].filter(Boolean).join(', '))
}

/** The message of a refusal: the first field and what is wrong with it. */
export function sentenceOf({ path, message }: FieldError): string {
  const { place, field } = placeOf(path)
  const label = message === `Enter the ${field}.` ? upper(place) : labelOf(path)
  return label ? `${label}: ${message}` : message
}

const MOST = 50
/** A 422 with a sentence for each field: its message is the first one's, and it lists at most 50. */
export const invalidFields = (errors: readonly FieldError[], code?: string): AppError =>
  invalid(errors[0] ? sentenceOf(errors[0]) : 'The request is not valid.', errors.slice(0, MOST), code)

/** The longest text of a 422, in characters. */
export const MOST_TEXT = 160
/** Words that show that a text comes from the validator. */
export const RAW = /\b([Ee]xpected|[Rr]eceived|Invalid [a-z]+|[Rr]egex|undefined|NaN|Unrecognized|[Zz]od)\b|\/\^/
/** May this text be shown to a person? It must be a sentence and not too long. */
export const isSentence = (text: string): boolean => text.length <= MOST_TEXT && /^[\p{Lu}].*\.$/su.test(text) && !RAW.test(text)

// ------------------------------------------------------------ the validator's issues

const TYPES: Record<string, string> = {
  string: 'Must be text.',
  number: 'Must be a number.',
  int: 'Must be a whole number.',
  boolean: 'Must be true or false.',
  array: 'Must be a list.',
  date: 'Must be a date.',
  null: 'Must be empty.',
}
const FORMATS: Record<string, string> = {
  datetime: 'Must be a date and time with its zone, like 2026-01-31T18:30:00Z.',
  date: 'Must be a date as YYYY-MM-DD.',
  time: 'Must be a time as HH:mm.',
  email: 'This is not an email address.',
  url: 'This is not a web address.',
}
const NOT_RIGHT = 'This is not in the right form.'

const sized = (origin: string, n: number | bigint) => (origin === 'string' ? plural(n, 'character') : plural(n, 'entry', 'entries'))
const isNumber = (origin: string) => ['number', 'int', 'bigint'].includes(origin)

function missing(path: Issue['path'], typed: boolean): string {
  const name = path?.at(-1)
  const label = typed && typeof name === 'string' && Object.hasOwn(LABELS, name) ? LABELS[name] : undefined
  return label ? `Enter the ${label}.` : 'This field is missing.'
}

function choice(values: readonly unknown[]): string {
  if (values.length === 1) return values[0] === '' ? 'Must be empty.' : `Must be ${String(values[0])}.`
  const text = `Choose one of: ${values.map(String).join(', ')}.`
  return text.length <= MOST_TEXT - 40 ? text : `Choose one of the ${values.length} known values.`
}

/** One sentence for an issue from zod, for use as a parse's `error`: `schema.safeParse(value, { error: sayIssue })`. */
export function sayIssue(issue: Issue): string {
  const { code, path, input } = issue
  switch (code) {
    case 'invalid_type':
      if (input === undefined) return missing(path, ['string', 'number', 'int'].includes(issue.expected))
      return TYPES[issue.expected] ?? (path?.length ? 'Must have fields of its own.' : 'The request must be an object.')
    case 'invalid_value':
      return input === undefined && issue.values.length === 1 ? missing(path, false) : choice(issue.values)
    case 'too_small': {
      const { origin, minimum, inclusive, exact } = issue
      if (isNumber(origin)) return inclusive === false ? `Must be more than ${minimum}.` : `Must be at least ${minimum}.`
      if (exact) return `Exactly ${sized(origin, minimum)}.`
      if (origin === 'string' && Number(minimum) === 1) return missing(path, true).replace('is missing', 'must not be empty')
      return `At least ${sized(origin, minimum)}.`
    }
    case 'too_big': {
      const { origin, maximum, inclusive, exact } = issue
      if (isNumber(origin)) return inclusive === false ? `Must be less than ${maximum}.` : `Must be at most ${maximum}.`
      return `${exact ? 'Exactly' : 'At most'} ${sized(origin, maximum)}.`
    }
    case 'invalid_format':
      return FORMATS[issue.format] ?? NOT_RIGHT
    case 'not_multiple_of':
      return `Must be a multiple of ${issue.divisor}.`
    case 'unrecognized_keys':
      return 'Has a field that is not known.'
    case 'invalid_union':
      // The first alternative is the usual one; the others are also accepted.
      return input === undefined ? missing(path, true) : (issue.errors[0]?.[0]?.message ?? NOT_RIGHT)
    case 'invalid_key':
    case 'invalid_element':
      return issue.issues[0]?.message ?? NOT_RIGHT
    default:
      return 'This is not valid.'
  }
}

/** A segment of a path: a field's name or index, or a key chosen by the caller, which is shortened. */
const segmentOf = (segment: PropertyKey) => [...String(segment).slice(0, 160)].slice(0, 80).join('')

/** A failed parse's issues as CONTRACT §1's `errors`, at most 50. The parse must have been given `sayIssue`. */
export const fieldErrors = (error: ZodError): FieldError[] =>
  error.issues.slice(0, MOST).map(({ path, message }) => ({ path: path.map(segmentOf).join('.'), message }))
