/** An entry that has waited this long is shown as late. */
export const LATE_DAYS = 5

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long something has waited, in one unit: `10 min`, `9 h`, `4 d`. */
export function waitingText(since: string, now: number): string {
  const ms = Math.max(0, now - Date.parse(since))
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`
  return ms < DAY ? `${Math.floor(ms / HOUR)} h` : `${Math.floor(ms / DAY)} d`
}

export const isLate = (since: string, now: number): boolean => now - Date.parse(since) >= LATE_DAYS * DAY

/** `14 waiting, the oldest for 9 d`; the oldest comes first. */
export function queueText(total: number, oldest: string | undefined, now: number): string {
  return oldest === undefined ? 'Nobody is waiting' : `${total} waiting, the oldest for ${waitingText(oldest, now)}`
}
