import type { OrderShape } from '#domain/api/order.ts'
import type { RestaurantShape } from '#domain/api/restaurant.ts'
import { billDocument, type Stamp } from '#domain/print/document.ts'
import { type Columns, columnsFor } from '#domain/print/lines.ts'
import { logoOf } from '#domain/print/store.ts'
import { paperLines } from '#domain/print/spelled.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { saveFile } from '#web/app/list/download.ts'
import { messageOf } from '#web/core/api.ts'
import { billText } from '#web/shared/order/label.ts'
import { logoFor } from './logo.ts'

/** `Invoice SY-26-27-42`: a file's name has no slash. */
export const fileNameOf = ({ invoiceNumber, billNumber }: Pick<OrderShape, 'invoiceNumber' | 'billNumber'>): string =>
  `Invoice ${(invoiceNumber ?? billText(billNumber)).replace(/[^\w-]+/g, '-')}`

export type FileOptions = { columns: Columns; stamp: Stamp | null }

/**
 * The bill of an order as a PDF for a guest who asks, made of the lines that a printer would get, except that dishes in other scripts are always drawn. Works without
 * a printer.
 */
export async function billFile(order: OrderShape, restaurant: RestaurantShape, { columns, stamp }: FileOptions): Promise<File> {
  const { pdfOfLines } = await import('./pdf.ts')
  const drawn = { ...restaurant, printSettings: { ...restaurant.printSettings, rasterNames: true } }
  const lines = paperLines(billDocument(order), { columns, restaurant: drawn, stamp })
  const title = fileNameOf(order)
  const bytes = await pdfOfLines(lines, { columns, title, logo: await logoFor(logoOf(restaurant), columns) })
  return new File([bytes], `${title}.pdf`, { type: 'application/pdf' })
}

/** Offers a file in the device's share dialog, or saves it if the device has none. */
async function giveFile(file: File): Promise<void> {
  if (navigator.canShare?.({ files: [file] }))
    try {
      return await navigator.share({ files: [file], title: file.name })
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
      // Browsers allow sharing only right after a press. If making the file took too long, it is saved instead.
    }
  saveFile(file.name, file)
}

/** Shares or saves the bill of an order as a PDF: on the restaurant's paper, and marked REPRINT where it was printed before. A failure is shown in a snackbar. */
export async function giveBill(order: OrderShape, restaurant: RestaurantShape, options: Partial<FileOptions> = {}): Promise<void> {
  try {
    const columns = columnsFor(restaurant.printSettings.pageSize)
    await giveFile(await billFile(order, restaurant, { columns, stamp: order.billPrintedAt === null ? null : 'REPRINT', ...options }))
  } catch (error) {
    snack.error(messageOf(error, 'The file could not be made. Check the connection and try again.'))
  }
}
