import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isolated } from './direction.ts'
import { counted, isReadable, plural } from './text.ts'
import { unreadable } from './unreadable.ts'

describe('a text', () => {
  it.each(['', 'Dosa', 'extra तीखा 🍛', 'two\r\nlines\tand a tab', '\u202eright to left', '\ufeffname', 'नि\u200dषेध'])(
    '%j is readable',
    (text) => expect(isReadable(text)).toBe(true),
  )
  it.each(['\u0000', 'a\u0007b', '\u001b[31m', '\u007f', 'a\u0085b', '\ud800', 'half \udc00 a pair'])('%j is not', (text) =>
    expect(isReadable(text)).toBe(false),
  )
})

it('only a name that is written from right to left is kept apart from the number after it', () => {
  for (const name of ['عبد الرحمن', 'Ravi \u200f', 'Ravi \u061c', '\u{1e900}\u{1e901}', '\u{10840}', 'ߞߊ', '\u{1ee00}', '\ufdf2'])
    expect(isolated(name)).toBe(`\u2068${name}\u2069`)
  expect(['', 'Farah K.', 'श्रीनिवास'].map(isolated)).toEqual(['', 'Farah K.', 'श्रीनिवास'])
})

describe('an input', () => {
  it('reports each text that can’t be read, in order', () => {
    const input = { a: 'fine', b: [{ c: 'x\u0000' }, 5, null, { d: { e: '\ud83d' } }], f: true, g: undefined, h: '\u0001' }
    expect(unreadable(input).map((e) => e.path)).toEqual(['b.0.c', 'b.3.d.e', 'h'])
    expect(unreadable('plain')).toEqual([])
    expect(unreadable('\u0000')).toEqual([{ path: '', message: expect.any(String) }])
  })

  it('may have several lines only where people write several', () => {
    const breaks = ['a\nb', 'a\r\nb', 'a\tb', 'a\u2028b', 'a\u2029b']
    for (const text of breaks) {
      const input = {
        name: text,
        reason: text,
        kots: [{ items: [{ additionalItemNote: text, itemName: text }] }],
        note: text,
        photos: [text],
      }
      expect(unreadable(input).map((e) => `${e.path}: ${e.message}`)).toEqual([
        'name: Must be one line.',
        'reason: Must be one line.',
        'kots.0.items.0.itemName: Must be one line.',
        'photos.0: Must be one line.',
      ])
    }
  })

  it('is refused when a text has only invisible characters, for instance an empty-looking reason', () => {
    for (const text of ['\u200b', ' \u200d\u200c', '\u2800', '\u3164', '\u00ad\u2060', '\u{e0061}', '\ufe0f', '\ufffa', '\u{1343f}'])
      expect(unreadable({ reason: text, note: text }), JSON.stringify(text)).toEqual([
        { path: 'reason', message: 'Has no character that can be seen.' },
        { path: 'note', message: 'Has no character that can be seen.' },
      ])
    // Left empty is for the field to refuse; joiners inside a word and emoji are texts as any other.
    expect(unreadable({ a: '', b: ' ', c: 'नि\u200dषेध', d: '👩\u200d🍳', e: '.' })).toEqual([])
  })

  it('may not reverse the text direction', () => {
    for (const turn of ['\u202a', '\u202b', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068'])
      expect(unreadable({ reason: `burnt ${turn}00.5`, note: `burnt ${turn}00.5` }).map((e) => e.path)).toEqual(['reason', 'note'])
    // These turn what stands beside them, and are typed where the text itself is written from right to left.
    expect(unreadable({ name: 'Ravi \u200f', note: 'bill of Table 9 \u200f 12', reason: '\u061c5' }).map((e) => e.path)).toEqual([
      'name',
      'note',
      'reason',
    ])
    expect(unreadable({ name: 'كباب \u200f(2)', note: '\u{1e900} \u200f(2)' })).toEqual([])
  })

  it('may not draw over other lines with piled accents; scripts that stack marks are accepted', () => {
    const piled = `no nuts${'\u0301\u0489'.repeat(5)}`
    expect(unreadable({ name: piled, note: piled }).map((e) => e.path)).toEqual(['name', 'note'])
    // What nobody sees between the accents leaves them on the same letter.
    for (const unseen of ['\u200d', '\u200c', '\u2060', '\ufe0f\u{e0061}']) {
      const joined = `A${`\u0301\u0302\u0308\u030a\u0306\u030c${unseen}`.repeat(20)}`
      expect(unreadable({ name: joined, note: joined }).map((e) => e.path)).toEqual(['name', 'note'])
    }
    expect(unreadable({ a: 'हिन्दी ज़्यादा', b: 'น้ำที่นี่', c: 'Phở tái, cà phê sữa đá'.normalize('NFD'), d: 'བསྒྲུབས་', e: 'שָׁלוֹם' })).toEqual([])
  })

  it('may be nested deeper than any stack; at most 50 faults are reported', () => {
    let deep: unknown = '\u0000'
    for (let i = 0; i < 100_000; i++) deep = [deep]
    expect(unreadable(deep)).toHaveLength(1)
    expect(unreadable(Array.from({ length: 80 }, () => '\u0000'))).toHaveLength(50)
  })
})

it('a count has its noun in the singular only for one', () => {
  expect([0, 1, 2].map((n) => plural(n, 'item'))).toEqual(['0 items', '1 item', '2 items'])
  expect(plural(2, 'dish', 'dishes')).toBe('2 dishes')
})

it('a count is grouped as Intl groups it, in thousandths at most, with the minus that amounts have', () => {
  const intl = new Intl.NumberFormat('en-IN')
  const thousandths = fc.integer({ min: -(10 ** 12), max: 10 ** 12 }).map((n) => n / 1000)
  const asIntl = (n: number | bigint) => void expect(counted(n)).toBe(intl.format(n).replace('-', '−'))
  fc.assert(fc.property(fc.oneof(fc.maxSafeInteger(), thousandths), asIntl))
  fc.assert(fc.property(fc.bigInt(), asIntl))
})

it('a large count is grouped as money is', () => {
  expect([0, 999, 1284, 123_456].map(counted)).toEqual(['0', '999', '1,284', '1,23,456'])
  expect(plural(1284, 'item')).toBe('1,284 items')
})
