import { describe, expect, it } from 'vitest'
import { countDelta, delta } from '#web/shared/period/delta.ts'
import { attentionOf, chartSummary, hoursOf, hourText, sharesOf, sourcesOf, tipsOf } from '#web/shared/period/figures.ts'
import { caption, daysOf, filterOf, isRunning, nowWord, problemOf, readView, thenWord, writeView } from '#web/shared/period/period.ts'

const range = (startDate: string, endDate = startDate) => ({
  startDate,
  endDate,
  from: '2026-11-20T18:30:00.000Z',
  to: '2026-11-21T18:30:00.000Z',
  timezone: 'Asia/Kolkata',
})
const previous = (startDate: string, endDate = startDate) => ({ range: { startDate, endDate, to: '2026-11-14T14:12:00.000Z' } })
const at = Date.parse('2026-11-21T14:12:00.000Z')

describe('the period', () => {
  const read = (text: string) => readView(new URLSearchParams(text))
  it('is kept in the address', () => {
    expect(read('')).toEqual({ period: 'today', from: null, to: null })
    expect(read('period=yesterday&from=2026-11-01')).toEqual({ period: 'yesterday', from: null, to: null })
    expect(read('period=custom&from=2026-11-01&to=2026-02-30')).toEqual({ period: 'custom', from: '2026-11-01', to: null })
    expect(writeView({ period: 'custom', from: '2026-11-01', to: '2026-11-07' }).toString()).toBe(
      'period=custom&from=2026-11-01&to=2026-11-07',
    )
    expect(writeView({ period: 'today', from: null, to: null }).toString()).toBe('')
  })
  it('custom needs two days in the right order', () => {
    expect(problemOf({ from: '2026-11-07', to: '2026-11-01' })).toBe('Must not be before the first day.')
    expect(problemOf({ from: '2026-11-07', to: null })).toBe('Choose both days')
    expect(problemOf({ from: '2025-01-01', to: '2026-11-01' })).toBe('At most 366 days')
    expect(problemOf({ from: '2026-11-01', to: '2026-11-01' })).toBeNull()
    expect(filterOf({ period: 'custom', from: '2026-11-07', to: '2026-11-01' })).toBeNull()
    expect(filterOf({ period: 'custom', from: '2026-11-01', to: '2026-11-07' })).toEqual({
      period: 'custom',
      startDate: '2026-11-01',
      endDate: '2026-11-07',
      compare: true,
    })
    expect(filterOf({ period: '7d', from: null, to: null })).toEqual({ period: '7d', compare: true })
  })
  it('shows its days, time zone and comparison', () => {
    const today = { range: range('2026-11-21'), previous: previous('2026-11-14') }
    expect(caption(today, true, at)).toBe('Sat 21 Nov 2026, 00:00 to 19:42 IST, compared with Sat 14 Nov to 19:42')
    expect([nowWord(today, true), thenWord(today, true)]).toEqual(['Today', 'last Sat'])
    const yesterday = { range: range('2026-11-20'), previous: previous('2026-11-13') }
    expect(caption(yesterday, false, at)).toBe('Fri 20 Nov 2026, IST, compared with Fri 13 Nov')
    expect([nowWord(yesterday, false), thenWord(yesterday, false)]).toEqual(['Fri 20 Nov', 'Fri 13 Nov'])
    const week = { range: range('2026-11-15', '2026-11-21'), previous: previous('2026-11-08', '2026-11-14') }
    expect(caption(week, false, at)).toBe('15 Nov to 21 Nov 2026, IST, compared with 8 Nov to 14 Nov 19:42')
    const over = { ...week, previous: { range: { ...week.previous.range, to: '2026-11-14T18:30:00.000Z' } } }
    expect(caption(over, false, at)).toBe('15 Nov to 21 Nov 2026, IST, compared with 8 Nov to 14 Nov')
    expect(caption({ range: week.range }, false, at)).toBe('15 Nov to 21 Nov 2026, IST')
    expect([nowWord(week, false), thenWord(week, false), daysOf(week)]).toEqual(['These 7 days', '7 days before', 7])
    expect(thenWord({ range: range('2026-11-21') }, true)).toBe('')
  })
})

it('the day that runs is today, also when it is chosen by its date: what it is compared with ends at the same time of day', () => {
  const custom = (day: string) => ({ period: 'custom' as const, from: day, to: day })
  expect(isRunning({ range: range('2026-11-21') }, custom('2026-11-21'), at)).toBe(true)
  // A day that is over, one that has not begun, several days.
  expect(isRunning({ range: range('2026-11-21') }, custom('2026-11-21'), at + 86_400_000)).toBe(false)
  expect(isRunning({ range: range('2026-11-21') }, custom('2026-11-21'), at - 86_400_000)).toBe(false)
  expect(isRunning({ range: range('2026-11-20', '2026-11-21') }, { period: '7d', from: null, to: null }, at)).toBe(false)
  expect(isRunning(undefined, { period: 'today', from: null, to: null }, at)).toBe(true)
})

