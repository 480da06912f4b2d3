import type { CallerBody, CallerParams, CallerQuery, Operation } from '#domain/api/contract.ts'
import { type Api, api, type Call } from '#domain/api/index.ts'
import type { OrderShape } from '#domain/api/shapes.ts'
import { randomId } from '#domain/ids.ts'
import { setStock } from './stock.ts'
import type { World } from './world.ts'

/** One sound input for every call of the contract, for the tests that walk all of them. */

/** An evening in which every call has something to do: an order at table 1, table 2 and 3 free, a guest's order. */
export type Stage = { w: World; order: OrderShape; dinerId: string; stock: Awaited<ReturnType<typeof setStock>> }

export async function setStage(w: World): Promise<Stage> {
  const guest = await w.guest(3)
  const sent = await w.does(
    'waiter',
    'POST /orders',
    { order: { tableId: w.tables[3], kots: [w.kot([w.line('plain')])] } },
    { token: guest.token },
  )
  if (sent.status !== 201) throw new Error(sent.text)
  return { w, dinerId: guest.accountId, stock: await setStock(w), order: await w.order([w.line('dosa', 2), w.line('plain')]) }
}

type Part<N extends string, T> = [T] extends [undefined] ? { [P in N]?: undefined } : { [P in N]: T }
type Given<K extends Call> = Part<'params', CallerParams<Api, K>> & Part<'query', CallerQuery<Api, K>> & Part<'body', CallerBody<Api, K>>
export type AnyGiven = { params?: unknown; query?: unknown; body?: unknown }

const table = ({ w }: Stage, n: number) => w.tables[n] ?? ''
const kotOf = ({ order }: Stage) => order.kots[0]?.kotId ?? ''
const lineOf = ({ order }: Stage) => order.kots[0]?.items[0]
const sends = (s: Stage) => [{ kotId: randomId(), items: [{ _id: s.w.items.plain, quantity: 1 }] }]
const credentials = { email: 'nobody@test.test', password: 'not a password' }

