import { createHash } from 'node:crypto'

/**
 * SHA-256 of a text (as UTF-8) or of bytes, lower-case hex. `crypto.subtle` is not used because it is asynchronous, and a request makes two or three hashes.
 */
export const sha256 = (data: string | ArrayBuffer): string =>
  createHash('sha256')
    .update(typeof data === 'string' ? data : new Uint8Array(data))
    .digest('hex')
