import { existsSync } from 'node:fs'

/** Debian's Chromium without windows of its own: opening a page costs it a quarter less than the whole browser. */
export const SHELL = '/usr/bin/chromium-headless-shell'

/** The browser that CHROMIUM names, or the best that is here. */
export const findChromium = (): string | undefined =>
  [process.env.CHROMIUM, SHELL, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable']
    .filter((path) => path !== undefined)
    .find((path) => existsSync(path))

/** The same for a command that needs one; where none is here, Playwright says that this one is missing. */
export const chromiumPath = (): string => findChromium() ?? '/usr/bin/chromium'
