import { z } from 'zod'
import { MAX_CHARGES } from '../chargeList.ts'
import { isTimeZone } from '../hours.ts'
import { isFssaiNumber, isGstin, isUpiId, ungrouped } from '../legal.ts'
import { ORDER_TYPES } from '../order.ts'
import { folded } from '../text.ts'
import { Banner } from './banners.ts'
import { Amount, byId, Charge, ChargeIn, HHmm, Id, Instant, OrderTypeIn, TaxPercentages, TaxPercentagesIn } from './common.ts'
import { EVERY_STAFF, MONEY, OWNERS, staff } from './contract.ts'
import { Employee } from './employees.ts'
import { Mobile, Name, Text, Url } from './fields.ts'
import { Offer } from './offers.ts'
import { OrderShape } from './order.ts'

/** Zone and reset time that wait for the end of the business day. */
export const NextClock = z
  .object({ timezone: z.string(), resetTime: HHmm, from: Instant })
  .describe('a changed zone or reset time that waits: it counts from the instant `from` on, when the running business day ends')

export const KotSettings = z.object({
  resetTime: HHmm.describe('in force now'),
  readyStep: z.boolean(),
  warnMinutes: z.number().int(),
  lateMinutes: z.number().int(),
  deductStock: z.boolean(),
  autoPrintKOT: z.boolean().describe('the same setting as `printSettings.autoPrintKOT`, which counts when a body has both'),
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
  printBillOnSettle: z
    .boolean()
    .describe('settling prints the bill where a printer is registered, unless it was printed before as it stands'),
  openDrawer: z.boolean().describe('the cash drawer opens when cash is taken or given back'),
  upiCode: z.boolean().describe('a bill with something left to pay has a UPI code with the amount, if there is a `upiId`'),
  showLogo: z.boolean().describe('bills have the image `imageBase64ForBill`'),
  fullKotNames: z.boolean(),
  rasterNames: z.boolean().describe('a dish without a printable name is drawn on paper as it is written'),
  stations: z
    .array(z.string())
    .describe(
      'where things are cooked: dishes and categories name one, printers and kitchen screens choose some. Changed by `PUT /print/stations`',
    ),
  renamed: z
    .record(z.string(), z.string())
    .optional()
    .describe('renamed stations and categories: the old name in lower case → the new name. Lines that were sent earlier keep the old name'),
})
export const QrSettings = z.object({
  enableQrMenu: z.boolean(),
  enableOrderViaQr: z.boolean(),
  requireLoginForMenu: z.boolean(),
  acceptOrders: z.boolean(),
})

const Clock = z.object({ day: z.number().int().describe('0 is Sunday'), time: z.string().describe('HHmm') })
/** As it is in answers, in the restaurant's own zone. */
export const OpeningHours = z.object({
  open_now: z.boolean().optional(),
  periods: z.array(z.object({ open: Clock, close: Clock.nullish().describe('null: open around the clock') })),
  weekday_text: z.array(z.string()),
})
/** A time of the opening hours. */
const ClockTime = z.string().regex(/^([01]\d|2[0-3])[0-5]\d$/, 'Must be a time as HHmm, like 0930.')
const Week = z.object({
  open_now: z.boolean().optional(),
  periods: z
    .array(
      z.object({
        open: z.object({ day: z.number().int().min(0).max(6), time: ClockTime }),
        close: z.object({ day: z.number().int().min(0).max(6), time: ClockTime }).nullish(),
      }),
    )
    .max(50),
  weekday_text: z.array(z.string().max(80)).max(7),
})
const { periods, weekday_text } = Week.shape
/** The hours of a restaurant that is added. */
export const Hours = Week.extend({ periods: periods.default([]), weekday_text: weekday_text.default([]) })
export const TaxSettings = z.object({
  roundOff: z.boolean().describe('round the total to the whole rupee'),
  composition: z
    .boolean()
    .describe(
      'the outlet is under the composition scheme: from its next orders on it charges no GST and no VAT; its own rates stay stored',
    ),
  charges: z.array(Charge).optional().describe('for packing and delivery, of its next orders; missing before the first was set up'),
  pricesIncludeTax: z
    .boolean()
    .optional()
    .describe('(+) prices include GST and VAT, where a dish doesn’t say otherwise (`taxIncluded`); missing before it was first set'),
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
  rating: z.number().nullable().describe('the average rating of its feedback, with one decimal; null without feedback'),
  user_ratings_total: z.number().int().describe('the number of ratings'),
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
  taxSettings: TaxSettings,
  paymentTypes: z.array(z.string()),
  kotSettings: KotSettings,
  taxPercentages: TaxPercentages,
  gstNumber: z.string(),
  fssaiNumber: z.string(),
  vatNumber: z.string(),
  upiId: z.string(),
  invoicePrefix: z.string().describe('what invoice numbers begin with'),
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
  timezone: z.string().describe('in force now'),
  nextClock: NextClock.nullable(),
  maxSessionsPerUser: z.number().int(),
  myPermissions: z.array(z.string()).describe('the pages that are open to the caller'),
})
export type RestaurantShape = z.infer<typeof RestaurantShape>

