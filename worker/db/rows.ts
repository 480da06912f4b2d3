import { getTableColumns, getTableName, type SQL, sql, type Table } from 'drizzle-orm'

/** Turns rows of the drizzle schema into D1's plain columns and back, so that the name and type of a column are written once, in the schema. */

type Values<T extends Table> = { [K in keyof T['$inferInsert']]?: T['$inferInsert'][K] | SQL }

/** A row as D1 returns it: plain values by their columns' names. */
export type Row = Record<string, unknown>

type Column<T> = { name: string; of: (raw: unknown) => T }
/** How the rows of a statement are decoded: each key with its column. Made by `shape`, `pick` and `columns`. */
export class Shape<T> {
  readonly columns: readonly (readonly [string, Column<unknown>])[]
  declare readonly row: T

  constructor(columns: Record<string, Column<unknown>>) {
    this.columns = Object.entries(columns)
  }
}
export type Readable = Table | Shape<unknown>
export type RowOf<S extends Readable> = S extends Table ? S['$inferSelect'] : S extends Shape<infer T> ? T : never

type Columns = Record<string, Column<unknown>>
type Added<C extends Columns> = { [K in keyof C]: ReturnType<C[K]['of']> }

/** A column that is not the table's own, by its name in the statement. */
export const column = {
  text: (name: string): Column<string> => ({ name, of: String }),
  number: (name: string): Column<number> => ({ name, of: Number }),
  flag: (name: string): Column<boolean> => ({ name, of: (raw) => raw === 1 }),
  json: <T>(name: string): Column<T> => ({ name, of: (raw) => JSON.parse(String(raw)) as T }),
  orNull: <T>({ name, of }: Column<T>): Column<T | null> => ({ name, of: (raw) => (raw === null ? null : of(raw)) }),
}

const ofTable = (table: Table): Columns =>
  Object.fromEntries(
    Object.entries(getTableColumns(table)).map(([key, c]) => [
      key,
      { name: c.name, of: (raw: unknown) => (raw === null ? null : c.mapFromDriverValue(raw)) },
    ]),
  )

/** A table's rows with the columns that a statement adds: `shape(diningTables, { mergedTables: column.json<string[]>('merged_tables') })`. */
export const shape = <S extends Readable, C extends Columns>(of: S, added: C): Shape<Omit<RowOf<S>, keyof C> & Added<C>> =>
  new Shape({ ...Object.fromEntries(shapeOf(of).columns), ...added })

/** Some of a table's columns: `pick(categories, 'id', 'name')` reads `SELECT id, name FROM categories`. */
export const pick = <T extends Table, K extends keyof T['$inferSelect'] & string>(
  table: T,
  ...keys: K[]
): Shape<Pick<T['$inferSelect'], K>> => {
  const all = ofTable(table)
  return new Shape(Object.fromEntries(keys.map((key) => [key, all[key]!])))
}

/** Rows that belong to no table: `columns({ shard: column.text('shard') })`. */
export const columns = <C extends Columns>(added: C): Shape<Added<C>> => new Shape(added)

const shapes = new WeakMap<Table, Shape<unknown>>()
const shapeOf = (readable: Readable): Shape<unknown> => {
  if (readable instanceof Shape) return readable
  const known = shapes.get(readable) ?? new Shape(ofTable(readable))
  shapes.set(readable, known)
  return known
}

/** The one way a row becomes an object. Joined columns may have a prefix; a column that the statement did not read is left out. */
export function decode<S extends Readable>(readable: S, row: Row, prefix = ''): RowOf<S> {
  const out: Record<string, unknown> = {}
  for (const [key, { name, of }] of shapeOf(readable).columns) {
    const raw = row[prefix + name]
    if (raw !== undefined) out[key] = of(raw)
  }
  return out as RowOf<S>
}

const entriesOf = <T extends Table>(table: T, values: Values<T>) => {
  const columns = getTableColumns(table)
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => {
      const column = columns[key]
      if (!column) throw new Error(`${getTableName(table)} has no column ${key}`)
      return { name: column.name, value: isSql(value) ? value : sql`${sql.param(value, column)}` }
    })
}

const isSql = (value: unknown): value is SQL => typeof value === 'object' && value !== null && 'queryChunks' in value
const names = (list: { name: string }[]) =>
  sql.join(
    list.map((e) => sql.identifier(e.name)),
    sql`, `,
  )

export function insert<T extends Table>(table: T, values: Values<T>): SQL {
  const entries = entriesOf(table, values)
  return sql`INSERT INTO ${sql.identifier(getTableName(table))} (${names(entries)}) VALUES (${sql.join(
    entries.map((e) => e.value),
    sql`, `,
  )})`
}

export function update<T extends Table>(table: T, values: Values<T>, where: SQL): SQL {
  const entries = entriesOf(table, values)
  return sql`UPDATE ${sql.identifier(getTableName(table))} SET ${sql.join(
    entries.map((e) => sql`${sql.identifier(e.name)} = ${e.value}`),
    sql`, `,
  )} WHERE ${where}`
}

/**
 * Many rows in one statement with one bound parameter (D1 binds at most 100). All rows have the same keys. `onConflict` follows the
 * SELECT, whose WHERE true keeps SQLite from reading ON as a join.
 */
export function insertMany<T extends Table>(table: T, rows: readonly T['$inferInsert'][], onConflict: SQL = sql``): SQL {
  const columns = getTableColumns(table)
  const keys = Object.keys(rows[0] ?? {})
  const plain = rows.map((row) =>
    keys.map((key) => {
      const value = (row as Record<string, unknown>)[key]
      const column = columns[key]
      if (!column) throw new Error(`${getTableName(table)} has no column ${key}`)
      return value === null || value === undefined ? null : column.mapToDriverValue(value)
    }),
  )
  const list = keys.map((key) => ({ name: columns[key]?.name ?? key }))
  const picks = keys.map((_, i) => sql`json_extract(value, ${sql.raw(`'$[${i}]'`)})`)
  return sql`INSERT INTO ${sql.identifier(getTableName(table))} (${names(list)}) SELECT ${sql.join(picks, sql`, `)} FROM json_each(${JSON.stringify(plain)}) WHERE true ${onConflict}`
}

export type Guard = 'version' | 'table_version' | 'available' | 'status'

/** Directly behind a statement that must have changed this many rows: when it changed fewer, the batch fails with the guard's name. */
export const mustHaveChanged = (guard: Guard, rows = 1): SQL =>
  sql`INSERT INTO guard (${sql.identifier(guard)}) SELECT NULL WHERE changes() < ${sql.raw(String(rows))}`

/** A JSON column with some of its keys changed in the database, so that what another device changes at the same time stays. null removes a key. */
export const patched = (column: string, change: object | undefined): SQL | undefined =>
  change && Object.keys(change).length > 0 ? sql`json_patch(${sql.identifier(column)}, ${JSON.stringify(change)})` : undefined

/** Only the fields that a body names; the others stay unchanged. */
export const given = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>
