import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { PrintJobShape } from '#domain/api/printJob.ts'
import { aRestaurant } from '#domain/test/shapes.ts'
import { deviceId } from '#web/core/device.ts'
import { watchConnection } from '#web/core/online.ts'
import { queryClient } from '#web/core/query.ts'
import { agentNow, connectAgent } from '#web/shared/print/agent.ts'
import { logoFor } from '#web/shared/print/logo.ts'
import { SENTENCES } from '#web/shared/print/problems.ts'
import { loadQz } from '#web/shared/print/qz.ts'
import { AgentSocket, computer, giveAgentSocket } from '#web/test/agentSocket.ts'
import { asksOf, job, LONG_AGO, opened, printer, server } from '#web/test/printing.tsx'
import { mountLive } from '#web/test/socket.tsx'
import { fetchNeedRows, NeedRow } from './NeedRow.tsx'
import type { Need } from './needs.ts'
import { NeedsRail } from './NeedsRail.tsx'
import PrinterPill from './PrinterPill.tsx'
import { useNeeds } from './useNeeds.ts'

it('a restaurant without a printer has no printer in the header, and its jobs are never asked for', async () => {
  const asked = server({ printers: [] })
  await mountLive(<PrinterPill />)
  await waitFor(() => expect(asked.some(({ path }) => path === '/v1/print/printers')).toBe(true))
  expect(screen.queryByRole('button')).toBeNull()
  expect(asked.some(({ path }) => path === '/v1/print/jobs')).toBe(false)
})

it('counts papers that failed, that may be printed, and that wait for longer than 30 s; not those asked for just now', async () => {
  server({
    jobs: [
      job({}),
      job({ _id: 'j2', status: 'unknown', number: 13 }),
      job({ _id: 'j3', status: 'queued', number: 14 }),
      job({ _id: 'j4', status: 'queued', number: 15, waitingSince: new Date().toISOString() }),
    ],
  })
  const { user } = await mountLive(<PrinterPill />)
  const tray = within(await opened(user, 'Not printed (3)'))
  expect(tray.getAllByRole('listitem').map((row) => row.querySelector('b')?.textContent)).toEqual([
    'KOT 12 is not printed',
    'KOT 13 may not have been printed',
    'KOT 14 is not printed',
  ])
})

it('the open tray names the present printer of a waiting paper', async () => {
  const waiting = job({ status: 'queued', reason: null })
  const [printers, jobs] = [[printer({}), printer({ _id: 'p2', name: 'RP326 Bar' })], [waiting]]
  const asked = server({ printers, jobs })
  const { user, emit } = await mountLive(<PrinterPill />)
  const tray = await opened(user, 'Not printed (1)')
  expect(tray.textContent).toContain('RP326 Grill')
  const reads = () => asked.filter(({ path }) => path === '/v1/print/jobs').length
  const before = reads()
  printers.shift()
  jobs[0] = { ...waiting, printerId: 'p2' }
  emit('settingsUpdated', { changed: 'profile', by: 'Asha' })
  await waitFor(() => expect(tray.textContent).toMatch(/KOT 12 is not printed.* · RP326 Bar · /))
  expect(reads()).toBe(before + 1)
})

it('a failed paper is in the tray at once, also on a device whose clock is slow', async () => {
  server({ jobs: [job({ waitingSince: new Date(Date.now() + 60_000).toISOString() })] })
  const { user } = await mountLive(<PrinterPill />)
  expect((await opened(user, 'Not printed (1)')).textContent).toContain('KOT 12 is not printed')
})

it('a day’s report is listed with its date', async () => {
  server({ jobs: [job({ kind: 'dayEnd', number: null, title: '2026-11-21', station: null })] })
  const { user } = await mountLive(<PrinterPill />)
  const tray = within(await opened(user, 'Not printed (1)'))
  expect(tray.getByRole('listitem').textContent).toContain('Day-end report is not printed 21 Nov 2026 · RP326 Grill')
})

