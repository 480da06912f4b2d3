import { plural } from '#domain/text.ts'
import { Failure } from './lib/failure.ts'

/**
 * `npm run rebuild`: recalculates every restaurant's rollups, visits and customers' sums from its orders, through the administrator's call `POST
 * /v1/backoffice/rebuild`; so it works the same on this machine and on a deployed Worker, and sales can go on meanwhile.
 *
 *   npm run rebuild -- --check                             only looks; exits with 1 when something is wrong
 *   npm run rebuild -- --url https://tawa.example          another server than http://localhost:PORT
 *   npm run rebuild -- --restaurant <id> --since 2026-11-01
 *
 * TAWA_EMAIL and TAWA_PASSWORD are an administrator's; on this machine the demo's by default.
 */
type Options = { url: string; email: string; password: string; check: boolean; restaurant?: string; since?: string }

const USAGE = 'usage: npm run rebuild -- [--check] [--url <address>] [--restaurant <id>] [--since YYYY-MM-DD]'
const DAYS = 31
const TRIES = 10

function optionsOf(words: readonly string[], env: NodeJS.ProcessEnv): Options {
  const values: Record<string, string> = {}
  let check = false
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? ''
    const [name = '', inline] = word.split('=', 2)
    if (word === '--check') check = true
    else if (['--url', '--restaurant', '--since'].includes(name)) {
      const value = inline ?? words[++i]
      if (!value) throw new Failure(USAGE)
      values[name.slice(2)] = value
    } else throw new Failure(USAGE)
  }
  if (values.since && !/^\d{4}-\d{2}-\d{2}$/.test(values.since)) throw new Failure(USAGE)
  const url = (values.url ?? `http://localhost:${env.PORT || 8787}`).replace(/\/+$/, '')
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)
  const email = env.TAWA_EMAIL || (local ? 'admin@demo.test' : '')
  const password = env.TAWA_PASSWORD || (local ? 'tawa-demo' : '')
  if (!email || !password) throw new Failure('Set TAWA_EMAIL and TAWA_PASSWORD to an administrator’s.')
  return { url, email, password, check, ...values }
}

type Sum = { amount: number; count: number } | null
type Rebuild = {
  differences: number
  examples: { date: string; kind: string; key: string; was: Sum; is: Sum }[]
  visits: number
  customers: number
  startDate: string
  earlier: string | null
}

/** Calls the API; when the server is busy, waits as long as it asks and tries again. Throws Failure with the server's message. */
async function ask<T>(url: string, address: string, token: string | null, body?: unknown): Promise<T> {
  const [method = 'GET', path = ''] = address.split(' ')
  for (let tries = 1; ; tries++) {
    const response = await fetch(`${url}/v1${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(120_000),
    }).catch((error: unknown) => {
      throw new Failure(`${url} does not answer. Is the server running?`, { cause: error })
    })
    const answer = (await response.json().catch(() => ({}))) as { message?: string; retryAfter?: number }
    if (response.ok) return answer as T
    if (answer.retryAfter === undefined || tries === TRIES) throw new Failure(`${address}: ${response.status} ${answer.message ?? ''}`)
    await new Promise((next) => setTimeout(next, (answer.retryAfter ?? 1) * 1000))
  }
}

type Listed = { _id: string; restaurantName: string }

async function restaurantsOf(url: string, token: string): Promise<Listed[]> {
  const all: Listed[] = []
  for (let page = 1; ; page++) {
    const { restaurants, totalPages } = await ask<{ restaurants: Listed[]; totalPages: number }>(
      url,
      `GET /backoffice/restaurants?limit=100&status=approved&page=${page}`,
      token,
    )
    all.push(...restaurants)
    if (page >= totalPages) return all
  }
}

const sumOf = (sum: Sum) => (sum ? `${sum.amount} (${sum.count})` : 'nothing')

/** Goes through the restaurants, each from today back to its first day. Returns how much was wrong. */
async function rebuildAll(options: Options, say: (text: string) => void): Promise<number> {
  const { url, check, restaurant, since } = options
  const { token } = await ask<{ token: string }>(url, 'POST /auth/backoffice/login', null, {
    email: options.email,
    password: options.password,
  })
  try {
    const listed = await restaurantsOf(url, token)
    const known = listed.filter((r) => restaurant === undefined || r._id === restaurant)
    const chosen = known.length === 0 && restaurant ? [{ _id: restaurant, restaurantName: restaurant }] : known
    let total = 0
    for (const { _id: restaurantId, restaurantName } of chosen) {
      const found = { differences: 0, visits: 0, customers: 0 }
      const examples: Rebuild['examples'] = []
      for (let endDate: string | undefined; ;) {
        const { rebuild } = await ask<{ rebuild: Rebuild }>(url, 'POST /backoffice/rebuild', token, {
          restaurantId,
          endDate,
          days: DAYS,
          check,
        })
        for (const key of ['differences', 'visits', 'customers'] as const) found[key] += rebuild[key]
        examples.push(...rebuild.examples)
        if (rebuild.earlier === null || (since !== undefined && rebuild.earlier < since)) break
        endDate = rebuild.earlier
      }
      const wrong = found.differences + found.visits + found.customers
      total += wrong
      const what = `${plural(found.differences, 'figure')}, ${plural(found.visits, 'visit')}, ${plural(found.customers, 'customer')}`
      say(`${restaurantName} (${restaurantId}): ${wrong === 0 ? 'right' : `${what} ${check ? 'wrong' : 'put right'}`}`)
      for (const e of examples.slice(0, 10))
        say(`  ${e.date} ${e.kind} ${e.key.replace('\n', ', ')}: ${sumOf(e.was)}, by the orders ${sumOf(e.is)}`)
    }
    return total
  } finally {
    await ask(url, 'POST /auth/logout', token).catch(() => {})
  }
}

try {
  const options = optionsOf(process.argv.slice(2), process.env)
  const wrong = await rebuildAll(options, (text) => console.log(`tawa: ${text}`))
  process.exitCode = options.check && wrong > 0 ? 1 : 0
} catch (error) {
  console.error(`tawa: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
