import { sql, type SQL } from '../db/sql.ts'
import { MAX_DAY_NOTES, type NoteKind } from '#domain/dayNotes.ts'
import { randomId } from '#domain/ids.ts'
import type { Context } from '../http/context.ts'
import { dayNotes } from '../db/outlets/orders.ts'
import { rows } from '../db/reads.ts'
import { insert, without } from '../db/rows.ts'

const NOTE = without(dayNotes, 'id', 'restaurantId', 'businessDate')

/** A day's notes, oldest first: the newest, if there are more than its summary has. */
export const readNotes = (restaurantId: string, date: string) =>
  rows(
    NOTE,
    sql`SELECT * FROM (SELECT rowid AS n, * FROM day_notes WHERE restaurant_id = ${restaurantId} AND business_date = ${date} ORDER BY at DESC, n DESC LIMIT ${MAX_DAY_NOTES}) ORDER BY at, n`,
  )

/** A note of the business day that runs, by the caller. */
export const dayNote = (c: Context, kind: NoteKind, what = ''): SQL =>
  insert(dayNotes, { id: randomId(), restaurantId: c.restaurant.id, businessDate: c.today, kind, what, at: c.at, by: c.by })
