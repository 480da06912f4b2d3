import type { FieldError } from './errors.ts'

/**
 * A control character (Unicode's Cc) that is neither a tab nor a line end, or half of a surrogate pair. People don't type these, and printers and files can't
 * handle them.
 */
const UNREADABLE = /[^\P{Cc}\t\n\r]|\p{Cs}/u

export const isReadable = (text: string): boolean => !UNREADABLE.test(text)

/** A character that people see: no space, and none that Unicode lets a font leave out (zero width spaces, fillers) or that is drawn blank. */
const SEEN = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u
/** Has it characters, but none that people see? As a name or a reason it would say nothing and yet pass as given. */
export const isInvisible = (text: string): boolean => text.trim() !== '' && !SEEN.test(text)

/** A name folded as by the database's unique names and by recipes: A to Z only, so that crème and CRÈME stay different. */
export const folded = (name: string): string => name.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** Shortens a name or another text of the caller's for use in a message. */
export const brief = (text: string, most = 40): string => {
  const characters = [...text]
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text
}

const pairs = (text: string) => new Map([...text.matchAll(/(.)(.)/gu)].map(([, letter = '', latin = '']) => [letter, latin]))
const swap = (text: string, by: ReadonlyMap<string, string>) => [...text].map((letter) => by.get(letter) ?? letter).join('')
/** Small letters of other alphabets, each with the Latin one that it can't be told from. */
const SMALL = pairs('аaеeоoрpсcуyхxіiјjѕsһhԁdкkмmтtοoνvιiκkρpτtυuαaɡg')
/** The same of capitals: some look like another letter than their small ones do. */
const CAPITALS = pairs('ΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXАAВBЕEКKМMНHОOРPСCТTУYХXІIЈJЅSҮY')
/** Of one alphabet, as they are written. */
const STROKES = pairs('Il1l|l0oOo')
/** Accents of Latin, Greek and Cyrillic letters. The signs of other scripts are letters of their own and stay. */
const ACCENTS = /[\u0300-\u036f]/g
/** Letters that Unicode doesn't take for others with an accent, and paper and readers do (`ascii` in print/lines.ts). */
export const SPELLED_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
}
/** Two small letters that are read as one: `Sharrna`. */
const JOINED = /rn|vv/g
/** Marks that a reader overlooks, and that tell nobody from anybody. Brackets stay: they hold what somebody from outside is. */
const MARKS = /[.,:;'"`´‘’“”„‚*_·•‧\p{Pd}]+/gu
/** Among capitals an l is read as I: `FARHAN ALl`. */
const SHOUTED = /(?<![\p{Ll}A-Z])[A-Zl]+(?![\p{Ll}A-Z])/gu
/**
 * How a name looks to a person, in four readings, of which one must be the same: without case; with capitals of other alphabets as Latin ones; with I, l and 1
 * alike; and with 1, and l among capitals, as I. None has accents, which paper can't print, nor spaces, marks or characters that nobody sees; `rn` is an m
 * and `vv` a w in all.
 */
const looks = (name: string): string[] => {
  const written = name
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(/[\p{Default_Ignorable_Code_Point}\u2800]+/gu, '')
    .replace(MARKS, '')
    .replace(/[^\x20-\x7e]/g, (letter) => SPELLED_LETTERS[letter] ?? letter)
  const latin = swap(written, CAPITALS)
  const shouted = latin.replace(/[1|]/g, 'I').replace(SHOUTED, (word) => word.replaceAll('l', 'I'))
  const readings = [written, latin, swap(latin, STROKES), shouted].map((text) => text.replace(/\s+/gu, ''))
  return readings.map((text) => swap(text.toLowerCase(), SMALL).replace(JOINED, (two) => (two === 'rn' ? 'm' : 'w')))
}
/** Can nobody tell these names apart by looking at them? */
export const looksAlike = (one: string, other: string): boolean => {
  const others = looks(other)
  return looks(one).some((text, i) => text === others[i])
}
/** Is there something in a name that looks like this? */
export const hasAlike = (name: string, part: string): boolean => {
  const parts = looks(part)
  return looks(name).some((text, i) => text.includes(parts[i] ?? ''))
}
/** The names without those that look like one before them: of two rows of a report with one name nobody can tell which is which. */
export const distinctNames = (names: readonly string[]): string[] =>
  names.filter((name, i) => names.findIndex((other) => looksAlike(other, name)) === i)

/** Letters that are written from right to left: Hebrew, Arabic and their like. */
const FROM_RIGHT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/
/** A name for use before other words: one that is written from right to left would else turn the number after it around ("6 · عبد items"). */
export const isolated = (name: string): string => (FROM_RIGHT.test(name) ? `\u2068${name}\u2069` : name)

/** A table in a sentence: `Table 7`; `Patio 3` stays as it is. */
export const tableName = (tableNumber: string): string =>
  /^\d+$/.test(tableNumber.trim()) ? `Table ${tableNumber.trim()}` : tableNumber.trim()

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
/** Compares texts in natural order: 2 before 10, upper and lower case alike. */
export const compareNaturally = (a: string, b: string): number => collator.compare(a, b)

/** Fields in which several lines are allowed. Every other text is one line: a name, a reason, a title. */
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
const BREAKS = /[\t\n\r\u2028\u2029]/
/** Characters that turn round the direction of the text after them, so that a line of a report reads as something else. Scripts written from right to left need none. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/
/** More accents on one letter than any script has: they are drawn over the lines above and below, on the kitchen's screen over other tickets. */
const PILED = /\p{M}{7}/u
/** A line end inside a name would start a new line in a list, a report or on paper, and could pass for an entry that nobody made. */
export const isOneLine = (text: string): boolean => !BREAKS.test(text)

/** The last field name in a path, skipping list indexes: `kots.0.items.2.note` → note. */
const fieldOf = (path: string): string => path.split('.').findLast((segment) => !/^\d+$/.test(segment)) ?? ''

function wrongWith(text: string, path: string): string | null {
  if (!isReadable(text)) return 'Has characters that can’t be read.'
  if (isInvisible(text)) return 'Has no character that can be seen.'
  if (TURNS.test(text) || PILED.test(text)) return 'Has characters that can’t be read.'
  if (SEVERAL_LINES.has(fieldOf(path))) return null
  return isOneLine(text) ? null : 'Must be one line.'
}

/**
 * The texts anywhere in a parsed input that can't be stored: with control characters, with several lines where one is allowed, or with nothing that people
 * see. At most 50, with their paths.
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

/** A count with its noun: `1 item`, `3 items`; give a plural that doesn't just add s: `plural(2, 'dish', 'dishes')`. */
export const plural = (n: number | bigint, one: string, many = `${one}s`): string => `${n} ${Number(n) === 1 ? one : many}`

/** With a capital first letter: `last Fri` → `Last Fri`. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
