import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ascii } from './print/lines.ts'
import { suggestPrintName } from './printName.ts'

describe('a name for paper', () => {
  it.each([
    ['पनीर टिक्का', 'Panir Tikka'],
    ['बन मस्का', 'Ban Maska'],
    ['कटिंग चाय', 'Kating Chay'],
    ['मुर्ग़ मखनी', 'Murg Makhni'],
    ['दाल तड़का', 'Dal Tadka'],
    ['आलू पराठा', 'Alu Paratha'],
    ['छोले भटूरे', 'Chhole Bhature'],
    ['गुलाब जामुन', 'Gulab Jamun'],
    ['बिरयानी', 'Biryani'],
    ['मसाला डोसा (२)', 'Masala Dosa (2)'],
    ['पनीर Roll – 500 ml', 'Panir Roll - 500 ml'],
    ['ঢাকাই পরোটা', 'Dhakai Parota'],
    ['ਮੱਕੀ ਦੀ ਰੋਟੀ', 'Makki Di Roti'],
    ['ઢોકળા', 'Dhokla'],
    ['ଭାତ', 'Bhata'],
    ['மசாலா தோசை', 'Masala Tosai'],
    ['చికెన్ బిర్యానీ', 'Chiken Biryani'],
    ['ಮಸಾಲೆ ದೋಸೆ', 'Masale Dose'],
    ['അപ്പം', 'Appan'],
  ])('%s becomes %s', (name, printed) => expect(suggestPrintName(name)).toBe(printed))

  it.each([
    ['a name that can be printed', 'Paneer Tikka'],
    ['one whose letters lose only their accents', 'Crème brûlée – 2×'],
    ['a script that it can’t read', '麻婆豆腐'],
    ['a name that is partly in such a script', 'पनीर 豆腐'],
    ['signs alone', '्ा'],
    ['nothing', ''],
  ])('suggests nothing for %s', (_what, name) => expect(suggestPrintName(name)).toBeNull())

  it('is never longer than 40 characters, and always one that paper can show', () => {
    const letter = fc.integer({ min: 0x900, max: 0xd7f }).map((code) => String.fromCodePoint(code))
    fc.assert(
      fc.property(fc.array(fc.oneof(letter, fc.constantFrom(' ', 'a', '-', '1')), { maxLength: 90 }), (letters) => {
        const name = suggestPrintName(letters.join(''))
        if (name !== null) expect([name.length <= 40, ascii(name)]).toEqual([true, name])
      }),
    )
  })
})
