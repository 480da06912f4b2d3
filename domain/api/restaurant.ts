import { z } from 'zod'
import { isTimeZone } from '../hours.ts'
import { ORDER_TYPES } from '../order.ts'
import { STAFF_ROLES } from '../roles.ts'
import { Email, Mobile, Name, Password } from './auth.ts'
import { call, EVERY_STAFF, MANAGERS, MONEY, OWNERS, POS, staff } from './contract.ts'
import {
  Amount, AnalyticsFilter, Banner, Customer, Dashboard, DateOnly, Employee, HHmm, Hours, Id, Insights, Instant, intQuery, KotSettings, Message, Offer, OrderShape, OrderTypeIn, PermissionsShape,
  PrintSettings, QrSettings, Reservation, RestaurantShape, Sales, SessionUser, SyncKey, TaxPercentages,
} from './shapes.ts'

const tags = ['Restaurant']
const gone = { '404 not_found': 'No such row in this restaurant' }
const byId = z.object({ id: Id })
const open = { tags, scope: 'public', roles: ['public', ...EVERY_STAFF, 'user', 'partner', 'backoffice', 'admin'] } as const
const hosts = { tags: ['Reservations'], roles: [...MONEY, 'mobileAdmin'] as const, pages: ['/restaurant/reservation'] as const }
const people = { tags: ['Employees'], roles: [...MANAGERS], pages: ['/restaurant/users'] as const }
const guests = { tags: ['Customers'], roles: [...MANAGERS], pages: ['/restaurant/customers'] as const }
const keys = { tags: ['Sync keys'], roles: [...OWNERS], pages: ['/restaurant/settings/keys', '/restaurant/settings'] as const }
const offerWrite = { tags: ['Offers'], roles: [...OWNERS], pages: ['/restaurant/settings/offer', '/restaurant/settings'] as const }
const Colour = z.string().regex(/^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, 'A colour as #rrggbb')
const Text = z.string().trim().max(300)
/** A web address, or a path of our own; never another scheme, which a browser might run. */
const Url = z.string().trim().max(500).regex(/^(?:https?:\/\/|(?![a-z][a-z0-9+.-]*:))/i, 'A web address')
const Line = z.string().max(500)
const ProfileBody = z
  .object({
    establishment_name: Name,
    designation: Text,
    accessibility: z.array(Text).max(30),
    user_name: Name,
    user_contact_number: Mobile,
    address: Text,
    international_phone_number: z.string().trim().max(20),
    url: Url,
    image: Url.nullable(),
    imageBase64ForBill: z.string().max(400_000).regex(/^(data:image\/(png|jpe?g|webp);base64,)?[A-Za-z0-9+/=]*$/, 'A base64 image').nullable(),
    showImageOnUserDashboard: z.boolean(),
    userDashboardImageUrl: Url.nullable(),
    opening_hours: Hours,
    currency: z.string().trim().max(8),
    types: z.array(Text).max(30),
    takeout: z.boolean(),
    dineIn: z.boolean(),
    delivery: z.boolean(),
    place_id: Text.nullable(),
    photos: z.array(Url).max(30),
    printSettings: PrintSettings.extend({ pageSize: z.string().max(20), header: Line, footer: Line }).partial(),
    qrSettings: QrSettings.partial(),
    showStoreImageOnQR: z.boolean(),
    taxSettings: z.object({ roundOff: z.boolean() }).partial(),
    taxPercentages: TaxPercentages.partial(),
    paymentTypes: z.array(z.string().trim().min(1).max(40)).min(1, 'The last method can’t be removed').max(20),
    kotSettings: KotSettings.omit({ resetTime: true })
      .extend({ warnMinutes: z.number().int().min(1).max(600), lateMinutes: z.number().int().min(1).max(600) })
      .partial()
      .describe('late after warn; the reset time has a call of its own'),
    gstNumber: z.string().trim().max(20),
    fssaiNumber: z.string().trim().max(20),
    vatNumber: z.string().trim().max(20),
    accentColor: Colour,
    secondaryAccentColor: Colour,
    buttonFontColor: Colour,
    pos_default_order_type: OrderTypeIn,
    cuisines: z.array(Text).max(30),
    location: z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }).nullable(),
    costForTwo: Amount.nullable(),
    isCaptainEnabled: z.boolean(),
    isTableEnabled: z.boolean(),
    timezone: z.string().max(60).refine(isTimeZone, 'An IANA time zone, like Asia/Kolkata'),
    resubmit: z.boolean().describe('a rejected application goes back into the queue'),
    documents: z.array(z.object({ name: Text, url: Url })).max(5),
  })
  .partial()
