import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { aKot, anItem, anOrderShape, aPrintJob } from '#domain/test/shapes.ts'
import { queryClient } from '#web/core/query.ts'
import { mountLive } from '#web/test/socket.tsx'
import { mount, refusal, type Reply, serve, signIn } from '#web/test/dom.tsx'
import { printed } from './host.tsx'
import { bill, day, kot } from './queued.ts'

const ticket = aKot([anItem({})], { kotId: 'k1', kotNumber: 12 })
const before = anOrderShape([ticket], { _id: 'o1', billNumber: null, billPrintedAt: null })
const numbered = { ...before, billNumber: 42, billPrintedAt: '2026-11-21T19:00:00.000Z' }
const BILLS = { _id: 'p1', role: 'bill' }
const KOTS = { _id: 'p2', role: 'kot' }

/** A server with these printers; returns the bodies of the calls to the queue. */
function server(printers: object[] | null, answer: Reply = { status: 201, body: { jobs: [] } }, enablePrint = true) {
  const asked = serve(({ path }) => {
    if (path === '/v1/restaurant/profile') return { status: 200, body: { restaurant: { printSettings: { enablePrint } } } }
    if (path === '/v1/print/printers' && printers) return { status: 200, body: { printers } }
    return path === '/v1/print/jobs' ? answer : refusal(404, 'not_found', 'Not found.')
  })
  return () => asked.filter(({ method }) => method === 'POST').map(({ body }) => body)
}
beforeEach(() => {
  printed.clear()
  signIn({ role: 'cashier' })
})

afterEach(() => void vi.restoreAllMocks())

it('a bill whose print job was made by the command that numbered it isn’t asked for twice, also where the printers can’t be read', async () => {
  for (const printers of [[BILLS], null]) {
    queryClient.clear()
    const sent = server(printers)
    const { unmount } = mount(<p>Till</p>)
    expect(await bill(numbered, true)).toBe(true)
    await screen.findByText('Bill 0042 is being printed')
    expect(sent()).toEqual([])
    unmount()
  }
})

it('a bill of which that command made no print job is printed by the browser, also where the printers can’t be read', async () => {
  for (const printers of [[], null]) {
    const sent = server(printers)
    mount(<p>Till</p>)
    expect(await bill(numbered, false)).toBe(false)
    expect(sent()).toEqual([])
    expect(screen.queryByText(/is being printed/)).toBeNull()
  }
})

it('a bill that was printed before is asked for again, with each press', async () => {
  const sent = server([BILLS])
  expect(await bill(numbered, true)).toBe(true)
  for (let press = 0; press < 2; press++) expect(await bill(numbered)).toBe(true)
  expect(sent()).toEqual([
    { kind: 'bill', orderId: 'o1' },
    { kind: 'bill', orderId: 'o1' },
  ])
})

it('a bill that was printed before is printed by the browser where the printers can’t be read', async () => {
  const sent = server(null)
  expect(await bill(numbered)).toBe(false)
  expect(sent()).toEqual([])
})

it('a day that was closed has its paper from that call; one that is only printed is asked for', async () => {
  const sent = server([BILLS])
  const job = aPrintJob({ kind: 'dayEnd' })
  expect(await day('2026-11-21', 'Day summary', { ordered: true, job })).toBe(true)
  expect(sent()).toEqual([])
  expect(await day('2026-11-21', 'Day summary', null)).toBe(true)
  expect(sent()).toEqual([{ kind: 'dayEnd', date: '2026-11-21' }])
  // Closed without the reset of the KOT counter.
  expect(await day('2026-11-21', 'Day summary', null, true)).toBe(true)
  expect(sent().at(-1)).toEqual({ kind: 'dayEnd', date: '2026-11-21', closed: true })
})

it('says of the summary of a past day that it is a copy', async () => {
  server([BILLS], { status: 201, body: { jobs: [aPrintJob({ kind: 'dayEnd', stamp: 'DUPLICATE' })] } })
  mount(<p>Summary</p>)
  await day('2026-11-20', 'Day summary', null)
  await screen.findByText('Day summary is being printed again, marked DUPLICATE')
})

it.each([
  ['queued', 'Day summary is waiting for its printer already', false],
  ['printing', 'Day summary is waiting for its printer already', false],
  ['printed', 'Day summary is printed already', true],
  ['unknown', 'Day summary may be printed already. Look at the printer first.', true],
  ['failed', 'Day summary was not printed', true],
] as const)('a day that is closed again with the same figures: of a paper that is %s it says %j', async (status, said, offers) => {
  const job = aPrintJob({ kind: 'dayEnd', status })
  const asked = serve(() => ({ status: 200, body: { job: { ...job, _id: 'j2', stamp: 'REPRINT' } } }))
  const { user } = mount(<p>Summary</p>)
  expect(await day('2026-11-21', 'Day summary', { ordered: false, job })).toBe(true)
  await screen.findByText(said)
  expect(screen.queryByRole('button', { name: 'Print again' }) !== null).toBe(offers)
  expect(asked).toEqual([])
  if (!offers) return
  await user.click(screen.getByRole('button', { name: 'Print again' }))
  await screen.findByText('Day summary is being printed again, marked REPRINT')
  expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /v1/print/jobs/j1/again'])
})

it('a bill printer reserved for another device doesn’t count here', async () => {
  const sent = server([{ ...BILLS, deviceId: 'another device', ownOnly: true }])
  expect(await day('2026-11-21', 'Day summary', null)).toBe(false)
  expect(sent()).toEqual([])
})

