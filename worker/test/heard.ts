import { api, type Call } from '#domain/api/index.ts'

/**
 * What the tests have heard the Worker answer, by call: `PUT /tables/update 409 version_conflict`. Each file hands it to `scripts/lib/heard.ts`,
 * which says what of the contract no test has ever seen.
 */
const heard = new Set<string>()
let written = false

const ROUTES = (Object.keys(api) as Call[])
  .map((address) => {
    const [method = '', path = ''] = address.split(' ')
    return { address, method, pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`), named: path.split(':').length }
  })
  // A literal path goes before one with parameters, as in the Worker.
  .sort((a, b) => a.named - b.named)

/** Takes note of an answer to a request for `path` (under /v1, its query too). */
export function hear(method: string, path: string, status: number, code: unknown): void {
  if (method !== 'GET' && status < 400) written = true
  const plain = path.split('?')[0] ?? ''
  const route = ROUTES.find((r) => r.method === method && r.pattern.test(plain))
  if (route) heard.add(`${route.address} ${status}${typeof code === 'string' ? ` ${code}` : ''}`)
}

/** All of it since the last time. */
export function handOver(): string[] {
  const all = [...heard]
  heard.clear()
  return all
}

/** Whether a command succeeded since this was last asked. */
export function wroteSince(): boolean {
  const wrote = written
  written = false
  return wrote
}

declare module 'vitest' {
  interface TaskMeta {
    heard?: string[]
  }
}
