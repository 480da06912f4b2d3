import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '#web/core/query.ts'
import { mount, refusal, serve, signIn } from '#web/test/dom.tsx'
import { addDays } from '#domain/time.ts'
import { setUnprinted } from '#web/core/unprinted.ts'
import { discardDraft, draftActions } from '#web/shared/order/drafts.ts'
import { draftLine } from '#web/shared/order/test/line.ts'
import { open as preview } from '#web/shared/print/host.tsx'
import SummaryPage from './SummaryPage.tsx'

/** `every`: how often lists are fetched while live updates are off, in ms. */
const polling = vi.hoisted(() => ({ every: false as number | false }))
vi.mock('#web/core/live.ts', async (original) => ({ ...(await original<object>()), useLivePolling: () => polling.every }))

const TODAY = '2026-11-21'
const summary = (date: string, more: object = {}) => ({
  date,
  totalOrders: 2,
  completedOrders: 2,
  cancelledOrders: 0,
  pendingOrders: 0,
  totalSales: 1050,
  refunds: 0,
  discounts: 50,
  taxes: { cgst: 25, sgst: 25, vat: 0, serviceCharge: 0 },
  roundOff: 0,
  cancelledValue: 0,
  paymentMethods: [{ method: 'UPI', amount: 1150, orders: 3 }],
  tips: [],
  cashTaken: 0,
  receivedOnOpenOrders: 100,
  items: [{ name: 'Masala Dosa', count: 4, revenue: 1050 }],
  openOrders: 0,
  changedAfterPrint: [],
  ...more,
})
const order = (n: number, grandTotal: number, paid: number) => ({
  _id: `o${n}`,
  version: 1,
  tableNumber: String(n),
  orderType: 'Dine In',
  serialNumber: n,
  orderStatus: 'pending',
  grandTotal,
  payments: paid > 0 ? [{ method: 'UPI', amount: paid }] : [],
  kots: [],
})
const restaurant = {
  establishment_name: 'Smash Yard',
  address: '',
  timezone: 'Asia/Kolkata',
  kotSettings: { resetTime: '04:00' },
  printSettings: { header: '', footer: '', showStoreDetails: false },
}

async function open({
  at = '/',
  orders = [] as object[],
  reachable = (): boolean => true,
  closed = (): { at: string; by: string } | null => null,
  now = (): {
    date?: string
    totalSales?: number
    paymentMethods?: object[]
    tips?: object[]
    cashTaken?: number
    drawer?: object
    notes?: object[]
    taxes?: object
  } => ({}),
} = {}) {
  const asked = serve(({ path }) => {
    const { pathname, searchParams } = new URL(path, 'http://x')
    if (pathname === '/v1/print/printers') return { status: 200, body: { printers: [] } }
    if (pathname === '/v1/orders/daily-summary' && !reachable()) return 'lost'
    if (pathname === '/v1/orders/daily-summary') {
      const date = searchParams.get('date') ?? now().date ?? TODAY
      return {
        status: 200,
        body: {
          summary: summary(TODAY, { ...now(), date, ...(searchParams.has('resetKOT') ? { kotReset: true } : {}) }),
          range: rangeOf(date),
        },
      }
    }
    if (pathname === '/v1/kot')
      return {
        status: 200,
        body: {
          kot: {
            ...{ currentNumber: 12, resetTime: '04:00', businessDate: TODAY, nextClock: null },
            ...{ lastResetAt: closed()?.at ?? null, closed: closed() },
          },
        },
      }
    if (pathname === '/v1/orders/restaurant/pending') return { status: 200, body: { orders, toCook: [], seq: 1 } }
    return pathname === '/v1/restaurant/profile' ? { status: 200, body: { restaurant } } : refusal(404, 'not_found', 'Not found.')
  })
  await signIn({ role: 'managerialHead', name: 'Vikram Rane' })
  return { ...mount(<SummaryPage />, { at }), asked }
}
/** From 04:00 to 04:00, as the reset time is now; before 20 November it was midnight, so the 20th lasted longer. */
const rangeOf = (date: string) => {
  const begins = (of: string) => `${addDays(of, -1)}T${of <= '2026-11-20' ? '18' : '22'}:30:00.000Z`
  return { from: begins(date), to: begins(addDays(date, 1)) }
}
const resets = (asked: readonly { path: string }[]) => asked.filter((r) => r.path.includes('resetKOT=true')).length

