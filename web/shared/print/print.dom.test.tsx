import { act, screen, waitFor } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { printSettingsOf } from '#domain/settings.ts'
import { aKot, anItem, anOrderShape, aRestaurant } from '#domain/test/shapes.ts'
import { mount, refusal, serve, signIn } from '#web/test/dom.tsx'
import { notePrinted, open, PrintHost, printed, sentHere } from './host.tsx'
import { isPrintOpen, usePrint } from './print.tsx'

const order = anOrderShape([aKot([anItem({})], { kotId: 'k1', kotNumber: 12 })], { _id: 'o1', billNumber: null, billPrintedAt: null })
const numbered = { ...order, billNumber: 42, billPrintedAt: '2026-11-21T19:00:00.000Z' }
beforeEach(() => {
  printed.clear()
  sentHere.clear()
  signIn({ role: 'cashier' })
})

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
  // Whether a printer is registered is asked first: without one, nothing is marked yet.
  for (let closed = 0; open.get() === null; closed++) {
    expect([closed, isPrintOpen()]).toEqual([closed, true])
    await act(() => new Promise((resolve) => setImmediate(resolve)))
  }
  expect(seen).toEqual([true, true])
  act(() => open.set(null))
  expect(isPrintOpen()).toBe(false)
})

/** The previews that presses on "Print bill" open, each printed by the browser, with these answers of the command; the list of printers can't be read. */
async function billPreviews(...answers: object[]) {
  serve(({ path }) => (path.endsWith('/bill') ? { status: 200, body: answers.shift() } : refusal(403, 'forbidden', 'No.')))
  mount(<Till />)
  const seen: unknown[] = []
  while (answers.length > 0) {
    act(() => screen.getByRole('button').click())
    await waitFor(() => expect(open.get()).not.toBeNull())
    seen.push(open.get())
    notePrinted(open.get()!)
    act(() => open.set(null))
  }
  return seen
}

it('a bill that has no print job is printed for the first time, also where the printers are not known; the next paper is a reprint', async () => {
  expect(await billPreviews({ order: numbered, paper: false }, { order: numbered })).toMatchObject([
    { kind: 'bill', reprint: false },
    { kind: 'bill', reprint: true },
  ])
})

it('without a printer, the first paper of a bill that changed is a revision and no reprint; the next one is', async () => {
  printed.set('o1', { ...numbered, billPrintedAt: '2026-11-21T18:00:00.000Z' })
  expect(await billPreviews({ order: numbered, paper: false }, { order: numbered })).toMatchObject([{ reprint: false }, { reprint: true }])
})

it('a bill that another device has numbered meanwhile is a reprint, although this page still has it as it was', async () => {
  expect(await billPreviews({ order: numbered })).toMatchObject([{ reprint: true }])
})

it('a bill that was settled without a paper is printed for the first time; the next paper is a reprint', async () => {
  expect(await billPreviews({ order }, { order })).toMatchObject([{ reprint: false }, { reprint: true }])
})

function Kitchen() {
  const { printKot } = usePrint()
  return <button onClick={() => printKot(order, order.kots[0]!)}>Reprint</button>
}
/** The previews that presses on "Reprint" open, each printed by the browser, at a restaurant with these printers; null when they can't be read. */
async function ticketPreviews(printers: object[] | null, presses: number) {
  serve(({ path }) => {
    if (path === '/v1/restaurant/profile') return { status: 200, body: { restaurant: { printSettings: { enablePrint: true } } } }
    if (path === '/v1/print/printers' && printers) return { status: 200, body: { printers } }
    return path === '/v1/print/jobs' ? refusal(409, 'no_printer', 'No printer is registered.') : refusal(403, 'forbidden', 'No.')
  })
  mount(<Kitchen />)
  const seen: unknown[] = []
  for (let press = 0; press < presses; press++) {
    act(() => screen.getByRole('button').click())
    await waitFor(() => expect(open.get()).not.toBeNull())
    seen.push(open.get())
    notePrinted(open.get()!)
    act(() => open.set(null))
  }
  return seen
}

it('without a KOT printer, the first paper of a ticket that this page has sent is no reprint: the kitchen cooks it; the next one is', async () => {
  sentHere.add('k1')
  expect(await ticketPreviews([{ _id: 'p1', role: 'bill' }], 2)).toMatchObject([
    { kind: 'kot', reprint: false },
    { kind: 'kot', reprint: true },
  ])
})

