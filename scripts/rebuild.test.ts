import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { build, ROOT } from './lib/build.ts'

/** `npm run rebuild` against a running server: it agrees with the demo's books, and finds, names and repairs rows that are broken by hand. */
const home = mkdtempSync(join(tmpdir(), 'tawa-rebuild-'))
const running = new Set<ChildProcess>()
let port = 0

beforeAll(async () => {
  build({ quiet: true })
  port = await new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(address && typeof address === 'object' ? address.port : 0))
    })
  })
})
afterEach(async () => {
  for (const child of running) await stopped(child)
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

type Ended = { code: number | null; output: string }

function run(words: string[], env: Record<string, string> = {}): { child: ChildProcess; output: () => string; ended: Promise<Ended> } {
  const child = spawn(process.execPath, words, {
    cwd: ROOT,
    env: { ...process.env, NODE_OPTIONS: '', PORT: String(port), STATE_DIR: home, TAWA_EMAIL: '', TAWA_PASSWORD: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()))
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code) => {
      running.delete(child)
      resolve({ code, output })
    }),
  )
  return { child, output: () => output, ended }
}

async function stopped(child: ChildProcess): Promise<void> {
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()))
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await gone
}

async function serving(): Promise<ChildProcess> {
  const server = run(['scripts/start.ts', '--no-build'])
  await new Promise<void>((resolve, reject) => {
    const look = () => server.output().includes('Tawa is ready') && resolve()
    server.child.stdout?.on('data', look)
    void server.ended.then(({ output }) => reject(new Error(output)))
  })
  return server.child
}
const rebuild = (...words: string[]) => run(['scripts/rebuild.ts', ...words]).ended
/** Rows of every database of the stopped server; databases without the table are skipped. */
function change(sql: string): number {
  const directory = join(home, 'v3/d1/miniflare-D1DatabaseObject')
  return readdirSync(directory)
    .filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name))
    .reduce((n, name) => {
      const db = new DatabaseSync(join(directory, name))
      try {
        const has = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'rollups'").get()
        return has ? n + Number(db.prepare(sql).run().changes) : n
      } finally {
        db.close()
      }
    }, 0)
}

it('agrees with the demo, finds what is broken, puts it right and then finds nothing', async () => {
  let server = await serving()
  const sound = await rebuild('--check')
  expect(sound.output).toMatch(/: right\n/)
  expect([sound.code, sound.output.match(/wrong|put right/)]).toEqual([0, null])
  await stopped(server)
  // A figure that is a paisa too high, a missing day, visits that belong to no order.
  expect(change("UPDATE rollups SET amount = amount + 1 WHERE rowid = (SELECT min(rowid) FROM rollups WHERE kind = 'sales')")).toBe(1)
  expect(
    change(
      'DELETE FROM rollups WHERE business_date = (SELECT max(business_date) FROM rollups WHERE business_date < (SELECT max(business_date) FROM rollups))',
    ),
  ).toBeGreaterThan(10)
  expect(change('DELETE FROM visits WHERE rowid = (SELECT min(rowid) FROM visits)')).toBe(1)
  server = await serving()
  const broken = await rebuild('--check')
  expect([broken.code, /1 visit, 1 customer wrong/.test(broken.output), /by the orders \d/.test(broken.output)], broken.output).toEqual([
    1,
    true,
    true,
  ])
  const mended = await rebuild()
  expect([mended.code, mended.output.includes('put right')], mended.output).toEqual([0, true])
  const again = await rebuild('--check')
  expect([again.code, again.output]).toEqual([0, sound.output])
  await stopped(server)
}, 180_000)

it('says in one line what is missing', async () => {
  expect((await rebuild('--everything')).output).toMatch(/^tawa: usage: npm run rebuild/)
  expect(await rebuild()).toEqual({ code: 1, output: `tawa: http://localhost:${port} does not answer. Is the server running?\n` })
  const far = await rebuild('--url', 'https://tawa.example')
  expect([far.code, far.output]).toEqual([1, 'tawa: Set TAWA_EMAIL and TAWA_PASSWORD to an administrator’s.\n'])
})
