/** Distances between places: degrees in, metres out. Listings are stored in millionths of a degree. */
export type Place = { latitude: number; longitude: number }

const EARTH = 6_371_000
const rad = (degrees: number) => (degrees * Math.PI) / 180

export const MICRO = 1_000_000
/** The farthest distance that still counts as nearby, in metres. */
export const NEARBY_METRES = 50_000

/** The distance between two places on the great circle, in metres. */
export function distance(a: Place, b: Place): number {
  const dLat = rad(b.latitude - a.latitude)
  const dLon = rad(b.longitude - a.longitude)
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(rad(a.latitude)) * Math.cos(rad(b.latitude)) * Math.sin(dLon / 2) ** 2
  return 2 * EARTH * Math.asin(Math.min(1, Math.sqrt(h)))
}

export type Box = {
  south: number
  north: number
  /** West to east; two where the box crosses the 180th meridian. */ lon: [number, number][]
}

/** A box that contains every place within `metres` of a place; at a pole it has every longitude. */
export function boxAround({ latitude, longitude }: Place, metres: number): Box {
  const d = metres / EARTH
  const south = latitude - (d * 180) / Math.PI
  const north = latitude + (d * 180) / Math.PI
  if (south <= -90 || north >= 90) return { south: Math.max(-90, south), north: Math.min(90, north), lon: [[-180, 180]] }
  const half = (Math.asin(Math.min(1, Math.sin(d) / Math.cos(rad(latitude)))) * 180) / Math.PI
  const west = longitude - half
  const east = longitude + half
  if (half >= 180) return { south, north, lon: [[-180, 180]] }
  if (west < -180)
    return {
      south,
      north,
      lon: [
        [west + 360, 180],
        [-180, east],
      ],
    }
  if (east > 180)
    return {
      south,
      north,
      lon: [
        [west, 180],
        [-180, east - 360],
      ],
    }
  return { south, north, lon: [[west, east]] }
}
