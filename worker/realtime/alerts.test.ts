import { describe, expect, test, vi } from 'vitest'
import { env } from '../test/env.ts'
import {
  atTable,
  commitEvents,
  diner,
  dinerOf,
  type Guest,
  moveOf,
  newRoom,
  open,
  publish,
  seatGuest,
  sessionOf,
  staff,
} from '../test/room.ts'
import { alerts, clearAlerts, hintRoom, raiseAlert } from './publish.ts'

describe('table alerts', () => {
  const water = (guest: Guest, alertType = 'water') => ({ tableId: guest.tableId, tableNumber: '1', alertType })

  test('reach staff and the table’s own guests, without a seq; every join returns all of them', async () => {
    const where = newRoom()
    const [one, two] = [await seatGuest(where, '1'), await seatGuest(where, '2')]
    const [mine, theirs, all] = [await diner(where, one), await diner(where, two), await staff(where)]
    const alert = await raiseAlert(env, where, { ...water(one), orderId: 'o1' })
    expect(alert).toEqual({
      _id: alert.id,
      id: `${one.tableId}-${Date.parse(alert.timestamp)}`,
      tableId: one.tableId,
      alertType: 'water',
      tableNumber: '1',
      orderId: 'o1',
      timestamp: alert.timestamp,
      acknowledged: false,
      acknowledgedBy: null,
    })
    for (const socket of [await mine.settled(), await all.settled()]) {
      expect(socket.named('tableAlert').map((m) => m.data)).toEqual([
        { alert, tableId: one.tableId, alertType: 'water', tableNumber: '1', timestamp: alert.timestamp },
      ])
      expect(socket.named('tableAlert')[0]).not.toHaveProperty('seq')
    }
    expect((await theirs.settled()).named('tableAlert')).toEqual([])
    const late = await open(where, sessionOf(where))
    expect((await late.join('joinRestaurant')).data.alerts).toEqual([alert])
    const other = await open(where, dinerOf(where, two))
    expect((await other.join('joinTable', { tableId: two.tableId })).data.alerts).toEqual([])
  })

  test('are replaced, unacknowledged, by a new one of the same table and type', async () => {
    const where = newRoom()
    const guest = await seatGuest(where, '1')
    await raiseAlert(env, where, water(guest))
    await clearAlerts(env, where, { tableId: guest.tableId, alertType: 'water', action: 'acknowledge', by: 'Asha' })
    const again = await raiseAlert(env, where, water(guest))
    const bill = await raiseAlert(env, where, water(guest, 'bill'))
    expect(await alerts(env, where)).toEqual([again, bill])
    expect(new Set([again.id, bill.id]).size).toBe(2)
    expect(again.acknowledged).toBe(false)
  })

  test('stay with the person who acknowledged them first', async () => {
    const where = newRoom()
    const guest = await seatGuest(where, '1')
    await raiseAlert(env, where, water(guest))
    const acknowledge = async (by: string, alertType?: string) =>
      (await clearAlerts(env, where, { tableId: guest.tableId, alertType, action: 'acknowledge', by })).map((a) => a.acknowledgedBy)
    expect(await acknowledge('Asha', 'water')).toEqual(['Asha'])
    expect(await acknowledge('Ravi', 'water')).toEqual(['Asha'])
    expect(await acknowledge('Ravi')).toEqual(['Asha'])
  })

  test('are acknowledged under the person’s name, and cleared one by one or for a whole table', async () => {
    const where = newRoom()
    const guest = await seatGuest(where, '1')
    const all = await staff(where)
    for (const type of ['water', 'bill', 'clean']) await raiseAlert(env, where, water(guest, type))
    const types = (list: { alertType: string }[]) => list.map((a) => a.alertType).sort()
    const known = await clearAlerts(env, where, { tableId: guest.tableId, alertType: 'bill', action: 'acknowledge', by: 'Asha' })
    expect(known.filter((a) => a.acknowledged)).toMatchObject([{ alertType: 'bill', acknowledgedBy: 'Asha' }])
    expect(types(await clearAlerts(env, where, { tableId: guest.tableId, alertType: 'water', action: 'clear', by: 'Asha' }))).toEqual([
      'bill',
      'clean',
    ])
    expect(await clearAlerts(env, where, { tableId: guest.tableId, action: 'clear', by: 'Asha' })).toEqual([])
    expect((await all.settled()).named('tableAlertCleared').map((m) => ({ ...m.data, alerts: types(m.data.alerts as []) }))).toEqual([
      { tableId: guest.tableId, alertType: 'bill', action: 'acknowledge', acknowledged: true, alerts: ['bill', 'clean', 'water'] },
      { tableId: guest.tableId, alertType: 'water', action: 'clear', acknowledged: false, alerts: ['bill', 'clean'] },
      { tableId: guest.tableId, alertType: null, action: 'clear', acknowledged: false, alerts: [] },
    ])
  })

  test('move along with the guests', async () => {
    const where = newRoom()
    const [from, to] = [await seatGuest(where, '1'), await seatGuest(where, '2')]
    const all = await staff(where)
    const raised = await raiseAlert(env, where, water(from))
    await clearAlerts(env, where, { tableId: from.tableId, action: 'acknowledge', by: 'Asha' })
    await publish(where, moveOf(from, to.tableId))
    expect(await alerts(env, where)).toMatchObject([
      {
        tableId: to.tableId,
        tableNumber: '2',
        timestamp: raised.timestamp,
        acknowledged: true,
        acknowledgedBy: 'Asha',
        id: `${to.tableId}-${Date.parse(raised.timestamp)}`,
      },
    ])
    expect((await all.settled()).messages.slice(-4).map((m) => m.event)).toEqual(['tableMoved', 'tableAlertCleared', 'tableAlert', 'error'])
  })

  test('of the next guests stay when the end of the order before is relayed late', async () => {
    const where = newRoom()
    const table = await seatGuest(where, '1')
    const seq = await commitEvents(where, atTable(table, 'orderCompleted'))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1000 })
    const called = await raiseAlert(env, where, water(table))
    vi.useRealTimers()
    await hintRoom(env, where, seq)
    expect(await alerts(env, where)).toEqual([called])
  })

  test('are removed with the order', async () => {
    const where = newRoom()
    const [one, two] = [await seatGuest(where, '1'), await seatGuest(where, '2')]
    const all = await staff(where)
    await raiseAlert(env, where, water(one))
    const other = await raiseAlert(env, where, water(two))
    await publish(where, atTable(one, 'orderCompleted'))
    expect(await alerts(env, where)).toEqual([other])
    expect((await all.settled()).named('tableAlertCleared').map((m) => m.data)).toEqual([
      { tableId: one.tableId, alertType: null, action: 'clear', acknowledged: false, alerts: [] },
    ])
  })
})
