import { sql } from '../db/sql.ts'
import { boxAround, distance, MICRO, NEARBY_METRES, type Place } from '#domain/nearby.ts'
import type { Context } from '../http/context.ts'
import { BAND, bandOf } from '../db/facets.ts'
import { listings } from '../db/platform.ts'
import { none, read, type Read, rows } from '../db/reads.ts'
import { hasWords, searchIds } from '../db/words.ts'

/** A restaurant that was found; `metres` from the given place, null without one. */
type Found = { id: string; metres: number | null }

type Listed = typeof listings.$inferSelect

/** Listed restaurants in a box around a place, by the index; with `search` those in whose name or address each of its words begins a word. */
function readBox(place: Place, search: string | undefined): Read<Listed[]> {
  const { south, north, lon } = boxAround(place, NEARBY_METRES)
  const micro = (degrees: number) => Math.round(degrees * MICRO)
  const bands = { first: Math.trunc(micro(south) / BAND), last: Math.trunc(micro(north) / BAND) }
  const boxes = Array.from({ length: bands.last - bands.first + 1 }, (_, i) => bands.first + i).flatMap((band) =>
    lon.map(([west, east]) => [band, micro(west), micro(east)]),
  )
  return rows(
    listings,
    sql`SELECT listings.* FROM json_each(${JSON.stringify(boxes)}) b CROSS JOIN listings
        ON ${bandOf(listings)} = json_extract(b.value, '$[0]') AND longitude BETWEEN json_extract(b.value, '$[1]') AND json_extract(b.value, '$[2]')
        WHERE latitude BETWEEN ${micro(south)} AND ${micro(north)}${search === undefined ? sql`` : hasWords(sql`restaurant_id`, search)}`,
  )
}

/** Listed restaurants anywhere in whose name or address each word begins a word: at most 500. */
const readNamed = (search: string): Read<Listed[]> =>
  rows(listings, sql`SELECT l.* FROM (${searchIds('listings', search)}) s JOIN listings l ON l.restaurant_id = s.id`)

const byId = (a: Listed, b: Listed) => (a.restaurantId < b.restaurantId ? -1 : 1)

/**
 * Listed restaurants for a diner. From a place: those within 50 km, nearest first. With a text: those whose name or address (area, city) has its words,
 * wherever they are; all of those within 50 km of the place are among them, and of the others 500. Without a place recommended ones come first, then by name.
 */
export async function findListed(c: Context, place: Place | null, search: string | undefined): Promise<Found[]> {
  const { near, named } = await read(c.env.PLATFORM, {
    near: place ? readBox(place, search) : none,
    named: search === undefined ? none : readNamed(search),
  })
  const found = [...new Map([...(near ?? []), ...(named ?? [])].map((l) => [l.restaurantId, l])).values()]
  if (!place)
    return found
      .sort((a, b) => Number(b.recommended) - Number(a.recommended) || a.name.localeCompare(b.name) || byId(a, b))
      .map((l) => ({ id: l.restaurantId, metres: null }))
  return found
    .map((l) => ({ l, metres: Math.round(distance(place, { latitude: l.latitude / MICRO, longitude: l.longitude / MICRO })) }))
    .filter(({ metres }) => search !== undefined || metres <= NEARBY_METRES)
    .sort((a, b) => a.metres - b.metres || byId(a.l, b.l))
    .map(({ l, metres }) => ({ id: l.restaurantId, metres }))
}
