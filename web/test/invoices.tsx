import type { ReactNode } from 'react'
import { vi } from 'vitest'
import type { PrintJobShape } from '#domain/api/printJob.ts'
import { printSettingsOf } from '#domain/settings.ts'
import { aPrintJob } from '#domain/test/shapes.ts'
import { forgetLive } from '#web/core/liveCache.ts'
import { queryClient } from '#web/core/query.ts'
import { printed } from '#web/shared/print/host.tsx'
import { refusal, type Reply, serve } from './dom.tsx'
import { mountLive } from './socket.tsx'

/** For the tests of /restaurant/invoices. */

/** Bill 0042, which a test changes and puts back. */
export const order = {
  _id: 'o42',
  version: 3,
  billNumber: 42,
  invoiceNumber: 'SY/26-27/42',
  billPrintedAt: '2026-11-21T15:32:00.000Z',
  completedAt: '2026-11-21T15:32:00.000Z',
  createdAt: '2026-11-21T15:00:00.000Z',
  lastPrinted: null as object | null,
  tableNumber: '12',
  orderType: 'Dine In',
  serialNumber: 7,
  orderStatus: 'completed',
  paymentStatus: 'paid',
  paymentMethod: 'UPI',
  payments: [{ method: 'UPI', amount: 105 }],
  refund: null,
  customer_name: 'Meera Iyer',
  mobile_number: '',
  user: { name: '', mobile_number: '' },
  additionalNote: '',
  specialInstructions: '',
  biller: 'Divya Nair',
  totalPrice: 100,
  discount: 0,
  discountTitle: null,
  additionalCharges: { cgst: 2.5, sgst: 2.5, vat: 0, serviceCharge: 0 },
  roundOff: 0,
  grandTotal: 105,
  taxPercentages: { gst: 5, vat: 10, serviceCharge: 5 },
  kots: [],
}
export const restaurant = {
  establishment_name: 'Smash Yard',
  address: '',
  gstNumber: '',
  fssaiNumber: '',
  vatNumber: 'N/A',
  timezone: 'Asia/Kolkata',
  kotSettings: { resetTime: '00:00' },
  paymentTypes: ['Cash', 'UPI', 'Card'],
  printSettings: printSettingsOf({ showStoreDetails: false }),
}

/** The print jobs that the server has. */
export const server: { jobs: PrintJobShape[] } = { jobs: [] }
/** What opens the page at an address; `print` answers the call that prints the bill. Every list has `order`, as it is by then. */
export const opener =
  (page: ReactNode) =>
  async (at = '/', print: () => Reply = () => ({ status: 200, body: { order } })) => {
    const asked = serve(({ method, path }) => {
      const { pathname, searchParams } = new URL(path, 'http://x')
      if (method === 'POST' && pathname === '/v1/orders/o42/bill') return print()
      if (pathname === '/v1/orders') {
        const [from, to] = [searchParams.get('startDate') ?? '', searchParams.get('endDate') ?? '9']
        const refundDay = (order.refund as { businessDate: string } | null)?.businessDate
        const isFound = searchParams.has('refunded')
          ? refundDay && refundDay >= from && refundDay <= to
          : [null, '42', '0042'].includes(searchParams.get('search')) && (!refundDay || ('2026-11-21' >= from && '2026-11-21' <= to))
        const found = isFound ? [order] : []
        return { status: 200, body: { orders: found, totalOrders: found.length, totalPages: 1, currentPage: 1, itemsPerPage: 10 } }
      }
      if (pathname === '/v1/print/jobs') return { status: 200, body: { jobs: server.jobs, seq: 0 } }
      if (pathname === '/v1/print/jobs/j1/again') {
        server.jobs = []
        return { status: 200, body: { job: aPrintJob({ _id: 'j2', status: 'queued' }) } }
      }
      return pathname === '/v1/restaurant/profile' ? { status: 200, body: { restaurant } } : refusal(404, 'not_found', 'Not found.')
    })
    return { ...(await mountLive(page, at)), asked }
  }
/** After each test. */
export function close() {
  vi.restoreAllMocks()
  printed.clear()
  forgetLive(queryClient)
  server.jobs = []
}
