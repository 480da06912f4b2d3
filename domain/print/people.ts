import { STAFF } from '../roles.ts'
import { ascii, cut } from './lines.ts'

/** People's names on paper, which has only ASCII letters (docs/decisions/030-names.md): each name is shown, and no two look the same. */

/**
 * Sounds of the scripts that Unicode arranges alike, from Devanagari (U+0900) to Malayalam (U+0D7F), by their place in a block of 128: from 0x01 a nasal sound
 * and a breath, the vowels, from 0x15 the consonants, from 0x3E the vowels' signs. Digits begin at 0x66.
 */
const SOUNDS = (
  ' n n h  a a i i u u ri li e e e ai o o o au k kh g gh ng ch chh j jh ny t th d dh n t th d dh n n p ph b bh m y r r l l zh v sh sh s h' +
  '     a i i u u ri ri e e e ai o o o au'
).split(' ')
/** Joiners, and the dots that make another consonant of one. */
const NOT_SPOKEN = '\u200c\u200d\u093c\u09bc\u0a3c\u0abc\u0b3c'
const [CONSONANT, SIGN, SILENT, DIGIT, TIPPI] = [0x15, 0x3e, 0x4d, 0x66, 0x70]
/** Scripts from Oriya on speak the vowel of a last consonant; in those before, a name ends with the consonant (Amit), but not after another one (Krishna). */
const ENDS_IN_A = '\u0b00'

function inLatin(word: string): string {
  const letters = [...word.normalize('NFC')].filter((c) => !NOT_SPOKEN.includes(c))
  const placeOf = (c = '') => (c ? c.charCodeAt(0) % 128 : -1)
  const spelled = letters.map((c, i) => {
    const [before, at, next] = [placeOf(letters[i - 1]), placeOf(c), placeOf(letters[i + 1])]
    if (at >= DIGIT) return at < TIPPI ? at - DIGIT : at > TIPPI ? '' : 'n'
    const isSpoken = next < 0 ? c >= ENDS_IN_A || before === SILENT : next < SIGN || next > SILENT
    return (SOUNDS[at] ?? '') + (at >= CONSONANT && at < SIGN && SOUNDS[at] && isSpoken ? 'a' : '')
  })
  return spelled.join('').replace(/^[a-z]/, (first) => first.toUpperCase())
}

/** A person's name in paper's letters; names in Indian scripts are spelled by their sound. '' for a name in another script. */
export const personOnPaper = (name: string): string => ascii(name.replace(/[\u0900-\u0d7f\u200c\u200d]+/g, inLatin))

/** The same, in at most `width` characters, for all people of one paper: whom paper can't spell is Staff, and of two who would be the same the later has a number. */
export function peopleOnPaper(names: readonly string[], width: number): (name: string) => string {
  const labels = new Map<string, string>()
  const taken = new Set<string>()
  const spelled = [...new Set(names)].map((name) => ({ name, text: personOnPaper(name) }))
  for (const { name, text } of [...spelled.filter((one) => one.text), ...spelled.filter((one) => !one.text)])
    for (let n = 1; !labels.has(name); n++) {
      const number = n === 1 ? '' : ` ${n}`
      const label = cut(text || STAFF, width - number.length) + number
      if (taken.has(label.toLowerCase())) continue
      taken.add(label.toLowerCase())
      labels.set(name, label)
    }
  return (name) => labels.get(name) ?? STAFF
}
