import { describe, expect, it, onTestFinished, test } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { REFUSED } from '#domain/orderCan.ts'
import { type Role, STAFF_ROLES } from '#domain/roles.ts'
import { REFUSALS } from '#web/core/may.ts'
import { setSkew } from '#web/core/online.ts'
import { addPath } from './paths.ts'
import { aHeldKot, aKot, aLine, anOrder } from './test/order.ts'
import { type Who, why } from './why.ts'

const who = (role: Role, at: Partial<Who> = {}): Who => ({ role, online: true, entered: false, permissions: null, ...at })
const line = aLine('a')
const kot = aKot([line])
const parcel = anOrder({ tableId: null, tableNumber: null, orderType: 'Delivery' })
const paid = anOrder({ orderStatus: 'completed', paymentStatus: 'paid' })
const inFull: Partial<OrderShape> = { paymentStatus: 'paid', payments: [{ method: 'Cash', amount: 210 }] }
const printed = anOrder({ billNumber: 7 })

/** The reason shown to each role when the order itself would allow the action. */
describe('by role', () => {
  const roles = (ask: (one: Who) => string | null) => {
    const told: Record<string, string> = {}
    for (const role of STAFF_ROLES) told[ask(who(role)) ?? 'may'] = [told[ask(who(role)) ?? 'may'], role].filter(Boolean).join(' ')
    return told
  }
  const money = 'superuser managerialHead generalManager cashier'
  const pos = `${money} captain waiter`
  const rest = 'kitchen delivery mobileAdmin'
  const NO_POS = 'The POS is not open to your role'
  test.each<[string, (one: Who) => string | null, Record<string, string>]>([
    ['settle', (w) => why.settle(anOrder(), w), { may: money, [REFUSED.settle]: `captain waiter ${rest}` }],
    ['settle a new ticket', (w) => why.settleNew(w), { may: money, [REFUSED.settle]: `captain waiter ${rest}` }],
    ['refund', (w) => why.refund(paid, w), { may: money, [REFUSED.refund]: `captain waiter ${rest}` }],
    ['cancel', (w) => why.cancel(anOrder(), w), { may: money, [REFUSED.cancel]: `captain waiter ${rest}` }],
    ['cancel a line', (w) => why.cancelLine(anOrder(), kot, line, w), { may: money, [REFUSED.cancelLine]: `captain waiter ${rest}` }],
    [
      'decline a line of a guest’s ticket',
      (w) => why.cancelLine(anOrder(), aHeldKot([line]), line, w),
      { may: pos, [REFUSED.cancelLine]: rest },
    ],
    ['add items at a table', (w) => why.addAt('t7', w), { may: pos, ['Your role can’t add items here']: rest }],
    [
      'complete at a table',
      (w) => why.complete(anOrder(inFull), w),
      { may: pos, [REFUSED.change]: 'kitchen mobileAdmin', [REFUSED.delivery]: 'delivery' },
    ],
    [
      'close what comes to zero',
      (w) => why.complete(anOrder({ grandTotal: 0 }), w),
      { may: money, [REFUSED.change]: 'kitchen mobileAdmin', [REFUSED.delivery]: 'delivery', [REFUSED.complete]: 'captain waiter' },
    ],
    [
      'close a delivery that comes to zero',
      (w) => why.complete({ ...parcel, grandTotal: 0 }, w),
      { may: money, [REFUSED.change]: 'kitchen mobileAdmin', [REFUSED.complete]: 'captain waiter delivery' },
    ],
    [
      'complete a delivery',
      (w) => why.complete({ ...parcel, ...inFull }, w),
      { may: `${pos} delivery`, [REFUSED.change]: 'kitchen mobileAdmin' },
    ],
    [
      'note at a table',
      (w) => why.lineNote(anOrder(), line, w),
      { may: pos, [REFUSED.change]: 'kitchen mobileAdmin', [REFUSED.delivery]: 'delivery' },
    ],
    ['note of a delivery', (w) => why.lineNote(parcel, line, w), { may: `${pos} delivery`, [REFUSED.change]: 'kitchen mobileAdmin' }],
    ['bill', (w) => why.bill(anOrder(), w), { may: pos, [REFUSED.bill]: rest }],
    ['change', (w) => why.change(anOrder(), w), { may: pos, [REFUSED.change]: rest }],
    ['change a printed bill', (w) => why.change(printed, w), { may: pos, [REFUSED.change]: rest }],
    ['accept', (w) => why.accept(anOrder(), w), { may: pos, [REFUSED.accept]: rest }],
    ['serve', (w) => why.serve(anOrder(), line, w), { may: `${pos} kitchen`, [REFUSED.tickets]: 'delivery mobileAdmin' }],
    [
      'a step back',
      (w) => why.step(anOrder(), aLine('a', { status: 'Ready' }), 'Preparing', w),
      {
        may: 'superuser managerialHead generalManager kitchen',
        [REFUSED.recall]: 'cashier captain waiter',
        [REFUSED.tickets]: 'delivery mobileAdmin',
      },
    ],
    ['bump', (w) => why.bump(w), { may: `${pos} kitchen`, [REFUSED.tickets]: 'delivery mobileAdmin' }],
    ['move', (w) => why.move(anOrder(), w), { may: pos, [REFUSED.tables]: rest }],
    ['merge', (w) => why.merge(w), { may: pos, [REFUSED.tables]: rest }],
    ['call for a table', (w) => why.call(w), { may: pos, [REFUSED.tables]: rest }],
    ['answer a call', (w) => why.answerCall(w), { may: pos, [REFUSED.tables]: rest }],
    ['send', (w) => why.send(w), { may: pos, [REFUSED.send]: rest }],
  ])('%s', (_verb, ask, expected) => expect(roles(ask)).toEqual(expected))

  it('a role that may settle but not open the POS gets that as the reason', () =>
    expect(why.settle(anOrder(), who('cashier', { permissions: { '/restaurant/pos': ['superuser'] } }))).toBe(NO_POS))
  it('where the pay panel is on the page itself, the POS need not be open', () => {
    const closed = { permissions: { '/restaurant/pos': ['superuser'] } }
    expect(why.settle(anOrder(), who('cashier', closed), { here: true })).toBeNull()
    expect(why.settle(anOrder(), who('waiter', closed), { here: true })).toBe(REFUSED.settle)
  })
  it('a role without any of the call’s pages gets that as the reason', () => {
    const off = Object.fromEntries(
      ['pos', 'tables', 'orders', 'invoices', 'pos-mobile', 'pos-mobile/orders'].map((p) => [`/restaurant/${p}`, []]),
    )
    expect(why.settle(anOrder(), who('cashier', { permissions: off }))).toBe(REFUSALS.page)
  })
  it('a partner may act in the restaurant they entered', () => {
    expect(why.settle(anOrder(), who('partner', { entered: true }))).toBeNull()
    expect(why.settle(anOrder(), who('partner'))).toBe(REFUSED.settle)
  })
})

