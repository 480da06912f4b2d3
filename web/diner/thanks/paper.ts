import { useEffect, useState } from 'react'
import { printSettingsOf } from '#domain/settings.ts'
import type { Receipt } from '../visit.ts'
import { receiptText } from './save.ts'

const COLUMNS = 48
type Line = { text: string; bold: boolean }

/** What writes the restaurant's own bills. Not part of the pages that every guest loads: fetched with the first receipt. */
const printer = () => Promise.all([import('#domain/print/bill.ts'), import('#domain/print/lines.ts')])

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

/** The lines that stand on paper instead of the page; null for a receipt that is not final, which is no bill. Without a connection they are those of the saved text. */
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
  if (!receipt.isFinal) return null
  if (paper?.of === receipt) return paper.lines
  return receiptText(receipt)
    .split('\n')
    .map((text) => ({ text, bold: false }))
}
