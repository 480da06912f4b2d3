import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aKot, anItem, anOrderShape, aTable } from '#domain/test/shapes.ts'
import { absorb } from '#web/core/liveCache.ts'
import { queryClient } from '#web/core/query.ts'
import { draftActions, draftNow, tableKey } from '#web/shared/order/drafts.ts'
import { draftLine } from '#web/shared/order/test/line.ts'
import { later, mount, type Reply, type Request, serve, signIn } from '#web/test/dom.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useFloorDialogs } from './dialogs.tsx'
import { useFloor } from './useFloor.ts'

/** Each test begins with newer versions, because the cache keeps the newest of an id. */
let version = 0
const table = (n: string, over = {}) =>
  aTable({ version, _id: `t${n}`, tableNumber: n, area: 'Hall', capacity: 4, status: 'available', currentOrderId: null, ...over })
const taken = (n: string) => table(n, { status: 'occupied', currentOrderId: `o${n}` })
const order = (n: string) => anOrderShape([aKot([anItem()])], { version, _id: `o${n}`, tableId: `t${n}`, tableNumber: n })

/** T1 and T2 are taken, T3 and T4 are free. */
function Floor() {
  const floor = useFloor()
  const dialogs = useFloorDialogs(floor)
  const entry = floor.byId('t1')
  return (
    <>
      <Button onClick={() => entry && dialogs.move(entry)}>{entry?.order ? 'Move T1' : 'Loading'}</Button>
      {floor.tables.map((one) => (
        <Button key={one.table._id} onClick={() => dialogs.merge(one)}>
          {one.label} is {one.table.status}
        </Button>
      ))}
      {floor.tables
        .filter((one) => one.children.length > 0)
        .map((one) => (
          <Button key={`${one.table._id} apart`} loading={dialogs.unmerging(one)} onClick={() => dialogs.unmerge(one)}>
            Unmerge {one.label}
          </Button>
        ))}
      {floor.tables
        .filter((one) => one.parent)
        .map((one) => (
          <Button key={`${one.table._id} out`} onClick={() => dialogs.unmerge(one)}>
            Take {one.label} out
          </Button>
        ))}
      {dialogs.dialogs}
    </>
  )
}

const inT2 = (n: string) => table(n, { status: 'occupied', mergedInto: 't2' })

/** `merge` answers merging, `unmerge` taking T4 out of T2, where it is then from the start, as T3 is with `more`. */
async function open(merge: () => Reply = () => 'lost', unmerge?: (request: Request) => Reply, more = false) {
  version += 10
  let isMoved = false
  const asked: Request[] = serve((request) => {
    const { path } = request
    if (path === '/v1/tables/merge') return merge()
    if (path === '/v1/tables/unmerge' && unmerge) return unmerge(request)
    const apart = [taken('2'), table('4')]
    const merged = [{ ...taken('2'), mergedTables: more ? ['t3', 't4'] : ['t4'] }, inT2('4')]
    const tables = [taken('1'), more ? inT2('3') : table('3'), ...(unmerge ? merged : apart)]
    if (path === '/v1/tables') return { status: 200, body: { tables } }
    if (path === '/v1/orders/restaurant/pending') return { status: 200, body: { orders: [order('1'), order('2')], toCook: [], seq: 1 } }
    if (path === '/v1/tables/move') {
      const [free, to] = isMoved ? ['3', '1'] : ['1', '3']
      isMoved = !isMoved
      version += 1
      return { status: 200, body: { from: table(free), to: taken(to), order: { ...order('1'), tableId: `t${to}`, tableNumber: to } } }
    }
    const restaurant = { taxPercentages: { gst: 5, vat: 10, serviceCharge: 0 }, taxSettings: { roundOff: false } }
    return { status: 200, body: { restaurant, alerts: [] } }
  })
  await signIn({ role: 'captain' })
  const view = mount(<Floor />)
  return { ...view, asked, dialog: () => screen.findByRole('dialog') }
}

