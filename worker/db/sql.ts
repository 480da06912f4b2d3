import { Column, getTableName, Name, Param, SQL, StringChunk, Table } from 'drizzle-orm'

/**
 * drizzle's `sql`, compiled in a tenth of the time (docs/speed.md). A template keeps its texts and values as they were written, and `compile` joins them;
 * drizzle makes a chunk of each and asks of each chunk which of a dozen classes it is, once when it is made and once when it is compiled. Texts and parameters
 * are the same (sql.test.ts), and these templates can be nested in drizzle's own `sql` and vice versa.
 */
export class Template extends SQL {
  readonly texts: readonly string[]
  readonly values: readonly unknown[]

  constructor(texts: readonly string[], values: readonly unknown[]) {
    super([])
    this.texts = texts
    this.values = values
  }
}

/** The chunks that drizzle's own compiler reads, made only when it asks for them. */
Object.defineProperty(Template.prototype, 'queryChunks', {
  get(this: Template) {
    return this.texts.flatMap((text, i) => (i === 0 ? [new StringChunk(text)] : [this.values[i - 1], new StringChunk(text)]))
  },
  // drizzle's constructor sets it.
  set() {},
})

const tag = (texts: TemplateStringsArray, ...values: unknown[]): SQL => new Template(texts, values)

export const sql = Object.assign(tag, {
  raw: (text: string): SQL => new Template([text], []),
  join: (parts: readonly SQL[], separator?: SQL): SQL => {
    const between = separator === undefined ? '' : textOf(separator)
    return new Template(['', ...parts.map((_, i) => (i < parts.length - 1 ? between : ''))], parts)
  },
  identifier: (name: string): SQL => new Template([quoted(name)], []),
  param: <T>(value: T, column: Column): Param => new Param(value, column),
})

export { SQL }
export type Query = { text: string; params: unknown[] }

/** The text of a statement with `?` for each value, and the values. */
export function compile(statement: SQL): Query {
  const params: unknown[] = []
  return { text: written(statement, params), params }
}

function textOf(separator: SQL): string {
  const { text, params } = compile(separator)
  if (params.length > 0) throw new Error('a separator has no values')
  return text
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

function written(statement: SQL, params: unknown[]): string {
  if (!(statement instanceof Template)) {
    let text = ''
    for (const chunk of statement.queryChunks) text += part(chunk, params)
    return text
  }
  const { texts, values } = statement
  let text = texts[0] ?? ''
  for (let i = 0; i < values.length; i += 1) text += part(values[i], params) + texts[i + 1]
  return text
}

function part(chunk: unknown, params: unknown[]): string {
  if (chunk === undefined) return ''
  if (typeof chunk !== 'object' || chunk === null) return bound(chunk, params)
  if (chunk instanceof SQL) return written(chunk, params)
  if (chunk instanceof StringChunk) return chunk.value.join('')
  if (chunk instanceof Param) {
    const value: unknown = chunk.value === null ? null : chunk.encoder.mapToDriverValue(chunk.value)
    return value instanceof SQL ? written(value, params) : bound(value, params)
  }
  if (chunk instanceof Column) return `${quoted(getTableName(chunk.table))}.${quoted(chunk.name)}`
  if (chunk instanceof Table) return quoted(getTableName(chunk))
  if (chunk instanceof Name) return quoted(chunk.value)
  throw new Error('a statement has values, templates, names, columns and tables in it, and nothing else')
}

function bound(value: unknown, params: unknown[]): string {
  params.push(value)
  return '?'
}
