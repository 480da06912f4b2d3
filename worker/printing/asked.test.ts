import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { batch } from '../db/index.ts'
import { type Leased, type PrintWorld, withPrinters } from '../test/printers.ts'

/** Which paper, on which printer, when somebody asks for one again. */

const lease = async (w: PrintWorld, name: string, deviceId = w.device): Promise<Leased> => {
  const reply = await w.does('cashier', 'POST /print/lease', { deviceId, printerIds: [w.printers[name]] })
  expect(reply.body.jobs, reply.text).toHaveLength(1)
  return reply.body.jobs[0]
}
const ended = async (w: PrintWorld, paper: Leased, how: 'printed' | 'unknown' | 'failed') => {
  for (const status of ['printing', how] as const) expect((await w.step(paper, status)).status).toBe(200)
}
/** From the device `second` if it is named. */
const ask = (w: PrintWorld, body: Record<string, unknown>, device?: string) =>
  w.does('cashier', 'POST /print/jobs', body, device ? { headers: { 'X-Device-Id': device } } : {})
const bill = (w: PrintWorld, orderId: string) => w.does('cashier', `POST /orders/${orderId}/bill`)

describe('a bill that is asked for again', () => {
  it('is its last revision, also when an older one was printed once more since', async () => {
    const w = await withPrinters()
    const order = await w.order([w.line('plain')])
    await bill(w, order._id)
    const first = await lease(w, 'counter')
    await ended(w, first, 'unknown')
    await w.does('waiter', 'PUT /pos/order', { orderId: order._id, orderData: { kots: [w.kot([w.line('dosa')])] } })
    await bill(w, order._id)
    await ended(w, await lease(w, 'counter'), 'printed')
    // An older one is the bill no longer. Before this was refused, somebody has cleared the tray.
    const again = await w.does('cashier', `POST /print/jobs/${first.job._id}/again`, {})
    expect([again.status, again.body.code]).toEqual([409, 'invalid_transition'])
    await batch(w.db, [
      sql`INSERT INTO print_jobs (id, restaurant_id, kind, paper, copy, stamp, status, printer_id, order_id, content, apart, waiting_since, created_at, created_by, closed_at)
          SELECT id || 'copy', restaurant_id, kind, paper, 1, 'DUPLICATE', 'printed', printer_id, order_id, content, apart, waiting_since, created_at, created_by, created_at
          FROM print_jobs WHERE id = ${first.job._id}`,
    ])
    expect((await ask(w, { kind: 'bill', orderId: order._id })).body.jobs).toMatchObject([{ stamp: 'REPRINT' }])
    const { document } = await lease(w, 'counter')
    expect([document.order.kots.length, document.order.lastPrinted.revision]).toEqual([2, 1])
  })

  it('comes out at the device that asks, as its first one does', async () => {
    const w = await withPrinters({ counter: { role: 'bill' }, second: { role: 'bill', deviceId: 'second' } })
    const order = await w.order([w.line('plain')])
    await bill(w, order._id)
    await ended(w, await lease(w, 'counter'), 'printed')
    const again = await ask(w, { kind: 'bill', orderId: order._id }, 'second')
    expect(again.body.jobs).toMatchObject([{ printerId: w.printers.second, stamp: 'REPRINT' }])
    await ended(w, await lease(w, 'second', 'second'), 'unknown')
    expect((await ask(w, { kind: 'bill', orderId: order._id })).body.jobs).toMatchObject([
      { printerId: w.printers.counter, stamp: 'DUPLICATE' },
    ])
  })

  it('is a REPRINT also where the queue has no copy of it: the browser of another device printed the first', async () => {
    const w = await withPrinters({ counter: { role: 'bill', ownOnly: true } })
    const order = await w.order([w.line('plain')])
    const asked = await w.does('waiter', `POST /orders/${order._id}/bill`, undefined, { headers: { 'X-Device-Id': 'tablet' } })
    expect(asked.body.order.billPrintedAt).not.toBeNull()
    expect(await w.jobs()).toEqual([])
    expect((await ask(w, { kind: 'bill', orderId: order._id }, w.device)).body.jobs).toMatchObject([{ stamp: 'REPRINT' }])
  })

  it('that waits for another device’s printer comes out here, once', async () => {
    const w = await withPrinters({ counter: { role: 'bill' }, second: { role: 'bill', deviceId: 'second' } })
    const order = await w.order([w.line('plain')])
    await bill(w, order._id)
    expect((await ask(w, { kind: 'bill', orderId: order._id }, 'second')).body.jobs).toMatchObject([
      { printerId: w.printers.second, stamp: null },
    ])
    expect(await w.jobs()).toHaveLength(1)
  })
})

