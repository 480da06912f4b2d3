import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { randomId } from '#domain/ids.ts'
import { freePort, ServerProcess } from './process.ts'

/**
 * The running server is killed ten times under load (SIGKILL, so no handler runs). Everything it acknowledged exists exactly once; numbers have no gaps and
 * no duplicates; a socket that comes back with `since` gets every event once, in order.
 */
const KILLS = 10
const WRITERS = 6

type Sent = { kotId: string; key: string; acknowledged?: { orderId: string; kotNumber: number } }
type Message = { event: string; seq?: number; data: { seq?: number; resumed?: boolean } }

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('a server that is killed ten times under load', () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'tawa-kill-'))
  let server: ServerProcess
  let token = ''
  let restaurantId = ''
  let item = ''
  let stopped = false
  const sent: Sent[] = []
  const heard: number[] = []
  const settled = new Set<string>()

  const api = async (method: string, path: string, body?: unknown, key?: string) => {
    const answer = await fetch(`${server.url}/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...(key ? { 'Idempotency-Key': key } : {}) },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(8000),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, any> }
  }

  /** Repeats one request, with its key, until the server answers, as a device does. */
  const insist = async (method: string, path: string, body: unknown, key: string) => {
    for (;;) {
      try {
        const answer = await api(method, path, body, key)
        if (answer.status < 500) return answer
      } catch {
        // The server was killed before it answered, so the device can't know whether the request was carried out.
      }
      await pause(60)
    }
  }

  /** Reads something. Repeated when the connection fails: the server may close one that was kept open just as it is used again. */
  const read = async (path: string) => {
    for (let tries = 1; ; tries++) {
      const answer = await api('GET', path).catch((error: unknown) => {
        if (tries === 5) throw error
        return null
      })
      if (answer) {
        expect(answer.status, path).toBe(200)
        return answer.body
      }
      await pause(60)
    }
  }

  const writer = async () => {
    while (!stopped) {
      const one: Sent = { kotId: randomId(), key: randomId() }
      sent.push(one)
      const body = { orderType: 'Take Away', kots: [{ kotId: one.kotId, items: [{ _id: item, quantity: 1 }] }] }
      const { status, body: answer } = await insist('POST', '/pos/order', body, one.key)
      if (status !== 201) throw new Error(`send: ${status} ${JSON.stringify(answer)}`)
      one.acknowledged = { orderId: answer.order._id, kotNumber: answer.order.kots[0].kotNumber }
      if (sent.length % 2 === 0) {
        const paid = await insist(
          'PUT',
          '/orders/payment/status',
          { orderId: answer.order._id, paymentStatus: 'paid', paymentMethod: 'Cash', complete: true },
          randomId(),
        )
        if (paid.status !== 200) throw new Error(`settle: ${paid.status} ${JSON.stringify(paid.body)}`)
        settled.add(answer.order._id)
      }
    }
  }

  /** A kitchen screen: reconnects by itself and asks for the events it missed. */
  const listen = (since: number): { close: () => void } => {
    let socket: WebSocket | null = null
    let closed = false
    const open = () => {
      if (closed) return
      socket = new WebSocket(`${server.url.replace('http', 'ws')}/v1/realtime/${restaurantId}`, ['tawa.v1', `bearer.${token}`])
      socket.on('open', () => socket?.send(JSON.stringify({ event: 'joinRestaurant', data: { since: heard.at(-1) ?? since } })))
      socket.on('message', (raw) => {
        const message = JSON.parse(String(raw)) as Message
        if (message.event === 'joined' && message.data.resumed !== true) throw new Error(`not resumed: ${String(raw)}`)
        if (message.seq !== undefined) heard.push(message.seq)
      })
      socket.on('error', () => {})
      socket.on('close', () => void pause(100).then(open))
    }
    open()
    return {
      close: () => {
        closed = true
        socket?.terminate()
      },
    }
  }

  beforeAll(async () => {
    server = new ServerProcess(await freePort(), stateDir)
    await server.start()
    const login = await api('POST', '/auth/restaurant/login', {
      email: 'cashier@demo.test',
      password: 'tawa-demo',
      terminate_existing: true,
    })
    token = login.body.token
    restaurantId = login.body.user.restaurantId
    const menu = await api('POST', '/menus/restaurant', { restaurantId })
    const items = menu.body.menu.categories.flatMap((c: any) => [...c.menuItems, ...c.subcategories.flatMap((s: any) => s.menuItems)])
    item = items.find(
      (i: any) => i.available && i.remaining === null && i.variants.length === 0 && i.addonGroups.every((g: any) => g.min === 0),
    )._id
  }, 120_000)

  afterAll(async () => {
    stopped = true
    await server.kill()
    rmSync(stateDir, { recursive: true, force: true })
  })

  it('loses nothing that it acknowledged, doubles nothing, and leaves no gap', async () => {
    const before = (await read('/orders/restaurant/pending')).seq as number
    const socket = listen(before)
    const writers = Array.from({ length: WRITERS }, writer)
    for (let kill = 0; kill < KILLS; kill++) {
      const goal = sent.filter((s) => s.acknowledged).length + 8
      // Under load: more requests are acknowledged between any two kills, and others are under way at that moment.
      while (sent.filter((s) => s.acknowledged).length < goal) await pause(20)
      await server.kill('SIGKILL')
      // The demo is there: without looking for what it lacks each start takes half as long.
      await server.start('--demo=no')
    }
    stopped = true
    await Promise.all(writers)

    const last = (await read('/orders/restaurant/pending')).seq as number
    while ((heard.at(-1) ?? 0) < last) await pause(50)
    socket.close()
    expect(heard, 'every event once, in order, without a gap').toEqual(Array.from({ length: last - before }, (_, i) => before + i + 1))

    const orders: Record<string, any>[] = []
    for (let page = 1; ; page++) {
      const answer = await read(`/orders?orderType=Take%20Away&limit=100&page=${page}`)
      orders.push(...answer.orders)
      if (page >= answer.totalPages) break
    }
    const ours = new Map<string, { orderId: string; kotNumber: number; status: string }[]>()
    for (const order of orders)
      for (const kot of order.kots)
        ours.set(kot.kotId, [...(ours.get(kot.kotId) ?? []), { orderId: order._id, kotNumber: kot.kotNumber, status: order.orderStatus }])
    for (const one of sent) {
      expect(one.acknowledged).toBeDefined()
      expect(ours.get(one.kotId), `ticket ${one.kotId} exactly once`).toEqual([
        { ...one.acknowledged, status: settled.has(one.acknowledged?.orderId ?? '') ? 'completed' : 'pending' },
      ])
    }
    const numbers = sent.map((s) => s.acknowledged?.kotNumber)
    expect(new Set(numbers).size, 'no KOT number twice').toBe(numbers.length)

    const bills = orders.flatMap((o) => (settled.has(o._id) ? [o.billNumber as number] : [])).sort((a, b) => a - b)
    expect(bills.length).toBe(settled.size)
    expect(bills, 'bill numbers without gap or double').toEqual(Array.from({ length: bills.length }, (_, i) => (bills[0] ?? 0) + i))
  }, 280_000)
})
