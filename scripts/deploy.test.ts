import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from 'wrangler'
import { stepsOf } from './deploy.ts'
import { build, ROOT } from './lib/build.ts'
import { builtWorker } from './lib/built.ts'

beforeAll(() => void build({ quiet: true }))

const deploy = (...words: string[]) => {
  const { CLOUDFLARE_API_TOKEN: _, ...env } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/deploy.ts', ...words], {
    cwd: ROOT,
    env: { ...env, NODE_OPTIONS: '', NO_COLOR: '1', WRANGLER_HIDE_BANNER: 'true' },
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

it('packs the Worker as it was built, with every binding and variable of wrangler.toml', () => {
  const { status, output } = deploy('--dry-run')
  expect([status, output]).toEqual([0, expect.stringContaining('--dry-run: exiting now.')])
  const toml = readFileSync(join(ROOT, 'wrangler.toml'), 'utf8')
  const named = [...toml.matchAll(/^(?:binding|name) = "([A-Z][A-Z0-9_]*)"$/gm)].map((m) => m[1])
  const vars = [...toml.matchAll(/^([A-Z][A-Z0-9_]*) = "/gm)].map((m) => m[1])
  expect([named, vars.length]).toEqual([['ASSETS', 'PLATFORM', 'OUTLETS_0', 'MEDIA', 'ROOM'], 12])
  for (const name of [...named, ...vars]) expect(output).toMatch(new RegExp(`env\\.${name}\\b`))
})

it('applies every database’s migrations before it deploys, those of an added shard too', () => {
  const databases = ['PLATFORM', 'OUTLETS_0', 'OUTLETS_1'].map((binding) => ({ binding, migrations_dir: 'migrations/x' }))
  const steps = stepsOf(databases, { dryRun: false }).map((words) => words.join(' '))
  expect(steps).toEqual([
    'd1 migrations apply PLATFORM --remote --config wrangler.toml',
    'd1 migrations apply OUTLETS_0 --remote --config wrangler.toml',
    'd1 migrations apply OUTLETS_1 --remote --config wrangler.toml',
    'deploy --config dist/tawa/wrangler.json',
  ])
  expect(() => stepsOf([{ binding: 'OUTLETS_1' }], { dryRun: false })).toThrow('wrangler.toml names no migrations_dir for OUTLETS_1.')
})

it('refuses an unknown argument', () => {
  expect(deploy('--dry-rum')).toEqual({ status: 1, output: 'tawa: usage: npm run deploy [-- --dry-run]\n' })
})

it('is the build that npm start runs, which keeps what wrangler reads of it', async () => {
  const config = unstable_readConfig({ config: join(ROOT, 'dist/tawa/wrangler.json') }, { hideWarnings: true })
  const { workerOptions, externalWorkers } = unstable_getMiniflareWorkerOptions(config)
  const { modulesRules: _, ...worker } = workerOptions
  rmSync(join(ROOT, 'dist/.miniflare.json'), { force: true })
  const first = await builtWorker()
  expect(first).toMatchObject({ name: 'tawa', main: 'index.js', worker, externalWorkers })
  expect(first.databases.map((d1) => d1.binding)).toEqual(['PLATFORM', 'OUTLETS_0'])
  const file = readFileSync(join(ROOT, 'dist/.miniflare.json'), 'utf8')
  expect(JSON.parse(file).read).toEqual(JSON.parse(JSON.stringify({ ...first, directory: undefined })))
})

it('takes what wrangler read from the file as long as the build is the same, and keeps no secrets there', async () => {
  const dist = mkdtempSync(join(tmpdir(), 'tawa-dist-'))
  try {
    const [config, vars, file] = [join(dist, 'tawa/wrangler.json'), join(dist, 'tawa/.dev.vars'), join(dist, '.miniflare.json')]
    mkdirSync(join(dist, 'client'))
    cpSync(join(ROOT, 'dist/tawa/wrangler.json'), config)
    expect((await builtWorker(dist)).name).toBe('tawa')
    const { stamp, read } = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(file, JSON.stringify({ stamp, read: { ...read, name: 'kept' } }))
    expect((await builtWorker(dist)).name).toBe('kept')
    writeFileSync(config, `${readFileSync(config, 'utf8')}\n`)
    expect((await builtWorker(dist)).name).toBe('tawa')

    for (const value of ['one', 'two']) {
      writeFileSync(vars, `SOME_SECRET=${value}\n`)
      expect((await builtWorker(dist)).worker.bindings).toMatchObject({ SOME_SECRET: value })
      expect(existsSync(file)).toBe(false)
    }
    rmSync(vars)
    expect((await builtWorker(dist)).worker.bindings).not.toHaveProperty('SOME_SECRET')
    expect(existsSync(file)).toBe(true)
  } finally {
    rmSync(dist, { recursive: true, force: true })
  }
})
