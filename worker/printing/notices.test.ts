import { describe, expect, it } from 'vitest'
import { type PrintWorld, withPrinters } from '../test/printers.ts'

/** Which tickets get their cancellations and moves on paper. */

describe('where tickets don’t print by themselves', () => {
  const setAuto = async (w: PrintWorld, autoPrintKOT: boolean) =>
    expect((await w.does('superuser', 'PUT /restaurant/profile', { printSettings: { autoPrintKOT } })).status).toBe(200)
  const ask = async (w: PrintWorld, orderId: string, kotId: string | undefined) =>
    expect((await w.does('waiter', 'POST /print/jobs', { kind: 'kot', orderId, kotId })).status).toBe(201)
  const next = async (w: PrintWorld) => (await w.lease(['kitchen']))[0]!
  /** Cancels one portion of the fries of each ticket, moves the order to the second table, and returns what that printed. */
  const noticesOf = async (w: PrintWorld, order: { _id: string; kots: { kotId: string }[] }) => {
    const before = (await w.jobs()).length
    for (const { kotId } of order.kots) {
      const cancelled = {
        orderId: order._id,
        kotId,
        itemId: w.items.plain,
        status: 'Cancelled',
        quantityChange: -1,
        reason: 'Changed mind',
      }
      expect((await w.does('cashier', 'PUT /orders/item/status', cancelled)).status).toBe(200)
    }
    expect((await w.does('captain', 'POST /tables/move', { fromTableId: w.tables[0], toTableId: w.tables[1] })).status).toBe(200)
    return (await w.jobs()).slice(before).map((j) => [j.kind, j.number])
  }
  const NOTICES = [
    ['cancellation', 1],
    ['move', 1],
  ]

  it('a ticket that somebody has printed gets its cancellation and its move all the same, one that is only on the screen gets none', async () => {
    const w = await withPrinters(undefined, {}, { autoPrintKOT: false })
    const sent = await w.order([w.line('plain', 3)])
    const more = { orderId: sent._id, orderData: { kots: [w.kot([w.line('plain', 2)])] } }
    const { order } = (await w.does('waiter', 'PUT /pos/order', more)).body
    await ask(w, order._id, order.kots[0].kotId)
    const paper = await next(w)
    for (const status of ['printing', 'printed'] as const) await w.step(paper, status)
    expect(await noticesOf(w, order)).toEqual(NOTICES)
    expect((await next(w)).document).toMatchObject({ paper: 'cancellation', kotNumber: 1, items: [{ quantity: 1, left: 2 }] })
  })

  it('so does one that printed before that was switched off, or may have', async () => {
    for (const end of ['printed', 'unknown'] as const) {
      const w = await withPrinters()
      const order = await w.order([w.line('plain', 3)])
      const paper = await next(w)
      for (const status of ['printing', end] as const) await w.step(paper, status)
      if (end === 'unknown') await w.does('cashier', `POST /print/jobs/${paper.job._id}/dismiss`)
      await setAuto(w, false)
      expect(await noticesOf(w, order)).toEqual(NOTICES)
    }
  })

  it('one whose paper never came out, and that nobody needs, gets none until it is asked for again', async () => {
    const w = await withPrinters()
    const order = await w.order([w.line('plain', 3)])
    await setAuto(w, false)
    await w.does('cashier', `POST /print/jobs/${(await w.jobs())[0]!.id}/dismiss`)
    expect(await noticesOf(w, order)).toEqual([])
    await ask(w, order._id, order.kots[0]?.kotId)
    await w.does('cashier', 'PUT /orders/status', { orderId: order._id, orderStatus: 'cancelled', reason: 'They left' })
    expect((await w.jobs()).map(({ kind }) => kind)).toEqual(['kot', 'cancellation'])
  })
})
