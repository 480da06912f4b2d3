import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BLANK, type Columns, type PaperLine, paperText } from '#domain/print/lines.ts'
import { linesOf } from '#domain/print/document.ts'
import { documents, HOSTILE, hostileDocuments, paperOf } from '#domain/test/papers.ts'
import { aRestaurant } from '#domain/test/shapes.ts'
import type { PrintDocument } from '#domain/api/paper.ts'
import { bytesOf, bytesOfLines } from './bytes.ts'
import { printed } from '#web/test/escpos.ts'

/** What a printer shows of those lines: without the spaces at their ends, and without a QR code's and a drawn line's text. */
const shown = (lines: readonly PaperLine[], columns: Columns) =>
  lines.filter((line) => !line.qr && !line.raster).map((line) => paperText(line, columns).trimEnd())
const blank = (_text: string, { dots }: { dots: number }) => ({
  data: new Uint8ClampedArray(dots * 8 * 4).fill(255),
  width: dots,
  height: 8,
})

describe.each([32, 48] as const)('a printer of %i columns', (columns) => {
  it.each(documents.map((one) => [one.name, one] as const))('shows the same text as the preview: %s', async (_name, one) => {
    const { document, restaurant } = one
    const lines = linesOf(document, { columns, restaurant })
    const paper = printed(await bytesOfLines(lines, { columns, draw: blank }))
    expect(paper.lines.map(({ text }) => text)).toEqual(shown(lines, columns))
    expect(paper.lines.map(({ bold, big }) => [bold, big])).toEqual(
      lines.filter((line) => !line.qr && !line.raster).map(({ bold = false, big = false, text }) => (text ? [bold, big] : [false, false])),
    )
    expect(paper.codes).toEqual(lines.flatMap(({ qr }) => qr ?? []))
    expect(paper.pictures).toHaveLength(lines.filter(({ raster }) => raster).length)
    expect(paper).toMatchObject({ cuts: 1, kicks: 0, unknown: [] })
  })

  it('shows no text of the restaurant, the guest or the menu as a command', { timeout: 30_000 }, async () => {
    for (const hostile of HOSTILE)
      // A text of 10 kB takes hundreds of lines: one paper of it will do.
      for (const { document, restaurant } of hostileDocuments(hostile).slice(
        hostile.length > 5000 ? 1 : 0,
        hostile.length > 5000 ? 2 : 99,
      )) {
        const lines = linesOf(document, { columns, restaurant })
        const paper = printed(await bytesOfLines(lines, { columns, draw: blank }))
        expect(paper.lines.map(({ text }) => text)).toEqual(shown(lines, columns))
        expect(paper).toMatchObject({ cuts: 1, kicks: 0, resets: 1, unknown: [] })
      }
  })

  it('shows no command that a line itself holds', async () => {
    const paper = printed(await bytesOfLines([{ text: 'A\x1b@\x00\x1dV\x00\x10\x14\x01\x00\x00B', bold: true }], { columns }))
    expect(paper.lines.map(({ text }) => text)).toEqual(['A?@??V??????B'])
    expect(paper).toMatchObject({ cuts: 1, kicks: 0, resets: 1, unknown: [] })
  })

  it('any text is printed as the preview shows it', { timeout: 30_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ unit: 'grapheme', maxLength: 60 }), async (name, note) => {
        const { document, restaurant } = paperOf(name, note)
        const lines = linesOf(document, { columns, restaurant })
        const paper = printed(await bytesOfLines(lines, { columns, draw: blank }))
        expect([paper.lines.map(({ text }) => text), paper.unknown]).toEqual([shown(lines, columns), []])
      }),
      { numRuns: 60 },
    )
  })
})

describe('a printer’s bytes', () => {
  const bill = documents.find(({ name }) => name === 'bill')!
  const cash = { ...bill.document, drawer: true } as typeof bill.document

  it('open the drawer with a bill on which cash was taken, and not with its reprint, another payment or another paper', async () => {
    const kicks = async (document: PrintDocument, stamp: 'REPRINT' | null = null) =>
      printed(await bytesOf(document, { columns: 48, restaurant: aRestaurant(), stamp })).kicks
    expect(await kicks(cash)).toBe(1)
    expect(await kicks(cash, 'REPRINT')).toBe(0)
    expect(await kicks(bill.document)).toBe(0)
    expect(await kicks(documents.find(({ name }) => name === 'kot')!.document)).toBe(0)
  })
  it('open the drawer alone, without moving or cutting the paper', async () => {
    const bytes = await bytesOf({ kind: 'drawer' }, { columns: 48, restaurant: aRestaurant() })
    expect([printed(bytes).kicks, printed(bytes).lines.join(''), [...bytes].includes(0x1d)]).toEqual([1, '', false])
  })
  it('begin with a reset and end with the cut', async () => {
    const bytes = await bytesOfLines([BLANK], { columns: 32 })
    expect([...bytes.slice(0, 2)]).toEqual([0x1b, 0x40])
    expect([...bytes.slice(-4)]).toEqual([0x1d, 0x56, 0x01, 0x0a])
  })
  it('draw a line of letters that the printer doesn’t have, as wide as the paper', async () => {
    const asked: unknown[] = []
    const draw = (text: string, options: { dots: number; bold: boolean }) => (asked.push([text, options]), blank(text, options))
    const paper = printed(await bytesOfLines([{ text: '  2 पनीर टिक्का', raster: true, bold: true }], { columns: 32, draw }))
    expect(asked).toEqual([['  2 पनीर टिक्का', { dots: 384, bold: true }]])
    expect(paper.pictures).toEqual([{ width: 384, height: 8 }])
  })
  it('print the logo above a bill', async () => {
    const logo = { data: new Uint8ClampedArray(240 * 16 * 4), width: 240, height: 16 }
    const paper = printed(await bytesOfLines([{ text: 'Bill' }], { columns: 48, logo }))
    expect(paper.pictures).toEqual([{ width: 240, height: 16 }])
  })
})
