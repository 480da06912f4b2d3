import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { demoCode, ONE } from '#demo/people.ts'
import { ROOT } from '../scripts/lib/build.ts'
import { chromiumPath } from '../scripts/lib/chromium.ts'
import { startServer } from '../scripts/lib/server.ts'

/**
 * How soon a scanned code's menu is there on a slow phone: `node scripts/run.mjs bench/diner.ts`. It opens the demo's menu in Chromium at 1.6 Mb/s, 150 ms and
 * a CPU that is slowed four times, with nothing in the browser's cache, and prints the largest paint, layout shift, what was fetched before it, sizes, and
 * Lighthouse's scores with what cost points. Fails above the goals of issue 12. Lighthouse is not a dependency: it brings 114 packages of 176 MB, so the bench
 * installs it into a folder of its own and removes it again. Its performance counts how long the main thread was busy: run it on a quiet machine.
 */
const RUNS = 5
const SLOWER = 4
const GOALS = { lcpMs: 1500, shift: 0.02, firstScreenKB: 14, scriptKB: 110, blocking: 0 }

const LIGHTHOUSE = 'lighthouse@13.5.0'
const LEAST_SCORE = 95
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
/** The files that Cloudflare serves, as brotli. */
const CLIENT = join(ROOT, 'dist/client')
const CHROMIUM = chromiumPath()

type Report = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>
}
type Row = [name: string, value: string, holds: boolean]

/** Lighthouse's scores of a page on a phone, with the audits that cost points. Throws when it can't be installed or run. */
async function scores(url: string): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tawa-lighthouse-'))
  // Not blocking: the server that is measured runs in this process.
  const run = (command: string, args: string[]) => promisify(execFile)(command, args, { env: { ...process.env, CHROME_PATH: CHROMIUM } })
  try {
    await run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error', LIGHTHOUSE])
    const out = join(folder, 'report.json')
    await run(process.execPath, [
      join(folder, 'node_modules/lighthouse/cli/index.js'),
      url,
      '--quiet',
      '--output=json',
      `--output-path=${out}`,
      `--only-categories=${CATEGORIES.join(',')}`,
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
    ])
    const { categories, audits } = JSON.parse(readFileSync(out, 'utf8')) as Report
    return CATEGORIES.map((name) => {
      const { score, auditRefs } = categories[name] ?? { score: null, auditRefs: [] }
      const lost = auditRefs.flatMap(({ id, weight }) => {
        const audit = audits[id]
        return weight > 0 && audit && audit.score !== null && audit.score < 0.9 ? [`${audit.title} ${audit.displayValue ?? ''}`.trim()] : []
      })
      const points = Math.round((score ?? 0) * 100)
      return [`Lighthouse ${name}`, `${points}, at least ${LEAST_SCORE} ${lost.join('; ')}`.trim(), points >= LEAST_SCORE]
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Measured = {
  lcpMs: number
  lcpOf: string
  firstPaintMs: number
  shift: number
  scriptKB: number
  servedKB: number
  /** How many dishes the first screen shows, also in part. */
  dishes: number
  blocking: string[]
}

/** Runs in the page. */
function watch() {
  const seen = { lcp: 0, lcpOf: '', shift: 0 }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element })[]) {
      seen.lcp = entry.startTime
      seen.lcpOf = `${entry.element?.tagName.toLowerCase()} "${entry.element?.textContent?.trim().slice(0, 30)}"`
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}

async function measure(url: string): Promise<Measured> {
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: 1_600_000 / 8,
      uploadThroughput: 750_000 / 8,
    })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    let served = 0
    const scripts = new Map<string, string>()
    devtools.on(
      'Network.responseReceived',
      ({ requestId, response, type }) => void (type === 'Script' && scripts.set(requestId, response.url)),
    )
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) served += encodedDataLength
    })
    await page.addInitScript(watch)
    await page.goto(url, { waitUntil: 'load' })
    await page.getByRole('navigation', { name: 'Pages' }).waitFor()
    await page.waitForLoadState('networkidle')
    const found = await page.evaluate(() => {
      const { seen } = window as unknown as { seen: { lcp: number; lcpOf: string; shift: number } }
      const resources = performance.getEntriesByType('resource') as (PerformanceResourceTiming & { renderBlockingStatus?: string })[]
      return {
        lcpMs: seen.lcp,
        lcpOf: seen.lcpOf,
        shift: seen.shift,
        firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
        blocking: resources.filter((r) => r.renderBlockingStatus === 'blocking').map((r) => new URL(r.name).pathname),
        dishes: [...document.querySelectorAll('main li')].filter((dish) => dish.getBoundingClientRect().top < innerHeight).length,
      }
    })
    const script = [...scripts.values()].reduce(
      (sum, of) => sum + brotliCompressSync(readFileSync(join(CLIENT, new URL(of).pathname))).length,
      0,
    )
    return { ...found, scriptKB: script / 1000, servedKB: served / 1000 }
  } finally {
    await browser.close()
  }
}

