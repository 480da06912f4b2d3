import type { PrintDocument } from '#domain/api/paper.ts'
import { opensDrawer, type PaperOptions } from '#domain/print/document.ts'
import { type Columns, type PaperLine, paperText } from '#domain/print/lines.ts'
import { paperLines } from '#domain/print/spelled.ts'
import { logoFor } from './logo.ts'
import { DOTS_PER_COLUMN, drawText, type Picture } from './raster.ts'

/**
 * Writes papers for a receipt printer, in ESC/POS. The encoder (29 kB) is loaded with the first paper, so that no page has it in its own script.
 */

type BytesOptions = {
  columns: Columns
  /** Above the lines, at most `logoWidthFor(columns)` dots wide. */
  logo?: Picture | null
  /** Opens the cash drawer. */
  drawer?: boolean
  /** Draws the text of a `raster` line, at most `dots` wide. */
  draw?: (text: string, options: { dots: number; bold: boolean }) => Picture
}

/** Lines have only printable ASCII (domain/print). This makes sure of it, because an ESC, GS or DLE in a dish's name would be a command to the printer. */
const safe = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?')

/** How many dots a square of this QR code is wide, so that the code fits narrow paper: 57 squares for 213 characters, 117 for 997. */
const squareOf = (text: string): number => (text.length <= 213 ? 6 : text.length <= 412 ? 4 : 3)

/** Fetches the encoder. */
export const loadEncoder = () => import('@point-of-sale/receipt-printer-encoder')

/** The lines as commands for the printer, from the reset to the cut. */
export async function bytesOfLines(
  lines: readonly PaperLine[],
  { columns, logo, drawer = false, draw = drawText }: BytesOptions,
): Promise<Uint8Array> {
  const { default: Encoder } = await loadEncoder()
  const encoder = new Encoder({ columns, language: 'esc-pos', imageMode: 'raster', newline: '\n', feedBeforeCut: 4 })
  encoder.initialize().codepage('cp437')
  const picture = ({ data, width, height }: Picture) =>
    encoder.image({ data, width, height }, { width, height, algorithm: 'atkinson', mode: 'raster' })
  if (logo) {
    encoder.align('center')
    picture(logo)
    encoder.align('left')
  }
  for (const line of lines) {
    const { bold = false, big = false } = line
    if (line.qr)
      encoder
        .align('center')
        .qrcode(safe(line.qr), { model: 2, size: squareOf(line.qr), errorlevel: 'm' })
        .align('left')
    else if (line.raster) picture(draw(line.text, { dots: columns * DOTS_PER_COLUMN, bold }))
    else {
      const [size, plain] = big ? [2, 1] : [1, 1]
      encoder
        .bold(bold)
        .size(size, size)
        .line(safe(paperText(line, columns)).trimEnd())
        .size(plain, plain)
        .bold(false)
    }
  }
  if (drawer) encoder.pulse()
  if (lines.length > 0) encoder.cut('partial')
  return encoder.encode()
}

type JobOptions = PaperOptions & {
  /** The restaurant's `imageBase64ForBill`; bills alone have it. */
  logo?: string | null
}

/**
 * A document's bytes for a printer of this width. Throws what `paperLines` throws. A logo that can't be read is left out (`logoFor`).
 * The drawer opens with a bill when cash changed hands, and not again with its reprint; a paper without lines only opens the drawer.
 */
export async function bytesOf(document: PrintDocument, { logo = null, ...options }: JobOptions): Promise<Uint8Array> {
  const lines = paperLines(document, options)
  const { columns, stamp } = options
  const picture = document.kind === 'bill' ? await logoFor(logo, columns) : null
  return bytesOfLines(lines, { columns, logo: picture, drawer: !stamp && opensDrawer(document) })
}
