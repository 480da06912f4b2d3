import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { build, ROOT } from './lib/build.ts'

/** `npm start` on a real machine: real processes, real signals, a separate state directory and port for each test. */
const base = mkdtempSync(join(tmpdir(), 'tawa-start-'))
const started: ChildProcess[] = []
let port = 0
const home = join(base, 'state')

beforeAll(async () => {
  build({ quiet: true })
  port = await freePort()
})
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

type Run = { child: ChildProcess; output: () => string; ended: Promise<number | null> }

function start(env: Record<string, string> = {}, command = ['scripts/start.ts', '--no-build']): Run {
  const child = spawn(process.execPath, command, {
    cwd: ROOT,
    env: { ...process.env, NODE_OPTIONS: '', TAWA_INSTALL: 'no', PORT: String(port), STATE_DIR: home, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()))
  return { child, output: () => output, ended: new Promise((resolve) => child.once('close', resolve)) }
}

async function ready(run: Run): Promise<void> {
  await until(() => run.output().includes('Tawa is ready') || run.child.exitCode !== null, run.output)
  expect(run.output()).toContain('Tawa is ready')
}

async function until(what: () => boolean, why: () => string = () => ''): Promise<void> {
  for (const end = Date.now() + 60_000; !what();) {
    if (Date.now() > end) throw new Error(`waited in vain. ${why()}`)
    await new Promise((next) => setTimeout(next, 50))
  }
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(address && typeof address === 'object' ? address.port : 0))
    })
  })

/** Processes that were started by this test: workerd on our port, watchdogs and servers of our directories. */
const left = () =>
  execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8', maxBuffer: 1 << 24 })
    .split('\n')
    .filter((line) => !line.includes('defunct') && (line.includes(`entry=127.0.0.1:${port} `) || line.includes(base)))

const DATABASES = 'v3/d1/miniflare-D1DatabaseObject'
const databases = (directory: string) => readdirSync(directory).filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name))

/** Reads each database of a state directory whose server has stopped. */
function eachDatabase<T>(state: string, look: (db: DatabaseSync, kind: 'platform' | 'outlets') => T): T[] {
  const directory = join(state, DATABASES)
  return databases(directory).map((file) => {
    const db = new DatabaseSync(join(directory, file))
    try {
      return look(db, tablesOf(db).includes('restaurants') ? 'platform' : 'outlets')
    } finally {
      db.close()
    }
  })
}
const tablesOf = (db: DatabaseSync) =>
  db
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' ORDER BY name",
    )
    .all()
    .map((row) => String(row.name))
const rowsOf = (db: DatabaseSync, table: string, columns = '*', where = 'true') =>
  db
    .prepare(`SELECT ${columns} FROM "${table}" WHERE ${where}`)
    .all()
    .map((row) => JSON.stringify(row))
    .sort()

/** Tables of sign-ins and attempts, which change when a test signs in to look. */
const VISITORS = ['sessions', 'attempts']

/** A digest of each table in a state directory's databases. */
const digests = (state: string) =>
  eachDatabase(state, (db, kind) =>
    tablesOf(db)
      .filter((table) => !VISITORS.includes(table))
      .map((table) => `${kind}.${table} ${createHash('sha256').update(rowsOf(db, table).join('\n')).digest('hex')}`),
  ).flat()

