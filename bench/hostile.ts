import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { WebSocket } from 'ws'
import { DEMO_PASSWORD } from '#demo/people.ts'
import { randomId } from '#domain/ids.ts'
import { startServer } from '../scripts/lib/server.ts'

/**
 * Measures how much 20 hostile guests slow a waiter down: `node scripts/run.mjs bench/hostile.ts`. Serves the demo, then takes turns in one run, because the
 * machine may be busy: only the ratios count. Each round has three phases:
 * - idle: the waiter alone;
 * - attacked: the guests at the same server;
 * - elsewhere: the same guests, with as many acts, at a stand-in in another process. What they cost here is only the machine's processors, which the guests of a
 *   restaurant don't share with its server. The stand-in answers with few bytes, so the guests need rather less processor time than in an attack; both are printed.
 * Rounds run the phases forwards and backwards in turn. The guests have a thread of their own, so that reading what they are sent doesn't delay the clock of the
 * waiter. Goal: the p99 of a waiter's send under attack is at most twice that with the guests elsewhere. A bench, never a test.
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

/** The input of the guests' thread: their tables, until when they attack (milliseconds since 1970), and how long each rests between two acts. */
type Attack = { url: string; house: House; under: string[]; until: number; pause: number }
/** What they did: how often each act had which answer, how many acts in all, and the processor time of their thread (milliseconds). */
type Done = { acts: Map<string, number>; count: number; cpu: number }
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
let count = 0
const note = (act: string, status: number | string) => acts.set(`${act} ${status}`, (acts.get(`${act} ${status}`) ?? 0) + 1)

/** One hostile guest: signs in anew, sends the largest tickets, asks for replays, calls, reads, and leaves sockets unread. */
async function attack(house: House, tableId: string, n: number, until: number, pause: number): Promise<void> {
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
    count += 1
    await sleep(pause)
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

/** Lets the guests attack in a thread of their own. */
const attacked = (workerData: Attack) =>
  new Promise<Done>((resolve, reject) =>
    new Worker(new URL(import.meta.url), { workerData }).once('message', resolve).once('error', reject),
  )

/** A server in a process of its own that takes what guests send and answers little: every call with a token, every socket opened. */
const STAND_IN = `
  const { createServer } = require('node:http')
  const { WebSocketServer } = require('ws')
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"token":"none"}'))
  })
  new WebSocketServer({ server, handleProtocols: () => 'tawa.v1' }).on('connection', (socket) => {
    socket.on('error', () => {}).on('message', () => socket.send('{}'))
  })
  server.listen(0, '127.0.0.1', () => console.log(server.address().port))
`
async function startStandIn(): Promise<{ url: string; stop: () => unknown }> {
  const child = spawn(process.execPath, ['-e', STAND_IN], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (line) => resolve(String(line).trim()))
    child.once('exit', () => reject(new Error('the stand-in did not start')))
  })
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() }
}

const PHASES = ['idle', 'attacked', 'elsewhere'] as const
type Phase = (typeof PHASES)[number]
type Part = { took: number[]; server: number; done?: Done }
const median = (values: readonly number[]) =>
  quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  )

async function compare(): Promise<void> {
  const stateDir = mkdtempSync(join(tmpdir(), 'tawa-hostile-'))
  const server = await startServer({ port: PORT, stateDir, quiet: true, vars: { LOG_LEVEL: 'error' } })
  const standIn = await startStandIn()
  try {
    url = server.url
    const house = await enter()
    const [own = '', ...theirs] = house.tables
    const under = theirs.slice(0, 5)
    /** How long a guest rests elsewhere so that it acts as often as in an attack, where it waits for the answers. */
    let paced = HOSTILE_PAUSE_MS
    const run = async (phase: Phase, ms: number): Promise<Part> => {
      const before = serverTime()
      const until = Date.now() + ms
      const guests = { house, under, until }
      const [took, done] = await Promise.all([
        wait(house, own, until),
        phase === 'attacked'
          ? attacked({ ...guests, url, pause: HOSTILE_PAUSE_MS })
          : phase === 'elsewhere'
            ? attacked({ ...guests, url: standIn.url, pause: paced })
            : undefined,
      ])
      const used = serverTime() - before
      if (phase === 'attacked') {
        paced = Math.max(HOSTILE_PAUSE_MS, (GUESTS * ms) / (done?.count || 1))
        // Removes what the guests have left, so that each phase begins the same.
        for (const tableId of under) await cancel(house, tableId)
        await sleep(1000)
      }
      return { took, server: used / ms, ...(done ? { done } : {}) }
    }
    await run('idle', 3000)
    await run('attacked', 5000)
    const rounds: Record<Phase, Part>[] = []
    for (const round of times(ROUNDS, (i) => i)) {
      const parts: Partial<Record<Phase, Part>> = {}
      for (const phase of round % 2 ? PHASES.toReversed() : PHASES) parts[phase] = await run(phase, PHASE_MS)
      rounds.push(parts as Record<Phase, Part>)
      console.log(`round ${round + 1}, load of this machine ${loadavg()[0]?.toFixed(1)}`)
      for (const phase of PHASES) {
        const { took, server: used, done } = parts[phase]!
        const guests = done ? `, ${done.count} acts of guests with ${Math.round((100 * done.cpu) / PHASE_MS)}%` : ''
        console.log(`  ${phase.padEnd(10)} ${show(summary(took))}   server ${Math.round(100 * used)}% of a processor${guests}`)
        if (phase === 'attacked') for (const [act, n] of done?.acts ?? []) acts.set(act, (acts.get(act) ?? 0) + n)
      }
    }
    const all = (phase: Phase) => summary(rounds.flatMap((parts) => parts[phase].took))
    console.log('\nall')
    for (const phase of PHASES) console.log(`  ${phase.padEnd(10)} ${show(all(phase))}`)
    const b = all('attacked')
    for (const phase of ['idle', 'elsewhere'] as const) {
      const a = all(phase)
      const byRound = rounds.map((parts) => summary(parts.attacked.took).p99 / summary(parts[phase].took).p99)
      console.log(
        `  attacked / ${phase.padEnd(10)} p50 ${(b.p50 / a.p50).toFixed(2)}, p99 ${(b.p99 / a.p99).toFixed(2)}, median of the rounds' p99 ${median(byRound).toFixed(2)}${phase === 'elsewhere' ? ' (goal: 2 at most)' : ''}`,
      )
    }
    console.log(
      `\nwhat the guests did: ${[...acts]
        .sort()
        .map(([act, n]) => `${act}: ${n}`)
        .join(', ')}`,
    )
  } finally {
    standIn.stop()
    await server.stop()
    rmSync(stateDir, { recursive: true, force: true })
  }
}

if (isMainThread) {
  await compare()
  process.exit(0)
}
const { house, under, until, pause } = workerData as Attack
await Promise.all(times(GUESTS, (n) => attack(house, under[n % under.length] ?? '', n, until, pause)))
const { user, system } = process.threadCpuUsage()
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage({ acts, count, cpu: (user + system) / 1000 } satisfies Done)
