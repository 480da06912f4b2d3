import { type SQL, sql } from '../db/sql.ts'
import type { BodyOf } from '#domain/api/contract.ts'
import type { listing } from '#domain/api/listing.ts'
import type { restaurant } from '#domain/api/restaurant.ts'
import { invalidTransition, notFound } from '#domain/errors.ts'
import { invalidFields } from '#domain/fields.ts'
import { hourRows, type Period, periodsOf } from '#domain/hours.ts'
import { MESSAGES } from '#domain/messages.ts'
import { methodsToSave } from '#domain/paymentMethods.ts'
import type { Context } from '../http/context.ts'
import { batch } from '../db/index.ts'
import { restaurants } from '../db/platform.ts'
import { given, patched, update } from '../db/rows.ts'
import { mustBeAsSeen, saveAsSeen, stillAsRead } from '../db/seen.ts'
import { findRestaurant, type Restaurant } from '../access/session.ts'
import { keepListing } from '../listing/store.ts'
import { announceSettings } from './announce.ts'
import { saveClock } from './clock.ts'

type Body = BodyOf<typeof restaurant, 'PUT /restaurant/profile'> &
  Pick<BodyOf<typeof listing, 'PUT /restaurant/:id/update'>, 'showInMobileApp' | 'recommendedOnMobile'>

type Minutes = Body['kotSettings']
const namesMinutes = (change: Minutes) => change?.warnMinutes !== undefined || change?.lateMinutes !== undefined

/** A ticket must warn before it is late, with what the body changes of both minutes. Throws 422. */
function mustWarnFirst({ kotSettings }: Restaurant, change: Minutes): void {
  const { warnMinutes, lateMinutes } = { ...kotSettings, ...change }
  if (!namesMinutes(change) || lateMinutes > warnMinutes) return
  throw invalidFields([{ path: 'kotSettings.lateMinutes', message: `Must be more than the ${warnMinutes} minutes of the warning.` }])
}

/** The same when the row is written: another device may change the other one of both at that moment. */
function stillWarnsFirst({ kotSettings }: Restaurant, change: Minutes): SQL {
  if (!namesMinutes(change)) return sql`true`
  // A row that is older than the setting doesn't have it: then it is the default that was read.
  const minutes = (name: 'warnMinutes' | 'lateMinutes') =>
    sql`COALESCE(${change?.[name] ?? null}, json_extract(kot_settings, ${`$.${name}`}), ${kotSettings[name]})`
  return sql`${minutes('lateMinutes')} > ${minutes('warnMinutes')}`
}

type Seen = {
  documents: Body['documents']
  hours: Body['openingHoursBefore']
  methods: Body['paymentTypesBefore']
  charges: Body['chargesBefore']
}
const hoursIn = ({ profile }: Restaurant) => profile.opening_hours as { periods: Period[]; weekday_text: string[] } | undefined

/** Without `periods` they stay, and texts of other periods go. Whether it is open now follows from the periods, whatever a caller says of it. */
function weekToSave({ periods, weekday_text }: NonNullable<Body['opening_hours']>, before: ReturnType<typeof hoursIn>) {
  if (periods) return { periods, weekday_text: weekday_text ?? [], open_now: false }
  return weekday_text && { periods: before ? undefined : [], weekday_text, open_now: false }
}
/** The same for the same hours, in whatever order their periods are. */
const inOrder = (periods: readonly Period[]) => periodsOf(hourRows(periods))

/**
 * Documents of an application, payment methods and charges are replaced as a list, and opening hours as a week, by two devices that looked at the old one. Throws 409
 * `documents_changed`, `opening_hours_changed`, `payment_types_changed`, `charges_changed`.
 */
function mustHaveSeen(restaurant: Restaurant, seen: Seen): void {
  const { documents = [] } = restaurant.profile
  mustBeAsSeen('documents', documents, seen.documents, { documents })
  const { periods = [], weekday_text = [] } = hoursIn(restaurant) ?? {}
  mustBeAsSeen('opening_hours', inOrder(periods), seen.hours && inOrder(seen.hours), { opening_hours: { periods, weekday_text } })
  const { paymentTypes } = restaurant
  mustBeAsSeen('payment_types', paymentTypes, seen.methods, { paymentTypes })
  const { charges = [] } = restaurant.taxSettings
  mustBeAsSeen('charges', charges, seen.charges, { charges })
}
const stillSeen = (restaurant: Restaurant, seen: Seen): SQL => sql`
  ${stillAsRead(sql`COALESCE(json_extract(profile, '$.documents'), '[]')`, restaurant.profile.documents ?? [], seen.documents)} AND
  ${stillAsRead(sql`COALESCE(json_extract(profile, '$.opening_hours.periods'), '[]')`, hoursIn(restaurant)?.periods ?? [], seen.hours)} AND
  ${stillAsRead(sql`payment_types`, restaurant.paymentTypes, seen.methods)} AND
  ${stillAsRead(sql`COALESCE(json_extract(tax_settings, '$.charges'), '[]')`, restaurant.taxSettings.charges ?? [], seen.charges)}`

