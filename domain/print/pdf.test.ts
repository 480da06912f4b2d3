import { expect, it } from 'vitest'
import { pdfOf } from './pdf.ts'

const file = pdfOf(
  [
    { text: 'SMASH YARD (Hyderabad)', bold: true },
    { text: '2 × Crème brûlée  “warm”', bold: false },
  ],
  48,
)

it('has one page with every line, in letters that its fonts have', () => {
  expect(file.startsWith('%PDF-1.4\n') && file.endsWith('%%EOF\n')).toBe(true)
  expect(file.match(/\/Type \/Page /g)).toHaveLength(1)
  expect(file).toContain('/B 9 Tf (SMASH YARD \\(Hyderabad\\)) Tj')
  expect(file).toContain('/R 9 Tf (2 × Crème brûlée  "warm") Tj')
  expect([...file].every((c) => c <= 'ÿ')).toBe(true)
})

it('says of each of its parts where it begins, and of its text how long it is', () => {
  const places = [...file.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) => Number(at))
  expect(places.map((at) => file.slice(at, at + 7))).toEqual([1, 2, 3, 4, 5, 6].map((n) => `${n} 0 obj`))
  const start = Number(/startxref\n(\d+)/.exec(file)?.[1])
  expect(file.slice(start, start + 4)).toBe('xref')
  const [, length, text = ''] = /\/Length (\d+) >>\nstream\n([^]*)\nendstream/.exec(file) ?? []
  expect(text).toHaveLength(Number(length))
})
