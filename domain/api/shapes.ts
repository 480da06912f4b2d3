import { z } from 'zod'
import { isAmount, isPercent } from '../money.ts'
import { DIET_TYPES, ITEM_STATUSES, ORDER_STATUSES, ORDER_TYPES, PAYMENT_STATUSES, readOrderType } from '../order.ts'
import { ROLES } from '../roles.ts'
import { MOVE_KINDS } from '../stock.ts'

/** The entities of SPEC §3 and CONTRACT §4 as JSON carries them: rupees, UTC ISO instants. */

/** CONTRACT §1: opaque, URL-safe, at most 40 characters. */
export const Id = z
  .string()
  .min(1)
  .max(40)
  .regex(/^[A-Za-z0-9_-]+$/, 'This is not an id.')
/** Rupees with at most two decimals. */
export const Rupees = z.number().describe('Rupees, at most two decimals')
/** An amount that a caller names: a fraction of a paisa is nothing that could be paid. */
export const rupees = (min: number, max: number) => Rupees.min(min).max(max).refine(isAmount, 'At most two decimals.')
export const Amount = rupees(0, 100_000_000)
export const Instant = z.string().meta({ format: 'date-time', description: 'UTC ISO-8601 with milliseconds' })
/** Nothing that a restaurant books is older, or further ahead: what names another year is a slip of the finger. */
const inReach = (at: number) => at >= Date.parse('1900-01-01T00:00:00Z') && at < Date.parse('2200-01-01T00:00:00Z')
export const DateOnly = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'Must be a date as YYYY-MM-DD.')
  .refine((d) => {
    const at = Date.parse(`${d}T00:00:00Z`)
    return inReach(at) && new Date(at).toISOString().startsWith(d)
  }, 'Must be a real date, from 1900 to 2199.')
  .meta({ format: 'date' })
/** An instant as a caller gives it, with its zone. */
export const InstantIn = z.iso
  .datetime({ offset: true })
  .max(40)
  .refine((at) => inReach(Date.parse(at)), 'Must be a real date, from 1900 to 2199.')
/** Of opening hours. */
const ClockTime = z.string().regex(/^([01]\d|2[0-3])[0-5]\d$/, 'Must be a time as HHmm, like 0930.')
export const HHmm = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time as HH:mm, like 09:30.')
export const Percent = z.number().min(0).max(100)
/** A percentage that a caller names. */
export const PercentIn = Percent.refine(isPercent, 'At most three decimals.').describe('At most three decimals')
export const Version = z.number().int().min(1).describe('Names the state the caller has seen; a later one answers 409 version_conflict')
/** Decimal degrees in an address. Nothing is no degree, and not the equator. */
export const degrees = (max: number) =>
  z
    .preprocess((text) => (typeof text === 'string' && text.trim() === '' ? undefined : text), z.coerce.number().min(-max).max(max))
    .meta({ type: 'number', minimum: -max, maximum: max })
/** `?n=` of an address. */
export const intQuery = (fallback: number, min: number, max: number) => z.coerce.number().int().min(min).max(max).default(fallback)
/** What every list of pages says of itself besides its rows and their total (CONTRACT §1); the Worker's `paged` fills it in. */
export const paging = { totalPages: z.number().int(), currentPage: z.number().int(), itemsPerPage: z.number().int() }

export const ErrorBody = z
  .object({
    status: z.literal('error'),
    message: z.string(),
    code: z.string(),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    retryAfter: z.number().optional(),
    requestId: z.string().optional(),
  })
  .catchall(z.unknown())
export type ErrorBody = z.infer<typeof ErrorBody>

export const Message = z.object({ message: z.string() })

export const OrderTypeIn = z
  .string()
  .max(20)
  .transform((text, ctx) => {
    const type = readOrderType(text)
    if (type) return type
    ctx.addIssue({ code: 'custom', message: `Choose one of: ${ORDER_TYPES.join(', ')}.` })
    return z.NEVER
  })
  .describe(`One of ${ORDER_TYPES.join(', ')}; read case-insensitively`)

