import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { hourRows, hoursLine } from '#domain/hours.ts'
import type { Answer } from '#web/core/api.ts'
import { apiQuery } from '#web/core/query.ts'
import { checkAgain, useSession } from '#web/core/session.ts'

export type Application = Answer<'GET /restaurant/profile'>['restaurant']
export const APPLICATION = apiQuery('GET /restaurant/profile')

/** How often (ms) a waiting page that is visible asks again, so that the decision is shown by itself. */
const LOOK_MS = 60_000

/** The waiting restaurant's application: as stored on the server, and until that is loaded, with the data of the sign-in. When it is approved, the restaurant's pages open. */
export function useApplication() {
  const { pending, user } = useSession()
  const query = useQuery({ ...APPLICATION, staleTime: 0, refetchInterval: LOOK_MS, refetchOnWindowFocus: true })
  const restaurant = query.data?.restaurant
  const isApproved = restaurant?.approvalStatus === 'approved'
  useEffect(() => {
    if (isApproved) void checkAgain()
  }, [isApproved])
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
