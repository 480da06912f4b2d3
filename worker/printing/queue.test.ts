import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { LEASE_MS, PRINTING_MS, STALE_MS } from '#domain/printJob.ts'
import { MAX_PRINTERS } from '#domain/printing.ts'
import { batch } from '../db/index.ts'
import { withinOneWindow } from '../test/limits.ts'
import { meanwhile } from '../test/meanwhile.ts'
import { type Leased, type PrintWorld, withPrinters } from '../test/printers.ts'
import { MOST_JOBS } from './store.ts'

/** Leases, steps and copies, through the real Worker. */

const send = async (w: PrintWorld, n = 1) => {
  for (let i = 0; i < n; i++) await w.order([w.line('plain')], { orderType: 'Take Away' })
}
const statuses = async (w: PrintWorld) => (await w.jobs()).map((j) => j.status)
const only = (papers: Leased[]): Leased => {
  expect(papers).toHaveLength(1)
  return papers[0]!
}
const printed = async (w: PrintWorld, paper: Leased) => {
  for (const status of ['printing', 'printed'] as const) expect((await w.step(paper, status)).status).toBe(200)
}
const printOne = async (w: PrintWorld) => {
  const paper = only(await w.lease(['kitchen']))
  await printed(w, paper)
  return paper
}

describe('a printer', () => {
  it('gets its jobs one by one, in the order in which they were made', async () => {
    const w = await withPrinters()
    await send(w, 3)
    const numbers: (number | null)[] = []
    for (let i = 0; i < 3; i++) {
      const paper = only(await w.lease(['kitchen']))
      numbers.push(paper.job.number)
      expect(await w.lease(['kitchen'])).toEqual([])
      expect((await w.step(paper, 'printing')).body.job).toMatchObject({ status: 'printing', closed: false })
      expect(await w.lease(['kitchen'])).toEqual([])
      expect((await w.step(paper, 'printed')).body.job).toMatchObject({ status: 'printed', closed: true })
    }
    expect([numbers, await w.lease()]).toEqual([[1, 2, 3], []])
  })

  it('gives each job to one of two pages that ask at once', async () => {
    const w = await withPrinters()
    await send(w, 2)
    const pages = await Promise.all(Array.from({ length: 6 }, () => w.lease(['kitchen'])))
    expect(pages.flat().map((p) => p.job.number)).toEqual([1])
  })

  it('gives a job to the page that was first, when another one has read it too', async () => {
    const w = await withPrinters()
    await send(w, 2)
    let first: Leased[] = []
    const second = await w.lease(['kitchen'], { via: meanwhile(async () => void (first = await w.lease(['kitchen']))) })
    expect([first.map((p) => p.job.number), second]).toEqual([[1], []])
    expect((await w.jobs()).map((j) => [j.status, j.fence])).toEqual([
      ['leased', 1],
      ['queued', 0],
    ])
  })

  it('of another device gets nothing, and neither does one that is registered no more', async () => {
    const w = await withPrinters({ kitchen: { deviceId: 'another' } })
    const reply = await w.does('cashier', 'POST /print/lease', { deviceId: w.device, printerIds: [w.printers.kitchen] })
    expect([reply.status, reply.body.message]).toEqual([404, 'Printer not found'])
    expect((await w.does('cashier', 'POST /print/lease', { deviceId: w.device, printerIds: [randomId()] })).status).toBe(404)
  })

  it('gets its jobs also on a device that has as many printers as a restaurant may have', async () => {
    const w = await withPrinters(Object.fromEntries(Array.from({ length: MAX_PRINTERS }, (_, i) => [`kitchen${i}`, {}])))
    await send(w)
    expect(only(await w.lease()).job.printerId).toBe(w.printers.kitchen0)
  })

  it('says when to ask again', async () => {
    const w = await withPrinters()
    await send(w, 2)
    const ask = async () => (await w.does('cashier', 'POST /print/lease', { deviceId: w.device, printerIds: [w.printers.kitchen] })).body
    const { jobs, next } = await ask()
    expect(Date.parse(next)).toBeLessThanOrEqual(Date.parse(jobs[0].job.leaseUntil))
    const quiet = await withPrinters()
    const none = await quiet.does('cashier', 'POST /print/lease', { deviceId: quiet.device, printerIds: [quiet.printers.kitchen] })
    expect(none.body).toEqual({ jobs: [], next: null })
  })
})

