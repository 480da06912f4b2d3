import type { CallerBody, CallerParams, CallerQuery, Operation } from '#domain/api/contract.ts'
import { type Api, api, type Call } from '#domain/api/index.ts'
import type { OrderShape } from '#domain/api/shapes.ts'
import { randomId } from '#domain/ids.ts'
import { setMenu } from './menu.ts'
import { setOffice } from './office.ts'
import { setStock } from './stock.ts'
import type { World } from './world.ts'

/** One sound input for every call of the contract, for the tests that walk all of them. */

/** An evening in which every call has something to do: an order at table 1, table 2 and 3 free, a guest's order. */
export type Stage = {
  w: World
  order: OrderShape
  dinerId: string
  stock: Awaited<ReturnType<typeof setStock>>
  menu: Awaited<ReturnType<typeof setMenu>>
  office: Awaited<ReturnType<typeof setOffice>>
}

export async function setStage(w: World): Promise<Stage> {
  const guest = await w.guest(3)
  const sent = await w.does(
    'waiter',
    'POST /orders',
    { order: { tableId: w.tables[3], kots: [w.kot([w.line('plain')])] } },
    { token: guest.token },
  )
  if (sent.status !== 201) throw new Error(sent.text)
  return {
    w,
    dinerId: guest.accountId,
    stock: await setStock(w),
    menu: await setMenu(w),
    office: await setOffice(w),
    order: await w.order([w.line('dosa', 2), w.line('plain')]),
  }
}

type Part<N extends string, T> = [T] extends [undefined] ? { [P in N]?: undefined } : { [P in N]: T }
type Given<K extends Call> = Part<'params', CallerParams<Api, K>> & Part<'query', CallerQuery<Api, K>> & Part<'body', CallerBody<Api, K>>
export type AnyGiven = { params?: unknown; query?: unknown; body?: unknown }

