import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { linesOf } from '#domain/print/document.ts'
import { batch } from '../db/index.ts'
import { type PrintWorld, withPrinters } from '../test/printers.ts'

/** What is printed, and where, when something happens between the order of a paper and its printing. */

/** Prints all that waits for the printers, of the device `deviceId`. */
async function drained(w: PrintWorld, names: string[], deviceId = w.device): Promise<{ document: any; job: any }[]> {
  const out: { document: any; job: any }[] = []
  for (;;) {
    const reply = await w.does('cashier', 'POST /print/lease', { deviceId, printerIds: names.map((name) => w.printers[name]) })
    expect(reply.status, reply.text).toBe(200)
    if (reply.body.jobs.length === 0) return out
    for (const paper of reply.body.jobs) {
      for (const status of ['printing', 'printed'] as const) expect((await w.step(paper, status)).status).toBe(200)
      out.push(paper)
    }
  }
}
const papers = (found: { document: any }[]) => found.map(({ document }) => document.paper)
const cancel = (w: PrintWorld, orderId: string) =>
  w.does('cashier', 'PUT /orders/status', { orderId, orderStatus: 'cancelled', reason: 'They left' })
const ask = (w: PrintWorld, body: object) => w.does('cashier', 'POST /print/jobs', body)

describe('the ticket of a cancelled order', () => {
  it('that waits is not printed any more, nor a notice of its move: its cancellation alone is', async () => {
    const w = await withPrinters()
    const order = await w.order([w.line('plain', 2), w.line('dosa')])
    const kotId = order.kots[0]?.kotId
    const part = { orderId: order._id, kotId, itemId: w.items.plain, status: 'Cancelled', quantityChange: -1, reason: 'Mistake' }
    expect((await w.does('cashier', 'PUT /orders/item/status', part)).status).toBe(200)
    expect((await w.does('captain', 'POST /tables/move', { fromTableId: w.tables[0], toTableId: w.tables[1] })).status).toBe(200)
    expect((await cancel(w, order._id)).status).toBe(200)
    const found = await drained(w, ['kitchen'])
    expect(papers(found)).toEqual(['cancellation', 'cancellation'])
    // Nothing of it is still wanted.
    expect(found.flatMap(({ document }) => document.items.map((i: any) => [i.itemName, i.quantity, i.left]))).toEqual([
      ['Peri Peri Fries', 1, 0],
      ['Peri Peri Fries', 1, 0],
      ['Masala Dosa', 1, 0],
    ])
  })

  it('is not printed by asking for it again, in whatever way', async () => {
    const w = await withPrinters()
    const order = await w.order([w.line('plain')])
    const [paper] = await w.lease(['kitchen'])
    await w.step(paper!, 'failed', { reason: 'No paper' })
    await cancel(w, order._id)
    expect(papers(await drained(w, ['kitchen']))).toEqual(['cancellation'])
    const again = await w.does('cashier', `POST /print/jobs/${paper?.job._id}/again`, {})
    expect([again.status, again.body.code]).toEqual([409, 'invalid_transition'])
    expect(await drained(w, ['kitchen'])).toEqual([])
    const asked = await ask(w, { kind: 'kot', orderId: order._id, kotId: order.kots[0]?.kotId })
    expect([asked.status, asked.body.code]).toEqual([409, 'invalid_transition'])
  })
})