it('a paper whose printer was exchanged comes out of the new one', async () => {
  const w = await withPrinters({ kitchen: {}, counter: { role: 'bill' }, bar: { stations: ['Bar'] } })
  const order = await w.order([w.line('plain')])
  await bill(w, order._id)
  for (const name of ['kitchen', 'counter']) await ended(w, await lease(w, name), 'printed')
  const fresh: Record<string, string> = {}
  for (const [name, role] of [
    ['kitchen', 'kot'],
    ['counter', 'bill'],
  ] as const) {
    expect((await w.does('superuser', `DELETE /print/printers/${w.printers[name]}`)).status).toBe(200)
    fresh[name] = randomId()
    const body = { deviceId: w.device, name: `New ${name}`, role, columns: 48, stations: [], fallbackId: null, ownOnly: false }
    expect((await w.does('superuser', `PUT /print/printers/${fresh[name]}`, body)).status).toBe(200)
  }
  const kot = await ask(w, { kind: 'kot', orderId: order._id, kotId: order.kots[0]?.kotId })
  expect(kot.body.jobs).toMatchObject([{ printerId: fresh.kitchen, stamp: 'REPRINT' }])
  expect((await ask(w, { kind: 'bill', orderId: order._id })).body.jobs).toMatchObject([{ printerId: fresh.counter, stamp: 'REPRINT' }])
})

describe('a ticket of two stations that is asked for again', () => {
  const ofBoth = async () => {
    const w = await withPrinters({ kitchen: {}, bar: { stations: ['Bar'] } })
    await w.does('superuser', `PUT /menus/item?id=${w.items.beer}`, { station: 'Bar' })
    const order = await w.order([w.line('beer'), w.line('plain')])
    return { w, askForKot: () => ask(w, { kind: 'kot', orderId: order._id, kotId: order.kots[0]?.kotId }) }
  }

  it('prints the part that is lost although the other one waits for its printer, and is refused only when both wait', async () => {
    const { w, askForKot } = await ofBoth()
    await ended(w, await lease(w, 'kitchen'), 'printed')
    const again = await askForKot()
    expect([again.status, again.body.jobs]).toMatchObject([201, [{ printerId: w.printers.kitchen, stamp: 'REPRINT', parts: 2 }]])
    expect((await w.jobs()).map(({ station, copy, status, version }) => [station, copy, status, version])).toEqual([
      ['Bar', 0, 'queued', 1],
      [null, 0, 'printed', expect.any(Number)],
      [null, 1, 'queued', 1],
    ])
    const both = await askForKot()
    expect([both.status, both.body.code, both.body.job.status]).toEqual([409, 'print_pending', 'queued'])
  })

  it('prints the part that failed while the other one is being printed', async () => {
    const { w, askForKot } = await ofBoth()
    await ended(w, await lease(w, 'kitchen'), 'failed')
    const atBar = await lease(w, 'bar')
    await w.step(atBar, 'printing')
    expect((await askForKot()).body.jobs).toMatchObject([{ printerId: w.printers.kitchen, stamp: null, status: 'queued' }])
    expect((await w.step(atBar, 'printed')).status).toBe(200)
  })
})
