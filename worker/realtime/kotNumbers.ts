import type { KotAsk, KotDay, KotNumber } from './rpc.ts'
import type { OwnSql } from './state.ts'

/** Ticket numbers: from 1 each business day and after each reset, without duplicates or gaps (CONTRACT §5). */
export class KotNumbers {
  readonly #sql: OwnSql

  constructor(sql: OwnSql) {
    this.#sql = sql
    sql.run(
      `CREATE TABLE IF NOT EXISTS kot_numbers (
         kot_id TEXT PRIMARY KEY, business_date TEXT NOT NULL, epoch INTEGER NOT NULL, number INTEGER NOT NULL, UNIQUE (business_date, epoch, number))`,
    )
  }

  /** The same `kotId` always gets the same number, also when asked again on a later day or after a reset. Runs in the caller's transaction. */
  give({ businessDate, epoch, kotIds }: KotAsk): Record<string, KotNumber> {
    return Object.fromEntries(kotIds.map((kotId) => [kotId, this.#numberOf(kotId, { businessDate, epoch })]))
  }

  has(kotId: string): boolean {
    return this.#sql.rows('SELECT 1 FROM kot_numbers WHERE kot_id = ?', kotId).length > 0
  }

  /** The last number given; 0 before the first. */
  highest({ businessDate, epoch }: KotDay): number {
    const [row] = this.#sql.rows<{ n: number | null }>(
      'SELECT max(number) AS n FROM kot_numbers WHERE business_date = ? AND epoch = ?',
      businessDate,
      epoch,
    )
    return row?.n ?? 0
  }

  #numberOf(kotId: string, day: KotDay): KotNumber {
    const [given] = this.#sql.rows<KotNumber>('SELECT number, business_date AS date, epoch FROM kot_numbers WHERE kot_id = ?', kotId)
    if (given) return given
    const { businessDate, epoch } = day
    const number = this.highest(day) + 1
    this.#sql.run('INSERT INTO kot_numbers (kot_id, business_date, epoch, number) VALUES (?, ?, ?, ?)', kotId, businessDate, epoch, number)
    // A new day or epoch begins, so old days are deleted now. The last four days with numbers are kept, so that a week's holiday deletes none of them.
    if (number === 1)
      this.#sql.run(
        'DELETE FROM kot_numbers WHERE business_date NOT IN (SELECT DISTINCT business_date FROM kot_numbers ORDER BY business_date DESC LIMIT 4)',
      )
    return { number, date: businessDate, epoch }
  }
}
