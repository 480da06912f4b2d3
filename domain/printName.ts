import { ascii, canPrint } from './print/lines.ts'

/**
 * A name that paper can show for a dish whose own name is in an Indian script (CONTRACT §9 "Dish": `printName`). Unicode has these scripts in blocks of 128 in
 * one order (ISCII's), so one table reads all nine. A library was looked at (@indic-transliteration/sanscript, 34 kB): it writes Sanskrit, so it keeps the
 * "a" that Hindi doesn't speak ("gulaba jamuna"), and it takes Tamil's letters for others ("majhala dhojhai").
 */

/** Begins of the blocks: Devanagari, Bengali, Gurmukhi, Gujarati, Odia, Tamil, Telugu, Kannada, Malayalam. */
const BLOCKS = [0x900, 0x980, 0xa00, 0xa80, 0xb00, 0xb80, 0xc00, 0xc80, 0xd00]
/** Scripts of languages in which an unwritten "a" is not pronounced at the end of a word, nor before a syllable with a vowel. */
const SILENT_A = new Set([0x900, 0x980, 0xa00, 0xa80])

const CONSONANTS = 'k kh g gh n ch chh j jh n t th d dh n t th d dh n n p ph b bh m y r r l l zh v sh sh s h'.split(' ')
const VOWELS = 'a a i i u u ri li e e e ai o o o au'.split(' ')
const SIGNS = 'a i i u u ri ri e e e ai o o o au'.split(' ')
/** With a dot below (nukta): another consonant. */
const DOTTED: Record<string, string> = { k: 'k', kh: 'kh', g: 'g', j: 'z', d: 'd', dh: 'dh', ph: 'f', y: 'y', s: 'sh', l: 'l' }
const WITH_DOT = 'k kh g z d dh f y'.split(' ')
/** Malayalam's consonants without a vowel. */
const CHILLU = 'n n r l l k'.split(' ')

/** A syllable: its consonants and its vowel. `unwritten`: the "a" that is pronounced where no vowel is written. */
type Syllable = { consonants: string; vowel: string; unwritten: boolean }

function syllablesOf(letters: readonly string[], block: number): Syllable[] {
  const out: Syllable[] = []
  let open = false
  let doubled = false
  const last = () => out.at(-1)
  for (const letter of letters) {
    const at = (letter.codePointAt(0) ?? 0) - block
    // Tamil has one letter for ch and s, and s is the more frequent on a menu.
    const consonant = block === 0xb80 && at === 0x1a ? 's' : (CONSONANTS[at - 0x15] ?? WITH_DOT[at - 0x58])
    const end = last()
    if (at >= 0x15 && at <= 0x39 ? consonant : at >= 0x58 && at <= 0x5f && consonant) {
      const text = `${doubled ? (consonant ?? '').charAt(0) : ''}${consonant}`
      doubled = false
      if (open && end) Object.assign(end, { consonants: end.consonants + text, vowel: 'a', unwritten: true })
      else out.push({ consonants: text, vowel: 'a', unwritten: true })
      open = false
    } else if (at >= 0x05 && at <= 0x14) out.push({ consonants: '', vowel: VOWELS[at - 0x05] ?? '', unwritten: false })
    else if (at >= 0x3e && at <= 0x4c && end) Object.assign(end, { vowel: SIGNS[at - 0x3e], unwritten: false })
    else if (at === 0x4d && end) {
      Object.assign(end, { vowel: '', unwritten: false })
      open = true
    } else if (at === 0x3c && end) {
      const [, before = '', base = ''] = /^(.*?)(kh|ph|dh|[a-z])$/.exec(end.consonants) ?? []
      end.consonants = before + (DOTTED[base] ?? base)
    } else if (block === 0xa00 && at === 0x71) doubled = true
    else if (at === 0x01 || at === 0x02 || (block === 0xa00 && at === 0x70)) out.push({ consonants: 'n', vowel: '', unwritten: false })
    else if (at === 0x03) out.push({ consonants: 'h', vowel: '', unwritten: false })
    else if (block === 0x980 && at === 0x4e) out.push({ consonants: 't', vowel: '', unwritten: false })
    else if (block === 0xd00 && at >= 0x7a) out.push({ consonants: CHILLU[at - 0x7a] ?? '', vowel: '', unwritten: false })
    else if (at >= 0x66 && at <= 0x6f) out.push({ consonants: String(at - 0x66), vowel: '', unwritten: false })
  }
  return out
}

/** Removes each unwritten "a" that is not pronounced: at the end of a word and, going backwards, between two syllables with vowels. */
function withoutSilentA(syllables: Syllable[]): void {
  const end = syllables.at(-1)
  if (end?.unwritten && syllables.length > 1) end.vowel = ''
  for (let i = syllables.length - 2; i > 0; i--) {
    const [before, one, next] = [syllables[i - 1], syllables[i], syllables[i + 1]]
    const single = /^(?:[kgjtdpbcs]h|chh|[a-z])$/
    if (one?.unwritten && before?.vowel && next?.vowel && single.test(one.consonants) && single.test(next.consonants)) one.vowel = ''
  }
}

function wordOf(word: string, block: number): string {
  const syllables = syllablesOf([...word], block)
  if (SILENT_A.has(block)) withoutSilentA(syllables)
  const text = syllables
    .map(({ consonants, vowel }) => consonants + vowel)
    .join('')
    .replace(/n(?=[pb])/g, 'm')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Signs, letters and joiners of one script. */
const WORD = /[\u0900-\u0d7f\u200c\u200d]+/gu

/** A text with the words of Indian scripts in Latin letters; other scripts stay as they are. */
export const spell = (text: string): string =>
  text.normalize('NFC').replace(WORD, (word) => {
    const code = word.codePointAt(0) ?? 0
    const block = BLOCKS.find((begin) => code >= begin && code < begin + 0x80)
    return block === undefined ? word : wordOf(word, block)
  })

/**
 * A name for paper, at most 40 characters: `Panir Tikka` for पनीर टिक्का. null when the name can be printed as it is, or is in a script that this can't read;
 * then a person has to write one.
 */
export function suggestPrintName(name: string): string | null {
  if (canPrint(name)) return null
  const text = spell(name)
  const printed = ascii(text).replace(/\s+/g, ' ').slice(0, 40).trim()
  return canPrint(text) && /[A-Za-z]/.test(printed) ? printed : null
}
