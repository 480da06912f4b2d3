import type { Plugin } from 'vite'

/**
 * Loads what a part of the pages needs before it is imported: its files are fetched by links, its style sheets are applied. `filesOf` has Vite name also the file of
 * a part that is a single file. Written into the build in place of Vite's own helper, which lets the browser fetch the files as modules: since Chromium 150 a module
 * that failed once is never asked for again, so a page whose network was away for a second at that moment would never open this part (the print station, a dialog)
 * until somebody reloads it. A link that failed is removed, and the next one asks again.
 *
 * They are links of scripts and no `fetch`: the import would not find in memory what was fetched as data, so each file was requested twice, and again by each page
 * that was opened in this tab. The point of sale cost Chromium 1400 ms instead of 800.
 *
 * A connection that takes a request and never answers is given up after a minute: the largest file takes less at 20 kb/s.
 * A file that the page has a link to is there already, or is being fetched. What fails says so in the words of a browser's own import, by which a page that a deploy has
 * removed is recognised (web/app/RouteError.tsx). Of a part that can't be loaded the page hears as it did (web/app/update.ts).
 */
const HELPER = `
const files = new Map()
const get = (href) => new Promise((done, failed) => {
  const rel = href.endsWith('.css') ? 'stylesheet' : 'preload'
  const add = (name, onload, onerror) =>
    document.head.appendChild(Object.assign(document.createElement(name), { rel, as: 'script', crossOrigin: '', href, src: href, onload, onerror }))
  const fail = () => {
    link.remove()
    failed(Error('Failed to fetch dynamically imported module: ' + href))
  }
  const late = setTimeout(fail, 60000)
  // Chromium hands the failure to the next script of this address, which would be the import. A script that asks for nothing else takes it.
  const link = add('link', () => (clearTimeout(late), done()), () => add('script', fail, fail))
})
const file = (path) => {
  const href = '/' + path
  if (!files.has(href)) {
    const got = document.querySelector('link[href="' + href + '"]') ? Promise.resolve() : get(href)
    files.set(href, got)
    got.catch(() => files.delete(href))
  }
  return files.get(href)
}
export const __vitePreload = (load, paths = []) =>
  Promise.all(paths.map(file)).then(load).catch((error) => {
    dispatchEvent(new Event('vite:preloadError'))
    throw error
  })
`

export const filesOf = (file: string, needed: string[], { hostType }: { hostType: 'html' | 'js' }): string[] =>
  hostType === 'js' && needed.length === 0 ? [file] : needed

const ID = '\0vite/preload-helper.js'

/** Builds the pages with that helper. */
export const parts = (): Plugin => ({
  name: 'tawa-parts',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: (environment) => environment.name === 'client',
  load: (id) => (id === ID ? HELPER : null),
})
