import { useQuery } from '@tanstack/react-query'
import type { RestaurantShape } from '#domain/api/restaurant.ts'
import { wallClock } from '#domain/time.ts'
import { apiQuery } from './query.ts'
import { useSession } from './session.ts'

/** The restaurant's profile: settings, colours, payment types. Undefined until it is there. */
export function useProfile(): RestaurantShape | undefined {
  const { status } = useSession()
  return useQuery({ ...apiQuery('GET /restaurant/profile'), enabled: status === 'in' }).data?.restaurant
}

export const useTimezone = (): string => useProfile()?.timezone ?? 'Asia/Kolkata'

/** `19:42`, by the restaurant's clock (SCREENS G9). */
export const clockTime = (iso: string | null | undefined, timezone: string): string => (iso ? wallClock(new Date(iso), timezone).time : '')

/** `Fri 21 Nov, 19:42` */
export const dayAndTime = (iso: string, timezone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(iso))
