import { api, type Call } from '#domain/api/index.ts'

/**
 * The answers that the tests have received from the Worker, by call: `PUT /tables/update 409 version_conflict`. Each file hands them to `scripts/lib/heard.ts`,
 * which lists the contract's answers that no test has received.
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

/** Records an answer to a request for `path` (under /v1, with its query). */
export function hear(method: string, path: string, status: number, code: unknown): void {
  if (method !== 'GET' && status < 400) written = true
  const plain = path.split('?')[0] ?? ''
  const route = ROUTES.find((r) => r.method === method && r.pattern.test(plain))
  if (route) heard.add(`${route.address} ${status}${typeof code === 'string' ? ` ${code}` : ''}`)
}

/** All answers since the last call of this function. */
export function handOver(): string[] {
  const all = [...heard]
  heard.clear()
  return all
}

/** Whether a command has succeeded since the last call of this function. */
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
