import { expect, it } from 'vitest'
import { untilNextClock } from './profile.ts'

it('the profile is read again when its nextClock takes over', () => {
  const from = '2026-11-22T04:00:00.000Z'
  const profile = { nextClock: { timezone: 'America/New_York', resetTime: '00:00', from } }
  expect(untilNextClock(profile, Date.parse(from) - 90_000)).toBe(90_000)
  // A device's clock may be ahead of the server's: it asks again every second then.
  expect(untilNextClock(profile, Date.parse(from) + 5)).toBe(1000)
  expect(untilNextClock({ nextClock: null }, 0)).toBe(false)
  expect(untilNextClock(undefined, 0)).toBe(false)
})