const table = ({ w }: Stage, n: number) => w.tables[n] ?? ''
const kotOf = ({ order }: Stage) => order.kots[0]?.kotId ?? ''
const lineOf = ({ order }: Stage) => order.kots[0]?.items[0]
const sends = (s: Stage) => [{ kotId: randomId(), items: [{ _id: s.w.items.plain, quantity: 1 }] }]
/** Days far ahead, so that one table is never booked twice. */
const someDay = () => new Date(Date.now() + (100 + Math.floor(Math.random() * 100_000)) * 86_400_000).toISOString().slice(0, 10)
const someNumber = () => `9${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`
const OFFER = {
  title: 'Happy Hour',
  type: 'percentage' as const,
  value: 10,
  minOrderAmount: 100,
  startsAt: '2026-11-01T00:00:00Z',
  endsAt: '2030-11-01T00:00:00+05:30',
  days: [5, 6],
}
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
  'POST /menus/createMenuItem': (s) => ({
    body: {
      name: `Roti ${randomId().slice(-8)}`,
      description: 'Hot',
      price: 20.5,
      categoryId: s.menu.category,
      subCategoryId: s.menu.subcategory,
      dietType: 'vegan',
      isAlcohol: false,
      available: true,
      image: '/v1/media/roti.webp',
      variants: [{ name: 'Butter', additionalPrice: 5 }],
      addonGroups: s.menu.carried,
      remaining: 50,
      station: 'Tandoor',
    },
  }),
  'PUT /menus/item': (s) => ({
    query: { id: s.menu.dish },
    body: { price: 45, categoryId: s.menu.category, subCategoryId: s.menu.subcategory, addonGroups: s.menu.carried },
  }),
  'DELETE /menus/item': (s) => ({ query: { id: s.menu.spareDish } }),
  'DELETE /menu/:id': (s) => ({ params: { id: s.menu.spareDishToo } }),
  'POST /menus/category': () => ({ body: { name: `Soups ${randomId().slice(-8)}`, description: 'Hot' } }),
  'PUT /menus/category': (s) => ({ body: { categoryId: s.menu.category, description: 'From the tandoor', position: 1 } }),
  'DELETE /menus/category': (s) => ({ query: { id: s.menu.spareCategory } }),
  'POST /menus/subcategory': (s) => ({
    body: { categoryId: s.menu.category, name: `Rolls ${randomId().slice(-8)}`, description: 'Hot', image: '/v1/media/rolls.webp' },
  }),
  'PUT /menus/subcategory': (s) => ({
    body: { categoryId: s.menu.category, subCategoryId: s.menu.subcategory, description: 'Clay', position: 1 },
  }),
  'DELETE /menus/subcategory': (s) => ({ query: { categoryId: s.menu.category, subCategoryId: s.menu.spareSubcategory } }),
  'GET /menus/addon-templates': (s) => ({ query: { restaurantId: s.w.id } }),
  'POST /menus/addon-template/create': () => ({
    body: { name: `Salads ${randomId().slice(-8)}`, min: 0, max: 2, addons: [{ name: 'Onion', price: 10 }] },
  }),
  'PUT /menus/addon-template/:id': (s) => ({ params: { id: s.menu.template }, body: { max: 3, addons: [{ name: 'Mint', price: 12 }] } }),
  'DELETE /menus/addon-template/delete/:id': (s) => ({ params: { id: s.menu.spareTemplate } }),
  'GET /menus/export': () => ({}),
  'POST /menus/import': () => ({
    body: { csv: `category,name,price\r\nSweets,Jalebi ${randomId().slice(-8)},40\r\nBreads,Naan,42\r\n`, dryRun: false },
  }),
  'POST /menus/item/save': (s) => ({ body: { menuItemId: s.w.items.plain } }),
  'DELETE /menus/item/:id/unsave': (s) => ({ params: { id: s.w.items.plain } }),
  'GET /menus/saved': () => ({ query: { page: 1, limit: 20 } }),
  'GET /menus/item/:id/saved': (s) => ({ params: { id: s.w.items.plain } }),
  'POST /statistics/view/:id': (s) => ({ params: { id: s.w.items.plain } }),
  'POST /statistics/cart/:id': (s) => ({ params: { id: s.w.items.plain } }),
  'POST /statistics/order/:id': (s) => ({ params: { id: s.w.items.plain } }),
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
  'PUT /restaurant/profile': () => ({
    body: {
      gstNumber: '36ABCDE1234F1Z5',
      costForTwo: 650,
      kotSettings: { warnMinutes: 10, lateMinutes: 20 },
      qrSettings: { acceptOrders: false },
      timezone: 'Asia/Kolkata',
    },
  }),
  'GET /restaurant/profile/necessary/:id': (s) => ({ params: { id: s.w.id } }),
  'GET /restaurant/invoice-details/:id': (s) => ({ params: { id: s.order._id } }),
  'GET /restaurant/employees': () => ({}),
  'POST /restaurant/employees': () => ({
    body: { name: 'Asha', email: `${randomId()}@test.test`, mobile_number: '9820012345', role: 'waiter', password: 'a good password' },
  }),
  'PUT /restaurant/employees': (s) => ({ body: { _id: s.office.employee, name: 'Asha' } }),
  'DELETE /restaurant/employees/:id': (s) => ({ params: { id: s.office.spareEmployee } }),
  'PUT /restaurant/employees/:id/toggle-status': (s) => ({ params: { id: s.office.employee } }),
  // Without the token, which opens an order to anybody: it is nobody's then.
  'POST /feedback/submit': (s) => ({ body: { orderId: s.order._id, rating: 5 } }),
  'GET /restaurant/keys': () => ({}),
  'GET /restaurant/keys/generate': () => ({ query: { label: 'Accounts' } }),
  'DELETE /restaurant/keys/:id': (s) => ({ params: { id: s.office.key } }),
  'DELETE /restaurant/keys/:id/delete': (s) => ({ params: { id: s.office.spareKey } }),
  'GET /restaurant/offers/:id': (s) => ({ params: { id: s.w.id } }),
  'POST /restaurant/offers/create': () => ({ body: OFFER }),
  'PUT /restaurant/offers/:id': (s) => ({ params: { id: s.office.offer }, body: { title: 'Lunch time', value: 25 } }),
  'POST /restaurant/promotional-banner': (s) => ({ body: { restaurantId: s.w.id, banner: { image: '/v1/media/b.png', title: 'Holi' } } }),
  'DELETE /restaurant/promotional-banner/:id': (s) => ({ params: { id: s.office.banner }, body: { restaurantId: s.w.id } }),
  'GET /restaurant/:id/details': (s) => ({ params: { id: s.w.id } }),
  'PUT /restaurant/:id/update': (s) => ({
    params: { id: s.w.id },
    body: { costForTwo: 500, cuisines: ['South Indian'], showInMobileApp: false },
  }),
  'GET /restaurant/nearby': () => ({ query: { latitude: 17.4, longitude: 78.4 } }),
  'GET /restaurant/reservations': () => ({ query: { from: '2026-11-01', to: '2026-12-01' } }),
  'POST /restaurant/reservations/create': (s) => ({
    body: { customerName: 'Meera', mobile_number: '9820012345', partySize: 4, date: someDay(), time: '20:00', tableId: table(s, 1) },
  }),
  'PUT /restaurant/reservations/update/:id': (s) => ({
    params: { id: s.office.reservation },
    body: { date: someDay(), tableId: table(s, 1), note: 'Window' },
  }),
  'DELETE /restaurant/reservations/delete/:id': (s) => ({ params: { id: s.office.spareReservation } }),
  'GET /restaurant/customers': () => ({ query: { mobile_number: '9820012345' } }),
  'POST /restaurant/customer': () => ({ body: { name: 'Ravi', mobile_number: someNumber() } }),
  'PUT /restaurant/customer': (s) => ({ query: { id: s.office.customer }, body: { note: 'Window table' } }),
  'DELETE /restaurant/customer': (s) => ({ query: { id: s.office.spareCustomer } }),
  'GET /cert/certificate': () => ({}),
  'POST /cert/sign': () => ({ body: { request: 'a1'.repeat(32) } }),
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
  // 204 whatever the id says (CONTRACT §6).
  'POST /statistics/view/:id': /^params\.id$/,
  'POST /statistics/cart/:id': /^params\.id$/,
  'POST /statistics/order/:id': /^params\.id$/,
  // A list that forgets what is not there.
  'DELETE /menus/item/:id/unsave': /^params\.id$/,
  'GET /menus/item/:id/saved': /^params\.id$/,
  // Each row has a result of its own: another's lot is a row that failed.
  'PUT /restaurant/inventory/stocks/bulk-update': /_id$/,
}