describe('a bill that comes out after it was paid', () => {
  const bill = (w: PrintWorld, orderId: string) => w.does('cashier', `POST /orders/${orderId}/bill`)
  it('says what was paid, as a second copy and as a first one that waited', async () => {
    const w = await withPrinters()
    for (const [n, waits] of [false, true].entries()) {
      const order = await w.order([w.line('plain')], { tableId: w.tables[n] })
      await bill(w, order._id)
      if (!waits) await drained(w, ['counter'])
      expect((await w.settle(order._id, { paymentMethod: 'UPI' })).status).toBe(200)
      if (!waits) expect((await ask(w, { kind: 'bill', orderId: order._id })).body.jobs).toMatchObject([{ stamp: 'REPRINT' }])
      const [paper] = await drained(w, ['counter'])
      expect(paper?.document.order).toMatchObject({
        grandTotal: order.grandTotal,
        paymentStatus: 'paid',
        payments: [{ method: 'UPI', amount: order.grandTotal }],
        orderStatus: 'completed',
      })
    }
  })

  it('of an older total says what it said', async () => {
    const w = await withPrinters()
    const order = await w.order([w.line('plain')])
    await bill(w, order._id)
    await w.does('waiter', 'PUT /pos/order', { orderId: order._id, orderData: { kots: [w.kot([w.line('dosa')])] } })
    expect((await w.settle(order._id, { paymentMethod: 'UPI' })).status).toBe(200)
    const found = (await drained(w, ['counter'])).map(({ document }) => [document.order.kots.length, document.order.paymentStatus])
    expect(found).toEqual([
      [1, 'unpaid'],
      [2, 'paid'],
    ])
  })

  it('that was settled otherwise than it was printed, without a paper, is asked for as it was settled, once', async () => {
    const w = await withPrinters(undefined, {}, { printBillOnSettle: false })
    const order = await w.order([w.line('plain')])
    await bill(w, order._id)
    await w.does('waiter', 'PUT /pos/order', { orderId: order._id, orderData: { kots: [w.kot([w.line('dosa')])] } })
    expect((await w.settle(order._id, { paymentMethod: 'UPI' })).status).toBe(200)
    await drained(w, ['counter'])
    for (const stamp of [null, 'REPRINT']) {
      expect((await ask(w, { kind: 'bill', orderId: order._id })).body.jobs).toMatchObject([{ stamp }])
      const { document } = (await drained(w, ['counter']))[0]!
      expect([document.order.kots.length, document.order.paymentStatus, document.order.lastPrinted.revision]).toEqual([2, 'paid', 1])
      // The kitchen works on.
      for (const [i, kot] of ((await w.read(order._id))?.kots ?? []).entries())
        if (i === (stamp ? 1 : 0))
          expect(
            (await w.does('kitchen', 'PUT /orders/item/status', { orderId: order._id, kotId: kot.kotId, status: 'Ready' })).status,
          ).toBe(200)
    }
  })
})

/** Without the jobs that open the cash drawer alone. */
const bills = async (w: PrintWorld) => (await drained(w, ['counter'])).filter(({ job }) => job.kind === 'bill')

describe('a bill that failed, printed again from the tray', () => {
  const failedBill = async () => {
    const w = await withPrinters(undefined, {}, { printBillOnSettle: false })
    const order = await w.order([w.line('plain')])
    await w.does('cashier', `POST /orders/${order._id}/bill`)
    await drained(w, ['kitchen'])
    const [paper] = await w.lease(['counter'])
    await w.step(paper!, 'failed', { reason: 'No paper' })
    const more = () => w.does('waiter', 'PUT /pos/order', { orderId: order._id, orderData: { kots: [w.kot([w.line('dosa')])] } })
    const again = async () => {
      const { status, body } = await w.does('waiter', `POST /print/jobs/${paper?.job._id}/again`, {})
      return [status, body.code ?? body.job.stamp]
    }
    return { w, order, more, again }
  }
  it('comes out while it is the bill', async () => {
    const { w, order, again } = await failedBill()
    expect((await w.settle(order._id)).status).toBe(200)
    expect(await again()).toEqual([200, null])
    expect((await bills(w)).map(({ document }) => document.order.paymentStatus)).toEqual(['paid'])
  })
  it('is refused once the order has changed, was printed as the next revision, was settled otherwise, or is cancelled', async () => {
    const { w, order, more, again } = await failedBill()
    await more()
    expect(await again()).toEqual([409, 'invalid_transition'])
    await w.does('cashier', `POST /orders/${order._id}/bill`)
    expect(await again()).toEqual([409, 'invalid_transition'])
    await more()
    expect((await w.settle(order._id)).status).toBe(200)
    expect(await again()).toEqual([409, 'invalid_transition'])
    const other = await failedBill()
    await cancel(other.w, other.order._id)
    expect(await other.again()).toEqual([409, 'invalid_transition'])
  })
})

