/**
 * Places the tickets: oldest first down each column, then to the right. Tickets that don't fit go on another screen below. A ticket keeps its column until
 * it leaves or no longer fits there: only those under a closed gap move up. A ticket that would be below the screen takes the first free space above, at
 * less than its full height if need be: it then scrolls inside and says "↓ 4 more", until another column has room for it.
 */
export type Geometry = {
  /** Columns side by side. */
  columns: number
  width: number
  /** Height of one screen; Infinity for a single column, which has no end. */
  height: number
  gap: number
  /** The least height at which a ticket shows something: its head, two lines, "↓ 4 more" and Ready. */
  least: number
}
export type Columns = readonly (readonly string[])[]
type HeightOf = (id: string) => number

/** In a window lower than this, such as one at 200% zoom, the tickets are one endless list instead of screens of columns. */
const LEAST_HEIGHT = 320

/** 280 px at the usual type size of 20: 1024 → 3, 1280 → 4, 1920 → 6. Larger text makes the columns wider. */
export function geometryOf(width: number, height: number, fontSize: number, gap = 12): Geometry {
  const narrowest = Math.max(280, 280 * (fontSize / 20))
  const columns = height < LEAST_HEIGHT ? 1 : Math.max(1, Math.floor((width + gap) / (narrowest + gap)))
  return {
    columns,
    width: Math.max(0, (width - gap * (columns - 1)) / columns),
    height: columns === 1 ? Infinity : height,
    gap,
    least: 15 * fontSize,
  }
}

/** True if only a little height changed, as when a banner appears: no reason to lay out all tickets again. */
export const isAlike = (a: Geometry, b: Geometry): boolean =>
  a.columns === b.columns && (a.height === b.height || Math.abs(a.height - b.height) <= 120)

const total = (column: readonly string[], heightOf: HeightOf, gap: number) =>
  column.reduce((sum, id, i) => sum + heightOf(id) + (i > 0 ? gap : 0), 0)
const overfull = (column: readonly string[], heightOf: HeightOf, { height, gap }: Geometry) =>
  column.length > 1 && total(column, heightOf, gap) > height

const screensOf = (columns: Columns, geometry: Geometry) => Math.ceil(columns.length / geometry.columns)

/** Lays out all tickets from scratch. */
export function pack(ids: readonly string[], heightOf: HeightOf, geometry: Geometry): string[][] {
  const columns: string[][] = []
  for (const id of ids) {
    const last = columns[columns.length - 1]
    if (last && !overfull([...last, id], heightOf, geometry)) last.push(id)
    else columns.push([id])
  }
  return columns
}

type Placed = { columns: Columns; cut: ReadonlySet<string> }
type Rank = ReadonlyMap<string, number>

/** Moves tickets from below the screen up into the first column with enough space, the oldest first. */
function fill({ columns, cut }: Placed, rank: Rank, heightOf: HeightOf, geometry: Geometry): Placed {
  const { height, gap, least } = geometry
  const filled = columns.slice(0, geometry.columns).map((column) => [...column])
  const used = filled.map((column) => (cut.has(column.at(-1) ?? '') ? height : total(column, heightOf, gap)))
  const shortened = new Set(cut)
  for (const id of columns.slice(geometry.columns).flat().sort(byRank(rank))) {
    const whole = used.findIndex((h) => h + gap + heightOf(id) <= height)
    const part = whole >= 0 ? whole : used.findIndex((h, n) => n < geometry.columns && h + gap + least <= height)
    if (part < 0) {
      filled.push([id])
      used.push(heightOf(id))
      continue
    }
    filled[part]?.push(id)
    used[part] = whole < 0 ? height : (used[part] ?? 0) + gap + heightOf(id)
    if (whole < 0) shortened.add(id)
  }
  return { columns: filled, cut: shortened }
}

/** Moves the last tickets of a column that has grown too tall to the top of the next one, and so on to the right. */
function spill({ columns, cut }: Placed, rank: Rank, heightOf: HeightOf, geometry: Geometry): Placed {
  const { height, gap, least } = geometry
  const spilled = columns.map((column) => [...column])
  const shortened = new Set(cut)
  const loose: string[] = []
  for (let n = 0; n < spilled.length; n++) {
    const column = spilled[n] ?? []
    while (overfull(column, heightOf, geometry)) {
      const id = column.at(-1) as string
      if (shortened.has(id) && total(column.slice(0, -1), heightOf, gap) + gap + least <= height) break
      column.pop()
      shortened.delete(id)
      const next = spilled[n + 1]?.[0]
      // A ticket that once took a free space further up is newer than those of the next column.
      if (next !== undefined && rankOf(rank, id) > rankOf(rank, next)) loose.push(id)
      else (spilled[n + 1] ??= []).unshift(id)
    }
    const last = column.at(-1)
    if (last !== undefined && !overfull(column, heightOf, geometry)) shortened.delete(last)
  }
  for (const id of loose.sort(byRank(rank))) {
    const last = spilled[spilled.length - 1]
    if (last && !overfull([...last, id], heightOf, geometry)) last.push(id)
    else spilled.push([id])
  }
  return { columns: spilled, cut: shortened }
}

