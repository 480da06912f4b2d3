import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { aRestaurant } from '#domain/test/shapes.ts'
import { deviceId } from '#web/core/device.ts'
import { connectAgent } from '#web/shared/print/agent.ts'
import { computer, readyAgent, giveAgentSocket } from '#web/test/agentSocket.ts'
import { mount, signIn } from '#web/test/dom.tsx'
import { printer, server } from '#web/test/printing.tsx'
import { Printers } from './Printers.tsx'

/** The agent with its two printers, and the end of its connection, which both tests use. */
const agent = readyAgent(['RP326 Grill', 'EPSON Bar'])
let lose: () => void = () => undefined
const losable: typeof agent = {
  open(send, end) {
    lose = end
    return agent.open(send, end)
  },
}

it('once QZ Tray is connected, whoever connected it, the card says so and this computer’s printers can be chosen', async () => {
  for (const level of ['info', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
  const own = printer({ deviceId: deviceId(), name: 'RP326 Grill' })
  server({ printers: [own] })
  await signIn({ role: 'managerialHead' })
  await giveAgentSocket()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  mount(<Printers printers={[own]} restaurant={aRestaurant()} />)
  // Three tries with a second between.
  for (let i = 0; i < 200 && !screen.queryByRole('link', { name: 'Download QZ Tray' }); i++)
    await act(() => vi.advanceTimersByTimeAsync(50))
  vi.useRealTimers()
  screen.getByText('QZ Tray not found. Please install QZ Tray to enable receipt printing.')
  // "Connect again" in the header's tray, or a page that prints.
  computer.listens = { agent: losable, at: 'localhost:8182' }
  await act(() => connectAgent())
  await screen.findByText('Print agent connected')
  expect(screen.queryByText(/^QZ Tray not found/)).toBeNull()
  expect(screen.queryByRole('link', { name: 'Download QZ Tray' })).toBeNull()
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Printer for KOT' }).textContent).toContain('EPSON Bar'))
})

it('a dialog that is open while the print agent goes away keeps the chosen printer in sight', async () => {
  server({ printers: [] })
  await signIn({ role: 'managerialHead' })
  await giveAgentSocket()
  computer.listens = { agent: losable, at: 'localhost:8182' }
  const { user } = mount(<Printers printers={[]} restaurant={aRestaurant()} />)
  await act(() => connectAgent())
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add printer' }).getAttribute('aria-disabled')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Add printer' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add printer' }))
  const select = dialog.getByLabelText<HTMLSelectElement>('Printer of this computer')
  await user.selectOptions(select, 'EPSON Bar')
  for (const level of ['info', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
  computer.listens = null
  act(() => lose())
  await waitFor(() => expect(screen.queryByText('Print agent connected')).toBeNull())
  expect(select.selectedOptions[0]?.textContent).toBe('EPSON Bar')
})
