import { cloudflare } from '@cloudflare/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'
import { weights } from './scripts/lib/weights.ts'

// Paths below are relative to `root`, the folder of index.html.
const state = process.env.TAWA_DEV_STATE ?? '../.wrangler/state'

type Modules = { getModuleInfo: (id: string) => Rolldown.ModuleInfo | null }

/**
 * What every staff page loads, as one file, since forty small ones compress a tenth worse. These are the modules that main.tsx and the staff's shell import,
 * directly or indirectly. An index of many icons or widgets is not followed, because it imports everything it names.
 */
function inFrame(): (id: string, modules: Modules) => string | null {
  let frame: Set<string> | null = null
  return (id, modules) => {
    if (!frame) {
      frame = new Set()
      const visit = (module: string) => {
        if (frame?.has(module) || /\/lucide-react\/dist\/esm\/lucide-react/.test(module)) return
        frame?.add(module)
        for (const next of modules.getModuleInfo(module)?.importedIds ?? []) visit(next)
      }
      for (const root of ['web/main.tsx', 'web/shared/shell/StaffShell.tsx']) visit(`${import.meta.dirname}/${root}`)
    }
    return frame.has(id) && !id.endsWith('/main.tsx') && !id.endsWith('/StaffShell.tsx') ? 'frame' : null
  }
}

/** One build makes both halves: the Worker in dist/tawa and the frontend in dist/client. It fails when a page is too large. */
export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), cloudflare({ configPath: '../wrangler.toml', persistState: { path: state } }), weights()],
  build: { outDir: '../dist', emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: 1000 },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [{ name: inFrame(), debugName: 'frame' }] } } } } },
  },
  server: { host: '127.0.0.1', port: Number(process.env.PORT ?? 8787), strictPort: true },
})
