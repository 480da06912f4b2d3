import type { RestaurantShape } from '#domain/api/restaurant.ts'
import { businessDate } from '#domain/time.ts'

/** The restaurant's business date at an instant, `YYYY-MM-DD`, by its zone and reset time of now. */
export const businessDay = (
  at: Date | number | string,
  { timezone, kotSettings }: Pick<RestaurantShape, 'timezone' | 'kotSettings'>,
): string => businessDate(new Date(at), { timezone, resetTime: kotSettings.resetTime })