export const PermissionsShape = z
  .record(z.string(), z.array(z.string()))
  .describe('route → roles. A route that is missing follows the default; an empty list switches the page off')
/** What the partner's call and the back office's take, which replace the map. */
export const PermissionsChange = z.object({
  permissions: PermissionsShape,
  permissionsBefore: z
    .record(z.string().max(100), z.array(z.string().max(40)).max(30))
    .optional()
    .describe('(+) the map as it was read: `permissions` replaces no other one'),
})
export const permissionsChanged = {
  '409 permissions_changed': 'The map is another one now than `permissionsBefore`; nothing was saved: `{ permissions }`, as it is now',
} as const

const tags = ['Restaurant']
const Colour = z.string().regex(/^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, 'Must be a colour as #rrggbb.')
const Line = z.string().max(500)
/** Legal numbers are checked when they are saved (CONTRACT §9 "Invoices"); an empty text removes one. */
export const GstNumber = z
  .string()
  .overwrite(ungrouped)
  .max(20)
  .refine((text) => text === '' || isGstin(text), 'This is not a GST number: check its 15 characters.')
export const FssaiNumber = z
  .string()
  .overwrite(ungrouped)
  .max(20)
  .refine((text) => text === '' || isFssaiNumber(text), 'An FSSAI number has 14 digits.')
const UpiId = z
  .string()
  .trim()
  .max(100)
  .refine((text) => text === '' || isUpiId(text), 'This is not a UPI ID, like name@bank.')
export const ProfileBody = z
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
    imageBase64ForBill: z
      .string()
      .max(400_000)
      .regex(/^(data:image\/(png|jpe?g|webp);base64,)?[A-Za-z0-9+/=]*$/, 'Must be an image in base64.')
      .nullable(),
    showImageOnUserDashboard: z.boolean(),
    userDashboardImageUrl: Url.nullable(),
    opening_hours: Week.partial().describe('without `periods` they stay'),
    currency: z.string().trim().max(8),
    types: z.array(Text).max(30),
    takeout: z.boolean(),
    dineIn: z.boolean(),
    delivery: z.boolean(),
    place_id: Text.nullable(),
    photos: z.array(Url).max(30),
    printSettings: PrintSettings.omit({ stations: true, renamed: true })
      .extend({
        pageSize: z.string().max(20),
        header: Line,
        footer: Line,
      })
      .partial(),
    qrSettings: QrSettings.partial(),
    showStoreImageOnQR: z.boolean(),
    taxSettings: TaxSettings.extend({
      charges: z
        .array(ChargeIn)
        .max(MAX_CHARGES)
        .refine((all) => new Set(all.map((c) => c._id)).size === all.length, 'Each charge has an id of its own.')
        .refine((all) => new Set(all.map((c) => folded(c.name).toLowerCase())).size === all.length, 'Two charges have the same name.'),
    }).partial(),
    taxPercentages: TaxPercentagesIn.partial(),
    paymentTypes: z.array(z.string().trim().min(1).max(40)).min(1, 'The last method can’t be removed.').max(20),
    kotSettings: KotSettings.omit({ resetTime: true })
      .extend({ warnMinutes: z.number().int().min(1).max(600), lateMinutes: z.number().int().min(1).max(600) })
      .partial()
      .describe('late after warn; the reset time has a call of its own'),
    gstNumber: GstNumber,
    fssaiNumber: FssaiNumber,
    vatNumber: z.string().trim().max(20),
    upiId: UpiId,
    invoicePrefix: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z0-9]{1,4}$/, 'One to four letters and digits.')
      .describe('of the invoice numbers given from now on; the numbers go on counting'),
    accentColor: Colour,
    secondaryAccentColor: Colour,
    buttonFontColor: Colour,
    pos_default_order_type: OrderTypeIn,
    cuisines: z.array(Text).max(30),
    location: z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }).nullable(),
    costForTwo: Amount.nullable(),
    isCaptainEnabled: z.boolean(),
    isTableEnabled: z.boolean(),
    maxSessionsPerUser: z.number().int().min(1).max(10).describe('how many sessions an account may have at a time'),
    timezone: z
      .string()
      .max(60)
      .refine(isTimeZone, 'Must be a time zone, like Asia/Kolkata.')
      .describe('counts when the running business day has ended; until then it is `nextClock`'),
    resubmit: z.boolean().describe('a rejected application goes back into the queue'),
    documents: z.array(z.object({ name: Text, url: Url })).max(5),
    documentsBefore: z
      .array(z.object({ name: Text, url: Url }))
      .max(5)
      .describe('(+) the documents as they were read: `documents` replaces no other ones'),
    openingHoursBefore: periods.describe('(+) the periods of the opening hours as they were read: `opening_hours` replaces no other ones'),
    paymentTypesBefore: z
      .array(z.string().max(40))
      .max(20)
      .describe('(+) the methods as they were read: `paymentTypes` replaces no other ones'),
    chargesBefore: z
      .array(ChargeIn)
      .max(MAX_CHARGES)
      .describe('(+) the charges as they were read: `taxSettings.charges` replaces no other ones'),
  })
  .partial()
