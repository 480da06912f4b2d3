import { type SQL, sql } from './sql.ts'

/** How many rows a search finds at most (docs/decisions/007-totals.md). */
const SEARCHED = 500
/** Splits words as the triggers do (migrations, "By hand"). */
const BETWEEN = /[\s,.\-/()@&'"]+/

/** The words of a search, the longest first, because it finds the fewest rows; at most six. */
const wordsOf = (search: string): string[] =>
  search
    .split(BETWEEN)
    .filter((word) => word !== '')
    .sort((a, b) => b.length - a.length)
    .slice(0, 6)

// The upper bound is the last character of Unicode. SQLite's lower() folds exactly what the triggers have folded.
const begins = (word: string): SQL => sql`>= lower(${word}) AND w.word < lower(${word}) || ${'\u{10ffff}'}`

const eachBegins = (id: SQL, words: readonly string[]): SQL =>
  sql.join(words.map((word) => sql` AND EXISTS (SELECT 1 FROM search_words w WHERE w.id = ${id} AND w.word ${begins(word)})`))

/** The ids of a list's rows in which every word asked for begins a word, by an index: the longest word finds rows, the others filter them. */
export function searchIds(list: 'restaurants' | 'partners' | 'listings', search: string): SQL {
  const [first, ...others] = wordsOf(search)
  if (first === undefined) return sql`SELECT '' AS id WHERE false`
  return sql`SELECT f.id FROM (SELECT DISTINCT w.id FROM search_words w WHERE w.list = ${list} AND w.word ${begins(first)} LIMIT ${SEARCHED}) f WHERE true${eachBegins(sql`f.id`, others)}`
}

/** ` AND …`: every word asked for begins a word of the row with this id. A search without a single word finds nothing. */
export function hasWords(id: SQL, search: string): SQL {
  const words = wordsOf(search)
  return words.length === 0 ? sql` AND false` : eachBegins(id, words)
}
