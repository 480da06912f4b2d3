import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { addDays } from '#domain/time.ts'
import { batch } from '../db/index.ts'
import { call, testEnv } from '../test/world.ts'
import { type PrintWorld, withPrinters } from '../test/printers.ts'

/** Which jobs a command's batch makes. */

const kinds = async (w: PrintWorld) => (await w.jobs()).map((j) => [j.kind, j.number, j.status])
const told = async (w: PrintWorld) => (await w.events()).filter((e) => e.event === 'printJob').flatMap((e) => e.data.jobs)
const withStation = (w: PrintWorld, item: string | undefined, station: string) =>
  batch(w.db, [sql`UPDATE menu_items SET station = ${station} WHERE id = ${item}`])

describe('a ticket that is sent', () => {
  it('makes a job for the KOT printer, and an event for it', async () => {
    const w = await withPrinters()
    const order = await w.order([w.line('plain')])
    expect(await w.jobs()).toMatchObject([
      {
        kind: 'kot',
        order_id: order._id,
        kot_id: order.kots[0]?.kotId,
        number: 1,
        title: 'T1',
        printer_id: w.printers.kitchen,
        status: 'queued',
        stamp: null,
        content: null,
      },
    ])
    const [row] = await w.jobs()
    expect(await told(w)).toMatchObject([{ _id: row?.id, kind: 'kot', number: 1, closed: false }])
  })

  it('makes one for an addition, and none for the same ticket sent again', async () => {
    const w = await withPrinters()
    const order = await w.order([w.line('plain')])
    const kots = [w.kot([w.line('dosa')])]
    for (let i = 0; i < 2; i++)
      expect((await w.does('waiter', 'PUT /pos/order', { orderId: order._id, orderData: { kots } })).status).toBe(200)
    expect(await kinds(w)).toEqual([
      ['kot', 1, 'queued'],
      ['kot', 2, 'queued'],
    ])
  })

  it('makes none while a guest’s waits, and one when staff accept it', async () => {
    const w = await withPrinters(undefined, { settings: { qrSettings: { acceptOrders: true } } })
    const { token } = await w.guest(0)
    const kot = w.kot([w.line('plain')])
    const sent = await call('POST /orders', { token, body: { order: { tableId: w.tables[0], kots: [kot] } } })
    expect([sent.status, await w.jobs()]).toEqual([201, []])
    const accepted = await w.does('waiter', 'PUT /pos/order', { orderId: sent.body.order._id, orderData: { kots: [kot] } })
    expect([accepted.status, await kinds(w)]).toEqual([200, [['kot', 1, 'queued']]])
  })

  it('makes none without a printer, without the setting, with printing off, or as no KOT', async () => {
    const settings = [
      [{}, { autoPrintKOT: true }],
      [undefined, { autoPrintKOT: false }],
      [undefined, { autoPrintKOT: true, enablePrint: false }],
    ] as const
    for (const [printers, printSettings] of settings) {
      const w = await withPrinters(printers)
      await batch(testEnv.PLATFORM, [sql`UPDATE restaurants SET print_settings = ${JSON.stringify(printSettings)} WHERE id = ${w.id}`])
      await w.order([w.line('plain')])
      expect([printSettings, await w.jobs(), await told(w)]).toEqual([printSettings, [], []])
    }
    const w = await withPrinters()
    await w.order([w.line('plain')], { isKOT: false })
    expect(await w.jobs()).toEqual([])
  })

  it('is split by the stations that printers name, each paper with its own lines', async () => {
    const w = await withPrinters({ kitchen: {}, bar: { stations: ['Bar'] } })
    await withStation(w, w.items.beer, 'Bar')
    await w.order([w.line('plain'), w.line('beer', 2), w.line('dosa')])
    expect((await w.jobs()).map((j) => [j.station, j.part, j.parts, j.printer_id])).toEqual([
      [null, 1, 2, w.printers.kitchen],
      ['Bar', 2, 2, w.printers.bar],
    ])
    const papers = await w.lease()
    expect(papers.map((p) => p.document.items.map((i: any) => [i.itemName, i.quantity]))).toEqual([
      [
        ['Peri Peri Fries', 1],
        ['Masala Dosa', 1],
      ],
      [['Kingfisher Premium', 2]],
    ])
  })
})

