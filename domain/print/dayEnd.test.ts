import { describe, expect, it } from 'vitest'
import { topItemsFor } from './dayEnd.ts'
import { dayEndDocument, linesOf } from './document.ts'
import { asText, type Columns } from './lines.ts'

const restaurant = {
  establishment_name: 'Smash Yard',
  address: 'Plot 22, DLF Road',
  gstNumber: '36AAKCS1234L1Z6',
  fssaiNumber: null,
  vatNumber: null,
  timezone: 'Asia/Kolkata',
  printSettings: { header: '', footer: '', showStoreDetails: true },
} as never
const summary = {
  date: '2026-11-21',
  totalOrders: 4,
  completedOrders: 2,
  cancelledOrders: 1,
  pendingOrders: 1,
  totalSales: 1050,
  refunds: 0,
  discounts: 50,
  taxes: { cgst: 25, sgst: 25, vat: 0, serviceCharge: 0 },
  roundOff: 0,
  cancelledValue: 189,
  paymentMethods: [
    { method: 'UPI', amount: 1000, orders: 1 },
    { method: 'Cash', amount: 150, orders: 1 },
  ],
  tips: [],
  cashTaken: 150,
  receivedOnOpenOrders: 100,
  items: Array.from({ length: 20 }, (_, i) => ({ name: `Dish number ${i + 1} of the menu`, count: 20 - i, revenue: i === 0 ? 1050 : 0 })),
  openOrders: 1,
  changedAfterPrint: [],
}
const printed = (columns: Columns, more: object = {}, running = false) =>
  asText(
    linesOf(dayEndDocument({ ...summary, ...more }, { running, at: '2026-11-21T18:18:00Z', by: 'Vikram Rane' }), { columns, restaurant }),
    columns,
  )

