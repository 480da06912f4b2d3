import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import { aKot, aLine, anOrder } from '#web/shared/order/test/order.ts'
import { SentKot } from './SentKot.tsx'

const kot = aKot([aLine('Dosa', { status: 'Ready' })])
const order = anOrder({ kots: [kot] })
const PATH = '/v1/orders/item/status'

/** The counter's ticket, expanded, for a cashier, who can't take a status back (CONTRACT §2). */
async function opened() {
  const asked = serve(() => ({ status: 200, body: { order, allItemsCancelled: false } }))
  await signIn({ role: 'cashier' })
  const page = mount(<SentKot order={order} kot={kot} highlighted={[]} onCancel={() => undefined} onNote={() => undefined} />)
  await page.user.click(screen.getByRole('button', { name: /^KOT 1/ }))
  return { page, calls: () => asked.filter((r) => r.path === PATH) }
}
async function markServed({ user: person }: Awaited<ReturnType<typeof opened>>['page']) {
  await person.click(screen.getByRole('button', { name: 'More for Dosa' }))
  await person.click(screen.getByRole('menuitem', { name: 'Mark served' }))
  await screen.findByText('Served: 1 × Dosa')
}
const hidePage = () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

it('Mark served can be undone: then nothing is sent, even when the page is left', async () => {
  const { page, calls } = await opened()
  await markServed(page)
  await page.user.click(screen.getByRole('button', { name: 'Undo' }))
  hidePage()
  expect(calls()).toEqual([])
})

it('Mark served is sent when the page is left, if not before', async () => {
  const { page, calls } = await opened()
  await markServed(page)
  expect(calls()).toEqual([])
  hidePage()
  await waitFor(() => expect(calls()).toHaveLength(1))
  expect(calls()[0]?.body).toMatchObject({ orderId: 'o1', kotId: 'k', lineId: 'Dosa', status: 'Served' })
})
