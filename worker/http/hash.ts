import { createHash } from 'node:crypto'

/** SHA-256 of a text (as UTF-8) or of bytes, lower-case hex. Not by `crypto.subtle`, which makes a task of each: a request has two or three. */
export const sha256 = (data: string | ArrayBuffer): string =>
  createHash('sha256')
    .update(typeof data === 'string' ? data : new Uint8Array(data))
    .digest('hex')
