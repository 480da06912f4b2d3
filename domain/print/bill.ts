import type { BillDocument } from '../api/paper.ts'
import {
  asIssued,
  billFacts,
  type BillItem,
  type BillOrder,
  DECLARATION,
  documentKind,
  modifiers,
  orderNotes,
  paymentRows,
  revisionText,
  SAC,
  sections,
  totalRows,
} from '../bill.ts'
import { halfUp, type Paise, toPaise } from '../money.ts'
import {
  addressLines,
  amountLines,
  BLANK,
  centred,
  type Columns,
  cutName,
  drawnName,
  indented,
  nameOf,
  noted,
  pair,
  type PaperLine,
  rs,
  rule,
} from './lines.ts'
import { type PaperRestaurant, storeLines } from './store.ts'
import { upiPayment } from './upi.ts'

export type PaperOrder = BillDocument['order']

/** Rupees of an item line: one decimal on narrow paper, two on wide (SPEC §9). */
const itemAmount = (paise: Paise, columns: Columns): string => (columns === 48 ? rs(paise) : `Rs. ${(halfUp(paise, 10) / 10).toFixed(1)}`)

function itemLines(item: BillItem, columns: Columns, { showNotes, rasterNames }: PaperRestaurant['printSettings']): PaperLine[] {
  const drawn = rasterNames ? drawnName(item) : null
  const [nameWidth, quantityWidth] = columns === 48 ? [24, 5] : [15, 4]
  const amount = toPaise(item.amount)
  const left = (drawn ? '' : cutName(nameOf(item), columns)).padEnd(nameWidth) + String(item.quantity).padStart(quantityWidth)
  const right = itemAmount(amount, columns)
  const fits = left.length + 1 + right.length <= columns
  return [
    ...(drawn ? [{ text: drawn, raster: true }] : []),
    ...(fits ? [{ text: left + right.padStart(columns - left.length) }] : [{ text: left }, { text: right.padStart(columns) }]),
    ...modifiers(item).flatMap((m) => indented(m, 2, columns)),
    ...(item.quantity > 1 ? indented(`@ ${itemAmount(Math.round(amount / item.quantity), columns)}`, 2, columns) : []),
    ...(showNotes && item.additionalItemNote ? noted(item.additionalItemNote, 2, columns) : []),
  ]
}

function billHead(order: BillOrder, restaurant: PaperRestaurant, columns: Columns): PaperLine[] {
  const facts = billFacts(order, restaurant)
  const labelOf = (label: string, text: string) => (text ? `${label}: ${text}` : '')
  const bill = labelOf('Bill No', facts.bill)
  const invoice = labelOf('Invoice', facts.invoice)
  const date = labelOf('Date', facts.date)
  const table = labelOf('Table', facts.table)
  const type = labelOf('Order type', facts.type)
  const biller = labelOf('Biller', facts.biller)
  const customer = labelOf('Customer', facts.customer)
  const mobile = labelOf('Mobile', facts.mobile)
  const gstin = labelOf('Customer GSTIN', facts.gstin)
  const cells: [string, string][] =
    columns === 48
      ? [
          [bill, invoice],
          [date, table],
          [type, biller],
          [customer, mobile],
          [gstin, ''],
        ]
      : [
          [bill, table],
          [invoice, ''],
          [date, ''],
          [type, ''],
          [biller, ''],
          [customer, ''],
          [mobile, ''],
          [gstin, ''],
        ]
  return [...cells.flatMap(([left, right]) => pair(left, right, columns)), ...addressLines(order, columns)]
}

const rowLines = (rows: readonly { label: string; amount: Paise }[], columns: Columns): PaperLine[] =>
  rows.flatMap(({ label, amount }) => amountLines(label, rs(amount), columns))

const totalLines = (order: BillOrder, columns: Columns): PaperLine[] => [
  ...rowLines(totalRows(order), columns),
  rule(columns, '='),
  ...rowLines([{ label: 'TOTAL', amount: toPaise(order.grandTotal) }], columns).map((line) => ({ ...line, bold: true })),
  rule(columns, '='),
]

/**
 * The bill as paper lines (SPEC §5, §9, CONTRACT §9 "Invoices"); its content comes from `domain/bill.ts`. `showNotes` prints the notes, `showCustomerDetails`
 * name and mobile (a Delivery order's bill always has them, and the address), `showStoreDetails` the outlet's phone number. Throws RangeError for an amount
 * that is not whole paise.
 */
export function billLines(order: PaperOrder, restaurant: PaperRestaurant, columns: Columns): PaperLine[] {
  const settings = restaurant.printSettings
  const [nameAndQuantity, amount] = columns === 48 ? [`${'Item'.padEnd(26)}Qty`, 19] : [`${'Item'.padEnd(16)}Qty`, 13]
  const kind = documentKind(order, restaurant)
  const upi = upiPayment(order, restaurant)
  return [
    ...storeLines(asIssued(order, restaurant), columns),
    BLANK,
    ...(settings.printToken && order.orderType === 'Take Away'
      ? [...centred(`Token ${order.serialNumber}`, columns, { big: true }), BLANK]
      : []),
    ...centred(kind, columns, { bold: true }),
    ...(kind === 'BILL' ? [] : centred(`SAC ${SAC}`, columns)),
    ...(kind === 'BILL OF SUPPLY' ? centred(DECLARATION, columns) : []),
    ...centred(revisionText(order, restaurant), columns, { bold: true }),
    rule(columns),
    ...billHead(order, restaurant, columns),
    rule(columns),
    { text: nameAndQuantity + 'Amount'.padStart(amount) },
    rule(columns),
    ...sections(order.kots).flatMap(({ title, items, subtotal }) => [
      ...(title ? [{ text: title, bold: true }] : []),
      ...items.flatMap((item) => itemLines(item, columns, settings)),
      ...(title ? rowLines([{ label: `${title} subtotal`, amount: subtotal }], columns) : []),
    ]),
    ...(settings.showNotes ? orderNotes(order).flatMap((note) => noted(note, 0, columns)) : []),
    rule(columns),
    ...totalLines(order, columns),
    ...rowLines(paymentRows(order), columns),
    ...(upi
      ? [
          BLANK,
          { text: '', align: 'center' as const, qr: upi.link },
          ...centred(`Scan to pay ${rs(upi.amount)}`, columns),
          ...centred(upi.id, columns),
        ]
      : []),
    BLANK,
    ...centred(settings.footer.trim() || 'Thanks for dining with us!', columns),
  ]
}