export const TaxPercentages = z.object({ gst: Percent, vat: Percent, serviceCharge: Percent })
export const TaxPercentagesIn = z.object({ gst: PercentIn, vat: PercentIn, serviceCharge: PercentIn })

export const OrderItem = z.object({
  _id: Id.describe('the menu item'),
  lineId: Id.describe("the line's own"),
  itemName: z.string(),
  categoryName: z.string(),
  quantity: z.number().int(),
  price: Rupees,
  status: z.enum(ITEM_STATUSES),
  statusAt: Instant,
  dietType: z.enum(DIET_TYPES),
  isAlcohol: z.boolean(),
  variants: z.array(z.object({ name: z.string(), additionalPrice: Rupees })),
  addonGroups: z.array(
    z.object({ name: z.string(), addons: z.array(z.object({ name: z.string(), quantity: z.number().int(), price: Rupees })) }),
  ),
  image: z.string().nullable(),
  station: z.string().nullable(),
  tableId: z.string().nullable(),
  additionalItemNote: z.string(),
  cancelReason: z.string().nullable(),
  prepared: z.boolean(),
  amount: Rupees.describe('unit price × quantity'),
})
export type OrderItem = z.infer<typeof OrderItem>

export const Kot = z.object({
  kotId: Id,
  kotNumber: z.number().int().nullable(),
  date: z.string().describe('YYYYMMDD of the business day'),
  createdAt: Instant,
  kind: z.enum(['new', 'addition']),
  sentBy: z.string(),
  sentAt: Instant.nullable(),
  held: z.boolean(),
  items: z.array(OrderItem),
})
export type Kot = z.infer<typeof Kot>

export const OrderShape = z.object({
  _id: Id,
  version: z.number().int(),
  restaurantId: Id,
  tableId: z.string().nullable(),
  tableNumber: z.string().nullable(),
  sittingId: z.string().nullable(),
  userId: z.string().nullable(),
  user: z.object({ name: z.string(), mobile_number: z.string() }).describe('empty as `customer_name` and `mobile_number` are'),
  customer_name: z.string().describe('empty when there is none; to a diner, unless the number is its own'),
  mobile_number: z.string().describe('empty when there is none; to a diner, unless it is its own'),
  guests: z.number().int().nullable(),
  orderType: z.enum(ORDER_TYPES),
  additionalNote: z.string(),
  specialInstructions: z.string(),
  isKOT: z.boolean(),
  serialNumber: z.number().int(),
  billNumber: z.number().int().nullable(),
  invoiceNumber: z.string().nullable(),
  billPrintedAt: Instant.nullable(),
  totalPrice: Rupees.describe('the subtotal'),
  discount: Rupees,
  discountTitle: z.string().nullable(),
  offerId: z.string().nullable(),
  additionalCharges: z.object({ cgst: Rupees, sgst: Rupees, vat: Rupees, serviceCharge: Rupees }),
  roundOff: Rupees,
  grandTotal: Rupees,
  taxPercentages: TaxPercentages,
  serviceChargeAccepted: z.boolean(),
  orderStatus: z.enum(ORDER_STATUSES),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  paymentMethod: z.string().nullable(),
  payments: z.array(z.object({ method: z.string(), amount: Rupees, at: Instant })),
  refund: z.object({ amount: Rupees, reason: z.string(), at: Instant, by: z.string(), businessDate: z.string() }).nullable(),
  biller: z.string().nullable(),
  cancelReason: z.string().nullable(),
  businessDate: z.string(),
  createdAt: Instant,
  completedAt: Instant.nullable(),
  kots: z.array(Kot),
  feedbackToken: z.string().optional().describe('in what diners read of their orders, and nowhere else'),
})
export type OrderShape = z.infer<typeof OrderShape>

/** A line as sent (CONTRACT §5). Prices, names and totals that a caller adds are ignored. */
export const SentLine = z.object({
  _id: Id,
  quantity: z.number().int().min(1).max(999),
  variants: z
    .array(z.object({ name: z.string().max(120) }))
    .max(10)
    .default([]),
  addonGroups: z
    .array(
      z.object({
        name: z.string().max(120).default('').describe('may be left out (SPEC §3) where one group alone has the addon'),
        addons: z.array(z.object({ name: z.string().max(120), quantity: z.number().int().min(1).max(99).default(1) })).max(60),
      }),
    )
    .max(30)
    .default([]),
  additionalItemNote: z.string().max(280).default(''),
})
export type SentLine = z.output<typeof SentLine>