/** A body with `openingHoursBefore`. */
export const hoursChanged = {
  '409 opening_hours_changed':
    'There are other hours now than `openingHoursBefore`; nothing was saved: `{ opening_hours }`, as they are now',
} as const
/** A body with `documentsBefore`, `openingHoursBefore`, `paymentTypesBefore` or `chargesBefore`. */
export const profileChanged = {
  ...hoursChanged,
  '409 payment_types_changed':
    'There are other payment methods now than `paymentTypesBefore`; nothing was saved: `{ paymentTypes }`, as they are now',
  '409 charges_changed': 'There are other charges now than `chargesBefore`; nothing was saved: `{ charges }`, as they are now',
  '409 documents_changed': 'There are other documents now than `documentsBefore`; nothing was saved: `{ documents }`, as they are now',
} as const
/** A restaurant as its own staff see it: SPEC §3's entity in full. */
export const OwnRestaurant = RestaurantShape.extend({
  offers: z.array(Offer),
  promotionalBanner: z.array(Banner),
  restaurantUsers: z
    .array(Employee.pick({ _id: true, name: true, role: true, isActive: true }))
    .describe('only for those who may see employees; empty for others'),
  createdAt: Instant.describe('(+) when it was added, or its application was sent the last time, UTC'),
  hasPartner: z.boolean().describe('(+) it is an outlet of a partner, whose chain menu may change its dishes'),
  documents: z
    .array(z.object({ name: z.string(), url: z.string() }))
    .describe('the documents of the application, in the form that PUT takes; only for those who may change the profile, empty for others'),
})

export const restaurant = {
  'GET /restaurant/profile': staff({
    operationId: 'readProfile',
    summary: "The restaurant's profile",
    tags,
    roles: [...EVERY_STAFF],
    whilePending: true,
    returns: z.object({ restaurant: OwnRestaurant }),
    failure: 'Failed to fetch restaurant details',
  }),
  'GET /restaurant/:id/permissions': staff({
    operationId: 'readPermissions',
    summary: "The restaurant's permissions map: route → roles",
    tags,
    roles: [...EVERY_STAFF],
    params: byId,
    returns: z.object({ permissions: PermissionsShape }),
    failure: 'Failed to fetch restaurant permissions',
    errors: { '404 not_found': 'Not the caller’s own restaurant' },
  }),
  'PUT /restaurant/profile': staff({
    operationId: 'updateProfile',
    summary: 'Change profile and settings; a pending restaurant changes its application',
    tags,
    roles: [...OWNERS],
    pages: [
      '/restaurant/settings',
      '/restaurant/settings/kot',
      '/restaurant/settings/print',
      '/restaurant/settings/tax',
      '/restaurant/settings/payment',
    ],
    whilePending: true,
    body: ProfileBody,
    returns: z.object({ restaurant: OwnRestaurant }),
    failure: 'Failed to update restaurant details',
    errors: { ...profileChanged, '409 invalid_transition': 'Only a rejected application is sent again' },
  }),
  'GET /restaurant/invoice-details/:id': staff({
    operationId: 'invoiceDetails',
    summary: 'An order, with what its bill prints of the restaurant',
    tags,
    roles: [...MONEY],
    reads: true,
    pages: ['/restaurant/invoices', '/restaurant/orders', '/restaurant/pos', '/restaurant/tables'],
    params: byId,
    returns: z.object({ order: OrderShape, restaurant: RestaurantShape }),
    failure: 'Failed to fetch restaurant details',
    errors: { '404 not_found': 'No such order' },
  }),
} as const
