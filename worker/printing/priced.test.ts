import fc from 'fast-check'
import { expect, it } from 'vitest'
import { billDocument, kotDocument, linesOf } from '#domain/print/document.ts'
import { asText, type PaperLine, paperText, rs } from '#domain/print/lines.ts'
import { type Order, repriced } from '#domain/order.ts'
import { order } from '#domain/test/arbitraries.ts'
import { aRestaurant } from '#domain/test/shapes.ts'
import { price, unitPriceOf } from '#domain/tax.ts'
import { orderJson } from '../orders/store.ts'

/** Issue "Printing through QZ Tray", done when 4: from the order in the database to the lines on paper. */

const anyOrder: fc.Arbitrary<Order> = fc
  .record({
    order,
    orderType: fc.constantFrom('Dine In' as const, 'Take Away' as const, 'Delivery' as const),
    composition: fc.boolean(),
    names: fc.string({ unit: 'binary', maxLength: 60 }),
    billNumber: fc.option(fc.integer({ min: 1, max: 9_999_999 })),
    paid: fc.integer({ min: 0, max: 2000_00 }),
  })
  .map(({ order: one, orderType, composition, names, billNumber, paid }) => {
    const taxPercentages = composition ? { ...one.taxPercentages, gst: 0, vat: 0, composition } : one.taxPercentages
    return repriced({
      ...one,
      taxPercentages,
      orderType,
      tableNumber: orderType === 'Dine In' ? names.slice(0, 12) || '7' : null,
      customerName: names,
      deliveryAddress: names,
      discountTitle: names.slice(0, 40),
      billNumber,
      payments: paid > 0 ? [{ method: 'Cash', amount: paid }] : [],
      tickets: one.tickets.map((t) => ({ ...t, lines: t.lines.map((l) => ({ ...l, additionalItemNote: names })) })),
    })
  })

/** Rows by their label, in printed paise; a label or an amount that has a line of its own is read as if it stood beside the other. */
function printedRows(lines: readonly PaperLine[], columns: 32 | 48) {
  const text = asText(lines, columns)
  return (label: string) => {
    const words = label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+')
    const found = [...text.matchAll(new RegExp(`^${words}\\s+(-?)Rs\\. (\\d+)\\.(\\d\\d)$`, 'gm'))]
    expect(found.length, label).toBeLessThanOrEqual(1)
    const [one] = found
    return one ? Number(`${one[1]}${one[2]}${one[3]}`) : 0
  }
}

it('any order prints with each line within its width, and with the totals of the pricing function', () => {
  fc.assert(
    fc.property(anyOrder, fc.constantFrom(32 as const, 48 as const), fc.constantFrom('', '36AAKCS1234L1Z6'), (one, columns, gstNumber) => {
      const restaurant = aRestaurant({ showNotes: true, printToken: true }, { gstNumber, upiId: 'smash@okaxis' })
      const shape = orderJson(one)
      // Its title may be any words, so the rows are read without it; with it the paper has its width.
      const bill = linesOf(billDocument({ ...shape, discountTitle: null }), { columns, restaurant })
      const papers = [bill, linesOf(billDocument(shape), { columns, restaurant, stamp: 'DUPLICATE' })]
      for (const kot of shape.kots) {
        const document = kotDocument(shape, kot)
        const left = kot.items.filter(({ status }) => status !== 'Cancelled')
        expect(document === null).toBe(left.length === 0)
        if (!document) continue
        const lines = linesOf(document, { columns, restaurant })
        expect(asText(lines, columns)).toMatch(new RegExp(`^Items +${left.reduce((sum, { quantity }) => sum + quantity, 0)}$`, 'm'))
        papers.push(lines)
      }
      for (const line of papers.flat()) {
        expect(paperText(line, columns)).toMatch(/^[\x20-\x7e]*$/)
        expect(paperText(line, columns).length).toBeLessThanOrEqual(line.big ? columns / 2 : columns)
      }
      expect(asText(papers.flat(), columns)).not.toMatch(/Gone \d/)

      const { taxPercentages, orderType, serviceChargeAccepted, roundOffEnabled: roundOff, totals } = one
      const lines = one.tickets.flatMap((t) =>
        t.lines.map((l) => ({
          unitPrice: unitPriceOf(l),
          quantity: l.quantity,
          isAlcohol: l.isAlcohol,
          gstRate: l.gstRate,
          taxIncluded: l.taxIncluded,
          cancelled: l.status === 'Cancelled',
        })),
      )
      const wanted = price({ lines, taxPercentages, orderType, serviceChargeAccepted, roundOff, discount: totals.discount })
      const row = printedRows(bill, columns)
      const { vat, serviceCharge } = taxPercentages
      const sum = (half: string) =>
        wanted.rates.reduce((all, { tax, rate, amount }) => all + (tax === 'gst' && amount > 0 ? row(`${half} ${rate / 2}%`) : 0), 0)
      expect({
        subtotal: row('Subtotal'),
        discount: 0 - row('Discount'),
        cgst: sum('CGST'),
        sgst: sum('SGST'),
        vat: row(`VAT ${vat}%`),
        serviceCharge: row(`Voluntary service charge ${serviceCharge}%`),
        charges: row('Packing') + row('Delivery charge'),
        taxIncluded: 0 - row('Less tax in prices'),
        roundOff: row('Round off'),
        grandTotal: row('TOTAL'),
      }).toEqual({
        subtotal: wanted.subtotal,
        discount: wanted.discount,
        cgst: wanted.cgst,
        sgst: wanted.sgst,
        vat: wanted.vat,
        serviceCharge: wanted.serviceCharge,
        charges: wanted.charges,
        taxIncluded: wanted.taxIncluded,
        roundOff: wanted.roundOff,
        grandTotal: wanted.grandTotal,
      })
      // A tax that is nothing has no line, and nothing else says that it was charged.
      const text = asText(bill, columns)
      expect(/^CGST/m.test(text)).toBe(wanted.cgst > 0)
      expect(/^VAT [\d.]+%/m.test(text)).toBe(wanted.vat > 0)
      if (columns === 48)
        for (const l of shape.kots.flatMap((k) => k.items))
          if (l.status !== 'Cancelled') expect(text).toContain(rs(Math.round(l.amount * 100)))
      const owed = wanted.grandTotal - one.payments.reduce((sum, p) => sum + p.amount, 0)
      const code = bill.flatMap(({ qr }) => qr ?? [])
      expect(code.map((link) => new URL(link).searchParams.get('am'))).toEqual(
        owed > 0 && ['unpaid', 'partial'].includes(shape.paymentStatus) ? [(owed / 100).toFixed(2)] : [],
      )
    }),
    { numRuns: 400 },
  )
})
