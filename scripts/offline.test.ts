import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildOf, marked } from './lib/offline.ts'

const code = stripTypeScriptTypes(readFileSync(join(import.meta.dirname, '../web/sw.ts'), 'utf8'))
const HOST = 'https://tawa.test'
type Served = { status?: number; type?: string; body?: string } | 'lost' | 'never'
type Caches = Map<string, Map<string, Response>>

/** The server's files by path. */
let served: Record<string, Served>
let caches: Caches
const page = (build: string): Served => ({
  type: 'text/html',
  body: marked(`<head></head><script src="/assets/index-${build}.js">`, build),
})
const script = (text: string): Served => ({ type: 'text/javascript', body: text })

async function fetched(asked: string | Request, { signal }: RequestInit = {}): Promise<Response> {
  const { pathname } = new URL(typeof asked === 'string' ? HOST + asked : asked.url)
  const answer = served[pathname] ?? { status: 404, type: 'text/plain', body: 'No such file' }
  if (answer === 'lost') throw new TypeError('Failed to fetch')
  if (answer === 'never')
    return new Promise((_, refuse) => signal?.addEventListener('abort', () => refuse(new DOMException('Too late', 'TimeoutError'))))
  const made = new Response(answer.body, { status: answer.status ?? 200, headers: { 'Content-Type': answer.type ?? '' } })
  return Object.defineProperty(made, 'type', { value: 'basic' })
}

const pathOf = (asked: string | Request) => new URL(typeof asked === 'string' ? HOST + asked : asked.url).pathname
const matchIn = (cache: Map<string, Response> | undefined, asked: string | Request) => cache?.get(pathOf(asked))?.clone()

/** Starts the service worker of a build, with the files that its list names besides the entry. */
function start(build: string, files: readonly string[] = []) {
  const listeners: Record<string, (event: unknown) => void> = {}
  const skipWaiting = vi.fn(async () => undefined)
  const globals = {
    BUILD: { id: build, files: [`/assets/index-${build}.js`, ...files, '/theme.js'] },
    addEventListener: (name: string, listener: (event: unknown) => void) => (listeners[name] = listener),
    globalThis: { skipWaiting },
    location: new URL(HOST),
    fetch: fetched,
    caches: {
      open: async (name: string) => {
        const cache = caches.get(name) ?? new Map<string, Response>()
        caches.set(name, cache)
        return {
          match: async (asked: string) => matchIn(cache, asked),
          put: async (path: string, file: Response) => void cache.set(path, file),
        }
      },
      keys: async () => [...caches.keys()],
      delete: async (name: string) => caches.delete(name),
      match: async (asked: Request) => [...caches.values()].map((cache) => matchIn(cache, asked)).find(Boolean),
    },
  }
  new Function(...Object.keys(globals), code)(...Object.values(globals))
  const waits = async (name: string) => {
    let done: Promise<unknown> = Promise.resolve()
    listeners[name]?.({ waitUntil: (until: Promise<unknown>) => (done = until) })
    await done
  }
  return {
    skipWaiting,
    install: () => waits('install'),
    activate: () => waits('activate'),
    /** The text that a request gets from the service worker; null when it is left to the browser. */
    async ask(path: string, { mode = 'cors', method = 'GET' } = {}): Promise<string | null> {
      let answer: Promise<Response> | null = null
      const request = Object.defineProperty(new Request(new URL(path, HOST), { method }), 'mode', { value: mode })
      listeners.fetch?.({ request, respondWith: (by: Promise<Response>) => (answer = by) })
      return answer && (await (answer as Promise<Response>)).text()
    },
  }
}
const open = { mode: 'navigate' }

beforeEach(() => {
  caches = new Map()
  served = {
    '/': page('a'),
    '/restaurant/pos': page('a'),
    '/assets/index-a.js': script('entry a'),
    '/assets/pos-a.js': script('pos a'),
    '/theme.js': script('theme'),
  }
})

afterEach(() => void vi.useRealTimers())

