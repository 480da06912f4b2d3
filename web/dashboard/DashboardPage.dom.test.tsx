import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Dashboard } from '#domain/api/analytics.ts'
import { aMenuItem } from '#domain/test/shapes.ts'
import { queryClient } from '#web/core/query.ts'
import { later, mount, refusal, type Reply, serve, signIn } from '#web/test/dom.tsx'
import DashboardPage from './DashboardPage.tsx'

const DASHBOARD = '/v1/api/analytics/dashboard-analytics'
const none = {
  sales: 0,
  orders: 0,
  averageOrderValue: 0,
  refunds: 0,
  openTables: 0,
  openValue: 0,
  openParcels: 0,
  openParcelValue: 0,
  pendingOrders: 0,
  cancelledValue: 0,
  paymentMethods: [],
  tips: [],
  receivedOnOpenOrders: 0,
  hourly: [],
  topItems: [],
}
/** Friday 20 November, a day without a single order. */
const zero: Dashboard = {
  ...none,
  range: {
    startDate: '2026-11-20',
    endDate: '2026-11-20',
    from: '2026-11-19T18:30:00.000Z',
    to: '2026-11-20T18:30:00.000Z',
    timezone: 'Asia/Kolkata',
  },
  attention: { lateTickets: [], alerts: [], unavailableItems: [], lowStock: [], unprinted: [] },
  previous: { ...none, range: { startDate: '2026-11-13', endDate: '2026-11-13', to: '2026-11-13T18:30:00.000Z' } },
}
const busy: Dashboard = {
  ...zero,
  sales: 347.5,
  openTables: 2,
  openValue: 210,
  openParcels: 1,
  openParcelValue: 105,
  receivedOnOpenOrders: 52.5,
  orders: 2,
  averageOrderValue: 173.75,
  paymentMethods: [
    { method: 'UPI', amount: 300, orders: 1 },
    { method: 'Cash', amount: 100, orders: 1 },
  ],
  hourly: [{ hour: 13, sales: 347.5, orders: 2 }],
  topItems: [{ name: 'Masala Dosa', count: 3, revenue: 247.5 }],
  attention: { ...zero.attention, unavailableItems: [{ _id: 'i1', name: 'Beast Lamb' }] },
}

/** Opens the page for yesterday; `figures` answers the dashboard call. */
async function open(figures: () => Reply) {
  serve(({ path }) => {
    if (path === DASHBOARD) return figures()
    return path === '/v1/tables/alerts' ? { status: 200, body: { alerts: [] } } : refusal(404, 'not_found', 'Not found.')
  })
  await signIn({ role: 'superuser' })
  return mount(<DashboardPage />, { at: '/?period=yesterday' })
}
const ok = (dashboard: unknown): Reply => ({ status: 200, body: { dashboard } })
/** Finds a card by the start of its title, because "Needs attention" is followed by a count. */
const card = (title: string) => screen.findByRole('region', { name: new RegExp(`^${title}`) })
const kpi = async (label: string) =>
  within(await card('Key figures'))
    .getByText(label)
    .closest('a, div')?.textContent

it('says what the sales are less; a method by which less than nothing was received is a net, not money given back', async () => {
  const refunded = {
    ...busy,
    sales: -262.5,
    refunds: 420,
    averageOrderValue: 157.5,
    paymentMethods: [{ method: 'Cash', amount: -262.5, orders: 1 }],
    topItems: [
      { name: 'Masala Dosa', count: 1, revenue: 150 },
      { name: 'Tandoori Roti', count: -4, revenue: -160 },
    ],
  }
  await open(() => ok(refunded))
  await waitFor(async () => expect(await kpi('Sales')).toContain('−Rs. 262.50less refunds Rs. 420.00'))
  const payments = (await card('Payments')).textContent
  // Of what was given back or corrected to another method, reports tell which.
  expect(payments).toContain('Cash, net−Rs. 262.50')
  expect(payments).toContain('Sales before refundsRs. 157.50Given back as refunds−Rs. 420.00')
  expect((await card('Top items')).textContent).not.toContain('Tandoori Roti')
})

const TITLES = ['Sales by hour', 'Needs attention', 'Top items', 'Payments'] as const

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => vi.restoreAllMocks())