it('only free tables offered as move targets (occupied → "Merge instead?")', async () => {
  const { user, dialog } = await open()
  await user.click(await screen.findByRole('button', { name: 'Move T1' }))
  const free = within(await dialog()).getByRole('region', { name: 'Hall' })
  expect(
    within(free)
      .getAllByRole('button')
      .map((b) => b.textContent?.slice(0, 2)),
  ).toEqual(['T3', 'T4'])
  const others = within(await dialog()).getByRole('region', { name: 'Taken tables' })
  expect(others.textContent).toContain('Merge instead?')
  await user.click(within(others).getByRole('button', { name: 'Merge T1 into T2 instead?' }))
  expect(await screen.findByRole('dialog', { name: 'Merge into T2' })).toBeTruthy()
})

it('keyboard can move without dragging', async () => {
  const { user, asked, dialog } = await open()
  await screen.findByRole('button', { name: 'Move T1' })
  await user.tab()
  await user.keyboard('{Enter}')
  const target = within(await dialog()).getByRole('button', { name: /^T3/ })
  for (let i = 0; i < 10 && document.activeElement !== target; i++) await user.tab()
  expect(document.activeElement).toBe(target)
  await user.keyboard('{Enter}')
  await waitFor(() =>
    expect(asked.find(({ path }) => path === '/v1/tables/move')?.body).toMatchObject({ fromTableId: 't1', toTableId: 't3' }),
  )
})

it('merge leaves statuses until the server says', async () => {
  const answer = later<{ status: number; body: unknown }>()
  const { user, asked, dialog } = await open(() => answer.promise)
  await user.click(await screen.findByRole('button', { name: 'T2 is occupied' }))
  await user.click(within(await dialog()).getByRole('button', { name: /^T4/ }))
  await user.click(within(await dialog()).getByRole('button', { name: 'Merge T4 into T2' }))
  await waitFor(() => expect(asked.map(({ path }) => path)).toContain('/v1/tables/merge'))
  expect(screen.getByText('T4 is available')).toBeTruthy()
  const parent = { ...taken('2'), mergedTables: ['t4'], version: version + 1 }
  const child = { ...taken('4'), currentOrderId: 'o2', mergedInto: 't2', version: version + 1 }
  answer.settle({ status: 200, body: { parent, children: [child], order: { ...order('2'), version: version + 1 } } })
  expect(await screen.findByText('T4 is occupied')).toBeTruthy()
})

/** T4 has left T2, whose order stays. */
const parted = () => ({
  status: 200,
  body: {
    parent: { ...taken('2'), version: version + 1 },
    children: [table('4', { version: version + 1 })],
    order: { ...order('2'), version: version + 1 },
    orders: [],
  },
})

it('Unmerge that is pressed twice is done once, and says nothing wrong', async () => {
  const answer = later<{ status: number; body: unknown }>()
  const { user, asked } = await open(undefined, () => answer.promise)
  const button = await screen.findByRole('button', { name: 'Unmerge T2' })
  await user.dblClick(button)
  expect(button.getAttribute('aria-busy')).toBe('true')
  answer.settle(parted())
  expect(await screen.findByText('T4 unmerged from T2')).toBeTruthy()
  expect(asked.filter(({ path }) => path === '/v1/tables/unmerge')).toHaveLength(1)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Unmerge T2' })).toBeNull())
})

it('another table can be taken out of a merge while the first is under way', async () => {
  const answers = [later<{ status: number; body: unknown }>(), later<{ status: number; body: unknown }>()]
  let calls = 0
  const { user, asked } = await open(undefined, () => answers[calls++]!.promise, true)
  for (const name of ['Take T3 out', 'Take T4 out', 'Take T3 out']) await user.click(await screen.findByRole('button', { name }))
  const sent = () => asked.flatMap(({ path, body }) => (path === '/v1/tables/unmerge' ? (body as any).childTableIds : []))
  await waitFor(() => expect(sent()).toEqual(['t3', 't4']))
  for (const [i, child] of ['3', '4'].entries()) {
    const parent = { ...taken('2'), version: version + 1 + i, mergedTables: i === 0 ? ['t4'] : [] }
    const children = [table(child, { version: version + 1 })]
    answers[i]!.settle({
      status: 200,
      body: { parent, children, order: { ...order('2'), version: version + 1 + i }, orders: [] },
    })
    expect(await screen.findByText(`T${child} unmerged from T2`)).toBeTruthy()
  }
})

