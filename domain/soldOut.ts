import { isSoldOut } from './menu.ts'
import { type BusinessClock, businessDate, businessDayRange } from './time.ts'

type Dish = { available: boolean; remaining: number | null; unavailableSince: string | null }

/**
 * The dishes that are still sold out from an earlier business day than that of `now`, longest first (SCREENS §3.11: "next morning's first login lists items
 * still off"). A dish without an instant is left out, because it is not known since when it is off. `unavailableSince` is UTC ISO.
 */
export function stillSoldOut<T extends Dish>(items: readonly T[], now: Date, clock: BusinessClock): T[] {
  const begin = businessDayRange(businessDate(now, clock), clock).from.toISOString()
  return items
    .flatMap((item) =>
      isSoldOut(item) && item.unavailableSince && item.unavailableSince < begin ? [{ item, since: item.unavailableSince }] : [],
    )
    .sort((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : 0))
    .map(({ item }) => item)
}