/** What mobileAdmin may change: the app's listing (CONTRACT §2). */
const ListingBody = ProfileBody.pick({
  opening_hours: true, photos: true, cuisines: true, costForTwo: true, location: true, image: true, userDashboardImageUrl: true, accessibility: true, url: true, address: true,
  international_phone_number: true, takeout: true, dineIn: true, delivery: true, types: true,
}).extend({ showInMobileApp: z.boolean().optional(), recommendedOnMobile: z.boolean().optional() })
const Listing = RestaurantShape.pick({
  _id: true, establishment_name: true, restaurantName: true, address: true, international_phone_number: true, url: true, image: true, userDashboardImageUrl: true, showImageOnUserDashboard: true,
  opening_hours: true, rating: true, user_ratings_total: true, currency: true, types: true, takeout: true, dineIn: true, delivery: true, photos: true, accessibility: true, cuisines: true,
  location: true, costForTwo: true, showInMobileApp: true, recommendedOnMobile: true, accentColor: true, secondaryAccentColor: true, buttonFontColor: true,
}).extend({ promotionalBanner: z.array(Banner), open_now: z.boolean() })
const Necessary = RestaurantShape.pick({
  _id: true, establishment_name: true, restaurantName: true, accentColor: true, secondaryAccentColor: true, buttonFontColor: true, qrSettings: true, taxPercentages: true, taxSettings: true,
  opening_hours: true, image: true, userDashboardImageUrl: true, showImageOnUserDashboard: true, currency: true, timezone: true, takeout: true, dineIn: true, delivery: true,
}).extend({ open_now: z.boolean(), acceptsOrders: z.boolean(), promotionalBanner: z.array(Banner) })
// Defaults are of creation alone: a change must leave what it doesn't name.
const ReservationFields = z.object({
  customerName: Name,
  mobile_number: Mobile,
  partySize: z.number().int().min(1).max(500),
  date: DateOnly,
  time: HHmm,
  durationMinutes: z.number().int().min(15).max(720),
  tableId: Id.nullish(),
  note: Text,
  allowOverlap: z.boolean().optional(),
})
const ReservationBody = ReservationFields.extend({ durationMinutes: ReservationFields.shape.durationMinutes.default(90), note: Text.default('') })
const CustomerFields = z.object({ name: Name, mobile_number: Mobile, email: Email.nullish(), birthday: DateOnly.nullish(), note: z.string().trim().max(500) })
const CustomerBody = CustomerFields.extend({ note: CustomerFields.shape.note.default('') })
const EmployeeFields = z.object({ name: Name, email: Email, mobile_number: z.union([Mobile, z.literal('')]), role: z.enum(STAFF_ROLES), password: Password })
const EmployeeBody = EmployeeFields.extend({ mobile_number: EmployeeFields.shape.mobile_number.default('') })
const When = z.iso.datetime({ offset: true })
const OfferFields = z.object({
  title: Name,
  description: Text,
  code: z.string().trim().toUpperCase().max(30).regex(/^[A-Z0-9_-]*$/, 'Letters and digits').nullish(),
  type: z.enum(['percentage', 'flat']),
  value: Amount.gt(0).max(1_000_000).describe('percent, or rupees'),
  minOrderAmount: Amount,
  maxDiscount: Amount.nullish(),
  startsAt: When,
  endsAt: When,
  days: z.array(z.number().int().min(0).max(6)).max(7),
  orderTypes: z.array(z.enum(ORDER_TYPES)).max(3),
  isActive: z.boolean(),
})
const offerDefaults = OfferFields.shape
const OfferBody = OfferFields.extend({
  description: offerDefaults.description.default(''),
  minOrderAmount: offerDefaults.minOrderAmount.default(0),
  days: offerDefaults.days.default([]),
  orderTypes: offerDefaults.orderTypes.default([]),
  isActive: offerDefaults.isActive.default(true),
})
const Silent = { ...open, tags: ['Statistics'], status: 204, params: byId, returns: z.undefined(), failure: 'Statistics failed', rateLimit: { perMinute: 120 } } as const
const kotPages = ['/restaurant/settings/kot', '/restaurant/settings', '/restaurant/settings/summary'] as const
const KotCounter = z.object({ kot: z.object({ currentNumber: z.number().int(), resetTime: HHmm, businessDate: z.string(), lastResetAt: Instant.nullable(), nextResetTime: z.object({ resetTime: HHmm, from: z.string() }).nullable() }) })

