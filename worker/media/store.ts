import { createHmac, timingSafeEqual } from 'node:crypto'
import { Buffer } from 'node:buffer'
import { AppError, invalid } from '#domain/errors.ts'
import { MAX_PIXELS, pixelsOf, readFile } from '#domain/file.ts'
import { MAX_FILE } from '../http/body.ts'
import type { Env } from '../env.ts'
import { addressOf, contentType, documentKey, imageKey, type Kind } from './keys.ts'

export { addressOf, contentType, type Kind } from './keys.ts'

export const IMAGES: readonly Kind[] = ['jpg', 'png', 'webp']
export const DOCUMENTS: readonly Kind[] = ['pdf', 'jpg', 'png']

/** As keys.ts names them: only a private one begins with `p-`. */
const KEY = /^(p-)?[0-9a-f]{64}\.(jpg|png|webp|pdf)$/

export type Key = { key: string; kind: Kind; isPrivate: boolean }

export function parseKey(key: string): Key | null {
  const found = KEY.exec(key)
  return found && { key, kind: found[2] as Kind, isPrivate: found[1] === 'p-' }
}

const NAMES: Record<Kind, string> = { jpg: 'JPEG', png: 'PNG', webp: 'WebP', pdf: 'PDF' }
/** `JPEG, PNG or WebP` */
const listOf = (kinds: readonly Kind[]) =>
  kinds
    .map((kind) => NAMES[kind])
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' or ')

const HUGE = `The image has too many pixels: at most ${MAX_PIXELS / 1_000_000} megapixels. Make it smaller and upload it again.`

/** Checks an upload and returns it as it is stored. Throws 413, 415, 422. */
async function read(file: File, allowed: readonly Kind[], path: string): Promise<{ bytes: Uint8Array; kind: Kind }> {
  if (file.size > MAX_FILE) throw new AppError(413, 'too_large', 'The file is larger than 10 MiB.')
  if (file.size === 0) throw invalid('The file is empty.', [{ path, message: 'The file is empty.' }])
  const found = readFile(new Uint8Array(await file.arrayBuffer()))
  if (!found || !allowed.includes(found.kind)) throw new AppError(415, 'unsupported_media_type', `This is not a ${listOf(allowed)} file.`)
  if (pixelsOf(found) > MAX_PIXELS) throw invalid(HUGE, [{ path, message: HUGE }])
  return found
}

/** Stores a public image; the same bytes are one object. Returns the address. */
export async function keepImage(env: Env, file: File): Promise<string> {
  const { bytes, kind } = await read(file, IMAGES, 'file')
  const key = imageKey(bytes, kind)
  await env.MEDIA.put(key, bytes, { httpMetadata: { contentType: contentType(kind) } })
  return addressOf(key)
}

/**
 * Stores documents that only signed links open. All are checked before any is stored, one after the other, because together they may be 50 MiB. Returns their
 * keys.
 */
export async function keepDocuments(
  env: Env,
  files: readonly File[],
  allowed: readonly Kind[],
  owner: string,
  path: string,
): Promise<{ name: string; key: string }[]> {
  for (const file of files) await read(file, allowed, path)
  const kept: { name: string; key: string }[] = []
  for (const file of files) {
    const { bytes, kind } = await read(file, allowed, path)
    const key = documentKey(bytes, kind, owner)
    await env.MEDIA.put(key, bytes, { httpMetadata: { contentType: contentType(kind) } })
    kept.push({ name: plainName(file.name) || `document.${kind}`, key })
  }
  return kept
}

/** A file's name as a person reads it; never a path. */
const plainName = (name: string) =>
  [...(name.split(/[\\/]/).at(-1) ?? '')]
    // Invisible characters and those that reverse the text direction are removed too.
    .filter((c) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(c))
    .join('')
    .trim()
    .slice(0, 120)

/** The key in an address that we gave out; null for any other address. */
export const keyIn = (url: string): string | null => {
  const key = /^\/v1\/media\/([^/?#]+)$/.exec(url)?.[1] ?? ''
  return parseKey(key) ? key : null
}

/** How long a link is good at least, and how long it stays the same, in seconds. */
const SECONDS = 600
const STEP = 300
const signature = (env: Env, key: string, exp: number) => createHmac('sha256', env.JWT_SECRET).update(`media:${key}:${exp}`).digest()

/**
 * An address that opens a private document for ten minutes at least. It is the same for five minutes, so that a page that asks again doesn't load the document
 * again.
 */
export function signedAddress(env: Env, key: string, now: Date): string {
  const exp = Math.ceil((now.getTime() / 1000 + SECONDS) / STEP) * STEP
  return `${addressOf(key)}?exp=${exp}&sig=${signature(env, key, exp).toString('base64url')}`
}

/** `good`, `lapsed`, or `none` for a link that we did not sign. */
export function checkSignature(env: Env, key: string, exp: string | null, sig: string | null, now: Date): 'good' | 'lapsed' | 'none' {
  if (!exp || !sig || !/^[1-9]\d{0,11}$/.test(exp)) return 'none'
  const ours = signature(env, key, Number(exp))
  const theirs = Buffer.from(sig, 'base64url')
  if (theirs.length !== ours.length || !timingSafeEqual(theirs, ours)) return 'none'
  return Number(exp) * 1000 > now.getTime() ? 'good' : 'lapsed'
}
