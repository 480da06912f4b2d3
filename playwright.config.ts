import { defineConfig } from '@playwright/test'
import { chromiumPath } from './scripts/lib/chromium.ts'

/**
 * What Chromium's own window would do for a person typing an address: two more pages for each window, which took four fifths of what a new context costs.
 * The others are those of Playwright's list that matter here: Chromium takes the last list it is given.
 */
const WITHOUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/** Journeys in a real browser, against the server that `npm start` runs, with a freshly loaded demo. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/support/setup.ts',
  outputDir: 'test-results',
  workers: 1,
  fullyParallel: false,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    // A trace of each test took a fifteenth of the whole run.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromiumPath(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        // As on phones. Without this the headless shell makes letters wider than the whole browser does.
        '--font-render-hinting=none',
        // A journey is over before code that was compiled for speed has paid for its compilation, which took a quarter of the browser's time.
        '--js-flags=--no-opt --no-maglev --single-threaded-gc',
        `--disable-features=${WITHOUT.join(',')}`,
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--autoplay-policy=no-user-gesture-required',
      ],
    },
  },
})
