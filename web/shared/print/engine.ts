import { randomId } from '#domain/ids.ts'
import type { Answer, Input } from '#web/core/api.ts'
import type { Outcome } from './agent.ts'

/**
 * Takes the print jobs of this device's printers from the server's queue and prints them (docs/decisions/028-print-queue.md). A job is begun on the server
 * before its paper goes to the agent, and ended after: whatever fails between the two, no paper is lost unseen and none comes out twice unmarked.
 */
export type Leased = Answer<'POST /print/lease'>['jobs'][number]
export type Step = Input<'PUT /print/jobs/:id'>['body']

export class Later extends Error {}

export type Deps = {
  /** The ids of this device's printers that the agent reaches now. */
  printers: () => string[]
  /** The next job of each printer; null if the server refused. Rejects when no answer came; `key` stays the same until one comes. */
  lease: (printerIds: string[], key: string) => Promise<Answer<'POST /print/lease'> | null>
  /** Reports a step; false if the server refused it. Rejects when no answer came; `key` stays the same until one comes. */
  step: (id: string, step: Step, key: string, options?: { keepalive: boolean }) => Promise<boolean>
  /** Makes the paper. Throws when it can't be made; `Later` when it can't be made now. */
  make: (leased: Leased) => Promise<Uint8Array>
  /** Prints it, unless it is later than `latest`, in ms since 1970. */
  print: (leased: Leased, paper: Uint8Array, latest: number) => Promise<Outcome>
}

/** How often the queue is looked at when no event comes. */
const IDLE_MS = 30_000
const RETRY_MS = 2_000
const AWAY = 'The server could not be reached for too long.'
/**
 * How long after a print was begun its paper may still be given to the agent. After 60 s the server counts it as unknown and may let somebody print a duplicate, so
 * this leaves time for the signature (up to 10 s) and for the agent's answer (20 s).
 */
const BEGIN_MS = 20_000

export type Engine = {
  /** There may be something to print. */
  wake: () => void
  /** True while a paper is being printed. */
  busy: () => boolean
  /** Gives back the jobs that were not begun. Resolves when the results of those that the agent already has are reported. */
  stop: () => Promise<void>
}

export function startEngine(deps: Deps): Engine {
  let stopped = false
  let alarm = () => {}
  /** Set by a wake that comes while the queue is being read. */
  let woken = false
  /** No job is taken before this, in ms since 1970: one was put back, and it would be the same again. */
  let pausedUntil = 0
  const busy = new Set<string>()
  /** Leased and not begun: they are given back when the page closes. */
  const unbegun = new Map<string, number>()
  /** Work whose result the server doesn't know yet: papers being printed, and jobs being given back. */
  const untold = new Set<Promise<unknown>>()
  const tell = (work: Promise<unknown>) => {
    const told: Promise<unknown> = work.catch(() => undefined).finally(() => untold.delete(told))
    untold.add(told)
  }

  function sleep(ms: number): Promise<void> {
    if (woken) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      alarm = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
  const wake = () => {
    woken = true
    alarm()
  }

  async function run() {
    let asked: { ids: string[]; key: string } | null = null
    while (!stopped) {
      const ids: string[] = asked?.ids ?? deps.printers().filter((id) => !busy.has(id))
      woken = false
      let rest = Math.max(0, pausedUntil - Date.now()) || IDLE_MS
      if (ids.length > 0 && Date.now() >= pausedUntil) {
        asked ??= { ids, key: randomId() }
        try {
          const answer = await deps.lease(asked.ids, asked.key)
          asked = null
          for (const leased of answer?.jobs ?? []) tell(handle(leased))
          if (!answer) rest = RETRY_MS
          else if (answer.next) rest = Math.max(0, Math.min(rest, Date.parse(answer.next) - Date.now()))
        } catch {
          rest = RETRY_MS
        }
      }
      await sleep(rest)
    }
  }

  async function handle(leased: Leased) {
    const { _id, printerId } = leased.job
    const { fence } = leased
    busy.add(printerId)
    unbegun.set(_id, fence)
    try {
      let paper: Uint8Array
      try {
        paper = await deps.make(leased)
      } catch (error) {
        if (error instanceof Later) await putBack(leased, RETRY_MS, error.message)
        else await report(_id, { fence, status: 'failed', reason: error instanceof Error ? error.message : undefined })
        return
      }
      if (stopped) return await putBack(leased, 0, AWAY)
      const latest = Date.now() + BEGIN_MS
      if (!(await report(_id, { fence, status: 'printing' }, () => stopped))) return
      // `stop` has given it back meanwhile.
      if (!unbegun.delete(_id)) return
      const outcome: Outcome | null = Date.now() > latest ? null : await deps.print(leased, paper, latest)
      if (outcome === null) await putBack(leased, RETRY_MS, AWAY)
      else if (outcome.is === 'later') await putBack(leased, outcome.wait, outcome.problem.message)
      else await report(_id, { fence, status: outcome.is, ...(outcome.is === 'printed' ? null : { reason: outcome.problem.message }) })
      // It was printed after all, as when somebody has put paper in, so nobody needs to print it again.
      if (outcome?.is === 'unknown') void outcome.late?.then((printed) => printed && report(_id, { fence, status: 'printed' }))
    } finally {
      unbegun.delete(_id)
      busy.delete(printerId)
      wake()
    }
  }

  /** Nothing was printed, for a reason that is not the paper's: it keeps its place in the queue, for this page or another one. After its time, a person must ask for it. */
  async function putBack({ job, fence }: Leased, wait: number, reason: string) {
    pausedUntil = Math.max(pausedUntil, Date.now() + wait)
    if (!(await report(job._id, { fence, status: 'queued' }))) await report(job._id, { fence, status: 'failed', reason })
  }

  /**
   * Reports a step, and repeats the call until there is an answer; false when it was refused, or when `enough()` is true. How a paper ended is reported also when the
   * page is closed just then: else the printer would wait for a minute, and the paper be offered as a possible duplicate.
   */
  async function report(id: string, step: Step, enough: () => boolean = () => false): Promise<boolean> {
    const key = randomId()
    for (let wait = RETRY_MS; !enough(); wait = Math.min(wait * 2, 15_000))
      try {
        return await deps.step(id, step, key, { keepalive: step.status !== 'printing' })
      } catch {
        await new Promise((resolve) => setTimeout(resolve, wait))
      }
    return false
  }

  const running = run()
  return {
    wake,
    busy: () => busy.size > 0,
    async stop() {
      if (!stopped) {
        stopped = true
        for (const [id, fence] of unbegun) tell(deps.step(id, { fence, status: 'queued' }, randomId(), { keepalive: true }))
        unbegun.clear()
        alarm()
      }
      // It may have leased jobs just before, which are given back.
      await running
      await Promise.all(untold)
    },
  }
}
