import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { whyGstinStays } from '#domain/paid.ts'
import { draftLine as line } from './test/line.ts'

const storage = new Map<string, string>([
  ['restaurantId', 'r1'],
  ['employeeId', 'anita'],
  ['tawa_user', '{"tail":"tok"}'],
])
vi.stubGlobal('localStorage', {
  getItem: (k: string) => storage.get(k) ?? null,
  setItem: (k: string, v: string) => storage.set(k, v),
  removeItem: (k: string) => storage.delete(k),
})
const shown: string[] = []
const said: string[] = []
vi.mock('#web/app/feedback/snack.tsx', async (original) => ({
  ...(await original<object>()),
  showError: (error: Error) => void shown.push(error.message),
  snack: { warning: (text: string) => void said.push(text) },
}))
const { detailsOf, discardDraft, draftActions, draftNow, moveDraft, moveTableDraft, settleArrived } = await import('./drafts.ts')
const { sendKot } = await import('./sending.tsx')
const { sentHere } = await import('#web/shared/print/host.tsx')
const { apiQuery, queryClient } = await import('#web/core/query.ts')
vi.stubGlobal('document', { cookie: 'restaurant_token=tok' })

type Sent = { method: string; path: string; key: string | undefined; body: Record<string, unknown> }
const sent: Sent[] = []
let answers: ((s: Sent) => Response | Promise<Response>)[] = []
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const KEY = 'table:t1'
const kotsOf = (body: Record<string, unknown>) =>
  (body.kots ?? (body.orderData as Record<string, unknown>)?.kots ?? []) as { kotId: string; items: { _id: string; quantity: number }[] }[]
const accept = ({ body }: Sent) =>
  json(201, {
    order: { _id: 'o1', version: 1, orderStatus: 'pending', tableId: 't1', kots: kotsOf(body).map((k) => ({ ...k, kotNumber: 12 })) },
  })
const client = new QueryClient()

beforeEach(() => {
  sent.length = 0
  shown.length = 0
  discardDraft(KEY)
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const one: Sent = {
      method: String(init.method),
      path: url,
      key: (init.headers as Record<string, string>)['Idempotency-Key'],
      body: init.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : {},
    }
    if (url === '/v1/health') return json(200, {})
    sent.push(one)
    const next = answers.shift()
    if (!next) throw new TypeError('Failed to fetch')
    return next(one)
  })
})
afterEach(() => (answers = []))

it('sends a first ticket, then adds to its order', async () => {
  draftActions(KEY).add(line('a', 2))
  answers = [accept, accept]
  const first = await sendKot(client, KEY)
  expect(first).toMatchObject({ ok: true, order: { _id: 'o1' }, kot: { kotNumber: 12 } })
  expect(draftNow(KEY)?.draft ?? null).toBeNull()
  // Its first paper from this page is no reprint.
  expect([...sentHere]).toEqual(kotsOf(sent[0]!.body).map((kot) => kot.kotId))
  draftActions(KEY, { orderId: 'o1' }).add(line('b'))
  await sendKot(client, KEY)
  expect(sent.map((s) => `${s.method} ${s.path}`)).toEqual(['POST /v1/pos/order', 'PUT /v1/pos/order'])
})

it('a ticket that was sent while a printer for tickets was registered is no first paper of this page, also once that is removed', async () => {
  const { queryKey } = apiQuery('GET /print/printers')
  queryClient.setQueryData(queryKey, { printers: [{ role: 'kot' }] } as never)
  draftActions(KEY).add(line('a'))
  answers = [accept]
  await sendKot(client, KEY)
  queryClient.removeQueries({ queryKey })
  expect(sentHere.has(kotsOf(sent[0]!.body)[0]!.kotId)).toBe(false)
})

