/** Runs jobs one at a time, in order. A job that fails doesn't stop the ones after it. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  /** Resolves or rejects as the job does. */
  run<T>(job: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(job)
    this.#last = turn.catch(() => {})
    return turn
  }
}
