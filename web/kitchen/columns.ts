/**
 * Places the tickets: oldest first down each column, then to the right. Tickets that don't fit go on another screen below. A ticket keeps its column, on further screens too, until
 * it leaves: only those under a closed gap move up. One that grows in a full column scrolls inside and says "↓ 4 more", so that no other ticket moves. The
 * oldest ticket below the screen takes the first free space above, at less than its full height if need be, until another column has room for it; no
 * ticket is above while an older one waits below.
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

/** True if only a little height changed, as when a banner appears: no reason to lay out all tickets again, as another text size is. */
export const isAlike = (a: Geometry, b: Geometry): boolean =>
  a.columns === b.columns && a.least === b.least && (a.height === b.height || Math.abs(a.height - b.height) <= 120)

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

/** Tickets in their columns. Those in `cut` have less than their full height; of them, those in `grown` had all of it in the same place before. */
type Placed = { columns: Columns; cut: ReadonlySet<string>; grown: ReadonlySet<string> }
type Rank = ReadonlyMap<string, number>
type Sizes = ReadonlyMap<string, number>

/** True if the tickets have room, those in `cut` at least the height at which they show something. */
const fits = (column: readonly string[], cut: ReadonlySet<string>, heightOf: HeightOf, geometry: Geometry) =>
  !overfull(column, (id) => (cut.has(id) ? Math.min(heightOf(id), geometry.least) : heightOf(id)), geometry)

/** Leaves no ticket shortened whose column has room for all. */
function pruned({ columns, cut, grown }: Placed, heightOf: HeightOf, geometry: Geometry): Placed {
  const full = new Set(columns.filter((column) => overfull(column, heightOf, geometry)).flat())
  const still = (ids: ReadonlySet<string>) => new Set([...ids].filter((id) => full.has(id)))
  return { columns, cut: still(cut), grown: still(grown) }
}

const without = (columns: Columns, id: string | undefined): Columns =>
  id === undefined ? columns : columns.map((column) => (column.includes(id) ? column.filter((other) => other !== id) : column))

/**
 * Moves tickets from below the screen up, the oldest first: into the first column with enough space, or else to the place of a newer one, which then waits
 * below. Stops at the first one that has to wait, since none passes an older one.
 */
function fill({ columns, cut, grown }: Placed, rank: Rank, heightOf: HeightOf, geometry: Geometry): Placed {
  const { height, gap, least } = geometry
  let filled: Columns = columns.slice(0, geometry.columns)
  const waiting = columns.slice(geometry.columns).flat().sort(byRank(rank))
  const shortened = new Set(cut)
  const room = (column: readonly string[]) => height - total(column, heightOf, gap) - gap
  /** The first column with room for all of it, or else for enough of it; -1 without one. */
  const spaceFor = (id: string, among: Columns) => {
    const whole = among.findIndex((column) => room(column) >= heightOf(id))
    return whole >= 0 ? whole : among.findIndex((column) => room(column) >= least)
  }
  for (let id = waiting[0]; id !== undefined; id = waiting[0]) {
    const oldest = id
    const newer = filled.flat().filter((other) => rankOf(rank, other) > rankOf(rank, oldest))
    const gives = [undefined, ...newer.sort(byRank(rank)).reverse()]
    const found = gives.find((other) => spaceFor(oldest, without(filled, other)) >= 0)
    filled = without(filled, found)
    const n = spaceFor(oldest, filled)
    if (n < 0) break
    waiting.shift()
    if (found !== undefined) {
      waiting.push(found)
      waiting.sort(byRank(rank))
    }
    const column = filled[n] ?? []
    if (room(column) < heightOf(oldest)) shortened.add(oldest)
    filled = filled.with(n, [...column, oldest])
  }
  // Those that still wait keep their columns, for somebody may look at their screen. One that came down from above is laid out with all of them.
  const still = new Set(waiting)
  const kept = columns.slice(geometry.columns).map((column) => column.filter((id) => still.delete(id)))
  const below = still.size > 0 ? pack(waiting, heightOf, geometry) : kept.filter((column) => column.length > 0)
  return { columns: [...filled, ...below], cut: shortened, grown }
}

/**
 * A column that has become too tall takes the height from the tickets that have grown, or else from its tallest ones: they scroll inside, and no ticket
 * leaves its place. `before` are the heights that the tickets had.
 */
