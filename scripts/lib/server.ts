import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join, relative, resolve } from 'node:path'
import type { Miniflare, MiniflareOptions } from 'miniflare'
import type { KotNumbers } from '../demo/load.ts'
import { build, ROOT } from './build.ts'
import { builtWorker } from './built.ts'
import { alone, d1Of, d1Worker, heard, persistencePath } from './d1.ts'
import { picture } from './pictures.ts'
import { explain, Failure } from './failure.ts'
import { migrate } from './migrate.ts'
import { printingOf } from './printing.ts'

export type ServerOptions = {
  port?: number
  host?: string
  stateDir?: string
  /** Load the demo if it is not there yet. */
  demo?: boolean
  /** Print only errors. */
  quiet?: boolean
  /** Build first, if something has changed. */
  build?: boolean
  /** Variables besides those of wrangler.toml. */
  vars?: Record<string, string>
  /** Only the Worker, for benches: no assets, and workerd itself listens, without the Workers that Miniflare puts in front. */
  bare?: boolean
}

export { persistencePath } from './d1.ts'

export type Server = { url: string; stateDir: string; stop: () => Promise<void> }

const urlOf = (host: string, port: number) => `http://${host === '127.0.0.1' ? 'localhost' : host}:${port}`

const PLATFORM = 'PLATFORM'
const FREE_BYTES = 32 * 1024 * 1024

/** Builds, prepares the state directory, migrates, loads the demo and serves. Throws Failure. */
export async function startServer(options: ServerOptions = {}): Promise<Server> {
  const { port = 8787, host = '127.0.0.1', demo = true, quiet = false } = options
  const stateDir = resolve(ROOT, options.stateDir ?? '.tawa')
  const say = (text: string) => void (quiet || console.log(`tawa: ${text}`))
  try {
    makeStateDir(stateDir)
    const release = lock(stateDir)
    try {
      await mustBeFree(host, port)
      if (options.build ?? true) build({ quiet })
      // A killed server could not remove its own files.
      rmSync(join(stateDir, 'tmp'), { recursive: true, force: true })
      const watchdog = watch(stateDir)
      try {
        const vars = { ...(await printingOf(stateDir)), ...options.vars }
        const mf = await serve({ ...options, vars, host, port, demo, quiet, stateDir }, say)
        const hourly = setInterval(() => void cron(mf.current), 60 * 60 * 1000)
        hourly.unref()
        let stopping: Promise<void> | null = null
        const stop = () => {
          stopping ??= (async () => {
            clearInterval(hourly)
            await mf.current.dispose()
            await watchdog.end()
            rmSync(join(stateDir, 'tmp'), { recursive: true, force: true })
            release()
          })()
          return stopping
        }
        return { url: urlOf(host, port), stateDir, stop }
      } catch (error) {
        await watchdog.end()
        throw error
      }
    } catch (error) {
      release()
      throw error
    }
  } catch (error) {
    throw explain(error, stateDir)
  }
}

// ---------------------------------------------------------------- Miniflare

async function serve(
  options: Required<Pick<ServerOptions, 'port' | 'host' | 'demo' | 'quiet' | 'stateDir'>> & ServerOptions,
  say: (text: string) => void,
) {
  const { host, port } = options
  const { Miniflare } = await import('miniflare')
  const make = async (at: { host: string; port: number; bare?: boolean; preparing?: boolean }, more: Partial<MiniflareOptions> = {}) =>
    new Miniflare({ ...(await miniflareOptions({ ...options, bare: false, ...at })), ...more })
  // Migrations and the demo must come before the first request, so it first listens on a random port.
  // For a database that can't be read the error says only `internal error`; workerd's log has the cause.
  const workerdLog: string[] = []
  const preparing = await make(
    { host: '127.0.0.1', port: 0, preparing: true },
    { handleStructuredLogs: ({ message }) => void workerdLog.push(message) },
  )
  try {
    await preparing.ready
    await prepare(preparing, { ...options, url: urlOf(host, port) }, say)
  } catch (error) {
    // The log arrives by another pipe than the error.
    await new Promise((next) => setTimeout(next, 200))
    throw error instanceof Failure
      ? error
      : new Error(error instanceof Error ? error.message : String(error), { cause: workerdLog.join('\n') })
  } finally {
    await preparing.dispose()
  }
  const current = await make({ host, port, bare: options.bare })
  try {
    await current.ready
    return { current }
  } catch (error) {
    await current.dispose().catch(() => {})
    if (/ERR_ADDRESS_IN_USE|Address already in use/.test(String((error as { code?: string }).code ?? error))) throw portTaken(port)
    throw error
  }
}

