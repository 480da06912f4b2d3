import { z } from 'zod'
import type { Operation } from '#domain/api/contract.ts'
import { events } from '#domain/api/events.ts'
import * as contract from '#domain/api/index.ts'
import { type Refusals, refusalsOf } from '#domain/api/refusals.ts'
import { BESIDE, type Beside } from './beside.ts'
import { VERSION } from './version.ts'

/** A piece of the document, as JSON has it. */
export type Json = Record<string, any>

/** What each tag is about, in the document's order. */
const TAGS: Record<string, string> = {
  Authentication: 'Sign-in and sign-up of staff, partners, diners and the back office; passwords and codes.',
  Orders: 'Orders and their kitchen tickets (KOTs), bills, payments, the day-end summary.',
  Tables: 'Tables, moves, merges, calls for service.',
  Menu: 'Menus, items, addon templates, recipes; the whole menu as CSV.',
  Restaurant: 'Profile and settings, KOT counter, listing in the app.',
  Employees: 'Who works here.',
  Reservations: 'The book of tables.',
  Customers: 'Who came, how often, what they spent.',
  Inventory: 'Raw materials, their lots (stocks), conversions and categories.',
  Offers: 'Discounts and when they count.',
  Banners: 'Promotional banners of the app.',
  Analytics: 'Sales, customers and dashboards of a period, by business days.',
  Statistics: 'Fire and forget: what is looked at and ordered.',
  'Sync keys': 'Keys by which a program reads orders, menus, tables and daily summaries.',
  Printing: 'Certificate and signatures for the local print agent.',
  Media: 'Images and documents.',
  Diner: 'What a guest tells.',
  'Saved items': 'A diner’s list.',
  Claims: 'Who says that a listed restaurant is theirs.',
  Partner: 'A partner’s own outlets.',
  'Chain menu': 'One menu for a partner’s outlets: what a push would change, the push, what was pushed.',
  'Back office': 'Approval, partners, permissions, claims.',
  'Real time': 'The WebSocket of a restaurant.',
  System: 'The service itself.',
}

const SUCCESS: Record<string, string> = {
  '200': 'Done',
  '201': 'Created',
  '202': 'Accepted: the rest comes another way',
  '204': 'Done; there is nothing to tell',
  '304': 'What the caller has still fits',
}
const REASONS: Record<string, string> = {
  '400': 'Malformed',
  '401': 'No or bad token',
  '403': 'Not allowed',
  '404': 'Unknown, or another’s',
  '409': 'Conflict',
  '413': 'Too large',
  '415': 'Wrong content type',
  '422': 'Fails validation',
  '426': 'Upgrade required',
  '429': 'Rate limit',
  '500': 'Our failure',
  '502': 'Another service failed',
  '503': 'Not set up',
}

// ---------------------------------------------------------------- schemas

/** The shapes that the contract exports have a name: `OrderShape` is shown as Order, `OrderTypeIn` as OrderTypeInput. */
const named = new Map<z.core.$ZodType, string>()
for (const [name, schema] of Object.entries(contract))
  if (schema instanceof z.ZodType && /^[A-Z]/.test(name)) named.set(schema, name.replace(/(Shape|Body)$/, '').replace(/In$/, 'Input'))

const metadata = {
  get: (schema: z.core.$ZodType) => ({ ...z.globalRegistry.get(schema), ...(named.has(schema) ? { id: named.get(schema) } : {}) }),
}

