import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Operation } from '#domain/api/contract.ts'
import { api } from '#domain/api/index.ts'
import { refusalsOf } from '#domain/api/refusals.ts'
import { BESIDE } from '#worker/system/beside.ts'
import { ROOT } from './lib/build.ts'

/** docs/api.md must be true. Its client is run by worker/system/api-docs.test.ts. */
const text = readFileSync(join(ROOT, 'docs', 'api.md'), 'utf8')
const operations = Object.entries(api) as unknown as [string, Operation][]
const addresses = [...Object.keys(api), ...Object.keys(BESIDE)].map((a) => a.replace(/:(\w+)/g, '{$1}'))

describe('docs/api.md', () => {
  it('shows the client as it is, in 30 lines', () => {
    const file = readFileSync(join(ROOT, 'docs', 'examples', 'orders-of-a-day.ts'), 'utf8')
    expect(/```ts\n([\s\S]*?)```/.exec(text)?.[1]).toBe(file)
    expect(file.trimEnd().split('\n').length).toBeLessThanOrEqual(30)
  })

  it('shows a command that any Node which installs Tawa can run', async () => {
    const [, line = ''] = /^\/\/ TAWA_URL=\S+ TAWA_KEY=\S+ node (.+)$/m.exec(text) ?? []
    const [runner, ...words] = line.split(' ')
    // TypeScript and import.meta.main need a Node newer than 18.
    expect(runner).toBe('scripts/run.mjs')
    const asked: unknown[] = []
    const server = createServer((request, response) => {
      asked.push([request.url, request.headers['x-sync-key']])
      const order = {
        _id: 'a',
        invoiceNumber: 'SY/1',
        orderType: 'Dine In',
        orderStatus: 'completed',
        paymentStatus: 'paid',
        grandTotal: 676.2,
      }
      response.end(JSON.stringify({ orders: [order], totalPages: 1 }))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const env = { ...process.env, TAWA_INSTALL: 'no', TAWA_URL: base, TAWA_KEY: 'tawa_x' }
    const printed = await new Promise<string>((done, fail) =>
      execFile(process.execPath, [runner ?? '', ...words], { cwd: ROOT, env }, (error, out) => (error ? fail(error) : done(out))),
    ).finally(() => server.close())
    expect(printed.trim().split('\n')).toEqual(['SY/1\tDine In\tcompleted\tpaid\t676.20', '1 orders, Rs. 676.20 paid'])
    expect(asked).toEqual([['/v1/orders?startDate=2026-11-20&endDate=2026-11-20&limit=100&page=1', 'tawa_x']])
  }, 20_000)

  it('names only calls that exist', () => {
    const named = [...text.matchAll(/`(GET|POST|PUT|PATCH|DELETE) (?:\/v1)?(\/[\w/{}.-]*)`/g)].map(
      ([, method, path]) => `${method} ${path}`,
    )
    expect(named.length).toBeGreaterThan(8)
    for (const address of named) expect(addresses).toContain(address)
    const asked = [...text.matchAll(/\$API(\/[\w/-]+)/g)].map(([, path]) => path)
    for (const path of asked) expect(addresses.map((a) => a.split(' ')[1])).toContain(path)
  })

  it('lists the calls that a sync key may make, and no others', () => {
    const line = text.split('\n').find((l) => l.startsWith('What a sync key may ask:')) ?? ''
    const listed = [...line.matchAll(/`([A-Z]+ [^`]+)`/g)].map((m) => m[1] ?? '')
    const may = operations.filter(([, op]) => op.syncKey).map(([address]) => address.replace(/:(\w+)/g, '{$1}'))
    expect(listed.sort()).toEqual(may.sort())
  })

  it('names codes that calls refuse with', () => {
    const codes = new Set(operations.flatMap(([, op]) => Object.values(refusalsOf(op)).flatMap((c) => Object.keys(c))))
    const words = [...text.matchAll(/`([a-z]+_[a-z_]+)`/g)].map((m) => m[1] ?? '')
    const listed = words.filter(
      (word) =>
        // A parameter, and what the socket says.
        !['terminate_existing', 'too_slow'].includes(word),
    )
    expect(listed).toContain('version_conflict')
    for (const code of listed) expect([...codes]).toContain(code)
  })

  it('is linked from the README', () => {
    expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain('](docs/api.md)')
  })
})
