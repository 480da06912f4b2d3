import { runInDurableObject } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { room } from '../realtime/publish.ts'
import { openSocket } from '../test/sockets.ts'
import { call, makeRestaurant, testEnv, type World } from '../test/world.ts'

const qrSettings = { enableQrMenu: true, enableOrderViaQr: true, requireLoginForMenu: false, acceptOrders: true }
const as = (by: 'screen' | 'person', ...kotIds: string[]) => ({ by, tickets: kotIds.map((kotId) => ({ kotId })) })
const sql = (w: World, statement: string) => runInDurableObject(room(testEnv, w.id), (_, state) => void state.storage.sql.exec(statement))

/** The tickets of which staff are told, in the order of their ids: all of them, as if 30 s had passed for each, in a restaurant that uses kitchen screens. */
async function unseen(w: World): Promise<string[]> {
  await sql(w, 'UPDATE station_days SET shown = given')
  return late(w)
}

/** The same where only those stations have a screen that have shown something. */
async function late(w: World): Promise<string[]> {
  await sql(w, 'UPDATE unseen_kots SET at = at - 31000')
  const reply = await w.does('waiter', 'POST /kot/acknowledge', as('person', 'nobodys'))
  return (reply.body.unseenKots as string[]).toSorted()
}

describe('a ticket is acknowledged', () => {
  it('by a kitchen screen that shows it; the others still wait, and every screen of staff hears it', async () => {
    const w = await makeRestaurant()
    const order = await w.order([w.line('plain')])
    const more = (await w.send([w.line('beer')])).body.order
    const [first, addition] = more.kots.map((k: { kotId: string }) => k.kotId)
    expect(order.kots[0]?.kotId).toBe(first)
    expect(await unseen(w)).toEqual([first, addition].sort())
    const till = await openSocket(w.id, await w.as('cashier'))
    expect((await till.join('joinRestaurant')).data.unseenKots).toHaveLength(2)
    const reply = await w.does('kitchen', 'POST /kot/acknowledge', as('screen', first))
    expect([reply.status, reply.body.unseenKots]).toEqual([200, [addition]])
    expect((await till.waitFor((s) => s.named('ticketsUnseen')[0])).data).toEqual({ unseenKots: [addition] })
    till.close()
  })

  it('by a screen only where the role may open the kitchen page; by a person of every role that serves', async () => {
    const w = await makeRestaurant({ settings: { permissions: { '/restaurant/kitchen': ['kitchen', 'captain'] } } })
    const kotId = (await w.order([w.line('plain')])).kots[0]?.kotId ?? ''
    for (const role of ['cashier', 'waiter', 'generalManager'] as const)
      expect((await w.does(role, 'POST /kot/acknowledge', as('screen', kotId))).status, role).toBe(403)
    expect(await unseen(w)).toEqual([kotId])
    expect((await w.does('captain', 'POST /kot/acknowledge', as('screen', kotId))).body.unseenKots).toEqual([])
    for (const role of ['cashier', 'waiter'] as const)
      expect((await w.does(role, 'POST /kot/acknowledge', as('person', kotId))).status, role).toBe(200)
  })

  it('by nobody where its station has a printer and no screen', async () => {
    const w = await makeRestaurant()
    await w.rows(`UPDATE menu_items SET station = CASE WHEN id = ? THEN 'Bar' ELSE 'Grill' END WHERE restaurant_id = ?`, w.items.beer, w.id)
    const food = await w.order([w.line('plain')])
    expect((await w.does('kitchen', 'POST /kot/acknowledge', as('screen', food.kots[0]!.kotId))).status).toBe(200)
    await w.send([w.line('beer')])
    const mixed = (await w.send([w.line('beer'), w.line('plain')])).body.order.kots.at(-1)
    expect(await late(w)).toEqual([mixed.kotId])
    const seen = { by: 'screen', tickets: [{ kotId: mixed.kotId, elsewhere: [mixed.items[0].lineId] }] }
    expect((await w.does('kitchen', 'POST /kot/acknowledge', seen)).body.unseenKots).toEqual([])
  })

  it('in its own restaurant alone', async () => {
    const [w, other] = [await makeRestaurant(), await makeRestaurant()]
    const kotId = (await w.order([w.line('plain')])).kots[0]?.kotId ?? ''
    expect((await other.does('kitchen', 'POST /kot/acknowledge', as('screen', kotId))).status).toBe(200)
    expect(await unseen(w)).toEqual([kotId])
  })

  it('only once it was accepted: a guest’s waiting ticket is not in the kitchen yet', async () => {
    const w = await makeRestaurant({ settings: { qrSettings } })
    const kotId = 'guests-ticket'
    const { token } = await w.guest()
    const { order } = (
      await call('POST /orders', { token, body: { order: { tableId: w.tables[0], kots: [w.kot([w.line('plain')], kotId)] } } })
    ).body
    expect(await unseen(w)).toEqual([])
    await w.does('waiter', 'PUT /pos/order', { orderId: order._id, orderData: { kots: [{ kotId }] } })
    expect(await unseen(w)).toEqual([kotId])
  })

  it('under its own number wherever it goes: parcels, and tables that were moved and merged', async () => {
    const w = await makeRestaurant()
    const parcel = await w.order([w.line('plain')], { orderType: 'Take Away', tableId: undefined })
    const dine = await w.order([w.line('plain')])
    await w.does('captain', 'POST /tables/move', { fromTableId: w.tables[0], toTableId: w.tables[1] })
    await w.order([w.line('plain')], { tableId: w.tables[2] })
    const merged = await w.does('captain', 'POST /tables/merge', { parentTableId: w.tables[2], childTableIds: [w.tables[1]] })
    const kots = [...parcel.kots, ...merged.body.order.kots].map((k: { kotId: string }) => k.kotId)
    expect(kots).toContain(dine.kots[0]?.kotId)
    expect(await unseen(w)).toEqual(kots.sort())
    expect((await w.does('kitchen', 'POST /kot/acknowledge', as('screen', ...kots))).body.unseenKots).toEqual([])
  })
})
