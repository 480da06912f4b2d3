import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Miniflare } from 'miniflare'
import type { Database, Statement } from '../demo/database.ts'

/** Reaches D1 databases from this process: for migrations, the demo and `npm run admin`. */
const NAME = 'tawa-d1'

/**
 * Without it the Worker refuses every request. Miniflare always listens on a port of this machine, where any process, and any web page in a browser, may ask
 * for any of its Workers. workerd gets it in its configuration, by a pipe.
 */
const SECRET = randomBytes(24).toString('base64url')
const HEADER = 'x-tawa-secret'

/**
 * A Worker beside the others that runs statements. Miniflare's own stubs block this process for a round trip at each statement that is prepared, and a first
 * start has hundreds; here a batch is one request. It answers only the process that started Miniflare.
 */
export const d1Worker = (d1Databases: Record<string, string | { id: string }>) => ({
  name: NAME,
  modules: true as const,
  script: SCRIPT,
  compatibilityDate: '2026-10-01',
  d1Databases,
  bindings: { SECRET },
})

const SCRIPT = `export default {
  async fetch(request, env) {
    if (request.headers.get('${HEADER}') !== env.SECRET) return new Response(null, { status: 404 })
    const { binding, statements } = await request.json()
    const db = env[binding]
    try {
      const made = statements.map(([query, values]) => db.prepare(query).bind(...values))
      const answers = made.length === 1 ? [await made[0].all()] : await db.batch(made)
      return Response.json({ answers })
    } catch (error) {
      return Response.json({ error: error.message })
    }
  },
}`

type Made = Statement & { words: [query: string, values: unknown[]] }

/** One of the databases of `d1Worker`, by its binding. */
export function d1Of(mf: Miniflare, binding: string): Database {
  const run = async (statements: readonly Made[]): Promise<{ results: unknown[] }[]> => {
    const worker = await mf.getWorker(NAME)
    await heard()
    const body = JSON.stringify({ binding, statements: statements.map((s) => s.words) })
    const response = await worker.fetch('http://d1/', { method: 'POST', headers: { [HEADER]: SECRET }, body })
    const { answers, error } = (await response.json()) as { answers?: { results: unknown[] }[]; error?: string }
    if (!answers) throw new Error(error)
    return answers
  }
  const make = (query: string, values: unknown[] = []): Made => ({
    words: [query, values],
    bind: (...more) => make(query, more),
    all: async <Row>() => {
      const [answer] = await run([make(query, values)])
      return answer as { results: Row[] }
    },
  })
  return { prepare: (query) => make(query), batch: (statements) => run(statements as Made[]) }
}

/**
 * Lets this process notice that workerd has closed an idle connection. It does so after some ten seconds, and making the demo can keep a slow machine busy for
 * longer: the next request would be written to the closed connection and fail.
 */
export const heard = () => new Promise<void>((next) => setImmediate(next))

/** Opens databases by the bindings and ids that are given, without the app's Worker. `path` is where they are stored. */
export async function openD1(ids: Record<string, string>, path: string) {
  const { convertV4MiniflareOptions, Miniflare } = await import('miniflare')
  const mf = new Miniflare({ ...convertV4MiniflareOptions({ workers: [d1Worker(ids)] }), ...alone(path) })
  const url = await mf.ready
  return { url, d1: (binding: string) => d1Of(mf, binding), end: () => mf.dispose() }
}

/** What every Miniflare here is told besides. cf: false, so that nothing is fetched from the internet. */
export const alone = (path: string) => ({
  cf: false as const,
  resourcePersistencePath: path,
  enableDevRegistry: false,
  telemetry: { enabled: false },
})

/** Where Miniflare stores a state directory's databases, objects and files; vite's plugin uses the folder `v3` too. */
export const persistencePath = (stateDir: string) => join(stateDir, 'v3')