export const SentKot = z.object({
  kotId: Id.optional().describe('made by the caller, so that a repeated send is the same ticket'),
  kotNumber: z.number().int().nullable().optional(),
  items: z.array(SentLine).max(200).default([]),
})
export type SentKot = z.output<typeof SentKot>

export const TableShape = z.object({
  _id: Id,
  restaurantId: Id,
  tableNumber: z.string(),
  area: z.string(),
  capacity: z.number().int(),
  status: z.enum(['available', 'occupied', 'reserved']),
  currentOrderId: z.string().nullable(),
  mergedInto: z.string().nullable(),
  mergedTables: z.array(z.string()),
  qrToken: z.string(),
  qrUrl: z.string(),
  version: z.number().int(),
})
export type TableShape = z.infer<typeof TableShape>

export const AlertShape = z.object({
  _id: z.string(),
  id: z.string().describe('table id plus timestamp'),
  tableId: z.string(),
  alertType: z.string(),
  tableNumber: z.string(),
  orderId: z.string().nullable(),
  timestamp: Instant,
  acknowledged: z.boolean(),
  acknowledgedBy: z.string().nullable(),
})
export type AlertShape = z.infer<typeof AlertShape>

export const MenuItemShape = z.object({
  _id: Id,
  name: z.string(),
  description: z.string(),
  price: Rupees,
  available: z.boolean(),
  categoryId: z.string(),
  categoryName: z.string(),
  subCategoryId: z.string().nullable(),
  subCategoryName: z.string().nullable(),
  dietType: z.enum(DIET_TYPES),
  isAlcohol: z.boolean(),
  image: z.string().nullable(),
  variants: z.array(z.object({ name: z.string(), additionalPrice: Rupees })),
  addonGroups: z.array(
    z.object({
      name: z.string(),
      min: z.number().int(),
      max: z.number().int(),
      addons: z.array(z.object({ name: z.string(), price: Rupees })),
      templateId: z.string().optional(),
    }),
  ),
  remaining: z.number().int().nullable(),
  station: z.string().nullable(),
  ingredients: z.array(z.unknown()).describe('every update clears it (SPEC §5); recipes say what a dish is made of'),
  version: z.number().int(),
})
export type MenuItemShape = z.infer<typeof MenuItemShape>

export const SubcategoryShape = z.object({
  _id: Id,
  name: z.string(),
  description: z.string(),
  image: z.string().nullable(),
  menuItems: z.array(MenuItemShape),
})
export const CategoryShape = z.object({
  _id: Id,
  name: z.string(),
  description: z.string(),
  subcategories: z.array(SubcategoryShape),
  menuItems: z.array(MenuItemShape).describe('items directly under the category'),
})
export type CategoryShape = z.infer<typeof CategoryShape>
export const Menu = z.object({ categories: z.array(CategoryShape) })

export const KotSettings = z.object({
  resetTime: HHmm,
  readyStep: z.boolean(),
  warnMinutes: z.number().int(),
  lateMinutes: z.number().int(),
  deductStock: z.boolean(),
  autoPrintKOT: z.boolean(),
})
export const PrintSettings = z.object({
  enablePrint: z.boolean(),
  showStoreDetails: z.boolean(),
  showCustomerDetails: z.boolean(),
  pageSize: z.string(),
  header: z.string(),
  footer: z.string(),
  showNotes: z.boolean(),
  printToken: z.boolean(),
  autoPrintKOT: z.boolean(),
  fullKotNames: z.boolean(),
})
export const QrSettings = z.object({
  enableQrMenu: z.boolean(),
  enableOrderViaQr: z.boolean(),
  requireLoginForMenu: z.boolean(),
  acceptOrders: z.boolean(),
})

