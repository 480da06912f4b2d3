/** Runs jobs one at a time, in the order in which they were asked for. One that fails holds up none after it. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  /** Resolves or rejects as the job does. */
  run<T>(job: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(job)
    this.#last = turn.catch(() => {})
    return turn
  }
}
