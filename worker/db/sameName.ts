import { type SQL, sql } from './sql.ts'

/** Characters that nobody sees, of those that keyboards and copied texts have; SQLite knows no classes of characters (`asSeen` in domain/text.ts). */
const UNSEEN = ['\u00ad', '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff']

/**
 * Whether a column has this name, ignoring A to Z's case and what nobody sees: two dishes that look alike on a bill are one name. The unique indexes know only
 * the case, so that two of these that are added at once may both stand.
 */
export const sameName = (column: SQL, name: SQL | string): SQL => sql`lower(${asSeen(column)}) = lower(${asSeen(sql`${name}`)})`

const asSeen = (text: SQL): SQL => UNSEEN.reduce((seen, one) => sql`replace(${seen}, ${one}, '')`, text)
