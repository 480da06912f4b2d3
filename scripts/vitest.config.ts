import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Tests of `npm start` and the other commands with real processes; they need the build. One file at a time, because they start servers. */
export default defineConfig({
  root: join(import.meta.dirname, '..'),
  test: {
    name: 'scripts',
    environment: 'node',
    include: ['scripts/**/*.test.ts', 'bench/**/*.test.ts'],
    testTimeout: 90_000,
    hookTimeout: 90_000,
    fileParallelism: false,
  },
})