it('a cancellation and a move print notices, at the stations that make the lines', async () => {
  const w = await withPrinters({ kitchen: {}, bar: { stations: ['Bar'] } })
  await withStation(w, w.items.beer, 'Bar')
  const order = await w.order([w.line('plain', 3), w.line('beer')])
  for (const paper of await w.lease()) for (const status of ['printing', 'printed'] as const) await w.step(paper, status)
  const cancelled = {
    orderId: order._id,
    kotId: order.kots[0]?.kotId,
    itemId: w.items.plain,
    status: 'Cancelled',
    quantityChange: -2,
    reason: 'Changed mind',
  }
  expect((await w.does('cashier', 'PUT /orders/item/status', cancelled)).status).toBe(200)
  expect((await w.does('captain', 'POST /tables/move', { fromTableId: w.tables[0], toTableId: w.tables[1] })).status).toBe(200)
  const [notice, move, barMove] = (await w.jobs()).slice(2)
  expect([notice, move, barMove]).toMatchObject([
    { kind: 'cancellation', number: 1, printer_id: w.printers.kitchen, parts: 1 },
    { kind: 'move', title: 'T2', printer_id: w.printers.kitchen },
    { kind: 'move', station: 'Bar', printer_id: w.printers.bar },
  ])
  const [paper, bar] = await w.lease()
  expect(paper?.document).toMatchObject({
    paper: 'cancellation',
    kotNumber: 1,
    items: [{ itemName: 'Peri Peri Fries', quantity: 2, reason: 'Changed mind', left: 1 }],
  })
  expect(bar?.document).toMatchObject({ paper: 'move', wasTable: '1', tableNumber: '2', area: 'Hall', station: 'Bar' })
})

it('a merge tells the kitchen where the tickets of the other tables are now, and parting tells it again', async () => {
  const w = await withPrinters()
  for (const n of [0, 1, 2]) await w.order([w.line('plain')], { tableId: w.tables[n] })
  for (const paper of await w.lease()) for (const status of ['printing', 'printed'] as const) await w.step(paper, status)
  const body = { parentTableId: w.tables[0], childTableIds: [w.tables[1], w.tables[2]] }
  const notices = async () => (await w.jobs()).filter(({ kind }) => kind === 'move').map((j) => [j.title, JSON.parse(j.content).wasTable])
  expect((await w.does('captain', 'POST /tables/merge', body)).status).toBe(200)
  expect(await notices()).toEqual([
    ['T1', '2'],
    ['T1', '3'],
  ])
  expect((await told(w)).filter(({ kind }: { kind: string }) => kind === 'move')).toHaveLength(2)
  expect((await w.does('captain', 'POST /tables/unmerge', body)).status).toBe(200)
  expect((await notices()).slice(2)).toEqual([
    ['T2', '1'],
    ['T3', '1'],
  ])
})

it('a merge into a table without an order tells the kitchen that the order has moved there', async () => {
  const w = await withPrinters()
  await w.order([w.line('plain')], { tableId: w.tables[1] })
  await w.does('captain', 'POST /tables/merge', { parentTableId: w.tables[0], childTableIds: [w.tables[1]] })
  expect((await w.jobs()).slice(1).map((j) => [j.kind, j.title, JSON.parse(j.content)])).toEqual([['move', 'T1', { wasTable: '2' }]])
})

it('a cancelled order notifies the kitchen of what was still being made, and of nothing else', async () => {
  const w = await withPrinters()
  const order = await w.order([w.line('plain'), w.line('dosa')])
  const kotId = order.kots[0]?.kotId
  await w.does('waiter', 'PUT /orders/item/status', { orderId: order._id, kotId, itemId: w.items.dosa, status: 'Served' })
  const cancelled = await w.does('cashier', 'PUT /orders/status', { orderId: order._id, orderStatus: 'cancelled', reason: 'They left' })
  expect([cancelled.status, await kinds(w)]).toEqual([
    200,
    [
      ['kot', 1, 'queued'],
      ['cancellation', 1, 'queued'],
    ],
  ])
  const content = JSON.parse((await w.jobs())[1]?.content)
  expect(content.lines).toEqual([{ lineId: order.kots[0]?.items.find((i) => i.itemName === 'Peri Peri Fries')?.lineId, quantity: 1 }])
})

