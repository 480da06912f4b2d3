import { z } from 'zod'
import { api } from '#domain/api/index.ts'
import type { Operation } from '#domain/api/contract.ts'
import { ErrorBody } from '#domain/api/shapes.ts'
import { VERSION } from './version.ts'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _s, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Json
  return json
}

const REASONS: Record<string, string> = {
  '400': 'Malformed JSON',
  '401': 'No or bad token',
  '403': 'Role or page',
  '404': 'Unknown',
  '409': 'Conflict',
  '413': 'Too large',
  '415': 'Wrong content type',
  '422': 'Fails validation',
  '429': 'Rate limit',
  '500': 'Failure; only a requestId is told',
  '503': 'Not set up',
}

function errorsOf(op: Operation): Record<string, string[]> {
  const out: Record<string, string[]> = { '500': [] }
  if (!op.roles.includes('public')) Object.assign(out, { '401': [], '403': [] })
  if (op.body) Object.assign(out, { '400': [], '413': [], '415': [], '422': [] })
  if (op.query) out['422'] ??= []
  if (op.params) out['404'] ??= []
  if (op.rateLimit) out['429'] = []
  for (const [name, text] of Object.entries(op.errors ?? {})) {
    const [status = '', code] = name.split(' ')
    out[status] = [...(out[status] ?? []), `\`${code}\`: ${text}`]
  }
  return out
}

function operation(address: string, op: Operation): Json {
  const path = address.split(' ')[1] ?? ''
  const parameters: Json[] = []
  const add = (schema: z.ZodObject | undefined, where: 'path' | 'query') => {
    if (!schema) return
    const json = schemaOf(schema, 'input') as { properties?: Record<string, Json>; required?: string[] }
    for (const [name, property] of Object.entries(json.properties ?? {}))
      parameters.push({ name, in: where, required: where === 'path' || (json.required?.includes(name) ?? false), schema: property })
  }
  add(op.params, 'path')
  add(op.query, 'query')
  if (op.idempotent) parameters.push({ $ref: '#/components/parameters/IdempotencyKey' })
  if (op.scope === 'restaurant') parameters.push({ $ref: '#/components/parameters/RestaurantId' })
  const success: Json = { description: op.summary }
  if (op.status !== 204)
    success.content = {
      [op.returnsType ?? 'application/json']: { schema: op.returnsType ? { type: 'string' } : schemaOf(op.returns, 'output') },
    }
  const open = op.roles.includes('public')
  return {
    operationId: op.operationId,
    summary: op.summary,
    tags: op.tags,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(op.body ? { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(op.body, 'input') } } } } : {}),
    responses: {
      [op.status]: success,
      ...Object.fromEntries(
        Object.entries(errorsOf(op)).map(([status, texts]) => [
          status,
          {
            description: [REASONS[status] ?? 'Refused', ...texts].join('. '),
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
          },
        ]),
      ),
    },
    security: open ? [{}, { bearer: [] }] : [{ bearer: [] }, ...(op.syncKey ? [{ syncKey: [] }] : [])],
    'x-roles': op.roles,
    'x-scope': op.scope,
    'x-pages': op.pages,
    'x-default-message': op.failure,
    ...(path.startsWith('/kot/reset') ? { 'x-changes-state': true } : {}),
  }
}

let printed: Json | null = null

/** OpenAPI 3.1 from the very schemas the routes validate with (CONTRACT §1). */
export function openapi(): Json {
  if (printed) return printed
  const paths: Record<string, Json> = {}
  for (const [address, op] of Object.entries(api)) {
    const [method = '', path = ''] = address.split(' ')
    const key = `/v1${path.replace(/:(\w+)/g, '{$1}')}`
    paths[key] = { ...paths[key], [method.toLowerCase()]: operation(address, op as unknown as Operation) }
  }
  printed = {
    openapi: '3.1.0',
    info: {
      title: 'Tawa',
      version: VERSION,
      description:
        'Restaurant operations, ordering and back office. Amounts are rupees, instants UTC ISO-8601. A trailing slash is optional on every path.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Error: schemaOf(ErrorBody, 'output') },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          schema: { type: 'string', maxLength: 64 },
          description: 'A repeat within 24 h answers the first successful answer.',
        },
        RestaurantId: {
          name: 'X-Restaurant-Id',
          in: 'header',
          required: false,
          schema: { type: 'string', maxLength: 40 },
          description: 'Partner (own outlets), back office and admin enter a restaurant by it.',
        },
      },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        syncKey: { type: 'apiKey', in: 'header', name: 'X-Sync-Key' },
      },
    },
  }
  return printed
}
