import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** What `npm start` does on a machine, tried on real processes; needs the build. One file at a time: they start servers. */
export default defineConfig({
  root: join(import.meta.dirname, '..'),
  test: {
    name: 'scripts',
    environment: 'node',
    include: ['scripts/**/*.test.ts'],
    testTimeout: 90_000,
    hookTimeout: 90_000,
    fileParallelism: false,
  },
})
