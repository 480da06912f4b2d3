import { expect, it } from 'vitest'
import type { PaymentMove } from '#domain/api/order.ts'
import { moneyRows } from './payments.ts'

const at = '2026-11-21T12:00:00.000Z'
const move = (_id: string, kind: PaymentMove['kind'], method: string, amount: number, more: Partial<PaymentMove> = {}): PaymentMove => ({
  _id,
  kind,
  method,
  amount,
  at,
  businessDate: '2026-11-21',
  by: 'Divya',
  ...more,
})
const said = (...given: Parameters<typeof moneyRows>) => moneyRows(...given).map((r) => [r.label, r.rupees])

it('lists the payments in their order', () => {
  const history = [
    move('1', 'received', 'Cash', 100),
    move('2', 'received', 'UPI', 50),
    move('3', 'corrected', 'Cash', -100, { corrects: '1', reason: 'wrong key' }),
    move('4', 'corrected', 'Card', 100, { corrects: '1', reason: 'wrong key' }),
    move('5', 'returned', 'UPI', -20, { reason: 'too much' }),
    move('6', 'transferred', 'Cash', 30, { reason: 'Merged from T8' }),
  ]
  expect(said({ payments: [], refund: null }, history)).toEqual([
    ['Paid by Cash', 100],
    ['Paid by UPI', 50],
    ['Not paid by Cash: wrong key', -100],
    ['Corrected to Card', 100],
    ['Given back by UPI: too much', -20],
    ['Merged from T8, Cash', 30],
  ])
})

it('lists tips as what they are', () => {
  const history = [
    move('1', 'tip', 'Cash', 20),
    move('2', 'tip', 'Cash', -20, { corrects: '1', reason: 'wrong key' }),
    move('3', 'tip', 'Card', 20, { corrects: '1', reason: 'wrong key' }),
    move('4', 'tip', 'Card', -5, { reason: 'typed' }),
  ]
  expect(said({ payments: [], refund: null }, history)).toEqual([
    ['Tip by Cash', 20],
    ['No tip by Cash: wrong key', -20],
    ['Tip corrected to Card', 20],
    ['Tip given back by Card: typed', -5],
  ])
})

it('names a refund once, without its separate rows', () => {
  const back = '2026-11-21T15:00:00.000Z'
  const refund = { amount: 100, reason: 'cold', at: back, by: 'Asha', businessDate: '2026-11-21' }
  const history = [move('1', 'received', 'Cash', 100), move('2', 'returned', 'Cash', -100, { at: back, reason: 'cold' })]
  expect(said({ payments: [], refund }, history)).toEqual([
    ['Paid by Cash', 100],
    ['Refunded in Cash by Asha: cold', -100],
  ])
})

it('says by which method money went back, also when it came by another', () => {
  const back = '2026-11-21T15:00:00.000Z'
  const refund = { amount: 80, reason: 'cold', at: back, by: 'Asha', businessDate: '2026-11-21' }
  const history = [
    move('1', 'received', 'UPI', 100),
    move('2', 'returned', 'Cash', -20, { of: 'UPI', reason: 'out' }),
    move('3', 'returned', 'Cash', -80, { of: 'UPI', reason: 'cold', at: back }),
    move('4', 'tip', 'Cash', -5, { of: 'UPI' }),
  ]
  expect(said({ payments: [], refund }, history)).toEqual([
    ['Paid by UPI', 100],
    ['Given back by Cash, received by UPI: out', -20],
    ['Tip given back by Cash, received by UPI', -5],
    ['Refunded in Cash by Asha: cold', -80],
  ])
})

it('names a refund without its method for people who may not see the rows', () => {
  const refund = { amount: 80, reason: 'cold', at, by: 'Asha', businessDate: '2026-11-21' }
  expect(said({ payments: [], refund }, null)).toEqual([['Refunded by Asha: cold', -80]])
})

it('has only the sums by method for people who may not see the rows', () =>
  expect(said({ payments: [{ method: 'Cash', amount: 70 }], refund: null }, null)).toEqual([['Paid by Cash', 70]]))
