/** What all feedback of a restaurant comes to (SPEC §3): the average with one decimal, null where there is none, and of how many. */
export type Rating = { rating: number | null; user_ratings_total: number }

export const UNRATED: Rating = { rating: null, user_ratings_total: 0 }

/** Of how many gave which rating, 1 to 5. Half of a tenth is rounded up. */
export function ratingOf(given: readonly { rating: number; count: number }[]): Rating {
  const total = given.reduce((n, g) => n + g.count, 0)
  if (total === 0) return UNRATED
  const sum = given.reduce((n, g) => n + g.rating * g.count, 0)
  return { rating: Math.round((sum * 10) / total) / 10, user_ratings_total: total }
}
