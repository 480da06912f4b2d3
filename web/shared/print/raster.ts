import { PrintProblem } from './problems.ts'

/** Pictures for a receipt printer, drawn by the browser: names in scripts that the printer has no letters for, and the logo. */

/** A receipt printer has 576 dots for 48 columns and 384 for 32. */
export const DOTS_PER_COLUMN = 12

/** RGBA, four bytes a dot. */
export type Picture = { data: Uint8ClampedArray; width: number; height: number }

function canvasOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('This browser can’t draw')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.fillStyle = '#000'
  return context
}

const pictureOf = (context: CanvasRenderingContext2D): Picture => {
  const { width, height } = context.canvas
  return { data: context.getImageData(0, 0, width, height).data, width, height }
}

// A printer's own letters are 24 dots high; letters with signs above and below need more.
const SIZE = 26
const HEIGHT = 40

/** One line of text in black, `dots` wide; one that is too long is drawn narrower, and beyond that is cut at the edge. */
export function drawText(text: string, { dots, bold }: { dots: number; bold: boolean }): Picture {
  const context = canvasOf(dots, HEIGHT)
  context.font = `${bold ? 700 : 500} ${SIZE}px "Noto Sans", "Nirmala UI", "Kohinoor Devanagari", system-ui, sans-serif`
  context.textBaseline = 'middle'
  const wide = context.measureText(text).width
  context.scale(Math.max(0.6, Math.min(1, dots / Math.max(1, wide))), 1)
  context.fillText(text, 0, HEIGHT / 2)
  return pictureOf(context)
}

/** The contract also allows base64 without a `data:` prefix. */
export const logoAddress = (image: string): string => (image.startsWith('data:') ? image : `data:image/png;base64,${image}`)

/** Why a logo can't be read: it is empty, or it is no picture. */
export const logoProblem = (image: string): PrintProblem =>
  new PrintProblem(image.replace(/^data:[^,]*,/, '') === '' ? 'emptyLogo' : 'unreadLogo')

/** A logo at most `most` dots wide, never larger than it is (SPEC §5). Throws PrintProblem when it can't be read. */
export async function logoPicture(image: string, most: number): Promise<Picture> {
  const element = new Image()
  element.src = logoAddress(image)
  await element.decode().catch(() => {
    throw logoProblem(image)
  })
  const { naturalWidth, naturalHeight } = element
  const scale = Math.min(1, most / naturalWidth, MOST_HIGH / naturalHeight)
  const context = canvasOf(Math.max(1, Math.round(naturalWidth * scale)), Math.max(1, Math.round(naturalHeight * scale)))
  context.drawImage(element, 0, 0, context.canvas.width, context.canvas.height)
  return pictureOf(context)
}
/** Limits the height, so that a tall picture doesn't use too much paper. */
const MOST_HIGH = 400
