import type { stations as contract } from '#domain/api/stations.ts'
import { printSettingsOf } from '#domain/settings.ts'
import type { Renamed } from '#domain/printing.ts'
import { asListed, isAt, sameStation, stationKey } from '#domain/station.ts'
import { editStations, listChanged, movedStations, mustKeepStations, renamedAfter, type StationMoves } from '#domain/stationList.ts'
import { distinctNames } from '#domain/looks.ts'
import { busy, command } from '../command/command.ts'
import { first } from '../db/index.ts'
import { read, rows } from '../db/reads.ts'
import { column, columns } from '../db/rows.ts'
import { sql } from '../db/sql.ts'
import type { Context } from '../http/context.ts'
import type { Handlers } from '../http/implement.ts'
import { orderChanged } from '../menu/changes.ts'
import type { OutEvent } from '../realtime/events.ts'
import { settingsUpdated } from '../restaurant/announce.ts'
import { printersIn, renamedIn } from './make.ts'

/** The list of stations (docs/decisions/029-stations.md): kept in the print settings, on PLATFORM; dishes and categories that name one are in the outlet's shard. */

const listOf = (c: Context) => printSettingsOf(c.restaurant.printSettings).stations

const USED = columns({ station: column.text('station'), n: column.number('n') })
const readUsed = (restaurantId: string) => ({
  dishes: rows(
    USED,
    sql`SELECT station, count(*) AS n FROM menu_items WHERE restaurant_id = ${restaurantId} AND coalesce(station, '') <> '' GROUP BY station ORDER BY min(position)`,
  ),
  categories: rows(
    USED,
    sql`SELECT station, count(*) AS n FROM categories WHERE restaurant_id = ${restaurantId} AND coalesce(station, '') <> '' GROUP BY station ORDER BY min(position)`,
  ),
})

/**
 * Saves list and printers together, if the stored list is still the one that was `seen` or already the new one. Printers that were registered or removed
 * meanwhile are kept so.
 */
async function saveList(
  c: Context,
  seen: readonly string[],
  stations: readonly string[],
  renamed: Renamed,
  printers: readonly { id: string; stations: string[] }[],
) {
  const paths = printers.map((p) => sql`, ${`$."${p.id}".stations`}, json(${JSON.stringify(p.stations)})`)
  return first<{ id: string }>(
    c.env.PLATFORM,
    sql`UPDATE restaurants SET print_settings = json_set(print_settings, '$.stations', json(${JSON.stringify(stations)}), '$.renamed', json(${JSON.stringify(renamed)})),
          printers = ${paths.length > 0 ? sql`json_replace(printers${sql.join(paths)})` : sql`printers`}, version = version + 1
        WHERE id = ${c.restaurant.id} AND deleted_at IS NULL
          AND coalesce(json_extract(print_settings, '$.stations'), '[]') IN (json(${JSON.stringify(seen)}), json(${JSON.stringify(stations)}))
        RETURNING id`,
  )
}

const movedPrinters = (c: Context, moves: StationMoves) =>
  printersIn(c)
    .map(({ id, stations: before }) => ({ id, before, stations: movedStations(before, moves) }))
    .filter((p) => p.before.join('\n') !== p.stations.join('\n'))

/**
 * A category has this name now; `before` is the one that it had, null for a new category. Dishes without a station go by their category's name (`stationOf`), so
 * printers and kitchen screens follow it like that of a station that is renamed. Call it before the commit: a repeat is harmless. Returns the event that tells of it.
 */
export async function categoryNamed(c: Context, before: string | null, name: string): Promise<OutEvent[]> {
  const list = listOf(c)
  const isIn = (names: readonly string[], one: string) => names.some((s) => sameStation(s, one))
  // Dishes of a category that gets the name of a station are cooked there: its own printer has that name already.
  const stays =
    before === null || sameStation(before, name) || isIn(list, before) || isIn([...list, ...printersIn(c).flatMap((p) => p.stations)], name)
  const moves: StationMoves = new Map(stays ? [] : [[stationKey(before), name]])
  const renamed = renamedAfter(renamedIn(c), moves, [...list, name])
  const moved = movedPrinters(c, moves)
  if (moved.length === 0 && JSON.stringify(renamed) === JSON.stringify(renamedIn(c))) return []
  // Somebody saves the list of stations just now.
  if (!(await saveList(c, list, list, renamed, moved))) throw busy()
  return [settingsUpdated(c, 'profile')]
}

export const stationHandlers: Handlers<typeof contract> = {
  'GET /print/stations': async (c) => {
    const { dishes, categories } = await read(c.db, readUsed(c.where.restaurantId))
    const list = listOf(c)
    const sum = (used: typeof dishes, name: string) => used.reduce((n, row) => (sameStation(row.station, name) ? n + row.n : n), 0)
    const others = [...dishes, ...categories].map(({ station }) => station).filter((name) => asListed(list, name) === name)
    return {
      stations: distinctNames([...list, ...others]).map((name) => ({
        name,
        listed: list.includes(name),
        dishes: sum(dishes, name),
        categories: sum(categories, name),
        printers: printersIn(c).flatMap((p) => (isAt({ station: name, categoryName: '' }, p.stations) ? p.name : [])),
      })),
    }
  },
  'PUT /print/stations': async (c, { body }) => {
    const stations = body.stations.map(({ name }) => name)
    const moves = editStations(listOf(c), body.seen, body.stations)
    mustKeepStations(printersIn(c), moves)
    if (!(await saveList(c, body.seen, stations, renamedAfter(renamedIn(c), moves, stations), movedPrinters(c, moves))))
      throw listChanged(listOf(c))
    const { restaurantId } = c.where
    /** What dishes and categories name after this: they also get the list's spelling, so that screens and papers show the same. */
    const nowOf = (name: string) =>
      moves.has(stationKey(name)) ? moves.get(stationKey(name)) : stations.find((listed) => sameStation(listed, name))
    const follow = (table: 'menu_items' | 'categories', used: readonly { station: string }[]) => {
      // SQLite compares A to Z's case alone, for what is stored meanwhile; each spelling that was read is named.
      const found = used.flatMap(({ station }) => (nowOf(station) === undefined ? [] : [[station, nowOf(station)]]))
      const names = JSON.stringify([...found, ...moves, ...stations.map((name) => [name, name])])
      return sql`UPDATE ${sql.identifier(table)} SET station = json_extract(j.value, '$[1]'), version = version + 1 FROM json_each(${names}) j
          WHERE restaurant_id = ${restaurantId} AND lower(trim(station)) = lower(trim(json_extract(j.value, '$[0]'))) AND station IS NOT json_extract(j.value, '$[1]')`
    }
    // A dish may name one of the moves and a name of the list, which are never the same (`editStations`).
    return command(c, {
      reads: readUsed(restaurantId),
      decide: ({ dishes, categories }) => ({
        statements: [follow('menu_items', dishes), follow('categories', categories)],
        // The screens read profile and menu again.
        events: [settingsUpdated(c, 'profile'), orderChanged(c, { kind: 'items', categoryId: null, subCategoryId: null })],
        body: { stations },
      }),
    })
  },
}
