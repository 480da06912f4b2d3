import { useEffect, useState } from 'react'
import { printSettingsOf } from '#domain/settings.ts'
import type { Receipt } from '../visit.ts'

const COLUMNS = 48
type Line = { text: string; bold: boolean }

/** What writes the restaurant's own bills. Not part of the pages that every guest loads: fetched with the guest's order, because the connection may be bad at its end. */
export const printer = () =>
  Promise.all([import('#domain/print/bill.ts'), import('#domain/print/lines.ts'), import('#domain/print/pdf.ts')])

/**
 * The restaurant's bill as its own printer writes it (domain/print): what a guest prints is the same document (CONTRACT §9 "Invoices"). Names in other scripts are
 * whole, because the browser has their letters. The customer's name and number stay off: they may be those of another guest of the table.
 */
async function paperOf({ order, restaurant }: Receipt): Promise<Line[]> {
  const [{ billLines }, { paperText }] = await printer()
  const outlet = {
    address: '',
    international_phone_number: '',
    gstNumber: '',
    fssaiNumber: '',
    vatNumber: '',
    upiId: '',
    ...restaurant,
    printSettings: printSettingsOf({ showCustomerDetails: false, rasterNames: true }),
  }
  return billLines(order, outlet, COLUMNS).map((line) => ({ text: paperText(line, COLUMNS), bold: line.bold === true }))
}

/** The lines that stand on paper instead of the page. null: the page itself is printed, since a receipt that is not final is no bill, or nothing can write one. */
export function usePaper(receipt: Receipt): readonly Line[] | null {
  const [paper, setPaper] = useState<{ of: Receipt; lines: Line[] } | null>(null)
  useEffect(() => {
    if (!receipt.isFinal) return
    let shown = true
    paperOf(receipt).then(
      (lines) => shown && setPaper({ of: receipt, lines }),
      () => undefined,
    )
    return () => void (shown = false)
  }, [receipt])
  return receipt.isFinal && paper?.of === receipt ? paper.lines : null
}

/** Saves the bill as a file on the phone: a PDF or, with letters of other scripts, which its fonts don't have, a text. */
export async function saveBill(lines: readonly Line[], { order }: Receipt): Promise<void> {
  const [, { canPrint }, { pdfOf }] = await printer()
  const isPdf = lines.every(({ text }) => canPrint(text))
  const body = isPdf
    ? new Blob([Uint8Array.from(pdfOf(lines, COLUMNS), (c) => c.charCodeAt(0))], { type: 'application/pdf' })
    : new Blob([lines.map(({ text }) => text).join('\n')], { type: 'text/plain;charset=utf-8' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(body)
  link.download = `receipt-${order.billNumber ?? order.serialNumber}.${isPdf ? 'pdf' : 'txt'}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
