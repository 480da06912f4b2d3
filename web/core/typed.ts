import { readStored, writeStored } from './store.ts'

/**
 * What somebody was typing when their session ended: a note, a customer, the amount in the pay panel, a page of settings, a dish. It is written to the device when the session ends, and given
 * back once within 12 hours, to the same person, where the same thing is opened again. Nothing is kept before that, and nobody else gets it. No password is kept.
 */
const STORED = 'tawa_typed'

/** Who comes back after a night has forgotten it, and finds other guests at the table. */
const MAX_AGE_MS = 12 * 3_600_000

type Kept = { by: string; at: number; values: Record<string, unknown> }

const typing = new Map<string, () => unknown>()
function kept(): Kept | null {
  const stored = readStored<Kept>(STORED)
  if (!stored || Date.now() - stored.at < MAX_AGE_MS) return stored
  forgetTyped()
  return null
}

/** While something is being typed: `read` tells what, or null when nothing is. Returns the function that ends it. */
export function whileTyping(key: string, read: () => unknown): () => void {
  typing.set(key, read)
  return () => {
    // Not that of another form under the same key, which has opened since.
    if (typing.get(key) === read) typing.delete(key)
  }
}

/** The session of this account has ended: keeps what is being typed now. */
export function keepTyping(by: string): void {
  const typed = [...typing].map(([key, read]) => [key, read()] as const).filter(([, value]) => value != null)
  // Another tab may write in the same moment, which this one doesn't see yet: it would lose that for nothing.
  if (typed.length > 0) writeStored(STORED, { by, at: Date.now(), values: { ...kept()?.values, ...Object.fromEntries(typed) } })
}

/** Somebody signed out, or another person signed in: nothing that was typed before is given back. */
export const forgetTyped = (): void => writeStored(STORED, null)

/** This account is signed in: what another person typed goes. Is there something for this one? */
export function typedBelongsTo(account: string): boolean {
  const { by, values } = kept() ?? {}
  if (by !== account) forgetTyped()
  return by === account && Object.keys(values ?? {}).length > 0
}

/** What was being typed there. It stays for `takeTyped`. */
export const wasTyping = (key: string): unknown => kept()?.values[key]

/** What was being typed there, once. */
export function takeTyped<T>(key: string): T | null {
  const { values = {}, ...whose } = kept() ?? {}
  if (!(key in values)) return null
  const { [key]: value, ...rest } = values
  writeStored(STORED, { ...whose, values: rest })
  return value as T
}
