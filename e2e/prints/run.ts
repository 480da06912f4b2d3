import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#demo/people.ts'
import { type Random, random } from '#demo/random.ts'
import { randomId } from '#domain/ids.ts'
import { persistencePath } from '../../scripts/lib/server.ts'
import type { Behaviour } from '../../scripts/lib/testAgent.ts'
import { freePort, ServerProcess } from '../server/process.ts'
import { AGENT_PORTS, type AgentProgram, startAgent } from '../support/printAgent.ts'
import { Cable, type Cut } from './cable.ts'
import { Watch } from './watch.ts'

/**
 * The print queue as a whole (docs/decisions/028-print-queue.md): three real pages with the real qz-tray client print what a till sends, while tabs, the print
 * agent, the network and the server are killed at random moments. A person asks again for what the tray offers. At the end every paper that came out is compared
 * with the jobs in the database.
 */
export type Options = { jobs: number; seed: string; say?: (text: string) => void }
type Fault = 'tab' | 'agent' | 'network' | 'server'
export type Figures = {
  seed: string
  seconds: number
  /** First copies that were ordered, all of them, and the sheets that came out. */
  jobs: number
  copies: number
  sheets: number
  faults: Record<Fault, number>
  /** Papers that never came out though their job is closed. */
  lost: string[]
  /** Second sheets of one paper without a stamp. */
  doubles: string[]
  /** Sheets that came out before an older one of their printer. */
  disordered: string[]
  /** Jobs that were reported, because they waited for 30 s or their print failed; how long after the 30 s, in ms: median and worst. */
  alarmed: number
  median: number
  latest: number
  /** Those that were not reported. */
  unreported: string[]
  /** What the rail still shows after the last job. */
  left: number
}

/** Two windows of the counter, which print on the same printers, and the kitchen's. Each has an account of its own, because signatures are limited by account. */
const PAGES = [
  { who: 'cashier', device: 'counter', path: '/restaurant/pos' },
  { who: 'manager', device: 'counter', path: '/restaurant/orders' },
  { who: 'kitchen', device: 'pass', path: '/restaurant/kitchen' },
] as const
const PRINTERS = [
  { name: 'Bills 80mm', device: 'counter', role: 'bill', station: null },
  { name: 'Counter 80mm', device: 'counter', role: 'kot', station: null },
  { name: 'Grill 80mm', device: 'pass', role: 'kot', station: 'Grill' },
  { name: 'Bar 80mm', device: 'pass', role: 'kot', station: 'Bar' },
] as const
/** An order has a ticket for each KOT printer, and a bill. */
const JOBS_OF_ORDER = PRINTERS.length
/** As many jobs may wait: the till goes on sending while printers are off, but a whole evening doesn't pile up. */
const MOST_OPEN = 40
const BEHAVIOURS: readonly Behaviour[] = ['slow', 'refuses', 'removed', 'tells nothing', 'dies', 'prints, then dies']
/** So long without any progress, and the run has found something that never ends. */
const STUCK_MS = 300_000

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
type Json = Record<string, any>

