import { UNSEEN } from './text.ts'

/**
 * Compares names by how they look to people, because a name in a report must stand for one person (docs/decisions/030-names.md). A separate file, because few
 * pages need it.
 */

const pairs = (text: string) => new Map([...text.matchAll(/(.)(.)/gu)].map(([, letter = '', latin = '']) => [letter, latin]))
const swap = (text: string, by: ReadonlyMap<string, string>) => [...text].map((letter) => by.get(letter) ?? letter).join('')
/** Small letters of other alphabets, each with the Latin one that it can't be told from. */
const SMALL = pairs(
  'аaеeоoрpсcуyхxіiјjѕsһhԁdԛqԝwӏlкkмmтtοoνvιiκkρpτtυuαaɡg' +
    // Of phonetic writing, and with strokes and hooks that Unicode doesn't take for accents; then small capitals.
    'ɑaʋuɩiɪiɨiɱmɲnɳnŋnɾrɽrɼrɍrʂsɓbƀbɖdɗdɕcƈcɇeɦhħhɉjƙkɭlɫlƥpɋqʈtƫtƭtŧtɏyʐzɀzƶzƒfɠg' +
    'ᴀaʙbᴄcᴅdᴇeꜰfɢgʜhᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢz',
)
/** The same for capitals, some of which look like a different letter than their small forms. */
const CAPITALS = pairs('ΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXАAВBЕEКKМMНHОOРPСCТTУYХXІIЈJЅSҮY')
/** Characters of one alphabet that look alike. */
const STROKES = pairs('Il1l|l0oOo')
/** Accents of Latin, Greek and Cyrillic letters. The signs of other scripts are letters of their own and stay. */
const ACCENTS = /[\u0300-\u036f]/g
/** Letters that Unicode doesn't decompose into a letter and an accent, although paper and readers treat them so (`ascii` in print/lines.ts). */
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
/** Marks that a reader overlooks, so they don't make two names different. Brackets of all shapes stay, as round ones: they hold the role of people from outside. */
const MARKS = /[.,:;'"`´‘’“”„‚*_·•‧\p{Pd}\u2212]+/gu
/** Among capitals an l is read as I: `FARHAN ALl`. */
const SHOUTED = /(?<![\p{Ll}A-Z])[A-Zl]+(?![\p{Ll}A-Z])/gu
/**
 * Four readings of how a name looks; two names look alike when one reading is equal: without case; with capitals of other alphabets as Latin ones; with I, l
 * and 1 alike; with 1, and l among capitals, as I. All readings leave out accents (paper can't print them), spaces, marks and invisible characters, and read
 * `rn` as m and `vv` as w.
 */
const looks = (name: string): string[] => {
  const written = name
    .normalize('NFKD')
    .replace(/\p{Ps}/gu, '(')
    .replace(/\p{Pe}/gu, ')')
    .replace(ACCENTS, '')
    .replace(UNSEEN, '')
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
/** Does a name contain something that looks like `part`? */
export const hasAlike = (name: string, part: string): boolean => {
  const parts = looks(part)
  return looks(name).some((text, i) => text.includes(parts[i] ?? ''))
}
/** The names without those that look like an earlier one: nobody could tell apart two rows of a report with the same name. */
export const distinctNames = (names: readonly string[]): string[] =>
  names.filter((name, i) => names.findIndex((other) => looksAlike(other, name)) === i)
