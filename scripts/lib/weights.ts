import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/**
 * kB (1000 bytes) of brotli, quality 11. `script` and `total` (with CSS) are for what every staff page loads, `core` for an entry that imports web/core
 * alone, `diner` for what the diner's menu loads and `dinerAll` for all of the diner's pages together, `kits` for all kits together, `page` for each page and each part of one.
 */
export const BUDGET = { script: 170, total: 183, core: 110, kits: 84, page: 35, diner: 110, dinerAll: 122 }
/** kB of gzip, as Cloudflare counts a Worker. */
export const WORKER_BUDGET = 220

/** A file of the build: its imports, its script, its styles. Sizes are bytes of brotli. */
export type Chunk = {
  imports: readonly string[]
  /** The files that it fetches by `import()`. */
  parts: readonly string[]
  css: readonly string[]
  bytes: number
  entry: boolean
  source: string | null
  kit: boolean
  /** Contains the middle of web/core: its api.ts. */
  core: boolean
}
export type Chunks = ReadonlyMap<string, Chunk>

export type Row = { name: string; script: number; css: number; limit: { script?: number; total?: number } }

/** A file with everything that loads with it. */
export function closure(chunks: Chunks, from: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const visit = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    for (const next of chunks.get(name)?.imports ?? []) visit(next)
  }
  for (const name of from) visit(name)
  return seen
}

/**
 * The size of staff pages: first what every page loads (the entry and the staff's shell) and how much of it an entry like the diner's needs; then the kits that
 * pages share, counted once; then what each page and shell adds. Below each stands what its own `import()` fetches later (a dialog, a panel).
 */
export function rowsOf(chunks: Chunks, styles: ReadonlyMap<string, number>): Row[] {
  const named = (end: string) => [...chunks].filter(([, c]) => c.source?.endsWith(end)).map(([name]) => name)
  const isDiners = (chunk: Chunk) => /\/web\/diner(\.html$|\/)/.test(chunk.source ?? '')
  const entries = [...chunks].filter(([, c]) => c.entry && !isDiners(c)).map(([name]) => name)
  const sum = (names: Iterable<string>) => {
    const css = new Set<string>()
    let script = 0
    for (const name of names) {
      const chunk = chunks.get(name)
      script += chunk?.bytes ?? 0
      for (const file of chunk?.css ?? []) css.add(file)
    }
    return { script, css: [...css].reduce((n, file) => n + (styles.get(file) ?? 0), 0) }
  }
  const every = closure(chunks, [...entries, ...named('/StaffShell.tsx')])
  const pages = [...chunks].filter(([, c]) => c.source && !isDiners(c) && /(Page|Login|LoginChooser|Shell|Home)\.tsx$/.test(c.source))
  const isPage = new Set(pages.map(([name]) => name))
  // Files that only an `import()` loads are counted with that part, not with the pages.
  const withPages = closure(chunks, [...isPage])
  const kits = new Set(
    [
      ...closure(
        chunks,
        [...withPages].filter((name) => chunks.get(name)?.kit),
      ),
    ].filter((name) => !every.has(name)),
  )
  const added = (names: readonly string[]) => [...closure(chunks, names)].filter((name) => !every.has(name) && !kits.has(name))
  const partsOf = (loaded: ReadonlySet<string>): Row[] =>
    [...new Set([...loaded].flatMap((name) => chunks.get(name)?.parts ?? []))]
      .filter((name) => !isPage.has(name) && !every.has(name) && !kits.has(name) && !loaded.has(name))
      .map((name) => ({
        name: `  ${basename(chunks.get(name)?.source ?? name, '.tsx')}`,
        ...sum(added([name]).filter((one) => !loaded.has(one))),
        limit: { script: BUDGET.page },
      }))
      .sort((a, b) => a.name.localeCompare(b.name))
  const core = [...chunks].filter(([, c]) => c.core).map(([name]) => name)
  const rows: Row[] = [
    { name: 'every page of the staff', ...sum(every), limit: { script: BUDGET.script, total: BUDGET.total } },
    ...partsOf(every),
    { name: 'an entry of core alone', ...sum(closure(chunks, core)), limit: { script: BUDGET.core } },
    ...dinersRows(chunks, sum, isDiners),
    { name: 'the kits that pages share', ...sum(kits), limit: { script: BUDGET.kits } },
    ...partsOf(kits),
  ]
  for (const [name, chunk] of pages.sort(([, a], [, b]) => (a.source ?? '').localeCompare(b.source ?? ''))) {
    if (every.has(name)) continue
    const own = added([name])
    rows.push({ name: basename(chunk.source ?? '', '.tsx'), ...sum(own), limit: { script: BUDGET.page } }, ...partsOf(new Set(own)))
  }
  return rows
}

