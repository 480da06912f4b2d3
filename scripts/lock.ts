import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './lib/build.ts'

/**
 * Completes package-lock.json after a change of dependencies: `node scripts/run.mjs scripts/lock.ts`. npm omits an optional package from the lock when the
 * registry in use does not have it (mirrors often lack other platforms' binaries), and `npm ci` then refuses the lock everywhere. Entries only need a
 * version, a system and a processor; no download address is written.
 */
type Entry = {
  version?: string
  resolved?: string
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
  [more: string]: unknown
}

const path = join(ROOT, 'package-lock.json')
const lock = JSON.parse(readFileSync(path, 'utf8')) as { packages: Record<string, Entry> }
const SYSTEMS = ['darwin', 'linux', 'win32', 'android', 'freebsd', 'openbsd', 'netbsd', 'sunos', 'aix', 'openharmony']
const PROCESSORS = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 's390x', 'riscv64', 'loong64', 'mips64el', 'wasm32', 'universal', '64']

/** `@x/binding-win32-arm64-msvc` -> win32, arm64. */
function platform(name: string): Pick<Entry, 'os' | 'cpu'> {
  const words = name
    .replace(/^@[^/]+\//, '')
    .replace('windows', 'win32')
    .replace('ppc64le', 'ppc64')
    .split('-')
  const os = SYSTEMS.find((s) => words.includes(s))
  const cpu = PROCESSORS.find((p) => words.includes(p)) ?? (words.some((w) => w.startsWith('riscv64')) ? 'riscv64' : undefined)
  if (name === 'fsevents') return { os: ['darwin'] }
  return {
    ...(os ? { os: [os] } : {}),
    ...(cpu && cpu !== 'universal' ? { cpu: [cpu === '64' ? 'x64' : cpu] } : {}),
  }
}

/** The place where Node would find `name` from a package. */
function found(from: string, name: string): boolean {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    if (lock.packages[at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`]) return true
    if (at === '') return false
  }
}

let added = 0
for (const [from, entry] of Object.entries(lock.packages)) {
  delete entry.resolved
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (found(from, name)) continue
    const where = platform(name)
    if (!where.os && !where.cpu) throw new Error(`${name}: for which system is it?`)
    const version = range.replace(/^[~^]/, '')
    lock.packages[`${from === '' ? '' : `${from}/`}node_modules/${name}`] = {
      version,
      ...(entry.dev ? { dev: true } : {}),
      optional: true,
      ...where,
    }
    added++
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`package-lock.json: ${added} optional packages of other systems added`)
