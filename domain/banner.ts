/** When a promotional banner is shown: from one instant (UTC, ISO) until before another; null is without a start or an end. */
export type BannerTimes = { startsAt: string | null; endsAt: string | null }
export type BannerPhase = 'scheduled' | 'shown' | 'ended'

/** The phase of a banner. Guests get those that are shown. */
export function bannerPhase({ startsAt, endsAt }: BannerTimes, at: Date): BannerPhase {
  const now = at.toISOString()
  if (startsAt !== null && now < startsAt) return 'scheduled'
  return endsAt === null || now < endsAt ? 'shown' : 'ended'
}
