import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { ROOT } from './lib/build.ts'
import { onParentGone } from './lib/lifeline.ts'
import { scratch } from './lib/scratch.ts'
import { type Edit, type Mutation, MUTATIONS } from './mutations/list.ts'

/**
 * `npm run mutations`: proves each guard of scripts/mutations/list.ts by removing it from a copy of the tree and expecting its tests to turn red. `npm run
 * mutations -- 'sync key|cert'` runs those whose guard or file matches; `--wide` runs the whole test files of a mutation instead of the named tests, and
 * lists the tests that failed: use it to find the test for a new entry.
 *
 * killed    every test named failed by an assertion
 * SURVIVED  one of them stayed green: no test checks the guard, or it has no effect
 * BROKEN    red for another reason: it doesn't load, throws, answers 500, takes too long. Proves nothing
 * STALE     the text to replace is not there exactly once, or a test named is not there
 * RED       a test named fails without any mutation
 * Anything but killed exits with 1.
 */
type Outcome = 'killed' | 'SURVIVED' | 'BROKEN' | 'STALE' | 'RED'
type Verdict = { mutation: Mutation; outcome: Outcome; why: string[]; seconds: number }
/** `title` with its groups' names, in the form that Vitest's own pattern matches: `group > title`. */
type Test = { file: string; title: string; status: string; messages: string[] }
type Report = { tests: Test[]; trouble: string | null }

/** Two copies of the tree, two runs at once: more would only wait for a processor. */
const LANES = 2
const LIMIT = 180_000
const LEFT_OUT = new Set(['node_modules', 'dist', '.git', '.tawa', '.wrangler', 'test-results', 'playwright-report', 'coverage'])

const wide = process.argv.includes('--wide')
const asked = new RegExp(
  process.argv
    .slice(2)
    .filter((word) => !word.startsWith('--'))
    .join(' '),
  'i',
)
const { TAWA_LIFELINE: _, ...inherited } = process.env
const work = scratch('mutations')
const running = new Set<ChildProcess>()
const seconds = (since: number) => (Date.now() - since) / 1000

// ---------------------------------------------------------------- a copy of the tree

function makeLane(n: number): string {
  const lane = join(work, `lane-${n}`)
  cpSync(ROOT, lane, { recursive: true, filter: (path) => !LEFT_OUT.has(relative(ROOT, path).split(sep)[0] ?? '') })
  symlinkSync(join(ROOT, 'node_modules'), join(lane, 'node_modules'))
  mkdirSync(join(work, `tmp-${n}`))
  return lane
}

const editsOf = (m: Mutation): Edit[] => [m, ...(m.and ?? [])]
const filesOf = (m: Mutation): string[] => Object.keys(m.red)
const titlesOf = (m: Mutation, file: string): string[] => [m.red[file] ?? []].flat()

/** The parts of a mutation that no longer match the tree. */
function stale(m: Mutation): string[] {
  if (!wide && !filesOf(m).some((file) => titlesOf(m, file).length > 0)) return ['it names no test']
  return editsOf(m).flatMap(({ file, find, replace }) => {
    const path = join(ROOT, file)
    if (!existsSync(path)) return [`${file} is not there`]
    const times = readFileSync(path, 'utf8').split(find).length - 1
    return [
      ...(times === 1 ? [] : [`${file} has this text ${times} times: ${find}`]),
      ...(find === replace ? [`${file}: the replacement is the text itself`] : []),
    ]
  })
}

/** Applies a mutation to a lane. Returns the function that reverts it. */
function mutate(lane: string, m: Mutation): () => void {
  const before = new Map<string, string>()
  for (const { file, find, replace } of editsOf(m)) {
    const path = join(lane, file)
    const text = readFileSync(path, 'utf8')
    if (!before.has(path)) before.set(path, text)
    writeFileSync(path, text.split(find).join(replace))
  }
  return () => before.forEach((text, path) => writeFileSync(path, text))
}

// ---------------------------------------------------------------- vitest

