import type { Decision } from '#domain/api/backoffice.ts'
import type { Claim } from '#domain/api/claims.ts'
import type { Outlet } from '#domain/api/partner.ts'
import { plural } from '#domain/text.ts'
import { addDays, dayText } from '#domain/time.ts'
import { to } from '#web/core/to.ts'
import { checksOf, toLookAt } from '../checks.ts'
import { claimedName } from '../claimed.ts'
import { isLate } from '../waiting.ts'

/** A waiting application or claim. */
export type Waiter = {
  key: string
  kind: 'pending' | 'claim'
  name: string
  city: string
  since: string
  /** What to look at, in a few words; null if all is fine. */
  warning: string | null
  to: string
}

/** Applications and claims together, the oldest first. */
export function queueOf(restaurants: readonly Outlet[], claims: readonly Claim[]): Waiter[] {
  const pending = restaurants.map((r): Waiter => {
    const bad = toLookAt(checksOf(r))
    return {
      key: r._id,
      kind: 'pending',
      name: r.establishment_name,
      city: r.city,
      since: r.createdAt,
      warning: bad > 0 ? `${bad} to look at` : null,
      to: to.backofficePending({ restaurant: r._id }),
    }
  })
  const claimed = claims.map((c): Waiter => ({
    key: c._id,
    kind: 'claim',
    name: claimedName(c),
    city: '',
    since: c.createdAt,
    warning: c.restaurantName === '' ? 'Removed' : c.hasOwner ? 'Has an owner' : null,
    to: to.backofficeClaims({ claim: c._id }),
  }))
  return [...pending, ...claimed].sort((a, b) => a.since.localeCompare(b.since))
}

const DAY = 24 * 3_600_000

/** A decision as text, around the restaurant's name: `Claim of` **name** ` rejected`, and a note with who decided and why, or how long after it came in. */
export function decisionText({ kind, by, reason, since, at }: Decision): { before: string; after: string; note: string } {
  const days = Math.floor((Date.parse(at) - Date.parse(since)) / DAY)
  const waited = days < 1 ? 'within a day' : `${plural(days, 'day')} after it came in`
  const decided = reason ? `${by}: ${reason}` : `${by}, ${waited}`
  if (kind === 'claimCompleted') return { before: '', after: ' has its owner', note: `Claim completed by ${by}` }
  if (kind === 'claimWithdrawn') return { before: 'Approval of the claim of ', after: ' withdrawn', note: decided }
  if (kind === 'claimApproved' || kind === 'claimRejected')
    return { before: 'Claim of ', after: kind === 'claimApproved' ? ' approved' : ' rejected', note: decided }
  return { before: '', after: ` ${kind}`, note: decided }
}

/** `3 over 5 days`; null when nobody waits so long. */
export function lateText(rows: readonly { createdAt: string }[], now: number): string | null {
  const late = rows.filter((row) => isLate(row.createdAt, now)).length
  return late > 0 ? `${late} over 5 days` : null
}

/** How many days the chart shows. */
const CHART_DAYS = 14

type Day = { bucket: string; orders: number; sales: number }

/** The last days up to `today` (`YYYY-MM-DD`), including days without a sale, and the day after it if an outlet further east has already sold something then. */
export function lastDays(series: readonly Day[], today: string): Day[] {
  const first = addDays(today, 1 - CHART_DAYS)
  const known = new Map(series.map((day) => [day.bucket, day]))
  const days = Array.from({ length: CHART_DAYS }, (_, i) => addDays(first, i))
  return [...days.map((bucket) => known.get(bucket) ?? { bucket, orders: 0, sales: 0 }), ...series.filter((day) => day.bucket > today)]
}

export const ordersOn = (series: readonly Day[], date: string): number => series.find((day) => day.bucket === date)?.orders ?? 0

/** `8 to 21 Nov`, in full for both months. */
export const spanText = (days: readonly Day[]): string =>
  days.length === 0 ? '' : `${dayText(days[0]?.bucket ?? '')} to ${dayText(days.at(-1)?.bucket ?? '')}`