function shrink({ columns, cut, grown }: Placed, before: Sizes, heightOf: HeightOf, geometry: Geometry): Placed {
  const shortened = new Set(cut)
  const inPlace = new Set(grown)
  const spare = (id: string) => heightOf(id) - geometry.least
  const hasGrown = (id: string) => Number(heightOf(id) - (before.get(id) ?? 0) > 2)
  for (const column of columns) {
    // A ticket that has come to this column is no reason to shorten those that were there.
    if (column.some((id) => !before.has(id))) continue
    const less = new Set(shortened)
    const likely = column.filter((id) => !less.has(id) && spare(id) > 0)
    likely.sort((a, b) => hasGrown(b) - hasGrown(a) || spare(b) - spare(a))
    const taken: string[] = []
    for (const id of likely) {
      if (fits(column, less, heightOf, geometry)) break
      less.add(id)
      taken.push(id)
    }
    if (!fits(column, less, heightOf, geometry)) continue
    for (const id of taken) {
      shortened.add(id)
      inPlace.add(id)
    }
  }
  return { columns, cut: shortened, grown: inPlace }
}

/** Moves the last tickets of a column that has no room for them, not even shortened, to another one with room, or to the end. */
function spill({ columns, cut, grown }: Placed, rank: Rank, heightOf: HeightOf, geometry: Geometry): Placed {
  const spilled = columns.map((column) => [...column])
  const shortened = new Set(cut)
  const loose: string[] = []
  for (const column of spilled)
    while (!fits(column, shortened, heightOf, geometry)) {
      const id = column.pop() as string
      shortened.delete(id)
      loose.push(id)
    }
  for (const id of loose.sort(byRank(rank))) {
    const isNewest = spilled.flat().every((other) => rankOf(rank, other) < rankOf(rank, id))
    const n = spilled.findIndex(
      (column, i) => (isNewest ? i === spilled.length - 1 : i < geometry.columns) && !overfull([...column, id], heightOf, geometry),
    )
    if (n >= 0) spilled[n]?.push(id)
    else spilled.push([id])
  }
  return { columns: spilled, cut: shortened, grown }
}

/** Moves tickets that were shortened to fit into a free space to another column that has room to show them whole, the oldest first. No other ticket moves. */
function wholeAgain({ columns, cut, grown }: Placed, rank: Rank, heightOf: HeightOf, geometry: Geometry): Placed {
  const moved = columns.map((column) => [...column])
  const shortened = new Set(cut)
  for (const id of [...cut].filter((one) => !grown.has(one)).sort(byRank(rank))) {
    const n = Array.from({ length: geometry.columns }, (_, i) => moved[i] ?? []).findIndex(
      (column) => !overfull([...column, id], heightOf, geometry),
    )
    if (n < 0) continue
    const from = moved.findIndex((column) => column.includes(id))
    moved[from] = (moved[from] ?? []).filter((other) => other !== id)
    ;(moved[Math.min(n, moved.length)] ??= []).push(id)
    shortened.delete(id)
  }
  return { columns: moved, cut: shortened, grown }
}

const rankOf = (rank: Rank, id: string) => rank.get(id) ?? 0
const byRank = (rank: Rank) => (a: string, b: string) => rankOf(rank, a) - rankOf(rank, b)
const ascending = (ids: readonly string[], rank: Rank) =>
  ids.every((id, i) => i === 0 || rankOf(rank, ids[i - 1] as string) < rankOf(rank, id))

/** `ids` are the same tickets in order, so that a later change of the order can be noticed; `sizes` their heights in px, by which those that grow are noticed. */
export type Layout = Placed & { ids: readonly string[]; sizes: Sizes }
const NONE: ReadonlySet<string> = new Set()
export const NO_LAYOUT: Layout = { ids: [], columns: [], cut: NONE, grown: NONE, sizes: new Map() }

/**
 * Updates a layout and keeps tickets in place as far as possible. `ids` are all tickets to show, in order. `byThemselves`: heights may have changed without any
 * change of the tickets. Returns `before` if nothing moved.
 */
