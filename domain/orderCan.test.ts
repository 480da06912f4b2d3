import { describe, expect, it, test } from 'vitest'
import type { Kot, OrderItem, OrderShape } from './api/order.ts'
import type { ItemStatus } from './order.ts'
import { firstReason, orderCan, REFUSED, stepRefusal, stepsOf, whyNot } from './orderCan.ts'
import { ROLES } from './roles.ts'

describe('who may (CONTRACT §2)', () => {
  const table: Record<Exclude<keyof typeof orderCan, 'cancelLine' | 'complete'>, string> = {
    settle: 'superuser managerialHead generalManager cashier partner admin backoffice',
    cancel: 'superuser managerialHead generalManager cashier partner admin backoffice',
    note: 'superuser managerialHead generalManager cashier captain waiter partner admin backoffice',
    setStatus: 'superuser managerialHead generalManager cashier captain waiter partner admin backoffice',
    leaveTable: 'superuser managerialHead generalManager cashier partner admin backoffice',
    recall: 'superuser managerialHead generalManager kitchen partner admin backoffice',
  }
  it.each(Object.entries(table))('%s: %s', (what, who) => {
    const may = orderCan[what as keyof typeof table]
    expect(ROLES.filter((role) => may(role, { orderType: 'Dine In' })).join(' ')).toBe(who)
  })
  it('captain/waiter cannot cancel a fired item; they may decline a line that a guest asked for', () => {
    const who = (ticket: Pick<Kot, 'held' | 'kotNumber'>) => ROLES.filter((role) => orderCan.cancelLine(role, ticket)).join(' ')
    expect(who({ held: false, kotNumber: 12 })).toBe(table.cancel)
    expect(who({ held: true, kotNumber: null })).toBe(
      'superuser managerialHead generalManager cashier captain waiter partner admin backoffice',
    )
  })
  it('delivery adds notes to and sets the status of take-away and delivery orders only', () => {
    for (const may of [orderCan.note, orderCan.setStatus])
      expect(['Dine In', 'Take Away', 'Delivery'].map((orderType) => may('delivery', { orderType }))).toEqual([false, true, true])
  })
  it('completing: whoever may settle, also at zero; captain, waiter and delivery only what is paid (CONTRACT §9 "Who closes")', () => {
    const who = (grandTotal: number, received: number, orderType: OrderShape['orderType'] = 'Take Away') =>
      ROLES.filter((role) =>
        orderCan.complete(role, { orderType, grandTotal, payments: received ? [{ method: 'Cash', amount: received }] : [] }),
      ).join(' ')
    const money = table.settle
    expect(who(105, 105)).toBe('superuser managerialHead generalManager cashier captain waiter delivery partner admin backoffice')
    expect(who(105, 105, 'Dine In')).toBe(table.setStatus)
    expect([who(105, 0), who(105, 104.99), who(0, 0), who(0, 0, 'Dine In')]).toEqual([money, money, money, money])
  })
  it('a step back is for the kitchen and managers; a step forward needs no right of its own', () => {
    expect(stepRefusal('captain', 'Ready', 'Preparing')).toBe(REFUSED.recall)
    expect(stepRefusal('kitchen', 'Ready', 'Preparing')).toBeNull()
    expect(stepRefusal('captain', 'Ready', 'Served')).toBeNull()
  })
})

