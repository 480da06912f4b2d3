import { expect, it } from 'vitest'
import { type PrintWorld, withPrinters } from '../test/printers.ts'

/** Printers and stations that are changed during service, while papers wait for them. */

/** What each of these printers has to print, oldest first, as kinds with their stations; it is printed. */
async function drained(w: PrintWorld, name: string): Promise<string[]> {
  const out: string[] = []
  for (;;) {
    const [paper] = await w.lease([name])
    if (!paper) return out
    for (const status of ['printing', 'printed'] as const) expect((await w.step(paper, status)).status).toBe(200)
    out.push([paper.document.paper ?? paper.document.kind, paper.job.station].filter(Boolean).join(' '))
  }
}
const put = async (w: PrintWorld, name: string, more: object) => {
  const body = { deviceId: w.device, name: `${name} 80mm`, role: 'kot', columns: 48, stations: [], fallbackId: null, ownOnly: false }
  const reply = await w.does('superuser', `PUT /print/printers/${w.printers[name]}`, { ...body, ...more })
  expect(reply.status, reply.text).toBe(200)
}
const rename = async (w: PrintWorld, seen: string[], stations: [name: string, was: string | null][]) => {
  const body = { seen, stations: stations.map(([name, was]) => ({ name, was })) }
  const reply = await w.does('superuser', 'PUT /print/stations', body)
  expect(reply.status, reply.text).toBe(200)
}
const withBar = () => withPrinters({ kitchen: {}, bar: { stations: ['Bar'] }, counter: { role: 'bill' } })
/** A beer for the bar and fries for the kitchen. */
async function orderOfBoth(w: PrintWorld) {
  await w.does('superuser', `PUT /menus/item?id=${w.items.beer}`, { station: 'Bar' })
  return w.order([w.line('beer', 2), w.line('plain')])
}
const cancelBeer = async (w: PrintWorld, order: Awaited<ReturnType<typeof orderOfBoth>>, more: object = {}) => {
  const body = { orderId: order._id, kotId: order.kots[0]?.kotId, itemId: w.items.beer, status: 'Cancelled', reason: 'Mistake', ...more }
  const reply = await w.does('cashier', 'PUT /orders/item/status', body)
  expect(reply.status, reply.text).toBe(200)
}

it('of a station that was renamed, the tickets that wait and all that becomes of them come out where they are cooked', async () => {
  const w = await withBar()
  await rename(w, [], [['Bar', null]])
  const order = await orderOfBoth(w)
  await rename(w, ['Bar'], [['Drinks', 'Bar']])
  await cancelBeer(w, order, { quantityChange: -1 })
  expect((await w.does('captain', 'POST /tables/move', { fromTableId: w.tables[0], toTableId: w.tables[1] })).status).toBe(200)
  expect(await drained(w, 'bar')).toEqual(['new Bar', 'cancellation Bar', 'move Bar'])
  expect(await drained(w, 'kitchen')).toEqual(['new', 'move'])
  // What is sent now goes by the new name, and so it does when the printer was edited in between.
  await put(w, 'bar', { stations: ['Drinks'], columns: 32 })
  await w.does('waiter', 'PUT /pos/order', { orderId: order._id, orderData: { kots: [w.kot([w.line('beer')])] } })
  await cancelBeer(w, order)
  expect(await drained(w, 'bar')).toEqual(['addition Drinks', 'cancellation Bar'])
  // Another station that gets the old name is none of this printer's.
  await rename(
    w,
    ['Drinks'],
    [
      ['Drinks', 'Drinks'],
      ['Bar', null],
    ],
  )
  await w.does('superuser', `PUT /menus/item?id=${w.items.beer}`, { station: 'Bar' })
  await w.does('waiter', 'PUT /pos/order', { orderId: order._id, orderData: { kots: [w.kot([w.line('beer')])] } })
  expect([await drained(w, 'bar'), await drained(w, 'kitchen')]).toEqual([[], ['addition']])
})

it('a ticket waits no longer for a printer that has another task by now, but for the one that has its own', async () => {
  for (const changed of [{ role: 'bill' }, { stations: ['Grill'] }]) {
    const w = await withBar()
    await orderOfBoth(w)
    await put(w, 'bar', changed)
    expect(await drained(w, 'bar')).toEqual([])
    expect(await drained(w, 'kitchen')).toEqual(['new Bar', 'new'].toSorted())
  }
})

it('two printers that exchange their tasks exchange what waits for them', async () => {
  const w = await withBar()
  const order = await orderOfBoth(w)
  await w.does('cashier', `POST /orders/${order._id}/bill`)
  await put(w, 'counter', { stations: ['Bar'] })
  await put(w, 'bar', { role: 'bill' })
  expect([await drained(w, 'counter'), await drained(w, 'bar')]).toEqual([['new Bar'], ['bill']])
})

it('a ticket’s copy comes out of a printer for tickets, also where the one that printed it prints bills now', async () => {
  const w = await withBar()
  const order = await orderOfBoth(w)
  expect([await drained(w, 'bar'), await drained(w, 'kitchen')]).toEqual([['new Bar'], ['new']])
  await put(w, 'counter', {})
  await put(w, 'kitchen', { role: 'bill' })
  const again = await w.does('cashier', 'POST /print/jobs', { kind: 'kot', orderId: order._id, kotId: order.kots[0]?.kotId })
  expect(again.body.jobs.map(({ printerId, stamp }: any) => [printerId, stamp])).toEqual([
    [w.printers.counter, 'REPRINT'],
    [w.printers.bar, 'REPRINT'],
  ])
})

