import type { RestaurantShape } from '../api/restaurant.ts'
import { legalNumbers } from '../bill.ts'
import { centred, type Columns, type PaperLine } from './lines.ts'

/** The fields of a restaurant that are printed. */
export type PaperRestaurant = Pick<
  RestaurantShape,
  | 'establishment_name'
  | 'address'
  | 'international_phone_number'
  | 'gstNumber'
  | 'fssaiNumber'
  | 'vatNumber'
  | 'upiId'
  | 'printSettings'
  | 'timezone'
>

/** The image above a bill, `imageBase64ForBill`; null without one, or where the outlet leaves it off. */
export const logoOf = ({
  imageBase64ForBill,
  printSettings,
}: Pick<RestaurantShape, 'imageBase64ForBill' | 'printSettings'>): string | null =>
  printSettings.showLogo ? imageBase64ForBill || null : null

/** Name, address and legal numbers of the restaurant, which always print (CONTRACT §9 "Invoices"); `showStoreDetails` adds its phone number. */
export function storeLines(restaurant: PaperRestaurant, columns: Columns): PaperLine[] {
  const { header, showStoreDetails } = restaurant.printSettings
  const phone = showStoreDetails ? restaurant.international_phone_number : ''
  return [
    ...centred(header, columns),
    ...centred(restaurant.establishment_name.toUpperCase(), columns, { bold: true }),
    ...centred(restaurant.address, columns),
    ...(phone ? centred(`Phone ${phone}`, columns) : []),
    ...legalNumbers(restaurant).flatMap(([label, number]) => centred(`${label} ${number}`, columns)),
  ]
}