describe('another device', () => {
  it('neither takes what this one prints nor says what became of it, though it knows the job and guesses the fencing number', async () => {
    const w = await withPrinters()
    await send(w)
    const asOther = { headers: { 'X-Device-Id': 'another' } }
    const body = { deviceId: w.device, printerIds: [w.printers.kitchen] }
    const none = { headers: { 'X-Device-Id': '' } }
    for (const options of [asOther, none]) {
      const took = await w.does('captain', 'POST /print/lease', body, options)
      expect([took.status, took.body.message]).toEqual([403, 'Only the device that has these printers can take what they print.'])
    }
    const paper = only(await w.lease(['kitchen']))
    for (const from of ['leased', 'printing', 'unknown'] as const) {
      if (from === 'printing') await w.step(paper, 'printing')
      if (from === 'unknown') await w.pass(PRINTING_MS)
      for (const options of [asOther, none])
        for (const step of ['printing', 'printed', 'failed', 'unknown', 'queued'] as const) {
          const { status, body } = await w.step(paper, step, {}, options)
          expect([from, step, status, body.code]).toEqual([from, step, 409, 'lease_lost'])
          expect(body.message).toBe('Another device has this print. Only the device that took it can say what became of it.')
        }
    }
    expect((await w.step(paper, 'printed')).body.job).toMatchObject({ status: 'printed', leasedBy: w.device })
  })
})

describe('a page that dies', () => {
  it('before it began gives the job back, and is refused when it wakes up', async () => {
    const w = await withPrinters()
    await send(w)
    const lost = only(await w.lease(['kitchen']))
    await w.pass(LEASE_MS)
    const late = await w.step(lost, 'printing')
    expect([late.status, late.body.code, late.body.job._id]).toEqual([409, 'lease_lost', lost.job._id])
    const taken = only(await w.lease(['kitchen']))
    expect([taken.job._id, taken.fence]).toEqual([lost.job._id, lost.fence + 1])
    for (const status of ['printing', 'printed', 'failed', 'unknown', 'queued'] as const)
      expect((await w.step(lost, status)).body.code).toBe('lease_lost')
    await printed(w, taken)
    expect(await statuses(w)).toEqual(['printed'])
  })

  it('while it printed leaves the job unknown: nobody prints it unasked, and the next one has its turn', async () => {
    const w = await withPrinters()
    await send(w, 2)
    const lost = only(await w.lease(['kitchen']))
    await w.step(lost, 'printing')
    await w.pass(PRINTING_MS)
    expect((await w.does('cashier', 'GET /print/jobs')).body.jobs[0]).toMatchObject({ _id: lost.job._id, status: 'unknown', closed: false })
    expect(only(await w.lease(['kitchen'])).job.number).toBe(2)
    expect(await statuses(w)).toEqual(['unknown', 'leased'])
    // It wasn't dead, only slow: what it says now is the truth.
    expect((await w.step(lost, 'printed')).body.job).toMatchObject({ status: 'printed', closed: true })
  })

  it('while it printed doesn’t hold up an older job that was asked for again', async () => {
    const w = await withPrinters()
    await send(w, 2)
    const older = only(await w.lease(['kitchen']))
    await w.step(older, 'failed', { reason: 'No paper' })
    await w.step(only(await w.lease(['kitchen'])), 'printing')
    await w.does('cashier', `POST /print/jobs/${older.job._id}/again`, {})
    await w.pass(PRINTING_MS)
    expect(only(await w.lease(['kitchen'])).job._id).toBe(older.job._id)
    expect(await statuses(w)).toEqual(['leased', 'unknown'])
  })

  it('on purpose gives its job back', async () => {
    const w = await withPrinters()
    await send(w)
    const paper = only(await w.lease(['kitchen']))
    expect((await w.step(paper, 'queued')).body.job.status).toBe('queued')
    expect(only(await w.lease(['kitchen'])).job._id).toBe(paper.job._id)
  })
})

it('a paper that was begun and never reached the agent is put back into its place, by the page that holds it, while it is its turn', async () => {
  const w = await withPrinters()
  await send(w, 2)
  const paper = only(await w.lease(['kitchen']))
  await w.step(paper, 'printing')
  expect((await w.step(paper, 'queued')).body.job).toMatchObject({
    status: 'queued',
    leaseUntil: null,
    waitingSince: paper.job.waitingSince,
  })
  const again = only(await w.lease(['kitchen']))
  expect([again.job._id, again.job.stamp]).toEqual([paper.job._id, null])
  expect((await w.step(paper, 'queued')).body.code).toBe('lease_lost')
  await w.step(again, 'printing')
  await w.pass(PRINTING_MS)
  // By now the printer may have had the next one: a person must ask for it.
  expect((await w.step(again, 'queued')).body.code).toBe('invalid_transition')
  expect((await w.step(again, 'failed')).body.job).toMatchObject({ status: 'failed', closed: false })
})

