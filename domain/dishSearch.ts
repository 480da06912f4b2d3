import { isSoldOut, searchItems } from './menu.ts'
import { MAX_QUANTITY } from './ticket.ts'

/** A dish as the search needs it. */
type Findable = {
  _id: string
  name: string
  printName?: string | null
  code?: string | null
  categoryName?: string
  available: boolean
  remaining: number | null
}

/** Why a dish was found, best first: its code, the beginning of its code, its words, the first letters of its words, its category, words that are nearly those that were typed. */
export type Because = 'code' | 'code begins' | 'words' | 'first letters' | 'category' | 'nearly'
export type Found<T> = {
  item: T
  because: Because
  /** The quantity that Enter adds. */
  quantity: number
}
export type Search<T> = {
  /** The search text without the quantity. */
  text: string
  /** Best first. */
  found: Found<T>[]
}

/** The quantity, if all rows agree on it; else 1, because "wings 2" may also mean one portion of a dish "Wings (2 pcs)". */
export function ofEach(found: readonly Pick<Found<unknown>, 'quantity'>[]): number {
  const quantity = found[0]?.quantity ?? 1
  return found.every((one) => one.quantity === quantity) ? quantity : 1
}

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []
const codeOf = (item: Findable): string => plain(item.code ?? '')
const quantityOf = (digits: string | undefined): number | null => {
  const n = Number(digits)
  return digits && /^\d{1,3}$/.test(digits) && n >= 1 && n <= MAX_QUANTITY ? n : null
}

/** The largest quantity that is read before a code: `92*2` is far more often a code that the menu doesn't have than 92 portions of dish 2. */
const MOST_BEFORE_CODE = 20

type Asked = { text: string; quantity: number }
/**
 * The possible meanings of a typed text, in the order in which they are tried (SCREENS §6.29): `12*3` is code 12 three times, `3*par` is three of a dish that
 * begins with "par", `kf 2` is two of "kf". A number at the end may also belong to the name: "chicken 65".
 */
export function readSearch(typed: string, hasCode: (code: string) => boolean): Asked[] {
  const whole: Asked = { text: typed.trim(), quantity: 1 }
  const times = /^(.*?)\s*[*×]\s*(.*)$/s.exec(whole.text)
  if (times) {
    const [, left = '', right = ''] = times
    const after = quantityOf(right)
    const before = quantityOf(left)
    const codeFirst: Asked | null = after && left ? { text: left, quantity: after } : null
    // A number is no word of a dish here: `49*0` is a wrong quantity.
    const countFirst: Asked | null = before && (hasCode(right) || /\p{L}/u.test(right)) ? { text: right, quantity: before } : null
    // `3*12` reads both ways: the side that is a dish's code is the dish, and the left one where both are.
    if (codeFirst && before && hasCode(right) && !hasCode(left))
      return before > MOST_BEFORE_CODE ? [codeFirst] : [countFirst ?? codeFirst, codeFirst]
    const meant = [codeFirst, countFirst].filter((asked) => asked !== null)
    if (meant.length > 0) return meant
    // Still being typed: `12*`.
    return [left && right ? whole : { text: left || right, quantity: 1 }]
  }
  const [, text = '', digits] = /^(.+?)\s+(\d+)$/s.exec(whole.text) ?? []
  const quantity = quantityOf(digits)
  if (!quantity) return [whole]
  const counted = { text, quantity }
  return hasCode(text) && !hasCode(whole.text) ? [counted, whole] : [whole, counted]
}

/** The first letters of a name's words: "Korean Fried Chicken" is "kfc". */
const initials = (name: string): string =>
  wordsOf(plain(name))
    .map((word) => word[0])
    .join('')

/**
 * How a dish can match, the best first. A match inside a word ("ala" in "Masala") ranks below first letters; the whole name comes before longer ones that sell better:
 * "coke" is not "Coke Zero". The words of a category, with those of the name ("king beer"), rank last; a number is none of them.
 */
const MATCHES = ['code', 'code begins', 'whole name', 'words begin', 'first letters', 'inside words', 'category'] as const
type Match = (typeof MATCHES)[number]

