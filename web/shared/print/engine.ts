import { randomId } from '#domain/ids.ts'
import type { Answer, Input } from '#web/core/api.ts'
import type { Outcome } from './agent.ts'

/**
 * Takes the print jobs of this device's printers from the server's queue and prints them (docs/decisions/028-print-queue.md). A job is begun on the server
 * before its paper goes to the agent, and ended after: whatever fails between the two, no paper is lost unseen and none comes out twice unmarked.
 */
export type Leased = Answer<'POST /print/lease'>['jobs'][number]
export type Step = Input<'PUT /print/jobs/:id'>['body']

export type Deps = {
  /** The ids of this device's printers that the agent reaches now. */
  printers: () => string[]
  /** The next job of each printer. Rejects when no answer came; `key` is the same until one did. */
  lease: (printerIds: string[], key: string) => Promise<Answer<'POST /print/lease'>>
  /** Was the step taken? false: the server refused it. Rejects when no answer came; `key` is the same until one did. */
  step: (id: string, step: Step, key: string, options?: { keepalive: boolean }) => Promise<boolean>
  /** Makes the paper. Throws when it can't be made. */
  make: (leased: Leased) => Promise<Uint8Array>
  /** Prints it, but not any more after `latest`, in ms since 1970. */
  print: (leased: Leased, paper: Uint8Array, latest: number) => Promise<Outcome>
}

/** Without any event, the queue is looked at so often. */
const IDLE_MS = 30_000
const RETRY_MS = 2_000
/**
 * 60 s after a print was begun the server doesn't know any more whether it came out, and may let somebody print a duplicate: so the paper must be with the
 * agent well before that, the agent's own patience included.
 */
const BEGIN_MS = 30_000

export type Engine = {
  /** There may be something to print. */
  wake: () => void
  /** Gives back what isn't begun. What the agent has already got is still reported. */
  stop: () => void
}

export function startEngine(deps: Deps): Engine {
  let stopped = false
  let alarm = () => {}
  /** Set by a wake that comes while the queue is being read. */
  let woken = false
  const busy = new Set<string>()
  /** Leased and not begun: they are given back when the page closes. */
  const unbegun = new Map<string, number>()

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
      let rest = IDLE_MS
      if (ids.length > 0) {
        asked ??= { ids, key: randomId() }
        try {
          const { jobs, next } = await deps.lease(asked.ids, asked.key)
          asked = null
          for (const leased of jobs) void handle(leased)
          if (next) rest = Math.max(0, Math.min(rest, Date.parse(next) - Date.now()))
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
        await report(_id, { fence, status: 'failed', reason: error instanceof Error ? error.message : undefined })
        return
      }
      const latest = Date.now() + BEGIN_MS
      if (stopped || !(await report(_id, { fence, status: 'printing' }, () => stopped))) return
      unbegun.delete(_id)
      if (Date.now() > latest) {
        await report(_id, { fence, status: 'failed', reason: 'The server could not be reached for too long.' })
        return
      }
      const outcome = await deps.print(leased, paper, latest)
      await report(_id, { fence, status: outcome.is, ...(outcome.is === 'printed' ? null : { reason: outcome.problem.message }) })
    } finally {
      unbegun.delete(_id)
      busy.delete(printerId)
      wake()
    }
  }

  /** Takes a step, and asks again until there is an answer; false when it was refused, or `enough()` is true. */
  async function report(id: string, step: Step, enough: () => boolean = () => false): Promise<boolean> {
    const key = randomId()
    for (let wait = RETRY_MS; !enough(); wait = Math.min(wait * 2, 15_000))
      try {
        return await deps.step(id, step, key)
      } catch {
        await new Promise((resolve) => setTimeout(resolve, wait))
      }
    return false
  }

  void run()
  return {
    wake,
    stop() {
      if (stopped) return
      stopped = true
      for (const [id, fence] of unbegun) deps.step(id, { fence, status: 'queued' }, randomId(), { keepalive: true }).catch(() => undefined)
      unbegun.clear()
      alarm()
    },
  }
}
