import './lib/shims.ts'
import { loadavg } from 'node:os'
import { randomId } from '#domain/ids.ts'
import { openPair } from './rival/pair.ts'

/**
 * Measures the cost of placing an order: the Worker's own code in this process over node:sqlite, compared with the rival (bench/rival) in the same process.
 * Both are called without a network, both flush each commit to the disk. Processor time of the process, as medians of rounds that take turns, because other
 * work on the machine must not count. `node bench/order.ts`; `ROUNDS=9 ORDERS=150 STOCK=full`. docs/speed.md has the method and what was changed.
 */
const ROUNDS = Number(process.env.ROUNDS || 11)
const ORDERS = Number(process.env.ORDERS || 150)
/** `full` or `empty`: whether the lots have what the orders take. */
const STOCK = process.env.STOCK || 'full'
/** The bars of issue 14. */
const BAR = { ratio: 1.5, statements: 18 }

const pair = await openPair()
const { house, rival } = pair
const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
const ms = (micros: number) => (micros / 1000).toFixed(2)

let turn = 0
async function place(side: 'ours' | 'theirs'): Promise<number> {
  const body = pair.parcel(turn++)
  const { status, text } = await pair[side]({ body, key: randomId() })
  if (status !== 201) throw new Error(`${side}: ${status} ${text.slice(0, 300)}`)
  return Buffer.byteLength(JSON.stringify(body)) + Buffer.byteLength(text)
}

/** Microseconds of processor time for each order of a round. */
async function round(side: 'ours' | 'theirs', orders = ORDERS): Promise<number> {
  pair.stock(STOCK === 'empty' ? 0 : 1_000_000)
  const began = process.cpuUsage()
  for (let i = 0; i < orders; i += 1) await place(side)
  const { user, system } = process.cpuUsage(began)
  return (user + system) / orders
}

/** Rows that one order writes, with those that triggers and indexes' totals write. */
const changes = (db: { prepare: (text: string) => { get: () => unknown } }) =>
  (db.prepare('SELECT total_changes() AS n').get() as { n: number }).n

/** Pages of the file that one order changes: frames of an empty write-ahead log. */
async function pagesOf(side: 'ours' | 'theirs', db: { prepare: (text: string) => { get: () => unknown } }): Promise<number> {
  db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()
  await place(side)
  return (db.prepare('PRAGMA wal_checkpoint(PASSIVE)').get() as { log: number }).log
}

// Until both are compiled, nothing counts.
for (const side of ['ours', 'theirs', 'ours', 'theirs'] as const) await round(side, 200)
house.take()
const [calls, wrote, rivalWrote] = [house.roomCalls(), changes(house.shard.sqlite), changes(rival.db)]
const bytes = await place('ours')
const one = { ...house.take(), room: house.roomCalls() - calls, rows: changes(house.shard.sqlite) - wrote }
rival.takeStatements()
await place('theirs')
const other = { statements: rival.takeStatements(), rows: changes(rival.db) - rivalWrote }

const pages = { ours: [] as number[], theirs: [] as number[] }
for (let n = 0; n < 50; n += 1) {
  pages.ours.push(await pagesOf('ours', house.shard.sqlite))
  pages.theirs.push(await pagesOf('theirs', rival.db))
}

/** Bytes of a database's pages in use. */
const sizeOf = (db: { prepare: (text: string) => { get: () => unknown } }) => {
  const number = (pragma: string) => Number(Object.values(db.prepare(`PRAGMA ${pragma}`).get() as object)[0])
  return (number('page_count') - number('freelist_count')) * number('page_size')
}
/** kB that a database grows by with each order of a round. */
async function growth(side: 'ours' | 'theirs', db: Parameters<typeof sizeOf>[0]): Promise<string> {
  const before = sizeOf(db)
  await round(side)
  return ((sizeOf(db) - before) / ORDERS / 1000).toFixed(1)
}
const grown = { ours: await growth('ours', house.shard.sqlite), theirs: await growth('theirs', rival.db) }
const took = { ours: [] as number[], theirs: [] as number[], sql: [] as number[] }
for (let n = 0; n < ROUNDS; n += 1) {
  house.clock(false)
  took.ours.push(await round('ours'))
  took.theirs.push(await round('theirs'))
  house.clock(true)
  house.take()
  await round('ours')
  took.sql.push(house.take().sql / ORDERS)
}
const [ours, sql, theirs] = [median(took.ours), median(took.sql), median(took.theirs)]
const own = ours - sql
const ratio = ours / theirs
/** The bytes of an order in the outbox and in the stored answers, which are kept for a day. */
const { bytes: storedBytes } = house.shard.sqlite
  .prepare(
    `SELECT (SELECT avg(length(body)) FROM (SELECT body FROM idempotency ORDER BY at DESC LIMIT 100)) + (SELECT avg(length(data)) FROM (SELECT data FROM events WHERE event = 'orderCreated' ORDER BY seq DESC LIMIT 100)) AS bytes`,
  )
  .get() as { bytes: number }
const judged = (good: boolean) => (good ? 'good' : 'MISSES ITS BAR')
const range = (values: readonly number[]) => `${ms(Math.min(...values))} to ${ms(Math.max(...values))}`

console.log(
  `A parcel of three dishes, the store ${STOCK}, ${ROUNDS} rounds of ${ORDERS} orders each, load of this machine ${loadavg()[0]?.toFixed(1)}; CPU ms of this process an order, median (range)`,
)
console.log(`  the Worker's code   ${ms(ours)} (${range(took.ours)})`)
console.log(`    of it in SQLite   ${ms(sql)} (${range(took.sql)})`)
console.log(`    of it our own     ${ms(own)}`)
console.log(`  the rival           ${ms(theirs)} (${range(took.theirs)})`)
console.log(`  ratio               ${ratio.toFixed(2)} of ${BAR.ratio}  ${judged(ratio <= BAR.ratio)}`)
console.log(`  our own / the rival ${(own / theirs).toFixed(2)} of ${(1 / 1.7).toFixed(2)}  ${judged(own / theirs <= 1 / 1.7)}`)
console.log(
  `  statements          ${one.statements} of ${BAR.statements} (the rival ${other.statements})  ${judged(one.statements <= BAR.statements)}`,
)
console.log(`  rows written        ${one.rows} (the rival ${other.rows})`)
console.log(`  pages written       ${median(pages.ours)} (the rival ${median(pages.theirs)})`)
console.log(
  `  kB of database      ${grown.ours} an order (the rival ${grown.theirs}), of it ${(storedBytes / 1000).toFixed(1)} the stored answer and the events, which are purged`,
)
console.log(`  remote calls        ${one.calls} to databases, ${one.room} to the room (one of them after the answer)`)
console.log(`  bytes in and out    ${bytes}`)
await pair.close()
process.exit(0)
