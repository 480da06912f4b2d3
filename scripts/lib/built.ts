import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { ROOT } from './build.ts'
import { Failure } from './failure.ts'

type Options = Record<string, unknown> & { bindings?: Record<string, unknown>; d1Databases?: Record<string, { id: string }> }
type Read = {
  name: string
  /** The entry, from the Worker's directory. */
  main: string
  /** The Worker's options, as Miniflare takes them, without its modules. */
  worker: Options
  externalWorkers: Options[]
  /** Each with its migrations' directory, from this one. */
  databases: { binding: string; migrations_dir?: string }[]
}

/**
 * The one configuration: what vite's plugin made of wrangler.toml and put beside the built Worker, read as wrangler itself reads it. What it reads is kept
 * beside the build, because loading wrangler takes a second of each start; but not with secrets in it. Throws Failure.
 */
export async function builtWorker(dist = join(ROOT, 'dist')): Promise<Read & { directory: string }> {
  const directory = join(dist, 'tawa')
  const path = join(directory, 'wrangler.json')
  const keptAt = join(dist, '.miniflare.json')
  if (!existsSync(path)) throw new Failure('There is no build in dist/. Run npm start, or npm run build.')
  if (hasSecrets(directory)) {
    // Also one that an earlier version wrote with secrets.
    rmSync(keptAt, { force: true })
    return { ...(await asWranglerReads()), directory }
  }
  // This file's own text too: it says what `Read` consists of.
  const texts = [path, join(ROOT, 'node_modules', 'wrangler', 'package.json'), import.meta.filename].map((file) =>
    readFileSync(file, 'utf8'),
  )
  const stamp = createHash('sha256')
    .update([...texts, directory].join('\0'))
    .digest('hex')
  const kept = keptRead(keptAt, stamp)
  if (kept) return { ...kept, directory }
  const read = await asWranglerReads()
  try {
    writeFileSync(keptAt, JSON.stringify({ stamp, read }))
  } catch {
    // A build that may only be read: each start then reads it anew.
  }
  return { ...read, directory }

  async function asWranglerReads(): Promise<Read> {
    const { unstable_getMiniflareWorkerOptions, unstable_readConfig } = await import('wrangler')
    const config = unstable_readConfig({ config: path }, { hideWarnings: true })
    const { workerOptions, externalWorkers } = unstable_getMiniflareWorkerOptions(config)
    const { modulesRules: _, ...worker } = workerOptions as unknown as Options
    return {
      name: config.name ?? 'tawa',
      main: relative(directory, resolve(directory, config.main ?? 'index.js')),
      worker,
      externalWorkers: externalWorkers as unknown as Options[],
      databases: (config.d1_databases as Read['databases']).map(({ binding, migrations_dir }) => ({ binding, migrations_dir })),
    }
  }
}

/** wrangler adds secrets from such files to what it reads (the build copies `.dev.vars` there), and the environment when it is told to. */
const hasSecrets = (directory: string) =>
  process.env.CLOUDFLARE_INCLUDE_PROCESS_ENV !== undefined || readdirSync(directory).some((name) => /^\.(dev\.vars|env)/.test(name))

/** What was read of the same build by the same wrangler in the same place; null when there is none, or while another start writes it. */
function keptRead(path: string, stamp: string): Read | null {
  try {
    const file = JSON.parse(readFileSync(path, 'utf8')) as { stamp: string; read: Read }
    return file.stamp === stamp ? file.read : null
  } catch {
    return null
  }
}