it('stores the attempt before it is sent: after a reload the same ticket goes out with the same key, and what was added since once more', async () => {
  draftActions(KEY).add(line('a', 2))
  const cut = Promise.withResolvers<Response>()
  answers = [() => cut.promise]
  const lost = sendKot(client, KEY)
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  const stored = storage.get('tawa_drafts:r1:anita')
  // Another page, as after a reload: what is on the device is all it knows.
  vi.resetModules()
  storage.set('tawa_drafts:r1:anita', stored ?? '')
  const drafts = await import('./drafts.ts')
  const { sendKot: sendAgain } = await import('./sending.tsx')
  expect(drafts.draftNow(KEY)?.failed?.message).toContain('closed')
  drafts.draftActions(KEY).add(line('b'))
  answers = [accept, accept]
  expect(await sendAgain(client, KEY)).toMatchObject({ ok: true })
  expect(sent[1]).toEqual(sent[0])
  expect(kotsOf(sent[2]?.body ?? {})[0]?.items.map((i) => i._id)).toEqual(['b'])
  cut.resolve(json(500, {}))
  await lost
})

it('keeps no attempt that was refused before anything was done', async () => {
  draftActions(KEY).add(line('a'))
  answers = [() => json(429, { message: 'Too many requests', retryAfter: 5 })]
  expect(await sendKot(client, KEY)).toMatchObject({ ok: false, reason: 'refused' })
  expect(draftNow(KEY)).toMatchObject({ failed: null, draft: { lines: [{ _id: 'a' }] } })
})

it('sends once for two presses', async () => {
  draftActions(KEY).add(line('a'))
  answers = [accept]
  const [one, two] = await Promise.all([sendKot(client, KEY), sendKot(client, KEY)])
  expect(one).toBe(two)
  expect(sent).toHaveLength(1)
})

it('retries the same ticket with the same key, then sends what was added since', async () => {
  draftActions(KEY).add(line('a'))
  expect(await sendKot(client, KEY)).toMatchObject({ ok: false, reason: 'network' })
  expect(draftNow(KEY)?.failed).toMatchObject({ idempotencyKey: sent[0]?.key })
  draftActions(KEY).add(line('b'))
  answers = [accept, accept]
  expect(await sendKot(client, KEY)).toMatchObject({ ok: true })
  const [lost, again, rest] = sent
  expect(again?.key).toBe(lost?.key)
  expect(again?.body).toEqual(lost?.body)
  expect(rest?.key).not.toBe(lost?.key)
  expect(kotsOf(rest?.body ?? {})[0]?.items.map((i) => i._id)).toEqual(['b'])
  expect(draftNow(KEY)?.failed ?? null).toBeNull()
})

it('a ticket whose answer is lost was sent, once the server’s orders show it', async () => {
  draftActions(KEY).add(line('a'))
  answers = [
    async (one) => {
      const { order } = (await accept(one).json()) as { order: OrderShape }
      client.setQueryData(['GET /orders/restaurant/pending', {}], { orders: [order], toCook: [] })
      settleArrived([order])
      throw new TypeError('Failed to fetch')
    },
  ]
  expect(await sendKot(client, KEY)).toMatchObject({ ok: true, order: { _id: 'o1' }, kot: { kotNumber: 12 } })
  expect(draftNow(KEY)?.failed ?? null).toBeNull()
  client.clear()
})

it('keeps a ticket that may have arrived, with its key, when the retry is refused because the page is switched off', async () => {
  draftActions(KEY).add(line('a'))
  await sendKot(client, KEY)
  const off = () => json(403, { status: 'error', code: 'page_disabled', message: 'This page is switched off.' })
  answers = [off, accept]
  expect(await sendKot(client, KEY)).toMatchObject({ ok: false, reason: 'refused' })
  expect(await sendKot(client, KEY)).toMatchObject({ ok: true })
  expect(new Set(sent.map((s) => s.key)).size).toBe(1)
})

