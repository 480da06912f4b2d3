type Edges = { top: number; bottom: number }
/** A row of a ticket's list: a dish with its note, or the order's notes. Positions in px. */
type Row = Edges & { note: boolean; cancelled: boolean }
type Hidden = { count: number; notes: boolean; cancelled: boolean }
/**
 * What is hidden of a ticket's list. `parted`, by row: `out` for one that is not shown at all, since its dish would be without its note; `note` for one
 * that is taller than the list: its note comes before its dish.
 */
export type Fold = { scrolls: boolean; above: Hidden; below: Hidden; parted: ('' | 'out' | 'note')[] }

/** Rounded pixels are no hidden row. */
const SLACK = 4
const hiddenOf = (rows: readonly Row[]): Hidden => ({
  count: rows.length,
  notes: rows.some((row) => row.note),
  cancelled: rows.some((row) => row.cancelled),
})
export const NO_FOLD: Fold = { scrolls: false, above: hiddenOf([]), below: hiddenOf([]), parted: [] }

/** Finds what is hidden of the rows of a list whose visible part is from `top` to `bottom`. A dish is never in view without its note, which may be an allergy. */
export function foldOf({ scrolls, top, bottom, rows }: Edges & { scrolls: boolean; rows: readonly Row[] }): Fold {
  if (!scrolls) return NO_FOLD
  const below = rows.filter((row) => row.bottom > bottom + SLACK)
  const above = rows.filter((row) => !below.includes(row) && row.top < top - SLACK)
  const parted = rows.map((row) => {
    if (!row.note) return ''
    if (row.bottom - row.top > bottom - top + SLACK) return 'note'
    return row.bottom > bottom + SLACK && row.top < bottom ? 'out' : ''
  })
  return { scrolls, above: hiddenOf(above), below: hiddenOf(below), parted: parted.some(Boolean) ? parted : [] }
}
