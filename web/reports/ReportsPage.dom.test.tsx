import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Permissions } from '#domain/permissions.ts'
import { acceptLogin } from '#web/core/session.ts'
import { aUser, later, mount, refusal, type Reply, savedFiles, serve } from '#web/test/dom.tsx'
import ReportsPage from './ReportsPage.tsx'

const range = { startDate: '2026-11-20', endDate: '2026-11-20', timezone: 'Asia/Kolkata' }
const before = { startDate: '2026-11-13', endDate: '2026-11-13', to: '2026-11-13T22:30:00.000Z' }
const figures = {
  totalSales: 1050,
  totalOrders: 2,
  averageOrderValue: 525,
  cancelledOrders: 1,
  cancelledValue: 289,
  refunds: 0,
  discounts: 50,
  taxes: { cgst: 25, sgst: 25, vat: 0, serviceCharge: 0 },
  taxRates: [
    { tax: 'gst', rate: 5, bills: 2, taxable: 1000, amount: 50 },
    { tax: 'vat', rate: 0, bills: 1, taxable: 260, amount: 0 },
  ],
  roundOff: 0,
  discountsGiven: [{ title: 'Ten off', by: 'Divya Nair', orders: 1, amount: 50 }],
  series: Array.from({ length: 24 }, (_, hour) => ({ bucket: String(hour).padStart(2, '0'), sales: hour === 13 ? 1050 : 0, orders: 0 })),
  paymentMethods: [{ method: 'UPI', amount: 1150, orders: 3 }],
  tips: [],
  receivedOnOpenOrders: 100,
  orderTypes: [{ type: 'Dine In', sales: 1050, orders: 2, refunds: 0 }],
  items: [{ name: 'Masala Dosa', count: 4, revenue: 1050 }],
  topItems: [],
  categories: [{ name: 'Mains', count: 4, revenue: 1050 }],
  cancellations: [
    { item: 'Masala Dosa', count: 1, value: 189, reason: 'Cold', by: 'Asha Rao' },
    { item: 'Fries', count: 1, value: 100, reason: 'Cold', by: null },
  ],
}
const sales = { ...figures, range, previous: { ...figures, totalSales: 1000, range: before } }
const dishes = {
  range,
  dishes: [{ _id: 'd1', name: 'Masala Dosa', category: 'Mains', views: 40, carts: 9, orders: 4, sold: 4 }],
}
const changed = {
  range,
  count: 1,
  difference: 189,
  bills: [
    {
      orderId: 'o1',
      billNumber: 42,
      tableNumber: '7',
      printedTotal: 1239,
      printedAt: '2026-11-20T08:00:00.000Z',
      printedBy: 'Divya Nair',
      total: 1050,
      changes: [{ what: 'cancellation', by: 'Asha Rao' }],
    },
  ],
  money: {
    count: 2,
    rows: [
      {
        _id: 'p2',
        orderId: 'o2',
        billNumber: 43,
        tableNumber: null,
        orderType: 'Take Away',
        serialNumber: 18,
        kind: 'returned',
        method: 'Cash',
        amount: -210,
        at: '2026-11-20T09:00:00.000Z',
        by: 'Divya Nair',
        reason: 'Cold',
      },
      {
        _id: 'p1',
        orderId: 'o1',
        billNumber: null,
        tableNumber: '7',
        orderType: 'Dine In',
        serialNumber: 17,
        kind: 'corrected',
        method: 'UPI',
        amount: 105,
        at: '2026-11-20T08:30:00.000Z',
        by: 'Asha Rao',
        reason: null,
      },
    ],
  },
}
const guests = { totalCustomers: 3, newCustomers: 1, returningCustomers: 2, averageSpend: 350 }
const insights = {
  ...guests,
  range,
  previous: { ...guests, range: before },
  topCustomers: [
    { _id: 'c1', name: 'Meera Iyer', mobile_number: '9845012345', visits: 2, totalSpent: 700, lastVisitAt: '2026-11-20T09:00:00.000Z' },
  ],
  visitsByHour: [{ hour: 13, visits: 3 }],
}
const profile = { restaurant: { timezone: 'Asia/Kolkata', kotSettings: { resetTime: '04:00' } } }
const ok = (body: unknown): Reply => ({ status: 200, body })
const analytics = (name: string) => `/v1/api/analytics/${name}`

