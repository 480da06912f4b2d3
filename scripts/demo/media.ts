import { readFile } from '#domain/file.ts'
import { contentType, documentKey, imageKey, type Kind } from '#worker/media/keys.ts'

/** Pictures of scripts/demo/pictures. */
export type Picture =
  | 'banner-one.webp'
  | 'banner-one-beer.webp'
  | 'banner-two.webp'
  | 'banner-two-mango.webp'
  | 'bill.webp'
  | 'shop.jpg'
  | 'logo-one.webp'
  | 'logo-two.webp'
export type Media = {
  /** A file of scripts/demo/pictures. */
  picture: (name: Picture) => PromiseLike<Uint8Array>
  /** Puts bytes into R2. */
  put: (key: string, bytes: Uint8Array, contentType: string) => PromiseLike<unknown>
}

/** The kind of an upload, read as the server reads it (domain/file.ts). */
function read(name: string, given: Uint8Array): { bytes: Uint8Array; kind: Kind } {
  const found = readFile(given)
  if (!found || !name.endsWith(`.${found.kind}`)) throw new Error(`${name} is not what its name says`)
  return found
}

/** Stores a public picture, as POST /media does. Returns its key. */
export async function keepPicture(media: Media, name: Picture): Promise<string> {
  const { bytes, kind } = read(name, await media.picture(name))
  const key = imageKey(bytes, kind)
  await media.put(key, bytes, contentType(kind))
  return key
}

/** Stores a document of an application or a claim, which can be opened only with a signed link. */
export async function keepDocument(media: Media, owner: string, name: string, given: Uint8Array): Promise<{ name: string; key: string }> {
  const { bytes, kind } = read(name, given)
  const key = documentKey(bytes, kind, owner)
  await media.put(key, bytes, contentType(kind))
  return { name, key }
}

const escaped = (text: string) => text.replace(/[\\()]/g, '\\$&')

/** A page of A4 with a heading and lines below it, like a scanned licence. ASCII only. */
export function pdf(heading: string, lines: readonly string[]): Uint8Array {
  const text = [
    'BT /F2 20 Tf 60 760 Td',
    `(${escaped(heading)}) Tj`,
    '/F1 12 Tf 0 -40 Td',
    ...lines.map((line) => `(${escaped(line)}) Tj 0 -22 Td`),
    'ET 2 w 40 40 515 762 re S',
  ].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 6 0 R /Resources << /Font << /F1 4 0 R /F2 5 0 R >> >> >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, i) => {
    const at = file.length
    file += `${i + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  return new TextEncoder().encode(
    `${file}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
  )
}
