import {
  asIssued,
  billFacts,
  DECLARATION,
  documentKind,
  legalNumbers,
  modifiers,
  paymentRows,
  revisionText,
  SAC,
  sections,
  totalRows,
} from '#domain/bill.ts'
import { formatPaise, toPaise } from '#domain/money.ts'
import { tableName } from '#domain/text.ts'
import { printSettingsOf } from '#domain/settings.ts'
import { clockText, dayText, wallClock } from '#domain/time.ts'
import type { Receipt } from '../visit.ts'

const WIDTH = 48
const row = (label: string, amount: string): string => {
  const room = WIDTH - amount.length - 1
  return label.length <= room ? label.padEnd(room + 1) + amount : `${label}\n${amount.padStart(WIDTH)}`
}

/** The receipt as plain text, with the same content as the restaurant's bill (CONTRACT §9 "Invoices"). */
export function receiptText({ order, restaurant, isFinal, seenAt }: Receipt): string {
  const { timezone } = restaurant
  const at = new Date(order.completedAt ?? seenAt)
  const kind = documentKind(order, { gstNumber: restaurant.gstNumber ?? '' })
  const legal = legalNumbers({
    fssaiNumber: '',
    vatNumber: '',
    ...asIssued(order, { ...restaurant, gstNumber: restaurant.gstNumber ?? '' }),
  })
  // The date of its issue, as on the restaurant's bill, and who asked for their GST number on it.
  const { date, gstin, customer } = billFacts(order, { timezone, printSettings: printSettingsOf({ showCustomerDetails: false }) })
  const head = [
    restaurant.establishment_name,
    restaurant.address ?? '',
    restaurant.international_phone_number ?? '',
    ...legal.map(([name, number]) => `${name} ${number}`),
    '',
    isFinal ? kind : `As seen at ${clockText(at, timezone)}; the restaurant’s own bill counts.`,
    ...(isFinal && kind !== 'BILL' ? [`SAC ${SAC}`] : []),
    ...(isFinal && kind === 'BILL OF SUPPLY' ? [DECLARATION] : []),
    ...(isFinal ? [revisionText(order, restaurant)].filter(Boolean) : []),
    [
      order.billNumber === null ? `Order ${order.serialNumber}` : `Bill ${String(order.billNumber).padStart(4, '0')}`,
      order.invoiceNumber ?? '',
      order.tableNumber ? tableName(order.tableNumber) : '',
    ]
      .filter(Boolean)
      .join(' · '),
    isFinal ? date : `${dayText(wallClock(at, timezone).date, { year: true })}, ${clockText(at, timezone)}`,
    ...(gstin ? [`Customer ${customer}, GSTIN ${gstin}`] : []),
  ]
  const lines = sections(order.kots).flatMap(({ title, items }) => [
    ...(title ? ['', title] : []),
    ...items.flatMap((item) => [
      row(`${item.quantity} × ${item.itemName}`, formatPaise(toPaise(item.amount))),
      ...modifiers(item).map((text) => `    ${text}`),
    ]),
  ])
  const rule = '-'.repeat(WIDTH)
  const totals = totalRows(order).map(({ label, amount }) => row(label, amount < 0 ? `- ${formatPaise(-amount)}` : formatPaise(amount)))
  const paid = isFinal ? paymentRows(order).map(({ label, amount }) => row(label, formatPaise(amount))) : []
  return [
    ...head.filter((text, i) => text !== '' || i > 2),
    rule,
    ...lines,
    rule,
    ...totals,
    row('TOTAL', formatPaise(toPaise(order.grandTotal))),
    ...paid,
    '',
  ].join('\n')
}

/** Saves the receipt as a file on the phone. */
export function saveReceipt(receipt: Receipt): void {
  const url = URL.createObjectURL(new Blob([receiptText(receipt)], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `receipt-${receipt.order.billNumber ?? receipt.order.serialNumber}.txt`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
