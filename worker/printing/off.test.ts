import { describe, expect, it } from 'vitest'
import { type PrintWorld, withPrinters } from '../test/printers.ts'

const next = async (w: PrintWorld) => {
  const papers = await w.lease(['kitchen'])
  expect(papers).toHaveLength(1)
  return papers[0]!
}
const print = async (w: PrintWorld) => {
  const paper = await next(w)
  for (const status of ['printing', 'printed'] as const) expect((await w.step(paper, status)).status).toBe(200)
  return paper.job
}

describe('a paper', () => {
  it('is nothing but a test page while printing is switched off, and the answer says so', async () => {
    const w = await withPrinters(undefined, {}, { enablePrint: false })
    const order = await w.order([w.line('plain')])
    await w.does('cashier', `POST /orders/${order._id}/bill`)
    for (const paper of [
      { kind: 'bill', orderId: order._id },
      { kind: 'kot', orderId: order._id, kotId: order.kots[0]?.kotId },
      { kind: 'dayEnd', date: '2026-11-01' },
    ])
      expect((await w.does('cashier', 'POST /print/jobs', paper)).body).toMatchObject({
        code: 'no_printer',
        message: expect.stringContaining('Printing is switched off'),
      })
    expect((await w.does('cashier', 'POST /print/jobs', { kind: 'test', printerId: w.printers.counter })).status).toBe(201)
  })

  it('of a bill that was only shown while printing was switched off is a first one; the next says REPRINT', async () => {
    const w = await withPrinters(undefined, {}, { enablePrint: false })
    const { _id: orderId } = await w.order([w.line('plain')])
    expect((await w.does('cashier', `POST /orders/${orderId}/bill`)).status).toBe(200)
    await w.does('superuser', 'PUT /restaurant/profile', { printSettings: { enablePrint: true } })
    const ask = async () => (await w.does('cashier', 'POST /print/jobs', { kind: 'bill', orderId })).body.jobs
    expect(await ask()).toMatchObject([{ stamp: null }])
    const [paper] = await w.lease(['counter'])
    for (const status of ['printing', 'printed'] as const) expect((await w.step(paper!, status)).status).toBe(200)
    expect(await ask()).toMatchObject([{ stamp: 'REPRINT' }])
  })

  it('does not come out while printing is switched off, also if it waited before or failed; a test page does', async () => {
    const w = await withPrinters()
    const printing = (enablePrint: boolean) => w.does('superuser', 'PUT /restaurant/profile', { printSettings: { enablePrint } })
    for (const _ of [1, 2]) await w.order([w.line('plain')], { orderType: 'Take Away' })
    expect((await w.step(await next(w), 'failed')).status).toBe(200)
    await printing(false)
    expect(await w.lease()).toEqual([])
    const [failed] = await w.jobs()
    const again = () => w.does('waiter', `POST /print/jobs/${failed!.id}/again`, {})
    const refused = await again()
    expect([refused.status, refused.body.code, refused.body.message, refused.body.job.status]).toEqual([
      409,
      'no_printer',
      expect.stringContaining('Printing is switched off'),
      'failed',
    ])
    await w.does('kitchen', 'POST /print/jobs', { kind: 'test', printerId: w.printers.kitchen })
    const test = await next(w)
    expect(test.job.kind).toBe('test')
    expect((await w.step(test, 'failed')).status).toBe(200)
    expect((await w.does('waiter', `POST /print/jobs/${test.job._id}/again`, {})).status).toBe(200)
    await print(w)
    // What waited still waits, is listed as not printed, and comes out once printing is on.
    expect((await w.does('waiter', 'GET /print/jobs')).body.jobs.map((j: any) => [j.number, j.status])).toEqual([
      [1, 'failed'],
      [2, 'queued'],
    ])
    await printing(true)
    expect((await print(w)).number).toBe(2)
    expect((await again()).status).toBe(200)
  })
})
