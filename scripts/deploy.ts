import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { unstable_readConfig } from 'wrangler'
import { build, ROOT } from './lib/build.ts'
import { Failure } from './lib/failure.ts'
import { WRANGLER } from './lib/wrangler.ts'

/**
 * `npm run deploy`: builds, applies new migrations to every database of wrangler.toml, and deploys the build, which is the same that `npm start` runs and the
 * tests use. `npm run deploy -- --dry-run` builds and packs without sending anything.
 */
const USAGE = 'usage: npm run deploy [-- --dry-run]'
const BUILT = 'dist/tawa/wrangler.json'

type D1 = { binding: string; migrations_dir?: string }

/** The wrangler commands, in order. Migrations only add (PLATFORM, "D1"), so the Worker that runs meanwhile keeps working. Throws Failure. */
export function stepsOf(databases: readonly D1[], { dryRun }: { dryRun: boolean }): string[][] {
  const apply = databases.map(({ binding, migrations_dir }) => {
    if (!migrations_dir) throw new Failure(`wrangler.toml names no migrations_dir for ${binding}.`)
    return ['d1', 'migrations', 'apply', binding, '--remote', '--config', 'wrangler.toml']
  })
  const deploy = ['deploy', '--config', BUILT]
  return dryRun ? [[...deploy, '--dry-run']] : [...apply, deploy]
}

function main(args: string[]): void {
  if (args.some((word) => word !== '--dry-run')) throw new Failure(USAGE)
  build()
  const { d1_databases } = unstable_readConfig({ config: join(ROOT, 'wrangler.toml') }, { hideWarnings: true })
  for (const words of stepsOf(d1_databases, { dryRun: args.includes('--dry-run') })) {
    const { status, signal } = spawnSync(process.execPath, [WRANGLER, ...words], {
      cwd: ROOT,
      env: { WRANGLER_SEND_METRICS: 'false', ...process.env },
      stdio: 'inherit',
    })
    if (status !== 0) throw new Failure(`wrangler ${words.join(' ')} ended with ${status ?? signal}; nothing after it was done.`)
  }
}

if (import.meta.main)
  try {
    main(process.argv.slice(2))
  } catch (error) {
    console.error(`tawa: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
