import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { build, ROOT } from './lib/build.ts'
import { onParentGone } from './lib/lifeline.ts'
import { proveImportRules } from './lint-proof.ts'

/**
 * `npm test`: every check there is, one section after the other, a failure never hiding what comes behind it. `npm test -- domain worker` runs
 * some of them. The last line is `N passed, N failed`, summed over every runner; a runner that breaks down counts as one failure.
 */
type Result = { passed: number; failed: number; note?: string }
type Section = { name: string; what: string; run: () => Promise<Result> }

const reports = mkdtempSync(join(tmpdir(), 'tawa-test-'))
const { TAWA_LIFELINE: _, ...inherited } = process.env
const env: NodeJS.ProcessEnv = {
  ...inherited,
  PATH: [dirname(process.execPath), join(ROOT, 'node_modules', '.bin'), process.env.PATH].filter(Boolean).join(delimiter),
  WRANGLER_SEND_METRICS: 'false',
}
/** Nothing here takes this long unless it hangs. */
const LIMIT = 15 * 60_000
let running: ChildProcess | null = null

const SECTIONS: Section[] = [
  {
    name: 'types',
    what: 'tsc',
    run: () => each(['tsc', '--noEmit', '-p', 'tsconfig.json'], ['tsc', '--noEmit', '-p', 'worker/tsconfig.json']),
  },
  { name: 'lint', what: 'oxlint', run: () => each(['oxlint', '--deny-warnings']) },
  {
    name: 'rules',
    what: 'each import rule refuses a line',
    run: async () => {
      const wrong = proveImportRules()
      for (const line of wrong) console.log(`  ${line}`)
      return { passed: wrong.length === 0 ? 1 : 0, failed: wrong.length === 0 ? 0 : 1 }
    },
  },
  { name: 'format', what: 'prettier', run: () => each(['prettier', '--check', '--log-level', 'warn', '.']) },
  { name: 'domain', what: 'rules of the trade', run: () => vitest('domain') },
  { name: 'web', what: 'the screens’ logic', run: () => vitest('web') },
  { name: 'worker', what: 'the Worker in workerd', run: workerAndItsCalls },
  {
    name: 'build',
    what: 'vite build',
    run: async () => {
      build({ quiet: true })
      return { passed: 1, failed: 0 }
    },
  },
  { name: 'scripts', what: 'npm start and the demo', run: () => vitest('scripts', ['--config', 'scripts/vitest.config.ts']) },
  { name: 'server', what: 'the running server, killed', run: () => vitest('server') },
  { name: 'browser', what: 'journeys in Chromium', run: browser },
]

// ---------------------------------------------------------------- runners

/** Commands that are right or wrong as a whole; each counts as one. */
async function each(...commands: string[][]): Promise<Result> {
  const result = { passed: 0, failed: 0 }
  for (const [command = '', ...words] of commands) {
    const code = await run(join(ROOT, 'node_modules', '.bin', command), words)
    if (code === 0) result.passed++
    else result.failed++
  }
  return result
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; name: string; assertionResults: { status: string }[] }[]
}

async function vitest(name: string, how = ['--project', name], more: NodeJS.ProcessEnv = {}): Promise<Result> {
  const file = join(reports, `${name}.json`)
  const code = await run(
    process.execPath,
    [
      join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      ...how,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    more,
  )
  if (!existsSync(file)) return { passed: 0, failed: 1, note: 'broke down before it had a report' }
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  // A file that can't be loaded has no test that could fail.
  const unloaded = report.testResults.filter((f) => f.status === 'failed' && !f.assertionResults.some((t) => t.status === 'failed')).length
  const failed = report.numFailedTests + unloaded
  if (code !== 0 && failed === 0) return { passed: report.numPassedTests, failed: 1, note: `ended with ${code} though no test failed` }
  if (report.numPassedTests + failed === 0) return { passed: 0, failed: 1, note: 'found no test' }
  return { passed: report.numPassedTests, failed }
}

/** The Worker's tests; besides, each answer that the contract names is one that some test has to hear (scripts/lib/heard.ts). */
async function workerAndItsCalls(): Promise<Result> {
  const file = join(reports, 'heard.json')
  const result = await vitest('worker', ['--project', 'worker', '--reporter=./scripts/lib/heard.ts'], { TAWA_HEARD: file })
  if (!existsSync(file)) return { ...result, failed: result.failed + 1, note: result.note ?? 'nobody counted which answers were heard' }
  const { missing, named } = JSON.parse(readFileSync(file, 'utf8')) as { missing: string[]; named: number }
  return { ...result, passed: result.passed + named - missing.length, failed: result.failed + missing.length }
}

async function browser(): Promise<Result> {
  const chromium = findChromium() ?? (await installChromium())
  if (!chromium)
    return {
      passed: 0,
      failed: 1,
      note: 'Chromium is missing. Install it (Debian, Ubuntu: sudo apt-get install chromium), or name one: CHROMIUM=/path/to/chrome npm test',
    }
  build({ quiet: true })
  const file = join(reports, 'browser.json')
  const code = await run(process.execPath, [join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js'), 'test', '--reporter=list,json'], {
    CHROMIUM: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  })
  if (!existsSync(file)) return { passed: 0, failed: 1, note: 'broke down before it had a report' }
  const { stats, errors } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number }
    errors: { message?: string }[]
  }
  const failed = stats.unexpected + stats.flaky
  if (code !== 0 && failed === 0)
    return { passed: stats.expected, failed: 1, note: errors[0]?.message?.split('\n')[0] ?? `ended with ${code} though no test failed` }
  return { passed: stats.expected, failed }
}

