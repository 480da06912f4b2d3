import { describe, expect, it } from 'vitest'
import type { AlertShape } from '#domain/api/tables.ts'
import { aKot, anItem, anOrderShape } from '#domain/test/shapes.ts'
import { needsOf, newNeeds } from './needs.ts'

const at = (minute: number) => `2026-11-21T19:${String(minute).padStart(2, '0')}:00.000Z`
const call = (over: Partial<AlertShape>): AlertShape => ({
  _id: 'a',
  id: 'a',
  tableId: 'table-5',
  tableNumber: '5',
  alertType: 'callWaiter',
  orderId: null,
  timestamp: at(0),
  acknowledged: false,
  acknowledgedBy: null,
  ...over,
})
const held = aKot([anItem({ status: 'In Cart' })], { held: true, createdAt: at(2) })
const declined = aKot([anItem({ status: 'Cancelled' })], { held: true, createdAt: at(1) })
const order = anOrderShape([held, declined, aKot([anItem({})], { createdAt: at(0) })], { tableId: 'table-9', tableNumber: '9' })
const words = (needs: ReturnType<typeof needsOf>) => needs.map((n) => `${n.label} ${n.word}${n.taken ? ', taken' : ''}`)

describe('what needs a person', () => {
  it('is the guests’ tickets to accept and the tables’ calls, oldest first, those that somebody has taken last', () =>
    expect(
      words(
        needsOf({
          orders: [order],
          alerts: [
            call({ alertType: 'water', timestamp: at(0), acknowledged: true }),
            call({ tableId: 'table-9', tableNumber: '9', alertType: 'bill', timestamp: at(3) }),
            call({ tableId: 'table-1', tableNumber: '1', timestamp: at(1) }),
          ],
        }),
      ),
    ).toEqual(['T1 Waiter', 'T9 To accept', 'T9 Bill', 'T5 Water, taken']))

  it('doesn’t include a bill asked for at a table that was settled meanwhile', () =>
    expect(needsOf({ orders: [order], alerts: [call({ alertType: 'bill', orderId: 'settled' })] }).map((n) => n.kind)).toEqual(['ticket']))

  it('doesn’t include a bill that was printed since it was asked for; asked for again, it does', () => {
    const printed = { ...order, billPrintedAt: at(5) }
    const asked = (minute: number) => [call({ tableId: 'table-9', tableNumber: '9', alertType: 'bill', timestamp: at(minute) })]
    expect(words(needsOf({ orders: [printed], alerts: asked(3) }))).toEqual(['T9 To accept'])
    expect(words(needsOf({ orders: [printed], alerts: asked(6) }))).toEqual(['T9 To accept', 'T9 Bill'])
  })

  it('a bill’s call that was answered by its print doesn’t come back when the order changes after', () => {
    const changed = { ...order, billPrintedAt: null, lastPrinted: { total: 10, at: at(5), by: 'Divya', revision: 0, issuedAt: at(5) } }
    const asked = (minute: number) => [call({ tableId: 'table-9', tableNumber: '9', alertType: 'bill', timestamp: at(minute) })]
    expect(words(needsOf({ orders: [changed], alerts: asked(3) }))).toEqual(['T9 To accept'])
    expect(words(needsOf({ orders: [changed], alerts: asked(6) }))).toEqual(['T9 To accept', 'T9 Bill'])
  })

  it('has a call’s open order, so that its bill is printed in one press', () => {
    const [need] = needsOf({ orders: [order], alerts: [call({ tableId: 'table-9', tableNumber: '9', alertType: 'bill' })] }).filter(
      (n) => n.kind === 'call',
    )
    expect(need?.order?._id).toBe(order._id)
    expect(needsOf({ orders: [], alerts: [call({})] })).toMatchObject([{ kind: 'call', order: null }])
  })
})