it('a failed paper is printed again or elsewhere, one that may be printed only as a possible duplicate, and one that nobody needs is dismissed', async () => {
  const asked = server({
    printers: [printer({}), printer({ _id: 'p2', name: 'RP326 Bar' }), printer({ _id: 'p3', name: 'EPSON', role: 'bill' })],
    jobs: [job({}), job({ _id: 'j2', status: 'unknown', number: 13 })],
  })
  const { user } = await mountLive(<PrinterPill />)
  const tray = within(await opened(user, 'Not printed (2)'))
  await user.click(tray.getByRole('button', { name: 'Print again: KOT 12' }))
  await waitFor(() => expect(asksOf(asked)).toHaveLength(1))
  await user.click(tray.getByRole('button', { name: 'Print on RP326 Bar: KOT 12' }))
  await waitFor(() => expect(asksOf(asked)).toHaveLength(2))
  await user.click(tray.getByRole('button', { name: 'Print again (may be a duplicate): KOT 13' }))
  await waitFor(() => expect(asksOf(asked)).toHaveLength(3))
  await user.click(tray.getByRole('button', { name: 'Not needed: KOT 13' }))
  await waitFor(() => expect(asksOf(asked)).toHaveLength(4))
  expect(asksOf(asked)).toEqual([
    ['/v1/print/jobs/j1/again', {}],
    ['/v1/print/jobs/j1/again', { printerId: 'p2' }],
    ['/v1/print/jobs/j2/again', {}],
    ['/v1/print/jobs/j2/dismiss', undefined],
  ])
})

it('one press prints all that failed, in their order, or all that failed or wait on another printer; never those that may be printed', async () => {
  const asked = server({
    printers: [printer({}), printer({ _id: 'p2', name: 'RP326 Bar' })],
    jobs: [
      job({}),
      job({ _id: 'j2', status: 'unknown', number: 13 }),
      job({ _id: 'j3', number: 14 }),
      job({ _id: 'j4', status: 'queued', number: 15, reason: null }),
    ],
  })
  const { user } = await mountLive(<PrinterPill />)
  const tray = within(await opened(user, 'Not printed (4)'))
  await user.click(tray.getByRole('button', { name: 'Print all 2 that failed' }))
  await waitFor(() => expect(asksOf(asked)).toHaveLength(2))
  await user.click(tray.getByRole('button', { name: 'Print all 3 on RP326 Bar' }))
  await waitFor(() => expect(asksOf(asked)).toHaveLength(5))
  expect(asksOf(asked)).toEqual([
    ['/v1/print/jobs/j1/again', {}],
    ['/v1/print/jobs/j3/again', {}],
    ['/v1/print/jobs/j1/again', { printerId: 'p2' }],
    ['/v1/print/jobs/j3/again', { printerId: 'p2' }],
    ['/v1/print/jobs/j4/again', { printerId: 'p2' }],
  ])
})

it('while printing is switched off, tray and rail say so and offer no print that would be refused; what nobody needs is put away', async () => {
  const jobs = [job({}), job({ _id: 'j2', number: 13 }), job({ _id: 'j3', status: 'queued', number: 14, reason: null })]
  const asked = server({
    printers: [printer({}), printer({ _id: 'p2', name: 'RP326 Bar' })],
    jobs,
    restaurant: aRestaurant({ enablePrint: false }),
  })
  const need: Need = {
    kind: 'print',
    key: 'print',
    label: '2 papers',
    word: 'not printed',
    since: LONG_AGO,
    taken: false,
    jobs: jobs.slice(0, 2),
  }
  fetchNeedRows()
  const { user } = await mountLive(
    <>
      <PrinterPill />
      <ul aria-label="rail">
        <NeedRow need={need} className="flex-none" />
      </ul>
    </>,
  )
  /** A button’s words, and why it can’t be pressed. */
  const stateOf = (button: HTMLElement) => {
    const why = button.getAttribute('aria-disabled') && document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent
    return [button.textContent?.replace(why ?? '', ''), why]
  }
  const off = 'Printing is switched off in Settings, Print'
  await waitFor(() =>
    expect(
      within(screen.getByRole('list', { name: 'rail' }))
        .getAllByRole('button')
        .map(stateOf),
    ).toEqual([
      ['Not needed', null],
      ['Print again', off],
    ]),
  )
  const tray = within(await opened(user, 'Not printed (3)'))
  expect(tray.getByRole('status').textContent).toBe(`${off}. What waits comes out once it is on again.`)
  expect(tray.queryByText(/^It comes out by itself/)).toBeNull()
  expect(tray.getAllByRole('button').map(stateOf)).toEqual([
    ['Print all 2 that failed', off],
    ['Print all on RP326 Bar', off],
    ...[1, 2].flatMap(() => [
      ['Print again', off],
      ['Print on RP326 Bar', off],
      ['Not needed', null],
    ]),
    ['Print on RP326 Bar', off],
    ['Not needed', null],
  ])
  await user.click(tray.getByRole('button', { name: 'Not needed: KOT 14' }))
  await waitFor(() => expect(asksOf(asked)).toEqual([['/v1/print/jobs/j3/dismiss', undefined]]))
})