describe('a bill', () => {
  it('that is asked for prints once, with the number that the batch gave it, and says what it said', async () => {
    const w = await withPrinters()
    const order = await w.order([w.line('plain')])
    const bills = await Promise.all([1, 2, 3].map(() => w.does('cashier', `POST /orders/${order._id}/bill`)))
    expect(bills.map((b) => b.status)).toEqual([200, 200, 200])
    // Only the command that made the job says so; to the others the bill was printed before.
    expect(bills.map((b) => b.body.paper).sort()).toEqual([true, undefined, undefined])
    const { billNumber, grandTotal } = bills[0]!.body.order
    expect((await w.jobs()).filter((j) => j.kind === 'bill')).toMatchObject([
      { number: billNumber, printer_id: w.printers.counter, title: 'T1' },
    ])
    expect((await told(w)).filter((j: any) => j.kind === 'bill')).toMatchObject([{ number: billNumber }])
    // Something is added before the printer wakes up.
    await w.does('waiter', 'PUT /pos/order', { orderId: order._id, orderData: { kots: [w.kot([w.line('dosa')])] } })
    const [paper] = await w.lease(['counter'])
    expect(paper?.document).toMatchObject({ kind: 'bill', order: { billNumber, grandTotal } })
    expect(paper?.document.order.invoiceNumber).toMatch(new RegExp(`/${billNumber}$`))
    expect(paper?.document.order.kots).toHaveLength(1)
  })

  it('of a changed order prints again when it is asked for or settled, and then not once more', async () => {
    const w = await withPrinters()
    const order = await w.order([w.line('plain')])
    await w.does('cashier', `POST /orders/${order._id}/bill`)
    await w.does('waiter', 'PUT /pos/order', { orderId: order._id, orderData: { kots: [w.kot([w.line('dosa')])] } })
    await w.does('cashier', 'PUT /orders/payment/status', { orderId: order._id, paymentStatus: 'paid', paymentMethod: 'Cash' })
    expect((await w.does('cashier', 'PUT /orders/status', { orderId: order._id, orderStatus: 'completed' })).status).toBe(200)
    const bills = (await w.jobs()).filter((j) => j.kind === 'bill')
    expect(bills.map((j) => [j.number, JSON.parse(j.content).order.kots.length])).toEqual([
      [1, 1],
      [1, 2],
    ])
  })

  it('prints when an order is settled, and not when it was printed before', async () => {
    const w = await withPrinters()
    const [one, two] = [await w.order([w.line('plain')]), await w.order([w.line('plain')], { orderType: 'Take Away' })]
    await w.does('cashier', `POST /orders/${two._id}/bill`)
    for (const order of [one, two]) expect((await w.settle(order._id)).status).toBe(200)
    const bills = (await w.jobs()).filter((j) => j.kind === 'bill')
    expect(bills.map((j) => j.order_id).sort()).toEqual([one._id, two._id].sort())
    expect((await w.read(one._id))?.billPrintedAt).not.toBeNull()
  })

  it('does not print on settling where the outlet doesn’t want it: the order counts as not printed', async () => {
    const w = await withPrinters(undefined, {}, { printBillOnSettle: false })
    const order = await w.order([w.line('plain')])
    expect((await w.settle(order._id, { paymentMethod: 'UPI' })).status).toBe(200)
    expect([(await kinds(w)).filter(([kind]) => kind === 'bill'), (await w.read(order._id))?.billPrintedAt]).toEqual([[], null])
    // Asked for, it comes out.
    expect((await w.does('cashier', 'POST /print/jobs', { kind: 'bill', orderId: order._id })).status).toBe(201)
  })

  it('has no print job where no printer is registered, where the only one is another device’s, or with printing off, and the answer says so', async () => {
    const none = await withPrinters({ kitchen: {} })
    const others = await withPrinters({ other: { role: 'bill', deviceId: 'another', ownOnly: true } })
    const off = await withPrinters(undefined, {}, { enablePrint: false })
    for (const w of [none, others, off]) {
      const order = await w.order([w.line('plain')])
      const { body } = await w.does('cashier', `POST /orders/${order._id}/bill`)
      expect([body.paper, body.order.billNumber, (await kinds(w)).filter(([kind]) => kind === 'bill')]).toEqual([false, 1, []])
    }
  })

  it('comes out at the device that asked for it', async () => {
    const w = await withPrinters({ first: { role: 'bill' }, second: { role: 'bill', deviceId: 'second' } })
    const order = await w.order([w.line('plain')])
    await w.does('cashier', `POST /orders/${order._id}/bill`, undefined, { headers: { 'X-Device-Id': 'second' } })
    expect((await w.jobs()).map((j) => j.printer_id)).toEqual([w.printers.second])
  })
})