const Clock = z.object({ day: z.number().int().describe('0 is Sunday'), time: z.string().describe('HHmm') })
/** As an answer has them: in the restaurant's own zone. */
export const OpeningHours = z.object({
  open_now: z.boolean().optional(),
  periods: z.array(z.object({ open: Clock, close: Clock.nullish().describe('none is around the clock') })),
  weekday_text: z.array(z.string()),
})
export const RestaurantShape = z.object({
  _id: Id,
  establishment_name: z.string(),
  restaurantName: z.string(),
  approved: z.boolean(),
  approvalStatus: z.enum(['pending', 'approved', 'rejected']),
  rejectionReason: z.string().nullable(),
  designation: z.string(),
  accessibility: z.array(z.string()),
  user_name: z.string(),
  user_contact_number: z.string(),
  address: z.string(),
  international_phone_number: z.string(),
  url: z.string(),
  image: z.string().nullable(),
  imageBase64ForBill: z.string().nullable(),
  showImageOnUserDashboard: z.boolean(),
  userDashboardImageUrl: z.string().nullable(),
  opening_hours: OpeningHours.extend({ open_now: z.boolean() }),
  rating: z.number().nullable().describe('the average of its feedback, with one decimal; null where there is none'),
  user_ratings_total: z.number().int().describe('how much feedback that is'),
  currency: z.string(),
  types: z.array(z.string()),
  takeout: z.boolean(),
  dineIn: z.boolean(),
  delivery: z.boolean(),
  place_id: z.string().nullable(),
  photos: z.array(z.string()),
  printSettings: PrintSettings,
  qrSettings: QrSettings,
  showStoreImageOnQR: z.boolean(),
  taxSettings: z.object({ roundOff: z.boolean() }),
  paymentTypes: z.array(z.string()),
  kotSettings: KotSettings,
  taxPercentages: TaxPercentages,
  gstNumber: z.string(),
  fssaiNumber: z.string(),
  vatNumber: z.string(),
  accentColor: z.string(),
  secondaryAccentColor: z.string(),
  buttonFontColor: z.string(),
  showInMobileApp: z.boolean(),
  recommendedOnMobile: z.boolean(),
  pos_default_order_type: z.enum(ORDER_TYPES),
  cuisines: z.array(z.string()),
  location: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  costForTwo: z.number().nullable(),
  isMobileAppRestaurant: z.boolean(),
  isCaptainEnabled: z.boolean(),
  isTableEnabled: z.boolean(),
  timezone: z.string(),
  maxSessionsPerUser: z.number().int(),
  myPermissions: z.array(z.string()).describe('the pages open to the caller'),
})
export type RestaurantShape = z.infer<typeof RestaurantShape>

export const PermissionsShape = z
  .record(z.string(), z.array(z.string()))
  .describe('route → roles. A missing route follows the default; an empty list switches the page off')

export const SessionUser = z.object({
  id: z.string(),
  _id: z.string(),
  role: z.enum(ROLES),
  name: z.string(),
  email: z.string(),
  restaurantId: z.string().nullable(),
  restaurantName: z.string().nullable(),
  partnerId: z.string().nullable(),
  approved: z.boolean(),
  exists: z.boolean(),
})
export type SessionUser = z.infer<typeof SessionUser>

export const OpenSession = z.object({ id: z.string(), device: z.string(), createdAt: Instant, lastSeenAt: Instant })

export const AnalyticsFilter = z
  .object({
    period: z.enum(['today', 'yesterday', '7d', '30d', 'custom']).default('today'),
    startDate: DateOnly.optional(),
    endDate: DateOnly.optional(),
    compare: z.boolean().optional(),
  })
  .superRefine((f, ctx) => {
    if (f.period !== 'custom') return
    if (!f.startDate) ctx.addIssue({ code: 'custom', path: ['startDate'], message: 'A custom period needs this date.' })
    if (!f.endDate) ctx.addIssue({ code: 'custom', path: ['endDate'], message: 'A custom period needs this date.' })
    if (f.startDate && f.endDate && f.startDate > f.endDate)
      ctx.addIssue({ code: 'custom', path: ['endDate'], message: 'Must not be before the start.' })
    if (f.startDate && f.endDate && Date.parse(f.endDate) - Date.parse(f.startDate) > 366 * 86_400_000)
      ctx.addIssue({ code: 'custom', path: ['endDate'], message: 'At most 366 days.' })
  })
  .describe('A custom period needs startDate and endDate: business dates, both counted, at most 366 days')

