import { AppError, conflict } from './errors.ts'
import { invalidFields } from './fields.ts'
import type { Renamed } from './printing.ts'
import { MAX_STATIONS, sameStation, stationKey } from './station.ts'

/** Changes of the list of stations. Separate from station.ts, which every staff page loads. */

/** A row of an edited list: `was` is the name that the station had, null for one that is added. */
export type ListedStation = { name: string; was: string | null }
/** Old station name in lower case → new name, or null for none; for dishes, categories and printers. */
export type StationMoves = ReadonlyMap<string, string | null>

/** 409: another device changed the list first. */
export const listChanged = (now: readonly string[]): AppError =>
  conflict('version_conflict', 'The stations were changed on another device.', { stations: [...now] })

const stations = (names: readonly string[]) => names.join('\n')

/**
 * What an edited list changes. `seen` is the list that the editor was shown and `now` the one that is stored. Throws 409 `version_conflict` when somebody else
 * changed the list meanwhile; the same edit once more is no conflict, so a repeat is harmless. Throws 422 for a name that is there twice, for one that another
 * station had when the list was opened (nobody could tell which dishes are meant), and for a `was` that wasn't on the list.
 */
export function editStations(now: readonly string[], seen: readonly string[], rows: readonly ListedStation[]): StationMoves {
  const names = rows.map(({ name }) => name.trim())
  if (stations(now) !== stations(seen) && stations(now) !== stations(names)) throw listChanged(now)
  const wrong = rows.flatMap(({ name, was }, i) => {
    const message = names.some((other, j) => j < i && sameStation(other, name))
      ? 'This name is there twice.'
      : was !== null && !seen.some((s) => sameStation(s, was))
        ? `There was no station "${was}".`
        : rows.some((other, j) => j < i && was !== null && other.was !== null && sameStation(other.was, was))
          ? 'This station is there twice.'
          : seen.some((s) => sameStation(s, name) && !(was !== null && sameStation(was, name)))
            ? 'Another station had this name: save without it first.'
            : null
    return message === null ? [] : [{ path: `stations.${i}.name`, message }]
  })
  if (wrong.length > 0) throw invalidFields(wrong)
  const moves = new Map<string, string | null>()
  for (const before of seen) {
    const row = rows.find(({ was }) => was !== null && sameStation(was, before))
    if (row?.name.trim() !== before) moves.set(stationKey(before), row?.name.trim() ?? null)
  }
  return moves
}

/**
 * The rows of an edit that was refused because another device changed the list from `seen` to `now`: with what was typed, and with what changed there. A station
 * that was removed or renamed there is left out, unless it was renamed here too: then that name is a new station.
 */
export function mergedStations(rows: readonly ListedStation[], seen: readonly string[], now: readonly string[]): ListedStation[] {
  const isOn = (list: readonly string[], name: string | null) => name !== null && list.some((other) => sameStation(other, name))
  const kept = rows.flatMap(({ name, was }): ListedStation[] => {
    if (isOn(now, was)) return [{ name, was }]
    if (was !== null && sameStation(name, was)) return []
    // Added on both devices, or renamed to the same: it is the station of that name.
    return [{ name, was: now.find((other) => sameStation(other, name)) ?? null }]
  })
  const fresh = now.filter((name) => !isOn(seen, name) && !kept.some(({ was }) => was !== null && sameStation(was, name)))
  return [...kept, ...fresh.map((name) => ({ name, was: name }))]
}

/** Stations of a printer after the moves, each once. */
export const movedStations = (names: readonly string[], moves: StationMoves): string[] => [
  ...new Map(
    names
      .flatMap((name) => (moves.has(stationKey(name)) ? (moves.get(stationKey(name)) ?? []) : name))
      .map((name) => [stationKey(name), name]),
  ).values(),
]

/**
 * The former names, by which papers of lines that were sent earlier still find their printer. A name that is on the list again means that station; a name whose
 * station was removed means none. Only the latest ones are kept.
 */
export function renamedAfter(renamed: Renamed, moves: StationMoves, list: readonly string[]): Renamed {
  const followed = Object.entries(renamed).map(([before, now]) => [before, moves.has(stationKey(now)) ? moves.get(stationKey(now)) : now])
  const all = new Map([...followed, ...moves] as [string, string | null][])
  const kept = [...all].filter(([before, now]) => now !== null && !list.some((name) => sameStation(name, before)))
  return Object.fromEntries(kept.slice(-2 * MAX_STATIONS) as [string, string][])
}

/**
 * Throws 409 `station_in_use` when a printer would be left without the only stations it prints: without any it would print everything.
 */
export function mustKeepStations(printers: readonly { name: string; stations: readonly string[] }[], moves: StationMoves): void {
  const emptied = printers.filter((p) => p.stations.length > 0 && movedStations(p.stations, moves).length === 0)
  if (emptied.length > 0)
    throw new AppError(
      409,
      'station_in_use',
      `${emptied.map(({ name }) => name).join(', ')} would print everything without ${emptied[0]!.stations.join(', ')}: change or remove the printer first.`,
      { printers: emptied.map(({ name }) => name) },
    )
}
