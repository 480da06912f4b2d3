import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'

/**
 * Measures the size of the built Worker, and the processor time of its modules before the first request. Each run is a new Node process, because V8 caches
 * compiled code. `npm run build` first. `node bench/startup.ts`; docs/speed.md.
 */
const RUNS = Number(process.env.RUNS || 11)
/** Issue 14: kB of gzip, and ms. */
const BAR = { gzip: 220, ms: 30 }
const bundle = join(import.meta.dirname, '../dist/tawa/index.js')
if (!existsSync(bundle)) throw new Error('Build first: npm run build')

// Modules that Node loads lazily and workerd has built in are loaded first.
const code = `void [navigator.userAgent, new Request('https://bench.test'), new Response(''), WebSocket]
await Promise.all(['node:buffer', 'node:crypto', 'node:async_hooks', 'node:events'].map((name) => import(name)))
const began = process.cpuUsage()
await import(${JSON.stringify(pathToFileURL(bundle).href)})
const { user, system } = process.cpuUsage(began)
process.stdout.write(String((user + system) / 1000))
process.exit(0)`
const took = Array.from({ length: RUNS }, () =>
  Number(
    execFileSync(process.execPath, ['--import', join(import.meta.dirname, 'lib/shims.ts'), '--input-type=module', '-e', code], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ),
).sort((a, b) => a - b)
const ms = took[Math.floor(RUNS / 2)] ?? NaN
const bytes = readFileSync(bundle)
const gzip = gzipSync(bytes, { level: 9 }).length / 1000
const judged = (good: boolean) => (good ? 'good' : 'MISSES ITS BAR')
console.log(
  `The built Worker: ${(bytes.length / 1000).toFixed(0)} kB, ${gzip.toFixed(0)} kB gzip of ${BAR.gzip}  ${judged(gzip <= BAR.gzip)}`,
)
console.log(
  `  start-up: ${ms.toFixed(0)} ms CPU (${took[0]?.toFixed(0)} to ${took.at(-1)?.toFixed(0)}, ${RUNS} runs) of ${BAR.ms}  ${judged(ms <= BAR.ms)}`,
)
