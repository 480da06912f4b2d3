import { fork } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { SignJWT } from 'jose'
import { WebSocket } from 'ws'
import { randomId } from '#domain/ids.ts'
import type * as servers from '../scripts/lib/server.ts'
import { persistencePath, secretsOf } from '../scripts/lib/server.ts'
import { Sockets, type Wanted } from './lib/sockets.ts'

/**
 * Measures the cost of sending an order to the screens: `node scripts/run.mjs bench/delivery.ts`, after `npm run build`. Three servers, each in a process of
 * its own, get the same orders in turn: the built Worker in workerd alone, the same as `npm start` runs it, and the rival (bench/rival: Fastify, node:sqlite,
 * Socket.IO).
 *
 * The processor time of a delivered event is the server's time for orders that a number of sockets receive, minus its time for as many orders that no socket
 * receives (for ours, another restaurant's; the rival's sockets leave their room), divided by the events that the sockets got. Medians of rounds that take
 * turns. Then the time from an order to its answer and to the kitchen's socket, at 5, 10 and 20 orders a second with 200 sockets, and how much of a core the
 * server takes. An empty SOCKETS leaves out the first part. `ROUNDS=9 ORDERS=60 SOCKETS=100,500 SECONDS=8 RATES=5,10,20 CROWD=200 LAYERS=raw,start`;
 * `AGAINST=<folder>` measures another checkout, built, in turn with this one.
 */
const ROUNDS = Number(process.env.ROUNDS || 9)
const ORDERS = Number(process.env.ORDERS || 60)
const SIZES = (process.env.SOCKETS ?? '100,500').split(',').filter(Boolean).map(Number)
const SECONDS = Number(process.env.SECONDS || 8)
const LAYERS = (process.env.LAYERS || 'raw,start').split(',')
/** Orders a second, the one that the bar names last. */
const RATES = (process.env.RATES || '5,10,20').split(',').map(Number)
const CROWD = Number(process.env.CROWD || 200)
/** Orders on their way at the same time while processor time is measured. */
const ABREAST = Number(process.env.ABREAST || 1)
/** The bars of issue 14: a delivered event and the 99th percentile beside the rival's; an order as `npm start` runs it beside the rival's. */
const BAR = { delivered: 1.5, p99: 1.5, order: 6 }
/** A session of staff may have 20 sockets, and answer 600 pings a minute. */
const OF_A_SESSION = 10

type Side = {
  name: string
  /** Microseconds of processor time of the server's process so far. */
  cpu: () => number
  /** Places one order; `heard`: whether the sockets receive it. */
  place: (heard: boolean, kotId: string) => Promise<void>
  sockets: Sockets
  wanted: (n: number) => Wanted[]
  /** Called before rounds whose orders the sockets receive, or don't. */
  hear: (heard: boolean) => Promise<unknown>
  kitchen: Wanted
  stop: () => Promise<void>
}