export const restaurant = {
  'GET /restaurant/profile': staff({
    operationId: 'readProfile',
    summary: "The restaurant's profile",
    tags,
    roles: [...EVERY_STAFF],
    whilePending: true,
    returns: z.object({ restaurant: RestaurantShape }),
    failure: 'Failed to fetch restaurant details',
  }),
  'GET /restaurant/:id/permissions': staff({
    operationId: 'readPermissions',
    summary: "The restaurant's permissions map: route → roles",
    tags,
    roles: [...EVERY_STAFF],
    params: z.object({ id: Id }),
    returns: z.object({ permissions: PermissionsShape }),
    failure: 'Failed to fetch restaurant permissions',
    errors: { '404 not_found': 'Not the own restaurant' },
  }),
  'POST /restaurant/user': staff({
    operationId: 'readActiveUser',
    summary: 'The signed-in person',
    tags,
    roles: [...EVERY_STAFF],
    returns: z.object({ user: SessionUser }),
    failure: 'Failed to fetch active user',
  }),
  'GET /kot': staff({
    operationId: 'readKotCounter',
    summary: 'The KOT counter of the running business day',
    tags,
    roles: [...EVERY_STAFF],
    returns: KotCounter,
    failure: 'Failed to fetch KOT details',
  }),
  'GET /kot/reset': staff({
    operationId: 'resetKotCounter',
    summary: 'Start KOT numbers at 1 again. Changes state by GET: same-site callers with a bearer token only',
    tags,
    roles: [...OWNERS],
    pages: kotPages,
    returns: KotCounter,
    failure: 'Failed to reset KOT counter',
  }),
  'POST /kot/reset-time': staff({
    operationId: 'setKotResetTime',
    summary: 'When a business day begins, from the next business day on',
    tags,
    roles: [...OWNERS],
    pages: kotPages,
    body: z.object({ resetTime: HHmm }),
    returns: KotCounter,
    failure: 'Failed to change KOT reset time',
  }),
  'POST /api/analytics/dashboard-analytics': staff({
    operationId: 'dashboardAnalytics',
    summary: 'How a period is going',
    tags: ['Analytics'],
    roles: [...MONEY],
    reads: true,
    pages: ['/restaurant/dashboard', '/restaurant/reports', '/restaurant/pos-mobile/home'],
    body: AnalyticsFilter,
    returns: z.object({ dashboard: Dashboard }),
    failure: 'Failed to fetch dashboard analytics',
  }),
  'PUT /restaurant/profile': staff({ operationId: 'updateProfile', summary: 'Change profile and settings; a pending restaurant its application', tags, roles: [...OWNERS], pages: ['/restaurant/settings', '/restaurant/settings/kot', '/restaurant/settings/print', '/restaurant/settings/tax', '/restaurant/settings/payment'], whilePending: true, body: ProfileBody, returns: z.object({ restaurant: RestaurantShape }), failure: 'Failed to update restaurant details', errors: { '409 invalid_transition': 'Only a rejected application is sent again' } }),
  'GET /restaurant/profile/necessary/:id': call({ operationId: 'necessaryProfile', summary: 'What a diner\'s page needs', ...open, params: byId, returns: z.object({ restaurant: Necessary }), failure: 'Failed to fetch restaurant details', errors: gone }),
  'GET /restaurant/invoice-details/:id': staff({ operationId: 'invoiceDetails', summary: 'An order with the restaurant as its bill prints it', tags, roles: [...MONEY], reads: true, pages: ['/restaurant/invoices', '/restaurant/orders', '/restaurant/pos', '/restaurant/tables'], params: byId, returns: z.object({ order: OrderShape, restaurant: RestaurantShape }), failure: 'Failed to fetch restaurant details', errors: gone }),
  'GET /restaurant/employees': staff({ operationId: 'listEmployees', summary: 'Employees', ...people, reads: true, returns: z.object({ employees: z.array(Employee) }), failure: 'Failed to fetch restaurant users' }),
  'POST /restaurant/employees': staff({ operationId: 'createEmployee', summary: 'Add an employee', ...people, status: 201, body: EmployeeBody, returns: z.object({ employee: Employee }), failure: 'Failed to add user', errors: { '409 email_taken': 'The address has an account' } }),
  'PUT /restaurant/employees': staff({ operationId: 'updateEmployee', summary: 'Change an employee', ...people, body: EmployeeFields.partial().extend({ _id: Id }), returns: z.object({ employee: Employee }), failure: 'Failed to update user', errors: { ...gone, '409 email_taken': 'The address has an account', '409 last_superuser': 'The last active superuser stays' } }),
  'DELETE /restaurant/employees/:id': staff({ operationId: 'deleteEmployee', summary: 'Remove an employee', ...people, params: byId, returns: Message, failure: 'Failed to delete user', errors: { ...gone, '409 last_superuser': 'The last active superuser stays' } }),
  'PUT /restaurant/employees/:id/toggle-status': staff({ operationId: 'toggleEmployee', summary: 'Activate or deactivate; deactivation ends sessions and sockets', ...people, params: byId, returns: z.object({ employee: Employee }), failure: 'Failed to toggle employee status', errors: { ...gone, '409 last_superuser': 'The last active superuser stays' } }),
  'POST /feedback/submit': call({ operationId: 'submitFeedback', summary: 'Feedback of an order, once', ...open, tags: ['Diner'], status: 201, rateLimit: { perMinute: 20 }, body: z.object({ orderId: Id, rating: z.number().int().min(1).max(5), comment: z.string().trim().max(1000).optional(), feedbackToken: z.string().max(60).optional() }), returns: Message, failure: 'Failed to submit feedback', errors: { ...gone, '409 already_submitted': 'Once an order', '409 invalid_transition': 'The order is not over' } }),
  'GET /restaurant/keys': staff({ operationId: 'listKeys', summary: 'Sync keys', ...keys, reads: false, returns: z.object({ keys: z.array(SyncKey) }), failure: 'Failed to fetch Sync Keys' }),
  'GET /restaurant/keys/generate': staff({ operationId: 'generateKey', summary: 'Make a key, shown once. Changes state by GET: same-site callers only', ...keys, status: 201, query: z.object({ label: z.string().trim().max(60).optional() }), returns: z.object({ key: z.string(), syncKey: SyncKey }), failure: 'Failed to generate Sync Key' }),
  'DELETE /restaurant/keys/:id': staff({ operationId: 'revokeKey', summary: 'Revoke a key', ...keys, params: byId, returns: z.object({ message: z.string(), syncKey: SyncKey }), failure: 'Failed to revoke Sync Key', errors: gone }),
  'DELETE /restaurant/keys/:id/delete': staff({ operationId: 'deleteKey', summary: 'Remove a revoked key', ...keys, params: byId, returns: Message, failure: 'Failed to delete Sync Key', errors: { ...gone, '409 not_revoked': 'Revoke it first' } }),
  'GET /restaurant/offers/:id': call({ operationId: 'listOffers', summary: "A restaurant's offers; the public sees active ones", ...open, tags: ['Offers'], params: byId, returns: z.object({ offers: z.array(Offer) }), failure: 'Failed to fetch offers', errors: gone }),
  'POST /restaurant/offers/create': staff({ operationId: 'createOffer', summary: 'Add an offer', ...offerWrite, status: 201, body: OfferBody, returns: z.object({ offer: Offer }), failure: 'Failed to create offer', errors: { '409 duplicate': 'The code is in use' } }),
  'PUT /restaurant/offers/:id': staff({ operationId: 'updateOffer', summary: 'Change an offer', ...offerWrite, params: byId, body: OfferFields.partial(), returns: z.object({ offer: Offer }), failure: 'Failed to update offer', errors: { ...gone, '409 duplicate': 'The code is in use' } }),
  'POST /restaurant/promotional-banner': staff({ operationId: 'addBanner', summary: 'Add a banner', tags: ['Banners'], roles: ['mobileAdmin'], pages: ['/restaurant/marketing'], status: 201, body: z.object({ restaurantId: Id.optional(), banner: z.object({ image: Url.min(1), title: Name, link: Url.nullish(), startsAt: z.iso.datetime({ offset: true }).nullish(), endsAt: z.iso.datetime({ offset: true }).nullish() }) }), returns: z.object({ banners: z.array(Banner) }), failure: 'Failed to add banner', errors: gone }),
  'DELETE /restaurant/promotional-banner/:id': staff({ operationId: 'deleteBanner', summary: 'Delete a banner', tags: ['Banners'], roles: ['mobileAdmin'], pages: ['/restaurant/marketing'], params: byId, body: z.object({ restaurantId: Id.optional() }), returns: z.object({ banners: z.array(Banner) }), failure: 'Failed to delete banner', errors: gone }),
  'GET /restaurant/:id/details': call({ operationId: 'restaurantDetails', summary: 'A restaurant in the app', ...open, params: byId, returns: z.object({ restaurant: Listing }), failure: 'Failed to fetch restaurant details', errors: gone }),
  'PUT /restaurant/:id/update': staff({ operationId: 'updateListing', summary: "Change the app's listing", tags, roles: ['mobileAdmin'], pages: ['/restaurant/profile', '/restaurant/marketing'], params: byId, body: ListingBody, returns: z.object({ restaurant: Listing }), failure: 'Failed to update restaurant details', errors: gone }),
  'GET /restaurant/nearby': call({ operationId: 'nearbyRestaurants', summary: 'Approved, listed restaurants by distance', ...open, query: z.object({ latitude: z.coerce.number().min(-90).max(90), longitude: z.coerce.number().min(-180).max(180), page: intQuery(1, 1, 10_000), pageSize: intQuery(15, 1, 50), search: z.string().trim().max(80).optional() }), returns: z.object({ restaurants: z.array(Listing.extend({ distance: z.number().describe('metres') })), totalCount: z.number().int(), totalPages: z.number().int(), page: z.number().int(), pageSize: z.number().int(), currentPage: z.number().int(), hasMore: z.boolean() }), failure: 'Failed to fetch nearby restaurants' }),
  'POST /restaurant/:id/claim': call({ operationId: 'claimRestaurant', summary: 'Claim a restaurant, with documents', ...open, tags: ['Claims'], status: 201, rateLimit: { perMinute: 10 }, params: byId, upload: { documents: 5 }, body: z.object({ name: Name, email: Email, mobile_number: Mobile, message: z.string().trim().max(1000).default('') }), returns: z.object({ claim: z.object({ _id: Id, status: z.string() }) }), failure: 'Failed to submit restaurant claim', errors: { ...gone, '409 claim_pending': 'One of this address waits' } }),
  'POST /restaurant/claim/complete': call({ operationId: 'completeClaim', summary: "Set a password with the mailed link; makes the owner's account", ...open, tags: ['Claims'], rateLimit: { perMinute: 20 }, body: z.object({ claimToken: z.string().min(1).max(200), password: Password }), returns: z.object({ token: z.string(), user: SessionUser }), failure: 'Failed to complete restaurant claim', errors: { '401 invalid_token': 'Unknown, used or lapsed link', '409 email_taken': 'The address has an account' } }),
  'GET /restaurant/reservations': staff({ operationId: 'listReservations', summary: 'Reservations', ...hosts, query: z.object({ from: DateOnly.optional(), to: DateOnly.optional(), status: Reservation.shape.status.optional() }), returns: z.object({ reservations: z.array(Reservation) }), failure: 'Failed to fetch reservations' }),
  'POST /restaurant/reservations/create': staff({ operationId: 'createReservation', summary: 'Book', ...hosts, idempotent: true, status: 201, body: ReservationBody, returns: z.object({ reservation: Reservation }), failure: 'Failed to create reservation', errors: { ...gone, '409 table_taken': 'Overlaps on that table: `{ reservations }`; `allowOverlap: true` books anyway' } }),
  'PUT /restaurant/reservations/update/:id': staff({ operationId: 'updateReservation', summary: 'Change a reservation or its status', ...hosts, idempotent: true, params: byId, body: ReservationFields.partial().extend({ status: Reservation.shape.status.optional() }), returns: z.object({ reservation: Reservation }), failure: 'Failed to update reservation', errors: { ...gone, '409 table_taken': 'Overlaps on that table', '409 invalid_transition': 'Not a step that a reservation takes' } }),
  'DELETE /restaurant/reservations/delete/:id': staff({ operationId: 'deleteReservation', summary: 'Take a reservation out of the book (kept as a record)', ...hosts, idempotent: true, params: byId, returns: Message, failure: 'Failed to delete reservation', errors: gone }),
  'GET /restaurant/customers': staff({ operationId: 'listCustomers', summary: 'Customers; with mobile_number the look-up of one', tags: ['Customers'], roles: [...POS, 'mobileAdmin'], reads: true, pages: ['/restaurant/customers', '/restaurant/pos', '/restaurant/reservation', '/restaurant/orders', '/restaurant/captain/menu', '/restaurant/pos-mobile'], query: z.object({ page: intQuery(1, 1, 100_000), limit: intQuery(20, 1, 100), search: z.string().trim().max(60).optional(), mobile_number: z.string().trim().max(20).optional(), segment: z.enum(['new', 'regular', 'lapsed']).optional() }), returns: z.object({ customers: z.array(Customer), totalPages: z.number().int(), currentPage: z.number().int(), itemsPerPage: z.number().int(), totalCustomers: z.number().int() }), failure: 'Failed to fetch restaurant users' }),
  'POST /restaurant/customer': staff({ operationId: 'createCustomer', summary: 'Add a customer', ...guests, status: 201, body: CustomerBody, returns: z.object({ customer: Customer }), failure: 'Failed to create user', errors: { '409 duplicate': 'The number has a customer: `{ customer }`' } }),
  'PUT /restaurant/customer': staff({ operationId: 'updateCustomer', summary: 'Change a customer', ...guests, query: z.object({ id: z.string().optional() }), body: CustomerFields.partial().extend({ _id: z.string().optional() }), returns: z.object({ customer: Customer }), failure: 'Failed to update user', errors: { ...gone, '422 user_id_required': 'User ID is required', '409 duplicate': 'The number has a customer: `{ customer }`' } }),
  'DELETE /restaurant/customer': staff({ operationId: 'deleteCustomer', summary: 'Delete a customer', ...guests, query: z.object({ id: Id }), returns: Message, failure: 'Failed to delete user', errors: gone }),
  'POST /statistics/view/:id': call({ operationId: 'countView', summary: 'An item was looked at', ...Silent }),
  'POST /statistics/cart/:id': call({ operationId: 'countCart', summary: 'An item was put in a cart', ...Silent }),
  'POST /statistics/order/:id': call({ operationId: 'countOrder', summary: 'An item was ordered', ...Silent }),
  'POST /api/analytics/sales': staff({ operationId: 'salesAnalytics', summary: 'Sales of a period', tags: ['Analytics'], roles: [...MANAGERS], reads: true, pages: ['/restaurant/reports', '/restaurant/dashboard'], body: AnalyticsFilter, returns: z.object({ sales: Sales }), failure: 'Failed to fetch restaurant analytics' }),
  'POST /api/analytics/customer-insights': staff({ operationId: 'customerInsights', summary: 'Customers of a period', tags: ['Analytics'], roles: [...MANAGERS], reads: true, pages: ['/restaurant/reports', '/restaurant/customers'], body: AnalyticsFilter, returns: z.object({ insights: Insights }), failure: 'Failed to fetch restaurant analytics' }),
  'GET /cert/certificate': staff({ operationId: 'readCertificate', summary: "The print agent's certificate", tags: ['Printing'], roles: [...POS, 'kitchen', 'delivery'], pages: ['/restaurant/pos', '/restaurant/kitchen', '/restaurant/tables', '/restaurant/orders'], returns: z.string(), returnsType: 'text/plain', failure: 'Failed to retrieve security certificate', errors: { '503 not_configured': 'The server has no certificate' } }),
  'POST /cert/sign': staff({ operationId: 'signRequest', summary: 'Sign 64 hex characters for the print agent', tags: ['Printing'], roles: [...POS, 'kitchen', 'delivery'], pages: ['/restaurant/pos', '/restaurant/kitchen', '/restaurant/tables', '/restaurant/orders'], rateLimit: { perMinute: 120 }, body: z.object({ request: z.string().regex(/^[0-9a-f]{64}$/, '64 lower-case hex characters') }), returns: z.object({ signature: z.string() }), failure: 'Authentication failed', errors: { '503 not_configured': 'The server has no signing key' } }),
  'POST /media': call({ operationId: 'uploadMedia', summary: 'Keep an image (or an application document)', tags: ['Media'], scope: 'public', roles: [...MONEY, 'kitchen', 'mobileAdmin', 'partner', 'backoffice', 'admin'], whilePending: true, status: 201, rateLimit: { perMinute: 60 }, upload: { file: 1 }, body: z.object({ purpose: z.enum(['menu', 'profile', 'banner', 'receipt', 'application']) }), returns: z.object({ url: z.string() }), failure: 'Upload failed' }),
  'GET /dev/outbox': call({ operationId: 'devOutbox', summary: 'Development alone: the codes and mails that were sent', tags: ['System'], scope: 'public', roles: ['public'], query: z.object({ to: z.string().max(254).optional() }), returns: z.object({ messages: z.array(z.object({ id: z.string(), kind: z.string(), to: z.string(), subject: z.string(), text: z.string(), at: z.string() })) }), failure: 'Not available' }),
} as const