describe('the service worker', () => {
  it('keeps a build whole, and takes over at once', async () => {
    const a = start('a', ['/assets/pos-a.js'])
    await a.install()
    expect([...(caches.get('tawa-files-a')?.keys() ?? [])].sort()).toEqual(['/', '/assets/index-a.js', '/assets/pos-a.js', '/theme.js'])
    expect(a.skipWaiting).toHaveBeenCalledOnce()
  })

  it.each([
    ['an error', '/assets/pos-a.js', { status: 500, type: 'text/javascript' }],
    ['a page in a script’s place, as a wifi’s sign-in page is', '/assets/pos-a.js', { type: 'text/html', body: '<form>' }],
    ['a script in the page’s place', '/', script('x')],
    ['the page of another build', '/', page('b')],
    ['no answer', '/theme.js', 'lost'],
  ] as const)('keeps nothing of a build when one of its files is %s', async (_, path, answer) => {
    vi.useFakeTimers()
    served[path] = answer
    const a = start('a', ['/assets/pos-a.js'])
    const refused = expect(a.install()).rejects.toThrow()
    await vi.runAllTimersAsync()
    await refused
    expect([caches.size, a.skipWaiting.mock.calls.length]).toEqual([0, 0])
  })

  it('asks again for a file whose answer was lost', async () => {
    vi.useFakeTimers()
    served['/theme.js'] = 'lost'
    const a = start('a', ['/assets/pos-a.js'])
    const installed = a.install()
    await vi.advanceTimersByTimeAsync(1000)
    expect(caches.size).toBe(0)
    served['/theme.js'] = script('theme')
    await vi.runAllTimersAsync()
    await installed
    expect(caches.get('tawa-files-a')?.size).toBe(4)
  })

  it('gives up an answer that never comes, and asks again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(), ms)
      return controller.signal
    })
    served['/theme.js'] = 'never'
    const a = start('a', ['/assets/pos-a.js'])
    const installed = a.install()
    await vi.advanceTimersByTimeAsync(1000)
    served['/theme.js'] = script('theme')
    await vi.runAllTimersAsync()
    await installed
    expect(caches.get('tawa-files-a')?.size).toBe(4)
    vi.restoreAllMocks()
  })

  it('leaves the API, other sites, diners’ and partners’ pages and everything that changes something to the browser', async () => {
    const a = start('a')
    await a.install()
    expect(await a.ask('/v1/tables')).toBeNull()
    expect(await a.ask('/v1/docs', open)).toBeNull()
    expect(await a.ask('https://fonts.test/assets/x.js')).toBeNull()
    expect(await a.ask('/t/abc', open)).toBeNull()
    expect(await a.ask('/partner/dashboard', open)).toBeNull()
    expect(await a.ask('/restaurants', open)).toBeNull()
    expect(await a.ask('/theme.js', { method: 'POST' })).toBeNull()
  })

  it('opens the server’s page, and the kept one when there is no answer or an error', async () => {
    const a = start('a')
    await a.install()
    served['/restaurant/pos'] = page('b')
    expect(await a.ask('/restaurant/pos', open)).toContain('index-b')
    served['/restaurant/pos'] = { status: 503, type: 'text/html', body: 'Down' }
    expect(await a.ask('/restaurant/pos', open)).toContain('index-a')
    served['/restaurant/pos'] = 'lost'
    expect(await a.ask('/restaurant/pos?table=t7', open)).toContain('index-a')
    served['/theme.js'] = 'lost'
    expect(await a.ask('/theme.js')).toBe('theme')
  })

  it('opens the kept page after four seconds without an answer', async () => {
    vi.useFakeTimers()
    const a = start('a')
    await a.install()
    served['/restaurant/pos'] = 'never'
    const answer = a.ask('/restaurant/pos', open)
    await vi.advanceTimersByTimeAsync(4000)
    expect(await answer).toContain('index-a')
  })

  it('keeps the build before it, for pages that are still open, and no older one', async () => {
    for (const build of ['a', 'b', 'c']) {
      served['/'] = page(build)
      served[`/assets/index-${build}.js`] = script(`entry ${build}`)
      const worker = start(build, build === 'a' ? [] : [`/assets/late-${build}.js`])
      served[`/assets/late-${build}.js`] = script(`late ${build}`)
      await worker.install()
      await worker.activate()
    }
    caches.set('of-another-app', new Map())
    await start('c').activate()
    expect([...caches.keys()]).toEqual(['tawa-files-b', 'tawa-files-c', 'of-another-app'])
    // A script that the deploy has removed from the server.
    delete served['/assets/late-b.js']
    expect(await start('c').ask('/assets/late-b.js')).toBe('late b')
  })
})

describe('the list of a build', () => {
  const chunk = (fileName: string, isEntry = false) => ({ type: 'chunk', fileName, isEntry })
  const bundle = (page: string, ...more: string[]) =>
    ({
      'assets/index-a.js': chunk('assets/index-a.js', true),
      'assets/pos-a.js': chunk('assets/pos-a.js'),
      'assets/frame-a.css': { type: 'asset', fileName: 'assets/frame-a.css' },
      'assets/inter-latin-wght-normal-x.woff2': { type: 'asset' },
      'assets/inter-greek-wght-normal-x.woff2': { type: 'asset' },
      'index.html': { type: 'asset', source: page },
      ...Object.fromEntries(more.map((name) => [name, chunk(name)])),
    }) as unknown as Parameters<typeof buildOf>[0]
  const html = '<script src="/assets/index-a.js">'

  it('names scripts, styles, the Latin font and what the page loads besides them', () => {
    expect(buildOf(bundle(html), []).files).toEqual([
      '/assets/index-a.js',
      '/assets/pos-a.js',
      '/assets/frame-a.css',
      '/assets/inter-latin-wght-normal-x.woff2',
      '/theme.js',
      '/icon.svg',
    ])
  })

  it('has another id when a file, the page or a source is another', () => {
    const ids = [
      buildOf(bundle(html), ['sw']),
      buildOf(bundle(html, 'assets/orders-a.js'), ['sw']),
      buildOf(bundle(`${html}<p>`), ['sw']),
      buildOf(bundle(html), ['sw 2']),
    ].map(({ id }) => id)
    expect(new Set(ids).size).toBe(4)
    expect(buildOf(bundle(html), ['sw']).id).toBe(ids[0])
  })

  it('marks the page with the id, by which an open page sees that a newer build is there', () => {
    expect(marked('<head><title>Tawa</title></head><body>', 'abc123')).toBe(
      '<head><title>Tawa</title><meta name="tawa-build" content="abc123"></head><body>',
    )
    expect(() => marked('<p>', 'abc123')).toThrow('no head')
  })
})
