import type { Plugin } from 'vite'

/**
 * Loads what a part of the pages needs before it is imported: its files are fetched, its style sheets are applied. `filesOf` has Vite name also the file of a part
 * that is a single file. Written into the build in place of Vite's
 * own helper, which lets the browser fetch the files as modules: since Chromium 150 a module that failed once is never asked for again, so a page whose network was
 * away for a second at that moment would never open this part (the print station, a dialog) until somebody reloads it. A fetch can be made again.
 *
 * A connection that takes a request and never answers is given up after a minute: the largest file takes less at 20 kb/s.
 * A file that the page has a link to is there already, or is being fetched. What fails says so in the words of a browser's own import, by which a page that a deploy has
 * removed is recognised (web/app/RouteError.tsx). Of a part that can't be loaded the page hears as it did (web/app/update.ts).
 */
const HELPER = `
const files = new Map()
const style = (href) => new Promise((done, failed) => {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  link.onload = done
  link.onerror = () => (link.remove(), failed())
  document.head.append(link)
})
const get = async (href) => {
  try {
    const answer = await fetch(href, { signal: AbortSignal.timeout(60000) })
    if (!answer.ok) throw answer.status
    await answer.blob()
    if (href.endsWith('.css')) await style(href)
  } catch (cause) {
    throw new Error('Failed to fetch dynamically imported module: ' + href, { cause })
  }
}
const file = (path) => {
  const { href } = new URL('/' + path, location.href)
  if (!files.has(href)) {
    const known = [...document.querySelectorAll('link')].some((link) => link.href === href)
    const got = known ? Promise.resolve() : get(href)
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
