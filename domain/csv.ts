/** CSV as in RFC 4180, and as spreadsheets write it: with a byte order mark, and with semicolons or tabs in countries where the comma is the decimal sign. */

export class MalformedCsv extends Error {
  /** The record's number as a spreadsheet shows it: the header is 1. */
  readonly row: number
  constructor(row: number, message: string) {
    super(`Row ${row}: ${message}`)
    this.name = 'MalformedCsv'
    this.row = row
  }
}

const BOM = '\uFEFF'

/** Excel's `sep=` line, which names the file's separator. Spreadsheets neither show nor number it. */
const SEP_LINE = /^"?sep=([,;\t])"?(\r\n|\r|\n|$)/i

/** The one of `,`, `;` and tab that occurs most often in the first record, outside quotes; a comma when there is none. */
function separatorOf(text: string): string {
  const counts: Record<string, number> = { ',': 0, ';': 0, '\t': 0 }
  let quoted = false
  for (const char of text) {
    if (char === '"') quoted = !quoted
    else if (!quoted && (char === '\n' || char === '\r')) break
    else if (!quoted && char in counts) counts[char] = (counts[char] ?? 0) + 1
  }
  return Object.keys(counts).reduce((best, char) => ((counts[char] ?? 0) > (counts[best] ?? 0) ? char : best), ',')
}

/**
 * Records of fields, in order. Lines end in CRLF, LF or CR; a quoted field may hold separators, line ends and doubled quotes. An empty line is a record with
 * one empty field, so that numbers match a spreadsheet's. Throws MalformedCsv when a quote is not closed or is closed too early.
 */
export function parseCsv(source: string): string[][] {
  const whole = source.startsWith(BOM) ? source.slice(1) : source
  const sepLine = SEP_LINE.exec(whole)
  const text = sepLine ? whole.slice(sepLine[0].length) : whole
  const separator = sepLine?.[1] ?? separatorOf(text)
  const records: string[][] = []
  let record: string[] = []
  const size = text.length
  let at = 0
  while (at < size) {
    let field = ''
    if (text[at] === '"') {
      for (at++; ;) {
        const close = text.indexOf('"', at)
        if (close < 0) throw new MalformedCsv(records.length + 1, 'a quote is not closed.')
        field += text.slice(at, close)
        at = close + 1
        if (text[at] !== '"') break
        field += '"'
        at++
      }
      if (at < size && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r')
        throw new MalformedCsv(records.length + 1, 'something follows a closed quote.')
    } else {
      const from = at
      while (at < size && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at++
      field = text.slice(from, at)
    }
    record.push(field)
    if (text[at] === separator) {
      at++
      // A separator at the very end: the field after it is empty.
      if (at < size) continue
      record.push('')
    } else if (text[at] === '\r' && text[at + 1] === '\n') at += 2
    else at++
    records.push(record)
    record = []
  }
  return records
}

/** A text that a spreadsheet would run as a formula, in East Asia also with signs of full width, including one that already has apostrophes in front. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/
/** A number is no formula: an amount below zero stays one. */
const NUMBER = /^-\d+(\.\d+)?$/

/**
 * Records as CSV with a byte order mark, which tells Excel that it is UTF-8, and CRLF. A text that a spreadsheet would run as a formula gets an apostrophe in
 * front (OWASP "CSV injection"); `plainField` removes it again.
 */
export function formatCsv(records: readonly (readonly string[])[]): string {
  const field = (value: string): string => {
    const safe = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value
    return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  }
  return BOM + records.map((record) => `${record.map(field).join(',')}\r\n`).join('')
}

/** A field without the apostrophe that `formatCsv` adds. */
export const plainField = (value: string): string => (value.startsWith("'") && FORMULA.test(value) ? value.slice(1) : value)
