import type { KotDocument } from '../api/paper.ts'
import { invalid } from '../errors.ts'
import { MESSAGES } from '../messages.ts'
import { tableName } from '../text.ts'
import { paperTime } from '../time.ts'
import {
  addressLines,
  amountLines,
  ascii,
  BLANK,
  canPrint,
  centred,
  type Columns,
  cutName,
  drawnName,
  indented,
  labelled,
  nameOf,
  noted,
  pair,
  type PaperLine,
  rule,
  wrap,
} from './lines.ts'
import type { PaperRestaurant } from './store.ts'

/** Says of a text of which paper can't show every letter where the rest is: what is missing may be an allergy. */
const whole = (text: string) => (canPrint(text) ? text : `${text} (see screen)`)

/** The heading, in the largest letters, of a paper that is not a new ticket. */
const ORDERS: Partial<Record<KotDocument['paper'], string>> = { cancellation: 'CANCELLED', move: 'MOVED' }

/**
 * A paper for the kitchen (SPEC §5, "Printing a KOT"). Notes are always printed, because the kitchen cooks by them; a Delivery order's ticket also has the
 * customer and the address. `printSettings.fullKotNames` wraps long names instead of cutting them. A cancellation has the quantities with a minus. Throws 422
 * "Cannot print KOT: Missing restaurant information" without an establishment name.
 */
export function kotLines(document: KotDocument, restaurant: PaperRestaurant | null | undefined, columns: Columns): PaperLine[] {
  if (!restaurant?.establishment_name?.trim()) throw invalid(MESSAGES.noRestaurantForKot, [], 'missing_restaurant')
  const { fullKotNames, rasterNames } = restaurant.printSettings
  const { items, orderType, tableNumber, wasTable, area, station, part, customer_name, mobile_number } = document
  const cancelled = document.paper === 'cancellation'
  const counted = items.map(({ quantity }) => String(cancelled ? -quantity : quantity))
  const width = Math.max(3, ...counted.map((text) => text.length))
  const nameLines = (item: KotDocument['items'][number]) =>
    fullKotNames ? wrap(ascii(nameOf(item)) || 'Item', columns - width - 1) : [cutName(nameOf(item), columns)]
  const itemLine = (item: KotDocument['items'][number], i: number): PaperLine[] => {
    const quantity = (counted[i] ?? '').padStart(width)
    const drawn = rasterNames ? drawnName(item) : null
    if (drawn) return [{ text: `${quantity} ${drawn}`, bold: true, raster: true }]
    return nameLines(item).map((text, n) => ({ text: `${n === 0 ? quantity : ' '.repeat(width)} ${text}`, bold: true }))
  }
  const of = part ? `${part.number} of ${part.of}` : ''
  return [
    ...centred(ORDERS[document.paper] ?? '', columns, { big: true }),
    ...centred(`KOT ${document.kotNumber ?? '-'}`, columns, { big: true }),
    ...centred(tableNumber ? tableName(tableNumber) : `${orderType} ${document.serialNumber}`, columns, { big: true }),
    ...centred(wasTable ? `was ${tableName(wasTable)}` : '', columns, { big: true }),
    ...centred(document.paper === 'addition' ? 'ADDITION' : '', columns, { bold: true }),
    ...centred(tableNumber ? [orderType, area].filter(Boolean).join(', ') : '', columns),
    ...centred([station ?? '', of].filter(Boolean).join(' '), columns, { bold: true }),
    BLANK,
    ...pair(document.by ? `By: ${document.by}` : '', paperTime(new Date(document.at), restaurant.timezone), columns),
    ...pair(customer_name ? `Customer: ${customer_name}` : '', mobile_number ? `Mobile: ${mobile_number}` : '', columns),
    ...addressLines(document, columns),
    rule(columns),
    { text: 'Qty Item' },
    rule(columns),
    ...items.flatMap((item, i) => [
      ...itemLine(item, i),
      ...item.modifiers.flatMap((m) => indented(m, 4, columns)),
      ...(item.note ? noted(whole(item.note), 4, columns) : []),
      ...(item.reason ? labelled('Why: ', whole(item.reason), 4, columns) : []),
      ...(item.left > 0 ? indented(`Still wanted: ${item.left}`, 4, columns) : []),
    ]),
    ...document.notes.flatMap((note) => noted(whole(note), 0, columns)),
    rule(columns),
    ...amountLines(cancelled ? 'Cancelled' : 'Items', String(items.reduce((sum, item) => sum + item.quantity, 0)), columns),
  ]
}
