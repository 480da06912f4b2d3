import { useQuery } from '@tanstack/react-query'
import type { RestaurantShape } from '#domain/api/restaurant.ts'
import { DEFAULT_TIMEZONE } from '#domain/time.ts'
import { apiQuery } from './query.ts'
import { useRestaurantId, useSession } from './session.ts'

/** Milliseconds until a waiting zone or reset time takes over, when the profile is read again; false when none waits. */
export const untilNextClock = (profile: Pick<RestaurantShape, 'nextClock'> | undefined, now: number): number | false =>
  profile?.nextClock ? Math.max(1000, Date.parse(profile.nextClock.from) - now) : false

/** The query of the restaurant's profile, for pages whose presses depend on a setting: they wait for it. */
export function useProfileQuery() {
  const { status } = useSession()
  const restaurantId = useRestaurantId()
  return useQuery({
    ...apiQuery('GET /restaurant/profile'),
    enabled: status === 'in' && restaurantId !== '',
    refetchInterval: ({ state }) => untilNextClock(state.data?.restaurant, Date.now()),
  })
}

/** The restaurant's profile: settings, colours, payment types. Undefined until it is loaded, and while a partner or the back office has entered none. */
export const useProfile = (): RestaurantShape | undefined => useProfileQuery().data?.restaurant

export const useTimezone = (): string => useProfile()?.timezone ?? DEFAULT_TIMEZONE