function findAll<T extends Findable>(items: readonly T[], asked: string, sells: ReadonlyMap<string, number>): Omit<Found<T>, 'quantity'>[] {
  const text = plain(asked)
  if (!text) return []
  const byWords = new Map((wordsOf(text).length > 0 ? searchItems(items, text) : []).map((item, i) => [item._id, i]))
  const compact = text.replace(/\s+/g, '')
  // A number inside another one is none: "0" is not in "330 ml".
  const isNumber = /^\p{N}+$/u.test(text)
  const inCategory = /^[^\p{N}]*\p{L}[^\p{N}]*$/u.test(text)
  const ranked = items.flatMap((item, place) => {
    const code = codeOf(item)
    const words = byWords.get(item._id)
    const begins = words !== undefined && (beginsWords(item.name, text) || beginsWords(item.printName ?? '', text))
    const match = (): Match | null => {
      if (code === text) return 'code'
      if (code.startsWith(text)) return 'code begins'
      if (begins) return plain(item.name) === text ? 'whole name' : 'words begin'
      if (compact.length > 1 && initials(item.name).startsWith(compact)) return 'first letters'
      if (words !== undefined && !isNumber) return 'inside words'
      return inCategory && beginsWords(`${item.name} ${item.categoryName ?? ''}`, text) ? 'category' : null
    }
    const found = match()
    if (found === null) return []
    const because: Because =
      found === 'code' || found === 'code begins' || found === 'first letters' || found === 'category' ? found : 'words'
    return [
      {
        item,
        because,
        rank: MATCHES.indexOf(found),
        soldOut: isSoldOut(item) && found !== 'code',
        sells: sells.get(item._id) ?? Infinity,
        words: words ?? Infinity,
        place,
      },
    ]
  })
  return ranked
    .sort(
      (a, b) =>
        Number(a.soldOut) - Number(b.soldOut) ||
        a.rank - b.rank ||
        compare(a.sells, b.sells) ||
        compare(a.words, b.words) ||
        a.place - b.place,
    )
    .map(({ item, because }) => ({ item, because }))
}
/**
 * The dishes that match a text, best first, for a list that shows all dishes, as in the menu's settings. The rule is the counter's, except that a number is
 * always part of the text.
 */
export function matchingDishes<T extends Findable>(items: readonly T[], typed: string): T[] {
  const none = new Map<string, number>()
  const found = findAll(items, typed, none)
  return (found.length > 0 ? found : nearlyAll(items, typed)).map(({ item }) => item)
}

const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)
const beginsWords = (name: string, text: string): boolean => {
  const words = wordsOf(plain(name))
  return wordsOf(text).every((asked) => words.some((word) => word.startsWith(asked)))
}

/** Shorter words have too many similar words: "dal" and "dam". */
const SHORTEST_SLIP = 4

/** Does the text equal the word, or its beginning, except for one letter: one too many, one missing, one wrong, or two swapped? */
function isNearly(typed: string, word: string): boolean {
  if (typed[0] !== word[0]) return false
  let i = 0
  while (i < typed.length && typed[i] === word[i]) i++
  const rest = (from: number, to: number) => word.slice(to).startsWith(typed.slice(from))
  return (
    rest(i + 1, i + 1) || rest(i + 1, i) || rest(i, i + 1) || (typed[i] === word[i + 1] && typed[i + 1] === word[i] && rest(i + 2, i + 2))
  )
}

/**
 * For a text that finds nothing: the dishes whose words are nearly the typed ones ("panner tika"). The first letter must be right, and a word with a digit is
 * a code or a quantity, which must not be guessed.
 */
function nearlyAll<T extends Findable>(items: readonly T[], typed: string): Omit<Found<T>, 'quantity'>[] {
  const asked = wordsOf(plain(typed))
  if (asked.length === 0 || asked.some((word) => /\p{N}/u.test(word))) return []
  return items.flatMap((item) => {
    const words = wordsOf(plain(`${item.name} ${item.printName ?? ''}`))
    const isMeant = asked.every((one) => words.some((word) => word.startsWith(one) || (one.length >= SHORTEST_SLIP && isNearly(one, word))))
    return isMeant ? [{ item, because: 'nearly' as const }] : []
  })
}

/**
 * The dishes that a typed text means, best first: the exact code, codes that begin with it, words that begin with it, first letters, the rest; among equals
 * what sells most (`best`: the ids of the best sellers, best first), then the menu's order. A sold-out dish comes last, unless its code was typed exactly.
 * Where a text has two meanings, the dishes of the second come after those of the first: for "wings 2" a dish "Wings (2 pcs)", then two of other wings.
 */
export function findDishes<T extends Findable>(items: readonly T[], typed: string, best: readonly string[] = []): Search<T> {
  const codes = new Set(items.map(codeOf).filter(Boolean))
  const sells = new Map(best.map((id, i) => [id, i]))
  const meanings = readSearch(typed, (code) => codes.has(plain(code)))
  const found = new Map<string, Found<T>>()
  let meant = ''
  for (const { text, quantity } of meanings) {
    const these = findAll(items, text, sells)
    if (these.length > 0) meant ||= text
    // With a `*` it is clear which part is the quantity: a second reading counts only when the first one finds nothing.
    if (found.size > 0 && /[*×]/.test(typed)) break
    for (const one of these) if (!found.has(one.item._id)) found.set(one.item._id, { ...one, quantity })
  }
  // Typing mistakes are guessed last, when nothing matches what was typed.
  const [first] = meanings
  if (found.size === 0 && first)
    for (const one of nearlyAll(items, first.text)) found.set(one.item._id, { ...one, quantity: first.quantity })
  return { text: meant || (meanings[0]?.text ?? ''), found: [...found.values()] }
}