it('checks whether a ticket arrived before sending again when lines were removed from it', async () => {
  draftActions(KEY).add(line('a', 2))
  draftActions(KEY).add(line('b'))
  await sendKot(client, KEY)
  const lost = kotsOf(sent[0]?.body ?? {})[0]
  const b = draftNow(KEY)?.draft?.lines.find((l) => l._id === 'b')?.key ?? ''
  draftActions(KEY).remove(b)
  // It had arrived, so nothing is sent twice.
  answers = [() => json(200, { orders: [{ _id: 'o1', version: 1, orderStatus: 'pending', tableId: 't1', kots: [lost] }], seq: 1 })]
  expect(await sendKot(client, KEY)).toEqual({ ok: false, reason: 'empty' })
  expect(draftNow(KEY)?.draft ?? null).toBeNull()
  expect(sent.map((s) => s.method)).toEqual(['POST', 'GET'])
})

const taken = () =>
  json(409, { status: 'error', code: 'kot_id_taken', message: 'The kitchen already has an earlier version of this ticket.' })

it('a ticket that arrived without an answer in an order that has ended since can be kept as another ticket or discarded: the person is asked', async () => {
  draftActions(KEY).add(line('a', 2))
  draftActions(KEY).add(line('b'))
  await sendKot(client, KEY)
  const b = draftNow(KEY)?.draft?.lines.find((l) => l._id === 'b')?.key ?? ''
  draftActions(KEY).remove(b)
  // Its order was settled meanwhile, so the open orders don't show it.
  answers = [() => json(200, { orders: [], toCook: [], seq: 1 }), taken]
  const message = 'The kitchen already has an earlier version of this ticket.'
  expect(await sendKot(client, KEY)).toEqual({ ok: false, reason: 'over', message, order: null })
  expect(shown).toEqual([])
  expect(draftNow(KEY)).toMatchObject({ failed: null, draft: { lines: [{ _id: 'a', quantity: 2 }] } })
})

it('the same for a retry that comes too late for its key: nothing is cooked twice unasked', async () => {
  draftActions(KEY).add(line('a'))
  await sendKot(client, KEY)
  answers = [taken]
  expect(await sendKot(client, KEY)).toMatchObject({ ok: false, reason: 'over' })
  expect(draftNow(KEY)).toMatchObject({ failed: null, draft: { lines: [{ _id: 'a' }] } })
})

it('names the unavailable item, and keeps the rest', async () => {
  draftActions(KEY).add(line('a'))
  answers = [() => json(409, { status: 'error', code: 'item_unavailable', message: 'Item "a" is unavailable.', itemId: 'a' })]
  expect(await sendKot(client, KEY)).toEqual({ ok: false, reason: 'unavailable', itemId: 'a', message: 'Item "a" is unavailable.' })
  expect(draftNow(KEY)).toMatchObject({ failed: null, draft: { lines: [{ _id: 'a' }] } })
})

it('keeps the whole ticket of an order that is full, and shows what the server says', async () => {
  draftActions(KEY).add(line('a'))
  draftActions(KEY).add(line('b'))
  draftActions(KEY).setMeta({ orderId: 'o9' })
  const order = { _id: 'o9', version: 9, orderStatus: 'pending', tableNumber: '7', kots: [] }
  answers = [() => json(409, { status: 'error', code: 'order_full', message: 'This order is full.', order })]
  expect(await sendKot(client, KEY)).toMatchObject({ ok: false, reason: 'refused', message: 'This order is full.' })
  expect(draftNow(KEY)).toMatchObject({ failed: null, draft: { lines: [{ _id: 'a' }, { _id: 'b' }] } })
})

it('says that the order has ended', async () => {
  draftActions(KEY).add(line('a'))
  draftActions(KEY).setMeta({ orderId: 'o9' })
  answers = [
    () =>
      json(409, {
        status: 'error',
        code: 'invalid_transition',
        message: 'Table 7 was billed.',
        order: { _id: 'o9', version: 9, orderStatus: 'completed', tableNumber: '7', kots: [] },
      }),
  ]
  expect(await sendKot(client, KEY)).toMatchObject({ ok: false, reason: 'over', message: 'Table 7 was billed.' })
  expect(draftNow(KEY)?.draft?.lines).toHaveLength(1)
})

const typed = () => draftNow(KEY)?.meta ?? {}

