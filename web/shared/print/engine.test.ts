import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { asOf, leases, type PrintJob, stepped } from '#domain/printJob.ts'
import type { Printer } from '#domain/printing.ts'
import { aPrintJob } from '#domain/test/shapes.ts'
import type { Outcome } from './agent.ts'
import { type Deps, type Engine, Later, type Leased, startEngine, type Step } from './engine.ts'
import { PrintProblem } from './problems.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const PRINTERS = ['bill', 'grill'].map((id): Printer => ({
  id,
  deviceId: 'counter',
  name: id,
  role: 'kot',
  stations: [],
  columns: 48,
  fallbackId: null,
  ownOnly: false,
  registeredAt: '2026-01-01T00:00:00.000Z',
}))

type Job = PrintJob & { n: number }
/** The faults of the next requests and papers; when the list is empty, everything works. */
type Fault =
  | 'request lost'
  | 'answer lost'
  | 'slow'
  | 'late answer'
  | 'not signed'
  | 'agent dies'
  | 'agent prints, then dies'
  | 'out of paper'
  | 'none'

/** A server with the rules of domain/printJob, a network and an agent that fail as told, and the papers that came out. */
class World {
  jobs: Job[] = []
  papers: { job: string; printer: string; n: number }[] = []
  faults: Fault[] = []
  up = true
  #stored = new Map<string, unknown>()
  #page = 0
  pages: { engine: Engine; alive: boolean }[] = []

  add(printerId: string) {
    const n = this.jobs.length
    const waitingSince = new Date().toISOString()
    const none = { movedFrom: null, fence: 0, leasedBy: null, leaseUntil: null, reason: null, closedAt: null, closedBy: null }
    this.jobs.push({ id: `job${n}`, n, status: 'queued', printerId, waitingSince, ...none })
    for (const page of this.pages) if (page.alive) page.engine.wake()
  }