describe('by state, for a cashier', () => {
  const cashier = who('cashier')
  const waiting = anOrder({ kots: [aKot([line]), aHeldKot([aLine('b', { status: 'In Cart' })])] })
  const completed = anOrder({ orderStatus: 'completed' })
  const partPaid = anOrder({ payments: [{ method: 'Cash', amount: 10 }] })
  const asks: Record<string, (order: OrderShape, one?: Who) => string | null> = {
    settle: (o, w = cashier) => why.settle(o, w),
    part: (o, w = cashier) => why.settle(o, w, { part: true }),
    complete: (o, w = cashier) => why.complete(o, w),
    bill: (o, w = cashier) => why.bill(o, w),
    cancel: (o, w = cashier) => why.cancel(o, w),
    serve: (o, w = cashier) => why.serve(o, line, w),
    note: (o, w = cashier) => why.lineNote(o, line, w),
    move: (o, w = cashier) => why.move(o, w),
  }
  const told = (order: OrderShape, one?: Who) =>
    Object.fromEntries(Object.entries(asks).flatMap(([verb, ask]) => (ask(order, one) === null ? [] : [[verb, ask(order, one)]])))
  const same = (reason: string, ...verbs: string[]) => Object.fromEntries(verbs.map((verb) => [verb, reason]))

  it('open: everything is allowed but closing it unpaid', () => expect(told(anOrder())).toEqual({ complete: 'It is not paid' }))
  it('paid, or nothing to pay: it can be closed', () => {
    expect(told(anOrder(inFull))).toEqual({ cancel: 'Money was received: give it back first' })
    expect(told(anOrder({ grandTotal: 0 }))).toEqual({})
  })
  it('a guest’s ticket waits: billing is blocked', () =>
    expect(told(waiting)).toEqual(same('Accept or decline the guest’s order first', 'settle', 'complete', 'bill')))
  it('part paid: cannot be cancelled', () =>
    expect(told(partPaid)).toEqual({ cancel: 'Money was received: give it back first', complete: 'It is not paid' }))
  it('completed: only its bill can be printed, and its food served', () =>
    expect(told(completed)).toEqual({
      ...same('The order is completed', 'settle', 'part', 'complete', 'cancel', 'note'),
      move: 'No open order',
    }))
  it('cancelled: nothing is served any more', () =>
    expect(why.serve(anOrder({ orderStatus: 'cancelled' }), line, cashier)).toBe('The order was cancelled'))
  it('offline: only adding items is allowed', () => {
    const off = who('cashier', { online: false })
    expect(told(anOrder(), off)).toEqual(same('You are offline', ...Object.keys(asks)))
    expect(why.add(anOrder(), off)).toBeNull()
  })
})

describe('adding items', () => {
  const at = (role: Role) => addPath(anOrder(), who(role))
  it('is offered at the counter or on the captain’s phone, if the role may open it', () => {
    expect(at('cashier')).toBe('/restaurant/pos?table=t7')
    expect(at('waiter')).toBe('/restaurant/captain/menu?table=t7')
    expect(addPath(parcel, who('cashier'))).toBe('/restaurant/pos?order=o1')
    expect(addPath(parcel, who('waiter'))).toBeNull()
    expect(why.add(anOrder(), who('delivery'))).toBe('Your role can’t add items here')
  })
})

it('a step of an order that was completed long ago is refused, by the server’s clock: it would be a new ticket on the kitchen’s screens', () => {
  const completed = (hours: number) =>
    anOrder({ orderStatus: 'completed', completedAt: new Date(Date.now() - hours * 3_600_000).toISOString() })
  const back = (hours: number) => why.step(completed(hours), aLine('a', { status: 'Ready' }), 'Preparing', who('generalManager'))
  expect([back(11), back(13)]).toEqual([null, 'The order is completed'])
  setSkew(3 * 3_600_000)
  onTestFinished(() => setSkew(0))
  expect(back(13)).toBeNull()
})
