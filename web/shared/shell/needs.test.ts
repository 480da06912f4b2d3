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

  it('is no bill asked for at a table that was settled meanwhile', () =>
    expect(needsOf({ orders: [order], alerts: [call({ alertType: 'bill', orderId: 'settled' })] }).map((n) => n.kind)).toEqual(['ticket']))

  it('has a call’s open order, so that its bill is printed in one press', () => {
    const [need] = needsOf({ orders: [order], alerts: [call({ tableId: 'table-9', tableNumber: '9', alertType: 'bill' })] }).filter(
      (n) => n.kind === 'call',
    )
    expect(need?.order?._id).toBe(order._id)
    expect(needsOf({ orders: [order], alerts: [call({})] }).map((n) => n.order?._id ?? null)).toContain(null)
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
