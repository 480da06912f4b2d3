import { sameStation, stationKey, stationOf } from './station.ts'

/**
 * Which printer prints what (docs/decisions/028-print-queue.md). A printer is registered for a device, whose print agent reaches it (CONTRACT §9 "Printing").
 */
export const PRINTER_ROLES = ['bill', 'kot'] as const
export type PrinterRole = (typeof PRINTER_ROLES)[number]

/** The most printers of a restaurant: they are read with every call. */
export const MAX_PRINTERS = 30

export type Printer = {
  id: string
  /** The random id of the device (`X-Device-Id`). */
  deviceId: string
  /** Exactly as the print agent calls it. */
  name: string
  role: PrinterRole
  /** Of a KOT printer: the stations whose lines it prints. Empty: all that no other printer names. */
  stations: string[]
  /** Former names of its stations: lines that were sent before a renaming keep the old name. */
  formerly?: string[]
  columns: 32 | 48
  /** Another printer of the restaurant, which prints when this one doesn't. */
  fallbackId: string | null
  /** The device's own tickets are printed here, and nobody else's are. */
  ownOnly: boolean
  /** UTC. */
  registeredAt: string
}

/** Stations that were renamed: what each is called now, by its name before in lower case. */
export type Renamed = Readonly<Record<string, string>>

/** A restaurant's printers as its row keeps them, by id. */
export type StoredPrinters = Record<string, Omit<Printer, 'id' | 'formerly'>>

const isOneOf = (stations: readonly string[], station: string) => stations.some((s) => sameStation(s, station))

/**
 * In the order in which they were registered: the first one that fits is taken. `renamed` are the stations' former names (stationList.ts). A fallback that was
 * removed, or prints other papers by now, is left out.
 */
export function printersOf(stored: StoredPrinters, renamed: Renamed = {}): Printer[] {
  const printers = Object.entries(stored)
    .map(([id, printer]) => {
      const formerly = Object.keys(renamed).filter((before) => isOneOf(printer.stations, renamed[before] ?? ''))
      return { id, ...printer, ...(formerly.length > 0 ? { formerly } : {}) }
    })
    .sort((a, b) => (a.registeredAt < b.registeredAt ? -1 : a.registeredAt > b.registeredAt ? 1 : a.id < b.id ? -1 : 1))
  return printers.map((printer) => ({ ...printer, fallbackId: fallbackOf(printers, printer.id)?.id ?? null }))
}

type Cooked = Parameters<typeof stationOf>[0]
/** The printer that has a station, or else one of whose stations had this name before. */
const printerOf = (able: readonly Printer[], station: string): Printer | undefined =>
  able.find((p) => isOneOf(p.stations, station)) ?? able.find((p) => isOneOf(p.formerly ?? [], station))
/**
 * The printer that takes a line, and the name by which it does: the station where the line is cooked, or else the line's category, which a printer may have
 * chosen although its dishes name stations. null if no printer names either.
 */
function takenBy(able: readonly Printer[], line: Cooked): { name: string; printer: Printer } | null {
  for (const name of namesOf(line)) {
    const printer = printerOf(able, name)
    if (printer) return { name, printer }
  }
  return null
}
const namesOf = (line: Cooked): string[] => [stationOf(line), line.categoryName.trim()]
/** The printer of all lines that no other printer takes. If every printer has stations, the first printer: no line may be left without one. */
const restOf = (able: readonly Printer[]): Printer | undefined => able.find((p) => p.stations.length === 0) ?? able[0]

/** The printers to which a device's tickets may go: its own printers if they are `ownOnly`, else those of the restaurant. */
function kotPrinters(printers: readonly Printer[], deviceId: string | null): Printer[] {
  const kot = printers.filter((p) => p.role === 'kot')
  const own = kot.filter((p) => p.ownOnly && p.deviceId === deviceId)
  return own.length > 0 ? own : kot.filter((p) => !p.ownOnly)
}

