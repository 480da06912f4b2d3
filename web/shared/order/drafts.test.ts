import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { fakeStorage } from '#web/test/storage.ts'
import { draftLine as line } from './test/line.ts'

const storage = fakeStorage()
const confirm = vi.fn<(question: unknown) => Promise<boolean>>()
const {
  changeDraft,
  discardDraft,
  draftActions,
  draftNow,
  draftsNow,
  freeParcelKey,
  mayDropDrafts,
  moveDraft,
  moveTableDraft,
  settleArrived,
  settleDraft,
  tableKey,
  watchDrafts,
} = await import('./drafts.ts')
const { rememberDrafts } = await import('./rememberDrafts.ts')

const R = 'r1'
const STORED = `tawa_drafts:${R}:anita`
const kept = () =>
  JSON.parse(storage.get(STORED) ?? '{}') as Record<string, { draft: { kotId: string; lines: { _id: string; quantity: number }[] } | null }>
const lines = (key: string) => draftNow(key)?.draft?.lines.map((l) => `${l.quantity} ${l._id}`)

beforeEach(() => {
  storage.set('restaurantId', R)
  storage.set('employeeId', 'anita')
  confirm.mockReset()
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
    expect(storage.has(STORED)).toBe(false)
  })

  it('numbers parcels, separately by type', () => {
    draftActions(tableKey('t1')).add(line('a', 3))
    expect(freeParcelKey('Take Away')).toBe('takeaway:1')
    draftActions('takeaway:1').add(line('b', 2))
    expect([freeParcelKey('Take Away'), freeParcelKey('Delivery')]).toEqual(['takeaway:2', 'delivery:1'])
    expect(draftNow('takeaway:1')?.meta.orderType).toBe('Take Away')
  })

  it('is for the table’s order also when a customer was typed before that was there, who is marked as such until sent', () => {
    const base = { tableNumber: '7', orderId: 'o7' }
    draftActions(tableKey('t7')).setMeta({ additionalNote: 'Birthday' })
    draftActions(tableKey('t7'), base).add(line('a'))
    draftActions(tableKey('t8'), base).add(line('a'))
    const metas = () => ['table:t7', 'table:t8'].map((key) => draftNow(key)?.meta)
    expect(metas()).toMatchObject([
      { orderId: 'o7', unseen: true },
      { orderId: 'o7', unseen: false },
    ])
    settleDraft('table:t7', { ticket: draftNow('table:t8')!.draft!, orderId: 'o7', details: { additionalNote: 'Birthday' } })
    expect(metas()[0]).toMatchObject({ orderId: 'o7', unseen: undefined, additionalNote: undefined })
  })

  it('with a customer that was typed for no order, or another, marks it when it goes to a table’s order, or joins its ticket', () => {
    draftActions(tableKey('t7')).setMeta({ additionalNote: 'Birthday' })
    moveTableDraft({ id: 't7' }, { id: 't9', tableNumber: '9' }, 'o9')
    draftActions('takeaway:1').setMeta({ additionalNote: 'Birthday' })
    draftActions(tableKey('t8'), { orderId: 'o8' }).add(line('a'))
    moveDraft('takeaway:1', tableKey('t8'), { tableId: 't8' })
    draftActions(tableKey('t5')).setMeta({ orderId: 'o5', additionalNote: 'Birthday' })
    moveTableDraft({ id: 't5' }, { id: 't6', tableNumber: '6' }, 'o5')
    expect(['t9', 't8', 't6'].map((id) => draftNow(tableKey(id))?.meta)).toMatchObject([
      { orderId: 'o9', unseen: true },
      { orderId: 'o8', unseen: true },
      { orderId: 'o5', unseen: false },
    ])
  })

  it('keeps items added while a ticket was being sent, under a new kotId', () => {
    const t1 = draftActions(tableKey('t1'))
    t1.add(line('a'))
    const sent = draftNow('table:t1')!.draft!
    t1.add(line('b', 2))
    settleDraft('table:t1', { ticket: sent, orderId: 'o1' })
    expect(lines('table:t1')).toEqual(['2 b'])
    expect(draftNow('table:t1')?.draft?.kotId).not.toBe(sent.kotId)
    expect(draftNow('table:t1')?.meta.orderId).toBe('o1')
  })

  it('moves with its table, and joins the ticket already there', () => {
    draftActions(tableKey('t1')).add(line('a'))
    moveTableDraft({ id: 't1' }, { id: 't2', tableNumber: '2' }, 'o2')
    expect([draftNow('table:t1'), lines('table:t2'), draftNow('table:t2')?.meta.tableId]).toEqual([null, ['1 a'], 't2'])
    draftActions(tableKey('t3')).add(line('b'))
    moveTableDraft({ id: 't3' }, { id: 't2', tableNumber: '2' }, 'o2')
    expect(lines('table:t2')).toEqual(['1 a', '1 b'])
  })

  it('moves from a take-away to a table with its customer, and is Dine In there', () => {
    const parcel = draftActions('takeaway:1', { orderType: 'Take Away' })
    parcel.add(line('a', 2))
    parcel.setMeta({ customer_name: 'Asha', deliveryAddress: '1 Hill Road' })
    moveDraft('takeaway:1', tableKey('t5'), { tableId: 't5', tableNumber: '5', deliveryAddress: undefined })
    expect([draftNow('takeaway:1'), lines('table:t5')]).toEqual([null, ['2 a']])
    expect(draftNow('table:t5')?.meta).toMatchObject({ tableId: 't5', tableNumber: '5', orderType: 'Dine In', customer_name: 'Asha' })
    expect(draftNow('table:t5')?.meta.deliveryAddress).toBeUndefined()
  })

  it('after a merge belongs to the order that is at the table now, because the one it was begun for is over', () => {
    draftActions(tableKey('t8'), { tableNumber: '8', orderId: 'o8' }).add(line('a'))
    moveTableDraft({ id: 't8' }, { id: 't7', tableNumber: '7' }, 'o7')
    expect(draftNow('table:t7')?.meta).toMatchObject({ tableId: 't7', tableNumber: '7', orderId: 'o7' })
  })

  it('goes back to its table when a merge is undone, with the order that the table has again', () => {
    draftActions(tableKey('t7'), { tableNumber: '7', orderId: 'o7' }).add(line('a'))
    draftActions(tableKey('t8'), { tableNumber: '8', orderId: 'o8' }).add(line('b', 2))
    const drafts = rememberDrafts({ id: 't7' }, [{ id: 't8' }])
    moveTableDraft({ id: 't8' }, { id: 't7', tableNumber: '7' }, 'o7')
    drafts.merged()
    vi.spyOn(Date, 'now').mockReturnValueOnce(1)
    draftActions(tableKey('t7')).setMeta({ orderId: 'o8' })
    drafts.giveBack((tableId) => ({ t7: 'o7', t8: 'o9' })[tableId] ?? null)
    expect([lines('table:t7'), lines('table:t8')]).toEqual([['1 a'], ['2 b']])
    expect(draftNow('table:t8')?.meta).toMatchObject({ tableId: 't8', tableNumber: '8', orderId: 'o9' })
  })

  it('stays at the merged table when something was added there meanwhile: nothing that was typed is lost', () => {
    draftActions(tableKey('t8'), { tableNumber: '8', orderId: 'o8' }).add(line('b', 2))
    const drafts = rememberDrafts({ id: 't7' }, [{ id: 't8' }])
    moveTableDraft({ id: 't8' }, { id: 't7', tableNumber: '7' }, 'o7')
    drafts.merged()
    draftActions(tableKey('t7')).add(line('c'))
    drafts.giveBack(() => 'o9')
    expect([lines('table:t7'), lines('table:t8')]).toEqual([['2 b', '1 c'], undefined])
  })

  it('a discarded ticket comes back beside what was added since', () => {
    const t7 = draftActions(tableKey('t7'), { tableNumber: '7', orderId: 'o7' })
    t7.add(line('a', 3))
    const { draft: discarded } = draftNow('table:t7')!
    t7.drop()
    t7.add(line('coke'))
    t7.giveBack(discarded)
    expect(lines('table:t7')).toEqual(['1 coke', '3 a'])
    t7.drop()
    t7.giveBack(discarded)
    expect([lines('table:t7'), draftNow('table:t7')?.draft?.kotId]).toEqual([['3 a'], discarded!.kotId])
  })

  it('stays where it is, with all others, when one was typed at a table that was left', () => {
    draftActions(tableKey('t8'), { tableNumber: '8', orderId: 'o8' }).add(line('b', 2))
    const drafts = rememberDrafts({ id: 't9' }, [{ id: 't8' }])
    moveTableDraft({ id: 't8' }, { id: 't9', tableNumber: '9' }, 'o8')
    drafts.merged()
    draftActions(tableKey('t8')).add(line('c'))
    expect(drafts.giveBack(() => 'o8')).toBe(false)
    expect([lines('table:t8'), lines('table:t9')]).toEqual([['1 c'], ['2 b']])
  })

  it('keeps a failed send and its Idempotency-Key after a reload', () => {
    draftActions(tableKey('t1')).add(line('a'))
    const ticket = draftNow('table:t1')!.draft!
    changeDraft('table:t1', (s) => ({ ...s, failed: { idempotencyKey: 'k1', ticket, orderId: null, message: 'no' } }))
    expect(kept()['table:t1']).toMatchObject({ failed: { idempotencyKey: 'k1', ticket: { kotId: ticket.kotId } } })
  })

  it('belong to the person who typed them: another who signs in here sees none, and the first finds theirs again', () => {
    draftActions(tableKey('t1')).add(line('a', 2))
    storage.set('employeeId', 'vikram')
    expect(draftsNow()).toEqual([])
    draftActions(tableKey('t1')).add(line('b'))
    storage.set('employeeId', 'anita')
    expect(lines('table:t1')).toEqual(['2 a'])
    storage.set('restaurantId', 'r2')
    expect(draftsNow()).toEqual([])
    storage.set('restaurantId', R)
    storage.set('employeeId', 'vikram')
    discardDraft('table:t1')
  })

  it('are settled when an open order turns out to have the ticket, also without an answer, and once only', () => {
    draftActions(tableKey('t1')).add(line('a'))
    const ticket = draftNow('table:t1')!.draft!
    changeDraft('table:t1', (s) => ({ ...s, failed: { idempotencyKey: 'k1', ticket, orderId: null, message: 'no' } }))
    draftActions(tableKey('t1')).add(line('b'))
    const order = (kotId: string) => ({ _id: 'o1', kots: [{ kotId }] }) as unknown as OrderShape
    settleArrived([order('another')])
    expect(lines('table:t1')).toEqual(['1 a', '1 b'])
    settleArrived([order(ticket.kotId)])
    settleArrived([order(ticket.kotId)])
    expect(lines('table:t1')).toEqual(['1 b'])
    expect(draftNow('table:t1')).toMatchObject({ failed: null, meta: { orderId: 'o1' } })
  })
})

