import { describe, expect, it } from 'vitest'
import { linesOf } from '#domain/print/document.ts'
import { paperText } from '#domain/print/lines.ts'
import { documents } from '#domain/test/papers.ts'
import { pdfOfLines } from './pdf.ts'

const inflated = async (bytes: Uint8Array<ArrayBuffer>) =>
  Buffer.from(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'))).arrayBuffer()).toString(
    'latin1',
  )

/** What a PDF's pages say: their texts in order, how many pictures and squares they show, and their sizes in points. */
async function read(bytes: Uint8Array) {
  const file = Buffer.from(bytes).toString('latin1')
  const streams = await Promise.all(
    [...file.matchAll(/stream\n([^]*?)\nendstream/g)].map(([, raw]) => inflated(Buffer.from(raw!, 'latin1')).catch(() => '')),
  )
  const drawn = streams.filter((stream) => / Tj|BT|re\nf| Do/.test(stream)).join('\n')
  const texts = [...drawn.matchAll(/\(((?:\\.|[^\\)])*)\) Tj/g)].map(([, text]) => text!.replace(/\\(.)/g, '$1'))
  return {
    texts,
    squares: [...drawn.matchAll(/ re\nf/g)].length,
    pictures: [...drawn.matchAll(/\/I\d+ Do/g)].length,
    pages: [...file.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, w, h]) => [Math.round(Number(w)), Math.round(Number(h))]),
    fonts: [...drawn.matchAll(/\/(F\d+) ([\d.]+) Tf/g)].map(([, font, size]) => ({ font, size: Number(size) })),
    title: /\/Title \(([^)]*)\)/.exec(file)?.[1],
  }
}
const blank = (_text: string, { dots }: { dots: number }) => ({
  data: new Uint8ClampedArray(dots * 8 * 4).fill(255),
  width: dots,
  height: 8,
})
const of = (name: string) => documents.find((one) => one.name === name)!

describe.each([32, 48] as const)('a PDF of %i columns', (columns) => {
  it.each(documents.filter(({ document }) => document.kind === 'bill').map((one) => [one.name, one] as const))(
    'has the same text as the paper: %s',
    async (_name, { document, restaurant, stamp }) => {
      const lines = linesOf(document, { columns, restaurant, stamp })
      const { texts, pictures, pages } = await read(await pdfOfLines(lines, { columns, title: 'Bill', draw: blank }))
      const letters = lines.filter((line) => !line.qr && !line.raster).map((line) => paperText(line, columns))
      expect(texts.map((text) => text.trimEnd()).filter(Boolean)).toEqual(letters.map((text) => text.trimEnd()).filter(Boolean))
      expect(pictures).toBe(lines.filter(({ raster }) => raster).length)
      // As wide as its paper: 80 or 58 mm.
      expect(pages.map(([width]) => width)).toEqual([columns === 48 ? 227 : 164])
    },
  )
})

it('draws names in other scripts as pictures, as wide as the paper', async () => {
  const { document, restaurant } = of('bill-drawn-names')
  const asked: string[] = []
  const lines = linesOf(document, { columns: 32, restaurant })
  const draw = (text: string, options: { dots: number }) => (asked.push(text), blank(text, options))
  const { pictures } = await read(await pdfOfLines(lines, { columns: 32, title: 'Bill', draw }))
  expect(asked.length).toBeGreaterThan(0)
  expect(asked).toEqual(lines.filter(({ raster }) => raster).map(({ text }) => text))
  expect(pictures).toBe(asked.length)
})

it('has the logo, the code for UPI and the name of the file', async () => {
  const logo = { data: new Uint8ClampedArray(240 * 16 * 4).fill(255), width: 240, height: 16 }
  const lines = [{ text: 'Bill' }, { text: '', qr: 'upi://pay?pa=smash@okaxis&am=105.00' }]
  const file = await read(await pdfOfLines(lines, { columns: 48, title: 'Invoice SY-26-27-42', logo }))
  expect([file.pictures, file.squares > 200, file.title]).toEqual([1, true, 'Invoice SY-26-27-42'])
})

it('is continued on a second page where the first would be too long for a PDF reader', async () => {
  const lines = Array.from({ length: 2000 }, (_, i) => ({ text: `Line ${i}` }))
  const { texts, pages } = await read(await pdfOfLines(lines, { columns: 48, title: 'Bill' }))
  expect(texts).toHaveLength(2000)
  expect(pages).toHaveLength(2)
  for (const [, height] of pages) expect(height).toBeLessThanOrEqual(14_400)
})

it('prints what is bold in bold, and what is big in bold at twice the size', async () => {
  const lines = [{ text: 'plain' }, { text: 'bold', bold: true }, { text: 'big', big: true }]
  const [plain, bold, big] = (await read(await pdfOfLines(lines, { columns: 48, title: 'Bill' }))).fonts
  expect(bold).toEqual({ font: expect.not.stringMatching(`^${plain?.font}$`), size: plain?.size })
  expect(big?.font).toBe(bold?.font)
  expect(big!.size / plain!.size).toBeCloseTo(2)
})