describe('a lost answer', () => {
  it('of a lease is given again for the same key', async () => {
    const w = await withPrinters()
    await send(w)
    const key = randomId()
    const papers = await w.lease(['kitchen'], { key })
    expect(await w.lease(['kitchen'], { key })).toEqual(papers)
    expect((await w.jobs())[0]?.fence).toBe(1)
  })

  it('of a step is repeated without a change, with and without a key', async () => {
    const w = await withPrinters()
    await send(w)
    const paper = only(await w.lease(['kitchen']))
    for (const status of ['printing', 'printing', 'printed', 'printed'] as const) expect((await w.step(paper, status)).status).toBe(200)
    const changes = (await w.events()).filter((e) => e.event === 'printJob').map((e) => e.data.jobs[0].status)
    expect(changes).toEqual(['queued', 'leased', 'printing', 'printed'])
    const back = await w.step(paper, 'failed')
    expect([back.status, back.body.code]).toEqual([409, 'invalid_transition'])
  })
})

describe('a printer that stands in', () => {
  it('takes over what waits too long, but not before', async () => {
    const w = await withPrinters({ kitchen: { deviceId: 'off', fallbackId: 'bar' }, bar: { ownOnly: true } })
    await send(w)
    expect(await w.lease(['bar'])).toEqual([])
    await w.pass(15_000)
    const paper = only(await w.lease(['bar']))
    expect((await w.jobs())[0]).toMatchObject({ printer_id: w.printers.bar, moved_from: w.printers.kitchen })
    await printed(w, paper)
  })

  it('gets what certainly failed, unmarked, and nothing that may have been printed', async () => {
    const w = await withPrinters({ kitchen: { fallbackId: 'bar' }, bar: { ownOnly: true, deviceId: 'bar' } })
    await send(w, 2)
    const failed = only(await w.lease(['kitchen']))
    expect((await w.step(failed, 'failed', { reason: 'Cannot find printer' })).body.job).toMatchObject({
      status: 'queued',
      printerId: w.printers.bar,
      stamp: null,
    })
    const unclear = only(await w.lease(['kitchen']))
    await w.step(unclear, 'printing')
    expect((await w.step(unclear, 'unknown', { reason: 'The agent closed' })).body.job).toMatchObject({
      status: 'unknown',
      printerId: w.printers.kitchen,
    })
  })
})

it('nothing prints by itself after six hours, and a person still prints it', async () => {
  const w = await withPrinters()
  await send(w)
  await w.pass(STALE_MS)
  expect(await w.lease()).toEqual([])
  const [job] = (await w.does('cashier', 'GET /print/jobs')).body.jobs
  expect(job).toMatchObject({ status: 'failed', closed: false })
  expect((await w.does('cashier', `POST /print/jobs/${job._id}/again`, {})).body.job).toMatchObject({
    _id: job._id,
    status: 'queued',
    stamp: null,
  })
  expect(only(await w.lease(['kitchen'])).job.stamp).toBeNull()
})

it('a ticket that is cancelled before it prints is not printed; its notice is', async () => {
  const w = await withPrinters()
  const order = await w.order([w.line('plain')])
  await w.does('cashier', 'PUT /orders/item/status', {
    orderId: order._id,
    kotId: order.kots[0]?.kotId,
    status: 'Cancelled',
    reason: 'Wrong table',
  })
  expect(only(await w.lease(['kitchen'])).document).toMatchObject({ paper: 'cancellation', items: [{ itemName: 'Peri Peri Fries' }] })
  expect((await w.jobs())[0]).toMatchObject({ kind: 'kot', status: 'failed', closed_at: expect.any(String) })
})

it('a KOT prints from the order that its ticket is in by now', async () => {
  const w = await withPrinters()
  const [one, two] = [await w.order([w.line('plain')]), await w.order([w.line('dosa')], { tableId: w.tables[1] })]
  await w.does('captain', 'POST /tables/merge', { parentTableId: w.tables[0], childTableIds: [w.tables[1]] })
  await printOne(w)
  expect(only(await w.lease(['kitchen'])).document).toMatchObject({ kotNumber: two.kots[0]?.kotNumber, tableNumber: one.tableNumber })
})

