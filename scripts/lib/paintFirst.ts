import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const PAGE = 'diner.html'
const LINK = /<link rel="stylesheet"[^>]*href="\/([^"]+\.css)"[^>]*>/g

const FONT = /@font-face\{[^}]*url\((\/[^)]+)\)[^}]*\}/
/** Where a phone remembers the address of the font that it has fetched. */
const FETCHED = 'tawa_font'

/**
 * The page with its style sheets written into it, read by `read`. Their font is in an element of its own, which counts only on a phone that has fetched the font on an
 * earlier visit: on a slow line it would share the line with the script, and isn't used on a first visit anyway (`font-display: optional`). Throws where a style sheet
 * would end its element.
 */
export function inlined(html: string, read: (path: string) => string): string {
  return html.replace(LINK, (_, path: string) => {
    const css = read(path).trim()
    if (/<\/style/i.test(css)) throw new Error(`${path} contains </style`)
    const [rule, font] = FONT.exec(css) ?? []
    if (!rule) return `<style>${css}</style>`
    const use = `try{localStorage.${FETCHED}==='${font}'&&(document.currentScript.previousSibling.media='')}catch{}`
    return `<style>${css.replace(rule, '')}</style><style media="not all">${rule}</style><script>${use}</script>`
  })
}

const ENTRY = /<script type="module" crossorigin src="(\/[^"]+\.js)"><\/script>/
/**
 * Begins after the first paint, and lets the page answer presses between two files. A file that could not be fetched is asked for again, as on a bad line nobody
 * would know that the page needs a reload: it is fetched before it is imported, because some browsers never ask again for a module that failed once. Presses on dishes
 * meanwhile are shown at once and kept for the script (web/diner/menu/presses.ts). The font is fetched last, for the next visit.
 *
 * The style sheets `css` are in the document already. A disabled link to each has Vite's loader of a later part find it and not fetch the same rules again, which would
 * swap the font in a menu that is being read. The script adds the links, because some browsers fetch those of the document although they are disabled.
 */
const loaderOf = (css: readonly string[], font: string | undefined): string =>
  [
    'const on=window.tawaPressed=[]',
    `addEventListener('click',({target:t})=>{if(window.tawaPressed!==on||!t.closest('[data-item]'))return;on.push(t);const b=t.closest('button');if(b)b.dataset.waits=+(b.dataset.waits??0)+1})`,
    `for(const href of ${JSON.stringify(css)})document.head.append(Object.assign(document.createElement('link'),{disabled:true,rel:'stylesheet',href}))`,
    'const rest=ms=>new Promise(r=>setTimeout(r,ms))',
    'const again=f=>rest(2000).then(()=>get(f))',
    // A fetch also fails where the page is being left.
    'const get=f=>fetch(f).then(r=>r.ok?r.blob():Promise.reject()).then(()=>import(f).catch(e=>(console.error(e),again(f))),()=>again(f))',
    'document.hidden||await new Promise(requestAnimationFrame)',
    'await rest()',
    `for(const{href}of document.querySelectorAll('link[as=fetch]')){await get(href);await rest()}`,
    ...(font
      ? ['await rest(3000)', `await fetch('${font}',{priority:'low'}).then(r=>r.ok&&r.blob().then(()=>localStorage.${FETCHED}='${font}'))`]
      : []),
  ].join(';')

/**
 * The page whose script runs late: its files are fetched at once, but run only after the first paint, one at a time. A module script of its own would run as soon as
 * it is there, before the paint on a fast line, and hold up a slow phone for as long as all files take together. Throws where the page has no entry.
 */
export function startedLate(html: string, read: (path: string) => string): string {
  const [tag, entry] = ENTRY.exec(html) ?? []
  if (!tag || !entry) throw new Error(`${PAGE} has no script`)
  const last = html.lastIndexOf('<link rel="modulepreload"')
  const end = html.indexOf('>', Math.max(last, html.indexOf(tag))) + 1
  const css = [...html.matchAll(LINK)].map(([, path = '']) => path)
  const [, font] = FONT.exec(css.map(read).join('')) ?? []
  return (
    html.slice(0, end) +
    `<link rel="modulepreload" crossorigin href="${entry}"><script type="module">${loaderOf(
      css.map((path) => `/${path}`),
      font,
    )}</script>` +
    html.slice(end)
  )
    .replace(tag, '')
    .replaceAll('<link rel="modulepreload"', '<link rel="preload" as="fetch" fetchpriority="high"')
}

/** Writes the diner's styles into its document and starts its script late, so that a slow phone has nothing to fetch and nothing to run before it paints the menu. */
export function paintFirst(): Plugin {
  return {
    name: 'tawa-paint-first',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    // In the written file, because the bundler ignores what a plugin changes in the page's asset.
    writeBundle: ({ dir = '' }) => {
      const page = join(dir, PAGE)
      const read = (path: string) => readFileSync(join(dir, path), 'utf8')
      writeFileSync(page, inlined(startedLate(readFileSync(page, 'utf8'), read), read))
    },
  }
}
