type Edges = { top: number; bottom: number }

/** How far a ticket's list scrolls down, in pixels, to show a row with news; negative: up. */
export function revealBy(row: Edges, list: Edges): number {
  // Its note and OK are at its bottom. Of a row that is taller than the list its top stays, since OK without the dish's name says nothing.
  if (row.bottom > list.bottom) return Math.min(row.bottom - list.bottom, row.top - list.top)
  return row.top < list.top ? -Math.min(list.top - row.top, list.bottom - row.bottom) : 0
}
