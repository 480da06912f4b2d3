import type { Claim } from '#domain/api/claims.ts'

/** The name of the place that somebody claims. A restaurant that was removed since has none. */
export const claimedName = ({ restaurantName }: Pick<Claim, 'restaurantName'>): string => restaurantName || 'Removed restaurant'