describe('the cash drawer', () => {
  const pay = (w: PrintWorld, orderId: string, paymentMethod: string) => w.settle(orderId, { paymentMethod })
  /** What a printer gets: the kind of each paper, and whether the drawer opens with it. */
  async function opened(w: PrintWorld, printer = 'counter') {
    const out: [string, boolean | undefined][] = []
    for (;;) {
      const [paper] = await w.lease([printer])
      if (!paper) return out
      out.push([paper.document.kind, paper.document.kind === 'drawer' || paper.document.drawer])
      for (const status of ['printing', 'printed'] as const) await w.step(paper, status)
    }
  }

  it('opens with the bill of a cash settle, and with no other payment', async () => {
    const w = await withPrinters()
    for (const method of ['Cash', 'UPI']) expect((await pay(w, (await w.order([w.line('plain')]))._id, method)).status).toBe(200)
    expect(await opened(w)).toEqual([
      ['bill', true],
      ['bill', false],
    ])
  })

  it('opens once where the bill was printed before, or none is printed on settling', async () => {
    const w = await withPrinters()
    const order = await w.order([w.line('plain')])
    await w.does('cashier', `POST /orders/${order._id}/bill`)
    const key = randomId()
    for (let i = 0; i < 2; i++)
      await w.does(
        'cashier',
        'PUT /orders/payment/status',
        { orderId: order._id, paymentStatus: 'paid', paymentMethod: 'Cash' },
        { headers: { 'Idempotency-Key': key } },
      )
    await w.does('cashier', 'PUT /orders/status', { orderId: order._id, orderStatus: 'completed' })
    expect(await opened(w)).toEqual([
      ['bill', false],
      ['drawer', true],
    ])
    const without = await withPrinters(undefined, {}, { printBillOnSettle: false })
    await pay(without, (await without.order([without.line('plain')]))._id, 'Cash')
    expect(await opened(without)).toEqual([['drawer', true]])
  })

  it('opens for a part payment in cash, and for cash that is given back', async () => {
    const w = await withPrinters()
    const { _id } = await w.order([w.line('plain')])
    const part = { orderId: _id, paymentStatus: 'partial', payments: [{ method: 'Cash', amount: 10 }] }
    expect((await w.does('cashier', 'PUT /orders/payment/status', part)).status).toBe(200)
    const back = await w.does('cashier', `POST /orders/${_id}/payments/give-back`, { amount: 10, method: 'Cash', reason: 'Pays by card' })
    expect(back.status).toBe(200)
    expect(await opened(w)).toEqual([
      ['drawer', true],
      ['drawer', true],
    ])
  })

  it('stays closed where the outlet switched that off, where printing is off, and without a bill printer', async () => {
    const worlds = [
      await withPrinters(undefined, {}, { openDrawer: false }),
      await withPrinters(undefined, {}, { enablePrint: false }),
      await withPrinters({ kitchen: {} }),
    ]
    for (const w of worlds) {
      expect((await pay(w, (await w.order([w.line('plain')]))._id, 'Cash')).status).toBe(200)
      const jobs = await w.jobs()
      expect(jobs.filter(({ kind, content }) => kind === 'drawer' || JSON.parse(content ?? '{}')?.drawer)).toEqual([])
    }
  })

  it('opens at once or not at all, is nobody’s paper to look after, and does not open by asking again', async () => {
    const w = await withPrinters(undefined, {}, { printBillOnSettle: false })
    await pay(w, (await w.order([w.line('plain')]))._id, 'Cash')
    const [drawer] = (await w.jobs()).filter(({ kind }) => kind === 'drawer')
    expect((await told(w)).filter(({ kind }: { kind: string }) => kind === 'drawer')).toMatchObject([{ closed: true }])
    expect((await w.does('cashier', 'GET /print/jobs')).body.jobs.map(({ kind }: { kind: string }) => kind)).toEqual(['kot'])
    expect((await w.does('captain', `POST /print/jobs/${drawer?.id}/again`, {})).status).toBe(404)
    await batch(w.db, [sql`UPDATE print_jobs SET created_at = '2026-01-01T00:00:00.000Z' WHERE id = ${drawer?.id}`])
    expect(await opened(w)).toEqual([])
    expect((await w.jobs()).find(({ id }) => id === drawer?.id)).toMatchObject({ status: 'failed', closed_at: expect.any(String) })
    // The same of a bill whose printer wakes up later: it prints, and the drawer stays closed.
    const late = await withPrinters()
    await pay(late, (await late.order([late.line('plain')]))._id, 'Cash')
    await batch(late.db, [sql`UPDATE print_jobs SET created_at = '2026-01-01T00:00:00.000Z' WHERE restaurant_id = ${late.id}`])
    expect(await opened(late)).toEqual([['bill', false]])
  })

  it('of another till stays closed when that prints in place of the own printer', async () => {
    const w = await withPrinters({
      counter: { role: 'bill', deviceId: 'away', fallbackId: 'second' },
      second: { role: 'bill', ownOnly: true, fallbackId: 'counter' },
    })
    await pay(w, (await w.order([w.line('plain')]))._id, 'Cash')
    const part = { orderId: (await w.order([w.line('plain')], { tableId: w.tables[1] }))._id, paymentStatus: 'partial' }
    const payments = [{ method: 'Cash', amount: 10 }]
    expect((await w.does('cashier', 'PUT /orders/payment/status', { ...part, payments })).status).toBe(200)
    await w.pass(15_000)
    expect(await opened(w, 'second')).toEqual([['bill', false]])
    expect((await w.jobs()).map(({ kind, status }) => [kind, status])).toEqual([
      ['bill', 'printed'],
      ['drawer', 'failed'],
    ])
  })
})

