import { readStored, writeStored } from './store.ts'

/**
 * What somebody was typing when their session ended: a note, a customer, the amount in the pay panel. It is written to the device when the session ends, and given
 * back once, to the same person, where the same thing is opened again. Nothing is kept before that, and nobody else gets it. No form with a secret uses it.
 */
const STORED = 'tawa_typed'

type Kept = { by: string; values: Record<string, unknown> }

const typing = new Map<string, () => unknown>()
const kept = () => readStored<Kept>(STORED)

/** While something is being typed: `read` tells what, or null when nothing is. Returns the function that ends it. */
export function whileTyping(key: string, read: () => unknown): () => void {
  typing.set(key, read)
  return () => void typing.delete(key)
}

/** The session of this account has ended: keeps what is being typed now. */
export function keepTyping(by: string): void {
  const values = { ...kept()?.values }
  for (const [key, read] of typing) values[key] = read() ?? values[key]
  writeStored(STORED, { by, values })
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
  const { by, values = {} } = kept() ?? {}
  if (!(key in values)) return null
  const { [key]: value, ...rest } = values
  writeStored(STORED, { by, values: rest })
  return value as T
}
