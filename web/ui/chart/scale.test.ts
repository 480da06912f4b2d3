import { describe, expect, it } from 'vitest'
import { labelEvery, linear, shortNumber, ticksFor } from './scale.ts'

const RUPEE = 100

describe('the ticks of a value axis', () => {
  it('are even and reach at least the greatest value', () => {
    expect(ticksFor([14_909])).toEqual([0, 5000, 10_000, 15_000])
    expect(ticksFor([21_000])).toEqual([0, 10_000, 20_000, 30_000])
    expect(ticksFor([95_000, 12])).toEqual([0, 25_000, 50_000, 75_000, 100_000])
    expect(ticksFor([7, 3])).toEqual([0, 2, 4, 6, 8])
  })
  it('of paise are round rupees', () => {
    expect(ticksFor([14_909 * RUPEE + 37]).map((paise) => paise / RUPEE)).toEqual([0, 5000, 10_000, 15_000])
  })
  it('are only zero when every value is zero', () => {
    expect(ticksFor([])).toEqual([0])
    expect(ticksFor([0, 0])).toEqual([0])
  })
  it('reach below zero when refunds were more than sales', () => {
    expect(ticksFor([800, -150])).toEqual([-250, 0, 250, 500, 750, 1000])
    expect(ticksFor([-60])).toEqual([-60, -40, -20, 0])
  })
  it('are never fewer than three nor more than six, and always have zero', () => {
    for (let value = 1; value < 10 ** 9; value = Math.ceil(value * 1.13)) {
      const ticks = ticksFor([value])
      expect(ticks[0]).toBe(0)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(value)
      expect(ticks.length).toBeGreaterThanOrEqual(3)
      expect(ticks.length).toBeLessThanOrEqual(6)
    }
  })
})

describe('a straight scale', () => {
  it('maps values to pixels, upwards too', () => {
    const y = linear([0, 1000], [200, 0])
    expect([0, 250, 1000].map(y)).toEqual([200, 150, 0])
  })
  it('puts everything on its start when there is only one value', () => {
    expect(linear([0, 0], [200, 0])(0)).toBe(200)
  })
})

describe('the words of an axis', () => {
  it('are in k, lakh and crore', () => {
    expect([0, 500, 15_000, 2_500, 150_000, 20_000_000, -2_500, 0.5].map(shortNumber)).toEqual([
      '0',
      '500',
      '15k',
      '2.5k',
      '1.5L',
      '2Cr',
      '-2.5k',
      '0.5',
    ])
  })
  it('are left out evenly where they would touch', () => {
    expect(labelEvery(['9', '10', '11'], 33)).toBe(1)
    expect(labelEvery(['9', '10', '11'], 16)).toBe(2)
    expect(labelEvery(['23 Oct', '24 Oct'], 16)).toBe(4)
    expect(labelEvery([], 0)).toBe(1)
  })
})
