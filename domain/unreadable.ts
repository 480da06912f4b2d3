import { FROM_RIGHT } from './direction.ts'
import type { FieldError } from './errors.ts'
import { isInvisible, isOneLine, isReadable, UNSEEN } from './text.ts'

/** Fields in which several lines are allowed. Every other text must be one line: a name, a reason, a title. */
const SEVERAL_LINES = new Set([
  'note',
  'additionalNote',
  'additionalItemNote',
  'specialInstructions',
  'description',
  'message',
  'comment',
  'address',
  'deliveryAddress',
  'header',
  'footer',
  'rejectionReason',
  'csv',
])

/**
 * Characters that reverse the direction of the text after them, so that a line of a report reads as something else. Scripts written from right to left don't
 * need them.
 */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/
/** Marks that turn what stands beside them. People type them in texts that are written from right to left, where letters do the same; nobody needs them in others. */
const MARKS = /[\u200f\u061c]/g
const turns = (text: string): boolean => TURNS.test(text) || (text.search(MARKS) >= 0 && !FROM_RIGHT.test(text.replace(MARKS, '')))
/**
 * More accents on one letter than any script has: they are drawn over the lines above and below, on the kitchen's screen over other tickets. What nobody sees
 * between them doesn't part them.
 */
const PILED = /\p{M}{7}/u
const isPiled = (text: string): boolean => PILED.test(text) || PILED.test(text.replace(UNSEEN, ''))

/** The last field name in a path, skipping list indexes: `kots.0.items.2.note` → note. */
const fieldOf = (path: string): string => path.split('.').findLast((segment) => !/^\d+$/.test(segment)) ?? ''

function wrongWith(text: string, path: string): string | null {
  if (!isReadable(text)) return 'Has characters that can’t be read.'
  if (isInvisible(text)) return 'Has no character that can be seen.'
  if (turns(text) || isPiled(text)) return 'Has characters that can’t be read.'
  if (SEVERAL_LINES.has(fieldOf(path))) return null
  return isOneLine(text) ? null : 'Must be one line.'
}

/**
 * The texts anywhere in a parsed input that can't be stored: with control characters, with several lines where one is allowed, or without a visible character.
 * At most 50, with their paths.
 */
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
