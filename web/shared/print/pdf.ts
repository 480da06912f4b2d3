import { generate } from 'lean-qr'
import type { Columns, PaperLine } from '#domain/print/lines.ts'
import { paperText } from '#domain/print/lines.ts'
import { DOTS_PER_COLUMN, drawText, type Picture } from './raster.ts'

/**
 * Writes a paper as a PDF: the receipt, as wide as its paper and as long as it is. Letters are text that can be searched and copied; what the printer draws as a
 * picture is one here, too. jsPDF (MIT, 130 kB) is fetched when the first file is made, so no page has it in its own script.
 */

const POINTS_PER_MM = 72 / 25.4
/** Width of the paper, and of what is printed on it (print.css). */
const WIDTHS = { 48: { paper: 80, printed: 72 }, 32: { paper: 58, printed: 48 } } as const
/** Width of Courier's letters, as a share of their size. */
const LETTER_WIDTH = 0.6
const LINE_HEIGHT = 1.25
const MARGIN = 12
/** A page of a PDF is at most 14,400 points long. */
const MOST = 14_000
/** A QR code has six of a printer's dots a square (bytes.ts), and four squares of white around it. */
const SQUARE = 0.5
const QUIET = 4

type PdfOptions = {
  columns: Columns
  /** Of the file: what a reader shows above it. */
  title: string
  logo?: Picture | null
  /** Draws the text of a `raster` line, at most `dots` wide. */
  draw?: (text: string, options: { dots: number; bold: boolean }) => Picture
}

type Block = { height: number; put: (top: number) => void }

/** The lines as the bytes of a PDF file. */
export async function pdfOfLines(
  lines: readonly PaperLine[],
  { columns, title, logo, draw = drawText }: PdfOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const { jsPDF } = await import('jspdf')
  const { paper, printed } = WIDTHS[columns]
  const [width, inner] = [paper * POINTS_PER_MM, printed * POINTS_PER_MM]
  const left = (width - inner) / 2
  const letter = inner / columns
  const size = letter / LETTER_WIDTH
  const dot = letter / DOTS_PER_COLUMN

  const picture = (shown: Picture, at: 'left' | 'center'): Block => {
    const [wide, high] = [shown.width * dot, shown.height * dot]
    const x = at === 'center' ? (width - wide) / 2 : left
    return { height: high, put: (top) => void doc.addImage(shown, 'RGBA', x, top, wide, high) }
  }
  const code = (text: string): Block => {
    const squares = generate(text)
    const side = SQUARE * letter
    const [x0, height] = [(width - squares.size * side) / 2, (squares.size + 2 * QUIET) * side]
    return {
      height,
      put: (top) => {
        for (let y = 0; y < squares.size; y++)
          for (let x = 0; x < squares.size; x++) if (squares.get(x, y)) doc.rect(x0 + x * side, top + (y + QUIET) * side, side, side, 'F')
      },
    }
  }
  const text = (line: PaperLine): Block => {
    const points = line.big ? size * 2 : size
    return {
      height: points * LINE_HEIGHT,
      put: (top) => {
        doc.setFont('courier', line.bold || line.big ? 'bold' : 'normal')
        doc.setFontSize(points)
        doc.text(paperText(line, columns), left, top + points)
      },
    }
  }
  const blocks = [
    ...(logo ? [picture(logo, 'center')] : []),
    ...lines.map((line) =>
      line.qr
        ? code(line.qr)
        : line.raster
          ? picture(draw(line.text, { dots: columns * DOTS_PER_COLUMN, bold: line.bold ?? false }), 'left')
          : text(line),
    ),
  ]
  const pages: Block[][] = [[]]
  let filled = 0
  for (const block of blocks) {
    if (filled + block.height > MOST) {
      pages.push([])
      filled = 0
    }
    pages.at(-1)!.push(block)
    filled += block.height
  }
  const longest = Math.max(...pages.map((page) => page.reduce((sum, { height }) => sum + height, 2 * MARGIN)))
  // A page that is wider than it is long counts as landscape.
  const format = { format: [width, longest], orientation: longest < width ? ('landscape' as const) : ('portrait' as const) }
  const doc = new jsPDF({ unit: 'pt', compress: true, ...format })
  doc.setProperties({ title })
  pages.forEach((page, n) => {
    if (n > 0) doc.addPage(format.format, format.orientation)
    let top = MARGIN
    for (const { height, put } of page) {
      put(top)
      top += height
    }
  })
  return new Uint8Array(doc.output('arraybuffer'))
}
