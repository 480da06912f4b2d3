import { afterEach, describe, expect, it, vi } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { Recorder } from '../test/recorder.ts'
import { openSocket } from '../test/sockets.ts'
import { verifyToken } from '../access/session.ts'
import { makeRestaurant, testEnv } from '../test/world.ts'
import { guestCall, staffCall } from './staffFirst.ts'

const started = (call: Promise<unknown>) => Promise.race([call.then(() => true), scheduler.wait(120).then(() => false)])
/** Stops the clock, so that only the test moves it. */
function stopClock(): (milliseconds: number) => void {
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now })
  return (milliseconds) => void vi.setSystemTime(now + milliseconds)
}
afterEach(() => void vi.useRealTimers())

describe('staff first: a guest’s call', () => {
  it('waits while a call of the same restaurant’s staff runs', async () => {
    stopClock()
    const [here, elsewhere] = [randomId(), randomId()]
    const end = staffCall(here, randomId())
    const guest = guestCall(here)
    expect([await started(guest), await started(guestCall(elsewhere))]).toEqual([false, true])
    end()
    expect(await started(guest)).toBe(true)
  })

  it('runs beside one other guest’s, not beside two', async () => {
    stopClock()
    const here = randomId()
    const [end] = await Promise.all([guestCall(here), guestCall(here)])
    const third = guestCall(here)
    expect(await started(third)).toBe(false)
    end()
    end()
    const fourth = guestCall(here)
    // One of the two, and ending a call twice makes no room for another.
    expect([await started(third), await started(fourth)].filter(Boolean)).toHaveLength(1)
  })

  it('starts in the order it came, so that none of a flood waits until its patience ends and all of them run at once', async () => {
    stopClock()
    const here = randomId()
    const endStaff = staffCall(here, randomId())
    const order: number[] = []
    const calls = Array.from({ length: 6 }, async (_, n) => {
      const end = await guestCall(here)
      order.push(n)
      end()
    })
    endStaff()
    await Promise.all(calls)
    expect(order).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('does not wait for one before it whose request was cut off', async () => {
    const to = stopClock()
    const here = randomId()
    const end = staffCall(here, randomId())
    const cut = vi.spyOn(scheduler, 'wait').mockReturnValueOnce(new Promise(() => {}))
    void guestCall(here)
    cut.mockRestore()
    const next = guestCall(here)
    end()
    expect(await started(next)).toBe(false)
    to(350)
    expect(await started(next)).toBe(true)
  })

  it('waits 0.4 s at most; a call that was cut off counts for 3 s', async () => {
    const to = stopClock()
    const here = randomId()
    staffCall(here, randomId())
    const guest = guestCall(here)
    to(399)
    expect(await started(guest)).toBe(false)
    to(401)
    expect(await started(guest)).toBe(true)
    const next = guestCall(here)
    to(750)
    expect(await started(next)).toBe(false)
    const last = (to(3001), guestCall(here))
    expect(await started(last)).toBe(true)
  })

  it('in a crowd runs alone, rests twice as long as the one before took, and waits 2 s at most', async () => {
    const to = stopClock()
    const here = randomId()
    for (let n = 0; n < 19; n++) (await guestCall(here))()
    const ran: (() => void)[] = []
    for (let n = 0; n < 3; n++) void guestCall(here).then((end) => ran.push(end))
    const soon = () => scheduler.wait(120).then(() => ran.length)
    expect(await soon()).toBe(1)
    to(50)
    ran[0]?.()
    to(149)
    expect(await soon()).toBe(1)
    to(151)
    expect(await soon()).toBe(2)
    to(1999)
    expect(await soon()).toBe(2)
    // The crowd is over, and with it the longer patience.
    to(2001)
    expect(await soon()).toBe(3)
  })

  it('in a crowd waits longer than 0.4 s, and 2 s at most', async () => {
    const to = stopClock()
    const here = randomId()
    staffCall(here, randomId())
    to(1500)
    let ran = 0
    for (let n = 0; n < 20; n++) void guestCall(here).then(() => ran++)
    const soon = () => scheduler.wait(120).then(() => ran)
    to(2900)
    expect(await soon()).toBe(0)
    to(3500)
    expect(await soon()).toBe(20)
  })
})

describe('staff first, through the Worker', () => {
  it('calls and sockets of guests wait for the staff’s; sign-ins at a table too; all are answered', async () => {
    const w = await makeRestaurant()
    const guest = await w.guest()
    const recorder = new Recorder({ latency: 0 })
    stopClock()
    const end = staffCall(w.id, randomId())
    const read = recorder.call('POST /orders/active', guest.token, { tableId: w.tables[0] })
    const signIn = recorder.call('POST /auth/user/login', null, { tableId: w.tables[1], mobile_number: '9000000001' })
    const socket = openSocket(w.id, guest.token)
    const staff = recorder.call('GET /tables', await w.as('waiter'))
    expect((await staff).status).toBe(200)
    expect([await started(read), await started(signIn), await started(socket)]).toEqual([false, false, false])
    end()
    expect([(await read).status, (await signIn).status]).toEqual([200, 200])
    ;(await socket).close()
  })

  it('no guest waits for a body of the staff’s that doesn’t come on, nor for a session that has ended', async () => {
    const w = await makeRestaurant()
    const [guest, waiter] = [await w.guest(), await w.as('waiter')]
    const { sid } = await verifyToken(testEnv, waiter)
    const recorder = new Recorder({ latency: 0 })
    const read = () => recorder.call('POST /orders/active', guest.token, { tableId: w.tables[0] })
    stopClock()
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    const headers = { Authorization: `Bearer ${waiter}`, 'Content-Type': 'application/json' }
    const stuck = recorder.fetch(new Request('https://tawa.test/v1/pos/order', { method: 'POST', headers, body: readable }))
    await writer.write(new TextEncoder().encode('{'))
    expect(await started(read())).toBe(true)
    await writer.close()
    expect((await stuck).status).toBe(400)
    // As long as the session goes on, its calls come first.
    const end = staffCall(w.id, sid)
    const waits = read()
    expect(await started(waits)).toBe(false)
    end()
    expect((await waits).status).toBe(200)
    expect((await recorder.call('POST /auth/logout', waiter)).status).toBe(200)
    expect((await recorder.call('GET /tables', waiter)).status).toBe(401)
    staffCall(w.id, sid)
    expect(await started(read())).toBe(true)
  })

  it('a guest’s join waits, and what its socket asks after it stays in order; the staff’s join doesn’t wait', async () => {
    const w = await makeRestaurant()
    const guest = await w.guest()
    const [mine, theirs] = await Promise.all([openSocket(w.id, guest.token), openSocket(w.id, await w.as('waiter'))])
    stopClock()
    const end = staffCall(w.id, randomId())
    mine.send('joinTable', { tableId: w.tables[0] })
    mine.send('leaveTable', { tableId: w.tables[0] })
    await theirs.join('joinRestaurant', {})
    expect(mine.named('joined')).toHaveLength(0)
    end()
    await mine.waitFor(() => mine.named('joined').length > 0)
    expect(mine.named('joined')[0]?.data).toMatchObject({ room: w.tables[0] })
    mine.close()
    theirs.close()
  })
})
