import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const PAGE = 'diner.html'
const LINK = /<link rel="stylesheet"[^>]*href="\/([^"]+\.css)"[^>]*>/g

/**
 * The page with its style sheets written into it, read by `read`. The link stays, disabled, which fetches nothing: Vite's loader of a later part finds it and
 * doesn't fetch the same rules again. A second `@font-face` would also swap the font in a menu that is being read. Throws where a style sheet would end its element.
 */
export function inlined(html: string, read: (path: string) => string): string {
  return html.replace(LINK, (_, path: string) => {
    const css = read(path).trim()
    if (/<\/style/i.test(css)) throw new Error(`${path} contains </style`)
    return `<style>${css}</style><link rel="stylesheet" href="/${path}" disabled>`
  })
}

/** Writes the diner's styles into its document, so that a slow phone has nothing to fetch before it paints the menu. */
export function inlineStyles(): Plugin {
  return {
    name: 'tawa-inline-styles',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    // In the written file, because the bundler ignores what a plugin changes in the page's asset.
    writeBundle: ({ dir = '' }) => {
      const page = join(dir, PAGE)
      writeFileSync(
        page,
        inlined(readFileSync(page, 'utf8'), (path) => readFileSync(join(dir, path), 'utf8')),
      )
    },
  }
}