  #refresh() {
    this.jobs = this.jobs.map((job) => asOf(job, Date.now()))
  }

  /** One request: `answer` is computed once for a key, as the server's stored answers are. */
  async #ask<T>(page: { alive: boolean }, key: string, answer: () => T): Promise<T> {
    const fault = this.#takes(['request lost', 'answer lost', 'slow', 'late answer'])
    await wait(fault === 'slow' ? 4000 : 20)
    if (!page.alive) return new Promise(() => undefined)
    if (!this.up || fault === 'request lost') throw new Error('No answer')
    if (!this.#stored.has(key)) this.#stored.set(key, answer())
    await wait(fault === 'late answer' ? 4000 : 20)
    if (!page.alive) return new Promise(() => undefined)
    if (fault === 'answer lost') throw new Error('No answer')
    return this.#stored.get(key) as T
  }

  #takes(kinds: Fault[]): Fault | undefined {
    return kinds.includes(this.faults[0] ?? 'none') || this.faults[0] === 'none' ? this.faults.shift() : undefined
  }

  open() {
    const page = { alive: true, engine: null as unknown as Engine }
    page.engine = startEngine(this.#deps(page))
    this.pages.push(page)
  }

  #deps(page: { alive: boolean }): Deps {
    return {
      printers: () => PRINTERS.map(({ id }) => id),
      lease: (ids, key) =>
        this.#ask(page, `${this.#page}${key}`, () => {
          this.#refresh()
          const own = PRINTERS.filter(({ id }) => ids.includes(id))
          const open = this.jobs.filter(({ status }) => ['queued', 'leased', 'printing'].includes(status))
          const taken = leases(open, own, PRINTERS, { deviceId: 'counter', now: Date.now() })
          this.jobs = this.jobs.map((job) => taken.find(({ id }) => id === job.id) ?? job)
          return { jobs: taken.map(leasedOf), next: null }
        }),
      step: (id, step, key) =>
        this.#ask(page, key, () => {
          this.#refresh()
          return this.#step(id, step)
        }),
      make: () => Promise.resolve(new Uint8Array()),
      print: (leased) => this.#print(page, leased),
    }
  }

  #step(id: string, { fence, status, reason }: Step): boolean {
    try {
      const job = this.jobs.find((j) => j.id === id)!
      const next = stepped(job, { fence, step: status, reason }, { now: Date.now(), by: 'a page', deviceId: 'counter', printers: PRINTERS })
      this.jobs = this.jobs.map((j) => (j === job ? next : j))
      return true
    } catch {
      return false
    }
  }

  async #print(page: { alive: boolean }, { job }: Leased): Promise<Outcome> {
    const { n } = this.jobs.find(({ id }) => id === job._id)!
    const comesOut = () => void this.papers.push({ job: job._id, printer: job.printerId, n })
    const fault = this.#takes(['not signed', 'agent dies', 'agent prints, then dies', 'out of paper'])
    await wait(fault === 'out of paper' ? 15_000 : 300)
    // What the agent has is printed, whether or not the page is still open.
    if (fault !== 'agent dies' && fault !== 'not signed') comesOut()
    if (!page.alive) return new Promise(() => undefined)
    if (fault === 'not signed') return { is: 'later', wait: 5000, problem: new PrintProblem('authentication') }
    const lost = fault === 'agent dies' || fault === 'agent prints, then dies'
    return lost ? { is: 'unknown', problem: new PrintProblem('unknown') } : { is: 'printed' }
  }

  /** A tab is killed: it sends nothing any more. */
  kill(n: number) {
    const living = this.pages.filter(({ alive }) => alive)
    const page = living[n % living.length]
    if (page) page.alive = false
  }

  /** A tab is closed. */
  close(n: number) {
    const living = this.pages.filter(({ alive }) => alive)
    living[n % living.length]?.engine.stop()
    this.kill(n)
  }

  /** The agent is lost and found again. The page stays open and goes on with the papers that it has begun. */
  reconnect(n: number) {
    const living = this.pages.filter(({ alive }) => alive)
    const page = living[n % living.length]
    if (!page) return
    page.engine.stop()
    page.engine = startEngine(this.#deps(page))
  }

  /** All jobs have ended, and the printed papers match the server's record. */
  expectHonest() {
    this.#refresh()
    expect(this.jobs.filter(({ status }) => ['queued', 'leased', 'printing'].includes(status))).toEqual([])
    for (const job of this.jobs) {
      const papers = this.papers.filter((paper) => paper.job === job.id).length
      expect(papers, `${job.id} is ${job.status}`).toBeLessThanOrEqual(1)
      if (job.status === 'printed') expect(papers, `${job.id} is lost`).toBe(1)
      if (job.status === 'failed') expect(papers, `${job.id} came out though it failed`).toBe(0)
    }
    for (const { id } of PRINTERS) {
      const order = this.papers.filter(({ printer }) => printer === id).map(({ n }) => n)
      expect(order).toEqual(order.toSorted((a, b) => a - b))
    }
  }
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const leasedOf = ({ id, printerId, fence }: Job): Leased => ({
  job: aPrintJob({ _id: id, printerId }),
  fence,
  document: { kind: 'test', printer: printerId, at: '2026-01-01T00:00:00.000Z', by: '' },
})

it('prints what waits, in order, on each printer, and what comes after', async () => {
  const world = new World()
  for (const printer of ['bill', 'grill', 'bill', 'bill', 'grill']) world.add(printer)
  world.open()
  await vi.advanceTimersByTimeAsync(3000)
  world.add('bill')
  await vi.advanceTimersByTimeAsync(1000)
  expect(world.papers.filter(({ printer }) => printer === 'bill').map(({ job }) => job)).toEqual(['job0', 'job2', 'job3', 'job5'])
  expect(world.papers).toHaveLength(6)
  world.expectHonest()
})

it('a closed tab gives back what it had not begun, and another one prints it at once', async () => {
  const world = new World()
  world.add('bill')
  world.faults = ['none', 'slow']
  world.open()
  // The lease is answered; the call that begins the print is on its way.
  await vi.advanceTimersByTimeAsync(100)
  expect(world.jobs[0]?.status).toBe('leased')
  world.pages[0]?.engine.stop()
  await vi.advanceTimersByTimeAsync(100)
  expect(world.jobs[0]?.status).toBe('queued')
  world.pages[0]!.alive = false
  world.faults = []
  world.open()
  await vi.advanceTimersByTimeAsync(1000)
  expect(world.papers).toHaveLength(1)
})

it('a page that learns too late that it may begin does not print, because the server may have let somebody print a duplicate by then', async () => {
  const world = new World()
  world.add('bill')
  world.faults = ['none', ...Array.from({ length: 8 }, () => 'answer lost' as const)]
  world.open()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(world.papers).toEqual([])
  // It puts it back, and gets it again.
  await vi.advanceTimersByTimeAsync(100_000)
  expect([world.papers.length, world.jobs[0]?.status, world.jobs[0]?.fence]).toEqual([1, 'printed', 2])
})

it('a paper that is not signed keeps its place and waits as long as it must, and this page takes no other meanwhile', async () => {
  const world = new World()
  for (const printer of ['bill', 'bill', 'grill']) world.add(printer)
  world.faults = ['none', 'none', 'none', 'not signed', 'not signed']
  world.open()
  await vi.advanceTimersByTimeAsync(4000)
  world.pages[0]?.engine.wake()
  expect(world.jobs.map(({ status }) => status)).toEqual(['queued', 'queued', 'queued'])
  expect(world.papers).toEqual([])
  await vi.advanceTimersByTimeAsync(4000)
  expect(world.papers.filter(({ printer }) => printer === 'bill').map(({ job }) => job)).toEqual(['job0', 'job1'])
  world.expectHonest()
})

it('a paper that could not be put back in time must be asked for by a person, because the printer may have printed the next one since', async () => {
  const world = new World()
  world.add('bill')
  world.faults = ['none', 'none', 'not signed']
  world.open()
  await vi.advanceTimersByTimeAsync(200)
  expect(world.jobs[0]?.status).toBe('printing')
  world.up = false
  await vi.advanceTimersByTimeAsync(70_000)
  world.up = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect([world.papers, world.jobs[0]?.status]).toEqual([[], 'failed'])
})

/** An engine for one printer. Everything works, unless the test says otherwise. */
const engineOf = (deps: Pick<Deps, 'lease'> & Partial<Deps>): Engine =>
  startEngine({
    printers: () => ['bill'],
    step: () => Promise.resolve(true),
    make: () => Promise.resolve(new Uint8Array()),
    print: () => Promise.resolve({ is: 'printed' }),
    ...deps,
  })

it('a paper that came out late, once its printer had paper again, counts as printed, so nobody needs a duplicate', async () => {
  const steps: Step[] = []
  const queue = [leasedOf({ id: 'job0', printerId: 'bill', fence: 1 } as Job)]
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(true), 90_000))
  const engine = engineOf({
    lease: () => Promise.resolve({ jobs: queue.splice(0), next: null }),
    step: (_, step) => Promise.resolve(steps.push(step) > 0),
    print: () => Promise.resolve({ is: 'unknown', problem: new PrintProblem('notSent'), late }),
  })
  await vi.advanceTimersByTimeAsync(80_000)
  expect(steps.map(({ status }) => status)).toEqual(['printing', 'unknown'])
  await vi.advanceTimersByTimeAsync(20_000)
  engine.stop()
  expect(steps.at(-1)).toEqual({ fence: 1, status: 'printed' })
})

