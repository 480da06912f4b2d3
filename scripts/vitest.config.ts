import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'

/** Tests that only compute, or open databases of their own. */
const PLAIN = [
  'scripts/demo/*.test.ts',
  'scripts/lib/*.test.ts',
  'scripts/{api-docs,contract,migrations,mutations,offline,openapi,printing,titles,weights}.test.ts',
]

/** The section `rules` of `npm test` (scripts/test.ts). */
const RULES = ['scripts/arrows.test.ts']

/** Tests of `npm start` and the other commands with real processes; they need the build. One file at a time, because they start servers. */
export default defineConfig({
  root: join(import.meta.dirname, '..'),
  test: {
    environment: 'node',
    testTimeout: 90_000,
    hookTimeout: 90_000,
    fileParallelism: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'scripts',
          include: ['scripts/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...PLAIN, ...RULES],
        },
      },
      // In one process, which loads the contract and the demo once.
      { extends: true, test: { name: 'scripts-plain', include: PLAIN, isolate: false } },
      { extends: true, test: { name: 'rules', include: RULES } },
    ],
  },
})
