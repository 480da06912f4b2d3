import type { stations as contract } from '#domain/api/stations.ts'
import { MESSAGES } from '#domain/messages.ts'
import { printSettingsOf } from '#domain/settings.ts'
import { type Printer, printersOf, type Renamed } from '#domain/printing.ts'
import { asListed, isAt, sameStation, stationKey } from '#domain/station.ts'
import { editStations, listChanged, movedStations, mustKeepStations, renamedAfter, type StationMoves } from '#domain/stationList.ts'
import { distinctNames } from '#domain/looks.ts'
import { command } from '../command/command.ts'
import { first } from '../db/index.ts'
import { categories } from '../db/outlets.ts'
import { restaurants } from '../db/platform.ts'
import { must, read, readOne, rows } from '../db/reads.ts'
import { column, columns, pick } from '../db/rows.ts'
import { sql } from '../db/sql.ts'
import type { Context } from '../http/context.ts'
import type { Handlers } from '../http/implement.ts'
import { logError } from '../http/log.ts'
import { orderChanged } from '../menu/changes.ts'
import { announceSettings, settingsUpdated } from '../restaurant/announce.ts'
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
  also = sql``,
) {
  const paths = printers.map((p) => sql`, ${`$."${p.id}".stations`}, json(${JSON.stringify(p.stations)})`)
  return first<{ id: string }>(
    c.env.PLATFORM,
    sql`UPDATE restaurants SET print_settings = json_set(print_settings, '$.stations', json(${JSON.stringify(stations)}), '$.renamed', json(${JSON.stringify(renamed)})),
          printers = ${paths.length > 0 ? sql`json_replace(printers${sql.join(paths)})` : sql`printers`}, version = version + 1
        WHERE id = ${c.restaurant.id} AND deleted_at IS NULL
          AND coalesce(json_extract(print_settings, '$.stations'), '[]') IN (json(${JSON.stringify(seen)}), json(${JSON.stringify(stations)}))${also}
        RETURNING id`,
  )
}

const movedPrinters = (printers: readonly Printer[], moves: StationMoves) =>
  printers
    .map(({ id, stations: before }) => ({ id, before, stations: movedStations(before, moves) }))
    .filter((p) => p.before.join('\n') !== p.stations.join('\n'))

/** The settings and printers that a renaming changes, as they are stored now. */
const readPrinting = (c: Context) =>
  must(
    rows(
      pick(restaurants, 'version', 'printSettings', 'printers'),
      sql`SELECT version, print_settings, printers FROM restaurants WHERE id = ${c.restaurant.id} AND deleted_at IS NULL`,
    ),
    MESSAGES.noRestaurant,
  )

/** Printers and former names follow a category from one name to another. Returns null if nothing changes, false if somebody else saved at the same moment. */
async function follow(c: Context, before: string | null, name: string): Promise<boolean | null> {
  const { version, printSettings, printers: stored } = await readOne(c.env.PLATFORM, readPrinting(c))
  const list = printSettingsOf(printSettings).stations
  const known = (printSettings.renamed ?? {}) as Renamed
  const printers = printersOf(stored, known)
  const isIn = (names: readonly string[], one: string) => names.some((s) => sameStation(s, one))
  // Dishes of a category that gets the name of a station are cooked there: its own printer has that name already.
  const stays =
    before === null || sameStation(before, name) || isIn(list, before) || isIn([...list, ...printers.flatMap((p) => p.stations)], name)
  const moves: StationMoves = new Map(stays ? [] : [[stationKey(before), name]])
  const renamed = renamedAfter(known, moves, [...list, name])
  const moved = movedPrinters(printers, moves)
  if (moved.length === 0 && JSON.stringify(renamed) === JSON.stringify(known)) return null
  return (await saveList(c, list, list, renamed, moved, sql` AND version = ${version}`)) !== null
}

/**
 * A category has another name; `before` is the one that it had, null for a new category. Dishes without a station go by their category's name (`stationOf`), so
 * printers and kitchen screens follow it like that of a station that is renamed. Call it after the commit: they are in another database than the category, and
 * a renaming that is refused must move nothing. It reads the name that the category has by now, so that two renamings in a row may come here in either order.
 * Never throws, because the category is saved.
 */
export async function categoryNamed(c: Context, id: string, before: string | null): Promise<void> {
  const reading = rows(
    pick(categories, 'name'),
    sql`SELECT name FROM categories WHERE restaurant_id = ${c.where.restaurantId} AND id = ${id}`,
  )
  let from = before
  let changed = false
  try {
    for (let tries = 0; tries < 20; tries++) {
      const [now] = await readOne(c.db, reading)
      if (!now || now.name === from) break
      const saved = await follow(c, from, now.name)
      if (saved !== false) [from, changed] = [now.name, changed || saved === true]
    }
  } catch (error) {
    logError('printers of a renamed category', error, { restaurantId: c.restaurant.id })
  }
  if (changed) await announceSettings(c, c.restaurant, 'profile')
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
    if (!(await saveList(c, body.seen, stations, renamedAfter(renamedIn(c), moves, stations), movedPrinters(printersIn(c), moves))))
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
