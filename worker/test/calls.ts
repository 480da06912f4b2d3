import type { CallerBody, CallerParams, CallerQuery, Operation } from '#domain/api/contract.ts'
import { type Api, api, type Call } from '#domain/api/index.ts'
import { randomId } from '#domain/ids.ts'
import { DEFAULT_TIMEZONE, wallClock } from '#domain/time.ts'
import { aMobile, anEmail, inDays, type Stage } from './stage.ts'
import { FILES, type Part as File } from './upload.ts'
import { PASSWORD } from './world.ts'

/** A valid input for every call of the contract, for the tests that go through all of them. Who makes it is in callers.ts. */

type Part<N extends string, T> = [T] extends [undefined] ? { [P in N]?: undefined } : { [P in N]: T }
type Given<K extends Call> = Part<'params', CallerParams<Api, K>> &
  Part<'query', CallerQuery<Api, K>> &
  Part<'body', CallerBody<Api, K>> & { files?: File[] }
/** `files`: of a multipart call, whose text fields `body` has. */
export type AnyGiven = { params?: unknown; query?: unknown; body?: unknown; files?: File[] }

const table = ({ w }: Stage, n: number) => w.tables[n] ?? ''
const kotOf = ({ order }: Stage) => order.kots[0]?.kotId ?? ''
const lineOf = ({ order }: Stage) => order.kots[0]?.items[0]
const sends = (s: Stage) => [{ kotId: randomId(), items: [{ _id: s.w.items.plain, quantity: 1 }] }]
/** A day far ahead, so that one table is never booked twice. */
const someDay = () => inDays(100 + Math.floor(Math.random() * 50_000))
const OFFER = {
  title: 'Happy Hour',
  description: 'Before the crowd',
  type: 'percentage' as const,
  value: 10,
  minOrderAmount: 100,
  maxDiscount: 200,
  startsAt: '2026-11-01T00:00:00Z',
  endsAt: '2030-11-01T00:00:00+05:30',
  days: [5, 6],
  orderTypes: ['Dine In' as const],
  isActive: true,
}
const application = () => ({
  establishment_name: 'Third Outlet',
  user_name: 'Tara',
  user_contact_number: aMobile(),
  email: anEmail(),
  password: PASSWORD,
  address: '1 Road, Pune, MH 411018',
  location: { latitude: 18.52, longitude: 73.85 },
  opening_hours: { periods: [{ open: { day: 1, time: '0900' }, close: { day: 1, time: '2300' } }], weekday_text: ['Monday: 9 to 11'] },
  gstNumber: '27ABCDE1234F1Z0',
  fssaiNumber: '11223344556677',
})
const person = () => ({ name: `Asha ${randomId().slice(-8)}`, email: anEmail(), mobile_number: aMobile(), password: PASSWORD })
/** Every page with its default roles: writing this map changes nothing. */
const PERMISSIONS = { '/restaurant/marketing': ['mobileAdmin'] }
const BANNER = {
  image: '/v1/media/b.png',
  title: 'Holi',
  link: 'https://tawa.test/holi',
  startsAt: '2026-11-01T00:00:00Z',
  endsAt: '2030-11-01T00:00:00Z',
}
const PERIOD = { period: 'custom' as const, startDate: '2026-11-01', endDate: '2026-11-30', compare: true }

