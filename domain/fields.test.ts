import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { api } from './api/index.ts'
import type { Operation } from './api/contract.ts'
import type { FieldError } from './errors.ts'
import { fieldErrors, invalidFields, isSentence, labelOf, MOST_TEXT, RAW, sayIssue, sentenceOf } from './fields.ts'
import { unreadable } from './unreadable.ts'

const errorsOf = (schema: z.ZodType, value: unknown): FieldError[] => {
  const result = schema.safeParse(value, { error: sayIssue })
  return result.success ? unreadable(result.data) : fieldErrors(result.error)
}
const messageOf = (schema: z.ZodType, value: unknown) => errorsOf(schema, value)[0]?.message

it('a path is cut between characters, so that it is text in every language', () => {
  const [error] = errorsOf(z.record(z.string(), z.number()), { [`a${'🍛'.repeat(100)}`]: 'x' })
  expect([error?.path.isWellFormed(), [...(error?.path ?? '')].length]).toEqual([true, 80])
})

describe('the message for a field', () => {
  const Person = z.object({ name: z.string().trim().min(1).max(60), tableId: z.string(), guests: z.number().int() })
  it.each<[z.ZodType, unknown, string | undefined]>([
    [Person, { tableId: 't', guests: 1 }, 'Enter the name.'],
    [Person, { name: ' ', tableId: 't', guests: 1 }, 'Enter the name.'],
    [Person, { name: 'A', guests: 1 }, 'This field is missing.'],
    [Person, { name: null, tableId: 't', guests: 1 }, 'Must be text.'],
    [Person, { name: 'x'.repeat(61), tableId: 't', guests: 1 }, 'At most 60 characters.'],
    [Person, { name: 'a\u0000', tableId: 't', guests: 1 }, 'Has characters that can’t be read.'],
    [Person, { name: 'A', tableId: 't', guests: 1.5 }, 'Must be a whole number.'],
    [Person, { name: 'A', tableId: 't', guests: '1' }, 'Must be a number.'],
    [Person, 5, 'The request must be an object.'],
    [Person, undefined, 'This field is missing.'],
    [z.object({ person: Person }), { person: [] }, 'Must have fields of its own.'],
    [z.object({ name: z.string().min(3) }), { name: 'ab' }, 'At least 3 characters.'],
    [z.string().length(1), 'ab', 'Exactly 1 character.'],
    [z.string().min(1), '', 'This field must not be empty.'],
    [z.number().min(0), -1, 'Must be at least 0.'],
    [z.number().gt(0), 0, 'Must be more than 0.'],
    [z.number().max(10), 11, 'Must be at most 10.'],
    [z.number().lt(10), 10, 'Must be less than 10.'],
    [z.number().multipleOf(5), 7, 'Must be a multiple of 5.'],
    [z.coerce.number(), 'x', 'Must be a number.'],
    [z.array(z.string()).min(1), [], 'At least 1 entry.'],
    [z.array(z.string()).max(2), ['a', 'b', 'c'], 'At most 2 entries.'],
    [z.array(z.string()), {}, 'Must be a list.'],
    [z.boolean(), 'yes', 'Must be true or false.'],
    [z.enum(['a', 'b', 'c']), 'd', 'Choose one of: a, b, c.'],
    [z.enum(['a', 'b', 'c']), undefined, 'Choose one of: a, b, c.'],
    [z.enum(Array.from({ length: 90 }, (_, i) => `value${i}`)), 'd', 'Choose one of the 90 known values.'],
    [z.literal('yes'), 'no', 'Must be yes.'],
    [z.literal(''), 'no', 'Must be empty.'],
    [z.email(), 'a', 'This is not an email address.'],
    [z.url(), 'a', 'This is not a web address.'],
    [z.iso.date(), 'a', 'Must be a date as YYYY-MM-DD.'],
    [z.iso.time(), 'a', 'Must be a time as HH:mm.'],
    [z.iso.datetime(), 'a', 'Must be a date and time with its zone, like 2026-01-31T18:30:00Z.'],
    [z.string().regex(/^a$/), 'b', 'This is not in the right form.'],
    [z.strictObject({}), { a: 1 }, 'Has a field that is not known.'],
    [z.union([z.string().max(3), z.literal('')]), 'abcd', 'At most 3 characters.'],
    [z.object({ name: z.union([z.string(), z.literal('')]) }), {}, 'Enter the name.'],
    [z.record(z.string().max(2), z.number()), { abc: 1 }, 'At most 2 characters.'],
    [z.string().refine(() => false), 'a', 'This is not valid.'],
    // A message in the schema comes first.
    [z.string().regex(/^a$/, 'Only a.'), 'b', 'Only a.'],
    [z.string().refine(() => false, 'Not today.'), 'b', 'Not today.'],
  ])('%# %s', (schema, value, text) => expect(messageOf(schema, value)).toBe(text))

  it('an unknown key is named by its first 80 characters', () => {
    const [error] = errorsOf(z.record(z.string(), z.number()), { ['k'.repeat(5000)]: 'x' })
    expect(error).toEqual({ path: 'k'.repeat(80), message: 'Must be a number.' })
  })
})

