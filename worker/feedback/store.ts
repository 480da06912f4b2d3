import { sql } from '../db/sql.ts'
import { type Rating, ratingOf, UNRATED } from '#domain/feedback.ts'
import { map, type Read, rows } from '../db/reads.ts'
import { column, columns } from '../db/rows.ts'
import type { Tallied } from '../db/tally.ts'

/** A restaurant's feedback: how much there is, by its rating. Kept by triggers (docs/decisions/007-totals.md). */
export const feedbackList = (restaurantId: string, rating?: number): Tallied => ({
  restaurantId,
  list: 'feedback',
  ...(rating === undefined ? null : { facets: [String(rating)] }),
})

const GIVEN = columns({ restaurantId: column.text('restaurant_id'), rating: column.number('rating'), count: column.number('count') })

/** What restaurants of one shard are rated, by their ids. Reads at most five rows a restaurant, however much feedback there is. */
export const readRatings = (restaurantIds: readonly string[]): Read<Map<string, Rating>> =>
  map(
    rows(
      GIVEN,
      sql`SELECT restaurant_id, CAST(facet AS INTEGER) AS rating, count FROM tallies
          WHERE restaurant_id IN (SELECT value FROM json_each(${JSON.stringify(restaurantIds)})) AND list = 'feedback' AND span = 0 AND start = ''`,
    ),
    (given) => new Map([...Map.groupBy(given, (g) => g.restaurantId)].map(([id, ratings]) => [id, ratingOf(ratings)])),
  )

/** What one restaurant is rated. */
export const readRating = (restaurantId: string): Read<Rating> =>
  map(readRatings([restaurantId]), (ratings) => ratings.get(restaurantId) ?? UNRATED)

/** How often one restaurant got each rating, the best first. */
export const readGiven = (restaurantId: string): Read<{ rating: number; count: number }[]> =>
  map(
    rows(
      GIVEN,
      sql`SELECT restaurant_id, CAST(facet AS INTEGER) AS rating, count FROM tallies WHERE restaurant_id = ${restaurantId} AND list = 'feedback' AND span = 0 AND start = ''`,
    ),
    (given) => [5, 4, 3, 2, 1].map((rating) => ({ rating, count: given.find((g) => g.rating === rating)?.count ?? 0 })),
  )