describe('a sign-out', () => {
  it('asks before it discards unsent items, with their names, and keeps all of them if the person says no', async () => {
    draftActions(tableKey('t1'), { tableNumber: '1' }).add(line('a', 2))
    draftActions('takeaway:1').add(line('b'))
    confirm.mockResolvedValue(false)
    expect(await mayDropDrafts(confirm)).toBe(false)
    expect(confirm).toHaveBeenCalledWith(
      expect.objectContaining({ title: 'Sign out and discard 3 unsent items?', body: expect.stringContaining('T1, Take Away 1') }),
    )
    expect(Object.keys(kept())).toEqual(['table:t1', 'takeaway:1'])
  })

  it('removes this person’s drafts from the device if the person says yes', async () => {
    draftActions(tableKey('t1')).add(line('a'))
    confirm.mockResolvedValue(true)
    expect(await mayDropDrafts(confirm)).toBe(true)
    expect([draftsNow(), storage.has(STORED)]).toEqual([[], false])
  })

  it('asks nothing when everything is sent, and removes the rest, such as which order a parcel is', async () => {
    draftActions('takeaway:1').setMeta({ orderId: 'o1' })
    expect(storage.has(STORED)).toBe(true)
    expect(await mayDropDrafts(confirm)).toBe(true)
    expect(confirm).not.toHaveBeenCalled()
    expect(storage.has(STORED)).toBe(false)
  })

  it('asks before it discards what was typed for a delivery that has no dish yet', async () => {
    draftActions('delivery:2').setMeta({ mobile_number: '9876543210', deliveryAddress: '7, Church Street' })
    confirm.mockResolvedValue(false)
    expect(await mayDropDrafts(confirm)).toBe(false)
    expect(confirm).toHaveBeenCalledWith(
      expect.objectContaining({ title: 'Sign out and discard what was typed?', body: 'Not sent: Delivery 2.' }),
    )
  })

  it('asks about all outlets in which this person worked here, and removes the drafts of all, also outside of them', async () => {
    const other = 'tawa_drafts:r7:anita'
    draftActions(tableKey('t1')).add(line('a', 3))
    storage.set(other, storage.get(STORED)!)
    storage.set('tawa_drafts:r7:ravi', storage.get(STORED)!)
    storage.set('restaurantId', '')
    confirm.mockResolvedValue(true)
    expect(await mayDropDrafts(confirm)).toBe(true)
    expect(confirm).toHaveBeenCalledWith(expect.objectContaining({ title: 'Sign out and discard 6 unsent items?' }))
    expect(['tawa_drafts:r7:ravi', other, STORED].map((key) => storage.has(key))).toEqual([true, false, false])
    storage.delete('tawa_drafts:r7:ravi')
  })
})