it('a printer’s dialog that was open while a station was renamed keeps the new name', async () => {
  const w = await withBar()
  await rename(w, [], [['Bar', null]])
  await orderOfBoth(w)
  await drained(w, 'bar')
  await rename(w, ['Bar'], [['Drinks', 'Bar']])
  // Saved for another width, with the stations that were shown.
  await put(w, 'bar', { stations: ['bar'], columns: 32 })
  const listed = async () => (await w.does('waiter', 'GET /print/printers')).body.printers.find((p: any) => p._id === w.printers.bar)
  expect(await listed()).toMatchObject({ stations: ['Drinks'], columns: 32 })
  // The list has the name again: it is another station by now.
  await rename(
    w,
    ['Drinks'],
    [
      ['Drinks', 'Drinks'],
      ['Bar', null],
    ],
  )
  await put(w, 'bar', { stations: ['Bar'] })
  expect(await listed()).toMatchObject({ stations: ['Bar'] })
})

it('what waits for a printer that was removed comes out where it would now, and a test page nowhere else', async () => {
  const w = await withBar()
  await orderOfBoth(w)
  await w.does('superuser', 'POST /print/jobs', { kind: 'test', printerId: w.printers.bar })
  expect((await w.does('superuser', `DELETE /print/printers/${w.printers.bar}`)).status).toBe(200)
  expect(await drained(w, 'kitchen')).toEqual(['new', 'new Bar'].toSorted())
  expect((await w.jobs()).map(({ kind, status }) => [kind, status])).toContainEqual(['test', 'queued'])
})

it('the tray names the printer that a waiting ticket comes out of by now, and asking for it again says that it waits', async () => {
  const w = await withBar()
  const order = await orderOfBoth(w)
  const tray = async () => {
    const { body } = await w.does('cashier', 'GET /print/jobs')
    return body.jobs.map(({ station, printerId }: any) => [station, Object.keys(w.printers).find((name) => w.printers[name] === printerId)])
  }
  const bar = (await w.jobs()).find(({ station }) => station === 'Bar')!
  expect(await tray()).toEqual([
    ['Bar', 'bar'],
    [null, 'kitchen'],
  ])
  expect((await w.does('superuser', `DELETE /print/printers/${w.printers.bar}`)).status).toBe(200)
  expect(await tray()).toEqual([
    ['Bar', 'kitchen'],
    [null, 'kitchen'],
  ])
  const again = await w.does('cashier', `POST /print/jobs/${bar.id}/again`, {})
  expect([again.status, again.body.code]).toEqual([409, 'print_pending'])
  const reprint = await w.does('cashier', 'POST /print/jobs', { kind: 'kot', orderId: order._id, kotId: order.kots[0]?.kotId })
  expect([reprint.status, reprint.body.code]).toEqual([409, 'print_pending'])
  // One that failed stays where it was: a person says where to.
  const [paper] = await w.lease(['kitchen'])
  await w.step(paper!, 'failed', { reason: 'No paper' })
  await put(w, 'kitchen', { role: 'bill' })
  expect(await tray()).toContainEqual([paper!.job.station, 'kitchen'])
})

it('a copy that a person wants on another printer comes out there, whatever that printer’s task is', async () => {
  const w = await withBar()
  await orderOfBoth(w)
  const [paper] = await w.lease(['bar'])
  await w.step(paper!, 'failed', { reason: 'No paper' })
  await w.does('cashier', `POST /print/jobs/${paper?.job._id}/again`, { printerId: w.printers.counter })
  expect(await drained(w, 'counter')).toEqual(['new Bar'])
  await w.does('cashier', `POST /print/jobs/${paper?.job._id}/again`, { printerId: w.printers.kitchen })
  expect(await drained(w, 'kitchen')).toEqual(['new', 'new Bar'])
  expect((await w.jobs()).map(({ stamp }) => stamp)).toEqual([null, null, 'REPRINT'])
})

it('a ticket of a device that begins to keep its tickets to itself is printed there, and nobody else’s is any more', async () => {
  const w = await withPrinters({ kitchen: {}, own: { deviceId: 'bartill' } })
  await w.order([w.line('plain')])
  await put(w, 'kitchen', { ownOnly: true })
  const reply = await w.does('cashier', 'POST /print/lease', { deviceId: 'bartill', printerIds: [w.printers.own] })
  expect(reply.body.jobs).toMatchObject([{ document: { paper: 'new' } }])
})

it('a paper that waits is printed as wide as its printer is by then', async () => {
  const w = await withBar()
  await orderOfBoth(w)
  await put(w, 'bar', { stations: ['Bar'], columns: 32 })
  const [paper] = await w.lease(['bar'])
  // What waits has no lines yet: the page makes them, for the printer as it then is.
  expect(paper?.document).toMatchObject({ kind: 'kot', items: [{ itemName: expect.any(String), quantity: 2 }] })
  expect(JSON.stringify(paper)).not.toContain('columns')
})
