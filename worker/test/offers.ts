import type { World } from './world.ts'

const DAY = 86_400_000
export const inDays = (n: number) => new Date(Date.now() + n * DAY).toISOString()

/** A running offer of 10%, as the body of `POST /restaurant/offers/create`. */
export const offer = (more: object = {}) => ({
  title: 'Happy Hour',
  type: 'percentage',
  value: 10,
  startsAt: inDays(-1),
  endsAt: inDays(1),
  ...more,
})

export const makeOffer = async (w: World, more: object = {}) =>
  (await w.does('superuser', 'POST /restaurant/offers/create', offer(more))).body.offer
