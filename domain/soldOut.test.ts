import { describe, expect, it } from 'vitest'
import { stillSoldOut } from './soldOut.ts'

/** India, a day from 4 in the morning on. */
const clock = { timezone: 'Asia/Kolkata', resetTime: '04:00' }
/** 21 November, 9 in the morning: its business day began at 22:30 UTC. */
const NOW = new Date('2026-11-21T03:30:00.000Z')
const off = (name: string, unavailableSince: string | null, more: { available?: boolean; remaining?: number | null } = {}) => ({
  name,
  available: false,
  remaining: null,
  unavailableSince,
  ...more,
})
const names = (items: ReturnType<typeof off>[], now = NOW) => stillSoldOut(items, now, clock).map(({ name }) => name)

describe('what is still sold out in the morning', () => {
  it('went off before this business day began, longest first', () =>
    expect(
      names([
        off('Last night, after midnight', '2026-11-20T20:00:00.000Z'),
        off('Last month', '2026-10-20T20:00:00.000Z'),
        off('A moment before the day began', '2026-11-20T22:29:59.999Z'),
        off('As the day began', '2026-11-20T22:30:00.000Z'),
        off('This morning', '2026-11-21T03:00:00.000Z'),
      ]),
    ).toEqual(['Last month', 'Last night, after midnight', 'A moment before the day began']))

  it('is also what was counted down to nothing, but not what is on sale or of unknown date', () =>
    expect(
      names([
        off('Counted down', '2026-11-20T12:00:00.000Z', { available: true, remaining: 0 }),
        off('On sale again', '2026-11-20T12:00:00.000Z', { available: true, remaining: 3 }),
        off('Unknown', null),
      ]),
    ).toEqual(['Counted down']))

  it('is not yet listed at three in the night: that is still the same business day', () => {
    const night = new Date('2026-11-20T21:30:00.000Z')
    expect(names([off('This evening', '2026-11-20T14:00:00.000Z')], night)).toEqual([])
    expect(names([off('This evening', '2026-11-20T14:00:00.000Z')])).toEqual(['This evening'])
  })
})
