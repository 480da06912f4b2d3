import { cloudflare } from '@cloudflare/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// Paths below are relative to `root`, the folder of index.html.
const state = process.env.TAWA_DEV_STATE ?? '../.wrangler/state'

/** One build makes both halves: the Worker in dist/tawa and the frontend in dist/client. */
export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), cloudflare({ configPath: '../wrangler.toml', persistState: { path: state } })],
  build: { outDir: '../dist', emptyOutDir: true, target: 'es2023' },
  server: { host: '127.0.0.1', port: Number(process.env.PORT ?? 8787), strictPort: true },
})
