import { type SQL, sql } from './sql.ts'
import { notFound } from '#domain/errors.ts'
import { batch } from './index.ts'
import { inParts } from './parts.ts'
import { decode, type Guard, type Readable, type Row, type RowOf } from './rows.ts'

/**
 * Statements, and how their rows become objects. Several reads go into one
 * batch, and their values come back by name, decoded and typed: `const { tables, booked } = await read(db, { tables: readTables(…), booked: … })`.
 */
export type Read<T> = {
  readonly statements: readonly SQL[]
  /** From the rows of each of the statements. */
  readonly value: (results: readonly Row[][]) => T
}

export type Reads = Record<string, Read<unknown>>
export type ValuesOf<R extends Reads> = { [K in keyof R]: R[K] extends Read<infer T> ? T : never }

/** All rows of a statement, decoded. */
export const rows = <S extends Readable>(shape: S, statement: SQL): Read<RowOf<S>[]> => ({
  statements: [statement],
  value: ([found]) => (found ?? []).map((row) => decode(shape, row)),
})

/** The same read, made into something else. */
export const map = <A, B>({ statements, value }: Read<A>, to: (value: A) => B): Read<B> => ({
  statements,
  value: (results) => to(value(results)),
})

/** The first of the rows, or null. */
export const only = <T>(list: Read<T[]>): Read<T | null> => map(list, ([first]) => first ?? null)

/** The first of the rows. Throws 404 with this message when there is none. */
export const must = <T>(list: Read<T[]>, message: string): Read<T> =>
  map(list, (found) => {
    const [first] = found
    if (first === undefined) throw notFound(message)
    return first
  })

/** The column `n` of a statement's row; 0 without a row. */
export const counted = (statement: SQL): Read<number> => ({ statements: [statement], value: ([found]) => Number(found?.[0]?.n ?? 0) })

/** A read without a statement, whose value is null; for a read that only some calls need. */
export const none: Read<null> = { statements: [], value: () => null }

/** The same for a list, and for a yes/no question, whose answer is then no. */
export const noRows: Read<never[]> = { statements: [], value: () => [] }
export const no: Read<boolean> = { statements: [], value: () => false }

/** Whether there is any such row. */
export const exists = (statement: SQL): Read<boolean> => ({ statements: [statement], value: ([found]) => found?.[0] !== undefined })

/** The results of a batch of reads. Each is decoded when it is asked for. */
export class Results<R extends Reads> {
  readonly reads: R
  readonly #rows: readonly Row[][]

  constructor(reads: R, found: readonly Row[][]) {
    this.reads = reads
    this.#rows = found
  }

  get<K extends keyof R & string>(name: K): ValuesOf<R>[K] {
    let from = 0
    for (const [key, { statements, value }] of Object.entries(this.reads)) {
      if (key === name) return value(this.#rows.slice(from, from + statements.length)) as ValuesOf<R>[K]
      from += statements.length
    }
    throw new Error(`nothing was read as ${name}`)
  }

  /** All of them by name, in the order that they were named in. Throws what a `must` throws. */
  all(): ValuesOf<R> {
    return Object.fromEntries(Object.keys(this.reads).map((name) => [name, this.get(name)])) as ValuesOf<R>
  }
}

/** A guard in a command's batch: if there is any of these rows at the commit, the batch fails with the guard's name. */
export const mustBeNone = (guard: Guard, { statements: [statement] }: Read<unknown>): SQL =>
  sql`INSERT INTO guard (${sql.identifier(guard)}) SELECT NULL WHERE EXISTS (${statement})`

/** The same if the rows are others than these, which were read: their values in the order of the statement's columns. */
export function onlyKnown(statement: SQL, known: readonly (readonly unknown[])[]): SQL {
  const values = sql.join(
    (known[0] ?? []).map((_, i) => sql.raw(`json_extract(value, '$[${i}]')`)),
    sql`, `,
  )
  // One in the other, because D1 allows five terms in a compound SELECT.
  const others = inParts(known, { rows: Infinity }).reduce(
    (found, part) => sql`SELECT * FROM (${found}) EXCEPT SELECT ${values} FROM json_each(${JSON.stringify(part)})`,
    statement,
  )
  return sql`INSERT INTO guard (version) SELECT NULL WHERE EXISTS (${others})`
}

export const statementsOf = (reads: Reads): SQL[] => Object.values(reads).flatMap((r) => r.statements)

/** Runs reads in one batch and returns their values by name. */
export const read = async <R extends Reads>(db: D1Database, reads: R): Promise<ValuesOf<R>> =>
  new Results(reads, await batch(db, statementsOf(reads))).all()

/** One read alone. */
export const readOne = async <T>(db: D1Database, one: Read<T>): Promise<T> => (await read(db, { one })).one
