import { cloudflare } from '@cloudflare/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'
import { serviceWorker } from './scripts/lib/offline.ts'
import { weights } from './scripts/lib/weights.ts'

// Paths below are relative to `root`, the folder of index.html.
const state = process.env.TAWA_DEV_STATE ?? '../.wrangler/state'

type Modules = { getModuleInfo: (id: string) => Rolldown.ModuleInfo | null }

/** What an entry needs that has no staff's frame, as the diner's: React, the cache and the connection, and web/core with what it imports. */
const CORE = /\/web\/core\/|\/node_modules\/(react|react-dom|scheduler|@tanstack\/[\w-]+|partysocket)\//

/**
 * What every staff page loads, as two files, since forty small ones compress a tenth worse: `core`, and `frame` with the rest. These are the modules that
 * main.tsx and the staff's shell import, directly or indirectly. An index of many icons or widgets is not followed, because it imports everything it names.
 */
function frameGroups() {
  let found: { frame: Set<string>; core: Set<string> } | null = null
  const find = (modules: Modules) => {
    const reach = (from: Iterable<string>) => {
      const seen = new Set<string>()
      const visit = (module: string) => {
        if (seen.has(module) || /\/lucide-react\/dist\/esm\/lucide-react/.test(module)) return
        seen.add(module)
        for (const next of modules.getModuleInfo(module)?.importedIds ?? []) visit(next)
      }
      for (const module of from) visit(module)
      return seen
    }
    const frame = reach(['web/main.tsx', 'web/shared/shell/StaffShell.tsx'].map((root) => `${import.meta.dirname}/${root}`))
    return { frame, core: reach([...frame].filter((id) => CORE.test(id))) }
  }
  const group = (name: 'core' | 'frame', priority: number) => ({
    name: (id: string, modules: Modules) => {
      found ??= find(modules)
      return found[name].has(id) && !id.endsWith('/main.tsx') && !id.endsWith('/StaffShell.tsx') ? name : null
    },
    debugName: name,
    priority,
  })
  return [group('core', 2), group('frame', 1)]
}

/** One build makes both halves: the Worker in dist/tawa and the frontend in dist/client. It fails when a page is too large. */
export default defineConfig({
  root: 'web',
  plugins: [
    react(),
    tailwindcss(),
    cloudflare({ configPath: '../wrangler.toml', persistState: { path: state } }),
    serviceWorker(),
    weights(),
  ],
  build: { outDir: '../dist', emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: 1000 },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: frameGroups() } } } } },
  },
  server: { host: '127.0.0.1', port: Number(process.env.PORT ?? 8787), strictPort: true },
})
