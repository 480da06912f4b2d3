import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { mountLive } from '#web/test/socket.tsx'
import { fetchNeedRows, NeedRow } from './NeedRow.tsx'
import type { Need } from './needs.ts'
import PrinterPill from './PrinterPill.tsx'
import { asksOf, job, LONG_AGO, opened, printer, server } from '#web/test/printing.tsx'

beforeEach(fetchNeedRows)

it.each([
  [
    'another device',
    'queued',
    'It comes out by itself once POS, Orders, Tables or Kitchen is open on the printer’s computer and QZ Tray runs there.',
    ['Print on Spare', 'Not needed'],
  ],
  // The server would refuse both: it may be coming out.
  ['another device', 'printing', 'The printer has not answered yet.', ['Not needed, off']],
] as const)(
  'a paper that waits on %s, %s: the tray says for what, and does not offer what would be refused',
  async (device, status, text, buttons) => {
    const spare = printer({ _id: 'p2', name: 'Spare' })
    server({ printers: [printer({ deviceId: device }), spare], jobs: [job({ status, reason: null, printerId: 'p1' })] })
    const { user } = await mountLive(<PrinterPill />)
    const tray = within(await opened(user, 'Not printed (1)'))
    expect(tray.getByText(text)).toBeTruthy()
    const shown = (button: HTMLElement) =>
      `${button.getAttribute('aria-label')?.split(':')[0]}${button.getAttribute('aria-disabled') ? ', off' : ''}`
    await waitFor(() => expect(tray.getAllByRole('button').map(shown)).toEqual(buttons))
  },
)

it('“Print all on” another printer leaves out a paper that prints just then', async () => {
  const spare = printer({ _id: 'p2', name: 'Spare' })
  const waits = { status: 'queued', reason: null, printerId: 'p1' } as const
  const asked = server({
    printers: [printer({ deviceId: 'another' }), spare],
    jobs: [job({ ...waits, _id: 'j1', status: 'printing' }), job({ ...waits, _id: 'j2' }), job({ ...waits, _id: 'j3' })],
  })
  const { user } = await mountLive(<PrinterPill />)
  const tray = within(await opened(user, 'Not printed (3)'))
  await user.click(await tray.findByRole('button', { name: 'Print all 2 on Spare' }))
  await waitFor(() =>
    expect(asksOf(asked)).toEqual([
      ['/v1/print/jobs/j2/again', { printerId: 'p2' }],
      ['/v1/print/jobs/j3/again', { printerId: 'p2' }],
    ]),
  )
})

it('the rail offers nothing for a paper that prints just then', async () => {
  const prints = job({ status: 'printing', reason: null, printerId: 'p1' })
  server({ printers: [printer({}), printer({ _id: 'p2', name: 'Spare' })], jobs: [prints] })
  const need: Need = { kind: 'print', key: 'k', label: 'KOT 12', word: 'is not printed', since: LONG_AGO, taken: false, jobs: [prints] }
  await mountLive(
    <ul>
      <NeedRow need={need} className="flex-none" />
    </ul>,
  )
  await screen.findByText(/waits for RP326 Grill/)
  const shown = (button: HTMLElement) =>
    `${button.getAttribute('aria-label')?.split(':')[0]}${button.getAttribute('aria-disabled') ? ', off' : ''}`
  await waitFor(() => expect(screen.getAllByRole('button').map(shown)).toEqual(['Not needed, off']))
})

it.each([
  ['where another printer prints such papers', [printer({}), printer({ _id: 'p2', name: 'Spare' })], ['Not needed', 'Print on Spare']],
  ['where none does', [printer({}), printer({ _id: 'p2', name: 'Bills', role: 'bill' })], ['Not needed']],
] as const)('the rail offers another printer for a paper that only waits, %s', async (_where, printers, buttons) => {
  const waits = job({ status: 'queued', reason: null, printerId: 'p1' })
  const asked = server({ printers: [...printers], jobs: [waits] })
  const need: Need = { kind: 'print', key: 'k', label: 'KOT 12', word: 'is not printed', since: LONG_AGO, taken: false, jobs: [waits] }
  const { user } = await mountLive(
    <ul>
      <NeedRow need={need} className="flex-none" />
    </ul>,
  )
  await screen.findByText(/waits for RP326 Grill/)
  await waitFor(() => expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(buttons))
  await user.click(screen.getAllByRole('button').at(-1)!)
  const call = buttons.length > 1 ? ['/v1/print/jobs/j1/again', { printerId: 'p2' }] : ['/v1/print/jobs/j1/dismiss', undefined]
  await waitFor(() => expect(asksOf(asked)).toEqual([call]))
})