it('sends the customer’s details once: afterwards the order has them, and the next ticket says nothing of them', async () => {
  const edit = draftActions(KEY)
  edit.setMeta({
    customer_name: 'Asha',
    customerGstin: '27AAPFU0939F1ZV',
    deliveryAddress: '',
    guests: 3,
    specialInstructions: 'At the door',
  })
  edit.add(line('a'))
  answers = [accept, accept]
  await sendKot(client, KEY)
  expect(sent[0]?.body).toMatchObject({
    customer_name: 'Asha',
    customerGstin: '27AAPFU0939F1ZV',
    guests: 3,
    specialInstructions: 'At the door',
  })
  expect(sent[0]?.body).not.toHaveProperty('deliveryAddress')
  draftActions(KEY, { orderId: 'o1' }).add(line('b'))
  expect(detailsOf(typed())).toEqual({})
  await sendKot(client, KEY)
  expect(Object.keys(sent[1]?.body.orderData ?? {})).toEqual(['kots'])
})

it('keeps the details that were typed while the ticket was under way, and saves them on the order', async () => {
  draftActions(KEY).setMeta({ customer_name: 'Asha' })
  draftActions(KEY).add(line('a'))
  const answer = Promise.withResolvers<Response>()
  answers = [() => answer.promise, accept]
  const under = sendKot(client, KEY)
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  draftActions(KEY).setMeta({ customer_name: 'Asha Rao', additionalNote: 'No onion' })
  answer.resolve(accept(sent[0]!))
  expect(await under).toMatchObject({ ok: true })
  expect(sent[1]).toMatchObject({
    method: 'PUT',
    body: { orderId: 'o1', orderData: { customer_name: 'Asha Rao', additionalNote: 'No onion' } },
  })
  expect(draftNow(KEY)).toBeNull()
})

it('keeps them for the next ticket if they can’t be saved now', async () => {
  draftActions(KEY).add(line('a'))
  const answer = Promise.withResolvers<Response>()
  answers = [() => answer.promise]
  const under = sendKot(client, KEY)
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  draftActions(KEY).setMeta({ additionalNote: 'No onion' })
  answer.resolve(accept(sent[0]!))
  expect(await under).toMatchObject({ ok: true })
  expect(typed()).toMatchObject({ additionalNote: 'No onion', orderId: 'o1' })
})

it('a retry says what was said first, and what was typed since follows', async () => {
  draftActions(KEY).add(line('a'))
  expect(await sendKot(client, KEY)).toMatchObject({ reason: 'network' })
  draftActions(KEY).setMeta({ customer_name: 'Asha' })
  answers = [accept, accept]
  expect(await sendKot(client, KEY)).toMatchObject({ ok: true })
  expect(sent[1]).toEqual(sent[0])
  expect(sent[2]).toMatchObject({ method: 'PUT', body: { orderData: { customer_name: 'Asha' } } })
})

it('a ticket that is refused for an order that is still open is never refused silently', async () => {
  draftActions(KEY, { orderId: 'o1' }).add(line('a'))
  const order = { _id: 'o1', version: 3, orderStatus: 'pending', tableId: 't1', kots: [] }
  answers = [() => json(409, { code: 'invalid_transition', message: 'More has been received than it would then cost.', order })]
  expect(await sendKot(client, KEY)).toMatchObject({ ok: false, reason: 'refused' })
  expect(shown).toEqual(['More has been received than it would then cost.'])
})

it('a ticket that may have been sent is not joined to another table’s, where it would be cooked twice', async () => {
  const other = 'table:t2'
  draftActions(KEY).add(line('a'))
  draftActions(other).add(line('b'))
  expect(await sendKot(client, KEY)).toMatchObject({ reason: 'network' })
  moveDraft(KEY, other, { tableId: 't2' })
  expect(draftNow(KEY)?.draft?.lines.map((l) => l._id)).toEqual(['a'])
  expect(draftNow(other)?.draft?.lines.map((l) => l._id)).toEqual(['b'])
  discardDraft(other)
})