describe('what an invoice says of its issue', () => {
  const lines = async (w: PrintWorld) => {
    const [paper] = await bills(w)
    const { restaurant } = (await w.does('superuser', 'GET /restaurant/profile')).body
    return linesOf(paper?.document, { columns: 48, restaurant }).map(({ text }) => text)
  }
  const gstin = (w: PrintWorld, gstNumber: string) => w.does('superuser', 'PUT /restaurant/profile', { gstNumber })

  it('stays, whatever the outlet’s GSTIN is when it is printed', async () => {
    const w = await withPrinters(undefined, {}, { printBillOnSettle: false })
    for (const [before, after, kind] of [
      ['36AAAAA0000A1Z3', '', 'TAX INVOICE'],
      ['', '36AAAAA0000A1Z3', 'BILL'],
    ] as const) {
      expect((await gstin(w, before)).status).toBe(200)
      const order = await w.order([w.line('plain')])
      expect((await w.settle(order._id)).status).toBe(200)
      expect((await gstin(w, after)).status).toBe(200)
      for (const stamp of [null, 'REPRINT']) {
        expect((await ask(w, { kind: 'bill', orderId: order._id })).body.jobs).toMatchObject([{ stamp }])
        const paper = await lines(w)
        expect(paper).toContain(kind)
        expect(paper.includes(`GSTIN ${before}`)).toBe(before !== '')
        expect(paper.filter((text) => text.startsWith('GSTIN'))).toHaveLength(before ? 1 : 0)
      }
    }
  })

  it('keeps the outlet’s name, address and numbers, for a copy in the tray as well', async () => {
    const w = await withPrinters(undefined, {}, { printBillOnSettle: false })
    const issued = {
      establishment_name: 'Smash Yard',
      address: '8-2-293, Road 36, Jubilee Hills',
      gstNumber: '36AAAAA0000A1Z3',
      fssaiNumber: '13626012000145',
      vatNumber: '36123456789',
    }
    expect((await w.does('superuser', 'PUT /restaurant/profile', issued)).status).toBe(200)
    const order = await w.order([w.line('plain')])
    const settled = await w.settle(order._id)
    expect(settled.body.order.taxPercentages.issued).toEqual({ at: expect.any(String), date: expect.any(String), ...issued })
    // What a bill keeps of its outlet takes about 200 bytes, and its settlement no statement more.
    expect(JSON.stringify(settled.body.order.taxPercentages.issued).length).toBeLessThan(260)
    const today = { establishment_name: 'Burger Hall', address: 'Other Lane 7', fssaiNumber: '13626012000999', vatNumber: '' }
    expect((await w.does('superuser', 'PUT /restaurant/profile', today)).status).toBe(200)
    for (const stamp of [null, 'REPRINT']) {
      expect((await ask(w, { kind: 'bill', orderId: order._id })).body.jobs).toMatchObject([{ stamp }])
      const paper = (await lines(w)).join('\n')
      for (const said of ['SMASH YARD', 'Jubilee Hills', 'FSSAI 13626012000145', 'VAT 36123456789']) expect(paper).toContain(said)
      expect(paper).not.toMatch(/BURGER|Other Lane|000999/)
    }
    // Who reads the invoice over the API gets the outlet of its issue as well, and of an order without a number today's.
    const outletOf = async (id: string) => (await w.does('cashier', `GET /restaurant/invoice-details/${id}`)).body.restaurant
    expect(await outletOf(order._id)).toMatchObject({ _id: w.id, ...issued })
    expect(await outletOf((await w.order([w.line('plain')]))._id)).toMatchObject(today)
  })

  it('is of the moment when it got its number: a parcel that was paid first is printed later', async () => {
    const w = await withPrinters(undefined, {}, { printBillOnSettle: false })
    const sent = await w.does('waiter', 'POST /pos/order', { orderType: 'Take Away', kots: [w.kot([w.line('plain')])] })
    const { _id: orderId } = sent.body.order
    const paid = await w.does('cashier', 'PUT /orders/payment/status', { orderId, paymentStatus: 'paid', paymentMethod: 'Cash' })
    const { billNumber, taxPercentages, lastPrinted } = paid.body.order
    expect([billNumber, lastPrinted]).toEqual([1, null])
    expect(Date.parse(taxPercentages.issued.at)).toBeGreaterThan(Date.now() - 60_000)
    // A year’s end passes.
    const at = '2026-03-31T18:29:00.000Z'
    await batch(w.db, [
      sql`UPDATE orders SET tax_percentages = json_remove(json_set(tax_percentages, '$.issued.at', ${at}), '$.issued.date') WHERE id = ${orderId}`,
    ])
    await w.does('cashier', `POST /orders/${orderId}/bill`)
    expect((await lines(w)).join('\n')).toMatch(/Date: 31[ /-](Mar|03)/)
    expect((await w.read(orderId))?.taxPercentages.issued?.at).toBe(at)
  })
})

