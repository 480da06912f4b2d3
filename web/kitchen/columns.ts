/**
 * Places the tickets: oldest first down each column, then to the right. Tickets that don't fit go on another screen below, so that the oldest
 * are always in view. A ticket keeps its column until it leaves: only those under a closed gap move up.
 */
export type Geometry = {
  /** Columns side by side. */
  columns: number
  width: number
  /** Height of one screen; Infinity for a single column, which has no end. */
  height: number
  gap: number
}
export type Columns = readonly (readonly string[])[]
type HeightOf = (id: string) => number

/** 280 px at the usual type size of 20: 1024 → 3, 1280 → 4, 1920 → 6. Larger text makes the columns wider. */
export function geometryOf(width: number, height: number, fontSize: number, gap = 12): Geometry {
  const least = Math.max(280, 280 * (fontSize / 20))
  const columns = Math.max(1, Math.floor((width + gap) / (least + gap)))
  return {
    columns,
    width: Math.max(0, (width - gap * (columns - 1)) / columns),
    height: columns === 1 ? Infinity : Math.max(320, height),
    gap,
  }
}

/** True if only a little height changed, as when a banner appears: no reason to lay out all tickets again. */
export const isAlike = (a: Geometry, b: Geometry): boolean =>
  a.columns === b.columns && (a.height === b.height || Math.abs(a.height - b.height) <= 120)

const total = (column: readonly string[], heightOf: HeightOf, gap: number) =>
  column.reduce((sum, id, i) => sum + heightOf(id) + (i > 0 ? gap : 0), 0)
const fits = (column: readonly string[], id: string, heightOf: HeightOf, { height, gap }: Geometry) =>
  column.length === 0 || total([...column, id], heightOf, gap) <= height

const screensOf = (columns: Columns, geometry: Geometry) => Math.ceil(columns.length / geometry.columns)

/** Lays out all tickets from scratch. */
export function pack(ids: readonly string[], heightOf: HeightOf, geometry: Geometry): string[][] {
  const columns: string[][] = []
  for (const id of ids) {
    const last = columns[columns.length - 1]
    if (last && fits(last, id, heightOf, geometry)) last.push(id)
    else columns.push([id])
  }
  return columns
}

/** Updates a layout and keeps tickets in place as far as possible. `ids` are all tickets to show, in order. */
export function settle(before: Columns, ids: readonly string[], heightOf: HeightOf, geometry: Geometry): Columns {
  const wanted = new Map(ids.map((id, i) => [id, i]))
  let columns = before.map((column) => column.filter((id) => wanted.has(id))).filter((column) => column.length > 0)
  const order = columns.flat().map((id) => wanted.get(id) ?? 0)
  // Somebody pinned or unpinned a ticket, so the order changed.
  if (order.some((at, i) => i > 0 && at < (order[i - 1] ?? 0))) return pack(ids, heightOf, geometry)
  const placed = new Set(columns.flat())
  for (const [i, id] of ids.entries()) {
    if (placed.has(id)) continue
    placed.add(id)
    const last = columns[columns.length - 1]
    const tail = last?.[last.length - 1]
    if (tail === undefined || (wanted.get(tail) ?? 0) < i) {
      if (last && fits(last, id, heightOf, geometry)) columns = [...columns.slice(0, -1), [...last, id]]
      else columns = [...columns, [id]]
      continue
    }
    // Recalled after its gap was closed, or pinned: put it after its older neighbour.
    const older = i > 0 ? ids[i - 1] : undefined
    const at = older === undefined ? 0 : columns.findIndex((column) => column.includes(older))
    const column = columns[at] ?? []
    const row = older === undefined ? 0 : column.indexOf(older) + 1
    const grown = [...column.slice(0, row), id, ...column.slice(row)]
    if (grown.length > 1 && total(grown, heightOf, geometry.gap) > geometry.height) return pack(ids, heightOf, geometry)
    columns = columns.map((c, n) => (n === at ? grown : c))
  }
  // More tickets than necessary are below the screen: lay out again, because visibility matters more than staying in place.
  if (screensOf(columns, geometry) > 1) {
    const packed = pack(ids, heightOf, geometry)
    if (screensOf(packed, geometry) < screensOf(columns, geometry)) return packed
  }
  const same =
    columns.length === before.length &&
    columns.every((column, n) => column.length === before[n]?.length && column.every((id, r) => id === before[n]?.[r]))
  return same ? before : columns
}

export type Places = { at: Map<string, { x: number; y: number }>; height: number; screens: number }

/** Turns columns into pixel positions. A column that grew makes its screen taller, so that nothing is cut off. */
export function place(columns: Columns, heightOf: HeightOf, geometry: Geometry): Places {
  const at = new Map<string, { x: number; y: number }>()
  const screens = screensOf(columns, geometry)
  let top = 0
  let height = 0
  for (let screen = 0; screen < screens; screen++) {
    const mine = columns.slice(screen * geometry.columns, (screen + 1) * geometry.columns)
    let tallest = 0
    for (const [n, column] of mine.entries()) {
      let y = top
      for (const id of column) {
        at.set(id, { x: n * (geometry.width + geometry.gap), y })
        y += heightOf(id) + geometry.gap
      }
      tallest = Math.max(tallest, y - top - geometry.gap)
    }
    height = top + tallest
    top += Math.max(tallest, Number.isFinite(geometry.height) ? geometry.height : 0) + 2 * geometry.gap
  }
  return { at, height, screens }
}
