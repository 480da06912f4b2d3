import './lib/shims.ts'
import { randomId } from '#domain/ids.ts'
import { sql } from '#worker/db/sql.ts'
import { all, run } from '#worker/db/index.ts'
import { openCountedHouse } from './lib/house.ts'

/**
 * Counts the billed costs of the hottest calls: statements, rows read and written as D1 counts them, calls to databases and to the room, bytes of the answer;
 * with few and with many orders in the database. `node bench/counts.ts`; `SIZES=10000,1000000`. Counts, not times: other work on the machine changes nothing.
 * docs/speed.md.
 */
const SIZES = (process.env.SIZES || '10000,1000000').split(',').map(Number)
/**
 * Each size plays the same evenings. The lowest count is taken, so that occasional work (noting a session's last use, creating a day's counters) is not
 * counted.
 */
const EVENINGS = 3
/** Ids are random, so that a walk through an index may meet a row more or less. */
const SAME = 1.01

type Count = { statements: number; read: number; written: number; databases: number; room: number; sent: number; got: number }
type Made = { order: { _id: string; kots: { kotId: string; items: { _id: string }[] }[] } }
type Call = { name: string; address: string; token: string; body?: unknown; keep?: (text: string) => void }

type CountedHouse = Awaited<ReturnType<typeof openCountedHouse>>
type People = Awaited<ReturnType<typeof peopleOf>>

/** Who works that evening, at a free table, with dishes whose recipes take three materials each. */
async function peopleOf(house: CountedHouse) {
  const ids = async (statement: ReturnType<typeof sql>) =>
    (await all<{ id: string }>(house.shard as unknown as D1Database, statement)).map((row) => row.id)
  const dishes = await ids(
    sql`SELECT m.id FROM menu_items m JOIN recipes x ON x.menu_item_id = m.id AND x.variant = '' AND json_array_length(x.ingredients) = 3
        WHERE m.restaurant_id = ${house.id} AND m.available = 1 AND m.remaining IS NULL AND m.variants = '[]' ORDER BY m.position, m.id LIMIT 12`,
  )
  const [tableId] = await ids(
    sql`SELECT id FROM dining_tables t WHERE restaurant_id = ${house.id} AND deleted_at IS NULL AND merged_into IS NULL
        AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.restaurant_id = t.restaurant_id AND o.table_id = t.id AND o.order_status = 'pending') ORDER BY id LIMIT 1`,
  )
  return { cashier: await house.as('cashier'), waiter: await house.as('waiter'), kitchen: await house.as('kitchen'), dishes, tableId }
}

/** Old orders of an equally busy restaurant, 150 a day, before the demo's first. */
async function fill(house: CountedHouse, orders: number): Promise<void> {
  for (let at = 0; at < orders; at += 50_000) {
    const [first, last] = [at, Math.min(at + 50_000, orders)]
    const day = sql`date('now', '-' || (200 + i / 150) || ' days')`
    const when = sql`${day} || 'T' || time(43200 - (i % 150) * 144, 'unixepoch') || '.000Z'`
    const n = sql`WITH RECURSIVE n (i) AS (SELECT ${first} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${last})`
    await run(
      house.shard as unknown as D1Database,
      sql`INSERT INTO orders (id, restaurant_id, version, table_number, customer_name, order_type, serial_number, bill_number, tax_percentages,
           subtotal, cgst, sgst, vat, service_charge, grand_total, order_status, payment_status, payment_method, payments, feedback_token, business_date, created_at, completed_at, ended_date)
         ${n} SELECT 'bench-o' || i, ${house.id}, 2, CAST(i % 12 + 1 AS TEXT), 'Guest ' || (i % 5000), 'Dine In', i % 150 + 1, 2000000 - i, '{"gst":5,"vat":0,"serviceCharge":0}',
           20000, 500, 500, 0, 0, 21000, 'completed', 'paid', 'Cash', '[]', 'bench' || i, ${day}, ${when}, ${when}, ${day} FROM n`,
    )
  }
}

