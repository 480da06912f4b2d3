import type { z } from 'zod'
import type { Kot, OrderItem, OrderShape } from '../api/order.ts'
import type { DaySummary } from '../api/daySummary.ts'
import type { BillDocument, DayEndDocument, KotDocument, PrintDocument } from '../api/paper.ts'
import { modifiers, orderNotes } from '../bill.ts'
import { senderOf } from '../diner.ts'
import { AppError } from '../errors.ts'
import { toPaise, toRupees } from '../money.ts'
import type { Stamp } from '../printJob.ts'
import { billLines } from './bill.ts'
import { dayEndLines } from './dayEnd.ts'
import { kotLines } from './kot.ts'
import { centred, type Columns, type PaperLine, paperText } from './lines.ts'
import type { PaperRestaurant } from './store.ts'
import { testLines } from './testPage.ts'

export type { BillDocument, DayEndDocument, KotDocument, PrintDocument, TestDocument } from '../api/paper.ts'

export type { Stamp } from '../printJob.ts'

/** The stamp at the top of a paper: why it is printed again, or that it is a test page, so that nobody takes it for a bill or cooks from it. */
export type Mark = Stamp | 'SAMPLE'

export type PaperOptions = {
  columns: Columns
  restaurant: PaperRestaurant
  stamp?: Mark | null
}

/**
 * The lines of a document, for preview, printer and reprint alike. Every line has at most `columns` printable ASCII characters (half as many when it is `big`),
 * but for `raster` lines, which are drawn. Throws 422 `too_wide` rather than cut an amount that the width has no room for, and 422 `missing_restaurant` for a
 * KOT of a restaurant without a name (SPEC §5).
 */
export function linesOf(document: PrintDocument, { columns, restaurant, stamp = null }: PaperOptions): PaperLine[] {
  const lines = [...(stamp ? centred(`*** ${stamp} ***`, columns, { bold: true }) : []), ...bodyOf(document, restaurant, columns)]
  for (const line of lines) {
    const room = line.big ? columns / 2 : columns
    if (!line.raster && paperText(line, columns).length > room)
      throw new AppError(422, 'too_wide', `"${line.text.trim()}" has no room on ${columns} columns. Print it on wider paper.`)
  }
  return lines
}

function bodyOf(document: PrintDocument, restaurant: PaperRestaurant, columns: Columns): PaperLine[] {
  switch (document.kind) {
    case 'bill':
      return billLines(document.order, restaurant, columns)
    case 'kot':
      return kotLines(document, restaurant, columns)
    case 'dayEnd':
      return dayEndLines(document, restaurant, columns)
    case 'test':
      return testLines(document, restaurant, columns)
    case 'drawer':
      return []
  }
}

/** The document of an order's bill: of the order only what the paper shows, without cancelled lines. */
export function billDocument(order: BillDocument['order']): BillDocument {
  return {
    kind: 'bill',
    order: {
      totalPrice: order.totalPrice,
      discount: order.discount,
      discountTitle: order.discountTitle,
      additionalCharges: order.additionalCharges,
      taxPercentages: order.taxPercentages,
      roundOff: order.roundOff,
      grandTotal: order.grandTotal,
      payments: order.payments,
      paymentStatus: order.paymentStatus,
      paymentMethod: order.paymentMethod,
      refund: order.refund,
      orderType: order.orderType,
      orderStatus: order.orderStatus,
      tableNumber: order.tableNumber,
      serialNumber: order.serialNumber,
      customer_name: order.customer_name,
      mobile_number: order.mobile_number,
      customerGstin: order.customerGstin,
      deliveryAddress: order.deliveryAddress,
      billNumber: order.billNumber,
      invoiceNumber: order.invoiceNumber,
      biller: order.biller,
      createdAt: order.createdAt,
      completedAt: order.completedAt,
      billPrintedAt: order.billPrintedAt,
      lastPrinted: order.lastPrinted,
      additionalNote: order.additionalNote,
      specialInstructions: order.specialInstructions,
      kots: order.kots.map(({ items }) => ({
        items: items
          .filter(({ status }) => status !== 'Cancelled')
          .map(
            ({
              itemName,
              printName,
              quantity,
              amount,
              isAlcohol,
              gstRate,
              taxIncluded,
              variants,
              addonGroups,
              additionalItemNote,
              status,
            }) => ({
              itemName,
              printName,
              quantity,
              amount,
              isAlcohol,
              gstRate,
              taxIncluded,
              variants,
              addonGroups,
              additionalItemNote,
              status,
            }),
          ),
      })),
    },
  }
}

/** The fields of a line, a ticket and an order that a KOT shows. */
export type KotItem = Pick<OrderItem, 'itemName' | 'printName' | 'quantity' | 'variants' | 'addonGroups' | 'additionalItemNote' | 'status'>
export type KotTicket = Pick<Kot, 'kotNumber' | 'createdAt' | 'sentBy' | 'sentAt' | 'kind'> & { items: readonly KotItem[] }
export type KotOrder = Pick<
  OrderShape,
  | 'orderType'
  | 'tableNumber'
  | 'serialNumber'
  | 'customer_name'
  | 'mobile_number'
  | 'deliveryAddress'
  | 'additionalNote'
  | 'specialInstructions'