it('there is no "Print all" for a single failed paper, nor for several that may be printed', async () => {
  const unknown = ['j2', 'j3', 'j4'].map((_id, n) => job({ _id, status: 'unknown', number: 13 + n }))
  server({ jobs: [job({}), ...unknown] })
  const { user } = await mountLive(<PrinterPill />)
  const tray = within(await opened(user, 'Not printed (4)'))
  expect(tray.queryByRole('button', { name: /Print all/ })).toBeNull()
})

it('a paper that the room reports to the rail is in the tray with the same event, also where this device’s clock is slow', async () => {
  const waiting = job({ status: 'queued', reason: null, waitingSince: new Date().toISOString() })
  server({ jobs: [waiting] })
  const { user, emit } = await mountLive(<PrinterPill />)
  await screen.findByRole('button', { name: 'Printing' })
  const { _id, kind, number, title, orderId, kotId, waitingSince } = waiting
  const told = { _id, kind, number, title, orderId, kotId, waitingSince }
  emit('unprintedJobs', { unprinted: [{ ...told, waitingSince: LONG_AGO }] })
  expect(screen.getByRole('button', { name: 'Printing' })).toBeTruthy()
  emit('unprintedJobs', { unprinted: [told] })
  const tray = await opened(user, 'Not printed (1)')
  expect(tray.textContent).toContain('KOT 12 is not printed')
  emit('unprintedJobs', { unprinted: [] })
  await waitFor(() => expect(tray.textContent).toContain('1 paper waits for the printer.'))
})

it('each reason of SPEC §8 stands in the tray with what to do about it; a ticket that failed says so in its words', async () => {
  const jobs = SENTENCES.map((reason, n) => job({ _id: `j${n}`, number: n + 1, reason, kind: n % 2 ? 'bill' : 'kot' }))
  server({ jobs: [...jobs, job({ _id: 'odd', status: 'unknown', number: 99, reason: 'Paper is out.' })] })
  const { user } = await mountLive(<PrinterPill />)
  const rows = within(await opened(user, `Not printed (${jobs.length + 1})`)).getAllByRole('listitem')
  for (const { number, kind, reason } of jobs) {
    const row = rows.find((one) =>
      one.querySelector('b')?.textContent.includes(kind === 'kot' ? `KOT ${number} ` : `000${number} `.slice(-5)),
    )
    const said = row?.querySelectorAll('p')[1]?.textContent ?? ''
    const start = (kind === 'kot' && !reason?.startsWith('Cannot print KOT') ? 'Failed to print KOT: ' : '') + reason
    expect(said.slice(0, start.length)).toBe(start)
    expect(said.slice(start.length)).toMatch(/^\.? [A-Z].{10}/)
  }
  // This one may be on paper, so the text doesn't say that it failed.
  expect(rows.find((row) => row.textContent.includes('KOT 99'))?.querySelectorAll('p')[1]?.textContent).toBe('Paper is out.')
})