describe('what was kept on the device for a week', () => {
  const days = (n: number) => Date.now() - n * 86_400_000
  const DRAFT = { kotId: 'k', lines: [{}], modified: true, updatedAt: '' }
  /** An entry without dishes: a parcel's order, or what was typed. */
  const entry = (meta: object, more: object = {}) => ({ draft: null, failed: null, meta, ...more })
  const PARCEL = { orderId: 'o1', tableId: null }
  const store = (owner: string, key: string, one: object) =>
    storage.set(`tawa_drafts:r9:${owner}`, JSON.stringify({ [key]: { key, ...one } }))
  const owners = () => [...storage.keys()].filter((key) => key.startsWith('tawa_drafts:r9:')).map((key) => key.split(':')[2])
  beforeEach(() => vi.stubGlobal('addEventListener', () => undefined))
  afterEach(() => {
    for (const owner of owners()) storage.delete(`tawa_drafts:r9:${owner}`)
    vi.useRealTimers()
  })

  it('is removed when nobody came back for it', () => {
    store('old', 'table:t1', entry({}, { draft: DRAFT, at: days(8) }))
    store('new', 'table:t1', entry({}, { draft: DRAFT, at: days(6) }))
    store('left', 'takeaway:1', entry(PARCEL, { at: days(8) }))
    store('typed', 'delivery:1', entry({ mobile_number: '9876543210' }, { at: days(6) }))
    watchDrafts(new QueryClient())
    expect(owners()).toEqual(['new', 'typed'])
  })

  it('is removed beside what is new, for people who work on this device each day', () => {
    const kept = {
      'table:t1': { key: 'table:t1', ...entry({}, { draft: DRAFT, at: days(1) }) },
      'takeaway:1': { key: 'takeaway:1', ...entry(PARCEL, { at: days(30) }) },
    }
    storage.set('tawa_drafts:r9:daily', JSON.stringify(kept))
    watchDrafts(new QueryClient())
    expect(Object.keys(JSON.parse(storage.get('tawa_drafts:r9:daily')!))).toEqual(['table:t1'])
  })

  it('is dated by its last change, with dishes or without', () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-20T10:00:00Z') })
    draftActions('takeaway:1').setMeta(PARCEL)
    expect(draftNow('takeaway:1')).toMatchObject({ at: Date.parse('2026-11-20T10:00:00Z') })
    vi.setSystemTime(Date.parse('2026-11-26T10:00:00Z'))
    draftActions('takeaway:1').setMeta({ additionalNote: 'Ring twice' })
    expect(draftNow('takeaway:1')).toMatchObject({ at: Date.parse('2026-11-26T10:00:00Z') })
  })

  it('stays when an earlier version stored it without a date, and ages from now on', () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-20T10:00:00Z') })
    store('anita', 'takeaway:1', entry(PARCEL))
    store('ravi', 'delivery:1', entry({ mobile_number: '9876543210', tableId: null }))
    watchDrafts(new QueryClient())
    expect(owners()).toEqual(['anita', 'ravi'])
    vi.setSystemTime(Date.parse('2026-11-28T10:00:00Z'))
    watchDrafts(new QueryClient())
    expect(owners()).toEqual([])
  })
})
