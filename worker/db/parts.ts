/** D1 takes parameters of 2,000,000 bytes (PLATFORM.md). JSON that stands in a row grows at most twofold in the JSON of the rows, where its quotes are escaped. */
const MOST_BYTES = 900_000
const MOST_ROWS = 200
const bytesOf = (row: unknown): number => new TextEncoder().encode(JSON.stringify(row)).length

/** A list in parts that each fit one parameter as JSON, 200 rows at most. `sent`: what of a row is sent, if not all of it. */
export function inParts<T>(
  list: readonly T[],
  { sent = (row) => row, rows = MOST_ROWS }: { sent?: (row: T) => unknown; rows?: number } = {},
): T[][] {
  const parts: T[][] = []
  let room = 0
  for (const row of list) {
    const bytes = bytesOf(sent(row))
    const part = parts.at(-1)
    if (part && part.length < rows && bytes <= room) part.push(row)
    else {
      parts.push([row])
      room = MOST_BYTES
    }
    room -= bytes
  }
  return parts
}