it('a page that gives a job back while the server lets it begin does not print it', async () => {
  const world = new World()
  world.add('bill')
  world.faults = ['none', 'late answer']
  world.open()
  await vi.advanceTimersByTimeAsync(100)
  expect(world.jobs[0]?.status).toBe('printing')
  world.reconnect(0)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(world.papers).toHaveLength(1)
  world.expectHonest()
})

it('stopped for a sign-out, it ends when the result of what was printing is reported and the rest is given back, and takes nothing more', async () => {
  const world = new World()
  for (const printer of ['bill', 'bill', 'grill']) world.add(printer)
  world.faults = ['none', 'none', 'slow']
  world.open()
  // The bill is at the printer; the call that begins the ticket is on its way.
  await vi.advanceTimersByTimeAsync(150)
  expect(world.jobs.map(({ status }) => status)).toEqual(['printing', 'queued', 'leased'])
  const { engine } = world.pages[0]!
  expect(engine.busy()).toBe(true)
  const ended = vi.fn()
  void engine.stop().then(ended)
  await vi.advanceTimersByTimeAsync(100)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(6000)
  expect(ended).toHaveBeenCalledOnce()
  expect(engine.busy()).toBe(false)
  expect(world.jobs.map(({ status }) => status)).toEqual(['printed', 'queued', 'queued'])
  expect(world.papers.map(({ job }) => job)).toEqual(['job0'])
})

