import type { OrderShape } from '#domain/api/order.ts'
import { toPaise } from '#domain/money.ts'
import { stockOf } from './stock.ts'
import { call, type ItemName, type Reply, type World } from './world.ts'

// ---------------------------------------------------------------- chance, by a seed

/** Random numbers from a seed, so that a failing run can be repeated. */
export function chanceOf(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const pick = <T>(list: readonly T[]): T => {
    const one = list[int(0, list.length - 1)]
    if (one === undefined) throw new Error('nothing to pick from')
    return one
  }
  return { int, pick, chance: (share: number) => next() < share }
}
type Chance = ReturnType<typeof chanceOf>

// ---------------------------------------------------------------- an evening's commands

const NUMBERS = ['9800000001', '+91 98000 00002', '98000-00003', '9800000004', '09800000005', '']
const ZONES = ['Asia/Kolkata', 'America/New_York', 'Europe/Berlin']
const DISHES: ItemName[] = ['plain', 'dosa', 'beer', 'burger', 'thali', 'brownie']

/** A restaurant and what its devices know of it. */
export async function houseOf(w: World, rng: Chance) {
  const stock = stockOf(w)
  const [potato, rice] = [await stock.material('Potato'), await stock.material('Rice', { minimumStock: 3 })]
  await stock.buy(potato, 40)
  await stock.buy(rice, 4)
  await stock.recipe('plain', [[potato, 200]])
  await stock.recipe('dosa', [
    [rice, 120],
    [potato, 35],
  ])
  await stock.recipe('thali', [[rice, 250]])
  const offer = async (more: object) =>
    (
      await w.does('superuser', 'POST /restaurant/offers/create', {
        title: 'Feast',
        startsAt: '2026-01-01T00:00:00Z',
        endsAt: '2030-01-01T00:00:00Z',
        ...more,
      })
    ).body.offer._id as string
  const offers = [
    await offer({ type: 'percentage', value: 12.5, maxDiscount: 111.11 }),
    await offer({ type: 'flat', value: 75.5, minOrderAmount: 400 }),
    await offer({ type: 'percentage', value: 33, orderTypes: ['Dine In'] }),
  ]
  const open = new Map<string, OrderShape>()
  const settled: OrderShape[] = []
  const keep = (order: OrderShape | undefined) => {
    if (!order) return
    if (order.orderStatus === 'pending') open.set(order._id, order)
    else {
      if (open.delete(order._id) && order.orderStatus === 'completed') settled.push(order)
    }
  }
  const line = () => {
    const dish = rng.pick(DISHES)
    const more =
      dish === 'burger'
        ? {
            variants: [{ name: rng.pick(['Lamb Patty', 'Double']) }],
            addonGroups: rng.chance(0.5) ? [{ name: 'Choose Your Addons', addons: [{ name: 'Fried Egg', quantity: rng.int(1, 3) }] }] : [],
          }
        : dish === 'thali'
          ? { addonGroups: [{ name: 'Bread', addons: [{ name: rng.pick(['Roti', 'Naan']) }] }] }
          : {}
    return w.line(dish, rng.int(1, 4), more)
  }
  const lines = () => Array.from({ length: rng.int(1, 3) }, line)
  const anOpen = () => (open.size > 0 ? rng.pick([...open.values()]) : null)
  const liveLine = (order: OrderShape) => {
    const all = order.kots.flatMap((k) => k.items.filter((i) => i.status !== 'Cancelled').map((item) => ({ kot: k, item })))
    return all.length > 0 ? rng.pick(all) : null
  }
  const details = () => ({ customer_name: 'Asha', mobile_number: rng.pick(NUMBERS) })
  const put = (order: OrderShape, orderData: object) => w.does('captain', 'PUT /pos/order', { orderId: order._id, orderData })
  const pay = (order: OrderShape, body: object) => w.does('cashier', 'PUT /orders/payment/status', { orderId: order._id, ...body })
  const left = (order: OrderShape) => (toPaise(order.grandTotal) - order.payments.reduce((s, p) => s + toPaise(p.amount), 0)) / 100
  const guests: { token: string; tableId: string }[] = []

  /** Each returns null when there is nothing that it could be done to. */
  const COMMANDS: [weight: number, name: string, run: () => Promise<Reply | null>][] = [
    [14, 'create', () => w.send([], { tableId: rng.pick(w.tables), kots: [w.kot(lines())], ...details() })],
    [
      7,
      'parcel',
      () =>
        w.send([], {
          tableId: null,
          orderType: rng.pick(['Take Away', 'Delivery']),
          isKOT: rng.chance(0.8),
          kots: [w.kot(lines())],
          ...details(),
        }),
    ],
    [
      5,
      'guest',
      async () => {
        if (guests.length === 0 || rng.chance(0.6)) {
          const n = rng.int(0, w.tables.length - 1)
          guests.push({ token: (await w.guest(n)).token, tableId: w.tables[n] ?? '' })
        }
        const { token, tableId } = rng.chance(0.7) ? (guests.at(-1) ?? rng.pick(guests)) : rng.pick(guests)
        return call('POST /orders', { token, body: { order: { tableId, orderType: 'Dine In', kots: [w.kot(lines())] } } })
      },
    ],
    [
      6,
      'accept',
      async () => {
        const order = [...open.values()].find((o) => o.kots.some((k) => k.held))
        const kot = order?.kots.find((k) => k.held)
        return order && kot ? put(order, { kots: [{ kotId: kot.kotId, items: [] }] }) : null
      },
    ],
    [
      9,
      'add',
      async () => {
        const order = anOpen()
        return order && put(order, { kots: [w.kot(lines())] })
      },
    ],
    [
      3,
      'resend',
      async () => {
        const order = anOpen()
        const kot = order && rng.pick(order.kots)
        return order && kot ? put(order, { kots: [w.kot(lines(), kot.kotId)] }) : null
      },
    ],
    [
      10,
      'cancel part',
      async () => {
        const order = anOpen()
        const found = order && liveLine(order)
        if (!found) return null
        const { kot, item } = found
        return w.does('cashier', 'PUT /orders/item/status', {
          orderId: order._id,
          kotId: kot.kotId,
          lineId: item.lineId,
          status: 'Cancelled',
          reason: rng.pick(['late', 'wrong']),
          ...(rng.chance(0.7) ? { quantityChange: -rng.int(1, item.quantity) } : {}),
          ...(rng.chance(0.2) ? { prepared: rng.chance(0.5) } : {}),
        })
      },
    ],
    [
      1,
      'cancel ticket',
      async () => {
        const order = anOpen()
        const kot = order && rng.pick(order.kots)
        return (
          kot &&
          w.does('cashier', 'PUT /orders/item/status', { orderId: order._id, kotId: kot.kotId, status: 'Cancelled', reason: 'closing' })
        )
      },
    ],
    [
      8,
      'status',
      async () => {
        const order = anOpen()
        const kot = order && rng.pick(order.kots)
        return (
          kot &&
          w.does('kitchen', 'PUT /orders/item/status', {
            orderId: order._id,
            kotId: kot.kotId,
            status: rng.pick(['Ready', 'Served', 'Preparing']),
          })
        )
      },
    ],
    [
      5,
      'offer',
      async () => {
        const order = anOpen()
        return order && put(order, { offerId: rng.chance(0.7) ? rng.pick(offers) : null })
      },
    ],
    [
      4,
      'service charge',
      async () => {
        const order = anOpen()
        return order && put(order, { serviceChargeAccepted: rng.chance(0.6) })
      },
    ],
    [
      2,
      'parcel it',
      async () => {
        const order = anOpen()
        return order && put(order, { orderType: 'Take Away' })
      },
    ],
    [
      3,
      'bill',
      async () => {
        const order = anOpen()
        return order && w.does('captain', `POST /orders/${order._id}/bill`)
      },
    ],
    [
      3,
      'pay a part',
      async () => {
        const order = anOpen()
        return order && pay(order, { paymentStatus: 'partial', payments: [{ method: rng.pick(['Cash', 'UPI']), amount: rng.int(1, 150) }] })
      },
    ],
    [
      12,
      'pay',
      async () => {
        const order = anOpen()
        if (!order) return null
        const rest = left(order)
        const cash = rng.int(1, Math.max(1, Math.floor(rest) - 1))
        return pay(order, {
          paymentStatus: 'paid',
          complete: rng.chance(0.85),
          ...(rng.chance(0.35) && rest > 2
            ? {
                payments: [
                  { method: 'Cash', amount: cash },
                  { method: rng.pick(['UPI', 'Card', 'Cash']), amount: Math.round((rest - cash) * 100) / 100 },
                ],
              }
            : { paymentMethod: rng.pick(['Cash', 'UPI', 'Card']) }),
        })
      },
    ],
    [
      2,
      'correct',
      async () => {
        const order = rng.chance(0.5) ? anOpen() : settled.length > 0 ? rng.pick(settled) : null
        if (!order) return null
        const { paymentHistory = [] } = (await w.does('cashier', `GET /orders/${order._id}/payments`)).body
        if (paymentHistory.length === 0) return null
        const body = { method: rng.pick(['Cash', 'UPI', 'Card']), reason: 'wrong key' }
        return w.does('cashier', `POST /orders/${order._id}/payments/${rng.pick<{ _id: string }>(paymentHistory)._id}/correct`, body)
      },
    ],
    [
      2,
      'give back',
      async () => {
        const order = [...open.values()].find((o) => o.payments.length > 0)
        if (!order) return null
        const [{ method, amount } = { method: 'Cash', amount: 1 }] = order.payments
        const body = { method, amount: rng.chance(0.4) ? amount : rng.int(1, 60), reason: 'wrong table' }
        return w.does('cashier', `POST /orders/${order._id}/payments/give-back`, body)
      },
    ],
    [
      3,
      'complete',
      async () => {
        const order = [...open.values()].find((o) => o.paymentStatus === 'paid')
        return order ? w.does('cashier', 'PUT /orders/status', { orderId: order._id, orderStatus: 'completed' }) : null
      },
    ],
    [
      2,
      'cancel order',
      async () => {
        const order = anOpen()
        return order && w.does('cashier', 'PUT /orders/status', { orderId: order._id, orderStatus: 'cancelled', reason: 'walked out' })
      },
    ],
    [3, 'refund', async () => (settled.length > 0 ? pay(rng.pick(settled), { paymentStatus: 'refunded', reason: 'cold' }) : null)],
    [
      3,
      'move',
      async () => w.does('captain', 'POST /tables/move', { fromTableId: anOpen()?.tableId ?? w.tables[0], toTableId: rng.pick(w.tables) }),
    ],
    [3, 'merge', () => w.does('cashier', 'POST /tables/merge', { parentTableId: rng.pick(w.tables), childTableIds: [rng.pick(w.tables)] })],
    [1, 'KOT reset', () => w.does('superuser', 'GET /kot/reset')],
    [1, 'reset time', () => w.does('superuser', 'POST /kot/reset-time', { resetTime: rng.pick(['00:00', '04:00', '05:30', '03:15']) })],
    [1, 'zone', () => w.does('superuser', 'PUT /restaurant/profile', { timezone: rng.pick(ZONES) })],
    [
      1,
      'buy',
      () => w.does('kitchen', 'POST /restaurant/inventory/stocks', { rawMaterial: rng.pick([potato, rice]), stockQuantity: rng.int(1, 9) }),
    ],
    [
      1,
      'portions',
      () =>
        w.does('superuser', 'PUT /menus/item?id=' + w.items.brownie, { remaining: rng.int(3, 30), price: rng.int(10_000, 20_000) / 100 }),
    ],
  ]
  const total = COMMANDS.reduce((sum, [weight]) => sum + weight, 0)
  const done = { ok: 0, refused: 0, idle: 0, by: new Map<string, number>() }

  /** One command: drawn, sent, its answer kept. Anything but a success or a refusal that the contract knows is a fault. */
  async function step(): Promise<void> {
    let n = rng.int(1, total)
    const [, name, run] = COMMANDS.find(([weight]) => (n -= weight) <= 0) ?? COMMANDS[0]!
    const reply = await run()
    if (!reply) return void done.idle++
    if (![200, 201, 401, 403, 404, 409, 422].includes(reply.status)) throw new Error(`${name}: ${reply.status} ${reply.text}`)
    if (reply.status >= 400) {
      done.refused++
      keep(reply.body.order)
      return
    }
    done.ok++
    done.by.set(name, (done.by.get(name) ?? 0) + 1)
    if (name === 'merge') for (const order of await pending()) keep(order)
    keep(reply.body.order)
  }
  /** The open orders, fetched again: a merge also ends orders other than the one that it returns. */
  async function pending(): Promise<OrderShape[]> {
    open.clear()
    return (await w.does('captain', 'GET /orders/restaurant/pending')).body.orders
  }
  return { w, stock, step, done, commands: COMMANDS.map(([, name]) => name) }
}