it('without a KOT printer, a ticket that this page has not sent is a reprint: another one may have printed it', async () => {
  expect(await ticketPreviews([], 1)).toMatchObject([{ reprint: true }])
})

it('where a printer may have printed the ticket, its paper here is a reprint', async () => {
  sentHere.add('k1')
  expect(await ticketPreviews([{ _id: 'p1', role: 'kot' }], 1)).toMatchObject([{ kind: 'kot', reprint: true }])
})

it('where the printers are not known, its paper here is a reprint too', async () => {
  expect(await ticketPreviews(null, 1)).toMatchObject([{ kind: 'kot', reprint: true }])
})

/** The keys of presses on "Print bill", of which the first `lost` are not answered; the order as it is from the third press on. */
async function keysOfPresses(presses: number, lost: number, since: Partial<OrderShape>) {
  const keys: unknown[] = []
  serve(({ path, key }) => {
    if (!path.endsWith('/bill')) return refusal(403, 'forbidden', 'No.')
    keys.push(key)
    return keys.length <= lost ? 'lost' : { status: 200, body: { order: numbered, paper: false } }
  })
  let change: (order: OrderShape) => void = () => undefined
  function Changing() {
    const [now, set] = useState<OrderShape>({ ...order, _id: `o${presses}` })
    useEffect(() => void (change = set), [])
    const { printBill, printing } = usePrint()
    return <button onClick={() => printBill(now)}>{printing ? 'Printing' : 'Print bill'}</button>
  }
  mount(<Changing />)
  for (let press = 1; press <= presses; press++) {
    if (press === 3) act(() => change({ ...order, _id: `o${presses}`, ...since }))
    await act(async () => (await screen.findByText('Print bill')).click())
    await waitFor(() => expect(keys).toHaveLength(press))
  }
  return keys.map((key) => keys.indexOf(key))
}
const lastPrinted = { total: 10, at: numbered.billPrintedAt, by: 'Divya Nair', revision: 0, issuedAt: numbered.billPrintedAt }

it('prints a bill that was changed since, although the answer of its first print was lost', async () => {
  expect(await keysOfPresses(3, 2, { billNumber: 42, lastPrinted, version: order.version + 2 })).toEqual([0, 0, 2])
})

it('after a lost answer a bill stays the same print when only an event has shown it as printed: no paper came out yet; the next one is another', async () => {
  const { billNumber, billPrintedAt } = numbered
  expect(await keysOfPresses(4, 2, { billNumber, billPrintedAt, lastPrinted, version: order.version + 1 })).toEqual([0, 0, 0, 3])
})

it('where the browser prints, a preview that is closed is no print: Print marks the bill, prints it with its number, and the next one is a reprint', async () => {
  const print = vi.fn(() => dispatchEvent(new Event('beforeprint')))
  vi.stubGlobal('print', print)
  const restaurant = { ...aRestaurant(), printSettings: printSettingsOf({}) }
  const asked = serve(({ path }) => {
    if (path === '/v1/print/printers') return { status: 200, body: { printers: [] } }
    if (path === '/v1/restaurant/profile') return { status: 200, body: { restaurant } }
    return path.endsWith('/bill') ? { status: 200, body: { order: numbered, paper: false } } : refusal(404, 'not_found', 'Not found.')
  })
  const marked = vi.fn()
  function Home() {
    const { printBill } = usePrint()
    return <button onClick={() => printBill(order, marked)}>Print bill</button>
  }
  const { user } = mount(
    <>
      <Home />
      <PrintHost />
    </>,
  )
  const bills = () => asked.filter(({ path }) => path.endsWith('/bill'))
  for (const _ of ['looked at', 'again']) {
    act(() => screen.getByText('Print bill').click())
    await user.click((await screen.findAllByRole('button', { name: 'Close' }))[0]!)
    expect([bills(), marked.mock.calls, print.mock.calls]).toEqual([[], [], []])
  }
  act(() => screen.getByText('Print bill').click())
  await user.click(await screen.findByRole('button', { name: /^Print$|^Print Enter/ }))
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1))
  expect(bills()).toHaveLength(1)
  expect(marked).toHaveBeenCalledTimes(1)
  const paper = document.querySelector('#print-root')?.textContent
  expect(paper).toContain('Bill No: 0042')
  expect(paper).not.toContain('REPRINT')
  act(() => open.set(null))
})
