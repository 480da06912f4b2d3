import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseAst, type Plugin, type Rolldown } from 'vite'
import type * as docs from '../../worker/system/docs.ts'
import type * as description from '../../worker/system/openapi.ts'

/** The keys of a call that only its description needs. */
const TOLD = ['summary', 'tags', 'errors', 'returns', 'answers']
/** The keys of a call's input, whose schemas are made at the first call. */
const TAKEN = ['params', 'query', 'body']
/** The functions of domain/api/contract.ts and events.ts whose argument is one entry. */
const ENTRY = ['staff', 'call', 'event']
/** The server only calls `safeParse` on an input's schema (worker/http/parse.ts). */
const LAZY = 'const __lazy = (make) => { let made; return { safeParse: (value, how) => (made ??= make()).safeParse(value, how) } };'
/** A module of the build with it, since all modules of the contract need it. */
const LAZILY = 'virtual:tawa-lazily'

type Node = { type: string; start: number; end: number } & Record<string, any>

/**
 * A module of the contract as the Worker needs it: without the keys that only the description needs (openapi.json is a file of the build), and with schemas
 * that are made at a call's first use, by `__lazy`, which `lazily` brings (on the first line). Making a schema is marked as free of side effects, so the bundler
 * can drop unused ones. Line numbers stay the same.
 */
export function lightened(code: string, lazily = LAZY): string {
  const edits: { start: number; end: number; by: (inside: string) => string }[] = []
  const blank = (start: number, end: number): void => void edits.push({ start, end, by: (inside) => inside.replace(/[^\n]/g, '') })
  const wrap = (node: Node, before: string, after: string) => {
    edits.push({ start: node.start, end: node.start, by: () => before })
    edits.push({ start: node.end, end: node.end, by: () => after })
  }
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    const one = node as Node
    const { callee } = one
    if (one.type === 'CallExpression' && callee.type === 'MemberExpression' && ['describe', 'meta'].includes(callee.property.name)) {
      visit(callee.object)
      return blank(callee.object.end, one.end)
    }
    const [entry] = one.type === 'CallExpression' && ENTRY.includes(callee.name) ? one.arguments : []
    if (entry?.type === 'ObjectExpression') {
      const properties = entry.properties as Node[]
      for (const [i, property] of properties.entries()) {
        const name = property.key?.name
        if (TOLD.includes(name) || (callee.name === 'event' && name === 'data'))
          blank(property.start, properties[i + 1]?.start ?? entry.end - 1)
        else if (TAKEN.includes(name)) {
          // One that has a name is made already.
          const value = property.value as Node
          if (value.type !== 'Identifier') wrap(value, '__lazy(() => ', ')')
          visit(value)
        } else visit(property)
      }
      return
    }
    for (const [key, value] of Object.entries(one)) if (key !== 'type') visit(value)
  }
  /** What several calls have alike names their chapter of the description. */
  const untold = ({ properties, end }: Node) => {
    for (const [i, { key, value, start }] of (properties as Node[]).entries())
      if (key?.name === 'tags' && value.type === 'ArrayExpression') blank(start, properties[i + 1]?.start ?? end - 1)
  }
  const { body } = parseAst(code) as unknown as { body: Node[] }
  for (const statement of body) {
    const made = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    visit(statement)
    if (made?.type !== 'VariableDeclaration') continue
    for (const { init } of made.declarations as Node[]) if (init?.type === 'ObjectExpression') untold(init)
    for (const { init } of made.declarations as Node[]) if (init?.type === 'CallExpression') wrap(init, '/*#__PURE__*/(() => ', ')()')
  }
  // Applied from the end, so that earlier positions stay valid; of two edits at one position the inner one comes first.
  let out = code
  for (const { start, end, by } of edits.toSorted((a, b) => b.start - a.start || b.end - a.end))
    out = out.slice(0, start) + by(out.slice(start, end)) + out.slice(end)
  return `${lazily}${out}`
}

const NAMED = /^export (?:const|function) (\w+)/gm
const LISTED = /^export \{ (\w+) as (\w+) \}/gm

