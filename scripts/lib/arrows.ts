import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseSync } from 'vite'
import { ROOT } from './build.ts'

/**
 * Who may import whom (docs/architecture.md, "The folders"). Every import of domain/, worker/ and web/ is resolved to a file and held against the tables below,
 * however it is written: `import`, `import type`, `export … from`, `import()`, by alias or by a relative path. A folder of web/ that no table names is a
 * feature, so a new feature needs no entry.
 */
type Kind = 'value' | 'type' | 'dynamic'
export type Import = { from: string; kind: Kind }

/** What each layer may import besides itself. A feature is a layer of its own, so it never imports another. */
const LAYERS: Record<string, readonly string[]> = {
  domain: ['domain/api'],
  'domain/api': ['domain'],
  worker: ['domain', 'domain/api'],
  core: ['domain'],
  ui: [],
  app: ['core', 'ui', 'domain'],
  shared: ['app', 'core', 'ui', 'domain'],
  feature: ['shared', 'app', 'core', 'ui', 'domain'],
  /** A separate entry for slow phones, without the staff's frame. */
  diner: ['core', 'domain'],
  /** main.tsx and routes.tsx. */
  entry: ['shared', 'app', 'core', 'ui', 'domain', 'styles'],
  /** Helpers of the screens' tests. */
  test: ['shared', 'app', 'core', 'ui', 'domain'],
}

const EVERY_SCREEN = ['react', 'react-dom', 'react-router', '@tanstack/react-query', 'lucide-react', 'radix-ui']
const TEST_PACKAGES = ['vitest', 'fast-check', '@testing-library', 'node:crypto', 'node:fs', 'node:os', 'node:path']
/** The packages that each layer may import. The Worker's are not limited. */
const PACKAGES: Record<string, readonly string[]> = {
  domain: ['zod'],
  'domain/api': ['zod'],
  core: ['react', '@tanstack/react-query', 'partysocket'],
  ui: ['react', 'react-dom', 'radix-ui', 'lucide-react', 'clsx', 'd3-shape'],
  app: [...EVERY_SCREEN, 'sonner', 'cmdk'],
  'app/form': [...EVERY_SCREEN, 'cmdk', 'react-hook-form'],
  shared: EVERY_SCREEN,
  // The print agent's client and the encoder of a printer's bytes: fetched only by pages that print.
  'shared/print': [...EVERY_SCREEN, 'qz-tray', '@point-of-sale', 'jspdf', 'lean-qr'],
  // Not TanStack's cache: it and the staff's live resources would be a fifth of the script (web/diner/fetched.ts).
  diner: ['react', 'react-dom', 'partysocket'],
  // Draws QR codes: fetched only by the page that prints them.
  feature: [...EVERY_SCREEN, 'lean-qr'],
  entry: EVERY_SCREEN,
  test: [...EVERY_SCREEN, ...TEST_PACKAGES],
}

// The diner's helpers are in its own folder, because web/test may not import its pages.
const isHelper = (file: string) => /^(domain|web|web\/diner)\/test\//.test(file)
const isTest = (file: string) => /\.test\.tsx?$/.test(file) || isHelper(file)

/** The layer of a file: a name of `LAYERS`, or `feature <folder>`, or `tools` for everything outside the three halves. */
export function layerOf(file: string): string {
  const [half = '', folder = '', page = ''] = file.split('/')
  if (half === 'domain') return folder === 'api' ? 'domain/api' : 'domain'
  if (half === 'worker') return 'worker'
  if (half !== 'web') return 'tools'
  if (folder.includes('.')) return 'entry'
  if (folder in LAYERS || folder === 'styles') return folder
  // Each page of the settings is a feature of its own.
  return folder === 'settings' && page && !page.includes('.') ? `feature settings/${page}` : `feature ${folder}`
}