describe('the dashboard', () => {
  it('shows every card in its place while the figures load', async () => {
    const answer = later<{ status: number; body: unknown }>()
    await open(() => answer.promise)
    for (const title of TITLES) expect(await card(title)).toBeTruthy()
    expect((await card('Sales by hour')).getAttribute('aria-busy')).toBe('true')
    const labels = ['Sales', 'Orders', 'Average bill', 'Open tables', 'Cancelled']
    for (const label of labels) expect(await kpi(label)).toBe(label)
    expect((await card('Key figures')).querySelectorAll('[aria-busy]')).toHaveLength(labels.length)
    expect(screen.queryByText(/Rs\./)).toBeNull()

    answer.settle({ status: 200, body: { dashboard: busy } })
    await waitFor(async () => expect(await kpi('Sales')).toBe('SalesRs. 347.50from nothingFri 13 Nov Rs. 0.00'))
    expect((await card('Key figures')).querySelector('[aria-busy]')).toBeNull()
    expect(screen.getByText('Fri 20 Nov 2026, IST, compared with Fri 13 Nov')).toBeTruthy()
    for (const title of TITLES) expect((await card(title)).getAttribute('aria-busy')).toBeNull()
  })

  it('zero-sales day shows Rs. 0.00, not blank', async () => {
    await open(() => ok(zero))
    await waitFor(async () => expect(await kpi('Sales')).toBe('SalesRs. 0.00no changeFri 13 Nov Rs. 0.00'))
    expect(await kpi('Orders')).toBe('Orders0no changeFri 13 Nov 0')
    expect(await kpi('Average bill')).toContain('Rs. 0.00')
    expect(await kpi('Open tables')).toContain('0Rs. 0.00')
    expect(await kpi('Cancelled')).toContain('Rs. 0.00')
    expect((await card('Sales by hour')).textContent).toContain('Nothing was sold, Rs. 0.00.')
    expect((await card('Top items')).textContent).toContain('Nothing was sold.')
    expect((await card('Payments')).textContent).toBe('PaymentsRs. 0.00SalesRs. 0.00Received on open ordersRs. 0.00')
    expect((await card('Needs attention')).textContent).toContain('Nothing needs attention')
  })

  it('shows each figure in its card', async () => {
    const { user } = await open(() => ok(busy))
    await screen.findByText('Masala Dosa')
    expect(screen.getByRole('figure').getAttribute('aria-label')).toBe(
      'Sales by hour, Fri 20 Nov compared with Fri 13 Nov, 13:00 to 14:00. Highest: 13:00 to 14:00, Rs. 347.50.',
    )
    expect((await card('Top items')).textContent).toContain('Masala Dosa3Rs. 247.50')
    expect(screen.getByRole('img', { name: 'UPI 75%, Cash 25%' })).toBeTruthy()
    expect((await card('Payments')).textContent).toContain('SalesRs. 347.50Received on open ordersRs. 52.50')
    expect(await kpi('Open tables')).toContain('2Rs. 210.00and Rs. 105.00 of parcels')
    expect((await card('Needs attention')).textContent).toContain('1 item sold outBeast Lamb')
    await user.click(screen.getByRole('button', { name: 'Table' }))
    expect(screen.getByRole('row', { name: '13:00 to 14:00 Rs. 347.50 Rs. 0.00' })).toBeTruthy()
  })

  it('dishes that are sold out are put back from a list of them, also by a general manager', async () => {
    const sold = aMenuItem({ _id: 'i1', name: 'Beast Lamb', available: false })
    let back = false
    serve(({ path, method }) => {
      if (path === DASHBOARD) return ok(busy)
      if (path === '/v1/tables/alerts') return { status: 200, body: { alerts: [] } }
      if (path === '/v1/menus/restaurant') {
        const menuItems = [{ ...sold, available: back }, aMenuItem({ _id: 'i2', name: 'Dosa' })]
        return { status: 200, body: { menu: { categories: [{ _id: 'c', name: 'Mains', description: '', subcategories: [], menuItems }] } } }
      }
      if (method !== 'PATCH') return refusal(404, 'not_found', 'Not found.')
      back = true
      return { status: 200, body: { item: { ...sold, available: true, version: sold.version + 1 } } }
    })
    await signIn({ role: 'generalManager' })
    const { user } = mount(<DashboardPage />, { at: '/?period=yesterday' })
    await user.click(await screen.findByRole('button', { name: 'Put back: 1 item sold out' }))
    const sheet = await screen.findByRole('dialog', { name: 'Sold out' })
    expect(sheet.textContent).not.toContain('Dosa')
    await user.click(within(sheet).getByRole('button', { name: 'Back on the menu: Beast Lamb' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(back).toBe(true)
  })

  it('what runs low leads to the inventory, for those who may open it', async () => {
    const low = { _id: 'l', name: 'Lime', currentStock: 3, minimumStock: 50, unit: 'pcs' }
    const view = await open(() => ok({ ...busy, attention: { ...busy.attention, lowStock: [low] } }))
    const link = await screen.findByRole('link', { name: 'Inventory: 1 material low' })
    expect(link.getAttribute('href')).toBe('/restaurant/inventory')
    view.unmount()
  })

  it('each KPI shows delta and its comparison', async () => {
    const before = { ...none, sales: 250, orders: 4, averageOrderValue: 62.5, openTables: 5, openValue: 900, cancelledValue: 80 }
    const figures = { ...busy, cancelledValue: 40, previous: { ...zero.previous, ...before } }
    const view = await open(() => ok(figures))
    await waitFor(async () => expect(await kpi('Sales')).toBe('SalesRs. 347.5039.0% moreFri 13 Nov Rs. 250.00'))
    expect(await kpi('Orders')).toBe('Orders250.0% lessFri 13 Nov 4')
    expect(await kpi('Average bill')).toBe('Average billRs. 173.75178.0% moreFri 13 Nov Rs. 62.50')
    expect(await kpi('Cancelled')).toBe('CancelledRs. 40.0050.0% lessFri 13 Nov Rs. 80.00')
    // What is open now is the same in every period, and past days don't know theirs.
    expect(await kpi('Open tables')).toBe('Open tables2Rs. 210.00and Rs. 105.00 of parcelsright nowthe same in every period')
    view.unmount()

    queryClient.clear()
    mount(<DashboardPage />, { at: '/' })
    await waitFor(async () => expect(await kpi('Open tables')).toContain('3 fewer'))
    expect(await kpi('Open tables')).toMatch(/ 5$/)
    for (const label of ['Sales', 'Orders', 'Average bill', 'Cancelled']) expect(await kpi(label)).toMatch(/% (more|less)last Fri /)
  })

  it.each([
    ['Sales by hour', { ...busy, hourly: [{ hour: 13, sales: 'a lot', orders: 2 }] }],
    ['Needs attention', { ...busy, attention: { ...busy.attention, lowStock: null } }],
    ['Top items', { ...busy, topItems: null }],
    ['Payments', { ...busy, paymentMethods: null }],
  ])('one failing widget doesn’t blank the rest: without %s, which is shown again when it can be rendered', async (broken, dashboard) => {
    let answer: unknown = dashboard
    const { user } = await open(() => ok(answer))
    const failed = await screen.findByText('This could not be shown.')
    expect((await card(broken)).contains(failed)).toBe(true)
    const whole = {
      'Key figures': 'Average bill',
      'Sales by hour': 'Chart',
      'Needs attention': 'Beast Lamb',
      'Top items': 'Dosa',
      Payments: 'UPI',
    }
    for (const [title, text] of Object.entries(whole)) {
      if (title === broken) continue
      if (text === 'Chart') expect(within(await card(title)).getByRole('figure')).toBeTruthy()
      else expect((await card(title)).textContent).toContain(text)
    }
    answer = busy
    await queryClient.refetchQueries()
    await user.click(within(await card(broken)).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText('This could not be shown.')).toBeNull())
  })

  it('says why it could not be loaded, keeps the card "Needs attention", and loads on Try again', async () => {
    let answer: Reply = refusal(400, 'validation', 'The range is too long.')
    const { user } = await open(() => answer)
    expect(await screen.findByText('The range is too long.')).toBeTruthy()
    expect((await card('Needs attention')).textContent).toContain('Late tickets and sold-out items could not be loaded.')
    expect(screen.queryByRole('region', { name: 'Payments' })).toBeNull()
    answer = ok(busy)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect((await card('Top items')).textContent).toContain('Masala Dosa')
  })

  it('lists what a new restaurant still has to set up, for people who may, and nothing once something was sold', async () => {
    const answers: Record<string, unknown> = {
      '/v1/restaurant/profile': {
        restaurant: {
          isTableEnabled: true,
          gstNumber: '',
          taxPercentages: { gst: 5, vat: 0, serviceCharge: 0 },
          taxSettings: { roundOff: false, composition: false },
          printSettings: { enablePrint: true, pageSize: '80mm' },
        },
      },
      '/v1/menus/restaurant': { menu: { categories: [] } },
      '/v1/tables': { tables: [] },
      '/v1/restaurant/employees': { employees: [{ isActive: true }] },
      '/v1/tables/alerts': { alerts: [] },
    }
    let figures: Dashboard = { ...zero, previous: { ...zero.previous, orders: 0 } as Dashboard['previous'] }
    const asked = serve(({ path }) => (path === DASHBOARD ? ok(figures) : { status: 200, body: answers[path] ?? {} }))
    await signIn({ role: 'superuser' })
    const view = mount(<DashboardPage />, { at: '/?period=yesterday' })
    const attention = await card('Needs attention')
    await waitFor(() =>
      expect(
        within(attention)
          .getAllByRole('link')
          .map((a) => a.getAttribute('href')),
      ).toEqual(['/restaurant/settings/menu', '/restaurant/settings/table', '/restaurant/settings/tax', '/restaurant/users']),
    )
    view.unmount()

    // A cashier may not open the settings, and asks for none of it.
    queryClient.clear()
    asked.length = 0
    await signIn({ role: 'cashier' })
    const cashier = mount(<DashboardPage />, { at: '/?period=yesterday' })
    expect(await screen.findByText('Nothing needs attention')).toBeTruthy()
    expect(asked.map(({ path }) => path)).not.toContain('/v1/menus/restaurant')
    // Without reports, Sales leads to the list that has the same days: invoices, by the day on which they were settled.
    const { startDate, endDate } = figures.range
    expect(screen.getByRole('link', { name: /^Sales/ }).getAttribute('href')).toBe(`/restaurant/invoices?from=${startDate}&to=${endDate}`)
    cashier.unmount()

    queryClient.clear()
    figures = { ...busy, attention: zero.attention }
    await signIn({ role: 'superuser' })
    mount(<DashboardPage />, { at: '/?period=yesterday' })
    expect(await screen.findByText('Nothing needs attention')).toBeTruthy()
  })
})
