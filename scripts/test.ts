import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, dirname, join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ROOT } from './lib/build.ts'
import { changedFeatures } from './lib/changed.ts'
import { findChromium, SHELL } from './lib/chromium.ts'
import { unheard } from './lib/heard.ts'
import { onParentGone } from './lib/lifeline.ts'
import { scratch } from './lib/scratch.ts'

/**
 * `npm test`: all checks, two sections at a time. After a failure the remaining sections still run. Each section's output is printed when it has ended, and
 * the names of all tests that failed once more at the end. `npm test -- domain worker` runs some sections; `npm test -- quick` runs the fast ones and the
 * tests of components and of the Worker in the features that differ from main. The last line is `N passed, N failed`, summed over all runners; a runner that crashes counts as one
 * failure.
 *
 * A few tests that fail are run again. One that passes then is called unsteady: it counts as passed, and its name and first error are printed at the
 * end, because it has a defect of its own. More than `UNSTEADY` of them fail the run.
 */
type Result = { passed: number; failed: number; note?: string; failures?: string[]; unsteady?: string[] }
type Section = {
  name: string
  what: string
  run: (job: Job) => Promise<Result>
  /** Needs the output of `build`. */
  built?: boolean
}

const reports = scratch('test')
/** What tests write: databases, state directories, the browser's profile. */
const temporary = join(reports, 'tmp')
mkdirSync(temporary)
const { TAWA_LIFELINE: _, ...inherited } = process.env
const env: NodeJS.ProcessEnv = {
  ...inherited,
  PATH: [dirname(process.execPath), join(ROOT, 'node_modules', '.bin'), process.env.PATH].filter(Boolean).join(delimiter),
  WRANGLER_SEND_METRICS: 'false',
  TMPDIR: temporary,
  // For the tools that are started again and again: wrangler, vitest, the server.
  NODE_COMPILE_CACHE: join(reports, 'compiled'),
}
/** Nothing here takes this long unless it hangs: four times what the longest section takes alone on two cores, because a busy machine may need twice as long. */
const LIMIT = 40 * 60_000
/** How many tests may need a second try in the whole run. */
const UNSTEADY = 3
/** As many as small machines have cores. Three were measured: no faster, and single tests took twice as long. */
const AT_ONCE = 2
/** The Worker's tests in two processes, each with a workerd of its own. */
const WORKER_PARTS: { what: string; how?: string[]; files?: string[] }[] = [
  { what: 'all but the matrix', how: ['--exclude', 'worker/test/matrix/**'] },
  { what: 'every call as every kind of caller', files: ['worker/test/matrix/'] },
]

/** The journeys in two runs, each with a server and a demo of its own. */
const BROWSER_PARTS = 2

const browserPart = (part: number): Section => ({
  name: 'browser',
  what: `journeys in Chromium, part ${part + 1} of ${BROWSER_PARTS}`,
  built: true,
  run: (job) => browser(job, part),
})
const workerPart = (part: number): Section => ({
  name: 'worker',
  what: `the Worker in workerd, ${WORKER_PARTS[part]?.what}`,
  run: (job) => runWorkerPart(job, part),
})

/** Vitest's configuration of the tests in this folder. */
const SCRIPTS = ['--config', 'scripts/vitest.config.ts']

/** The longest first, so that no long one runs alone at the end. */
const SECTIONS: Section[] = [
  {
    name: 'types',
    what: 'tsc',
    run: (job) => each(job, ['tsc', '--noEmit', '-p', 'tsconfig.json'], ['tsc', '--noEmit', '-p', 'worker/tsconfig.json']),
  },
  { name: 'lint', what: 'oxlint, and who may import whom', run: lint },
  {
    name: 'build',
    what: 'vite build, and what each page weighs',
    run: async (job) => ({ passed: 1, failed: 0, note: await buildIn(job) }),
  },
  // So that the second part of the journeys begins when the first has ended: two browsers at once would slow each other down.
  browserPart(0),
  workerPart(0),
  workerPart(1),
  {
    name: 'scripts',
    what: 'npm start and the demo',
    built: true,
    run: (job) => vitest(job, 'scripts', { how: [...SCRIPTS, '--project', 'scripts', '--project', 'scripts-plain'] }),
  },
  browserPart(1),
  { name: 'domain', what: 'rules of the trade', run: (job) => vitest(job, 'domain') },
  { name: 'server', what: 'the running server, killed', built: true, run: (job) => vitest(job, 'server') },
  { name: 'web', what: 'the screens’ logic', run: (job) => vitest(job, 'web', { how: ['--project', 'web', '--project', 'web-dom'] }) },
  { name: 'format', what: 'prettier', run: (job) => each(job, ['prettier', '--check', '--log-level', 'warn', '.']) },
  {
    name: 'rules',
    what: 'each import rule refuses a line',
    run: (job) => vitest(job, 'rules', { how: [...SCRIPTS, '--project', 'rules'] }),
  },
]

