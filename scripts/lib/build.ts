import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Failure } from './failure.ts'

export const ROOT = join(import.meta.dirname, '..', '..')
/** The hash of the sources that dist/ was built from. */
export const STAMP = join(ROOT, 'dist', '.built-from')
const SOURCES = [
  'domain',
  'worker',
  'web',
  'public',
  'index.html',
  'diner.html',
  'vite.config.ts',
  ...['contract', 'libraries', 'offline', 'paintFirst', 'parts', 'smaller', 'statements', 'tables', 'uncalled', 'weights'].map(
    (name) => `scripts/lib/${name}.ts`,
  ),
  'wrangler.toml',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]

/** The sources of the Worker and the frontend as one hash of their contents, since a fresh clone's file times mean nothing. Tests are not included. */
function fingerprint(): string {
  const hash = createHash('sha256')
  const add = (path: string) => {
    if (!existsSync(path)) return
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name))
    else if (!/\.test\.tsx?$/.test(path)) hash.update(`${relative(ROOT, path)}\0`).update(readFileSync(path))
  }
  for (const source of SOURCES) add(join(ROOT, source))
  return hash.digest('hex')
}

/**
 * Builds both halves into dist/ if a source has changed since the last build. Returns whether it did. `weigh` prints each page's size and fails above the
 * budget (weights.ts); `npm start` doesn't use it. Throws Failure with the build's output.
 */
export function build({ quiet = false, force = false, weigh = false } = {}): boolean {
  const wanted = fingerprint()
  const done = ['dist/tawa/wrangler.json', 'dist/client/index.html'].every((file) => existsSync(join(ROOT, file)))
  // A build by `npm start` has no weights yet.
  const stamp = `${wanted}${weigh ? ' weighed' : ''}`
  if (!force && done && existsSync(STAMP) && readFileSync(STAMP, 'utf8').startsWith(stamp)) return false
  if (!quiet) console.log('tawa: building…')
  rmSync(STAMP, { force: true })
  const env = { ...process.env, NODE_ENV: 'production', WRANGLER_SEND_METRICS: 'false', TAWA_WEIGHTS: weigh ? 'on' : 'off' }
  const result = spawnSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  if (result.status !== 0) {
    const output = `${result.stdout ?? ''}${result.stderr ?? ''}`.trim()
    if (/ENOSPC/.test(output)) throw new Failure(`The disk is full: ${join(ROOT, 'dist')} can't be written.`)
    throw new Failure(`The build failed.\n${output || result.error?.message || `vite build ended with ${result.status ?? result.signal}`}`)
  }
  if (weigh) console.log(result.stdout.trim())
  writeFileSync(STAMP, stamp)
  return true
}