const at = (minute: number) => `2026-11-27T19:${String(minute).padStart(2, '0')}:00.000Z`
/** The refusal of an order that was merged into another: cancelled and empty. */
const mergedAway = () =>
  json(409, {
    status: 'error',
    code: 'invalid_transition',
    message: 'Table 1 was cancelled.',
    order: {
      _id: 'o1',
      version: 5,
      orderStatus: 'cancelled',
      tableId: 't1',
      tableNumber: '1',
      createdAt: at(0),
      completedAt: at(30),
      kots: [],
    },
  })
/** The answer with an open order at table 9 that has a line of each of these tables, sent at this minute. */
const openThere =
  (minute: number, ...tables: string[]) =>
  () =>
    json(200, {
      orders: [
        {
          _id: 'o9',
          version: 2,
          orderStatus: 'pending',
          tableId: 't9',
          kots: tables.map((tableId) => ({ kotId: `k-${tableId}`, createdAt: at(minute), items: [{ tableId }] })),
        },
      ],
      toCook: [],
      seq: 1,
    })
const routes = () => sent.map((s) => `${s.method} ${s.path}`)

it('a ticket whose order was merged into another meanwhile goes to the order that its guests have now: nobody cancelled anything', async () => {
  draftActions(KEY, { orderId: 'o1' }).add(line('a', 2))
  answers = [mergedAway, openThere(10, 't9', 't1'), accept]
  expect(await sendKot(client, KEY)).toMatchObject({ ok: true, kot: { kotNumber: 12 } })
  expect(routes()).toEqual(['PUT /v1/pos/order', 'GET /v1/orders/restaurant/pending', 'PUT /v1/pos/order'])
  expect(sent[2]?.body).toMatchObject({ orderId: 'o9', orderData: { kots: kotsOf(sent[0]?.body ?? {}) } })
  expect(sent[2]?.key).not.toBe(sent[0]?.key)
  expect(draftNow(KEY)?.draft ?? null).toBeNull()
})

it.each([
  ['the next guests of its table have an order', openThere(45, 't1')],
  ['that order is over, and another table’s is open', openThere(10, 't9')],
  ['the open orders can’t be read', () => json(502, {})],
])('it goes to no other order unasked: %s', async (_, orders) => {
  draftActions(KEY, { orderId: 'o1' }).add(line('a', 2))
  answers = [mergedAway, orders, accept]
  expect(await sendKot(client, KEY)).toMatchObject({ ok: false, reason: 'over', order: { _id: 'o1' } })
  expect(routes()).toEqual(['PUT /v1/pos/order', 'GET /v1/orders/restaurant/pending'])
  expect(draftNow(KEY)).toMatchObject({ failed: null, draft: { lines: [{ _id: 'a', quantity: 2 }] }, meta: { orderId: 'o1' } })
})

it('one that has followed the merge before its answer came: it is sent once, from where it is', async () => {
  const there = 'table:t9'
  draftActions(KEY, { orderId: 'o1' }).add(line('a', 2))
  answers = [
    () => {
      moveTableDraft({ id: 't1' }, { id: 't9', tableNumber: '9' }, 'o9')
      return mergedAway()
    },
    openThere(10, 't9', 't1'),
    accept,
  ]
  expect(await sendKot(client, KEY)).toMatchObject({ ok: true })
  expect(sent[2]).toMatchObject({ method: 'PUT', body: { orderId: 'o9' } })
  expect([draftNow(KEY), draftNow(there)?.draft ?? null, draftNow(there)?.failed ?? null]).toEqual([null, null, null])
  discardDraft(there)
})

it('a ticket that moved while it was under way is marked where it is when its answer is lost', async () => {
  const there = 'table:t9'
  draftActions(KEY, { orderId: 'o1' }).add(line('a', 2))
  answers = [
    () => {
      moveTableDraft({ id: 't1' }, { id: 't9', tableNumber: '9' }, 'o1')
      throw new TypeError('Failed to fetch')
    },
  ]
  expect(await sendKot(client, KEY)).toMatchObject({ reason: 'network' })
  expect(draftNow(KEY)).toBeNull()
  expect(draftNow(there)?.failed?.message).toBeTruthy()
  discardDraft(there)
})

