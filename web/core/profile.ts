import { useQuery } from '@tanstack/react-query'
import type { RestaurantShape } from '#domain/api/restaurant.ts'
import { DEFAULT_TIMEZONE } from '#domain/time.ts'
import { apiQuery } from './query.ts'
import { useSession } from './session.ts'

/** The restaurant's profile: settings, colours, payment types. Undefined until it is loaded. */
export function useProfile(): RestaurantShape | undefined {
  const { status } = useSession()
  return useQuery({ ...apiQuery('GET /restaurant/profile'), enabled: status === 'in' }).data?.restaurant
}

export const useTimezone = (): string => useProfile()?.timezone ?? DEFAULT_TIMEZONE