it('a day that is closed prints its report once; one that is only read prints none', async () => {
  const w = await withPrinters()
  await w.settle((await w.order([w.line('plain')]))._id)
  const before = (await w.jobs()).length
  await w.does('cashier', 'GET /orders/daily-summary')
  expect(await w.jobs()).toHaveLength(before)
  const closed = await w.does('superuser', 'GET /orders/daily-summary?resetKOT=true')
  expect([closed.status, closed.body.summary.kotReset]).toEqual([200, true])
  const reports = (await w.jobs()).slice(before)
  expect(reports.map((j) => [j.kind, j.printer_id, JSON.parse(j.content)])).toEqual([
    ['dayEnd', w.printers.counter, expect.objectContaining({ running: false, summary: expect.objectContaining({ kotReset: true }) })],
  ])
  // The counter is reset in the same batch, and all of it is relayed.
  expect((await told(w)).at(-1)).toMatchObject({ kind: 'dayEnd' })
})

it('a day that is closed without a reset of the KOT counter has the same report, for owners, once its orders have ended; else it is read as it stands', async () => {
  const w = await withPrinters()
  const { date } = (await w.does('cashier', 'GET /orders/daily-summary')).body.summary
  const print = (more = {}, who: 'superuser' | 'cashier' = 'superuser') =>
    w.does(who, 'POST /print/jobs', { kind: 'dayEnd', date, ...more })
  const { _id } = await w.order([w.line('plain')])
  const open = await print({ closed: true })
  expect([open.status, open.body.code]).toEqual([409, 'open_orders'])
  await w.settle(_id)
  expect((await print({ closed: true }, 'cashier')).status).toBe(403)
  expect((await print()).status).toBe(201)
  expect((await print({ closed: true })).status).toBe(201)
  // Closing again, now with the reset, does reset, and orders the report that says so; once more, it is told what became of that one.
  const reset = () => w.does('superuser', 'GET /orders/daily-summary?resetKOT=true')
  expect((await reset()).body).toMatchObject({ summary: { kotReset: true }, paper: { ordered: true } })
  expect((await reset()).body.paper).toMatchObject({ ordered: false })
  const reports = async () =>
    (await w.jobs())
      .filter(({ kind }) => kind === 'dayEnd')
      .map(({ content, copy }) => [JSON.parse(content).running, JSON.parse(content).summary.kotReset ?? false, copy])
  expect(await reports()).toEqual([
    [true, false, 0],
    [false, false, 0],
    [false, true, 0],
  ])
  expect((await print({ closed: true })).body.code).toBe('print_pending')
  expect(await reports()).toHaveLength(3)
  expect((await w.order([w.line('plain')])).kots[0]?.kotNumber).toBe(1)
})

