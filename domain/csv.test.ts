import { describe, expect, it } from 'vitest'
import { formatCsv, MalformedCsv, parseCsv, plainField } from './csv.ts'

describe('parseCsv', () => {
  it.each([
    [
      'plain',
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'no line end at the end',
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['CR alone', 'a\rb\r', [['a'], ['b']]],
    ['a byte order mark', '\uFEFFa,b', [['a', 'b']]],
    ['a mark before a quote', '\uFEFF"a, b",c', [['a, b', 'c']]],
    ['quotes, separators and line ends in quotes', '"say ""hi""","x,y","l1\r\nl2"\n', [['say "hi"', 'x,y', 'l1\r\nl2']]],
    [
      'empty fields',
      ',\n"",\n',
      [
        ['', ''],
        ['', ''],
      ],
    ],
    [
      'Excel’s line that names the separator',
      '\uFEFFsep=;\r\na,b;c\r\n1;2\r\n',
      [
        ['a,b', 'c'],
        ['1', '2'],
      ],
    ],
    ['that line in quotes, with a tab', '"SEP=\t"\na,b\tc', [['a,b', 'c']]],
    ['a column of that name', 'sep=;b\n', [['sep=', 'b']]],
    [
      'a separator at the very end',
      'a,b\n1,',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    ['an empty line keeps its number', 'a\n\nb', [['a'], [''], ['b']]],
    ['a quote inside a plain field', '5" pizza,x', [['5" pizza', 'x']]],
    [
      'semicolons',
      'a;b\n1,5;2',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'tabs',
      'a\tb\n1\t2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['a semicolon in a quoted header', '"a;b;c",d', [['a;b;c', 'd']]],
    ['nothing', '', []],
  ])('%s', (_name, text, records) => {
    expect(parseCsv(text)).toEqual(records)
  })

  it('names the row in which a quote is broken', () => {
    expect(() => parseCsv('a\n"b')).toThrow(new MalformedCsv(2, 'a quote is not closed.'))
    expect(() => parseCsv('"a"b,c')).toThrow(new MalformedCsv(1, 'something follows a closed quote.'))
  })
})

describe('formatCsv', () => {
  it('quotes the fields that need it and ends lines with CRLF', () => {
    expect(formatCsv([['a', 'x,y', 'say "hi"', 'l1\nl2', ' padded ']])).toBe('\uFEFFa,"x,y","say ""hi""","l1\nl2"," padded "\r\n')
  })

  it('writes fields so that no spreadsheet runs them as a formula, and reads each one back unchanged', () => {
    const fields = [
      '=HYPERLINK("http://x")',
      '+1',
      '-1',
      '@SUM(A1)',
      "'=1",
      "''-",
      "'quoted'",
      'पनीर "टिक्का", मसाला',
      '\ttab',
      '',
      'a\r\nb',
      "it's",
      '＝1+1',
      '＠SUM(A1)',
      '\n=1',
    ]
    const text = formatCsv([fields])
    expect(text).toContain(",'＝1+1,'＠SUM(A1),")
    expect(text).toContain(`"'=HYPERLINK(""http://x"")"`)
    expect(parseCsv(text)[0]?.map(plainField)).toEqual(fields)
  })

  it('leaves an amount below zero a number', () => {
    expect(formatCsv([['-240.45', '-1', '-1+2', '-']])).toBe("\uFEFF-240.45,-1,'-1+2,'-\r\n")
  })
})