const Figures = z.object({
  sales: Rupees,
  orders: z.number().int(),
  averageOrderValue: Rupees,
  openTables: z.number().int(),
  openValue: Rupees,
  pendingOrders: z.number().int(),
  cancelledValue: Rupees,
  paymentMethods: z.array(z.object({ method: z.string(), amount: Rupees, orders: z.number().int() })),
  hourly: z.array(z.object({ hour: z.number().int(), sales: Rupees, orders: z.number().int() })),
  topItems: z.array(z.object({ name: z.string(), count: z.number().int(), revenue: Rupees })).describe('at most 10'),
})
export const Dashboard = Figures.extend({
  range: z.object({ startDate: z.string(), endDate: z.string(), from: Instant, to: Instant, timezone: z.string() }),
  attention: z.object({
    lateTickets: z
      .array(
        z.object({ kotId: z.string(), kotNumber: z.number().int().nullable(), orderId: z.string(), label: z.string(), createdAt: Instant }),
      )
      .describe('the 50 that wait longest'),
    alerts: z.array(AlertShape),
    unavailableItems: z.array(z.object({ _id: z.string(), name: z.string() })).describe('at most 50, the longest off first'),
    lowStock: z
      .array(z.object({ _id: z.string(), name: z.string(), currentStock: z.number(), minimumStock: z.number(), unit: z.string() }))
      .describe('at most 50, those with nothing left first'),
    unprinted: z.array(z.object({ kotId: z.string(), kotNumber: z.number().int().nullable() })),
  }),
  previous: Figures.extend({
    range: z.object({
      startDate: z.string(),
      endDate: z.string(),
      to: Instant.describe(
        'figures but hourly and lists are of the time until then: now at the same time of day, where the range still runs',
      ),
    }),
  }).optional(),
})
export type Dashboard = z.infer<typeof Dashboard>

// ---------------------------------------------------------------- back office of a restaurant (CONTRACT §4)