describe('papers that were not printed', () => {
  const job = (n: number) => ({
    _id: `j${n}`,
    kind: n === 0 ? ('bill' as const) : ('kot' as const),
    number: n === 0 ? 42 : n,
    title: `T${n}`,
    orderId: 'o',
    kotId: null,
    waitingSince: at(n),
  })
  const unprinted = (...numbers: number[]) => needsOf({ orders: [], alerts: [], unprinted: numbers.map(job) })

  it('stand among the others by their age, each with its number', () =>
    expect(words(needsOf({ orders: [], alerts: [call({ timestamp: at(1) })], unprinted: [job(2), job(0)] }))).toEqual([
      'Bill 0042 is not printed',
      'T5 Waiter',
      'KOT 2 is not printed',
    ]))

  it('are one row when there are more than three, because then a printer is off', () => {
    expect(unprinted(1, 2, 3)).toHaveLength(3)
    expect(unprinted(1, 2, 3, 4)).toMatchObject([
      {
        kind: 'print',
        label: '4 papers',
        word: 'not printed',
        since: at(1),
        jobs: [{ _id: 'j1' }, { _id: 'j2' }, { _id: 'j3' }, { _id: 'j4' }],
      },
    ])
  })
})

describe('tickets on no kitchen screen', () => {
  const ticket = (n: number, minute: number, status: 'Preparing' | 'Ready' | 'Cancelled' = 'Preparing') =>
    aKot([anItem({ status }), anItem({ status: 'Ready' })], { kotId: `k${n}`, kotNumber: n, createdAt: at(minute), sentAt: at(minute) })
  const table = (number: string, ...kots: ReturnType<typeof aKot>[]) => anOrderShape(kots, { tableId: number, tableNumber: number })
  const unseen = (list: string[], orders: ReturnType<typeof table>[], toCook: ReturnType<typeof table>[] = []) =>
    needsOf({ orders, toCook, alerts: [call({ timestamp: at(3) })], unseen: list })

  it('stand among the others by their age, each with its number: additions and paid parcels too', () =>
    expect(words(unseen(['k1', 'k2', 'k4'], [table('7', ticket(1, 1), ticket(2, 4), ticket(3, 0))], [table('8', ticket(4, 2))]))).toEqual([
      'T7 KOT 1 is on no kitchen screen',
      'T8 KOT 4 is on no kitchen screen',
      'T5 Waiter',
      'T7 KOT 2 is on no kitchen screen',
    ]))

  it('are those that are still to be made', () =>
    expect(words(unseen(['k1', 'k2', 'gone'], [table('7', ticket(1, 1, 'Ready'), ticket(2, 1, 'Cancelled'))]))).toEqual(['T5 Waiter']))

  it('are one need when they are more than three, so that guests’ calls stay in view', () => {
    const tickets = [5, 4, 2, 1].map((n) => ticket(n, n))
    const [need, ...rest] = unseen(['k1', 'k2', 'k4', 'k5'], [table('7', ...tickets)])
    expect(words(need ? [need] : [])).toEqual(['4 tickets on no kitchen screen'])
    expect(need?.kind === 'kitchen' && need.kots.map((k) => k.kotNumber)).toEqual([1, 2, 4, 5])
    expect(words(rest)).toEqual(['T5 Waiter'])
  })
})

describe('what is new', () => {
  const keys = (alerts: AlertShape[]) => new Set(needsOf({ orders: [], alerts }).map((n) => n.key))
  const first = call({})
  const fresh = (known: ReadonlySet<string> | null, alerts: AlertShape[]) => newNeeds(known, needsOf({ orders: [], alerts }))

  it('is nothing in the first list', () => expect(fresh(null, [first])).toEqual([]))
  it('is a call that was not there, also when it is repeated', () => {
    expect(fresh(keys([]), [first])).toHaveLength(1)
    expect(fresh(keys([first]), [first])).toEqual([])
    expect(fresh(keys([first]), [{ ...first, timestamp: at(4) }])).toHaveLength(1)
  })
  it('is nothing that somebody has taken already', () => expect(fresh(keys([]), [{ ...first, acknowledged: true }])).toEqual([]))
})
