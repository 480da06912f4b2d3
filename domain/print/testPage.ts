import type { TestDocument } from '../api/paper.ts'
import { paperTime } from '../time.ts'
import { BLANK, centred, type Columns, labelled, pair, type PaperLine, rule } from './lines.ts'
import type { PaperRestaurant } from './store.ts'

/** A page that shows whether a printer prints, has the width that it was registered with, has bold and large letters, and cuts. */
export function testLines({ printer, at, by }: TestDocument, restaurant: PaperRestaurant, columns: Columns): PaperLine[] {
  return [
    ...centred(restaurant.establishment_name.toUpperCase(), columns, { bold: true }),
    ...centred('TEST PAGE', columns, { big: true }),
    BLANK,
    ...labelled('Printer: ', printer, 0, columns),
    ...pair(by ? `By: ${by}` : '', paperTime(new Date(at), restaurant.timezone), columns),
    rule(columns),
    { text: '1234567890'.repeat(5).slice(0, columns) },
    ...pair('Left edge', 'Right edge', columns),
    { text: 'Bold letters', bold: true },
    { text: 'Large letters', big: true },
    { text: "ABC abc 123 & @ % ( ) + - , . '" },
    rule(columns, '='),
    ...centred(`${columns} columns. The digits above fill one line.`, columns),
    ...centred('The paper is cut below.', columns),
  ]
}
