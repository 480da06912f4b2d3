import { beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import type { Call } from '#domain/api/index.ts'
import type { OrderShape } from '#domain/api/order.ts'
import { type Role, STAFF_ROLES } from '#domain/roles.ts'
import type { AnyGiven } from '../calls.ts'
import { make } from '../requests.ts'
import { aMobile, anEmail, setStage, type Stage } from '../stage.ts'
import { FILES } from '../upload.ts'
import { makeRestaurant, PASSWORD, signIn, type World } from '../world.ts'
import { TABLE } from './table.ts'

/** Where CONTRACT §2 permits fewer roles for one variant of a call than for the call: a hand-written row each. Really executed, each time on a new order. */
type Way = {
  name: string
  call: Call
  given: (w: World) => AnyGiven | Promise<AnyGiven>
  /** Of staff; partner, back office and admin who have entered may make every staff call. */
  may: readonly Role[]
  /** The answer that permitted roles get; its success by default. */
  told?: [status: number, code: string]
  /** The answer that the others get. */
  code: string
}

const owners = ['superuser', 'managerialHead'] as const
const managers = [...owners, 'generalManager'] as const
const money = [...managers, 'cashier'] as const
const pos = [...money, 'captain', 'waiter'] as const

const parcel = (w: World) => w.order([w.line('plain')], { orderType: 'Take Away' })
const tableOrder = async (w: World, i: number) => w.order([w.line('plain')], { tableId: w.tables[i] })
const lineOf = (o: OrderShape) => ({ orderId: o._id, kotId: o.kots[0]?.kotId, itemId: o.kots[0]?.items[0]?._id })
const must = <R extends { status: number; text: string }>(reply: R): R => {
  if (reply.status >= 300) throw new Error(reply.text)
  return reply
}
const paid = async (w: World, o: OrderShape) => {
  must(await w.does('cashier', 'PUT /orders/payment/status', { orderId: o._id, paymentStatus: 'paid', paymentMethod: 'Cash' }))
  return o
}

const printed = async (w: World, o: OrderShape) => {
  must(await w.does('captain', `POST /orders/${o._id}/bill`))
  return o
}
/** An offer that takes all off. */
const everything = async (w: World, more: object = {}) => {
  const [startsAt, endsAt] = [new Date(Date.now() - 3_600_000), new Date(Date.now() + 3_600_000)]
  const offer = { title: 'On the house', type: 'percentage', value: 100, startsAt, endsAt, ...more }
  return must(await w.does('superuser', 'POST /restaurant/offers/create', offer)).body.offer
}
const free = async (w: World, o: OrderShape) => {
  must(await w.does('captain', 'PUT /pos/order', { orderId: o._id, orderData: { offerId: (await everything(w))._id } }))
  return o
}

const WAYS: Way[] = [
  {
    name: 'an item of a sent ticket is cancelled',
    call: 'PUT /orders/item/status',
    given: async (w) => ({ body: { ...lineOf(await parcel(w)), status: 'Cancelled', reason: 'Spilt' } }),
    may: money,
    code: 'forbidden',
  },
  {
    name: 'a whole sent ticket is cancelled',
    call: 'PUT /orders/item/status',
    given: async (w) => {
      const { itemId: _i, ...ticket } = lineOf(await parcel(w))
      return { body: { ...ticket, status: 'Cancelled', reason: 'Spilt' } }
    },
    may: money,
    code: 'forbidden',
  },
  {
    name: 'an item goes on',
    call: 'PUT /orders/item/status',
    given: async (w) => ({ body: { ...lineOf(await parcel(w)), status: 'Ready' } }),
    may: [...pos, 'kitchen'],
    code: 'forbidden',
  },
  {
    name: 'an item goes one step back',
    call: 'PUT /orders/item/status',
    given: async (w) => {
      const line = lineOf(await parcel(w))
      must(await w.does('kitchen', 'PUT /orders/item/status', { ...line, status: 'Ready' }))
      return { body: { ...line, status: 'Preparing' } }
    },
    may: [...managers, 'kitchen'],
    code: 'forbidden',
  },
  {
    name: 'an order is cancelled',
    call: 'PUT /orders/status',
    given: async (w) => ({ body: { orderId: (await parcel(w))._id, orderStatus: 'cancelled', reason: 'They left' } }),
    may: money,
    code: 'forbidden',
  },
  {
    name: 'a parcel is completed',
    call: 'PUT /orders/status',
    given: async (w) => ({ body: { orderId: (await paid(w, await parcel(w)))._id, orderStatus: 'completed' } }),
    may: [...pos, 'delivery'],
    code: 'forbidden',
  },
  {
    name: 'a table’s order is completed',
    call: 'PUT /orders/status',
    given: async (w) => ({ body: { orderId: (await paid(w, await tableOrder(w, 1)))._id, orderStatus: 'completed' } }),
    may: pos,
    code: 'forbidden',
  },
  {
    name: 'a parcel that is not paid is completed',
    call: 'PUT /orders/status',
    given: async (w) => ({ body: { orderId: (await parcel(w))._id, orderStatus: 'completed' } }),
    may: money,
    told: [409, 'invalid_transition'],
    code: 'forbidden',
  },
  {
    name: 'a parcel that comes to zero is completed',
    call: 'PUT /orders/status',
    given: async (w) => ({ body: { orderId: (await free(w, await parcel(w)))._id, orderStatus: 'completed' } }),
    may: money,
    code: 'forbidden',
  },
  {
    name: 'an offer is put on a printed bill',
    call: 'PUT /pos/order',
    given: async (w) => ({ body: { orderId: (await printed(w, await parcel(w)))._id, orderData: { offerId: (await everything(w))._id } } }),
    may: pos,
    code: 'forbidden',
  },
  {
    name: 'the service charge of a printed bill is switched',
    call: 'PUT /pos/order',
    given: async (w) => ({ body: { orderId: (await printed(w, await parcel(w)))._id, orderData: { serviceChargeAccepted: true } } }),
    may: pos,
    code: 'forbidden',
  },
  {
    name: 'a parcel’s note is set',
    call: 'PUT /orders/note',
    given: async (w) => ({ body: { ...lineOf(await parcel(w)), note: 'crisp' } }),
    may: [...pos, 'delivery'],
    code: 'forbidden',
  },
  {
    name: 'the note of a table’s order is set',
    call: 'PUT /orders/note',
    given: async (w) => ({ body: { ...lineOf(await tableOrder(w, 2)), note: 'crisp' } }),
    may: pos,
    code: 'forbidden',
  },
  {
    name: 'an order is refunded',
    call: 'PUT /orders/payment/status',
    given: async (w) => {
      const o = await parcel(w)
      must(await w.settle(o._id))
      return { body: { orderId: o._id, paymentStatus: 'refunded', amount: o.grandTotal, reason: 'Cold' } }
    },
    may: money,
    code: 'forbidden',
  },
  {
    name: 'the day’s summary starts KOT numbers anew',
    call: 'GET /orders/daily-summary',
    given: () => ({ query: { resetKOT: 'true' } }),
    may: owners,
    // The stage has open orders.
    told: [409, 'open_orders'],
    code: 'forbidden',
  },
  {
    name: 'the book of customers is read',
    call: 'GET /restaurant/customers',
    given: () => ({ query: {} }),
    may: [...managers, 'mobileAdmin'],
    code: 'mobile_number_required',
  },
  {
    name: 'one customer is looked up',
    call: 'GET /restaurant/customers',
    given: () => ({ query: { mobile_number: aMobile() } }),
    may: [...pos, 'mobileAdmin'],
    code: 'forbidden',
  },
]

let stage: Stage
let w: World
beforeAll(async () => {
  w = await makeRestaurant()
  stage = await setStage(w)
}, 60_000)

const as = async (role: Role) =>
  role === 'partner' ? stage.partner.token : role === 'backoffice' || role === 'admin' ? (await signIn(role)).token : w.as(role)
const inside = () => ({ 'X-Restaurant-Id': w.id })

describe('who may', () => {
  it.each(
    WAYS.flatMap((way) => [...STAFF_ROLES, 'partner' as const, 'backoffice' as const, 'admin' as const].map((role) => ({ ...way, role }))),
  )('$name: $role', async ({ call, given, may, told, code, role }) => {
    const entered = role === 'partner' || role === 'backoffice' || role === 'admin'
    const reply = await make(call, await given(w), { token: await as(role), headers: entered ? inside() : {} })
    const got = [reply.status, reply.status >= 400 ? reply.body.code : null]
    // A call that a role doesn't open is refused at the door, whatever the way.
    const refusal = TABLE[call].roles.includes(role) ? code : 'forbidden'
    expect(got, reply.text).toEqual(entered || may.includes(role) ? (told ?? [200, null]) : [403, refusal])
  })

  it('a sync key can’t reset the KOT numbers', async () => {
    const headers = { 'X-Sync-Key': stage.syncKeys.live }
    expect((await make('GET /orders/daily-summary', { query: { resetKOT: 'true' } }, { headers })).body).toMatchObject({
      code: 'forbidden',
    })
    expect((await make('GET /orders/daily-summary', { query: {} }, { headers })).status).toBe(200)
  })

  it.each([
    ['backoffice', 'admin', 403],
    ['backoffice', 'backoffice', 201],
    ['admin', 'admin', 201],
    ['admin', 'backoffice', 201],
  ] as const)('%s makes a back-office user that is %s: %i', async (role, made, status) => {
    const body = { name: `Asha ${randomId().slice(-8)}`, email: anEmail(), mobile_number: aMobile(), password: PASSWORD, role: made }
    expect((await make('POST /backoffice/users', { body }, { token: (await signIn(role)).token })).status).toBe(status)
  })

  // superuser > managerialHead > generalManager > the rest; who enters stands above them.
  const RANK: Partial<Record<Role, number>> = { superuser: 3, managerialHead: 2, generalManager: 1 }
  it.each(
    [...managers, 'partner' as const, 'backoffice' as const, 'admin' as const].flatMap((role) =>
      STAFF_ROLES.map((given) => ({ role, given })),
    ),
  )('$role gives the role $given', async ({ role, given }) => {
    const body = { name: `${given} of ${role}`, email: anEmail(), mobile_number: aMobile(), password: PASSWORD, role: given }
    const entered = role === 'partner' || role === 'backoffice' || role === 'admin'
    const reply = await make('POST /restaurant/employees', { body }, { token: await as(role), headers: entered ? inside() : {} })
    const may = entered || (RANK[given] ?? 0) <= (RANK[role] ?? 0)
    expect([reply.status, reply.status >= 400 ? reply.body.code : null]).toEqual(may ? [201, null] : [403, 'role_above'])
  })

  it.each(['pending', 'rejected'] as const)(
    'the limited token of a %s restaurant stores only documents of its application, no other image',
    async (status) => {
      const place = await makeRestaurant({ approvalStatus: status, tables: 0 })
      const token = await place.as('superuser')
      const upload = (purpose: string) =>
        make('POST /media', { body: { purpose }, files: [{ field: 'file', bytes: FILES.png(purpose), name: 'a.png' }] }, { token })
      expect((await upload('application')).status).toBe(201)
      for (const purpose of ['menu', 'profile', 'banner', 'receipt'])
        expect((await upload(purpose)).body).toMatchObject({
          approved: false,
          code: status === 'pending' ? 'pending_approval' : 'rejected',
        })
    },
  )

  it.each([...STAFF_ROLES, 'user', null] as const)('%s reads a table whole or a stub of it', async (role) => {
    const token = role === 'user' ? stage.guest.token : role && (await w.as(role))
    const read = async (n: number) =>
      Object.keys((await make('GET /tables/:id', { params: { id: w.tables[n] } }, { token })).body.table).sort()
    const stub = ['_id', 'restaurantId', 'tableNumber']
    const whole =
      role !== null && ['superuser', 'managerialHead', 'generalManager', 'cashier', 'captain', 'waiter', 'mobileAdmin'].includes(role)
    if (whole) expect(await read(0)).toEqual(expect.arrayContaining([...stub, 'area', 'capacity', 'qrToken', 'status', 'version']))
    else expect(await read(0)).toEqual(stub)
    // A diner's own is at table 3.
    if (role === 'user') expect(await read(3)).toEqual(expect.arrayContaining(['area', 'status']))
  })
})