/** A new call without a row here doesn't compile. */
export const INPUTS: { [K in Call]: (s: Stage) => Given<K> } = {
  'GET /health': () => ({}),
  'GET /openapi.json': () => ({}),
  'GET /docs': () => ({}),
  'POST /auth/restaurant/login': () => ({ body: { ...credentials, terminate_existing: false } }),
  'POST /auth/partner/login': () => ({ body: credentials }),
  'POST /auth/backoffice/login': () => ({ body: credentials }),
  'POST /auth/logout': () => ({}),
  'GET /auth/me': () => ({}),
  'POST /tables/createTables': () => ({ body: { tables: [{ tableNumber: randomId().slice(-8), area: 'Roof', capacity: 2 }] } }),
  'GET /tables': () => ({}),
  'GET /tables/alerts': () => ({}),
  'GET /tables/:id': (s) => ({ params: { id: table(s, 0) } }),
  'PUT /tables/update': (s) => ({ query: { id: table(s, 1) }, body: { area: 'Roof', capacity: 3 } }),
  'DELETE /tables/delete/:id': (s) => ({ params: { id: table(s, 2) } }),
  'POST /tables/alert': (s) => ({ body: { tableId: table(s, 0), alertType: 'water', orderId: s.order._id } }),
  'POST /tables/clear-alert': (s) => ({ body: { tableId: table(s, 0), alertType: 'water', action: 'clear' } }),
  'POST /tables/move': (s) => ({ body: { fromTableId: table(s, 0), toTableId: table(s, 1) } }),
  'POST /tables/merge': (s) => ({ body: { parentTableId: table(s, 0), childTableIds: [table(s, 1)] } }),
  'POST /orders': (s) => ({ body: { order: { tableId: table(s, 1), restaurantId: s.w.id, orderType: 'Dine In', kots: sends(s) } } }),
  'POST /pos/order': (s) => ({ body: { tableId: table(s, 1), restaurantId: s.w.id, orderType: 'Dine In', kots: sends(s) } }),
  'PUT /pos/order': (s) => ({ body: { orderId: s.order._id, orderData: { kots: sends(s), customer_name: 'Meera' } } }),
  'GET /orders': (s) => ({ query: { tableId: table(s, 0), search: 'T1' } }),
  'GET /orders/restaurant/pending': () => ({}),
  'GET /orders/user/:id': (s) => ({ params: { id: s.dinerId } }),
  'POST /orders/active': (s) => ({ body: { tableId: table(s, 0) } }),
  'PUT /orders/item/status': (s) => ({
    body: { orderId: s.order._id, kotId: kotOf(s), itemId: s.w.items.dosa, lineId: lineOf(s)?.lineId, status: 'Ready' },
  }),
  'PUT /orders/status': (s) => ({ body: { orderId: s.order._id, orderStatus: 'completed', reason: 'none' } }),
  'PUT /orders/payment/status': (s) => ({ body: { orderId: s.order._id, paymentStatus: 'paid', paymentMethod: 'Cash', complete: true } }),
  'PUT /orders/note': (s) => ({
    body: { orderId: s.order._id, kotId: kotOf(s), itemId: s.w.items.dosa, lineId: lineOf(s)?.lineId, note: 'crisp' },
  }),
  'POST /orders/:id/bill': (s) => ({ params: { id: s.order._id } }),
  'POST /menus/restaurant': (s) => ({ body: { restaurantId: s.w.id } }),
  'POST /menus/trending': (s) => ({ body: { restaurantId: s.w.id } }),
  'POST /menus/categories': (s) => ({ body: { restaurantId: s.w.id } }),
  'GET /menus/item/:id': (s) => ({ params: { id: s.w.items.plain }, query: { restaurantId: s.w.id } }),
  'PATCH /menus/item/:id/availability': (s) => ({ params: { id: s.w.items.plain }, body: { available: false } }),
  'GET /menus/recipe': () => ({}),
  'POST /menus/recipe': (s) => ({
    body: { menuItemId: s.w.items.beer, ingredients: [{ rawMaterialId: s.stock.material, quantity: 5, unit: 'g' }] },
  }),
  'PUT /menus/recipe': (s) => ({
    query: { id: s.stock.recipe },
    body: { ingredients: [{ rawMaterialId: s.stock.other, quantity: 5, unit: 'g' }] },
  }),
  'DELETE /menus/recipe': (s) => ({ query: { id: s.stock.recipe } }),
  'GET /restaurant/profile': () => ({}),
  'GET /restaurant/:id/permissions': (s) => ({ params: { id: s.w.id } }),
  'POST /restaurant/user': () => ({}),
  'GET /kot': () => ({}),
  'GET /kot/reset': () => ({}),
  'POST /kot/reset-time': () => ({ body: { resetTime: '04:00' } }),
  'POST /api/analytics/dashboard-analytics': () => ({ body: { period: 'today' } }),
  'GET /restaurant/inventory/raw-materials': () => ({ query: { search: 'rice', sort: 'name' } }),
  'GET /restaurant/inventory/raw-materials/all': () => ({}),
  'GET /restaurant/inventory/raw-materials/:id': (s) => ({ params: { id: s.stock.material } }),
  'POST /restaurant/inventory/raw-materials': () => ({
    body: { name: `Sugar ${randomId().slice(-8)}`, unit: 'kg', category: 'Dry', minimumStock: 1, costPerUnit: 45.5 },
  }),
  'PUT /restaurant/inventory/raw-materials/:id': (s) => ({ params: { id: s.stock.material }, body: { minimumStock: 2, category: 'Dry' } }),
  'DELETE /restaurant/inventory/raw-materials/:id': (s) => ({ params: { id: s.stock.spareMaterial } }),
  'POST /restaurant/inventory/raw-materials/:id': (s) => ({
    params: { id: s.stock.material },
    body: { delta: 2.5, reason: 'Bought', unitCost: 40 },
  }),
  'GET /restaurant/inventory/stocks': (s) => ({ query: { rawMaterial: s.stock.material } }),
  'GET /restaurant/inventory/stocks/all': () => ({}),
  'GET /restaurant/inventory/stocks/:id': (s) => ({ params: { id: s.stock.lot } }),
  'POST /restaurant/inventory/stocks': (s) => ({
    body: { rawMaterial: s.stock.material, stockQuantity: 5, unitCost: 40, expiryDate: '2027-01-01' },
  }),
  'PUT /restaurant/inventory/stocks/update/:id': (s) => ({
    params: { id: s.stock.lot },
    body: { stockQuantity: 40, expiryDate: '2027-01-01' },
  }),
  'PUT /restaurant/inventory/stocks/bulk-update': (s) => ({ body: { stocks: [{ _id: s.stock.lot, stockQuantity: 41 }] } }),
  'DELETE /restaurant/inventory/stocks/:id': (s) => ({ params: { id: s.stock.spareLot } }),
  'GET /restaurant/inventory/conversions': () => ({}),
  'POST /restaurant/inventory/conversions': (s) => ({
    body: { name: 'Mill', fromMaterial: s.stock.material, fromQuantity: 2, toMaterial: s.stock.other, toQuantity: 1.8 },
  }),
  'DELETE /restaurant/inventory/conversions': (s) => ({ body: { conversionId: s.stock.spareConversion } }),
  'POST /restaurant/inventory/conversions/execute': (s) => ({ body: { conversionId: s.stock.conversion, customQuantity: 2 } }),
  'GET /restaurant/inventory/raw-materials/categories': () => ({}),
  'POST /restaurant/inventory/raw-materials/categories': () => ({ body: { category: randomId() } }),
  'PUT /restaurant/inventory/raw-materials/categories': (s) => ({
    body: { categories: [{ _id: s.stock.category, category: 'Dry goods' }] },
  }),
  'DELETE /restaurant/inventory/raw-materials/categories/:id': (s) => ({ params: { id: s.stock.spareCategory } }),
  'POST /restaurant/inventory/raw-materials/categories/subcategory': (s) => ({
    body: { parent_category_id: s.stock.category, subcategory: randomId() },
  }),
  'DELETE /restaurant/inventory/raw-materials/categories/:id/subcategory/:subId': (s) => ({
    params: { id: s.stock.category, subId: s.stock.subcategory },
  }),
}

