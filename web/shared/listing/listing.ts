import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Banner as BannerShape } from '#domain/api/banners.ts'
import { bannerPhase } from '#domain/banner.ts'
import type { Answer } from '#web/core/api.ts'
import { apiQuery } from '#web/core/query.ts'
import { useRestaurantId } from '#web/core/session.ts'

/** The restaurant as the app lists it. Its own staff get all its banners, guests those that are shown now. */
export type Listing = Answer<'GET /restaurant/:id/details'>['restaurant']
export type Banner = z.infer<typeof BannerShape>

/** What is out of date after the listing or a banner was changed. */
export const LISTING = ['GET /restaurant/:id/details', 'GET /restaurant/profile'] as const

export const useListing = () => useQuery(apiQuery('GET /restaurant/:id/details', { params: { id: useRestaurantId() } }))

/** The banners that guests get at an instant (ms), in their order. */
export const shownBanners = (banners: readonly Banner[], at: number): Banner[] =>
  banners.filter((banner) => bannerPhase(banner, new Date(at)) === 'shown')
