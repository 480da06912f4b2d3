import type { RestaurantShape } from '#domain/api/restaurant.ts'
import type { Rating } from '#domain/feedback.ts'
import { isOpen, type Period } from '#domain/hours.ts'
import { qrSwitchesOf } from '#domain/qr.ts'
import { printSettingsOf } from '#domain/settings.ts'
import { nextClockAt } from '#domain/time.ts'
import type { Restaurant } from '../access/session.ts'

/** SPEC §3's restaurant as JSON has it: settings from their columns, the rest from the profile document, with every field always there. */
export function restaurantJson(
  r: Restaurant,
  { imageBase64ForBill, pages, rating, now }: { imageBase64ForBill: string | null; pages: string[]; rating: Rating; now: Date },
): RestaurantShape {
  const p = r.profile as Partial<RestaurantShape>
  const { nextReset: _n, ...kotSettings } = r.kotSettings
  const printSettings = printSettingsOf(r.printSettings)
  const hours = p.opening_hours ?? { periods: [], weekday_text: [] }
  return {
    _id: r.id,
    establishment_name: r.establishmentName,
    restaurantName: r.establishmentName,
    approved: r.approvalStatus === 'approved',
    approvalStatus: r.approvalStatus as RestaurantShape['approvalStatus'],
    rejectionReason: r.rejectionReason,
    designation: p.designation ?? '',
    accessibility: p.accessibility ?? [],
    user_name: p.user_name ?? '',
    user_contact_number: p.user_contact_number ?? '',
    address: p.address ?? '',
    international_phone_number: p.international_phone_number ?? '',
    url: p.url ?? '',
    image: p.image ?? null,
    imageBase64ForBill,
    showImageOnUserDashboard: p.showImageOnUserDashboard ?? false,
    userDashboardImageUrl: p.userDashboardImageUrl ?? null,
    opening_hours: { ...hours, open_now: isOpen(hours.periods as Period[], now, r.timezone) },
    ...rating,
    currency: p.currency ?? 'INR',
    types: p.types ?? [],
    takeout: p.takeout ?? true,
    dineIn: p.dineIn ?? true,
    delivery: p.delivery ?? false,
    place_id: p.place_id ?? null,
    photos: p.photos ?? [],
    printSettings,
    qrSettings: qrSwitchesOf(r.qrSettings),
    showStoreImageOnQR: p.showStoreImageOnQR ?? false,
    taxSettings: r.taxSettings,
    paymentTypes: r.paymentTypes,
    kotSettings: { ...kotSettings, autoPrintKOT: printSettings.autoPrintKOT },
    taxPercentages: r.taxPercentages,
    gstNumber: p.gstNumber ?? '',
    fssaiNumber: p.fssaiNumber ?? '',
    vatNumber: p.vatNumber ?? '',
    upiId: p.upiId ?? '',
    invoicePrefix: r.invoicePrefix,
    accentColor: p.accentColor ?? '#3f2a2b',
    secondaryAccentColor: p.secondaryAccentColor ?? '#c46d5e',
    buttonFontColor: p.buttonFontColor ?? '#fff',
    showInMobileApp: p.showInMobileApp ?? false,
    recommendedOnMobile: p.recommendedOnMobile ?? false,
    pos_default_order_type: p.pos_default_order_type ?? 'Dine In',
    cuisines: p.cuisines ?? [],
    location: p.location ?? null,
    costForTwo: p.costForTwo ?? null,
    isMobileAppRestaurant: p.isMobileAppRestaurant ?? false,
    isCaptainEnabled: p.isCaptainEnabled ?? true,
    isTableEnabled: p.isTableEnabled ?? true,
    timezone: r.timezone,
    nextClock: nextClockAt(now, r.clock),
    maxSessionsPerUser: r.maxSessionsPerUser,
    myPermissions: pages,
  }
}
