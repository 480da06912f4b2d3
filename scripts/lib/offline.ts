import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Plugin, type Rolldown, transformWithOxc } from 'vite'

/** Fonts for other scripts stay in the browser's own cache once a page has used them. */
const KEPT = /\.(js|css)$|inter-latin-wght-normal-.*\.woff2$/

/**
 * Writes dist/client/sw.js: web/sw.ts, after the list of this build's files. Any change of a file changes the list, and so the service worker, which is how
 * browsers notice a new build.
 */
export function serviceWorker(): Plugin {
  let root = ''
  let id = ''
  return {
    name: 'tawa-service-worker',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    configResolved: (config) => void (root = config.root),
    generateBundle: {
      // After the page has been written into the bundle.
      order: 'post',
      async handler(_, bundle) {
        const source = readFileSync(join(root, 'sw.ts'), 'utf8')
        const { code } = await transformWithOxc(source, 'sw.ts')
        const build = buildOf(bundle, [source, ...UNHASHED.map((path) => readFileSync(join(root, 'public', path), 'utf8'))])
        id = build.id
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: `const BUILD = ${JSON.stringify(build)}\n${code}` })
      },
    },
    // In the written file, because the bundler ignores what a plugin changes in the page's asset.
    writeBundle: ({ dir = '' }) => {
      const page = join(dir, 'index.html')
      writeFileSync(page, marked(readFileSync(page, 'utf8'), id))
    },
  }
}

/** What the page loads from web/public. */
const UNHASHED = ['/theme.js', '/icon.svg']

/** The page with its build's id: by it the service worker knows its own page, and an open page sees that a newer build is there (web/app/update.ts). */
export function marked(html: string, id: string): string {
  if (!html.includes('</head>')) throw new Error('The page has no head')
  return html.replace('</head>', `<meta name="tawa-build" content="${id}"></head>`)
}

/** The files to keep, and an id that changes with any of them, with the page, or with the `sources`. */
export function buildOf(bundle: Rolldown.OutputBundle, sources: readonly string[]) {
  const page = bundle['index.html']
  if (page?.type !== 'asset') throw new Error('The build has no index.html')
  const html = String(page.source)
  const files = Object.keys(bundle).filter((name) => KEPT.test(name))
  const hash = createHash('sha256')
  for (const part of [...files.toSorted(), html, ...sources]) hash.update(part).update('\0')
  return { id: hash.digest('hex').slice(0, 12), files: [...files.map((name) => `/${name}`), ...UNHASHED] }
}
