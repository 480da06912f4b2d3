import { describe, expect, test } from 'vitest'
import { AppError } from './errors.ts'
import type { Ticket } from './order.ts'
import { MAX_ORDER_BYTES, mustFitOrder, mustFitRow, mustFitTicket } from './orderSize.ts'

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

  test('bytes count and not characters', () => {
    const order = (note: string) => ({ tickets: [{ lines: [{ additionalItemNote: note }] }] as unknown as Ticket[] })
    expect(codeOf(() => mustFitRow(order('a'.repeat(MAX_ORDER_BYTES / 2))))).toBeNull()
    expect(codeOf(() => mustFitRow(order('क'.repeat(MAX_ORDER_BYTES / 2))))).toBe(full)
  })
})
