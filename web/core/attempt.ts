import { randomId } from '#domain/ids.ts'
import { ApiError } from './api.ts'

/**
 * The Idempotency-Key of an action. Pressing Save again after a failure that may have hidden a success is the same action and gets the same
 * key, so the server does it once (CONTRACT §1). After an answer, or after the person changed something, it is a new action with a new key.
 */
export type Attempt = {
  /** The key to send with `input` now. */
  keyFor: (input: unknown) => string
  /** Call it when the request has ended; without an error it succeeded. */
  ended: (input: unknown, error?: unknown) => void
}

/** The same text for equal inputs, whatever the order of their fields. A file is represented by its name, size and time. */
function fingerprint(input: unknown): string {
  return (
    JSON.stringify(input, (_, value: unknown) => {
      if (typeof File !== 'undefined' && value instanceof File) return [value.name, value.size, value.lastModified]
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
      return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    }) ?? ''
  )
}

/**
 * True if the action may have happened despite this failure: there was no answer, or a 5xx. Also a 401, a 429 and 409 `busy`: they refuse a request
 * before the stored answer is looked up, so they say nothing about the earlier attempt.
 */
export const leavesOpen = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.network || error.status >= 500 || error.status === 401 || error.status === 429 || error.code === 'busy')

/** The same input counts as a new action `forget` milliseconds after a failure. */
export function createAttempt(forget = Infinity): Attempt {
  let last: { text: string; key: string; failedAt: number | null } | null = null
  return {
    keyFor(input) {
      const text = fingerprint(input)
      const repeats = last?.text === text && (last.failedAt === null || Date.now() - last.failedAt < forget)
      if (!repeats || last === null) last = { text, key: randomId(), failedAt: null }
      return last.key
    },
    ended(input, error) {
      if (last?.text !== fingerprint(input)) return
      last = leavesOpen(error) ? { ...last, failedAt: Date.now() } : null
    },
  }
}