it('that bills are printed without their logo is shown in the printer’s button and tray, until a readable logo is chosen', async () => {
  HTMLImageElement.prototype.decode = () => Promise.reject(new DOMException('', 'EncodingError'))
  const restaurant = { ...aRestaurant(), imageBase64ForBill: 'bm8gaW1hZ2U=' }
  server({ restaurant })
  const { user } = await mountLive(<PrinterPill />)
  await screen.findByRole('button', { name: 'Printing' })
  await act(() => logoFor(restaurant.imageBase64ForBill, 48))
  const tray = within(await opened(user, 'Bills have no logo'))
  expect(tray.getByRole('status').textContent).toMatch(/^Failed to load image\. Bills have no logo until it is chosen again/)
  act(
    () =>
      void queryClient.setQueriesData(
        { queryKey: ['GET /restaurant/profile'] },
        { restaurant: { ...restaurant, imageBase64ForBill: 'AAAA' } },
      ),
  )
  await waitFor(() => expect(tray.queryByRole('status')).toBeNull())
})

it('follows the queue: what is printed elsewhere leaves, what fails comes', async () => {
  server({ jobs: [job({})] })
  const { emit } = await mountLive(<PrinterPill />)
  await screen.findByRole('button', { name: 'Not printed (1)' })
  emit('printJob', { jobs: [job({ status: 'printed', closed: true })] })
  await screen.findByRole('button', { name: 'Printing' })
  emit('printJob', { jobs: [job({ _id: 'j9', kind: 'bill', number: 42 })] })
  await screen.findByRole('button', { name: 'Not printed (1)' })
})

it('the rail has a row for each paper that was not printed, and one press prints it; a row says if its paper may be printed', async () => {
  const bill = job({ _id: 'j2', kind: 'bill', number: 42, status: 'unknown' })
  const asked = server({ jobs: [job({}), bill] })
  function Rail() {
    const { needs, unknown } = useNeeds()
    return <NeedsRail needs={needs} unknown={unknown} />
  }
  fetchNeedRows()
  const { emit, user } = await mountLive(<Rail />)
  await screen.findByText('No guest is waiting')
  emit('unprintedJobs', { unprinted: [job({}), bill] })
  await user.click(await screen.findByRole('button', { name: 'Print again: KOT 12' }))
  await waitFor(() => expect(asksOf(asked)).toEqual([['/v1/print/jobs/j1/again', {}]]))
  expect(await screen.findByRole('button', { name: 'Print again (may be a duplicate): Bill 0042' })).toBeTruthy()
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    expect.stringContaining('KOT 12 is not printed'),
    expect.stringContaining('Bill 0042 may not have been printed'),
  ])
  emit('unprintedJobs', { unprinted: [] })
  await screen.findByText('No guest is waiting')
})

it('the rail’s one press for many papers leaves out those that may be printed and those that only wait; if all of them may be printed, it says so', async () => {
  const jobs = [
    job({}),
    job({ _id: 'j2', status: 'unknown', number: 13 }),
    job({ _id: 'j3', number: 14 }),
    job({ _id: 'j4', status: 'queued', number: 15, reason: null }),
  ]
  const asked = server({ jobs })
  const need = (of: PrintJobShape[], label: string): Need => ({
    kind: 'print',
    key: label,
    label,
    word: 'not printed',
    since: LONG_AGO,
    taken: false,
    jobs: of,
  })
  const { user } = await mountLive(
    <ul>
      <NeedRow need={need(jobs, '4 papers')} />
      <NeedRow need={need(jobs.slice(1, 2), '1 paper')} />
    </ul>,
  )
  await screen.findByRole('button', { name: 'Print again (may be a duplicate): 1 paper' })
  await user.click(screen.getByRole('button', { name: 'Print again: 4 papers' }))
  await waitFor(() => expect(asksOf(asked)).toHaveLength(2))
  expect(asksOf(asked).map(([path]) => path)).toEqual(['/v1/print/jobs/j1/again', '/v1/print/jobs/j3/again'])
})

it('the narrow list of the bell has one button for a paper, where the rail has two, so that its words have room', async () => {
  server({ jobs: [job({})] })
  const need: Need = {
    kind: 'print',
    key: 'print',
    label: '16 papers',
    word: 'not printed',
    since: LONG_AGO,
    taken: false,
    jobs: [job({})],
  }
  await mountLive(
    <>
      <ul aria-label="rail">
        <NeedRow need={need} className="flex-none" />
      </ul>
      <ul aria-label="bell">
        <NeedRow need={need} />
      </ul>
    </>,
  )
  const buttons = async (name: string) => within(screen.getByRole('list', { name })).findAllByRole('button')
  expect((await buttons('rail')).map(({ textContent }) => textContent)).toEqual(['Not needed', 'Print again'])
  expect((await buttons('bell')).map(({ textContent }) => textContent)).toEqual(['Print again'])
})

