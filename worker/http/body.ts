import {
  getMultipartBoundary,
  MaxFileSizeExceededError,
  MaxHeaderSizeExceededError,
  MaxPartsExceededError,
  MaxTotalSizeExceededError,
  parseMultipartStream,
} from '@remix-run/multipart-parser'
import { AppError } from '#domain/errors.ts'
import { invalidFields } from '#domain/fields.ts'
import { plural } from '#domain/text.ts'
import { sha256 } from './hash.ts'

/** Reads a body. Limits are checked while it is read, because Content-Length can't be trusted (CONTRACT §1). */
const MAX_BODY = 1024 * 1024
export const MAX_FILE = 10 * 1024 * 1024
/** How many text fields a form may have: more than any call needs. */
const MAX_FIELDS = 50

/**
 * How long a body may take, in milliseconds: in all, and between two pieces. A million bytes take two minutes on the slowest mobile network. A caller that
 * sends single bytes must not keep a request open for longer.
 */
type Patience = { whole: number; piece: number }
const PIECE = 20_000
const JSON_TAKES: Patience = { whole: 120_000, piece: PIECE }
const FORM_TAKES: Patience = { whole: 900_000, piece: PIECE }
const LATE = 'The body did not arrive in time.'

const tooLarge = (most = '1 MiB') => new AppError(413, 'too_large', `The request is larger than ${most}.`)
const unreadable = () => new AppError(400, 'malformed_form', 'The form can’t be read.')
const wrongType = (wanted: string) => new AppError(415, 'unsupported_media_type', `Send ${wanted}.`)

/** The same body, which fails with `late` when a piece doesn't come in time. After that, or when it is cancelled, nothing more is read. */
function inTime(
  body: ReadableStream<Uint8Array>,
  { whole, piece }: Patience,
  late: () => Error,
  took?: (bytes: number) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const until = Date.now() + whole
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { promise: isLate, reject } = Promise.withResolvers<never>()
        const timer = setTimeout(() => reject(late()), Math.min(piece, Math.max(0, until - Date.now())))
        try {
          const { done, value } = await Promise.race([reader.read(), isLate])
          if (done) return controller.close()
          took?.(value.byteLength)
          controller.enqueue(value)
        } catch (error) {
          reader.cancel().catch(() => {})
          throw error
        } finally {
          clearTimeout(timer)
        }
      },
      cancel: () => reader.cancel(),
    },
    { highWaterMark: 0 },
  )
}

/** JSON in UTF-8, and its text; no body is `{}`. Throws 400, 413, 415. */
export async function readJson(request: Request, takes = JSON_TAKES): Promise<{ body: unknown; text: string }> {
  if (Number(request.headers.get('Content-Length') ?? 0) > MAX_BODY) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  const late = () => new AppError(400, 'malformed_json', LATE)
  try {
    for await (const chunk of request.body ? inTime(request.body, takes, late) : []) {
      size += chunk.byteLength
      if (size > MAX_BODY) throw tooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    // The connection ended within it: the caller's network, and no failure of ours.
    throw error instanceof AppError ? error : new AppError(400, 'malformed_json', 'The body did not arrive whole.')
  }
  if (size === 0) return { body: {}, text: '' }
  if (!/^application\/(json|[a-z0-9.+-]+\+json)\s*(;|$)/i.test(request.headers.get('Content-Type') ?? ''))
    throw wrongType('application/json')
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(
      chunks.length === 1 ? chunks[0] : await new Blob(chunks).arrayBuffer(),
    )
  } catch {
    throw new AppError(400, 'malformed_json', 'The body is not UTF-8.')
  }
  try {
    return { body: JSON.parse(text), text }
  } catch {
    throw new AppError(400, 'malformed_json', 'The body is not JSON.')
  }
}

/**
 * multipart/form-data: text fields as an object, and files by field, at most as many as `upload` allows. Files in other fields are dropped. `took` is told of
 * the bytes of each piece, and may throw. Throws 400, 413, 415, 422 as soon as it knows.
 */
export async function readForm(
  request: Request,
  upload: Readonly<Record<string, number>>,
  takes = FORM_TAKES,
  took?: (bytes: number) => void,
): Promise<{ body: Record<string, string>; files: Record<string, File[]> }> {
  const type = request.headers.get('Content-Type') ?? ''
  const boundary = /^multipart\/form-data\s*;/i.test(type) ? getMultipartBoundary(type) : null
  if (!boundary) throw wrongType('multipart/form-data')
  const count = Object.values(upload).reduce((sum, n) => sum + n, 0)
  const maxTotalSize = count * MAX_FILE + MAX_BODY
  if (Number(request.headers.get('Content-Length') ?? 0) > maxTotalSize + MAX_BODY) throw tooLarge('10 MiB a file')
  if (!request.body) throw unreadable()
  const body: Record<string, string> = {}
  const files: Record<string, File[]> = {}
  let textSize = 0
  try {
    const limits = { boundary, maxFileSize: MAX_FILE, maxTotalSize, maxParts: count + MAX_FIELDS }
    const late = () => new AppError(400, 'malformed_form', LATE)
    for await (const part of parseMultipartStream(inTime(request.body, takes, late, took), limits)) {
      const name = part.name ?? ''
      if (part.isText) {
        textSize += part.size
        if (textSize > MAX_BODY) throw tooLarge()
        body[name] = part.text
        continue
      }
      // This is what a browser sends for an empty file field.
      if (!part.filename && part.size === 0) continue
      const most = Object.hasOwn(upload, name) ? (upload[name] ?? 0) : 0
      if (most === 0) continue
      const list = (files[name] ??= [])
      if (list.length === most) throw invalidFields([{ path: name, message: `At most ${plural(most, 'file')}.` }])
      list.push(new File(part.content as Uint8Array<ArrayBuffer>[], part.filename ?? '', { type: part.mediaType ?? '' }))
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof MaxFileSizeExceededError || error instanceof MaxTotalSizeExceededError) throw tooLarge('10 MiB a file')
    if (error instanceof MaxHeaderSizeExceededError || error instanceof MaxPartsExceededError) throw tooLarge('the form may be')
    throw unreadable()
  }
  return { body, files }
}

/** A form as one text, with the hash of each file's bytes. It doesn't depend on the order of the parts. */
export async function formText(fields: Record<string, string>, files: Readonly<Record<string, readonly File[]>>): Promise<string> {
  const sorted = <T>(record: Readonly<Record<string, T>>) => Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))
  const hashed: [string, [string, string][]][] = []
  for (const [field, list] of sorted(files)) {
    const hashes: [string, string][] = []
    // One after the other, because each is copied for it, and together they may be 50 MiB.
    for (const file of list) hashes.push([file.name, sha256(await file.arrayBuffer())])
    hashed.push([field, hashes])
  }
  return JSON.stringify([sorted(fields), hashed])
}