/** Linux counts processor time in hundredths of a second. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

let turn = 0
async function post(url: string, token: string, dishes: readonly string[], kotId: string): Promise<void> {
  turn += 1
  const items = [0, 1, 2].map((i) => ({ _id: dishes[(turn + i) % dishes.length], quantity: 1 + (i % 2) }))
  const response = await fetch(`${url}/v1/pos/order`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, 'Idempotency-Key': randomId() },
    body: JSON.stringify({ orderType: 'Take Away', kots: [{ kotId, items }] }),
  })
  const text = await response.text()
  if (response.status !== 201) throw new Error(`${response.status} ${text.slice(0, 300)}`)
}

// ---------------------------------------------------------------- ours

function databaseWith(table: string, stateDir: string): DatabaseSync {
  const folder = join(persistencePath(stateDir), 'd1', 'miniflare-D1DatabaseObject')
  for (const name of readdirSync(folder).filter((n) => n.endsWith('.sqlite') && n !== 'metadata.sqlite')) {
    const db = new DatabaseSync(join(folder, name))
    if (db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(table)) return db
    db.close()
  }
  throw new Error(`no table ${table}`)
}

async function ours(layer: string, port: number, folder?: string): Promise<Side> {
  const from = resolve(folder ?? join(import.meta.dirname, '..'), 'scripts/lib/server.ts')
  const { prepareState, startServer } = (await import(pathToFileURL(from).href)) as typeof servers
  const stateDir = mkdtempSync(join(tmpdir(), 'tawa-delivery-'))
  await prepareState({ stateDir, demo: true, port })
  const [platform, shard] = [databaseWith('accounts', stateDir), databaseWith('orders', stateDir)]
  const secret = new TextEncoder().encode(secretsOf(stateDir).JWT_SECRET)
  const [at, expires] = [new Date(), new Date(Date.now() + 86_400_000)]
  /** A signed-in person of an account, as `POST /auth/restaurant/login` would leave one. */
  const signIn = async (email: string): Promise<{ token: string; restaurant: string }> => {
    const account = platform.prepare('SELECT id, role, restaurant_id AS restaurant FROM accounts WHERE email = ?').get(email) as Record<
      string,
      string
    >
    const sid = randomId()
    platform
      .prepare(
        'INSERT INTO sessions (id, account_id, role, restaurant_id, device, created_at, last_seen_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      )
      .run(sid, account.id!, account.role!, account.restaurant!, 'bench', at.toISOString(), at.toISOString(), expires.toISOString())
    const claims = { role: account.role, sid, restaurantId: account.restaurant, shard: 'OUTLETS_0' }
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(account.id!)
      .setIssuedAt()
      .setExpirationTime(Math.floor(expires.getTime() / 1000))
      .sign(secret)
    return { token, restaurant: account.restaurant! }
  }
  const dishesOf = (restaurant: string) =>
    shard
      .prepare(
        `SELECT m.id FROM menu_items m JOIN recipes x ON x.menu_item_id = m.id AND x.variant = '' AND json_array_length(x.ingredients) = 3
         WHERE m.restaurant_id = ? AND m.available = 1 AND m.remaining IS NULL AND m.variants = '[]' ORDER BY m.position, m.id LIMIT 12`,
      )
      .all(restaurant)
      .map((row) => String(row.id))
  const [one, two] = [await signIn('cashier@demo.test'), await signIn('cashier@two.demo.test')]
  const [heardOf, silent] = [dishesOf(one.restaurant), dishesOf(two.restaurant)]
  const screens: string[] = []
  for (let i = 0; i <= Math.max(CROWD, ...SIZES) / OF_A_SESSION; i += 1) screens.push((await signIn('kitchen@demo.test')).token)
  platform.close()
  shard.close()
  const server = await startServer({ port, stateDir, quiet: true, build: false, bare: layer === 'raw', vars: { LOG_LEVEL: 'error' } })
  const url = `http://127.0.0.1:${port}`
  const pid = pidOf(stateDir)
  const wanted = (n: number): Wanted => ({
    url: `${url.replace('http', 'ws')}/v1/realtime/${one.restaurant}`,
    protocols: ['tawa.v1', `bearer.${screens[Math.floor(n / OF_A_SESSION)]}`],
    hello: [['', JSON.stringify({ event: 'joinRestaurant', data: { batch: true } })]],
    joined: '{"event":"joined"',
    ping: ['{"event":"ping"', '{"event":"pong"}'],
    mark: '{"event":"',
  })
  return {
    name: `${layer === 'raw' ? 'the Worker in workerd alone' : 'the Worker by npm start'}${folder ? `, ${folder}` : ''}`,
    cpu: () => cpuOf(pid),
    place: (heard, kotId) => post(url, heard ? one.token : two.token, heard ? heardOf : silent, kotId),
    sockets: new Sockets(),
    wanted: (n) => Array.from({ length: n }, (_, i) => wanted(i)),
    hear: async () => {},
    kitchen: wanted(Math.max(CROWD, ...SIZES)),
    stop: async () => {
      await server.stop()
      rmSync(stateDir, { recursive: true, force: true })
    },
  }
}

/** The workerd that serves: the last that was started for this state directory. */
function pidOf(stateDir: string): number {
  const name = readdirSync(stateDir).find((file) => /^workerd\.\d+\.pids$/.test(file))
  if (!name) throw new Error('no record of workerd')
  return Number(readFileSync(join(stateDir, name), 'utf8').trim().split('\n').at(-1))
}

// ---------------------------------------------------------------- the rival

async function theirs(): Promise<Side> {
  const child = fork(join(import.meta.dirname, 'rival/serve.ts'))
  const { url, token, dishes } = await new Promise<{ url: string; token: string; dishes: string[] }>((resolve, reject) => {
    child.once('message', (told) => resolve(told as never))
    child.once('exit', (code) => reject(new Error(`the rival ended with ${code}`)))
  })
  const wanted: Wanted = {
    url: `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`,
    protocols: [],
    // Engine.IO's open packet, then Socket.IO's connect packet.
    hello: [
      ['0{', `40${JSON.stringify({ token })}`],
      ['40{', '42["join"]'],
    ],
    joined: '42["joined"]',
    ping: ['2', '3'],
    mark: '42["',
  }
  const sockets = new Sockets()
  let hearing = true
  return {
    name: 'the rival',
    cpu: () => cpuOf(child.pid!),
    place: (_, kotId) => post(url, token, dishes, kotId),
    sockets,
    wanted: (n) => Array.from({ length: n }, () => wanted),
    hear: async (heard) => {
      if (heard !== hearing) await sockets.tell(heard ? '42["join"]' : '42["leave"]', heard ? '42["joined"]' : '42["left"]')
      hearing = heard
    },
    kitchen: wanted,
    stop: async () => {
      child.removeAllListeners('exit')
      child.kill()
    },
  }
}

