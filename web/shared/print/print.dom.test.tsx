import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { aKot, anItem, anOrderShape } from '#domain/test/shapes.ts'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import { open } from './host.tsx'
import { isPrintOpen, usePrint } from './print.tsx'

const order = anOrderShape([aKot([anItem({})], { kotId: 'k1', kotNumber: 12 })], { _id: 'o1', billNumber: null, billPrintedAt: null })
const numbered = { ...order, billNumber: 42, billPrintedAt: '2026-11-21T19:00:00.000Z' }
beforeEach(() => signIn({ role: 'cashier' }))

function Till() {
  const { printBill } = usePrint()
  return <button onClick={() => printBill(order)}>Print bill</button>
}

it('from the press to the open preview, Enter belongs to the bill: Ctrl+P and then Enter never settles', async () => {
  const seen: boolean[] = []
  serve(({ path }) => {
    seen.push(isPrintOpen())
    if (path === '/v1/print/printers') return { status: 200, body: { printers: [] } }
    if (path === '/v1/restaurant/profile') return { status: 200, body: { restaurant: { printSettings: { enablePrint: true } } } }
    return { status: 200, body: { order: numbered } }
  })
  mount(<Till />)
  expect(isPrintOpen()).toBe(false)
  act(() => screen.getByRole('button').click())
  // At once, and not only when something has been drawn.
  expect(isPrintOpen()).toBe(true)
  // Whether a printer is registered is asked after the bill has its number.
  for (let closed = 0; open.get() === null; closed++) {
    expect([closed, isPrintOpen()]).toEqual([closed, true])
    await act(() => new Promise((resolve) => setImmediate(resolve)))
  }
  expect(seen).toEqual([true, true, true])
  act(() => open.set(null))
  expect(isPrintOpen()).toBe(false)
})