export function settle(before: Layout, ids: readonly string[], heightOf: HeightOf, geometry: Geometry, byThemselves = false): Layout {
  const { columns, cut, grown } = pruned(placed(before, ids, heightOf, geometry, byThemselves), heightOf, geometry)
  const same =
    alike(before.ids, ids) &&
    columns.length === before.columns.length &&
    columns.every((c, n) => alike(c, before.columns[n] ?? [])) &&
    alike([...cut], [...before.cut]) &&
    ids.every((id) => before.sizes.get(id) === heightOf(id))
  return same ? before : { ids, columns, cut, grown, sizes: new Map(ids.map((id) => [id, heightOf(id)])) }
}

/** The same ids in the same order. */
export const alike = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((id, i) => id === b[i])

function placed(before: Layout, ids: readonly string[], heightOf: HeightOf, geometry: Geometry, byThemselves: boolean): Placed {
  const rank = new Map(ids.map((id, i) => [id, i]))
  const inOrder: Placed = { columns: pack(ids, heightOf, geometry), cut: NONE, grown: NONE }
  const again = screensOf(inOrder.columns, geometry) > 1 ? fill(inOrder, rank, heightOf, geometry) : inOrder
  const staying = before.ids.filter((id) => rank.has(id))
  // Somebody pinned or unpinned a ticket, so the order changed.
  if (staying.length === 0 || !ascending(staying, rank)) return again
  // Most of them have another height by themselves: it is the type that changed, as when the font arrives. An order's note may also change most of them.
  const resized = staying.filter((id) => Math.abs(heightOf(id) - (before.sizes.get(id) ?? 0)) > 2).length
  if (byThemselves && resized > 2 && resized > staying.length / 2) return again

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
  const shrunk = shrink({ columns, cut: before.cut, grown: before.grown }, before.sizes, heightOf, geometry)
  const spilled = spill(pruned(shrunk, heightOf, geometry), rank, heightOf, geometry)
  const onScreen = screensOf(spilled.columns, geometry) === 1
  // Tickets only grew or shrank: a cook who aims at one must not hit another.
  if (alike(before.ids, ids)) return onScreen ? spilled : fill(spilled, rank, heightOf, geometry)
  if (onScreen && [...spilled.cut].every((id) => spilled.grown.has(id)) && ascending(spilled.columns.flat(), rank)) return spilled
  // Laid out from scratch, all tickets fit in order and in full.
  if (again === inOrder) return inOrder
  if (onScreen) return wholeAgain(spilled, rank, heightOf, geometry)
  const filled = fill(spilled, rank, heightOf, geometry)
  // Showing more tickets is more important than keeping them in place.
  return screensOf(again.columns, geometry) < screensOf(filled.columns, geometry) ? again : filled
}

type Place = { x: number; y: number; /** Less than the ticket's full height, for one that scrolls inside. */ height?: number }
export type Places = { at: Map<string, Place>; height: number; /** The top of each screen. */ tops: number[] }

/** The heights of the shortened tickets of a column: those that took a free space give way first, then those that have grown in it. */
function shortened(column: readonly string[], { cut, grown }: Placed, heightOf: HeightOf, { height, gap, least }: Geometry): Sizes {
  let over = total(column, heightOf, gap) - height
  const short = new Map<string, number>()
  for (const id of column.filter((one) => cut.has(one)).sort((a, b) => Number(grown.has(a)) - Number(grown.has(b)))) {
    const less = Math.max(0, Math.min(over, heightOf(id) - least))
    short.set(id, heightOf(id) - less)
    over -= less
  }
  return short
}

/** Turns columns into pixel positions. */
export function place(placed: Placed, heightOf: HeightOf, geometry: Geometry): Places {
  const { columns } = placed
  const at = new Map<string, Place>()
  const tops: number[] = []
  let top = 0
  let height = 0
  for (let screen = 0; screen < screensOf(columns, geometry); screen++) {
    const mine = columns.slice(screen * geometry.columns, (screen + 1) * geometry.columns)
    let tallest = 0
    for (const [n, column] of mine.entries()) {
      let y = top
      const short = shortened(column, placed, heightOf, geometry)
      for (const id of column) {
        const less = short.get(id)
        at.set(id, { x: n * (geometry.width + geometry.gap), y, ...(less === undefined ? {} : { height: less }) })
        y += (less ?? heightOf(id)) + geometry.gap
      }
      tallest = Math.max(tallest, y - top - geometry.gap)
    }
    tops.push(top)
    height = top + tallest
    top += Math.max(tallest, Number.isFinite(geometry.height) ? geometry.height : 0) + 2 * geometry.gap
  }
  return { at, height, tops }
}
