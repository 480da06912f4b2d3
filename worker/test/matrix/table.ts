import type { Call } from '#domain/api/index.ts'
import type { Page } from '#domain/permissions.ts'
import type { Role } from '#domain/roles.ts'

/**
 * Who may call what: CONTRACT §2's table (and §6 where it says who), written out by hand, a row for every call. It is what the matrix test
 * expects. Nothing here is taken from domain/api, which is under test: of it there are only the names, so that a call without a row doesn't
 * compile.
 */
export type Row = {
  /**
   * `staff`: the roles named, and partner (own outlets), back office and admin who have entered the restaurant by X-Restaurant-Id.
   * `signedIn`: whoever is of a role named, wherever. `public`: everybody. `diner`: diners, and admin. `group`: a partner for its outlets.
   * `platform`: the back office.
   */
  to: 'staff' | 'signedIn' | 'public' | 'diner' | 'group' | 'platform'
  roles: readonly Role[]
  /** It changes nothing: let in, it answers its success. */
  reads?: true
  /** The staff pages that make it: with each of them switched off it is 403 page_disabled. None: no page is asked. */
  pages?: readonly Page[]
  /** The ids in its input by path, and how an id of somebody else is treated there. */
  names?: Readonly<Record<string, Named>>
  /** A sync key may read it. */
  syncKey?: true
  /** A pending restaurant's limited token may make it. */
  limited?: true
  /** Of a diner: only at its table (403 sitting_ended after it), or only with an account (403 account_required). */
  diners?: 'seated' | 'account'
  /** Its input is of a Dine In order, which is not delivery's: 403, whatever else it names. */
  dineIn?: true
  /** Its answers contain everybody's mails; it exists only in development. */
  outbox?: true
}

/**
 * `own`: another's is 404, as if it were not there. `dish`: one that is not on the own menu, 422 (§5). `filter`: finds nothing where nothing fits.
 * `each`: a row of a bulk update, with a result of its own. `inside`: whoever is in a restaurant can name only its own (404), everybody else
 * any. `open`: everybody may name any. `group`: of the partner's outlets, else 404. `chain`: also for an administrator all of one partner.
 * `ignored`: one that isn't there is left out.
 */
export type Named = 'own' | 'dish' | 'filter' | 'each' | 'inside' | 'open' | 'group' | 'chain' | 'ignored'

// The roles as CONTRACT §2 groups them.
const owners = ['superuser', 'managerialHead'] as const
const managers = [...owners, 'generalManager'] as const
const money = [...managers, 'cashier'] as const
const pos = [...money, 'captain', 'waiter'] as const
const stock = [...money, 'kitchen'] as const
const everyStaff = [...pos, 'kitchen', 'delivery', 'mobileAdmin'] as const
const withPassword = [...everyStaff, 'partner', 'backoffice', 'admin'] as const
const anyone = [...withPassword, 'user'] as const

