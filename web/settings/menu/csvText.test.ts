import { expect, it } from 'vitest'
import { parseCsv } from '#domain/csv.ts'
import { planImport } from '#domain/menuCsv.ts'
import { csvText, EXAMPLE } from './csvText.ts'

const TEXT = 'name\r\nCafé crème\r\n'
const utf16 = (text: string) => new Uint8Array([0xff, 0xfe, ...[...text].flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8])])

it.each([
  ['UTF-8', new TextEncoder().encode(TEXT)],
  ['UTF-8 with a byte order mark', new TextEncoder().encode(`\uFEFF${TEXT}`)],
  ['Windows-1252', new Uint8Array([...TEXT].map((c) => c.charCodeAt(0)))],
  ['UTF-16', utf16(TEXT)],
])('reads %s as spreadsheets write it', (_name, bytes) => {
  expect(csvText(bytes)).toBe(TEXT)
})

it.each([
  ['xlsx', [0x50, 0x4b, 0x03, 0x04, 0x14]],
  ['xls', [0xd0, 0xcf, 0x11, 0xe0, 0xa1]],
])('knows a workbook: %s', (_name, bytes) => {
  expect(csvText(new Uint8Array(bytes))).toBeNull()
})

it('has an example that imports as it is', () => {
  let id = 0
  const plan = planImport(parseCsv(EXAMPLE), { categories: [], subcategories: [], items: [] }, () => String(id++))
  expect(plan.results.map(({ outcome }) => outcome)).toEqual(['added', 'added', 'added'])
  expect(plan.unknownColumns).toEqual([])
  // The forms of these two columns are what nobody guesses.
  expect(plan.created[0]).toMatchObject({
    variants: [{ name: 'Half', additionalPrice: -11_000 }, { name: 'Full' }],
    addonGroups: [{ name: 'Dips', min: 0, max: 2, addons: [{ name: 'Mint' }, { name: 'Garlic', price: 2000 }] }],
  })
})