describe('the day-end report', () => {
  it('top 10/15 items by paper width', () => {
    expect([topItemsFor(32), topItemsFor(48)]).toEqual([10, 15])
    for (const [columns, most] of [
      [32, 10],
      [48, 15],
    ] as const) {
      const text = printed(columns)
      expect(text.match(/^Dish number/gm)).toHaveLength(most)
      expect(text).toContain(`Top ${most} by sales`)
      for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(columns)
    }
  })
  it('names whoever restarted the KOT counter or took a dish of a settled bill back to the kitchen', () => {
    const notes = [
      { kind: 'kotReset', what: '', at: '2026-11-21T16:10:00Z', by: 'Rohit Sharma' },
      { kind: 'recall', what: '2 × Masala Dosa, KOT 12, bill 2017', at: '2026-11-21T16:40:00Z', by: '李' },
    ]
    for (const columns of [32, 48] as const) {
      const text = printed(columns, { notes })
      for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(columns)
      expect(text.replace(/\s+/g, ' ')).toContain(
        '21:40 KOT counter restarted, Rohit Sharma 22:10 Back to the kitchen, Staff 2 x Masala Dosa, KOT 12, bill 2017',
      )
    }
    expect(printed(32)).not.toMatch(/kitchen|restarted/)
  })
  it('tells apart the people whose names paper can’t show, and says who printed it', () => {
    const cash = (by: string, amount: number) => ({ by, amount, from: '2026-11-21T08:00:00Z', to: '2026-11-21T08:00:00Z' })
    const text = printed(32, { cashByPerson: [cash('李', 500), cash('王', 300), cash('स्नेहा', 100)] })
    expect(text.slice(text.indexOf('Cash by person')).split('\n').slice(1, 4)).toEqual([
      '  Staff               Rs. 500.00',
      '  Staff 2             Rs. 300.00',
      '  Sneha               Rs. 100.00',
    ])
    const document = dayEndDocument(summary as never, { running: false, at: '2026-11-21T18:18:00Z', by: '🙂' })
    expect(asText(linesOf(document, { columns: 32, restaurant }), 32)).toMatch(/Printed .+ by\s+Staff/)
  })
  it('says how what should be in the drawer comes about, and how much a count missed it', () => {
    const counted = { _id: 'm', kind: 'count', amount: 1480, expected: 1500, reason: '', at: '2026-11-21T18:00:00Z', by: 'Divya' }
    const float = (amount: number, at: string, by: string) => ({
      ...{ _id: `f${amount}`, kind: 'float', amount, expected: null, reason: '', by },
      at: new Date(`2026-11-21T${at}:00+05:30`).toISOString(),
    })
    const drawer = { float: 2000, in: 50, out: 700, expected: 1500, counted, moves: [counted] }
    for (const columns of [32, 48] as const) {
      const lines = printed(columns, { drawer })
        .split('\n')
        .map((line) => line.replace(/ {2,}/g, ' ').trim())
      for (const line of printed(columns, { drawer }).split('\n')) expect(line.length).toBeLessThanOrEqual(columns)
      const at = lines.indexOf('Opening float Rs. 2000.00')
      expect(lines.slice(at, at + 7)).toEqual([
        'Opening float Rs. 2000.00',
        'Cash taken Rs. 150.00',
        'Cash in Rs. 50.00',
        'Cash out -Rs. 700.00',
        'Expected in drawer Rs. 1500.00',
        'Counted at 23:30 Rs. 1480.00',
        'Short Rs. 20.00',
      ])
    }
    const changed = printed(48, {
      drawer: { ...drawer, float: 1500, moves: [float(2000, '18:00', 'Vikram'), counted, float(1500, '21:40', 'Sneha')] },
    })
    expect(changed.replace(/ {2,}/g, ' ')).toContain('Opening float Rs. 2000.00\nFloat from 21:40, Sneha Rs. 1500.00\nCash taken')
    const exact = { ...counted, amount: 1500 }
    expect(printed(48, { drawer: { ...drawer, counted: exact } })).not.toMatch(/Short|Over/)
    expect(printed(48, { drawer: { ...drawer, counted: { ...counted, amount: 1501 } } })).toMatch(/^Over +Rs\. 1\.00$/m)
    // Cash that came after the count.
    expect(printed(48, { drawer: { ...drawer, expected: 1605 } }).replace(/ {2,}/g, ' ')).toContain(
      'Expected in drawer Rs. 1605.00\nCounted at 23:30 Rs. 1480.00\nExpected then Rs. 1500.00\nShort Rs. 20.00',
    )
    expect(printed(48)).toMatch(/^Expected in drawer +Rs\. 150\.00$/m)
  })
  it('adds up from items to sales and from sales to what was received, and leaves out what is nothing', () => {
    const lines = printed(48)
      .split('\n')
      .map((line) => line.replace(/ {2,}/g, ' ').trim())
    expect(lines).toEqual(
      expect.arrayContaining([
        'DAY SUMMARY 21-11-2026',
        '1 open order',
        'Printed 21-11-2026 23:48 by Vikram Rane',
        'Items before discount Rs. 1050.00',
        'Discounts -Rs. 50.00',
        'CGST Rs. 25.00',
        'SALES Rs. 1050.00',
        'Received on open orders Rs. 100.00',
        'RECEIVED Rs. 1150.00',
      ]),
    )
    expect(lines.join('\n')).not.toMatch(/VAT|Refunds|Service charge|Round off/)
  })
  it('has tips apart from what was received, and the cash that must be in the drawer, tips included', () => {
    const lines = (more: object) =>
      printed(32, more)
        .split('\n')
        .map((line) => line.replace(/ {2,}/g, ' ').trim())
    const tips = [
      { method: 'Cash', amount: 20.5 },
      { method: 'Card', amount: 10 },
    ]
    const all = lines({ tips, cashTaken: 170.5 })
    expect(all.slice(all.indexOf('RECEIVED Rs. 1150.00'))).toEqual(
      expect.arrayContaining(['Tips, Cash Rs. 20.50', 'Tips, Card Rs. 10.00', 'Expected in drawer Rs. 170.50']),
    )
    expect(lines({ tips, cashTaken: -9.5 })).toContain('Expected in drawer -Rs. 9.50')
    // A day without cash, and a report from before there were tips.
    expect(lines({ cashTaken: 0 }).join('\n')).not.toMatch(/Tips|drawer/)
    expect(lines({ tips: undefined, cashTaken: undefined }).join('\n')).not.toMatch(/Tips|drawer/)
  })
  it('notes a reset of the KOT counter when there was one', () => {
    expect(printed(32)).not.toContain('KOT counter')
    expect(printed(32, { kotReset: true, pendingOrders: 0 })).toContain('KOT counter was reset')
  })
})
