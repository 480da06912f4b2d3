import './lib/shims.ts'
import { loadavg } from 'node:os'
import { randomId } from '#domain/ids.ts'
import { openHouse } from './lib/house.ts'

/**
 * Measures the reads of a busy evening: 300 open orders at once, as a kitchen or a till asks for them when it (re)joins, and a page of the orders' list. The
 * Worker's own code in this process, as in bench/order.ts; processor time, as medians of rounds that take turns. `node bench/open.ts`; `ROUNDS=11 OPEN=300`.
 * docs/speed.md.
 */
const ROUNDS = Number(process.env.ROUNDS || 11)
const OPEN = Number(process.env.OPEN || 300)

const house = await openHouse()
const cashier = await house.as('cashier')
const kitchen = await house.as('kitchen')
/** Each with the bar of issue 14 in ms, and how often a round asks, so that a round is long enough to be measured. */
const CALLS = [
  { address: 'GET /orders/restaurant/pending', of: 'the till', token: cashier, bar: 20, times: 10 },
  { address: 'GET /orders/restaurant/pending', of: 'the kitchen', token: kitchen, bar: 20, times: 10 },
  { address: 'GET /orders', of: 'the till', token: cashier, bar: 2, times: 100 },
]

async function ask(address: string, token: string, body?: unknown): Promise<string> {
  const { status, text } = await house.call(address, { token, body, key: body === undefined ? undefined : randomId() })
  if (status >= 300) throw new Error(`${address}: ${status} ${text.slice(0, 300)}`)
  return text
}
const openOrders = async () => (JSON.parse(await ask('GET /orders/restaurant/pending', cashier)) as { orders: unknown[] }).orders.length

// Parcels of three dishes; every second one gets another ticket of three.
const dishes = house.shard.sqlite
  .prepare("SELECT id FROM menu_items WHERE restaurant_id = ? AND available = 1 AND remaining IS NULL AND variants = '[]' LIMIT 12")
  .all(house.id)
  .map((row) => String(row.id))
const kot = (turn: number) => ({
  kotId: randomId(),
  items: [0, 1, 2].map((i) => ({ _id: dishes[(turn + i) % dishes.length], quantity: 1 })),
})
for (let turn = await openOrders(); turn < OPEN; turn += 1) {
  const text = await ask('POST /pos/order', cashier, { orderType: 'Take Away', kots: [kot(turn)] })
  const { order } = JSON.parse(text) as { order: { _id: string } }
  if (turn % 2 === 1) await ask('PUT /pos/order', cashier, { orderId: order._id, orderData: { kots: [kot(turn)] } })
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
const ms = (micros: number) => (micros / 1000).toFixed(2)

/** Microseconds of processor time for one call of a round, and how much of it SQLite took. */
async function round({ address, token, times }: (typeof CALLS)[number]): Promise<{ all: number; sql: number }> {
  const asked = async () => {
    const began = process.cpuUsage()
    for (let i = 0; i < times; i += 1) await house.callForBytes(address, { token })
    const { user, system } = process.cpuUsage(began)
    return (user + system) / times
  }
  // Asking for the time in SQLite costs time too, so it is asked in calls of its own.
  house.clock(false)
  const all = await asked()
  house.clock(true)
  house.take()
  await asked()
  return { all, sql: house.take().sql / times }
}

// Until all is compiled, nothing counts.
for (const call of [...CALLS, ...CALLS]) await round(call)
const rounds = CALLS.map((): { all: number; sql: number }[] => [])
for (let n = 0; n < ROUNDS; n += 1) for (const [i, call] of CALLS.entries()) rounds[i]?.push(await round(call))

console.log(
  `${await openOrders()} open orders, ${ROUNDS} rounds, load of this machine ${loadavg()[0]?.toFixed(1)}; CPU ms of this process a call, median (range)`,
)
for (const [i, { address, of, token, bar }] of CALLS.entries()) {
  const found = rounds[i] ?? []
  const all = found.map((r) => r.all)
  const sql = median(found.map((r) => r.sql))
  house.take()
  const bytes = Buffer.byteLength(await ask(address, token))
  console.log(`  ${address} (${of}): ${ms(median(all))} (${ms(Math.min(...all))} to ${ms(Math.max(...all))}) of ${bar}`)
  console.log(
    `    in SQLite ${ms(sql)}, our own ${ms(median(all) - sql)}; ${house.take().statements} statements, ${(bytes / 1000).toFixed(0)} kB  ${median(all) <= bar * 1000 ? 'good' : 'MISSES ITS BAR'}`,
  )
}
house.close()
process.exit(0)
