import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { ROOT } from './build.ts'
import { Failure } from './failure.ts'

const DIRECTORY = join(ROOT, 'dist', 'tawa')
const CONFIG = join(DIRECTORY, 'wrangler.json')
const KEPT = join(ROOT, 'dist', '.miniflare.json')

type Options = Record<string, unknown> & { bindings?: Record<string, unknown>; d1Databases?: Record<string, { id: string }> }
type Read = {
  name: string
  /** The entry, from the directory. */
  main: string
  /** The Worker's options, as Miniflare takes them, without its modules. */
  worker: Options
  externalWorkers: Options[]
  /** Each with its migrations' directory, from this one. */
  databases: { binding: string; migrations_dir?: string }[]
}

/**
 * The one configuration: what vite's plugin made of wrangler.toml and put beside the built Worker, read as wrangler itself reads it. What it reads is kept
 * beside the build, because loading wrangler takes a second of each start. Throws Failure.
 */
export async function builtWorker(): Promise<Read & { directory: string }> {
  if (!existsSync(CONFIG)) throw new Failure('There is no build in dist/. Run npm start, or npm run build.')
  const versions = readFileSync(join(ROOT, 'node_modules', 'wrangler', 'package.json'), 'utf8')
  const stamp = createHash('sha256')
    .update([readFileSync(CONFIG, 'utf8'), versions, ROOT].join('\0'))
    .digest('hex')
  const read = kept(stamp) ?? (await asWranglerReads())
  return { ...read, directory: DIRECTORY }

  async function asWranglerReads(): Promise<Read> {
    const { unstable_getMiniflareWorkerOptions, unstable_readConfig } = await import('wrangler')
    const config = unstable_readConfig({ config: CONFIG }, { hideWarnings: true })
    const { workerOptions, externalWorkers } = unstable_getMiniflareWorkerOptions(config)
    const { modulesRules: _, ...worker } = workerOptions as unknown as Options
    const made: Read = {
      name: config.name ?? 'tawa',
      main: relative(DIRECTORY, resolve(DIRECTORY, config.main ?? 'index.js')),
      worker,
      externalWorkers: externalWorkers as unknown as Options[],
      databases: (config.d1_databases as Read['databases']).map(({ binding, migrations_dir }) => ({ binding, migrations_dir })),
    }
    try {
      writeFileSync(KEPT, JSON.stringify({ stamp, read: made }))
    } catch {
      // A build that may only be read: each start then reads it anew.
    }
    return made
  }
}

/** What was read of the same build by the same wrangler in the same place; null when there is none, or while another start writes it. */
function kept(stamp: string): Read | null {
  try {
    const file = JSON.parse(readFileSync(KEPT, 'utf8')) as { stamp: string; read: Read }
    return file.stamp === stamp ? file.read : null
  } catch {
    return null
  }
}