afterEach(() => {
  polling.every = false
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it.each([
  [1500, 'The drawer is Rs. 20.00 shortCounted at 20:10 by Divya', '1 thing to do'],
  [1480, '', 'all done'],
])('names a drawer that was counted short, with who counted it: 1480 where %i should be', async (expected, words, note) => {
  const count = { _id: 'm', kind: 'count', amount: 1480, expected, reason: '', at: '2026-11-21T14:40:00.000Z', by: 'Divya' }
  await open({ now: () => ({ drawer: { float: 1500, in: 0, out: 0, expected, counted: count, moves: [count] } }) })
  const list = await screen.findByRole('region', { name: /Before you close/ })
  await within(await screen.findByRole('region', { name: /^Cash drawer/ })).findByText('Each shift by itself')
  expect(list.textContent).toContain(note)
  expect(list.textContent?.match(/The drawer is.*Divya/)?.[0] ?? '').toBe(words)
})

it('names a float that was changed, from what to what, when and by whom', async () => {
  const float = (amount: number, at: string, by: string) => ({ _id: at, kind: 'float', amount, expected: null, reason: 'Coins', at, by })
  const moves = [float(2000, '2026-11-21T04:30:00.000Z', 'Vikram'), float(1500, '2026-11-21T16:10:00.000Z', 'Sneha')]
  await open({ now: () => ({ drawer: { float: 1500, in: 0, out: 0, expected: 1500, counted: null, moves } }) })
  const list = await screen.findByRole('region', { name: /Before you close/ })
  await within(list).findByText('Rs. 2,000.00 to Rs. 1,500.00 at 21:40 by Sneha')
})

it('names whoever restarted the KOT counter or took a dish of a settled bill back to the kitchen', async () => {
  const notes = [
    { kind: 'kotReset', what: '', at: '2026-11-21T16:10:00.000Z', by: 'Rohit Sharma' },
    { kind: 'recall', what: '2 × Masala Dosa, KOT 12, bill 2017', at: '2026-11-21T16:40:00.000Z', by: 'Sneha Pawar' },
  ]
  await open({ now: () => ({ notes }) })
  const card = (await screen.findByText('KOT counter and kitchen')).closest('section')!
  expect(
    within(card)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['21:40 KOT counter restarted, Rohit Sharma', '22:10 Back to the kitchen, Sneha Pawar2 × Masala Dosa, KOT 12, bill 2017'])
})

it('takes the tax within the prices off what was sold, on the page and on its paper; without any there is no such row', async () => {
  const rows = () =>
    within(screen.getByRole('table', { name: 'Sales' }))
      .getAllByRole('row')
      .map((row) => row.textContent)
  const { unmount } = await open()
  await screen.findByRole('table', { name: 'Sales' })
  expect(rows().slice(1)).toEqual([
    'Items before discountRs. 1,050.00',
    'Discounts−Rs. 50.00',
    'CGSTRs. 25.00',
    'SGSTRs. 25.00',
    'SalesRs. 1,050.00',
  ])
  unmount()
  queryClient.clear()
  await open({ now: () => ({ taxes: { cgst: 25, sgst: 25, vat: 0, serviceCharge: 0, taxIncluded: 9.16 }, totalSales: 1040.84 }) })
  await screen.findByRole('table', { name: 'Sales' })
  expect(rows().slice(2, 5)).toEqual(['Discounts−Rs. 50.00', 'Less tax in prices−Rs. 9.16', 'CGSTRs. 25.00'])
  expect(rows().at(-1)).toBe('SalesRs. 1,040.84')
  expect(screen.getByRole('region', { name: /^Paper/ }).textContent).toMatch(/Less tax in prices +-Rs\. 9\.16/)
})

it('the checklist names open and unpaid orders, each with its link; closing is blocked while orders are open: "3 open orders"', async () => {
  await open({ orders: [order(5, 500, 20), order(7, 300, 0), order(9, 100, 100)] })
  const list = await screen.findByRole('region', { name: /Before you close/ })
  expect(within(list).getByRole('link', { name: /^3 open orders/ }).textContent).toContain('T5, T7, T9')
  expect(within(list).getByRole('link', { name: /^2 unpaid, Rs. 780.00/ }).textContent).toContain('T5 Rs. 480.00')
  expect(list.textContent).toContain('Everything on this device was sent')
  const close = await screen.findByRole('button', { name: 'Close day' })
  expect(close.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText(/3 open orders. Settle, complete or cancel them/)).toBeTruthy()
})

it.each([
  ['a table', 'table:t5', '/restaurant/pos?table=t5'],
  ['a parcel', 'takeaway:1', '/restaurant/pos?draft=takeaway%3A1'],
])('the line of items that were not sent opens what they are for: %s', async (_, key, path) => {
  await open()
  act(() => draftActions(key).add(draftLine('naan', 2)))
  const link = await screen.findByRole('link', { name: /^2 items not sent/ })
  expect(link.getAttribute('href')).toBe(path)
  act(() => discardDraft(key))
})

it('Close day → confirm with totals and "Reset KOT counter" ticked', async () => {
  const { user, asked } = await open()
  await user.click(await screen.findByRole('button', { name: 'Close day' }))
  const dialog = await screen.findByRole('alertdialog').catch(() => screen.findByRole('dialog'))
  expect(dialog.textContent).toContain('Rs. 1,050.00')
  expect(within(dialog).getByRole<HTMLInputElement>('checkbox', { name: 'Reset KOT counter' }).checked).toBe(true)
  await user.click(within(dialog).getByRole('button', { name: 'Close day' }))
  await waitFor(() => expect(resets(asked)).toBe(1))
})

it('a day that was closed says when, by whom and what was sent since; closing it again names that and leaves the KOT counter', async () => {
  let closed: { at: string; by: string } | null = null
  const { user, asked } = await open({ closed: () => closed })
  const close = await screen.findByRole('button', { name: 'Close day' })
  expect(screen.queryByText(/^Closed /)).toBeNull()
  // Closed on another device, which this page is not told.
  closed = { at: `${TODAY}T14:00:00.000Z`, by: 'Anjali Reddy' }
  await user.click(close)
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Close Sat 21 Nov 2026 again?' }))
  expect(dialog.getByText(/^Closed 19:30 by Anjali Reddy, 12 KOTs since/)).toBeTruthy()
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Reset KOT counter' }).checked).toBe(false)
  await user.click(dialog.getByRole('button', { name: 'Close day' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(resets(asked)).toBe(0)
  expect((await screen.findByRole('status', { name: 'Closed' })).textContent).toMatch(/^Closed 19:30 by Anjali Reddy, 12 KOTs since/)
})

it('the question has the totals as they are now, not as the page loaded them', async () => {
  let totalSales = 1050
  const { user } = await open({ now: () => ({ totalSales }) })
  const close = await screen.findByRole('button', { name: 'Close day' })
  // The last table is settled at the till.
  totalSales = 1300
  await user.click(close)
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toContain('sales Rs. 1,300.00')
  await user.click(within(dialog).getByRole('button', { name: 'Keep it open' }))
})

it('the question says what is missing in the drawer, as it was counted last', async () => {
  const counted = { kind: 'count', at: `${TODAY}T14:00:00.000Z`, by: 'Asha', amount: 900, expected: 1000 }
  const drawer = { float: 0, in: 0, out: 0, expected: 1000, counted, moves: [] }
  const { user } = await open({ now: () => ({ drawer }) as never })
  await user.click(await screen.findByRole('button', { name: 'Close day' }))
  expect((await screen.findByRole('alertdialog')).textContent).toContain('The cash drawer was counted at 19:30: Rs. 100.00 short.')
  await user.click(screen.getByRole('button', { name: 'Keep it open' }))
})

it('the question and the list before it say how much cash moved since an exact count', async () => {
  const counted = { _id: 'm', kind: 'count', at: `${TODAY}T14:00:00.000Z`, by: 'Asha', amount: 1000, expected: 1000, reason: '' }
  const drawer = { float: 0, in: 0, out: 0, expected: 10576, counted, moves: [counted] }
  const { user } = await open({ now: () => ({ drawer }) as never })
  const list = await screen.findByRole('region', { name: /Before you close/ })
  await waitFor(() => expect(list.textContent).toContain('Counted at 19:30 by Asha. Rs. 9,576.00 of cash came in since'))
  await user.click(await screen.findByRole('button', { name: 'Close day' }))
  expect((await screen.findByRole('alertdialog')).textContent).toContain('counted at 19:30: exact. Rs. 9,576.00 of cash came in since.')
  await user.click(screen.getByRole('button', { name: 'Keep it open' }))
})

it('the closing names the day of the question, so that the server refuses it once the next day has begun', async () => {
  const { user, asked } = await open()
  await user.click(await screen.findByRole('button', { name: 'Close day' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toContain('Close Sat 21 Nov 2026?')
  await user.click(within(dialog).getByRole('button', { name: 'Close day' }))
  await waitFor(() => expect(resets(asked)).toBe(1))
  expect(asked.find((r) => r.path.includes('resetKOT=true'))?.path).toContain(`date=${TODAY}`)
})

it('without the tick the KOT counter stays', async () => {
  const { user, asked } = await open()
  await user.click(await screen.findByRole('button', { name: 'Close day' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Reset KOT counter' }))
  const before = asked.length
  await user.click(screen.getAllByRole('button', { name: 'Close day' }).at(-1)!)
  await waitFor(() => expect(asked.length).toBeGreaterThan(before))
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Reset KOT counter' })).toBeNull())
  expect(resets(asked)).toBe(0)
})

it('after the reset time the new day’s figures have its name, and the day that has ended can be read', async () => {
  let day = TODAY
  const { user, address } = await open({ now: () => ({ date: day }) })
  const range = (text: RegExp) => screen.findByText(text)
  await range(/^Sat 21 Nov 2026, 04:00 to /)
  // The first sale after the reset time makes the figures be fetched again.
  day = '2026-11-22'
  await act(() => queryClient.invalidateQueries({ queryKey: ['GET /orders/daily-summary'] }))
  await range(/^Sun 22 Nov 2026, 04:00 to /)
  expect(screen.getByRole('region', { name: 'Report on paper' }).textContent).toContain('22-11-2026')
  await user.click(screen.getByRole('button', { name: 'Day before' }))
  expect(address()).toBe('/?day=2026-11-21')
  await range(/^Sat 21 Nov 2026, 04:00 to 22 Nov, 04:00 IST$/)
  await waitFor(() => expect(screen.getByRole('region', { name: 'Report on paper' }).textContent).toContain('DAY SUMMARY 21-11-2026'))
  expect(screen.queryByRole('button', { name: 'Close day' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Day after' }))
  expect(address()).toBe('/')
})

it('a day that has ended meanwhile is read by its address, though the KOT counter’s day was asked for before', async () => {
  await open({ at: `/?day=${TODAY}`, now: () => ({ date: '2026-11-22' }) })
  await screen.findByText('Sat 21 Nov 2026, 04:00 to 22 Nov, 04:00 IST')
  await waitFor(() => expect(screen.getByRole('region', { name: 'Report on paper' }).textContent).toContain('DAY SUMMARY 21-11-2026'))
})

it('a day that lasts beyond midnight says on which day its figures were fetched', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T20:40:00.000Z') })
  await open()
  await screen.findByText('Sat 21 Nov 2026, 04:00 to 22 Nov, 02:10 IST')
})

it('a day that has not begun is the running one: its report would say nothing', async () => {
  await open({ at: '/?day=2027-01-01' })
  await screen.findByText(/^Sat 21 Nov 2026, 04:00 to /)
  expect(screen.getByRole('region', { name: 'Report on paper' }).textContent).toContain('X REPORT 21-11-2026')
})

it('past dates read-only: no checklist and nothing to close', async () => {
  await open({ at: '/?day=2026-11-20', orders: [order(5, 500, 0)] })
  await screen.findByText('Fri 20 Nov 2026, 00:00 to 21 Nov, 04:00 IST')
  await screen.findByRole('table', { name: 'Sales' })
  expect(screen.queryByRole('button', { name: 'Close day' })).toBeNull()
  expect(screen.queryByRole('region', { name: /Before you close/ })).toBeNull()
  expect(screen.getByText(/Adds up: Rs. 1,050.00 of sales \+ Rs. 100.00 received on open orders = Rs. 1,150.00/)).toBeTruthy()
})

it('papers that were not printed are named before the day is closed', async () => {
  setUnprinted([{ _id: 'j1', kind: 'kot', number: 12, title: 'T7', orderId: 'o1', kotId: 'k1', waitingSince: `${TODAY}T14:00:00.000Z` }])
  await open()
  expect((await screen.findByRole('link', { name: /^1 paper not printed/ })).textContent).toContain('KOT 12')
  setUnprinted([])
})

it('the paper beside the figures is the report that will be printed', async () => {
  await open({ at: '/?day=2026-11-20' })
  const paper = await screen.findByRole('region', { name: 'Report on paper' })
  expect(paper.textContent).toContain('DAY SUMMARY 20-11-2026')
  expect(paper.textContent).toContain('Vikram Rane')
})

it('has tips apart from what was received, and the cash that the drawer must have, tips included', async () => {
  const paymentMethods = [
    { method: 'UPI', amount: 1000, orders: 2 },
    { method: 'Cash', amount: 150, orders: 1 },
  ]
  const tips = [
    { method: 'Cash', amount: 20 },
    { method: 'UPI', amount: 10.5 },
  ]
  await open({ now: () => ({ paymentMethods, tips, cashTaken: 170 }) })
  const rows = (name: string) => screen.getByRole('table', { name }).textContent
  await screen.findByRole('table', { name: 'Tips' })
  expect(rows('Received')).toContain('1,150.00')
  expect(rows('Tips')).toContain('30.50')
  expect(screen.getByText('Expected in the drawer').parentElement?.textContent).toContain('170.00')
})

it('a browser prints the day with new figures; where the server can’t be reached, the old ones with the time at which they were read', async () => {
  const clock = (time: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${TODAY}T${time}:00.000+05:30`) })
  clock('20:10')
  let [totalSales, reachable] = [1050, true]
  const { user } = await open({ now: () => ({ totalSales }), reachable: () => reachable })
  const press = await screen.findByRole('button', { name: 'Print as it stands' })
  await screen.findByRole('region', { name: 'Report on paper' })
  const printed = async () => {
    await user.click(press)
    await waitFor(() => expect(preview.get()).not.toBeNull())
    const job = preview.get()
    act(() => preview.set(null))
    if (job?.kind !== 'document' || job.document.kind !== 'dayEnd') throw new Error('no day was printed')
    return [job.document.summary.totalSales, job.document.at]
  }
  // The last table is settled at the till, which this page is not told.
  totalSales = 1300
  clock('21:05')
  expect(await printed()).toEqual([1300, `${TODAY}T15:35:00.000Z`])
  reachable = false
  totalSales = 1500
  clock('21:40')
  expect(await printed()).toEqual([1300, `${TODAY}T15:35:00.000Z`])
})

it('a day that ended while the page was open is printed as it was, not the next one', async () => {
  let now: { date?: string; totalSales: number } = { totalSales: 1050 }
  const { user } = await open({ now: () => now })
  const press = await screen.findByRole('button', { name: 'Print as it stands' })
  await screen.findByRole('region', { name: 'Report on paper' })
  now = { date: '2099-01-01', totalSales: 0 }
  await user.click(press)
  await waitFor(() => expect(preview.get()).not.toBeNull())
  const job = preview.get()
  act(() => preview.set(null))
  expect(job?.kind === 'document' && job.document).toMatchObject({ kind: 'dayEnd', running: false, summary: { date: TODAY } })
})

it('the figures follow while live updates are off', async () => {
  polling.every = 10
  let totalSales = 1050
  await open({ now: () => ({ totalSales }) })
  const sales = async () => (await screen.findByRole('table', { name: 'Sales' })).textContent
  expect(await sales()).toContain('1,050.00')
  totalSales = 1300
  await waitFor(async () => expect(await sales()).toContain('1,300.00'))
})
