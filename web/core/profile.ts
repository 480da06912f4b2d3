import { useQuery } from '@tanstack/react-query'
import type { RestaurantShape } from '#domain/api/restaurant.ts'
import { DEFAULT_TIMEZONE } from '#domain/time.ts'
import { apiQuery } from './query.ts'
import { useRestaurantId, useSession } from './session.ts'

/** Milliseconds until a waiting zone or reset time takes over, when the profile is read again; false when none waits. */
export const untilNextClock = (profile: Pick<RestaurantShape, 'nextClock'> | undefined, now: number): number | false =>
  profile?.nextClock ? Math.max(1000, Date.parse(profile.nextClock.from) - now) : false

/** The restaurant's profile: settings, colours, payment types. Undefined until it is loaded, and while a partner or the back office has entered none. */
export function useProfile(): RestaurantShape | undefined {
  const { status } = useSession()
  const restaurantId = useRestaurantId()
  return useQuery({
    ...apiQuery('GET /restaurant/profile'),
    enabled: status === 'in' && restaurantId !== '',
    refetchInterval: ({ state }) => untilNextClock(state.data?.restaurant, Date.now()),
  }).data?.restaurant
}

export const useTimezone = (): string => useProfile()?.timezone ?? DEFAULT_TIMEZONE