export const Employee = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  mobile_number: z.string(),
  role: z.enum(ROLES),
  isActive: z.boolean(),
  createdAt: Instant,
  lastLoginAt: Instant.nullable(),
})
export const Reservation = z.object({
  _id: Id,
  customerName: z.string(),
  mobile_number: z.string(),
  partySize: z.number().int(),
  date: z.string(),
  time: HHmm,
  durationMinutes: z.number().int(),
  tableId: z.string().nullable(),
  tableNumber: z.string().nullable(),
  note: z.string(),
  status: z.enum(['booked', 'arrived', 'seated', 'completed', 'noShow', 'cancelled']),
  createdAt: Instant,
  version: z.number().int(),
})
export const Customer = z.object({
  _id: Id,
  name: z.string(),
  mobile_number: z.string(),
  email: z.string().nullable(),
  birthday: z.string().nullable(),
  note: z.string(),
  visits: z.number().int(),
  totalSpent: Rupees,
  lastVisitAt: Instant.nullable(),
})
export const Offer = z.object({
  id: Id,
  _id: Id,
  title: z.string(),
  description: z.string(),
  code: z.string().nullable(),
  type: z.enum(['percentage', 'flat']),
  value: z.number(),
  minOrderAmount: Rupees,
  maxDiscount: Rupees.nullable(),
  startsAt: Instant,
  endsAt: Instant,
  days: z.array(z.number().int().min(0).max(6)).describe('0 is Sunday; none is every day'),
  orderTypes: z.array(z.enum(ORDER_TYPES)).describe('none is every type'),
  isActive: z.boolean(),
})
export const Banner = z.object({
  id: Id,
  _id: Id,
  image: z.string(),
  title: z.string(),
  link: z.string().nullable(),
  startsAt: Instant.nullable(),
  endsAt: Instant.nullable(),
})
export const SyncKey = z.object({
  id: Id,
  _id: Id,
  label: z.string(),
  prefix: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
  revokedAt: Instant.nullable(),
})
export const AddonTemplate = z.object({
  _id: Id,
  name: z.string(),
  min: z.number().int(),
  max: z.number().int(),
  addons: z.array(z.object({ name: z.string(), price: Rupees })),
  usedBy: z.number().int().describe('items that carry it'),
})
export const Recipe = z.object({
  _id: Id,
  menuItemId: Id,
  menuItemName: z.string(),
  variant: z.string().nullable(),
  ingredients: z.array(z.object({ rawMaterialId: Id, name: z.string(), quantity: z.number(), unit: z.string() })),
})
export const RawMaterial = z.object({
  _id: Id,
  name: z.string(),
  unit: z.string(),
  category: z.string(),
  subcategory: z.string().nullable(),
  minimumStock: z.number(),
  currentStock: z.number(),
  costPerUnit: Rupees,
  usedIn: z.array(z.object({ _id: Id, name: z.string() })).describe('dishes whose recipes use it'),
})
export const Stock = z.object({
  _id: Id,
  rawMaterial: z.object({ _id: Id, name: z.string(), unit: z.string() }),
  stockQuantity: z.number(),
  unitCost: Rupees.nullable(),
  expiryDate: z.string().nullable(),
  receiptImage: z.string().nullable(),
  createdAt: Instant,
})
export const Movement = z.object({
  _id: Id,
  kind: z.enum(MOVE_KINDS).describe('of a line that was cancelled after it was Ready: `back` and `waste`, which cancel out'),
  quantity: z.number().describe('in the unit of the raw material; below 0 when it was taken out'),
  unitCost: Rupees.nullable(),
  reason: z.string(),
  orderId: z.string().nullable(),
  kotId: z.string().nullable(),
  itemName: z.string().nullable().describe('the dish that was sold or cancelled'),
  stock: z
    .object({ _id: Id, expiryDate: z.string().nullable(), receiptImage: z.string().nullable() })
    .nullable()
    .describe('the lot that was bought, made or counted, also when nothing is left of it'),
  by: z.string(),
  at: Instant,
})
export const Conversion = z.object({
  conversionId: Id,
  _id: Id,
  name: z.string(),
  fromMaterial: z.object({ _id: Id, name: z.string(), unit: z.string() }),
  fromQuantity: z.number(),
  toMaterial: z.object({ _id: Id, name: z.string(), unit: z.string() }),
  toQuantity: z.number(),
})
export const MaterialCategory = z.object({
  _id: Id,
  category: z.string(),
  subcategories: z.array(z.object({ _id: Id, subcategory: z.string() })),
})
export const Claim = z.object({
  _id: Id,
  restaurantId: Id,
  restaurantName: z.string(),
  name: z.string(),
  email: z.string(),
  mobile_number: z.string(),
  message: z.string(),
  documents: z.array(z.object({ name: z.string(), url: z.string() })),
  status: z.enum(['pending', 'approved', 'rejected', 'completed']),
  reason: z.string().nullable(),
  hasOwner: z.boolean().describe('(+) the restaurant has an active superuser already: whoever completes this claim becomes one more'),
  createdAt: Instant,
})
export const Partner = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  mobile_number: z.string(),
  createdAt: Instant,
  outlets: z.array(z.object({ _id: Id, establishment_name: z.string(), approvalStatus: z.string() })),
})
/** A restaurant as partners and the back office list it. */
export const Outlet = RestaurantShape.pick({
  _id: true,
  establishment_name: true,
  restaurantName: true,
  approved: true,
  approvalStatus: true,
  rejectionReason: true,
  user_name: true,
  user_contact_number: true,
  address: true,
  gstNumber: true,
  fssaiNumber: true,
  location: true,
}).extend({
  partnerId: z.string().nullable(),
  partnerName: z.string().nullable(),
  email: z.string(),
  city: z.string(),
  opening_hours: OpeningHours.nullable(),
  documents: z.array(z.object({ name: z.string(), url: z.string() })),
  createdAt: Instant,
  lastOrderAt: Instant.nullable(),
})
export const Hours = z.object({
  open_now: z.boolean().optional(),
  periods: z
    .array(
      z.object({
        open: z.object({ day: z.number().int().min(0).max(6), time: ClockTime }),
        close: z.object({ day: z.number().int().min(0).max(6), time: ClockTime }).nullish(),
      }),
    )
    .max(50)
    .default([]),
  weekday_text: z.array(z.string().max(80)).max(7).default([]),
})
export const Feedback = z.object({
  _id: Id,
  orderId: Id,
  billNumber: z.number().int().nullable(),
  tableNumber: z.string().nullable(),
  orderType: z.enum(ORDER_TYPES),
  customer_name: z.string(),
  rating: z.number().int().min(1).max(5),
  comment: z.string(),
  createdAt: Instant,
})
const Named = z.object({ name: z.string(), count: z.number().int(), revenue: Rupees })
const SalesFigures = z.object({
  totalSales: Rupees,
  totalOrders: z.number().int(),
  averageOrderValue: Rupees,
  cancelledOrders: z.number().int(),
  cancelledValue: Rupees,
  refunds: Rupees,
  discounts: Rupees,
  taxes: z.object({ cgst: Rupees, sgst: Rupees, vat: Rupees, serviceCharge: Rupees }),
  roundOff: Rupees.describe('Totals to the whole rupee: totalSales = Σ items − discounts + Σ taxes + roundOff'),
  series: z.array(z.object({ bucket: z.string(), sales: Rupees, orders: z.number().int() })),
  paymentMethods: z.array(z.object({ method: z.string(), amount: Rupees, orders: z.number().int() })),
  orderTypes: z.array(z.object({ type: z.string(), sales: Rupees, orders: z.number().int() })),
  items: z.array(Named),
  topItems: z.array(Named).describe('at most 10'),
  categories: z.array(Named),
  cancellations: z.array(z.object({ item: z.string(), count: z.number().int(), value: Rupees, reason: z.string() })),
})
const Range = z.object({ startDate: z.string(), endDate: z.string(), timezone: z.string() })
export const Sales = SalesFigures.extend({
  range: Range,
  previous: SalesFigures.extend({
    range: z.object({
      startDate: z.string(),
      endDate: z.string(),
      to: Instant.describe(
        'totals are of the time until then: now at the same time of day, where the range still runs; lists are of whole days',
      ),
    }),
  }).optional(),
})
const InsightFigures = z.object({
  totalCustomers: z.number().int(),
  newCustomers: z.number().int(),
  returningCustomers: z.number().int(),
  averageSpend: Rupees,
  topCustomers: z.array(Customer).describe('at most 10'),
  visitsByHour: z.array(z.object({ hour: z.number().int(), visits: z.number().int() })),
})
export const Insights = InsightFigures.extend({
  range: Range,
  previous: InsightFigures.omit({ topCustomers: true, visitsByHour: true }).optional(),
})
const OutletFigures = z.object({ sales: Rupees, orders: z.number().int(), averageOrderValue: Rupees, cancelledOrders: z.number().int() })
export const Aggregated = z.object({
  range: Range,
  total: OutletFigures.extend({ previous: OutletFigures.optional() }),
  outlets: z.array(
    OutletFigures.extend({
      outletId: Id,
      name: z.string(),
      series: z.array(z.object({ bucket: z.string(), sales: Rupees, orders: z.number().int() })),
      previous: OutletFigures.optional(),
      failed: z.boolean().optional().describe('its figures could not be read: they are zero here and not in the total'),
    }),
  ),
})
export const DaySummary = z.object({
  date: z.string(),
  totalOrders: z.number().int(),
  completedOrders: z.number().int(),
  cancelledOrders: z.number().int(),
  pendingOrders: z.number().int(),
  totalSales: Rupees,
  refunds: Rupees,
  paymentMethods: z.array(z.object({ method: z.string(), amount: Rupees, orders: z.number().int() })),
  items: z.array(Named).describe('by revenue'),
  openOrders: z.number().int(),
  kotReset: z.boolean().optional(),
})