// ---------------------------------------------------------------- rounds

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Waits until nothing more comes. */
async function settled(sockets: Sockets): Promise<number> {
  for (let last = -1; ;) {
    const now = await sockets.count()
    if (now === last) return now
    last = now
    await sleep(150)
  }
}

type Round = { order: number; delivered: number; events: number }
async function round(side: Side): Promise<Round> {
  const took: number[] = []
  let events = 0
  for (const heard of [false, true]) {
    await side.hear(heard)
    const before = await settled(side.sockets)
    const began = side.cpu()
    for (let i = 0; i < ORDERS; i += ABREAST) await Promise.all(Array.from({ length: ABREAST }, () => side.place(heard, randomId())))
    events = (await settled(side.sockets)) - before
    took.push(side.cpu() - began)
  }
  const [alone = 0, together = 0] = took
  return { order: alone / ORDERS, delivered: (together - alone) / events, events }
}

/** Milliseconds of each order: until it is answered, and until the kitchen's socket has it. */
type Waits = { answered: number[]; heard: number[] }
async function latencies(side: Side, rate: number): Promise<Waits> {
  const began = new Map<string, number>()
  const waits: Waits = { answered: [], heard: [] }
  const { url, protocols, hello, joined, ping } = side.kitchen
  const socket = new WebSocket(url, protocols, { perMessageDeflate: false })
  await new Promise<void>((resolve) => {
    for (const [after, text] of hello) if (after === '') socket.on('open', () => socket.send(text))
    socket.on('message', (data: Buffer) => {
      const now = performance.now()
      if (data.indexOf(ping[0]) === 0) return socket.send(ping[1])
      for (const [after, text] of hello) if (after !== '' && data.indexOf(after) === 0) return socket.send(text)
      if (data.indexOf(joined) === 0) return resolve()
      for (const [kotId, at] of began)
        if (data.includes(kotId)) {
          began.delete(kotId)
          waits.heard.push(now - at)
        }
    })
  })
  const sent: Promise<void>[] = []
  const start = performance.now()
  for (let i = 0; i < SECONDS * rate; i += 1) {
    await sleep(Math.max(0, start + (i * 1000) / rate - performance.now()))
    const kotId = randomId()
    const at = performance.now()
    began.set(kotId, at)
    sent.push(side.place(true, kotId).then(() => void waits.answered.push(performance.now() - at)))
  }
  await Promise.all(sent)
  await settled(side.sockets)
  socket.close()
  if (began.size > 0) throw new Error(`${side.name}: ${began.size} orders never came`)
  return waits
}

/** The data sent to a screen that missed five orders, as JSON with its join, compared with all open orders, which it would otherwise read. */
async function rejoin({ kitchen: { url, protocols }, place }: Side): Promise<{ events: number; bytes: number; whole: number }> {
  const got = { bytes: 0, events: 0 }
  const join = (since?: number) =>
    new Promise<{ socket: WebSocket; seq: number }>((resolve) => {
      const socket = new WebSocket(url, protocols, { perMessageDeflate: false })
      socket.on('open', () => socket.send(JSON.stringify({ event: 'joinRestaurant', data: { batch: true, since } })))
      socket.on('message', (data: Buffer) => {
        got.bytes += data.length
        const { event, events, data: joined } = JSON.parse(String(data)) as { event?: string; events?: unknown[]; data: { seq: number } }
        got.events += events?.length ?? 0
        if (event === 'joined') resolve({ socket, seq: joined.seq })
      })
    })
  const before = await join()
  before.socket.close()
  for (let i = 0; i < 5; i += 1) await place(true, randomId())
  got.bytes = got.events = 0
  const { socket, seq } = await join(before.seq)
  while (got.events < seq - before.seq) await sleep(20)
  socket.close()
  const pending = await fetch(`${url.replace('ws', 'http').replace(/\/v1\/.*/, '')}/v1/orders/restaurant/pending`, {
    headers: { Authorization: `Bearer ${protocols[1]?.replace('bearer.', '')}` },
  })
  return { ...got, whole: Buffer.byteLength(await pending.text()) }
}

const percentile = (values: readonly number[], of: number) => [...values].sort((a, b) => a - b)[Math.ceil(values.length * of) - 1] ?? NaN
const judged = (good: boolean) => (good ? 'good' : 'MISSES ITS BAR')
const ms = (micros: number, digits = 2) => (micros / 1000).toFixed(digits)