export async function play({ jobs, seed, say = () => undefined }: Options): Promise<Figures> {
  const stateDir = mkdtempSync(join(tmpdir(), 'tawa-prints-'))
  const server = new ServerProcess(await freePort(), stateDir)
  const agentPort = await freePort()
  const agent = await startAgent(
    PRINTERS.map(({ name }) => name),
    [agentPort],
  )
  // A test beside this one may have an agent on QZ Tray's own ports, so these pages find this one there.
  const toAgent = AGENT_PORTS.map((port) => `MAP localhost:${port} 127.0.0.1:${agentPort}`)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
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

/** A tab, which may be dead, and its cable. */
type Tab = { context: BrowserContext; page: Page; cable: Cable; path: string; busy: boolean }

class Run {
  readonly #server: ServerProcess
  readonly #program: AgentProgram
  readonly #browser: Browser
  readonly #random: Random
  readonly #say: (text: string) => void
  readonly #faults: Record<Fault, number> = { tab: 0, agent: 0, network: 0, server: 0 }
  /** What fails now: each of them once at a time. */
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
    this.#watch = new Watch(`ws://127.0.0.1:${this.#server.port}/v1/realtime/${this.#restaurantId}`, this.#token, seq)
    for (const { who, device, path } of PAGES) {
      const cable = await Cable.to(this.#server.port)
      const context = await this.#browser.newContext({ baseURL: cable.url, reducedMotion: 'reduce', serviceWorkers: 'block' })
      const { token } = await this.#signIn(who)
      await context.addCookies([{ name: 'restaurant_token', value: token, url: cable.url }])
      await context.addInitScript((id) => localStorage.setItem('tawa_device', id), device)
      this.#tabs.push({ context, cable, path, page: await openTab(context, path), busy: false })
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
  async #insist(method: string, path: string, body?: unknown, accepts: readonly number[] = []): Promise<Json> {
    const key = randomId()
    for (;;) {
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
        // Killed before it answered: nobody knows whether the request was carried out.
      }
      await pause(100)
    }
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
    let [seen, at] = ['', Date.now()]
    while (!done()) {
      if (this.#broken) throw this.#broken
      const state = `${this.#program.agent.printed.length} sheets, ${this.#waiting} jobs open`
      if (state !== seen) [seen, at] = [state, Date.now()]
      else if (Date.now() - at > STUCK_MS) throw new Error(`Nothing has moved for ${STUCK_MS / 1000} s: ${what}, ${state}`)
      await pause(50)
    }
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

  /** Half of the faults come just when a paper is on its way. */
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
    // Longer than the test agent's "slow": what was with the printer comes out before anything that is sent after the restart.
    await pause(this.#random.int(1500, 12_000))
    await this.#program.start()
  }

  async #killTab(): Promise<void> {
    const tab = this.#random.pick(this.#tabs.filter(({ busy }) => !busy))
    if (!tab) return
    tab.busy = true
    const crashes = this.#random.chance(0.7)
    this.#log(`${tab.path} ${crashes ? 'crashes' : 'is closed'}`)
    if (crashes) {
      const devtools = await tab.context.newCDPSession(tab.page)
      const crashed = new Promise((resolve) => tab.page.once('crash', resolve))
      void devtools.send('Page.crash').catch(() => undefined)
      await Promise.race([crashed, pause(5000)])
    }
    await Promise.race([tab.page.close().catch(() => undefined), pause(5000)])
    await pause(this.#random.int(200, 4000))
    tab.page = await openTab(tab.context, tab.path)
    tab.busy = false
  }

  async #cutNetwork(): Promise<void> {
    const how = this.#random.pick<Cut>(['refused', 'silent', 'deaf']) ?? 'refused'
    const cut = this.#random.chance(0.3) ? this.#tabs : [this.#random.pick(this.#tabs)!]
    this.#log(`the network is cut (${how}) for ${cut.map(({ path }) => path).join(', ')}`)
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
    for (const { context, cable } of this.#tabs) {
      await context.close()
      await cable.end()
    }
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
    // What failed and was asked for later by a person comes later than its place in the queue.
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
      lost: [...missing, ...rows.filter(({ copy, paper }) => copy === 0 && !out.has(paper)).map(({ paper }) => paper)],
      doubles: unmarked.filter((paper, i) => unmarked.indexOf(paper) !== i),
      disordered,
      alarmed: latencies.length,
      median: latencies[Math.floor(latencies.length / 2)] ?? 0,
      latest: latencies.at(-1) ?? 0,
      unreported: [...(this.#watch?.missed ?? [])],
      left: this.#watch?.told.length ?? 0,
    }
  }
}

class Refused extends Error {}

/** Opens the page again and again until the server answers. */
async function openTab(context: BrowserContext, path: string): Promise<Page> {
  for (;;) {
    const page = await context.newPage()
    try {
      await page.goto(path, { waitUntil: 'commit', timeout: 10_000 })
      return page
    } catch {
      await page.close()
      await pause(500)
    }
  }
}

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
