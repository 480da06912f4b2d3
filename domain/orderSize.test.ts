import { describe, expect, test } from 'vitest'
import { AppError } from './errors.ts'
import type { Ticket } from './order.ts'
import { LIMITS } from './limits.ts'
import {
  MAX_BY_GUESTS,
  MAX_LINES,
  MAX_OF_A_GUEST,
  MAX_OF_GUESTS,
  MAX_ORDER_BYTES,
  MAX_TICKETS,
  MAX_TOTAL,
  MAX_WAITING,
  mustFitOrder,
  mustFitRow,
  mustFitTicket,
  mustFitTotal,
  mustLeaveRoom,
} from './orderSize.ts'

const codeOf = (work: () => void): string | null => {
  try {
    work()
    return null
  } catch (error) {
    return error instanceof AppError ? `${error.status} ${error.code}` : String(error)
  }
}
const ticketsOf = (...sizes: number[]) => sizes.map((size) => ({ lines: Array.from({ length: size }, () => ({})) }))
const full = '409 order_full'

describe('how large an order may grow (CONTRACT §9 "Size")', () => {
  test.each([
    [100, false, null],
    [101, false, full],
    [30, true, null],
    [31, true, full],
  ])('a ticket of %i lines, from a guest: %s', (lines, guest, refused) => {
    expect(codeOf(() => mustFitTicket(lines, { guest }))).toBe(refused)
  })

  test.each([
    ['400 lines', [100, 100, 100, 100], null],
    ['401 lines', [100, 100, 100, 100, 1], full],
    ['60 tickets', Array.from({ length: 60 }, () => 1), null],
    ['61 tickets', Array.from({ length: 61 }, () => 1), full],
  ])('an order of %s', (_, sizes, refused) => {
    expect(codeOf(() => mustFitOrder(ticketsOf(...sizes)))).toBe(refused)
  })

  test.each([
    ['its total at the bound', MAX_TOTAL, MAX_TOTAL, null],
    ['a paisa more, by its taxes', MAX_TOTAL, MAX_TOTAL + 1, full],
    ['a paisa more before its discount', MAX_TOTAL + 1, 0, full],
  ])('an order with %s', (_, subtotal, grandTotal, refused) => {
    const priced = (subtotal: number, grandTotal: number) => ({ totals: { subtotal, grandTotal } }) as Parameters<typeof mustFitTotal>[0]
    const order = priced(subtotal, grandTotal)
    expect(codeOf(() => mustFitTotal(order))).toBe(refused)
    // One that came to as much before there was a bound can still be changed.
    expect(codeOf(() => mustFitTotal(order, order))).toBeNull()
    expect(codeOf(() => mustFitTotal(priced(subtotal + 1, grandTotal + 1), order))).toBe(full)
  })

  test('the size is counted in bytes, not in characters', () => {
    const order = (note: string) => ({ tickets: [{ lines: [{ additionalItemNote: note }] }] as unknown as Ticket[] })
    expect(codeOf(() => mustFitRow(order('a'.repeat(MAX_ORDER_BYTES / 2))))).toBeNull()
    expect(codeOf(() => mustFitRow(order('क'.repeat(MAX_ORDER_BYTES / 2))))).toBe(full)
  })
})

describe('a guest’s next ticket', () => {
  const sent = (n: number, lines: number, more: Partial<Ticket> = {}) =>
    Array.from({ length: n }, () => ({
      held: true,
      allowance: 'g',
      lines: Array.from({ length: lines }, () => ({ status: 'In Cart' as const })),
      ...more,
    }))
  const asks = (before: ReturnType<typeof sent>, fresh: number[], hold = true) =>
    codeOf(() => mustLeaveRoom(before, ticketsOf(...fresh), { allowance: 'g', hold }))
  const waiting = '409 tickets_waiting'

  test.each([
    ['a fifth waiting ticket', sent(4, 1), [1], null],
    ['a sixth waiting ticket', sent(5, 1), [1], waiting],
    ['two at once beyond the fifth', sent(4, 1), [1, 1], waiting],
    ['42 waiting lines', sent(1, 30), [12], null],
    ['43 waiting lines', sent(1, 30), [13], waiting],
    ['tickets of others', sent(20, 3, { allowance: 'h' }), [1], null],
    ['tickets of staff', sent(20, 3, { allowance: null }), [1], null],
    ['accepted tickets', sent(20, 3, { held: false }), [1], null],
    ['declined tickets', sent(20, 0, { lines: [{ status: 'Cancelled' }] as Ticket['lines'] }), [1], null],
  ])('after %s', (_, before, fresh, refused) => expect(asks(before, fresh)).toBe(refused))

  test.each([
    ['the 40th ticket', sent(39, 1, { held: false }), [1], null],
    ['the 41st ticket', sent(40, 1, { held: false }), [1], full],
    ['the 300th line', sent(10, 27, { allowance: null }), [30], null],
    ['the 301st line', sent(10, 28, { allowance: null }), [21], full],
  ])('leaves room for the staff: %s', (_, before, fresh, refused) => {
    expect([asks(before, fresh), asks(before, fresh, false)]).toEqual([refused, refused])
  })

  test('the allowances of one address leave room for other guests, and those of all guests leave room for the staff', () => {
    const share = LIMITS.ownAllowance.rules.find((r) => r.by === 'share')?.most ?? 0
    for (const what of ['tickets', 'lines'] as const) expect((share + 1) * MAX_WAITING[what]).toBeLessThan(MAX_BY_GUESTS[what])
    expect((share + 1) * MAX_OF_A_GUEST).toBeLessThan(MAX_OF_GUESTS)
    expect(MAX_OF_GUESTS * 10).toBe(MAX_TOTAL)
    expect(MAX_BY_GUESTS).toMatchObject({ tickets: MAX_TICKETS - 20, lines: MAX_LINES - 100 })
    for (const { rules } of [LIMITS.dinerCode, LIMITS.alertText]) {
      const most = (by: string) => rules.find((r) => r.by === by)?.most ?? 0
      expect((share + 1) * most('account')).toBeLessThan(most('subject'))
    }
  })
})
