import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import { describe, expect, it } from 'vitest'
import type { Operation } from '#domain/api/contract.ts'
import { api } from '#domain/api/index.ts'
import { sayIssue } from '#domain/fields.ts'
import { ROOT } from './build.ts'
import { lightened, withoutUnused } from './contract.ts'
import { edited } from './libraries.ts'
import { unnamedModules, withoutUncalled } from './uncalled.ts'

const library = (code: string, path = 'node_modules/lib/index.js') => `// ${path}\n${code}\n`
const own = (code: string, path = 'worker/index.ts') => `// ${path}\n${code}\n`
const gone = (...modules: string[]) => withoutUncalled(modules.join('\n')).gone.map((one) => one.split(' ')[1])

describe('the methods of libraries that nothing calls', () => {
  it('are gone, with what only they call and what only calls itself', () => {
    const lib = library(`class Box {
  open() { return this.inner() }
  inner() {}
  shut() { return this.lock() }
  lock() { return helper() }
  again() { return this.again() }
  #secret() {}
  field = () => {}
}
function helper() { return new Box().deep() }
Box.prototype.deep = function () {}
Box.prototype.used = function () {}`)
    expect(gone(lib, own('new Box().open(); new Box().used()'))).toEqual(['shut', 'lock', 'again', '#secret', 'field', 'deep'])
  })

  it('stay when their name is said: as a property, taken out of an object, as a text, in a list of a library', () => {
    const lib = library(`class A { a() {} b() {} c() {} d() {} e() {} f() {} }
for (const name of 'd,e'.split(',')) new A()[name]()`)
    expect(gone(lib, own("const { b } = new A(); new A()?.a(); use('c'); const told = 'f is a word of a sentence'"))).toEqual(['f'])
  })

  it('stay when the language or the platform calls them', () => {
    const lib = library(
      'class R { constructor() {} async alarm() {} webSocketMessage() {} toJSON() {} [Symbol.iterator]() {} }\nnew Proxy({}, { get() {}, "a-b"() {} })',
    )
    expect(gone(lib, own(''))).toEqual([])
  })

  it('are those of classes; those of objects are only Zod’s, since other objects may be asked for a name that comes from outside', () => {
    const table = 'const table = { plain() {}, arrow: () => {}, get shown() { return 1 }, kept: 1 }'
    expect(gone(library(table))).toEqual([])
    expect(gone(library(table, 'node_modules/zod/v4/core/util.js'))).toEqual(['plain', 'arrow', 'shown'])
  })

  it('are only those of libraries: what our own objects have may be listed and sent', () => {
    expect(gone(library(''), own('export const handlers = { list() {}, class: class { mine() {} } }'))).toEqual([])
  })

  it('leave every other character where it was', () => {
    const code = `${library('const t = {\n  a() {\n    return 1\n  },\n  b() {} }', 'node_modules/zod/v4/core/util.js')}${own('t.b()')}`
    const { code: left } = withoutUncalled(code)
    expect(left.replace(/ /g, '')).toBe(code.replace('a() {\n    return 1\n  },', '\n\n').replace(/ /g, ''))
    expect([left.length, left.indexOf('b() {}')]).toEqual([code.length, code.indexOf('b() {}')])
  })

  it('leave a statement where an assignment was all that followed a condition', () => {
    for (const before of ['if (x)', 'if (x) y(); else', 'for (;;)'])
      expect(withoutUncalled(library(`${before} o.spare = () => 1\no.ready = true`)).code.replace(/ +/g, ' ')).toContain(`${before} ;`)
    expect(gone(library('make().spare = () => 1'))).toEqual([])
  })

  it('are told from ours by the names of all modules, also of those that the bundler makes', () => {
    const made = '// \\0virtual:entry\nclass Ours { rpc() {} }\n'
    expect(gone(library('class A { a() {} }'), made)).toEqual(['a'])
    const code = `${library('')}${own('')}`
    expect(unnamedModules(code, ['worker/index.ts', 'node_modules/lib/other.js'])).toEqual([])
    expect(unnamedModules(code, ['worker/index.ts', 'worker/a page.ts'])).toEqual(['worker/a page.ts'])
  })

  it('are not looked for in a bundle that does not name its modules', () => {
    expect(() => withoutUncalled('class A { a() {} }')).toThrow('does not name its modules')
  })
})

