import { readdirSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { WebSocket } from 'ws'

/**
 * Measures workerd itself, without our code, for the steps of an order: an empty call, a call of a Durable Object, a statement of D1, and a message to each of
 * 100 sockets, with and without hibernation. Processor time of workerd, as medians of rounds that take turns. `node bench/runtime.ts`; `ROUNDS=9 CALLS=300
 * SOCKETS=100`.
 */
const ROUNDS = Number(process.env.ROUNDS || 9)
const CALLS = Number(process.env.CALLS || 300)
const SOCKETS = Number(process.env.SOCKETS || 100)
const PORT = Number(process.env.PORT || 8975)
/** As long as the event of a parcel of three dishes. */
const LENGTH = Number(process.env.LENGTH || 2700)

const SCRIPT = `import { DurableObject } from 'cloudflare:workers'
const text = 'x'.repeat(${LENGTH})
export class Room extends DurableObject {
  awake = new Set()
  n = 0
  async nothing() {}
  async row() { this.ctx.storage.sql.exec('CREATE TABLE IF NOT EXISTS t (k INTEGER PRIMARY KEY, v)'); this.ctx.storage.sql.exec('INSERT OR REPLACE INTO t VALUES (1, ?)', ++this.n) }
  async fetch(request) {
    const [one, other] = Object.values(new WebSocketPair())
    if (request.url.endsWith('/sleeps')) this.ctx.acceptWebSocket(other)
    else { other.accept(); this.awake.add(other) }
    return new Response(null, { status: 101, webSocket: one })
  }
  async sleeping() { this.kept ??= this.ctx.getWebSockets(); for (const socket of this.kept) socket.send(text) }
  async awaken() { for (const socket of this.awake) socket.send(text) }
}
export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url)
    const room = () => env.ROOM.get(env.ROOM.idFromName('one'))
    if (request.headers.get('Upgrade')) return room().fetch(request)
    if (pathname === '/room') await room().nothing()
    if (pathname === '/row') await room().row()
    if (pathname === '/sleeping') await room().sleeping()
    if (pathname === '/awake') await room().awaken()
    if (pathname === '/read') await env.DB.prepare('SELECT 1').all()
    if (pathname === '/write') await env.DB.batch([env.DB.prepare('INSERT OR REPLACE INTO t VALUES (1, ?)').bind(Math.random())])
    return new Response('')
  },
}`

const mf = new Miniflare(
  convertV4MiniflareOptions({
    cf: false,
    workers: [
      {
        name: 'floor',
        modules: true,
        script: SCRIPT,
        compatibilityDate: '2026-10-01',
        durableObjects: { ROOM: { className: 'Room', useSQLite: true } },
        d1Databases: { DB: 'db' },
        unsafeDirectSockets: [{ host: '127.0.0.1', port: PORT }],
      },
    ],
  } as never),
)
await mf.ready
const db = await mf.getD1Database('DB')
await db.exec('CREATE TABLE t (k INTEGER PRIMARY KEY, v)')
/** The one child of this process that is workerd. */
const pid = readdirSync('/proc').find((name) => {
  try {
    return (
      /^\d+$/.test(name) &&
      readFileSync(`/proc/${name}/stat`, 'utf8').includes(`(workerd) `) &&
      readFileSync(`/proc/${name}/status`, 'utf8').includes(`PPid:\t${process.pid}\n`)
    )
  } catch {
    return false
  }
})
const cpu = () => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
for (const kind of ['sleeps', 'stays'])
  await Promise.all(
    Array.from(
      { length: SOCKETS },
      () =>
        new Promise((resolve, reject) => {
          new WebSocket(`ws://127.0.0.1:${PORT}/${kind}`, { perMessageDeflate: false }).on('open', resolve).on('error', reject)
        }),
    ),
  )
const STEPS = ['/', '/room', '/row', '/read', '/write', '/sleeping', '/awake'] as const
const took = new Map(STEPS.map((step) => [step, [] as number[]]))
for (let n = -1; n < ROUNDS; n += 1)
  for (const step of STEPS) {
    const began = cpu()
    for (let i = 0; i < CALLS; i += 1) await (await fetch(`http://127.0.0.1:${PORT}${step}`)).text()
    await new Promise((resolve) => setTimeout(resolve, 200))
    if (n >= 0) took.get(step)?.push((cpu() - began) / CALLS)
  }
const median = (step: (typeof STEPS)[number]) => [...(took.get(step) ?? [])].sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? NaN
const empty = median('/')
const room = median('/room')
const say = (what: string, ms: number) => console.log(`  ${what.padEnd(52)} ${ms.toFixed(3)}`)
console.log(`workerd alone, nothing of ours, ${ROUNDS} rounds of ${CALLS} calls, load ${loadavg()[0]?.toFixed(1)}; CPU ms, median`)
say('an empty call', empty)
say('a call of a Durable Object, less the empty call', room - empty)
say('the same that writes a row of its own', median('/row') - empty)
say('D1: SELECT 1', median('/read') - empty)
say('D1: a batch that writes a row', median('/write') - empty)
say(`a message of ${LENGTH} characters to a socket that may sleep`, (median('/sleeping') - room) / SOCKETS)
say('the same to one that stays', (median('/awake') - room) / SOCKETS)
await mf.dispose()
process.exit(0)
