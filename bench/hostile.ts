import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { WebSocket } from 'ws'
import { DEMO_PASSWORD } from '#demo/people.ts'
import { randomId } from '#domain/ids.ts'
import { startServer } from '../scripts/lib/server.ts'

/**
 * Measures how much 20 hostile guests slow a waiter down: `node scripts/run.mjs bench/hostile.ts`. Serves the demo, then takes turns, a phase without and a
 * phase with them, in one run, because the machine may be busy: only the ratio counts. The guests have a thread of their own, so that reading what they are
 * sent doesn't delay the clock of the waiter. Goal: the p99 of a waiter's send with them is at most twice that without. A bench, never a test.
 */

const PORT = Number(process.env.PORT || 8937)
const ROUNDS = Number(process.env.ROUNDS || 6)
const PHASE_MS = Number(process.env.PHASE_MS || 15_000)
const GUESTS = 20
/** Between two acts of one hostile guest, and two sends of the waiter: the attackers run on the machine that they attack. */
const HOSTILE_PAUSE_MS = Number(process.env.HOSTILE_PAUSE_MS || 200)
const WAITER_PAUSE_MS = 30
/** The acts of each of them, in turn; `ACTS=send,signIn` tries only some. */
const ACTS = (process.env.ACTS || 'send,slow,writes,replays,send,signIn,reads,open,send,replays').split(',')

type Json = Record<string, any>
type Answer = { status: number; body: Json }
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i))

/** The input of the guests' thread: their tables, and until when they attack (milliseconds since 1970). */
type Attack = { url: string; house: House; under: string[]; until: number }
let url = isMainThread ? '' : (workerData as Attack).url
/** Signed-in or not, from an address. */
async function call(address: string, body?: unknown, { token, from }: { token?: string; from?: string } = {}): Promise<Answer> {
  const [method, path] = address.split(' ')
  const response = await fetch(`${url}/v1${path}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(from ? { 'CF-Connecting-IP': from } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text ? (JSON.parse(text) as Json) : {} }
}
const staff = async (who: string): Promise<string> => {
  const { status, body } = await call('POST /auth/restaurant/login', {
    email: `${who}@demo.test`,
    password: DEMO_PASSWORD,
    terminate_existing: true,
  })
  if (status !== 200) throw new Error(`${who}: ${status} ${JSON.stringify(body)}`)
  return body.token as string
}

type House = { id: string; waiter: string; cashier: string; tables: string[]; dishes: string[] }

async function enter(): Promise<House> {
  const [waiter, cashier] = [await staff('waiter'), await staff('cashier')]
  const { body } = await call('GET /tables', undefined, { token: cashier })
  const id = body.tables[0].restaurantId as string
  const { body: menu } = await call('POST /menus/restaurant', { restaurantId: id }, { token: cashier })
  const dishes = (menu.menu.categories as Json[])
    .flatMap((c) => [...c.menuItems, ...c.subcategories.flatMap((s: Json) => s.menuItems)] as Json[])
    .filter((i) => i.available && i.remaining === null && i.variants.length === 0 && i.addonGroups.every((g: Json) => g.min === 0))
    .map((i) => i._id as string)
  return { id, waiter, cashier, tables: (body.tables as Json[]).filter((t) => !t.mergedInto).map((t) => t._id as string), dishes }
}

const linesOf = ({ dishes }: House, n: number, note = '') =>
  times(n, (i) => ({ _id: dishes[i % dishes.length], quantity: 1, additionalItemNote: `${note}${i}` }))

async function cancel({ cashier }: House, tableId: string): Promise<void> {
  const { body } = await call('POST /orders/active', { tableId }, { token: cashier })
  if (body.order)
    await call('PUT /orders/status', { orderId: body.order._id, orderStatus: 'cancelled', reason: 'bench' }, { token: cashier })
}

/** Sends a KOT of three dishes again and again, on a table of its own. Answers the milliseconds of each. */
async function wait(house: House, tableId: string, until: number): Promise<number[]> {
  const took: number[] = []
  while (Date.now() < until) {
    if (took.length % 12 === 0) await cancel(house, tableId)
    const began = performance.now()
    const { status, body } = await call(
      'POST /pos/order',
      { tableId, kots: [{ kotId: randomId(), items: linesOf(house, 3) }] },
      { token: house.waiter },
    )
    took.push(performance.now() - began)
    if (status !== 201) throw new Error(`the waiter's send: ${status} ${JSON.stringify(body).slice(0, 300)}`)
    await sleep(WAITER_PAUSE_MS)
  }
  return took
}

const acts = new Map<string, number>()
const note = (act: string, status: number | string) => acts.set(`${act} ${status}`, (acts.get(`${act} ${status}`) ?? 0) + 1)

