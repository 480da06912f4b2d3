import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from './lib/build.ts'
import { onParentGone } from './lib/lifeline.ts'
import { printingOf } from './lib/printing.ts'
import { LOCAL, prepareState, secretsOf } from './lib/server.ts'

/** `npm run dev`: vite with hot reload of the frontend and the Worker, on a separate migrated database with the demo (.tawa/dev). */
const stateDir = process.env.STATE_DIR ?? join(ROOT, '.tawa', 'dev')
const port = process.env.PORT ?? '8787'

try {
  await prepareState({ stateDir, demo: process.env.DEMO !== '0', port: Number(port) })
} catch (error) {
  console.error(`tawa: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}

// The Worker's variables besides those of wrangler.toml; vite itself gets only what it needs of our environment.
const { PATH, HOME, TERM, FORCE_COLOR, NO_COLOR } = process.env
const env = {
  ...Object.fromEntries(Object.entries({ PATH, HOME, TERM, FORCE_COLOR, NO_COLOR }).filter(([, value]) => value !== undefined)),
  CLOUDFLARE_INCLUDE_PROCESS_ENV: 'true',
  WRANGLER_SEND_METRICS: 'false',
  ...secretsOf(stateDir),
  ...(await printingOf(stateDir)),
  ...LOCAL,
  TAWA_DEV_STATE: stateDir,
  PORT: port,
}
const vite = spawn(process.execPath, ['node_modules/vite/bin/vite.js'], { cwd: ROOT, env, stdio: 'inherit' })
const stop = () => void vite.kill('SIGTERM')
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.removeAllListeners(signal).on(signal, stop)
onParentGone(stop)
vite.on('exit', (code, signal) => process.exit(signal ? 0 : (code ?? 1)))
