import { ApiError } from '#web/core/api.ts'

/**
 * Saves a list whole that another device may change at the same moment: `put` makes this device's change in the list that is there. When the server says with a
 * 409 that the list is another one by now (`newest` reads it from the refusal), the same change is made in that one. `seen` is the list as it was read.
 */
export async function intoNewest<T, A>(
  seen: T,
  put: (now: T) => Promise<A>,
  newest: (details: Record<string, unknown>) => unknown,
): Promise<A> {
  let now = seen
  for (let left = 3; ; left--) {
    try {
      return await put(now)
    } catch (error) {
      const newer = error instanceof ApiError && error.status === 409 ? newest(error.details) : undefined
      if (newer === undefined || left === 0) throw error
      now = newer as T
    }
  }
}