/** Turns a state directory into what the released version would have left: its schema, its demo's rows, no key for printing, no files. */
function release(state: string): void {
  const THAT_TIME: Record<string, string> = {
    rollups: "kind NOT IN ('cancellation', 'dish', 'open')",
    restaurants: "establishment_name IN ('Smash Yard', 'Pav Bhaji Corner', 'Chai Adda')",
    accounts:
      "email NOT IN ('rejected@demo.test', 'claimed@demo.test', 'kavya@demo.test', 'prasad@two.demo.test') AND email NOT LIKE 'diner:%'",
  }
  eachDatabase(state, (db, kind) => {
    const text = readFileSync(join(ROOT, 'migrations', kind, '0000_start.sql'), 'utf8')
    const scratch = new DatabaseSync(':memory:')
    scratch.exec(text)
    const kept = tablesOf(scratch).map((table) => {
      const columns = scratch
        .prepare(`PRAGMA table_info("${table}")`)
        .all()
        .map((c) => `"${String(c.name)}"`)
        .join(', ')
      return { table, columns, rows: db.prepare(`SELECT ${columns} FROM "${table}" WHERE ${THAT_TIME[table] ?? 'true'}`).all() }
    })
    for (const table of tablesOf(db)) if (table !== 'd1_migrations') db.exec(`DROP TABLE "${table}"`)
    db.exec(text)
    db.exec("DELETE FROM d1_migrations WHERE name <> '0000_start.sql'")
    db.exec('BEGIN')
    for (const { table, columns, rows } of kept) {
      const insert = db.prepare(`INSERT INTO "${table}" (${columns}) VALUES (${columns.replace(/"[^"]+"/g, '?')})`)
      for (const row of rows) insert.run(...(Object.values(row) as SQLInputValue[]))
    }
    db.exec('COMMIT')
  })
  for (const name of ['print-key.pem', 'print-certificate.pem', 'v3/r2']) rmSync(join(state, name), { recursive: true, force: true })
}

