import type { OrderShape } from '#domain/api/order.ts'

export type Changes = {
  /** "+2 Kingfisher Premium, −1 Coke" */
  words: string
  lineIds: string[]
}

/**
 * What another device did to an open order: dishes that were added, and those that were cancelled (SCREENS G6). `mine` are tickets of this device.
 * Null when nothing did; a status that moved on is no change of the order.
 */
export function changesOf(before: OrderShape, after: OrderShape, mine: ReadonlySet<string>): Changes | null {
  if (before._id !== after._id || after.version <= before.version) return null
  const cancelled = (order: OrderShape) => {
    const sums = new Map<string, number>()
    for (const kot of order.kots)
      for (const line of kot.items) if (line.status === 'Cancelled') sums.set(line.itemName, (sums.get(line.itemName) ?? 0) + line.quantity)
    return sums
  }
  const known = new Set(before.kots.map((kot) => kot.kotId))
  const words: string[] = []
  const lineIds: string[] = []
  const added = new Map<string, number>()
  for (const kot of after.kots) {
    if (known.has(kot.kotId) || mine.has(kot.kotId)) continue
    for (const line of kot.items) {
      added.set(line.itemName, (added.get(line.itemName) ?? 0) + line.quantity)
      lineIds.push(line.lineId)
    }
  }
  for (const [name, n] of added) words.push(`+${n} ${name}`)
  const was = cancelled(before)
  const wasLines = new Set(before.kots.flatMap((kot) => kot.items.filter((l) => l.status === 'Cancelled').map((l) => l.lineId)))
  for (const [name, n] of cancelled(after)) {
    const more = n - (was.get(name) ?? 0)
    if (more <= 0 || mine.has(`cancel:${name}`)) continue
    words.push(`−${more} ${name}`)
    for (const kot of after.kots)
      for (const line of kot.items)
        if (line.status === 'Cancelled' && line.itemName === name && !wasLines.has(line.lineId)) lineIds.push(line.lineId)
  }
  return words.length > 0 ? { words: words.join(', '), lineIds } : null
}
