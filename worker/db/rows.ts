import { getTableColumns, getTableName, type SQL, sql, type Table } from 'drizzle-orm'

/** Rows of the drizzle schema to and from D1's plain columns, so that SQL is written by hand once and columns are named once. */

type Values<T extends Table> = { [K in keyof T['$inferInsert']]?: T['$inferInsert'][K] | SQL }

/** A raw row, with the columns' own names, as the schema types it. Works on any row that has the table's columns, joined ones too when prefixed. */
export function decode<T extends Table>(table: T, row: Record<string, unknown>, prefix = ''): T['$inferSelect'] {
  const out: Record<string, unknown> = {}
  for (const [key, column] of Object.entries(getTableColumns(table))) {
    const raw = row[prefix + column.name]
    if (raw !== undefined) out[key] = raw === null ? null : column.mapFromDriverValue(raw)
  }
  return out as T['$inferSelect']
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

/** A statement that must have changed a row comes before this; when it did not, the batch fails with the guard's name. */
export const mustHaveChanged = (guard: 'version' | 'table_version' | 'available' | 'status'): SQL =>
  sql`INSERT INTO guard (${sql.identifier(guard)}) SELECT NULL WHERE changes() = 0`