describe('a paper that is asked for', () => {
  const kot = async (w: PrintWorld, order: { _id: string; kots: { kotId: string }[] }) =>
    w.does('cashier', 'POST /print/jobs', { kind: 'kot', orderId: order._id, kotId: order.kots[0]?.kotId })

  it('again is stamped REPRINT after a print, and refused while a copy waits or prints', async () => {
    const w = await withPrinters()
    const order = await w.order([w.line('plain')])
    const waiting = await kot(w, order)
    expect([waiting.status, waiting.body.code, waiting.body.job?.status]).toEqual([409, 'print_pending', 'queued'])
    const paper = await printOne(w)
    expect((await kot(w, order)).body.jobs).toMatchObject([{ stamp: 'REPRINT', status: 'queued' }])
    expect((await kot(w, order)).status).toBe(409)
    expect((await w.does('cashier', `POST /print/jobs/${paper.job._id}/again`, {})).body.code).toBe('print_pending')
    expect(only(await w.lease(['kitchen'])).job.stamp).toBe('REPRINT')
  })

  it('again is stamped DUPLICATE when nobody knows, once for two tabs that press at once', async () => {
    const w = await withPrinters()
    await send(w)
    const paper = only(await w.lease(['kitchen']))
    await w.step(paper, 'printing')
    await w.step(paper, 'unknown')
    const presses = await Promise.all([1, 2].map(() => w.does('cashier', `POST /print/jobs/${paper.job._id}/again`, {})))
    expect(presses.map((p) => p.status).sort()).toEqual([200, 409])
    expect((await w.jobs()).map((j) => [j.copy, j.stamp, j.status, j.closed_at !== null])).toEqual([
      [0, null, 'unknown', true],
      [1, 'DUPLICATE', 'queued', false],
    ])
    expect(only(await w.lease(['kitchen']))).toMatchObject({ job: { stamp: 'DUPLICATE' }, document: { kotNumber: 1 } })
  })

  it('for the first time is not stamped: a ticket that was not printed by itself', async () => {
    const w = await withPrinters()
    await w.does('superuser', 'PUT /restaurant/profile', { printSettings: { autoPrintKOT: false } })
    const order = await w.order([w.line('plain')])
    expect(await w.jobs()).toEqual([])
    const asked = await Promise.all([kot(w, order), kot(w, order)])
    expect(asked.map((a) => a.status).sort()).toEqual([201, 409])
    expect((await w.jobs()).map((j) => [j.kind, j.stamp])).toEqual([['kot', null]])
  })

  it('on another printer goes there, also while it waits; an unknown printer is 404', async () => {
    const w = await withPrinters({ kitchen: {}, bar: { stations: ['Bar'] } })
    await send(w)
    const [job] = await w.jobs()
    expect((await w.does('cashier', `POST /print/jobs/${job?.id}/again`, { printerId: randomId() })).status).toBe(404)
    expect((await w.does('cashier', `POST /print/jobs/${job?.id}/again`, { printerId: w.printers.bar })).body.job).toMatchObject({
      printerId: w.printers.bar,
      stamp: null,
    })
    expect(only(await w.lease(['bar'])).job._id).toBe(job?.id)
  })

  it('has a bill’s last revision, the day’s figures for those who may read them, and a test page', async () => {
    const w = await withPrinters()
    const order = await w.order([w.line('plain')])
    const bill = () => w.does('cashier', 'POST /print/jobs', { kind: 'bill', orderId: order._id })
    expect((await bill()).body.code).toBe('invalid_transition')
    await w.does('cashier', `POST /orders/${order._id}/bill`)
    await printed(w, only(await w.lease(['counter'])))
    await w.does('waiter', 'PUT /pos/order', { orderId: order._id, orderData: { kots: [w.kot([w.line('dosa')])] } })
    await w.does('cashier', `POST /orders/${order._id}/bill`)
    await printed(w, only(await w.lease(['counter'])))
    expect((await bill()).body.jobs).toMatchObject([{ kind: 'bill', stamp: 'REPRINT', number: 1 }])
    const copy = only(await w.lease(['counter']))
    expect(copy.document.order.kots).toHaveLength(2)
    await printed(w, copy)
    const day = { kind: 'dayEnd', date: '2026-11-01' }
    expect((await w.does('waiter', 'POST /print/jobs', day)).status).toBe(403)
    expect((await w.does('cashier', 'POST /print/jobs', day)).status).toBe(201)
    // A waiter's page that says it is the counter gets no figures: the report waits for somebody who may read them.
    const asCounter = { deviceId: w.device, printerIds: [w.printers.counter] }
    expect((await w.does('waiter', 'POST /print/lease', asCounter)).body.jobs).toEqual([])
    const report = only(await w.lease(['counter']))
    expect(report.document).toMatchObject({ kind: 'dayEnd', summary: { date: '2026-11-01' } })
    // Nor can they make it disappear.
    const asPrinted = { fence: report.fence, status: 'printing' }
    expect((await w.does('waiter', `PUT /print/jobs/${report.job._id}`, asPrinted)).status).toBe(403)
    expect((await w.does('waiter', `POST /print/jobs/${report.job._id}/dismiss`)).status).toBe(403)
    expect((await w.does('waiter', `POST /print/jobs/${report.job._id}/again`, {})).status).toBe(403)
    expect((await w.does('kitchen', 'POST /print/jobs', { kind: 'test', printerId: w.printers.kitchen })).body.jobs).toMatchObject([
      { kind: 'test' },
    ])
    expect((await w.does('kitchen', 'POST /print/jobs', { kind: 'test', printerId: randomId() })).status).toBe(404)
  })

  it('is one test page a printer, however many are asked for: they hold up no ticket and hide none', async () => {
    const w = await withPrinters()
    const body = { kind: 'test', printerId: w.printers.kitchen }
    const test = () => w.does('kitchen', 'POST /print/jobs', body)
    // Two at once: the second was decided before the first was there.
    const via = meanwhile(() => test())
    expect((await w.does('captain', 'POST /print/jobs', body, { via })).status).toBe(201)
    const open = () => w.does('cashier', 'GET /print/jobs').then(({ body }) => body.jobs.map((j: { kind: string }) => j.kind))
    expect(await open()).toEqual(['test'])
    for (let n = 0; n < 3; n++) expect((await test()).status).toBe(201)
    await send(w)
    expect(await open()).toEqual(['test', 'kot'])
    // One that failed, also at another printer since, is replaced; one that is being printed is not.
    const [one] = await w.lease(['kitchen'])
    const busy = await test()
    expect([busy.status, busy.body.code]).toEqual([409, 'print_pending'])
    expect((await w.step(one!, 'printing')).status).toBe(200)
    expect((await w.step(one!, 'unknown')).status).toBe(200)
    expect((await test()).status).toBe(201)
    expect(await open()).toEqual(['kot', 'test'])
  })

  it('is a test page ten times a minute at most; tickets and bills go on', async () => {
    const w = await withPrinters()
    const order = await w.order([w.line('plain')])
    const test = () => w.does('kitchen', 'POST /print/jobs', { kind: 'test', printerId: w.printers.counter })
    await withinOneWindow(async () => {
      for (let n = 0; n < 10; n++) expect((await test()).status).toBe(201)
      const late = await test()
      expect([late.status, late.body.code]).toEqual([429, 'rate_limited'])
      const kot = { kind: 'kot', orderId: order._id, kotId: order.kots[0]!.kotId }
      expect((await w.does('kitchen', 'POST /print/jobs', kot)).body.code).toBe('print_pending')
      expect((await w.does('captain', 'POST /print/jobs', { kind: 'test', printerId: w.printers.counter })).status).toBe(201)
    })
  })

  it('is no bill that changed since it was printed, was settled unprinted and goes on, or was cancelled: paper that says more than the books know of', async () => {
    const w = await withPrinters(undefined, {}, { printBillOnSettle: false })
    const paper = (orderId: string) => w.does('waiter', 'POST /print/jobs', { kind: 'bill', orderId })
    const add = (orderId: string) => w.does('waiter', 'PUT /pos/order', { orderId, orderData: { kots: [w.kot([w.line('dosa', 9)])] } })
    const [{ _id: settled }, { _id: changed }, { _id: gone }] = [
      await w.order([w.line('plain')], { orderType: 'Take Away' }),
      await w.order([w.line('plain')]),
      await w.order([w.line('plain')], { tableId: w.tables[1] }),
    ]
    await w.settle(settled, { complete: false })
    for (const orderId of [changed, gone]) await w.does('waiter', `POST /orders/${orderId}/bill`)
    for (const _ of [changed, gone]) await printed(w, only(await w.lease(['counter'])))
    for (const orderId of [settled, changed]) expect((await add(orderId)).status).toBe(200)
    await w.does('cashier', 'PUT /orders/status', { orderId: gone, orderStatus: 'cancelled', reason: 'Left' })
    const before = (await w.jobs()).length
    for (const [orderId, why] of [
      [settled, 'The bill as it stands was not printed yet: print its receipt first.'],
      [changed, 'The bill as it stands was not printed yet: print its receipt first.'],
      [gone, 'A cancelled order has no bill.'],
    ] as const) {
      const refused = await paper(orderId)
      expect([refused.status, refused.body.code, refused.body.message]).toEqual([409, 'invalid_transition', why])
    }
    expect(await w.jobs()).toHaveLength(before)
    // Printed as it stands, it is in the books with its total, and a copy of that paper may follow. A completed bill never changes again.
    const anew = (await w.does('waiter', `POST /orders/${settled}/bill`)).body.order
    expect(anew.lastPrinted.total).toBe(anew.grandTotal)
    await w.settle(changed)
    expect((await paper(changed)).body.jobs).toMatchObject([{ kind: 'bill' }])
  })

  it('has nowhere to go without a printer', async () => {
    const w = await withPrinters({ counter: { role: 'bill' } })
    const order = await w.order([w.line('plain')])
    expect((await kot(w, order)).body.code).toBe('no_printer')
    const none = await withPrinters({})
    expect((await none.does('cashier', 'POST /print/jobs', { kind: 'dayEnd', date: '2026-11-01' })).body.code).toBe('no_printer')
    const gone = await withPrinters()
    await send(gone)
    await gone.does('superuser', `DELETE /print/printers/${gone.printers.kitchen}`)
    const [job] = await gone.jobs()
    expect((await gone.does('cashier', `POST /print/jobs/${job?.id}/again`, {})).body.code).toBe('no_printer')
  })

  it('is refused for a ticket that never went to the kitchen or is cancelled, and for one that isn’t there', async () => {
    const w = await withPrinters()
    const order = await w.order([w.line('plain')])
    expect((await w.does('cashier', 'POST /print/jobs', { kind: 'kot', orderId: order._id, kotId: randomId() })).status).toBe(404)
    expect((await w.does('cashier', 'POST /print/jobs', { kind: 'kot', orderId: randomId(), kotId: order.kots[0]?.kotId })).status).toBe(
      404,
    )
    await w.does('cashier', 'PUT /orders/item/status', {
      orderId: order._id,
      kotId: order.kots[0]?.kotId,
      status: 'Cancelled',
      reason: 'No',
    })
    expect((await kot(w, order)).body.code).toBe('invalid_transition')
  })
})

