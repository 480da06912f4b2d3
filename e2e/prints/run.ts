import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Browser, chromium } from '@playwright/test'
import { DEMO_PASSWORD } from '#demo/people.ts'
import { type Random, random } from '#demo/random.ts'
import type { PrintJobShape } from '#domain/api/printJob.ts'
import { randomId } from '#domain/ids.ts'
import { chromiumPath } from '../../scripts/lib/chromium.ts'
import { persistencePath } from '../../scripts/lib/server.ts'
import type { Behaviour } from '../../scripts/lib/testAgent.ts'
import { freePort, ServerProcess } from '../server/process.ts'
import { AGENT_PORTS, type AgentProgram, startAgent } from '../support/printAgent.ts'
import type { Cut } from './cable.ts'
import { type Seat, Tab } from './tab.ts'
import { LATE_MS, Watch } from './watch.ts'

/**
 * The print queue as a whole (docs/decisions/028-print-queue.md): three real pages with the real qz-tray client print what a till sends, while tabs, the print
 * agent, the network and the server are killed at random moments. A person asks again for what the tray offers. At the end every paper that came out is compared
 * with the jobs in the database.
 */
/** `state` is a state directory to begin with, for many runs that needn't load the demo each; it is copied. */
export type Options = { jobs: number; seed: string; state?: string; say?: (text: string) => void }
type Fault = 'tab' | 'agent' | 'network' | 'server'
export type Figures = {
  seed: string
  seconds: number
  /** The number of ordered first copies, of all copies, and of printed sheets. */
  jobs: number
  copies: number
  sheets: number
  faults: Record<Fault, number>
  /** How often a person had to reload a page, because it was opened while it could not load. */
  reloads: number
  /** Papers that never came out though their job is closed. */
  lost: string[]
  /** Second sheets of one paper without a stamp. */
  doubles: string[]
  /** Sheets that came out before an older one of their printer. */
  disordered: string[]
  /** Jobs that were reported, because they waited for 30 s or their print failed; and how long after the 30 s, in ms: median and worst. */
  alarmed: number
  median: number
  latest: number
  /** How often this command itself was stopped for 5 s or more, which isn't counted. */
  stops: number
  /** How many of them came later than LATE_MS after it. */
  late: number
  /** Those that were not reported. */
  unreported: string[]
  /** What the rail still shows after the last job. */
  left: number
}

/** Two windows of the counter, which print on the same printers, and the kitchen's. Each has an account of its own, because signatures are limited by account. */
const PAGES: readonly Seat[] = [
  { who: 'cashier', device: 'counter', path: '/restaurant/pos' },
  { who: 'manager', device: 'counter', path: '/restaurant/orders' },
  { who: 'kitchen', device: 'pass', path: '/restaurant/kitchen' },
]
const PRINTERS = [
  { name: 'Bills 80mm', device: 'counter', role: 'bill', station: null },
  { name: 'Counter 80mm', device: 'counter', role: 'kot', station: null },
  { name: 'Grill 80mm', device: 'pass', role: 'kot', station: 'Grill' },
  { name: 'Bar 80mm', device: 'pass', role: 'kot', station: 'Bar' },
] as const
/** An order has a ticket for each KOT printer, and a bill. */
const JOBS_OF_ORDER = PRINTERS.length
/** The most jobs that may wait: the till goes on sending while printers are off, but only up to this number. */
const MOST_OPEN = 40
const BEHAVIOURS: readonly Behaviour[] = ['slow', 'refuses', 'removed', 'tells nothing', 'dies', 'prints, then dies']
/** After this time (ms) without any progress, the state of everything is logged. */
const STILL_MS = 60_000
/** After this time (ms) without any progress, the run fails, because something never ends. */
const STUCK_MS = 300_000

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
type Json = Record<string, any>

