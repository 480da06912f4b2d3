import { type Paise, plainPaise } from '../money.ts'
import { SPELLED_LETTERS } from '../looks.ts'

/**
 * The lines that all papers are made of (SPEC §5 "Print formatting rules", SCREENS §1.2 "Print preview"): preview and printer use the same. Amounts are paise
 * here; all totals come from the server, and nothing is calculated.
 */
export type PaperLine = {
  /** Printable ASCII without the spaces that centre it, which `paperText` adds. In a `raster` line any letters, but no control characters. */
  text: string
  bold?: boolean
  /** Double width and height: such a line has room for columns / 2 characters. */
  big?: boolean
  align?: 'left' | 'center'
  /** A dashed or double rule across the whole width. */
  rule?: boolean
  /** Drawn as a picture, because the printer has no such letters; what doesn't fit is left out. */
  raster?: boolean
  /** A QR code of this text (ASCII) instead of letters; `text` is ''. */
  qr?: string
}

export type Columns = 32 | 48

/** 48 characters a line when the printer's name contains 80mm, else 32 (SPEC §5, §9). */
export const columnsFor = (printerName: string | null | undefined): Columns => (/80mm/i.test(printerName ?? '') ? 48 : 32)

/** The greatest width of a logo, in dots (SPEC §5). */
export const logoWidthFor = (columns: Columns): 160 | 240 => (columns === 48 ? 240 : 160)

// Characters that NFKD doesn't split and that paper should still show.
const SPELLED: Record<string, string> = {
  ...SPELLED_LETTERS,
  '₹': 'Rs.',
  '×': 'x',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '−': '-',
  '•': '*',
  '⁄': '/',
}

/** Keeps printable ASCII only (SPEC §5): accents are removed from their letters, white space becomes spaces, everything else is dropped. */
export function ascii(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/gu, (c) => SPELLED[c] ?? (/\s/u.test(c) ? ' ' : ''))
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** An item's name in 15 characters on 32 columns, 24 on 48, the trailing '..' included (SPEC §5). A name without any ASCII becomes "Item". */
export const cutName = (name: string, columns: Columns): string => cut(ascii(name) || 'Item', columns === 48 ? 24 : 15)

type Named = { itemName: string; printName: string | null }

/** A dish's name on paper: its print name of when it was sent, if paper can show it. */
export const nameOf = ({ printName, itemName }: Named): string => (printName && ascii(printName) ? printName : itemName)

/** Characters that would move, hide or reverse what is drawn. The two joiners stay, because they shape the letters of Indian scripts. */
const UNDRAWN = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** Can paper show all letters and digits of this text, possibly without accents? */
export const canPrint = (text: string): boolean =>
  ![...text.normalize('NFC')].some((letter) => /[\p{L}\p{N}\p{M}]/u.test(letter) && ascii(letter) === '')

/**
 * The name to draw instead of printing it, where the setting asks for that: one with letters or digits that paper would leave out. null: the name can be printed.
 */
export function drawnName(item: Named): string | null {
  const name = (item.printName || item.itemName).replace(/\s+/gu, ' ').replace(UNDRAWN, '').trim()
  return canPrint(name) ? null : [...name].slice(0, 80).join('')
}

export const cut = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, Math.max(0, width - 2))}..`.slice(0, width)

/** The text in lines of at most `width` printable characters; its own line breaks are kept, and a longer word is split. */
export function wrap(text: string, width: number): string[] {
  const out: string[] = []
  for (const part of text.split(/\r\n|\r|\n/)) {
    let line = ''
    for (let word of ascii(part).split(' ')) {
      if (line && line.length + 1 + word.length > width) {
        out.push(line)
        line = ''
      }
      while (word.length > width) {
        out.push(word.slice(0, width))
        word = word.slice(width)
      }
      line = line ? `${line} ${word}` : word
    }
    if (line) out.push(line)
  }
  return out
}

/** The exact characters of a line: a centred one with its leading spaces. */
export function paperText(line: PaperLine, columns: Columns): string {
  const width = line.big ? columns / 2 : columns
  return line.align === 'center' ? ' '.repeat(Math.max(0, Math.floor((width - line.text.length) / 2))) + line.text : line.text
}

/** All of it as plain text, one line each; big lines have half the columns, as on paper. */
export const asText = (lines: readonly PaperLine[], columns: Columns): string => lines.map((line) => paperText(line, columns)).join('\n')

export const BLANK: PaperLine = { text: '' }
/** A dashed, or with `=` a double, rule. */
export const rule = (columns: Columns, mark = '-'): PaperLine => ({ text: mark.repeat(columns), rule: true })
/** `Rs. 2150.36`, ungrouped as in print (SCREENS G9). */
export const rs = (paise: Paise): string => `${paise < 0 ? '-' : ''}Rs. ${plainPaise(Math.abs(paise))}`

/** A text in centred lines. */
export const centred = (text: string, columns: Columns, style: { bold?: boolean; big?: boolean } = {}): PaperLine[] =>
  wrap(text, style.big ? columns / 2 : columns).map((t) => ({ text: t, align: 'center', ...style }))

export const indented = (text: string, indent: number, columns: Columns): PaperLine[] =>
  wrap(text, columns - indent).map((t) => ({ text: ' '.repeat(indent) + t }))

/**
 * A label and a text of several lines, indented below the first. So no line of a text that a guest typed begins where the paper's own lines begin, and none can
 * pass for one of them.
 */
export const labelled = (label: string, content: string, indent: number, columns: Columns): PaperLine[] => {
  const [first = '', ...rest] = wrap(content, columns - indent - label.length)
  return [`${label}${first}`.trimEnd(), ...rest.map((text) => ' '.repeat(label.length) + text)].map((text) => ({
    text: ' '.repeat(indent) + text,
  }))
}
/** A note in one paragraph, as screens show it: with a line of paper for each of its line ends, one guest could print metres of them. */
export const noted = (note: string, indent: number, columns: Columns): PaperLine[] =>
  labelled('Note: ', note.replace(/\s+/g, ' '), indent, columns)

/** Left and right on one line when both fit, else below each other. What follows a label (`Customer: `) is indented by it, as in `labelled`. */
export function pair(left: string, right: string, columns: Columns): PaperLine[] {
  const [l, r] = [ascii(left), ascii(right)]
  if (l && r && l.length + 1 + r.length <= columns) return [{ text: l + r.padStart(columns - l.length) }]
  return [l, r].filter(Boolean).flatMap((text) => {
    const [label = ''] = /^[^:]+: /.exec(text) ?? []
    return labelled(label, text.slice(label.length), 0, columns)
  })
}

/** A label and, at the right edge, an amount; the amount gets its own line when both don't fit on one. */
export function amountLines(label: string, amount: string, columns: number): PaperLine[] {
  const name = ascii(label)
  if (name.length + 1 + amount.length <= columns) return [{ text: name + amount.padStart(columns - name.length) }]
  return [...wrap(name, columns), amount.padStart(columns)].map((text) => ({ text }))
}

/** Where a Delivery order goes. Nothing when the address has no character that paper can show. */
export const addressLines = (order: { orderType: string; deliveryAddress: string }, columns: Columns): PaperLine[] =>
  order.orderType === 'Delivery' && ascii(order.deliveryAddress) ? labelled('Address: ', order.deliveryAddress, 0, columns) : []
