import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it } from 'vitest'
import { aKot, anItem, aTable } from '#domain/test/shapes.ts'
import { mountLive } from '#web/test/socket.tsx'
import { discardDraft, draftActions, draftNow, draftsNow, tableKey, watchDrafts } from './drafts.ts'
import { draftLine } from './test/line.ts'
import { anOrder } from './test/order.ts'

const table = (n: string) => aTable({ _id: `t${n}`, tableNumber: n })
/** The event of an order that was begun at T7 and goes from one table to another. */
const moved = (from: string, to: string) => ({
  ...{ fromTableId: `t${from}`, toTableId: `t${to}`, fromTableNumber: from, toTableNumber: to },
  ...{ from: table(from), to: table(to), orderId: 'o7' },
  order: anOrder({ _id: 'o7', tableId: `t${to}`, tableNumber: to, kots: [aKot([anItem({ tableId: 't7' })])] }),
})
const lines = (n: string) => draftNow(tableKey(`t${n}`))?.draft?.lines.map((l) => `${l.quantity} ${l._id}`)

beforeEach(() => {
  for (const { key } of draftsNow()) discardDraft(key)
})

it('an unsent ticket goes with its order when another device moves it, and one for the next guests stays', async () => {
  const { emit } = await mountLive(null)
  watchDrafts(new QueryClient())
  // Typed before a guest began the order of T7; the other at T9, which is free.
  draftActions(tableKey('t7'), { tableNumber: '7' }).add(draftLine('naan'))
  emit('tableMoved', moved('7', '8'))
  expect([lines('7'), lines('8'), draftNow(tableKey('t8'))?.meta.orderId]).toEqual([undefined, ['1 naan'], 'o7'])
  emit('tableMoved', moved('8', '7'))
  expect([lines('7'), lines('8')]).toEqual([['1 naan'], undefined])

  discardDraft(tableKey('t7'))
  draftActions(tableKey('t9'), { tableNumber: '9' }).add(draftLine('chai', 2))
  emit('tableMoved', moved('7', '9'))
  emit('tableMoved', moved('9', '7'))
  expect([lines('7'), lines('9')]).toEqual([undefined, ['2 chai']])
})
