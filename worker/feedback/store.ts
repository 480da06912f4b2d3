import { type SQL, sql } from 'drizzle-orm'
import { type Rating, ratingOf, UNRATED } from '#domain/feedback.ts'
import type { Tallied } from '../db/tally.ts'

/** A restaurant's feedback: how much there is, by its rating. Kept by triggers (docs/decisions/007-totals.md). */
export const feedbackList = (restaurantId: string): Tallied => ({ restaurantId, list: 'feedback' })

/** The rows of `ratingsOf`, of restaurants of one shard: at most five a restaurant, however much feedback there is. */
export const readRatings = (restaurantIds: readonly string[]): SQL =>
  sql`SELECT restaurant_id, CAST(facet AS INTEGER) AS rating, count FROM tallies
      WHERE restaurant_id IN (SELECT value FROM json_each(${JSON.stringify(restaurantIds)})) AND list = 'feedback' AND span = 0 AND start = ''`

/** What a restaurant is rated, by `readRatings`. */
export function ratingsOf(rows: readonly Record<string, unknown>[] | undefined, restaurantId: string): Rating {
  const given = (rows ?? []).filter((r) => r.restaurant_id === restaurantId)
  return given.length === 0 ? UNRATED : ratingOf(given.map((r) => ({ rating: Number(r.rating), count: Number(r.count) })))
}