describe('a figure compared with its former value', () => {
  it('shows how much more or less, and whether that is good', () => {
    expect(delta(48320, 43115, 'more')).toEqual({ direction: 'up', tone: 'good', text: '12.1% more' })
    expect(delta(615, 940, 'less')).toEqual({ direction: 'down', tone: 'good', text: '34.6% less' })
    expect(delta(90, 100, 'more').tone).toBe('bad')
    expect(delta(90, 100, null).tone).toBe('neutral')
    expect(delta(5, 5, 'more')).toEqual({ direction: 'flat', tone: 'neutral', text: 'no change' })
    expect(delta(5000, 100, 'more').text).toBe('50 times as much')
  })
  it('has no percentage of zero', () => {
    expect(delta(100, 0, 'more')).toEqual({ direction: 'up', tone: 'neutral', text: 'from nothing' })
    expect(delta(-100, 0, 'more').tone).toBe('neutral')
    // Nothing cancelled is the normal state.
    expect(delta(5000, 0, 'less')).toEqual({ direction: 'up', tone: 'bad', text: 'from nothing' })
    expect(delta(0, 0, 'more').text).toBe('no change')
    expect(delta(0, 100, 'more').text).toBe('100.0% less')
    // More was given back than sold.
    expect(delta(100, -5, 'more')).toEqual({ direction: 'up', tone: 'good', text: 'more' })
  })
  it('shows small counts as a difference', () => {
    expect(countDelta(9, 7).text).toBe('2 more')
    expect(countDelta(6, 7)).toEqual({ direction: 'down', tone: 'neutral', text: '1 fewer' })
    expect(countDelta(7, 7).text).toBe('no change')
  })
})

describe('sales by hour', () => {
  const h = (hour: number, sales: number) => ({ hour, sales, orders: 1 })
  it('reach from the first to the last hour with sales on either day', () => {
    const rows = hoursOf([h(12, 100), h(14, 50)], [h(11, 20), h(15, 30)], { startHour: 0, nowHour: null })
    expect(rows.map((r) => r.hour)).toEqual([11, 12, 13, 14, 15])
    expect(rows[1]).toEqual({ hour: 12, sales: 100_00, before: 0, soFar: false })
  })
  it('start with the business day', () => {
    expect(hoursOf([h(23, 10), h(1, 5)], [], { startHour: 4, nowHour: null }).map((r) => r.hour)).toEqual([23, 0, 1])
  })
  it('of several days start after the longest run of hours without sales', () => {
    expect(hoursOf([h(0, 5), h(12, 10), h(18, 1), h(23, 10)], [], { startHour: null, nowHour: null }).map((r) => r.hour)).toEqual([
      12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 0,
    ])
    expect(hoursOf([h(12, 5)], [], { startHour: null, nowHour: null }).map((r) => r.hour)).toEqual([12])
  })
  it('mark the current hour if it is near a sale', () => {
    expect(hoursOf([h(12, 100)], [], { startHour: 0, nowHour: 13 }).map((r) => [r.hour, r.soFar])).toEqual([
      [12, false],
      [13, true],
    ])
    expect(hoursOf([h(12, 100)], [], { startHour: 0, nowHour: 20 }).map((r) => r.hour)).toEqual([12])
  })
  it('are empty on a day without sales', () => {
    expect(hoursOf([], [], { startHour: 0, nowHour: 12 })).toEqual([])
  })
  it('are summarised in a sentence', () => {
    const rows = hoursOf([h(12, 100), h(13, 250)], [h(12, 20)], { startHour: 0, nowHour: null })
    expect(chartSummary(rows, 'Today', 'last Sat')).toBe(
      'Sales by hour, Today compared with last Sat, 12:00 to 14:00. Highest: 13:00 to 14:00, Rs. 250.00.',
    )
    expect(chartSummary([], 'Today', '')).toMatch(/nothing was sold/)
    expect(hourText(23)).toBe('23:00 to 24:00')
  })
})