/** A new call without a row here doesn't compile. */
export const INPUTS: { [K in Call]: (s: Stage) => Given<K> } = {
  'GET /health': () => ({}),
  'GET /openapi.json': () => ({}),
  'GET /docs': () => ({}),
  'GET /dev/outbox': () => ({ query: { to: 'nobody@test.test' } }),
  'POST /auth/restaurant/login': (s) => ({ body: { email: s.signIn.staff, password: PASSWORD, terminate_existing: true } }),
  'POST /auth/partner/login': (s) => ({ body: { email: s.signIn.partner, password: PASSWORD } }),
  'POST /auth/backoffice/login': (s) => ({ body: { email: s.signIn.backoffice, password: PASSWORD } }),
  'POST /auth/google/token': (s) => ({ body: { idToken: s.signIn.idToken, terminate_existing: true } }),
  'POST /auth/partner/signup': () => ({ body: person() }),
  'POST /auth/restaurant/signup': () => ({ body: application() }),
  'POST /auth/user/login': (s) => ({ body: { name: 'Ravi', mobile_number: aMobile(), tableId: table(s, 1) } }),
  'POST /auth/user/verify': (s) => ({
    body: { mobile_number: s.signIn.mobile, otp: s.signIn.mobileOtp, name: 'Ravi', tableId: table(s, 1) },
  }),
  'POST /auth/restaurant/forgot-password': (s) => ({ body: { email: s.signIn.staff } }),
  'POST /auth/restaurant/verify-otp': (s) => ({ body: { email: s.signIn.forgets, otp: s.signIn.otp } }),
  'POST /auth/restaurant/reset-password': () => ({ body: { newPassword: 'another long password' } }),
  'POST /auth/logout': () => ({}),
  'GET /auth/me': () => ({}),
  'GET /auth/google': () => ({}),
  'GET /auth/sessions': () => ({}),
  'DELETE /auth/sessions': () => ({}),
  'DELETE /auth/sessions/:id': (s) => ({ params: { id: s.own.elsewhere } }),
  'PUT /auth/me': () => ({ body: { name: `Asha ${randomId().slice(-8)}` } }),
  'PUT /auth/password': () => ({ body: { password: PASSWORD, newPassword: PASSWORD } }),
  'GET /auth/email': () => ({}),
  'POST /auth/email/code': () => ({}),
  'PUT /auth/email': () => ({ body: { email: `${randomId()}@test.test`, password: PASSWORD } }),
  'POST /auth/email/confirm': (s) => ({ body: { otp: s.own.confirms.otp } }),
  'GET /support': () => ({}),
  'POST /tables/createTables': () => ({ body: { tables: [{ tableNumber: randomId().slice(-8), area: 'Roof', capacity: 2 }] } }),
  'GET /tables': () => ({}),
  'GET /tables/alerts': () => ({}),
  'GET /tables/bookings': () => ({}),
  'GET /tables/:id': (s) => ({ params: { id: table(s, 0) } }),
  'PUT /tables/update': (s) => ({ query: { id: table(s, 1) }, body: { area: 'Roof', capacity: 3 } }),
  'DELETE /tables/delete/:id': (s) => ({ params: { id: table(s, 2) } }),
  'POST /tables/alert': (s) => ({ body: { tableId: table(s, 0), alertType: 'water', orderId: s.order._id } }),
  'POST /tables/alert/withdraw': (s) => ({ body: { tableId: table(s, 0) } }),
  'POST /tables/clear-alert': (s) => ({ body: { tableId: table(s, 0), alertType: 'water', action: 'clear' } }),
  'POST /tables/move': (s) => ({ body: { fromTableId: s.tables.moveFrom, toTableId: s.tables.moveTo } }),
  'POST /tables/unmerge': (s) => ({ body: { parentTableId: s.tables.mergedInto, childTableIds: [s.tables.merged] } }),
  'POST /tables/merge': (s) => ({ body: { parentTableId: s.tables.mergeParent, childTableIds: [s.tables.mergeChild] } }),
  'POST /orders': (s) => ({ body: { order: { tableId: table(s, 1), restaurantId: s.w.id, orderType: 'Dine In', kots: sends(s) } } }),
  'POST /pos/order': (s) => ({ body: { tableId: table(s, 1), restaurantId: s.w.id, orderType: 'Dine In', kots: sends(s) } }),
  'PUT /pos/order': (s) => ({
    body: {
      orderId: s.order._id,
      orderData: {
        kots: sends(s),
        customer_name: 'Meera',
        mobile_number: '9820012345',
        guests: 3,
        additionalNote: 'Quick',
        specialInstructions: 'No onion',
        serviceChargeAccepted: false,
        offerId: s.office.offer,
      },
    },
  }),
  'GET /orders': (s) => ({ query: { tableId: table(s, 0), search: 'T1' } }),
  'GET /orders/restaurant/pending': () => ({ query: {} }),
  'GET /orders/user/:id': (s) => ({ params: { id: s.dinerId } }),
  'GET /orders/past': () => ({ query: { page: 1, limit: 10 } }),
  'POST /orders/active': (s) => ({ body: { tableId: table(s, 0) } }),
  'POST /orders/offer': () => ({ body: { code: 'STAGE10' } }),
  'PUT /orders/item/status': (s) => ({
    body: { orderId: s.order._id, kotId: kotOf(s), itemId: s.w.items.dosa, lineId: lineOf(s)?.lineId, status: 'Ready' },
  }),
  'PUT /orders/status': (s) => ({ body: { orderId: s.leaving._id, orderStatus: 'cancelled', reason: 'They left' } }),
  'PUT /orders/payment/status': (s) => ({
    body: { orderId: s.paying._id, paymentStatus: 'paid', paymentMethod: 'Cash', complete: true },
  }),
  'GET /orders/:id/payments': (s) => ({ params: { id: s.mistaken._id } }),
  'POST /orders/:id/payments/:paymentId/correct': (s) => ({
    params: { id: s.mistaken._id, paymentId: s.mistaken.payment },
    body: { method: 'UPI', reason: 'Pressed the wrong key' },
  }),
  'POST /orders/:id/payments/give-back': (s) => ({
    params: { id: s.overpaid._id },
    body: { amount: 5.5, method: 'Cash', reason: 'Paid for another table' },
  }),
  'PUT /orders/note': (s) => ({
    body: { orderId: s.order._id, kotId: kotOf(s), itemId: s.w.items.dosa, lineId: lineOf(s)?.lineId, note: 'crisp' },
  }),
  'GET /orders/daily-summary': () => ({ query: { resetKOT: 'false' } }),
  'GET /orders/drawer': () => ({}),
  'POST /orders/drawer': () => ({ body: { kind: 'out', amount: 120.5, reason: 'Vegetables' } }),
  'POST /orders/:id/bill': (s) => ({ params: { id: s.order._id }, body: { version: s.order.version } }),
  'POST /menus/restaurant': (s) => ({ body: { restaurantId: s.w.id } }),
  'POST /menus/trending': (s) => ({ body: { restaurantId: s.w.id } }),
  'POST /menus/categories': (s) => ({ body: { restaurantId: s.w.id } }),
  'GET /menus/item/:id': (s) => ({ params: { id: s.w.items.plain }, query: { restaurantId: s.w.id } }),
  'PATCH /menus/item/:id/availability': (s) => ({ params: { id: s.menu.dish }, body: { available: false } }),
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
      code: randomId().slice(-8),
      printName: 'Roti btr',
      calories: 120,
      allergens: ['Gluten'],
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
  'PUT /menus/order': (s) => ({
    body: { kind: 'items', categoryId: s.menu.sortedCategory, ids: [s.menu.sortedDishToo, s.menu.sortedDish] },
  }),
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
  'DELETE /menus/recipe': (s) => ({ query: { id: s.stock.spareRecipe } }),
  'GET /restaurant/profile': () => ({}),
  'GET /restaurant/:id/permissions': (s) => ({ params: { id: s.w.id } }),
  'POST /restaurant/user': () => ({}),
  'POST /api/analytics/sales': () => ({ body: PERIOD }),
  'POST /api/analytics/customer-insights': () => ({ body: PERIOD }),
  'POST /api/analytics/dishes': () => ({ body: PERIOD }),
  'POST /api/analytics/changed-after-print': () => ({ body: PERIOD }),
  'GET /kot': () => ({}),
  'GET /kot/reset': () => ({}),
  'POST /kot/reset-time': () => ({ body: { resetTime: '04:00' } }),
  'POST /kot/acknowledge': (s) => ({ body: { by: 'person', tickets: [{ kotId: kotOf(s) }] } }),
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
  'GET /restaurant/inventory/raw-materials/:id/movements': (s) => ({ params: { id: s.stock.material }, query: { limit: 3 } }),
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
  'GET /restaurant/inventory/purchases': () => ({ query: { supplier: 'Verma', from: '2026-01-01' } }),
  'GET /restaurant/inventory/purchases/:id': (s) => ({ params: { id: s.stock.purchase } }),
  'POST /restaurant/inventory/purchases': (s) => ({
    body: {
      supplier: 'Verma',
      billNumber: randomId().slice(-8),
      lines: [{ rawMaterial: s.stock.material, stockQuantity: 5, unit: 'kg', amount: 200, expiryDate: '2027-01-01' }],
    },
  }),
  'PUT /restaurant/inventory/purchases/:id': (s) => ({
    params: { id: s.stock.purchase },
    body: { supplier: 'Verma', billNumber: randomId().slice(-8), billDate: '2026-11-01', note: '', amounts: [120] },
  }),
  'DELETE /restaurant/inventory/purchases/:id': (s) => ({ params: { id: s.stock.sparePurchase } }),
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
  'PUT /restaurant/profile': (s) => ({
    body: {
      user_name: 'Tara',
      user_contact_number: '9820012345',
      international_phone_number: '+91 98200 12345',
      url: 'https://yard.test',
      image: '/v1/media/yard.png',
      opening_hours: { periods: [{ open: { day: 1, time: '0900' }, close: { day: 1, time: '2300' } }], weekday_text: ['Monday: 9 to 11'] },
      cuisines: ['South Indian'],
      location: s.location,
      costForTwo: 650,
      gstNumber: '36ABCDE1234F1Z1',
      taxPercentages: { gst: 5 },
      taxSettings: { roundOff: false },
      paymentTypes: ['Cash', 'UPI', 'Card'],
      printSettings: { footer: 'Thank you' },
      kotSettings: { warnMinutes: 10, lateMinutes: 20 },
      qrSettings: { acceptOrders: false },
      accentColor: '#3f2a2b',
      pos_default_order_type: 'Dine In',
      timezone: 'Asia/Kolkata',
    },
  }),
  'GET /restaurant/profile/necessary/:id': (s) => ({ params: { id: s.w.id } }),
  'GET /restaurant/invoice-details/:id': (s) => ({ params: { id: s.served._id } }),
  'GET /restaurant/employees': () => ({ query: {} }),
  'POST /restaurant/employees': () => ({
    body: { ...person(), role: 'waiter' },
  }),
  'PUT /restaurant/employees': (s) => ({
    body: { ...person(), _id: s.office.employee, role: 'captain' },
  }),
  'DELETE /restaurant/employees/:id': (s) => ({ params: { id: s.office.spareEmployee } }),
  'PUT /restaurant/employees/:id/toggle-status': (s) => ({ params: { id: s.office.toggledEmployee } }),
  'POST /feedback/submit': (s) => ({
    body: { orderId: s.served._id, rating: 5, comment: 'Lovely', feedbackToken: s.served.feedbackToken },
  }),
  'GET /restaurant/feedback': () => ({ query: {} }),
  'GET /restaurant/keys': () => ({}),
  'GET /restaurant/keys/generate': () => ({ query: { label: 'Accounts' } }),
  'DELETE /restaurant/keys/:id': (s) => ({ params: { id: s.office.key } }),
  'DELETE /restaurant/keys/:id/delete': (s) => ({ params: { id: s.office.spareKey } }),
  'GET /restaurant/offers/:id': (s) => ({ params: { id: s.w.id } }),
  'POST /restaurant/offers/create': () => ({ body: OFFER }),
  'PUT /restaurant/offers/:id': (s) => ({ params: { id: s.office.offer }, body: { ...OFFER, title: 'Lunch time', value: 25 } }),
  'POST /restaurant/promotional-banner': (s) => ({ body: { restaurantId: s.w.id, banner: BANNER } }),
  'DELETE /restaurant/promotional-banner/:id': (s) => ({ params: { id: s.office.banner }, body: { restaurantId: s.w.id } }),
  'GET /restaurant/:id/details': (s) => ({ params: { id: s.w.id } }),
  'PUT /restaurant/:id/update': (s) => ({
    params: { id: s.w.id },
    body: { costForTwo: 500, cuisines: ['South Indian'], location: s.location, showInMobileApp: true, recommendedOnMobile: true },
  }),
  'GET /restaurant/nearby': (s) => ({ query: { ...s.location, page: 1, pageSize: 15 } }),
  'POST /restaurant/:id/claim': (s) => ({
    params: { id: s.w.id },
    body: { name: 'Meera', email: anEmail(), mobile_number: aMobile(), message: 'It is mine' },
    files: [{ field: 'documents', bytes: FILES.pdf(randomId()), name: 'deed.pdf', type: 'application/pdf' }],
  }),
  'POST /restaurant/claim/complete': (s) => ({ body: { claimToken: s.claimToken, password: PASSWORD } }),
  'GET /restaurant/reservations': () => ({ query: { from: '2026-11-01', to: '2026-12-01' } }),
  'POST /restaurant/reservations/create': (s) => ({
    body: { customerName: 'Meera', mobile_number: '9820012345', partySize: 4, date: someDay(), time: '20:00', tableId: table(s, 1) },
  }),
  'PUT /restaurant/reservations/update/:id': (s) => ({
    params: { id: s.office.reservation },
    body: {
      customerName: 'Meera',
      mobile_number: '9820012345',
      partySize: 3,
      date: someDay(),
      time: '19:30',
      durationMinutes: 60,
      tableId: table(s, 1),
      note: 'Window',
      status: 'arrived',
      allowOverlap: false,
    },
  }),
  'DELETE /restaurant/reservations/delete/:id': (s) => ({ params: { id: s.office.spareReservation } }),
  'GET /restaurant/customers': () => ({ query: { mobile_number: '9820012345' } }),
  'POST /restaurant/customer': () => ({
    body: { name: 'Ravi', mobile_number: aMobile(), email: anEmail(), birthday: '1990-02-28', note: 'Regular' },
  }),
  'PUT /restaurant/customer': (s) => ({ query: { id: s.office.customer }, body: { note: 'Window table' } }),
  'DELETE /restaurant/customer': (s) => ({ query: { id: s.office.spareCustomer } }),
  'POST /media': () => ({ body: { purpose: 'menu' }, files: [{ field: 'file', bytes: FILES.png(randomId()), name: 'dosa.png' }] }),
  'GET /partner': () => ({}),
  'GET /partner/outlets': () => ({}),
  'POST /partner/restaurant': () => ({ body: application() }),
  'PUT /partner/restaurant/:id': (s) => ({ params: { id: s.w.id }, body: { user_name: 'Tara', gstNumber: '27ABCDE1234F1Z0' } }),
  'DELETE /partner/restaurant/:id': (s) => ({ params: { id: s.platform.doomedOutlet } }),
  'GET /partner/permissions/restaurant/:id': (s) => ({ params: { id: s.w.id } }),
  'PUT /partner/permissions/restaurant/:id': (s) => ({ params: { id: s.w.id }, body: { permissions: PERMISSIONS } }),
  'GET /partner/menu': (s) => ({ query: { sourceId: s.w.id } }),
  'GET /partner/menu/pushes': () => ({}),
  'POST /partner/menu/preview': (s) => ({
    body: { sourceId: s.w.id, outletIds: [s.platform.sisterOutlet], dishes: [s.menu.dish] },
  }),
  'POST /partner/menu/push': (s) => ({
    body: { sourceId: s.w.id, outletId: s.platform.sisterOutlet, dishes: [s.menu.dish] },
  }),
  'POST /api/analytics/outlet/sales': (s) => ({ body: { outletId: s.w.id, ...PERIOD } }),
  'POST /api/analytics/outlet/customer-insights': (s) => ({ body: { outletId: s.w.id, ...PERIOD } }),
  'POST /api/analytics/outlet/dashboard-analytics': (s) => ({ body: { outletId: s.w.id, ...PERIOD } }),
  'POST /api/analytics/partner/aggregated-insights': () => ({ body: PERIOD }),
  'GET /backoffice/analytics': () => ({ query: { startDate: '2026-11-01', endDate: '2026-11-30' } }),
  'GET /backoffice/decisions': () => ({ query: { mine: 'true', limit: 5 } }),
  'GET /backoffice/partners': () => ({ query: { search: 'Kavita' } }),
  'POST /backoffice/partners': (s) => ({ body: { ...person(), restaurantIds: [s.platform.spareOutlet] } }),
  'PUT /backoffice/partners': (s) => ({
    body: {
      partnerId: s.platform.sparePartner,
      updateData: { name: 'Kavita', email: anEmail(), mobile_number: aMobile(), restaurantIds: [s.platform.spareOutlet] },
    },
  }),
  'DELETE /backoffice/partners': (s) => ({ body: { partnerId: s.platform.doomedPartner } }),
  'GET /backoffice/restaurants': () => ({ query: { search: 'Test Yard', status: 'approved' } }),
  'GET /backoffice/restaurants/pending': () => ({ query: {} }),
  'POST /backoffice/restaurants': (s) => ({ body: { ...application(), partnerId: s.platform.sparePartner } }),
  'POST /backoffice/restaurants/approve': (s) => ({ body: { restaurantId: s.platform.approvable } }),
  'POST /backoffice/restaurants/reject': (s) => ({ body: { restaurantId: s.platform.rejectable, rejectionReason: 'No licence' } }),
  'GET /backoffice/users': () => ({ query: { search: 'asha', sort: '-lastLogin' } }),
  'PUT /backoffice/users/:id/active': (s) => ({ params: { id: s.platform.deskUser }, body: { isActive: true } }),
  'PUT /backoffice/users/:id/password': (s) => ({ params: { id: s.platform.deskUser }, body: { password: PASSWORD } }),
  'POST /backoffice/users': () => ({ body: { ...person(), role: 'backoffice' } }),
  'GET /backoffice/permissions/restaurant/:id': (s) => ({ params: { id: s.w.id } }),
  'PUT /backoffice/permissions/restaurant/:id': (s) => ({ params: { id: s.w.id }, body: { permissions: PERMISSIONS } }),
  'GET /backoffice/restaurants/claims/pending': () => ({ query: {} }),
  'GET /backoffice/restaurants/claims': () => ({ query: { page: 1, limit: 10, status: 'pending' } }),
  'POST /backoffice/restaurants/claims/process': (s) => ({
    body: { claimId: s.platform.claim, action: 'approve', reason: 'The deed is good' },
  }),
  // Its own day: in UTC it may be the day before the restaurant began, of which nothing is read.
  'POST /backoffice/rebuild': (s) => ({
    body: { restaurantId: s.w.id, endDate: wallClock(new Date(), DEFAULT_TIMEZONE).date, days: 2, check: false },
  }),
  'GET /cert/certificate': () => ({}),
  'POST /cert/sign': () => ({ body: { request: 'a1'.repeat(32) } }),
  'GET /print/printers': () => ({}),
  'PUT /print/printers/:id': (s) => ({
    params: { id: s.print.sparePrinter },
    body: {
      deviceId: s.print.device,
      name: 'EPSON TM-T82 80mm',
      role: 'kot',
      stations: ['Tandoor'],
      columns: 48,
      fallbackId: null,
      ownOnly: true,
    },
  }),
  'GET /print/stations': () => ({}),
  'PUT /print/stations': () => ({ body: { stations: [{ name: 'Grill', was: null }], seen: [] } }),
  'DELETE /print/printers/:id': (s) => ({ params: { id: s.print.doomedPrinter } }),
  'GET /print/jobs': () => ({}),
  'POST /print/jobs': (s) => ({ body: { kind: 'kot', orderId: s.order._id, kotId: kotOf(s) } }),
  'POST /print/lease': (s) => ({ body: { deviceId: s.print.device, printerIds: [s.print.printer] } }),
  'PUT /print/jobs/:id': (s) => ({ params: { id: s.print.printing }, body: { fence: 1, status: 'printed', reason: 'Out' } }),
  'POST /print/jobs/:id/again': (s) => ({ params: { id: s.print.failed }, body: { printerId: s.print.printer } }),
  'POST /print/jobs/:id/dismiss': (s) => ({ params: { id: s.print.unknown } }),
}

export const CALLS = Object.keys(api) as Call[]
export const operation = (call: Call): Operation => api[call] as unknown as Operation
export const inputOf = (call: Call, stage: Stage): AnyGiven => (INPUTS[call] as (s: Stage) => AnyGiven)(stage)
