import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { mayHaveTitle } from './lib/titles.ts'
import { MUTATIONS } from './mutations/list.ts'

/** `npm run mutations` takes minutes; this checks within milliseconds that its entries still match the tree. */
it.each(MUTATIONS.map((m) => [m.guard, m] as const))('%s', (_guard, { file, find, replace, and = [], red }) => {
  for (const edit of [{ file, find, replace }, ...and]) {
    expect([edit.file, readFileSync(edit.file, 'utf8').split(edit.find).length - 1]).toEqual([edit.file, 1])
    expect(edit.replace).not.toBe(edit.find)
  }
  expect(Object.keys(red).length).toBeGreaterThan(0)
  for (const [test, titles] of Object.entries(red)) {
    const text = readFileSync(test, 'utf8')
    expect(text).toContain("from 'vitest'")
    expect([titles].flat().filter((title) => !mayHaveTitle(text, title))).toEqual([])
  }
})
