type Window = { ends: number; count: number }

/**
 * Counts by key in time windows, in the memory of a Worker's isolate or of a room. The counts are lost when either is evicted, which happens only while it is
 * idle.
 */
export class Counts {
  readonly #windows = new Map<string, Window>()
  #sweepAt = 0

  /** Counts one more in the key's window of so many milliseconds, which begins with its first. Returns the count, and the milliseconds until the window ends. */
  count(key: string, ms: number): { count: number; left: number } {
    const now = Date.now()
    let window = this.#windows.get(key)
    // A clock that is set back doesn't lengthen a window.
    if (!window || now >= window.ends || window.ends - now > ms) {
      this.#forgetEnded(now, ms)
      this.#windows.set(key, (window = { ends: now + ms, count: 0 }))
    }
    return { count: ++window.count, left: window.ends - now }
  }

  /** The same against a limit. Returns the seconds to wait, 0 while it is within `most`. */
  wait(key: string, most: number, ms: number): number {
    const { count, left } = this.count(key, ms)
    return count <= most ? 0 : Math.max(1, Math.ceil(left / 1000))
  }

  #forgetEnded(now: number, ms: number): void {
    if (now < this.#sweepAt && this.#sweepAt - now <= ms) return
    this.#sweepAt = now + ms
    for (const [key, { ends }] of this.#windows) if (now >= ends) this.#windows.delete(key)
  }
}