describe('the message of a 422', () => {
  it.each([
    ['name', 'Name'],
    ['mobile_number', 'Mobile number'],
    ['user.name', 'Name'],
    ['gstNumber', 'GST number'],
    ['_id', 'ID'],
    ['tableId', 'Table ID'],
    ['serviceChargeAccepted', 'Service charge accepted'],
    ['orderData.kots.0.items.2.quantity', 'Item 3, quantity'],
    ['addonGroups.1', 'Addon group 2'],
    ['categories.0.name', 'Category 1, name'],
    ['permissions./restaurant/pos', 'Permissions'],
    ['Idempotency-Key', 'Idempotency key'],
    ['', ''],
    ['permissions.constructor', 'Constructor'],
  ])('calls the field %j "%j"', (path, label) => expect(labelOf(path)).toBe(label))

  it.each([
    [{ path: 'name', message: 'Enter the name.' }, 'Enter the name.'],
    [{ path: 'tables.1.tableNumber', message: 'Enter the table number.' }, 'Table 2: Enter the table number.'],
    [{ path: 'name', message: 'At most 60 characters.' }, 'Name: At most 60 characters.'],
    [{ path: '', message: 'The request must be an object.' }, 'The request must be an object.'],
  ])('%j becomes %j', (error, text) => expect(sentenceOf(error)).toBe(text))

  it('is that of the first field, and all fields follow in the details', () => {
    const errors = [
      { path: 'name', message: 'Enter the name.' },
      { path: 'guests', message: 'Must be at least 1.' },
    ]
    expect(invalidFields(errors)).toMatchObject({ status: 422, code: 'validation_failed', message: 'Enter the name.', details: { errors } })
  })

  it.each(['expected', 'received', 'Invalid input', 'Invalid string', 'regex', '"/^a', 'undefined', 'NaN', 'Unrecognized', 'zod'])(
    'no text with %j counts as a sentence',
    (word) => expect(isSentence(`Here ${word} stands.`)).toBe(false),
  )
  it.each(['no capital.', 'No full stop', `${'X'.repeat(MOST_TEXT)}.`, ''])('%j is not a sentence', (text) =>
    expect(isSentence(text)).toBe(false),
  )
})

describe('for every input that the contract takes', () => {
  type Node = { path: string; schema: z.ZodType }
  type Def = { shape?: Record<string, z.ZodType>; element?: z.ZodType; options?: z.ZodType[] } & Record<string, unknown>

  /** Each schema inside a schema, by its path. */
  function nodesOf(path: string, schema: z.ZodType): Node[] {
    const def = schema._zod.def as unknown as Def
    const inner: [string, z.ZodType][] = [
      ...Object.entries(def.shape ?? {}),
      ...(def.element ? [['0', def.element] as [string, z.ZodType]] : []),
      ...(def.options ?? []).map((o): [string, z.ZodType] => ['', o]),
      ...['innerType', 'in', 'left', 'right', 'keyType', 'valueType'].flatMap((k): [string, z.ZodType][] =>
        def[k] instanceof z.ZodType ? [['', def[k]]] : [],
      ),
    ]
    return [{ path, schema }, ...inner.flatMap(([name, s]) => nodesOf([path, name].filter(Boolean).join('.'), s))]
  }

  const LONG = 'x'.repeat(10_000)
  const SECRET = 'ravi.kumar@secret.test'
  const WRONG: unknown[] = [
    ...[
      undefined,
      null,
      true,
      {},
      [],
      '',
      ' ',
      'x',
      'a b',
      SECRET,
      LONG,
      'a\u0000b',
      '\ud800',
      '2026-02-31',
      '1800-01-01',
      '25:00',
      '9999',
    ],
    ...['1800-01-01T00:00:00Z', '+91', 'https://', 'javascript:x', '{}', '-1', 0, -1, 1.5, 0.0001, 1e9, 1e21, NaN, Infinity],
    ...[Array(1000).fill(SECRET), Array.from({ length: 1000 }, () => ({})), { [LONG]: 1 }, { a: { b: {} } }],
    { period: 'custom' },
    { period: 'custom', startDate: '2026-02-02', endDate: '2026-02-01' },
    { period: 'custom', startDate: '2024-02-02', endDate: '2026-02-01' },
  ]

  /** `value` in the place that `path` names, so that the schema is asked as the server asks it. */
  const within = (path: string, schema: z.ZodType): z.ZodType =>
    path
      .split('.')
      .filter(Boolean)
      .reduceRight<z.ZodType>((s, name) => (name === '0' ? z.array(s) : z.object({ [name]: s })), schema)
  const placed = (path: string, value: unknown): unknown =>
    path
      .split('.')
      .filter(Boolean)
      .reduceRight<unknown>((v, name) => (name === '0' ? [v] : v === undefined ? {} : { [name]: v }), value)

  const inputs = Object.entries(api as unknown as Record<string, Operation>).flatMap(([address, { query, body }]) =>
    [query, body].flatMap((schema) => (schema ? [[address, schema] as const] : [])),
  )

  it.each(inputs)('%s answers in sentences and repeats nothing that was sent', (_address, input) => {
    let checked = 0
    for (const { path, schema } of nodesOf('', input)) {
      const asked = within(path, schema)
      for (const value of WRONG) {
        for (const error of errorsOf(asked, placed(path, value))) {
          checked++
          for (const text of [error.message, sentenceOf(error)]) {
            const what = `${path} ${JSON.stringify(value)?.slice(0, 60)}: ${text}`
            expect(isSentence(text), what).toBe(true)
            expect(text, what).not.toMatch(RAW)
            expect(text, what).not.toContain('secret')
            expect(text, what).not.toContain('xxxx')
          }
        }
      }
    }
    expect(checked).toBeGreaterThan(0)
  })
})
