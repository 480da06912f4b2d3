import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { repriced } from '#domain/order.ts'
import { aLine, anOrder, asJson, aTicket } from '#domain/test/shapes.ts'
import { TotalsOfOrder } from './OrderTotals.tsx'

it('an order’s totals have the tax of each rate, and what of it the prices contain, also when it is completed and rounded', () => {
  const lines = [
    aLine({ price: 100_40 }),
    aLine({ price: 20_00, quantity: 3, gstRate: 18, taxIncluded: true }),
    aLine({ price: 220_00, isAlcohol: true }),
  ]
  const taxPercentages = { gst: 5, vat: 10, serviceCharge: 0 }
  const order = repriced(anOrder([aTicket(lines)], { taxPercentages, roundOffEnabled: true, orderStatus: 'completed' }))
  expect(render(<TotalsOfOrder order={asJson(order)} />).container.textContent).toBe(
    [
      'SubtotalRs. 380.40',
      'Less tax in prices−Rs. 9.16',
      'CGST 2.5%Rs. 2.51',
      'SGST 2.5%Rs. 2.51',
      'CGST 9%Rs. 4.58',
      'SGST 9%Rs. 4.58',
      'VAT 10% on barRs. 22.00',
      'Round off−Rs. 0.42',
      'TotalRs. 407.00',
    ].join(''),
  )
})