/** zod's bounds of a safe integer, and how it reads a date, say nothing to a person; an answer may grow a field, so its objects are open. */
function plain(json: Json): void {
  if (json.type === 'integer' && json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
  if (json.type === 'integer' && json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
  if (json.format === 'date-time') delete json.pattern
  if (json.additionalProperties === false) delete json.additionalProperties
}

class Schemas {
  readonly components: Record<string, Json> = {}

  /** A schema as JSON; what has a name goes among the components. One that is read and answered differently has two names. */
  of(schema: z.ZodType, io: 'input' | 'output'): Json {
    const json = z.toJSONSchema(schema, {
      io,
      metadata: metadata as never,
      unrepresentable: 'any',
      target: 'draft-2020-12',
      override: ({ jsonSchema }) => plain(jsonSchema),
    }) as Json
    const { $schema: _s, $defs = {}, ...root } = json as { $defs?: Record<string, Json> } & Json
    const renamed: Record<string, string> = {}
    const moved = (value: unknown): any =>
      JSON.parse(
        JSON.stringify(value, (key, inner) =>
          key === '$ref' && typeof inner === 'string' ? inner.replace(/^#\/\$defs\/(\w+)$/, (_, n) => refTo(renamed[n] ?? n)) : inner,
        ),
      )
    // Names first, since one definition names another.
    for (const name of Object.keys($defs)) if (this.#differs(name, moved($defs[name]))) renamed[name] = `${name}Input`
    for (const [name, { id: _i, ...definition }] of Object.entries($defs)) this.components[renamed[name] ?? name] = moved(definition)
    const { id, ...whole } = moved(root) as Json
    if (!id) return whole
    const name = this.#differs(id, whole) ? `${id}Input` : id
    this.components[name] = whole
    return { $ref: refTo(name) }
  }

  #differs(name: string, { id: _i, ...definition }: Json): boolean {
    const known = this.components[name]
    return known !== undefined && JSON.stringify(known) !== JSON.stringify(definition)
  }
}

const refTo = (name: string) => `#/components/schemas/${name}`

// ---------------------------------------------------------------- refusals

/** Answers that many calls share, by their codes. */
const SHARED: Record<string, string> = {
  '400 malformed_json': 'MalformedJson',
  '400 malformed_form': 'MalformedForm',
  '401 unauthenticated token_expired session_expired invalid_token': 'Unauthenticated',
  '401 unauthenticated token_expired session_expired invalid_token invalid_sync_key': 'UnauthenticatedOrKeyRefused',
  '403 forbidden': 'Forbidden',
  '403 forbidden pending_approval rejected': 'ForbiddenOrPending',
  '403 forbidden page_disabled pending_approval rejected': 'ForbiddenOrPageDisabled',
  '409 busy': 'Busy',
  '413 too_large': 'TooLarge',
  '415 unsupported_media_type': 'UnsupportedMediaType',
  '422 validation_failed': 'ValidationFailed',
  '422 validation_failed idempotency_mismatch': 'ValidationFailedOrKeyReused',
  '429 rate_limited': 'RateLimited',
  '500 internal': 'Internal',
}

const sharedName = (status: string, codes: string[]): string | undefined =>
  Object.entries(SHARED).find(([key]) => {
    const [s, ...all] = key.split(' ')
    return s === status && all.length === codes.length && all.every((c) => codes.includes(c))
  })?.[1]

function refusal(status: string, codes: Record<string, string>): Json {
  const description = [`${REASONS[status] ?? 'Refused'}.`, ...Object.entries(codes).map(([code, text]) => `- \`${code}\`: ${text}`)]
  return {
    description: description.join('\n'),
    ...(status === '429' ? { headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } } } : {}),
    content: {
      'application/json': {
        schema: {
          allOf: [
            { $ref: refTo('Error') },
            { type: 'object', properties: { code: { type: 'string', enum: Object.keys(codes) } }, required: ['code'] },
          ],
        },
      },
    },
  }
}

// ---------------------------------------------------------------- the document

class Document {
  readonly schemas = new Schemas()
  readonly responses: Record<string, Json> = {}
  readonly paths: Record<string, Json> = {}

  add(address: string, operation: Json): void {
    const [method = '', path = ''] = address.split(' ')
    const key = `/v1${path.replace(/:(\w+)/g, '{$1}')}`
    this.paths[key] = { ...this.paths[key], [method.toLowerCase()]: operation }
  }

  #parameters(op: Operation): Json[] {
    const out: Json[] = []
    const add = (schema: z.ZodObject | undefined, where: 'path' | 'query') => {
      if (!schema) return
      const json = this.schemas.of(schema, 'input') as { properties?: Record<string, Json>; required?: string[] }
      for (const [name, { description, ...property }] of Object.entries(json.properties ?? {}))
        out.push({
          name,
          in: where,
          required: where === 'path' || (json.required?.includes(name) ?? false),
          ...(description ? { description } : {}),
          schema: property,
        })
    }
    add(op.params, 'path')
    add(op.query, 'query')
    return out
  }

  /** Those that many calls share and tell in the same words are components. */
  #refusals(refusals: Refusals): Json {
    return Object.fromEntries(
      Object.entries(refusals).map(([status, codes]) => {
        const told = refusal(status, codes)
        const name = sharedName(status, Object.keys(codes))
        if (!name) return [status, told]
        this.responses[name] ??= told
        return [status, JSON.stringify(this.responses[name]) === JSON.stringify(told) ? { $ref: `#/components/responses/${name}` } : told]
      }),
    )
  }

  #body(op: Operation): Json | undefined {
    const fields = op.body && this.schemas.of(op.body, 'input')
    if (!op.upload) return fields && { required: true, content: { 'application/json': { schema: fields } } }
    const file = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' }
    const files = Object.entries(op.upload)
    const schema = {
      ...fields,
      type: 'object',
      properties: {
        ...fields?.properties,
        ...Object.fromEntries(files.map(([name, most]) => [name, most === 1 ? file : { type: 'array', maxItems: most, items: file }])),
      },
      required: [...(fields?.required ?? []), ...files.flatMap(([name, most]) => (most === 1 ? [name] : []))],
    }
    return { required: true, description: 'At most 10 MiB a file.', content: { 'multipart/form-data': { schema } } }
  }

  #successes(op: Operation): Json {
    const answers = op.answers ?? { [op.status]: op.returns }
    const headers = {
      ...(op.idempotent ? { 'Idempotency-Replayed': { $ref: '#/components/headers/IdempotencyReplayed' } } : {}),
      ...(op.revalidates ? { ETag: { $ref: '#/components/headers/ETag' } } : {}),
    }
    const told = Object.fromEntries(
      Object.entries(answers).map(([status, schema]) => [
        status,
        {
          description: SUCCESS[status],
          ...(Object.keys(headers).length > 0 ? { headers } : {}),
          ...(status === '204'
            ? {}
            : {
                content: {
                  [op.returnsType ?? 'application/json']: {
                    schema: op.returnsType ? { type: 'string' } : this.schemas.of(schema, 'output'),
                  },
                },
              }),
        },
      ]),
    )
    return op.revalidates ? { ...told, '304': { description: SUCCESS['304'], headers } } : told
  }

  operation(op: Operation): Json {
    const open = op.roles.includes('public')
    const refusals = refusalsOf(op)
    const requestBody = this.#body(op)
    const parameters = [
      ...this.#parameters(op),
      ...(op.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...(op.scope === 'restaurant' ? [{ $ref: '#/components/parameters/RestaurantId' }] : []),
      ...(op.revalidates ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
    ]
    return {
      operationId: op.operationId,
      summary: op.summary,
      tags: op.tags,
      ...(parameters.length > 0 ? { parameters } : {}),
      ...(requestBody ? { requestBody } : {}),
      responses: { ...this.#successes(op), ...this.#refusals(refusals) },
      ...access(op, open),
      'x-default-message': op.failure,
      ...(op.rateLimit ? { 'x-rate-limit': op.rateLimit.rules } : {}),
      ...(refusals[403]?.cross_site ? { 'x-changes-state': true } : {}),
    }
  }

  beside({ op, refusals, headers = {}, answers }: Beside): Json {
    const binary = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' }
    const header = Object.entries(headers).map(([name, description]) => ({
      name,
      in: 'header',
      required: false,
      description,
      schema: { type: 'string' },
    }))
    return {
      operationId: op.operationId,
      summary: op.summary,
      tags: op.tags,
      parameters: [...this.#parameters(op), ...header],
      responses: {
        ...Object.fromEntries(
          Object.entries(answers).map(([status, { text, types }]) => [
            status,
            { description: text, ...(types ? { content: Object.fromEntries(types.map((type) => [type, { schema: binary }])) } : {}) },
          ]),
        ),
        ...this.#refusals(refusals),
      },
      ...access(op, op.roles.includes('public')),
    }
  }
}

const access = (op: Operation, open: boolean): Json => ({
  security: [...(open ? [{}] : []), { bearer: [] }, ...(op.syncKey ? [{ syncKey: [] }] : [])],
  'x-roles': op.roles,
  'x-scope': op.scope,
  'x-pages': op.pages,
})

const ABOUT = `Restaurant operations, ordering and back office.

- **Money** is a number of rupees with at most two decimals. **Instants** are UTC, ISO-8601 with milliseconds. **Business dates** (\`YYYY-MM-DD\`) are the restaurant’s own.
- A **trailing slash** is optional on every path.
- **A first call**: \`curl -H 'X-Sync-Key: tawa_…' 'https://<host>/v1/orders?startDate=2026-11-20&endDate=2026-11-20&limit=100'\` reads a day's orders. People sign in: \`POST /v1/auth/restaurant/login\` answers the token of \`Authorization: Bearer …\`.
- **Errors** are \`{ status: "error", message, code, errors?, retryAfter? }\`: \`message\` is for a person, \`code\` for a program. Every answer has \`X-Request-Id\`.
- **Answers may grow fields**; unknown fields of a request are ignored.
- \`x-roles\` says who is let in (\`public\`: no sign-in needed), \`x-scope\` whose rows it is about, \`x-pages\` the pages that make the call: for staff at least one of them must admit the role. \`x-rate-limit\` counts requests in so many seconds by address, by account, by what the request is about (\`subject\`), or by how much one address takes of that (\`share\`).
- \`x-events\` describes the \`data\` of every event of the WebSocket (\`GET /v1/realtime/{restaurantId}\`), and whether staff, a table's diners or everyone gets it.`

let printed: Json | null = null

/** OpenAPI 3.1 from the very schemas the routes validate with (CONTRACT §1). */
export function openapi(): Json {
  if (printed) return printed
  const document = new Document()
  for (const [address, op] of Object.entries(contract.api)) document.add(address, document.operation(op as unknown as Operation))
  for (const [address, beside] of Object.entries(BESIDE)) document.add(address, document.beside(beside))
  document.schemas.of(contract.ErrorBody, 'output')
  const told = Object.entries(events).map(([name, { summary, to, data }]) => [
    name,
    { summary, 'x-audience': to, data: document.schemas.of(data, 'output') },
  ])
  const sorted = (all: Record<string, Json>) => Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)))
  printed = {
    openapi: '3.1.0',
    info: { title: 'Tawa', version: VERSION, summary: 'Restaurant operations, ordering and back office', description: ABOUT },
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: document.paths,
    'x-events': Object.fromEntries(told),
    components: {
      schemas: sorted(document.schemas.components),
      responses: sorted(document.responses),
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          schema: { type: 'string', minLength: 1, maxLength: 64 },
          description:
            'A repeat within 24 h answers the first successful answer, byte for byte; the same key with another body is 422. Of the account, the restaurant entered and the call.',
        },
        IfNoneMatch: {
          name: 'If-None-Match',
          in: 'header',
          required: false,
          description: 'The ETag of an earlier answer: 304 without a body while it still fits.',
          schema: { type: 'string' },
        },
        RestaurantId: {
          name: 'X-Restaurant-Id',
          in: 'header',
          required: false,
          schema: { type: 'string', maxLength: 40 },
          description: 'Partner (own outlets), back office and admin enter a restaurant by it. Ignored from anyone else.',
        },
      },
      headers: {
        ETag: { description: 'Names what was answered; send it as If-None-Match.', schema: { type: 'string' } },
        IdempotencyReplayed: {
          description: 'An earlier answer to the same Idempotency-Key',
          schema: { type: 'string', enum: ['true'] },
        },
      },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The token of a login; 7 days.' },
        syncKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Sync-Key',
          description: 'Reads the orders, menus, tables and daily summaries of its restaurant.',
        },
      },
    },
  }
  return printed
}