it('asks again when the server refuses a lease, as for a printer that was removed meanwhile', async () => {
  const lease = vi.fn<Deps['lease']>(() => Promise.resolve(null))
  const engine = engineOf({ lease })
  await vi.advanceTimersByTimeAsync(2500)
  engine.stop()
  expect(new Set(lease.mock.calls.map(([, key]) => key)).size).toBe(2)
})

it('looks again at the time that the server names, as for a printer that it replaces, although no event comes', async () => {
  const lease = vi.fn<Deps['lease']>(() => Promise.resolve({ jobs: [], next: new Date(Date.now() + 7000).toISOString() }))
  const engine = engineOf({ lease })
  await vi.advanceTimersByTimeAsync(6900)
  expect(lease).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(lease).toHaveBeenCalledTimes(2)
  engine.stop()
})

it('gives the agent a paper only within 20 s after asking to begin, and gives back one that is not begun when the page closes', async () => {
  const step = vi.fn<Deps['step']>(() => wait(3000).then(() => true))
  const print = vi.fn<Deps['print']>(() => Promise.resolve({ is: 'printed' }))
  const queue = [1, 2].map((n) => leasedOf({ id: `job${n}`, printerId: 'bill', fence: n } as Job))
  const engine = engineOf({
    lease: () => Promise.resolve({ jobs: queue.splice(0, 1), next: null }),
    step,
    print,
  })
  const begun = Date.now()
  await vi.advanceTimersByTimeAsync(3001)
  expect(print.mock.calls.map(([{ job }, , latest]) => [job._id, latest])).toEqual([['job1', begun + 20_000]])
  // The second one is leased and the call that begins it is on its way: the request that gives it back outlives the page.
  await vi.advanceTimersByTimeAsync(3000)
  engine.stop()
  expect(step.mock.lastCall).toEqual(['job2', { fence: 2, status: 'queued' }, expect.any(String), { keepalive: true }])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(print).toHaveBeenCalledTimes(1)
})

it('reports how a paper ended with a request that outlives the page, and asks to begin with one that does not', async () => {
  const step = vi.fn<Deps['step']>(() => wait(20).then(() => true))
  const queue = [leasedOf({ id: 'job0', printerId: 'bill', fence: 1 } as Job)]
  const engine = engineOf({ lease: () => Promise.resolve({ jobs: queue.splice(0), next: null }), step })
  await vi.advanceTimersByTimeAsync(1000)
  engine.stop()
  expect(step.mock.calls.map(([, { status }, , options]) => [status, options])).toEqual([
    ['printing', { keepalive: false }],
    ['printed', { keepalive: true }],
  ])
})

it('repeats a step with the same key until there is an answer, and meanwhile asks for nothing else for that printer', async () => {
  const keys: string[] = []
  const lease = vi.fn<Deps['lease']>((ids) => Promise.resolve({ jobs: ids.includes('bill') ? queue.splice(0) : [], next: null }))
  const queue = [leasedOf({ id: 'job0', printerId: 'bill', fence: 1 } as Job)]
  const engine = engineOf({
    printers: () => ['bill', 'grill'],
    lease,
    step: (_, { status }, key) => {
      if (status !== 'printing') return Promise.resolve(true)
      keys.push(key)
      return keys.length < 3 ? Promise.reject(new Error('No answer')) : Promise.resolve(true)
    },
    print: () => wait(1000).then(() => ({ is: 'printed' })),
  })
  await vi.advanceTimersByTimeAsync(100)
  engine.wake()
  await vi.advanceTimersByTimeAsync(6500)
  expect(lease.mock.calls.map(([ids]) => ids)).toEqual([['bill', 'grill'], ['grill']])
  await vi.advanceTimersByTimeAsync(1000)
  expect(lease.mock.lastCall?.[0]).toEqual(['bill', 'grill'])
  engine.stop()
  expect([keys.length, new Set(keys).size]).toEqual([3, 1])
})

it('a job made while the queue is being read is asked for at once, not at the next look', async () => {
  const lease = vi.fn<Deps['lease']>(() => wait(500).then(() => ({ jobs: [], next: null })))
  const engine = engineOf({ lease })
  await vi.advanceTimersByTimeAsync(200)
  engine.wake()
  await vi.advanceTimersByTimeAsync(400)
  expect(lease).toHaveBeenCalledTimes(2)
  engine.stop()
})