/** The printer of a bill, a day-end report: the asking device's own, or else the restaurant's first; null without one. */
export function billPrinter<P extends Pick<Printer, 'role' | 'deviceId' | 'ownOnly'>>(
  printers: readonly P[],
  deviceId: string | null,
): P | null {
  const bill = printers.filter((p) => p.role === 'bill')
  return bill.find((p) => p.deviceId === deviceId) ?? bill.find((p) => !p.ownOnly) ?? null
}

export type Part = {
  printerId: string
  /** The station or category whose lines it has; null: all lines but those of `apart`. */
  station: string | null
  /** The stations and categories of the other papers of the same ticket. */
  apart: string[]
  /** `1 of 2`. */
  part: number
  parts: number
}

/** The papers into which a ticket is split: one for each station or category that a printer has, and one for the rest. Without a KOT printer there are none. */
export function partsOf(lines: readonly Cooked[], printers: readonly Printer[], deviceId: string | null): Part[] {
  const able = kotPrinters(printers, deviceId)
  const rest = restOf(able)
  if (!rest) return []
  const found = new Map<string, { station: string | null; printerId: string }>()
  for (const line of lines) {
    const taken = takenBy(able, line)
    const key = taken ? stationKey(taken.name) : ''
    if (!found.has(key)) found.set(key, { station: taken?.name ?? null, printerId: (taken?.printer ?? rest).id })
  }
  const papers = [...found.values()]
  return papers.map((p, i) => ({
    ...p,
    apart: papers.flatMap((other) => (other === p ? [] : (other.station ?? []))),
    part: i + 1,
    parts: papers.length,
  }))
}

/** Is the line on this paper of its ticket? Each line is on one of them: that of its station, or else that of its category, or else that of the rest. */
export function isOnPart(line: Cooked, { station, apart }: Pick<Part, 'station' | 'apart'>): boolean {
  const papers = station === null ? apart : [station, ...apart]
  const name = namesOf(line).find((one) => isOneOf(papers, one))
  return station === null ? name === undefined : name !== undefined && sameStation(name, station)
}

/** May `printer` have this printer as its fallback? Only another one with the same role: a bill must not come out in the kitchen. */
export const canReplace = (fallback: Pick<Printer, 'id' | 'role'>, printer: Pick<Printer, 'id' | 'role'>): boolean =>
  fallback.id !== printer.id && fallback.role === printer.role

/** The fallback of a printer, if it is still registered for the same papers. */
export const fallbackOf = (printers: readonly Printer[], printerId: string): Printer | null => {
  const printer = printers.find((p) => p.id === printerId)
  return (printer && printers.find((p) => p.id === printer.fallbackId && canReplace(p, printer))) ?? null
}

/** The role of the printers that print this kind of paper. The cash drawer hangs on a bill printer. */
export const roleFor = (kind: string): PrinterRole => (kind === 'bill' || kind === 'dayEnd' || kind === 'drawer' ? 'bill' : 'kot')

/** The fields of a waiting job that decide to which printer it belongs. */
type Placed = {
  kind: string
  copy: number
  printerId: string
  movedFrom: string | null
  station: string | null
  deviceId: string | null
}

/**
 * The printer on which a waiting job prints: its own, as long as that still prints such papers. If that was removed or has another task now, the one that a new
 * paper would use. A test page belongs to its printer, and a job that a person or a fallback has moved stays where it is.
 */
export function placeOf(job: Placed, printers: readonly Printer[]): string {
  const { kind, copy, printerId, movedFrom, station, deviceId } = job
  if (kind === 'test' || copy > 0 || movedFrom !== null) return printerId
  const own = printers.find((p) => p.id === printerId)
  if (roleFor(kind) === 'bill') return own?.role === 'bill' ? printerId : (billPrinter(printers, deviceId)?.id ?? printerId)
  const able = kotPrinters(printers, deviceId)
  const now = (station === null ? undefined : printerOf(able, station)) ?? restOf(able)
  const fits =
    own &&
    able.includes(own) &&
    (station === null ? own.stations.length === 0 : isOneOf([...own.stations, ...(own.formerly ?? [])], station))
  return fits ? printerId : (now?.id ?? printerId)
}