const sides: Side[] = []
try {
  for (const folder of [...(process.env.AGAINST ? [process.env.AGAINST] : []), undefined])
    for (const layer of LAYERS) sides.push(await ours(layer, Number(process.env.PORT || 8951) + sides.length, folder))
  sides.push(await theirs())
  const orders = new Map(sides.map((side) => [side, [] as number[]]))
  for (const size of SIZES) {
    for (const side of sides) await side.sockets.open(side.wanted(size))
    const rounds = new Map(sides.map((side) => [side, [] as Round[]]))
    // The first is for the compilers.
    for (let n = -1; n < ROUNDS; n += 1)
      for (const side of sides) {
        const one = await round(side)
        if (n >= 0) rounds.get(side)?.push(one)
        if (n >= 0) orders.get(side)?.push(one.order)
      }
    const delivered = (side: Side) => (rounds.get(side) ?? []).map((r) => r.delivered)
    const rival = median(delivered(sides.at(-1)!))
    console.log(
      `A delivered event, ${size} sockets, ${ROUNDS} rounds of ${ORDERS} orders (${ABREAST} abreast), load ${loadavg()[0]?.toFixed(1)}; CPU ms of the server, median (range)`,
    )
    for (const side of sides) {
      const all = delivered(side)
      const ratio = median(all) / rival
      const beside = side === sides.at(-1) ? '' : `  ${ratio.toFixed(2)} of ${BAR.delivered}  ${judged(ratio <= BAR.delivered)}`
      console.log(`  ${side.name.padEnd(28)} ${ms(median(all), 4)} (${ms(Math.min(...all), 4)} to ${ms(Math.max(...all), 4)})${beside}`)
    }
    for (const side of sides) {
      await side.hear(true)
      await side.sockets.close()
    }
  }
  if (SIZES.length > 0) console.log('An order that nobody hears of; CPU ms of the server, median (range)')
  for (const side of SIZES.length > 0 ? sides : []) {
    const all = orders.get(side) ?? []
    const ratio = median(all) / median(orders.get(sides.at(-1)!) ?? [])
    const beside = side === sides.at(-1) ? '' : `  ${ratio.toFixed(1)} of ${BAR.order}  ${judged(ratio <= BAR.order)}`
    console.log(`  ${side.name.padEnd(28)} ${ms(median(all))} (${ms(Math.min(...all))} to ${ms(Math.max(...all))})${beside}`)
  }
  if (SECONDS > 0) {
    for (const side of sides) await side.sockets.open(side.wanted(CROWD))
    for (const rate of RATES) {
      const took = new Map(sides.map((side) => [side, { answered: [], heard: [] } as Waits]))
      const busy = new Map(sides.map((side) => [side, 0]))
      for (let n = 0; n < 3; n += 1)
        for (const side of sides) {
          const [cpu, began] = [side.cpu(), performance.now()]
          const { answered, heard } = await latencies(side, rate)
          busy.set(side, (busy.get(side) ?? 0) + (side.cpu() - cpu) / 1000 / (performance.now() - began) / 3)
          took.get(side)?.answered.push(...answered)
          took.get(side)?.heard.push(...heard)
        }
      console.log(
        `From an order to its answer and to the kitchen's socket, ${rate} orders a second, ${CROWD} sockets, load ${loadavg()[0]?.toFixed(1)}; ms`,
      )
      const rival = percentile(took.get(sides.at(-1)!)?.heard ?? [], 0.99)
      for (const side of sides) {
        const { answered = [], heard = [] } = took.get(side) ?? {}
        const p99 = percentile(heard, 0.99)
        const beside =
          side === sides.at(-1) || rate !== RATES.at(-1)
            ? ''
            : `  ${(p99 / rival).toFixed(2)} of ${BAR.p99}  ${judged(p99 / rival <= BAR.p99)}`
        const of = (all: readonly number[]) => `median ${percentile(all, 0.5).toFixed(1)}, p99 ${percentile(all, 0.99).toFixed(1)}`
        console.log(
          `  ${side.name.padEnd(28)} answered: ${of(answered)}; heard: ${of(heard)} (${heard.length} orders, ${((busy.get(side) ?? 0) * 100).toFixed(0)} % of a core)${beside}`,
        )
      }
    }
  }
  for (const side of sides.slice(0, -1)) {
    const { events, bytes, whole } = await rejoin(side)
    console.log(
      `A screen that was away for five orders, ${side.name}: ${events} events, ${(bytes / 1000).toFixed(1)} kB; all open orders are ${(whole / 1000).toFixed(1)} kB`,
    )
  }
} finally {
  for (const side of sides) {
    await side.sockets.end()
    await side.stop()
  }
}
process.exit(0)