it('the report of a day whose cash is another person’s by now is another paper', async () => {
  const w = await withPrinters()
  const sold = async (who: 'cashier' | 'generalManager', paymentMethod: string) => {
    const { _id: orderId } = await w.order([w.line('plain')])
    const paid = await w.does(who, 'PUT /orders/payment/status', { orderId, paymentStatus: 'paid', paymentMethod, complete: true })
    expect([paid.status, paid.body.order?.orderStatus], paid.text).toEqual([200, 'completed'])
    return orderId
  }
  const [one, other] = [await sold('cashier', 'Cash'), await sold('generalManager', 'UPI')]
  const { date } = (await w.does('cashier', 'GET /orders/daily-summary')).body.summary
  const print = () => w.does('superuser', 'POST /print/jobs', { kind: 'dayEnd', date, closed: true })
  const correct = async (orderId: string, method: string) => {
    const [row] = await w.rows('SELECT id FROM payments WHERE order_id = ? AND amount > 0 ORDER BY at DESC', orderId)
    const reply = await w.does('superuser', `POST /orders/${orderId}/payments/${row!.id}/correct`, { method, reason: 'Wrong key' })
    expect(reply.status, reply.text).toBe(200)
  }
  expect((await print()).status).toBe(201)
  await correct(one, 'UPI')
  await correct(other, 'Cash')
  expect((await print()).status).toBe(201)
  const papers = (await w.jobs()).filter(({ kind }) => kind === 'dayEnd')
  const people = papers.flatMap(({ content }) => JSON.parse(content).summary.cashByPerson as { by: string; amount: number }[])
  expect(papers.map(({ copy }) => copy)).toEqual([0, 0])
  expect(people.filter(({ amount }) => amount > 0).map(({ by }) => by.split(' ')[0])).toEqual(['cashier', 'generalManager'])
})

