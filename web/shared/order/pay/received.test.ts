import { describe, expect, it } from 'vitest'
import type { PaymentMove } from '#domain/api/order.ts'
import { receivedRows } from './received.ts'

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
  it('leaves out what was given back, the newest first, and no longer corrects that method', () =>
    expect(rows(move('1', 'received', 'UPI', 100), move('2', 'received', 'UPI', 80), move('3', 'returned', 'UPI', -100))).toEqual([
      ['UPI', 8000, null, 8000],
    ]))
  it('counts what came with a merged table, and never a tip', () =>
    expect(rows(move('1', 'transferred', 'Card', 70), move('2', 'tip', 'Card', 20))).toEqual([['Card', 7000, '1', 7000]]))
  it('is shown as read-only sums by method when the rows are missing', () =>
    expect(receivedRows({ payments: [{ method: 'Cash', amount: 12.5 }] }, null)).toEqual([
      { key: 'Cash', method: 'Cash', paise: 1250, at: null, paymentId: null, back: 0 },
    ]))
})