describe('payments', () => {
  const m = (method: string, amount: number) => ({ method, amount, orders: 1 })
  it('have shares that add up to 100 and a total exact to the paisa', () => {
    const { total, shares } = sharesOf([m('UPI', 0.1), m('Cash', 0.1), m('Card', 0.1)])
    expect(total).toBe(30)
    expect(shares.map((s) => s.percent)).toEqual([34, 33, 33])
    expect(sharesOf([])).toEqual({ total: 0, shares: [] })
    expect(sharesOf([m('UPI', 0)])).toEqual({ total: 0, shares: [] })
  })
  it('give a method that comes to less than nothing no share; the total is the net', () => {
    expect(sharesOf([m('UPI', 300), m('Cash', -100), m('Card', 100)])).toEqual({
      total: 300_00,
      shares: [
        { method: 'UPI', paise: 300_00, percent: 75 },
        { method: 'Card', paise: 100_00, percent: 25 },
        { method: 'Cash', paise: -100_00, percent: null },
      ],
    })
    expect(sharesOf([m('Cash', -100)]).shares).toMatchObject([{ method: 'Cash', paise: -100_00, percent: null }])
  })
  it('are the sales and what was received on open orders', () => {
    const [sales, line] = [1050, (label: string, rupees: number) => ({ label, rupees })]
    const of = (receivedOnOpenOrders: number, refunds = 0) => sourcesOf({ sales, refunds, receivedOnOpenOrders })
    expect(of(400)).toEqual([line('Sales', 1050), line('Received on open orders', 400)])
    expect(of(0)).toEqual([line('Sales', 1050), line('Received on open orders', 0)])
    // The card above has the sales less refunds, so this figure isn't called the same.
    expect(of(-250, 420)).toEqual([
      line('Sales before refunds', 1470),
      line('Given back as refunds', -420),
      line('Received on an earlier day', -250),
    ])
  })
})

describe('what needs attention', () => {
  const nothing = { lateTickets: [], unavailableItems: [], lowStock: [], unprinted: [] }
  const words = { now: Date.parse('2026-11-21T10:00:00.000Z'), alertWord: (t: string) => (t === 'callWaiter' ? 'Waiter' : t) }
  const ticket = (label: string, minute: number) => ({
    kotId: label,
    kotNumber: 1,
    orderId: `o-${label}`,
    label,
    createdAt: `2026-11-21T09:${minute}:00.000Z`,
  })
  it('has a row only for problems that exist', () => {
    expect(attentionOf(nothing, [], words)).toEqual([])
  })
  it('counts no further than the server lists, which is 50', () => {
    const low = Array.from({ length: 50 }, (_, i) => ({ _id: `m${i}`, name: 'Lime', currentStock: 1, minimumStock: 5, unit: 'kg' }))
    const row = (count: number) => attentionOf({ ...nothing, lowStock: low.slice(0, count) }, [], words)[0]!
    expect(row(49)).toMatchObject({ title: '49 materials low', detail: expect.stringMatching(/and 47 more$/) })
    expect(row(50)).toMatchObject({ title: '50 or more materials low', detail: expect.stringMatching(/and many more$/) })
  })
  it('shows what, where and for how long', () => {
    const rows = attentionOf(
      {
        lateTickets: [ticket('Take Away', 34), ticket('T4', 38), ticket('T5', 39), ticket('T6', 40)],
        unavailableItems: [{ _id: 'a', name: 'Beast Lamb' }],
        lowStock: [
          { _id: 'l', name: 'Lime', currentStock: -23, minimumStock: 50, unit: 'pcs' },
          { _id: 'b', name: 'Burger buns', currentStock: 18, minimumStock: 40, unit: 'pcs' },
        ],
        unprinted: [
          {
            _id: 'j',
            kind: 'kot' as const,
            number: 40,
            title: 'Table 7',
            orderId: 'o',
            kotId: 'k',
            waitingSince: '2026-11-21T09:58:00.000Z',
          },
        ],
      },
      [{ tableNumber: '4', alertType: 'callWaiter', timestamp: '2026-11-21T09:58:00.000Z' }],
      words,
    )
    expect(rows.map((r) => [r.title, r.detail])).toEqual([
      ['4 late tickets', 'Take Away 26m, T4 22m, T5 21m, and 1 more'],
      ['1 alert waiting', 'T4 waiter 2m'],
      ['KOT 40 not printed', 'Reprint it from its order'],
      ['1 item sold out', 'Beast Lamb'],
      ['2 materials low', 'Lime: 23 pcs short, Burger buns: 18 pcs left of 40'],
    ])
    expect(rows[0]?.orderId).toBe('o-Take Away')
  })
})

it('tips are one line beside the payments, where there were any', () => {
  const tip = (amount: number) => ({ method: 'Cash', amount })
  expect(tipsOf({ tips: [tip(20.1), { method: 'UPI', amount: 9.2 }] })).toEqual([{ label: 'Tips, not in payments', rupees: 29.3 }])
  for (const tips of [[], [tip(5), tip(-5)]]) expect(tipsOf({ tips })).toEqual([])
})
