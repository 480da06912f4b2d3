import { type SQL, sql } from 'drizzle-orm'

/** How many rows a search finds at most (docs/decisions/007-totals.md). */
const SEARCHED = 500
/** Splits words as the triggers do (migrations, "By hand"). */
const BETWEEN = /[\s,.\-/()@&'"]+/

/** The ids of a list's rows in which every word asked for begins a word, by an index: the longest word finds rows, the others filter them. */
export function searchIds(list: 'restaurants' | 'partners', search: string): SQL {
  const [first, ...others] = search
    .split(BETWEEN)
    .filter((word) => word !== '')
    .sort((a, b) => b.length - a.length)
    .slice(0, 6)
  if (first === undefined) return sql`SELECT '' AS id WHERE false`
  // Nothing sorts behind the last of Unicode. SQLite folds what the triggers have folded, and no more.
  const begins = (word: string) => sql`>= lower(${word}) AND w.word < lower(${word}) || ${'\u{10ffff}'}`
  const also = others.map((word) => sql` AND EXISTS (SELECT 1 FROM search_words w WHERE w.id = f.id AND w.word ${begins(word)})`)
  return sql`SELECT f.id FROM (SELECT DISTINCT w.id FROM search_words w WHERE w.list = ${list} AND w.word ${begins(first)} LIMIT ${SEARCHED}) f WHERE true${sql.join(also)}`
}
