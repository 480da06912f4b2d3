import { randomId } from '#domain/ids.ts'
import { readStored, storedKeys, writeStored } from './store.ts'

/**
 * What somebody was typing when their session ended: a note, a customer, the amount in the pay panel, a page of settings, a dish. It is written to the device when the session ends, and given
 * back once within 12 hours, to the same person, where the same thing is opened again. Nothing is kept before that, and nobody else gets it. No password is kept.
 *
 * Each page has an entry of its own: two tabs in the same form lose nothing of each other. A page gets its own back first, then the newest.
 */
const STORED = 'tawa_typed'
const OWN = STORED + randomId()

/** Who comes back after a night has forgotten it, and finds other guests at the table. */
const MAX_AGE_MS = 12 * 3_600_000

type Kept = { by: string; at: number; values: Record<string, unknown> }

const typing = new Map<string, () => unknown>()
/** What is kept, with the key of each page's entry. */
const kept = () =>
  storedKeys(STORED)
    .map((key) => [key, readStored<Kept>(key)] as const)
    .filter((entry): entry is [string, Kept] => Date.now() - (entry[1]?.at ?? 0) < MAX_AGE_MS || Boolean(writeStored(entry[0], null)))
    .sort(([a, one], [b, other]) => (b === OWN ? Infinity : other.at) - (a === OWN ? Infinity : one.at))
const holding = (key: string) => kept().find(([, { values }]) => key in values)

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
  if (typed.length > 0) writeStored(OWN, { by, at: Date.now(), values: { ...readStored<Kept>(OWN)?.values, ...Object.fromEntries(typed) } })
}

/** Somebody signed out, or another person signed in: nothing that was typed before is given back. */
export const forgetTyped = (): void => storedKeys(STORED).forEach((key) => writeStored(key, null))

/** This account is signed in: what another person typed goes. Is there something for this one? */
export function typedBelongsTo(account: string): boolean {
  return kept().filter(([key, { by }]) => by === account || writeStored(key, null)).length > 0
}

/** What was being typed there. It stays for `takeTyped`. */
export const wasTyping = (key: string): unknown => holding(key)?.[1].values[key]

/** What was being typed there, once. */
export function takeTyped<T>(key: string): T | null {
  const found = holding(key)
  if (!found) return null
  const [entry, { values, ...whose }] = found
  const { [key]: value, ...rest } = values
  writeStored(entry, Object.keys(rest).length > 0 ? { ...whose, values: rest } : null)
  return value as T
}
