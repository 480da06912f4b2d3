import { waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { deviceId } from '#web/core/device.ts'
import { agentNow, connectAgent } from '#web/shared/print/agent.ts'
import { computer, readyAgent, giveAgentSocket } from '#web/test/agentSocket.ts'
import { job, opened, printer, server } from '#web/test/printing.tsx'
import { mountLive } from '#web/test/socket.tsx'
import PrinterPill from './PrinterPill.tsx'

/** What the tray says of papers that wait for a printer of this computer, whose agent is connected. */
const GRILL = 'RP326 Grill'
const waits = { status: 'queued', reason: null } as const
/** One that a page of this device has taken just now: it is not listed as unprinted. */
const printing = job({ _id: 'j2', number: 13, status: 'printing', reason: null, waitingSince: new Date().toISOString() })

beforeEach(() => {
  for (const level of ['info', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
})

/** The row of `KOT 12`, which waits beside `others`, on a page that doesn't print by itself. */
async function open(others: ReturnType<typeof job>[] = []) {
  server({ printers: [printer({ deviceId: deviceId(), name: GRILL })], jobs: [job(waits), ...others] })
  const { user } = await mountLive(<PrinterPill />)
  await giveAgentSocket()
  computer.listens = { agent: readyAgent([GRILL]), at: 'localhost:8182' }
  await connectAgent()
  expect(agentNow().is).toBe('connected')
  const tray = within(await opened(user, 'Not printed (1)'))
  const row = tray.getByRole('listitem')
  return { user, row, text: () => row.querySelectorAll('p')[1]?.textContent, buttons: () => within(row).getAllByRole('button') }
}

it('a page that doesn’t print says which does, and one press there makes it print', async () => {
  const { user, row, text, buttons } = await open()
  expect(text()).toBe('It comes out by itself once POS, Orders, Tables or Kitchen is open here.')
  expect(buttons().map(({ textContent }) => textContent)).toEqual(['Print now', 'Not needed'])
  await user.click(within(row).getByRole('button', { name: 'Print now: KOT 12' }))
  // Nothing takes it although this page prints: its printer is not there.
  await waitFor(() => expect(text()).toMatch(/^No printer found\. Please check your printer connection\. Check that/))
  expect(buttons().map(({ textContent }) => textContent)).toEqual(['Not needed'])
})

it('a paper behind another one waits for that, and its printer was found', async () => {
  const { user, row, text } = await open([printing])
  const press = within(row).queryByRole('button', { name: /^Print now/ })
  if (press) await user.click(press)
  await waitFor(() => expect(text()).toBe('It waits for the paper before it.'))
})
