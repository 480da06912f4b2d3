/** A summary of a restaurant's feedback (SPEC §3): the average with one decimal (null without ratings) and the number of ratings. */
export type Rating = { rating: number | null; user_ratings_total: number }

export const UNRATED: Rating = { rating: null, user_ratings_total: 0 }

/** Takes the number of ratings of each value, 1 to 5. The average is rounded half up. */
export function ratingOf(given: readonly { rating: number; count: number }[]): Rating {
  const total = given.reduce((n, g) => n + g.count, 0)
  if (total === 0) return UNRATED
  const sum = given.reduce((n, g) => n + g.rating * g.count, 0)
  return { rating: Math.round((sum * 10) / total) / 10, user_ratings_total: total }
}
