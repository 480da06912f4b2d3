import { expect, it } from 'vitest'
import { placeKept } from './place.ts'

const place = { restaurantId: 'r1', restaurantName: 'Smash Yard', tableId: 't7', tableNumber: '7', qrToken: '0-q' }
const HOUR = 3600_000

it('a scanned table counts for an evening; the next day the phone knows the restaurant alone', () => {
  const at = Date.UTC(2026, 10, 22, 14)
  expect(placeKept({ ...place, at }, at + 6 * HOUR)).toEqual(place)
  const nextDay = { ...place, tableId: null, tableNumber: null, qrToken: null }
  expect(placeKept({ ...place, at }, at + 12 * HOUR)).toEqual(nextDay)
  // Kept by a build that noted no time.
  expect(placeKept(place, at)).toEqual(nextDay)
  expect(placeKept(null, at)).toBeNull()
})