/** The answer to the next `sales` calls, instead of `salesReply`. */
let again: Reply | null = null

async function open(
  at: string,
  salesReply: () => Reply = () => again ?? ok({ sales }),
  printed: object = changed,
  permissions: Permissions = {},
) {
  const asked = serve(({ path }) => {
    if (path === analytics('sales')) return salesReply()
    if (path === analytics('customer-insights')) return ok({ insights })
    if (path === analytics('dishes')) return ok({ dishes })
    if (path === analytics('changed-after-print')) return ok({ changed: printed })
    return path === '/v1/restaurant/profile' ? ok(profile) : refusal(404, 'not_found', 'Not found.')
  })
  await acceptLogin('restaurant', { token: 'a.b.c', user: aUser({ role: 'generalManager' }), permissions })
  return { ...mount(<ReportsPage />, { at }), asked }
}
const bodies = (asked: { path: string; body: unknown }[], name: string) =>
  asked.filter((r) => r.path === analytics(name)).map((r) => r.body)
const rowsOf = (table: string) =>
  within(screen.getByRole('table', { name: table }))
    .getAllByRole('row')
    .map((row) => row.textContent)

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => {
  again = null
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('/restaurant/reports', () => {
  it.each([
    ['sales', 'Order types'],
    ['items', 'Views and carts'],
    ['payments', 'Given back or corrected'],
    ['customers', 'Top customers'],
    ['cancellations', 'Changed after printing'],
  ])('every number states range and timezone: %s', async (tab, table) => {
    await open(`/?tab=${tab}&period=yesterday`)
    const figures = await screen.findByRole('table', { name: table })
    // It is in the printed part, beside its figures.
    const page = figures.closest<HTMLElement>('[data-prints]')!
    within(page).getByText('Fri 20 Nov 2026, from 04:00 IST, against Fri 13 Nov')
  })

  it('taxes are compared with nothing, so neither the range nor a choice says that they are', async () => {
    await open('/?tab=taxes&period=yesterday')
    const figures = await screen.findByRole('table', { name: 'Taxes' })
    const page = figures.closest<HTMLElement>('[data-prints]')!
    within(page).getByText('Fri 20 Nov 2026, from 04:00 IST')
    expect(screen.queryByRole('combobox', { name: 'Compare with' })).toBeNull()
  })

  it('the figures of a tab are of one moment: those of days that still run are asked for again with another tab’s', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-20T06:30:00.000Z') })
    const { user, asked } = await open('/')
    await screen.findByText(/^Fri 20 Nov 2026, 04:00 to 12:00 IST/)
    vi.setSystemTime(new Date('2026-11-20T06:34:00.000Z'))
    const answer = later<{ status: number; body: unknown }>()
    again = answer.promise
    await user.click(screen.getByRole('tab', { name: 'Items' }))
    await screen.findByRole('table', { name: 'Views and carts' })
    expect(bodies(asked, 'sales')).toHaveLength(2)
    // Until the later ones are here, the moment of the older ones is named.
    screen.getByText(/^Fri 20 Nov 2026, 04:00 to 12:00 IST/)
    answer.settle({ status: 200, body: { sales } })
    await screen.findByText(/^Fri 20 Nov 2026, 04:00 to 12:04 IST/)
    // Days that are over stay as they are.
    await user.click(screen.getByRole('button', { name: 'Yesterday' }))
    await waitFor(() => expect(bodies(asked, 'sales')).toHaveLength(3))
    vi.setSystemTime(new Date('2026-11-20T06:36:00.000Z'))
    await user.click(screen.getByRole('tab', { name: 'Taxes' }))
    await screen.findByRole('table', { name: 'Taxes' })
    expect(bodies(asked, 'sales')).toHaveLength(3)
  })

  it('days that are still to come: the caption says until when the figures go, and what they are compared with', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-20T06:30:00.000Z') })
    const month = { startDate: '2026-11-01', endDate: '2026-11-30' }
    const former = { ...sales.previous.range, startDate: '2026-10-02', endDate: '2026-10-31', to: '2026-10-21T06:30:00.000Z' }
    const series = [{ bucket: '2026-11-20', sales: 1050, orders: 2 }]
    again = ok({ sales: { ...sales, series, range: { ...range, ...month }, previous: { ...sales.previous, series, range: former } } })
    await open('/?period=custom&from=2026-11-01&to=2026-11-30')
    await screen.findByText(
      'Sun 1 Nov to Mon 30 Nov 2026, days from 04:00 IST, until Fri 20 Nov 12:00, against Fri 2 Oct to Wed 21 Oct to 12:00',
    )
  })

  it('rows that are left out are named in the file too', async () => {
    const saved = savedFiles()
    const { user } = await open('/?tab=payments&period=yesterday', undefined, {
      ...changed,
      count: 250,
      money: { ...changed.money, count: 312 },
    })
    await screen.findByText('The latest 2 of 312 are here.')
    await user.click(screen.getByRole('button', { name: 'CSV' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect((await saved[0]!.text()).split('\r\n')).toContain('The latest 2 of 312 are here.')
    await user.click(screen.getByRole('tab', { name: 'Sales' }))
    await screen.findByRole('table', { name: 'Order types' })
    await user.click(screen.getByRole('button', { name: 'CSV' }))
    await waitFor(() => expect(saved).toHaveLength(2))
    expect(await saved[1]!.text()).toContain('The 1 of 250 with the largest difference are here.')
  })

  it('custom range rejects from > to', async () => {
    const { user, asked } = await open('/?period=custom&from=2026-11-20&to=2026-11-14')
    expect(await screen.findByText('Must not be before the first day.')).toBeTruthy()
    expect(bodies(asked, 'sales')).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Yesterday' }))
    await waitFor(() => expect(bodies(asked, 'sales')).toEqual([{ period: 'yesterday', compare: true }]))
  })

  it('slow (>3 s) shows progress, not a frozen page', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const answer = later<{ status: number; body: unknown }>()
    let first = true
    const { user, asked } = await open('/', () => {
      const reply = first ? answer.promise : ok({ sales })
      first = false
      return reply
    })
    expect(await screen.findByRole('status', { name: 'Loading figures' })).toBeTruthy()
    expect(screen.queryByText(/Still adding up/)).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(4000))
    expect(await screen.findByText(/Still adding up/)).toBeTruthy()
    // Other days can be chosen meanwhile.
    await user.click(screen.getByRole('button', { name: '7 d' }))
    await waitFor(() => expect(bodies(asked, 'sales')).toHaveLength(2))
    await screen.findByRole('table', { name: 'Order types' })
    expect(screen.queryByText(/Still adding up/)).toBeNull()
  })

  it('shows money that was given back or corrected below the received money, with person and reason', async () => {
    await open('/?tab=payments&period=yesterday')
    await screen.findByRole('table', { name: 'Given back or corrected' })
    const [, first, second] = rowsOf('Given back or corrected')
    expect(first).toMatch(/0043.*Given back by Divya Nair: Cold.*Cash.*210\.00/)
    expect(second).toMatch(/T7.*Corrected by Asha Rao.*UPI.*105\.00/)
  })

  it('of money that was given back by another method it names the one received, also in the file', async () => {
    const saved = savedFiles()
    const [row] = changed.money.rows as [object]
    const rows = [{ ...row, of: 'UPI' }]
    const { user } = await open('/?tab=payments&period=yesterday', undefined, { ...changed, money: { count: 1, rows } })
    await screen.findByRole('table', { name: 'Given back or corrected' })
    expect(rowsOf('Given back or corrected')[1]).toMatch(/CashReceived by UPI.*210\.00/)
    await user.click(screen.getByRole('button', { name: 'CSV' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    const lines = (await saved[0]!.text()).split('\r\n')
    const at = lines.indexOf('Bill,What,By,Reason,When,Method,Received by,Rs.')
    expect(lines[at + 1]).toMatch(/,Cash,UPI,-210\.00$/)
  })

  it('names a parcel whose money was given back before it had a bill, and leaves tips out of the sum, as what was received does', async () => {
    const [{ ...row }] = changed.money.rows as [object]
    const rows = [
      { ...row, _id: 'p3', billNumber: null },
      { ...row, _id: 'p4', kind: 'tip', amount: -50 },
    ]
    await open('/?tab=payments&period=yesterday', undefined, { ...changed, money: { count: 2, rows } })
    await screen.findByRole('table', { name: 'Given back or corrected' })
    const [, parcel, tip, together] = rowsOf('Given back or corrected')
    expect(parcel).toMatch(/^Take Away 18Given back by/)
    expect(tip).toMatch(/^0043Tip changed by/)
    expect(together).toMatch(/^Together.*210\.00$/)
    expect(screen.getByText('Tips are not in the sum.')).toBeTruthy()
  })

  it('shows cancellations and discounts by person, and bills that were changed after printing', async () => {
    await open('/?tab=cancellations&period=yesterday')
    await screen.findByRole('table', { name: 'Cancelled by person' })
    expect(rowsOf('Cancelled by person').slice(1)).toEqual(['Asha Rao1Rs. 189.00', 'Not recorded1Rs. 100.00', 'Together2Rs. 289.00'])
    expect(rowsOf('Cancelled by reason').slice(1)).toEqual(['Cold2Rs. 289.00', 'Together2Rs. 289.00'])
    expect(rowsOf('Discounts by person').slice(1)).toEqual(['Divya NairTen off1Rs. 50.00', 'Together1Rs. 50.00'])
    expect(rowsOf('Changed after printing')[1]).toContain('0042T7, Cancelled by Asha Rao')
    expect(rowsOf('Changed after printing')[1]).toContain('Rs. 189.00')
  })

  it('compares no list of a day that still runs, because half a day would be compared with a whole day', async () => {
    const cut = { ...sales, previous: { ...sales.previous, range: { ...before, to: '2026-11-13T04:10:00.000Z' } } }
    for (const [tab, table] of [
      ['items', 'Items'],
      ['payments', 'Received'],
      ['sales', 'Order types'],
    ] as const) {
      const { unmount } = await open(`/?tab=${tab}`, () => ok({ sales: cut }))
      await screen.findByRole('table', { name: table })
      expect(rowsOf(table)[0]).not.toContain('Change')
      // The key figures are for the same hours of both days. A tab of lists alone says that it compares nothing yet.
      if (tab === 'sales') expect(screen.getByText('from Rs. 1,000.00')).toBeTruthy()
      expect(screen.queryByText(/against Fri 13 Nov/) !== null).toBe(tab === 'sales')
      const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Compare with' })
      expect([choice.disabled, choice.selectedOptions[0]?.textContent]).toEqual(
        tab === 'sales' ? [false, 'Same day the week before'] : [true, 'Compared once the day is over'],
      )
      unmount()
    }
    await open('/?tab=payments&period=yesterday')
    await screen.findByText('0.0%')
    expect(rowsOf('Received')[0]).toContain('Change')
  })

  it('shows views and carts by dish beside what was sold', async () => {
    await open('/?tab=items&period=yesterday')
    await screen.findByRole('table', { name: 'Views and carts' })
    expect(rowsOf('Views and carts')[1]).toBe('Masala DosaMains4094410.0%')
  })

  it('the foot of the items adds up where prices include their tax', async () => {
    // Three bottles at 20 with 18 % in them: what is added for tax is what the prices lack.
    const taxes = { cgst: 4.58, sgst: 4.58, vat: 0, serviceCharge: 0, taxIncluded: 9.16 }
    const items = [{ name: 'Water', count: 3, revenue: 60 }]
    await open('/?tab=items&period=yesterday&alone=1', () =>
      ok({ sales: { ...figures, totalSales: 60, discounts: 0, taxes, items, range } }),
    )
    await screen.findByRole('table', { name: 'Items' })
    expect(document.body.textContent).toContain('Rs. 60.00 + Rs. 0.00 = Rs. 60.00 of sales')
  })

  it('after a refund of an earlier day: sales say what they are less, the average bill of a type is before it, and no share is above the whole', async () => {
    const refunded = {
      ...figures,
      refunds: 420,
      orderTypes: [
        { type: 'Dine In', sales: 1050, orders: 2, refunds: 0 },
        { type: 'Take Away', sales: -262.5, orders: 1, refunds: 420 },
      ],
      items: [
        { name: 'Masala Dosa', count: 4, revenue: 1050 },
        { name: 'Tandoori Roti', count: -4, revenue: -160 },
      ],
      paymentMethods: [
        { method: 'Card', amount: 803.26, orders: 1 },
        { method: 'Cash', amount: -262.5, orders: 1 },
      ],
    }
    const sold = () => ok({ sales: { ...refunded, range } })
    const [row] = changed.money.rows
    const rows = [
      { ...row, _id: 'p1', kind: 'returned', method: 'Cash', amount: -420 },
      { ...row, _id: 'p2', kind: 'corrected', method: 'Card', amount: 803.26 },
    ]
    const moved = { ...changed, money: { count: 2, rows } }
    const first = await open('/?period=yesterday&alone=1', sold, moved)
    await screen.findByRole('table', { name: 'Order types' })
    expect(screen.getByRole('region', { name: 'Key figures' }).textContent).toContain('less refunds Rs. 420.00')
    expect(screen.getByRole('region', { name: 'Key figures' }).textContent).toMatch(
      /Bills\d+with refunded ones.*Average bill.*before refunds/,
    )
    expect(rowsOf('Order types').slice(1, 3)).toEqual(['Dine In2Rs. 1,050.00100.0%Rs. 525.00', 'Take Away1−Rs. 262.50–Rs. 157.50'])
    expect(screen.getByText('Rs., less refunds; bills and the average are before them')).toBeTruthy()
    first.unmount()
    const second = await open('/?tab=items&period=yesterday&alone=1', sold)
    await screen.findByRole('table', { name: 'Items' })
    expect(rowsOf('Items').slice(1, 3)).toEqual(['Masala Dosa4Rs. 1,050.00100.0%', 'Tandoori Roti−4−Rs. 160.00–'])
    expect(screen.getAllByText('Rs., at the menu’s prices, before discounts, less what was refunded')).toHaveLength(2)
    second.unmount()
    await open('/?tab=payments&period=yesterday&alone=1', sold, moved)
    await screen.findByRole('table', { name: 'Received' })
    expect(rowsOf('Received').slice(0, 3)).toEqual([
      'Paid byPaymentsReceivedGiven backCorrectedNetShare',
      'CardCorrected Rs. 803.261Rs. 0.00Rs. 0.00Rs. 803.26Rs. 803.26100.0%',
      'CashReceived Rs. 157.50, Given back −Rs. 420.001Rs. 157.50−Rs. 420.00Rs. 0.00−Rs. 262.50–',
    ])
  })

  it('where the books don’t say of which type a refund was, nothing says that the average of a type is before it', async () => {
    await open('/?period=custom&from=2026-11-17&to=2026-11-17', () => ok({ sales: { ...figures, refunds: 420, range } }))
    await screen.findByRole('table', { name: 'Order types' })
    expect(screen.getByText('Rs., less refunds; bills are before them')).toBeTruthy()
  })

  it('the taxes tab says by which day it counts, and leads to the invoices of the same days', async () => {
    await open('/?tab=taxes&period=yesterday')
    const link = await screen.findByRole('link', { name: 'Invoices of these days' })
    expect(link.getAttribute('href')).toBe('/restaurant/invoices?from=2026-11-20&to=2026-11-20')
    expect(link.parentElement?.textContent).toContain('By the business day on which a bill was settled.')
  })

  it('the taxes tab leads to no invoices where the outlet keeps them from the person', async () => {
    await open('/?tab=taxes&period=yesterday', undefined, undefined, { '/restaurant/invoices': ['superuser'] })
    expect(await screen.findByText(/By the business day on which a bill was settled/)).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Invoices of these days' })).toBeNull()
  })

  it('the payments tab adds up to the sales', async () => {
    await open('/?tab=payments&period=yesterday')
    await screen.findByRole('table', { name: 'How it comes from sales' })
    expect(rowsOf('How it comes from sales').slice(1)).toEqual([
      'Sales, with taxes and less refundsRs. 1,050.00',
      'Received on open ordersRs. 100.00',
      'TogetherRs. 1,150.00',
    ])
  })

  it('asks for no comparison when none is wanted', async () => {
    const { user, asked } = await open('/?period=yesterday')
    await screen.findByRole('table', { name: 'Order types' })
    await user.selectOptions(screen.getByRole('combobox', { name: 'Compare with' }), 'No comparison')
    await waitFor(() => expect(bodies(asked, 'sales').at(-1)).toEqual({ period: 'yesterday' }))
  })

  it('prints the loaded figures with their range and zone, on white paper', async () => {
    const themes: (string | undefined)[] = []
    const { dataset } = document.documentElement
    const print = vi.fn(() => {
      dispatchEvent(new Event('beforeprint'))
      themes.push(dataset.theme)
      dispatchEvent(new Event('afterprint'))
      themes.push(dataset.theme)
    })
    vi.stubGlobal('print', print)
    const answer = later<{ status: number; body?: unknown }>()
    const { user } = await open('/', () => answer.promise)
    await user.click(await screen.findByRole('button', { name: 'Print' }))
    expect(print).not.toHaveBeenCalled()
    answer.settle({ status: 200, body: { sales } })
    const figures = await screen.findByRole('region', { name: 'Key figures' })
    expect(figures.closest('[data-prints]')?.textContent).toContain('IST')
    await user.click(screen.getByRole('button', { name: 'Print' }))
    expect(print).toHaveBeenCalledTimes(1)
    expect(themes).toEqual(['light', undefined])
  })

  it('saves the tab as CSV with its range and zone', async () => {
    const saved = savedFiles()
    const { user } = await open('/?tab=payments&period=yesterday')
    await screen.findByRole('table', { name: 'Received' })
    await user.click(screen.getByRole('button', { name: 'CSV' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    const lines = (await saved[0]!.text()).replace('\uFEFF', '').split('\r\n')
    expect(lines.slice(0, 5)).toEqual([
      'Payments,"Fri 20 Nov 2026, from 04:00 IST, against Fri 13 Nov"',
      '',
      'Received,"Rs., by the day on which it moved"',
      'Paid by,Payments,Received,Given back,Corrected,Net,Share,Change',
      'UPI,3,1045.00,0.00,105.00,1150.00,100.0%,0.0',
    ])
  })

  it('taxes by rate for the returns, on the screen and in the file with CGST, SGST and VAT apart', async () => {
    const saved = savedFiles()
    const { user } = await open('/?tab=taxes&period=yesterday')
    await screen.findByRole('table', { name: 'By rate' })
    expect(rowsOf('By rate')).toEqual([
      'TaxBillsTaxable valueCGSTSGSTVATTax',
      'GST 5%CGST 2.5% + SGST 2.5%2Rs. 1,000.0025.0025.00Rs. 50.00',
      'No VAT1Rs. 260.000.00Rs. 0.00',
      'TogetherRs. 1,260.00Rs. 50.00',
    ])
    await user.click(screen.getByRole('button', { name: 'CSV' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    const lines = (await saved[0]!.text()).split('\r\n')
    expect(lines.slice(2, 6)).toEqual([
      'By rate,"Rs., after discounts, less refunds"',
      'Tax,Bills,Taxable value,CGST,SGST,VAT,Tax',
      'GST 5%,2,1000.00,25.00,25.00,,50.00',
      'No VAT,1,260.00,,,0.00,0.00',
    ])
  })

  it('a refresh that failed is told above the figures that stay, and "Try again" asks for all that the tab shows', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-20T06:30:00.000Z') })
    const { user, asked } = await open('/')
    await screen.findByText(/^Fri 20 Nov 2026, 04:00 to 12:00 IST/)
    vi.setSystemTime(new Date('2026-11-20T06:34:00.000Z'))
    again = refusal(422, 'invalid', 'The figures can’t be read just now')
    await user.click(screen.getByRole('tab', { name: 'Taxes' }))
    await screen.findByText('The figures can’t be read just now. These are the earlier figures.')
    expect(screen.getByRole('table', { name: 'Taxes' })).toBeTruthy()
    again = null
    const before = bodies(asked, 'sales').length
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText(/These are the earlier figures/)).toBeNull())
    expect(bodies(asked, 'sales')).toHaveLength(before + 1)
  })

  it('a failed report says why and offers "Try again"', async () => {
    let fails = true
    const { user } = await open('/?period=yesterday', () =>
      fails ? refusal(500, 'internal', 'Failed to fetch restaurant analytics') : ok({ sales }),
    )
    const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 4000 })
    fails = false
    await user.click(again)
    await screen.findByRole('table', { name: 'Order types' })
  })
})
