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

/** Fields that a person may write several lines in. Every other text is one line: a name, a reason, a title. */
const SEVERAL_LINES = new Set([
  'note',
  'additionalNote',
  'additionalItemNote',
  'specialInstructions',
  'description',
  'message',
  'comment',
  'address',
  'header',
  'footer',
  'rejectionReason',
  'csv',
])
const BREAKS = /[\t\n\r\u2028\u2029]/
/** A line's end in a name would stand as a line of its own in a list, a report or on paper, and say there what nobody wrote. */
export const isOneLine = (text: string): boolean => !BREAKS.test(text)

/** The first name in a path that is no place in a list: `kots.0.items.2.note` → note. */
const fieldOf = (path: string): string => path.split('.').findLast((segment) => !/^\d+$/.test(segment)) ?? ''

function wrongWith(text: string, path: string): string | null {
  if (!isReadable(text)) return 'Has characters that can’t be read.'
  return isOneLine(text) || SEVERAL_LINES.has(fieldOf(path)) ? null : 'Must be one line.'
}

/** The texts in a parsed input, however deep, that can't be kept: control characters, or several lines where one belongs. At most 50, by their paths. */
export function unreadable(input: unknown): FieldError[] {
  const errors: FieldError[] = []
  const left: [path: string, value: unknown][] = [['', input]]
  for (let next = left.pop(); next && errors.length < 50; next = left.pop()) {
    const [path, value] = next
    if (typeof value === 'string') {
      const message = wrongWith(value, path)
      if (message) errors.push({ path, message })
    } else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value).reverse()) left.push([path ? `${path}.${key}` : key, inner])
  }
  return errors
}

/** A count with its noun: `1 item`, `3 items`; a plural that doesn't end in s is given: `plural(2, 'dish', 'dishes')`. */
export const plural = (n: number | bigint, one: string, many = `${one}s`): string => `${n} ${Number(n) === 1 ? one : many}`
