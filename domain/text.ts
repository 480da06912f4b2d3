import type { FieldError } from './errors.ts'

/** A control character (Unicode's Cc) that is neither a tab nor a line's end, or half of a surrogate pair: no person types it, and no printer or file takes it. */
const UNREADABLE = /[^\P{Cc}\t\n\r]|\p{Cs}/u

export const isReadable = (text: string): boolean => !UNREADABLE.test(text)

/** A name as the database's unique names and recipes fold it: A to Z alone, so that crème and CRÈME stay two. */
export const folded = (name: string): string => name.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** The beginning of a name or of what somebody sent, for a sentence that must stay short. */
export const brief = (text: string, most = 40): string => {
  const characters = [...text]
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text
}

/** The texts in a parsed input, however deep, that nobody could read: at most 50 of them, by their paths. */
export function unreadable(input: unknown): FieldError[] {
  const errors: FieldError[] = []
  const left: [path: string, value: unknown][] = [['', input]]
  for (let next = left.pop(); next && errors.length < 50; next = left.pop()) {
    const [path, value] = next
    if (typeof value === 'string' && !isReadable(value)) errors.push({ path, message: 'Has characters that can’t be read.' })
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value).reverse()) left.push([path ? `${path}.${key}` : key, inner])
  }
  return errors
}

/** A count with its noun: `1 item`, `3 items`; a plural that doesn't end in s is given: `plural(2, 'dish', 'dishes')`. */
export const plural = (n: number | bigint, one: string, many = `${one}s`): string => `${n} ${Number(n) === 1 ? one : many}`
