import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'
import { expect, it } from 'vitest'
import { api } from '#domain/api/index.ts'
import { inRoutingOrder } from '#worker/http/routingOrder.ts'
import { ROOT } from './build.ts'
import { EDITS, edited, isRoom } from './libraries.ts'
import { withoutIndents } from './statements.ts'
import { withoutIndexes } from './tables.ts'

const source = (path: string) => readFileSync(join(ROOT, path), 'utf8')

it.each(['drizzle-orm/sqlite-core/table.js', 'partyserver/dist/index.js', 'hono/dist/hono.js'])(
  'the build leaves out of %s what Tawa does not use, and refuses it when it is written otherwise',
  (path) => {
    const id = join(ROOT, 'node_modules', path)
    const code = readFileSync(id, 'utf8')
    const left = edited(code, id) ?? ''
    for (const { find } of EDITS.filter(({ module }) => module.test(id))) {
      expect(left).not.toContain(find)
      expect(() => edited(code.replace(find, ''), id)).toThrow('now (scripts/lib/libraries.ts)')
    }
    expect(left.split('\n').length).toBe(code.split('\n').length)
    expect(edited(code, id.replace(/\.js$/, '.mjs'))).toBeNull()
  },
)

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
  const made = (router?: TrieRouter<never>) => {
    const app = new Hono({ strict: false, ...(router && { router }) })
    app.use('*', async (h, next) => (await next(), h.header('X-Middleware', '1')))
    for (const { method, path } of routes) app.on(method, path, (h) => h.json([method, path, h.req.param()]))
    return app
  }
  const [whole, alone] = [made(), made(new TrieRouter())]
  await whole.request('http://x/')
  expect((whole.router as unknown as SmartRouter<never>).activeRouter.name).toBe('TrieRouter')
  const asked = [...routes, { method: 'GET', path: '/v1/none' }, { method: 'PUT', path: '/t/a/b' }, { method: 'HEAD', path: '/t/a/b/' }]
  for (const { method, path } of asked) {
    const url = `http://x${path.replace(/:(\w+)/g, 'the-$1').replace('*', 'what/ever')}`
    const told = await Promise.all(
      [whole, alone].map(
        async (app) => [await app.request(url, { method })].map(async (r) => [r.status, await r.text(), r.headers.get('X-Middleware')])[0],
      ),
    )
    expect(told[1], `${method} ${path}`).toEqual(told[0])
  }
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
