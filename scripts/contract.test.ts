import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Operation } from '#domain/api/contract.ts'
import { api } from '#domain/api/index.ts'
import { sayIssue } from '#domain/fields.ts'
import { ROOT } from './lib/build.ts'
import { lightened, withoutDescription, withoutFormats, withoutUnused } from './lib/contract.ts'
import { withoutIndexes } from './lib/tables.ts'

/** The contract as the built Worker has it (scripts/lib/contract.ts), beside the one that tests and description have. */
describe('the lightened contract', () => {
  const home = mkdtempSync(join(tmpdir(), 'tawa-contract-'))
  const files = readdirSync(join(ROOT, 'domain/api'), { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!\.test)\.ts$/.test(name))
  const plain = (name: string) => stripTypeScriptTypes(readFileSync(join(ROOT, 'domain/api', name), 'utf8'))
  let light: Record<string, Operation>

  beforeAll(async () => {
    symlinkSync(join(ROOT, 'node_modules'), join(home, 'node_modules'))
    mkdirSync(join(home, 'domain/api'), { recursive: true })
    writeFileSync(join(home, 'package.json'), '{"type":"module"}')
    for (const name of readdirSync(join(ROOT, 'domain')))
      if (name !== 'api') symlinkSync(join(ROOT, 'domain', name), join(home, 'domain', name))
    for (const name of files) {
      mkdirSync(dirname(join(home, 'domain/api', name)), { recursive: true })
      writeFileSync(join(home, 'domain/api', name), lightened(plain(name)))
    }
    light = ((await import(/* @vite-ignore */ pathToFileURL(join(home, 'domain/api/index.ts')).href)) as { api: Record<string, Operation> })
      .api
  })
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  it('has every call, with all that the server asks of it, and nothing that only the description says', () => {
    const whole = api as unknown as Record<string, Operation>
    expect(Object.keys(light)).toEqual(Object.keys(whole))
    for (const [address, op] of Object.entries(whole)) {
      const { summary: _s, tags: _t, errors: _e, returns: _r, answers: _a, params: _p, query: _q, body: _b, ...asked } = op
      const { summary, errors, tags: _t2, returns: _r2, answers: _a2, params: _p2, query: _q2, body: _b2, ...kept } = light[address]!
      expect([summary, errors], address).toEqual([undefined, undefined])
      expect(kept, address).toEqual(asked)
    }
    // Some calls share an object that names it.
    expect(Object.values(light).filter((op) => op.returns !== undefined).length).toBeLessThan(10)
  })

  /** What a call may be sent: nothing, too much of nothing, and texts, numbers and lists where others are wanted. */
  const SENT: unknown[] = [
    undefined,
    {},
    [],
    'text',
    { id: '', page: 'x', limit: '0', search: 'a'.repeat(500), email: 1, name: '', items: [{}], kots: [{}], order: {} },
  ]
  it.each(Object.keys(api))('%s accepts and refuses the same', (address) => {
    const [whole, op] = [(api as unknown as Record<string, Operation>)[address]!, light[address]!]
    for (const part of ['params', 'query', 'body'] as const) {
      expect(op[part] === undefined, part).toBe(whole[part] === undefined)
      for (const sent of SENT) {
        const [a, b] = [whole[part]?.safeParse(sent, { error: sayIssue }), op[part]?.safeParse(sent, { error: sayIssue })]
        expect([b?.success, b?.data, b?.error?.issues]).toEqual([a?.success, a?.data, a?.error?.issues])
      }
    }
  })

  it('is parsed with `sayIssue` wherever its issues are told, because the built Worker has none of Zod’s own sentences', () => {
    const files = ['domain', 'worker'].flatMap((side) =>
      readdirSync(join(ROOT, side), { recursive: true, encoding: 'utf8' }).map((name) => join(ROOT, side, name)),
    )
    const told = files
      .filter((name) => /(?<!\.test)\.ts$/.test(name) && !name.includes('/test/'))
      .flatMap((name) => readFileSync(name, 'utf8').match(/\.(?:safe)?[pP]arse\([^]*?\n/g) ?? [])
      .filter((call) => /\.safeParse\(/.test(call) && !/error: sayIssue|\.data\b|\.success\b/.test(call))
      .map((call) => call.trim())
    // Asked only whether they fit, or with the sentence on a later line; answers are checked in tests alone.
    expect(told.sort()).toEqual(['.safeParse(', '.safeParse(body)', '.safeParse(h.req.param())'])
    expect(readFileSync(join(ROOT, 'domain/menuCsv.ts'), 'utf8')).toMatch(/ItemFields\.safeParse\([^]*?\{ error: sayIssue \},?\s*\)/)
  })

  it('makes a schema only when its call is made, and lines keep their numbers', () => {
    for (const name of files) expect(lightened(plain(name)).split('\n').length, name).toBe(plain(name).split('\n').length)
    const code = lightened(
      "export const x = {\n  a: staff({\n    summary: 'told',\n    body: z.object({ n: z.string().describe('told') }),\n    failure: 'kept',\n  }),\n}\nconst Unused = z.object({})\n",
    )
    expect(code).not.toContain('told')
    expect(code).toContain('body: __lazy(() => z.object({ n: z.string() })),')
    expect(code).toContain("failure: 'kept',")
    expect(code).toContain('const Unused = /*#__PURE__*/(() => z.object({}))()')
  })

  it('leaves out how Zod describes schemas, and keeps every name that schemas use', async () => {
    for (const name of ['to-json-schema', 'json-schema-processors']) {
      const path = join(ROOT, `node_modules/zod/v4/core/${name}.js`)
      const [whole, left] = (await Promise.all([
        import(/* @vite-ignore */ pathToFileURL(path).href),
        import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(withoutDescription(readFileSync(path, 'utf8')))}`),
      ])) as Record<string, unknown>[]
      expect(Object.keys(left!).sort()).toEqual(Object.keys(whole!).sort())
      expect(left!.toJSONSchema ?? left!.process).toThrow('describes no schema')
    }
  })

  it('is read by Zod’s schemas without the old methods for formats, which nothing here calls; they are refused when they are written otherwise', () => {
    const code = readFileSync(join(ROOT, 'node_modules/zod/v4/classic/schemas.js'), 'utf8')
    const left = withoutFormats(code)
    const methods = /const ZodString = [^]*?\n\}, \{\n([^]*?)\n\}\);/.exec(code)?.[1] ?? ''
    const names = [...methods.matchAll(/^ {4}(\w+)\(params\) \{$/gm)].map(([, name]) => name)
    expect(names).toEqual(expect.arrayContaining(['email', 'uuid', 'ipv4', 'duration']))
    // Only these lines are gone, and all others stand where they stood.
    expect(left.split('\n').length).toBe(code.split('\n').length)
    const lines = code.split('\n').filter((line, i) => line !== left.split('\n')[i])
    expect(lines).toEqual(methods.split('\n'))
    const called = new RegExp(`\\)\\s*\\.(${names.join('|')})\\(`)
    for (const side of ['domain', 'worker'])
      for (const name of readdirSync(join(ROOT, side), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts')))
        expect(called.exec(readFileSync(join(ROOT, side, name), 'utf8')), name).toBeNull()
    expect(() => withoutFormats('export const ZodString = core.string()')).toThrow('ZodString is written in another way now')
  })

  it('is read by Zod’s schemas without parsers that are made at run time and without what follows values that contain themselves; they are refused when they are written otherwise', () => {
    const code = readFileSync(join(ROOT, 'node_modules/zod/v4/classic/schemas.js'), 'utf8')
    const left = withoutUnused(code)
    const lines = code.split('\n').filter((line, i) => line !== left.split('\n')[i])
    expect(lines.map((line) => line.trim())).toEqual(['core.config({ memoizer: core.memoizer() });', 'core.$ZodObjectJIT.init(inst, def);'])
    expect(() => withoutUnused(left)).toThrow('Zod has no "core.$ZodObjectJIT.init(inst, def)" now')
  })
})

describe('the tables as the built Worker has them', () => {
  const files = ['platform.ts', ...readdirSync(join(ROOT, 'worker/db/outlets')).map((name) => `outlets/${name}`)]
  it.each(files)('%s: the same columns on the same lines, without keys, indexes and checks', (name) => {
    const code = stripTypeScriptTypes(readFileSync(join(ROOT, 'worker/db', name), 'utf8'))
    const left = withoutIndexes(code)
    expect(left.split('\n').length).toBe(code.split('\n').length)
    expect(left).not.toMatch(/(?<!\.)\b(index|uniqueIndex|check|primaryKey)\(/)
    const columns = (text: string) => text.match(/\b(text|integer|real|json|restaurantId)(<.*?>)?\(/g)?.length ?? 0
    expect(columns(left)).toBe(columns(code))
    expect(left.match(/sqliteTable\(/g)?.length).toBe(code.match(/sqliteTable\(/g)?.length)
  })
})
