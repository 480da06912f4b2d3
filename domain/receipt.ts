import type { Kot, OrderItem, OrderShape } from './api/order.ts'
import type { RestaurantShape } from './api/restaurant.ts'
import {
  billFacts,
  type BillOrder,
  DECLARATION,
  documentKind,
  legalNumbers,
  modifiers,
  orderNotes,
  paymentRows,
  sections,
  totalRows,
} from './bill.ts'
import { invalid } from './errors.ts'
import { MESSAGES } from './messages.ts'
import { halfUp, type Paise, plainPaise, toPaise } from './money.ts'
import { paperTime } from './time.ts'

/**
 * Builds everything that is printed (SPEC §5 "Print formatting rules", SCREENS §1.2 "Print preview"): preview and printer use the same lines. It works on the
 * JSON shapes, so amounts are in rupees. All totals come from the server; nothing is calculated here.
 */
export type PaperLine = {
  /** Printable ASCII, without the spaces that centre it: `paperText` adds those. */
  text: string
  bold?: boolean
  /** Double width and height: such a line has room for columns / 2 characters. */
  big?: boolean
  align?: 'left' | 'center'
  /** A dashed or double rule across the whole width. */
  rule?: boolean
}

export type Columns = 32 | 48

/** The fields of a restaurant that are printed. */
export type PaperRestaurant = Pick<
  RestaurantShape,
  'establishment_name' | 'address' | 'international_phone_number' | 'gstNumber' | 'fssaiNumber' | 'vatNumber' | 'printSettings' | 'timezone'
>

/** The fields of a line, a ticket and an order that are printed. */
type PaperItem = Pick<
  OrderItem,
  'itemName' | 'printName' | 'quantity' | 'amount' | 'isAlcohol' | 'variants' | 'addonGroups' | 'additionalItemNote' | 'status' | 'station'
>
type PaperKot = Pick<Kot, 'kotNumber' | 'createdAt' | 'sentBy' | 'sentAt'> & { items: PaperItem[] }
export type PaperOrder = Omit<BillOrder, 'kots'> & Pick<OrderShape, 'serialNumber'> & { kots: PaperKot[] }

/** 48 characters a line when the printer's name contains 80mm, else 32 (SPEC §5, §9). */
export const columnsFor = (printerName: string | null | undefined): Columns => (/80mm/i.test(printerName ?? '') ? 48 : 32)

/** The greatest width of a logo, in dots (SPEC §5). */
export const logoWidthFor = (columns: Columns): 160 | 240 => (columns === 48 ? 240 : 160)

/** Each KOT of an order is printed once (SPEC §4); the record of these keys is cleared at sign-out. */
export const printOnceKey = (orderId: string, kotId: string): string => `${orderId}:${kotId}`

