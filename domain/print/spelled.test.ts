import { describe, expect, it } from 'vitest'
import { documents, pictured } from '../test/papers.ts'
import { aKot, anItem, anOrderShape, aRestaurant } from '../test/shapes.ts'
import { billDocument, kotDocument, linesOf } from './document.ts'
import { asText } from './lines.ts'
import { paperLines } from './spelled.ts'

const order = anOrderShape(
  [
    aKot([
      anItem({ itemName: 'पनीर टिक्का', variants: [{ name: 'आधा', additionalPrice: 0 }], additionalItemNote: 'कम मिर्च, no onion' }),
      anItem({ itemName: 'बन मस्का', printName: 'Bun Maska' }),
      anItem({ itemName: '麻婆豆腐' }),
    ]),
  ],
  { specialInstructions: 'मूंगफली से एलर्जी' },
)
const hindi = aRestaurant({ footer: 'धन्यवाद' }, { establishment_name: 'श्री भोजनालय' })
const kot = kotDocument(order, order.kots[0]!)!

describe('texts in Indian scripts on paper', () => {
  it.each([32, 48] as const)('a KOT of %i columns names each dish, what is chosen of it, and every note', (columns) => {
    const text = asText(paperLines(kot, { columns, restaurant: hindi }), columns)
    expect(text).toMatch(/^ {2}1 Panir Tikka\n {4}Adha\n {4}Note: Kam Mirch, no onion\n {2}1 Bun Maska\n {2}1 Item$/m)
    expect(text).toMatch(/^Note: Mungaphli Se Elarji$/m)
  })
  it('a bill has the outlet’s name and last line', () => {
    const text = asText(paperLines(billDocument(order), { columns: 48, restaurant: hindi }), 48)
    expect(text.split('\n')[0]?.trim()).toBe('SHRI BHOJNALAY')
    expect(text.trimEnd()).toMatch(/Dhanyavad$/)
  })
  it('dishes are drawn where the setting says so, and their notes are printed', () => {
    const lines = paperLines(kot, { columns: 32, restaurant: aRestaurant({ rasterNames: true }) })
    expect(lines.filter(({ raster }) => raster).map(({ text }) => text.trim())).toEqual(['1 पनीर टिक्का', '1 麻婆豆腐'])
    expect(asText(lines, 32)).toContain('Note: Kam Mirch')
  })
  it('every other paper is as `linesOf` makes it', () => {
    const options = { columns: 32 as const, restaurant: aRestaurant() }
    expect(paperLines(billDocument(pictured()), options)).toEqual(linesOf(billDocument(pictured()), options))
    for (const { document, restaurant, name } of documents)
      if (!name.includes('drawn'))
        expect(paperLines(document, { columns: 48, restaurant })).toEqual(linesOf(document, { columns: 48, restaurant }))
  })
})
