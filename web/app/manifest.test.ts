import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { to } from '#web/core/to.ts'
import { screenAt } from './pages.ts'

/** web/public/manifest.webmanifest: what a phone or a till needs to install Tawa. */
const file = (path: string) => readFileSync(join(import.meta.dirname, '../public', path))
type Icon = { src: string; sizes: string; type: string; purpose: string }
const manifest = JSON.parse(file('manifest.webmanifest').toString()) as {
  start_url: string
  display: string
  icons: Icon[]
  shortcuts: { name: string; url: string }[]
}
/** Width and height of a PNG. */
const sizeOf = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`

it('starts at the home page of whoever is signed in, in a window of its own', () => {
  expect([manifest.start_url, manifest.display]).toEqual([to.start(), 'standalone'])
})

it('has icons of the sizes it says: 192 and 512, and one that may be cut to a circle', () => {
  for (const { src, sizes, type } of manifest.icons) expect([src, type === 'image/png' ? sizeOf(file(src)) : sizes]).toEqual([src, sizes])
  const sizes = (purpose: string) => manifest.icons.filter((icon) => icon.purpose === purpose).map((icon) => icon.sizes)
  expect(sizes('any')).toEqual(['any', '192x192', '512x512'])
  expect(sizes('maskable')).toEqual(['512x512'])
})

it('has shortcuts to pages that exist', () => {
  expect(manifest.shortcuts.map(({ url }) => screenAt(url)?.path)).toEqual([to.pos(), to.tables(), to.kitchen(), to.orders()])
})

it('is named by the page, with the icon of Apple’s home screen and the colours of both themes', () => {
  const html = file('../index.html').toString()
  expect(html).toContain('<link rel="manifest" href="/manifest.webmanifest" />')
  const apple = /rel="apple-touch-icon" href="\/([^"]+)"/.exec(html)?.[1] ?? ''
  expect(existsSync(join(import.meta.dirname, '../public', apple)) && sizeOf(file(apple))).toBe('180x180')
  const css = file('../styles/tokens.css').toString()
  const [light, dark] = [...css.matchAll(/--bg: (#\w+)/g)].map((match) => match[1])
  expect([...html.matchAll(/name="theme-color" data-scheme="(\w+)"[^>]*content="(#\w+)"/g)].map((match) => match.slice(1))).toEqual([
    ['light', light],
    ['dark', dark],
  ])
})