// Characters that NFKD doesn't split and that paper should still show.
const SPELLED: Record<string, string> = {
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
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
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

/** A line's name on paper: the dish's print name of when it was sent, if paper can show it. */
const nameOf = ({ printName, itemName }: Pick<PaperItem, 'printName' | 'itemName'>): string =>
  printName && ascii(printName) ? printName : itemName

const cut = (text: string, width: number): string =>
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

const indented = (text: string, indent: number, columns: Columns): PaperLine[] =>
  wrap(text, columns - indent).map((t) => ({ text: ' '.repeat(indent) + t }))

/**
 * A label and a text of several lines, its further lines below its first: whoever writes it, none of its lines begins where the paper's own do, so none passes
 * for one of those.
 */
const labelled = (label: string, content: string, indent: number, columns: Columns): PaperLine[] => {
  const [first = '', ...rest] = wrap(content, columns - indent - label.length)
  return [`${label}${first}`.trimEnd(), ...rest.map((text) => ' '.repeat(label.length) + text)].map((text) => ({
    text: ' '.repeat(indent) + text,
  }))
}
const noted = (note: string, indent: number, columns: Columns): PaperLine[] => labelled('Note: ', note, indent, columns)

const customerOf = (order: PaperOrder) => ({
  customer: order.customer_name ? `Customer: ${order.customer_name}` : '',
  mobile: order.mobile_number ? `Mobile: ${order.mobile_number}` : '',
})
/** Where a Delivery order goes. Nothing when the address has no character that paper can show. */
const addressLines = (order: PaperOrder, columns: Columns): PaperLine[] =>
  order.orderType === 'Delivery' && ascii(order.deliveryAddress) ? labelled('Address: ', order.deliveryAddress, 0, columns) : []

/** Left and right on one line when both fit, else on a line each. */
function pair(left: string, right: string, columns: Columns): PaperLine[] {
  const [l, r] = [ascii(left), ascii(right)]
  if (l && r && l.length + 1 + r.length <= columns) return [{ text: l + r.padStart(columns - l.length) }]
  return [...wrap(l, columns), ...wrap(r, columns)].map((text) => ({ text }))
}

/** A label and, at the right edge, an amount; the amount gets its own line when both don't fit on one. */
export function amountLines(label: string, amount: string, columns: Columns): PaperLine[] {
  const name = ascii(label)
  if (name.length + 1 + amount.length <= columns) return [{ text: name + amount.padStart(columns - name.length) }]
  return [...wrap(name, columns), amount.padStart(columns)].map((text) => ({ text }))
}

const printable = (items: readonly PaperItem[]): PaperItem[] => items.filter((item) => item.status !== 'Cancelled')

/** Rupees of an item line: one decimal on narrow paper, two on wide (SPEC §9). */
const itemAmount = (paise: Paise, columns: Columns): string => (columns === 48 ? rs(paise) : `Rs. ${(halfUp(paise, 10) / 10).toFixed(1)}`)

function itemLines(item: PaperItem, columns: Columns, showNotes: boolean): PaperLine[] {
  const [nameWidth, quantityWidth] = columns === 48 ? [24, 5] : [15, 4]
  const amount = toPaise(item.amount)
  const left = cutName(nameOf(item), columns).padEnd(nameWidth) + String(item.quantity).padStart(quantityWidth)
  const right = itemAmount(amount, columns)
  const fits = left.length + 1 + right.length <= columns
  return [
    ...(fits ? [{ text: left + right.padStart(columns - left.length) }] : [{ text: left }, { text: right.padStart(columns) }]),
    ...modifiers(item).flatMap((m) => indented(m, 2, columns)),
    ...(item.quantity > 1 ? indented(`@ ${itemAmount(Math.round(amount / item.quantity), columns)}`, 2, columns) : []),
    ...(showNotes && item.additionalItemNote ? noted(item.additionalItemNote, 2, columns) : []),
  ]
}

/** Name, address and legal numbers of the restaurant, which always print (CONTRACT §9 "Invoices"); `showStoreDetails` adds its phone number. */
export function storeLines(restaurant: PaperRestaurant, columns: Columns): PaperLine[] {
  const { header, showStoreDetails } = restaurant.printSettings
  const phone = showStoreDetails ? restaurant.international_phone_number : ''
  return [
    ...centred(header, columns),
    ...centred(restaurant.establishment_name.toUpperCase(), columns, { bold: true }),
    ...centred(restaurant.address, columns),
    ...(phone ? centred(`Phone ${phone}`, columns) : []),
    ...legalNumbers(restaurant).flatMap(([label, number]) => centred(`${label} ${number}`, columns)),
  ]
}

function billHead(order: PaperOrder, restaurant: PaperRestaurant, columns: Columns, at: string | undefined): PaperLine[] {
  const facts = billFacts(order, restaurant, at)
  const labelOf = (label: string, text: string) => (text ? `${label}: ${text}` : '')
  const bill = labelOf('Bill No', facts.bill)
  const invoice = labelOf('Invoice', facts.invoice)
  const date = labelOf('Date', facts.date)
  const table = labelOf('Table', facts.table)
  const type = labelOf('Order type', facts.type)
  const biller = labelOf('Biller', facts.biller)
  const customer = labelOf('Customer', facts.customer)
  const mobile = labelOf('Mobile', facts.mobile)
  const cells: [string, string][] =
    columns === 48
      ? [
          [bill, invoice],
          [date, table],
          [type, biller],
          [customer, mobile],
        ]
      : [
          [bill, table],
          [invoice, ''],
          [date, ''],
          [type, ''],
          [biller, ''],
          [customer, ''],
          [mobile, ''],
        ]
  return [...cells.flatMap(([left, right]) => pair(left, right, columns)), ...addressLines(order, columns)]
}

const rowLines = (rows: readonly { label: string; amount: Paise }[], columns: Columns): PaperLine[] =>
  rows.flatMap(({ label, amount }) => amountLines(label, rs(amount), columns))

const totalLines = (order: PaperOrder, columns: Columns): PaperLine[] => [
  ...rowLines(totalRows(order), columns),
  rule(columns, '='),
  ...rowLines([{ label: 'TOTAL', amount: toPaise(order.grandTotal) }], columns).map((line) => ({ ...line, bold: true })),
  rule(columns, '='),
]

export type BillOptions = {
  columns: Columns
  reprint?: boolean
  /** The bill's date, a UTC ISO instant; by default when it was first printed, or else settled, or else ordered. */
  at?: string
}

/**
 * The bill (SPEC §5, §9, CONTRACT §9 "Invoices"); what stands on it is `domain/bill.ts`. `showNotes` prints the notes, `showCustomerDetails` name and mobile (a
 * Delivery order's bill always has them, and the address), `showStoreDetails` the outlet's phone number. No line is longer than `columns`. Throws RangeError
 * for an amount that is not whole paise.
 */
export function billLines(order: PaperOrder, restaurant: PaperRestaurant, { columns, reprint = false, at }: BillOptions): PaperLine[] {
  const settings = restaurant.printSettings
  const [nameAndQuantity, amount] = columns === 48 ? [`${'Item'.padEnd(26)}Qty`, 19] : [`${'Item'.padEnd(16)}Qty`, 13]
  const kind = documentKind(order, restaurant)
  return [
    ...(reprint ? centred('*** REPRINT ***', columns, { bold: true }) : []),
    ...storeLines(restaurant, columns),
    BLANK,
    ...(settings.printToken && order.orderType === 'Take Away'
      ? [...centred(`Token ${order.serialNumber}`, columns, { big: true }), BLANK]
      : []),
    ...centred(kind, columns, { bold: true }),
    ...(kind === 'BILL OF SUPPLY' ? centred(DECLARATION, columns) : []),
    rule(columns),
    ...billHead(order, restaurant, columns, at),
    rule(columns),
    { text: nameAndQuantity + 'Amount'.padStart(amount) },
    rule(columns),
    ...sections(order.kots).flatMap(({ title, items, subtotal }) => [
      ...(title ? [{ text: title, bold: true }] : []),
      ...items.flatMap((item) => itemLines(item, columns, settings.showNotes)),
      ...(title ? rowLines([{ label: `${title} subtotal`, amount: subtotal }], columns) : []),
    ]),
    ...(settings.showNotes ? orderNotes(order).flatMap((note) => noted(note, 0, columns)) : []),
    rule(columns),
    ...totalLines(order, columns),
    ...rowLines(paymentRows(order), columns),
    BLANK,
    ...centred(settings.footer.trim() || 'Thanks for dining with us!', columns),
  ]
}

export type KotOptions = {
  columns: Columns
  reprint?: boolean
  /** Prints only this station's items (a menu item's `station`; null for items without one); all items when not given. */
  station?: string | null
}

/**
 * A kitchen ticket (SPEC §5, "Printing a KOT"). Cancelled items are left out; when none remain there is nothing to print: []. Notes are always printed,
 * because the kitchen cooks by them, and on a Delivery order's ticket who gets it and where. `printSettings.fullKotNames` wraps long names instead of cutting
 * them. Throws AppError 422 "Cannot print KOT: Missing restaurant information" without an establishment name.
 */
export function kotLines(
  order: PaperOrder,
  kot: PaperKot,
  restaurant: PaperRestaurant | null | undefined,
  { columns, reprint = false, station }: KotOptions,
): PaperLine[] {
  if (!restaurant?.establishment_name?.trim()) throw invalid(MESSAGES.noRestaurantForKot, [], 'missing_restaurant')
  const items = printable(kot.items).filter((item) => station === undefined || item.station === station)
  if (items.length === 0) return []
  const { customer, mobile } = customerOf(order)
  const label = order.tableNumber ? `Table ${order.tableNumber}` : order.orderType === 'Delivery' ? 'Delivery' : 'Take Away'
  const names = (item: PaperItem) =>
    restaurant.printSettings?.fullKotNames ? wrap(ascii(nameOf(item)) || 'Item', columns - 4) : [cutName(nameOf(item), columns)]
  return [
    ...(reprint ? centred('*** REPRINT ***', columns, { bold: true }) : []),
    ...centred(`KOT ${kot.kotNumber ?? '-'}`, columns, { big: true }),
    ...centred(label, columns, { big: true }),
    BLANK,
    ...pair(kot.sentBy ? `By: ${kot.sentBy}` : '', paperTime(new Date(kot.sentAt ?? kot.createdAt), restaurant.timezone), columns),
    ...(order.orderType === 'Delivery' ? [...pair(customer, mobile, columns), ...addressLines(order, columns)] : []),
    rule(columns),
    { text: 'Qty Item' },
    rule(columns),
    ...items.flatMap((item) => [
      ...names(item).map((text, i) => ({ text: `${i === 0 ? String(item.quantity).padStart(3) : '   '} ${text}`, bold: true })),
      ...modifiers(item).flatMap((m) => indented(m, 4, columns)),
      ...(item.additionalItemNote ? noted(item.additionalItemNote, 4, columns) : []),
    ]),
    ...orderNotes(order).flatMap((note) => noted(note, 0, columns)),
    rule(columns),
    ...amountLines('Items', String(items.reduce((sum, item) => sum + item.quantity, 0)), columns),
  ]
}