it('puts back a paper that can’t be made now, because its script could not be loaded', async () => {
  const steps: Step[] = []
  const queue = [leasedOf({ id: 'job0', printerId: 'bill', fence: 1 } as Job)]
  const engine = engineOf({
    lease: () => Promise.resolve({ jobs: queue.splice(0), next: null }),
    step: (_, step) => Promise.resolve(steps.push(step) > 0),
    make: () => Promise.reject(new Later()),
  })
  await vi.advanceTimersByTimeAsync(10)
  engine.stop()
  expect(steps).toEqual([{ fence: 1, status: 'queued' }])
})

it('does not print what the server refuses to let it begin', async () => {
  const print = vi.fn<Deps['print']>(() => Promise.resolve({ is: 'printed' }))
  const queue = [leasedOf({ id: 'job0', printerId: 'bill', fence: 1 } as Job)]
  const engine = engineOf({
    lease: () => Promise.resolve({ jobs: queue.splice(0), next: null }),
    step: () => Promise.resolve(false),
    print,
  })
  await vi.advanceTimersByTimeAsync(10)
  engine.stop()
  expect(print).not.toHaveBeenCalled()
})

it('gets the same jobs when the answer to the lease was lost, so none waits until its lease ends', async () => {
  const world = new World()
  world.add('bill')
  world.faults = ['answer lost']
  world.open()
  await vi.advanceTimersByTimeAsync(5000)
  expect(world.papers).toHaveLength(1)
})

it('paper that can’t be made fails with the reason, and the next one is printed', async () => {
  const steps: Step[] = []
  const queue = [1, 2].map((n) => ({ ...leasedOf({ id: `job${n}`, printerId: 'bill', fence: 1 } as Job) }))
  const engine = engineOf({
    lease: () => Promise.resolve({ jobs: queue.splice(0, 1), next: null }),
    step: (_, step) => Promise.resolve(steps.push(step) > 0),
    make: ({ job }) => (job._id === 'job1' ? Promise.reject(new Error('No room on 32 columns.')) : Promise.resolve(new Uint8Array())),
  })
  await vi.advanceTimersByTimeAsync(10)
  engine.stop()
  expect(steps).toEqual([
    { fence: 1, status: 'failed', reason: 'No room on 32 columns.' },
    { fence: 1, status: 'printing' },
    { fence: 1, status: 'printed' },
  ])
})

it('whatever fails, no paper is lost unseen, none comes out twice, and each printer keeps its order', { timeout: 30_000 }, async () => {
  const fault = fc.constantFrom<Fault>(
    'none',
    'none',
    'request lost',
    'answer lost',
    'slow',
    'late answer',
    'not signed',
    'agent dies',
    'agent prints, then dies',
    'out of paper',
  )
  const event = fc.oneof(
    { weight: 6, arbitrary: fc.record({ is: fc.constant('job' as const), printer: fc.constantFrom('bill', 'grill') }) },
    { weight: 2, arbitrary: fc.record({ is: fc.constantFrom('kill' as const, 'close' as const, 'reconnect' as const), page: fc.nat(2) }) },
    { weight: 2, arbitrary: fc.record({ is: fc.constant('open' as const) }) },
    { weight: 1, arbitrary: fc.record({ is: fc.constantFrom('server down' as const, 'server up' as const) }) },
    { weight: 4, arbitrary: fc.record({ is: fc.constant('time' as const), ms: fc.constantFrom(10, 100, 500, 3000, 20_000, 70_000) }) },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 40 }), fc.array(fault, { maxLength: 60 }), async (events, faults) => {
      const world = new World()
      world.faults = faults
      world.open()
      for (const event of events) {
        if (event.is === 'job') world.add(event.printer)
        else if (event.is === 'kill') world.kill(event.page)
        else if (event.is === 'close') world.close(event.page)
        else if (event.is === 'reconnect') world.reconnect(event.page)
        else if (event.is === 'open' && world.pages.filter(({ alive }) => alive).length < 3) world.open()
        else if (event.is === 'server down' || event.is === 'server up') world.up = event.is === 'server up'
        else if (event.is === 'time') await vi.advanceTimersByTimeAsync(event.ms)
      }
      world.up = true
      world.faults = []
      world.open()
      await vi.advanceTimersByTimeAsync(600_000)
      for (const page of world.pages) page.engine.stop()
      world.expectHonest()
      vi.clearAllTimers()
    }),
    { numRuns: 150 },
  )
})