// The pages that make the calls (SPEC §2's routes).
const selling = [
  '/restaurant/pos',
  '/restaurant/tables',
  '/restaurant/orders',
  '/restaurant/captain',
  '/restaurant/captain/menu',
  '/restaurant/captain/orders',
  '/restaurant/captain/tables',
  '/restaurant/pos-mobile',
  '/restaurant/pos-mobile/menu',
  '/restaurant/pos-mobile/orders',
] as const satisfies readonly Page[]
const sending = [...selling, '/restaurant/pos-mobile/home'] as const
const seating = [
  '/restaurant/tables',
  '/restaurant/pos',
  '/restaurant/orders',
  '/restaurant/captain',
  '/restaurant/captain/tables',
  '/restaurant/captain/menu',
  '/restaurant/captain/orders',
  '/restaurant/pos-mobile',
  '/restaurant/pos-mobile/menu',
] as const satisfies readonly Page[]
const settling = [
  '/restaurant/pos',
  '/restaurant/tables',
  '/restaurant/orders',
  '/restaurant/invoices',
  '/restaurant/pos-mobile',
  '/restaurant/pos-mobile/orders',
] as const satisfies readonly Page[]
const tableSettings = ['/restaurant/settings/table', '/restaurant/settings'] as const satisfies readonly Page[]
const menuSettings = ['/restaurant/settings/menu', '/restaurant/settings'] as const satisfies readonly Page[]
const addonSettings = ['/restaurant/settings/addons', ...menuSettings] as const
const recipeSettings = ['/restaurant/settings/recipe', '/restaurant/settings'] as const satisfies readonly Page[]
const kotSettings = ['/restaurant/settings/kot', '/restaurant/settings', '/restaurant/settings/summary'] as const satisfies readonly Page[]
const keySettings = ['/restaurant/settings/keys', '/restaurant/settings'] as const satisfies readonly Page[]
const offerSettings = ['/restaurant/settings/offer', '/restaurant/settings'] as const satisfies readonly Page[]
const inventory = ['/restaurant/inventory'] as const satisfies readonly Page[]
const inventoryOrRecipes = [...inventory, '/restaurant/settings/recipe'] as const
/** CONTRACT §2: "the roles of pos, kitchen, tables, orders pages". */
const printing = [
  '/restaurant/pos',
  '/restaurant/kitchen',
  '/restaurant/tables',
  '/restaurant/orders',
  '/restaurant/settings/print',
] as const satisfies readonly Page[]
/** Whoever may ask for a bill learns whether a printer prints it, also on the captain's pages and a phone. */
const asking = [...sending, '/restaurant/kitchen', '/restaurant/settings/print'] as const satisfies readonly Page[]

type More = Omit<Row, 'to' | 'roles' | 'reads'>
/** Calls by which staff change something. */
const does = (roles: readonly Role[], pages: readonly Page[], names: Row['names'] = {}, more: More = {}): Row => ({
  to: 'staff',
  roles,
  pages,
  names,
  ...more,
})
/** Calls by which staff read: mobileAdmin "may make every reading call of staff". */
const reads = (roles: readonly Role[], pages: readonly Page[], names: Row['names'] = {}, more: More = {}): Row => ({
  ...does([...new Set<Role>([...roles, 'mobileAdmin'])], pages, names, more),
  reads: true,
})
/** Calls that everybody may make, changing and reading. */
const open = (names: Row['names'] = {}, more: More = {}): Row => ({ to: 'public', roles: [], names, ...more })
const shown = (names: Row['names'] = {}, more: More = {}): Row => ({ ...open(names, more), reads: true })
/** Calls of a partner for its outlets; managerialHead reads those of its restaurant's partner. */
const groupReads = (names: Row['names'] = {}): Row => ({ to: 'group', roles: ['partner', 'managerialHead'], reads: true, names })
const groupDoes = (names: Row['names'] = {}): Row => ({ to: 'group', roles: ['partner'], names })
const platformReads = (): Row => ({ to: 'platform', roles: ['backoffice'], reads: true })
const platformDoes = (): Row => ({ to: 'platform', roles: ['backoffice'] })
/** A diner's own list. */
const list = (names: Row['names'] = {}): Row => ({ to: 'diner', roles: ['user'], diners: 'account', names })

const order = { 'body.orderId': 'own' } as const
const line = { ...order, 'body.kotId': 'own', 'body.itemId': 'own', 'body.lineId': 'own' } as const
const id = { 'params.id': 'own' } as const
const queryId = { 'query.id': 'own' } as const
const dish = { 'body.categoryId': 'own', 'body.subCategoryId': 'own', 'body.addonGroups.0.templateId': 'own' } as const
const restaurantOf = { 'body.restaurantId': 'own' } as const