it('says that a bill or a ticket is printed again only of a copy', async () => {
  server([BILLS, KOTS], { status: 201, body: { jobs: [aPrintJob({ kind: 'bill', stamp: null })] } })
  mount(<p>Till</p>)
  await bill(numbered)
  await screen.findByText('Bill 0042 is being printed')
  await kot(before, ticket)
  await screen.findByText('KOT 12 is being printed')
  server([BILLS, KOTS], { status: 201, body: { jobs: [aPrintJob({ kind: 'bill', stamp: 'REPRINT' })] } })
  await bill(numbered)
  await screen.findByText('Bill 0042 is being printed again, marked REPRINT')
})

it('says of a ticket of two stations when only one of its papers is printed again', async () => {
  mount(<p>Till</p>)
  const rest = 'The rest of it is waiting for its printer already, or is being printed.'
  const parts = [aPrintJob({ stamp: 'REPRINT', parts: 2 }), aPrintJob({ _id: 'j2', stamp: 'REPRINT', part: 2, parts: 2 })]
  for (const jobs of [parts, parts.slice(1)]) {
    server([KOTS], { status: 201, body: { jobs } })
    await kot(before, ticket)
    await screen.findByText('KOT 12 is being printed again, marked REPRINT')
    expect(screen.queryByText(rest) !== null).toBe(jobs.length === 1)
  }
})

it('printers that were read before count also when they can’t be read now, whatever their age', async () => {
  server([BILLS])
  expect(await bill(numbered)).toBe(true)
  const hour = Date.now() + 3_600_000
  vi.spyOn(Date, 'now').mockReturnValue(hour)
  const sent = server(null, { status: 201, body: { jobs: [] } })
  expect(await bill(numbered)).toBe(true)
  expect(sent()).toEqual([{ kind: 'bill', orderId: 'o1' }])
})

it('a bill printer that was registered since the list was read counts, also where nothing shows the list', async () => {
  server([])
  expect(await bill(numbered)).toBe(false)
  const sent = server([BILLS])
  await queryClient.invalidateQueries({ queryKey: ['GET /print/printers'] })
  expect(await bill({ ...numbered, _id: 'o2' })).toBe(true)
  expect(sent()).toEqual([{ kind: 'bill', orderId: 'o2' }])
})

it('a ticket is asked for again', async () => {
  const sent = server([BILLS, KOTS])
  expect(await kot(before, ticket)).toBe(true)
  expect(sent()).toEqual([{ kind: 'kot', orderId: 'o1', kotId: 'k1' }])
})

it('without a printer for it, the browser prints', async () => {
  const sent = server([KOTS])
  expect(await bill(numbered)).toBe(false)
  expect(sent()).toEqual([])
})

it('with printing switched off nothing is sent to the queue, and the preview opens, which says why', async () => {
  const sent = server([BILLS, KOTS], undefined, false)
  expect(await bill(numbered, false)).toBe(false)
  expect(await bill(numbered)).toBe(false)
  expect(await kot(before, ticket)).toBe(false)
  expect(await day('2026-11-21', 'Day summary', null)).toBe(false)
  expect(sent()).toEqual([])
  expect(screen.queryByText(/is being printed/)).toBeNull()
})

it('with a printer that was removed meanwhile, the browser prints', async () => {
  server([KOTS], refusal(409, 'no_printer', 'No printer is registered.'))
  expect(await kot(before, ticket)).toBe(false)
})

it('a copy that is already in the queue is not printed in the browser too', async () => {
  server([KOTS], refusal(409, 'print_pending', 'It is waiting for its printer already.'))
  expect(await kot(before, ticket)).toBe(true)
})

it('shows the result of a ticket that somebody asked for again: printed, or why not and what to do (SPEC §8 "KOT print result")', async () => {
  const grill = { ...KOTS, name: 'RP326 Grill' }
  const job = aPrintJob({ _id: 'j1', kind: 'kot', printerId: 'p2', station: 'Tandoor', stamp: 'REPRINT', status: 'queued' })
  server([grill], { status: 201, body: { jobs: [job, { ...job, _id: 'j2', station: 'Bar' }, { ...job, _id: 'j3', station: null }] } })
  const { emit } = await mountLive(null)
  await kot(before, ticket)
  await screen.findByText('KOT 12 is being printed again, marked REPRINT')
  expect(screen.queryByText('KOT printed successfully')).toBeNull()
  // Somebody else's ticket shows nothing here.
  emit('printJob', { jobs: [{ ...job, _id: 'another', station: 'Cold', status: 'printed', closed: true }] })
  emit('printJob', { jobs: [{ ...job, status: 'printed', closed: true }] })
  await screen.findByText('KOT printed successfully')
  expect(screen.getByText('RP326 Grill · Tandoor')).toBeTruthy()
  expect(screen.queryByText(/Cold/)).toBeNull()
  emit('printJob', { jobs: [{ ...job, _id: 'j2', status: 'failed', reason: 'No printer found. Please check your printer connection.' }] })
  await screen.findByText(
    /^Failed to print KOT: No printer found\. Please check your printer connection\. Check that the printer is switched on/,
  )
  emit('printJob', { jobs: [{ ...job, _id: 'j3', status: 'unknown', reason: 'Failed to send print job to printer.' }] })
  await screen.findByText(/^KOT 12 may not have been printed\. Failed to send print job to printer\. Check paper/)
})
