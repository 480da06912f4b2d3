/** Small real files. */
const base64 = (text: string) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0))
const PNG = base64(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAEklEQVR4AWJa4Wf/H4SZGKAAAAAA///2fLI4AAAABklEQVQDADrOBG3lqhAAAAAAAElFTkSuQmCC',
)
const JPG = base64(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAKBueIx4ZKCMgoy0qqC+8P//8Nzc8P//////////////////////////////////////////////////////////2wBDAaq0tPDS8P//////////////////////////////////////////////////////////////////////////////wAARCAACAAIDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAH/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAQL/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCABT//2Q==',
)
const VP8 = base64('VlA4ICIAAABwAQCdASoCAAIACQCsJaACdAFAAAD+y7XJ+l7natj67AAA')
const ascii = (text: string) => new TextEncoder().encode(text)
export const join = (...parts: (Uint8Array | number[])[]) => new Uint8Array(parts.flatMap((part) => [...part]))
/** A number as so many bytes, the greatest first. */
const bytes = (value: number, count: number) => Array.from({ length: count }, (_, i) => (value >>> (8 * (count - 1 - i))) & 0xff)
const even = (part: Uint8Array) => (part.length % 2 === 1 ? join(part, [0]) : part)
const riff = (...chunks: Uint8Array[]) => {
  const body = join(ascii('WEBP'), ...chunks)
  return join(ascii('RIFF'), bytes(body.length, 4).reverse(), body)
}

const crc32 = (of: Uint8Array) => {
  let crc = -1
  for (const byte of of) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}
export const pngChunk = (type: string, data: Uint8Array): Uint8Array => {
  const body = join(ascii(type), data)
  return join(bytes(data.length, 4), body, bytes(crc32(body), 4))
}

/** A picture of four pixels of each kind, and a document with one empty page. `tail` is written where a kind has room for a remark, so that files differ. */
export const FILES = {
  png: (tail = '') => join(PNG.subarray(0, 33), pngChunk('tEXt', ascii(`Comment\0${tail}`)), PNG.subarray(33)),
  jpg: (tail = '') => join(JPG.subarray(0, 20), [0xff, 0xfe], bytes(ascii(tail).length + 2, 2), ascii(tail), JPG.subarray(20)),
  webp: (tail = '') => riff(VP8, ascii('tawa'), new Uint8Array(bytes(ascii(tail).length, 4).reverse()), even(ascii(tail))),
  pdf: (tail = '') => ascii(`%PDF-1.7\n% ${tail}\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n`),
  html: (tail = '') => ascii(`<!doctype html><script>alert(1)</script>${tail}`),
  svg: (tail = '') => ascii(`<svg xmlns="http://www.w3.org/2000/svg"><script/>${tail}</svg>`),
}
