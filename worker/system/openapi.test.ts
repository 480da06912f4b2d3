import { beforeAll, describe, expect, it } from 'vitest'
import type { Operation } from '#domain/api/contract.ts'
import { events } from '#domain/api/events.ts'
import { api } from '#domain/api/index.ts'
import { refusalsOf } from '#domain/api/refusals.ts'
import { PAGES } from '#domain/permissions.ts'
import { ROLES } from '#domain/roles.ts'
import { call } from '../test/world.ts'
import { BESIDE } from './beside.ts'
import type { Json } from './openapi.ts'
import { EXTRA_CALLS, SPEC_CALLS } from '../test/spec-calls.ts'

/** The description that the real Worker serves, held against SPEC §7 and the contract. */

const SPEC = Object.values(SPEC_CALLS).flat() as string[]
const OPERATIONS = Object.entries(api) as unknown as [string, Operation][]
/** SPEC spells some paths with a slash at their end. */
const plain = (address: string) => address.replace(/\/$/, '')
/** `PUT /orders/:id` as the document has it: `PUT /orders/{id}`. */
const braces = (address: string) => address.replace(/:(\w+)/g, '{$1}')

let spec: Json
/** What it has, by address: `GET /orders/user/{id}`. */
let told: Record<string, Json>

beforeAll(async () => {
  spec = (await call('GET /openapi.json')).body
  told = Object.fromEntries(
    Object.entries(spec.paths as Record<string, Json>).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, op]) => [`${method.toUpperCase()} ${path.replace(/^\/v1/, '')}`, op as Json]),
    ),
  )
})

/** Every value of a key, however deep. */
const everyValue = (value: unknown, key: string): unknown[] =>
  value === null || typeof value !== 'object'
    ? []
    : Object.entries(value).flatMap(([k, inner]) => [...(k === key ? [inner] : []), ...everyValue(inner, key)])
const at = (ref: string): Json | undefined =>
  ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<Json | undefined>((part, key) => part?.[key.replaceAll('~1', '/')], spec)
/** A response or parameter, whether it stands here or among the components. */
const whole = (part: Json): Json => (part.$ref ? (at(part.$ref) ?? {}) : part)
const codesOf = (response: Json): string[] => whole(response).content['application/json'].schema.allOf[1].properties.code.enum

describe('the calls of SPEC §7', () => {
  it('are in the table once each', () => {
    expect(SPEC.length).toBe(156)
    expect(new Set(SPEC.map(plain)).size).toBe(SPEC.length)
  })

  it('all exist, and each further call has a note that says why', () => {
    expect(Object.keys(told).sort()).toEqual([...SPEC.map(plain), ...Object.keys(EXTRA_CALLS)].sort())
    for (const why of Object.values(EXTRA_CALLS)) expect(why).toMatch(/^(CONTRACT §|Issue \d|SPEC §).{20,}\.$/)
  })

  it('are in the contract, except two that aren’t JSON', () => {
    expect(Object.keys(told).sort()).toEqual([...Object.keys(api), ...Object.keys(BESIDE)].map(braces).sort())
  })

  it.each([...SPEC, ...Object.keys(EXTRA_CALLS)])('%s is served, with and without a slash at the end', async (address) => {
    const path = plain(address).replace(/\{\w+\}/g, 'nobody')
    for (const spelled of [path, `${path}/`]) {
      const reply = await call(spelled)
      expect(reply.body?.message, reply.text.slice(0, 200)).not.toBe('No such call')
    }
  })

  it('are reported when one is missing', async () => {
    expect((await call('GET /orders/nowhere/at/all')).body.message).toBe('No such call')
    expect((await call('DELETE /orders')).body.message).toBe('No such call')
  })
})

