import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { backoffice } from '#domain/api/backoffice.ts'
import { fieldErrors, sayIssue } from '#domain/fields.ts'
import { familyOf, type Role, ROLE_NAMES } from '#domain/roles.ts'
import { unreadable } from '#domain/unreadable.ts'
import { emailTaken, newAccount, openOf, revokeSessions, voidedByPassword } from '#worker/auth/account.ts'
import { accounts } from '#worker/db/platform.ts'
import { insert, update } from '#worker/db/rows.ts'
import { ROOT } from './lib/build.ts'
import { Failure } from './lib/failure.ts'
import { mustHaveEnvironment, type Opened, opened, type Place } from './lib/wrangler.ts'

/**
 * `npm run admin`: creates an administrator in the platform's database, which has none after the first deploy; further ones are created by `POST
 * /v1/backoffice/users`. For an e-mail address that already signs in to the back office it sets a new password and ends the sessions.
 *
 *   npm run admin -- --remote --email you@example.com --name 'Your name'     on the deployed database, with the login of `wrangler login`
 *   npm run admin -- --email you@example.com --name 'Your name'              on this machine's, in STATE_DIR; also while npm start runs
 *   … --password-stdin < file                                                instead of a generated one that is printed once
 *   … --env staging                                                          one of wrangler.toml's environments
 */
const USAGE = 'usage: npm run admin -- --email <address> [--name <name>] [--remote | --local] [--password-stdin] [--env <name>]'
const PLATFORM = 'PLATFORM'

type Options = { email: string; name: string | undefined; passwordStdin: boolean; place: Place }
type Found = { id: string; name: string; role: Role; is_active: number; sessions: number; watching: number }

/** The rules for an address, a name and a password are those of the call that creates the others. */
const { shape } = backoffice['POST /backoffice/users'].body

function checked<T>(what: string, schema: z.ZodType<T>, value: string): T {
  const result = schema.safeParse(value, { error: sayIssue })
  const wrong = result.success ? unreadable(result.data) : fieldErrors(result.error)
  if (!result.success || wrong.length > 0) throw new Failure(`${what}: ${wrong[0]?.message}`)
  return result.data
}

/** Reads the command's arguments. Throws Failure. */
export async function optionsOf(args: string[], env: NodeJS.ProcessEnv): Promise<Options> {
  const values = (() => {
    try {
      return parseArgs({
        args,
        options: {
          email: { type: 'string' },
          name: { type: 'string' },
          env: { type: 'string' },
          remote: { type: 'boolean' },
          local: { type: 'boolean' },
          'password-stdin': { type: 'boolean' },
        },
      }).values
    } catch {
      throw new Failure(USAGE)
    }
  })()
  if (values.email === undefined || (values.remote && values.local)) throw new Failure(USAGE)
  const email = checked('--email', shape.email, values.email)
  const name = values.name === undefined ? undefined : checked('--name', shape.name, values.name)
  if (values.env !== undefined) await mustHaveEnvironment(values.env)
  const place: Place = values.remote
    ? { remote: true, env: values.env }
    : { remote: false, env: values.env, stateDir: resolve(ROOT, env.STATE_DIR || '.tawa') }
  return { email, name, passwordStdin: values['password-stdin'] ?? false, place }
}

/** The password is read from a pipe, never from an argument, because every process on the machine can read arguments. */
async function passwordFrom(stdin: NodeJS.ReadStream): Promise<string> {
  if (stdin.isTTY) throw new Failure('--password-stdin reads a pipe or a file: it would be seen here while it is typed.')
  return checked('password', shape.password, (await text(stdin)).replace(/\r?\n$/, ''))
}

/** The account of an address, and the number of its sessions, each of which may have an open socket. */
const findAccount = async (db: Opened, email: string, at: string): Promise<Found | undefined> =>
  (
    await db.ask<Found>(
      sql`SELECT id, name, role, is_active,
          (SELECT count(*) FROM sessions WHERE ${openOf(at, sql`accounts.id`)}) AS sessions,
          (SELECT count(*) FROM sessions WHERE ${openOf(at, sql`accounts.id`)} AND rooms IS NOT NULL) AS watching
        FROM accounts WHERE email = ${email}`,
    )
  )[0]

async function admit(db: Opened, options: Options, say: (text: string) => void): Promise<void> {
  const { email, place } = options
  const at = new Date().toISOString()
  const found = await findAccount(db, email, at)
  if (found && familyOf(found.role) !== 'backoffice') throw new Failure(`${emailTaken().message} (${ROLE_NAMES[found.role]})`)
  if (found && !found.is_active) throw new Failure(`The account of ${email} is switched off.`)
  const name = found?.name ?? options.name
  if (name === undefined) throw new Failure(`${email} has no account yet: --name is needed to make one.`)

  const password = options.passwordStdin ? await passwordFrom(process.stdin) : randomBytes(18).toString('base64url')
  const account = await newAccount({ at }, { name, email, mobile_number: '', role: 'admin', password })
  const { passwordHash } = account
  await db.change(
    found
      ? [
          update(accounts, { passwordHash }, sql`id = ${found.id} AND email = ${email} AND role = ${found.role} AND is_active = 1`),
          ...voidedByPassword(at, email),
          revokeSessions(at, found.id),
        ]
      : [insert(accounts, account)],
  )
  // The account may have changed between the query and the change, so the result is read again: a deployed database only reports that one statement ran.
  const [now] = await db.ask<{ password_hash: string }>(sql`SELECT password_hash FROM accounts WHERE email = ${email}`)
  if (now?.password_hash !== passwordHash) throw new Failure(`The account of ${email} was changed meanwhile: look, and try again.`)

  const who = `${name} <${email}>`
  if (!found) say(`tawa: ${who} is an administrator.`)
  else say(`tawa: ${who}, ${ROLE_NAMES[found.role].toLowerCase()}, has a new password; sessions ended: ${found.sessions}.`)
  if (found && found.watching > 0)
    say(
      `tawa: a screen of theirs that watches a restaurant goes on until ${place.remote ? '`npm run deploy`' : 'npm start is started anew'}.`,
    )
  if (!options.passwordStdin) say(`tawa: the password, shown this once: ${password}`)
}

/** An error's message for the person, with advice where the cause is known. */
function explained(error: unknown, place: Place | undefined): string {
  const message = error instanceof Error ? error.message : String(error)
  if (/no such table: (accounts|sessions)/.test(message))
    return place?.remote ? 'The deployed database is empty: `npm run deploy` first.' : 'The database is empty: `npm start` once first.'
  if (/CLOUDFLARE_API_TOKEN/.test(message)) return 'Not signed in to Cloudflare: `npx wrangler login`, or set CLOUDFLARE_API_TOKEN.'
  if (/UNIQUE constraint failed: accounts\.email/.test(message)) return emailTaken().message
  return message
}

async function main(): Promise<void> {
  let place: Place | undefined
  try {
    const options = await optionsOf(process.argv.slice(2), process.env)
    place = options.place
    if (!place.remote && !existsSync(place.stateDir))
      throw new Failure(`There is no ${relative(process.cwd(), place.stateDir)}: \`npm start\` once first, or say --remote.`)
    await opened(place, PLATFORM, (db) => admit(db, options, (line) => console.log(line)))
  } catch (error) {
    console.error(`tawa: ${explained(error, place)}`)
    process.exitCode = 1
  }
}

if (import.meta.main) await main()