/** Who calls what in an evening. A call may need what an earlier one made, so each is made when its turn comes; those without a name are not counted. */
async function* evening(house: CountedHouse, { cashier, waiter, kitchen, dishes, tableId }: People): AsyncGenerator<Call> {
  let turn = 0
  const kot = () => ({ kotId: randomId(), items: [0, 1, 2].map((i) => ({ _id: dishes[(turn++ + i) % dishes.length], quantity: 1 })) })
  let order = {} as Made['order']
  const keep = (text: string) => void ({ order } = JSON.parse(text) as Made)
  const send = { address: 'POST /pos/order', keep }
  const status = (token: string, i: number, to: string) => ({
    address: 'PUT /orders/item/status',
    token,
    body: { orderId: order._id, kotId: order.kots[i]?.kotId, status: to },
  })
  yield { name: 'a parcel of three dishes', ...send, token: cashier, body: { orderType: 'Take Away', kots: [kot()] } }
  yield {
    name: 'the parcel is cancelled',
    address: 'PUT /orders/status',
    token: cashier,
    body: { orderId: order._id, orderStatus: 'cancelled', reason: 'bench' },
  }
  yield { name: 'a table’s first ticket', ...send, token: waiter, body: { tableId, kots: [kot()] } }
  yield { name: 'its second', ...send, token: waiter, body: { tableId, kots: [kot()] } }
  yield { name: 'a ticket is ready', ...status(kitchen, 0, 'Ready') }
  yield { name: 'a ticket is served', ...status(waiter, 0, 'Served') }
  yield {
    name: 'the note',
    address: 'PUT /orders/note',
    token: waiter,
    body: { orderId: order._id, kotId: order.kots[0]?.kotId, itemId: order.kots[0]?.items[0]?._id, note: 'crisp' },
  }
  yield { name: 'open orders', address: 'GET /orders/restaurant/pending', token: kitchen }
  yield { name: 'a table’s open order', address: 'POST /orders/active', token: waiter, body: { tableId } }
  yield { name: 'the floor', address: 'GET /tables', token: waiter }
  yield { name: '', ...status(kitchen, 1, 'Ready') }
  yield { name: '', ...status(waiter, 1, 'Served') }
  yield { name: 'the bill', address: `POST /orders/${order._id}/bill`, token: cashier, body: {} }
  yield {
    name: 'paid and settled',
    address: 'PUT /orders/payment/status',
    token: cashier,
    body: { orderId: order._id, paymentStatus: 'paid', paymentMethod: 'Cash', complete: true },
  }
  yield { name: 'the menu', address: 'POST /menus/restaurant', token: waiter, body: { restaurantId: house.id } }
  yield { name: 'orders, first page', address: 'GET /orders', token: cashier }
  yield { name: 'completed orders, page 3', address: 'GET /orders?status=completed&page=3', token: cashier }
  yield { name: 'a bill by its number', address: 'GET /orders?search=1999990', token: cashier }
  yield { name: 'a customer by number', address: 'GET /restaurant/customers?mobile_number=9820012345', token: waiter }
  yield { name: 'the day so far', address: 'GET /orders/daily-summary', token: cashier }
  yield { name: 'the profile', address: 'GET /restaurant/profile', token: cashier }
  yield { name: 'who am I', address: 'POST /restaurant/user', token: cashier, body: {} }
}

async function count(house: CountedHouse, { name, address, token, body, keep }: Call): Promise<Count> {
  house.take()
  const before = house.roomCalls()
  const { status, text } = await house.call(address, { token, body, key: body ? randomId() : undefined })
  if (status >= 300) throw new Error(`${name || address}: ${status} ${text.slice(0, 300)}`)
  keep?.(text)
  const { statements, rowsRead: read, rowsWritten: written, calls: databases } = house.take()
  const sent = body ? Buffer.byteLength(JSON.stringify(body)) : 0
  return { statements, read, written, databases, room: house.roomCalls() - before, sent, got: Buffer.byteLength(text) }
}

const least = (a: Count, b: Count) =>
  Object.fromEntries(Object.keys(a).map((key) => [key, Math.min(a[key as keyof Count], b[key as keyof Count])])) as Count

/** The counts of each call's name, with so many old orders. */
async function counted(orders: number): Promise<Map<string, Count>> {
  const house = await openCountedHouse()
  const people = await peopleOf(house)
  await fill(house, orders)
  const counts = new Map<string, Count>()
  for (let n = 0; n < EVENINGS; n += 1)
    for await (const call of evening(house, people)) {
      const one = await count(house, call)
      if (call.name) counts.set(call.name, least(counts.get(call.name) ?? one, one))
    }
  await house.end()
  return counts
}

const found: Map<string, Count>[] = []
for (const size of SIZES) found.push(await counted(size))
console.log(`Rows as D1 counts them, with ${SIZES.map((n) => n.toLocaleString('en')).join(' and ')} old orders`)
console.log(
  `  ${''.padEnd(26)} ${'statements'.padEnd(12)}${'rows read'.padEnd(16)}${'rows written'.padEnd(14)}databases  room  bytes in  bytes out`,
)
let differ = 0
for (const name of found[0]!.keys()) {
  const each = found.map((counts) => counts.get(name)!)
  const together = (key: keyof Count) => [...new Set(each.map((c) => c[key]))].join(' / ')
  const last = each.at(-1)!
  const equal = (['statements', 'read', 'written'] as const).every((key) => {
    const counts = each.map((c) => c[key])
    return Math.max(...counts) <= Math.min(...counts) * SAME
  })
  if (!equal) differ += 1
  console.log(
    `  ${name.padEnd(26)} ${together('statements').padEnd(12)}${together('read').padEnd(16)}${together('written').padEnd(14)}${String(last.databases).padEnd(11)}${String(last.room).padEnd(6)}${String(last.sent).padEnd(10)}${String(last.got).padEnd(10)}${equal ? '' : 'DIFFERS'}`,
  )
}
console.log(differ === 0 ? '  All are equal: good' : `  ${differ} calls differ  MISSES ITS BAR`)
process.exit(0)
