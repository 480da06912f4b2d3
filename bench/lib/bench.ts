import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#demo/people.ts'
import { chromiumPath } from '../../scripts/lib/chromium.ts'
import type * as servers from '../../scripts/lib/server.ts'
import { calibrated, openAs, openBlank, type Press, type Pressed, type Results } from './page.ts'

/**
 * Measures how quickly a press shows on a device that is four times slower than this machine (`SLOWER`). A bench, never a test.
 *
 * A screen begins with a blank page's press: on a virtual machine without a graphics processor the browser's own part of a press can take most of the goal. A press is
 * judged by what it takes beyond the blank page's, plus the `FRAMES_MS` that it takes on a device.
 *
 * Other work on the machine can only make a press slower, so every figure is printed as the best, the median and the worst of `REPEATS` runs, beside the
 * machine's load and the time of a fixed task in the page: if the best misses the goal the code is slow, if only the worst does the machine was busy. A row is
 * "ok" or "over" by its best. `AGAINST=<folder>` measures another checkout,
 * built, in turn with this one: only figures of one run compare. `SCREEN=kitchen` runs the screens with the word in their name; `TRACE=<folder>` keeps a trace
 * of each for DevTools' Performance panel.
 */
const SLOWER = Number(process.env.SLOWER || 4)
const REPEATS = Number(process.env.REPEATS || 3)
/** The goals: SPEC's for INP and layout shift. */
const INP_MS = 100
/** What a press on a blank page takes on a device with a display: up to a frame until the next one begins, and that frame. */
const FRAMES_MS = 24
const SHIFT = 0.02
/** The least that the fixed task (page.ts) ever took on the machine of docs/speed.md, at `SLOWER` 4. What is above it slowed the presses as well. */
const TASK_MS = 12

export type Json = Record<string, any>
/** A running server with the demo; `call` asks it as the cashier. */
export type Site = {
  name: string
  url: string
  call: (address: string, body?: unknown) => Promise<Json>
  device: () => Promise<BrowserContext>
  /** Chromium's throttling rate for its pages. */
  rate: number
}
export type Screen = {
  name: string
  who: string
  /** Before each run: rows that the page needs, or answers to change. Returns the path to open. */
  open: (site: Site, context: BrowserContext) => Promise<string>
  /** Something that is on the page as soon as it can be pressed. */
  ready: string
  /** Presses that a person makes, timed by `press`. */
  act: (page: Page, press: Press) => Promise<void>
}
type Options = {
  port: number
  screens: readonly Screen[]
  /** Fills a new state directory before it is served. */
  prepare?: (stateDir: string) => void
  /** A measurement that is not a press on one screen: its name, and one run of it in ms. */
  more?: { name: string; run: (site: Site) => Promise<number> }
}

const asked = (name: string) => name.toLowerCase().includes((process.env.SCREEN ?? '').toLowerCase())

export async function bench({ port, screens, prepare, more }: Options): Promise<void> {
  const root = resolve(import.meta.dirname, '../..')
  const folders = [...(process.env.AGAINST ? [resolve(process.env.AGAINST)] : []), root]
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] })
  const ends: (() => unknown)[] = [() => browser.close()]
  try {
    const rate = await throttling(browser)
    const sites: Site[] = []
    for (const [n, folder] of folders.entries()) {
      const stateDir = mkdtempSync(join(tmpdir(), 'tawa-bench-'))
      ends.unshift(() => rmSync(stateDir, { recursive: true, force: true }))
      const { startServer, prepareState } = (await import(pathToFileURL(join(folder, 'scripts/lib/server.ts')).href)) as typeof servers
      if (prepare) {
        await prepareState({ stateDir, demo: true, port: port + n })
        prepare(stateDir)
      }
      const server = await startServer({ port: port + n, stateDir, quiet: true, vars: { LOG_LEVEL: 'error' } })
      ends.unshift(server.stop)
      sites.push(await siteOf(browser, folder === root ? '' : ` (${folder})`, server.url, rate))
    }
    for (const screen of screens.filter(({ name }) => asked(name))) {
      const runs = await inTurn(sites, async (site) => ({ blank: await blankPress(site), ...(await measure(browser, site, screen)) }))
      for (const site of sites) print(site, screen, runs.get(site) ?? [])
    }
    if (more && asked(more.name)) {
      const runs = await inTurn(sites, more.run)
      for (const site of sites) console.log(`${more.name}${site.name}: ${range(runs.get(site) ?? [])}`)
    }
  } finally {
    for (const end of ends) await end()
  }
}

/** `REPEATS` runs of each site, one after the other, so that a busy minute of this machine slows both. */
async function inTurn<T>(sites: readonly Site[], run: (site: Site) => Promise<T>): Promise<Map<Site, T[]>> {
  const runs = new Map(sites.map((site): [Site, T[]] => [site, []]))
  for (let n = 0; n < REPEATS; n += 1) for (const site of sites) runs.get(site)?.push(await run(site))
  return runs
}