describe('openapi.json', () => {
  it('is OpenAPI 3.1 with this version, and each operationId exists once', () => {
    expect(spec.openapi).toMatch(/^3\.1\./)
    const ids = Object.values(told).map((op) => op.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+$/)
    expect(JSON.stringify(spec)).not.toContain('undefined')
  })

  it('refers to nothing that is missing, and has nothing unused', () => {
    const refs = [...new Set(everyValue(spec, '$ref') as string[])]
    for (const ref of refs) expect(at(ref), ref).toBeDefined()
    for (const [kind, all] of Object.entries(spec.components as Record<string, Json>))
      for (const name of Object.keys(all))
        if (kind !== 'securitySchemes') expect(refs, `${kind} ${name}`).toContain(`#/components/${kind}/${name}`)
  })

  it('describes each tag', () => {
    const tags = (spec.tags as { name: string; description: string }[]).map((t) => t.name)
    expect([...new Set(Object.values(told).flatMap((op) => op.tags))].sort()).toEqual(tags.sort())
  })

  it.each(Object.keys(BESIDE).concat(Object.keys(api)).map(braces))(
    '%s says who may call it, where, what goes in and what comes out',
    (address) => {
      const op = told[address] ?? {}
      expect(op.summary).toMatch(/^\S.{5,}/)
      expect(op.tags).toHaveLength(1)
      expect(op['x-roles'].length).toBeGreaterThan(0)
      for (const role of op['x-roles']) expect(['public', ...ROLES]).toContain(role)
      expect(['public', 'restaurant', 'partner', 'diner', 'platform']).toContain(op['x-scope'])
      for (const page of op['x-pages']) expect(PAGES).toContain(page)
      const parameters = ((op.parameters ?? []) as Json[]).map(whole)
      expect(parameters.filter((p) => p.in === 'path').map((p) => p.name)).toEqual([...address.matchAll(/\{(\w+)\}/g)].map((m) => m[1]))
      for (const parameter of parameters) expect(Object.keys(parameter.schema).length).toBeGreaterThan(0)
      for (const [type, { schema }] of Object.entries((op.requestBody?.content ?? {}) as Record<string, Json>)) {
        expect(['application/json', 'multipart/form-data']).toContain(type)
        expect(Object.keys(schema).length).toBeGreaterThan(0)
      }
      const responses = Object.entries(op.responses as Record<string, Json>)
      const answers = responses.filter(([status]) => Number(status) < 400)
      expect(answers.length).toBeGreaterThan(0)
      for (const [status, response] of answers) {
        const types = Object.entries((response.content ?? {}) as Record<string, Json>)
        if (['101', '204', '304'].includes(status)) expect(types).toEqual([])
        else expect(types.length).toBeGreaterThan(0)
        for (const [, { schema }] of types) expect(Object.keys(schema).length).toBeGreaterThan(0)
      }
      for (const [status, response] of responses.filter(([s]) => Number(s) >= 400)) {
        expect(whole(response).content['application/json'].schema.allOf[0].$ref).toBe('#/components/schemas/Error')
        expect(codesOf(response).length, status).toBeGreaterThan(0)
        for (const code of codesOf(response)) expect(whole(response).description).toContain(`\`${code}\``)
      }
      expect(codesOf(op.responses['500'])).toEqual(['internal'])
    },
  )

  // CONTRACT §1, "Success".
  it.each(Object.keys(api).map(braces))('%s wraps its answer', (address) => {
    const [method] = address.split(' ')
    const answers = Object.entries((told[address] ?? {}).responses as Record<string, Json>).filter(([status]) => Number(status) < 300)
    for (const [status, answer] of answers) {
      const schema = answer.content?.['application/json']?.schema
      const { type, properties, additionalProperties } = schema?.$ref ? (at(schema.$ref) ?? {}) : (schema ?? {})
      // A schema without a name or a type would have no type in a generated client.
      if (properties) expect([type, additionalProperties]).toEqual(['object', undefined])
      const names = Object.keys(properties ?? {})
      if (method === 'DELETE') expect([status, names]).toEqual(['200', expect.arrayContaining(['message'])])
      if (names.includes('totalPages'))
        expect(names.filter((name) => /^total[A-Z]/.test(name) && properties[name].type === 'integer')).toHaveLength(2)
    }
  })

  it.each(OPERATIONS)('%s equals the contract', (address, op) => {
    const here = told[braces(address)] ?? {}
    expect(here).toMatchObject({
      operationId: op.operationId,
      summary: op.summary,
      tags: op.tags,
      'x-roles': op.roles,
      'x-scope': op.scope,
      'x-pages': op.pages,
      'x-default-message': op.failure,
    })
    const refusals = refusalsOf(op)
    const statuses = Object.keys(here.responses)
    const same = op.revalidates ? ['304'] : []
    expect(statuses).toEqual([...Object.keys(op.answers ?? { [op.status]: null }), ...same, ...Object.keys(refusals)].sort())
    for (const [status, codes] of Object.entries(refusals)) expect(codesOf(here.responses[status])).toEqual(Object.keys(codes))
    const parameters = ((here.parameters ?? []) as Json[]).map(whole)
    expect(parameters.filter((p) => p.in === 'query').map((p) => p.name)).toEqual(Object.keys(op.query?.shape ?? {}))
    expect(parameters.some((p) => p.name === 'Idempotency-Key')).toBe(op.idempotent === true)
    expect(here.requestBody !== undefined).toBe(op.body !== undefined || op.upload !== undefined)
    expect((here.security as Json[]).some((s) => s.syncKey)).toBe(op.syncKey === true)
    expect((here.security as Json[]).some((s) => Object.keys(s).length === 0)).toBe(op.roles.includes('public'))
  })

  it('marks what isn’t JSON by its content type', () => {
    const types = (address: string, status: number) => Object.keys(told[address]?.responses[status].content ?? {})
    expect(types('GET /docs', 200)).toEqual(['text/html'])
    expect(types('GET /cert/certificate', 200)).toEqual(['text/plain'])
    expect(types('GET /menus/export', 200)).toEqual(['text/csv'])
    expect(types('GET /media/{key}', 200)).toEqual(['image/png', 'image/jpeg', 'image/webp', 'application/pdf'])
    expect(types('POST /statistics/view/{id}', 204)).toEqual([])
    expect(Object.keys(told['GET /realtime/{restaurantId}']?.responses)).toEqual(['101', '400', '401', '403', '426', '500'])
  })

  it('describes each event of the WebSocket', () => {
    const described = spec['x-events'] as Record<string, Json>
    expect(Object.keys(described).sort()).toEqual(Object.keys(events).sort())
    expect(described.orderCompleted).toMatchObject({
      'x-audience': 'table',
      data: { properties: { order: { $ref: '#/components/schemas/Order' } } },
    })
  })

  it('lists a form’s fields and files', () => {
    const form = (address: string) => told[address]?.requestBody.content['multipart/form-data'].schema
    expect(Object.keys(form('POST /restaurant/{id}/claim').properties)).toEqual(['name', 'email', 'mobile_number', 'message', 'documents'])
    expect(form('POST /restaurant/{id}/claim').properties.documents).toMatchObject({
      type: 'array',
      maxItems: 5,
      items: { format: 'binary' },
    })
    expect(form('POST /restaurant/{id}/claim').required).not.toContain('documents')
    expect(form('POST /media').properties.file).toMatchObject({ type: 'string', format: 'binary' })
    expect(form('POST /media').required.sort()).toEqual(['file', 'purpose'])
  })

  it('distinguishes a guest’s token from the message that a code was sent', () => {
    const { responses } = told['POST /auth/user/login'] ?? {}
    expect(responses['200'].content['application/json'].schema.required).toEqual(['token', 'user'])
    expect(responses['202'].content['application/json'].schema.$ref).toBe('#/components/schemas/Message')
  })

  it('has one schema for what many calls share', () => {
    const order = { $ref: '#/components/schemas/Order' }
    expect(told['PUT /orders/status']?.responses['200'].content['application/json'].schema.properties).toEqual({ order })
    expect(told['GET /orders']?.responses['200'].content['application/json'].schema.properties.orders).toEqual({
      type: 'array',
      items: order,
    })
    expect(spec.components.schemas.Order.required).toContain('grandTotal')
    // Answers may get further fields, so the description must not forbid them.
    expect(everyValue(spec, 'additionalProperties')).not.toContain(false)
  })
})