async function miniflareOptions({
  host,
  port,
  quiet,
  stateDir,
  vars,
  bare = false,
  preparing = false,
}: {
  host?: string
  port: number
  quiet?: boolean
  stateDir: string
  vars?: Record<string, string>
  bare?: boolean
  /** With the Worker through which `prepare` reaches the databases. */
  preparing?: boolean
}): Promise<MiniflareOptions> {
  const { convertV4MiniflareOptions, Log, LogLevel } = await import('miniflare')
  const { name, main, directory, worker, externalWorkers } = await builtWorker()
  const v5 = convertV4MiniflareOptions({
    host,
    port: bare ? 0 : port,
    log: new Log(quiet ? LogLevel.ERROR : LogLevel.WARN),
    workers: [
      {
        ...worker,
        ...(bare ? { assets: undefined, unsafeDirectSockets: [{ host, port }] } : {}),
        name,
        rootPath: directory,
        modulesRoot: directory,
        modules: modulesOf(directory, main),
        bindings: { ...worker.bindings, ...LOCAL, JWT_SECRET: secretsOf(stateDir).JWT_SECRET, ...vars },
      },
      ...externalWorkers,
      ...(preparing ? [d1Worker(worker.d1Databases ?? {})] : []),
    ],
  } as unknown as Parameters<typeof convertV4MiniflareOptions>[0])
  return { ...v5, ...alone(persistencePath(stateDir)), resourceTmpPath: join(stateDir, 'tmp') }
}

/** Settings for a person's own machine: the line of each request is not shown in the terminal, unless LOG_LEVEL=info asks for it. */
export const LOCAL = { ENVIRONMENT: 'development', LOG_LEVEL: process.env.LOG_LEVEL || 'error' }

function modulesOf(directory: string, main: string) {
  const entry = resolve(directory, main)
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => /\.m?js$/.test(name))
  return files
    .map((name) => join(directory, name))
    .sort((a, b) => Number(b === entry) - Number(a === entry))
    .map((path) => ({ type: 'ESModule' as const, path }))
}

/** Migrates each database of wrangler.toml and loads the demo if it is missing. */
async function prepare(
  mf: Miniflare,
  { stateDir, demo, url }: { stateDir: string; demo: boolean; url: string },
  say: (text: string) => void,
): Promise<void> {
  const { directory, databases } = await builtWorker()
  for (const { binding, migrations_dir } of databases) {
    if (!migrations_dir) throw new Failure(`wrangler.toml names no migrations_dir for ${binding}.`)
    const done = await migrate(d1Of(mf, binding), resolve(directory, migrations_dir))
    if (done.length > 0)
      say(`${binding}: ${done.length} migration${done.length > 1 ? 's' : ''} applied in ${relative(process.cwd(), stateDir) || stateDir}`)
  }
  if (!demo) return
  const began = Date.now()
  // Only here: a server without the demo starts a second earlier.
  const [{ loadDemo }, { publicUrl }] = await Promise.all([import('../demo/load.ts'), import('#worker/messenger/links.ts')])
  const rooms = (await mf.getDurableObjectNamespace('ROOM')) as unknown as Rooms
  const bucket = (await mf.getR2Bucket('MEDIA')) as unknown as Bucket
  const loaded = await loadDemo({
    platform: d1Of(mf, PLATFORM),
    shard: d1Of(mf, 'OUTLETS_0'),
    kotNumbers: async (where, request) => {
      await heard()
      return rooms.get(rooms.idFromName(where.restaurantId)).kotNumbers(where, request)
    },
    media: {
      picture,
      put: (key, bytes, contentType) => bucket.put(key, bytes, { httpMetadata: { contentType } }),
    },
    now: new Date(),
    publicUrl: publicUrl({ env: await mf.getBindings<{ PUBLIC_URL?: string }>(), request: { url } }),
  })
  if (!loaded) return
  const what = loaded.orders > 0 ? `demo loaded: ${loaded.orders} orders` : 'what the demo lacked was added'
  say(`${what} in ${((Date.now() - began) / 1000).toFixed(1)} s`)
}
type Bucket = { put: (key: string, bytes: Uint8Array, options: { httpMetadata: { contentType: string } }) => Promise<unknown> }

type Rooms = { idFromName: (name: string) => unknown; get: (id: unknown) => { kotNumbers: KotNumbers } }

/** Prepares a state directory without serving; `npm run dev` begins with it. */
export async function prepareState(options: { stateDir: string; demo: boolean; port: number }): Promise<void> {
  const stateDir = resolve(ROOT, options.stateDir)
  try {
    makeStateDir(stateDir)
    build()
    const watchdog = watch(stateDir)
    const { Miniflare } = await import('miniflare')
    const mf = new Miniflare(await miniflareOptions({ host: '127.0.0.1', port: 0, stateDir, preparing: true }))
    try {
      await mf.ready
      await prepare(mf, { stateDir, demo: options.demo, url: urlOf('127.0.0.1', options.port) }, (text) => console.log(`tawa: ${text}`))
    } finally {
      await mf.dispose()
      await watchdog.end()
    }
  } catch (error) {
    throw explain(error, stateDir)
  }
}