it('Unmerge after a lost answer is a new action once another device has merged the tables again', async () => {
  let isLost = true
  const { user, asked } = await open(undefined, () => (isLost ? 'lost' : parted()))
  const keys = () => asked.filter(({ path }) => path === '/v1/tables/unmerge').map(({ key }) => key)
  const unmerge = async () => user.click(await screen.findByRole('button', { name: 'Unmerge T2' }))
  await unmerge()
  await waitFor(() => expect(keys()).toHaveLength(1))
  version += 2
  act(() => absorb(queryClient, { parent: { ...taken('2'), mergedTables: ['t4'] }, children: [inT2('4')] }))
  isLost = false
  await unmerge()
  expect(await screen.findByText('T4 unmerged from T2')).toBeTruthy()
  expect(new Set(keys()).size).toBe(2)
})

it('Unmerge again after a lost answer is the same action; after another one in between it is a new one', async () => {
  let isLost = true
  const { user, asked, dialog } = await open(
    () => 'lost',
    () => (isLost ? 'lost' : parted()),
  )
  const unmerge = async () => user.click(await screen.findByRole('button', { name: 'Unmerge T2' }))
  const keys = () => asked.filter(({ path }) => path === '/v1/tables/unmerge').map(({ key }) => key)
  await unmerge()
  await waitFor(() => expect(keys()).toHaveLength(1))
  await unmerge()
  await waitFor(() => expect(keys()).toHaveLength(2))
  await user.click(await screen.findByRole('button', { name: 'T2 is occupied' }))
  await user.click(within(await dialog()).getByRole('button', { name: /^T1/ }))
  await user.click(within(await dialog()).getByRole('button', { name: 'Merge T1 into T2' }))
  await waitFor(() => expect(asked.filter(({ path }) => path === '/v1/tables/merge')).toHaveLength(1))
  await user.click(await within(await dialog()).findByRole('button', { name: 'Cancel' }))
  isLost = false
  await unmerge()
  expect(await screen.findByText('T4 unmerged from T2')).toBeTruthy()
  const [first, second, third] = keys()
  expect([second === first, third === first]).toEqual([true, false])
})

it('a merge that is under way can’t be cancelled: its dialog stays until the answer', async () => {
  const answer = later<{ status: number; body: unknown }>()
  const { user, dialog } = await open(() => answer.promise)
  await user.click(await screen.findByRole('button', { name: 'T2 is occupied' }))
  await user.click(within(await dialog()).getByRole('button', { name: /^T4/ }))
  await user.click(within(await dialog()).getByRole('button', { name: 'Merge T4 into T2' }))
  await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }))
  expect(screen.getByRole('dialog', { name: 'Merge into T2' })).toBeTruthy()
  answer.settle({
    status: 409,
    body: { success: false, code: 'already_merged', message: 'T4 can’t be merged into T2: one of them is merged already.' },
  })
  expect(await screen.findByText(/one of them is merged already/)).toBeTruthy()
  await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('Undo of a move leaves the unsent ticket of the next guests at their table', async () => {
  const { user, dialog } = await open()
  draftActions(tableKey('t3'), { tableNumber: '3' }).add(draftLine('chai', 2))
  await user.click(await screen.findByRole('button', { name: 'Move T1' }))
  await user.click(within(await dialog()).getByRole('button', { name: /^T3/ }))
  const lines = (id: string) => draftNow(tableKey(id))?.draft?.lines.map((l) => `${l.quantity} ${l._id}`)
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Back at T1')).toBeTruthy()
  expect([lines('t1'), lines('t3'), draftNow(tableKey('t3'))?.meta.orderId]).toEqual([undefined, ['2 chai'], null])
})
