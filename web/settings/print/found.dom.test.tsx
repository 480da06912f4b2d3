import { act, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { aRestaurant } from '#domain/test/shapes.ts'
import { deviceId } from '#web/core/device.ts'
import { computer, readyAgent, giveAgentSocket } from '#web/test/agentSocket.ts'
import { mount, signIn } from '#web/test/dom.tsx'
import { printer, server } from '#web/test/printing.tsx'
import { Printers } from './Printers.tsx'

it('a printer is Ready only once QZ Tray has found it: not before its first answer, not without any printer, and not when it could not look', async () => {
  for (const level of ['info', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
  const own = printer({ deviceId: deviceId(), name: 'RP326 Grill' })
  server({ printers: [own] })
  await signIn({ role: 'managerialHead' })
  await giveAgentSocket()
  const state = () => document.querySelector('.printer-state')?.textContent
  const names: string[] = ['RP326 Grill']
  let answers = () => undefined as void
  const late = new Promise<void>((resolve) => (answers = resolve))
  computer.listens = { agent: readyAgent(() => late.then(() => names)), at: 'localhost:8182' }
  const { user } = mount(<Printers printers={[own]} restaurant={aRestaurant()} />)
  await screen.findByText('Print agent connected')
  expect(state()).toBe('Not checked')
  act(answers)
  await waitFor(() => expect(state()).toBe('Ready'))
  names.length = 0
  await user.click(screen.getByRole('button', { name: 'Find printers' }))
  await screen.findByText('No printer found. Please check your printer connection.')
  expect(state()).toBe('Not found')
  expect(reasonOf('Test RP326 Grill')).toBe('The printer was not found')
  expect(reasonOf('Add printer')).toBe('No printer was found')
})

const reasonOf = (name: string) =>
  document.getElementById(screen.getByRole('button', { name }).getAttribute('aria-describedby') ?? '')?.textContent
