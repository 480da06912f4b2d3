import { asSeen } from './text.ts'

/**
 * Stations: where things are cooked (docs/decisions/029-stations.md). A restaurant keeps a list of them in its print settings; dishes and categories name one,
 * printers and kitchen screens choose some.
 */
export const MAX_STATIONS = 30

type Cooked = { station: string | null; categoryName: string }

/**
 * Where a line or a dish is cooked: its station, or else its category. A line's station was copied when it was sent (`stationAtSale`), so a later change of the
 * menu doesn't move it on kitchen screens or paper.
 */
export const stationOf = ({ station, categoryName }: Cooked): string => station?.trim() || categoryName.trim()

/** The station that a line keeps: the dish's own, or else its category's; null when neither names one. */
export const stationAtSale = ({ station, categoryStation }: { station: string | null; categoryStation: string | null }): string | null =>
  station?.trim() || categoryStation?.trim() || null

/** The form in which names of stations are compared: as they are seen, in lower case. */
export const stationKey = (name: string): string => asSeen(name).toLowerCase()
export const sameStation = (a: string, b: string): boolean => stationKey(a) === stationKey(b)
/** Where each line that is not cancelled is cooked (`stationKey`), by the line's id. */
export const stationsByLine = (lines: readonly (Cooked & { lineId: string; status: string })[]): Record<string, string> =>
  Object.fromEntries(lines.flatMap((l) => (l.status === 'Cancelled' ? [] : [[l.lineId, stationKey(stationOf(l))]])))
/** Is it cooked at one of these stations? */
export const isAt = (line: Cooked, stations: readonly string[]): boolean => stations.some((s) => sameStation(s, stationOf(line)))

/** A station as the list spells it; a name that isn't on the list stays as it is, and an empty one means no station. */
export const asListed = (list: readonly string[], name: string | null | undefined): string | null =>
  list.find((s) => sameStation(s, name ?? '')) ?? (name?.trim() || null)

export type StationState = {
  station: string
  /** `ready` when nothing of it is still cooked: cancelled lines count as done. */
  ready: boolean
  /** UTC, of a station that is ready: since when. */
  since: string
}

/** The progress of each station of a ticket, in the order of its lines. Stations whose lines were all cancelled are left out. */
export function stationStates(lines: readonly { station: string; status: string; statusAt: string }[]): StationState[] {
  const found = new Map<string, StationState>()
  for (const { station, status, statusAt } of lines) {
    if (status === 'Cancelled') continue
    const before = found.get(stationKey(station))
    found.set(stationKey(station), {
      station: before?.station ?? station,
      ready: (before?.ready ?? true) && status !== 'Preparing',
      since: before && before.since > statusAt ? before.since : statusAt,
    })
  }
  return [...found.values()]
}
