import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

/** Variables of the environment for the Worker's tests, where they are set. */
const chosen = (...names: string[]) =>
  Object.fromEntries(names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])))

/**
 * The rules and the screens' logic run in Node, components in jsdom, the Worker's tests in workerd with real D1 and real sockets. The Worker's files share
 * one runtime (15 s instead of 61 s), which is safe because each test makes its own restaurant (DESIGN, house rule 14).
 */
export default defineConfig({
  test: {
    projects: [
      // Most take milliseconds, but properties over thousands of orders take longer on a busy machine.
      { test: { name: 'domain', environment: 'node', include: ['domain/**/*.test.ts'], isolate: false, testTimeout: 60_000 } },
      {
        test: {
          name: 'web',
          environment: 'node',
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: ['web/**/*.dom.test.tsx'],
          isolate: false,
        },
      },
      // Components, rendered without a browser (web/test/dom.tsx). Each file has a VM of its own rather than a process, which takes half the time.
      {
        test: {
          name: 'web-dom',
          environment: 'jsdom',
          pool: 'vmThreads',
          testTimeout: 20_000,
          include: ['web/**/*.dom.test.tsx'],
          setupFiles: ['web/test/setup.ts'],
        },
      },
      // The server that `npm start` runs, started, killed and started again. Needs a build.
      { test: { name: 'server', environment: 'node', include: ['e2e/server/**/*.test.ts'], testTimeout: 120_000, fileParallelism: false } },
      {
        plugins: [
          cloudflareTest(async () => ({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              // A second shard, so that nothing works only because there is a single one; and two for years of rows, which calls never choose by themselves.
              d1Databases: { OUTLETS_1: 'tawa-outlets-1', YEARS: 'tawa-years', PLATFORM_YEARS: 'tawa-platform-years' },
              bindings: {
                JWT_SECRET: 'a secret that only the tests know',
                ENVIRONMENT: 'development',
                LOG_LEVEL: 'error',
                CHECK_ANSWERS: '1',
                PRINT_PRIVATE_KEY: generateKeyPairSync('rsa', { modulusLength: 2048 })
                  .privateKey.export({ type: 'pkcs8', format: 'pem' })
                  .toString(),
                PRINT_CERTIFICATE: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n',
                ...chosen('EVENINGS', 'EVENINGS_SEED', 'PRINTS', 'PRINTS_SEED'),
                MIGRATIONS: {
                  platform: await readD1Migrations('migrations/platform'),
                  outlets: await readD1Migrations('migrations/outlets'),
                },
              },
            },
          })),
        ],
        // Passwords are hashed at full strength in production only; scripts/admin.test.ts holds that one.
        resolve: { alias: [{ find: /^\.\/strength\.ts$/, replacement: join(import.meta.dirname, 'worker/test/strength.ts') }] },
        test: {
          name: 'worker',
          include: ['worker/**/*.test.ts'],
          setupFiles: ['worker/test/setup.ts'],
          isolate: false,
          maxWorkers: 1,
          testTimeout: 20_000,
        },
      },
    ],
  },
})
