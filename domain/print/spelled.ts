import type { PrintDocument } from '../api/paper.ts'
import { spell } from '../printName.ts'
import { linesOf, type PaperOptions } from './document.ts'
import type { PaperLine } from './lines.ts'

/** Where the setting draws names in other scripts, these fields are left as they are. */
const DRAWN = new Set(['itemName', 'printName'])

/** All texts of `value`, those in Indian scripts in Latin letters. */
function spelled<T>(value: T, drawn: boolean): T {
  const json = JSON.stringify(value)
  if (!/[\u0900-\u0d7f]/.test(json)) return value
  return JSON.parse(json, (key, text: unknown) => (typeof text === 'string' && !(drawn && DRAWN.has(key)) ? spell(text) : text)) as T
}

/**
 * `linesOf` with texts in Indian scripts in Latin letters: a note in Hindi, or a dish without a name for paper, would otherwise be missing or called "Item", because
 * paper has printable ASCII only (SPEC §5). A dish's own name for paper stays.
 */
export function paperLines(document: PrintDocument, { restaurant, ...options }: PaperOptions): PaperLine[] {
  const { establishment_name, address, printSettings } = restaurant
  const outlet = spelled({ establishment_name, address, header: printSettings.header, footer: printSettings.footer }, false)
  return linesOf(spelled(document, printSettings.rasterNames), {
    ...options,
    restaurant: {
      ...restaurant,
      establishment_name: outlet.establishment_name,
      address: outlet.address,
      printSettings: { ...printSettings, header: outlet.header, footer: outlet.footer },
    },
  })
}
