import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseMultipart } from '@remix-run/multipart-parser'
import { Hono } from 'hono'
import { SmartRouter } from 'hono/router/smart-router'
import * as jose from 'jose'
import { build, type Rolldown } from 'vite'
import { expect, it } from 'vitest'
import { api } from '#domain/api/index.ts'
import { inRoutingOrder } from '#worker/http/routingOrder.ts'
import { ROOT } from './build.ts'
import { EDITS } from './edits.ts'
import { edited, isRoom } from './libraries.ts'
import { withoutIndents } from './statements.ts'
import { withoutIndexes } from './tables.ts'

/** What a library exports, as the built Worker has it. */
async function asBuilt<Library>(name: string): Promise<Library> {
  const entry = 'virtual:entry'
  const result = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'edited',
        enforce: 'pre',
        resolveId: (id) => (id === entry ? `\0${entry}` : null),
        load: (id) => (id === `\0${entry}` ? `export * from '${name}'` : null),
        transform: edited,
      },
    ],
    ssr: { noExternal: true },
    build: { write: false, minify: false, ssr: true, target: 'es2023', rolldownOptions: { input: entry } },
  })
  const home = mkdtempSync(join(tmpdir(), 'tawa-edited-'))
  try {
    const path = join(home, 'library.mjs')
    writeFileSync(path, (result as Rolldown.RolldownOutput).output[0].code)
    return (await import(/* @vite-ignore */ pathToFileURL(path).href)) as Library
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

const source = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const CHANGED = [
  'drizzle-orm/sqlite-core/table.js',
  'partyserver/dist/index.js',
  ...['context', 'hono', 'hono-base', 'router/trie-router/node', 'router/trie-router/router', 'utils/url'].map(
    (name) => `hono/dist/${name}.js`,
  ),
  ...['core/core', 'core/registries', 'core/schemas', 'core/util', 'classic/errors', 'classic/schemas'].map((name) => `zod/v4/${name}.js`),
  ...['jwks/remote', 'lib/buffer_utils', 'lib/jws_algorithms', 'lib/jwt_claims_set', 'lib/key'].map(
    (name) => `jose/dist/webapi/${name}.js`,
  ),
  ...['content-disposition', 'content-type'].map((name) => `@remix-run/headers/dist/lib/${name}.js`),
  '@remix-run/multipart-parser/dist/lib/buffer-search.js',
  ...['components', 'hooks', 'dom/lib', 'router/history', 'router/matcher-route-pattern', 'router/router', 'router/utils'].map(
    (name) => `react-router/dist/production/lib/${name}.js`,
  ),
]

it('every change of a library is one of these modules’', () => {
  const ids = CHANGED.map((path) => join(ROOT, 'node_modules', path))
  expect(EDITS.filter(({ module }) => !ids.some((id) => module.test(id)))).toEqual([])
})

it.each(CHANGED)('the build leaves out of %s what Tawa does not use, and refuses it when it is written otherwise', (path) => {
  const id = join(ROOT, 'node_modules', path)
  const code = readFileSync(id, 'utf8')
  const left = edited(code, id) ?? ''
  for (const { find } of EDITS.filter(({ module }) => module.test(id))) {
    if (typeof find === 'string') expect(left).not.toContain(find)
    else expect(left).not.toMatch(find)
    expect(() => edited(code.replace(find, ''), id)).toThrow('now (scripts/lib/edits.ts)')
  }
  expect(left.split('\n').length).toBe(code.split('\n').length)
  expect(edited(code, id.replace(/\.js$/, '.mjs'))).toBeNull()
})

it('a table whose columns are made by a function is refused, since the built Worker can’t read it', () => {
  expect(() => withoutIndexes("const t = sqliteTable('t', (c) => ({ id: c.text() }))")).toThrow('Columns are an object')
})

/** The Worker's paths in the order in which it names them. */
function paths(): { method: string; path: string }[] {
  const pages = [...source('worker/diner/routes.ts').matchAll(/'(\/(?:t|user|thankyou)\b[^' ]*)'/g)].map(([, path = '']) => path)
  const calls = inRoutingOrder(Object.keys(api)).map((address) => address.split(' ') as [string, string])
  return [
    ...['/v1/realtime/:restaurantId', '/v1/media/:key'].map((path) => ({ method: 'GET', path })),
    ...calls.map(([method, path]) => ({ method, path: `/v1${path}` })),
    ...pages.map((path) => ({ method: 'GET', path })),
  ]
}

it('the build’s only router is the one that Hono chooses for the Worker’s paths, and finds the same', async () => {
  const worker = source('worker/index.ts')
  for (const path of ['/realtime/:restaurantId', '/media/:key']) expect(worker).toContain(`v1.get('${path}'`)
  const routes = paths()
  expect(routes.map(({ path }) => path)).toEqual(expect.arrayContaining(['/t/:code', '/t/*', '/user/*', '/thankyou']))
  const built = await asBuilt<{ Hono: typeof Hono }>('hono')
  const made = (One: typeof Hono) => {
    const app = new One({ strict: false })
    app.use('*', async (h, next) => (await next(), h.header('X-Middleware', '1')))
    for (const { method, path } of routes) app.on(method, path, (h) => h.json([method, path, h.req.param()]))
    return app
  }
  const [whole, alone] = [made(Hono), made(built.Hono)]
  await whole.request('http://x/')
  expect(alone.router.name).toBe('TrieRouter')
  expect((whole.router as unknown as SmartRouter<never>).activeRouter.name).toBe('TrieRouter')
  const asked = [...routes, { method: 'GET', path: '/v1/none' }, { method: 'PUT', path: '/t/a/b' }, { method: 'HEAD', path: '/t/a/b/' }]
  for (const { method, path } of asked) {
    const url = `http://x${path.replace(/:(\w+)/g, 'the-$1').replace('*', 'what/ever')}`
    const told = await Promise.all(
      [whole, alone].map(
        async (app) =>
          [await app.fetch(new Request(url, { method }))].map(async (r) => [r.status, await r.text(), r.headers.get('X-Middleware')])[0],
      ),
    )
    expect(told[1], `${method} ${path}`).toEqual(told[0])
  }
  for (const path of ['/a/:b?', '/a/:b{[0-9]+}']) expect(() => alone.get(path, (h) => h.json(1))).toThrow('scripts/lib/edits.ts')
})

it('tokens are signed and verified as before, and a key of another kind is refused', async () => {
  // Base64 as the Worker's platform has it, and Node does not yet.
  Object.assign(Uint8Array, {
    fromBase64: (text: string, { alphabet }: { alphabet: BufferEncoding }) => new Uint8Array(Buffer.from(text, alphabet)),
  })
  const bytes: object = Uint8Array.prototype
  Object.defineProperty(bytes, 'toBase64', {
    configurable: true,
    value(this: Uint8Array, { alphabet }: { alphabet: BufferEncoding }) {
      return Buffer.from(this).toString(alphabet)
    },
  })
  const built = await asBuilt<typeof jose>('jose')
  const told = (work: Promise<unknown>) => work.then(JSON.stringify, (error: Error) => `${error.name}: ${error.message}`)
  const secret = new TextEncoder().encode('a secret of at least thirty-two bytes')
  const sign = ({ SignJWT }: typeof jose, exp: number) =>
    new SignJWT({ role: 'waiter' })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject('anna')
      .setIssuedAt(1)
      .setExpirationTime(exp)
      .sign(secret)
  const [token, expired] = [await sign(built, 4e9), await sign(built, 2)]
  expect(token).toBe(await sign(jose, 4e9))
  const { privateKey, publicKey } = await jose.generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await jose.exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const [cut, head] = [token.slice(0, -2), await new jose.SignJWT({}).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(privateKey)]
  const other = await new jose.SignJWT({ aud: 'tawa' })
    .setProtectedHeader({ alg: 'RS256', kid: 'two' })
    .setExpirationTime(4e9)
    .sign(privateKey)
  const ofGoogle = await new jose.SignJWT({ aud: 'tawa', iss: 'google' })
    .setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .setExpirationTime(4e9)
    .sign(privateKey)
  const algorithms = ['HS256']
  const google = { algorithms: ['RS256'], audience: 'tawa', issuer: 'google', clockTolerance: 30 }
  const fetchJwks = async () => Response.json({ keys: [jwk] })
  const answers = async (one: typeof jose) => {
    const keys = one.createRemoteJWKSet(new URL('http://keys/'), { [one.customFetch]: fetchJwks, cooldownDuration: 60_000 })
    return Promise.all([
      ...[token, expired, cut, head, 'a.b.c', ''].map((text) => told(one.jwtVerify(text, secret, { algorithms }))),
      ...[token, ofGoogle, other, head].map((text) => told(one.jwtVerify(text, keys, google))),
      ...[token, ofGoogle].map((text) => told(one.jwtVerify(text, publicKey, { algorithms: ['RS256', 'HS256'] }))),
    ])
  }
  const got = await answers(built)
  expect(got).toEqual(await answers(jose))
  expect(got.filter((text) => text.startsWith('{"payload"')).length).toBe(3)
  await expect(built.jwtVerify(ofGoogle, jwk, google)).rejects.toThrow('is of another type')
  await expect(built.jwtVerify(token, secret, { algorithms, clockTolerance: '1 minute' })).rejects.toThrow('Invalid time period format')
})

it('a form is read as before', async () => {
  const built = await asBuilt<{ parseMultipart: typeof parseMultipart }>('@remix-run/multipart-parser')
  const form = [
    '--x\r\nContent-Disposition: form-data; name="note"\r\n\r\nHello\r\nthere\r\n',
    `--x\r\nContent-Disposition: form-data; name="file"; filename="a \\"b\\".png"; filename*=UTF-8''%e2%82%ac.png\r\nContent-Type: image/png; charset="x"\r\n\r\n\x89PNG\r\n--y\r\n`,
    '--x--\r\n',
  ].join('')
  const read = (parse: typeof parseMultipart) =>
    [...parse(new TextEncoder().encode(form), { boundary: 'x' })].map((part) => [
      part.name,
      part.filename,
      part.mediaType,
      part.isFile,
      part.size,
      [...part.bytes],
    ])
  expect(read(built.parseMultipart)).toEqual(read(parseMultipart))
})

it('SQL is built without its indents, on the same lines, and a text of several lines is refused', () => {
  const code = "const a = sql`SELECT x\n    FROM ${t}\n    WHERE y = 'one  two'`\nconst b = `as\n   it is`\n"
  expect(withoutIndents(code)).toBe("const a = sql`SELECT x\nFROM ${t}\nWHERE y = 'one  two'`\nconst b = `as\n   it is`\n")
  expect(() => withoutIndents("sql`SELECT 'a\n  b'`")).toThrow('A quoted text of several lines')
})

it('a room is found wherever it is, and must hibernate', () => {
  const room = source('worker/realtime/room.ts')
  expect(isRoom(room, '/tawa/worker/rooms/room.ts')).toBe(true)
  expect(isRoom(room, '/tawa/node_modules/worker/room.ts')).toBe(false)
  expect(isRoom('export class Room {}', '/tawa/worker/realtime/room.ts')).toBe(false)
  expect(() => isRoom(room.replace('hibernate: true', 'hibernate: false'), '/tawa/worker/realtime/room.ts')).toThrow('does not hibernate')
})
