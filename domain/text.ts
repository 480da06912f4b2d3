/**
 * A control character (Unicode's Cc) that is neither a tab nor a line end, or half of a surrogate pair. People don't type these, and printers and files can't
 * handle them.
 */
const UNREADABLE = /[^\P{Cc}\t\n\r]|\p{Cs}/u

export const isReadable = (text: string): boolean => !UNREADABLE.test(text)

/**
 * What nobody sees, but for spaces: what fonts may leave out (zero width spaces, fillers), marks of layout that are not to be drawn (of annotations, of Egyptian
 * signs), and what is drawn blank.
 */
export const UNSEEN = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u{13430}-\u{1343F}\u2800]+/gu
/** A visible character. */
const SEEN = /[^\s\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u{13430}-\u{1343F}\u2800]/u
/** Does it have characters, but no visible one? As a name or a reason it would be empty and still pass as given. */
export const isInvisible = (text: string): boolean => text.trim() !== '' && !SEEN.test(text)

const PLAIN = /^[!-~]+(?: [!-~]+)*$/
/**
 * A text as people read it, for comparing: without what nobody sees, and with all spaces, all dashes and all ways to write an accent alike. What is stored keeps
 * these characters, because some shape letters: joiners in Devanagari and in emoji.
 */
export const asSeen = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text
        .replace(/\u2800/g, ' ')
        .replace(UNSEEN, '')
        .replace(/\s+/g, ' ')
        .replace(/[\p{Pd}\u2212]/gu, '-')
        .trim()
        .normalize()

/** A name as it is compared wherever it must be one of its kind: as it is seen, and in A to Z's small letters. crème and CRÈME stay different, as in the database's unique indexes. */
export const folded = (name: string): string => asSeen(name).replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
export const sameName = (one: string, other: string): boolean => folded(one) === folded(other)

/** Shortens a name or another text of the caller's for use in a message. */
export const brief = (text: string, most = 40): string => {
  const characters = [...text]
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text
}

/** A table in a sentence: `Table 7`; `Patio 3` stays as it is. */
export const tableName = (tableNumber: string): string =>
  /^\d+$/.test(tableNumber.trim()) ? `Table ${tableNumber.trim()}` : tableNumber.trim()

let collator: Intl.Collator | undefined
/** Compares texts in natural order: 2 before 10, upper and lower case alike. */
export function compareNaturally(a: string, b: string): number {
  collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
  return collator.compare(a, b)
}

const BREAKS = /[\t\n\r\u2028\u2029]/
/** A line end inside a name would start a new line in a list, a report or on paper, and could pass for an entry that nobody made. */
export const isOneLine = (text: string): boolean => !BREAKS.test(text)

/**
 * Digits in Indian grouping: `124000.50` → `1,24,000.50`. Written here because a phone's first `Intl.NumberFormat('en-IN')` takes some 50 ms of its processor,
 * 200 ms on a slow one, while the page waits; the tests compare the two.
 */
export function inIndianGroups(number: string): string {
  const [whole = '', ...fraction] = number.split('.')
  return [whole.replace(/\B(?=(?:\d\d)*\d{3}$)/g, ','), ...fraction].join('.')
}

/** A count for the screen, grouped as money is, with at most three decimals: `999`, `1,284`, `1,23,456`. */
export const counted = (n: number | bigint): string =>
  inIndianGroups(String(typeof n === 'bigint' || Number.isInteger(n) ? n : Math.round(n * 1000) / 1000)).replace('-', '−')

/** A count with its noun: `1 item`, `3 items`; give a plural that doesn't just add s: `plural(2, 'dish', 'dishes')`. */
export const plural = (n: number | bigint, one: string, many = `${one}s`): string => `${counted(n)} ${Number(n) === 1 ? one : many}`

/** With a capital first letter: `last Fri` → `Last Fri`. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