const last = (output: readonly string[]) => output.join('').trim().split('\n').slice(-5).join(' ')
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Runs tests of one project in a lane; without titles, all tests of the files. */
async function runTests(n: number, lane: string, files: readonly string[], titles: readonly string[], limit = LIMIT): Promise<Report> {
  const report = join(work, `report-${n}.json`)
  rmSync(report, { force: true })
  const words = [
    'run',
    ...new Set(files.map((file) => `--project=${/\.dom\.test\.tsx?$/.test(file) ? 'web-dom' : file.split('/')[0]}`)),
    ...files,
    ...(titles.length > 0 ? ['-t', titles.map(escaped).join('|')] : []),
    '--reporter=json',
    `--outputFile=${report}`,
  ]
  const output: string[] = []
  const ended = await new Promise<string | null>((resolve) => {
    const child = spawn(process.execPath, [join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'), ...words], {
      cwd: lane,
      env: {
        ...inherited,
        // Files that the runtime leaves behind are removed with the copy.
        TMPDIR: join(work, `tmp-${n}`),
        // Vitest's own compilation is cached: it takes a tenth of a run.
        NODE_COMPILE_CACHE: join(work, 'compiled'),
        WRANGLER_SEND_METRICS: 'false',
        CI: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    running.add(child)
    const timer = setTimeout(() => {
      end(child, 'SIGKILL')
      resolve(`stopped after ${limit / 1000} s`)
    }, limit)
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => output.push(data.toString()))
    child.on('error', (error) => resolve(error.message))
    child.on('close', () => {
      clearTimeout(timer)
      end(child, 'SIGKILL')
      running.delete(child)
      resolve(null)
    })
  })
  if (ended) return { tests: [], trouble: ended }
  if (!existsSync(report)) return { tests: [], trouble: `no report: ${last(output)}` }
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: {
      name: string
      status: string
      message: string
      assertionResults: { ancestorTitles: string[]; title: string; status: string; failureMessages: string[] | null }[]
    }[]
  }
  const nameOf = (path: string) => relative(lane, path).split(sep).join('/')
  const unloaded = testResults.find((f) => f.status === 'failed' && !f.assertionResults.some((t) => t.status === 'failed'))
  const absent = files.find((file) => !testResults.some((f) => nameOf(f.name) === file))
  return {
    tests: testResults.flatMap((f) =>
      f.assertionResults.map((t) => ({
        file: nameOf(f.name),
        title: [...t.ancestorTitles, t.title].join(' > '),
        status: t.status,
        messages: t.failureMessages ?? [],
      })),
    ),
    trouble: unloaded
      ? `${nameOf(unloaded.name)} does not load: ${unloaded.message.split('\n')[0]}`
      : absent
        ? `${absent} was not run: ${last(output)}`
        : null,
  }
}

/** Did the test fail by an assertion, and not by one that only saw an answer of 500? */
const byAssertion = (t: Test) => t.messages.some((m) => m.startsWith('AssertionError') && !/^AssertionError:[^\n]*\b500\b/.test(m))
const firstLine = (t: Test) => t.messages[0]?.split('\n')[0] ?? ''

function judge(m: Mutation, { tests, trouble }: Report, before: readonly Test[]): { outcome: Outcome; why: string[] } {
  if (trouble) return { outcome: 'BROKEN', why: [trouble] }
  const was = (t: Test) => before.some((b) => b.file === t.file && b.title === t.title && b.status === 'failed')
  const failed = tests.filter((t) => t.status === 'failed' && !was(t))
  if (wide) {
    const noticed = failed.map((t) => `${byAssertion(t) ? 'red' : 'BROKEN'}  ${t.file}  ${t.title}  ·  ${firstLine(t)}`)
    return { outcome: failed.some(byAssertion) ? 'killed' : failed.length > 0 ? 'BROKEN' : 'SURVIVED', why: noticed }
  }
  const named = filesOf(m).flatMap((file) =>
    titlesOf(m, file).map((title) => ({ name: `${file}: ${title}`, ran: tests.filter((t) => t.file === file && t.title.includes(title)) })),
  )
  const idle = named.filter(({ ran }) => !ran.some((t) => t.status === 'passed' || t.status === 'failed'))
  if (idle.length > 0) return { outcome: 'BROKEN', why: idle.map(({ name }) => `${name} was not run`) }
  const left = named.map(({ ran }) => ran.filter((t) => failed.includes(t)))
  if (left.every((list) => list.some(byAssertion))) return { outcome: 'killed', why: [] }
  const green = left.some((list) => list.length === 0)
  return green
    ? { outcome: 'SURVIVED', why: named.filter((_n, i) => left[i]?.length === 0).map(({ name }) => name) }
    : { outcome: 'BROKEN', why: failed.map((t) => `${t.title}: ${firstLine(t)}`) }
}

// ---------------------------------------------------------------- the whole run

/** Tests named by a mutation that are missing, or red without any mutation. */
function unfit(m: Mutation, tests: readonly Test[]): { outcome: Outcome; why: string[] } | null {
  const of = (file: string) => tests.filter((t) => t.file === file)
  const missing = filesOf(m).flatMap((file) =>
    titlesOf(m, file).flatMap((title) => (of(file).some((t) => t.title.includes(title)) ? [] : [`${file} has no test "${title}"`])),
  )
  if (missing.length > 0) return { outcome: 'STALE', why: missing }
  if (wide) return null
  const idle = filesOf(m).flatMap((file) =>
    titlesOf(m, file).filter((title) => !of(file).some((t) => t.title.includes(title) && (t.status === 'passed' || t.status === 'failed'))),
  )
  if (idle.length > 0) return { outcome: 'STALE', why: idle.map((title) => `"${title}" was not run`) }
  const red = filesOf(m).flatMap((file) =>
    of(file).filter((t) => t.status === 'failed' && titlesOf(m, file).some((title) => t.title.includes(title))),
  )
  return red.length > 0 ? { outcome: 'RED', why: red.map((t) => `${t.file}: ${t.title}: ${firstLine(t)}`) } : null
}

const verdicts: Verdict[] = []
function tell(mutation: Mutation, { outcome, why }: { outcome: Outcome; why: string[] }, took = 0): void {
  verdicts.push({ mutation, outcome, why, seconds: took })
  console.log(`${outcome.padEnd(8)}  ${mutation.guard}${took > 0 ? `  ${took.toFixed(1)} s` : ''}`)
  for (const line of outcome === 'killed' && !wide ? [] : why) console.log(`            ${line}`)
}

async function main(): Promise<number> {
  const began = Date.now()
  const chosen = MUTATIONS.filter((m) => asked.test(`${m.guard} ${editsOf(m).map((e) => e.file)}`))
  if (chosen.length === 0) {
    console.error(`No guard says ${asked}.`)
    return 2
  }
  const twice = chosen.find((m, i) => chosen.findIndex((x) => x.guard === m.guard) !== i)
  if (twice) throw new Error(`two mutations are named "${twice.guard}"`)
  for (const m of chosen) {
    const why = stale(m)
    if (why.length > 0) tell(m, { outcome: 'STALE', why })
  }
  const fit = chosen.filter((m) => !verdicts.some((v) => v.mutation === m))
  const lanes = Array.from({ length: Math.min(LANES, Math.max(1, fit.length)) }, (_x, n) => makeLane(n))
  const files = [...new Set(fit.flatMap(filesOf))].sort()
  console.log(`${chosen.length} mutations, ${files.length} test files. Without any mutation:`)
  const before = (
    await Promise.all(
      lanes.map((lane, n) => {
        const mine = files.filter((_file, i) => i % lanes.length === n)
        const titles = wide ? [] : [...new Set(fit.flatMap((m) => mine.flatMap((file) => titlesOf(m, file))))]
        // All files in one run: its limit grows with them.
        return mine.length > 0 ? runTests(n, lane, mine, titles, LIMIT * mine.length) : { tests: [], trouble: null }
      }),
    )
  ).flatMap(({ tests, trouble }) => {
    if (trouble) console.log(`  ${trouble}`)
    return tests
  })
  console.log(`${before.filter((t) => t.status === 'passed').length} tests green  ${seconds(began).toFixed(1)} s\n`)
  const queue: Mutation[] = []
  for (const m of fit) {
    const why = unfit(m, before)
    if (why) tell(m, why)
    else queue.push(m)
  }
  await Promise.all(
    lanes.map(async (lane, n) => {
      for (let m = queue.shift(); m; m = queue.shift()) {
        const from = Date.now()
        const restore = mutate(lane, m)
        const report = await runTests(n, lane, filesOf(m), wide ? [] : filesOf(m).flatMap((file) => titlesOf(m as Mutation, file)))
        restore()
        tell(m, judge(m, report, before), seconds(from))
      }
    }),
  )
  const count = (outcome: Outcome) => verdicts.filter((v) => v.outcome === outcome).length
  const rest = (['SURVIVED', 'BROKEN', 'STALE', 'RED'] as const).filter((o) => count(o) > 0).map((o) => `${count(o)} ${o}`)
  console.log(`\n${[`${count('killed')} of ${chosen.length} killed`, ...rest].join(', ')} in ${seconds(began).toFixed(0)} s`)
  return count('killed') === chosen.length ? 0 : 1
}

/** Ends a run and everything it has started. */
function end(child: ChildProcess, signal: NodeJS.Signals): void {
  if (!child.pid) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // It has already ended.
  }
}

function abandon(): void {
  for (const child of running) end(child, 'SIGKILL')
  rmSync(work, { recursive: true, force: true })
  process.exit(130)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, abandon)
onParentGone(abandon)
try {
  process.exitCode = await main()
} finally {
  rmSync(work, { recursive: true, force: true, maxRetries: 3 })
}