// ---------------------------------------------------------------- runners

/** A section while it runs: its output is kept until it has ended, so that the lines of several sections don't mix. */
class Job {
  private readonly lines: string[] = []
  private readonly children = new Set<ChildProcess>()

  print(text: string): void {
    this.lines.push(text.endsWith('\n') ? text : `${text}\n`)
  }

  get output(): string {
    return this.lines.join('')
  }

  /** Runs a command in its own process group, so that everything it starts ends with it. Resolves to its exit code. */
  run(command: string, words: string[], more: NodeJS.ProcessEnv = {}): Promise<number> {
    return new Promise((resolve) => {
      const child = spawn(command, words, { cwd: ROOT, env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
      this.children.add(child)
      const limit = setTimeout(() => {
        this.print(`  stopped after ${LIMIT / 60_000} minutes`)
        killGroup(child, 'SIGKILL')
      }, LIMIT)
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => this.lines.push(data.toString()))
      child.on('error', (error) => this.print(`  ${error.message}`))
      child.on('close', (code) => {
        clearTimeout(limit)
        killGroup(child, 'SIGKILL')
        this.children.delete(child)
        resolve(code ?? 1)
      })
    })
  }

  /** The same for a file of the project or its packages, with this process's Node. */
  node(words: string[], more?: NodeJS.ProcessEnv): Promise<number> {
    return this.run(process.execPath, words, more)
  }

  kill(signal: NodeJS.Signals): void {
    for (const child of this.children) killGroup(child, signal)
  }
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (!child.pid) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // It has ended already.
  }
}

/** Commands that pass or fail as a whole; each counts as one. */
async function each(job: Job, ...commands: string[][]): Promise<Result> {
  const result = { passed: 0, failed: 0 }
  for (const [command = '', ...words] of commands) {
    const code = await job.run(join(ROOT, 'node_modules', '.bin', command), words)
    if (code === 0) result.passed++
    else result.failed++
  }
  return result
}

async function lint(job: Job): Promise<Result> {
  const { passed, failed } = await each(job, ['oxlint', '--deny-warnings'])
  const code = await job.node([join(ROOT, 'scripts/lib/arrows.ts')])
  return code === 0 ? { passed: passed + 1, failed } : { passed, failed: failed + 1 }
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    status: string
    name: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[]
  }[]
}

/** The first line of a message, without colours. */
const firstLine = (message: string | undefined) =>
  stripVTControlCharacters(message ?? '')
    .trim()
    .split('\n')[0] ?? ''

/** Which tests: vitest's options, by default the project of the section's name, and the files or folders to which it is limited. */
type Tests = { how?: string[]; files?: string[] }
type Red = { file: string; test: string; text: string }