it('the ticket of a new order without a table is called by its number, in the tray and in what the pages hear', async () => {
  const w = await withPrinters({ kitchen: {}, bar: { stations: ['Bar'] } })
  await w.does('superuser', `PUT /menus/item?id=${w.items.beer}`, { station: 'Bar' })
  const kots = [w.kot([w.line('plain'), w.line('beer')])]
  for (const serial of [1, 2]) {
    const sent = await w.does('waiter', 'POST /pos/order', {
      orderType: 'Take Away',
      kots: serial === 1 ? kots : [w.kot([w.line('plain')])],
    })
    expect(sent.body.order.serialNumber).toBe(serial)
  }
  const titles = ['Take Away 1', 'Take Away 1', 'Take Away 2']
  expect((await w.jobs()).map(({ title }) => title)).toEqual(titles)
  const told = await w.rows(`SELECT data FROM events WHERE restaurant_id = ? AND event = 'printJob' ORDER BY seq`, w.id)
  expect(told.flatMap(({ data }: any) => JSON.parse(data).jobs.map(({ title }: any) => title))).toEqual(titles)
  // At a table it is called by that.
  await w.order([w.line('plain')])
  expect((await w.jobs()).at(-1)?.title).toBe('T1')
})

it('a printer that is off holds up no other, however many papers wait for it', async () => {
  const w = await withPrinters({ kitchen: { deviceId: 'gone' }, counter: { role: 'bill' } })
  const order = await w.order([w.line('plain')])
  await batch(w.db, [
    sql`INSERT INTO print_jobs (id, restaurant_id, kind, paper, printer_id, order_id, kot_id, apart, waiting_since, created_at, created_by)
        SELECT 'old' || value, restaurant_id, kind, paper || value, printer_id, order_id, kot_id, apart, waiting_since, created_at, created_by
        FROM print_jobs, json_each(${JSON.stringify(Array.from({ length: 250 }, (_, i) => i))}) WHERE restaurant_id = ${w.id}`,
  ])
  await w.does('cashier', `POST /orders/${order._id}/bill`)
  expect((await drained(w, ['counter'])).map(({ job }) => job.kind)).toEqual(['bill'])
})

it('cash drawers that never opened, which nobody can put away, hide no paper from the list of what is not printed', async () => {
  const w = await withPrinters(undefined, {}, { openDrawer: true, printBillOnSettle: false })
  const order = await w.order([w.line('plain')])
  expect((await w.settle(order._id)).status).toBe(200)
  await batch(w.db, [
    sql`INSERT INTO print_jobs (id, restaurant_id, kind, paper, printer_id, order_id, apart, content, waiting_since, created_at, created_by)
        SELECT 'old' || value, restaurant_id, kind, paper || value, printer_id, order_id, apart, content, waiting_since, created_at, created_by
        FROM print_jobs, json_each(${JSON.stringify(Array.from({ length: 250 }, (_, i) => i))}) WHERE restaurant_id = ${w.id} AND kind = 'drawer'`,
  ])
  await w.order([w.line('dosa')])
  const { jobs } = (await w.does('cashier', 'GET /print/jobs')).body
  expect(jobs.map(({ kind, number }: any) => [kind, number])).toEqual([
    ['kot', 1],
    ['kot', 2],
  ])
})

it('what becomes of a ticket that a device keeps to itself is told at its printer, whoever cancels, moves or merges', async () => {
  const w = await withPrinters({ kitchen: {}, own: { deviceId: 'bartill', ownOnly: true } })
  const own = { headers: { 'X-Device-Id': 'bartill' } }
  const kots = [w.kot([w.line('plain', 2)])]
  const sent = await w.does('waiter', 'POST /pos/order', { tableId: w.tables[0], kots }, own)
  expect(sent.status, sent.text).toBe(201)
  const { _id: orderId } = sent.body.order
  const kotId = kots[0]?.kotId
  // Another device's ticket of the same order goes to the kitchen, and what becomes of it too.
  await w.does('waiter', 'PUT /pos/order', { orderId, orderData: { kots: [w.kot([w.line('dosa')])] } })
  const told = async () => [papers(await drained(w, ['own'], 'bartill')), papers(await drained(w, ['kitchen']))]
  expect(await told()).toEqual([['new'], ['addition']])
  const part = { orderId, kotId, itemId: w.items.plain, status: 'Cancelled', quantityChange: -1, reason: 'Mistake' }
  expect((await w.does('cashier', 'PUT /orders/item/status', part)).status).toBe(200)
  expect(await told()).toEqual([['cancellation'], []])
  expect((await w.does('captain', 'POST /tables/move', { fromTableId: w.tables[0], toTableId: w.tables[1] })).status).toBe(200)
  expect(await told()).toEqual([['move'], ['move']])
  const merge = { parentTableId: w.tables[2], childTableIds: [w.tables[1]] }
  expect((await w.does('captain', 'POST /tables/merge', merge, own)).status).toBe(200)
  expect(await told()).toEqual([['move'], ['move']])
  expect((await cancel(w, orderId)).status).toBe(200)
})
