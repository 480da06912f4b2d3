import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boxAround, distance } from './nearby.ts'

const place = (latitude: number, longitude: number) => ({ latitude, longitude })
const inBox = (p: { latitude: number; longitude: number }, box: ReturnType<typeof boxAround>) =>
  p.latitude >= box.south - 1e-9 &&
  p.latitude <= box.north + 1e-9 &&
  box.lon.some(([w, e]) => p.longitude >= w - 1e-9 && p.longitude <= e + 1e-9)

describe('distance', () => {
  it.each([
    ['Hyderabad to Mumbai', place(17.385, 78.4867), place(19.076, 72.8777), 621_000],
    ['a degree along the equator', place(0, 0), place(0, 1), 111_195],
    ['over the 180th meridian', place(-17, 179.9), place(-17, -179.9), 21_268],
    ['none', place(12, 77), place(12, 77), 0],
  ])('%s', (_name, a, b, metres) => expect(Math.abs(distance(a, b) - metres)).toBeLessThanOrEqual(metres * 0.005))
})

describe('boxAround', () => {
  it('contains every point within the radius, everywhere on the globe', () => {
    const lat = fc.double({ min: -89.9, max: 89.9, noNaN: true })
    const lon = fc.double({ min: -180, max: 180, noNaN: true })
    fc.assert(
      fc.property(
        lat,
        lon,
        fc.double({ min: -0.5, max: 0.5, noNaN: true }),
        fc.double({ min: -0.5, max: 0.5, noNaN: true }),
        (a, b, da, db) => {
          const centre = place(a, b)
          const other = place(Math.max(-90, Math.min(90, a + da)), ((b + db + 540) % 360) - 180)
          if (distance(centre, other) <= 50_000) expect(inBox(other, boxAround(centre, 50_000))).toBe(true)
        },
      ),
      { numRuns: 1000 },
    )
  })
  it('is two boxes across the 180th meridian, and reaches all around at a pole', () => {
    expect(boxAround(place(-17, 179.9), 50_000).lon).toHaveLength(2)
    expect(boxAround(place(89.9, 10), 50_000).lon).toEqual([[-180, 180]])
  })
})
