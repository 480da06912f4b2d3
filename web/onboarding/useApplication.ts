import { useQuery } from '@tanstack/react-query'
import { hourRows, hoursLine } from '#domain/hours.ts'
import type { Answer } from '#web/core/api.ts'
import { apiQuery } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'

export type Application = Answer<'GET /restaurant/profile'>['restaurant']
export const APPLICATION = apiQuery('GET /restaurant/profile')

/** The application of whoever waits: as it is stored once that is loaded, and until then what the sign-in said of it. */
export function useApplication() {
  const { pending, user } = useSession()
  const query = useQuery(APPLICATION)
  const restaurant = query.data?.restaurant
  const name = restaurant?.establishment_name || pending?.restaurantName || user?.restaurantName || 'your restaurant'
  const rejection = restaurant
    ? restaurant.approvalStatus === 'rejected'
      ? (restaurant.rejectionReason ?? '')
      : null
    : (pending?.rejectionReason ?? null)
  return { query, restaurant, name, rejection }
}

export const detailsOf = (restaurant: Application): [string, string][] => [
  ['Address', restaurant.address],
  ['Hours', hoursLine(hourRows(restaurant.opening_hours.periods)) || 'Open at any time'],
  ['Contact', [restaurant.user_name, restaurant.user_contact_number].filter(Boolean).join(', ')],
  ['GST number', restaurant.gstNumber || 'Not given'],
  ['FSSAI number', restaurant.fssaiNumber || 'Not given'],
]