/** The project's file that an import names, or null for a package. */
export function resolve(file: string, from: string): string | null {
  const path = from.replace(/\?.*$/, '')
  const alias = /^#(domain|worker|web)\/(.*)$/.exec(path)
  if (alias) return posix.normalize(`${alias[1]}/${alias[2]}`)
  if (path.startsWith('#demo/')) return posix.normalize(`scripts/demo/${path.slice(6)}`)
  return /^\.{0,2}\//.test(path) ? posix.normalize(posix.join(posix.dirname(file), path)) : null
}

const named = (name: string, packages: readonly string[]) => packages.some((one) => name === one || name.startsWith(`${one}/`))

/** Why `file` may not import this, or null when it may. */
export function refusal(file: string, { from, kind }: Import): string | null {
  const layer = layerOf(file)
  const rules = layer.startsWith('feature ') ? 'feature' : layer
  const target = resolve(file, from)
  if (target === null) {
    if (layer === 'worker' || (from === 'zod' && kind === 'type')) return null
    const part = ['app/form', 'shared/print'].find((folder) => file.startsWith(`web/${folder}/`))
    const packages = PACKAGES[part ?? rules] ?? []
    if (named(from, packages) || (isTest(file) && named(from, TEST_PACKAGES))) return null
    // A type costs the browser nothing.
    if (layer === 'core' && from === 'react-router' && kind === 'type') return null
    return `${rules} may not import the package ${from}`
  }
  if (isHelper(target) && target.startsWith('web/') && !isTest(file)) return `only tests may import ${posix.dirname(target)}`
  const to = layerOf(target)
  if (to === layer || LAYERS[rules]?.includes(to)) return null
  if (to === 'domain/api' && file.startsWith('web/'))
    return kind === 'type' || isTest(file) ? null : 'the screens take types only from domain/api'
  // The tables of screens name pages without loading them.
  if (/^web\/app\/screens(\/\w+)?\.ts$/.test(file) && kind === 'dynamic' && (to === 'shared' || to.startsWith('feature '))) return null
  if (isTest(file) && (/^(scripts|docs)\//.test(target) || (to === 'test' && file.startsWith('web/')))) return null
  return `${layer} may not import ${to === 'tools' ? target : to}`
}

/** Every import of a TypeScript file. `import type` and `import('…').X` are of kind `type`; `import { type X }` is not, because it still loads the file. */
export function importsOf(file: string, text: string): Import[] {
  const found: Import[] = []
  const add = (source: unknown, kind: Kind) => {
    const { value } = (source ?? {}) as { value?: unknown }
    found.push({ from: typeof value === 'string' ? value : '<computed>', kind })
  }
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    const { type, source, importKind, exportKind } = node as Record<string, unknown>
    if (type === 'ImportDeclaration' || type === 'ExportNamedDeclaration' || type === 'ExportAllDeclaration') {
      if (source) add(source, importKind === 'type' || exportKind === 'type' ? 'type' : 'value')
    } else if (type === 'ImportExpression') add(source, 'dynamic')
    else if (type === 'TSImportType') add(source, 'type')
    Object.values(node).forEach(visit)
  }
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  // Without `import(` all imports are statements of the file itself, so its insides need not be visited.
  if (text.includes('import(')) visit(program.body)
  else for (const statement of program.body) if ('source' in statement) visit({ ...statement, attributes: undefined })
  return found
}

/** Every import that breaks a rule, one line each; [] when all hold. */
export function brokenArrows(root = ROOT): string[] {
  const files = globSync(['domain/**/*.{ts,tsx}', 'worker/**/*.{ts,tsx}', 'web/**/*.{ts,tsx}'], { cwd: root })
  return files.sort().flatMap((path) => {
    const file = path.replaceAll('\\', '/')
    return importsOf(file, readFileSync(join(root, file), 'utf8')).flatMap((one) => {
      const why = refusal(file, one)
      return why ? [`${file}: '${one.from}': ${why}`] : []
    })
  })
}

if (import.meta.main) {
  const broken = brokenArrows()
  for (const line of broken) console.error(line)
  console.log(broken.length === 0 ? 'Every import keeps to its layer.' : `${broken.length} imports break a rule (scripts/lib/arrows.ts)`)
  process.exitCode = broken.length === 0 ? 0 : 1
}
