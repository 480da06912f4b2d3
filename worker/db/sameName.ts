import { sameName } from '#domain/text.ts'
import { map, noRows, onlyKnown, type Read, rows } from './reads.ts'
import type { Readable, RowOf } from './rows.ts'
import { type SQL, sql } from './sql.ts'

/** A name of plain letters, whose only way to be written otherwise is its case. */
const isPlain = (name: SQL): SQL => sql`(${name} NOT GLOB '*[^ -~]*' AND instr(${name}, '  ') = 0)`

/** The rows of a name, and the statements by which the commit fails if another row got the name since they were read. They go before those that change a name. */
export type Named<Row> = { rows: Row[]; asRead: SQL[] }

/**
 * The rows that `select` finds (its last condition may be followed by an AND) whose column `name` may be this name. SQLite knows no classes of characters, so it
 * gives those that ignoring A to Z's case are equal, and all where one of the two is more than plain letters: `sameName` decides. The unique indexes, too, know only the case.
 */
export function readMaybeNamed<S extends Readable>(shape: S, select: SQL, name: SQL | string): Read<Named<RowOf<S>>> {
  const maybe = sql`${select} AND (lower(name) = lower(${name}) OR NOT ${isPlain(sql`name`)} OR NOT ${isPlain(sql`${name}`)})`
  const read = rows(shape, maybe)
  return {
    statements: read.statements,
    value: ([found = []]) => ({ rows: read.value([found]), asRead: [onlyKnown(maybe, found.map(Object.values))] }),
  }
}

/** The rows that have this name: two that look alike on a bill or a screen are one. A change that gives no name (undefined) reads nothing. */
export const readNamed = <S extends Readable>(shape: S, select: SQL, name: string | undefined): Read<Named<RowOf<S>>> =>
  name === undefined
    ? map(noRows, (none) => ({ rows: none, asRead: none }))
    : map(readMaybeNamed(shape, select, name), (found) => ({
        ...found,
        rows: found.rows.filter((row) => sameName((row as { name: string }).name, name)),
      }))