export async function play({ jobs, seed, state, say = () => undefined }: Options): Promise<Figures> {
  const stateDir = mkdtempSync(join(tmpdir(), 'tawa-prints-'))
  if (state) cpSync(state, stateDir, { recursive: true })
  const server = new ServerProcess(await freePort(), stateDir)
  const agentPort = await freePort()
  const agent = await startAgent(
    PRINTERS.map(({ name }) => name),
    [agentPort],
  )
  // A test beside this one may have an agent on QZ Tray's own ports, so these ports are mapped to this run's agent.
  const toAgent = AGENT_PORTS.map((port) => `MAP localhost:${port} 127.0.0.1:${agentPort}`)
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu', '--mute-audio', `--host-resolver-rules=${toAgent.join(',')}`],
  })
  const run = new Run(server, agent, browser, random(seed), say)
  const began = Date.now()
  try {
    await server.start()
    await run.prepare()
    await run.play(jobs)
    await run.end()
    await server.kill('SIGTERM')
    return { seed, seconds: Math.round((Date.now() - began) / 1000), ...run.judged(stateDir) }
  } finally {
    await run.end()
    await browser.close()
    await agent.stop()
    await server.kill('SIGTERM')
    rmSync(stateDir, { recursive: true, force: true })
  }
}

class Run {
  readonly #server: ServerProcess
  readonly #program: AgentProgram
  readonly #browser: Browser
  readonly #random: Random
  readonly #say: (text: string) => void
  readonly #faults: Record<Fault, number> = { tab: 0, agent: 0, network: 0, server: 0 }
  /** The faults that are active now; each kind at most once at a time. */
  readonly #failing = new Set<Fault>()
  readonly #tabs: Tab[] = []
  /** The tickets and bills that the server has acknowledged, by the name of their paper without its station or version. */
  readonly #ordered: string[] = []
  #token = ''
  #restaurantId = ''
  #dishes: string[] = []
  #watch: Watch | null = null
  #over = false
  /** The loops that run beside the till. */
  readonly #work: Promise<unknown>[] = []
  #broken: unknown = null

  constructor(server: ServerProcess, program: AgentProgram, browser: Browser, seeded: Random, say: (text: string) => void) {
    this.#server = server
    this.#program = program
    this.#browser = browser
    this.#random = seeded
    this.#say = say
  }

  // ---------------------------------------------------------------- the restaurant

