import { randomId } from '#domain/ids.ts'
import { ApiError } from './api.ts'

/**
 * The Idempotency-Key of what a person does. Pressing Save again after a failure that may have hidden a success is the same action and gets the same
 * key, so the server does it once (CONTRACT §1). It is another action, with another key, after an answer came or after the person changed something.
 */
export type Attempt = {
  /** The key for sending `input` now. */
  keyFor: (input: unknown) => string
  /** How it ended: without an error it succeeded. */
  ended: (input: unknown, error?: unknown) => void
}

/** Text that is the same for equal inputs, whatever the order of their fields. A file stands by its name, size and time. */
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
 * Did this failure leave open what happened? Without an answer and after a 5xx, yes. Also after a 401, a 429 and 409 `busy`: they turn a request away
 * before the stored answer is looked up, so they say nothing about the attempt before.
 */
export const leavesOpen = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.network || error.status >= 500 || error.status === 401 || error.status === 429 || error.code === 'busy')

/** `forget` milliseconds after a failure the same input is a new action. */
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