it('on the device that prints, says that its agent is not there and what to do; other devices show nothing', async () => {
  vi.stubGlobal('WebSocket', AgentSocket)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  await loadQz()
  vi.useFakeTimers()
  const attempt = connectAgent().catch(() => undefined)
  await vi.advanceTimersByTimeAsync(5000)
  vi.useRealTimers()
  await attempt
  server({ printers: [printer({ deviceId: deviceId() })] })
  const { user, unmount } = await mountLive(<PrinterPill />)
  const tray = within(await opened(user, 'Print agent not connected'))
  expect(tray.getByRole('status').textContent).toContain(
    'QZ Tray not found. Please install QZ Tray to enable receipt printing. Install it on the computer',
  )
  expect(tray.getByText('Everything is printed.')).toBeTruthy()
  unmount()
  queryClient.clear()
  server({ printers: [printer({})] })
  await mountLive(<PrinterPill />)
  await screen.findByRole('button', { name: 'Printing' })
})

it('goes on saying so while it tries again by itself, and says how many papers wait meanwhile', async () => {
  vi.stubGlobal('WebSocket', AgentSocket)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  await loadQz()
  await connectAgent().catch(() => undefined)
  const attempt = connectAgent().catch(() => undefined)
  const waits = { status: 'queued', reason: null, waitingSince: new Date().toISOString() } as const
  const here = { deviceId: deviceId() }
  server({ printers: [printer(here)], jobs: [job(waits), job({ ...waits, _id: 'j2' })] })
  const { user, unmount } = await mountLive(<PrinterPill />)
  const tray = within(await opened(user, 'Print agent not connected'))
  expect(agentNow().is).toBe('connecting')
  expect(tray.getByRole('status').textContent).toContain('QZ Tray not found.')
  await tray.findByText('2 papers wait for the printer.')
  await attempt
  // No printer of this computer is offered instead: none of them prints.
  unmount()
  queryClient.clear()
  server({ printers: [printer(here), printer({ ...here, _id: 'p2' }), printer({ _id: 'p3', name: 'Elsewhere' })], jobs: [job(waits)] })
  const again = await mountLive(<PrinterPill />)
  again.emit('unprintedJobs', { unprinted: [job(waits)] })
  const late = within(await opened(again.user, 'Not printed (1)'))
  expect(late.getByText('It comes out by itself once QZ Tray is connected here.')).toBeTruthy()
  expect(late.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Connect again', 'Print on Elsewhere', 'Not needed'])
})

it('knows of no paper while the page is offline, and says so instead of "Everything is printed"', async () => {
  watchConnection()
  server({})
  const { user } = await mountLive(<PrinterPill />)
  const tray = within(await opened(user, 'Printing'))
  expect(tray.getByText('Everything is printed.')).toBeTruthy()
  act(() => void dispatchEvent(new Event('offline')))
  await tray.findByText('Offline: nothing is printed until the connection is back.')
  act(() => void dispatchEvent(new Event('online')))
})

/** An agent that tells its version, and asks a person before it accepts the page. */
const asking: NonNullable<typeof computer.listens>['agent'] = {
  open: (send) => ({
    receive(text) {
      const { uid, call } = JSON.parse(text) as { uid: string; call?: string }
      if (call === 'getVersion') send(JSON.stringify({ uid, result: '2.2.6' }))
    },
    lost: () => undefined,
  }),
}

it('says on the device that prints that QZ Tray waits for an answer there', async () => {
  for (const level of ['info', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
  server({ printers: [printer({ deviceId: deviceId() })] })
  await giveAgentSocket()
  computer.listens = { agent: asking, at: '' }
  vi.useFakeTimers()
  void connectAgent().catch(() => undefined)
  await vi.advanceTimersByTimeAsync(8000)
  vi.useRealTimers()
  const { user } = await mountLive(<PrinterPill />)
  const tray = within(await opened(user, 'QZ Tray asks you'))
  expect(tray.getByRole('status').textContent).toContain('Choose “Allow” there')
})
