import { sameName } from '#domain/text.ts'
import { map, noRows, type Read, rows } from './reads.ts'
import type { Readable, RowOf } from './rows.ts'
import { type SQL, sql } from './sql.ts'

/** A name of plain letters, whose only way to be written otherwise is its case. */
const isPlain = (name: SQL): SQL => sql`(${name} NOT GLOB '*[^ -~]*' AND instr(${name}, '  ') = 0)`

/**
 * The rows that `select` finds (its last condition may be followed by an AND) whose column `name` may be this name. SQLite knows no classes of characters, so it
 * gives those that ignoring A to Z's case are equal, and all where one of the two is more than plain letters: `sameName` decides.
 */
export const readMaybeNamed = <S extends Readable>(shape: S, select: SQL, name: SQL | string): Read<RowOf<S>[]> =>
  rows(shape, sql`${select} AND (lower(name) = lower(${name}) OR NOT ${isPlain(sql`name`)} OR NOT ${isPlain(sql`${name}`)})`)

/**
 * The rows that have this name: two that look alike on a bill or a screen are one. The unique indexes know only the case, so that two of these that are added at
 * once may both stand. A change that gives no name (undefined) reads nothing.
 */
export const readNamed = <S extends Readable>(shape: S, select: SQL, name: string | undefined): Read<RowOf<S>[]> =>
  name === undefined
    ? noRows
    : map(readMaybeNamed(shape, select, name), (found) => found.filter((row) => sameName((row as { name: string }).name, name)))
