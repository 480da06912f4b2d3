import { sql } from '../db/sql.ts'
import type { z } from 'zod'
import type { BodyOf } from '#domain/api/contract.ts'
import type { Drawer, DrawerMove as MoveShape } from '#domain/api/daySummary.ts'
import type { orders as contract } from '#domain/api/orders.ts'
import { type DrawerMove, drawerOf, MAX_DRAWER_MOVES } from '#domain/drawer.ts'
import { conflict } from '#domain/errors.ts'
import { invalidFields } from '#domain/fields.ts'
import { randomId } from '#domain/ids.ts'
import { type Paise, toPaise, toRupees } from '#domain/money.ts'
import { cashIn } from '#domain/tender.ts'
import type { Context } from '../http/context.ts'
import { readRollups, salesOf } from '../analytics/sales.ts'
import { command } from '../command/command.ts'
import { drawerMoves } from '../db/outlets/orders.ts'
import { counted, type Read, rows } from '../db/reads.ts'
import { insert, without } from '../db/rows.ts'
import { counterValue } from '../realtime/events.ts'
import { settingsUpdated } from '../restaurant/announce.ts'
import { correctedEarlier } from './moneyBack.ts'

/** The cash drawer of a business day (docs/decisions/033-drawer.md). */

/** A day's entries, oldest first. */
export const readDrawer = (restaurantId: string, date: string): Read<DrawerMove[]> =>
  rows(
    without(drawerMoves, 'restaurantId', 'businessDate'),
    sql`SELECT * FROM drawer_moves WHERE restaurant_id = ${restaurantId} AND business_date = ${date} ORDER BY at, rowid`,
  )

/** How much cash payments, tips and what was given back have brought into the drawer on the day of these sales, in rupees. */
export const cashTakenOf = (
  sales: Pick<ReturnType<typeof salesOf>, 'paymentMethods' | 'tips'>,
  earlier: { method: string; amount: number }[],
): number => cashIn([...sales.paymentMethods, ...sales.tips, ...earlier])

const moveJson = ({ id, amount, expected, ...move }: DrawerMove): z.input<typeof MoveShape> => ({
  _id: id,
  ...move,
  amount: toRupees(amount),
  expected: expected === null ? null : toRupees(expected),
})

/** The drawer as the day's summary shows it; nothing on a day without entries. */
export function drawerJson(moves: readonly DrawerMove[], taken: Paise): { drawer?: z.input<typeof Drawer> } {
  if (moves.length === 0) return {}
  const { counted: count, ...sums } = drawerOf(moves, taken)
  return {
    drawer: {
      float: toRupees(sums.float),
      in: toRupees(sums.in),
      out: toRupees(sums.out),
      expected: toRupees(sums.expected),
      counted: count && moveJson(count),
      moves: moves.map(moveJson),
    },
  }
}

/**
 * Enters cash that was put into the drawer or taken out, or a count of it. What a count should have found is of that moment: when a sale or another entry comes in
 * between, it is computed again. The entry is an event, so that other screens follow and a day isn't closed over it. Throws 422 on another day than the caller sees, for an amount of 0 that is added or taken out, and for cash taken out without a reason; 409 `drawer_full`.
 */
export function enterDrawerMove(c: Context, { kind, amount, reason, date = c.today }: BodyOf<typeof contract, 'POST /orders/drawer'>) {
  if (date !== c.today) throw invalidFields([{ path: 'date', message: 'Another business day has begun.' }])
  if (amount === 0 && (kind === 'in' || kind === 'out')) throw invalidFields([{ path: 'amount', message: 'Enter an amount.' }])
  if (kind === 'out' && reason === '') throw invalidFields([{ path: 'reason', message: 'Say what it was for.' }])
  const { id } = c.restaurant
  const day = { startDate: c.today, endDate: c.today }
  return command(c, {
    reads: {
      seq: counted(sql`SELECT coalesce(${counterValue(id, 'seq')}, 0) AS n`),
      booked: readRollups(id, day),
      earlier: correctedEarlier(id, c.today),
      moves: readDrawer(id, c.today),
    },
    decide: ({ seq, booked, earlier, moves }) => {
      if (moves.length >= MAX_DRAWER_MOVES) throw conflict('drawer_full', `The drawer has ${MAX_DRAWER_MOVES} entries today.`)
      const expected = kind === 'count' ? drawerOf(moves, toPaise(cashTakenOf(salesOf(booked, day), earlier))).expected : null
      const move: DrawerMove = { id: randomId(), kind, amount: toPaise(amount), expected, reason, at: c.at, by: c.by }
      return {
        statements: [
          sql`INSERT INTO guard (version) SELECT NULL WHERE coalesce(${counterValue(id, 'seq')}, 0) <> ${seq}`,
          insert(drawerMoves, { ...move, restaurantId: id, businessDate: c.today }),
        ],
        events: [settingsUpdated(c, 'drawer')],
        body: { move: moveJson(move) },
      }
    },
  })
}
