import { sql } from '../db/sql.ts'
import type { z } from 'zod'
import type { BodyOf } from '#domain/api/contract.ts'
import type { DaySummary, DrawerMove as MoveShape } from '#domain/api/daySummary.ts'
import type { orders as contract } from '#domain/api/orders.ts'
import { type DrawerMove, drawerOf, floatsOf, MAX_DRAWER_MOVES } from '#domain/drawer.ts'
import { conflict } from '#domain/errors.ts'
import { invalidFields } from '#domain/fields.ts'
import { randomId } from '#domain/ids.ts'
import { type Paise, toPaise, toRupees } from '#domain/money.ts'
import { canOpen } from '#domain/permissions.ts'
import { isCash } from '#domain/tender.ts'
import type { Context } from '../http/context.ts'
import { command } from '../command/command.ts'
import { drawerMoves, payments } from '../db/outlets/orders.ts'
import { counted, map, read, type Read, rows } from '../db/reads.ts'
import { column, insert, pick, shape, without } from '../db/rows.ts'
import { NO_PRINTS, printDrawer } from '../printing/make.ts'
import { counterValue } from '../realtime/events.ts'
import { settingsUpdated } from '../restaurant/announce.ts'

/** The cash drawer of a business day (docs/decisions/033-drawer.md). */

/** A day's entries, oldest first. */
export const readDrawer = (restaurantId: string, date: string): Read<DrawerMove[]> =>
  rows(
    without(drawerMoves, 'restaurantId', 'businessDate'),
    sql`SELECT * FROM drawer_moves WHERE restaurant_id = ${restaurantId} AND business_date = ${date} ORDER BY at, rowid`,
  )

const CASH = shape(pick(payments, 'by', 'method', 'amount'), { from: column.text('from'), to: column.text('to') })
/** What a person took in cash less what they gave back, in paise; `from` the first time, `to` the last. */
type Cash = { by: string; amount: Paise; from: string; to: string }

/**
 * The cash that each person took on a day less what they gave back, tips included; whoever began first comes first. Together it is what payments brought into the
 * drawer. A correction counts for whoever took the money, and not at all where that was on an earlier day, because no cash moved then; it may correct another
 * correction, so the first row decides, or what a merge brought from another order decides by its own first day. Whoever merged bills took none of their money: when it is corrected, it counts for whoever corrects it.
 */
export function readCash(restaurantId: string, date: string): Read<Cash[]> {
  const list = rows(
    CASH,
    sql`WITH RECURSIVE chain (method, amount, corrects, day, by, at) AS (
          SELECT method, amount, corrects, business_date, by, at FROM payments INDEXED BY payments_day
            WHERE restaurant_id = ${restaurantId} AND business_date = ${date} AND kind <> 'transferred'
          UNION ALL SELECT c.method, c.amount, p.corrects, coalesce(p.since, p.business_date), CASE p.kind WHEN 'transferred' THEN c.by ELSE p.by END, p.at
            FROM chain c CROSS JOIN payments p ON p.id = c.corrects
        ) SELECT by, method, sum(amount) AS amount, min(at) AS "from", max(at) AS "to" FROM chain WHERE corrects IS NULL AND day = ${date}
          GROUP BY by, method ORDER BY min(at)`,
  )
  // A restaurant may have several methods that are cash.
  return map(list, (all) => {
    const people = new Map<string, Cash>()
    for (const { method, ...row } of all) {
      if (!isCash(method)) continue
      const one = people.get(row.by)
      if (!one) people.set(row.by, row)
      else {
        one.amount += row.amount
        if (row.to > one.to) one.to = row.to
      }
    }
    return [...people.values()]
  })
}

/** How much cash payments, tips and what was given back have brought into the drawer, in paise. */
const cashTakenOf = (cash: readonly Cash[]): Paise => cash.reduce((sum, { amount }) => sum + amount, 0)

const moveJson = ({ id, amount, expected, ...move }: DrawerMove): z.input<typeof MoveShape> => ({
  _id: id,
  ...move,
  amount: toRupees(amount),
  expected: expected === null ? null : toRupees(expected),
})

