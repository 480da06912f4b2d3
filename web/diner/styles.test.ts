import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** The classes that a style sheet gives a rule of their own. */
const classesOf = (file: string) => {
  const css = readFileSync(join(import.meta.dirname, file), 'utf8').replace(/\/\*.*?\*\//gs, '')
  const selectors = [...css.matchAll(/([^{}]+)\{/g)].flatMap(([, text = '']) => text.split(','))
  return new Set(selectors.map((s) => s.trim()).filter((s) => /^\.[\w-]+$/.test(s)))
}

/**
 * Which of the two a phone has loaded depends on the pages it came by. A class with a rule in both would look one way for a guest who has been to Discover and
 * another for one who hasn't: the cart's rows moved in by the padding of a list of restaurants. Those that remain differ in a size alone.
 */
it('a class has its rule in the styles of the order’s pages or in those of the other pages', () => {
  const other = classesOf('parts.css')
  expect([...classesOf('order/order.css')].filter((name) => other.has(name)).sort()).toEqual(['.field', '.label', '.notice', '.num'])
})
