import { cloudflare } from '@cloudflare/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { rmSync } from 'node:fs'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { STAMP } from './scripts/lib/build.ts'
import { contract } from './scripts/lib/contract.ts'
import { paintFirst } from './scripts/lib/paintFirst.ts'
import { serviceWorker } from './scripts/lib/offline.ts'
import { known } from './scripts/lib/known.ts'
import { libraries } from './scripts/lib/libraries.ts'
import { filesOf, parts } from './scripts/lib/parts.ts'
import { smaller } from './scripts/lib/smaller.ts'
import { statements } from './scripts/lib/statements.ts'
import { tables } from './scripts/lib/tables.ts'
import { uncalled } from './scripts/lib/uncalled.ts'
import { weights } from './scripts/lib/weights.ts'

// Paths below are relative to `root`, the folder of index.html.
const state = process.env.TAWA_DEV_STATE ?? '../.wrangler/state'

/** An index of many icons imports everything it names; TanStack's imports what lists alone need. */
const NOT_FOLLOWED = /\/lucide-react\/dist\/esm\/lucide-react|\/modern\/(useQueries|queriesObserver)\.js$/

/** A build that `npm start` didn't make, or that fails, leaves no stamp of other sources (scripts/lib/build.ts). */
const unstamped: Plugin = { name: 'tawa-unstamped', apply: 'build', buildStart: () => rmSync(STAMP, { force: true }) }

type Modules = { getModuleInfo: (id: string) => Rolldown.ModuleInfo | null }

/**
 * What every staff page loads, as two files, since forty small ones compress a tenth worse: `core`, and `frame` with the rest. These are the modules that
 * main.tsx and the staff's shell import, directly or indirectly. What the diner's pages import too is `core`, so that they load nothing else of the frame.
 */
function frameGroups() {
  let found: { frame: Set<string>; core: Set<string> } | null = null
  const find = (modules: Modules) => {
    const reach = (from: Iterable<string>, { parts = false } = {}) => {
      const seen = new Set<string>()
      const visit = (module: string) => {
        if (seen.has(module) || NOT_FOLLOWED.test(module)) return
        seen.add(module)
        const info = modules.getModuleInfo(module)
        for (const next of [...(info?.importedIds ?? []), ...(parts ? (info?.dynamicallyImportedIds ?? []) : [])]) visit(next)
      }
      for (const module of from) visit(module)
      return seen
    }
    const file = (path: string) => `${import.meta.dirname}/${path}`
    const frame = reach(['web/main.tsx', 'web/shared/shell/StaffShell.tsx'].map(file))
    const diner = reach([file('web/diner/main.tsx')], { parts: true })
    return { frame, core: new Set([...frame].filter((id) => diner.has(id))) }
  }
  const group = (name: 'core' | 'frame', priority: number) => ({
    name: (id: string, modules: Modules) => {
      found ??= find(modules)
      return found[name].has(id) && !id.endsWith('/main.tsx') && !id.endsWith('/StaffShell.tsx') ? name : null
    },
    debugName: name,
    priority,
  })
  // Icons that several pages show: one file, since fifty of 200 bytes each cost more to fetch and to compress.
  const icons = { name: 'icons', test: /\/lucide-react\/dist\/esm\/icons\//, minShareCount: 2, priority: 0 }
  // Small parts of most pages, which need little else: one file for the same reason.
  const small = {
    name: 'small',
    test: /\/(web\/(ui\/(Banner|Card|EmptyState|Kbd|Meter|Money|StatusChip)|app\/(Elapsed|Loaded|Money|QueryError))\.tsx|web\/app\/afterPaint\.ts|domain\/password\.ts)$/,
    priority: 0,
  }
  // Columns with a switch: every file of its own is named on every page of the staff.
  const switches = { name: 'switches', test: /\/web\/(app\/list\/switchColumn|shared\/accounts\/columns)\.tsx$/, priority: 0 }
  // The same for small parts of several of the diner's pages.
  const diners = { name: 'diners', test: /\/web\/diner\/(Again\.tsx|DietMark\.tsx|wrong\.ts)$/, priority: 0 }
  // The same for small parts of the pages that show an order.
  const orders = {
    name: 'orders',
    test: /\/web\/shared\/(order\/(OrderTotals|TicketTotals|useTicket|settled|useChanges|useOpenOrders|useOrderEnd|useWaitingDish|ChangedNotice)|menu\/useSoldOut)\.tsx?$/,
    priority: 0,
  }
  return [group('core', 2), group('frame', 1), icons, small, switches, diners, orders]
}

/** One build makes both halves: the Worker in dist/tawa and the frontend in dist/client. It fails when a page is too large. */
export default defineConfig({
  root: 'web',
  plugins: [
    react(),
    tailwindcss(),
    cloudflare({ configPath: '../wrangler.toml', persistState: { path: state } }),
    contract(),
    tables(),
    libraries(),
    statements(),
    uncalled(),
    parts(),
    paintFirst(),
    serviceWorker(),
    known(),
    smaller(),
    weights(),
    unstamped,
  ],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2023',
    chunkSizeWarningLimit: 1000,
    // It preloads for browsers older than Firefox 115 and Safari 17, and is itself loaded with what it would preload.
    modulePreload: { polyfill: false, resolveDependencies: filesOf },
  },
  environments: {
    // The Worker. The log's stacks name files and lines of the source again by its map (upload_source_maps of wrangler.toml).
    tawa: { build: { minify: true, sourcemap: true } },
    client: {
      build: {
        rolldownOptions: {
          input: { index: 'web/index.html', diner: 'web/diner.html' },
          output: { codeSplitting: { groups: frameGroups() } },
        },
      },
    },
  },
  resolve: {
    alias: [
      // What jsPDF would fetch for HTML and SVG in a file. Tawa's files have none, so the build has none of it.
      ...['html2canvas', 'canvg', 'dompurify'].map((find) => ({ find, replacement: `${import.meta.dirname}/web/shared/print/none.ts` })),
      // React Router's hooks for measuring tools, which every page would load and nobody sets.
      { find: /^\.\/instrumentation\.js$/, replacement: `${import.meta.dirname}/web/app/noInstrumentation.ts` },
    ],
  },
  server: { host: '127.0.0.1', port: Number(process.env.PORT ?? 8787), strictPort: true },
})