/** The diner's entry: what the menu loads, and that with all other pages. Its styles are in the document, so they are no file. */
function dinersRows(
  chunks: Chunks,
  sum: (names: Iterable<string>) => { script: number; css: number },
  isDiners: (chunk: Chunk) => boolean,
): Row[] {
  const entry = [...chunks].filter(([, c]) => c.entry && isDiners(c)).map(([name]) => name)
  if (entry.length === 0) return []
  const all = [...chunks].filter(([, c]) => isDiners(c)).map(([name]) => name)
  return [
    { name: "the diner's menu", ...sum(closure(chunks, entry)), limit: { script: BUDGET.diner } },
    { name: "all of the diner's pages", ...sum(closure(chunks, all)), limit: { script: BUDGET.dinerAll } },
  ]
}

const kB = (bytes: number) => (bytes / 1000).toFixed(1)

/** The sizes above their budget, one sentence each. */
export function overweight(rows: readonly Row[]): string[] {
  return rows.flatMap(({ name, script, css, limit }) => [
    ...(limit.script !== undefined && script > limit.script * 1000 ? [`${name}: ${kB(script)} kB of script, at most ${limit.script}`] : []),
    ...(limit.total !== undefined && script + css > limit.total * 1000
      ? [`${name}: ${kB(script + css)} kB with its CSS, at most ${limit.total}`]
      : []),
  ])
}

export function table(rows: readonly Row[]): string {
  const width = Math.max(...rows.map((row) => row.name.length))
  return [
    `${'kB of brotli'.padEnd(width)}  script    CSS`,
    ...rows.map(({ name, script, css }) => `${name.padEnd(width)}  ${kB(script).padStart(6)} ${css ? kB(css).padStart(6) : ''}`.trimEnd()),
  ].join('\n')
}

/** A file shared by pages that contains primitives or a kit, with their libraries, and no feature. Charts count with each page that draws them. */
const KIT = /\/web\/(ui(?!\/chart\/)|app)\//

/** What is to be said of a Worker of so many bytes of gzip. Throws above the budget. */
export function workerWeight(bytes: number): string {
  const text = `The Worker: ${kB(bytes)} kB of gzip, at most ${WORKER_BUDGET}`
  if (bytes > WORKER_BUDGET * 1000) throw new Error(`Above the budget (scripts/lib/weights.ts):\n${text}`)
  return text
}

const isWeighed = () => process.env.TAWA_WEIGHTS !== 'off'

/** Prints the sizes of both halves after `vite build` and fails above the budgets. TAWA_WEIGHTS=off skips it: `npm start` builds without weighing. */
export function weights(): Plugin[] {
  return [
    {
      name: 'tawa-weight-of-worker',
      apply: 'build',
      applyToEnvironment: (environment) => environment.name === 'tawa' && isWeighed(),
      writeBundle(options, bundle) {
        const scripts = Object.values(bundle).filter((file) => file.type === 'chunk')
        const sizes = scripts.map(({ fileName }) => gzipSync(readFileSync(join(options.dir ?? '', fileName)), { level: 9 }).length)
        console.log(workerWeight(sizes.reduce((sum, size) => sum + size, 0)))
      },
    },
    {
      name: 'tawa-weights',
      apply: 'build',
      applyToEnvironment: (environment) => environment.name === 'client' && isWeighed(),
      writeBundle(options, bundle) {
        const size = (file: string) => brotliCompressSync(readFileSync(join(options.dir ?? '', file))).length
        const chunks = new Map<string, Chunk>()
        const styles = new Map<string, number>()
        for (const [name, file] of Object.entries(bundle))
          if (file.type === 'chunk')
            chunks.set(name, {
              imports: file.imports,
              parts: file.dynamicImports,
              css: [...(file.viteMetadata?.importedCss ?? [])],
              bytes: size(name),
              entry: file.isEntry,
              source: file.facadeModuleId,
              kit: file.facadeModuleId === null && file.moduleIds.every((id) => !/\/(web|domain)\//.test(id) || KIT.test(id)),
              core: file.moduleIds.some((id) => id.endsWith('/web/core/api.ts')),
            })
          else if (name.endsWith('.css')) styles.set(name, size(name))
        const rows = rowsOf(chunks, styles)
        console.log(table(rows))
        const wrong = overweight(rows)
        if (wrong.length > 0) throw new Error(`Above the budget (scripts/lib/weights.ts):\n${wrong.join('\n')}`)
      },
    },
  ]
}
