import { createHash } from 'node:crypto'

/** Uploads are named by the hash of their bytes, so that the same file is one object and a key never changes its content. Uses no bindings. */
export const TYPES = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp', pdf: 'application/pdf' } as const
export type Kind = keyof typeof TYPES
export const contentType = (kind: Kind): string => TYPES[kind]

const digest = (bytes: Uint8Array, owner = '') => createHash('sha256').update(owner).update(bytes).digest('hex')

/** A public image: `<sha256>.<kind>`. */
export const imageKey = (bytes: Uint8Array, kind: Kind): string => `${digest(bytes)}.${kind}`
/** A private document: `p-<sha256>.<kind>`; its owner is part of the hash. */
export const documentKey = (bytes: Uint8Array, kind: Kind, owner: string): string => `p-${digest(bytes, `${owner}\n`)}.${kind}`

export const addressOf = (key: string): string => `/v1/media/${key}`