it('of more open jobs than the list holds, it has the newest, oldest first', async () => {
  const w = await withPrinters()
  await send(w)
  const { id, ...row } = (await w.jobs())[0]!
  const more = Array.from({ length: MOST_JOBS }, (_, i) => i + 1)
  const columns = sql.raw(
    Object.keys(row)
      .filter((name) => name !== 'seq' && name !== 'paper')
      .join(', '),
  )
  await batch(w.db, [
    sql`INSERT INTO print_jobs (id, paper, ${columns})
        SELECT id || n, paper || n, ${columns} FROM print_jobs, (SELECT value AS n FROM json_each(${JSON.stringify(more)})) WHERE id = ${id}`,
  ])
  const { jobs } = (await w.does('cashier', 'GET /print/jobs')).body
  const ids = (list: { _id: string }[]) => list.map(({ _id }) => _id)
  expect(ids(jobs)).toEqual(more.map((n) => `${id}${n}`))
  await w.pass(31_000)
  const { dashboard } = (await w.does('superuser', 'POST /api/analytics/dashboard-analytics', { period: 'today' })).body
  expect(ids(dashboard.attention.unprinted)).toEqual(ids(jobs.slice(-100)))
})

describe('a job that is dismissed', () => {
  it('does not print, and leaves the list', async () => {
    const w = await withPrinters()
    await send(w)
    const [job] = await w.jobs()
    expect((await w.does('captain', `POST /print/jobs/${job?.id}/dismiss`)).body.job.closed).toBe(true)
    expect([await w.lease(), (await w.does('cashier', 'GET /print/jobs')).body.jobs]).toEqual([[], []])
  })

  it('is not in hand: what is being printed is not dismissed', async () => {
    const w = await withPrinters()
    await send(w)
    const paper = only(await w.lease(['kitchen']))
    const refused = await w.does('captain', `POST /print/jobs/${paper.job._id}/dismiss`)
    expect([refused.status, refused.body.code]).toEqual([409, 'print_pending'])
  })
})