export const TABLE: Record<Call, Row> = {
  'GET /health': shown(),
  'GET /openapi.json': shown(),
  'GET /docs': shown(),
  'GET /dev/outbox': shown({}, { outbox: true }),

  // Login and sign-up are public; auth/me and logout are for anyone signed in, the limited token too.
  'POST /auth/google/token': open(),
  'POST /auth/partner/login': open(),
  'POST /auth/partner/signup': open(),
  'POST /auth/restaurant/login': open(),
  'POST /auth/restaurant/signup': open(),
  'POST /auth/user/login': open({ 'body.tableId': 'open' }),
  'POST /auth/user/verify': open({ 'body.tableId': 'open' }),
  'POST /auth/backoffice/login': open(),
  'POST /auth/restaurant/forgot-password': open(),
  'POST /auth/restaurant/verify-otp': open(),
  'POST /auth/restaurant/reset-password': open(),
  'POST /auth/logout': { to: 'signedIn', roles: anyone, limited: true },
  'GET /auth/me': { to: 'signedIn', roles: anyone, limited: true, reads: true },

  // One's own account: everybody who has one with a password (§9, /restaurant/account).
  'GET /auth/google': shown(),
  'GET /auth/sessions': { to: 'signedIn', roles: withPassword, reads: true },
  'DELETE /auth/sessions': { to: 'signedIn', roles: withPassword },
  'DELETE /auth/sessions/:id': { to: 'signedIn', roles: withPassword },
  'PUT /auth/me': { to: 'signedIn', roles: withPassword },
  'PUT /auth/password': { to: 'signedIn', roles: withPassword },
  // CONTRACT §9, sign-up: the address is confirmed while the application waits, too.
  'GET /auth/email': { to: 'signedIn', roles: withPassword, limited: true, reads: true },
  'PUT /auth/email': { to: 'signedIn', roles: withPassword, limited: true },
  'POST /auth/email/code': { to: 'signedIn', roles: withPassword, limited: true },
  'POST /auth/email/confirm': { to: 'signedIn', roles: withPassword, limited: true },
  'GET /support': shown(),

  // /backoffice/*: backoffice (only admin makes an admin, see WAYS).
  'GET /backoffice/analytics': platformReads(),
  'GET /backoffice/decisions': platformReads(),
  'GET /backoffice/partners': platformReads(),
  'POST /backoffice/partners': platformDoes(),
  'PUT /backoffice/partners': platformDoes(),
  'DELETE /backoffice/partners': platformDoes(),
  'GET /backoffice/restaurants': platformReads(),
  'GET /backoffice/restaurants/pending': platformReads(),
  'POST /backoffice/restaurants': platformDoes(),
  'POST /backoffice/restaurants/approve': platformDoes(),
  'POST /backoffice/restaurants/reject': platformDoes(),
  'GET /backoffice/users': platformReads(),
  // Only an administrator changes an administrator: worker/backoffice/users.test.ts.
  'PUT /backoffice/users/:id/active': platformDoes(),
  'PUT /backoffice/users/:id/password': platformDoes(),
  'POST /backoffice/users': platformDoes(),
  'GET /backoffice/permissions/restaurant/:id': platformReads(),
  'PUT /backoffice/permissions/restaurant/:id': platformDoes(),
  'GET /backoffice/restaurants/claims/pending': platformReads(),
  'GET /backoffice/restaurants/claims': platformReads(),
  'POST /backoffice/restaurants/claims/process': platformDoes(),
  // (+) CONTRACT §2's table has no role for it: only admin, who may do everything.
  'POST /backoffice/rebuild': { to: 'platform', roles: [] },

  // Outlet analytics, /partner/*: partner for own outlets; managerialHead for its own restaurant's partner group, reading only.
  'GET /partner': groupReads(),
  'GET /partner/outlets': groupReads(),
  'POST /partner/restaurant': groupDoes(),
  'PUT /partner/restaurant/:id': groupDoes({ 'params.id': 'group' }),
  'DELETE /partner/restaurant/:id': groupDoes({ 'params.id': 'group' }),
  'GET /partner/permissions/restaurant/:id': groupReads({ 'params.id': 'group' }),
  'PUT /partner/permissions/restaurant/:id': groupDoes({ 'params.id': 'group' }),
  'GET /partner/menu': groupReads({ 'query.sourceId': 'group' }),
  'GET /partner/menu/pushes': groupReads(),
  'POST /partner/menu/preview': groupReads({ 'body.sourceId': 'chain', 'body.outletIds.0': 'chain', 'body.dishes.0': 'ignored' }),
  'POST /partner/menu/push': groupDoes({ 'body.sourceId': 'chain', 'body.outletId': 'chain', 'body.dishes.0': 'ignored' }),
  'POST /api/analytics/outlet/sales': groupReads({ 'body.outletId': 'group' }),
  'POST /api/analytics/outlet/customer-insights': groupReads({ 'body.outletId': 'group' }),
  'POST /api/analytics/outlet/dashboard-analytics': groupReads({ 'body.outletId': 'group' }),
  'POST /api/analytics/partner/aggregated-insights': groupReads(),

  // Restaurant analytics: managers; dashboard-analytics also cashier.
  'POST /api/analytics/sales': reads(managers, ['/restaurant/reports', '/restaurant/dashboard']),
  'POST /api/analytics/customer-insights': reads(managers, ['/restaurant/reports', '/restaurant/customers']),
  'POST /api/analytics/dishes': reads(managers, ['/restaurant/reports']),
  'POST /api/analytics/changed-after-print': reads(managers, ['/restaurant/reports']),
  'POST /api/analytics/dashboard-analytics': reads(money, ['/restaurant/dashboard', '/restaurant/reports', '/restaurant/pos-mobile/home']),

  // Table create, update, delete: owners. Read: POS and reservation roles, a diner its own, the public a stub. The rest: POS roles.
  'POST /tables/createTables': does(owners, tableSettings),
  'GET /tables': reads(pos, [...seating, '/restaurant/reservation', '/restaurant/settings/table'], {}, { syncKey: true }),
  'GET /tables/:id': shown({ 'params.id': 'inside' }, { syncKey: true }),
  'PUT /tables/update': does(owners, tableSettings, queryId),
  'DELETE /tables/delete/:id': does(owners, tableSettings, id),
  'POST /tables/alert': does([...pos, 'user'], seating, { 'body.tableId': 'own', 'body.orderId': 'own' }, { diners: 'seated' }),
  'POST /tables/alert/withdraw': does([...pos, 'user'], seating, { 'body.tableId': 'own' }, { diners: 'seated' }),
  'POST /tables/clear-alert': does(pos, seating, { 'body.tableId': 'own' }),
  'GET /tables/alerts': reads(pos, seating),
  'GET /tables/bookings': reads(pos, seating),
  'POST /tables/move': does(pos, seating, { 'body.fromTableId': 'own', 'body.toTableId': 'own' }),
  'POST /tables/merge': does(pos, seating, { 'body.parentTableId': 'own', 'body.childTableIds.0': 'own' }),
  'POST /tables/unmerge': does(pos, seating, { 'body.parentTableId': 'own', 'body.childTableIds.0': 'own' }),

  'POST /orders': does(
    [...pos, 'user'],
    sending,
    { 'body.order.tableId': 'own', 'body.order.restaurantId': 'own', 'body.order.kots.0.items.0._id': 'dish' },
    { diners: 'seated' },
  ),
  'POST /pos/order': does(pos, sending, { 'body.tableId': 'own', 'body.restaurantId': 'own', 'body.kots.0.items.0._id': 'dish' }),
  'PUT /pos/order': does(pos, sending, {
    'body.orderId': 'own',
    'body.orderData.kots.0.items.0._id': 'dish',
    'body.orderData.offerId': 'own',
  }),
  'GET /orders': reads(
    [...money, 'captain', 'delivery'],
    [
      '/restaurant/orders',
      '/restaurant/pos',
      '/restaurant/invoices',
      '/restaurant/dashboard',
      '/restaurant/reports',
      '/restaurant/customers',
      '/restaurant/pos-mobile/orders',
    ],
    { 'query.tableId': 'filter' },
    { syncKey: true },
  ),
  'GET /orders/restaurant/pending': reads(
    everyStaff,
    [...sending, '/restaurant/kitchen', '/restaurant/dashboard', '/restaurant/settings/summary'],
    {},
    { syncKey: true },
  ),
  // That diner (own, and its sitting's open order); staff who may GET /orders/.
  'GET /orders/user/:id': reads(
    [...money, 'captain', 'delivery', 'user'],
    ['/restaurant/orders', '/restaurant/customers', '/restaurant/pos'],
    id,
  ),
  // (+) An account's own orders, at every restaurant.
  'GET /orders/past': { ...list(), reads: true },
  'POST /orders/active': reads([...pos, 'user'], sending, { 'body.tableId': 'own' }, { diners: 'seated' }),
  'POST /orders/offer': reads(['user'], [], {}, { diners: 'seated' }),
  'PUT /orders/item/status': does([...pos, 'kitchen'], [...sending, '/restaurant/kitchen'], line),
  'PUT /orders/status': does([...pos, 'delivery'], sending, order),
  'PUT /orders/payment/status': does(money, settling, order),
  // (+) "`paymentHistory` holds the rows (managers and cashier)": mobileAdmin, who reads all else, not.
  'GET /orders/:id/payments': { ...does(money, settling, id), reads: true },
  'POST /orders/:id/payments/:paymentId/correct': does(money, settling, { ...id, 'params.paymentId': 'own' }),
  'POST /orders/:id/payments/give-back': does(money, settling, id),
  // "order status, note": delivery for Take Away and Delivery orders.
  'PUT /orders/note': does([...pos, 'delivery'], sending, line, { dineIn: true }),
  'GET /orders/daily-summary': reads(
    money,
    ['/restaurant/settings/summary', '/restaurant/reports', '/restaurant/dashboard', '/restaurant/invoices'],
    {},
    { syncKey: true },
  ),
  'GET /orders/drawer': { ...does(money, settling), reads: true },
  'POST /orders/drawer': does(money, settling),
  'POST /orders/:id/bill': does(pos, [...sending, '/restaurant/invoices'], id),

  'POST /statistics/view/:id': open({ 'params.id': 'open' }),
  'POST /statistics/cart/:id': open({ 'params.id': 'open' }),
  'POST /statistics/order/:id': open({ 'params.id': 'open' }),

  // PUT profile: owners. GET profile, own permissions, the KOT counter, the signed-in person: every staff role, from no page.
  'GET /restaurant/profile': reads(everyStaff, [], {}, { limited: true }),
  'PUT /restaurant/profile': does(
    owners,
    [
      '/restaurant/settings',
      '/restaurant/settings/kot',
      '/restaurant/settings/print',
      '/restaurant/settings/tax',
      '/restaurant/settings/payment',
    ],
    {},
    { limited: true },
  ),
  'GET /restaurant/profile/necessary/:id': shown({ 'params.id': 'inside' }),
  'GET /restaurant/invoice-details/:id': reads(
    money,
    ['/restaurant/invoices', '/restaurant/orders', '/restaurant/pos', '/restaurant/tables'],
    id,
  ),
  'POST /restaurant/user': reads(everyStaff, []),
  'GET /kot': reads(everyStaff, []),
  'GET /kot/reset': does(owners, kotSettings),
  'POST /kot/reset-time': does(owners, kotSettings),
  'POST /kot/acknowledge': does([...pos, 'kitchen'], [...sending, '/restaurant/kitchen'], { 'body.tickets.0.kotId': 'filter' }),
  'GET /restaurant/:id/permissions': reads(everyStaff, [], id),
  'GET /restaurant/employees': reads(managers, ['/restaurant/users']),
  'POST /restaurant/employees': does(managers, ['/restaurant/users']),
  'PUT /restaurant/employees': does(managers, ['/restaurant/users'], { 'body._id': 'own' }),
  'DELETE /restaurant/employees/:id': does(managers, ['/restaurant/users'], id),
  'PUT /restaurant/employees/:id/toggle-status': does(managers, ['/restaurant/users'], id),
  // User, or anyone with the order's single-use feedbackToken.
  'POST /feedback/submit': open({ 'body.orderId': 'open' }),
  // As the book of customers.
  'GET /restaurant/feedback': reads(managers, ['/restaurant/feedback', '/restaurant/customers']),
  'GET /restaurant/keys': reads(owners, keySettings),
  'GET /restaurant/keys/generate': does(owners, keySettings),
  'DELETE /restaurant/keys/:id': does(owners, keySettings, id),
  'DELETE /restaurant/keys/:id/delete': does(owners, keySettings, id),
  'GET /restaurant/offers/:id': shown({ 'params.id': 'inside' }),
  'POST /restaurant/offers/create': does(owners, offerSettings),
  'PUT /restaurant/offers/:id': does(owners, offerSettings, id),
  'POST /restaurant/promotional-banner': does(['mobileAdmin'], ['/restaurant/marketing'], restaurantOf),
  'DELETE /restaurant/promotional-banner/:id': does(['mobileAdmin'], ['/restaurant/marketing'], { ...id, ...restaurantOf }),
  'GET /restaurant/:id/details': shown({ 'params.id': 'inside' }),
  'PUT /restaurant/:id/update': does(['mobileAdmin'], ['/restaurant/profile', '/restaurant/marketing'], id),
  'GET /restaurant/nearby': shown(),
  'POST /restaurant/:id/claim': open({ 'params.id': 'open' }),
  'POST /restaurant/claim/complete': open(),
  'GET /restaurant/reservations': reads(money, ['/restaurant/reservation']),
  'POST /restaurant/reservations/create': does([...money, 'mobileAdmin'], ['/restaurant/reservation'], { 'body.tableId': 'own' }),
  'PUT /restaurant/reservations/update/:id': does([...money, 'mobileAdmin'], ['/restaurant/reservation'], {
    ...id,
    'body.tableId': 'own',
  }),
  'DELETE /restaurant/reservations/delete/:id': does([...money, 'mobileAdmin'], ['/restaurant/reservation'], id),

  // Customers: managers; the look-up of one by its number also POS and reservation roles (see WAYS).
  'GET /restaurant/customers': reads(pos, [
    '/restaurant/customers',
    '/restaurant/pos',
    '/restaurant/reservation',
    '/restaurant/orders',
    '/restaurant/captain/menu',
    '/restaurant/pos-mobile',
  ]),
  'POST /restaurant/customer': does(managers, ['/restaurant/customers']),
  'PUT /restaurant/customer': does(managers, ['/restaurant/customers'], queryId),
  'DELETE /restaurant/customer': does(managers, ['/restaurant/customers'], queryId),
  'POST /menus/item/save': list({ 'body.menuItemId': 'open' }),
  'DELETE /menus/item/:id/unsave': list({ 'params.id': 'open' }),
  'GET /menus/saved': { ...list(), reads: true },
  'GET /menus/item/:id/saved': { ...list({ 'params.id': 'open' }), reads: true },

  // Menu reads without recipes are public; a restaurantId in a staff member's body must be its own. Writes: owners.
  'POST /menus/restaurant': shown({ 'body.restaurantId': 'inside' }, { syncKey: true }),
  'POST /menus/trending': shown({ 'body.restaurantId': 'inside' }),
  'POST /menus/categories': shown({ 'body.restaurantId': 'inside' }),
  'GET /menus/item/:id': shown({ 'params.id': 'inside', 'query.restaurantId': 'inside' }),
  'POST /menus/createMenuItem': does(owners, menuSettings, dish),
  'PUT /menus/item': does(owners, menuSettings, { ...queryId, ...dish }),
  'DELETE /menus/item': does(owners, menuSettings, queryId),
  'DELETE /menu/:id': does(owners, menuSettings, id),
  'PATCH /menus/item/:id/availability': does(
    [...money, 'captain', 'kitchen'],
    [
      '/restaurant/pos',
      '/restaurant/kitchen',
      '/restaurant/inventory',
      '/restaurant/settings/menu',
      '/restaurant/captain/menu',
      '/restaurant/pos-mobile/menu',
      '/restaurant/dashboard',
    ],
    id,
  ),
  'POST /menus/category': does(owners, menuSettings),
  'PUT /menus/category': does(owners, menuSettings, { 'body.categoryId': 'own' }),
  'DELETE /menus/category': does(owners, menuSettings, queryId),
  'POST /menus/subcategory': does(owners, menuSettings, { 'body.categoryId': 'own' }),
  'PUT /menus/subcategory': does(owners, menuSettings, { 'body.categoryId': 'own', 'body.subCategoryId': 'own' }),
  'DELETE /menus/subcategory': does(owners, menuSettings, { 'query.categoryId': 'own', 'query.subCategoryId': 'own' }),
  'PUT /menus/order': does(owners, menuSettings, { 'body.categoryId': 'own', 'body.ids.0': 'own', 'body.ids.1': 'own' }),
  'GET /menus/recipe': reads(stock, inventoryOrRecipes),
  'POST /menus/recipe': does(owners, recipeSettings, { 'body.menuItemId': 'own', 'body.ingredients.0.rawMaterialId': 'own' }),
  'PUT /menus/recipe': does(owners, recipeSettings, { ...queryId, 'body.ingredients.0.rawMaterialId': 'own' }),
  'DELETE /menus/recipe': does(owners, recipeSettings, queryId),
  'GET /menus/addon-templates': reads(everyStaff, [], { 'query.restaurantId': 'own' }),
  'POST /menus/addon-template/create': does(owners, addonSettings),
  'PUT /menus/addon-template/:id': does(owners, addonSettings, id),
  'DELETE /menus/addon-template/delete/:id': does(owners, addonSettings, id),
  'GET /menus/export': reads(owners, ['/restaurant/settings/menu']),
  'POST /menus/import': does(owners, menuSettings),

  'GET /restaurant/inventory/raw-materials': reads(stock, inventoryOrRecipes),
  'GET /restaurant/inventory/raw-materials/all': reads(stock, inventoryOrRecipes),
  'GET /restaurant/inventory/raw-materials/:id': reads(stock, inventoryOrRecipes, id),
  'POST /restaurant/inventory/raw-materials': does(stock, inventory),
  'PUT /restaurant/inventory/raw-materials/:id': does(stock, inventory, id),
  'DELETE /restaurant/inventory/raw-materials/:id': does(stock, inventory, id),
  'POST /restaurant/inventory/raw-materials/:id': does(stock, inventory, id),
  'GET /restaurant/inventory/raw-materials/:id/movements': reads(stock, inventoryOrRecipes, id),
  'GET /restaurant/inventory/stocks': reads(stock, inventoryOrRecipes, { 'query.rawMaterial': 'filter' }),
  'GET /restaurant/inventory/stocks/all': reads(stock, inventoryOrRecipes),
  'GET /restaurant/inventory/stocks/:id': reads(stock, inventoryOrRecipes, id),
  'POST /restaurant/inventory/stocks': does(stock, inventory, { 'body.rawMaterial': 'own' }),
  'PUT /restaurant/inventory/stocks/update/:id': does(stock, inventory, id),
  'PUT /restaurant/inventory/stocks/bulk-update': does(stock, inventory, { 'body.stocks.0._id': 'each' }),
  'DELETE /restaurant/inventory/stocks/:id': does(stock, inventory, id),
  'GET /restaurant/inventory/purchases': reads(stock, inventoryOrRecipes),
  'GET /restaurant/inventory/purchases/:id': reads(stock, inventoryOrRecipes, id),
  'POST /restaurant/inventory/purchases': does(stock, inventory, { 'body.lines.0.rawMaterial': 'own' }),
  'PUT /restaurant/inventory/purchases/:id': does(stock, inventory, id),
  'DELETE /restaurant/inventory/purchases/:id': does(stock, inventory, id),
  'GET /restaurant/inventory/conversions': reads(stock, inventoryOrRecipes),
  'POST /restaurant/inventory/conversions': does(stock, inventory, { 'body.fromMaterial': 'own', 'body.toMaterial': 'own' }),
  'DELETE /restaurant/inventory/conversions': does(stock, inventory, { 'body.conversionId': 'own' }),
  'POST /restaurant/inventory/conversions/execute': does(stock, inventory, { 'body.conversionId': 'own' }),
  'GET /restaurant/inventory/raw-materials/categories': reads(stock, inventoryOrRecipes),
  'POST /restaurant/inventory/raw-materials/categories': does(stock, inventory),
  'PUT /restaurant/inventory/raw-materials/categories': does(stock, inventory, { 'body.categories.0._id': 'own' }),
  'DELETE /restaurant/inventory/raw-materials/categories/:id': does(stock, inventory, id),
  'POST /restaurant/inventory/raw-materials/categories/subcategory': does(stock, inventory, { 'body.parent_category_id': 'own' }),
  'DELETE /restaurant/inventory/raw-materials/categories/:id/subcategory/:subId': does(stock, inventory, { ...id, 'params.subId': 'own' }),

  // The roles of pos, kitchen, tables and orders pages. Reading the certificate is a reading call, signing is not.
  'GET /cert/certificate': reads([...pos, 'kitchen', 'delivery'], printing),
  'POST /cert/sign': does([...pos, 'kitchen', 'delivery'], printing),
  // Roles that print work with the queue; printers are set up in settings/print.
  'GET /print/printers': reads([...pos, 'kitchen', 'delivery'], asking),
  'PUT /print/printers/:id': does(owners, ['/restaurant/settings/print'], { 'params.id': 'open' }),
  'DELETE /print/printers/:id': does(owners, ['/restaurant/settings/print'], id),
  'GET /print/stations': reads(owners, ['/restaurant/settings/print']),
  'PUT /print/stations': does(owners, ['/restaurant/settings/print']),
  'GET /print/jobs': reads([...pos, 'kitchen', 'delivery'], printing),
  'POST /print/jobs': does([...pos, 'kitchen', 'delivery'], [...asking, '/restaurant/invoices', '/restaurant/settings/summary'], {
    'body.orderId': 'own',
    'body.kotId': 'own',
  }),
  'POST /print/lease': does([...pos, 'kitchen', 'delivery'], printing, { 'body.printerIds.0': 'own' }),
  'PUT /print/jobs/:id': does([...pos, 'kitchen', 'delivery'], printing, id),
  'POST /print/jobs/:id/again': does([...pos, 'kitchen', 'delivery'], printing, { ...id, 'body.printerId': 'own' }),
  'POST /print/jobs/:id/dismiss': does([...pos, 'kitchen', 'delivery'], printing, id),
  'POST /media': {
    to: 'signedIn',
    roles: ['superuser', 'managerialHead', 'generalManager', 'cashier', 'kitchen', 'mobileAdmin', 'partner', 'backoffice', 'admin'],
    limited: true,
  },
}