>

export type KotParts = {
  /** The table's area. */
  area?: string
  /** The station of these items, when the ticket has only the items of one station, as part `number` of `of`. */
  station?: string | null
  part?: { number: number; of: number }
}
const kotOf = (order: KotOrder, kot: KotTicket, { area = '', station, part }: KotParts) => {
  const delivery = order.orderType === 'Delivery'
  return {
    kind: 'kot' as const,
    kotNumber: kot.kotNumber,
    orderType: order.orderType,
    tableNumber: order.tableNumber,
    area,
    serialNumber: order.serialNumber,
    wasTable: null,
    station: station ?? null,
    part: part ?? null,
    customer_name: delivery ? order.customer_name : '',
    mobile_number: delivery ? order.mobile_number : '',
    deliveryAddress: delivery ? order.deliveryAddress : '',
  }
}
const itemOf = (item: KotItem, quantity = item.quantity, reason = '', left = 0): KotDocument['items'][number] => ({
  itemName: item.itemName,
  printName: item.printName,
  quantity,
  modifiers: modifiers(item),
  note: item.additionalItemNote,
  reason,
  left,
})
const printable = (kot: KotTicket): KotDocument['items'] =>
  kot.items.filter((item) => item.status !== 'Cancelled').map((item) => itemOf(item))

/** A ticket as it was sent, without cancelled lines. null when none remain: then there is nothing to print (SPEC §5). */
export function kotDocument(order: KotOrder, kot: KotTicket, parts: KotParts = {}): KotDocument | null {
  const items = printable(kot)
  if (items.length === 0) return null
  const { kind, sentAt, createdAt } = kot
  return { ...kotOf(order, kot, parts), paper: kind, at: sentAt ?? createdAt, by: senderOf(kot), items, notes: orderNotes(order) }
}

/** Do the two look the same on paper? */
const looksLike = (a: KotItem, b: KotItem): boolean => {
  const shown = (item: KotItem) => JSON.stringify([item.itemName, item.printName, modifiers(item), item.additionalItemNote])
  return shown(a) === shown(b)
}

/**
 * The paper that tells the kitchen of cancelled lines of a ticket: how many of each, and how many of the same are still wanted. A ticket that waited for its
 * printer prints without the cancelled portions, so without the second number a cook would subtract them twice. `by`: a name; `at`: UTC ISO. null for none.
 */
export function cancellationDocument(
  order: KotOrder,
  kot: KotTicket,
  cancelled: readonly { item: KotItem; quantity: number; reason: string }[],
  { at, by, ...parts }: KotParts & { at: string; by: string },
): KotDocument | null {
  if (cancelled.length === 0) return null
  const gone = new Set(cancelled.map(({ item }) => item))
  const wanted = kot.items.filter((item) => !gone.has(item) && (item.status === 'Preparing' || item.status === 'Ready'))
  const leftOf = (item: KotItem) => wanted.filter((one) => looksLike(one, item)).reduce((sum, { quantity }) => sum + quantity, 0)
  const items = cancelled.map(({ item, quantity, reason }) => itemOf(item, quantity, reason, leftOf(item)))
  return { ...kotOf(order, kot, parts), paper: 'cancellation', at, by, items, notes: [] }
}

/** The paper that tells the kitchen that a ticket's order is at another table now, `order.tableNumber`. null when nothing of the ticket is left. */
export function moveDocument(
  order: KotOrder,
  kot: KotTicket,
  { at, by, wasTable, ...parts }: KotParts & { at: string; by: string; wasTable: string },
): KotDocument | null {
  const items = printable(kot)
  if (items.length === 0) return null
  return { ...kotOf(order, kot, parts), paper: 'move', at, by, wasTable, items, notes: [] }
}

/** The day-end report of a summary that was read at `at` (UTC ISO) by `by`. `running`: of a business day that has not ended. */
export function dayEndDocument(
  { items, changedAfterPrint, ...summary }: z.infer<typeof DaySummary>,
  { running, at, by }: { running: boolean; at: string; by: string },
): DayEndDocument {
  return {
    kind: 'dayEnd',
    running,
    at,
    by,
    summary: {
      ...summary,
      items: items.slice(0, 15),
      itemsRevenue: toRupees(items.reduce((sum, { revenue }) => sum + toPaise(revenue), 0)),
      changedAfterPrint: changedAfterPrint.length,
    },
  }
}

/** Does the cash drawer open with it? The server sets this when cash was taken or given back (worker/printing/make.ts). */
export const opensDrawer = (document: PrintDocument): boolean =>
  document.kind === 'drawer' || (document.kind === 'bill' && document.drawer === true)
