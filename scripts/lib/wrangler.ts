import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SQL } from 'drizzle-orm'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { all, inOneBatch } from '../demo/database.ts'
import { ROOT } from './build.ts'
import { openD1, persistencePath } from './d1.ts'
import { Failure } from './failure.ts'

export const WRANGLER = join(ROOT, 'node_modules/wrangler/bin/wrangler.js')

/**
 * Which copy of a database: the deployed one, with the deployer's own login to Cloudflare, or that of a state directory. `env` is one of wrangler.toml's
 * environments.
 */
export type Place = { env?: string } & ({ remote: true } | { remote: false; stateDir: string })

/**
 * wrangler has no parameters, and splits a text into statements by its own rules. So texts that a person has typed are written as hex bytes, which can't be
 * mistaken for SQL.
 */
class Inline extends SQLiteSyncDialect {
  override escapeString(text: string): string {
    return `CAST(X'${Buffer.from(text).toString('hex')}' AS TEXT)`
  }
}
const dialect = new Inline()

export const textOf = (statement: SQL): string => dialect.sqlToQuery(statement.inlineParams()).sql

/** A database as `opened` gives it. */
export type Opened = {
  /** In a deployed place the statement is visible in this machine's list of processes, so it must not contain secrets. Throws Failure. */
  ask<Row>(statement: SQL): Promise<Row[]>
  /** Runs all statements or none. Returns no results: a deployed database only reports how many statements ran. Throws Failure. */
  change(statements: readonly SQL[]): Promise<void>
}

/** Opens one of wrangler.toml's databases, by its binding, as long as `work` lasts. */
export const opened = <T>(place: Place, binding: string, work: (db: Opened) => Promise<T>): Promise<T> =>
  place.remote ? work(deployed(place, binding)) : local(place, binding, work)

/** Each query starts wrangler, which has the login and knows the API. */
const deployed = (place: Place, binding: string): Opened => ({
  ask: async <Row>(statement: SQL) => {
    const [answer] = execute(place, binding, ['--command', textOf(statement)]) as { results: Row[] }[]
    return answer?.results ?? []
  },
  change: async (statements) => {
    const directory = mkdtempSync(join(tmpdir(), 'tawa-sql-'))
    try {
      const file = join(directory, 'change.sql')
      writeFileSync(file, statements.map((s) => `${textOf(s)};\n`).join(''), { mode: 0o600 })
      execute(place, binding, ['--file', file, '--yes'])
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
  },
})

/** The state directory's own file, opened once, as `wrangler d1 execute --local` would at each query. A server may have it open too. */
async function local<T>(
  { env, stateDir }: { env?: string; stateDir: string },
  binding: string,
  work: (db: Opened) => Promise<T>,
): Promise<T> {
  const { unstable_readConfig } = await import('wrangler')
  const { d1_databases } = unstable_readConfig({ config: join(ROOT, 'wrangler.toml'), env }, { hideWarnings: true })
  const found = d1_databases.find((one: { binding: string }) => one.binding === binding)
  const { d1, end } = await openD1({ [binding]: found?.preview_database_id ?? found?.database_id ?? binding }, persistencePath(stateDir))
  try {
    const db = d1(binding)
    return await work({
      ask: (statement) => all(db, statement),
      change: async (statements) => void (await inOneBatch(db, statements)),
    })
  } finally {
    await end()
  }
}

/** For an unknown environment wrangler itself would use the defaults, which belong to another deployment. Throws Failure. */
export async function mustHaveEnvironment(env: string): Promise<void> {
  const { unstable_readConfig } = await import('wrangler')
  const { definedEnvironments } = unstable_readConfig({ config: join(ROOT, 'wrangler.toml') }, { hideWarnings: true })
  if (!definedEnvironments?.includes(env)) throw new Failure(`wrangler.toml has no environment ${env}.`)
}

function execute(place: Place, binding: string, words: string[]): unknown {
  const where = place.remote ? ['--remote'] : ['--local', '--persist-to', place.stateDir]
  const { status, stdout, stderr, error } = wrangler([
    ...['d1', 'execute', binding, ...where, ...(place.env ? ['--env', place.env] : [])],
    ...['--json', ...words],
  ])
  const answer = jsonIn(stdout)
  if (status === 0 && Array.isArray(answer)) return answer
  const refusal = (answer as { error?: { text?: string; notes?: { text: string }[] } } | undefined)?.error
  const message = refusal
    ? [refusal.text, ...(refusal.notes ?? []).map((note) => note.text)].filter(Boolean).join('\n')
    : `${stdout}${stderr}`
  throw new Failure(`wrangler: ${message.trim() || error?.message || `ended with ${status}`}`)
}

/** Finds the answer, or `{ error }`, after the lines of progress that wrangler prints even with `--json`; undefined when it didn't get that far. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.search(/^[[{]$/m)))
  } catch {
    return undefined
  }
}

function wrangler(words: string[]) {
  return spawnSync(process.execPath, [WRANGLER, ...words, '--config', join(ROOT, 'wrangler.toml')], {
    cwd: ROOT,
    env: { ...process.env, WRANGLER_SEND_METRICS: 'false', NO_COLOR: '1' },
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