const zipped = (text: string): number => gzipSync(text, { level: 9 }).length / 1000

/** Where a number of dishes ends in the menu's document: up to there it must have come for the first screen, styles included. */
function endOfDish(document: string, dishes: number): number {
  let at = document.indexOf('<main')
  for (let n = 0; n < dishes; n += 1) at = document.indexOf('</li>', at + 1)
  if (at < 0) throw new Error('The document has fewer dishes than the first screen')
  return at
}

const stateDir = mkdtempSync(join(tmpdir(), 'tawa-bench-diner-'))
const server = await startServer({ port: Number(process.env.PORT ?? 8799), stateDir, quiet: true })
try {
  const url = `${server.url}/t/${demoCode(ONE, '7')}`
  const document = await (await fetch(url)).text()
  const runs: Measured[] = []
  for (let run = 0; run < RUNS; run += 1) runs.push(await measure(url))
  const middle = runs.toSorted((a, b) => a.lcpMs - b.lcpMs)[Math.floor(RUNS / 2)]
  if (!middle) throw new Error('nothing was measured')
  const firstScreenKB = zipped(document.slice(0, endOfDish(document, middle.dishes)))
  const rows: Row[] = [
    ['largest paint, median', `${Math.round(middle.lcpMs)} ms (${middle.lcpOf}), at most ${GOALS.lcpMs}`, middle.lcpMs <= GOALS.lcpMs],
    ['first paint, median', `${Math.round(middle.firstPaintMs)} ms`, true],
    [
      'layout shift, worst',
      `${Math.max(...runs.map((r) => r.shift)).toFixed(4)}, at most ${GOALS.shift}`,
      runs.every((r) => r.shift <= GOALS.shift),
    ],
    [
      'requests that block the first paint',
      `${middle.blocking.length} ${middle.blocking.join(' ')}`,
      middle.blocking.length <= GOALS.blocking,
    ],
    [
      'HTML and CSS of the first screen, gzip',
      `${firstScreenKB.toFixed(1)} kB with ${middle.dishes} dishes, at most ${GOALS.firstScreenKB}; the whole menu ${zipped(document).toFixed(1)}`,
      firstScreenKB <= GOALS.firstScreenKB,
    ],
    [
      'all script fetched, brotli',
      `${middle.scriptKB.toFixed(1)} kB, at most ${GOALS.scriptKB} (${middle.servedKB.toFixed(1)} as served here: gzip, with headers)`,
      middle.scriptKB <= GOALS.scriptKB,
    ],
  ]
  rows.push(...(await scores(url)))
  for (const [name, value, holds] of rows) console.log(`${holds ? 'ok  ' : 'MISS'} ${name.padEnd(36)} ${value}`)
  if (rows.some(([, , holds]) => !holds)) process.exitCode = 1
} finally {
  await server.stop()
  rmSync(stateDir, { recursive: true, force: true })
}