describe('the methods of schemas', () => {
  const zod = library(
    'const methods = { safeParse() {}, includes() {}, trim() {}, min() { return this.check() }, check() {} }',
    'node_modules/zod/v4/classic/schemas.js',
  )

  it('stay only when the contract says their name, since everybody else has texts and lists', () => {
    const contract = own('z.string().trim().min(1)', 'domain/api/fields.ts')
    const rest = own("schema.safeParse(1); 'text'.includes('t')", 'worker/http/parse.ts')
    expect(gone(zod, library("'text'.includes('t')"), contract, rest)).toEqual(['includes'])
    expect(gone(zod, own("z.string().includes('t')", 'domain/api/fields.ts'), rest)).toEqual(['trim', 'min', 'check'])
    // What the library itself reads of a schema's definition stays, whatever it is called.
    const made = library('const one = { get trim() { return 1 }, min() {}, check() {} }', 'node_modules/zod/v4/classic/schemas.js')
    expect(gone(made, library('def.trim; def.check()', 'node_modules/zod/v4/core/schemas.js'), rest)).toEqual(['min'])
  })

  it('stay only when the code says their name as a property, since nobody calls a method of a schema by a text', () => {
    const merge = library('const methods = { merge() {}, brand() {} }', 'node_modules/zod/v4/classic/schemas.js')
    expect(gone(merge, own("say('merge'); schema.brand()"))).toEqual(['merge'])
    expect(gone(merge, library('bag.merge()'), own('const { brand } = schema'))).toEqual(['merge'])
  })

  it('are called by the contract alone, but for `safeParse`', () => {
    // openapi.json and its page are made by the build, not by the Worker.
    const DESCRIBES = /worker\/system\/(beside|openapi)\.ts$/
    for (const side of ['domain', 'worker'])
      for (const name of readdirSync(join(ROOT, side), { recursive: true, encoding: 'utf8' })) {
        const path = `${side}/${name}`
        if (!/(?<!\.test)\.ts$/.test(path) || /\/test\//.test(path) || path.startsWith('domain/api/') || DESCRIBES.test(path)) continue
        const code = readFileSync(join(ROOT, path), 'utf8')
        expect(code.match(/^import (?!type).*from 'zod'/gm), path).toBeNull()
        expect(code.match(/(?<!\b(?:JSON|Date))\.parse\(/g), path).toBeNull()
      }
  })
})

/** The contract as one bundle that has no more of Zod than the built Worker. */
async function bundled(): Promise<Record<string, Operation>> {
  const lighten: Plugin = {
    name: 'lighten',
    enforce: 'post',
    transform: (code, id) => (/\/domain\/api\/.*\.ts$/.test(id) ? lightened(code) : null),
  }
  const edit: Plugin = {
    name: 'edit',
    enforce: 'pre',
    transform(code, id) {
      const left = edited(code, id)
      return id.endsWith('/zod/v4/classic/schemas.js') ? withoutUnused(left ?? code) : left
    },
  }
  const result = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'silent',
    plugins: [edit, lighten],
    ssr: { noExternal: true },
    build: { write: false, minify: false, ssr: true, target: 'es2023', rolldownOptions: { input: join(ROOT, 'domain/api/index.ts') } },
  })
  const [chunk] = (result as Rolldown.RolldownOutput).output
  const { code, gone: methods } = withoutUncalled(chunk.code)
  expect(methods.length).toBeGreaterThan(40)
  const home = mkdtempSync(join(tmpdir(), 'tawa-uncalled-'))
  try {
    writeFileSync(join(home, 'api.mjs'), code)
    return ((await import(/* @vite-ignore */ pathToFileURL(join(home, 'api.mjs')).href)) as { api: Record<string, Operation> }).api
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

it('every call accepts and refuses the same without the parts of Zod that nothing uses', async () => {
  const left = await bundled()
  const sent: unknown[] = [
    undefined,
    {},
    [],
    'text',
    { id: '', page: 'x', limit: '0', search: 'a'.repeat(500), email: 1, name: '', items: [{}], order: {} },
  ]
  for (const [address, op] of Object.entries(api as unknown as Record<string, Operation>))
    for (const part of ['params', 'query', 'body'] as const)
      for (const value of sent) {
        const [a, b] = [op, left[address]!].map((one) => one[part]?.safeParse(value, { error: sayIssue }))
        expect([b?.success, b?.data, b?.error?.issues], `${address} ${part}`).toEqual([a?.success, a?.data, a?.error?.issues])
      }
})
