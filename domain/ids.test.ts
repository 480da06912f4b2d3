import { expect, it } from 'vitest'
import { randomId } from './ids.ts'

it('gives ids that no two share, of 26 characters, sorted by their time', () => {
  const ids = Array.from({ length: 10_000 }, (_, i) => randomId(1_000_000 + i))
  expect(new Set(ids).size).toBe(10_000)
  expect(ids.every((id) => /^[0-9a-hjkmnp-tv-z]{26}$/.test(id))).toBe(true)
  expect([...ids].sort()).toEqual(ids)
})

it('draws each of the 32 characters about as often at every place, and repeats no random part', () => {
  const parts = Array.from({ length: 4096 }, () => randomId().slice(10))
  expect(new Set(parts).size).toBe(4096)
  for (let place = 0; place < 16; place += 1) {
    const counts = new Map<string, number>()
    for (const part of parts) counts.set(part.charAt(place), (counts.get(part.charAt(place)) ?? 0) + 1)
    // 128 of each on average; a fair draw is farther away than 8 standard deviations once in a hundred trillion.
    expect(counts.size).toBe(32)
    for (const count of counts.values()) expect(Math.abs(count - 128)).toBeLessThan(90)
  }
})
