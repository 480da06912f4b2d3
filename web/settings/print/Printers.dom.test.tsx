import { act, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { aRestaurant } from '#domain/test/shapes.ts'
import { deviceId } from '#web/core/device.ts'
import { connectAgent } from '#web/shared/print/agent.ts'
import { computer, readyAgent, giveAgentSocket } from '#web/test/agentSocket.ts'
import { mount, signIn } from '#web/test/dom.tsx'
import { printer, server } from '#web/test/printing.tsx'
import { Printers } from './Printers.tsx'

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
  computer.listens = { agent: readyAgent(['RP326 Grill', 'EPSON Bar']), at: 'localhost:8182' }
  await act(() => connectAgent())
  await screen.findByText('Print agent connected')
  expect(screen.queryByText(/^QZ Tray not found/)).toBeNull()
  expect(screen.queryByRole('link', { name: 'Download QZ Tray' })).toBeNull()
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Printer for KOT' }).textContent).toContain('EPSON Bar'))
})
