import { beforeEach, describe, expect, it, vi } from 'vitest'
import { draftLine as line } from './test/line.ts'

const storage = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (k: string) => storage.get(k) ?? null,
  setItem: (k: string, v: string) => storage.set(k, v),
  removeItem: (k: string) => storage.delete(k),
})
const { changeDraft, discardDraft, draftActions, draftNow, draftsNow, freeParcelKey, moveTableDraft, settleDraft, tableKey } =
  await import('./drafts.ts')

const R = 'r1'
const kept = () =>
  JSON.parse(storage.get(`tawa_drafts:${R}`) ?? '{}') as Record<
    string,
    { draft: { kotId: string; lines: { _id: string; quantity: number }[] } | null }
  >
const lines = (key: string) => draftNow(key)?.draft?.lines.map((l) => `${l.quantity} ${l._id}`)

beforeEach(() => {
  storage.set('restaurantId', R)
  for (const { key } of draftsNow()) discardDraft(key)
})

describe('drafts on the device', () => {
  it('stores a ticket on the device, by restaurant and table', () => {
    const t7 = draftActions(tableKey('t7'))
    t7.add(line('naan'))
    t7.add(line('naan'))
    t7.setMeta({ tableNumber: '7' })
    expect(kept()['table:t7']?.draft?.lines).toMatchObject([{ _id: 'naan', quantity: 2 }])
    expect(draftNow('table:t7')?.meta).toMatchObject({ tableId: 't7', tableNumber: '7', orderType: 'Dine In', orderId: null })
  })

  it('drops an emptied ticket', () => {
    const t7 = draftActions(tableKey('t7'))
    t7.add(line('naan'))
    const key = draftNow('table:t7')?.draft?.lines[0]?.key ?? ''
    t7.decrement(key)
    expect(draftNow('table:t7')).toBeNull()
    expect(storage.has(`tawa_drafts:${R}`)).toBe(false)
  })

  it('numbers parcels, separately by type', () => {
    draftActions(tableKey('t1')).add(line('a', 3))
    expect(freeParcelKey('Take Away')).toBe('takeaway:1')
    draftActions('takeaway:1').add(line('b', 2))
    expect([freeParcelKey('Take Away'), freeParcelKey('Delivery')]).toEqual(['takeaway:2', 'delivery:1'])
    expect(draftNow('takeaway:1')?.meta.orderType).toBe('Take Away')
  })

  it('keeps items added while a ticket was being sent, under a new kotId', () => {
    const t1 = draftActions(tableKey('t1'))
    t1.add(line('a'))
    const sent = draftNow('table:t1')!.draft!
    t1.add(line('b', 2))
    settleDraft('table:t1', sent, 'o1')
    expect(lines('table:t1')).toEqual(['2 b'])
    expect(draftNow('table:t1')?.draft?.kotId).not.toBe(sent.kotId)
    expect(draftNow('table:t1')?.meta.orderId).toBe('o1')
  })

  it('moves with its table, and joins the ticket already there', () => {
    draftActions(tableKey('t1')).add(line('a'))
    moveTableDraft({ id: 't1' }, { id: 't2', tableNumber: '2' })
    expect([draftNow('table:t1'), lines('table:t2'), draftNow('table:t2')?.meta.tableId]).toEqual([null, ['1 a'], 't2'])
    draftActions(tableKey('t3')).add(line('b'))
    moveTableDraft({ id: 't3' }, { id: 't2', tableNumber: '2' })
    expect(lines('table:t2')).toEqual(['1 a', '1 b'])
  })

  it('keeps a failed send and its Idempotency-Key after a reload', () => {
    draftActions(tableKey('t1')).add(line('a'))
    const ticket = draftNow('table:t1')!.draft!
    changeDraft('table:t1', (s) => ({ ...s, failed: { idempotencyKey: 'k1', ticket, orderId: null, message: 'no', at: '' } }))
    expect(kept()['table:t1']).toMatchObject({ failed: { idempotencyKey: 'k1', ticket: { kotId: ticket.kotId } } })
  })
})
