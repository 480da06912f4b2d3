/**
 * The kind of an uploaded file (CONTRACT §6, POST /media), determined from all of its bytes: its name and declared type can't be trusted, and the first few
 * bytes prove little.
 */
export type FileKind = 'jpg' | 'png' | 'webp' | 'pdf'

/**
 * The kind, and the bytes up to the end of the image or document: phones append videos and depth maps, and attackers append scripts. null for any other kind, a
 * truncated file, an image without a pixel, or one that could also be read as a web page.
 */
export function readFile(bytes: Uint8Array): { kind: FileKind; bytes: Uint8Array } | null {
  const kind = kindBySignature(bytes)
  if (!kind) return null
  const end = ENDS[kind](bytes)
  if (end === null) return null
  const own = bytes.subarray(0, end)
  if (kind !== 'pdf' && pixelsOf({ kind, bytes: own }) === 0) return null
  // A document may contain markup, but must not begin with it.
  return MARKUP.test(latin1(kind === 'pdf' ? own.subarray(0, 1024) : own)) ? null : { kind, bytes: own }
}

/** A browser that shows an image needs four bytes for each pixel of it, however small its file is: 64 megapixels, more than phones take, are 256 MB. */
export const MAX_PIXELS = 64_000_000

/** How many pixels an image of `readFile` has, by what it says of itself; 0 for a document. */
export function pixelsOf({ kind, bytes }: { kind: FileKind; bytes: Uint8Array }): number {
  const at = view(bytes)
  if (kind === 'png') return at.getUint32(16) * at.getUint32(20)
  if (kind === 'webp') return webpPixels(bytes)
  if (kind === 'pdf') return 0
  let most = 0
  ENDS.jpg(bytes, (frame) => (most = Math.max(most, at.getUint16(frame + 3) * at.getUint16(frame + 5))))
  return most
}

/** Of the whole picture, of which an animation's frames are parts. */
function webpPixels(bytes: Uint8Array): number {
  const at = view(bytes)
  const threeBytes = (from: number) => at.getUint16(from, true) + at.getUint8(from + 2) * 0x1_0000 + 1
  const type = text(bytes, 12, 4)
  if (type === 'VP8X') return threeBytes(24) * threeBytes(27)
  const size = at.getUint32(type === 'VP8L' ? 21 : 26, true)
  return type === 'VP8L' ? ((size & 0x3fff) + 1) * (((size >>> 14) & 0x3fff) + 1) : (size & 0x3fff) * ((size >>> 16) & 0x3fff)
}

/** Beginnings that make a browser or another server run the bytes. */
const MARKUP = /<(?:!doctype|html|head|body|script|svg|iframe|object|embed|\?php|%@)[\s>/]/i

const latin1 = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)
const text = (bytes: Uint8Array, from: number, length: number) => latin1(bytes.subarray(from, from + length))
const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function kindBySignature(bytes: Uint8Array): FileKind | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpg'
  if (bytes[0] === 0x89 && text(bytes, 1, 7) === 'PNG\r\n\x1a\n') return 'png'
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 4) === 'WEBP') return 'webp'
  return /^%PDF-[12]\.\d/.test(text(bytes, 0, 8)) ? 'pdf' : null
}

/** Where a file of each kind ends; null when it is truncated. `onFrame`: where the head of each frame of a JPEG begins, with its size. */
const ENDS: Record<FileKind, (bytes: Uint8Array, onFrame?: (at: number) => void) => number | null> = {
  /** JPEG: segments with their lengths, and coded data after a start of scan, up to the end of image. */
  jpg(bytes, onFrame) {
    let framed = false
    let at = 2
    while (bytes[at] === 0xff) {
      while (bytes[at] === 0xff) at++
      const marker = bytes[at++] ?? 0
      if (marker === 0xd9) return framed ? at : null
      if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) continue
      if (at + 2 > bytes.length) return null
      const length = view(bytes).getUint16(at)
      if (length < 2) return null
      if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
        if (length < 8 || at + length > bytes.length) return null
        framed = true
        onFrame?.(at)
      }
      at += length
      if (marker === 0xda) at = afterScan(bytes, at)
    }
    return null
  },
  /** PNG: IHDR first, at least one IDAT, IEND last; each chunk with its length. */
  png(bytes) {
    let image = false
    for (let at = 8; at + 12 <= bytes.length;) {
      const [length, type] = [view(bytes).getUint32(at), text(bytes, at + 4, 4)]
      if (!/^[A-Za-z]{4}$/.test(type) || (at === 8) !== (type === 'IHDR') || (at === 8 && length < 13)) return null
      at += 12 + length
      if (at > bytes.length) return null
      if (type === 'IDAT') image = true
      if (type === 'IEND') return image ? at : null
    }
    return null
  },
  /** WebP: a RIFF of the stated length, filled by its chunks. */
  webp(bytes) {
    const end = 8 + view(bytes).getUint32(4, true)
    if (end > bytes.length || end < 30 || !/^VP8[ LX]$/.test(text(bytes, 12, 4))) return null
    let at = 12
    while (at + 8 <= end) {
      const length = view(bytes).getUint32(at + 4, true)
      at += 8 + length + (length % 2)
    }
    return at === end || at === end + 1 ? end : null
  },
  pdf: (bytes) => (text(bytes, Math.max(0, bytes.length - 1024), 1024).includes('%%EOF') ? bytes.length : null),
}

/** The next marker after a scan's coded data, in which 0xff is followed by 0 or is a restart. */
function afterScan(bytes: Uint8Array, from: number): number {
  let at = from
  for (;;) {
    at = bytes.indexOf(0xff, at)
    if (at === -1) return bytes.length
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
    at += next === 0xff ? 1 : 2
  }
}