describe('why an act is refused', () => {
  const line = (status: ItemStatus) => ({ status }) as OrderItem
  const kot = (statuses: ItemStatus[], at: Partial<Kot> = {}) => ({ held: false, kotNumber: 1, items: statuses.map(line), ...at }) as Kot
  const order = (at: Partial<OrderShape> = {}) =>
    ({
      orderStatus: 'pending',
      paymentStatus: 'unpaid',
      grandTotal: 100,
      payments: [],
      kots: [kot(['Preparing'])],
      ...at,
    }) as unknown as OrderShape
  const guests = (status: ItemStatus) => [kot(['Served']), kot([status], { held: true, kotNumber: null })]

  const open = order()
  const waiting = order({ kots: guests('In Cart') })
  const declined = order({ kots: guests('Cancelled') })
  const empty = order({ kots: [] })
  const partPaid = order({ paymentStatus: 'partial', payments: [{ method: 'Cash', amount: 10 }] })
  const paid = order({ paymentStatus: 'paid', payments: [{ method: 'Cash', amount: 100 }] })
  const completed = order({ orderStatus: 'completed', paymentStatus: 'paid' })
  const refunded = order({ orderStatus: 'completed', paymentStatus: 'refunded' })
  const cancelled = order({ orderStatus: 'cancelled' })

  const YES = 'Accept or decline the guest’s order first'
  const OVER = 'The order is completed'
  const UNPAID = 'It is not paid'
  const UNMARKED = 'The bill as it stands was not printed yet: print its receipt first'
  const GONE = 'The order was cancelled'
  const PAID_ONLY = 'Only a paid, completed order can be refunded'
  const states = { open, waiting, declined, empty, partPaid, paid, completed, refunded, cancelled }
  test.each<[keyof typeof whyNot, (o: OrderShape) => string | null, Partial<Record<keyof typeof states, string>>]>([
    ['change', whyNot.change, { completed: OVER, refunded: OVER, cancelled: GONE }],
    [
      'changeTerms',
      whyNot.changeTerms,
      {
        partPaid: 'Money was received: discount and charges stay',
        paid: 'Money was received: discount and charges stay',
        completed: OVER,
        refunded: OVER,
        cancelled: GONE,
      },
    ],
    ['settle', whyNot.settle, { waiting: YES, empty: 'Nothing has been sent yet', completed: OVER, refunded: OVER, cancelled: GONE }],
    [
      'complete',
      whyNot.complete,
      { open: UNPAID, declined: UNPAID, empty: UNPAID, partPaid: UNPAID, waiting: YES, completed: OVER, refunded: OVER, cancelled: GONE },
    ],
    ['bill', whyNot.bill, { waiting: YES, empty: 'Nothing has been sent yet', cancelled: 'A cancelled order has no bill' }],
    [
      'paper',
      (o) => whyNot.paper({ ...o, billPrintedAt: null }),
      { open: UNMARKED, waiting: UNMARKED, declined: UNMARKED, empty: UNMARKED, partPaid: UNMARKED, paid: UNMARKED },
    ],
    ['paper', (o) => whyNot.paper({ ...o, billPrintedAt: '2026-11-21T19:00:00.000Z' }), {}],
    [
      'cancel',
      whyNot.cancel,
      {
        partPaid: 'Money was received: give it back first',
        paid: 'Money was received: give it back first',
        completed: OVER,
        refunded: OVER,
        cancelled: GONE,
      },
    ],
    [
      'refund',
      whyNot.refund,
      {
        open: PAID_ONLY,
        waiting: PAID_ONLY,
        declined: PAID_ONLY,
        empty: PAID_ONLY,
        partPaid: PAID_ONLY,
        paid: PAID_ONLY,
        refunded: 'It was refunded already',
        cancelled: PAID_ONLY,
      },
    ],
    ['move', (o) => whyNot.move(o), { completed: 'No open order', refunded: 'No open order', cancelled: 'No open order' }],
  ])('%s', (_verb, ask, reasons) => {
    const given = Object.fromEntries(Object.entries(states).flatMap(([name, o]) => (ask(o) === null ? [] : [[name, ask(o)]])))
    expect(given).toEqual(reasons)
  })

  it('a part payment is possible before a guest’s ticket is accepted, because it completes nothing', () => {
    expect(whyNot.settle(waiting, { part: true })).toBeNull()
    expect(whyNot.settle(completed, { part: true })).toBe(OVER)
  })

  it.each<[ItemStatus, string | null, string | null]>([
    ['Preparing', null, null],
    ['Ready', null, null],
    ['Served', 'It was served already', null],
    ['Cancelled', 'It was cancelled', 'It was cancelled'],
  ])('a line with status %s: cancel %j, note %j', (status, cancel, note) => {
    expect(whyNot.cancelLine(open, line(status))).toBe(cancel)
    expect(whyNot.lineNote(open, line(status))).toBe(note)
    expect(whyNot.cancelLine(completed, line(status))).toBe(OVER)
    expect(whyNot.lineNote(completed, line(status))).toBe(OVER)
  })

  it('a step follows the kitchen’s rules, also after settling, but never on a cancelled order', () => {
    expect(whyNot.step(open, line('Ready'), 'Served', true, Date.now())).toBeNull()
    expect(whyNot.step(open, line('Served'), 'Served', true, Date.now())).toBe('It is Served')
    expect(whyNot.step(open, line('Cancelled'), 'Served', true, Date.now())).toBe('It was cancelled')
    expect(whyNot.step(completed, line('Ready'), 'Served', true, Date.now())).toBeNull()
    expect(whyNot.step(completed, line('Preparing'), 'Cancelled', true, Date.now())).toBe(OVER)
    expect(whyNot.step(cancelled, line('Ready'), 'Served', true, Date.now())).toBe(GONE)
    const old = { ...completed, completedAt: '2026-11-21T10:00:00.000Z' }
    expect(whyNot.step(old, line('Ready'), 'Preparing', true, Date.parse('2026-11-21T21:59:59.999Z'))).toBeNull()
    expect(whyNot.step(old, line('Ready'), 'Preparing', true, Date.parse('2026-11-21T22:00:00.000Z'))).toBe(OVER)
  })

  it('a ticket is printed again once the kitchen has it', () => {
    expect(whyNot.reprint(kot(['Preparing']))).toBeNull()
    expect(whyNot.reprint(kot(['In Cart'], { held: true, kotNumber: null }))).toBe('Nothing has been sent yet')
  })

  it('a table without an order has nothing to move', () => {
    expect(whyNot.move(null)).toBe('No open order')
    expect(whyNot.move(null, 3)).toBe('Send the KOT first')
    expect(whyNot.move(open, 3)).toBeNull()
  })

  it('only the first reason is shown', () =>
    expect([firstReason(null, false, undefined, 'a', 'b'), firstReason(null)]).toEqual(['a', null]))
})

describe('the steps of a line', () => {
  it('are those of the kitchen’s rules', () => {
    expect(stepsOf({ status: 'Preparing' }, true)).toEqual(['Ready', 'Served'])
    expect(stepsOf({ status: 'Preparing' }, false)).toEqual(['Served'])
    expect(stepsOf({ status: 'Ready' }, true)).toEqual(['Served', 'Preparing'])
    expect(stepsOf({ status: 'Served' }, true)).toEqual(['Ready'])
    expect(stepsOf({ status: 'Cancelled' }, true)).toEqual([])
  })
})