/** One hostile guest: signs in anew, sends the largest tickets, asks for replays, calls, reads, and leaves sockets unread. */
async function attack(house: House, tableId: string, n: number, until: number): Promise<void> {
  const from = `10.0.${n}.7`
  const sockets: WebSocket[] = []
  let token = ''
  const open = async (slow: boolean): Promise<void> => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/realtime/${house.id}`, ['tawa.v1', `bearer.${token}`])
    sockets.push(socket)
    socket.on('error', () => note('socket', 'refused'))
    socket.on('close', (code) => note('socket closed', code))
    await new Promise((resolve) => socket.once('open', resolve).once('error', resolve))
    if (socket.readyState !== WebSocket.OPEN) return
    socket.send(JSON.stringify({ event: 'joinTable', data: { tableId, since: 0 } }))
    note('socket', 'open')
    if (slow) socket.pause()
  }
  const signIn = async () => {
    const { status, body } = await call('POST /auth/user/login', { tableId, mobile_number: '9000012345' }, { from })
    note('sign-in', status)
    if (status === 200) token = body.token as string
  }
  const send = async () => {
    const kots = [{ kotId: randomId(), items: linesOf(house, 30, 'न'.repeat(270)) }]
    note('send', (await call('POST /orders', { order: { tableId, kots } }, { token, from })).status)
  }
  const writes = async () =>
    note('call', (await call('POST /tables/alert', { tableId, alertType: `words ${randomId()}` }, { token, from })).status)
  const replays = async () => {
    for (const socket of sockets)
      if (socket.readyState === WebSocket.OPEN)
        for (const _ of times(5, () => 0)) socket.send(JSON.stringify({ event: 'joinTable', data: { tableId, since: 0 } }))
    note('replays', 'asked')
  }
  const reads = async () => note('read', (await call('POST /orders/active', { tableId }, { token, from })).status)
  await signIn()
  const known: Record<string, () => Promise<unknown>> = {
    send,
    slow: () => open(true),
    open: () => open(false),
    writes,
    replays,
    reads,
    signIn,
  }
  const plan = ACTS.map((name) => known[name] ?? reads)
  for (let i = n; Date.now() < until; i++) {
    await plan[i % plan.length]?.().catch(() => note('failed', ''))
    await sleep(HOSTILE_PAUSE_MS)
  }
  for (const socket of sockets) socket.terminate()
}

/** The milliseconds of processor time that the server has used: of all workerd that this process started. 0 where /proc has no such file. */
function serverTime(): number {
  try {
    const pids = execFileSync('pgrep', ['-P', String(process.pid), 'workerd'], { encoding: 'utf8' })
      .trim()
      .split('\n')
    return pids.reduce((sum, pid) => {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      // utime and stime, in hundredths of a second.
      return sum + 10 * (Number(fields[11]) + Number(fields[12]))
    }, 0)
  } catch {
    return 0
  }
}

const quantile = (sorted: readonly number[], q: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0
function summary(took: number[]) {
  const sorted = [...took].sort((a, b) => a - b)
  return { sends: took.length, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), most: sorted.at(-1) ?? 0 }
}
const show = ({ sends, p50, p99, most }: ReturnType<typeof summary>) =>
  `${String(sends).padStart(5)} sends   p50 ${p50.toFixed(0).padStart(5)} ms   p99 ${p99.toFixed(0).padStart(5)} ms   longest ${most.toFixed(0)} ms`

/** Lets the guests attack in a thread of their own. Answers how often each act had which answer. */
const attacked = (workerData: Attack) =>
  new Promise<Map<string, number>>((resolve, reject) =>
    new Worker(new URL(import.meta.url), { workerData }).once('message', resolve).once('error', reject),
  )

async function compare(): Promise<void> {
  const stateDir = mkdtempSync(join(tmpdir(), 'tawa-hostile-'))
  const server = await startServer({ port: PORT, stateDir, quiet: true, vars: { LOG_LEVEL: 'error' } })
  try {
    url = server.url
    const house = await enter()
    const [own = '', ...theirs] = house.tables
    const under = theirs.slice(0, 5)
    const calm: number[] = []
    const hostile: number[] = []
    await wait(house, own, Date.now() + 3000)
    for (const round of times(ROUNDS, (i) => i)) {
      const before = serverTime()
      const quiet = await wait(house, own, Date.now() + PHASE_MS)
      const calmTime = serverTime() - before
      // Removes what the guests of the last round have left, so that each round begins the same.
      for (const tableId of under) await cancel(house, tableId)
      const until = Date.now() + PHASE_MS
      const began = serverTime()
      const [loud, done] = await Promise.all([wait(house, own, until), attacked({ url, house, under, until })])
      const hostileTime = serverTime() - began
      for (const [act, count] of done) acts.set(act, (acts.get(act) ?? 0) + count)
      for (const tableId of under) await cancel(house, tableId)
      await sleep(1000)
      console.log(`round ${round + 1}`)
      console.log(`  without: ${show(summary(quiet))}   ${Math.round((100 * calmTime) / PHASE_MS)}% of a processor`)
      console.log(`  with:    ${show(summary(loud))}   ${Math.round((100 * hostileTime) / PHASE_MS)}% of a processor`)
      calm.push(...quiet)
      hostile.push(...loud)
    }
    const [a, b] = [summary(calm), summary(hostile)]
    console.log(`\nall\n  without: ${show(a)}\n  with:    ${show(b)}`)
    console.log(`  with / without: p50 ${(b.p50 / a.p50).toFixed(2)}, p99 ${(b.p99 / a.p99).toFixed(2)} (goal: 2 at most)`)
    console.log(
      `\nwhat the guests did: ${[...acts]
        .sort()
        .map(([act, n]) => `${act}: ${n}`)
        .join(', ')}`,
    )
  } finally {
    await server.stop()
    rmSync(stateDir, { recursive: true, force: true })
  }
}

if (isMainThread) {
  await compare()
  process.exit(0)
}
const { house, under, until } = workerData as Attack
await Promise.all(times(GUESTS, (n) => attack(house, under[n % under.length] ?? '', n, until)))
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(acts)