/**
 * Changes only the fields that a body names: settings and profile are patched in the database, so that what another device
 * changes at the same time stays. A rejected application goes back into the queue with `resubmit`. `stillMine` is what must be true of the row when it is written, for a caller
 * whom the restaurant may leave at that moment. Throws 404, 409 `invalid_transition`, `documents_changed`, `opening_hours_changed`, `payment_types_changed` and `charges_changed`, 422.
 */
export async function saveProfile(c: Context, before: Restaurant, body: Body, stillMine: SQL = sql`true`): Promise<Restaurant> {
  const { id, taxSettings: tax, approvalStatus } = before
  const {
    establishment_name,
    timezone,
    maxSessionsPerUser,
    invoicePrefix,
    taxPercentages,
    taxSettings,
    paymentTypes,
    kotSettings,
    qrSettings,
    printSettings,
    imageBase64ForBill,
    resubmit,
    documentsBefore,
    openingHoursBefore,
    paymentTypesBefore,
    chargesBefore,
    ...rest
  } = body
  // One setting, stored once (CONTRACT §9 "Printing"): both spellings write it.
  const { autoPrintKOT, ...kotChange } = kotSettings ?? {}
  const printChange = {
    ...(autoPrintKOT === undefined ? {} : { autoPrintKOT }),
    ...printSettings,
  }
  const seen = {
    documents: rest.documents && documentsBefore,
    hours: rest.opening_hours && openingHoursBefore,
    methods: paymentTypes && paymentTypesBefore,
    charges: taxSettings?.charges && chargesBefore,
  }
  const mustFit = (now: Restaurant) => {
    mustWarnFirst(now, kotSettings)
    mustHaveSeen(now, seen)
  }
  const still = sql`${stillMine} AND ${stillWarnsFirst(before, kotSettings)} AND ${stillSeen(before, seen)}`
  const { composition } = { ...tax, ...taxSettings }
  const charged = (['gst', 'vat'] as const).filter((name) => composition && (taxPercentages?.[name] ?? 0) > 0)
  if (charged.length > 0)
    throw invalidFields(
      charged.map((name) => ({ path: `taxPercentages.${name}`, message: 'No tax is charged under the composition scheme.' })),
    )
  if (resubmit && approvalStatus === 'approved') throw invalidTransition('This restaurant is approved already.')
  const profile: Record<string, unknown> = {
    ...rest,
    opening_hours: rest.opening_hours && weekToSave(rest.opening_hours, hoursIn(before)),
  }
  await saveAsSeen(before, mustFit, {
    save: () =>
      batch(c.env.PLATFORM, [
        sql`${update(
          restaurants,
          {
            establishmentName: establishment_name,
            maxSessionsPerUser,
            invoicePrefix,
            imageBase64ForBill,
            taxPercentages: patched('tax_percentages', taxPercentages),
            taxSettings: patched('tax_settings', taxSettings),
            paymentTypes: paymentTypes && methodsToSave(paymentTypes, before.paymentTypes),
            kotSettings: patched('kot_settings', kotChange),
            qrSettings: patched('qr_settings', qrSettings),
            printSettings: patched('print_settings', printChange),
            profile: patched('profile', given(profile)),
            ...(resubmit
              ? {
                  approvalStatus: sql`CASE WHEN approval_status = 'rejected' THEN 'pending' ELSE approval_status END`,
                  rejectionReason: sql`CASE WHEN approval_status = 'rejected' THEN NULL ELSE rejection_reason END`,
                  // It waits since now: the queue, its age and the decision's message go by this instant.
                  createdAt: sql`CASE WHEN approval_status = 'rejected' THEN ${c.at} ELSE created_at END`,
                }
              : {}),
            version: sql`version + 1`,
          },
          sql`id = ${id} AND deleted_at IS NULL AND ${still}`,
        )} RETURNING id`,
        ...keepListing(id),
      ]),
    newest: () => findRestaurant(c.env, id),
    gone: MESSAGES.noRestaurant,
  })
  if (timezone !== undefined) await saveClock(c, id, { timezone })
  const restaurant = await findRestaurant(c.env, id)
  if (!restaurant) throw notFound(MESSAGES.noRestaurant)
  await announceSettings(c, restaurant, 'profile')
  return restaurant
}
