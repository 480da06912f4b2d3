import { Column as TableColumn, getTableColumns, getTableName, type Table } from 'drizzle-orm'
import { SQL, sql, Template } from './sql.ts'

/** Turns rows of the drizzle schema into D1's plain columns and back, so that the name and type of a column are written once, in the schema. */

type Values<T extends Table> = { [K in keyof T['$inferInsert']]?: T['$inferInsert'][K] | SQL }

/** A row as D1 returns it: plain values by their columns' names. */
export type Row = Record<string, unknown>

type Column<T> = { name: string; of: (raw: unknown) => T }
/** How the rows of a statement are decoded: each key with its column. Made by `shape`, `pick` and `columns`. */
export class Shape<T> {
  readonly columns: readonly (readonly [string, Column<unknown>])[]
  /** An object with all keys. V8 keeps a copy of it fast, where one that gets its 17th key in a loop becomes a hash table (docs/speed.md). */
  readonly empty: Record<string, unknown>
  declare readonly row: T

  constructor(columns: Record<string, Column<unknown>>) {
    this.columns = Object.entries(columns)
    this.empty = JSON.parse(JSON.stringify(Object.fromEntries(Object.keys(columns).map((key) => [key, null])))) as Record<string, unknown>
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

const same = (raw: unknown) => raw
const ofTable = (table: Table): Columns =>
  Object.fromEntries(
    Object.entries(getTableColumns(table)).map(([key, c]) => [
      key,
      {
        name: c.name,
        // Most columns are what the database returns.
        of:
          c.mapFromDriverValue === TableColumn.prototype.mapFromDriverValue
            ? same
            : (raw: unknown) => (raw === null ? null : c.mapFromDriverValue(raw)),
      },
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

/** All of a table's columns but some. */
export const without = <T extends Table, K extends keyof T['$inferSelect'] & string>(
  table: T,
  ...keys: K[]
): Shape<Omit<T['$inferSelect'], K>> =>
  new Shape(Object.fromEntries(Object.entries(ofTable(table)).filter(([key]) => !(keys as string[]).includes(key))))

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
  const { columns, empty } = shapeOf(readable)
  const out = { ...empty }
  let missing = false
  for (const [key, { name, of }] of columns) {
    const raw = row[prefix === '' ? name : prefix + name]
    if (raw === undefined) missing = true
    out[key] = of === same ? raw : raw === undefined ? raw : of(raw)
  }
  return (missing ? given(out) : out) as RowOf<S>
}

type Driven = { mapToDriverValue: (value: unknown) => unknown }
const mapped = (column: Driven, value: unknown): unknown =>
  value === null || value instanceof SQL ? value : column.mapToDriverValue(value)

/** The texts of a table's statements and its columns by key. Few sets of keys are used, so each text is built once and kept. */
const texts = new WeakMap<Table, Map<string, { around: readonly string[]; columns: readonly Driven[] }>>()

function textsOf(table: Table, kind: string, keys: readonly string[], make: (names: readonly string[]) => readonly string[]) {
  const known = texts.get(table) ?? new Map<string, { around: readonly string[]; columns: readonly Driven[] }>()
  texts.set(table, known)
  const of = `${kind} ${keys.join()}`
  const found = known.get(of)
  if (found) return found
  const all = getTableColumns(table)
  const columns = keys.map((key) => {
    const column = all[key]
    if (!column) throw new Error(`${getTableName(table)} has no column ${key}`)
    return column
  })
  const made = { around: make(columns.map(({ name }) => `"${name}"`)), columns }
  known.set(of, made)
  return made
}

const keysOf = (values: object): string[] => Object.keys(values).filter((key) => (values as Record<string, unknown>)[key] !== undefined)

export function insert<T extends Table>(table: T, values: Values<T>): SQL {
  const keys = keysOf(values)
  const { around, columns } = textsOf(table, 'insert', keys, (names) => [
    `INSERT INTO "${getTableName(table)}" (${names.join(', ')}) VALUES (`,
    ...names.slice(1).map(() => ', '),
    ')',
  ])
  return new Template(
    around,
    columns.map((column, i) => mapped(column, (values as Record<string, unknown>)[keys[i] ?? ''])),
  )
}

export function update<T extends Table>(table: T, values: Values<T>, where: SQL): SQL {
  const keys = keysOf(values)
  const { around, columns } = textsOf(table, 'update', keys, (names) => [
    ...names.map((name, i) => `${i === 0 ? `UPDATE "${getTableName(table)}" SET ` : ', '}${name} = `),
    ' WHERE ',
    '',
  ])
  return new Template(around, [...columns.map((column, i) => mapped(column, (values as Record<string, unknown>)[keys[i] ?? ''])), where])
}

/**
 * Many rows in one statement with one bound parameter (D1 binds at most 100). All rows have the same keys. `onConflict` follows the
 * SELECT, whose WHERE true keeps SQLite from reading ON as a join. `given` are values that only the batch knows, the same in all rows.
 */
export function insertMany<T extends Table>(
  table: T,
  rows: readonly T['$inferInsert'][],
  onConflict: SQL = sql``,
  given: Partial<Record<keyof T['$inferInsert'], SQL>> = {},
): SQL {
  const keys = Object.keys(rows[0] ?? {})
  const { around, columns } = textsOf(table, 'many', keys, (names) => [
    `INSERT INTO "${getTableName(table)}" (${names.join(', ')}) SELECT ${names.map((_, i) => `json_extract(value, '$[${i}]')`).join(', ')} FROM json_each(`,
    ') WHERE true ',
    '',
  ])
  const plain = (rows as readonly Record<string, unknown>[]).map((row) =>
    columns.map((column, i) => {
      const value = row[keys[i] ?? '']
      return value === undefined || value === null ? null : column.mapToDriverValue(value)
    }),
  )
  const paths = Object.entries<SQL | undefined>(given).flatMap(([key, value]) =>
    value ? plain.map((_, row) => sql`, ${`$[${row}][${keys.indexOf(key)}]`}, ${value}`) : [],
  )
  const values = JSON.stringify(plain)
  return new Template(around, [paths.length > 0 ? sql`json_set(${values}${sql.join(paths)})` : values, onConflict])
}

export type Guard = 'version' | 'table_version' | 'available' | 'status'

/** Goes directly after a statement that must have changed this many rows: if it changed fewer, the batch fails with the guard's name. */
export const mustHaveChanged = (guard: Guard, rows = 1): SQL =>
  sql`INSERT INTO guard (${sql.identifier(guard)}) SELECT NULL WHERE changes() < ${sql.raw(String(rows))}`

/** Changes some keys of a JSON column in the database, so that another device's simultaneous change of other keys is kept. null removes a key. */
export const patched = (column: string, change: object | undefined): SQL | undefined =>
  change && Object.keys(change).length > 0 ? sql`json_patch(${sql.identifier(column)}, ${JSON.stringify(change)})` : undefined

/** Keeps only the fields that a body names, so the others stay unchanged. */
export const given = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>
