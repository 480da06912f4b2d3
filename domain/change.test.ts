import { describe, expect, it } from 'vitest'
import { changePercent, changeText } from './change.ts'

describe('a change against the former value', () => {
  it.each([
    [1000, 1082.4, '+8.2%'],
    [1000, 776.3, '−22.4%'],
    [5, 5, '0.0%'],
    [10_000, 9996, '0.0%'],
    [5, 0, '−100.0%'],
    [5, -5, '−200.0%'],
  ])('from %d to %d is %s', (before, now, text) => {
    expect(changeText(changePercent(now, before))).toBe(text)
  })

  it('is a multiple from eleven times as much on, where a percentage says nothing', () => {
    expect(changeText(changePercent(1099, 100))).toBe('+999.0%')
    expect(changeText(changePercent(1100, 100))).toBe('×11')
    expect(changeText(21802.7)).toBe('×219')
  })

  it('has nothing to show where nothing was sold before, or more was given back than sold', () => {
    expect([changePercent(100, 0), changePercent(100, -5), changePercent(0, 0)]).toEqual([null, null, null])
    expect(changeText(null)).toBe('–')
  })
})
