import { describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { openSocket } from '../test/sockets.ts'
import { call, makeRestaurant, signIn, type World } from '../test/world.ts'

/** `settingsUpdated`: open POS, captain and kitchen screens follow a change of settings at once. */

async function listen(w: World, role: 'cashier' | 'waiter' | 'kitchen') {
  const socket = await openSocket(w.id, await w.as(role))
  await socket.join('joinRestaurant', { restaurantId: w.id })
  return socket
}
const offer = { title: 'Happy Hour', type: 'flat', value: 50, startsAt: '2026-01-01T00:00:00.000Z', endsAt: '2036-01-01T00:00:00.000Z' }

describe('settings that one device saves reach the sockets of the restaurant’s staff', () => {
  it.each([
    ['superuser', 'PUT /restaurant/profile', { taxPercentages: { serviceCharge: 10 } }, 'profile'],
    ['superuser', 'PUT /restaurant/profile', { timezone: 'Asia/Dubai' }, 'profile'],
    ['superuser', 'POST /kot/reset-time', { resetTime: '05:00' }, 'profile'],
    ['mobileAdmin', 'PUT /restaurant/:id/update', { cuisines: ['Goan'] }, 'profile'],
    ['superuser', 'POST /restaurant/offers/create', offer, 'offers'],
    ['backoffice', 'PUT /backoffice/permissions/restaurant/:id', { permissions: { '/restaurant/pos': [] } }, 'permissions'],
    ['partner', 'PUT /partner/permissions/restaurant/:id', { permissions: { '/restaurant/pos': [] } }, 'permissions'],
    ['partner', 'PUT /partner/restaurant/:id', { address: '2 New Road' }, 'profile'],
  ] as const)('%s: %s %j', async (role, address, body, changed) => {
    const w = await makeRestaurant({ partnerId: randomId() })
    const sockets = await Promise.all([listen(w, 'cashier'), listen(w, 'waiter'), listen(w, 'kitchen')])
    const reply = await w.does(role, address.replace(':id', w.id), body)
    expect(reply.status, reply.text).toBeLessThan(300)
    for (const socket of sockets) {
      const { data } = await socket.waitFor(() => socket.named('settingsUpdated')[0])
      expect(data).toEqual({ changed, by: expect.stringContaining(role) })
      expect((await socket.settled()).named('settingsUpdated')).toHaveLength(1)
      socket.close()
    }
  })

  it('and a device that was off gets them when it joins again', async () => {
    const w = await makeRestaurant()
    await w.does('superuser', 'PUT /restaurant/profile', { paymentTypes: ['Cash'] })
    const socket = await openSocket(w.id, await w.as('cashier'))
    expect((await socket.join('joinRestaurant', { restaurantId: w.id, since: 0 })).data).toMatchObject({ resumed: true, seq: 1 })
    await socket.waitFor(() => socket.named('settingsUpdated')[0])
    socket.close()
  })

  it('and neither another restaurant’s nor guests’', async () => {
    const [w, other] = [await makeRestaurant(), await makeRestaurant()]
    const { token } = await signIn('user', { restaurantId: w.id, shard: w.shard, sittingId: w.sittings[0] ?? '', guest: true })
    const guest = await openSocket(w.id, token)
    await guest.join('joinTable', { tableId: w.tables[0] })
    const [own, foreign] = [await listen(w, 'cashier'), await listen(other, 'cashier')]
    await w.does('superuser', 'PUT /restaurant/profile', { paymentTypes: ['Cash'] })
    await own.waitFor(() => own.named('settingsUpdated')[0])
    for (const socket of [guest, foreign]) expect((await socket.settled()).named('settingsUpdated')).toEqual([])
    for (const socket of [guest, own, foreign]) socket.close()
  })

  it('and nothing when nothing was changed, or the call was refused', async () => {
    const w = await makeRestaurant()
    const { body } = await w.does('superuser', 'POST /restaurant/offers/create', offer)
    await w.does('superuser', `PUT /restaurant/offers/${body.offer._id}`, { title: offer.title })
    expect((await w.does('cashier', 'PUT /restaurant/profile', { paymentTypes: ['Cash'] })).status).toBe(403)
    expect((await w.does('superuser', 'PUT /restaurant/profile', { kotSettings: { warnMinutes: 30, lateMinutes: 20 } })).status).toBe(422)
    expect(
      (
        await call(`PUT /backoffice/permissions/restaurant/${w.id}`, {
          token: await w.as('backoffice'),
          body: { permissions: { '/nowhere': [] } },
        })
      ).status,
    ).toBe(422)
    expect((await w.events()).map(({ event, data }) => [event, data.changed])).toEqual([['settingsUpdated', 'offers']])
  })
})
