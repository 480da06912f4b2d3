import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** The classes that a style sheet has a rule for. */
const classesOf = (file: string) => {
  const css = readFileSync(join(import.meta.dirname, file), 'utf8').replace(/\/\*.*?\*\//gs, '')
  const selectors = [...css.matchAll(/([^{}]+)\{/g)].flatMap(([, text = '']) => text.split(','))
  return new Set(selectors.map((s) => s.trim()).filter((s) => /^\.[\w-]+$/.test(s)))
}

/**
 * Which of the two files a phone has loaded depends on the pages it has visited. A class with a rule in both would look different for a guest who has been to Discover:
 * once the cart's rows got the padding of the list of restaurants, and that list ran off the screen by a rule of the cart's amounts.
 */
it('a class has its rule in the styles of the order’s pages or in those of the other pages', () => {
  const other = classesOf('parts.css')
  expect([...classesOf('order/order.css')].filter((name) => other.has(name)).sort()).toEqual([])
})
