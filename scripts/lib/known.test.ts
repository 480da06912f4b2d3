import { expect, it } from 'vitest'
import { withoutKnown } from './known.ts'

const made = (files: string[], ...calls: number[][]) =>
  `const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=${JSON.stringify(files)})))=>i.map(i=>d[i]);
${calls.map((list) => `load(()=>import("./x.js"),__vite__mapDeps([${list.join(',')}]))`).join(';')}`

it('a part’s files are named without those that the file imports itself, each call with its own', () => {
  const code = made(['a.js', 'frame.js', 'frame.css', 'b.js'], [0, 1, 2], [3, 1, 2], [1, 0, 3])
  const left = withoutKnown(code, new Set(['frame.js', 'frame.css', 'other.js']))
  expect(left).toBe(made(['a.js', 'b.js'], [0], [1], [0, 1]))
  const { names } = new Function(
    `const names = []; const load = (_, list) => names.push(list); ${left.replace(/import\([^)]*\)/g, '0')}; return { names }`,
  )() as {
    names: string[][]
  }
  expect(names).toEqual([['a.js'], ['b.js'], ['a.js', 'b.js']])
})

it('a file without parts stays as it is', () => {
  expect(withoutKnown('export const a = 1', new Set(['a.js']))).toBe('export const a = 1')
})
