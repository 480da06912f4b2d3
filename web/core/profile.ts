import { useQuery } from '@tanstack/react-query'
import type { RestaurantShape } from '#domain/api/restaurant.ts'
import { DEFAULT_TIMEZONE } from '#domain/time.ts'
import { apiQuery } from './query.ts'
import { useRestaurantId, useSession } from './session.ts'

/** The restaurant's profile: settings, colours, payment types. Undefined until it is loaded, and while a partner or the back office has entered none. */
export function useProfile(): RestaurantShape | undefined {
  const { status } = useSession()
  const restaurantId = useRestaurantId()
  return useQuery({ ...apiQuery('GET /restaurant/profile'), enabled: status === 'in' && restaurantId !== '' }).data?.restaurant
}

export const useTimezone = (): string => useProfile()?.timezone ?? DEFAULT_TIMEZONE