  async prepare(): Promise<void> {
    const owner = await this.#signIn('owner')
    this.#token = owner.token
    this.#restaurantId = owner.restaurantId
    for (const { name, device, role, station } of PRINTERS)
      await this.#insist('PUT', `/print/printers/${randomId()}`, {
        deviceId: device,
        name,
        role,
        columns: 48,
        stations: station ? [station] : [],
      })
    await this.#insist('PUT', '/restaurant/profile', { printSettings: { enablePrint: true, autoPrintKOT: true } })
    const { menu } = await this.#insist('POST', '/menus/restaurant', { restaurantId: this.#restaurantId })
    for (const station of [null, 'Grill', 'Bar']) {
      const dish = { name: `Proof ${station ?? 'plain'}`, price: 100, categoryId: menu.categories[0]._id, station }
      this.#dishes.push((await this.#insist('POST', '/menus/createMenuItem', dish)).item._id)
    }
    const { seq } = await this.#insist('GET', '/orders/restaurant/pending')
    this.#watch = new Watch(`ws://127.0.0.1:${this.#server.port}/v1/realtime/${this.#restaurantId}`, this.#token, seq, (text) =>
      this.#log(text),
    )
    for (const seat of PAGES) {
      const { token } = await this.#signIn(seat.who)
      this.#tabs.push(await Tab.open(this.#browser, seat, token, this.#server.port))
    }
  }

  async #signIn(who: string): Promise<{ token: string; restaurantId: string }> {
    const { token, user } = await this.#insist('POST', '/auth/restaurant/login', {
      email: `${who}@demo.test`,
      password: DEMO_PASSWORD,
      terminate_existing: true,
    })
    return { token, restaurantId: user.restaurantId }
  }

  /** Repeats one request, with its key, until the server answers, as a device does. */
  async #insist(method: string, path: string, body?: unknown, accepts: readonly number[] = [], patience = Infinity): Promise<Json> {
    const key = randomId()
    for (const until = Date.now() + patience; ;) {
      if (Date.now() > until) throw new Error(`${method} ${path}: no answer for ${patience} ms`)
      try {
        const answer = await fetch(`${this.#server.url}/v1${path}`, {
          method,
          headers: {
            'Content-Type': 'application/json',
            'Idempotency-Key': key,
            'X-Device-Id': 'till',
            ...(this.#token ? { Authorization: `Bearer ${this.#token}` } : {}),
          },
          body: body === undefined ? undefined : JSON.stringify(body),
          signal: AbortSignal.timeout(10_000),
        })
        const json = (await answer.json()) as Json
        if (answer.ok || accepts.includes(answer.status)) return json
        if (answer.status < 500 && json.code !== 'busy')
          throw new Refused(`${method} ${path}: ${answer.status} ${JSON.stringify(json).slice(0, 300)}`)
      } catch (error) {
        if (error instanceof Refused) throw error
        // The server was killed before it answered, so the request may or may not have been carried out.
        this.#mustBeServed()
      }
      await pause(100)
    }
  }

  /** Fails if the server was stopped by somebody else, because then the run proves nothing. While the run itself starts it, one that finds its port taken is started again. */
  #mustBeServed(): void {
    const gone = this.#failing.has('server') ? null : this.#server.gone
    if (gone) throw new Refused(`The server ${gone}, and this run had not killed it:\n${this.#server.output.slice(-2000)}`)
  }

  // ---------------------------------------------------------------- the evening

  async play(jobs: number): Promise<void> {
    this.#beside(this.#person())
    this.#program.agent.onPaper = () => {
      if (this.#random.chance(0.05)) this.#program.agent.next.push(this.#random.pick(BEHAVIOURS) ?? 'slow')
    }
    // The first four faults are of each kind, one after each order, so that a short run has them all.
    const first: Fault[] = ['server', 'tab', 'network', 'agent']
    let quiet = 2
    while (this.#ordered.length < Math.ceil(jobs / JOBS_OF_ORDER) * 2) {
      await this.#until(() => this.#waiting < MOST_OPEN, 'the till waits for its printers')
      await this.#order()
      if (--quiet > 0) continue
      const fault =
        first.shift() ??
        this.#random.weighted<Fault>([
          ['tab', 4],
          ['network', 4],
          ['agent', 3],
          ['server', 1],
        ])
      if (!this.#failing.has(fault)) this.#beside(this.#fail(fault))
      quiet = first.length > 0 ? 1 : this.#random.int(1, 5)
    }
    await this.#until(() => this.#failing.size === 0 && this.#waiting === 0 && this.#watch?.told.length === 0, 'the last jobs')
  }

  get #waiting(): number {
    return this.#watch?.open.size ?? 0
  }

  /** Sends a ticket for every kitchen printer, makes it, and settles it, which orders the bill's paper. */
  async #order(): Promise<void> {
    const kotId = randomId()
    const items = this.#dishes.map((_id) => ({ _id, quantity: 1 }))
    const { order } = await this.#insist('POST', '/pos/order', { orderType: 'Take Away', kots: [{ kotId, items }] })
    this.#ordered.push(`kot:${kotId}:`)
    await this.#insist('PUT', '/orders/item/status', { orderId: order._id, kotId, status: 'Ready' })
    const paid = { orderId: order._id, paymentStatus: 'paid', paymentMethod: 'Cash', complete: true }
    await this.#insist('PUT', '/orders/payment/status', paid)
    this.#ordered.push(`bill:${order._id}:`)
  }

  /** Presses "Print again" for what the tray offers. */
  async #person(): Promise<void> {
    while (!this.#over) {
      await pause(1000)
      for (const tab of this.#tabs) await tab.passBy()
      const { jobs } = await this.#insist('GET', '/print/jobs')
      for (const { _id, status } of jobs as { _id: string; status: string }[])
        if (['failed', 'unknown'].includes(status) && this.#random.chance(0.6))
          await this.#insist('POST', `/print/jobs/${_id}/again`, {}, [409])
    }
  }

  #beside(work: Promise<unknown>): void {
    this.#work.push(work.catch((error: unknown) => (this.#broken ??= error)))
  }

  async #until(done: () => boolean, what: string): Promise<void> {
    let [seen, at, toldFor] = ['', Date.now(), 0]
    while (!done()) {
      if (this.#broken) throw this.#broken
      this.#mustBeServed()
      const state = `${this.#program.agent.printed.length} sheets, ${this.#waiting} jobs open`
      if (state !== seen) [seen, at] = [state, Date.now()]
      else if (Date.now() - at > STUCK_MS) throw new Error(`Nothing has moved for ${STUCK_MS / 1000} s: ${what}, ${state}`)
      else if (Date.now() - at > STILL_MS && toldFor !== at) {
        toldFor = at
        this.#say(`Nothing has moved for ${STILL_MS / 1000} s: ${what}, ${state}\n${await this.#state()}`)
      }
      await pause(50)
    }
  }

  /** How everything is: the jobs that nobody has closed, the tabs, the agent and the server. */
  async #state(): Promise<string> {
    const open = await this.#insist('GET', '/print/jobs', undefined, [], 5000).catch((error: unknown) => ({
      jobs: [],
      error: String(error),
    }))
    const ago = (at: string | null) => (at === null ? '' : `${Math.round((Date.now() - Date.parse(at)) / 1000)} s ago`)
    const jobs = (open.jobs as PrintJobShape[]).map(
      (job) =>
        `  ${job.kind} ${job.number} ${job.status} on ${job.printerId}, waits since ${ago(job.waitingSince)}, by ${job.leasedBy}, lease until ${ago(job.leaseUntil)} ${job.reason ?? ''}`,
    )
    const { agent } = this.#program
    return [
      `failing: ${[...this.#failing].join(', ') || 'nothing'}; the rail shows ${this.#watch?.told.length}, ${this.#watch?.isConnected ? 'connected' : 'not connected'}`,
      `jobs${'error' in open ? ` (${open.error})` : ''}`,
      ...jobs,
      `agent: ${agent.connections} connections, ${agent.calls.length} calls, last ${agent.calls.slice(-5).join(', ')}; next ${agent.next.join(', ')}`,
      `server: process ${this.#server.pid}`,
      this.#server.output.split('\n').slice(-8).join('\n'),
      ...(await Promise.all(this.#tabs.map((tab) => tab.state()))),
    ].join('\n')
  }

  // ---------------------------------------------------------------- what fails

  async #fail(fault: Fault): Promise<void> {
    this.#failing.add(fault)
    this.#faults[fault] += 1
    await this.#moment()
    if (fault === 'server') await this.#killServer()
    else if (fault === 'agent') await this.#killAgent()
    else if (fault === 'tab') await this.#killTab()
    else await this.#cutNetwork()
    this.#failing.delete(fault)
  }

  /** Half of the faults happen just when a paper is being printed. */
  async #moment(): Promise<void> {
    if (this.#random.chance(0.5)) return pause(this.#random.int(0, 1500))
    const papers = this.#program.agent.calls.length
    const until = Date.now() + 3000
    while (this.#program.agent.calls.length === papers && Date.now() < until) await pause(2)
    await pause(this.#random.int(0, 40))
  }

  async #killServer(): Promise<void> {
    this.#log('the server is killed')
    await this.#server.kill('SIGKILL')
    await pause(this.#random.int(0, 3000))
    await this.#server.start()
  }

  async #killAgent(): Promise<void> {
    this.#log('the print agent is killed')
    await this.#program.crash()
    // Longer than the test agent's "slow", so that papers the printer already has are printed before anything sent after the restart.
    await pause(this.#random.int(1500, 12_000))
    await this.#program.start()
  }

  async #killTab(): Promise<void> {
    const tab = this.#random.pick(this.#tabs.filter(({ busy }) => !busy))
    if (!tab) return
    const how = this.#random.chance(0.7) ? 'crash' : 'close'
    this.#log(`${tab.seat.path}: ${how}`)
    await tab.kill(how, this.#random.int(200, 4000))
  }

  async #cutNetwork(): Promise<void> {
    const how = this.#random.pick<Cut>(['refused', 'silent', 'deaf']) ?? 'refused'
    const cut = this.#random.chance(0.3) ? this.#tabs : [this.#random.pick(this.#tabs)!]
    this.#log(`the network is cut (${how}) for ${cut.map(({ seat }) => seat.path).join(', ')}`)
    for (const { cable } of cut) cable.cut(how)
    await pause(this.#random.chance(0.2) ? this.#random.int(20_000, 40_000) : this.#random.int(500, 8000))
    for (const { cable } of cut) cable.mend()
  }

  #log(what: string): void {
    this.#say(`${new Date().toISOString().slice(11, 19)} ${this.#program.agent.printed.length} sheets, ${this.#waiting} open: ${what}`)
  }

  async end(): Promise<void> {
    if (this.#over) return
    this.#over = true
    await Promise.all(this.#work)
    this.#watch?.close()
    for (const tab of this.#tabs) await tab.end()
  }

  // ---------------------------------------------------------------- the verdict

  judged(stateDir: string): Omit<Figures, 'seed' | 'seconds'> {
    const rows = jobsIn(stateDir)
    const byId = new Map(rows.map((row) => [row.id, row]))
    const sheets = this.#program.agent.printed.map(({ printer, job, bytes }) => {
      const row = byId.get(job.split(' ')[1] ?? '')
      if (!row) throw new Error(`A paper came out whose job nobody knows: ${job}`)
      return { printer, row, stamped: /REPRINT|DUPLICATE/.test(Buffer.from(bytes).toString('latin1')) }
    })
    const out = new Set(sheets.map(({ row }) => row.paper))
    const missing = this.#ordered.filter((name) => !rows.some(({ paper }) => paper.startsWith(name)))
    const unmarked = sheets.filter(({ stamped }) => !stamped).map(({ row }) => row.paper)
    // A paper that failed and was asked for later by a person is printed later than its place in the queue.
    const inTurn = sheets.filter(({ row }) => row.waiting_since === row.created_at)
    const newest = new Map<string, number>()
    const disordered = inTurn.flatMap(({ printer, row }) => {
      const before = newest.get(printer) ?? 0
      newest.set(printer, Math.max(before, row.seq))
      return row.seq < before ? [`${row.paper} on ${printer}`] : []
    })
    const latencies = [...(this.#watch?.reported.values() ?? [])].sort((a, b) => a - b)
    return {
      jobs: rows.filter(({ copy }) => copy === 0).length,
      copies: rows.length,
      sheets: sheets.length,
      faults: this.#faults,
      reloads: this.#tabs.reduce((sum, tab) => sum + tab.reloads, 0),
      lost: [...missing, ...rows.filter(({ copy, paper }) => copy === 0 && !out.has(paper)).map(({ paper }) => paper)],
      doubles: unmarked.filter((paper, i) => unmarked.indexOf(paper) !== i),
      disordered,
      alarmed: latencies.length,
      median: latencies[Math.floor(latencies.length / 2)] ?? 0,
      latest: latencies.at(-1) ?? 0,
      stops: this.#watch?.stops ?? 0,
      late: latencies.filter((ms) => ms > LATE_MS).length,
      unreported: [...(this.#watch?.missed ?? [])],
      left: this.#watch?.told.length ?? 0,
    }
  }
}

class Refused extends Error {}

type Row = { seq: number; id: string; paper: string; copy: number; status: string; created_at: string; waiting_since: string }

/** The jobs that the database kept. */
function jobsIn(stateDir: string): Row[] {
  const folder = join(persistencePath(stateDir), 'd1', 'miniflare-D1DatabaseObject')
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.sqlite') && file !== 'metadata.sqlite')) {
    const db = new DatabaseSync(join(folder, name), { readOnly: true })
    try {
      if (db.prepare(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'print_jobs'`).get() === undefined) continue
      const rows = db
        .prepare(`SELECT seq, id, paper, copy, status, created_at, waiting_since FROM print_jobs WHERE kind <> 'drawer' ORDER BY seq`)
        .all()
      if (rows.length > 0) return rows as unknown as Row[]
    } finally {
      db.close()
    }
  }
  return []
}
