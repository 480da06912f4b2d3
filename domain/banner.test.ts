import { expect, it } from 'vitest'
import { bannerPhase } from './banner.ts'

const NOON = '2026-11-22T12:00:00.000Z'
const at = (startsAt: string | null, endsAt: string | null) => bannerPhase({ startsAt, endsAt }, new Date(NOON))

it('a banner is shown from its start on, and no longer at its end', () => {
  expect(at(NOON, null)).toBe('shown')
  expect(at('2026-11-22T12:00:00.001Z', null)).toBe('scheduled')
  expect(at(null, '2026-11-22T12:00:00.001Z')).toBe('shown')
  expect(at(null, NOON)).toBe('ended')
  expect(at('2026-11-20T12:00:00.000Z', '2026-11-21T12:00:00.000Z')).toBe('ended')
})

it('a banner without times is always shown', () => {
  expect(at(null, null)).toBe('shown')
})