/** A module of Zod that only writes descriptions of schemas: its names stay, because schemas name them, and whoever calls one is told. */
export function withoutDescription(code: string): string {
  const names = [...code.matchAll(NAMED)].map(([, name]) => name).concat([...code.matchAll(LISTED)].map(([, , name]) => name))
  return `const none = () => { throw new Error('The built Worker describes no schema (scripts/lib/contract.ts)') }\nexport { ${names.map((name) => `none as ${name}`).join(', ')} }\n`
}

/** `ZodString`'s methods for formats, such as `z.string().email()`. */
const FORMATS = /(const ZodString = .*\n(?:.+\n)*?\}, )\{\n(?:.+\n)*?\}\);/

/**
 * Zod's schemas without the methods of strings that Zod itself calls old: `z.email()` has taken their place. They would bring each format's pattern into the
 * Worker. Throws if Zod is written otherwise.
 */
export function withoutFormats(code: string): string {
  if (!FORMATS.test(code)) throw new Error("Zod's ZodString is written in another way now (scripts/lib/contract.ts)")
  return code.replace(FORMATS, (methods, before: string) => `${before}{${methods.slice(before.length).replace(/[^\n]/g, '')}});`)
}

const UNUSED = [
  ['core.$ZodObjectJIT.init(inst, def)', 'core.$ZodObject.init(inst, def)'],
  ['core.config({ memoizer: core.memoizer() })', '{}'],
] as const

/**
 * Zod's schemas without two parts that never run in the Worker: parsers that are made from text at run time, which Cloudflare refuses, and what follows values
 * that contain themselves, which no JSON does. Throws if Zod is written otherwise.
 */
export function withoutUnused(code: string): string {
  return UNUSED.reduce((left, [find, by]) => {
    if (!left.includes(find)) throw new Error(`Zod has no "${find}" now (scripts/lib/contract.ts)`)
    return left.replace(find, () => by)
  }, code)
}

/** Builds the Worker without the code that only the API's description needs; openapi.json and its page become files that the Worker serves. */
export function contract(): Plugin[] {
  let root = ''
  return [
    {
      name: 'tawa-contract',
      apply: 'build',
      enforce: 'post',
      applyToEnvironment: (environment) => environment.name === 'tawa',
      resolveId: {
        order: 'pre',
        handler(source, importer) {
          if (source === LAZILY) return `\0${LAZILY}`
          if (source.endsWith('/description.ts') && importer?.includes('/worker/system/'))
            return this.resolve(source.replace('description', 'descriptionFiles'), importer)
          return null
        },
      },
      load: (id) => (id === `\0${LAZILY}` ? `${LAZY} export { __lazy }` : null),
      transform(code, id) {
        if (/\/domain\/api\/.*\.ts$/.test(id)) return { code: lightened(code, `import { __lazy } from '${LAZILY}';`), map: null }
        // Answers are checked against the contract in tests, which run the sources.
        if (/\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/.test(id)) return { code: withoutDescription(code), map: null }
        // Nobody hears Zod's own sentences: each parse whose issues are told says them by `sayIssue` (domain/fields.ts).
        if (id.endsWith('/zod/v4/locales/en.js')) return { code: 'export default () => ({})', map: null }
        if (id.endsWith('/zod/v4/classic/schemas.js')) return { code: withoutUnused(withoutFormats(code)), map: null }
        if (/\/worker\/http\/(answer|implement)\.ts$/.test(id)) return { code: code.replaceAll('c.env.CHECK_ANSWERS', 'false'), map: null }
        return null
      },
    },
    {
      name: 'tawa-description',
      apply: 'build',
      applyToEnvironment: (environment) => environment.name === 'client',
      configResolved: (config) => void (root = join(config.root, '..')),
      async generateBundle() {
        const load = <Module>(path: string) => import(pathToFileURL(join(root, path)).href) as Promise<Module>
        const { openapi } = await load<typeof description>('worker/system/openapi.ts')
        const { docsPage } = await load<typeof docs>('worker/system/docs.ts')
        const emit = (fileName: string, source: string): Rolldown.EmittedAsset => ({ type: 'asset', fileName, source })
        this.emitFile(emit('v1/openapi.json', JSON.stringify(openapi())))
        this.emitFile(emit('v1/docs.html', docsPage(openapi())))
      },
    },
  ]
}