it('a GST number that was typed before money was received for the bill does not hold the ticket back, and is said to stay', async () => {
  const known = { _id: 'o1', version: 3, orderStatus: 'pending', tableId: 't1', kots: [], billNumber: 4, paymentStatus: 'partial' }
  client.setQueryData(['GET /orders/restaurant/pending', {}], { orders: [known], toCook: [], seq: 1 })
  draftActions(KEY).setMeta({ orderId: 'o1', customerGstin: '27AAPFU0939F1ZV', customer_name: 'Asha' })
  draftActions(KEY).add(line('a'))
  answers = [accept]
  expect(await sendKot(client, KEY)).toMatchObject({ ok: true })
  expect(sent.map((s) => s.body.orderData)).toEqual([{ customer_name: 'Asha', kots: [expect.anything()] }])
  expect(detailsOf(typed())).toEqual({})
  expect(said).toEqual([whyGstinStays({ billNumber: 4, paymentStatus: 'partial' })])
  client.clear()
})

it('nor does another name beside the GST number of such a bill', async () => {
  const gstin = '27AAPFU0939F1ZV'
  const bill = { billNumber: 4, paymentStatus: 'partial', customer_name: 'Infosys Ltd', customerGstin: gstin } as const
  const known = { _id: 'o1', version: 3, orderStatus: 'pending', tableId: 't1', kots: [], ...bill }
  client.setQueryData(['GET /orders/restaurant/pending', {}], { orders: [known], toCook: [], seq: 1 })
  draftActions(KEY).setMeta({ orderId: 'o1', customer_name: 'Asha', mobile_number: '98480 22110' })
  draftActions(KEY).add(line('a'))
  answers = [accept]
  expect(await sendKot(client, KEY)).toMatchObject({ ok: true })
  expect(sent.map((s) => s.body.orderData)).toEqual([{ mobile_number: '98480 22110', kots: [expect.anything()] }])
  client.clear()
})

it('details that were typed before the table’s order was seen name no order, so that the server fills only what it doesn’t have', async () => {
  const listed = (...orders: object[]) => client.setQueryData(['GET /orders/restaurant/pending', {}], { orders, toCook: [], seq: 1 })
  const known = { _id: 'o1', version: 3, orderStatus: 'pending', tableId: 't1', kots: [], billNumber: null, paymentStatus: 'unpaid' }
  const types = () => {
    draftActions(KEY).setMeta({ customer_name: 'Asha', customerGstin: '27AAPFU0939F1ZV' })
    draftActions(KEY, { orderId: 'o1' }).add(line('a'))
  }
  types()
  listed(known)
  answers = [accept]
  expect(await sendKot(client, KEY)).toMatchObject({ ok: true })
  expect(sent[0]).toMatchObject({ method: 'POST', body: { tableId: 't1', customer_name: 'Asha', customerGstin: '27AAPFU0939F1ZV' } })
  discardDraft(KEY)
  types()
  listed({ ...known, billNumber: 4, paymentStatus: 'partial' })
  answers = [accept]
  expect(await sendKot(client, KEY)).toMatchObject({ ok: true })
  expect([sent[1]?.method, sent[1]?.body.customerGstin]).toEqual(['POST', undefined])
  // An order that is over is named, so that it refuses the ticket, which is then asked about: it begins no new order.
  discardDraft(KEY)
  types()
  listed()
  answers = [() => json(409, { code: 'invalid_transition', message: 'Billed.', order: { ...known, orderStatus: 'completed' } })]
  expect(await sendKot(client, KEY)).toMatchObject({ ok: false, reason: 'over' })
  expect(sent[2]).toMatchObject({ method: 'PUT', body: { orderId: 'o1' } })
  client.clear()
})