it('a day that is closed twice, or on two devices at once, prints one report; after another sale it prints again', async () => {
  const w = await withPrinters()
  const reports = async () => (await w.jobs()).filter(({ kind }) => kind === 'dayEnd').length
  const close = () => w.does('superuser', 'GET /orders/daily-summary?resetKOT=true')
  await w.settle((await w.order([w.line('plain')]))._id)
  const both = await Promise.all([close(), close()])
  expect([...both, await close()].map(({ status, body }) => [status, body.summary.kotReset])).toEqual(
    Array.from({ length: 3 }, () => [200, true]),
  )
  expect(await reports()).toBe(1)
  // Who closed it first is told that the paper comes, the others what became of it.
  expect(both.map(({ body }) => body.paper.ordered).sort()).toEqual([false, true])
  // The bill comes out first.
  for (const kind of ['bill', 'dayEnd']) {
    const [paper] = await w.lease(['counter'])
    expect(paper!.job.kind).toBe(kind)
    await w.step(paper!, 'printing')
    await w.step(paper!, 'printed')
  }
  expect((await close()).body.paper).toMatchObject({ ordered: false, job: { kind: 'dayEnd', status: 'printed' } })
  await w.settle((await w.order([w.line('plain')]))._id)
  expect((await close()).body.paper).toMatchObject({ ordered: true, job: { kind: 'dayEnd', status: 'queued' } })
  expect(await reports()).toBe(2)
  expect((await w.does('superuser', 'GET /orders/daily-summary')).body).not.toHaveProperty('paper')
})

it('a day without a printer, or with printing off, is closed without a paper', async () => {
  const w = await withPrinters({ kitchen: {} })
  expect((await w.does('superuser', 'GET /orders/daily-summary?resetKOT=true')).body.paper).toBeNull()
})

it('the summary of a past day is one paper: printed again it says REPRINT, or DUPLICATE when it may be out; of a day that runs each is new', async () => {
  const w = await withPrinters()
  const print = async (date: string) => (await w.does('cashier', 'POST /print/jobs', { kind: 'dayEnd', date })).body.jobs[0]
  const finish = async (...steps: ('printing' | 'printed' | 'unknown')[]) => {
    const [paper] = await w.lease(['counter'])
    for (const step of steps) await w.step(paper!, step)
  }
  expect(await print('2026-11-01')).toMatchObject({ stamp: null })
  expect((await w.does('cashier', 'POST /print/jobs', { kind: 'dayEnd', date: '2026-11-01' })).body.code).toBe('print_pending')
  await finish('printing', 'unknown')
  expect(await print('2026-11-01')).toMatchObject({ stamp: 'DUPLICATE' })
  await finish('printing', 'printed')
  expect(await print('2026-11-01')).toMatchObject({ stamp: 'REPRINT' })
  await finish('printing', 'printed')
  const { date } = (await w.does('cashier', 'GET /orders/daily-summary')).body.summary
  const tomorrow = await w.does('cashier', 'POST /print/jobs', { kind: 'dayEnd', date: addDays(date, 1) })
  expect([tomorrow.status, tomorrow.body.errors[0].path]).toEqual([422, 'date'])
  for (const _ of [1, 2]) {
    expect(await print(date)).toMatchObject({ stamp: null })
    await finish('printing', 'printed')
  }
})

describe('a send with 100 lines', () => {
  it('writes only a few hundred bytes more for its jobs', async () => {
    const w = await withPrinters({ kitchen: {}, bar: { stations: ['Bar'] } })
    await withStation(w, w.items.beer, 'Bar')
    const lines = Array.from({ length: 100 }, (_, i) =>
      w.line(i % 2 ? 'beer' : 'plain', 1, { additionalItemNote: `Number ${i}, please without onion` }),
    )
    const order = await w.order(lines)
    const sizeOf = (rows: unknown) => JSON.stringify(rows).length
    const jobs = sizeOf(await w.jobs()) + sizeOf(await told(w))
    const sent = sizeOf(await w.rows('SELECT * FROM lines WHERE order_id = ?', order._id))
    expect([await w.jobs().then((j) => j.length), jobs < sent / 10]).toEqual([2, true])
  })

  it('keeps its jobs with the order or not at all: a batch that is broken makes none', async () => {
    const w = await withPrinters()
    const kot = w.kot([w.line('brownie', 5)], randomId())
    const sends = await Promise.all(
      [1, 2].map((n) => w.does('waiter', 'POST /pos/order', { tableId: w.tables[n], kots: [{ ...kot, kotId: randomId() }] })),
    )
    expect(sends.map((s) => s.status).sort()).toEqual([201, 409])
    expect(await kinds(w)).toEqual([['kot', expect.any(Number), 'queued']])
  })
})
