/** How names look to people: what reports name must be somebody alone (docs/decisions/030-names.md). A file of its own, since few pages ask for it. */

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
