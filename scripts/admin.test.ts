import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server as Http } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { fitting, hashPassword } from '#worker/auth/password.ts'
import { freePort } from '../e2e/server/process.ts'
import { optionsOf } from './admin.ts'
import { build, ROOT } from './lib/build.ts'
import { MIGRATIONS } from './lib/databases.ts'
import { type Server, startServer } from './lib/server.ts'

/** `npm run admin` as real processes: on a running server's own database, and through wrangler on a deployed one whose Cloudflare API is simulated here. */
const home = mkdtempSync(join(tmpdir(), 'tawa-admin-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
// Each query of a deployed database starts two processes, which takes seconds, and longer on a busy machine.
vi.setConfig({ testTimeout: 240_000 })

type Ended = { code: number | null; out: string; errors: string }

function admin(words: string[], { env = {}, input }: { env?: Record<string, string>; input?: string } = {}): Promise<Ended> {
  const { CLOUDFLARE_API_TOKEN: _, CLOUDFLARE_ACCOUNT_ID: __, CLOUDFLARE_ENV: ___, ...inherited } = process.env
  const child = spawn(process.execPath, ['scripts/admin.ts', ...words], {
    cwd: ROOT,
    // A home directory of its own, so that nobody's Cloudflare login is used or asked for.
    env: { ...inherited, NODE_OPTIONS: '', HOME: home, XDG_CONFIG_HOME: home, TMPDIR: home, STATE_DIR: join(home, 'state'), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(input ?? '')
  const output = { out: '', errors: '' }
  child.stdout.on('data', (data: Buffer) => (output.out += data.toString()))
  child.stderr.on('data', (data: Buffer) => (output.errors += data.toString()))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...output })))
}

const passwordIn = ({ out }: Ended): string => /the password, shown this once: (\S+)\n/.exec(out)?.[1] ?? ''
const address = () => `${randomId()}@admin.test`
/** What a person may be called, and SQL may not take for SQL. */
const NAME = `Zoë O'Brien; DROP TABLE accounts; -- BEGIN TRANSACTION; "?`
/** The file that wrangler was given to run, which contains the hash. */
const leftBehind = () => readdirSync(home).filter((name) => name.startsWith('tawa-sql-'))

describe('on this machine, while the server runs', () => {
  let tawa: Server
  beforeAll(async () => {
    build({ quiet: true })
    tawa = await startServer({ port: await freePort(), stateDir: join(home, 'state'), demo: false, quiet: true, build: false })
  }, 120_000)
  afterAll(() => tawa.stop())

  const call = async (path: string, body: unknown, token?: string) => {
    const response = await fetch(`${tawa.url}/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as any }
  }
  const login = (email: string, password: string) => call('/auth/backoffice/login', { email, password })
  // No two of Tawa's own staff have the same name (docs/decisions/030).
  const user = (email: string, role: string) => ({
    name: `Neha ${email.split('@')[0]}`,
    email,
    mobile_number: '9000012345',
    role,
    password: 'a long password',
  })

  it('makes an administrator, who can create the others', async () => {
    const email = address()
    const made = await admin(['--email', ` ${email.toUpperCase()} `, '--name', NAME])
    expect([made.code, made.out.split('\n')[0], made.errors]).toEqual([0, `tawa: ${NAME} <${email}> is an administrator.`, ''])
    expect(passwordIn(made)).toMatch(/^[\w-]{24}$/)
    const signedIn = await login(email, passwordIn(made))
    expect([signedIn.status, signedIn.body.role, signedIn.body.name]).toEqual([200, 'admin', NAME])
    expect((await call('/backoffice/users', user(address(), 'admin'), signedIn.body.token)).status).toBe(201)
  })

  it('sets a new password: the old one and its sessions end, the role stays, failed attempts are cleared', async () => {
    const email = address()
    const first = await admin(['--email', email, '--name', 'First'])
    const { token } = (await login(email, passwordIn(first))).body
    const staff = address()
    expect((await call('/backoffice/users', user(staff, 'backoffice'), token)).status).toBe(201)
    // After ten wrong ones even the right one is refused.
    for (let i = 0; i < 10; i++) await login(staff, 'not the password')
    expect((await login(staff, 'a long password')).status).toBe(429)

    const again = await admin(['--email', email, '--password-stdin'], { input: 'chosen by a person\r\n' })
    expect([again.code, again.out]).toEqual([0, `tawa: First <${email}>, administrator, has a new password; sessions ended: 1.\n`])
    expect((await call('/auth/me', undefined, token)).status).toBe(401)
    expect((await login(email, passwordIn(first))).status).toBe(401)
    expect((await login(email, 'chosen by a person')).status).toBe(200)

    const recovered = await admin(['--local', '--email', staff, '--name', 'Somebody'])
    const signedIn = await login(staff, passwordIn(recovered))
    expect([signedIn.status, signedIn.body.role, signedIn.body.name]).toEqual([200, 'backoffice', user(staff, '').name])
  })

  it('refuses an address that is another’s, and leaves it as it is', async () => {
    const email = address()
    const partner = { name: 'Priya', email, mobile_number: '9000012345', password: 'a long password' }
    expect((await call('/auth/partner/signup', partner)).status).toBe(201)
    const refused = await admin(['--email', email, '--name', 'Priya'])
    expect(refused).toEqual({ code: 1, out: '', errors: 'tawa: This email address has an account already. (Partner)\n' })
    expect((await call('/auth/partner/login', { email, password: 'a long password' })).status).toBe(200)
  })

  it('creates no account without a name, or with a password that is too short', async () => {
    const email = address()
    const short = await admin(['--email', email, '--name', 'A', '--password-stdin'], { input: 'seven77\n' })
    expect(short).toEqual({ code: 1, out: '', errors: expect.stringMatching(/^tawa: password: .+\n$/) })
    const nameless = await admin(['--email', email])
    expect(nameless).toEqual({ code: 1, out: '', errors: `tawa: ${email} has no account yet: --name is needed to make one.\n` })
  })
})

describe('the arguments of the command', () => {
  const email = ['--email', 'A@admin.test']
  it.each([
    ['nothing', [], /^usage: npm run admin/],
    ['a password, which is never an argument', [...email, '--password', 'a long password'], /^usage/],
    ['both places', [...email, '--local', '--remote'], /^usage/],
    ['no address', ['--email', 'nobody'], /^--email: This is not an email address\.$/],
    ['a name of spaces', [...email, '--name', ' '], /^--name: This field must not be empty\.$/],
    ['a name without an end', [...email, '--name', 'A'.repeat(300)], /^--name: At most \d+ characters\.$/],
    ['a name that nobody can read', [...email, '--name', 'A\u0007'], /^--name: /],
    ['an environment that is none', [...email, '--remote', '--env', 'stagin'], /^wrangler.toml has no environment stagin/],
  ])('%s is refused', (_what, words, text) => expect(optionsOf(words, {})).rejects.toThrow(text))

  it('mean this machine unless they say --remote', async () => {
    expect(await optionsOf([...email], { STATE_DIR: '/somewhere' })).toEqual({
      email: 'a@admin.test',
      name: undefined,
      passwordStdin: false,
      place: { remote: false, stateDir: '/somewhere' },
    })
    expect(await optionsOf([...email, '--name', ' A ', '--remote', '--password-stdin'], {})).toEqual({
      email: 'a@admin.test',
      name: 'A',
      passwordStdin: true,
      place: { remote: true },
    })
  })
})

it('says that a state directory is needed, and which command creates it', async () => {
  const words = ['--email', address(), '--name', 'A']
  const none = await admin(words, { env: { STATE_DIR: join(home, 'none') } })
  expect([none.code, none.errors]).toEqual([1, expect.stringMatching(/^tawa: There is no .*none: `npm start` once first/)])
  const empty = await admin(words, { env: { STATE_DIR: mkdtempSync(join(home, 'empty-')) } })
  expect([empty.code, empty.errors]).toEqual([1, 'tawa: The database is empty: `npm start` once first.\n'])
})

describe('on a deployed database', () => {
  const PLATFORM_ID = /binding = "PLATFORM"[^[]*?database_id = "([^"]+)"/.exec(readFileSync(join(ROOT, 'wrangler.toml'), 'utf8'))?.[1]
  let api: Http
  let url = ''
  let db: DatabaseSync
  /** The requests that Cloudflare received, in order: the address, the token and the statements. */
  let requests: { path: string; token: string | undefined; sql: string }[] = []
  /** Runs between the query and the change. */
  let meanwhile = () => {}

  async function textOf(request: IncomingMessage): Promise<string> {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    return text
  }
  /** The part of D1's API that wrangler's `d1 execute` calls: `query` for a statement; for a file `import`, an upload, and `import` again. */
  beforeAll(async () => {
    let file = ''
    api = createServer(async (request, response) => {
      const path = request.url ?? ''
      const body = await textOf(request)
      const answer = (result: unknown) => {
        response.setHeader('Content-Type', 'application/json')
        response.end(JSON.stringify({ success: true, errors: [], messages: [], result }))
      }
      const refuse = (error: unknown) => {
        response.writeHead(400, { 'Content-Type': 'application/json' })
        const message = `${error instanceof Error ? error.message : error}: SQLITE_ERROR`
        response.end(JSON.stringify({ success: false, errors: [{ code: 7500, message }], messages: [], result: null }))
      }
      const record = (sql: string) => requests.push({ path, token: request.headers.authorization, sql })
      if (request.method === 'PUT') {
        file = body
        response.setHeader('ETag', `"${createHash('md5').update(body).digest('hex')}"`)
        return void response.end()
      }
      const asked = JSON.parse(body) as { sql?: string; action?: string }
      try {
        if (path.endsWith('/query')) {
          record(asked.sql ?? '')
          return answer([{ results: db.prepare(asked.sql ?? '').all(), success: true, meta: { duration: 1 } }])
        }
        if (asked.action === 'init') return answer({ success: true, upload_url: `${url}/upload`, filename: 'change.sql', messages: [] })
        record(file)
        meanwhile()
        db.exec('BEGIN')
        try {
          db.exec(file)
          db.exec('COMMIT')
        } catch (error) {
          db.exec('ROLLBACK')
          throw error
        }
        const meta = { duration: 1, rows_read: 1, rows_written: 1, size_after: 1 }
        return answer({ success: true, status: 'complete', messages: [], result: { num_queries: 1, final_bookmark: '1', meta } })
      } catch (error) {
        return refuse(error)
      }
    })
    await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
  })
  afterAll(() => new Promise((closed) => api.close(closed)))
  beforeEach(() => {
    db = new DatabaseSync(':memory:')
    for (const name of readdirSync(MIGRATIONS.platform).sort())
      if (name.endsWith('.sql')) db.exec(readFileSync(join(MIGRATIONS.platform, name), 'utf8'))
    requests = []
    meanwhile = () => {}
  })

  const deployed = { CLOUDFLARE_API_TOKEN: 'the-deployers-token', CLOUDFLARE_ACCOUNT_ID: 'the-account' }
  const remote = (words: string[], env: Record<string, string> = {}) =>
    admin(['--remote', ...words], { env: { ...deployed, CLOUDFLARE_API_BASE_URL: url, STATE_DIR: join(home, 'unused'), ...env } })
  const row = (sql: string, ...values: string[]) => db.prepare(sql).get(...values) as Record<string, any> | undefined
  const accountOf = (email: string) => row('SELECT * FROM accounts WHERE email = ?', email)

  async function seeded(email: string, role: string): Promise<void> {
    db.prepare(
      `INSERT INTO accounts (id, email, password_hash, name, role, created_at) VALUES (?, ?, ?, 'Asha', ?, '2026-01-01T00:00:00.000Z')`,
    ).run(`id of ${email}`, email, await hashPassword('the old password'), role)
    for (const rooms of [null, '[{"id":"r","shard":"OUTLETS_0"}]'])
      db.prepare(
        `INSERT INTO sessions (id, account_id, role, device, created_at, last_seen_at, expires_at, rooms) VALUES (?, ?, ?, 'x', '', '', '2999-01-01T00:00:00.000Z', ?)`,
      ).run(randomId(), `id of ${email}`, role, rooms)
    db.prepare(`INSERT INTO codes (id, purpose, subject, code_hash, created_at, expires_at) VALUES (?, 'reset', ?, '', '', '2999')`).run(
      randomId(),
      email,
    )
  }
  const open = (email: string) => ({
    ...row('SELECT count(*) AS sessions FROM sessions WHERE account_id = ? AND revoked_at IS NULL', `id of ${email}`),
    ...row('SELECT count(*) AS codes FROM codes WHERE subject = ? AND used_at IS NULL', email),
  })

  it('makes an administrator with the deployer’s login, and never exposes the password or its hash', async () => {
    const email = address()
    const made = await remote(['--email', email, '--name', NAME])
    expect([made.code, made.errors]).toEqual([0, ''])
    const account = accountOf(email)
    expect(account).toMatchObject({ role: 'admin', name: NAME, is_active: 1, restaurant_id: null, partner_id: null })
    // OWASP's strength; the Worker's own tests use a weak one (worker/test/strength.ts).
    expect(account?.password_hash).toMatch(/^scrypt\$16384\$8\$5\$/)
    expect(await fitting(passwordIn(made), [account?.password_hash ?? null])).toEqual([true])
    expect(requests.map((h) => [h.path, h.token])).toEqual(
      ['query', 'import', 'query'].map((what) => [
        `/accounts/the-account/d1/database/${PLATFORM_ID}/${what}`,
        'Bearer the-deployers-token',
      ]),
    )
    // Queries are visible in the list of processes; the change is a file that only this user can read.
    const inHex = (text: string) => Buffer.from(text).toString('hex')
    expect(requests.map((h) => h.sql.includes(inHex(account?.password_hash)))).toEqual([false, true, false])
    for (const { sql } of requests) expect([sql.includes(passwordIn(made)), sql.includes(inHex(passwordIn(made)))]).toEqual([false, false])
    expect(leftBehind()).toEqual([])
  })

  it('sets a new password for the named account only: codes are void, sessions end, and sockets that may still be open are mentioned', async () => {
    const [email, other] = [address(), address()]
    await seeded(email, 'backoffice')
    await seeded(other, 'admin')
    const before = accountOf(other)
    const done = await remote(['--email', email])
    expect([done.code, done.errors, done.out.split('\n').slice(0, 2)]).toEqual([
      0,
      '',
      [
        `tawa: Asha <${email}>, back office, has a new password; sessions ended: 2.`,
        'tawa: a screen of theirs that watches a restaurant goes on until `npm run deploy`.',
      ],
    ])
    expect(accountOf(email)?.role).toBe('backoffice')
    expect(await fitting(passwordIn(done), [accountOf(email)?.password_hash ?? null])).toEqual([true])
    expect([open(email), open(other), accountOf(other)]).toEqual([{ sessions: 0, codes: 0 }, { sessions: 2, codes: 1 }, before])
  })

  it('refuses the address of staff, and asks for no change', async () => {
    const email = address()
    await seeded(email, 'superuser')
    const before = accountOf(email)
    const refused = await remote(['--email', email, '--name', 'Asha'])
    expect([refused.code, refused.out, refused.errors]).toEqual([
      1,
      '',
      expect.stringContaining('This email address has an account already.'),
    ])
    expect([accountOf(email), requests.length]).toEqual([before, 1])
  })

  it('shows no password that was not set: somebody else was first, the account was switched off, or the change failed', async () => {
    const taken = address()
    meanwhile = () => db.exec(`INSERT INTO accounts (id, email, name, role, created_at) VALUES ('x', '${taken}', 'X', 'user', '')`)
    const late = await remote(['--email', taken, '--name', 'Asha'])
    expect([late.code, late.out, late.errors]).toEqual([1, '', 'tawa: This email address has an account already.\n'])

    const email = address()
    await seeded(email, 'admin')
    meanwhile = () => db.exec(`UPDATE accounts SET is_active = 0 WHERE email = '${email}'`)
    const off = await remote(['--email', email])
    expect([off.code, off.out, off.errors]).toEqual([1, '', `tawa: The account of ${email} was changed meanwhile: look, and try again.\n`])
    const still = await remote(['--email', email])
    expect([still.code, still.errors]).toEqual([1, `tawa: The account of ${email} is switched off.\n`])
    expect(await fitting('the old password', [accountOf(email)?.password_hash ?? null])).toEqual([true])

    meanwhile = () => {
      throw new Error('D1 is overloaded')
    }
    const failed = await remote(['--email', address(), '--name', 'Asha'])
    expect([failed.code, failed.out, failed.errors]).toEqual([1, '', expect.stringContaining('D1 is overloaded')])
    expect(leftBehind()).toEqual([])
  })

  it('says what has to be done first: a login, and a deploy', async () => {
    const words = ['--email', address(), '--name', 'Asha']
    const stranger = await remote(words, { CLOUDFLARE_API_TOKEN: '' })
    expect([stranger.code, stranger.errors]).toEqual([1, expect.stringMatching(/^tawa: Not signed in to Cloudflare: `npx wrangler login`/)])
    db = new DatabaseSync(':memory:')
    const empty = await remote(words)
    expect([empty.code, empty.errors]).toEqual([1, 'tawa: The deployed database is empty: `npm run deploy` first.\n'])
  })
})
