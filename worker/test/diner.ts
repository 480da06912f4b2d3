import type { Env } from '../env.ts'
import worker from '../index.ts'
import { testEnv } from './world.ts'

/** A document as the build writes it: web/diner.html. */
const TEMPLATE = `<!doctype html><html lang="en"><head><!--tawa:head--><script type="module" src="/assets/diner.js"></script><style>body{margin:0}</style></head><body><!--tawa:menu--><div id="app"></div></body></html>`
const ASSETS = { fetch: async () => new Response(TEMPLATE) } as unknown as Fetcher

export type Opened = { status: number; text: string; headers: Headers }
/** Opens a page of the diner. */
export async function openPage(
  path: string,
  { env = testEnv, token, headers = {} }: { env?: Env; token?: string; headers?: Record<string, string> } = {},
): Promise<Opened> {
  const later: Promise<unknown>[] = []
  const answer = await worker.fetch(
    new Request(`https://tawa.test${path}`, { headers: { ...headers, ...(token ? { Authorization: `Bearer ${token}` } : {}) } }),
    { ...env, ASSETS },
    { waitUntil: (work: Promise<unknown>) => void later.push(work), passThroughOnException: () => {}, props: {} } as never,
  )
  const text = await answer.text()
  await Promise.allSettled(later)
  return { status: answer.status, text, headers: answer.headers }
}