export const CALLS = Object.keys(api) as Call[]
export const operation = (call: Call): Operation => api[call] as unknown as Operation
export const inputOf = (call: Call, stage: Stage): AnyGiven => (INPUTS[call] as (s: Stage) => AnyGiven)(stage)

/** `POST /orders/0190…/bill?x=1` of a call and its input. */
export function addressOf(call: Call, { params, query }: AnyGiven): string {
  const path = call.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String((params as Record<string, string>)[name])))
  const search = new URLSearchParams(Object.entries((query ?? {}) as Record<string, string>)).toString()
  return search ? `${path}?${search}` : path
}

export type Leaf = { path: string; value: unknown }

/** Every value that is no object and no array, with its path: `body.order.kots.0.items.0._id`. */
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

/** Ids that a caller makes, and filters that find nothing where nothing fits: another's value is no key to anything. */
export const NO_KEY: Partial<Record<Call, RegExp>> = {
  'POST /orders': /kotId$/,
  'POST /pos/order': /kotId$/,
  'PUT /pos/order': /kotId$/,
  'GET /orders': /^query\./,
  'GET /restaurant/inventory/stocks': /^query\./,
  // Each row has a result of its own: another's lot is a row that failed.
  'PUT /restaurant/inventory/stocks/bulk-update': /_id$/,
}