/** May the caller see what should be in the drawer? Whoever may not open the day's summary counts without knowing it. A sync key was made by an owner. */
export const seesDrawer = (c: Context): boolean =>
  c.syncKey !== null || canOpen(c.principal, '/restaurant/settings/summary', c.restaurant.permissions).ok

/** A move as the caller may see it. */
const shownTo =
  (c: Context) =>
  (move: DrawerMove): z.input<typeof MoveShape> =>
    moveJson(seesDrawer(c) ? move : { ...move, expected: null })

/** What the day's summary says of cash, for those who may see it: what was taken, by whom, and the drawer on a day with entries. */
export function drawerJson(
  c: Context,
  moves: readonly DrawerMove[],
  cash: readonly Cash[],
): Pick<z.input<typeof DaySummary>, 'cashTaken' | 'cashByPerson' | 'drawer'> {
  if (!seesDrawer(c)) return {}
  const taken = cashTakenOf(cash)
  const { float, in: added, out, expected, counted: count } = drawerOf(moves, taken)
  return {
    cashTaken: toRupees(taken),
    cashByPerson: cash.map((one) => ({ ...one, amount: toRupees(one.amount) })),
    ...(moves.length > 0 && {
      drawer: {
        float: toRupees(float),
        in: toRupees(added),
        out: toRupees(out),
        expected: toRupees(expected),
        counted: count && moveJson(count),
        moves: moves.map(moveJson),
      },
    }),
  }
}

/** The entries of the business day that runs. */
export async function drawerToday(c: Context) {
  const { moves } = await read(c.db, { moves: readDrawer(c.restaurant.id, c.today) })
  return { date: c.today, moves: moves.map(shownTo(c)) }
}

/**
 * Enters cash that was put into the drawer or taken out, or a count of it. What a count should have found is of that moment: when a sale or another entry comes in
 * between, it is computed again. The entry is an event, so that other screens follow and a day isn't closed over it; with cash that comes or goes, the drawer opens as
 * with a payment. Throws 422 on another day than the caller sees, for an amount of 0 that is added or taken out, and without a reason for cash taken out or a float
 * that changes; 409 `drawer_full`.
 */
export function enterDrawerMove(c: Context, { kind, amount, reason, date = c.today }: BodyOf<typeof contract, 'POST /orders/drawer'>) {
  const moves = kind === 'in' || kind === 'out'
  if (date !== c.today) throw invalidFields([{ path: 'date', message: 'Another business day has begun.' }])
  if (amount === 0 && moves) throw invalidFields([{ path: 'amount', message: 'Enter an amount.' }])
  if (kind === 'out' && reason === '') throw invalidFields([{ path: 'reason', message: 'Say what it was for.' }])
  const { id } = c.restaurant
  return command(c, {
    reads: {
      seq: counted(sql`SELECT coalesce(${counterValue(id, 'seq')}, 0) AS n`),
      cash: readCash(id, c.today),
      entered: readDrawer(id, c.today),
    },
    decide: ({ seq, cash, entered }) => {
      if (entered.filter(({ by }) => by === c.by).length >= MAX_DRAWER_MOVES)
        throw conflict('drawer_full', `You have made ${MAX_DRAWER_MOVES} entries for the drawer today.`)
      const expected = kind === 'count' ? drawerOf(entered, cashTakenOf(cash)).expected : null
      const move: DrawerMove = { id: randomId(), kind, amount: toPaise(amount), expected, reason, at: c.at, by: c.by }
      if (reason === '' && floatsOf([...entered, move]).some(({ id: float, from }) => float === move.id && from !== null))
        throw invalidFields([{ path: 'reason', message: 'Say why the float changes.' }])
      const opens = moves ? printDrawer(c, move.id) : NO_PRINTS
      return {
        statements: [
          sql`INSERT INTO guard (version) SELECT NULL WHERE coalesce(${counterValue(id, 'seq')}, 0) <> ${seq}`,
          insert(drawerMoves, { ...move, restaurantId: id, businessDate: c.today }),
          ...opens.statements,
        ],
        events: [settingsUpdated(c, 'drawer'), ...opens.events],
        body: { move: shownTo(c)(move) },
      }
    },
  })
}
