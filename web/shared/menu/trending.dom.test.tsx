import { expect, it } from 'vitest'
import { trendingOfDay } from './trending.ts'

it('keeps the first order of the day on this device, and takes the new one the next day', () => {
  expect(trendingOfDay('r1', '2026-11-21', ['fries', 'burger'])).toEqual(['fries', 'burger'])
  expect(trendingOfDay('r1', '2026-11-21', ['burger', 'cola', 'fries'])).toEqual(['fries', 'burger', 'cola'])
  expect(trendingOfDay('r2', '2026-11-21', ['dosa'])).toEqual(['dosa'])
  expect(trendingOfDay('r1', '2026-11-22', ['burger', 'fries'])).toEqual(['burger', 'fries'])
})
