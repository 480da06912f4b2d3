import app from '../index.ts'
import { testEnv, type Via } from './world.ts'

/** Is it a statement that changes rows? Counting attempts is not part of a command; a WITH may only read. */
const WRITES = /^\s*(INSERT INTO (?!attempts)|UPDATE|DELETE|WITH\b[^]*\b(INSERT INTO|UPDATE|DELETE FROM)\b)/i

/**
 * A race made certain: the real Worker over the real databases, but `happens` comes between what a call reads and its first batch that writes.
 * `call('POST /pos/order', { …, via: meanwhile(() => …) })`. `again`: before each batch that writes, however often the call tries.
 */
export function meanwhile(happens: () => Promise<unknown>, { again = false } = {}): Via {
  let waits = true
  const watched = (db: D1Database): D1Database => {
    const writing = new WeakSet<D1PreparedStatement>()
    return {
      prepare(text: string) {
        const statement = db.prepare(text)
        if (!WRITES.test(text)) return statement
        const bind = statement.bind.bind(statement)
        const note = (it: D1PreparedStatement) => (writing.add(it), it)
        statement.bind = (...values) => note(bind(...values))
        return note(statement)
      },
      async batch(statements: D1PreparedStatement[]) {
        if ((waits || again) && statements.some((s) => writing.has(s))) {
          waits = false
          await happens()
        }
        return db.batch(statements)
      },
    } as D1Database
  }
  const { PLATFORM, OUTLETS_0, OUTLETS_1 } = testEnv as typeof testEnv & { OUTLETS_1: D1Database }
  const env = { ...testEnv, PLATFORM: watched(PLATFORM), OUTLETS_0: watched(OUTLETS_0), OUTLETS_1: watched(OUTLETS_1) }
  return async (request) => {
    const work: Promise<unknown>[] = []
    const context = { waitUntil: (p: Promise<unknown>) => void work.push(p), passThroughOnException: () => {}, props: {} }
    const response = await app.fetch(request as never, env, context as never)
    await Promise.all(work)
    if (waits) throw new Error('the call wrote nothing, so that nothing came between')
    return response
  }
}