/** Runs vitest once. A file that can't be loaded counts as one failure, because it has no tests to count. */
async function runVitest(job: Job, name: string, { how = ['--project', name], files = [] }: Tests, more: NodeJS.ProcessEnv) {
  const out = join(reports, `${name}.json`)
  const code = await job.node(
    [
      join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      ...how,
      ...files,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${out}`,
    ],
    more,
  )
  if (!existsSync(out)) return null
  const report = JSON.parse(readFileSync(out, 'utf8')) as VitestReport
  const reds = report.testResults.flatMap(({ status, name: path, message, assertionResults }): Red[] => {
    const failed = assertionResults.filter((t) => t.status === 'failed')
    const file = relative(ROOT, path)
    if (failed.length === 0) return status === 'failed' ? [{ file, test: '', text: `${file}: ${firstLine(message)}` }] : []
    return failed.map((t) => ({ file, test: t.fullName, text: `${file}: ${t.fullName}: ${firstLine(t.failureMessages?.[0])}` }))
  })
  return { code, passed: report.numPassedTests, reds }
}

async function vitest(job: Job, name: string, tests: Tests = {}, more: NodeJS.ProcessEnv = {}): Promise<Result> {
  const first = await runVitest(job, name, tests, more)
  if (!first) return { passed: 0, failed: 1, note: 'broke down before it had a report' }
  const { code, passed, reds } = first
  if (code !== 0 && reds.length === 0) return { passed, failed: 1, note: `ended with ${code} though no test failed` }
  if (passed + reds.length === 0) return { passed: 0, failed: 1, note: 'found no test' }
  if (reds.length === 0 || reds.length > UNSTEADY) return { passed, failed: reds.length, failures: reds.map((red) => red.text) }
  job.print('\n  The files of the tests that failed run once more.')
  const files = [...new Set(reds.map((red) => red.file))]
  const second = await runVitest(job, `${name}-again`, { how: tests.how ?? ['--project', name], files }, { ...more, TAWA_HEARD: undefined })
  const steady = (red: Red) => !second || second.reds.some((other) => other.file === red.file && (!other.test || other.test === red.test))
  const failed = reds.filter(steady)
  return {
    passed: passed + reds.length - failed.length,
    failed: failed.length,
    failures: failed.map((red) => red.text),
    unsteady: reds.filter((red) => !steady(red)).map((red) => red.text),
  }
}

const heardFile = (part: number) => join(reports, `heard-${part}.json`)

/** Runs some of the Worker's tests, and records which answers they received. */
function runWorkerPart(job: Job, part: number): Promise<Result> {
  const { how = [], files } = WORKER_PARTS[part] ?? {}
  return vitest(
    job,
    `worker-${part}`,
    { how: ['--project', 'worker', ...how, '--reporter=./scripts/lib/heard.ts'], files },
    { TAWA_HEARD: heardFile(part) },
  )
}

/** After all parts have run: each answer that the contract names must have been received in some test (scripts/lib/heard.ts). */
function answersHeard(): Result {
  const files = WORKER_PARTS.map((_part, i) => heardFile(i))
  if (!files.every((file) => existsSync(file))) return { passed: 0, failed: 1, note: 'the answers that tests received were not counted' }
  const { missing, named } = unheard(new Set(files.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as string[])))
  return { passed: named - missing.length, failed: missing.length, failures: missing.map((line) => `no test received ${line}`) }
}

/** Builds in a separate process, because building here would block reading the other section's output. Throws when it fails. */
async function buildIn(job: Job): Promise<undefined> {
  const code = await job.node(['--input-type=module', '-e', `import { build } from './scripts/lib/build.ts'; build({ weigh: true })`])
  if (code !== 0) throw new Error('the build failed')
  return undefined
}

/** Found once for both parts. */
let chromiumFound: Promise<string | undefined> | null = null

async function browser(job: Job, part: number): Promise<Result> {
  const chromium = await (chromiumFound ??= chromiumFor(job))
  if (!chromium)
    return {
      passed: 0,
      failed: 1,
      note: 'Chromium is missing. Install it (Debian, Ubuntu: sudo apt-get install chromium), or name one: CHROMIUM=/path/to/chrome npm test',
    }
  const output = `--output=test-results/${part + 1}`
  const first = await runPlaywright(job, chromium, `browser-${part}`, ['--retries=1', `--shard=${part + 1}/${BROWSER_PARTS}`, output])
  if (!first) return { passed: 0, failed: 1, note: 'broke down before it had a report' }
  const { code, passed, reds, unsteady, error } = first
  if (code !== 0 && reds.length === 0) return { passed, failed: 1, note: error ?? `ended with ${code} though no test failed` }
  const textOf = ({ test, error }: BrowserRed) => `${test}: ${error}`
  if (reds.length === 0 || reds.length > UNSTEADY)
    return { passed, failed: reds.length, failures: reds.map(textOf), unsteady: unsteady.map(textOf) }
  job.print('\n  The tests that failed run once more, with a demo of their own.')
  const again = await runPlaywright(job, chromium, `browser-${part}-again`, ['--last-failed', output])
  const isSteady = ({ test }: BrowserRed) =>
    !again || again.reds.some((other) => other.test === test) || (again.code !== 0 && again.reds.length === 0)
  const failed = reds.filter(isSteady)
  return {
    passed: passed + reds.length - failed.length,
    failed: failed.length,
    failures: failed.map(textOf),
    unsteady: [...unsteady, ...reds.filter((red) => !isSteady(red))].map(textOf),
  }
}

/** Runs some of the journeys once. `reds` are the tests that failed at each try, `unsteady` those that failed at the first one only. */
async function runPlaywright(job: Job, chromium: string, name: string, words: string[]) {
  const file = join(reports, `${name}.json`)
  const code = await job.node([join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js'), 'test', ...words, '--reporter=list,json'], {
    CHROMIUM: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  })
  if (!existsSync(file)) return null
  const { stats, errors, suites } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number }
    errors: { message?: string }[]
    suites: Suite[]
  }
  return {
    code,
    passed: stats.expected + stats.flaky,
    reds: suites.flatMap((suite) => browserReds(suite, 'unexpected')),
    unsteady: suites.flatMap((suite) => browserReds(suite, 'flaky')),
    error: errors[0]?.message?.split('\n')[0],
  }
}

type Outcome = 'expected' | 'unexpected' | 'flaky' | 'skipped'
type Suite = {
  suites?: Suite[]
  specs?: { title: string; file: string; tests: { status: Outcome; results: { error?: { message?: string } }[] }[] }[]
}

type BrowserRed = { test: string; error: string }

/** The browser's tests with an outcome, each with the first line of its first error. */
const browserReds = ({ suites = [], specs = [] }: Suite, outcome: Outcome): BrowserRed[] => [
  ...specs.flatMap(({ file, title, tests }) =>
    tests
      .filter((t) => t.status === outcome)
      .map((t) => ({ test: `e2e/${file}: ${title}`, error: firstLine(t.results.find((r) => r.error)?.error?.message) })),
  ),
  ...suites.flatMap((suite) => browserReds(suite, outcome)),
]

const SHELL_PACKAGE = 'chromium-headless-shell'
const install = (name: string) => ['install', '-y', '-qq', '--no-install-recommends', name]

async function apt(words: string[]): Promise<{ code: number; output: string }> {
  const job = new Job()
  const code = await job.run('apt-get', ['-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::Retries=0', ...words], {
    DEBIAN_FRONTEND: 'noninteractive',
  })
  return { code, output: job.output.replace(/https?:\/\/\S+/g, '<mirror>').trim() }
}

/** The browser of the journeys. Root gets the one without windows through apt; where that fails, the browser that is here serves as well. */
async function chromiumFor(job: Job): Promise<string | undefined> {
  const found = findChromium()
  if (found === SHELL || (found && found === process.env.CHROMIUM)) return found
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0) return found
  job.print(`  ${found ? 'The journeys are faster in chromium-headless-shell' : 'Chromium is missing'}: installing it through apt…`)
  const steps = [install(SHELL_PACKAGE), ['update', '-qq'], install(SHELL_PACKAGE), ...(found ? [] : [install('chromium')])]
  for (const step of steps) {
    const { code, output } = await apt(step)
    if (findChromium() !== found) break
    if (code !== 0) job.print(`  apt-get ${step[0]} failed: ${output}`)
  }
  return findChromium()
}

// ---------------------------------------------------------------- quick

/**
 * The checks before a push, in two minutes: types, lint, the domain's rules, the pages' logic, and of the features that changed the components' and the Worker's tests.
 */
function quick(): Section[] {
  const features = changedFeatures()
  const changed = (project: string, what: string, files: string[]): Section[] =>
    files.length === 0
      ? []
      : [
          {
            name: project,
            what: `${what} in ${files.join(', ')}`,
            run: (job) => vitest(job, project, { files: files.map((folder) => `${folder}/`) }),
          },
        ]
  const logic: Section = { name: 'web', what: 'the screens’ logic, without components', run: (job) => vitest(job, 'web') }
  // The longest first, so that the others run beside it.
  return [
    ...changed('worker', 'the Worker’s tests', features.worker),
    ...changed('web-dom', 'components', features.web),
    ...['types', 'domain', 'lint'].flatMap((name) => SECTIONS.filter((s) => s.name === name)),
    logic,
  ]
}

// ---------------------------------------------------------------- all of them

const seconds = (since: number) => `${((Date.now() - since) / 1000).toFixed(1)} s`

const running = new Set<Job>()
const sum = { passed: 0, failed: 0 }
const lines: string[] = []
const failures: string[] = []
const unsteady: string[] = []

function tell(name: string, result: Result, took: string): void {
  if (result.note) console.log(`  ${result.note}`)
  sum.passed += result.passed
  sum.failed += result.failed
  if (result.failed > 0) failures.push(...(result.failures ?? []).map((line) => `  ✗ ${name}: ${line}`))
  unsteady.push(...(result.unsteady ?? []).map((line) => `  ~ ${name}: ${line}`))
  lines.push(
    `  ${result.failed > 0 ? '✗' : '✓'} ${name.padEnd(8)} ${String(result.passed).padStart(5)} passed ${String(result.failed).padStart(4)} failed ${took.padStart(9)}`,
  )
}

async function runSection({ name, what, run }: Section): Promise<void> {
  const from = Date.now()
  const job = new Job()
  running.add(job)
  const result = await run(job).catch((error: unknown): Result => ({
    passed: 0,
    failed: 1,
    note: error instanceof Error ? error.message : String(error),
  }))
  running.delete(job)
  console.log(`\n── ${name}: ${what}`)
  process.stdout.write(job.output)
  tell(name, result, seconds(from))
}

/** Runs sections, some at a time, in their order; those that need the build wait for it. */
async function runAll(sections: readonly Section[]): Promise<void> {
  const waiting = [...sections]
  const builds = new Set(waiting.filter((s) => s.name === 'build'))
  await new Promise<void>((done) => {
    let busy = 0
    const next = () => {
      if (waiting.length === 0 && busy === 0) return done()
      while (busy < AT_ONCE) {
        const at = waiting.findIndex((s) => !s.built || builds.size === 0)
        const [section] = at < 0 ? [] : waiting.splice(at, 1)
        if (!section) return
        busy++
        void runSection(section).then(() => {
          busy--
          builds.delete(section)
          next()
        })
      }
    }
    next()
  })
}

async function main(): Promise<void> {
  const asked = process.argv.slice(2).filter((word) => !word.startsWith('-'))
  const unknown = asked.filter((word) => word !== 'quick' && !SECTIONS.some((s) => s.name === word))
  if (unknown.length > 0) {
    console.error(`No section ${unknown.join(', ')}. There are: ${[...new Set(SECTIONS.map((s) => s.name)), 'quick'].join(', ')}`)
    process.exit(2)
  }
  const began = Date.now()
  const chosen = asked.includes('quick') ? quick() : SECTIONS.filter((s) => asked.length === 0 || asked.includes(s.name))
  if (chosen.some((s) => s.built) && !chosen.some((s) => s.name === 'build')) chosen.unshift(...SECTIONS.filter((s) => s.name === 'build'))
  await runAll(chosen)
  if (chosen.filter((s) => s.name === 'worker').length === WORKER_PARTS.length) tell('answers', answersHeard(), '')
  rmSync(reports, { recursive: true, force: true })
  console.log(`\n${lines.join('\n')}\n  in ${seconds(began)}\n`)
  if (unsteady.length > 0) console.log(`Unsteady, passed when run again (at most ${UNSTEADY} may be):\n${unsteady.join('\n')}\n`)
  if (unsteady.length > UNSTEADY) sum.failed++
  if (failures.length > 0) console.log(`${failures.join('\n')}\n`)
  console.log(`${sum.passed} passed, ${sum.failed} failed`)
  process.exitCode = sum.failed > 0 ? 1 : 0
}

function abandon(): void {
  for (const job of running) job.kill('SIGTERM')
  setTimeout(() => {
    for (const job of running) job.kill('SIGKILL')
    rmSync(reports, { recursive: true, force: true })
    process.exit(130)
  }, 1500)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, abandon)
onParentGone(abandon)
await main()