async function siteOf(browser: Browser, name: string, url: string, rate: number): Promise<Site> {
  let token = ''
  const call = async (address: string, body?: unknown): Promise<Json> => {
    const [method, path] = address.split(' ')
    const answer = await fetch(`${url}/v1${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const json = (await answer.json()) as Json
    if (!answer.ok) throw new Error(`${address}: ${answer.status} ${JSON.stringify(json).slice(0, 300)}`)
    return json
  }
  const cashier = { email: 'cashier@demo.test', password: DEMO_PASSWORD, terminate_existing: true }
  token = (await call('POST /auth/restaurant/login', cashier)).token as string
  return {
    name,
    url,
    call,
    device: () => browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' }),
    rate,
  }
}

/** Finds the throttling rate (page.ts, `calibrated`), and prints it. */
async function throttling(browser: Browser): Promise<number> {
  const page = await browser.newPage()
  const { rate, index, throttled } = await calibrated(page, SLOWER)
  await page.context().close()
  console.log(
    `benchmark index ${index.toFixed(0)}; ${throttled.toFixed(0)} at a throttling rate of ${rate.toFixed(2)}, which is ${SLOWER} × slower`,
  )
  return rate
}

/** The slowest of eight letters on a blank page. */
async function blankPress(site: Site): Promise<number> {
  const context = await site.device()
  try {
    const { press, results } = await openBlank(context, site.rate)
    for (const letter of 'chickens') await press('letter', { key: letter }, 'input:focus')
    return (await results()).named.get('letter')?.inp ?? NaN
  } finally {
    await context.close()
  }
}

/** What DevTools' Performance panel reads. */
const TRACED = [
  'devtools.timeline',
  'v8.execute',
  'blink.user_timing',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-v8.cpu_profiler',
]

async function measure(browser: Browser, site: Site, screen: Screen): Promise<Results> {
  const context = await site.device()
  try {
    const path = await screen.open(site, context)
    const { page, press, results } = await openAs(context, screen.who, path, screen.ready, site.rate)
    const { TRACE } = process.env
    if (TRACE) await browser.startTracing(page, { path: join(TRACE, `${screen.name.split(/\W/)[0]}.json`), categories: TRACED })
    await screen.act(page, press)
    if (TRACE) await browser.stopTracing()
    return await results()
  } finally {
    await context.close()
  }
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
/** "84 ms (median 90, worst 120)" */
const range = (values: readonly number[], unit = ' ms', digits = 0) =>
  `${Math.min(...values).toFixed(digits)}${unit} (median ${median(values).toFixed(digits)}, worst ${Math.max(...values).toFixed(digits)})`
const judged = (good: boolean) => (good ? 'ok  ' : 'over')

function print(site: Site, screen: Screen, runs: readonly (Results & { blank: number })[]) {
  const { slowest } = runs.reduce((a, b) => (b.slowest.duration < a.slowest.duration ? b : a))
  const shifts = runs.map((run) => run.shift)
  const tasks = range(runs.map((run) => run.task))
  console.log(`${screen.name}${site.name}: a CPU ${SLOWER} × slower, ${runs.length} runs, load of this machine ${loadavg()[0]?.toFixed(1)}`)
  const blanks = runs.map((run) => run.blank)
  const allowed = INP_MS - FRAMES_MS + Math.min(...blanks)
  console.log(`     the fixed task: ${tasks}; ${TASK_MS} at best`)
  console.log(`     a letter on a blank page: ${range(blanks)}`)
  console.log(
    `     slowest press of the best run: ${slowest.name}, ${slowest.delay.toFixed(0)} waiting + ${slowest.processing.toFixed(0)} handlers + ${slowest.painting.toFixed(0)} painting; CPU until rest ${slowest.cpu}`,
  )
  const of = (name: string, key: keyof Pressed) => runs.map((run) => run.named.get(name)?.[key] ?? Infinity)
  const column = (text: string) => text.padEnd(30)
  console.log(`     ${''.padEnd(29)}${column(`INP, at most ${allowed} ms`)}${column('until it is shown')}CPU until rest`)
  for (const name of runs[0]?.named.keys() ?? [])
    console.log(
      `${judged(Math.min(...of(name, 'inp')) <= allowed)} ${name.padEnd(29)}${column(range(of(name, 'inp'), ''))}${column(range(of(name, 'shown'), ''))}${range(of(name, 'cpu'), '')}`,
    )
  const { moved } = runs.reduce((a, b) => (b.moved.by > a.moved.by ? b : a))
  const most = moved.by > 0 ? `; the largest: ${moved.what}, ${moved.at}` : ''
  console.log(`${judged(Math.max(...shifts) <= SHIFT)} ${'layout shift'.padEnd(29)}${range(shifts, '', 3)}, at most ${SHIFT}${most}`)
}