async function cron(mf: Miniflare): Promise<void> {
  try {
    const worker = (await mf.getWorker()) as unknown as { scheduled?: (options: { cron: string }) => Promise<unknown> }
    await worker.scheduled?.({ cron: '17 * * * *' })
  } catch (error) {
    console.error(`tawa: the hourly job failed: ${error instanceof Error ? error.message : error}`)
  }
}

// ---------------------------------------------------------------- the state directory

/** Not mkdirSync's `recursive`, which never returns for a place like /proc. */
function makeDirectory(path: string): void {
  if (existsSync(path)) {
    if (!statSync(path).isDirectory()) throw new Failure(`${path} is not a directory. Choose another place with STATE_DIR.`)
    return
  }
  makeDirectory(dirname(path))
  mkdirSync(path)
}

function makeStateDir(stateDir: string): void {
  makeDirectory(stateDir)
  accessSync(stateDir, constants.W_OK | constants.X_OK)
  const { bavail, bsize } = statfsSync(stateDir)
  if (bavail * bsize < FREE_BYTES)
    throw new Failure(
      `The disk is full: ${stateDir} has ${Math.floor((bavail * bsize) / 1024 / 1024)} MB left and needs ${FREE_BYTES / 1024 / 1024} or more.`,
    )
  const probe = join(stateDir, '.probe')
  writeFileSync(probe, 'x')
  rmSync(probe)
}

/** Local secrets, created once and readable only by their owner. */
export function secretsOf(stateDir: string): { JWT_SECRET: string } {
  const path = join(stateDir, 'secrets.json')
  if (existsSync(path)) {
    try {
      const secrets = JSON.parse(readFileSync(path, 'utf8')) as { JWT_SECRET?: unknown }
      if (typeof secrets.JWT_SECRET === 'string' && secrets.JWT_SECRET.length >= 32) return { JWT_SECRET: secrets.JWT_SECRET }
    } catch {}
    throw new Failure(`${path} is damaged. Delete it: a new one is made, and everybody signs in again.`)
  }
  const secrets = { JWT_SECRET: randomBytes(48).toString('base64url') }
  writeFileSync(path, `${JSON.stringify(secrets)}\n`, { mode: 0o600, flag: 'wx' })
  return secrets
}

/**
 * One server for each state directory, since two would write the same databases. Returns the function that releases the lock. A lock whose owner is dead is
 * ignored.
 */
function lock(stateDir: string): () => void {
  const path = join(stateDir, 'server.pid')
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(path, `${process.pid}\n`, { flag: 'wx' })
      return () => rmSync(path, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > 3) throw error
      const owner = Number(readFileSync(path, 'utf8'))
      if (isServer(owner))
        throw new Failure(`Another server (process ${owner}) is using ${stateDir}. Stop it first, or give this one a STATE_DIR of its own.`)
      rmSync(path, { force: true })
    }
  }
}

function isServer(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  if (pid === process.pid) return true
  // Process ids are reused, so on Linux it checks which process has it now.
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('node')
  } catch {
    return process.platform !== 'linux'
  }
}

const portTaken = (port: number) =>
  new Failure(`Port ${port} is in use. Stop what listens there, or choose another one: PORT=${port + 1} npm start`)

/** Tries for 3 s, because the workerd of a server that was just killed may need a moment to end. */
async function mustBeFree(host: string, port: number): Promise<void> {
  if (port === 0) throw new Failure('PORT must be a number from 1 to 65535.')
  for (let left = 12; ; left--) {
    const error = await new Promise<NodeJS.ErrnoException | null>((settle) => {
      const probe = createServer()
      probe.once('error', settle)
      probe.listen({ port, host, exclusive: true }, () => probe.close(() => settle(null)))
    })
    if (!error) return
    if (error.code === 'EACCES') throw new Failure(`This user may not listen on port ${port}. Choose one above 1023: PORT=8787 npm start`)
    if (error.code !== 'EADDRINUSE') throw new Failure(`Can't listen on ${host}:${port}: ${error.message}`)
    if (left === 0) throw portTaken(port)
    await new Promise((next) => setTimeout(next, 250))
  }
}

/** Ends workerd when this process is killed with SIGKILL (scripts/lib/watchdog.sh). */
function watch(stateDir: string): { end: () => Promise<void> } {
  if (process.platform === 'win32') return { end: async () => {} }
  const pids = join(stateDir, `workerd.${process.pid}.pids`)
  const lib = join(ROOT, 'scripts', 'lib')
  process.env.TAWA_WORKERD = createRequire(createRequire(import.meta.url).resolve('miniflare'))('workerd').default
  process.env.TAWA_WORKERD_PIDS = pids
  process.env.MINIFLARE_WORKERD_PATH = join(lib, 'workerd.sh')
  const dog: ChildProcess = spawn('/bin/sh', [join(lib, 'watchdog.sh'), pids], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  dog.unref()
  const gone = new Promise<void>((settle) => dog.once('exit', () => settle()).once('error', () => settle()))
  return {
    end: async () => {
      dog.ref()
      dog.stdin?.end()
      await gone
    },
  }
}
