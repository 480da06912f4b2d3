import { expect, it } from 'vitest'
import { ratingOf } from './feedback.ts'

const of = (...counts: number[]) => ratingOf(counts.map((count, i) => ({ rating: i + 1, count })))

it('without feedback there is no rating', () => expect(of()).toEqual({ rating: null, user_ratings_total: 0 }))
it('when all feedback was taken back there is no rating', () => expect(of(0, 0, 0, 0, 0)).toEqual({ rating: null, user_ratings_total: 0 }))
it('a rating is the average with one decimal, half a tenth rounded up', () => {
  expect(of(0, 0, 0, 1)).toEqual({ rating: 4, user_ratings_total: 1 })
  expect(of(0, 0, 0, 3, 1)).toEqual({ rating: 4.3, user_ratings_total: 4 })
  expect(of(1, 0, 0, 0, 1)).toEqual({ rating: 3, user_ratings_total: 2 })
  expect(of(1, 0, 1, 1)).toEqual({ rating: 2.7, user_ratings_total: 3 })
  // 35 / 20 = 1.75 is exact as a binary fraction; 23 / 20 = 1.15 is not.
  expect([of(5, 15).rating, of(17, 3).rating]).toEqual([1.8, 1.2])
})
