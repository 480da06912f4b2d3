import { expect, it } from 'vitest'
import { inlined, startedLate } from './paintFirst.ts'

/** The diner's document on a slow line: what is fetched on a first visit, and in which order. */

const FONT = '/assets/inter-1.woff2'
const css = `body{margin:0}@font-face{font-family:Inter;font-display:optional;src:url(${FONT})format("woff2")}.a{color:red}`
const page = [
  '<head><link rel="stylesheet" crossorigin href="/assets/diner-1.css">',
  '<script type="module" crossorigin src="/assets/diner-1.js"></script>',
  '<link rel="modulepreload" crossorigin href="/assets/core-1.js"></head><body></body>',
].join('')
const html = inlined(
  startedLate(page, () => css),
  () => css,
)

it('the font’s rule counts only on a phone that has fetched the font before, so that a first visit leaves the line to the script', () => {
  expect(html).toContain('<style>body{margin:0}.a{color:red}</style>')
  const [, rule, use] = /<style media="not all">(.*?)<\/style><script>(.*?)<\/script>/.exec(html) ?? []
  expect(rule).toContain('@font-face')
  expect(use).toContain(`localStorage.tawa_font==='${FONT}'`)
})

it('the script’s files come before everything else, and the font after all of them', () => {
  const files = [...html.matchAll(/<link rel="preload" as="fetch" fetchpriority="high" crossorigin href="([^"]+)">/g)].map(
    ([, file]) => file,
  )
  expect(files).toEqual(['/assets/core-1.js', '/assets/diner-1.js'])
  const loader = /<script type="module">(.*?)<\/script>/.exec(html)?.[1] ?? ''
  expect(loader.indexOf('await get(href)')).toBeGreaterThan(0)
  expect(loader.indexOf(`fetch('${FONT}',{priority:'low'})`)).toBeGreaterThan(loader.indexOf('await get(href)'))
})