const findChromium = (): string | undefined =>
  [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable']
    .filter((path) => path !== undefined)
    .find((path) => existsSync(path))

async function installChromium(): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0) return undefined
  console.log('  Chromium is missing: installing it through apt…')
  for (const words of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
  ]) {
    const { status, stderr } = spawnSync('apt-get', words, {
      env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    })
    if (status !== 0) console.log(`  apt-get ${words[0]} failed: ${stderr.replace(/https?:\/\/\S+/g, '<mirror>').trim()}`)
  }
  return findChromium()
}

/** Runs a command in a group of its own, so that whatever it starts ends with it. Answers its exit code. */
function run(command: string, words: string[], more: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, words, { cwd: ROOT, env: { ...env, ...more }, stdio: ['ignore', 'inherit', 'inherit'], detached: true })
    running = child
    const limit = setTimeout(() => {
      console.log(`  stopped after ${LIMIT / 60_000} minutes`)
      endRunning('SIGKILL')
    }, LIMIT)
    child.on('error', (error) => console.log(`  ${error.message}`))
    child.on('close', (code) => {
      clearTimeout(limit)
      endRunning('SIGKILL')
      running = null
      resolve(code ?? 1)
    })
  })
}

function endRunning(signal: NodeJS.Signals): void {
  if (!running?.pid) return
  try {
    process.kill(-running.pid, signal)
  } catch {
    // Gone already.
  }
}

// ---------------------------------------------------------------- all of them

const seconds = (since: number) => `${((Date.now() - since) / 1000).toFixed(1)} s`

async function main(): Promise<void> {
  const asked = process.argv.slice(2).filter((word) => !word.startsWith('-'))
  const unknown = asked.filter((word) => !SECTIONS.some((s) => s.name === word))
  if (unknown.length > 0) {
    console.error(`No section ${unknown.join(', ')}. There are: ${SECTIONS.map((s) => s.name).join(', ')}`)
    process.exit(2)
  }
  const began = Date.now()
  const lines: string[] = []
  const sum = { passed: 0, failed: 0 }
  for (const { name, what, run: start } of SECTIONS.filter((s) => asked.length === 0 || asked.includes(s.name))) {
    console.log(`\n── ${name}: ${what}`)
    const from = Date.now()
    let result: Result
    try {
      result = await start()
    } catch (error) {
      result = { passed: 0, failed: 1, note: error instanceof Error ? error.message : String(error) }
    }
    if (result.note) console.log(`  ${result.note}`)
    sum.passed += result.passed
    sum.failed += result.failed
    lines.push(
      `  ${result.failed > 0 ? '✗' : '✓'} ${name.padEnd(8)} ${String(result.passed).padStart(5)} passed ${String(result.failed).padStart(4)} failed ${seconds(from).padStart(9)}`,
    )
  }
  rmSync(reports, { recursive: true, force: true })
  console.log(`\n${lines.join('\n')}\n  in ${seconds(began)}\n`)
  console.log(`${sum.passed} passed, ${sum.failed} failed`)
  process.exitCode = sum.failed > 0 ? 1 : 0
}

function abandon(): void {
  endRunning('SIGTERM')
  setTimeout(() => {
    endRunning('SIGKILL')
    rmSync(reports, { recursive: true, force: true })
    process.exit(130)
  }, 1500)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, abandon)
onParentGone(abandon)
await main()