describe('/v1/docs', () => {
  let page: string
  beforeAll(async () => {
    const reply = await call('GET /docs')
    expect(reply.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    page = reply.text
  })
  const section = (id: string) => page.split(`<article id="${id}"`)[1]?.split('</article>')[0] ?? ''

  it('shows every call, and links to each from its contents', () => {
    const nav = page.split('<nav')[1]?.split('</nav>')[0] ?? ''
    for (const [address, op] of Object.entries(told)) {
      expect(nav).toContain(`href="#${op.operationId}"`)
      expect(section(op.operationId)).toContain(`<code>/v1${address.split(' ')[1]}</code>`)
      expect(section(op.operationId)).toContain('Open to')
    }
  })

  it('has one target for each of its links', () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map((m) => m[1])
    expect(new Set(ids).size).toBe(ids.length)
    const links = [...new Set([...page.matchAll(/ href="#([^"]+)"/g)].map((m) => m[1]))]
    expect(links.length).toBeGreaterThan(Object.keys(told).length)
    for (const link of links) expect(ids).toContain(link)
  })

  it('runs no script and loads nothing', () => {
    expect(page).not.toMatch(/<script|src=|@import|url\(|javascript:| on\w+="/)
  })

  it('shows for each call who may make it, how often, what goes in, what comes out and what is refused', () => {
    const alert = section('createTableAlert')
    for (const text of [
      'superuser',
      'user',
      '30 by one account in a minute',
      'Idempotency-Key',
      'alertType',
      '1 to 40 characters',
      '#schema-Alert',
    ])
      expect(alert).toContain(text)
    expect(alert).toContain('<code>sitting_ended</code>')
    expect(section('listOrders')).toContain('a sync key')
    expect(section('restaurantLogin')).toContain('10 from one address about one subject in 5 minutes')
    expect(section('claimRestaurant')).toContain('list of file')
  })

  it('escapes what it shows', () => {
    expect(section('createOrder')).toContain('Item "&lt;item name&gt;" is unavailable.'.replaceAll('"', '&quot;'))
  })
})

it('health returns ok and the version', async () => {
  expect((await call('GET /health')).body).toEqual({ status: 'ok', version: spec.info.version })
})
