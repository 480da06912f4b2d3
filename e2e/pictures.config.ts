import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import tests from '../playwright.config.ts'

/** `npm run pictures`: one picture of each page into docs/screens/, with the demo's restaurant. Run it when a page's look has changed. */
export default defineConfig({
  ...tests,
  testDir: import.meta.dirname,
  testMatch: 'pictures.ts',
  globalSetup: join(import.meta.dirname, 'support/setup.ts'),
  outputDir: join(import.meta.dirname, '../test-results/pictures'),
})
