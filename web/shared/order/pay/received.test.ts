import { describe, expect, it } from 'vitest'
import type { PaymentMove } from '#domain/api/order.ts'
import { receivedRows, tipRows } from './received.ts'

const move = (_id: string, kind: PaymentMove['kind'], method: string, amount: number, more: Partial<PaymentMove> = {}): PaymentMove => ({
  _id,
  kind,
  method,
  amount,
  at: `2026-11-21T14:0${_id}:00.000Z`,
  businessDate: '2026-11-21',
  by: 'Divya',
  ...more,
})
const rows = (...history: PaymentMove[]) =>
  receivedRows({ payments: [] }, history).map(({ method, paise, paymentId, back }) => [method, paise, paymentId, back])

describe('the money received for an order', () => {
  it('is a row for each payment, also of one method', () =>
    expect(rows(move('1', 'received', 'Cash', 100), move('2', 'received', 'Cash', 50))).toEqual([
      ['Cash', 10_000, '1', 10_000],
      ['Cash', 5000, '2', 5000],
    ]))
  it('shows a corrected payment under its new method, which can be corrected again', () =>
    expect(
      rows(
        move('1', 'received', 'Cash', 100),
        move('2', 'corrected', 'Cash', -100, { corrects: '1' }),
        move('3', 'corrected', 'Card', 100, { corrects: '1' }),
      ),
    ).toEqual([['Card', 10_000, '3', 10_000]]))
  it('leaves out what was given back, the newest first, and no longer corrects a payment of which some was', () =>
    expect(rows(move('1', 'received', 'UPI', 100), move('2', 'received', 'UPI', 80), move('3', 'returned', 'UPI', -100))).toEqual([
      ['UPI', 8000, null, 8000],
    ]))
  it('a later payment by the same method is whole and can be corrected; so can one beside money that went with a parted table', () => {
    const [first, back, later] = [
      move('1', 'received', 'Cash', 500),
      move('2', 'returned', 'Cash', -500),
      move('3', 'received', 'Cash', 1050),
    ]
    expect(rows(first, back, later)).toEqual([['Cash', 105_000, '3', 105_000]])
    expect(rows(first, move('2', 'returned', 'Cash', -20), later)).toEqual([
      ['Cash', 48_000, null, 48_000],
      ['Cash', 105_000, '3', 105_000],
    ])
    expect(rows(first, move('2', 'transferred', 'Cash', 300), move('3', 'transferred', 'Cash', -300))).toEqual([
      ['Cash', 50_000, '1', 50_000],
    ])
  })
  it('always add up to what is left by the method, also when the payment that was given back in part was corrected', () =>
    expect(
      rows(
        move('1', 'received', 'Cash', 300),
        move('2', 'returned', 'Cash', -100),
        move('3', 'received', 'Cash', 150),
        move('4', 'corrected', 'Cash', -300, { corrects: '1' }),
        move('5', 'corrected', 'UPI', 300, { corrects: '1' }),
      ),
    ).toEqual([
      ['Cash', 5000, null, 5000],
      ['UPI', 30_000, '5', 30_000],
    ]))
  it('has tips by themselves: of each what was not given back, and none that was corrected away', () => {
    const history = [
      move('1', 'received', 'Cash', 70),
      move('2', 'tip', 'Cash', 20),
      move('3', 'tip', 'UPI', 9),
      move('4', 'tip', 'UPI', -9, { corrects: '3' }),
      move('5', 'tip', 'Card', 9, { corrects: '3' }),
      move('6', 'tip', 'Cash', -15),
    ]
    expect(tipRows(history).map((row) => [row.method, row.back, row.paymentId, row.tip])).toEqual([
      ['Cash', 500, null, true],
      ['Card', 900, '5', true],
    ])
    expect(rows(...history)).toEqual([['Cash', 7000, '1', 7000]])
    expect(tipRows(null)).toEqual([])
  })
  it('counts what came with a merged table, and never a tip', () =>
    expect(rows(move('1', 'transferred', 'Card', 70), move('2', 'tip', 'Card', 20))).toEqual([['Card', 7000, '1', 7000]]))
  it('is shown as read-only sums by method when the rows are missing', () =>
    expect(receivedRows({ payments: [{ method: 'Cash', amount: 12.5 }] }, null)).toEqual([
      { key: 'Cash', method: 'Cash', paise: 1250, at: null, paymentId: null, back: 0 },
    ]))
})
