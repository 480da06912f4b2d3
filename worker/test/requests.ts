import type { Call } from '#domain/api/index.ts'
import { randomId } from '#domain/ids.ts'
import { type AnyGiven, operation } from './calls.ts'
import { formOf } from './upload.ts'
import { type CallOptions, reach, type Reply, STAGE_DEVICE } from './world.ts'

/** Calls of a page that prints: they name its device, as all of staff's do. */
const ON_DEVICE: readonly Call[] = ['POST /print/lease', 'PUT /print/jobs/:id']

/** The request of a call: JSON, or a form where it takes files. Each is from an address of its own, because limits are counted by it. */
export function requestOf(call: Call, given: AnyGiven, { token, key, headers, body, raw }: CallOptions = {}): Request {
  const [method = '', path = ''] = addressOf(call, given).split(' ')
  const json = body ?? given.body
  return new Request(`https://tawa.test/v1${path}`, {
    method,
    headers: {
      'CF-Connecting-IP': randomId(),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(key ? { 'Idempotency-Key': key } : {}),
      ...(raw !== undefined || (json !== undefined && !operation(call).upload) ? { 'Content-Type': 'application/json' } : {}),
      ...(ON_DEVICE.includes(call) ? { 'X-Device-Id': STAGE_DEVICE } : {}),
      ...headers,
    },
    body:
      raw ??
      (operation(call).upload
        ? formOf(json as Record<string, string>, given.files)
        : json === undefined
          ? undefined
          : JSON.stringify(json)),
  })
}

/** Makes a call with an input, as the caller that the options name. */
export const make = (call: Call, given: AnyGiven, options: CallOptions = {}): Promise<Reply> => reach(requestOf(call, given, options))

/** `POST /orders/0190…/bill?x=1` of a call and its input. */
export function addressOf(call: Call, { params, query }: AnyGiven): string {
  const path = call.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String((params as Record<string, string>)[name])))
  const search = new URLSearchParams(Object.entries((query ?? {}) as Record<string, string>)).toString()
  return search ? `${path}?${search}` : path
}

export type Leaf = { path: string; value: unknown }

/** Every value that is neither an object nor an array, with its path: `body.order.kots.0.items.0._id`. */
export const leavesOf = (value: unknown, path = ''): Leaf[] =>
  value === undefined
    ? []
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, path ? `${path}.${key}` : key))
      : [{ path, value }]

/** A copy with one value changed. */
export function withLeaf<T>(value: T, path: string, leaf: unknown): T {
  const copy = structuredClone(value)
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  const holder = keys.reduce((at, key) => (at as Record<string, unknown>)[key], copy as unknown) as Record<string, unknown>
  holder[last] = leaf
  return copy
}

/** Ids that callers generate, and filters that may find nothing: another restaurant's value opens nothing here. */
export const NO_KEY: Partial<Record<Call, RegExp>> = {
  'POST /orders': /kotId$/,
  'POST /pos/order': /kotId$/,
  'PUT /pos/order': /kotId$/,
  // An unknown ticket is acknowledged by nobody's screen: nothing changes.
  'POST /kot/acknowledge': /kotId$/,
  'GET /orders': /^query\./,
  'GET /restaurant/inventory/stocks': /^query\./,
  // The caller makes a printer's id.
  'PUT /print/printers/:id': /^params\.id$/,
  // A dish that the source doesn't have is ignored.
  'POST /partner/menu/preview': /dishes/,
  'POST /partner/menu/push': /dishes/,
  // 204 for any id (CONTRACT §6).
  'POST /statistics/view/:id': /^params\.id$/,
  'POST /statistics/cart/:id': /^params\.id$/,
  'POST /statistics/order/:id': /^params\.id$/,
  // Removing from a list what isn't in it succeeds.
  'DELETE /menus/item/:id/unsave': /^params\.id$/,
  'GET /menus/item/:id/saved': /^params\.id$/,
  // Each row has a result of its own: another restaurant's lot is a failed row.
  'PUT /restaurant/inventory/stocks/bulk-update': /_id$/,
}