/** Moves shortened tickets to another column that has room to show them whole, the oldest first. No other ticket moves. */
function wholeAgain({ columns, cut }: Placed, rank: Rank, heightOf: HeightOf, geometry: Geometry): Placed {
  const moved = columns.map((column) => [...column])
  const shortened = new Set(cut)
  for (const id of [...cut].sort(byRank(rank))) {
    const n = Array.from({ length: geometry.columns }, (_, i) => moved[i] ?? []).findIndex(
      (column) => !shortened.has(column.at(-1) ?? '') && !overfull([...column, id], heightOf, geometry),
    )
    if (n < 0) continue
    const from = moved.findIndex((column) => column.includes(id))
    moved[from] = (moved[from] ?? []).filter((other) => other !== id)
    ;(moved[Math.min(n, moved.length)] ??= []).push(id)
    shortened.delete(id)
  }
  return { columns: moved, cut: shortened }
}

const rankOf = (rank: Rank, id: string) => rank.get(id) ?? 0
const byRank = (rank: Rank) => (a: string, b: string) => rankOf(rank, a) - rankOf(rank, b)
const ascending = (ids: readonly string[], rank: Rank) =>
  ids.every((id, i) => i === 0 || rankOf(rank, ids[i - 1] as string) < rankOf(rank, id))

/** Tickets in their columns. `ids` are the same tickets in order, so that a later change of the order can be noticed; those in `cut` have less than their full height. */
export type Layout = Placed & { ids: readonly string[] }
const NONE: ReadonlySet<string> = new Set()
export const NO_LAYOUT: Layout = { ids: [], columns: [], cut: NONE }

/** Updates a layout and keeps tickets in place as far as possible. `ids` are all tickets to show, in order. Returns `before` if nothing moved. */
export function settle(before: Layout, ids: readonly string[], heightOf: HeightOf, geometry: Geometry): Layout {
  const { columns, cut } = placed(before, ids, heightOf, geometry)
  const same =
    alike(before.ids, ids) &&
    columns.length === before.columns.length &&
    columns.every((c, n) => alike(c, before.columns[n] ?? [])) &&
    alike([...cut], [...before.cut])
  return same ? before : { ids, columns, cut }
}

/** The same ids in the same order. */
export const alike = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((id, i) => id === b[i])

function placed(before: Layout, ids: readonly string[], heightOf: HeightOf, geometry: Geometry): Placed {
  const rank = new Map(ids.map((id, i) => [id, i]))
  const inOrder: Placed = { columns: pack(ids, heightOf, geometry), cut: NONE }
  const again = screensOf(inOrder.columns, geometry) > 1 ? fill(inOrder, rank, heightOf, geometry) : inOrder
  const staying = before.ids.filter((id) => rank.has(id))
  // Somebody pinned or unpinned a ticket, so the order changed.
  if (staying.length === 0 || !ascending(staying, rank)) return again

  let columns: Columns = before.columns.map((column) => column.filter((id) => rank.has(id))).filter((column) => column.length > 0)
  const known = new Set(staying)
  const newest = rankOf(rank, staying[staying.length - 1] as string)
  for (const [i, id] of ids.entries()) {
    if (known.has(id)) continue
    // New ones come last. One that was recalled after its gap was closed comes after its older neighbour.
    const older = i > newest ? columns[columns.length - 1]?.at(-1) : ids[i - 1]
    const n = older === undefined ? 0 : columns.findIndex((column) => column.includes(older))
    const column = columns[n] ?? []
    const row = older === undefined ? 0 : column.indexOf(older) + 1
    columns = columns.with(n, [...column.slice(0, row), id, ...column.slice(row)])
  }
  const spilled = spill({ columns, cut: before.cut }, rank, heightOf, geometry)
  const onScreen = screensOf(spilled.columns, geometry) === 1
  if (onScreen && spilled.cut.size === 0 && ascending(spilled.columns.flat(), rank)) return spilled
  // Laid out from scratch, all tickets fit in order and in full.
  if (again === inOrder) return inOrder
  if (onScreen) return wholeAgain(spilled, rank, heightOf, geometry)
  const filled = fill(spilled, rank, heightOf, geometry)
  // Showing more tickets is more important than keeping them in place.
  return screensOf(again.columns, geometry) < screensOf(filled.columns, geometry) ? again : filled
}

type Place = { x: number; y: number; /** Less than the ticket's full height, for one that scrolls inside. */ height?: number }
export type Places = { at: Map<string, Place>; height: number; /** The top of each screen. */ tops: number[] }

/** Turns columns into pixel positions. */
export function place({ columns, cut }: Placed, heightOf: HeightOf, geometry: Geometry): Places {
  const at = new Map<string, Place>()
  const tops: number[] = []
  let top = 0
  let height = 0
  for (let screen = 0; screen < screensOf(columns, geometry); screen++) {
    const mine = columns.slice(screen * geometry.columns, (screen + 1) * geometry.columns)
    let tallest = 0
    for (const [n, column] of mine.entries()) {
      let y = top
      for (const id of column) {
        const rest = top + geometry.height - y
        at.set(id, { x: n * (geometry.width + geometry.gap), y, ...(cut.has(id) ? { height: rest } : {}) })
        y += (cut.has(id) ? rest : heightOf(id)) + geometry.gap
      }
      tallest = Math.max(tallest, y - top - geometry.gap)
    }
    tops.push(top)
    height = top + tallest
    top += Math.max(tallest, Number.isFinite(geometry.height) ? geometry.height : 0) + 2 * geometry.gap
  }
  return { at, height, tops }
}