const signIn = async (email: string): Promise<string> => {
  const answer = await fetch(`http://localhost:${port}/v1/auth/restaurant/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: 'tawa-demo', terminate_existing: true }),
  })
  return ((await answer.json()) as { token: string }).token
}
const read = async (token: string, path: string) =>
  (await fetch(`http://localhost:${port}/v1${path}`, { headers: { Authorization: `Bearer ${token}` } })).json() as Promise<any>

/** It says what is wrong in one line, and ends with 1. */
async function refused(env: Record<string, string>, text: RegExp): Promise<void> {
  const run = start(env)
  expect(await run.ended).toBe(1)
  const output = run.output().trim()
  expect(output).toMatch(text)
  expect(output.split('\n')).toHaveLength(1)
}

const health = async () => (await fetch(`http://localhost:${port}/v1/health`)).status

describe('npm start', () => {
  it('loads the demo once, serves API and screens, and keeps its data over a restart', async () => {
    const first = start()
    await ready(first)
    expect(first.output()).toContain('demo loaded')
    expect(first.output()).toContain('owner@demo.test')
    expect(await health()).toBe(200)
    for (const path of ['/', '/restaurant/orders']) {
      const page = await fetch(`http://localhost:${port}${path}`)
      expect([page.status, page.headers.get('Content-Type')]).toEqual([200, expect.stringContaining('text/html')])
    }
    expect(first.output()).toContain(`http://localhost:${port}/t/0-demo-7`)
    expect(await (await fetch(`http://localhost:${port}/t/0-demo-7`)).text()).toContain('<b data-table>Table 7</b>')
    for (const path of ['/diner', '/diner.html']) expect((await fetch(`http://localhost:${port}${path}`)).status, path).toBe(404)
    const outbox = await (await fetch(`http://localhost:${port}/v1/dev/outbox?to=raghav@filterkaapi.example`)).json()
    expect(outbox.messages.map((m: { text: string }) => m.text)).toEqual([expect.stringContaining(`\nhttp://localhost:${port}/claim/`)])
    const token = await signIn('owner@demo.test')
    const secret = readFileSync(join(home, 'secrets.json'), 'utf8')
    expect(statSync(join(home, 'secrets.json')).mode & 0o777).toBe(0o600)
    const print = () => ['print-key.pem', 'print-certificate.pem'].map((name) => readFileSync(join(home, name), 'utf8'))
    const printing = print()
    const certificate = await fetch(`http://localhost:${port}/v1/cert/certificate`, { headers: { Authorization: `Bearer ${token}` } })
    expect(await certificate.text()).toBe(printing[1])
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    expect(left()).toEqual([])
    const held = digests(home)

    const second = start()
    await ready(second)
    // What makes the first start slow is not done again: every line is of the welcome. By default a start also builds, if a source has changed.
    expect(second.output().trim()).toMatch(/^Tawa is ready at /)
    expect(second.output()).not.toContain('tawa: ')
    expect(build({ quiet: true })).toBe(false)
    expect(readFileSync(join(home, 'secrets.json'), 'utf8')).toBe(secret)
    const me = await fetch(`http://localhost:${port}/v1/auth/me`, { headers: { Authorization: `Bearer ${token}` } })
    expect(me.status).toBe(200)
    second.child.kill('SIGINT')
    expect(await second.ended).toBe(0)
    expect(existsSync(join(home, 'server.pid'))).toBe(false)
    expect(print()).toEqual(printing)
    expect(digests(home)).toEqual(held)
  })

  it('takes over a state directory of the released version: migrates it, loses nothing, and adds what its demo lacked', async () => {
    const older = join(base, 'older')
    cpSync(home, older, { recursive: true })
    release(older)
    // The contents of the released tables without later additions: profiles get pictures, dishes get templates, refunds get their hour.
    const ADDED = ['profile', 'refund', 'addon_groups', 'version', 'last_login_at']
    // By database and table: both kinds have a table of stored answers, with different columns.
    const columns = new Map<string, string>()
    const before = new Map<string, string[]>()
    eachDatabase(older, (db, kind) => {
      for (const table of tablesOf(db).filter((t) => t !== 'd1_migrations' && !VISITORS.includes(t))) {
        const names = db.prepare(`PRAGMA table_info("${table}")`).all()
        const kept = names.flatMap((c) => (ADDED.includes(String(c.name)) ? [] : [`"${String(c.name)}"`])).join(', ')
        columns.set(`${kind}.${table}`, kept)
        // A migration adds what was received on open orders to the figures by payment method (scripts/migrations.test.ts).
        const where = table === 'rollups' ? "kind <> 'method'" : 'true'
        before.set(`${kind}.${table}`, [...(before.get(`${kind}.${table}`) ?? []), ...rowsOf(db, table, kept, where)])
      }
    })
    expect(before.get('outlets.orders')?.length).toBeGreaterThan(3000)

    const first = start({ STATE_DIR: older })
    await ready(first)
    const later = (kind: string) => readdirSync(join(ROOT, 'migrations', kind)).filter((name) => name.endsWith('.sql')).length - 1
    expect(first.output()).toContain(`PLATFORM: ${later('platform')} migrations applied`)
    expect(first.output()).toContain(`OUTLETS_0: ${later('outlets')} migrations applied`)
    expect(first.output()).toContain('what the demo lacked was added')
    const token = await signIn('owner@two.demo.test')
    expect((await read(token, '/restaurant/inventory/raw-materials/all')).rawMaterials.length).toBeGreaterThan(40)
    expect((await read(token, '/restaurant/reservations')).reservations.length).toBeGreaterThan(5)
    expect((await read(token, '/restaurant/customers?limit=50')).customers).toHaveLength(50)
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    const after = new Map<string, Set<string>>()
    eachDatabase(older, (db, kind) => {
      for (const table of tablesOf(db)
        .map((t) => `${kind}.${t}`)
        .filter((t) => before.has(t)))
        after.set(table, new Set([...(after.get(table) ?? []), ...rowsOf(db, table.split('.')[1] ?? '', columns.get(table))]))
    })
    for (const [table, rows] of before) {
      expect(
        rows.filter((row) => !after.get(table)?.has(row)),
        table,
      ).toEqual([])
    }

    const held = digests(older)
    const second = start({ STATE_DIR: older })
    await ready(second)
    expect(second.output()).not.toMatch(/migration|demo lacked/)
    second.child.kill('SIGTERM')
    expect(await second.ended).toBe(0)
    expect(digests(older)).toEqual(held)
  }, 180_000)

  it('leaves nothing behind when it is killed outright, and starts again at once; another server that would use its state directory is refused', async () => {
    const first = start()
    await ready(first)
    first.child.kill('SIGKILL')
    await first.ended
    await until(
      () => left().length === 0,
      () => left().join('\n'),
    )
    const second = start()
    await ready(second)
    expect(await health()).toBe(200)
    // While it runs, nobody else may use its state directory.
    await refused({ PORT: String(await freePort()) }, /^tawa: Another server \(process \d+\) is using /)
    second.child.kill('SIGTERM')
    expect(await second.ended).toBe(0)
  })

  it('ends when the runner that started it is killed outright', async () => {
    const runner = start({}, ['scripts/run.mjs', 'scripts/start.ts', '--no-build'])
    await ready(runner)
    runner.child.kill('SIGKILL')
    await until(
      () => left().length === 0,
      () => left().join('\n'),
    )
    await expect(health()).rejects.toThrow()
  })

  it.runIf(existsSync('/proc/self/stat'))('ends when npm, two processes up, is killed outright', async () => {
    // As npm does it: with a shell in between that stays.
    const shell = `const { spawn } = require('node:child_process'); spawn('/bin/sh', ['-c', '"$0" scripts/run.mjs scripts/start.ts --no-build; true', process.execPath], { stdio: 'inherit' })`
    const npm = start({}, ['-e', shell])
    await ready(npm)
    npm.child.kill('SIGKILL')
    await until(
      () => left().length === 0,
      () => left().join('\n'),
    )
  })

  it('loads no demo when told so; SIGTERM and the exit code are forwarded through the runner', async () => {
    const runner = start({ STATE_DIR: join(base, 'bare'), DEMO: '0' }, ['scripts/run.mjs', 'scripts/start.ts', '--no-build'])
    await ready(runner)
    expect(runner.output()).not.toContain('demo')
    runner.child.kill('SIGTERM')
    expect(await runner.ended).toBe(0)
    expect(left()).toEqual([])
    const refused = start({ PORT: 'no' }, ['scripts/run.mjs', 'scripts/start.ts', '--no-build'])
    expect(await refused.ended).toBe(1)
  })
})

describe('npm start says what is wrong, in one line, and ends with 1:', () => {
  it('a busy port', async () => {
    const busy = createServer().listen(port, '127.0.0.1')
    await refused({}, new RegExp(`^tawa: Port ${port} is in use`))
    await new Promise((closed) => busy.close(closed))
  })

  it('a place that can’t be written to', async () => {
    const file = join(base, 'a-file')
    writeFileSync(file, '')
    await refused({ STATE_DIR: file }, /is not a directory/)
    await refused({ STATE_DIR: '/proc/tawa' }, /can't be written to/)
  })

  it('an invalid port', () => refused({ PORT: '70000' }, /PORT must be a number/))

  it.each([
    ['no database at all', (bytes: Buffer) => bytes.fill(7)],
    ['pages of something else', (bytes: Buffer) => bytes.fill(7, 4096)],
  ])('a damaged database: %s', async (_, damage) => {
    const broken = join(base, 'broken')
    rmSync(broken, { recursive: true, force: true })
    cpSync(home, broken, { recursive: true })
    const directory = join(broken, DATABASES)
    for (const file of databases(directory)) {
      const db = new DatabaseSync(join(directory, file))
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      db.close()
      writeFileSync(join(directory, file), damage(readFileSync(join(directory, file))))
      for (const more of ['-wal', '-shm']) rmSync(join(directory, `${file}${more}`), { force: true })
    }
    await refused({ STATE_DIR: broken }, /^tawa: A database in .* is damaged/)
  })

  it('a database of a newer version', async () => {
    const newer = join(base, 'newer')
    cpSync(home, newer, { recursive: true })
    const directory = join(newer, DATABASES)
    for (const file of databases(directory)) {
      const db = new DatabaseSync(join(directory, file))
      db.exec("INSERT INTO d1_migrations (name) VALUES ('9999_later.sql')")
      db.close()
    }
    await refused({ STATE_DIR: newer }, /newer version of Tawa/)
  })
})
